// The hint and the review of a page without a server, looked at by axe-core in light and dark, on a telephone and on a desk.
// Arguments: where puppeteer-core lies, where axe-core lies, the address, a save in which somebody may
// win, one that is over, the number of the choice from before which it is played on.
import { launched } from "./browser.mjs";
import { readFileSync } from "node:fs";
const [, , puppeteerAt, axeAt, address, going, over, number] = process.argv;
const browser = await launched(puppeteerAt), axe = readFileSync(axeAt, "utf8"), said = { errors: [], violations: [], wide: [] }, PATIENCE = { timeout: 300_000 };
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  const press = async (selector) => { await page.waitForSelector(selector, PATIENCE); await page.click(selector); };
  const open = async (file) => {
    await page.goto(`${address}?${Math.random()}#lang=en`, PATIENCE);
    await (await page.waitForSelector("#file", PATIENCE)).uploadFile(file);
    await page.waitForSelector("#says", PATIENCE);
  };
  const audit = async () => {
    if (!(await page.evaluate(() => !!window.axe))) await page.evaluate(axe);
    await page.evaluate(() => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
    for (const [width, scheme] of [[390, "dark"], [1280, "light"]]) {
      await page.setViewport({ width, height: 844 });
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }, { name: "prefers-color-scheme", value: scheme }]);
      said.violations.push(...(await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map((each) => `${each.id}: ${each.nodes[0].html.slice(0, 200)}`))));
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) said.wide.push(width);
    }
  };
  await page.goto(address, PATIENCE);
  await page.waitForSelector("#start", PATIENCE);
  await audit();
  await open(going);
  await press("#hint");
  await page.waitForSelector(".hinted", PATIENCE);
  await audit();
  said.why = await page.$$eval(".why", (all) => all.map((each) => each.textContent));
  await open(over);
  await press("#review");
  await page.waitForSelector(".review details", PATIENCE);
  await audit();
  said.choices = await page.$$eval(".review tr", (all) => all.map((row) => [Number(row.cells[0].textContent), row.cells[4].textContent]));
  said.worst = await page.$$eval(".worst li", (all) => all.map((each) => each.textContent));
  await press(`.worst #then-${number - 1}`);
  await page.waitForSelector("nav.then", PATIENCE);
  said.position = await page.$eval("nav.then h2", (each) => each.textContent);
  await press("#then-now");
  await press("#review");
  await page.waitForSelector(".review details", PATIENCE);
  await press(`#from-${number}`);
  await page.waitForSelector(".can", PATIENCE);
  said.from = await page.$eval("#table", (each) => each.dataset.now.split(" ")[0]);
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
