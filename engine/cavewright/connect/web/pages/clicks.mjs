// A double click is one click where something is done by it: what stands at that place by the second one was not meant. What one
// does many times, turning a piece, packing, zooming, leafing, goes on with each.

const DOES = "button, .choices a, .over-board > *", REPEATED = ".target, .tools #turn, .zoom *, .steps *, nav.then :not(#play-from)";

document.addEventListener("click", (event) => {
  const does = event.detail > 1 && event.target.closest?.(DOES);
  if (!does || does.matches(REPEATED)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
