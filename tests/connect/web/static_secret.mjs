// Two people at one screen, who keep something from each other: what each page shows. Arguments: where puppeteer-core lies, the address.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address] = process.argv;
const browser = await launched(puppeteerAt);
const pages = [];
try {
  const page = await browser.newPage();
  await page.goto(address);
  for (const selector of ["#me-0", "[id='act-hide-ruby']", "#p0-b1", "#me-1", "[id='act-hide-opal']", "#p0-a1", "#me-0"]) {
    await page.waitForSelector(selector, { timeout: 60000 });
    pages.push(await page.evaluate(() => document.body.innerHTML));
    await page.click(selector);
  }
  await page.waitForSelector("[id='act-hide-ruby']", { timeout: 60000 });
  pages.push(await page.evaluate(() => document.body.innerHTML));
} finally {
  await browser.close();
}
console.log(JSON.stringify(pages));
