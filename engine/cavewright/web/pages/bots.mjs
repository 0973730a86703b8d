// Bots of a built game: at random, the greedy one, and tree search, both of which search within a module of their own.
// They choose as those of Python do (`greedy`, `mcts`), but draw other random numbers. Made by Cavewright.

const PROBES = 8, LONG = 400, SHORT = 12, BEYOND = 4, EXPLORE = 45, EXPLORE_ALONE = 20, CLAMPED = 2 ** 20, MOST_GUIDED = 64;
const GAVE_UP = -2, TERMINAL = -4, POINTS = 64, SLICE = 32;
const pause = () => new Promise((done) => setTimeout(done));
const word = () => Math.floor(Math.random() * 2 ** 32) | 0;

/** The searches of a game for its number of players. */
export class Bots {
  constructor(game, record, instance) {
    Object.assign(this, { game, record, calls: instance.exports, memory: new DataView(instance.exports.memory.buffer), bytes: new Uint8Array(instance.exports.memory.buffer) });
  }
  /** The place of the option that a bot chooses among those of a player. */
  async choose(kind, match, player, playouts = 600) {
    const many = match.actions(player).length, any = () => Math.floor(Math.random() * many);
    if (many < 2) return 0;
    try {
      if (kind === "greedy") return this.plan(match, player)[0] ?? any();
      if (kind === "mcts") return await this.look(match, player, playouts);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error; // a search that outgrew its module
    }
    return any();
  }
  stand(match, player) {
    this.bytes.set(match.of(player), this.record.start);
    this.calls.begin();
  }
  write(name, ...numbers) {
    numbers.forEach((each, n) => this.memory.setInt32(this.record[name] + 4 * n, each, true));
  }
  read(name, many) {
    return Array.from({ length: many }, (_, n) => this.memory.getInt32(this.record[name] + 4 * n, true));
  }
  /** The rows of a plan to the end of the turn; none where all that was looked at is worth the same. */
  plan(match, player) {
    this.stand(match, player);
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
  /** The row that tree search tried most. */
  async look(match, player, playouts) {
    const rows = this.plan(match, player).slice(0, MOST_GUIDED), probes = (bound) => Array.from({ length: PROBES }, () => this.probe(match, player, bound));
    this.calls.seed(word(), word(), 0);
    this.write("alone", -1);
    let bases = this.probe(match, player, 0)[1], tried = probes(LONG);
    const ends = 2 * tried.filter(([ended]) => ended).length >= PROBES;
    if (!ends) {
      this.write("alone", player);
      bases = this.probe(match, player, 0)[1];
      tried = probes(SHORT);
    }
    const gains = tried.flatMap(([, by]) => by.map((each, n) => Math.abs(each - bases[n])));
    const scale = Math.min(CLAMPED, Math.max(1, Math.floor((BEYOND * gains.reduce((a, b) => a + b, 0)) / gains.length)));
    this.write("bases", ...bases);
    this.write("horizon", ends ? LONG : 0);
    this.write("scale", scale);
    this.write("explore", ends ? EXPLORE : EXPLORE_ALONE);
    this.stand(match, player);
    this.calls.rooted(1);
    if (!ends) {
      this.write("guide", ...rows);
      this.calls.descend(rows.length);
    }
    for (let done = 0; done < playouts; done += SLICE) {
      this.calls.grow(SLICE);
      await pause();
    }
    this.stand(match, player);
    this.calls.rooted(0);
    const many = this.calls.count_roots(), visits = this.read("row_visits", many), sums = this.read("row_sums", many);
    return visits.reduce((best, each, n) => (each > visits[best] || (each === visits[best] && sums[n] > sums[best]) ? n : best), 0);
  }
}
