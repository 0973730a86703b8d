// Plays a match in Chromium by the keyboard alone: Tab until something can be done, Enter; three of four times by the key for a
// hint, which moves the focus to what it says. Arguments: where puppeteer-core lies, where axe-core lies, the address, the width,
// how many actions at most, a folder for pictures ("" for none).
import { readFileSync } from "node:fs";
import { launched } from "./browser.mjs";
const [, , puppeteerAt, axeAt, address, width, most, pictures] = process.argv;
const axe = readFileSync(axeAt, "utf8");
const AUDITS = 60, FARTHEST = 900, CHOICES = 24, PATIENCE = 120_000;
const browser = await launched(puppeteerAt);
const result = { actions: 0, keys: 0, hints: 0, handed: 0, violations: [], errors: [], ended: false, wide: 0 };
let seed = 1;
const drawn = (below) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor((seed / 2 ** 32) * below); };
try {
  const page = await browser.newPage(), keys = await page.createCDPSession();
  await page.setViewport({ width: Number(width), height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]); // colours on their way are none that axe-core should judge
  page.on("pageerror", (error) => result.errors.push(String(error)));
  page.on("console", (said) => { if (said.type() === "error") result.errors.push(said.text()); });
  page.on("requestfailed", (request) => result.errors.push(request.url()));
  await page.goto(address);
  await page.waitForSelector("main[data-now]", { timeout: PATIENCE }); // a page without a server begins when its game has come

  async function audit() {
    if (!(await page.evaluate(() => !!window.axe))) await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      return (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map((each) => `${each.id}: ${each.nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    }).catch((error) => [`axe: ${error}`]);
    for (const each of found) if (!result.violations.includes(each)) result.violations.push(each);
    result.wide = Math.max(result.wide, await page.evaluate(() => document.documentElement.scrollWidth));
  }

  // How the table stands: its stamp, whether it goes on, how much can be done, what is offered besides.
  const now = () => page.evaluate(() => {
    const main = document.querySelector("main");
    return { stamp: main.dataset.now, ended: main.dataset.waits === "0", at: location.href + document.querySelectorAll(".pointed button").length, handed: !!document.querySelector(".over"), unsure: !!document.getElementById("sure"),
      hinted: [...document.querySelectorAll(".hint-here")].filter((each) => each.checkVisibility()).length, mayHint: !!document.getElementById("hint"),
      all: [...document.querySelectorAll("button[name=act], #pack-it, .can")].filter((each) => each.checkVisibility()).length };
  });

  // What has the focus: over (handing on), hint, hinted (what a bot would do), act, or nothing of these.
  const focused = () => page.evaluate(() => {
    const here = document.activeElement;
    if (here.closest(".over")) return "over";
    if (here.id === "hint" || here.id === "sure") return here.id;
    if (here.classList.contains("hint-here")) return "hinted";
    return here.name === "act" || here.id === "pack-it" || here.matches(".can") ? "act" : "";
  });

  async function entered(before) {
    await page.keyboard.press("Enter");
    result.keys += 1;
    await changed(before);
  }

  async function changed(before) {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      const after = await now().catch(() => before);
      if (after.stamp !== before.stamp || after.at !== before.at || after.unsure !== before.unsure || after.hinted !== before.hinted || after.ended) { result.actions += after.stamp !== before.stamp; return; }
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`a key changed nothing at ${before.at}, on ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 300))}`);
  }

  async function tabTo(kinds, skip = 0, isBack = false) {
    if (isBack) await page.keyboard.down("Shift");
    try {
      for (let n = 0; n < FARTHEST; n += 1) {
        await page.keyboard.press("Tab");
        result.keys += 1;
        if (kinds.includes(await focused()) && skip-- <= 0) return;
      }
    } finally {
      if (isBack) await page.keyboard.up("Shift");
    }
    throw new Error(`no ${kinds} by Tab: ${JSON.stringify(await now())}`);
  }

  // Alt and H, then Enter on what the hint points at, step by step.
  async function hinted(here) {
    result.hints += 1;
    for (const type of ["keyDown", "keyUp"]) await keys.send("Input.dispatchKeyEvent", { type, modifiers: 1, key: "h", code: "KeyH", text: "h", unmodifiedText: "h", windowsVirtualKeyCode: 72 }); // press() sends no text with Alt, without which Chromium knows no key of access
    result.keys += 1;
    await changed(here);
  }

  async function acted(here) {
    if (here.hinted && (await focused()) === "hinted") return entered(here);
    if (here.mayHint && !here.hinted && !here.unsure && !here.handed && step % 4) return hinted(here);
    if (here.unsure) await tabTo(["sure"]);
    else if (here.handed) { result.handed += 1; await tabTo(["over"]); }
    else if (here.mayHint && !here.hinted && !here.at.includes("hint=")) { result.hints += 1; await tabTo(["hint"]); }
    else if (here.mayHint && !here.hinted) throw new Error(`the hint is nowhere to be seen: ${here.at}`);
    else if (here.hinted) await tabTo(["hinted"], 0, true);
    else await tabTo(["act"], drawn(Math.min(here.all, CHOICES)));
    await entered(here);
  }

  let step = 0, idle = 0;
  while (result.actions < Number(most)) {
    const here = await now();
    if (here.ended) { result.ended = true; break; }
    if (!here.all && !here.handed) {
      if ((idle += 1) > 300) throw new Error(`nothing can be done: ${JSON.stringify(here)}`);
      await new Promise((done) => setTimeout(done, 100));
      continue;
    }
    idle = 0;
    if (step % AUDITS === 0 || step === 5) await audit();
    if (pictures && step % 15 === 0) await page.screenshot({ path: `${pictures}/${width}-${step}.png`, fullPage: true });
    step += 1;
    await acted(here);
  }
  await audit();
  if (pictures) await page.screenshot({ path: `${pictures}/${width}-end.png`, fullPage: true });
} catch (error) {
  result.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(result));
