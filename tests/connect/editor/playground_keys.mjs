// The playground by the keyboard alone: a number of the rules is changed and seen in play, a rule is broken and the finding read.
// Arguments: where puppeteer-core lies, the address, the width, where pictures go.
import { launched } from "../web/browser.mjs";
const [, , puppeteerAt, address, width, pictures] = process.argv;
const LONG = 540_000, said = { errors: [], width: Number(width) };
const browser = await launched(puppeteerAt);

/** Presses a key so many times. */
async function press(page, key, times = 1) {
  for (let n = 0; n < times; n++) await page.keyboard.press(key);
}

/** Goes on by the tabulator until something has the focus. */
async function tabTo(page, id) {
  for (let n = 0; n < 40; n++) {
    if (await page.evaluate(() => document.activeElement.id) === id) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no tabulator leads to ${id}`);
}

/** Begins the game in the panel, and does the first thing that can be done, until somebody's turn shows its points. */
async function begin(page, frame) {
  await frame.waitForSelector("input", { timeout: LONG });
  await frame.focus("input"); // from the text the tabulator leads through the findings first
  for (let n = 0; n < 400; n++) {
    const text = await frame.evaluate(() => document.activeElement.tagName === "BUTTON" ? document.activeElement.innerText : "");
    const is_chosen = /Begin|Done|Yes|No|Pack/.test(text);
    await page.keyboard.press(is_chosen ? "Enter" : "Tab");
    if (is_chosen) await new Promise((go_on) => setTimeout(go_on, 800));
    if (await frame.evaluate(() => /Points\s+9\b/.test(document.body.innerText))) return;
  }
}

const hasState = (page, text) => page.waitForFunction((wanted) => document.getElementById("state").textContent.includes(wanted), { timeout: LONG, polling: 200 }, text);

try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  await page.setViewport({ width: Number(width), height: 900 });
  const began = Date.now();
  await page.goto(address, { timeout: LONG });
  await hasState(page, "nothing is wrong");
  said.seconds_to_findings = Math.round((Date.now() - began) / 1000);
  await tabTo(page, "game");
  await page.keyboard.type("the-cave");
  await press(page, "Enter");
  await page.waitForFunction(() => document.getElementById("text").value.includes("constant turn_points"), { timeout: LONG });
  await hasState(page, "nothing is wrong");
  await tabTo(page, "text");
  const [line, column] = await page.$eval("#text", (each) => {
    const before = each.value.slice(0, each.value.search(/\d+ +"Action points/)).split("\n");
    return [before.length - 1, before.at(-1).length];
  });
  await page.keyboard.down("Control");
  await press(page, "Home");
  await page.keyboard.up("Control");
  await press(page, "ArrowDown", line);
  await press(page, "Home");
  await press(page, "ArrowRight", column);
  await press(page, "Delete");
  await page.keyboard.type("9");
  await page.keyboard.down("Control");
  await press(page, "Enter");
  await page.keyboard.up("Control");
  await hasState(page, "the game is built");
  const frame = await (await page.waitForSelector("#table:not([hidden])")).contentFrame();
  await frame.waitForFunction(() => document.body && document.body.innerText.length > 200, { timeout: LONG, polling: 200 });
  await begin(page, frame);
  said.game = await frame.evaluate(() => document.body.innerText);
  said.overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.screenshot({ path: `${pictures}/played-${width}.png` });
  await page.focus("#text"); // out of the game there is no way that every game has
  await page.keyboard.type("x");
  await page.waitForSelector("#findings .error", { timeout: LONG });
  said.finding = await page.$eval("#findings .error", (each) => each.innerText);
  await press(page, "Tab");
  said.focus = await page.evaluate(() => document.activeElement.tagName);
  await press(page, "Enter");
  said.line = await page.$eval("#text", (each) => each.value.slice(0, each.selectionStart).split("\n").length - 1);
  said.wanted = line;
  await page.screenshot({ path: `${pictures}/broken-${width}.png` });
} catch (error) {
  said.errors.push(String(error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
