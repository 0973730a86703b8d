// What stands at the head of a page without a server, what it asks once more, and who plays. Arguments: where puppeteer-core
// lies, the address, files that are no save of it.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address, ...files] = process.argv;
const browser = await launched(puppeteerAt);
const said = { errors: [], turn: [] };
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  const text = (selector) => page.$eval(selector, (each) => each.textContent), press = async (selector) => { await page.waitForSelector(selector, { timeout: 60000 }); await page.click(selector); };
  const blow = async () => { await page.waitForSelector("#rarely"); await page.$eval("#rarely", (each) => { each.open = true; }); await press("#late-blow"); };
  await page.goto(address);
  await page.waitForSelector("#act-stay");
  for (let n = 0; n < 5; n++) {
    said.turn.push(await text(".turn"));
    await press("#act-stay");
  }
  await page.keyboard.press("Escape");
  await press("#earlier");
  await press("#then-first");
  await press("#play-from");
  said.from = await page.$eval("#table", (each) => each.dataset.now.split(" ")[0]);
  for (let n = 0; n < 5; n++) await press("#act-stay");
  for (let n = 0; n < 5; n++) await press("#undo");
  said.undone = await text(".turn");
  await blow();
  said.asked = await text("#word");
  await press("#not-sure");
  said.still = await page.$eval("#table", (each) => each.dataset.now.split(" ")[0]);
  await blow();
  await press("#sure");
  said.done = await page.$eval("#table", (each) => each.dataset.now.split(" ")[0]);
  await press(".seats summary");
  said.seats = (await page.$$(".seats select")).length;
  await page.select("#seat-1", "random");
  await page.waitForFunction(() => document.querySelector(".turn").textContent.includes("Anna"), { timeout: 60000 });
  said.bot = await text("#says");
  await page.reload();
  await press("#go-on");
  await page.waitForSelector("#says", { timeout: 60000 });
  said.refused = [];
  for (const file of files) {
    await press("#again");
    await (await page.waitForSelector("#file")).uploadFile(file);
    await page.waitForSelector("#word", { timeout: 60000 });
    said.refused.push(await text("#word"));
    await page.reload();
    await press("#go-on");
    await page.waitForSelector("#says", { timeout: 60000 });
  }
  said.kept = await text("#says");
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
