// Whether boards and what can be done are in sight together at 1280 by 800. Arguments: where puppeteer-core lies, addresses.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, pictures, ...addresses] = process.argv;
const browser = await launched(puppeteerAt), said = [];
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  for (const [n, address] of addresses.entries()) {
    await page.goto(address, { timeout: 120_000 });
    await page.waitForSelector("#actions", { timeout: 120_000 });
    await new Promise((done) => setTimeout(done, 300));
    said.push(await page.evaluate(() => {
      const part = (each) => { const box = each.getBoundingClientRect(), high = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0); return Math.max(0, high) / Math.min(box.height, innerHeight * 0.8); };
      const boards = [...document.querySelectorAll(".boards figure .scroll, .boards .cards:has(.can)")], acts = [...document.querySelectorAll("#says, .question, #actions button[name=act], #actions button[name=pack], #actions summary, .tools button, .tools a")].filter((each) => each.checkVisibility());
      const isIn = (each) => { const box = each.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth; };
      const can = [...document.querySelectorAll(".over-board > .can, .cards .can")].filter((each) => each.checkVisibility());
      return { boards: boards.map((each) => Math.round(100 * part(each))), places: can.length ? Math.round((100 * can.filter(isIn).length) / can.length) : 100, says: !!document.querySelector("#says") && isIn(document.querySelector("#says")), acts: acts.filter(isIn).length, all: acts.length, high: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth };
    }));
    if (pictures) await page.screenshot({ path: `${pictures}-${n}.png` });
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
