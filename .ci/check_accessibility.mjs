// Looks at a built website with axe-core in headless Chromium: of each kind of page a large one, wide and light, narrow and dark,
// and by keyboard. Prints what is wrong in what we write and, apart from it, in the frame of the theme; ends with 1 for the former.
//
//     node .ci/check_accessibility.mjs site [page.html ...]
//
// axe-core and puppeteer-core are found from NODE_MODULES, or in .ci/node_modules (`npm install --prefix .ci`).
import { createServer } from "node:http";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join, relative, resolve } from "node:path";

const required = createRequire(join(resolve(process.env.NODE_MODULES ?? join(import.meta.dirname, "node_modules")), "x.js"));
const puppeteer = required("puppeteer-core");
const axe = readFileSync(required.resolve("axe-core/axe.min.js"), "utf-8");
const VIEWS = [{ width: 1280, height: 900, scheme: "light" }, { width: 400, height: 800, scheme: "dark" }];
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json", ".png": "image/png" };
const STOPS = 40;
const MOST = 120_000;
// What the theme puts within the text: links to headings, buttons, and the scrolling boxes around wide tables and code, which
// browsers make stops of the tabulator by themselves.
const FRAME = ".headerlink, .md-content__button, .md-code__nav, .md-typeset__scrollwrap:not(:has(.md-typeset__scrollwrap)), pre > code";

// ---- which pages -----------------------------------------------------------------------------------------------------

function pagesOf(site) {
  const found = readdirSync(site, { recursive: true }).filter((each) => each.endsWith(".html") && !each.endsWith("404.html"));
  return found.map((path) => ({ path, size: statSync(join(site, path)).size, kind: kindOf(site, path) }));
}

function kindOf(site, path) {
  const parts = path.split("/").slice(0, -1);
  const isGame = (folder) => readdirSync(join(site, ...folder)).includes("components");
  for (let n = parts.length; n >= 0; n--) {
    if (isGame(parts.slice(0, n))) {
      if (path.endsWith("aid.html")) return "player aid";
      const rest = parts.slice(n);
      return rest.length === 0 ? "overview" : rest.length === 1 ? rest[0] : `one of ${rest[0]}`;
    }
  }
  return parts[0] === "diagnostics" && parts.length > 1 ? "diagnostic" : parts.length > 1 ? parts[0] : "guide";
}

// The largest that is not beyond all measure, or else the smallest.
function largestOfEachKind(pages) {
  const kinds = new Map();
  for (const page of pages.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const known = kinds.get(page.kind);
    if (!known || (page.size <= MOST ? known.size > MOST || page.size > known.size : page.size < known.size)) kinds.set(page.kind, page);
  }
  return [...kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

// ---- looking ---------------------------------------------------------------------------------------------------------

function serve(site) {
  const server = createServer((request, response) => {
    const path = join(site, decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = path.endsWith("/") ? join(path, "index.html") : path;
    const isThere = existsSync(file);
    response.writeHead(isThere ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(isThere ? readFileSync(file) : "");
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(async (tags) => (await window.axe.run(document, { runOnly: tags, resultTypes: ["violations"] })).violations, TAGS);
  const nodes = found.flatMap((rule) => rule.nodes.map((node) => ({ rule: rule.id, at: node.target.flat().join(" "), html: node.html.slice(0, 160), why: node.failureSummary.split("\n").slice(1).join(" ").trim() })));
  return page.evaluate((nodes, frame) => nodes.map((each) => {
    const article = document.querySelector("article");
    const node = document.querySelector(each.at);
    return { ...each, own: !article || (article.contains(node) && !node.closest(frame)) };
  }), nodes, FRAME);
}

// The first stops of the tabulator within what we write: each has to come in the order of the page, and to be seen.
async function keyboard(page) {
  const wanted = await page.evaluate((most) => {
    const root = document.querySelector("article") ?? document.body;
    const seen = [...root.querySelectorAll("a[href], summary, button, input, [tabindex='0']")].filter((each) => each.checkVisibility({ visibilityProperty: true }));
    seen.forEach((each, n) => each.setAttribute("data-stop", n));
    seen[0]?.focus();
    return Math.min(seen.length, most);
  }, STOPS);
  const wrong = [];
  for (let n = 0; n < wanted;) {
    const at = await page.evaluate(() => {
      const node = document.activeElement, style = getComputedStyle(node);
      return { stop: node.getAttribute("data-stop"), html: node.outerHTML.slice(0, 160), scrolls: node.scrollWidth > node.clientWidth, seen: style.outlineStyle !== "none" || style.boxShadow !== "none" };
    });
    await page.keyboard.press("Tab");
    if (n > 0 && !at.seen) wrong.push({ rule: "focus is not seen", at: at.html, why: "", own: true });
    if (at.stop === null && at.scrolls) continue;
    if (at.stop !== String(n)) return [...wrong, { rule: "keyboard", at: at.html, why: `stop ${n} is ${at.stop}`, own: true }];
    n++;
  }
  return wrong;
}

async function look(browser, origin, path, view) {
  const fresh = await browser.createBrowserContext(); // the theme remembers light and dark
  const page = await fresh.newPage();
  await page.setViewport({ width: view.width, height: view.height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: view.scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
  await page.goto(`${origin}/${path.replace(/index\.html$/, "")}`, { waitUntil: "load" });
  await page.waitForFunction((dark) => !dark || (document.body.dataset.mdColorScheme ?? "slate") === "slate", {}, view.scheme === "dark");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const found = [...await violations(page), ...await keyboard(page)];
  if (wide > 1) found.push({ rule: "page is wider than the window", at: path, why: `by ${wide} pixels`, own: true });
  await fresh.close();
  return found;
}

async function main(site, ...chosen) {
  const pages = chosen.length ? chosen.map((path) => ({ path, kind: path })) : largestOfEachKind(pagesOf(site));
  const server = await serve(resolve(site));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  const frame = new Map();
  let wrong = 0;
  for (const { path, kind } of pages) {
    for (const view of VIEWS) {
      for (const each of await look(browser, origin, path, view)) {
        const said = `${each.rule}: ${each.html ?? each.at} (${each.why})`;
        if (!each.own) { frame.set(each.rule, (frame.get(each.rule) ?? new Set()).add(said)); continue; }
        wrong++;
        console.log(`${kind}, ${path}, ${view.width} pixels, ${view.scheme}: ${said}`);
      }
    }
  }
  for (const [rule, said] of frame) console.log(`the theme's frame, ${rule}: ${said.size}, such as ${[...said][0]}`);
  console.log(`${pages.length} pages (${pages.map((each) => each.kind).join(", ")}), each at 1280 pixels in light and at 400 in dark: ${wrong} wrong in what we write`);
  await browser.close();
  server.close();
  process.exitCode = wrong ? 1 : 0;
}

await main(...process.argv.slice(2));
