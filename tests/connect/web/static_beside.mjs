// What is done out of turn on a page without a server. Arguments: where puppeteer-core lies, the address.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address] = process.argv;
const browser = await launched(puppeteerAt);
const said = { errors: [], offered: [] };
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  const text = (selector) => page.$eval(selector, (each) => each.textContent);
  const press = async (selector) => { await page.waitForSelector(selector, { timeout: 60000 }); await page.click(selector); };
  const unfold = async () => page.$$eval("#beside, #by-host", (all) => all.forEach((each) => { each.open = true; }));
  const look = async () => said.offered.push(await page.$$eval("#beside button, #by-host button", (all) => all.map((each) => each.id)));
  await page.goto(address);
  await page.waitForSelector("#beside", { timeout: 60000 });
  await unfold();
  await look();
  await press("#beside-1-leave");
  said.asked = await text("#word");
  await press("#sure");
  await page.waitForSelector("#beside", { timeout: 60000 });
  await unfold();
  await look();
  await press("#by-host-0-run_out");
  await page.waitForFunction(() => !document.querySelector("#beside"), { timeout: 60000 });
  said.says = await text("#says");
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
