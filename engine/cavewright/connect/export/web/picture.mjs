// Pictures of a game that `cavewright build` has built: what lies where in a position, as a scene, and the scene as SVG.
// The looks are in the game's JSON; this file is the same for every game. Made by Cavewright; it needs drawing.mjs.

import { draw } from "./drawing.mjs";

export { draw };

const NONE = -1, WIDTH = 1024, BEYOND = WIDTH * WIDTH, MIDDLE = 512, AROUND = [-WIDTH, 1, WIDTH, -1];
const CHANCE = -1, SIMULTANEOUS = -2, TERMINAL = -4, FIXED = "╎", LETTERS = "nesw";
const mod = (a, b) => ((a % b) + b) % b;

/** The picture of a position as a viewer may see it (null: what everybody may see). */
export function picture(match, { viewer = null, lang, width } = {}) {
  return draw(sceneOf(match, { viewer, lang }), width);
}

/** What a viewer may see of a position, ready to be drawn. */
export function sceneOf(match, { viewer = null, lang } = {}) {
  return new Drawing(match, viewer, match.game.words(lang)).scene();
}

/** A letter for every name: the first where they differ, otherwise the last, otherwise numbers. */
function initials(names) {
  for (const at of [0, -1]) {
    const letters = names.map((each) => ([...each.trim()].at(at) ?? "").toUpperCase());
    if (new Set(letters.map((each) => each.toLowerCase())).size === names.length && letters.every((each) => /^[\p{L}\p{N}]+$/u.test(each))) return letters;
  }
  return names.map((_, n) => String(n + 1));
}

/** Whose turn it is, in words. */
export function turnWords(match, lang) {
  const words = match.game.words(lang);
  if (match.current === TERMINAL) return words.phrase("the end");
  if (match.current === CHANCE) return words.phrase("chance decides");
  if (match.current === SIMULTANEOUS) return words.phrase("all at once");
  return words.phrase("{name}’s turn", { name: words.people(match.names)[match.current] });
}

/** Which round it is; "" before the first, at the end, and where it is told otherwise how far the game has gone. */
export function roundWords(match, lang) {
  return match.over || !match.rounds || match.counted(lang).length ? "" : match.game.words(lang).phrase("round {number}", { number: match.rounds });
}

/** How far what is done so many times has gone, and what the game and its kinds keep, as a viewer may know it. */
export function keptWords(match, viewer, lang) {
  const pairs = new Drawing(match, viewer, match.game.words(lang)).pairs();
  return [...match.counted(lang), ...Array.from(pairs, ([, name, said]) => (said ? `${name}: ${said}` : name))];
}

/** What a set keeps, as numbers of its members. */
function membersOf(words, type) {
  const found = [];
  let bits = words.reduce((all, word, n) => all | (BigInt(word >>> 0) << BigInt(32 * n)), 0n);
  for (let n = 0; bits; n++, bits >>= 1n) if (bits & 1n) found.push(type.low + n * type.step);
  return found;
}

/** The scene of one position for one viewer. */
class Drawing {
  constructor(match, viewer, words) {
    Object.assign(this, { match, viewer, words, game: match.game, record: match.game.record, looks: match.game.record.pictures });
    this.names = words.people(match.names);
    this.letters = initials(this.names);
    this.legend = new Map();
  }
  said(value) {
    return this.words.said(value);
  }
  label(field) {
    return this.said(field.label);
  }

  // ---- values

  type(field) {
    return this.record.types[field.type];
  }
  /** What a field keeps of a row; undefined where it is not known. */
  kept(number, row) {
    if (this.type(this.record.fields[number]).form === "pile") return this.match.lying(number, row, this.viewer);
    return this.match.held(number, row, this.viewer);
  }
  /** Whether a value is nothing, in words of memory. */
  isNothing(words, type) {
    if (type.form === "bag") return words.slice(1).every((each) => !each);
    if (type.form === "set") return words.every((each) => !each);
    if (type.form === "pile") return !words.length;
    return ["row", "place"].includes(type.form) ? words[0] === NONE : false;
  }
  /** Whether a field keeps what it kept in the beginning. */
  isDefault(number, words) {
    const type = this.type(this.record.fields[number]);
    return ["number", "yes_no"].includes(type.form) ? words[0] === this.looks.starts[number] : this.isNothing(words, type);
  }
  /** A value in words; "" for none, nothing, and an empty bag or set. */
  valueWords(type, words) {
    const [value] = words;
    if (type.form === "row" && type.name === this.record.players) return value === NONE ? "" : (this.names[value] ?? String(value));
    if (type.form === "bag") return this.bagWords(type, words.slice(1));
    if (type.form === "pile") return this.pileWords(type, words);
    if (type.form === "set") {
      const of = this.record.types[type.of];
      return membersOf(words, type).map((each) => (of ? this.valueWords(of, [each]) || String(each) : String(each))).filter(Boolean).join(", ");
    }
    if (this.isNothing(words, type) || (type.form === "number" && type.optional && value < 0)) return "";
    if (type.form === "row") return this.words.row(type.name, value);
    if (type.form === "number") return value ? `${value} ${type.unit}`.trim() : "";
    if (type.form === "yes_no") return value ? this.words.plain("yes") : "";
    return this.match.game.written(value, type);
  }
  /** From the top: `bolt · face down ×3 · salve`. Of more than fit in a line the rest is counted. */
  pileWords(type, lying) {
    const runs = [];
    for (const each of lying) if (runs.at(-1)?.[0] === each) runs.at(-1)[1]++; else runs.push([each, 1]);
    const said = runs.map(([each, many]) => (each === null ? this.words.phrase("face down") : this.pieceWords(type, each)) + (many > 1 ? ` ×${many}` : ""));
    const { many } = this.looks, left = said.length - many;
    return [...said.slice(0, many), ...(left > 0 ? [this.words.phrase("{number} more", { number: left })] : [])].join(" · ");
  }
  pieceWords(type, piece) {
    return type.name === this.record.players ? (this.names[piece] ?? String(piece)) : this.words.row(type.name, piece);
  }
  bagWords(type, amounts) {
    const { rows } = this.record.kinds[type.name], whole = amounts.reduce((a, b) => a + b, 0);
    if (!whole) return "";
    if (rows.length > this.looks.many && amounts.filter(Boolean).length > this.looks.hand) return `${this.said(this.looks.kinds[type.name])} ×${whole}`;
    return amounts.map((many, n) => (many ? this.words.row(type.name, n) + (many > 1 ? ` ×${many}` : "") : "")).filter(Boolean).join(" · ");
  }

  // ---- the scene

  scene() {
    const boards = this.record.boards.flatMap((_, n) => this.parts(n)), cards = [...this.cards()], piles = this.piles(), drawn = new Set(cards.map(([name]) => name)), tables = [];
    const kept = [...this.pairs()].filter(([field]) => field.owner !== "game" || !drawn.has(field.name));
    if (kept.length) tables.push([[entry(""), entry("")], ...kept.map(([, name, said]) => [entry(name), entry(said || this.words.plain("yes"))])]);
    const rows = [...this.held()];
    if (rows.length) tables.push([[entry(""), ...this.names.map((name, n) => entry(name, this.stone(name, n)))], ...rows]);
    return {
      title: this.said(this.looks.title), subtitle: turnWords(this.match, this.words.lang), boards: [...boards, ...cards.map(([, board]) => board), ...(piles.length ? [{ name: this.words.phrase("Piles"), form: "cards", places: piles, links: [], six: false }] : [])],
      legend: [...this.legend], players: this.names, tables, initials: this.letters, looks: this.looks.seats.some((each) => each[0] || each[1]) ? this.looks.seats.slice(0, this.names.length) : [],
    };
  }
  piece(text, player, symbol = this.letters[player], small = false) {
    return { text, symbol, player, small, sign: "", colour: small || symbol !== this.letters[player] ? "" : this.looks.seats[player][1] };
  }
  /** What a player has on a place that keeps whose it is. */
  stone(text, player) {
    return { ...this.piece(text, player), sign: this.looks.seats[player][0] };
  }
  look(kind, row) {
    const looks = this.looks.looks[kind];
    const of = (name) => this.said(looks[name])[row];
    return { symbol: of("symbols"), sign: of("signs"), label: of("labels"), thing: of("things"), colour: of("colours"), facts: of("facts"), short: looks.short[row] };
  }
  /** Sets of the game whose rows have something printed on them, as cards. */
  *cards() {
    const seen = new Set();
    for (const [number, field] of this.record.fields.entries()) {
      const type = this.type(field), of = type.of === undefined ? undefined : this.record.types[type.of];
      if (field.owner !== "game" || !field.told || type.form !== "set" || of?.form !== "row" || !(of.name in this.record.kinds)) continue;
      const words = this.kept(number, 0);
      if (words === undefined || !(of.name in this.looks.looks) || !this.said(this.looks.looks[of.name].facts).some((each) => each.length)) continue;
      const rows = membersOf(words, type), fresh = rows.some((row) => !seen.has(row));
      if (!rows.length || !fresh) continue;
      rows.forEach((row) => seen.add(row));
      const places = rows.map((row) => {
        const { symbol, label, thing, colour, facts } = this.look(of.name, row);
        return place(this.record.kinds[of.name].rows[row], [0, 0], { symbol, label, thing, colour, facts });
      });
      yield [field.name, { name: this.label(field), form: "cards", places, links: [], six: false }];
    }
  }
  /** Piles that lie on no board, as cards: what a viewer knows of the top, and how many pieces lie there. */
  piles() {
    const boards = this.record.boards.flatMap((each) => [each.name, each.passages]), found = [];
    for (const [number, field] of this.record.fields.entries()) {
      if (this.type(field).form !== "pile" || !field.told || boards.includes(field.owner)) continue;
      const isOfPlayers = field.owner === this.record.players, isOfGame = field.owner === "game";
      const owners = isOfGame ? [""] : isOfPlayers ? this.names : this.record.kinds[field.owner].rows.map((_, row) => this.words.row(field.owner, row));
      for (const [row, whose] of owners.entries()) {
        const lying = this.kept(number, row), many = lying?.length ?? (field.counted ? this.match.size(number, row, this.viewer) : undefined);
        if (many !== undefined) found.push(this.pile(field, whose, lying?.[0] ?? null, many));
      }
    }
    return found;
  }
  pile(field, whose, top, many) {
    const type = this.type(field), name = this.label(field), isOfPlayers = type.name === this.record.players;
    const face = top === null || isOfPlayers ? undefined : this.look(type.name, top);
    const said = top === null ? (many ? [this.words.phrase("face down")] : []) : isOfPlayers ? [this.names[top]] : [this.words.row(type.name, top), ...face.facts];
    return place(`${field.owner}.${field.name}.${whose}`, [0, 0], {
      label: whose ? this.words.phrase("{thing} of {name}", { thing: name, name: whose }) : name, colour: face?.colour ?? "",
      pieces: top !== null && isOfPlayers ? [this.piece(this.names[top], top)] : [], laid: many > 0, stacked: many,
      facts: [...said, many ? `${this.said(this.looks.kinds[type.name])} ×${many}` : this.words.phrase("nothing")],
    });
  }
  /** What the game and its kinds keep, with its name and what it keeps. */
  *pairs() {
    const owners = new Set(["game", this.record.players, ...this.record.boards.flatMap((each) => [each.name, each.passages])]);
    for (const [number, field] of this.record.fields.entries()) {
      const type = this.type(field);
      if (!field.told) continue;
      if (field.owner === "game") {
        const words = this.kept(number, 0), said = words && this.valueWords(type, words);
        if (said) yield [field, this.label(field), type.form === "yes_no" ? "" : said];
      } else if (!owners.has(field.owner)) {
        const parts = this.record.kinds[field.owner].rows.map((_, row) => {
          const words = this.kept(number, row), said = words && this.valueWords(type, words);
          return said ? `${this.words.row(field.owner, row)} ${said}` : "";
        });
        if (parts.some(Boolean)) yield [field, `${this.said(this.looks.kinds[field.owner])} ${this.label(field)}`, parts.filter(Boolean).join(", ")];
      }
    }
  }
  /** What players have in bags and sets, a row for each field. */
  *held() {
    for (const [number, field] of this.record.fields.entries()) {
      const type = this.type(field);
      if (field.owner !== this.record.players || !field.told || !["bag", "pile", "set"].includes(type.form) || this.looks.elements[number]) continue;
      const said = this.names.map((_, player) => {
        const words = this.kept(number, player);
        if (words !== undefined) return this.valueWords(type, words);
        const many = type.form !== "set" && field.counted ? this.match.size(number, player, this.viewer) : 0;
        return many ? `${this.said(this.looks.kinds[type.name])} ×${many}` : "";
      });
      if (said.some(Boolean)) yield [entry(this.label(field)), ...said.map((each) => entry(each))];
    }
  }

  // ---- boards

  /** A board as it is drawn: where each player has one, several. */
  parts(n) {
    const board = this.record.boards[n], whole = this.board(n), title = this.said(this.looks.boards[n].title);
    if (!board.private) return [whole];
    return this.names.map((name, player) => {
      const own = `${player}.`, cut = (text) => (text.startsWith(own) ? text.slice(own.length) : text);
      return {
        ...whole,
        name: this.words.phrase("{thing} of {name}", { thing: title, name }),
        title: "",
        places: whole.places.filter((each) => each.name.startsWith(own)).map((each) => ({ ...each, name: cut(each.name) })),
        links: whole.links.filter((each) => each.a.startsWith(own)).map((each) => ({ ...each, a: cut(each.a), b: cut(each.b) })),
      };
    });
  }
  board(n) {
    const board = this.record.boards[n], look = this.looks.boards[n], ground = board.fixed ? new Printed(this, n) : new Growing(this, n);
    const pieces = this.pieces(board, look), nodes = ground.nodes.filter((each) => pieces.has(each.name) || !this.isMerged(look, each, ground));
    const tracks = this.tracks(look, ground), order = [...nodes].sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
    const walls = new Map(nodes.map((each) => [each.name, ground.walls(each)]));
    const places = order.map((each) => ({ ...this.place(board, look, ground, each, pieces.get(each.name) ?? [], walls.get(each.name)), tracks: [...(tracks.get(each.name) ?? [])] }));
    let links = ground.edges().map(([a, b, passage]) => this.link(look, ground, a, b, passage));
    if (board.fixed && look.form !== "map") links = links.filter((each) => each.label || each.marked);
    return { name: board.name, title: this.said(look.title), form: look.form, places, links, six: look.six, closed: look.closed, edges: ["grid", "hexagonal"].includes(look.form) ? this.looks.edges.filter(([, player]) => player < this.names.length).map(([side, , colour]) => [side, colour]) : [] };
  }
  /** Whether a place of a map has become part of another one. */
  isMerged(look, node, ground) {
    const into = look.fields.filter((n) => this.looks.elements[n] === ground.board.name && ["row", "place"].includes(this.type(this.record.fields[n]).form));
    return look.form === "map" && !ground.ways(node.place).length && into.some((n) => ground.value(n, node)?.[0] >= 0);
  }
  tracks(look, ground) {
    const found = new Map();
    if (look.form !== "map") return found;
    const own = look.fields.filter((n) => this.looks.elements[n] === ground.board.name && ["row", "place"].includes(this.type(this.record.fields[n]).form)), into = new Map();
    for (const node of ground.nodes) for (const n of own) if (ground.value(n, node)?.[0] >= 0) into.set(node.place, ground.value(n, node)[0]);
    for (const [label, places] of look.tracks)
      for (const each of places) {
        const name = ground.name(into.get(each) ?? each);
        found.set(name, (found.get(name) ?? new Set()).add(this.said(label)));
      }
    return found;
  }
  place(board, look, ground, node, pieces, closed) {
    const kind = board.kind || board.name, row = board.kind ? node.tile : node.place, own = row >= 0 ? this.look(kind, row) : undefined;
    let [symbol, label] = own && (board.kind || look.form === "map") ? [own.symbol, own.label] : ["", ""];
    if (board.kind && board.fixed && own) symbol ||= own.short;
    if (!board.kind && label === this.words.row(kind, row) && !look.labelled) label = "";
    if (symbol && label) this.note(symbol, label);
    const thing = label ? own.thing : "", spoken = look.labelled ? node.name : this.nameOfPlace(board, ground, node);
    if (!board.kind && spoken !== node.name && label.startsWith(spoken)) label = label.slice(spoken.length).trim();
    const tokens = [], counts = [], notes = [...(look.measures?.[node.place] ?? [])], figures = [...pieces, ...this.signs(look, ground, node.name)];
    for (const n of look.fields) {
      const words = ground.value(n, node);
      if (words === undefined || this.isDefault(n, words)) continue;
      const token = this.token(n, words), figure = this.figure(n, words);
      if (token) tokens.push(token);
      if (figure) figures.push(figure);
      if (look.form === "map" && this.isCount(n, words)) counts.push([this.label(this.record.fields[n]), String(words[0])]);
      else if (!token && !figure) (look.form === "map" ? tokens : notes).push(this.noted(n, words));
    }
    if (look.form !== "map" && figures.length === 1 && tokens.length === 1 && !figures[0].small) figures[0] = { ...figures[0], sign: tokens[0] }; // one piece: a knight of Anna
    const open = [...LETTERS].filter((_, side) => (node.open >> side) & 1);
    const walls = look.opened >= 0 && row >= 0 ? [...LETTERS].filter((side) => closed.includes(side) || !open.includes(side)) : closed;
    return place(node.name, node.at, { open, symbol, label, thing, colour: own?.colour ?? "", notes, tokens, counts, pieces: figures, laid: row >= 0, walls, facts: board.kind && board.fixed && own ? own.facts : [], spoken: spoken === node.name ? "" : spoken });
  }
  /** The name of a place for people: where the rules list the places, that of its row. A place with a label has its code. */
  nameOfPlace(board, ground, node) {
    return ground instanceof Printed ? this.words.row(board.name, node.place) : node.name;
  }
  note(symbol, meaning) {
    if (!this.legend.has(symbol)) this.legend.set(symbol, meaning);
  }
  /** Whether a place keeps a mere number of something there, such as seeds. */
  isCount(number, [value]) {
    const type = this.type(this.record.fields[number]);
    return type.form === "number" && !type.unit && !(type.optional && value < 0);
  }
  token(number, [value]) {
    const field = this.record.fields[number], type = this.type(field);
    if (type.form !== "row" || type.name === this.record.players) return "";
    const symbol = this.said(this.looks.looks[type.name].signs)[value];
    if (symbol) this.note(symbol, `${this.label(field)}: ${this.words.row(type.name, value)}`);
    return symbol;
  }
  figure(number, [value]) {
    const type = this.type(this.record.fields[number]);
    if (type.form !== "row" || type.name !== this.record.players) return undefined;
    return value >= 0 && value < this.names.length ? this.stone(this.names[value], value) : undefined;
  }
  noted(number, words) {
    const field = this.record.fields[number], type = this.type(field), name = this.label(field);
    if (type.form === "yes_no") return words[0] ? name : this.words.phrase("not {value}", { value: name });
    const isNone = this.isNothing(words, type) || (type.form === "number" && type.optional && words[0] < 0);
    const said = this.valueWords(type, words) || (isNone ? this.words.plain("none") : String(words[0]));
    return type.unit ? said : `${name} ${said}`;
  }
  link(look, ground, a, b, passage) {
    const kept = look.edges.map((n) => [n, ground.edge(n, passage)]).filter(([n, words]) => words !== undefined && !this.isDefault(n, words));
    const marked = kept.some(([n]) => this.type(this.record.fields[n]).form === "yes_no");
    if (marked) this.note(FIXED, this.said(look.fixed));
    return { a: ground.name(a), b: ground.name(b), label: [...(look.labels?.[passage] ?? []), ...kept.map(([n, words]) => this.noted(n, words))].join(", "), marked };
  }

  // ---- figures

  /** All figures by place: first those who stand there, then what else of players lies there. */
  pieces(board, look) {
    const all = [...this.figures(board)], found = new Map();
    const standing = all.filter(([each]) => each.symbol === this.letters[each.player]), others = all.filter(([each]) => each.symbol !== this.letters[each.player]);
    for (const [piece, name] of [...standing, ...others]) found.set(name, [...(found.get(name) ?? []), piece]);
    return found;
  }
  *figures(board) {
    for (const [number, field] of this.record.fields.entries()) {
      const type = this.type(field);
      if (field.owner !== this.record.players || !field.told || type.board !== board.name || !["row", "place"].includes(type.form)) continue;
      for (const [player, name] of this.match.names.entries()) {
        const words = this.kept(number, player);
        if (words === undefined || words[0] < 0) continue;
        const at = this.match.game.written(words[0], type);
        yield [number === this.looks.standing ? this.piece(name, player) : this.thing(number, player), at];
      }
    }
  }
  thing(number, player) {
    const letter = this.letters[player], word = this.said(this.looks.things[number]), lower = letter.toLowerCase();
    const small = lower !== letter ? lower : `${[...word][0].toLowerCase()}${letter}`;
    this.note(small, this.words.phrase("{thing} of {name}", { thing: word, name: this.names[player] }));
    return this.piece(`${this.names[player]}: ${word}`, player, small);
  }
  /** The signs of those who keep a place of a map in a set. */
  signs(look, ground, name) {
    if (look.form !== "map") return [];
    const found = [];
    for (const [number, field] of this.record.fields.entries()) {
      const type = this.type(field);
      if (field.owner !== this.record.players || !field.told || type.form !== "set" || this.looks.elements[number] !== ground.board.name) continue;
      for (const [player, who] of this.match.names.entries()) {
        const words = this.kept(number, player);
        if (words !== undefined && membersOf(words, type).some((each) => ground.name(each) === name))
          found.push(this.piece(this.words.phrase("{thing} of {name}", { thing: this.label(field), name: who }), player, this.letters[player], true));
      }
    }
    return found;
  }
}

const entry = (text, piece = null) => ({ text, piece });
const place = (name, [x, y], more) => ({ name, x, y, open: [], symbol: "", label: "", thing: "", colour: "", notes: [], tokens: [], counts: [], pieces: [], laid: true, walls: [], tracks: [], facts: [], stacked: 0, ...more });

/** What boards of both sorts have in common: which passages are there, in the order in which they are met. */
class Ground {
  constructor(drawing, n) {
    Object.assign(this, { drawing, n, match: drawing.match, board: drawing.record.boards[n], look: drawing.looks.boards[n] });
    const { passages_are: shown, joinable } = this.look;
    this.asks = joinable >= 0 && (shown === "open" || drawing.viewer === "all");
  }
  edges() {
    if (this.asks) this.match.stand(this.match.here);
    const order = new Map(this.nodes.map((each, at) => [each.place, at])), found = [];
    for (const { place: here } of this.nodes) {
      const ways = this.ways(here), mine = order.get(here), on = ways.filter(([there]) => there > here);
      const back = ways.filter(([there]) => there < here).sort((a, b) => order.get(a[0]) - order.get(b[0]));
      for (const [there, passage] of [...on, ...back]) if (order.get(there) > mine) found.push([here, there, passage]);
    }
    return found;
  }
  joins(passage) {
    return !this.asks || this.match.ask(this.look.joinable, passage) !== 0;
  }
}

class Growing extends Ground {
  constructor(drawing, n) {
    super(drawing, n);
    this.type = drawing.record.types[this.board.place];
    this.laid = new Map(this.match.laid(n).map((each) => [each.place, each]));
    this.nodes = [...this.laid.values()].map((each) => ({
      ...each, name: this.name(each.place), at: [mod(each.place, WIDTH) - MIDDLE, Math.floor(mod(each.place, BEYOND) / WIDTH) - MIDDLE],
    }));
    const { fields } = drawing.record;
    this.numbers = [...fields.keys()].filter((k) => fields[k].owner === this.board.name);
    this.own = this.numbers.filter((k) => !fields[k].passage);
    this.passing = this.numbers.filter((k) => fields[k].passage);
  }
  name(at) {
    return this.match.game.written(at, this.type);
  }
  ways(here) {
    const mine = this.laid.get(here);
    return AROUND.flatMap((step, side) => {
      const there = this.laid.get(here + step);
      if (!there || !((mine.open >> side) & 1) || !((there.open >> ((side + 2) % 4)) & 1)) return [];
      return [[here + step, step === 1 ? 2 * here : step === WIDTH ? 2 * here + 1 : step === -1 ? 2 * (here - 1) : 2 * (here - WIDTH) + 1]];
    });
  }
  value(number, node) {
    return this.match.sees(number, node.place, this.drawing.viewer) ? node.values[this.own.indexOf(number)] : undefined;
  }
  edge(number, passage) {
    if (!this.match.sees(number, passage, this.drawing.viewer)) return undefined;
    return this.laid.get(Math.floor(passage / 2)).passages[passage % 2]?.[this.passing.indexOf(number)];
  }
  walls() {
    return [];
  }
}

class Printed extends Ground {
  constructor(drawing, n) {
    super(drawing, n);
    const { rows } = drawing.record.kinds[this.board.name], many = this.board.private ? this.match.names.length * this.look.each : rows.length;
    this.rows = rows;
    this.tiles = Array.from({ length: many }, (_, place) => (this.look.lies < 0 ? NONE : (drawing.kept(this.look.lies, place)?.[0] ?? NONE)));
    this.opened = Array.from({ length: many }, (_, place) => (this.look.opened < 0 ? 0 : (drawing.kept(this.look.opened, place)?.[0] ?? 0)));
    this.nodes = this.tiles.map((tile, at) => ({ place: at, name: rows[at], at: this.look.where[at], tile, open: this.opened[at] }));
  }
  name(at) {
    return this.rows[at];
  }
  ways(here) {
    const all = this.look.ways[here].filter(([, passage]) => this.joins(passage));
    if (this.look.opened < 0) return all;
    const through = (there) => {
      const side = this.look.beside[here].indexOf(there);
      return this.tiles[here] >= 0 && this.tiles[there] >= 0 && (this.opened[here] >> side) & 1 && (this.opened[there] >> ((side + 2) % 4)) & 1;
    };
    return all.filter(([there]) => through(there));
  }
  value(number, node) {
    return this.drawing.kept(number, node.place);
  }
  edge(number, passage) {
    return this.drawing.kept(number, passage);
  }
  walls(node) {
    if (this.look.form !== "grid" || this.look.joinable < 0 || !this.asks) return [];
    this.match.stand(this.match.here);
    return [...LETTERS].filter((_, side) => !this.joins(this.look.borders[node.place][side]));
  }
}
