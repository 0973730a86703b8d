// Asks a built site what its readers ask, with the search of its own theme, and tells where the page that answers is not
// first: node check_searches.mjs SITE SEARCHES.json [FOLDER of the pages within the site]
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";

const [site, searches, folder = ""] = process.argv.slice(2);
const scripts = join(site, "assets", "javascripts");
const worker = readdirSync(join(scripts, "workers")).find((name) => /^search\..*\.js$/.test(name));
let answer, listen;
globalThis.self = globalThis;
globalThis.addEventListener = (_, heard) => (listen = heard);
globalThis.postMessage = (data) => answer(data);
globalThis.importScripts = (...paths) => {
  for (const path of paths) runInThisContext(readFileSync(join(scripts, "workers", path), "utf-8"));
};
runInThisContext(readFileSync(join(scripts, "workers", worker), "utf-8"));

const ask = (type, data) => new Promise((resolve) => { answer = resolve; listen({ data: { type, data } }); });
const index = JSON.parse(readFileSync(join(site, "search", "search_index.json"), "utf-8"));
const fields = { title: { boost: 1e3 }, text: { boost: 1 }, tags: { boost: 1e6 } };
await ask(0, { config: { ...index.config, fields }, docs: index.docs, options: { suggest: false } });

let wrong = 0;
for (const { words, pages } of JSON.parse(readFileSync(searches, "utf-8"))) {
  const { data } = await ask(2, words);
  const found = data.items.map((sections) => sections.map((each) => each.location.split("#")[0])[0]);
  const place = found.findIndex((page) => pages.some((each) => page === folder + each));
  if (place !== 0) {
    wrong += 1;
    console.log(`“${words}”: ${pages[0]} is ${place < 0 ? "not found" : `number ${place + 1}`}, behind ${found.slice(0, 3).join(", ")}`);
  }
}
process.exit(wrong ? 1 : 0);
