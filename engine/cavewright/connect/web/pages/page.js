// Replaces the main part of the page where it stands, keeps the focus, and asks whether the table has changed.
// Without it every link and button does the same by loading the page anew.
import "/carry.mjs";
import "/clicks.mjs";
import { hold } from "/hand.mjs";
import { follow, hinted, intoSight, maps } from "/sight.mjs";
import { pace, paces, rest, ring, tell } from "/steps.mjs";
import { zooms } from "/zoom.mjs";

const live = document.getElementById("live");
const MOST_STEPS = 40, PATIENCE = 30_000, PAUSE = 1200;
let busy = false, known = "", unanswered = null, waking = 0;

const table = () => document.getElementById("table");
const said = () => [...document.querySelectorAll("#word, #says, .question, [role=status], [data-told] li")].map((each) => each.textContent.trim()).join(". ");

function keepScroll() {
  return [...document.querySelectorAll(".boards .scroll")].map((each) => [each.scrollLeft, each.scrollTop]);
}

// Lists are known by what they are called, however many stand in them by then.
const called = (summary) => summary.textContent.replace(/\d+/g, "");
const opened = () => [...document.querySelectorAll("details[open] > summary")].map(called);

function swap(text, address, from) {
  const next = new DOMParser().parseFromString(text, "text/html");
  const fresh = next.querySelector("main"), here = document.querySelector("main");
  if (!fresh || !here || !table() || fresh.id !== "table") { location.assign(address); return; }
  const focus = from || (document.activeElement && document.activeElement.id) || "";
  const typed = from === "send" ? "" : document.getElementById("say")?.value;
  const scroll = keepScroll(), open = opened(), before = document.querySelector(".turn").textContent;
  for (const part of ["header", "main", "footer"]) document.querySelector(part).replaceWith(next.querySelector(part));
  document.title = next.title;
  document.documentElement.lang = next.documentElement.lang;
  if (address) history.replaceState(null, "", address);
  document.querySelectorAll("details > summary").forEach((each) => { if (open.includes(called(each))) each.parentNode.open = true; });
  const boxes = document.querySelectorAll(".boards .scroll");
  if (typed && document.getElementById("say")) document.getElementById("say").value = typed;
  dress();
  scroll.forEach(([left, top], n) => { if (boxes[n]) { boxes[n].scrollLeft = left; boxes[n].scrollTop = top; } });
  if (before !== document.querySelector(".turn").textContent || from === "hint") boxes.forEach(follow);
  const target = document.getElementById("word") || (from && hinted()) || (focus && document.getElementById(focus)) ||
    document.querySelector(".pointed button, #me-0, .over .button") || (focus ? document.getElementById("actions") : null);
  if (target) target.focus({ preventScroll: target.id === "actions" || !!target.closest(".over-board") });
  if (before !== document.querySelector(".turn").textContent && !document.getElementById("word")) intoSight();
  if (from) document.querySelector(".pointed")?.scrollIntoView({ block: "nearest" });
  const words = said();
  if (words !== known) live.textContent = known = words;
}

/** All that this script adds to a page. */
function dress() {
  zooms();
  maps();
  hold();
  paces();
}

/** Shows what others have done meanwhile one step after another, each as it stood then. `own` steps were one's own. */
async function showSteps(text, own) {
  const next = new DOMParser().parseFromString(text, "text/html").querySelector("main#table"), here = table();
  const from = Number(here?.dataset.positions) + own, to = Number(next?.dataset.positions);
  if (!next || here.dataset.then !== "" || next.dataset.then !== "" || !(to - from > 0 && to - from <= MOST_STEPS)) return;
  document.querySelector(".side")?.setAttribute("inert", "");
  document.title = document.title.replace(/^● /, "");
  for (let at = from + 1; at <= to && pace(); at++) {
    const address = new URL(location.href);
    address.searchParams.set("then", at);
    const shown = at < to ? new DOMParser().parseFromString(await (await ask(address)).text(), "text/html") : new DOMParser().parseFromString(text, "text/html");
    const boards = shown.querySelector(".boards"), now = document.querySelector(".boards"), scroll = keepScroll();
    if (!boards || !now) break;
    for (const each of boards.querySelectorAll(".can")) each.classList.remove("can", "hint-here");
    boards.setAttribute("inert", "");
    now.replaceWith(boards);
    zooms();
    const boxes = document.querySelectorAll(".boards .scroll");
    scroll.forEach(([left, top], n) => boxes[n]?.scrollTo(left, top));
    if (boxes[0] && boxes[0].querySelector(".new")) follow(boxes[0]);
    const lines = shown.querySelectorAll("[data-told] li"), said = [...lines].pop();
    boards.removeAttribute("inert");
    for (const each of boards.querySelectorAll("form")) each.setAttribute("inert", "");
    await tell([said?.querySelector(".player")?.textContent, [...(said?.querySelectorAll(".part") ?? [])].pop()?.firstChild?.textContent].filter(Boolean).join(": "));
  }
  rest();
}

// Says that nobody answers, until somebody does.
function gone() {
  if (document.getElementById("gone")) return;
  const said = document.createElement("p");
  Object.assign(said, { id: "gone", className: "word", textContent: table().dataset.gone });
  said.setAttribute("role", "alert");
  table().prepend(said);
}

/** Sends a request. One that is never answered, as where a phone slept meanwhile, or by something before the server that
    has none behind it, fails. */
async function ask(address, options) {
  const answer = await fetch(address, { credentials: "omit", signal: AbortSignal.timeout(PATIENCE), ...options });
  if ([502, 503, 504].includes(answer.status)) throw new Error(answer.statusText);
  return answer;
}

async function load(address, options, from) {
  if (busy) return;
  busy = true;
  try {
    const answer = await ask(address, options);
    const text = await answer.text(), mine = table()?.dataset.mine, moves = Number(table()?.dataset.positions);
    unanswered = null;
    if (options !== undefined || from === undefined) await showSteps(text, options ? 1 : 0);
    swap(text, answer.redirected || !options ? answer.url : location.href, from);
    const others = Number(table()?.dataset.positions) - moves - (options ? 1 : 0);
    if (table()?.dataset.mine === "1" && (mine === "0" || others > 0)) ring();
  } catch (error) {
    unanswered = [address, options, from];
    gone();
  } finally {
    busy = false;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("main a[href], footer a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute("download") || !table()) return;
  const to = new URL(link.href), here = new URL(location.href);
  if (to.origin !== here.origin || to.pathname !== here.pathname) return;
  event.preventDefault();
  load(to.href, undefined, link.id);
});

document.addEventListener("submit", (event) => {
  if (!table()) return;
  event.preventDefault();
  const data = new FormData(event.target);
  if (event.submitter && event.submitter.name) data.set(event.submitter.name, event.submitter.value);
  load(event.target.action, { method: "POST", body: new URLSearchParams(data) }, event.submitter ? event.submitter.id : "");
});

/** Asks whether the table has changed, unless something is being dragged, and sends once more what had no answer: by its
    stamp the server knows what was done already. */
async function look() {
  clearTimeout(waking);
  const main = table();
  if (main && (unanswered || main.dataset.waits === "1") && !busy && !document.hidden && !document.querySelector("body > .carried, body > .dragged")) {
    try {
      const answer = await ask(main.dataset.stamp);
      document.getElementById("gone")?.remove();
      if (unanswered) await load(...unanswered);
      else if (answer.status === 404 || (answer.ok && (await answer.text()) !== main.dataset.now && main === table())) await load(location.href);
    } catch (error) {
      gone();
    }
  }
  clearTimeout(waking);
  waking = setTimeout(look, PAUSE);
}

// Whoever comes back, to a page that slept or to a network that was away, is not kept waiting.
for (const [where, event] of [[document, "visibilitychange"], [window, "pageshow"], [window, "online"]]) where.addEventListener(event, () => { waking = setTimeout(look); });

dress();
document.querySelectorAll(".boards .scroll").forEach(follow);
known = said();
