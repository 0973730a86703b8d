// Two people at one screen, who keep something from each other: what each page shows. Arguments: where puppeteer-core lies, the address.
import { pathToFileURL } from "node:url";
const [, , puppeteerAt, address] = process.argv;
const { default: puppeteer } = await import(pathToFileURL(puppeteerAt).href);
const browser = await puppeteer.launch({
  executablePath: "/usr/bin/chromium", headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const pages = [];
try {
  const page = await browser.newPage();
  await page.goto(address);
  for (const selector of ["#me-0", "[id='act-hide-ruby']", "#p0-b1", "#me-1", "[id='act-hide-opal']", "#p0-a1", "#me-0"]) {
    await page.waitForSelector(selector, { timeout: 20000 });
    pages.push(await page.evaluate(() => document.body.innerHTML));
    await page.click(selector);
  }
  await page.waitForSelector("[id='act-hide-ruby']", { timeout: 20000 });
  pages.push(await page.evaluate(() => document.body.innerHTML));
} finally {
  await browser.close();
}
console.log(JSON.stringify(pages));
