// Watches how what others do is shown, and zooms. Arguments: where puppeteer-core lies, the address, how wide the screen is, whether
// motion is wanted, what is pressed. The page rings by a sound that is counted instead of heard.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, address, width, motion, ...presses] = process.argv, PATIENCE = { timeout: 60_000 };
const browser = await launched(puppeteerAt, true), said = { errors: [] };
try {
  const page = await browser.newPage(), small = Number(width) < 700;
  page.on("pageerror", (error) => said.errors.push(String(error)));
  await page.setViewport({ width: Number(width), height: 800, hasTouch: small, isMobile: small });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: motion }]);
  await page.evaluateOnNewDocument(() => {
    localStorage.setItem("cavewright sound", "on");
    localStorage.setItem("cavewright pace", "quick");
    Object.assign(window, { rings: 0, steps: [] });
    window.AudioContext = class {
      constructor() { window.rings += 1; }
      createOscillator() { return { frequency: {}, connect: (other) => other, start() {}, stop() {} }; }
      createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (other) => other }; }
    };
    new MutationObserver(() => {
      const step = document.getElementById("step"), text = step?.querySelector(".what").textContent;
      if (text === undefined || window.steps.at(-1)?.text === text) return;
      const box = step.getBoundingClientRect();
      window.steps.push({ text, title: document.title, seen: box.top >= 0 && box.bottom <= innerHeight, skips: step.querySelector("button")?.textContent });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  await page.waitForSelector(".over-board .can", PATIENCE);
  const rings = await page.evaluate(() => window.rings);
  for (const press of presses) {
    const before = await page.$eval("main", (each) => each.dataset.now);
    await page.waitForSelector(`${press}.can`, PATIENCE);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.$eval(press, (each) => each.click());
    await page.waitForFunction((old) => document.querySelector("main").dataset.now !== old && !document.getElementById("step") && document.title.startsWith("●"), { ...PATIENCE, polling: 50 }, before);
  }
  Object.assign(said, await page.evaluate((first) => ({ steps: window.steps, rings: window.rings - first, marked: document.querySelectorAll(".over-board .new").length }), rings));
  const close = () => page.$eval(".boards .board", (each) => Number(getComputedStyle(each).getPropertyValue("--zoom")));
  await page.evaluate(() => scrollTo(0, 0));
  const [x, y] = await page.$eval(".boards figure .scroll", (each) => { const box = each.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; });
  if (small) {
    const devtools = await page.createCDPSession(), fingers = (apart) => [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }];
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(30) });
    for (const apart of [40, 55, 70, 90]) {
      await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
      await new Promise((done) => setTimeout(done, 50));
    }
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    said.zooms = [await close()];
    said.page = await page.evaluate(() => visualViewport.scale);
  } else {
    said.zooms = [];
    await page.mouse.move(x, y);
    await page.mouse.wheel({ deltaY: -200 });
    await page.waitForFunction(() => Number(getComputedStyle(document.querySelector(".boards .board")).getPropertyValue("--zoom")) > 1, PATIENCE);
    said.zooms.push(await close());
    for (const key of ["-", "+", "0"]) { await page.keyboard.press(key); said.zooms.push(await close()); }
  }
} catch (error) {
  said.errors.push(String(error.stack || error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
