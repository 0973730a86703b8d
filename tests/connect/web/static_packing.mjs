// Packs a bag on a page without a server, and takes that back. Arguments: where puppeteer-core lies, the address.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address] = process.argv;
const browser = await launched(puppeteerAt);
const said = { errors: [] };
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  const moves = () => page.$eval("#table", (each) => each.dataset.now.split(" ")[0]);
  const press = async (selector) => { await page.waitForSelector(selector, { timeout: 60000 }); await page.click(selector); };
  await page.goto(address);
  await press("[id='act-take_camp-no']");
  await page.waitForSelector("#pack-it", { timeout: 60000 });
  said.before = await moves();
  await press("#more-0");
  await press("#more-1");
  await press("#more-5");
  said.full = await page.$eval(".full", (each) => each.textContent);
  said.many = await page.$eval(".packing li b", (each) => each.textContent);
  said.slots = await page.$$eval(".slots li", (all) => all.map((each) => each.matches(".gap")));
  await press("#pack-it");
  await page.waitForSelector("#word", { timeout: 60000 });
  said.asked = await page.$eval("#word", (each) => each.textContent);
  await press("#pack-it");
  await page.waitForFunction(() => !document.querySelector("#pack-it"));
  said.packed = Number(await moves()) > 3;
  await press("#undo");
  await page.waitForSelector("#pack-it", { timeout: 60000 });
  said.undone = await moves();
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
