// Plays games that Python has written down, and says where anything differs: node lockstep.mjs NAME.mjs TRANSCRIPTS

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

const [, , module, file] = process.argv;
const { load } = await import(pathToFileURL(module));
const { keptWords, roundWords } = await import(new URL("picture.mjs", pathToFileURL(module)));
const { players, merges, games, playouts } = JSON.parse(readFileSync(file, "utf-8"));
const LANGUAGES = ["en", "de", "es"], VIEWERS = ["all", null, 0];
const FIELDS = ["code", "rule", "message", "origin", "citation", "current", "needed", "place", "by"];
const game = await load({ players });
let compared = 0, where = "";

// A key that is undefined here is null there; the order of keys of what is kept means nothing.
const bare = (value) => JSON.parse(JSON.stringify(value, (_, each) => (each === undefined ? null : each)));
function same(what, mine, theirs) {
  compared++;
  if (isDeepStrictEqual(bare(mine), theirs)) return;
  console.log(JSON.stringify({ where, what, mine: bare(mine), theirs }));
  process.exit(1);
}

function questions(match, { signature, player }) {
  return LANGUAGES.flatMap((lang) => [player, null].flatMap((viewer) => [signature.question, signature.confirm].map((each) => match.asked(each, player, lang, viewer))));
}
function reasons(match, text) {
  let action;
  try {
    action = game.parse(text);
  } catch {
    return null;
  }
  const said = LANGUAGES.map((lang) => match.check(action, lang));
  return said[0].map((_, n) => said.map((each) => FIELDS.map((name) => each[n][name])));
}

function told(match, step) {
  same("current", match.current, step.current);
  same("active", match.active, step.active);
  for (const player of match.active)
    same(`actions of ${player}`, match.actions(player).map((each) => [String(each), ...LANGUAGES.map((lang) => each.label(lang)), ...questions(match, each)]), step.lists[player]);
  if (!merges) same("chance", match.outcomes().map((each) => [String(each.action), each.probability]), step.chance);
  for (const [text, expected] of step.reasons) {
    if (merges && text.startsWith("chance")) continue;
    if (expected !== null) same(`reasons against ${text}`, reasons(match, text), expected);
  }
  step.notices.forEach((players, n) => players.forEach((expected, player) => LANGUAGES.forEach((lang, k) => same(`notices for ${VIEWERS[n]} about ${player} in ${lang}`, match.notices(player, lang, VIEWERS[n]).map(({ text }) => text), expected[k]))));
  step.scores.forEach((expected, n) => {
    const made = match.scores(VIEWERS[n]);
    same(`scores for ${VIEWERS[n]}`, [made.breakdown, made.counted, made.totals, made.winners, made.sides, made.least], expected);
  });
  same("round", LANGUAGES.map((lang) => roundWords(match, lang)), step.round);
  same("kept", VIEWERS.flatMap((viewer) => LANGUAGES.map((lang) => keptWords(match, viewer, lang))), step.kept);
  step.views.forEach((expected, n) => {
    const { fields, boards } = match.view(VIEWERS[n]);
    same(`view of ${VIEWERS[n]}`, { fields, boards }, expected);
  });
}

games.forEach(([first, ...steps], number) => {
  const match = game.begin();
  where = `game ${number}`;
  told(match, first);
  steps.forEach((step, n) => {
    where = `game ${number}, step ${n}: ${step.action}`;
    const events = match.apply(step.action);
    same("events", events.map((each) => [each.kind, each.player, each.rule, ...LANGUAGES.map((lang) => each.text(lang)), VIEWERS.map((viewer) => each.noticed(viewer)), each.told, each.by("de")]), step.events);
    told(match, step);
    if (n % 17 === 3) {
      match.undo();
      match.apply(step.action);
      told(match, step);
    }
  });
  where = `game ${number}, saved`;
  const again = game.resume(match.save());
  same("moves", again.moves, match.moves);
  same("what is seen", again.view("all"), bare(match.view("all")));
});
playouts.forEach(([seed, bound, expected]) => {
  where = `playouts of seed ${seed}`;
  same("playouts", expected.map((_, n) => game.playout(BigInt(seed), n, bound)).map((each) => [each.decisions, each.totals, each.winners]), expected);
});
console.log(compared);
