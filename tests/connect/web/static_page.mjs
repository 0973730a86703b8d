// A match on a page without a server: bots, undo, a page that is loaded anew, languages, what the browser lacks.
// Arguments: where puppeteer-core lies, the address.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address] = process.argv;
const browser = await launched(puppeteerAt);
const said = { errors: [] };
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  page.on("console", (each) => { if (each.type() === "error") said.errors.push(each.text()); });
  const text = (selector) => page.$eval(selector, (each) => each.textContent);
  const there = (selector) => page.waitForSelector(selector, { timeout: 60000 });

  await page.goto(address);
  await there("#start");
  await page.type("#name-0", "<b>Anna");
  await page.select("#who-1", "greedy");
  await page.click("#start");
  await there("#p0-b2");
  said.title = await text("#says");
  said.foreseen = await page.$eval("#p0-b2", (each) => each.getAttribute("aria-label"));
  await page.click("#p0-b2");
  await page.waitForFunction(() => document.getElementById("table").dataset.now.startsWith("2 "));
  said.bot = await text("[data-told]");
  said.stays = await text(".faint");
  said.marked = await page.$$eval("svg .changed", (all) => all.length);
  await page.click("#earlier");
  await page.click("#then-back");
  said.earlier = [await text(".then h2"), await page.$$eval(".over-board .can", (all) => all.length), await page.$$eval("svg .piece", (all) => all.length)];
  await page.click("#then-now");
  await page.click("#rules");
  said.rules = await text("#actions h2");
  await page.click("#rules");
  await page.click("#p0-b2");
  said.refused = (await page.$$eval(".pointed .refused .short", (all) => all.map((each) => each.textContent))).join();
  said.needed = await page.$$eval(".pointed .causes > li > small:not(.fact)", (all) => all.map((each) => each.textContent));
  await page.click("#lang-de");
  said.german = await text("#says");

  await page.reload();
  await there("#go-on");
  await page.click("#go-on");
  await there("#says");
  said.resumed = await page.$eval("#table", (each) => each.dataset.now);

  await page.click("#again");
  await there("#who-0");
  await page.select("#who-0", "mcts");
  await page.select("#who-1", "random");
  await page.click("#start");
  await page.waitForFunction(() => document.querySelector(".result"), { timeout: 60000 });
  said.ended = await text(".result");

  await page.click("#again");
  await there("#who-0");
  await page.select("#who-0", "person");
  await page.select("#who-1", "person");
  await page.click("#start");
  await there("#p0-a1");
  await page.click("#p0-a1");
  await there("#undo");
  await page.click("#undo");
  said.undone = await page.$eval("#table", (each) => each.dataset.now);

  await page.goto("about:blank");
  await page.evaluateOnNewDocument(() => { delete globalThis.WebAssembly; });
  await page.goto(`${address}?lang=en`);
  await there("#word");
  said.without = await text("#word");
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
