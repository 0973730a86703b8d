// Plays NAME by its module: lists, explains, carries out, draws, counts, shows, saves. Made by Cavewright; it needs nothing else.
// The rules are in the module, the texts in the JSON beside it; this file is the same for every game.

const CHANCE = -1, SIMULTANEOUS = -2, TERMINAL = -4, NONE = -1;
const WIDTH = 1024, BEYOND = WIDTH * WIDTH, MIDDLE = 512, FURTHEST = 500; // how places of boards that grow are numbered
const KINDS = ["set", "pieces", "supply", "packed", "lay", "draw", "back", "reveal", "shuffled", "ended"], WORD = 10;
const CODES = ["", "range", "room", "occupied", "nothing", "requirement", "cost"];
const TRAPS = {
  1: "a board, a list or trials within trials outgrew the memory that they have in this module",
  2: "the rules come to no decision within the work that a step may take",
  3: "a decision has more options than it may have",
};
const LEFT_RANGE = "a number left the range that it has in this module";
const RANK = ["open", "secret", "hidden"];
const FORMAT = 2;

/** A module, a file or a save that cannot be used, or a step that the module cannot make. */
export class GameError extends Error {}
/** A text that is no action of this game. */
export class InvalidActionError extends GameError {}
/** An action that is refused; `reasons` say why. */
export class IllegalActionError extends GameError {
  constructor(action, reasons) {
    super(`${action}: ${reasons.map((each) => each.message).join("; ")}`);
    this.action = action;
    this.reasons = reasons;
  }
}

// ---- loading ----------------------------------------------------------------------------------------------------------

const FILES = "node:fs/promises"; // by a variable: a bundler for pages looks for no such module
const MODULES = {}; // of each number of players; the build writes them out, so that a bundler takes these files and no others

async function read(url) {
  if (url.protocol === "file:") return (await import(/* @vite-ignore */ FILES)).readFile(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new GameError(`${url} cannot be had: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const hex = (bytes) => Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");

/** The game for a number of players. `files` may give the JSON and the module where they are not beside this file. */
export async function load({ players, lang = "en", files = {} } = {}) {
  if (typeof WebAssembly !== "object") throw new GameError("there is no WebAssembly here: this game needs it");
  let record;
  try {
    const text = files.json ?? new TextDecoder().decode(await read(new URL("./NAME.json", import.meta.url)));
    record = typeof text === "string" ? JSON.parse(text) : text;
  } catch (error) {
    if (error instanceof GameError) throw error;
    throw new GameError(`NAME.json cannot be read: ${error.message}`);
  }
  if (record?.cavewright !== "module 1") throw new GameError("NAME.json is not of this version of Cavewright");
  const counts = Object.keys(record.seats).map(Number);
  const many = players ?? counts[0];
  const seats = record.seats[many];
  if (seats === undefined) throw new GameError(`players is one of ${counts.join(", ")}, not ${players}`);
  const bytes = files.wasm ?? (await read(MODULES[many]()));
  if (hex(sha256(new Uint8Array(bytes))) !== seats.sha256)
    throw new GameError(`${seats.wasm} is not the module that belongs to NAME.json`);
  let instance;
  try {
    ({ instance } = await WebAssembly.instantiate(bytes, {}));
  } catch (error) {
    throw new GameError(`${seats.wasm} cannot be run here: ${error.message}`);
  }
  return new Game(record, seats, instance, lang);
}

// ---- words ------------------------------------------------------------------------------------------------------------

const sentence = (text) => (text ? [...text][0].toUpperCase() + text.slice([...text][0].length) : text);
const mod = (a, b) => ((a % b) + b) % b;

class Words {
  constructor(record, lang) {
    this.record = record;
    this.lang = lang;
    this.phrases = record.phrases[lang];
    if (this.phrases === undefined)
      throw new GameError(`there are no texts in the language \`${lang}\`; there are texts in ${Object.keys(record.phrases).join(", ")}`);
  }
  said(text) {
    return text !== null && typeof text === "object" && "*" in text ? text["*"][this.lang] : text;
  }
  phrase(template, values = {}) {
    return (this.phrases[template] ?? template).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }
  form(amount) {
    return Number(this.record.plurals[this.lang][amount < 200 ? amount : 100 + (amount % 100)]);
  }
  counted(amount, unit) {
    const [translated, ...forms] = this.said(unit);
    return `${amount} ${translated ? forms[Math.min(this.form(Math.abs(amount)), forms.length - 1)] : forms[Number(amount !== 1)]}`;
  }
  row(kind, row) {
    return row < 0 ? this.phrase("none") : this.said(this.record.kinds[kind].labels)[row];
  }
  pieces(amount, kind, row, names = []) {
    const unit = this.said(this.record.kinds[kind].counted)[row];
    return unit.length > 1 ? this.counted(amount, unit) : `${amount} ${this.shown(row, { form: "row", name: kind }, names)}`;
  }
  /** The names of players; those who have only a number, in this language. */
  people(names) {
    return names.map((each) => {
      const found = /^Player ([1-9]\d?)$/.exec(each);
      return found ? this.phrase("Player {number}", { number: found[1] }) : each;
    });
  }
  plain(text) {
    return ["yes", "no", "none"].includes(text) ? this.phrase(text) : text;
  }
  shown(value, type, names = []) {
    if (type.private && value >= 0 && names.length) {
      const text = written(value, type, this.record), dot = text.indexOf(".");
      const owner = dot < 0 ? text : text.slice(0, dot), place = dot < 0 ? "" : text.slice(dot + 1);
      return this.phrase("{thing} of {name}", { thing: place, name: this.people(names)[Number(owner)] ?? owner });
    }
    if (type.form === "row" && value >= 0)
      return type.name === this.record.players && value < names.length ? this.people(names)[value] : this.row(type.name, value);
    if (type.form === "number" && type.unit && value !== NONE) return `${value} ${type.unit}`;
    if (type.form === "place" && value < 0) return this.phrase("no place");
    const text = written(value, type, this.record);
    return ["yes_no", "row", "place"].includes(type.form) ? this.plain(text) : text;
  }
  label(signature, values, player) {
    if (!values.length) return this.said(signature.action);
    const said = values.map((value, n) => {
      const type = this.record.types[signature.parameters[n][1]];
      return type.private || type.coded ? own(value, type, this.record, player) : this.shown(value, type);
    });
    return this.said(signature.label).map((part) => (typeof part === "number" ? said[part] : part)).join("");
  }
  /** What somebody has done, as it stands behind the name; "" where nobody has said it. */
  deed(signature, values, player, names, what = this.many(signature, values)) {
    const ways = this.said(signature.deed), types = signature.parameters.map(([, type]) => this.record.types[type]);
    if (!ways.length) return "";
    const said = values.map((value, n) => {
      const type = types[n];
      return this.toldRow(value, type) || (type.private ? own(value, type, this.record, player) : this.shown(value, type, names));
    });
    said.push(what);
    const isNo = ways.length > 1 && (what === this.phrase("nothing") || types.some((type, n) => type.form === "yes_no" && !values[n]));
    return ways[Number(isNo)].map((part) => (typeof part === "number" ? said[part] : part)).join("");
  }
  /** A row in the words that sentences have for it; "" where nobody has said them. */
  toldRow(value, type) {
    const told = type.form === "row" && value >= 0 ? this.record.kinds[type.name]?.told : undefined;
    return (told && this.said(told)[value]) || "";
  }
  /** Of an answer to how many: so many of what. */
  many(signature, values) {
    const [of, many] = signature.parameters.map(([, type]) => this.record.types[type]);
    return of?.form === "row" && many?.form === "number" && values.length === 2 ? (values[1] ? this.pieces(values[1], of.name, values[0]) : this.phrase("nothing")) : "";
  }
  /** What happens when something that is kept changes: when it is gained, lost, or told anew; "" where nobody has said it. */
  change(field, way, values) {
    const said = this.said(field.changes)[way][Number(values.isSecond)];
    return said.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }
  /** What comes up, as a sentence says it: the words for the row or for what it shows, where somebody has said them. */
  drawn(kind, row) {
    const shows = this.record.kinds[kind].shows, faces = [[kind, row], ...(shows ? [[shows[0], shows[1][row]]] : [])];
    return faces.map(([of, n]) => this.said(this.record.kinds[of].told ?? [])[n]).find(Boolean) ?? this.tile(kind, row);
  }
  tile(kind, row) {
    const shows = this.record.kinds[kind].shows;
    return shows ? `${this.row(shows[0], shows[1][row])} (${this.record.kinds[kind].rows[row]})` : this.row(kind, row);
  }
}

function placeName(place) {
  if (place < 0) return "none";
  const x = mod(place, WIDTH) - MIDDLE, y = Math.floor(mod(place, BEYOND) / WIDTH) - MIDDLE;
  const north = y < 0 ? `n${-y}` : y ? `s${y}` : "";
  return north + (x < 0 ? `w${-x}` : x ? `e${x}` : "") || "o";
}

function placeNamed(text) {
  if (text === "o") return MIDDLE * WIDTH + MIDDLE;
  const found = /^(?:([ns])([1-9]\d{0,2}))?(?:([ew])([1-9]\d{0,2}))?$/.exec(text);
  if (!text || !found) return -1;
  const y = Number(found[2] ?? 0) * (found[1] === "n" ? -1 : 1), x = Number(found[4] ?? 0) * (found[3] === "w" ? -1 : 1);
  return Math.abs(x) > FURTHEST || Math.abs(y) > FURTHEST ? -1 : (y + MIDDLE) * WIDTH + x + MIDDLE;
}

const placeWords = (place, type) => (type.private && place >= 0 ? `${Math.floor(place / BEYOND)}.${placeName(place)}` : placeName(place));
const borderWords = (passage, type) => {
  const low = Math.floor(passage / 2);
  return [low, low + (passage % 2 ? WIDTH : 1)].map((each) => placeWords(each, type)).join("–");
};
const sidesShown = (sides) => [..."nesw"].filter((_, n) => (sides >> n) & 1).join("") || "-";

function members(bits, type) {
  const found = [];
  for (let n = 0, left = BigInt(bits); left; n++, left >>= 1n) if (left & 1n) found.push(type.low + n * type.step);
  return found;
}

function written(value, type, record) {
  if (type.form === "yes_no") return value ? "yes" : "no";
  if ((type.form === "row" || type.form === "place") && value === NONE) return "none";
  if (type.form === "row") return record.kinds[type.name].rows[value];
  if (type.form === "place") return placeWords(value, type);
  if (type.form === "sides") return sidesShown(value);
  if (type.form === "set" && type.of !== undefined)
    return `{${members(value, type).map((each) => written(each, record.types[type.of], record)).join(" ")}}`;
  return String(value);
}

function own(value, type, record, player) {
  const text = written(value, type, record);
  return type.board && type.private && text.startsWith(`${player}.`) ? text.slice(`${player}.`.length) : text;
}

function readValue(text, type, record) {
  if (type.form === "yes_no") return { yes: 1, no: 0 }[text];
  if (type.optional && text === "none") return NONE;
  if (type.form === "row") {
    const row = record.kinds[type.name].rows.indexOf(text);
    return row < 0 ? undefined : row;
  }
  if (type.form === "place") {
    const found = /^(?:(\d{1,2})\.)?([^.]*)$/.exec(text);
    if (!found || (found[1] !== undefined) !== type.private) return undefined;
    const place = placeNamed(found[2]);
    return place < 0 ? undefined : place + Number(found[1] ?? 0) * BEYOND;
  }
  if (type.form === "sides") {
    if (text === "-") return 0;
    const sides = [...text].reduce((sum, each) => sum | (1 << "nesw".indexOf(each)), 0);
    return /^[nesw]+$/.test(text) && sidesShown(sides) === text ? sides : undefined;
  }
  const digits = type.unit && text.endsWith(type.unit) ? text.slice(0, -type.unit.length) : text;
  return /^-?\d{1,9}$/.test(digits) && String(Number(digits)) === digits ? Number(digits) : undefined;
}

function readOwn(text, type, record, player) {
  const value = readValue(text, type, record);
  return value !== undefined || !type.board || !type.private ? value : readValue(`${player}.${text}`, type, record);
}

// ---- the game ---------------------------------------------------------------------------------------------------------

/** The rules for a number of players. */
export class Game {
  constructor(record, seats, instance, lang) {
    this.record = record;
    this.seats = seats;
    this.exports = instance.exports;
    this.memory = new DataView(instance.exports.memory.buffer);
    this.bytes = new Uint8Array(instance.exports.memory.buffer);
    this.lang = lang;
    this.wordings = {};
    this.actions = Object.fromEntries(record.signatures.map((each) => [each.name, each]));
    const guards = Object.values(record.code).flatMap((each) => each.options ?? []).flatMap((each) => each.guards);
    this.paying = new Set(guards.filter((each) => each.unit !== undefined).map((each) => each.clause)); // clauses that say what something costs
    this.first = Uint8Array.from(seats.first.match(/../g), (each) => parseInt(each, 16));
  }
  get id() {
    return this.record.id;
  }
  get title() {
    return this.record.title;
  }
  get players() {
    return this.seats.players;
  }
  get languages() {
    return Object.keys(this.record.phrases);
  }
  words(lang = this.lang) {
    return (this.wordings[lang] ??= new Words(this.record, lang));
  }
  /** A match from the beginning. Chance is drawn by `seed`: equal seeds are equal games. */
  begin({ seed = 0n, names = Array.from({ length: this.players }, (_, n) => `Player ${n + 1}`) } = {}) {
    if (!Array.isArray(names) || names.length !== this.players) throw new GameError(`names are ${this.players} names`);
    return new Match(this, BigInt(seed), [...names]);
  }
  /** A match that begins at a position: its bytes, as they lie in the module. It cannot be saved. */
  at(bytes, names) {
    const match = this.begin({ names });
    Object.assign(match, { begun: bytes, here: bytes, branches: null, rounds: undefined });
    match.stand(match.here);
    match.settle();
    return match;
  }
  /** A match that `Match.save` wrote, or `Match.to_json` in Python. */
  resume(text) {
    let save;
    try {
      save = JSON.parse(text);
    } catch (error) {
      throw new GameError(`this is no save: ${error.message}`);
    }
    if (save?.cavewright !== FORMAT || save.checksum !== checksum(text)) throw new GameError("this save is of another format, or was damaged or edited");
    if (save.ruleset !== this.record.id || save.hash !== this.record.hash) throw new GameError(`this save is of other rules: ${save.ruleset}`);
    if (save.players.length !== this.players) throw new GameError(`this save is of ${save.players.length} players, not ${this.players}`);
    const match = this.begin({ seed: seedOf(text), names: save.players });
    for (const each of save.actions) match.apply(each, true);
    return match;
  }
  /** A game at random, every option as likely as any other; the game of that number of a seed, as `Native.playouts` plays it. */
  playout(seed = 0n, number = 0, bound = 100000) {
    const match = this.begin({ seed }), end = BigInt(seed);
    this.call("seed", Number(BigInt.asIntN(32, end)), Number(BigInt.asIntN(32, end >> 32n)), number);
    const sampler = this.sampler();
    let decisions = 0;
    for (; decisions < bound && match.current !== TERMINAL; decisions++) {
      const rows = match.current === CHANCE ? match.weights() : match.chosen(match.active[0]);
      this.setSampler(sampler);
      let at = 0;
      if (rows.length > 1) {
        at = match.current === CHANCE ? pointed(rows, this.call("below", sum(rows)) >>> 0) : this.call("below", rows.length) >>> 0;
      }
      sampler.set(this.sampler());
      if (match.current === CHANCE) match.go([rows[at][0], 1], CHANCE);
      else match.take(match.active[0], rows[at]);
    }
    const { totals, winners } = match.scores();
    const ended = match.current === TERMINAL;
    return { decisions, ended, totals, winners: ended ? winners : [] };
  }
  sampler() {
    return this.bytes.slice(this.seats.sampler, this.seats.sampler + 16);
  }
  setSampler(words) {
    this.bytes.set(words, this.seats.sampler);
  }
  /** Calls a function of the module. */
  call(name, ...args) {
    try {
      return this.exports[name](...args);
    } catch (error) {
      for (const at of this.seats.trials) this.memory.setInt32(at, 0, true);
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new GameError(`${this.record.id}: ${TRAPS[this.exports.trap_reason?.value] ?? LEFT_RANGE}`);
    }
  }
  word(at) {
    return this.memory.getInt32(at, true);
  }
  setWord(at, value) {
    this.memory.setInt32(at, value, true);
  }
  node(pc) {
    return this.record.code[pc] ?? { is: "end" };
  }
  /** A value as actions and saves write it. */
  written(value, type) {
    return written(value, type, this.record);
  }
  /** An action of a text, `0: enter n2 by walk`. Throws InvalidActionError. */
  parse(text, player) {
    const colon = text.indexOf(":");
    let who = player, said = text.trim();
    if (colon >= 0) {
      const head = text.slice(0, colon).trim();
      said = text.slice(colon + 1).trim();
      if (head === "chance") who = CHANCE;
      else if (/^\d{1,2}$/.test(head)) who = Number(head);
      else throw new InvalidActionError(`\`${head}\` is no player`);
    }
    const words = said.split(/\s+/), signature = this.actions[words[0]];
    if (signature === undefined) throw new InvalidActionError(`${this.id} has no action \`${words[0]}\``);
    if (signature.chance) who = CHANCE;
    if (who === undefined) throw new InvalidActionError(`whose action is \`${said}\`? Write \`0: ${said}\` for the first player`);
    const values = [];
    let at = 1;
    for (const [word, number] of signature.parameters) {
      if (word && words[at] === word) at++;
      const value = at < words.length ? readOwn(words[at], this.record.types[number], this.record, who) : undefined;
      if (value === undefined) throw new InvalidActionError(at < words.length ? `\`${words[at]}\` is no value here: \`${said}\`` : `\`${said}\` lacks a value`);
      values.push(value);
      at++;
    }
    if (at < words.length) throw new InvalidActionError(`\`${words[at]}\` is one word too many`);
    return new Action(this, who, signature, values);
  }
}

const sum = (rows) => rows.reduce((all, [, weight]) => all + weight, 0);
function pointed(rows, point) {
  let at = 0;
  for (let left = point - rows[0][1]; left >= 0; left -= rows[++at][1]);
  return at;
}

/** Something done by a player, or brought by chance (player -1). */
export class Action {
  constructor(game, player, signature, values, chosen) {
    this.game = game;
    this.player = player;
    this.name = signature.name;
    this.signature = signature;
    this.values = values;
    this.chosen = chosen;
  }
  get text() {
    const words = [this.name];
    this.values.forEach((value, n) => {
      const [word, number] = this.signature.parameters[n];
      if (word) words.push(word);
      words.push(own(value, this.game.record.types[number], this.game.record, this.player));
    });
    return words.join(" ");
  }
  toString() {
    return `${this.player === CHANCE ? "chance" : this.player}: ${this.text}`;
  }
  label(lang) {
    return this.game.words(lang).label(this.signature, this.values, this.player);
  }
}

// ---- a match ----------------------------------------------------------------------------------------------------------

/** A game that is played. */
export class Match {
  constructor(game, seed, names) {
    this.game = game;
    this.seed = seed;
    this.names = names;
    this.moves = [];
    this.drawn = [];
    this.kept = [];
    this.events = [];
    this.branches = null;
    this.here = game.first;
    this.rounds = game.seats.rounds[1];
    game.call("seed", Number(BigInt.asIntN(32, seed)), Number(BigInt.asIntN(32, seed >> 32n)), 0);
    this.sampler = game.sampler();
    this.stand(this.here);
    this.settle();
  }

  // ---- where it stands

  /** Puts a position into the memory of the module. */
  stand(bytes) {
    this.game.bytes.set(bytes, this.game.seats.start);
    this.game.call("begin");
  }
  /** The position in the memory of the module. */
  taken() {
    return this.game.bytes.slice(this.game.seats.start, this.game.seats.start + this.game.seats.size);
  }
  at(bytes, address) {
    return new DataView(bytes.buffer, bytes.byteOffset).getInt32(address - this.game.seats.start, true);
  }
  of(player) {
    return this.branches === null ? this.here : this.branches[player];
  }
  node(player = 0) {
    return this.game.node(this.at(this.of(player), this.game.seats.pc));
  }
  /** Who decides: a player from 0, -1 for chance, -2 while several may act, -4 at the end. */
  get current() {
    if (this.branches !== null) return SIMULTANEOUS;
    return { chance: CHANCE, end: TERMINAL }[this.node().is] ?? this.at(this.here, this.game.seats.me);
  }
  get over() {
    return this.current === TERMINAL;
  }
  /** All who may act now. */
  get active() {
    if (this.branches !== null) return this.names.map((_, n) => n).filter((n) => this.node(n).is !== "join");
    return this.current >= 0 ? [this.current] : [];
  }
  the(player) {
    if (player !== undefined) {
      if (!Number.isInteger(player) || player < 0 || player >= this.names.length)
        throw new GameError(`there is no player ${player}; players are numbered 0 to ${this.names.length - 1}`);
      return player;
    }
    if (this.branches !== null) throw new GameError(`players act at once, now ${this.active.join(", ")}; say whose actions`);
    return this.active[0] ?? CHANCE;
  }

  // ---- what can be done

  rows(bytes) {
    this.stand(bytes);
    const { game } = this, many = game.call("options"), stride = game.seats.strides[this.at(bytes, game.seats.pc)];
    return Array.from({ length: many }, (_, row) => Array.from({ length: stride }, (_, n) => game.word(game.seats.rows + 4 * (row * stride + n))));
  }
  chosen(player, bytes = this.of(player)) {
    const node = this.node_of(bytes), rows = this.rows(bytes);
    const several = node.options.length > 1;
    return rows.map((row) => {
      const n = several ? row[0] : 0, first = Number(several);
      return [n, row.slice(first, first + node.options[n].slots.length)];
    });
  }
  /** What a player can do, always in the same order. */
  actions(player) {
    const who = this.the(player);
    return this.active.includes(who) ? this.chances(who, this.of(who)) : [];
  }
  chances(who, bytes) {
    const node = this.node_of(bytes), { record } = this.game;
    return this.chosen(who, bytes).map(([n, values]) => {
      const signature = record.signatures[node.options[n].signature];
      return new Action(this.game, who, signature, values, [n, values]);
    });
  }
  /** The position of a player who acts beside the decision that is due; undefined where nobody may. */
  interrupting(player) {
    const { interrupts, pc, notes } = this.game.seats;
    const to = this.branches === null ? interrupts?.begins[this.at(this.here, pc)] : undefined;
    if (to === undefined || interrupts.begun.some((each) => this.at(this.here, each))) return undefined;
    this.stand(this.here);
    this.game.setWord(interrupts.who, player);
    this.game.setWord(notes[1], 0);
    this.game.call("go", to);
    return this.taken();
  }
  beside(player, byHost) {
    if (player === undefined) return this.names.flatMap((_, n) => this.beside(n, byHost));
    const stands = this.interrupting(this.the(player)), { host } = this.game.record;
    const asked = stands && this.active.includes(player) ? this.actions(player).map(String) : [];
    const found = stands ? this.chances(player, stands) : [];
    return found.filter((each) => host.includes(each.signature.rule) === byHost && !asked.includes(String(each)));
  }
  /** What a player may do beside the decision that is due, asked or not; of no player: of all. */
  interrupts(player) {
    return this.beside(player, false);
  }
  /** What only the host of the match does, about a player or about any. */
  hostActions(player) {
    return this.beside(player, true);
  }
  weights() {
    return this.current === CHANCE ? this.rows(this.here) : [];
  }
  /** What chance may bring, each with its probability. */
  outcomes() {
    const rows = this.weights(), whole = sum(rows), node = this.node();
    return rows.map(([value, weight]) => ({
      action: new Action(this.game, CHANCE, this.game.record.signatures[node.signature], [value]),
      weight,
      probability: weight / whole,
    }));
  }
  read(action, player) {
    if (action instanceof Action) return action;
    const who = player ?? (this.active.length === 1 ? this.active[0] : this.active.length ? undefined : this.current === CHANCE ? CHANCE : 0);
    return this.game.parse(String(action), who);
  }
  /** What a legal action costs, in words, as far as its player may know it. */
  costs(action, lang) {
    return new Explainer(this, this.read(action), lang).costs();
  }
  /** What a legal action costs, as units and amounts, as far as its player may know it. */
  dues(action) {
    return new Explainer(this, this.read(action)).dues().map(({ unit, amount }) => ({ unit, amount }));
  }
  /** Every reason against an action; none exactly when it is legal. */
  check(action, lang) {
    return new Explainer(this, this.read(action), lang).reasons();
  }

  // ---- going on and back

  /** Carries out an action, or what chance has brought; its events. `byHost`: also one that only the host does. Throws
      IllegalActionError. */
  apply(action, byHost = false) {
    const wanted = this.read(action), isSame = (each) => each.name === wanted.name && each.values.join() === wanted.values.join();
    let known, from;
    if (wanted.player === CHANCE) {
      const node = this.node();
      const fits = this.current === CHANCE && this.game.record.signatures[node.signature].name === wanted.name;
      if (fits && this.weights().some(([value]) => value === wanted.values[0])) known = [0, wanted.values];
    } else if (wanted.player >= 0 && wanted.player < this.names.length) {
      if (this.active.includes(wanted.player)) known = this.actions(wanted.player).find(isSame)?.chosen;
      if (known === undefined) {
        known = [...this.interrupts(wanted.player), ...(byHost ? this.hostActions(wanted.player) : [])].find(isSame)?.chosen;
        from = known && this.interrupting(wanted.player);
      }
    }
    if (known === undefined) throw new IllegalActionError(wanted, this.check(wanted));
    const before = this.kept.push([this.here, this.branches, this.sampler, this.rounds]);
    try {
      const events = wanted.player === CHANCE ? this.go([wanted.values[0], 1], CHANCE) : this.take(wanted.player, known, from);
      this.moves.push(String(wanted));
      this.events.push(events);
      return events;
    } catch (error) {
      this.kept.length = before - 1;
      throw error;
    }
  }
  take(player, [n, values], from = this.of(player)) {
    const node = this.node_of(from);
    return this.go(node.is === "decide" && node.options.length > 1 ? [n, ...values] : values, player, from);
  }
  go(row, player, from = this.of(Math.max(player, 0))) {
    const { game } = this, [, count] = game.seats.notes, [begun] = game.seats.rounds;
    this.stand(from);
    game.setWord(count, 0);
    if (begun) game.setWord(begun, 0);
    row.forEach((each, n) => game.setWord(game.seats.rows + 4 * n, each));
    game.call("choose", 0);
    const events = this.notes();
    if (this.branches === null) this.here = this.taken();
    else this.branches = this.branches.map((each, n) => (n === player ? this.taken() : each));
    events.push(...this.settle());
    if (begun) this.rounds += game.word(begun);
    return events;
  }
  /** Where several act at once each has a position of its own; when all have done, play goes on behind it. */
  settle() {
    const { game } = this, { pc, me, start, own, standing } = game.seats, events = [];
    const step = standing.map((at) => game.word(at)); // all of this is one step, in which a loop looks back
    const goOn = (to) => {
      standing.forEach((at, n) => game.setWord(at, step[n]));
      game.setWord(game.seats.notes[1], 0);
      game.call("go_on", to);
      events.push(...this.notes());
    };
    for (;;) {
      if (this.branches === null) {
        if (this.node().is !== "fork") return events;
        const at = this.at(this.here, pc);
        this.branches = this.names.map((_, player) => {
          game.bytes.set(this.here, start);
          game.setWord(me, player);
          game.call("begin");
          goOn(at + 1);
          return this.taken();
        });
      }
      if (this.active.length) return events;
      const fork = this.node_of(this.here), whole = this.here.slice();
      this.branches.forEach((branch, player) => {
        for (const [first, many] of own[player]) whole.set(branch.subarray(first - start, first - start + many), first - start);
      });
      this.stand(whole);
      goOn(fork.to);
      this.branches = null;
      this.here = this.taken();
    }
  }
  node_of(bytes) {
    return this.game.node(this.at(bytes, this.game.seats.pc));
  }
  /** Draws what chance brings, by the seed; its events. */
  draw() {
    const rows = this.weights();
    if (!rows.length) throw new GameError("nothing is left to chance here");
    this.game.setSampler(this.sampler);
    const at = rows.length > 1 ? pointed(rows, this.game.call("below", sum(rows)) >>> 0) : 0;
    const sampler = this.game.sampler();
    const signature = this.game.record.signatures[this.node().signature];
    const events = this.apply(new Action(this.game, CHANCE, signature, [rows[at][0]]));
    this.sampler = sampler;
    this.drawn.push(this.moves.length - 1);
    return events;
  }
  /** Takes back the last move. */
  undo() {
    if (!this.kept.length) throw new GameError("there is nothing to take back");
    [this.here, this.branches, this.sampler, this.rounds] = this.kept.pop();
    this.moves.pop();
    this.events.pop();
    if (this.drawn.at(-1) === this.moves.length) this.drawn.pop();
  }

  /** The match as it stood after so many moves. */
  earlier(many) {
    const then = Object.assign(Object.create(Match.prototype), this);
    if (many < this.kept.length) [then.here, then.branches, then.sampler, then.rounds] = this.kept[many];
    return Object.assign(then, { moves: this.moves.slice(0, many), kept: this.kept.slice(0, many), events: this.events.slice(0, many), drawn: this.drawn.filter((each) => each < many) });
  }
  /** What a legal action changes before anybody else decides, as its player sees it, but for what it costs; and who is
      next, chance too. Nothing of it is done. Whoever keeps secrets from players does not ask: it may tell some. */
  foreseen(action) {
    const wanted = this.read(action), events = this.apply(wanted).filter((each) => each.isNews(wanted)), next = this.current;
    const chance = next === CHANCE ? this.game.record.signatures[this.node().signature] : undefined;
    this.undo();
    return { events, next, chance };
  }

  // ---- what it was, and what it is worth

  notes() {
    const { game } = this, [first, count, width, most] = game.seats.notes, many = game.word(count), events = [];
    for (let n = Math.max(0, many - most); n < many; n++) {
      const [kind, ...rest] = Array.from({ length: width }, (_, k) => game.word(first + 4 * ((n % most) * width + k)));
      if (kind <= WORD) events.push(new Event(this, KINDS[kind] ?? "set", rest, kind >= WORD));
      else events.at(-1)?.more(kind - WORD, rest);
    }
    return events;
  }
  /** What a question comes to where the memory stands. */
  ask(number, ...values) {
    return this.game.call(`q${number}`, ...values);
  }
  /** Whether a viewer may see what a field, by its number, keeps of a row, a place or a passage. */
  sees(number, row, viewer) {
    return sees(this, viewer, this.game.record.fields[number], row);
  }
  /** What a field keeps of a row, as words of memory; undefined where a viewer may not see it. While all act at once, of
      a player's own things what that player has so far. */
  held(number, row, viewer = "all") {
    return sees(this, viewer, this.game.record.fields[number], row) ? this.memoryWords(number, row, viewer) : undefined;
  }
  /** How many pieces a bag holds, for a viewer who may know their number alone: while all act at once, what another player
      has taken out by now stays unknown. */
  size(number, row, viewer = "all") {
    const { record } = this.game, many = record.kinds[record.types[record.fields[number].type].name].rows.length;
    return this.memoryWords(number, row, viewer).slice(1, many + 1).reduce((a, b) => a + b, 0);
  }
  /** The pieces of a pile by number, from the top: null is one that a viewer does not know. Undefined where it may not see
      what lies there. A hidden pile shows each piece to whoever saw it come. */
  lying(number, row, viewer = "all") {
    const { record } = this.game, field = record.fields[number], isInPart = field.shown === "hidden";
    if (!isInPart && !this.sees(number, row, viewer)) return undefined;
    return piled(this.memoryWords(number, row, viewer), record.types[field.type], record, !isInPart || viewer === "all" ? "all" : viewer);
  }
  /** Words of memory of a field, from the branch of a viewer's own where all act at once. */
  memoryWords(number, row, viewer) {
    const { record, seats } = this.game, field = record.fields[number], [first, stride, , width] = seats.fields[number];
    const whose = this.branches === null ? undefined : ownerOf(this, field, row);
    const isOwn = whose < this.names.length && (viewer === "all" || viewer === whose);
    const bytes = isOwn ? this.branches[whose] : this.here;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return Array.from({ length: stride }, (_, k) => view[`getInt${8 * width}`](first + width * (row * stride + k) - seats.start, true));
  }
  /** The places of a board that grows on which something lies, in the order of laying: the tile and its open sides by
      number, what the place and the passages east and south of it keep as words of memory, none of an unknown passage. */
  laid(number) {
    const { seats } = this.game, laid = seats.laid[number], view = new DataView(this.here.buffer, this.here.byteOffset);
    const entry = ([at, width, getter], n) => view[getter](at + n * width - seats.start, true);
    const words = (array, n) => Array.from({ length: array[3] }, (_, k) => entry(array, n * array[3] + k));
    return Array.from({ length: this.at(this.here, laid.count) }, (_, n) => {
      const [[tile], [open], ...values] = laid.columns.map((each) => words(each, n));
      const passages = [0, 1].map((south) => (entry(laid.known, 2 * n + south) ? laid.edges.map((each) => words(each, 2 * n + south)) : undefined));
      return { place: entry(laid.place, n), tile, open, values, passages };
    });
  }
  /** How far what is done so many times has gone, where the rules have a text for it: `Last rounds: 2 of 3`. */
  counted(lang) {
    const { record } = this.game, words = this.game.words(lang);
    this.stand(this.here);
    return record.counted.flatMap(([clause, turn, whole]) => {
      const number = this.ask(turn), said = words.said(record.clauses[clause].text);
      const what = this.spoken(said, Math.max(this.current, 0), lang, null).replace(/\.+$/, "");
      return number ? [words.phrase("{what}: {number} of {all}", { what, number, all: this.ask(whole) })] : [];
    });
  }
  /** What the rules tell a player now of what matters soon, as far as a viewer may know it. */
  notices(player, lang, viewer = player) {
    const { record, seats } = this.game, words = this.game.words(lang);
    if (this.over) return [];
    this.stand(this.branches?.[player] ?? this.here);
    this.game.setWord(seats.me, player);
    return record.notices.flatMap(({ name, shown: [shown, secrecy], values, text }) => {
      if (!knows(viewer, secrecy, player) || !this.ask(shown)) return [];
      const said = values.map(([question]) => this.ask(question));
      const part = ([n, ...forms]) => (forms.length ? `${said[n]} ${forms[Math.min(words.form(Math.abs(said[n])), forms.length - 1)]}` : words.shown(said[n], record.types[values[n][1]], this.names));
      return [{ name, text: words.said(text).map((each) => (typeof each === "string" ? each : part(each))).join("") }];
    });
  }
  /** A text of a line or an action with its values of the moment, as they are for a player and as far as a viewer may know
      them; the memory stands where they are asked. */
  spoken(text, player, lang, viewer = player) {
    const { record, seats } = this.game, words = this.game.words(lang);
    if (!text.includes("\0")) return text;
    this.game.setWord(seats.me, player);
    return text.replace(/\0([^\0]*)\0/g, (_, inner) => {
      const [at, ...forms] = inner.split("|"), [question, type, secrecy] = record.spoken[at];
      if (!knows(viewer, secrecy, player)) return "…";
      const value = this.ask(question);
      return forms.length ? `${value} ${forms[Math.min(words.form(Math.abs(value)), forms.length - 1)]}` : words.shown(value, record.types[type], this.names);
    });
  }
  /** The question of a decision, the subject of an action or the warning before it, as a player reads it now. */
  asked(text, player, lang, viewer = player) {
    const said = this.game.words(lang).said(text ?? "");
    if (!said.includes("\0")) return said;
    this.stand(this.of(player));
    return this.spoken(said, player, lang, viewer);
  }
  /** How the game stands, as far as a viewer may know it ("all" for everything); undefined is what it cannot know. */
  scores(viewer = "all") {
    return scored(this, viewer);
  }
  /** What a viewer may see: a player's number, null for who only looks on, "all" for everything. */
  view(viewer = null) {
    return seen(this, viewer);
  }
  /** The match as text: the rules, the players and everything that was done. Python reads it too. */
  save() {
    if (this.begun) throw new GameError("a match that begins at a position cannot be saved");
    const { id, version, hash, overlays, options, engine } = this.game.record;
    const chance = this.moves.map((each, n) => (each.startsWith("chance:") ? n : -1)).filter((n) => n >= 0);
    const save = { cavewright: FORMAT, engine, ruleset: id, version, hash, overlays, options, players: this.names, seed: "SEED", by_hand: false, actions: this.moves, entered: chance };
    const text = JSON.stringify(save, null, 1).replace('"SEED"', String(this.seed));
    return text.slice(0, -2) + `,\n "checksum": "${checksum(text)}"\n}`;
  }
}

// ---- events -----------------------------------------------------------------------------------------------------------

/** One change. */
export class Event {
  constructor(match, kind, [clause, player, subject, where, first, second], ofSet) {
    this.match = match;
    this.kind = kind;
    this.clause = match.game.record.clauses[clause];
    this.number = clause;
    this.player = player;
    this.at = where;
    this.first = first;
    this.second = second;
    this.subjectNumber = subject;
    this.field = ["lay", "reveal"].includes(kind) || subject < 0 ? undefined : match.game.record.fields[subject];
    if (ofSet) {
      this.first = BigInt(first >>> 0);
      this.second = BigInt(second >>> 0);
    }
  }
  more(n, [, , , , first, second]) {
    this.first |= BigInt(first >>> 0) << BigInt(32 * n);
    this.second |= BigInt(second >>> 0) << BigInt(32 * n);
  }
  get rule() {
    return this.clause.name;
  }
  get citation() {
    return this.clause.cites;
  }
  get origin() {
    return this.clause.origin;
  }
  /** Whether logs say it; all else is bookkeeping of the rules. */
  get told() {
    return this.field === undefined || ["draw", "shuffled"].includes(this.kind) || this.field.told;
  }
  get type() {
    return this.match.game.record.types[this.field.type];
  }
  get signature() {
    const { record } = this.match.game;
    const node = Object.values(record.code).find((each) => each.is === "chance" && each.clause === this.number);
    return record.signatures[node.signature];
  }
  owner(lang) {
    const { record } = this.match.game, words = this.match.game.words(lang);
    if (this.kind === "lay") return this.place(words);
    if (this.field === undefined || this.field.owner === "game") return "";
    if (this.field.owner === record.players) return words.people(this.match.names)[this.at] ?? String(this.at);
    const type = record.types[this.field.owned], board = record.boards.find((each) => each.name === this.field.owner);
    if (board !== undefined && !board.fixed && this.field.passage) return borderWords(this.at, type);
    return words.shown(this.at, type, this.match.names);
  }
  place(words) {
    const { record } = this.match.game;
    return words.shown(this.at, record.types[record.boards[this.subjectNumber].place], this.match.names);
  }
  /** The event as a short sentence. */
  text(lang) {
    const owner = ["lay", "draw", "back", "reveal", "shuffled", "ended"].includes(this.kind) ? "" : this.owner(lang);
    return owner ? `${owner}: ${this.brief(lang)}` : this.brief(lang);
  }
  by(lang) {
    return this.match.game.words(lang).said(this.clause.by);
  }
  brief(lang) {
    const words = this.match.game.words(lang), { record } = this.match.game, { names } = this.match;
    switch (this.kind) {
      case "set": {
        const name = words.said(this.field.label), type = this.type;
        if (type.form === "set" && type.of !== undefined) {
          const of = record.types[type.of], both = [["+", this.second & ~this.first], ["−", this.first & ~this.second]];
          return name + both.map(([sign, bits]) => members(bits, type).map((each) => ` ${sign}${words.shown(each, of, names)}`).join("")).join("");
        }
        const [before, after] = [this.first, this.second].map((each) => words.shown(each, type, names));
        return type.form === "number" ? `${name} ${before} → ${after}` : `${name} ${after}`;
      }
      case "lay": {
        const board = record.boards[this.subjectNumber], place = this.place(words), tile = words.tile(board.kind, this.first);
        if (!board.sides) return words.phrase("{tile} is laid at {place}", { tile, place });
        return words.phrase("{tile} is laid at {place}, open to {sides}", { tile, place, sides: sidesShown(this.second) });
      }
      case "draw": {
        const signature = this.signature, type = record.types[signature.parameters[0][1]];
        const shows = type.form === "row" && record.kinds[type.name]?.columns;
        return `${words.said(signature.action)}: ${shows ? words.tile(type.name, this.first) : words.shown(this.first, type, names)}`;
      }
      case "shuffled": {
        const pile = words.said(this.field.label), name = this.owner(lang);
        return words.phrase("{pile} is shuffled", { pile: name ? words.phrase("{thing} of {name}", { thing: pile, name }) : pile });
      }
      case "ended":
        return words.phrase("this ends, since a whole round changed nothing: {what}", { what: words.said(this.clause.text) || this.clause.said });
      case "back":
        return words.phrase("{piece} goes back", { piece: words.tile(this.type.name, this.first) });
      case "reveal": {
        const told = record.revealed[this.subjectNumber], text = words.said(this.clause.text), what = text || told.said;
        const isSaid = text && this.first && record.types[told.type]?.form === "yes_no";
        if (told.type < 0 || isSaid) return words.phrase("it turns out: {what}", { what });
        return words.phrase("it turns out: {what}: {value}", { what, value: words.shown(this.first, record.types[told.type], names) });
      }
    }
    const pieces = words.pieces(Math.abs(this.second), this.type.name, this.first, names), bag = words.said(this.field.label);
    if (this.kind !== "packed") return `${this.second > 0 ? "+" : "−"}${pieces} (${bag})`;
    return words.phrase(this.second > 0 ? "{pieces} packed into {bag}" : "{pieces} taken out of {bag}", { pieces, bag });
  }
  /** What a catalogue says that has happened, behind the name of whose it is; "" where none says so. */
  sentence(lang) {
    const words = this.match.game.words(lang), { record } = this.match.game, { names } = this.match;
    if (this.kind === "draw") {
      const { parameters } = this.signature, type = record.types[parameters[0][1]], kind = type.form === "row" ? record.kinds[type.name] : undefined;
      const value = kind?.columns || kind?.told ? words.drawn(type.name, this.first) : words.shown(this.first, type, names);
      return words.said(this.signature.deed).map((each) => each.map((part) => (typeof part === "number" ? value : part)).join(""))[0] ?? "";
    }
    if (this.field === undefined || !["set", "pieces", "supply"].includes(this.kind)) return "";
    const { type } = this, change = this.second - this.first, isThing = this.kind === "set" && (type.form === "row" || type.form === "place");
    const isNone = isThing && this.second === NONE, isSecond = (way) => (way === "told" ? isNone : type.form === "number" && Math.abs(change) !== 1);
    const told = words.said(record.kinds[this.field.owner]?.told ?? [])[this.at], owner = told || this.owner(lang), one = isThing && type.form === "row" && !isNone ? words.pieces(1, type.name, this.second, names) : undefined;
    const say = (way, value, piece = "") => words.change(this.field, way, { value, owner, piece, counted: one ?? value, isSecond: isSecond(way) });
    if (this.kind !== "set") return say(this.second > 0 ? "gained" : "lost", words.pieces(Math.abs(this.second), this.type.name, this.first, names), words.row(this.type.name, this.first));
    if (type.form === "yes_no") return say(this.second ? "gained" : "lost", "");
    const way = change > 0 ? "gained" : "lost";
    if (type.form === "number" && say(way, "")) return say(way, String(Math.abs(change)));
    if (type.form !== "set" || type.of === undefined) return say("told", words.shown(this.second, type, names));
    const both = [["gained", this.second & ~this.first], ["lost", this.first & ~this.second]].filter(([, bits]) => bits);
    const said = both.map(([way, bits]) => say(way, members(bits, type).map((each) => words.toldRow(each, record.types[type.of]) || words.shown(each, record.types[type.of], names)).join(", ")));
    return said.every(Boolean) ? said.join(", ") : "";
  }
  /** Whether it says something that the action which led to it, and what that costs, do not say already. */
  isNews(action) {
    const { record } = this.match.game, said = String(action).split(/[ :]+/).slice(2); // its values
    if (action.player >= 0 && !action.signature.rules.some((each) => this.rule === each || this.rule.startsWith(`${each}.`))) return false;
    if (!this.told || !this.noticed(action.player < 0 ? null : action.player) || (this.kind === "set" && this.field.currency) || this.match.game.paying.has(this.number)) return false;
    if (["draw", "packed"].includes(this.kind)) return this.kind === "draw" && action.player < 0;
    if (this.kind === "lay") return action.player < 0;
    if (this.kind === "pieces" || this.kind === "supply") return !said.includes(record.kinds[this.type.name].rows[this.first]);
    const ofAnother = this.kind === "set" && this.field.owner === record.players && action.player >= 0 && this.at !== action.player;
    return this.kind !== "set" || (this.type.form === "set" ? ofAnother || !members(this.second & ~this.first, this.type).every((each) => said.includes(this.match.game.written(each, record.types[this.type.of]))) : !said.includes(this.match.game.written(this.second, this.type)));
  }
  /** Whether a viewer is told of it. */
  noticed(viewer) {
    if (viewer === "all" || this.kind === "shuffled") return true;
    if (this.kind === "ended") return this.match.game.record.open;
    if (this.kind === "draw" || this.kind === "back") return knows(viewer, RANK[this.second], this.player);
    const { match } = this, { record } = match.game;
    const laid = this.kind === "lay" ? { owner: record.boards[this.subjectNumber].name } : undefined, field = this.field ?? laid;
    if (field === undefined) return true;
    const whose = match.branches !== null && this.clause.sealed ? ownerOf(match, field, this.at) : undefined;
    return (this.field === undefined || sees(match, viewer, field, this.at)) && (whose === undefined || whose === viewer);
  }
}

// ---- reasons ----------------------------------------------------------------------------------------------------------

class Explainer {
  constructor(match, action, lang) {
    this.match = match;
    this.game = match.game;
    this.record = match.game.record;
    this.action = action;
    this.lang = lang;
    this.words = match.game.words(lang);
  }
  phrase(template, values) {
    return this.words.phrase(template, values);
  }
  reason(code, rule, message, more = {}) {
    return { code, rule, message, origin: "", citation: [], current: "", needed: "", place: "", by: "", ...more };
  }
  byClause(code, number, message, current = "", needed = "", unit = undefined) {
    const clause = this.record.clauses[number];
    return this.reason(code, unit === undefined ? clause.name : `${clause.rule}.${unit.unit}`, message, {
      origin: clause.origin, citation: clause.citation, current, needed, place: clause.place, by: this.words.said(unit === undefined ? clause.by : unit.by),
    });
  }
  reasons() {
    const beside = this.beside();
    if (beside !== undefined) return beside;
    const turn = this.turn();
    if (turn !== undefined) return [turn];
    if (this.action.player === CHANCE) return this.chance();
    const { player, name } = this.action, node = this.match.node(player);
    const offered = node.options.filter((each) => this.record.signatures[each.signature].name === name);
    if (!offered.length) return [this.notOffered(node)];
    if (node.packing) return this.packing(node.packing);
    const found = offered.map((each) => this.option(each));
    return found.some((each) => !each.length) ? [] : found[0];
  }
  /** Of what is done beside the decision that is due: nothing against it, or that only the host does it. */
  beside() {
    const { player } = this.action, isKnown = player >= 0 && player < this.match.names.length;
    if (!isKnown || !this.match.game.seats.interrupts) return undefined;
    const isThere = (each) => String(each) === String(this.action);
    if (this.match.interrupts(player).some(isThere)) return [];
    if (!this.match.hostActions(player).some(isThere)) return undefined;
    return [this.reason("turn", this.action.name, this.phrase("Only the host of the match does this."))];
  }
  turn() {
    const { current, active } = this.match, { player } = this.action, names = this.words.people(this.match.names);
    if (current === TERMINAL) return this.reason("over", "", this.phrase("The game is over."));
    if (player !== CHANCE && !(player >= 0 && player < names.length))
      return this.reason("turn", "", this.phrase("There is no player {player} in this match.", { player }), {
        needed: this.phrase("{low} to {high}", { low: 0, high: names.length - 1 }),
      });
    if ((player === CHANCE) !== (current === CHANCE))
      return this.reason("turn", "", this.phrase(current === CHANCE ? "Chance decides now." : "Nothing is left to chance now."));
    if (player !== CHANCE && !active.includes(player)) {
      const needed = active.map((n) => names[n]).join(", "), name = names[player];
      if (current === SIMULTANEOUS)
        return this.reason("turn", "", this.phrase("{name} has chosen already; it is up to {others}.", { name, others: needed }), { current: name, needed });
      return this.reason("turn", "", this.phrase("It is {name}’s turn.", { name: needed }), { current: name, needed });
    }
    return undefined;
  }
  notOffered(node) {
    const offered = (node.is === "decide" ? node.options : [node]).map((each) => this.record.signatures[each.signature]);
    const wanted = [...new Set(offered.map((each) => this.words.said(each.action)))].join(", ");
    const { signature, name } = this.action;
    return this.reason("offered", name, this.phrase("“{what}” cannot be chosen now; this is about: {wanted}.", { what: this.words.said(signature.what), wanted }), {
      needed: wanted, by: this.words.said(signature.by),
    });
  }
  chance() {
    const node = this.match.node(), signature = this.record.signatures[node.signature], rows = this.match.weights();
    if (signature.name === this.action.name && rows.some(([value]) => value === this.action.values[0])) return [];
    const many = rows.length, one = many < 200 ? this.words.form(many) : 1;
    const needed = node.open ? this.words.phrase(one ? "one of {n} outcomes" : "one outcome", { n: many }) : "";
    return [this.reason("domain", signature.rule, this.phrase("This cannot come up now."), { needed, by: this.words.said(signature.ruled) })];
  }
  packing(packing) {
    const allowed = this.match.chosen(this.action.player).map(([, values]) => values);
    if (allowed.some((each) => each.join() === this.action.values.join())) return [];
    const piece = this.words.row(packing.kind, allowed[0][0]), numbers = allowed.map((each) => each[1]).join(", ");
    const text = this.phrase("Of {piece} you can take: {numbers}.", { piece, numbers });
    return [this.byClause("domain", packing.clause, text, String(this.action.values[1]), numbers)];
  }
  option(option) {
    const { match, game } = this, found = [];
    match.stand(match.of(this.action.player));
    for (let level = 0; level <= option.slots.length; level++) {
      if (level) {
        const domain = option.domains[level - 1];
        game.setWord(game.seats.slots[option.slots[level - 1]], this.action.values[level - 1]);
        if (!match.ask(domain.has)) {
          found.push(this.domain(option, domain, level));
          break;
        }
      }
      for (const guard of option.guards) if (guard.level === level) this.guard(guard, this.chosen(option, level), found);
    }
    if (!found.length && option.refused >= 0) {
      game.setWord(game.seats.refused, 0);
      if (!match.ask(option.refused)) found.push(this.refused());
    }
    return found;
  }
  costs() {
    return this.dues().map(({ amount, forms }) => this.words.counted(amount, forms));
  }
  dues() {
    const { match, game, action } = this, node = match.node(action.player), found = [];
    const options = node.is === "decide" ? node.options : [], named = options.find((each) => this.record.signatures[each.signature].name === action.name);
    const option = options[action.chosen?.[0]] ?? named;
    if (option === undefined || !option.guards.some((each) => each.unit !== undefined)) return found;
    match.stand(match.of(action.player));
    action.values.forEach((value, n) => game.setWord(game.seats.slots[option.slots[n]], value));
    for (const guard of option.guards) {
      if (guard.let !== undefined) match.ask(guard.let);
      if (guard.unit === undefined || !this.may(guard.tell)) continue;
      const due = match.ask(guard.amount);
      const { unit, forms } = this.paid(guard);
      if (due) found.push({ unit, amount: due, forms });
    }
    return found;
  }
  domain(option, domain, level) {
    const value = this.chosen(option, level), signature = this.record.signatures[option.signature];
    return this.reason("domain", signature.rule, sentence(this.phrase(domain.said, { value })), {
      origin: option.origin, citation: option.cites, current: value, needed: domain.text, place: domain.place, by: this.words.said(option.by),
    });
  }
  chosen(option, level) {
    if (!level) return "";
    const type = this.record.types[this.record.signatures[option.signature].parameters[level - 1][1]];
    return this.words.shown(this.action.values[level - 1], type, this.match.names);
  }
  guard(guard, value, found) {
    const { match } = this;
    if (guard.let !== undefined) return void match.ask(guard.let);
    if (guard.unit !== undefined) {
      const held = match.ask(guard.held), due = match.ask(guard.amount);
      if (held >= due) return;
      if (this.may(guard.tell)) found.push(this.due(guard, guard.clause, due, held));
      else found.push(this.byClause("cost", guard.clause, this.phrase("There is not enough of that."), "", "", guard));
      return;
    }
    if (match.ask(guard.holds)) return;
    const failing = guard.parts.find((each) => !match.ask(each.holds)) ?? guard.whole;
    const sides = this.missing(failing), condition = failing.text;
    if (guard.form === "where") {
      const text = this.phrase("{value} cannot be chosen: `{condition}` does not hold.", { value, condition });
      return void found.push({ ...this.byClause("domain", guard.clause, sentence(text), ...sides), demand: this.words.said(guard.demand) });
    }
    const text =
      guard.form === "once"
        ? this.phrase("This has been done.")
        : match.spoken(this.words.said(this.record.clauses[guard.clause].text), this.action.player, this.lang) || this.phrase("This needs `{condition}`.", { condition });
    found.push({ ...this.byClause("requirement", guard.clause, text, ...sides), ...(guard.demand ? { demand: this.words.said(guard.demand) } : {}) });
  }
  /** In what a price is paid: the piece that was chosen, or what the rules name. */
  paid(guard) {
    if (guard.paid === undefined) return guard;
    const [unit, forms, price] = guard.paid[1][this.match.ask(guard.paid[0])] ?? [guard.unit, guard.forms, guard.price];
    return { unit, forms, price };
  }
  due(unit, clause, due, held) {
    const cost = this.words.counted(due, this.paid(unit).price);
    const text = this.phrase(Number(held) ? "This costs {cost}; you have {held}." : "This costs {cost}; you have none.", { cost, held });
    return this.byClause("cost", clause, text, String(held), String(due), unit);
  }
  /** Whether whoever acts may know what something comes to. */
  may([shown, ...bound]) {
    const { player } = this.action, { game, match } = this;
    let rank = RANK.indexOf(shown);
    for (const [each, whose] of bound) {
      const binder = whose < 0 ? match.at(match.here, game.seats.me) : game.word(game.seats.slots[whose]);
      rank = Math.max(rank, each === "secret" && binder !== player ? 2 : RANK.indexOf(each));
    }
    return knows(player, RANK[rank], player);
  }
  /** The present and the needed value of a condition; of one that has a name, is denied or joined those of the parts that
   * would have to be otherwise. */
  missing(failing) {
    if (!failing.unmet || !this.may(failing.tell)) return this.sides(failing);
    const lacking = this.unmet(failing.unmet), told = lacking.map((each) => this.partSaid(each));
    const said = told.some((each) => each[0]) ? told : lacking.map((each) => this.denialSaid(each));
    const [current, needed] = [0, 1].map((n) => [...new Set(said.map((each) => each[n]).filter((each) => each))]);
    return [current.join(", "), needed.length ? needed.reduce((one, other) => this.phrase("{one} or {other}", { one, other })) : failing.text];
  }
  /** The parts of which one would have to be otherwise, in the order in which they are asked. */
  unmet(part) {
    if (part.joined === "and") return part.parts.reduce((found, each) => (found.length ? found : this.unmet(each)), []);
    if (part.joined) {
      const found = part.parts.map((each) => this.unmet(each));
      return found.every((each) => each.length) ? found.flat() : [];
    }
    return Boolean(this.match.ask(part.holds)) === part.denied ? [part] : [];
  }
  partSaid(part) {
    if (!part.op) return ["", this.denialSaid(part)[1]];
    const name = this.words.said(part.name);
    return [`${name} ${this.value(part.left)}`, `${name} ${this.phrase(part.op, { value: `${part.one ? "1 " : ""}${this.value(part.right)}` })}`];
  }
  /** A part that holds or does not, as it is and as it would have to be. */
  denialSaid(part) {
    const said = this.words.said(part.name), denied = this.phrase("not {value}", { value: said });
    return part.denied ? [said, denied] : [denied, said];
  }
  value(told) { return typeof told === "string" ? this.words.plain(told) : told[1] < 0 ? String(this.match.ask(told[0])) : this.words.shown(this.match.ask(told[0]), this.record.types[told[1]], this.match.names); }
  sides(part) {
    if (!this.may(part.tell)) return ["", part.text];
    switch (part.is) {
      case "compared":
        return [this.value(part.left), this.phrase(part.op, { value: this.value(part.right) })];
      case "has":
        return [this.value(part.left), this.phrase("at least {value}", { value: `1 ${this.value(part.right)}` })];
      case "yes":
        return [this.phrase("no"), this.phrase("yes")];
      case "not":
        return [this.phrase("yes"), this.phrase("no")];
    }
    return ["", part.text];
  }
  refused() {
    const { game } = this, [code, number, current, needed] = [0, 1, 2, 3].map((n) => game.word(game.seats.refused + 4 * n));
    const clause = this.record.clauses[number], due = this.record.dues[number];
    let name = CODES[code];
    if (name === "room" && needed < 0) name = "lack";
    if (name === "cost" && !clause.concealed) return this.due(due, number, needed, current);
    const unmet = "A requirement of this rule is not met.";
    const said = this.match.spoken(this.words.said(clause.text), this.action.player, this.lang);
    const text = said || this.phrase(clause.concealed ? unmet : (this.record.refusals[name] ?? unmet));
    if (clause.concealed) return this.byClause("requirement", number, text);
    const shown = (value) => (value ? String(value) : "");
    return this.byClause(name, number, text, shown(current), shown(name === "range" ? needed : Math.abs(needed)));
  }
}

// ---- who may know what ------------------------------------------------------------------------------------------------

function knows(viewer, shown, whose) {
  return shown === "open" || viewer === "all" || (shown === "secret" && viewer !== null && viewer === whose);
}

function ownerOf(match, field, row) {
  const { record } = match.game;
  if (field.owner === record.players) return row;
  const board = record.boards.find((each) => each.name === field.owner || each.passages === field.owner);
  if (board === undefined || !board.private) return undefined;
  if (board.fixed) return Math.floor((row * record.most) / record.kinds[field.owner].rows.length);
  return Math.floor((field.passage ? Math.floor(row / 2) : row) / BEYOND);
}

const sees = (match, viewer, field, row) => knows(viewer, field.shown, ownerOf(match, field, row));

// ---- scores -----------------------------------------------------------------------------------------------------------

function scored(match, viewer) {
  const { game } = match, { scoring } = game.record, players = match.names.map((_, n) => n);
  match.stand(match.here);
  const asked = (player, [question]) => {
    game.setWord(game.seats.me, player);
    return match.ask(question);
  };
  const counted = players.map((n) => scoring.among[0] < 0 || Boolean(asked(n, scoring.among)));
  const standing = players.map((n) => scoring.lines.map((line) => asked(n, line))), points = standing.map((parts, n) => (counted[n] ? parts : parts.map(() => 0)));
  const marks = players.map((n) => (scoring.together[0] < 0 ? n : asked(n, scoring.together)));
  const least = scoring.least[0] < 0 ? null : players.map((n) => asked(n, scoring.least));
  const order = [...new Set(marks)], sides = marks.map((each) => order.indexOf(each));
  const shared = order.map((_, side) => points.reduce((all, parts, n) => all + (sides[n] === side ? parts.reduce((a, b) => a + b, 0) : 0), 0));
  const totals = sides.map((side) => shared[side]), running = new Set(players.filter((n) => counted[n]).map((n) => sides[n]));
  const extreme = (values, highest) => (values.length ? Math[highest ? "max" : "min"](...values) : undefined);
  const best = extreme([...running].map((side) => shared[side]), scoring.highest);
  let winners = players.filter((n) => running.has(sides[n]) && shared[sides[n]] === best && (least === null || totals[n] >= least[n]));
  const tie = winners.length > 1;
  for (const [highest, ...line] of scoring.ties) {
    const values = new Map(winners.map((n) => [n, asked(n, line)])), top = extreme([...values.values()], highest);
    winners = winners.filter((n) => values.get(n) === top);
  }
  const won = new Set(winners.map((n) => sides[n]));
  winners = players.filter((n) => won.has(sides[n]));
  const whole = { names: match.names, categories: scoring.lines.map((line) => line[2]), breakdown: points, standing, counted, totals, winners, sides, least };
  return match.over || viewer === "all" ? whole : known(whole, scoring, viewer, tie);
}

function known(whole, scoring, viewer, tie) {
  const can = ([question, shown], player) => question < 0 || knows(viewer, shown, player), players = whole.names.map((_, n) => n);
  const together = can(scoring.together, null), counted = players.map((n) => (can(scoring.among, n) ? whole.counted[n] : undefined));
  const breakdown = players.map((n) =>
    whole.breakdown[n].map((each, k) => (can(scoring.among, n) && (counted[n] === false || can(scoring.lines[k], n)) ? each : undefined)),
  );
  const standing = players.map((n) => whole.standing[n].map((each, k) => (can(scoring.among, n) && can(scoring.lines[k], n) ? each : undefined)));
  const side = (n) => players.filter((other) => whole.sides[other] === whole.sides[n]);
  const total = (parts) => (parts.includes(undefined) ? undefined : parts.reduce((a, b) => a + b, 0));
  const totals = players.map((n) => (together ? total(side(n).flatMap((other) => breakdown[other])) : undefined));
  const least = whole.least && whole.least.map((each, n) => (can(scoring.least, n) ? each : undefined));
  const decides = tie && !scoring.ties.every(([, ...line]) => can(line, null));
  const unknown = decides || [...totals, ...counted, ...(least ?? [])].includes(undefined);
  return { ...whole, breakdown, standing, counted, totals, least, winners: unknown ? undefined : whole.winners, sides: together ? whole.sides : players.map(() => undefined) };
}

// ---- views ------------------------------------------------------------------------------------------------------------

/** What lies on a pile, from the top, for one who knows all or for a viewer; words of memory have it from the bottom. Above a
    piece the uppermost of its heap has who knows it: 1 is everybody, 2 nobody, more than that a bit for each player. */
function piled(words, type, record, viewer) {
  const many = record.kinds[type.name].rows.length, bits = Math.max(1, 32 - Math.clz32(many - 1)), heaps = [];
  for (let at = many + 1 + words[many + 1]; at > many + 1; at--) {
    if (words[at] >> bits) heaps.push([words[at] >> bits]);
    heaps.at(-1).push(words[at] & ((1 << bits) - 1));
  }
  const isKnown = ([known, ...pieces]) => viewer === "all" || (viewer !== null && pieces.length === 1 && (known === 1 || ((known - 2) >> viewer) & 1));
  return heaps.flatMap((each) => each.slice(1).map((piece) => (isKnown(each) ? piece : null)));
}

function plainValue(words, type, record) {
  if (type.form === "bag") return Object.fromEntries(record.kinds[type.name].rows.map((name, n) => [name, words[n + 1]]).filter(([, many]) => many));
  if (type.form === "set") return members(words.reduce((bits, word, n) => bits | (BigInt(word >>> 0) << BigInt(32 * n)), 0n), type).map((each) => (type.of === undefined ? each : plainValue([each], record.types[type.of], record)));
  if (type.form === "number") return words[0];
  return type.form === "yes_no" ? Boolean(words[0]) : written(words[0], type, record);
}

function seen(match, viewer) {
  const { game } = match, { record, seats } = game, fields = {}, boards = {};
  const put = (n, row, key) => {
    const field = record.fields[n], type = record.types[field.type], words = match.held(n, row, viewer);
    const { rows: names } = type.form === "pile" ? record.kinds[type.name] : {};
    let value = words === undefined ? null : plainValue(words, type, record);
    if (names) value = match.lying(n, row, viewer)?.map((each) => (each === null ? null : names[each])) ?? null;
    if (value === null && ["bag", "pile"].includes(type.form) && field.counted) value = { "?": match.size(n, row, viewer) };
    ((fields[field.owner] ??= {})[key] ??= {})[field.name] = value;
  };
  record.fields.forEach((field, n) => {
    const [, , rows = 0] = seats.fields[n];
    for (let row = 0; row < rows; row++) put(n, row, field.owner === "game" ? "" : field.owner === record.players ? String(row) : record.kinds[field.owner].rows[row]);
  });
  record.boards.forEach((board, b) => {
    if (seats.laid[b]) boards[board.name] = laidOut(match, viewer, board, b);
  });
  return { names: match.names, current: match.current, active: match.active, fields, boards };
}

function laidOut(match, viewer, board, number) {
  const { record } = match.game, type = record.types[board.place], places = {}, passages = {};
  const mine = record.fields.filter((each) => each.owner === board.name), kept = mine.filter((each) => !each.passage);
  const told = (fields, key, values) =>
    Object.fromEntries(fields.map((field, n) => [field.name, sees(match, viewer, field, key) ? plainValue(values[n], record.types[field.type], record) : null]));
  for (const each of match.laid(number)) {
    places[placeWords(each.place, type)] = { tile: record.kinds[board.kind].rows[each.tile], open: sidesShown(each.open), ...told(kept, each.place, each.values) };
    each.passages.forEach((values, south) => {
      const passage = 2 * each.place + south;
      if (values) passages[borderWords(passage, type)] = told(mine.filter((one) => one.passage), passage, values);
    });
  }
  return { places, passages };
}

// ---- saves ------------------------------------------------------------------------------------------------------------

const seedOf = (text) => BigInt(/"seed":\s*(\d+)/.exec(text)[1]);

/** SHA-256 of all other fields as JSON in ASCII, keys in order and without blanks. */
function checksum(text) {
  const save = JSON.parse(text), seed = String(seedOf(text));
  delete save.checksum;
  const ordered = (value) => {
    if (Array.isArray(value)) return `[${value.map(ordered).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${key === "seed" && value === save ? seed : ordered(value[key])}`).join(",")}}`;
  };
  const ascii = ordered(save).replace(/[\u007f-\uffff]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return hex(sha256(new TextEncoder().encode(ascii)));
}

function sha256(data) {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((each) => n % each)) primes.push(n);
  const part = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  const state = Uint32Array.from(primes.slice(0, 8), (each) => part(Math.sqrt(each))), k = Uint32Array.from(primes, (each) => part(Math.cbrt(each)));
  const bytes = new Uint8Array((((data.length + 8) >> 6) + 1) * 64), view = new DataView(bytes.buffer);
  bytes.set(data);
  bytes[data.length] = 0x80;
  view.setUint32(bytes.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (data.length << 3) >>> 0);
  const turned = (x, n) => (x >>> n) | (x << (32 - n)), w = new Uint32Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let n = 0; n < 16; n++) w[n] = view.getUint32(at + 4 * n);
    for (let n = 16; n < 64; n++) {
      const a = w[n - 15], b = w[n - 2];
      w[n] = w[n - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + w[n - 7] + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + k[n] + w[n]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, n) => (state[n] += each));
  }
  return new Uint8Array([...state].flatMap((each) => [each >>> 24, (each >>> 16) & 255, (each >>> 8) & 255, each & 255]));
}
