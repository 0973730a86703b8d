// Carries pieces over boards: drags one to a place that takes it and one to where nothing takes it, takes one up by the keyboard and
// puts it back, lays another by two taps of a finger. Arguments: where puppeteer-core lies, a list as JSON: an address, what is to be
// pressed first, and places: from where to where, and where nothing goes.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, list] = process.argv;
const browser = await launched(puppeteerAt), all = [];
for (const [address, start, from, to, nowhere, then, there] of JSON.parse(list)) {
  const said = { errors: [] }, page = await browser.newPage(), at = (place) => `#p0-${place}`;
  all.push(said);
  try {
    page.on("pageerror", (error) => said.errors.push(String(error)));
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(address);
    if (start) { await page.waitForSelector(start, { timeout: 120000 }); await page.click(start); }
    await page.waitForSelector(`${at(from)}.can`, { timeout: 120000 });
    const stamp = () => page.$eval("main", (each) => each.dataset.now), before = await stamp();
    const middle = (place) => page.$eval(at(place), (each) => { const { left, top, width, height } = each.getBoundingClientRect(); return [left + width / 2, top + height / 2]; });
    const drag = async (one, other) => {
      await page.mouse.move(...(await middle(one)));
      await page.mouse.down();
      for (const part of [0.3, 0.6, 1]) { const [x, y] = await middle(one), [a, b] = await middle(other); await page.mouse.move(x + (a - x) * part, y + (b - y) * part); }
      await page.waitForSelector(`${at(one)}.picked`, { timeout: 120000 });
    };
    await drag(from, nowhere);
    said.carried = await page.$$eval(".carried", (each) => each.length);
    await page.mouse.up();
    await page.waitForFunction(() => !document.querySelector(".picked"), { timeout: 120000 });
    said.back = (await stamp()) === before;
    await page.focus(at(from));
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${at(from)}.picked`, { timeout: 120000 });
    said.named = await page.$eval(at(from), (each) => each.getAttribute("aria-label"));
    await page.focus(at(to));
    said.ghosts = await page.$$eval(".stands", (each) => each.map((one) => one.parentNode.id));
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".picked"), { timeout: 120000 });
    await drag(from, to);
    await page.mouse.up();
    await page.waitForFunction((old) => document.querySelector("main").dataset.now !== old, { timeout: 120000 }, before);
    said.left = await page.$$eval(".carried, .picked", (each) => each.length);
    const middling = await stamp();
    await page.waitForSelector(`${at(then)}.can`, { timeout: 120000 });
    await page.click(at(then));
    await page.waitForSelector(`${at(there)}.can`, { timeout: 120000 });
    await page.click(at(there));
    await page.waitForFunction((old) => document.querySelector("main").dataset.now !== old, { timeout: 120000 }, middling);
    said.laid = await page.evaluate((places) => places.map((name) => document.querySelectorAll(`svg .place[data-place="${name}"] .piece`).length), [from, to, then, there]);
  } catch (error) {
    said.errors.push(String(error.stack || error));
  }
  await page.close();
}
await browser.close();
console.log(JSON.stringify(all));
