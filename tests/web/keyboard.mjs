// Plays a match in Chromium by the keyboard alone: Tab until something can be done, Enter. Arguments: where puppeteer-core
// lies, where axe-core lies, the address, the width, how many actions at most, a folder for pictures ("" for none).
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [, , puppeteerAt, axeAt, address, width, most, pictures] = process.argv;
const { default: puppeteer } = await import(pathToFileURL(puppeteerAt).href);
const axe = readFileSync(axeAt, "utf8");
const browser = await puppeteer.launch({
  executablePath: "/usr/bin/chromium", headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const result = { actions: 0, keys: 0, violations: [], errors: [], ended: false, wide: 0 };
try {
  const page = await browser.newPage();
  await page.setViewport({ width: Number(width), height: 900 });
  page.on("pageerror", (error) => result.errors.push(String(error)));
  page.on("console", (said) => { if (said.type() === "error") result.errors.push(said.text()); });
  page.on("requestfailed", (request) => result.errors.push(request.url()));
  await page.goto(address);

  async function audit() {
    if (!(await page.evaluate(() => !!window.axe))) await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      return (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map((each) => `${each.id}: ${each.nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    }).catch((error) => [`axe: ${error}`]);
    for (const each of found) if (!result.violations.includes(each)) result.violations.push(each);
    result.wide = Math.max(result.wide, await page.evaluate(() => document.documentElement.scrollWidth));
  }

  const now = () => page.evaluate(() => {
    const here = document.activeElement, main = document.querySelector("main");
    return { id: here.id, hint: here.classList.contains("hint-here"), act: here.tagName === "BUTTON" && ["act", "pack"].includes(here.name), over: !!here.closest(".over"),
      asked: !!document.querySelector(".hint-here"), mayHint: !!document.getElementById("hint"), handed: !!document.querySelector(".over"), can: here.classList.contains("can"),
      all: document.querySelectorAll("button[name=act], button[name=pack], .can").length, stamp: main && main.dataset.now, waits: main && main.dataset.waits, at: location.href, closed: !!document.querySelector(".hint-here") && !document.querySelector(".hint-here").checkVisibility() };
  });

  async function pressed(key) {
    const before = await now();
    await page.keyboard.press(key);
    result.keys += 1;
    if (key !== "Enter") return;
    for (let n = 0; n < 200; n += 1) {
      const after = await now().catch(() => before);
      if (after.stamp !== before.stamp || after.at !== before.at || after.waits === "0") { result.actions += after.stamp !== before.stamp; return; }
      await new Promise((done) => setTimeout(done, 25));
    }
  }

  async function tabTo(wanted) {
    for (let n = 0; n < 700; n += 1) {
      await page.keyboard.press("Tab");
      result.keys += 1;
      if (wanted(await now())) return true;
    }
    return false;
  }

  let step = 0;
  await audit();
  while (result.actions < Number(most)) {
    const here = await now();
    if (here.waits === "0") { result.ended = true; break; }
    if (pictures && step % 15 === 0) await page.screenshot({ path: `${pictures}/${width}-${step}.png`, fullPage: true });
    if (step % 40 === 20) await audit();
    step += 1;
    if (here.handed) { if (!(await tabTo((each) => each.over))) throw new Error("nobody takes over"); await pressed("Enter"); continue; }
    if (!here.all) { await new Promise((done) => setTimeout(done, 300)); continue; }
    if (here.mayHint && !here.asked) { if (!(await tabTo((each) => each.id === "hint"))) throw new Error("no hint by Tab"); await pressed("Enter"); continue; }
    const skip = Math.floor(Math.random() * here.all);
    let seen = 0;
    const found = await tabTo((each) => (here.mayHint ? each.hint : (each.act || each.can) && seen++ >= skip));
    if (!found) throw new Error(`nothing by Tab at ${here.at}: ${JSON.stringify(here)}`);
    await pressed("Enter");
  }
  await audit();
  if (pictures) await page.screenshot({ path: `${pictures}/${width}-end.png`, fullPage: true });
} catch (error) {
  result.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(result));
