// A piece in hand: every place that takes it shows how it would lie. A tap on a place aims at it, another turns the
// piece; keys: R turns, Enter lays. What is laid at last is the button of that way in the list, so that without this
// script the list does the same.

import { follow } from "./sight.mjs";

let known = "", at = "", ways = new Map();

const hand = () => document.querySelector(".hand");
const targets = () => [...document.querySelectorAll(".over-board > .target")];
const ghostsOf = (target) => [...target.querySelectorAll(".ghost")];
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

/** Shows the piece that is held now, if there is one. */
export function hold() {
  const box = hand(), all = targets();
  if (!box || !all.length) { known = ""; return; }
  const now = [...box.querySelectorAll("button[data-place]")].map((each) => each.dataset.act).join();
  if (now !== known) { known = now; ways = new Map(); document.querySelectorAll(".boards .scroll").forEach(follow); at = (all.find((each) => each.classList.contains("hint-here")) ?? all[0]).id; }
  box.classList.add("held");
  if (!box.querySelector(".tools")) {
    const tool = (id, text) => Object.assign(document.createElement("button"), { id, type: "button", textContent: text });
    const tools = Object.assign(document.createElement("div"), { className: "tools" });
    tools.append(tool("turn", box.dataset.turn), tool("lay", box.dataset.lay));
    box.append(tools);
  }
  show();
}

function show() {
  const box = hand();
  for (const target of targets()) {
    const ghosts = ghostsOf(target), way = (ways.get(target.id) ?? 0) % ghosts.length, on = target.id === at;
    ghosts.forEach((each, n) => { each.hidden = n !== way; });
    target.classList.toggle("on", on);
    target.querySelector(".unseen").textContent = fill(box.dataset.says, { way: ghosts[way].dataset.label, n: way + 1, all: ghosts.length });
    if (!on) continue;
    for (const each of box.querySelectorAll("button[data-place]")) each.classList.toggle("on", each.dataset.act === ghosts[way].dataset.act);
    const turn = box.querySelector("#turn");
    turn.hidden = ghosts.length < 2;
    turn.textContent = `⟳ ${box.dataset.turn} ${way + 1}/${ghosts.length}`;
  }
}

function turn(by) {
  const many = ghostsOf(document.getElementById(at)).length;
  ways.set(at, ((ways.get(at) ?? 0) + by + many) % many);
  show();
}

function aim(id) {
  at = id;
  show();
}

const lay = () => hand().querySelector("button.on")?.click();

document.addEventListener("click", (event) => {
  if (!hand()?.classList.contains("held")) return;
  const target = event.target.closest?.(".over-board > .target"), tool = event.target.closest?.("#turn, #lay");
  if (!target && !tool) return;
  event.preventDefault();
  event.stopPropagation();
  if (tool) return tool.id === "turn" ? turn(1) : lay();
  if (event.detail === 0) { aim(target.id); return lay(); } // by Enter
  return target.id === at ? turn(1) : aim(target.id);
}, true);

document.addEventListener("focusin", (event) => {
  if (hand()?.classList.contains("held") && event.target.matches?.(".over-board > .target:focus-visible")) aim(event.target.id);
});

document.addEventListener("keydown", (event) => {
  if (!["r", "R"].includes(event.key) || event.ctrlKey || event.altKey || event.metaKey || !hand()?.classList.contains("held")) return;
  if (event.target.matches?.("input, select, textarea")) return;
  turn(event.key === "R" ? -1 : 1);
  event.preventDefault();
});

// The piece can be dragged from the list to a place.
document.addEventListener("pointerdown", (event) => {
  const piece = event.target.closest?.(".hand.held button.on");
  if (!piece) return;
  const from = [event.clientX, event.clientY];
  let dragged = null;
  const move = (next) => {
    if (!dragged && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < 8) return;
    if (!dragged) {
      dragged = piece.querySelector("svg").cloneNode(true);
      dragged.classList.add("dragged");
      document.body.append(dragged);
    }
    dragged.style.translate = `${next.clientX}px ${next.clientY}px`;
    const over = document.elementsFromPoint(next.clientX, next.clientY).map((each) => each.closest(".over-board > .target")).find(Boolean);
    if (over && over.id !== at) aim(over.id);
  };
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!dragged) return;
    dragged.remove();
    const guard = (click) => { click.preventDefault(); click.stopPropagation(); };
    addEventListener("click", guard, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", guard, true)); // no click follows where the piece was let go elsewhere
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
});
