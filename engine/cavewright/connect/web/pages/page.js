// Replaces the main part of the page where it stands, keeps the focus, and asks whether the table has changed.
// Without it every link and button does the same by loading the page anew.
import { follow, hinted, maps } from "/sight.mjs";

const live = document.getElementById("live");
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
  const scroll = keepScroll(), open = opened(), before = document.querySelector(".turn").textContent;
  for (const part of ["header", "main", "footer"]) document.querySelector(part).replaceWith(next.querySelector(part));
  document.title = next.title;
  document.documentElement.lang = next.documentElement.lang;
  if (address) history.replaceState(null, "", address);
  document.querySelectorAll("details > summary").forEach((each) => { if (open.includes(each.textContent)) each.parentNode.open = true; });
  const boxes = document.querySelectorAll(".boards .scroll");
  maps();
  scroll.forEach(([left, top], n) => { if (boxes[n]) { boxes[n].scrollLeft = left; boxes[n].scrollTop = top; } });
  if (before !== document.querySelector(".turn").textContent || from === "hint") boxes.forEach(follow);
  const target = document.getElementById("word") || (from && hinted()) || (focus && document.getElementById(focus)) ||
    document.querySelector(".pointed button, #me-0, .over .button") || (focus ? document.getElementById("actions") : null);
  if (target) target.focus({ preventScroll: target.id === "actions" || !!target.closest(".over-board") });
  if (from) document.querySelector(".pointed")?.scrollIntoView({ block: "nearest" });
  const words = said();
  if (words !== known) live.textContent = known = words;
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
    swap(await answer.text(), answer.redirected || !options ? answer.url : location.href, from);
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

maps();
document.querySelectorAll(".boards .scroll").forEach(follow);
known = said();
setTimeout(look, 1200);
