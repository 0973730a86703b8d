// Brings into sight what matters, and leads the focus from place to place by the arrow keys.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Brings what matters into sight: the hint, where one stands, what can be done, what is new. */
export function follow(box) {
  const found = [".hint-here", ".mine", ".can", ".new"].map((each) => [...box.querySelectorAll(`.over-board > ${each}`)]);
  const some = found.find((each, n) => each.length === 1 || (n !== 1 && each.length));
  if (!some || (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)) return;
  const from = (start, size, room) => { // the middle of it all, or of the first where it is too much to be seen at once
    const all = [Math.min(...some.map((each) => each[start])), Math.max(...some.map((each) => each[start] + each[size]))];
    return (all[1] - all[0] > room ? some[0][start] + some[0][size] / 2 : (all[0] + all[1]) / 2) - room / 2;
  };
  box.scrollTo(from("offsetLeft", "offsetWidth", box.clientWidth), from("offsetTop", "offsetHeight", box.clientHeight));
}

/** Brings the boards into sight, if the page was scrolled away from them. */
export function intoSight() {
  const boards = document.querySelector(".boards"), top = boards?.getBoundingClientRect().top;
  if (top < 0 || top > innerHeight / 2) boards.scrollIntoView({ block: "start" });
}

/** Leaves out what would show the whole map where all of its width is in sight. */
export function maps() {
  for (const each of document.querySelectorAll("figure:has([id^=map-])")) {
    const box = each.querySelector(".scroll");
    each.querySelector("[id^=map-]").hidden = !box.querySelector(".whole") && box.scrollWidth <= box.clientWidth;
  }
}
window.addEventListener("resize", maps);

/** What a bot would do next, where it can be seen: the last step of what is pointed at. */
export const hinted = () => [...document.querySelectorAll(".hint-here")].filter((each) => each.checkVisibility()).pop();

document.addEventListener("keydown", (event) => {
  const way = WAYS[event.key], here = event.target.closest?.(".over-board > *");
  if (!way || !here || event.ctrlKey || event.altKey || event.metaKey) return;
  const middle = (each) => { const box = each.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const [x, y] = middle(here);
  let best = null, least = Infinity;
  for (const each of document.querySelectorAll(".over-board > :not([type=hidden])")) {
    const [a, b] = middle(each), along = (a - x) * way[0] + (b - y) * way[1], across = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
    if (each !== here && along > 2 && along + 2 * across < least) [least, best] = [along + 2 * across, each];
  }
  if (best) { best.focus(); event.preventDefault(); }
});
