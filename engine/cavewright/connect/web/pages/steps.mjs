// How what others do is shown: step by step at a pace that one chooses, at once where motion is not wanted. Says that
// it is one's turn, if one likes by a sound.

import { intoSight } from "./sight.mjs";

const PACES = { calm: 900, quick: 350, atOnce: 0 };
const KEY = "cavewright pace", SOUND = "cavewright sound";
let skipping = false, telling = false, wake = () => {};

const read = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
const write = (key, value) => { try { localStorage.setItem(key, value); } catch { /* a browser that keeps nothing */ } };
const chosen = () => (read(KEY) in PACES ? read(KEY) : "calm");

/** How long a step is shown, in milliseconds; nothing where all is shown at once. */
export const pace = () => (skipping || matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACES[chosen()]);

/** Says what somebody does, over the boards, and waits; somebody who does not want to wait skips. */
export async function tell(text) {
  const boards = document.querySelector(".boards"), words = document.getElementById("table")?.dataset ?? {};
  document.getElementById("step")?.remove();
  if (!boards || !pace()) return;
  const banner = Object.assign(document.createElement("div"), { id: "step" });
  const skip = Object.assign(document.createElement("button"), { type: "button", textContent: words.skipIt });
  skip.addEventListener("click", () => { skipping = true; wake(); });
  banner.append(Object.assign(document.createElement("span"), { textContent: text, className: "what" }), skip);
  boards.prepend(banner);
  if (!telling) intoSight();
  telling = true;
  await new Promise((done) => { wake = done; setTimeout(done, pace()); });
}

/** Ends a turn that was shown step by step. */
export function rest() {
  skipping = telling = false;
  document.getElementById("step")?.remove();
}

/** Lets one choose the pace and the sound, at the foot of the page. */
export function paces() {
  const words = document.getElementById("table")?.dataset ?? {}, list = document.querySelector("footer ul");
  if (!list || !words.pace || document.getElementById("pace")) return;
  const item = document.createElement("li"), label = document.createElement("label"), select = Object.assign(document.createElement("select"), { id: "pace" });
  for (const each of Object.keys(PACES)) select.append(new Option(words[each], each, false, each === chosen()));
  select.addEventListener("change", () => write(KEY, select.value));
  label.append(`${words.pace} `, select);
  item.append(label);
  const sound = document.createElement("label"), box = Object.assign(document.createElement("input"), { type: "checkbox", id: "sound", checked: read(SOUND) === "on" });
  box.addEventListener("change", () => write(SOUND, box.checked ? "on" : "off"));
  sound.append(box, ` ${words.sound}`);
  const other = document.createElement("li");
  other.append(sound);
  list.append(item, other);
}

/** A quiet sound, for whoever wants one. */
export function ring() {
  if (read(SOUND) !== "on") return;
  try {
    const audio = new AudioContext(), tone = audio.createOscillator(), volume = audio.createGain();
    tone.frequency.value = 520;
    volume.gain.setValueAtTime(0.05, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
  } catch { /* a browser without sound */ }
}
