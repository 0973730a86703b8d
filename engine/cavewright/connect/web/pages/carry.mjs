// A piece that stands on a board: it is taken up by a tap or by Enter, and laid by another on a place that glows; or dragged
// there. Escape puts it back. Taking it up and laying it are the links and buttons of the page: without this script they do
// the same.

const FAR = 8, PATIENCE = 20000;
const OVER = ".over-board > .can", ANY = ".over-board > [data-place]", picked = () => document.querySelector(".over-board > .picked");
let ghost = null;

/** A picture of what stands on a place, as it is drawn there; nothing where nothing does. */
function pictureOf(control) {
  const place = control && [...control.closest(".board").querySelectorAll("svg .place")].find((each) => each.dataset.place === control.dataset.place);
  const piece = [...(place?.querySelectorAll(".piece") ?? [])].pop();
  if (!piece) return null;
  const { x, y, width, height } = piece.getBBox(), size = piece.getBoundingClientRect(), made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  made.setAttribute("aria-hidden", "true");
  Object.assign(made.style, { width: `${size.width}px`, height: `${size.height}px` });
  for (const each of piece.childNodes) made.append(each.cloneNode(true));
  return made;
}

/** Shows on a place how the piece in hand would stand there. */
function foreshadow(target) {
  ghost?.remove();
  ghost = target && picked() && !target.matches(".picked, .target") ? pictureOf(picked()) : null;
  if (!ghost) return;
  ghost.classList.add("stands");
  target.append(ghost);
}

document.addEventListener("pointerover", (event) => foreshadow(event.target.closest?.(OVER)));
document.addEventListener("focusin", (event) => foreshadow(event.target.closest?.(OVER)));
document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".over-board")) event.preventDefault(); });

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !picked()) return;
  picked().click();
  event.preventDefault();
});

/** Waits until something is there. */
async function awaited(found) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((done) => setTimeout(done, 25))) if (found()) return found();
  return null;
}

/** Lays the piece that was dragged where it was let go, or puts it back. */
async function letGo(from, id) {
  await awaited(() => picked()?.id === from);
  const target = id && document.getElementById(id);
  if (target?.matches(".can")) target.click();
  else picked()?.click();
}

document.addEventListener("pointerdown", (event) => {
  const from = event.button ? null : event.target.closest?.(".over-board > .leads, .over-board > .picked");
  if (!from) return;
  const start = [event.clientX, event.clientY], { id } = from;
  let dragged = null, over;
  const move = (next) => {
    if (!dragged && Math.hypot(next.clientX - start[0], next.clientY - start[1]) < FAR) return;
    if (!dragged) {
      dragged = pictureOf(from) ?? document.createElement("span");
      dragged.classList.add("carried");
      document.body.append(dragged);
      if (!from.matches(".picked")) from.click();
    }
    dragged.style.translate = `calc(${next.clientX}px - 50%) calc(${next.clientY}px - 50%)`;
    const under = document.elementsFromPoint(next.clientX, next.clientY).map((each) => each.closest(ANY)).find(Boolean);
    if (under?.id !== over) foreshadow(under?.matches(OVER) ? under : null);
    over = under?.id;
  };
  const end = (last) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!dragged) return;
    dragged.remove();
    const guard = (click) => { if (click.isTrusted) { click.preventDefault(); click.stopPropagation(); } };
    addEventListener("click", guard, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", guard, true)); // no click follows where the piece was let go elsewhere
    letGo(id, last.type === "pointerup" && over !== id ? over : undefined);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
});
