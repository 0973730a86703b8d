// Asks for hints where two people keep something from each other: what each says. Arguments: where puppeteer-core lies, the address.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address] = process.argv;
const browser = await launched(puppeteerAt), said = [];
try {
  const page = await browser.newPage();
  const press = async (selector) => { await page.waitForSelector(selector, { timeout: 60000 }); await page.click(selector); };
  await page.goto(address);
  for (const selector of ["#me-0", "[id='act-hide-ruby']", "#me-1", "[id='act-hide-opal']", "#me-0"]) await press(selector);
  for (let n = 0; n < 24; n++) {
    await page.evaluate(() => document.querySelector(".hinted")?.remove());
    await press("#hint");
    await page.waitForSelector(".hinted", { timeout: 60000 });
    said.push(await page.$eval(".hinted", (each) => each.textContent));
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
