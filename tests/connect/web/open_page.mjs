// What a browser does with a page that stands open: says that nobody answers until somebody does, brings into sight what is said of
// a place, keeps the focus, leaves out what a wide screen needs not. Arguments: where puppeteer-core lies, the addresses of a seat
// that acts, of one that waits, of a table with a map.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, acting, waiting, map] = process.argv;
const browser = await launched(puppeteerAt), said = { errors: [], gone: [] };
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  await page.goto(waiting);
  await page.setOfflineMode(true);
  await page.waitForSelector("#gone", { timeout: 30000 });
  said.gone.push(await page.$eval("#gone", (each) => each.textContent));
  await page.setOfflineMode(false);
  await page.waitForFunction(() => !document.getElementById("gone"), { timeout: 30000 });

  const other = await browser.newPage();
  await other.goto(acting);
  await other.focus("#p0-b2");
  await other.keyboard.press("Enter");
  await other.waitForFunction(() => !document.querySelector(".can"), { timeout: 30000 });
  said.focus = await other.evaluate(() => document.activeElement.id);
  await page.bringToFront();
  await page.waitForSelector("#p0-a1.can", { timeout: 30000 });
  said.comes = await page.$eval("#live", (each) => each.textContent);

  said.buttons = [];
  for (const width of [1000, 1280]) {
    await page.setViewport({ width, height: 900 });
    await page.goto(map);
    said.buttons.push(await page.$eval("#map-0", (each) => each.checkVisibility()));
    said.cut = await page.$eval(".boards .scroll", (each) => each.scrollWidth > each.clientWidth);
  }
  await page.setViewport({ width: 390, height: 500, hasTouch: true });
  await page.goto(map);
  await page.click("#p0-A2");
  await page.waitForSelector(".pointed", { timeout: 30000 });
  said.pointed = await page.$eval(".pointed", (each) => each.getBoundingClientRect().top < innerHeight - 100);
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
