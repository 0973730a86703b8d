// Zoom and pan of boards: by wheel, pinch, keys and buttons; dragging with a mouse pans. How close a board is stays as it
// is while the page changes under it.

import { follow } from "./sight.mjs";

const CLOSER = 1.25, MOST = 4, LEAST = 0.2;
const closeness = new Map();

const keyOf = (box) => [...document.querySelectorAll(".boards .scroll")].indexOf(box);
const boardOf = (box) => box.querySelector(".board");
const zoomed = (box) => closeness.get(keyOf(box)) ?? 1;

/** Sets how close a board is; the point of it at x, y of its window stays there. */
function zoom(box, to, x = box.clientWidth / 2, y = box.clientHeight / 2) {
  const board = boardOf(box), before = zoomed(box), after = Math.min(MOST, Math.max(LEAST, to));
  const edge = box.getBoundingClientRect(), lies = board.getBoundingClientRect();
  const part = [(edge.left + x - lies.left) / lies.width, (edge.top + y - lies.top) / lies.height];
  closeness.set(keyOf(box), after);
  board.style.setProperty("--zoom", after);
  const now = board.getBoundingClientRect();
  box.scrollBy(now.left + part[0] * now.width - edge.left - x, now.top + part[1] * now.height - edge.top - y);
  return after !== before;
}

/** Shows a whole board. */
function all(box) {
  const { width, height } = boardOf(box).getBoundingClientRect(), edge = 2 * width * Number(getComputedStyle(boardOf(box)).getPropertyValue("--edge"));
  zoom(box, zoomed(box) * Math.min(box.clientWidth / (width + edge), Math.max(box.clientHeight, 200) / (height + edge), MOST));
}

/** Gives each board its buttons, and brings it as close as it was. */
export function zooms() {
  const words = document.getElementById("table")?.dataset ?? {};
  for (const box of document.querySelectorAll(".boards figure .scroll")) {
    boardOf(box).style.setProperty("--zoom", zoomed(box));
    if (box.parentNode.querySelector(".zoom") || !words.zoomIn) continue;
    const tools = Object.assign(document.createElement("div"), { className: "zoom" });
    const tool = (sign, says, does) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: sign, title: says });
      made.setAttribute("aria-label", says);
      made.addEventListener("click", does);
      tools.append(made);
    };
    tool("−", words.zoomOut, () => zoom(box, zoomed(box) / CLOSER));
    tool("+", words.zoomIn, () => zoom(box, zoomed(box) * CLOSER));
    tool(words.zoomMe, words.zoomMe, () => { if (zoomed(box) < 1) zoom(box, 1); follow(box); });
    tool(words.zoomAll, words.zoomAll, () => all(box));
    box.after(tools);
  }
}

const boxAt = (event) => event.target.closest?.(".boards figure .scroll");

document.addEventListener("wheel", (event) => {
  const box = boxAt(event);
  if (!box || !(event.ctrlKey || event.metaKey || matchMedia("(min-width: 900px)").matches) || event.shiftKey) return;
  const edge = box.getBoundingClientRect();
  zoom(box, zoomed(box) * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 500)), event.clientX - edge.left, event.clientY - edge.top);
  event.preventDefault();
}, { passive: false });

document.addEventListener("keydown", (event) => {
  const keys = { "+": CLOSER, "=": CLOSER, "-": 1 / CLOSER };
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches?.("input, select, textarea")) return;
  const box = boxAt(event) ?? document.querySelector(".boards figure .scroll");
  if (!box || !(event.key in keys || ["0", "m"].includes(event.key))) return;
  if (event.key === "0") all(box);
  else if (event.key === "m") follow(box);
  else zoom(box, zoomed(box) * keys[event.key]);
  event.preventDefault();
});

// Two fingers zoom, one scrolls as everywhere; a mouse drags.
const down = new Map();
document.addEventListener("pointerdown", (event) => {
  const box = boxAt(event);
  if (!box || event.target.closest(".leads, .picked")) return;
  down.set(event.pointerId, { box, x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop, moved: false });
});
document.addEventListener("pointermove", (event) => {
  const mine = down.get(event.pointerId);
  if (!mine) return;
  const others = [...down].filter(([id, each]) => id !== event.pointerId && each.box === mine.box).map(([, each]) => each);
  if (event.pointerType === "mouse" && event.buttons === 1) {
    if (!mine.moved && Math.hypot(event.clientX - mine.x, event.clientY - mine.y) < 6) return;
    mine.moved = true;
    mine.box.scrollTo(mine.left + mine.x - event.clientX, mine.top + mine.y - event.clientY);
  } else if (others.length === 1) {
    const [other] = others, edge = mine.box.getBoundingClientRect();
    const apart = (x, y) => Math.hypot(x - other.x, y - other.y);
    const by = apart(event.clientX, event.clientY) / Math.max(1, apart(mine.x, mine.y));
    zoom(mine.box, zoomed(mine.box) * by, (event.clientX + other.x) / 2 - edge.left, (event.clientY + other.y) / 2 - edge.top);
    [mine.x, mine.y] = [event.clientX, event.clientY];
  }
});
for (const name of ["pointerup", "pointercancel"])
  document.addEventListener(name, (event) => {
    const mine = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (!mine?.moved) return;
    const guard = (click) => { click.preventDefault(); click.stopPropagation(); };
    addEventListener("click", guard, { capture: true, once: true }); // a drag is no click
    setTimeout(() => removeEventListener("click", guard, true));
  });
