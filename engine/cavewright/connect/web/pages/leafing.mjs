// Leafing through earlier positions: by the slider, the arrow keys, a click on what happened. Without it links and a button do the same.
import { follow } from "./sight.mjs";

const main = () => document.querySelector("main#table");
let wait = 0, seen = null;

/** Whether keys belong to what has the focus. */
const taken = (where) => !!where.closest?.("input, select, textarea, .over-board, [role=log], .scroll:focus");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || taken(event.target)) return;
  const looks = !!document.querySelector("nav.then");
  const id = { ArrowLeft: looks ? "then-back" : "earlier", ArrowRight: looks && "then-on", Home: looks && "then-first", End: looks && "then-now" }[event.key];
  const found = id && document.getElementById(id);
  if (found) { event.preventDefault(); found.click(); }
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "leaf" || !event.target.form) return;
  clearTimeout(wait);
  const { form, value, max } = event.target;
  wait = setTimeout(() => {
    const to = new URL(location.href);
    if (value === max) to.searchParams.delete("then"); else to.searchParams.set("then", value);
    const link = Object.assign(document.createElement("a"), { href: to.href, id: "leaf" });
    link.hidden = true;
    form.append(link);
    link.click();
  }, 120);
});

document.addEventListener("click", (event) => {
  const line = event.target.closest?.("[data-told] li");
  if (line && !event.target.closest("a, button, summary") && !String(getSelection())) line.querySelector("a.at, button.at")?.click();
});

// An earlier position is brought into sight where it shows something.
new MutationObserver(() => {
  const here = main();
  if (!here || here === seen) return;
  seen = here;
  if (here.dataset.then) document.querySelectorAll(".boards .scroll").forEach(follow);
}).observe(document.body, { childList: true, subtree: true });
