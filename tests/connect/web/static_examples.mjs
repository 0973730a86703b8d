// Opens positions of examples on a page without a server, and does the first thing that can be done there. Arguments:
// where puppeteer-core lies, addresses.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, ...addresses] = process.argv, browser = await launched(puppeteerAt), found = [];
try {
  for (const address of addresses) {
    const page = await browser.newPage(), errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (said) => { if (said.type() === "error") errors.push(said.text()); });
    await page.goto(address);
    await page.waitForSelector("main[data-now]", { timeout: 60_000 });
    const text = (selector) => page.evaluate((each) => document.querySelector(each)?.textContent ?? "", selector);
    const result = await text(".result"), asked = await text(".question"), note = await text("footer .faint");
    if (await page.$("button[name=act]")) await page.click("button[name=act]");
    found.push({ errors, result, asked, note, done: await text("[data-told] li:last-child") });
    await page.close();
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(found));
