// The page: a text with its colours and findings, the game beside it. Python runs in a worker, and answers by number.
import { LinkError, checked, packed, unpacked } from "./links.mjs";

const at = (id) => document.getElementById(id);
const [text, colours, state, files] = [at("text"), at("colours"), at("state"), {}];
const told = await (await fetch("playground.json")).json();
const say = (name, values = {}) => (told.words[name] ?? name).replace(/\{(\w+)\}/g, (_, each) => values[each] ?? "");
for (const each of document.querySelectorAll("[data-say]")) each.textContent = say(each.dataset.say);
text.setAttribute("aria-label", say("rules"));
at("table").title = say("play");
let game = "", main = "", file = "", first = {}, found = [], turn = 0, playing = 0, arrival = 0, notice = "";

/** Says something in the line of state, after what still has to be read. */
const say_state = (what) => { state.textContent = notice && what !== notice ? `${notice} · ${what}` : what; };

// ---- the worker -----------------------------------------------------------------------------------------------------

const worker = new Worker("worker.mjs", { type: "module" });
const waiting = new Map();
let number = 0;
worker.onmessage = ({ data }) => {
  if (data.state) state.textContent = say(data.state);
  else waiting.get(data.id)?.(data.answer), waiting.delete(data.id);
};
worker.onerror = (wrong) => { state.textContent = say("no_python", { why: wrong.message ?? "" }); };
const ask = (question, ...given) => new Promise((answer) => { waiting.set(++number, answer); worker.postMessage({ id: number, question, given }); });

// ---- colours --------------------------------------------------------------------------------------------------------

const patterns = told.patterns.map((each) => ({ ...each, begin: new RegExp(each.begin, "ymd"), end: each.end && new RegExp(each.end, "g") }));
const escape = (part) => part.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);

function classes(whole) {
  const kinds = new Array(whole.length).fill("");
  for (let place = 0; place < whole.length; ) {
    let next = place + 1;
    for (const { begin, kinds: names, end } of patterns) {
      begin.lastIndex = place;
      const hit = begin.exec(whole);
      if (!hit || !hit[0].length) continue;
      next = begin.lastIndex;
      if (end) {
        end.lastIndex = next;
        next = end.exec(whole) ? end.lastIndex : whole.length;
        kinds.fill(names[0], place, next);
      } else hit.indices.slice(1).forEach((span, n) => span && kinds.fill(names[n], ...span));
      break;
    }
    place = next;
  }
  return kinds;
}

function paint() {
  const whole = text.value, kinds = classes(whole), marks = new Array(whole.length).fill("");
  const lines = whole.split("\n"), starts = [0];
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
  for (const each of found.filter((one) => one.file === file)) {
    const start = (starts[each.start[0]] ?? 0) + each.start[1], end = (starts[each.end[0]] ?? 0) + each.end[1];
    marks.fill(each.severity, start, Math.max(end, start + 1));
  }
  let shown = "";
  for (let from = 0, to = 1; from < whole.length; from = to++) {
    while (to < whole.length && kinds[to] === kinds[from] && marks[to] === marks[from]) to++;
    const part = `<span class="${kinds[from]}">${escape(whole.slice(from, to))}</span>`;
    shown += marks[from] ? `<mark class="${marks[from]}">${part}</mark>` : part;
  }
  colours.innerHTML = shown + "\n";
  scroll();
}

function scroll() { colours.scrollTop = text.scrollTop; colours.scrollLeft = text.scrollLeft; }
text.addEventListener("scroll", scroll);

// ---- findings and examples ------------------------------------------------------------------------------------------

function list() {
  at("findings").replaceChildren(...found.slice(0, 50).map((each) => {
    const [row, button, bold, small] = ["li", "button", "b", "small"].map((name) => document.createElement(name));
    row.className = each.severity;
    bold.textContent = each.code;
    small.textContent = each.help;
    button.append(bold, ` ${each.file}:${each.start[0] + 1} ${each.message}`, each.help ? small : "");
    button.onclick = () => go(each);
    row.append(button);
    return row;
  }));
}

function go(each) {
  if (each.file in files) show(each.file);
  const lines = text.value.split("\n"), start = lines.slice(0, each.start[0]).join("\n").length + (each.start[0] ? 1 : 0) + each.start[1];
  text.focus();
  text.setSelectionRange(start, start + Math.max(1, each.end[0] === each.start[0] ? each.end[1] - each.start[1] : 1));
  text.scrollTop = Math.max(0, (each.start[0] - 4) * 14 * 1.45);
}

async function check() {
  const mine = ++turn;
  await ask("write", { ...files });
  const quick = await ask("look");
  if (mine !== turn) return;
  tell(quick);
  if (found.some((each) => each.severity === "error")) return summary(0, 0, []);
  await new Promise((go_on) => setTimeout(go_on, 500));
  if (mine !== turn) return;
  const all = await ask("closely");
  if (mine !== turn) return;
  tell(all);
  await run(all.examples ?? [], mine);
}

function tell(answer) {
  found = answer.findings ?? [];
  say_state(answer.error ?? (found.length ? say("found", { n: found.length }) : say("right")));
  list();
  paint();
}

async function run(names, mine) {
  const failed = [];
  for (const [n, name] of names.entries()) {
    const made = await ask("run", name);
    if (mine !== turn) return;
    if (!made.holds) failed.push(made);
    summary(n + 1, names.length, failed);
  }
}

function summary(done, all, failed) {
  at("examples").hidden = !all;
  at("examples").querySelector("summary").textContent = say("examples", { done, all, failed: failed.length });
  at("examples").querySelector("ul").replaceChildren(...failed.map((each) => {
    const row = document.createElement("li");
    row.className = "fails";
    row.textContent = `${each.name}: ${each.summary}`;
    return row;
  }));
}

let pause = 0;
text.addEventListener("input", () => {
  files[file] = text.value;
  paint();
  notice = "";
  clearTimeout(pause);
  pause = setTimeout(() => { keep(); check(); }, 120);
});
text.addEventListener("keydown", (key) => {
  if (key.key === "Enter" && (key.ctrlKey || key.metaKey)) { key.preventDefault(); play(); }
});

// ---- files, links and play ------------------------------------------------------------------------------------------

function show(name) {
  file = name;
  at("file").value = name;
  text.value = files[name];
  text.scrollTop = 0;
  paint();
}

async function open(name, changed = {}) {
  const answer = await ask("open", name);
  if (answer.error) { say_state(answer.error); return; }
  const strange = Object.keys(changed).find((each) => !Object.hasOwn(answer.files, each));
  if (strange !== undefined) throw new LinkError("no_such_file", { name: strange, game: name });
  game = at("game").value = name;
  first = answer.files;
  for (const each of Object.keys(files)) delete files[each];
  Object.assign(files, answer.files, changed);
  main = answer.main;
  at("file").replaceChildren(...Object.keys(files).map((each) => new Option(each, each)));
  found = [];
  show(Object.keys(changed)[0] ?? main);
  await check();
}

/** The game and the files that differ from it: what a link holds. */
const work = () => ({ game, changed: Object.fromEntries(Object.entries(files).filter(([name, each]) => each !== first[name])) });

/** Stores the texts in the entry of the browser's history, under the address that stands or another: `back` and loading the page anew bring them again. */
function keep(address = location.href) {
  if (!game) return;
  try { history.replaceState(work(), "", address); } catch { /* a browser that takes no more */ }
}

async function share() {
  try {
    history.replaceState(work(), "", `#${await packed(work())}`);
  } catch (wrong) {
    say_state(wrong instanceof LinkError ? say(wrong.word, wrong.values) : String(wrong));
    return;
  }
  let copied = true;
  await navigator.clipboard?.writeText(location.href).catch(() => { copied = false; });
  say_state(say(copied && navigator.clipboard ? "copied" : "linked"));
}

/** Opens what the history or the address holds; of a link that cannot be read it says so, and what stands on the page stays. */
async function arrive() {
  const letters = location.hash.slice(1), mine = ++arrival;
  try {
    const wanted = history.state ? checked(history.state) : letters ? await unpacked(letters) : { game: told.first, changed: {} };
    if (mine !== arrival) return;
    if (!told.games.includes(wanted.game)) throw new LinkError("no_such_game", { name: wanted.game });
    notice = "";
    await open(wanted.game, wanted.changed);
  } catch (wrong) {
    if (mine !== arrival) return;
    const [why, page] = [wrong instanceof LinkError ? say(wrong.word, wrong.values) : String(wrong), location.href.split("#")[0]];
    if (game) {
      keep(page);
      check();
    } else {
      history.replaceState(null, "", page);
      notice = why;
      await open(told.first);
    }
    say_state((notice = why));
  }
}

/** Opens another game; the way back leads to the texts as they stand. */
async function change_game(name) {
  keep();
  notice = "";
  history.pushState(null, "", location.href.split("#")[0]);
  await open(name);
  keep();
}

async function play() {
  state.textContent = say("building");
  await ask("write", { ...files });
  const answer = await ask("page");
  if (answer.error) { say_state(answer.error); return; }
  const place = `play/${++playing}/`, cache = await caches.open("cavewright-play");
  for (const old of await cache.keys()) await cache.delete(old);
  const kinds = { html: "text/html", mjs: "text/javascript", css: "text/css", json: "application/json", wasm: "application/wasm" };
  for (const [name, data] of Object.entries(answer.files)) {
    const type = kinds[name.split(".").at(-1)] ?? "text/plain";
    await cache.put(new URL(place + name, location.href.split("#")[0]), new Response(data, { headers: { "Content-Type": `${type}; charset=utf-8` } }));
  }
  at("table").hidden = false;
  document.querySelector("main").classList.add("playing");
  at("table").src = `${place}index.html`;
  state.textContent = say("ready");
  if (matchMedia("(max-width: 800px)").matches) at("table").scrollIntoView();
}

at("play").onclick = play;
at("share").onclick = share;
at("file").onchange = () => show(at("file").value);
at("game").onchange = () => change_game(at("game").value);
addEventListener("popstate", () => { if (history.state) arrive(); });
addEventListener("hashchange", () => { if (!history.state) arrive(); });
at("game").replaceChildren(...told.games.map((each) => new Option(each, each)));
summary(0, 0, []);
if (!navigator.serviceWorker) state.textContent = say("no_worker");
else {
  await navigator.serviceWorker.register("offline.js");
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((go_on) => navigator.serviceWorker.addEventListener("controllerchange", go_on, { once: true }));
  await arrive();
}
