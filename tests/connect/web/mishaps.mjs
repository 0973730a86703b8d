// What goes wrong between people, a page and a server. Arguments: where puppeteer-core lies, a mishap by its name, the addresses
// of what it happens to. The server does as `/_do/NAME` says; what comes of it is printed as JSON.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, name, ...addresses] = process.argv;
const PATIENCE = { timeout: 120_000 };
const browser = await launched(puppeteerAt), said = { errors: [] };

/** The server does something: answers, answers nobody, starts anew. */
const serverDoes = async (what) => (await fetch(`${new URL(addresses[0]).origin}/_do/${what}`)).text();
const moves = async () => JSON.parse(await serverDoes("moves"));
const stamp = (page) => page.$eval("main", (each) => each.dataset.now);
const changed = (page, before) => page.waitForFunction((old) => document.querySelector("main")?.dataset.now !== old, { ...PATIENCE, polling: 100 }, before);
const textOf = (page, selector) => page.$eval(selector, (each) => each.textContent.trim());

/** A page that waits for no answer longer than two seconds, and that can be put to sleep: then no timer of it runs. */
async function opened(address, look = { width: 1280, height: 800 }) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  await page.setViewport(look);
  await page.evaluateOnNewDocument(() => {
    const least = AbortSignal.timeout.bind(AbortSignal), later = window.setTimeout.bind(window);
    AbortSignal.timeout = (time) => least(Math.min(time, 2000));
    window.asleep = false;
    window.setTimeout = (act, time, ...given) => later((...all) => { if (!window.asleep) act(...all); }, time, ...given);
    Object.defineProperty(document, "hidden", { get: () => window.asleep });
    window.sleeps = (isAsleep) => { window.asleep = isAsleep; document.dispatchEvent(new Event("visibilitychange")); };
  });
  await page.goto(address, PATIENCE);
  await page.waitForSelector("main[data-now], #start", PATIENCE);
  return page;
}

async function acts(page, selector) {
  await page.bringToFront(); // nothing is clicked on a page behind another
  await page.waitForSelector(selector, PATIENCE);
  await page.click(selector);
}

const MISHAPS = {
  /** An action whose request, or whose answer, is lost. */
  async lost(address, how) {
    const page = await opened(address), before = await stamp(page);
    await serverDoes(how);
    await acts(page, "#p0-b2.can");
    await page.waitForSelector("#gone", PATIENCE);
    said.gone = await textOf(page, "#gone");
    await serverDoes("answers");
    await changed(page, before);
    await page.waitForFunction(() => !document.getElementById("gone"), PATIENCE);
    said.moves = await moves();
    said.word = (await page.$("#word")) ? await textOf(page, "#word") : "";
  },

  /** A line of the chat whose answer is lost. */
  async chat(address, how) {
    const page = await opened(address);
    await page.type("#say", "well played");
    await serverDoes(how);
    await page.click("#send");
    await page.waitForSelector("#gone", PATIENCE);
    await serverDoes("answers");
    await page.waitForSelector(".lines li", PATIENCE);
    await page.waitForFunction(() => !document.getElementById("gone"), PATIENCE);
    said.lines = await page.$$eval(".lines li bdi", (all) => all.map((each) => each.textContent));
  },

  /** A phone that sleeps while others play: no timer runs, until somebody takes it up. */
  async sleep(mine, other) {
    const page = await opened(mine, { width: 390, height: 844 }), there = await opened(other), before = await stamp(page);
    await page.evaluate(() => window.sleeps(true));
    await acts(there, "#p0-b2.can");
    await changed(there, before);
    await new Promise((done) => setTimeout(done, 3000));
    said.asleep = (await stamp(page)) === before;
    await page.evaluate(() => window.sleeps(false));
    await changed(page, before);
    said.says = await textOf(page, "#says");
  },

  /** Two browsers on one seat, one of which does not know what the other did. */
  async two(address) {
    const [one, other] = [await opened(address), await opened(address)], before = await stamp(one);
    await other.evaluate(() => window.sleeps(true));
    await acts(one, "#p0-b2.can");
    await changed(one, before);
    await acts(other, "#p0-a1.can");
    await other.waitForSelector("#word", PATIENCE);
    Object.assign(said, { word: await textOf(other, "#word"), moves: await moves(), same: (await stamp(other)) === (await stamp(one)) });
  },

  /** A double click on a place, and on an answer in whose place another stands as soon as it is given. */
  async double(address) {
    const page = await opened(address);
    said.moves = [];
    for (const selector of ["#p0-b2", ".choices button[name=act]"]) {
      await page.evaluate((which) => { for (let each = document.querySelector(which); each; each = each.parentElement) if (each.localName === "details") each.open = true; }, selector);
      const before = await stamp(page), at = await page.$eval(selector, (each) => { each.scrollIntoView({ block: "center" }); const box = each.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; });
      await page.mouse.click(...at, { clickCount: 1 });
      await changed(page, before);
      await page.mouse.click(...at, { clickCount: 2 });
      await new Promise((done) => setTimeout(done, 1500));
      said.moves.push((await moves()).length);
    }
  },

  /** Back and reload, in the middle of a choice and behind an action. */
  async back(address) {
    const page = await opened(address), picked = () => page.$$eval(".over-board > .picked", (all) => all.map((each) => each.id)), now = await stamp(page);
    await acts(page, "#p0-c2.can");
    await page.waitForSelector(".picked", PATIENCE);
    await page.reload(PATIENCE);
    said.picked = await picked();
    await acts(page, "#p0-c3.can");
    await changed(page, now);
    await page.reload(PATIENCE);
    said.reloaded = await moves();
    await page.goto(address.replace("?", "rules?"), PATIENCE);
    const other = await opened(address), before = await stamp(other);
    await acts(other, "#p0-a7.can");
    await acts(other, "#p0-a6.can");
    await changed(other, before);
    await page.goBack(PATIENCE);
    await page.waitForFunction((shown) => document.querySelector("main").dataset.now === shown, PATIENCE, await stamp(other));
    said.back = await moves();
  },

  /** A server that starts anew while a piece is being dragged. */
  async drag(address) {
    const page = await opened(address), before = await stamp(page), middle = (place) => page.$eval(`#p0-${place}`, (each) => { const box = each.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; });
    await page.waitForSelector("#p0-c2.can", PATIENCE);
    const [from, to] = [await middle("c2"), await middle("c3")];
    await page.mouse.move(...from);
    await page.mouse.down();
    await serverDoes("dies");
    await page.mouse.move(from[0] + 12, from[1] - 12);
    await page.waitForSelector("#gone", PATIENCE);
    await page.mouse.move(...to);
    said.carried = await page.$$eval(".carried", (all) => all.length);
    await serverDoes("anew");
    await page.mouse.up();
    await changed(page, before);
    await page.waitForFunction(() => !document.getElementById("gone"), PATIENCE);
    said.moves = await moves();
    said.left = await page.$$eval(".carried, .picked", (all) => all.length);
  },

  /** A link whose match is not there any more. */
  async old(address) {
    const page = await opened(address);
    await serverDoes("other");
    await page.waitForFunction(() => !document.getElementById("table"), PATIENCE);
    await page.waitForSelector(".word", PATIENCE);
    said.word = await textOf(page, ".word");
  },

  /** Names that are long, or written from right to left. */
  async names(address) {
    const page = await opened(address, { width: 390, height: 844 });
    said.wide = await page.evaluate(() => document.documentElement.scrollWidth);
    said.order = await page.$eval(".standings", (each) => {
      const at = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range.getBoundingClientRect().left; };
      return [...each.querySelectorAll(".player")].map((one) => at(one.querySelector("bdi")) < at(one.querySelector("b")));
    });
    said.says = await textOf(page, "#says");
  },

  /** A map of many tiles on a phone: drawn, in sight where one stands, and each place as large as a finger. */
  async large(address, start = "") {
    const page = await opened(address, { width: 390, height: 844, hasTouch: true, isMobile: true });
    if (start) await acts(page, start);
    await page.waitForSelector(".over-board .can", PATIENCE);
    Object.assign(said, await page.evaluate(() => {
      const box = document.querySelector(".boards .scroll"), seen = box.getBoundingClientRect(), found = [...box.querySelectorAll(".over-board > .can")].map((each) => each.getBoundingClientRect());
      return {
        wide: document.documentElement.scrollWidth, tiles: box.querySelectorAll("svg .place").length, small: found.filter((each) => Math.min(each.width, each.height) < 24).length,
        seen: found.filter((each) => each.left >= seen.left - 1 && each.right <= seen.right + 1 && each.top >= seen.top - 1 && each.bottom <= Math.min(seen.bottom, innerHeight) + 1).length,
      };
    }));
    const before = await stamp(page);
    await page.$eval(".over-board > .can", (each) => each.click());
    await page.waitForFunction((old) => document.querySelector("main").dataset.now !== old || document.querySelector(".pointed, .held, .picked"), PATIENCE, before);
    said.acts = true;
  },
};

try {
  await MISHAPS[name](...addresses);
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
