// The review of a match on a page without a server: how each choice stood, which cost most, and where to play on from. The page of a
// server has the same from `review_page.py`.

import { h } from "./elements.mjs";
import { changesTold, decisionAt } from "./judge.mjs";

const WORST = 3;

/** How the choices of a match stood, one after the other; between two of them the page answers. */
export async function* reviewOf(table) {
  const many = table.match.moves.length;
  for (let number = 0; number < many; number++) {
    await new Promise((done) => setTimeout(done));
    yield { number, decision: decisionAt(table, number) };
  }
}

/** The review as it is shown, as far as it has been made. */
export function reviewing(table) {
  const { found, all, at = 0, isDone } = table.reviewed, { names } = table, name = ({ player }, tag = "b") => h(tag, { class: `player c${player}`, scope: tag === "th" ? "row" : undefined }, h("bdi", {}, names[player]));
  const sums = names.map((_, n) => found.filter((each) => each.player === n).reduce((sum, each) => sum + each.loss, 0));
  const worst = found.filter((each) => each.loss).sort((one, other) => other.loss - one.loss || one.number - other.number).slice(0, WORST);
  const said = (action) => table.fullLabel(action), shows = ({ number }, id, words) => table.button(`${id}-${number}`, words, () => table.closeReview(number), { class: "button" });
  const costly = (each) => h("li", {}, h("p", {}, name(each), `: ${said(each.action)} `, h("b", { class: "loss" }, `−${each.loss}`)),
    h("p", {}, table.say("better", { action: said(each.better) }), " ", h("small", {}, changesTold(each.changes, table.told.terms[table.lang]))),
    h("p", {}, shows(each, "then", table.say("show_then", { n: each.number })), " ", table.button(`from-${each.number + 1}`, table.say("play_from"), () => table.playFrom(each.number), { class: "button" })));
  const row = (each) => h("tr", {}, h("td", {}, String(each.number + 1)), name(each, "th"), h("td", {}, shows(each, "at", said(each.action))), h("td", {}, String(each.worth)), h("td", {}, each.loss ? `−${each.loss} (${said(each.better)})` : ""));
  return h("section", { class: "review", id: "actions", tabindex: "-1", "aria-labelledby": "review-head" }, h("h2", { id: "review-head" }, table.say("review_of")),
    isDone ? "" : h("p", { role: "status", class: "hinted" }, table.say("reviewing", { n: at, all })),
    h("p", {}, names.map((each, n) => [h("span", { class: `player c${n}` }, h("bdi", {}, each), " ", h("b", {}, sums[n] ? `−${sums[n]}` : "0")), " "])),
    h("p", { class: "faint" }, table.say("review_by")),
    worst.length ? [h("h3", {}, table.say("cost_most")), h("ol", { class: "worst" }, worst.map(costly))] : isDone ? h("p", {}, table.say("none_better")) : "",
    isDone ? h("details", {}, h("summary", {}, table.say("all_choices", { n: found.length })), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": table.say("review_of") }, h("table", {}, found.map(row)))) : "",
    h("p", {}, table.button("back", table.say("table"), () => table.closeReview(), { class: "button" })));
}
