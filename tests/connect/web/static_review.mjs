// The hint and the review of a page without a server. Arguments: where puppeteer-core lies, the address, a save in which somebody may
// win, one that is over, the number of the choice from before which it is played on.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address, going, over, number] = process.argv;
const browser = await launched(puppeteerAt), said = { errors: [] }, PATIENCE = { timeout: 300_000 };
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  const press = async (selector) => { await page.waitForSelector(selector, PATIENCE); await page.click(selector); };
  const open = async (file) => {
    await page.goto(`${address}?${Math.random()}#lang=en`, PATIENCE);
    await (await page.waitForSelector("#file", PATIENCE)).uploadFile(file);
    await page.waitForSelector("#says", PATIENCE);
  };
  await open(going);
  await press("#hint");
  await page.waitForSelector(".hinted", PATIENCE);
  said.why = await page.$$eval(".why", (all) => all.map((each) => each.textContent));
  await open(over);
  await press("#review");
  await page.waitForSelector(".review details", PATIENCE);
  said.choices = await page.$$eval(".review tr", (all) => all.map((row) => [Number(row.cells[0].textContent), row.cells[4].textContent]));
  said.worst = await page.$$eval(".worst li", (all) => all.map((each) => each.textContent));
  await press(`.worst #then-${number - 1}`);
  await page.waitForSelector("nav.then", PATIENCE);
  said.position = await page.$eval("nav.then h2", (each) => each.textContent);
  await press("#then-now");
  await press("#review");
  await page.waitForSelector(".review details", PATIENCE);
  await press(`#from-${number}`);
  await page.waitForSelector(".can", PATIENCE);
  said.from = await page.$eval("#table", (each) => each.dataset.now.split(" ")[0]);
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
