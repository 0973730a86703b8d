// Replaces the main part of the page where it stands, keeps the focus, and asks whether the table has changed.
// Without it every link and button does the same by loading the page anew.
import "/carry.mjs";
import { hold } from "/hand.mjs";
import { follow, hinted, maps } from "/sight.mjs";
import { pace, paces, rest, ring, tell } from "/steps.mjs";
import { zooms } from "/zoom.mjs";

const live = document.getElementById("live");
const MOST_STEPS = 40;
let busy = false, known = "";

const table = () => document.getElementById("table");
const said = () => [...document.querySelectorAll("#word, #says, .question, [role=status], [data-told] li")].map((each) => each.textContent.trim()).join(". ");

function keepScroll() {
  return [...document.querySelectorAll(".boards .scroll")].map((each) => [each.scrollLeft, each.scrollTop]);
}

function opened() {
  return [...document.querySelectorAll("details[open] > summary")].map((each) => each.textContent);
}

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
  document.querySelectorAll("details > summary").forEach((each) => { if (open.includes(each.textContent)) each.parentNode.open = true; });
  const boxes = document.querySelectorAll(".boards .scroll");
  if (typed && document.getElementById("say")) document.getElementById("say").value = typed;
  dress();
  scroll.forEach(([left, top], n) => { if (boxes[n]) { boxes[n].scrollLeft = left; boxes[n].scrollTop = top; } });
  if (before !== document.querySelector(".turn").textContent || from === "hint") boxes.forEach(follow);
  const target = document.getElementById("word") || (from && hinted()) || (focus && document.getElementById(focus)) ||
    document.querySelector(".pointed button, #me-0, .over .button") || (focus ? document.getElementById("actions") : null);
  if (target) target.focus({ preventScroll: target.id === "actions" || !!target.closest(".over-board") });
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
  for (let at = from + 1; at <= to && pace(); at++) {
    const address = new URL(location.href);
    address.searchParams.set("then", at);
    const shown = at < to ? new DOMParser().parseFromString(await (await fetch(address, { credentials: "omit" })).text(), "text/html") : new DOMParser().parseFromString(text, "text/html");
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

async function load(address, options, from) {
  if (busy) return;
  busy = true;
  try {
    const answer = await fetch(address, { credentials: "omit", ...options });
    const text = await answer.text(), mine = table()?.dataset.mine;
    if (options !== undefined || from === undefined) await showSteps(text, options ? 1 : 0);
    swap(text, answer.redirected || !options ? answer.url : location.href, from);
    if (mine === "0" && table()?.dataset.mine === "1") ring();
  } catch (error) {
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

async function look() {
  const main = table();
  if (main && main.dataset.waits === "1" && !busy && !document.hidden) {
    try {
      const answer = await fetch(main.dataset.stamp, { credentials: "omit" });
      document.getElementById("gone")?.remove();
      if (answer.ok && (await answer.text()) !== main.dataset.now && main === table()) await load(location.href);
    } catch (error) {
      gone();
    }
  }
  setTimeout(look, 1200);
}

dress();
document.querySelectorAll(".boards .scroll").forEach(follow);
known = said();
setTimeout(look, 1200);
