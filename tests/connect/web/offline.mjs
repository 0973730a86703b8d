// What a browser does with a page of files whose web server goes away and comes back with another version. Arguments: where
// puppeteer-core lies, the address of the page, the address at which the server is switched (`/off`, `/on`, `/next`).
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address, control] = process.argv;
const browser = await launched(puppeteerAt), said = { errors: [] };
const turn = async (to) => (await fetch(`${control}/${to}`)).text();
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  const title = async () => {
    await page.goto(address, { timeout: 60000 });
    await page.waitForSelector("form, #actions", { timeout: 60000 });
    return page.title();
  };
  await title();
  said.manifest = await page.evaluate(async () => (await (await fetch(document.querySelector("link[rel=manifest]").href)).json()).name);
  await page.evaluate(() => navigator.serviceWorker.ready.then((each) => each.active.state));
  await page.waitForFunction(() => navigator.serviceWorker.controller, { timeout: 60000 });
  await turn("off");
  said.offline = await title();
  await turn("next");
  said.updated = await title();
  await page.waitForFunction(async () => (await caches.keys()).length === 1 && (await (await (await caches.open((await caches.keys())[0])).match("index.html"))?.text())?.includes("Second"), { timeout: 60000 });
  await turn("off");
  said.later = await title();
  await page.evaluate(() => localStorage.clear());
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
