// Goes through pages by Tab alone, and reads what Chromium gives to screen readers. Arguments: where puppeteer-core lies, a list as
// JSON: name, address, what is typed into the chat ("" for nothing); how wide the screen is.
import { launched } from "./browser.mjs";
const [, , puppeteerAt, list, width] = process.argv, MOST = 400, browser = await launched(puppeteerAt), seen = {};
const CONTROLS = ["button", "link", "textbox", "combobox", "checkbox", "radio", "slider", "spinbutton", "searchbox"];
const nodes = (node) => (node ? [node, ...(node.children ?? []).flatMap(nodes)] : []);
try {
  for (const [name, address, line] of JSON.parse(list)) {
    const page = await browser.newPage();
    await page.setViewport({ width: Number(width), height: 844 });
    await page.goto(address);
    // What can have the focus: of radio buttons one of each group, nothing that is folded away or out of the order.
    const wanted = await page.evaluate(() => {
      const groups = new Set(), isFirst = (each) => each.type !== "radio" || (!groups.has(each.name) && groups.add(each.name));
      const found = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")];
      const reachable = found.filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0 && isFirst(each));
      reachable.forEach((each, n) => { each.dataset.tabbed = n; });
      return reachable.map((each) => each.outerHTML.slice(0, 120));
    });
    const reached = new Set(), covered = new Set();
    for (let n = 0; n < MOST; n += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const here = document.activeElement, group = here.type === "radio" ? document.querySelector(`input[name="${here.name}"][data-tabbed]`) : here;
        return here === document.body ? "" : (group?.dataset.tabbed ?? "other");
      });
      if (at === "" && reached.size) break;
      reached.add(Number(at));
      const under = await page.evaluate(() => {
        const here = document.activeElement, box = here.getBoundingClientRect(), middle = (low, high, most) => (Math.max(0, low) + Math.min(high, most)) / 2, [x, y] = [middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)], top = document.elementFromPoint(x, y);
        return top && (here.contains(top) || top.contains(here) || [...(here.labels ?? [])].some((each) => each.contains(top))) ? "" : here.outerHTML.slice(0, 120);
      });
      if (under) covered.add(under);
    }
    const narrow = await page.$$eval("input:not([type]), textarea, select", (all) => all.filter((each) => each.checkVisibility() && each.getBoundingClientRect().width < 60).map((each) => each.outerHTML.slice(0, 120)));
    if (line) {
      await page.focus("input[name=text]");
      await page.keyboard.type(line);
      await Promise.all([page.keyboard.press("Enter"), page.waitForFunction((said) => document.body.innerText.includes(said), { timeout: 60_000 }, line)]);
    }
    const tree = nodes(await page.accessibility.snapshot({ interestingOnly: false }));
    seen[name] = {
      missed: wanted.filter((_, n) => !reached.has(n)), covered: [...covered], narrow, many: wanted.length,
      nameless: tree.filter((each) => CONTROLS.includes(each.role) && !each.name?.trim()).map((each) => each.role),
      headings: tree.filter((each) => each.role === "heading").map((each) => [each.level, each.name]),
      marks: tree.filter((each) => ["main", "log", "timer", "status", "navigation", "region", "alert"].includes(each.role)).map((each) => [each.role, each.name ?? ""]),
      said: tree.filter((each) => each.role === "StaticText").map((each) => each.name),
    };
    await page.close();
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
