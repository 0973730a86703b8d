// Judges choices by the terms of the score and of the advice, as `bots/players/judgement.py` does: how a player stands at the end
// of the turn, if it goes on as the greedy bot would.

const LONGEST_TURN = 64, MOST_TERMS = 4;

/** What a choice brings by the end of the turn, in a line; "" where nothing of that is known. */
export function explain({ bots, match, me, told, lang }, option) {
  return attempted(() => {
    const world = bots.world(match, me, told.unknown), before = bots.terms(world, me), then = goneOn(bots, world, me, option);
    return changesTold(changes(before, bots.terms(then, me)), told.terms[lang]);
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
  return some.slice(0, MOST_TERMS).map(([term, by]) => `${names[term]} ${by > 0 ? "+" : ""}${by}`).join(" · ");
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
  for (let n = 0; n < LONGEST_TURN && then.active.includes(player); n++) then.apply(then.actions(player)[firstOf(bots, then, player)]);
  return then;
}
