// What falls to a place, on a page without a server, and how wide its beginning is on a telephone. Arguments: where puppeteer-core
// lies, the address.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address] = process.argv;
const browser = await launched(puppeteerAt), said = { errors: [], wide: [], done: [] };
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  await page.setViewport({ width: 390, height: 850 });
  for (const lang of ["en", "de", "es"]) {
    await page.goto(`${address}#lang=${lang}`);
    await page.reload();
    await page.waitForSelector("#start", { timeout: 60000 });
    said.wide.push(await page.evaluate(() => document.documentElement.scrollWidth));
  }
  await page.click("#start");
  await page.waitForSelector("#says", { timeout: 60000 });
  for (const id of ["p0-d1", "p0-d2"]) {
    await page.waitForSelector(`#${id}.can`, { timeout: 60000 });
    said.done.push([await page.$$eval(".over-board .can", (all) => all.map((each) => each.id.slice(3)).join(" ")), await page.$eval(`#${id}`, (each) => each.getAttribute("aria-label"))]);
    await page.click(`#${id}`);
  }
  said.pieces = await page.$$eval("svg .place .piece", (all) => all.length);
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
