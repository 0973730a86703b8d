// Clocks that run, and copying and sharing of links. Without it clocks stand as they were when the page was made.
const words = (seconds) => {
  const left = Math.max(0, seconds), two = (n) => String(n).padStart(2, "0"), hours = Math.floor(left / 3600);
  return (hours ? `${hours}:${two(Math.floor(left / 60) % 60)}` : `${Math.floor(left / 60)}`) + `:${two(left % 60)}`;
};
const begun = new WeakMap(), PATIENCE = 30_000, PAUSE = 1500;

function tick() {
  for (const each of document.querySelectorAll("time[data-left]")) {
    if (!begun.has(each)) begun.set(each, Date.now());
    each.textContent = words(Number(each.dataset.left) - Math.floor((Date.now() - begun.get(each)) / 1000));
  }
}

/** Adds buttons to links that can be copied or shared. */
function dress() {
  for (const each of document.querySelectorAll("[data-copy]:not([data-dressed])")) {
    each.dataset.dressed = "1";
    const add = (label, act) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      button.addEventListener("click", () => act(button));
      each.append(button, " ");
    };
    if (navigator.clipboard) add(each.dataset.says, async (button) => { await navigator.clipboard.writeText(each.dataset.copy); button.textContent = each.dataset.said; });
    if (navigator.share) add(each.dataset.shares, () => navigator.share({ url: each.dataset.copy }).catch(() => undefined));
  }
}

// A page of people who wait is loaded anew when something has changed, unless somebody types into it.
let waking = 0;

async function wait() {
  clearTimeout(waking);
  const room = document.querySelector("main[data-room]");
  if (!room) return;
  const typing = document.activeElement?.matches("input[type=text], input:not([type])") && document.activeElement.value !== document.activeElement.defaultValue;
  if (!document.hidden && !typing) {
    try {
      const answer = await fetch(room.dataset.room, { credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });
      document.getElementById("gone")?.remove();
      if (answer.status < 500 && (!answer.ok || (await answer.text()) !== room.dataset.now)) { location.reload(); return; }
    } catch (error) {
      if (!document.getElementById("gone")) {
        const said = Object.assign(document.createElement("p"), { id: "gone", className: "word", textContent: room.dataset.gone });
        said.setAttribute("role", "alert");
        room.prepend(said);
      }
    }
  }
  clearTimeout(waking);
  waking = setTimeout(wait, PAUSE);
}

for (const [where, event] of [[document, "visibilitychange"], [window, "pageshow"], [window, "online"]]) where.addEventListener(event, () => { waking = setTimeout(wait); });

// What is sent twice by a double click is sent once.
document.addEventListener("submit", (event) => {
  if (document.getElementById("table")) return;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "1";
});
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((each) => delete each.dataset.sent));

dress();
setInterval(() => { tick(); dress(); }, 500);
