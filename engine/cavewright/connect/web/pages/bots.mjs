// Bots of a built game: at random, the greedy one, and tree search, both of which search within a module of their own.
// They choose as those of Python do (`greedy`, `mcts`), but draw other random numbers. Made by Cavewright.

const PROBES = 8, LONG = 400, TRIES = 8, WORLDS = 4, NONE = -1, SHORT = 12, BEYOND = 4, LEAST_POINTS = 64, EXPLORE = 45, EXPLORE_ALONE = 10, DOUBT = 0.02, MORE_POINTS = 15, WON = 1024, CLAMPED = 2 ** 20, MOST_GUIDED = 64, MOST_UNCOUNTED = 16, MOST_PLAYOUTS = 60_000, MOST_MET = 2, STRENGTHS = { easy: 30, hard: 8_000 };
const GAVE_UP = -2, TERMINAL = -4, POINTS = 64, SLICE = 32;
const pause = () => new Promise((done) => setTimeout(done));
const word = () => Math.floor(Math.random() * 2 ** 32) | 0;

/** What may be played out for a decision: by the name of a strength, or for a time such as `2s`. */
function budgetOf(strength, playouts) {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(strength ?? "")?.[1];
  return seconds ? { playouts: MOST_PLAYOUTS, milliseconds: 1000 * seconds } : { playouts: STRENGTHS[strength] ?? playouts, milliseconds: Infinity };
}

/** A match that is the same to a player: pieces that it does not see lie in other bags of which it does not see the
    contents, and whatever else it cannot know is anything that it could be. `unknown` says what nobody can work out.
    Only a match in which the player has the same choices is taken, as far as a few tries find one. */
function imagined(match, player, unknown) {
  const choices = (one) => one.actions(player).map(String).join(), mine = choices(match);
  let made;
  for (let tries = 0; tries < TRIES; tries++) {
    made = dealt(match, player, unknown);
    if (choices(made) === mine) break;
  }
  return made;
}

function dealt(match, player, unknown) {
  const { record, seats } = match.game, then = match.earlier(match.moves.length), bytes = match.of(player).slice();
  const view = new DataView(bytes.buffer), any = (below) => Math.floor(Math.random() * below);
  const isUnseen = (n, row) => unknown.fields.includes(`${record.fields[n].owner}.${record.fields[n].name}`) && !match.sees(n, row, player);
  const unseen = record.fields.flatMap((field, n) => {
    const [first, stride, many = 0, width] = seats.fields[n], type = record.types[field.type];
    const rows = Array.from({ length: field.owner === record.players ? match.names.length : many }, (_, row) => row).filter((row) => isUnseen(n, row));
    const at = (row, k) => first + width * (row * stride + k) - seats.start;
    const read = (row, k) => view[`getInt${8 * width}`](at(row, k), true), write = (row, k, value) => view[`setInt${8 * width}`](at(row, k), value, true);
    const kept = unknown.keeping.includes(`${field.owner}.${field.name}`) && unknown.conserved.includes(type.name);
    return rows.map((row) => ({ type, kept, stride, counted: field.counted, read: (k) => read(row, k), write: (k, value) => write(row, k, value) }));
  });
  for (const kind of new Set(unseen.filter((each) => each.type.form === "bag").map((each) => each.type.name)))
    dealtBags(unseen.filter((each) => each.type.form === "bag" && each.type.name === kind), unseen.filter((each) => each.kept && each.type.name === kind && each.read(0) !== NONE), unknown.conserved.includes(kind), any);
  const members = (type) => (type.form === "number" ? Math.floor((type.high - type.low) / (type.step ?? 1)) + 1 : type.name === record.players ? match.names.length : record.kinds[type.name].rows.length);
  const value = (type) => {
    if (type.form === "number" || (type.form === "row" && record.kinds[type.name])) {
      const drawn = any(members(type) + (type.optional ? 1 : 0)) - (type.optional ? 1 : 0);
      return drawn < 0 ? NONE : type.form === "number" ? type.low + drawn * (type.step ?? 1) : drawn;
    }
    if (type.form === "place" || type.form === "passage") {
      const laid = match.laid(Object.keys(record.boards).findIndex((each) => record.boards[each].name === type.name || record.boards[each].passages === type.name)).map(({ place }) => place);
      const there = [...(type.form === "place" ? laid : laid.flatMap((place) => [2 * place, 2 * place + 1])), ...(type.optional || !laid.length ? [NONE] : [])];
      return there[any(there.length)];
    }
    if (type.form === "sides") return any(2 ** (type.high ? 32 - Math.clz32(type.high) : 4));
    return type.form === "yes_no" ? any(2) : undefined;
  };
  for (const { type, stride, write } of unseen.filter((each) => !each.kept)) {
    const drawn = type.form === "bag" ? undefined : value(type);
    if (drawn !== undefined) write(0, drawn);
    else if (type.form === "set") {
      const element = record.types[type.of], many = element ? members(element) : 0;
      for (let word = 0; word < stride; word++) write(word, any(2 ** Math.min(31, Math.max(0, many - 32 * word))));
    }
  }
  seats.laid.forEach((laid, number) => {
    if (!laid) return;
    const mine = record.fields.flatMap((field, n) => (field.owner === record.boards[number].name && seats.fields[n].length === 0 ? [[field, n]] : []));
    match.laid(number).forEach(({ place, passages }, n) => {
      mine.filter(([field]) => !field.passage).forEach(([field, at], k) => isUnseen(at, place) && put(view, laid.columns[2 + k], n, value(record.types[field.type]), seats.start));
      passages.forEach((known, south) => {
        const unseen = mine.filter(([field]) => field.passage).map(([field, at], k) => [field, at, laid.edges[k]]).filter(([, at]) => isUnseen(at, 2 * place + south));
        for (const [field, , edge] of unseen) put(view, edge, 2 * n + south, value(record.types[field.type]), seats.start);
        if (unseen.length) put(view, [...laid.known, 1], 2 * n + south, 1, seats.start);
      });
    });
  });
  for (const { slot, type, bound } of unknown.names) if (!isBound(match, player, bytes, bound)) view.setInt32(seats.slots[slot] - seats.start, value(type) ?? 0, true);
  if (then.branches === null) then.here = bytes;
  else then.branches = then.branches.map((each, n) => (n === player ? bytes : each));
  return then;
}

/** The position before all acted at once, with what a player who is done there has made of it. */
function broughtHome(match, player) {
  const whole = match.here.slice(), { own, start } = match.game.seats;
  for (const [first, many] of own[player]) whole.set(match.branches[player].subarray(first - start, first - start + many), first - start);
  return whole;
}

/** Whether a player knows what a name stands for: it is bound in the rule at hand, in the open or by the player. */
function isBound(match, player, bytes, bound) {
  const { seats } = match.game, here = bound[match.at(bytes, seats.pc)];
  if (!here) return false;
  const [shown, whose] = here, binder = whose < 0 ? match.at(match.here, seats.me) : match.at(bytes, seats.slots[whose]);
  return shown === "open" || (shown === "secret" && binder === player);
}

/** Writes a value into the record of a place or a passage. */
function put(view, [at, width, getter, words], n, value, start) {
  if (value !== undefined) view[getter.replace("get", "set")](at + n * words * width - start, value, true);
}

/** Deals the pieces of a kind that somebody does not see: those that there are, where all know which, otherwise any. Of a
    bag that nobody counts it may be any number. `kept` are the fields that keep one of those that there are. */
function dealtBags(bags, kept, isConserved, any) {
  const amounts = (bag) => Array.from({ length: bag.stride - 1 }, (_, piece) => bag.read(piece + 1)), size = (bag) => amounts(bag).reduce((a, b) => a + b, 0);
  const pieces = isConserved ? [...bags.flatMap((bag) => amounts(bag).flatMap((many, piece) => Array(many).fill(piece))), ...kept.map((each) => each.read(0))].sort((a, b) => a - b) : [];
  for (let n = pieces.length - 1; n > 0; n--) {
    const other = any(n + 1);
    [pieces[n], pieces[other]] = [pieces[other], pieces[n]];
  }
  for (const each of kept) each.write(0, pieces.pop());
  const mine = bags.map((bag) => (!bag.counted ? [] : isConserved ? pieces.splice(0, size(bag)) : Array.from({ length: size(bag) }, () => any(bag.stride - 1))));
  const uncounted = bags.flatMap((bag, n) => (bag.counted ? [] : [n]));
  if (isConserved && uncounted.length) for (const piece of pieces) mine[uncounted[any(uncounted.length)]].push(piece);
  else for (const n of uncounted) while (any(2) && mine[n].length < MOST_UNCOUNTED) mine[n].push(any(bags[n].stride - 1));
  bags.forEach((bag, n) => {
    for (let piece = 0; piece < bag.stride - 1; piece++) bag.write(piece + 1, mine[n].filter((each) => each === piece).length);
  });
}

/** The searches of a game for its number of players. */
export class Bots {
  constructor(game, record, instance) {
    Object.assign(this, { game, record, met: new WeakMap(), calls: instance.exports, memory: new DataView(instance.exports.memory.buffer), bytes: new Uint8Array(instance.exports.memory.buffer) });
  }
  /** The place of the option that a bot chooses among those of a player. `unknown` is what nobody can work out, if there is anything. */
  async choose(kind, match, player, unknown = null, playouts = 600) {
    const [name, strength] = kind.split(":"), many = match.actions(player).length, any = () => Math.floor(Math.random() * many);
    if (many < 2) return 0;
    if (unknown?.loops) return any();
    try {
      if (name === "greedy" && !unknown && this.comesAgain(match, player)) return any();
      if (name === "greedy") return Math.min(this.plan(unknown ? imagined(match, player, unknown) : match, player)[0] ?? any(), many - 1);
      if (name === "mcts") return unknown ? await this.imagine(match, player, budgetOf(strength, playouts), unknown) : await this.look(match, player, budgetOf(strength, playouts));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error; // a search that outgrew its module
    }
    return any();
  }
  /** Notes that a bot is asked in a position, and tells if that came too often: who chooses by the position alone goes round
      there for ever. What belongs to other players does not count. */
  comesAgain(match, player) {
    const { record, seats } = this.game, bytes = match.of(player).slice();
    record.fields.forEach((field, n) => {
      const [first, stride, , width] = seats.fields[n];
      if (field.owner === record.players && seats.fields[n].length) match.names.forEach((_, row) => row !== player && bytes.fill(0, first + width * row * stride - seats.start, first + width * (row + 1) * stride - seats.start));
    });
    const met = this.met.get(match) ?? new Map(), key = `${player} ${bytes}`, many = (met.get(key) ?? 0) + 1;
    this.met.set(match, met.set(key, many));
    return many > MOST_MET;
  }
  /** The option that is chosen most often in positions that could be this one, as far as the player knows. */
  async imagine(match, player, budget, unknown) {
    const texts = match.actions(player).map(String), votes = texts.map(() => 0);
    for (let n = 0; n < WORLDS; n++) {
      const then = imagined(match, player, unknown), choices = then.actions(player);
      if (choices.length) votes[texts.indexOf(String(choices[await this.look(then, player, { playouts: budget.playouts / WORLDS, milliseconds: budget.milliseconds / WORLDS })]))] += 1;
    }
    return votes.indexOf(Math.max(...votes));
  }
  /** A position in which nothing is known that the player does not know, as a match of its own. */
  world(match, player, unknown) {
    return unknown ? imagined(match, player, unknown) : match.earlier(match.moves.length);
  }
  /** What each term of the worth of a position counts for a player. */
  terms(match, player) {
    this.stand(match, player);
    this.calls.value_terms(player);
    return this.read("terms", this.record.many_terms);
  }
  stand(match, player) {
    this.bytes.set(match.branches !== null && match.node(player).is === "join" ? broughtHome(match, player) : match.of(player), this.record.start);
    this.calls.begin();
  }
  write(name, ...numbers) {
    numbers.forEach((each, n) => this.memory.setInt32(this.record[name] + 4 * n, each, true));
  }
  read(name, many) {
    return Array.from({ length: many }, (_, n) => this.memory.getInt32(this.record[name] + 4 * n, true));
  }
  /** The rows of a plan to the end of the turn, the score counted so many times more; none where all that was looked at is worth the same. */
  plan(match, player, more = 0) {
    this.stand(match, player);
    this.write("more_points", more);
    this.write("points", ...Array.from({ length: POINTS }, word));
    const steps = this.calls.plan(player);
    return steps === GAVE_UP ? [] : this.read("plan", steps);
  }
  /** By how much every player is ahead after at most so many steps, and whether the game ended. */
  probe(match, player, bound) {
    this.stand(match, player);
    this.calls.wander(bound);
    this.calls.compare();
    return [this.calls.waiting() === TERMINAL, this.read("ahead_by", match.names.length)];
  }
  /** Begins a tree anew, with the figures that its playouts go by. */
  settle(match, player, bases, horizon, scale, explore) {
    this.write("bases", ...bases);
    this.write("horizon", horizon);
    this.write("scale", scale);
    this.write("explore", explore);
    this.stand(match, player);
    this.calls.set_root(1);
  }
  /** A playout more, the first choices of which are given. */
  follow(rows) {
    this.write("guide", ...rows);
    this.calls.descend(rows.length);
  }
  /** How often each row at the beginning of the tree was tried, and the sum of what came of it. */
  roots(match, player) {
    this.stand(match, player);
    this.calls.set_root(0);
    const many = this.calls.count_roots();
    return [this.read("row_visits", many), this.read("row_sums", many)];
  }
  /** The row that tree search tried most; where it looked at the turn only, the one of which most came for sure. */
  async look(match, player, { playouts, milliseconds }) {
    const end = performance.now() + milliseconds;
    const rows = this.plan(match, player, this.record.advised ? MORE_POINTS : 0).slice(0, MOST_GUIDED), probes = (bound) => Array.from({ length: PROBES }, () => this.probe(match, player, bound));
    this.calls.seed(word(), word(), 0);
    this.write("alone", -1);
    let bases = this.probe(match, player, 0)[1], tried = this.record.advised ? [] : probes(LONG);
    const ends = tried.length && 2 * tried.filter(([ended]) => ended).length >= PROBES;
    if (!ends) {
      this.write("alone", player);
      bases = this.probe(match, player, 0)[1];
      tried = probes(SHORT);
    }
    const gains = tried.flatMap(([, by]) => by.flatMap((each, n) => (ends ? [Math.abs(each - bases[n])] : n === player && each > bases[n] ? [each - bases[n]] : [])));
    const mean = Math.floor((BEYOND * gains.reduce((a, b) => a + b, 0)) / Math.max(1, gains.length));
    let scale = Math.min(CLAMPED, Math.max(ends ? 1 : LEAST_POINTS * (1 + (this.record.advised ? MORE_POINTS : 0)), mean));
    this.settle(match, player, bases, ends ? LONG : 0, scale, ends ? EXPLORE : EXPLORE_ALONE);
    if (!ends) {
      this.follow(rows);
      const [visits, sums] = this.roots(match, player), part = (2 * sums[rows[0]]) / Math.max(1, visits[rows[0]]) / WON - 1;
      const expected = Math.abs(part) < 1 ? Math.round((scale * part) / (1 - Math.abs(part))) : 0;
      bases[player] += expected;
      scale = Math.max(scale, Math.min(CLAMPED, BEYOND * expected));
      this.settle(match, player, bases, 0, scale, EXPLORE_ALONE);
      this.follow(rows);
    }
    for (let done = 0; done < playouts && (!done || performance.now() < end); done += SLICE) {
      this.calls.grow(SLICE);
      await pause();
    }
    const [visits, sums] = this.roots(match, player);
    const sure = (n) => (visits[n] ? sums[n] / visits[n] / WON - DOUBT / Math.sqrt(visits[n]) + (n === rows[0]) / WON : -1);
    const more = (n, best) => (ends ? visits[n] > visits[best] || (visits[n] === visits[best] && sums[n] > sums[best]) : sure(n) > sure(best));
    return visits.reduce((best, _, n) => (more(n, best) ? n : best), 0);
  }
}
