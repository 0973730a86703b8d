// Judges choices by the terms of the score and of the advice, as `bots/players/judgement.py` does: how a player stands at the end
// of the turn, if it goes on as the greedy bot would.

const LONGEST_TURN = 64, MOST_TERMS = 4, DRAWS = 8, CHANCE = -1;

/** What a choice brings by the end of the turn, in a line; "" where nothing of that is known. */
export function explain(table, option) {
  const { bots, match, me, told, lang } = table;
  return attempted(() => {
    const world = bots.world(match, me, told.unknown), before = bots.terms(world, me), stop = goneOn(bots, world, me, option), names = told.terms[lang];
    if (world.branches !== null || !drawn(stop, me)) return changesTold(changes(before, bots.terms(stop, me)), names);
    const ends = Array.from({ length: DRAWS }, () => bots.terms(goneBehindChance(bots, stop, me), me));
    const mean = before.map((_, n) => Math.round(ends.reduce((all, each) => all + each[n] - before[n], 0) / DRAWS));
    const terms = changesTold(changes(before, before.map((each, n) => each + mean[n])), names);
    return terms && table.say("mean_of", { terms, n: DRAWS });
  }) ?? "";
}

/** How a choice of a match stood: what it was worth, how much a better one would have brought, and which terms make that. */
export function decisionAt({ bots, match, told }, number) {
  const before = match.earlier(number), action = match.game.parse(match.moves[number]), { player } = action;
  if (player < 0 || before.actions(player).length < 2) return undefined;
  return attempted(() => {
    const world = bots.world(before, player, told.unknown), sum = (terms) => terms.reduce((all, each) => all + each, 0);
    const first = firstOf(bots, world, player), mine = world.actions(player).findIndex((each) => each.text === action.text);
    if (mine < 0) return undefined;
    const best = bots.terms(goneOn(bots, world, player, first), player), done = bots.terms(goneOn(bots, world, player, mine), player);
    const loss = Math.max(0, sum(best) - sum(done));
    return { number, player, action, better: loss ? world.actions(player)[first] : action, worth: sum(bots.terms(world, player)), loss, changes: loss ? changes(done, best) : [] };
  });
}

/** Terms that differ, in a line: `photos +4 · equipment -3`. */
export function changesTold(some, names) {
  const sums = new Map();
  for (const [term, by] of some) sums.set(names[term], (sums.get(names[term]) ?? 0) + by);
  const found = [...sums].filter(([, by]) => by).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  return found.slice(0, MOST_TERMS).map(([name, by]) => `${name} ${by > 0 ? "+" : ""}${by}`).join(" · ");
}

/** What is worked out, unless a search outgrew its module. */
function attempted(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    return undefined;
  }
}

function changes(before, then) {
  return then.map((each, n) => [n, each - before[n]]).filter(([, by]) => by).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
}

const firstOf = (bots, match, player) => Math.min(bots.plan(match, player)[0] ?? 0, match.actions(player).length - 1);

/** The position behind a choice, at the end of the turn. */
function goneOn(bots, match, player, option) {
  const then = match.earlier(match.moves.length);
  then.here = match.here.slice();
  if (match.branches !== null) then.branches = match.branches.map((each) => each.slice());
  then.apply(then.actions(player)[option]);
  return toTheEnd(bots, then, player);
}

/** Plays a position of one's own on to the end of the turn, or to where chance decides. */
function toTheEnd(bots, then, player) {
  for (let n = 0; n < LONGEST_TURN && then.active.includes(player); n++) then.apply(then.actions(player)[firstOf(bots, then, player)]);
  return then;
}

/** A position behind what chance may bring, not what it will; nothing where the player does not go on there. */
function drawn(stop, player) {
  const then = stop.earlier(stop.moves.length);
  for (let n = 0; n < LONGEST_TURN && then.current === CHANCE; n++) {
    const outcomes = then.outcomes();
    let left = Math.random();
    then.apply((outcomes.find((each) => (left -= each.probability) < 0) ?? outcomes.at(-1)).action);
    if (then.active.includes(player)) return then;
  }
  return undefined;
}

function goneBehindChance(bots, stop, player) {
  let at = stop;
  for (let n = 0, next; n < LONGEST_TURN && (next = drawn(at, player)); n++) at = toTheEnd(bots, next, player);
  return at;
}
