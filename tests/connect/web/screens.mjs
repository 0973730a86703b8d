// Looks at screens of the page with axe-core, in light and dark, on a telephone and on a desk. Arguments: where puppeteer-core
// lies, where axe-core lies, a list as JSON: name, address, whether JavaScript is on, what is to be pressed first;
// widths and colours as JSON.
import { readFileSync } from "node:fs";
import { launched } from "./browser.mjs";
const [, , puppeteerAt, axeAt, list, looks] = process.argv;
const axe = readFileSync(axeAt, "utf8"), browser = await launched(puppeteerAt), seen = {};
try {
  for (const [width, scheme] of JSON.parse(looks))
    for (const [name, address, hasScript, pressed] of JSON.parse(list)) {
      const page = await browser.newPage();
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }, { name: "prefers-color-scheme", value: scheme }]);
      await page.setJavaScriptEnabled(hasScript);
      await page.goto(address);
      if (pressed) {
        await page.focus(pressed);
        await page.keyboard.press("Enter");
        await page.waitForSelector(".pointed", { timeout: 60000 });
      }
      await page.evaluate(() => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
      await page.setJavaScriptEnabled(true); // for axe-core; the page has loaded without
      await page.evaluate(axe);
      const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map((each) => `${each.id}: ${each.nodes[0].html.slice(0, 160)}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth), shows = await page.evaluate(() => document.body.className + [...document.querySelectorAll("[id], [class]")].map((each) => `#${each.id}.${each.className}`).join(" "));
      (seen[name] ??= { violations: [], wide: [], shows }).violations.push(...found);
      if (wide > width) seen[name].wide.push(width);
      await page.close();
    }
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
