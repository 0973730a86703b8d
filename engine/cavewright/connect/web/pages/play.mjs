// Plays a built game on this page: no server, everything in this browser. The address may begin a match at once,
// `#players=2&seed=5`, or one at a position, `#players=2&position=…&names=Anna,Ben`. Made by Cavewright.

import { load, GameError, IllegalActionError, InvalidActionError } from "./NAME.mjs";
import { draw, keptWords, roundWords, sceneOf, turnWords } from "./picture.mjs";
import { STEP, TOWARDS, called, cellsOf, lying, sidesOf } from "./drawing.mjs";
import { Bots } from "./bots.mjs";
import "./carry.mjs";
import "./clicks.mjs";
import { hold } from "./hand.mjs";
import { h } from "./elements.mjs";
import { explain } from "./judge.mjs";
import { reviewing, reviewOf } from "./review.mjs";
import { decisivePlaces, looksOf } from "./looks.mjs";
import { follow, hinted, intoSight, maps } from "./sight.mjs";
import { areaOf, endsOn, landing, spotOf, tellApart } from "./spots.mjs";
import { pace, paces, rest, ring, tell } from "./steps.mjs";
import { zooms } from "./zoom.mjs";
import "./leafing.mjs";

const PERSON = "person", CHANCE = -1, NOTHING = -1, TERMINAL = -4, EXIT = 34, MOST_TRIED = 150, MOST_WAYS = 80, AROUND = 14, MOST_LISTED = 400, MOST_FORESEEN = 60, MOST_EFFECTS = 4, SMALL = 760, LEAST_SCALE = 0.4, LARGER = 2, GROWING_LARGER = 1.25, UNTOLD = "–", LONG_WORDS = 60, MOST_ONE_BY_ONE = 12, MOST_UNFOLDED = 12, MOST_OPENED = 6, PLENTY = 30, MOST_GROWN = 1.5, OPENINGS = ["", ..."╵╶└╷│┌├╴┘─┴┐┤┬┼"], FINGER = 27, POINTER = 23.5;
const element = (id) => document.getElementById(id);

// ---- the table --------------------------------------------------------------------------------------------------------

class Table {
  constructor(told, lang) {
    Object.assign(this, { told, lang, other: null, match: null, held: [], seats: [], me: null, picks: [], word: "", hinted: "", sure: null, whole: false, busy: false, draft: {}, packed: [], done: 0, spoken: "", stepping: null, then: null, rules: null, teaches: false, passed: [], reviewed: null, why: "" });
  }
  say(name, values = {}) {
    return this.told.words[this.lang][name].replace(/\{(\w+)\}/g, (all, each) => (each in values ? values[each] : all));
  }
  get words() {
    return this.match.game.words(this.lang);
  }
  /** The position that is looked at: how it stands, or an earlier one. */
  get shown() {
    return this.then === null ? this.match : this.match.earlier(this.then);
  }
  get names() {
    return this.words.people(this.match.names);
  }
  both(names) {
    return names.length < 2 ? names.join("") : this.say("and", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
  }
  get people() {
    return this.seats.flatMap((each, n) => (each === PERSON ? [n] : []));
  }
  /** Whether what one person sees is to be hidden from another one at this screen. */
  get private() {
    return this.told.private && this.people.length > 1;
  }
  get acting() {
    return this.match.active.filter((n) => this.seats[n] === PERSON);
  }
  get viewer() {
    return this.me ?? (this.people.length === 1 ? this.people[0] : null);
  }
  get key() {
    return `cavewright ${location.pathname}`;
  }

  // ---- matches

  /** The game for a number of players; `rules` are those of an example with other options, which has no bots that look ahead. */
  async opened(players, rules = "") {
    const other = Object.hasOwn(this.told.others, rules) ? this.told.others[rules] : null;
    if (this.game?.players === players && this.other === other) return this.game;
    this.game = await load({ players, lang: this.lang, files: other ? await filesOf(other.files, players) : {} });
    this.other = other;
    const found = this.searches(players);
    this.bots = new Bots(this.game, {}, { exports: { memory: { buffer: new ArrayBuffer(8) } } });
    this.kinds = [PERSON, "random"];
    if (found) {
      const { instance } = await WebAssembly.instantiateStreaming(fetch(found.wasm), {}).catch(async () => WebAssembly.instantiate(await (await fetch(found.wasm)).arrayBuffer(), {}));
      this.bots = new Bots(this.game, found, instance);
      this.kinds.push("greedy", "mcts:easy", "mcts", "mcts:hard");
    }
    return this.game;
  }
  searches(players) {
    return this.other ? undefined : this.told.bots[players];
  }
  play(match, seats, example = false) {
    Object.assign(this, { match, seats, example, draft: {}, packed: [], me: null, picks: [], word: "", hinted: "", sure: null, then: null, rules: null, reviewed: null });
    this.keep();
    return this.go();
  }
  keep() {
    if (this.example) return;
    try {
      localStorage.setItem(this.key, JSON.stringify({ seats: this.seats, save: this.match.save() }));
    } catch { /* a browser that keeps nothing */ }
  }
  get kept() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key));
      return typeof found?.save === "string" && Array.isArray(found.seats) ? found : null;
    } catch {
      return null;
    }
  }
  /** Reads a save; throws GameError for what is none of this game. */
  async resume(text, seats = []) {
    const players = JSON.parse(text)?.players?.length, counts = Object.keys(this.told.seats).map(Number);
    const game = await this.opened(counts.includes(players) ? players : counts[0]), match = game.resume(text);
    return this.play(match, match.names.map((_, n) => (this.kinds.includes(seats[n]) ? seats[n] : PERSON)));
  }

  // ---- play

  /** Chance and bots go on until a person decides. */
  async go() {
    this.busy = true;
    try {
      for (;;) {
        while (this.match.current === CHANCE) this.match.draw();
        const bot = this.match.active.find((n) => this.seats[n] !== PERSON);
        if (bot === undefined || this.acting.length) break;
        this.show();
        const from = this.match.moves.length;
        await new Promise((done) => setTimeout(done, pace() ? 0 : 30));
        await this.botActs(bot);
        while (this.match.current === CHANCE) this.match.draw();
        await this.showSteps(from);
      }
      for (const bot of this.match.active.filter((n) => this.seats[n] !== PERSON)) await this.botActs(bot);
    } catch (error) {
      this.trouble(error);
    }
    this.busy = false;
    rest();
    this.keep();
    if (this.acting.length && this.told_by_sound !== this.match.moves.length) ring();
    this.told_by_sound = this.match.moves.length;
    if (!this.acting.includes(this.me)) this.me = this.private ? null : (this.acting[0] ?? null);
    this.show();
  }
  /** Shows what somebody has done since, and says it. */
  async showSteps(from) {
    if (!pace()) return;
    this.stepping = this.names[this.lastActor(this.match.moves.length)] ?? null;
    this.show();
    const said = this.match.moves.slice(from).map((each, n) => this.deed(this.match.game.parse(each), from + n).said).filter(Boolean);
    if (said.length) await tell(`${this.stepping ?? ""}: ${said.join(" · ")}`);
    this.stepping = null;
  }
  async botActs(player) {
    const match = this.match, at = await this.bots.choose(this.seats[player], match, player, this.told.unknown);
    if (this.match === match && match.active.includes(player)) match.apply(match.actions(player)[at]);
  }
  trouble(error) {
    if (!(error instanceof GameError)) console.error(error);
    this.word = error instanceof IllegalActionError ? this.say("impossible", { why: error.reasons.map(said_in).join(" ") }) : this.say("trouble", { why: error.message });
  }
  /** Does something; what cannot be made good again only when it is meant so. */
  act(action, isSure = false) {
    if (this.busy) return;
    const warning = this.match.asked(action.signature.confirm, action.player, this.lang);
    Object.assign(this, { picks: [], word: isSure ? "" : warning, hinted: "", sure: isSure || !warning ? null : action });
    if (this.sure) return this.show();
    try {
      this.match.apply(action, true);
      this.done += 1;
      this.keep();
    } catch (error) {
      this.trouble(error);
    }
    this.go();
  }
  /** An action in words, as far as whoever looks may know it. */
  wordsOf(action) {
    return this.told.private && action.player !== this.viewer ? this.words.said(action.signature.action) : action.label(this.lang);
  }
  /** Why nothing can be taken back, or "" where something can. */
  get stays() {
    const last = this.match.moves.at(-1), who = Number.parseInt(last, 10);
    if (last === undefined) return this.say("begins");
    const action = this.wordsOf(this.match.game.parse(last));
    if (last.startsWith("chance:")) return this.say("drawn", { action: this.deed(this.match.game.parse(last), this.match.moves.length - 1).said || action });
    if (this.seats[who] !== PERSON || (this.private && this.me !== null && who !== this.me)) return this.say("acted", { name: this.names[who], action });
    return "";
  }
  undo() {
    if (this.busy || this.stays) return;
    const { match } = this, [from, to] = this.packed.at(-1) ?? [];
    this.me = Number.parseInt(match.moves.at(-1), 10);
    if (to === match.moves.length) this.packed.pop();
    do match.undo(); while (from < match.moves.length && match.moves.length < to); // one packing is one step
    this.draft = {};
    this.done += 1;
    Object.assign(this, { picks: [], word: "", hinted: "", sure: null });
    this.go();
  }
  /** The same match once more, everybody one seat further. */
  rematch() {
    const turned = (all) => [...all.slice(1), all[0]];
    return this.tried(() => this.play(this.game.begin({ seed: BigInt(word()), names: turned(this.match.names) }), turned(this.seats)));
  }
  /** Whether a match can be played on from a position that it has left: not while somebody still keeps secrets in it. */
  mayPlayFrom() {
    return !this.example && this.then !== null && this.then < this.match.moves.length && (this.match.over || !this.told.private);
  }
  /** The match as it stood after so many moves, as one of its own. */
  playFrom(many) {
    return this.tried(() => this.play(this.match.earlier(many), [...this.seats]));
  }
  /** Points at what a bot would choose, of a packing all of its answers. */
  async hint() {
    const then = this.match.earlier(this.match.moves.length), node = then.node(this.me), wish = {};
    let first, action;
    do {
      action = then.actions(this.me)[await this.bots.choose("greedy", then, this.me, this.told.unknown)];
      first ??= action;
      wish[action.values[0]] = action.values[1];
      if (node.packing) then.apply(action);
    } while (node.packing && then.active.includes(this.me) && then.node(this.me) === node && then.actions(this.me)[0].values[0] > action.values[0]);
    if (node.packing) this.draft = wish;
    Object.assign(this, { hinted: first.text, why: this.explained(first) });
    this.show();
  }

  /** What a choice brings by the end of the turn, in a line; nothing where no bot of this page looks ahead. */
  explained(action) {
    return explain(this, this.match.actions(this.me).findIndex((each) => each.text === action.text));
  }
  /** Looks at each choice of a match that is over, one after the other, as long as somebody waits for it. */
  async review() {
    const { match } = this, found = [];
    this.reviewed = { match, found, all: match.moves.length, isDone: false };
    this.show();
    for await (const each of reviewOf(this)) {
      if (this.reviewed?.found !== found || this.match !== match) return;
      if (each.decision) found.push(each.decision);
      this.reviewed.at = each.number;
      if (each.number % 10 === 0) this.show();
    }
    if (this.reviewed?.found !== found) return;
    this.reviewed.isDone = true;
    this.show();
  }
  /** Shows the table again. */
  closeReview(then = null) {
    Object.assign(this, { reviewed: null, then });
    this.show();
  }

  // ---- what can be done, and where

  /** The boards of the scene by number, with the name that the rules give them and whose they are. */
  get ruled() {
    return this.game.record.boards.flatMap((board, n) => (board.private ? this.match.names.map((_, owner) => ({ board, n, owner })) : [{ board, n, owner: null }]));
  }
  /** The places that an action names, as [number of the board, name]. */
  spotsOf(action, scene) {
    const { record } = this.game, found = [];
    action.values.forEach((value, n) => {
      const type = record.types[action.signature.parameters[n][1]];
      if (type.board && ["row", "place"].includes(type.form) && value >= 0) {
        const name = this.game.written(value, type), dot = type.private ? name.indexOf(".") : -1, owner = dot < 0 ? null : Number(name.slice(0, dot));
        const at = this.ruled.findIndex((each) => each.board.name === type.board && each.owner === owner);
        if (at >= 0) found.push([at, name.slice(dot + 1)]);
      } else if (type.form === "row" && value >= 0 && record.boards.some((each) => each.fixed && each.passages === type.name)) {
        found.push(spotOf(this, record.boards.find((each) => each.passages === type.name), record.kinds[type.name].rows[value]));
      } else if (type.form === "row" && value >= 0) {
        const row = record.kinds[type.name].rows[value], at = scene.boards.findIndex((each) => each.form === "cards" && each.places.some((one) => one.name === row));
        if (at >= 0) found.push([at, row]);
      }
    });
    return found.filter((each) => this.lies(scene, each));
  }
  lies(scene, [at, name]) {
    return scene.boards[at].places.some((each) => each.name === name) || this.beside(scene, [at, name]) !== undefined || endsOn(this, at).has(name);
  }
  /** Of a place where nothing lies yet, a place that is open to it, and on which side. */
  beside(scene, [at, name]) {
    const board = scene.boards[at], found = /^(?:([ns])(\d+))?(?:([ew])(\d+))?$/.exec(name === "o" ? "" : name);
    if (board.form !== "growing" || !found || board.places.some((each) => each.name === name)) return undefined;
    const x = Number(found[4] ?? 0) * (found[3] === "w" ? -1 : 1), y = Number(found[2] ?? 0) * (found[1] === "n" ? -1 : 1), cells = cellsOf(board);
    for (const side of sidesOf(board)) {
      const there = cells.get([x - STEP[side][0], y - STEP[side][1]].join());
      if (there?.open.includes(side)) return [there.name, side];
    }
    return undefined;
  }
  choices(scene) {
    const { match } = this, actions = match.actions(this.me), { options } = match.node(this.me), few = actions.length <= MOST_FORESEEN && match.branches === null;
    const seen = actions.map((action) => (few && options && !options[action.chosen[0]].tells ? match.foreseen(action) : undefined));
    return tellApart(this, actions.map((action, n) => ({ action, text: action.text, ...this.called(action), cost: match.costs(action, this.lang).join(", "), price: this.price(action), effects: seen[n] ? this.effects(action, seen[n]) : [], spots: this.spotsOf(action, scene), lands: seen[n] ? this.landing(action) : [] })));
  }
  /** How much an action takes of numbers that costs are paid from. */
  price(action) {
    const numbers = this.game.record.fields.filter((each) => each.currency).map((each) => each.name);
    return this.match.dues(action).reduce((all, { unit, amount }) => all + (numbers.includes(unit) ? amount : 0), 0);
  }
  /** The ways in which a piece can be laid now: none unless each choice that names a place lays something on a free one. */
  ways(scene, choices) {
    const some = choices.filter((each) => each.spots.length), { options } = this.match.node(this.me);
    const lays = some.length && some.length <= MOST_WAYS && this.match.branches === null && some.every((each) => each.spots.length === 1 && this.beside(scene, each.spots[0]) && options && !options[each.action.chosen[0]].tells);
    return lays ? some.map((choice) => ({ choice, svg: this.pictured(choice) })).filter((each) => each.svg) : [];
  }
  /** How a place looks on which a choice lays something. */
  pictured({ action, spots: [[at, name]] }) {
    this.match.apply(action);
    const scene = sceneOf(this.match, { viewer: this.viewer, lang: this.lang }), board = scene.boards[at], place = board.places.find((each) => each.name === name && each.laid !== false);
    this.match.undo();
    if (!place) return "";
    const drawn = draw({ ...scene, title: "", subtitle: "", boards: [{ ...board, places: [{ ...place, pieces: [], notes: [], changed: false }], links: [] }], legend: [], tables: [] }), a = drawn.places[0].area;
    return drawn.svg.replace(/width="[\d.]+" height="[\d.]+" viewBox="[^"]+"/, `viewBox="${a.x - AROUND} ${a.y - AROUND} ${a.wide + 2 * AROUND} ${a.high + 2 * AROUND}" aria-hidden="true" focusable="false"`).replace(' role="img"', "");
  }
  /** The piece in hand in the list: a button for each way. */
  inHand(ways) {
    const made = h("div", { class: "hand", "data-turn": this.say("turn_it"), "data-lay": this.say("lay_it"), "data-says": this.told.words[this.lang].way }, ways.map(({ choice, svg }) => {
      const button = h("button", { name: "act", id: `way-${choice.text.replaceAll(" ", "-")}`, "data-act": choice.text, "data-place": choice.spots[0][1], onclick: () => this.act(choice.action) });
      button.innerHTML = svg;
      button.append(h("span", { class: "what" }, choice.label));
      return button;
    }));
    return made;
  }
  /** To what an action brings something, on a board that does not grow. */
  landing(action) {
    const found = landing(this, this.match.apply(action));
    this.match.undo();
    return found;
  }
  /** The open sides that an action names, as a line drawing. */
  openings(action) {
    return action.values.flatMap((value, n) => (this.game.record.types[action.signature.parameters[n][1]].form === "sides" && OPENINGS[value]) || []);
  }
  /** What a choice is called, where a question is answered the answer; and what an action is about. */
  called(action) {
    const { signature, values } = action, question = this.match.asked(signature.question, action.player, this.lang), type = values.length === 1 ? this.game.record.types[signature.parameters[0][1]] : undefined;
    const label = type?.form === "yes_no" && question ? this.words.shown(values[0], type) : [action.label(this.lang), ...this.openings(action)].join(" ");
    return { label, about: values.length || question.toLowerCase() === label.toLowerCase() ? "" : question };
  }
  /** The name of an action where it stands by itself, away from the question that it answers. */
  fullLabel(action) {
    const { label, about } = this.called(action), { signature, player, values } = action, isAnswer = values.length === 1 && this.game.record.types[signature.parameters[0][1]].form === "yes_no", question = isAnswer ? this.match.asked(signature.question, player, this.lang) : "";
    return question ? `${question} ${label}` : about ? `${label} (${about})` : label;
  }
  /** Choices that differ in a value and cost nothing under one title, others by themselves. */
  grouped(choices) {
    const runs = [];
    for (const each of choices) {
      if (runs.at(-1)?.[0].action.name === each.action.name) runs.at(-1).push(each);
      else runs.push([each]);
    }
    return runs.map((alike) => [alike.length > 2 && !alike.some((each) => each.cost) && choices.length > alike.length ? this.words.said(alike[0].action.signature.action) : "", alike]);
  }
  /** The choosing again and again that an action ends, if its player goes on with something else. */
  ended(action) {
    if (action.name !== "done" || this.told.rules[this.lang].pages.done) return [];
    const { signatures } = this.game.record, first = this.match.node(action.player).options.map((each) => signatures[each.signature]).find((each) => each.name !== action.name);
    return first ? [this.words.phrase("ends: {what}", { what: this.match.asked(first.question, action.player, this.lang) || this.words.said(first.action) })] : [];
  }
  /** What an action brings, what chance decides then, whose turn it is then. */
  effects(action, { events, next, chance }) {
    const { words } = this, said = this.brief(events, action.player);
    if (chance) said.push(words.phrase("then: {what}", { what: words.said(chance.to_come) }));
    else if (next === TERMINAL) said.push(words.phrase("ends the game"));
    else if (next >= 0 && next !== action.player) said.push(words.phrase("then {name}’s turn", { name: this.names[next] }));
    else said.push(...this.ended(action));
    return said.length > MOST_EFFECTS ? [...said.slice(0, MOST_EFFECTS - 2), "…", said.at(-1)] : said;
  }
  /** Events in few words for their owner. */
  brief(events, player) {
    const own = this.names[player], gained = new Set(events.filter((each) => ["pieces", "supply"].includes(each.kind) && each.second > 0).map((each) => `${each.type.name} ${each.first}`));
    const isTaken = (each) => each.kind === "set" && each.type.form === "row" && each.second === NOTHING && gained.has(`${each.type.name} ${each.first}`); // what lay there is told as won
    return events.filter((each) => !isTaken(each)).flatMap((each) => {
      const owner = each.owner(this.lang), others = this.names.includes(owner) && owner !== own, sentence = each.sentence(this.lang);
      if (sentence === UNTOLD) return [];
      if (sentence) return [others ? `${owner} ${sentence}` : sentence];
      return [each.text(this.lang).replace(own ? `${own}: ` : "", "")];
    });
  }
  question(choices) {
    const asked = [...new Set(choices.map((each) => each.action.signature))];
    if (asked.length !== 1) return "";
    return this.match.asked(asked[0].question, choices[0].action.player, this.lang) || this.say("what", { what: this.words.said(asked[0].action) });
  }
  /** What is asked about now and cannot be done, with reasons; with a place, at that place. */
  refusals(scene, choices, spot) {
    const node = this.match.node(this.me), { record } = this.game, same = (one) => one[0] === spot[0] && one[1] === spot[1];
    if (node.is !== "decide") return [];
    const known = new Set(choices.filter((each) => !spot || each.spots.some(same)).map((each) => each.action.name)), found = new Map();
    for (const { signature: number } of node.options) {
      const signature = record.signatures[number];
      if (known.has(signature.name) && !spot && !found.has(signature.name)) this.others(scene, choices, signature).forEach((each, n) => found.set(n ? `${signature.name} ${n}` : signature.name, each));
      if (known.has(signature.name) || signature.name === "done" || found.has(signature.name) || (spot && !signature.parameters.length)) continue;
      let best, tried = 0;
      for (const text of this.readings(signature)) {
        if (tried++ >= (spot ? 20 : 1) * MOST_TRIED) break;
        let action;
        try {
          action = this.game.parse(text, this.me);
        } catch (error) {
          if (error instanceof InvalidActionError) continue;
          throw error;
        }
        if (spot && !this.spotsOf(action, scene).some(same)) continue;
        const reasons = this.match.check(action, this.lang), rank = Number(reasons.some((each) => each.code === "domain")) * 1000 + reasons.length;
        if (reasons.length && (best === undefined || rank < best.rank)) best = { rank, reasons, name: signature.name, label: spot ? action.label(this.lang) : this.words.said(signature.action) };
      }
      if (best) found.set(signature.name, best);
    }
    return [...found.values()];
  }
  /** Of an action with one of a few things that lie nowhere on the boards, the things with which it cannot be done: those for
      the same reasons together. */
  others(scene, choices, signature) {
    const alike = choices.filter((each) => each.action.name === signature.name), { types } = this.game.record, texts = new Set(alike.map((each) => each.text)), found = new Map();
    if (signature.parameters.length !== 1 || types[signature.parameters[0][1]].form !== "row" || alike.some((each) => each.spots.length)) return [];
    const readings = [...this.readings(signature)];
    for (const text of readings.length <= MOST_ONE_BY_ONE ? readings : []) {
      const action = this.game.parse(text, this.me), reasons = texts.has(text) || this.spotsOf(action, scene).length ? [] : this.match.check(action, this.lang), key = JSON.stringify(reasons);
      if (!reasons.length || reasons.some((each) => each.code === "domain")) continue;
      if (found.has(key)) found.get(key).label += ` · ${action.label(this.lang)}`;
      else found.set(key, { reasons, name: signature.name, label: action.label(this.lang) });
    }
    return [...found.values()];
  }
  *readings(signature) {
    const domains = signature.parameters.map(([, number]) => this.values(this.game.record.types[number]));
    const going = function* (n, words) {
      if (n === domains.length) yield words.join(" ");
      else for (const each of domains[n]) yield* going(n + 1, [...words, each]);
    };
    yield* going(0, [signature.name]);
  }
  values(type) {
    const { record } = this.game, board = record.boards.findIndex((each) => each.name === type.board);
    if (board >= 0 && !record.boards[board].fixed) return this.match.laid(board).map((each) => this.game.written(each.place, type));
    if (type.form === "yes_no") return ["yes", "no"];
    if (type.form === "number") return Array.from({ length: Math.max(0, Math.min(type.high, 9) - Math.max(type.low, 0) + 1) }, (_, n) => String(Math.max(type.low, 0) + n));
    if (type.form !== "row") return [];
    const { rows } = record.kinds[type.name];
    if (type.name === record.players) return rows.slice(0, this.match.names.length);
    return type.private ? rows.filter((each) => each.startsWith(`${this.me}.`)).map((each) => each.slice(each.indexOf(".") + 1)) : rows;
  }

  // ---- the page

  show() {
    const focus = document.activeElement?.id ?? "", called = (summary) => summary.textContent.replace(/\d+/g, ""), open = [...document.querySelectorAll("details[open] > summary")].map(called);
    const scroll = [...document.querySelectorAll(".boards .scroll")].map((each) => [each.scrollLeft, each.scrollTop]), turn = document.querySelector(".turn")?.textContent;
    document.documentElement.lang = this.lang;
    let parts;
    try {
      parts = this.match ? this.table() : this.beginning();
    } catch (error) { // a position of which the module cannot say what can be done
      console.error(error);
      this.match = null;
      this.word = this.say("trouble", { why: error.message });
      parts = this.beginning();
    }
    for (const part of parts) document.querySelector(part.tagName).replaceWith(part);
    document.querySelectorAll("details > summary").forEach((each) => open.includes(called(each)) && (each.parentNode.open = true));
    const boxes = [...document.querySelectorAll(".boards .scroll")];
    zooms();
    maps();
    hold();
    paces();
    scroll.forEach(([left, top], n) => boxes[n]?.scrollTo(left, top));
    if (turn !== document.querySelector(".turn")?.textContent) boxes.forEach(follow);
    const target = element("word") ?? ((focus && hinted()) || null) ?? (focus && element(focus)) ?? document.querySelector(".pointed button, .over .button");
    (target || (focus ? element("actions") : null))?.focus({ preventScroll: true });
    if (this.match && turn !== undefined && turn !== document.querySelector(".turn")?.textContent && !element("word")) intoSight();
    const said = [...document.querySelectorAll("#word, #says, .question, [role=status], [data-told] li")].map((each) => each.textContent.trim()).join(". ");
    if (said !== this.spoken) element("live").textContent = this.spoken = said;
  }
  /** Words for the scripts that both pages share. */
  get scripted() {
    const words = { "zoom-in": "zoom_in", "zoom-out": "zoom_out", "zoom-all": "zoom_all", "zoom-me": "zoom_me", "skip-it": "skip_it", pace: "pace", "at-once": "at_once", quick: "quick", calm: "calm", sound: "sound" };
    return Object.fromEntries(Object.entries(words).map(([name, word]) => [`data-${name}`, this.say(word)]));
  }
  get tongues() {
    return Object.entries(this.told.tongues).filter(([code]) => code !== this.lang).map(([code, name]) =>
      h("li", {}, h("button", { lang: code, id: `lang-${code}`, onclick: () => { this.lang = code; this.show(); } }, name)));
  }
  button(id, label, onclick, more = {}) {
    return h("button", { id, onclick, ...more }, label);
  }

  // ---- before a match

  beginning() {
    const counts = Object.keys(this.told.seats).map(Number), many = this.many ?? counts[0];
    const title = this.told.titles[this.lang], kept = this.kept;
    const select = (id, label, options, value, onchange) => h("p", {}, h("label", { for: id }, `${label} `), h("select", { id, onchange }, options.map(([key, said]) => h("option", { value: key, selected: key === value }, said))));
    const kinds = [[PERSON, this.say("person")], ["random", this.say("at_random")], ...(this.told.bots[many] ? ["greedy", "mcts:easy", "mcts", "mcts:hard"].map((each) => [each, this.say(each)]) : [])];
    const number = counts.length > 1 ? select("many", this.say("players"), counts.map((each) => [String(each), String(each)]), String(many), (event) => { this.many = Number(event.target.value); this.show(); }) : "";
    const rows = Array.from({ length: many }, (_, n) => {
      const name = this.named?.[n] ?? this.someone(n);
      return h("fieldset", {}, h("legend", { class: `player c${n}` }, this.someone(n)),
        h("p", {}, h("label", { for: `name-${n}` }, `${this.say("name", { number: n + 1 })} `), h("input", { id: `name-${n}`, value: name, maxlength: 40, oninput: (event) => { (this.named ??= [])[n] = event.target.value.trim() || undefined; } })),
        select(`who-${n}`, this.say("who", { name: this.someone(n) }), kinds, this.chosen?.[n] ?? PERSON, (event) => { (this.chosen ??= [])[n] = event.target.value; }));
    });
    return [
      h("header", {}, h("h1", {}, title)),
      h("main", { id: "table", "data-waits": "0" },
        this.word ? h("p", { class: "word", role: "alert", id: "word", tabindex: "-1" }, this.word) : "",
        h("section", { id: "actions", tabindex: "-1" },
          kept ? h("p", {}, this.button("go-on", this.say("go_on"), () => this.tried(() => this.resume(kept.save, kept.seats)))) : "",
          number, rows,
          h("p", {}, this.button("start", this.say("start"), () => this.tried(() => this.begin(many)))),
          h("p", {}, h("label", { for: "file" }, `${this.say("open")} `), h("input", { id: "file", type: "file", accept: ".json,application/json", onchange: (event) => this.tried(async () => this.resume(await event.target.files[0].text())) })), this.notes(true))),
      h("footer", {}, h("nav", { "aria-label": this.say("show") }, h("ul", {}, this.tongues))),
    ];
  }
  someone(n) {
    return this.told.players[this.lang].replace("{number}", n + 1);
  }
  async begin(many, seed = BigInt(word()) * 2n ** 32n + BigInt(word())) {
    const game = await this.opened(many), names = Array.from({ length: many }, (_, n) => this.named?.[n] ?? `Player ${n + 1}`);
    return this.play(game.begin({ seed, names }), names.map((_, n) => this.chosen?.[n] ?? PERSON));
  }
  /** Does something, and says what went wrong instead of stopping. */
  async tried(what) {
    try {
      this.word = "";
      await what();
    } catch (error) {
      if (!(error instanceof GameError || error instanceof SyntaxError)) console.error(error);
      this.word = this.say(error instanceof GameError || error instanceof SyntaxError ? "no_save" : "no_game", { why: error.message });
      this.show();
    }
  }

  // ---- in a match

  table() {
    this.game.record.pictures.seats.forEach(([, colour], n) => document.documentElement.style.setProperty(`--c${n}`, colour || "initial"));
    const match = this.shown, handed = this.private && this.me === null && this.acting.length > 0;
    const viewer = this.viewer, scene = this.marked(sceneOf(match, { viewer, lang: this.lang })), acts = this.then === null && this.me !== null && this.acting.includes(this.me) && !this.busy;
    const choices = acts ? this.choices(scene) : [];
    this.held = acts ? this.ways(scene, choices) : [];
    this.taught = this.lesson(choices);
    this.looks = acts ? looksOf(this, scene, choices) : new Map();
    this.decisive = this.shown.over ? decisivePlaces(this, this.shown) : new Set();
    this.marked_so = new Set();
    this.picks = this.picks.filter((each) => this.lies(scene, each));
    document.title = `${acts ? "● " : ""}${this.says(acts)} · ${scene.title}`;
    const kept = keptWords(match, viewer, this.lang).filter((each) => each.length < LONG_WORDS);
    const main = h("main", { id: "table", "data-now": `${match.moves.length} ${this.done}`, "data-waits": match.over ? "0" : "1", ...this.scripted }, this.word ? h("p", { class: "word", role: "alert", id: "word", tabindex: "-1" }, this.word) : "");
    if (this.sure && (acts || !this.match.active.includes(this.sure.player))) main.append(h("div", { class: "choices" }, this.button("sure", this.say("sure"), () => this.act(this.sure, true), { name: "act" }), this.button("not-sure", this.say("not_sure"), () => { Object.assign(this, { sure: null, word: "" }); this.show(); })));
    if (this.then !== null) main.append(this.leafing());
    if (handed) main.append(this.handing());
    else if (this.rules !== null) main.replaceChildren(...this.ruling());
    else if (this.reviewed?.match === this.match) main.replaceChildren(reviewing(this));
    else main.append(h("div", { class: `columns${match.over ? " ended" : ""}` }, this.boards(scene, choices), h("div", { class: "side" }, h("div", { class: "now" }, this.actions(scene, choices, acts), this.log()), this.holdings(scene, kept), match.over ? "" : this.scores(false), this.seating(), this.notes())));
    const { standing } = match.scores(viewer), stands = (parts) => (parts.includes(undefined) ? "?" : parts.reduce((all, each) => all + each, 0));
    return [
      h("header", {}, h("h1", {}, scene.title), h("p", { class: "turn" }, [roundWords(match, this.lang), turnWords(match, this.lang)].filter(Boolean).join(" · "), handed ? "" : kept.map((each) => [" ", h("span", { class: "kept" }, each)])),
        handed ? "" : h("p", { class: "standings" }, h("span", { class: "unseen" }, `${this.say("scores")}:`), this.names.map((name, n) => h("span", { class: `player c${n}` }, " ", h("bdi", {}, name), " ", h("b", {}, stands(standing[n])))))),
      main,
      h("footer", {}, h("nav", { "aria-label": this.say("show") }, h("ul", {},
        h("li", {}, this.button("rules", this.say(this.rules === null ? "rules" : "table"), () => { this.rules = this.rules === null ? "" : null; this.show(); })),
        match.moves.length && !handed && this.then === null && this.rules === null ? h("li", {}, this.button("earlier", this.say("earlier"), () => this.look(this.match.moves.length - 1))) : "",
        this.example ? "" : h("li", {}, this.button("save", this.say("save"), () => this.download())),
        h("li", {}, this.button("again", this.say("again"), () => { this.match = null; this.word = ""; history.replaceState(null, "", location.pathname); this.show(); })), this.tongues)),
        h("p", { class: "faint" }, [this.say(this.example ? "example" : "kept_here"), ...(this.example && this.other ? this.other[this.lang] : []), this.say("moves")].join(" "))),
    ];
  }
  /** Who plays which seat, to be changed. */
  seating() {
    if (this.then !== null || this.match.over) return "";
    const said = { random: "at_random" };
    return h("details", { class: "seats" }, h("summary", {}, this.say("seating")), this.names.map((name, n) => h("p", {}, h("label", { for: `seat-${n}` }, `${this.say("who", { name })} `),
      h("select", { id: `seat-${n}`, disabled: this.busy, onchange: (event) => this.seat(n, event.target.value) }, this.kinds.map((kind) => h("option", { value: kind, selected: kind === this.seats[n] }, this.say(said[kind] ?? kind)))))));
  }
  seat(n, kind) {
    if (this.busy) return this.show();
    this.seats = this.seats.map((each, at) => (at === n ? kind : each));
    if (kind !== PERSON && this.me === n) this.me = null;
    Object.assign(this, { picks: [], word: "", hinted: "", sure: null, draft: {} });
    return this.go();
  }
  notes(open = false) {
    const said = this.told.notes[this.lang];
    return said.length ? h("details", { open }, h("summary", {}, this.say("reconstruction")), said.map((each) => h("p", {}, each))) : "";
  }
  // ---- earlier positions, and the rules

  /** Shows how it stood after so many moves; after all of them, how it stands. */
  look(many) {
    Object.assign(this, { then: many >= this.match.moves.length ? null : Math.max(0, many), reviewed: null, picks: [], word: "", hinted: "", sure: null });
    this.show();
  }
  leafing() {
    const step = (id, many, word) => [this.button(id, this.say(word), () => this.look(many)), " "];
    return h("nav", { class: "then", "aria-label": this.say("earlier") }, h("h2", {}, this.say("position", { n: this.then, all: this.match.moves.length })),
      h("p", {}, step("then-first", 0, "first"), this.then ? step("then-back", this.then - 1, "back") : "", step("then-on", this.then + 1, "on"), step("then-now", this.match.moves.length, "now"), this.mayPlayFrom() ? this.button("play-from", this.say("play_from"), () => this.playFrom(this.then), { class: "button" }) : ""),
      h("p", { class: "leaf" }, h("label", { for: "leaf" }, this.say("leaf")), " ", h("input", { type: "range", id: "leaf", min: 0, max: this.match.moves.length, value: this.then, onchange: (event) => this.look(Number(event.target.value)) })));
  }
  /** The scene with what is new since the last turn of whoever looks marked, or since the position before. */
  marked(scene) {
    const since = this.then !== null ? this.then - 1 : this.viewer === null ? this.lastTurn : this.since;
    if (since <= 0 || since >= this.match.moves.length) return scene;
    const old = sceneOf(this.match.earlier(since), { viewer: this.viewer, lang: this.lang });
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other), bare = (place) => ({ ...place, pieces: [], x: 0, y: 0 });
    const places = (board, before) => board.places.map((place) => {
      const was = before.places.find((each) => each.name === place.name), isNew = (piece) => !was?.pieces.some((each) => same(each, piece));
      return { ...place, changed: !was || !same(bare(was), bare(place)), pieces: place.pieces.map((piece) => (isNew(piece) ? { ...piece, change: "new" } : piece)) };
    });
    const links = (board, before) => board.links.map((link) => {
      const was = before.links.find((each) => each.a === link.a && each.b === link.b);
      return link.label !== (was?.label ?? "") || link.marked !== (was?.marked ?? false) ? { ...link, change: "new" } : link;
    });
    const boards = scene.boards.map((board) => {
      const before = old.boards.find((each) => each.name === board.name);
      return before ? { ...board, places: places(board, before), links: links(board, before) } : board;
    });
    return { ...scene, boards };
  }
  /** What the rules say of an action or a thing; all of which they say something. */
  ruling() {
    const { groups, pages } = this.told.rules[this.lang], page = pages[this.rules];
    const look = (name, title) => this.button(`rule-${name}`, title, () => { this.rules = name; this.show(); });
    const of = page ? [h("h2", {}, page.title), page.lines.map(([deep, line]) => h("p", { class: "line", look: { "--deep": deep } }, line)),
      page.facts.length ? [h("h3", {}, this.say("sources")), h("dl", {}, page.facts.map((id) => this.fact(id)).map(([id, place, text]) => [h("dt", {}, id, place ? h("small", {}, ` (${place})`) : ""), h("dd", {}, text)]))] : ""] : h("h2", {}, this.say("rules"));
    return [h("section", { id: "actions", tabindex: "-1" }, of, groups.map(([name, links]) => [name ? h("h3", {}, name) : "", h("ul", { class: "rules" }, links.map(([each, title, about]) => h("li", {}, look(each, title), about ? h("small", {}, ` ${about}`) : "")))]))];
  }
  fact(id) {
    const found = this.told.facts[id];
    return [id, found?.place ?? "", found?.text[this.lang] ?? found?.text.en ?? ""];
  }
  says(acts) {
    if (this.shown.over) return this.say("ended");
    if (this.then !== null) return turnWords(this.shown, this.lang);
    if (acts) return this.say("your_turn", { name: this.names[this.me] });
    return this.say("waiting", { name: this.stepping ?? this.both(this.match.active.map((n) => this.names[n])) });
  }
  handing() {
    const [first] = this.acting;
    return h("section", { id: "actions", class: "over", "aria-labelledby": "says", tabindex: "-1" }, h("h2", { id: "says" }, this.say("hand_over", { name: this.names[first] })),
      h("p", {}, this.acting.map((n) => this.button(`me-${n}`, this.say("is_here", { name: this.names[n] }), () => { this.me = n; this.show(); }, { class: "button can" }))));
  }
  download() {
    const link = h("a", { href: URL.createObjectURL(new Blob([this.match.save()], { type: "application/json" })), download: `${this.match.game.id}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // ---- boards

  /** What each place leads to that can be pointed at next, by "board:name". */
  next(choices) {
    const found = new Map();
    for (const each of this.picked(choices, this.picks)) {
      const spot = each.spots[this.picks.length]?.join(":");
      if (spot) found.set(spot, [...(found.get(spot) ?? []), each]);
    }
    return found;
  }
  picked(choices, picks) {
    return choices.filter((each) => picks.every((pick, n) => each.spots[n]?.join(":") === pick.join(":")));
  }
  boards(scene, choices) {
    if (!this.picked(choices, this.picks).length && this.picks.length > 1) this.picks = [];
    const live = this.picked(choices, this.picks).length > 0, next = this.next(live ? choices : []);
    if (!live && choices.length) for (const [key, some] of this.nextOf(choices)) next.set(key, some);
    const titles = this.ruled.map(({ n, owner }) => (owner === null ? this.words.said(this.game.record.pictures.boards[n].title) : scene.boards[this.ruled.findIndex((each) => each.n === n && each.owner === owner)].name));
    const parts = scene.boards.map((board, n) => (board.form === "cards" ? this.cards(scene, board, n, next) : board.places.length ? this.board(scene, board, n, titles[n], next) : ""));
    const marks = [...this.marks(choices)];
    const legend = scene.legend.length || marks.length ? h("details", { class: "legend" }, h("summary", {}, this.say("legend")), h("ul", {}, scene.legend.map(([sign, meaning]) => h("li", {}, h("b", {}, sign), ` ${meaning}`)), marks.map(([look, word]) => h("li", {}, h("span", { class: `mark ${look}`, "aria-hidden": "true" }), ` ${this.say(word)}`)))) : "";
    return h("section", { class: "boards", "aria-labelledby": "boards" }, h("h2", { id: "boards", class: "unseen" }, this.say("boards")), parts, this.told.aim[this.lang] ? h("p", { class: "faint aim" }, this.told.aim[this.lang]) : "", legend);
  }
  /** The marks that lie over the boards now, with the words for what they mean. */
  *marks(choices) {
    const words = { can: "mark_can", leads: "mark_leads", "hint-here": "mark_hint", picked: "mark_picked", new: this.viewer === null ? "just" : "new", won: "mark_won" };
    for (const [look, word] of Object.entries(words)) if (this.marked_so.has(look)) yield [look, word];
    if (choices.length) yield ["refused", "mark_refused"];
  }
  /** The spot of a row of a board. */
  spotAt(board, row) {
    return spotOf(this, board, row);
  }
  nextOf(choices) {
    const picks = this.picks;
    this.picks = [];
    const found = this.next(choices);
    this.picks = picks;
    return found;
  }
  board(scene, board, n, title, next) {
    const drawn = draw({ ...scene, title: "", subtitle: "", boards: [board], legend: [], tables: [] });
    const places = new Map(drawn.places.map((each) => [each.name, each.area])), areas = withRoom(places), sizes = [...areas.values()].map((a) => Math.min(a.wide, a.high)).sort((a, b) => a - b);
    const by = (least) => Math.min(1, Math.max(LEAST_SCALE, least / Math.max(sizes[Math.floor(sizes.length / 2)], 1))), px = (part) => `${Math.round(drawn.wide * part)}px`, grown = Math.round(Math.max(drawn.wide, Math.min((board.form === "growing" ? GROWING_LARGER : LARGER) * drawn.wide, SMALL)));
    const controls = board.places.filter((each) => areas.has(each.name)).map((place) => this.control([n, place.name], areas.get(place.name), drawn, next, about(place), place));
    for (const key of next.keys()) {
      const at = key.indexOf(":"), isHeld = this.held.some(({ choice }) => choice.spots[0].join(":") === key), spot = [Number(key.slice(0, at)), key.slice(at + 1)], from = spot[0] === n ? this.beside(scene, spot) : undefined, ends = spot[0] === n ? endsOn(this, n).get(spot[1]) : undefined, between = ends && areaOf(ends, places);
      if (between) controls.push(this.control(spot, between, drawn, next, spot[1]));
      if (from && areas.has(from[0])) controls.push(this.control(spot, (isHeld ? cellBeyond(places.get(from[0]), from[1]) : beyond(areas.get(from[0]), from[1])), drawn, next, spot[1]));
    }
    controls.flat().forEach((each) => each.classList.forEach((look) => this.marked_so.add(look)));
    const holder = h("div", { class: `board${this.whole ? " whole" : ""}`, look: { "--wide": `${grown}px`, "--least": px(by(FINGER)), "--fine": px(by(POINTER)), "--tall": (drawn.high / drawn.wide).toFixed(3), "--edge": reachBeyond(controls.flat(), drawn.high / drawn.wide).toFixed(3), "--around": `${50 * (1 - Math.min(...Array.from(places, ([name, a]) => a.wide / areas.get(name).wide)))}%`, "--bend": board.form === "map" ? "50%" : "8px" } });
    holder.innerHTML = drawn.svg.replace('role="img"', 'role="presentation" aria-hidden="true" focusable="false"');
    const looks = new Map([...this.looks.values()].map((each) => [each.id, each]));
    holder.insertAdjacentHTML("beforeend", `<svg class="looks" aria-hidden="true" focusable="false">${[...looks.values()].map((each) => `<symbol id="${each.id}" viewBox="${each.box}">${each.drawn}</symbol>`).join("")}</svg>`);
    holder.append(h("div", { class: `over-board${controls.flat().filter((each) => each.classList.contains("can")).length > PLENTY ? " plenty" : ""}` }, controls));
    const described = board.places.filter((each) => each.pieces.length).map(about);
    return h("figure", { class: this.me !== null && this.ruled[n]?.owner === this.me ? "own" : undefined }, scene.boards.length > 1 ? h("figcaption", {}, title) : "",
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": scene.boards.length > 1 ? title : this.say("board") }, holder),
      drawn.wide * by(POINTER) > 700 || drawn.wide * by(FINGER) > 370 ? h("p", { class: drawn.wide * by(POINTER) > 700 ? undefined : "on-small" }, this.button(`map-${n}`, this.say(this.whole ? "close_up" : "whole_map"), () => { this.whole = !this.whole; this.show(); })) : "",
      described.length ? h("p", { class: "unseen" }, described.join("; ")) : "");
  }
  /** The choice that a click on a place is, where all are made there: the only one, or the one that takes least. */
  only(choices) {
    const depth = choices.length && this.picked(choices, this.picks).length ? this.picks.length : 0;
    if (!choices.length || choices.some((each) => each.spots.length !== depth + 1)) return undefined;
    const [first, other] = [...choices].sort((one, another) => one.price - another.price);
    return !other || first.price < other.price ? first : undefined;
  }
  control(spot, a, drawn, next, told, place = null) {
    const choices = next.get(spot.join(":")) ?? [], only = this.only(choices), isNew = place !== null && (place.changed || place.pieces.some((each) => each.change)), isMine = place?.pieces.some((each) => each.player === this.me && !each.small);
    const can = choices.length > 0, isPicked = this.picks.some((each) => each.join(":") === spot.join(":")), said = [isNew && this.say(this.viewer === null ? "just" : "new"), isPicked && this.say("in_hand"), this.decisive.has(spot.join(":")) && this.say("mark_won")].filter(Boolean);
    const name = [only ? `${spot[1]}: ${said_of(only)}` : told, ...said].join(", ");
    const part = (value, whole) => `${((100 * value) / whole).toFixed(3)}%`;
    const look = { left: part(a.x, drawn.wide), top: part(a.y, drawn.high), width: part(a.wide, drawn.wide), height: part(a.high, drawn.high) };
    const hint = `${choices.some((each) => each.text === this.hinted) ? " hint-here" : ""}${choices.some((each) => this.taught?.[0] === each.action.name) ? " taught" : ""}`;
    const id = `p${spot[0]}-${spot[1].replace(".", "-")}`, ways = this.held.filter(({ choice }) => choice.spots[0].join(":") === spot.join(":"));
    if (ways.length && !place) {
      const ghost = ({ choice, svg }, n) => { const made = h("span", { class: "ghost", "data-act": choice.text, "data-label": said_of(choice), hidden: n > 0 }); made.innerHTML = svg; return made; };
      return h("button", { class: `can target${hint}`, id, title: name, look, onclick: () => this.pick(spot, choices) }, h("span", { class: "unseen" }, name), ways.map(ghost));
    }
    const button = h("button", {
      class: `${can ? "can" : "cannot"}${isPicked ? " picked" : ""}${can && !only ? " leads" : ""}${place ? "" : " exit"}${hint}${isNew ? " new" : ""}${isMine ? " mine" : ""}${this.decisive.has(spot.join(":")) ? " won" : ""}`, name: only ? "act" : undefined, id, "data-place": spot[1], tabindex: can || isPicked ? undefined : "-1", "aria-label": name, title: name, look,
      onclick: () => (isPicked ? this.unpick() : only ? this.act(only.action) : this.pick(spot, choices)),
    }, only?.cost ? h("span", { class: "price" }, only.cost) : "");
    const laid = only && this.looks.get(only.text);
    if (laid) button.insertAdjacentHTML("afterbegin", `<svg class="laid" aria-hidden="true" focusable="false"><use href="#${laid.id}"/></svg>`);
    const others = only ? choices.filter((each) => each !== only).map(said_of).join(" · ") : "", more = this.say("others", { place: spot[1], acts: others });
    return others ? [button, h("button", { class: "others", id: `o${id}`, "aria-label": more, title: more, look: { left: part(a.x + a.wide, drawn.wide), top: look.top }, onclick: () => this.pick(spot, choices) })] : button;
  }
  unpick() {
    this.picks = [];
    this.show();
  }
  pick(spot, choices) {
    const goesOn = choices.length && this.picked(choices, this.picks).length;
    this.picks = goesOn ? [...this.picks, spot] : [spot];
    this.show();
    document.querySelector(".pointed")?.scrollIntoView({ block: "nearest" });
  }
  cards(scene, board, n, next) {
    return h("section", { class: "cards", "aria-label": board.name }, h("h3", {}, board.name), h("ul", {}, board.places.map((place) => {
      const choices = next.get(`${n}:${place.name}`) ?? [], only = this.only(choices), hint = choices.some((each) => each.text === this.hinted) ? " hint-here" : "";
      return h("li", { class: place.changed ? "new" : undefined }, h("button", { class: `card ${choices.length ? "can" : "cannot"}${hint}`, name: only ? "act" : undefined, id: `p${n}-${place.name}`, onclick: () => (only ? this.act(only.action) : this.pick([n, place.name], choices)) },
        h("b", {}, place.label || called(place)), [...place.facts, only && [only.cost, ...only.effects].filter(Boolean).join(", ")].filter(Boolean).map((fact) => h("span", {}, fact))));
    })));
  }

  // ---- beside the boards

  buttons(choices, group, look = "", title = "") {
    const what = (label) => {
      const begun = [`${title}: `, `${title} `].find((each) => title && label.startsWith(each));
      return begun ? [h("span", { class: "unseen" }, begun), label.slice(begun.length)] : label;
    };
    return h("div", { class: `choices ${look}` }, choices.map((each) => h("button", { name: "act", id: `${group}-${each.text.replaceAll(" ", "-")}`, class: each.text === this.hinted ? "hint-here" : this.taught?.[0] === each.action.name ? "taught" : undefined, onclick: () => this.act(each.action) },
      h("span", { class: "what" }, what(each.label)), each.cost ? h("span", { class: "cost" }, ` ${each.cost}`) : "", each.about ? h("span", { class: "brings" }, ` ${each.about}`) : "", each.effects.length ? h("span", { class: "brings" }, ` ${each.effects.join(" · ")}`) : "")));
  }
  group(title, some) {
    const buttons = this.buttons(some, "act", title ? "many" : "", title);
    if (!title) return buttons;
    if (some.length <= MOST_UNFOLDED) return [h("h3", {}, title), buttons];
    return h("details", { open: some.some((each) => each.text === this.hinted) }, h("summary", {}, `${title} (${some.length})`), buttons);
  }
  refused(some) {
    const cause = (one) => h("li", {}, said_in(one), one.by ? h("small", {}, ` (${one.by})`) : "", one.current && (/^\d/.test(one.needed) || (one.needed && one.code !== "domain" && ![this.words.phrase("yes"), this.words.phrase("no")].includes(one.needed))) ? h("small", {}, ` ${this.say("there_is", { current: one.current, needed: one.needed })}`) : "",
      one.citation.map((id) => this.fact(id)).map(([id, place, text]) => [h("br"), h("small", { class: "fact" }, h("abbr", { title: place }, id), ` ${text}`)]));
    return h("ul", { class: "refused" }, some.map((each) => h("li", {}, h("details", {}, h("summary", {}, h("span", { class: "what" }, each.label), " ", h("span", { class: "short" }, said_in(each.reasons[0]))),
      h("ul", { class: "causes" }, each.reasons.map(cause)), this.ruleLink(each.name, each.label)))));
  }
  /** Leads to what the rules say about an action. */
  ruleLink(name, label) {
    return this.told.rules[this.lang].pages[name] ? h("p", {}, this.button(`about-${name}`, `${this.say("about")}: ${label}`, () => { this.rules = name; this.show(); })) : "";
  }
  actions(scene, choices, acts) {
    const node = acts ? this.match.node(this.me) : {}, packs = node.packing ? node : undefined;
    const parts = [h("h2", { id: "says" }, this.says(acts))], isFinal = (each) => Boolean(each.action.signature.confirm), unplaced = choices.filter((each) => !each.spots.length && !isFinal(each)), late = choices.filter((each) => !each.spots.length && isFinal(each)), placed = choices.filter((each) => each.spots.length);
    const mine = [acts && this.own.length ? h("p", { class: "mine" }, this.own.join(" · ")) : "", acts ? this.card(scene) : "", this.notices()].filter(Boolean);
    if (mine.length) parts.push(h("div", { class: "my-card" }, mine));
    if (acts) parts.push(this.teacher());
    if (this.shown.over) parts.push(this.scores(true), this.example || this.then !== null ? "" : h("p", {}, this.button("rematch", this.say("rematch"), () => this.rematch(), { class: "button" }), " ", this.searches(this.match.names.length) ? this.button("review", this.say("review"), () => this.review(), { class: "button" }) : ""));
    if (choices.length && !this.picks.length && !packs) parts.push(h("p", { class: "question" }, this.question(choices)));
    if (packs) parts.push(this.packing(packs));
    else if (this.picks.length) parts.push(this.pointed(scene, choices));
    else {
      if (this.held.length) parts.push(this.inHand(this.held));
      parts.push(this.grouped(unplaced).map(([title, some]) => this.group(title, some)));
    }
    if (late.length && !packs && !this.picks.length) parts.push(h("details", { id: "rarely", open: late.some((each) => each.text === this.hinted) }, h("summary", {}, this.say("rarely", { n: late.length })), this.buttons(late, "late")));
    if (placed.length && !packs) parts.push(h("details", { open: !unplaced.length && !this.held.length && choices.length <= MOST_OPENED }, h("summary", {}, this.say("everything", { n: choices.length })), this.buttons(choices.slice(0, MOST_LISTED), "all")));
    const hint = this.hinted && acts && !packs ? this.game.parse(this.hinted, this.me).label(this.lang) : "", stays = this.stays, may = this.people.length && !this.busy && this.then === null;
    if (hint) parts.push(h("p", { class: "hinted", role: "status" }, this.say("hinted", { action: hint })));
    if (acts && this.hinted && this.why) parts.push(h("p", { class: "why", role: "status" }, this.say("hint_why", { terms: this.why })));
    const last = may && !stays ? this.match.game.parse(this.match.moves.at(-1)).label(this.lang) : "";
    parts.push(h("div", { class: "tools" }, last ? this.button("undo", this.say("undo", { action: last }), () => this.undo(), { accesskey: "z" }) : "",
      acts && this.searches(this.match.names.length) ? this.button("hint", this.say("hint"), () => this.hint(), { accesskey: "h" }) : "",
      acts && !this.teaches && this.told.lessons[this.lang].length ? this.button("teach", this.say("teach"), () => { this.teaches = true; this.show(); }) : ""));
    if (may && stays && this.match.moves.length) parts.push(h("p", { class: "faint" }, this.say("no_undo", { why: stays })));
    const refused = choices.length && !this.picks.length && !packs ? this.refusals(scene, choices) : [];
    if (refused.length) parts.push(h("details", { id: "why-not" }, h("summary", {}, this.say("why_not", { n: refused.length })), this.refused(refused)));
    if (may && !this.shown.over && this.game.seats.interrupts) {
      const seats = this.people.filter((n) => !this.private || n === this.me), all = this.match.names.map((_, n) => n);
      parts.push(this.outOfTurn("beside", seats.flatMap((n) => this.match.interrupts(n))), this.outOfTurn("by_host", all.flatMap((n) => this.match.hostActions(n))));
    }
    return h("section", { id: "actions", class: "actions", "aria-labelledby": "says", tabindex: "-1" }, parts);
  }
  /** What is done out of turn, and what only the host does: whoever has this page. */
  outOfTurn(word, some) {
    const group = word.replaceAll("_", "-"), button = (each) => h("button", { name: "act", id: `${group}-${each.player}-${each.text.replaceAll(" ", "-")}`, onclick: () => this.act(each) }, h("span", { class: "what" }, `${this.names[each.player]}: ${each.label(this.lang)}`));
    return some.length ? h("details", { id: group }, h("summary", {}, this.say(word)), h("div", { class: "choices" }, some.map(button))) : "";
  }
  /** The word of the teacher: the first lesson about something that can be done now and was not done yet. */
  lesson(choices) {
    if (!this.teaches || !choices.length) return undefined;
    const possible = new Set(choices.map((each) => each.action.name)), done = new Set(this.match.moves.map((each) => this.game.parse(each)).filter((each) => each.player === this.me).map((each) => each.name));
    return this.told.lessons[this.lang].find(([name]) => possible.has(name) && !done.has(name) && !this.passed.includes(name));
  }
  /** What the rules warn a player of. */
  notices() {
    const found = this.me === null || this.shown.over ? [] : this.shown.notices(this.me, this.lang, this.viewer);
    return found.length ? h("ul", { class: "notices", "aria-label": this.say("notices") }, found.map(({ name, text }) => h("li", { id: `notice-${name}` }, text))) : "";
  }
  teacher() {
    if (!this.taught) return "";
    const [name, text] = this.taught;
    return h("aside", { class: "lesson", "aria-label": this.say("teacher") }, h("p", { role: "status" }, text), h("p", {}, this.button("next-lesson", this.say("next_lesson"), () => { this.passed.push(name); this.show(); }), " ", this.button("no-lessons", this.say("no_lessons"), () => { this.teaches = false; this.show(); })));
  }
  // ---- packing on one screen

  /** What comes of a wish, how many of each row, and the answers that lead there. Nothing of it is done. */
  answered(wish, rows, node) {
    const { match } = this, draft = Object.fromEntries(rows.map((row) => [row, 0])), answers = [];
    let last = -1;
    while (match.active.includes(this.me)) {
      const now = match.node(this.me), options = now.packing?.clause === node.packing.clause ? match.actions(this.me) : [];
      if (!options.length || options[0].values[0] <= last) break;
      last = options[0].values[0];
      const far = (each) => Math.abs(each.values[1] - (wish[last] ?? 0)), action = options.reduce((best, each) => (far(each) < far(best) ? each : best));
      answers.push(action);
      for (const event of match.apply(action))
        if (this.packs(event, node) && event.rule === this.game.record.clauses[node.packing.clause].name && event.second > 0) draft[event.first] = (draft[event.first] ?? 0) + event.second;
    }
    answers.forEach(() => match.undo());
    return { draft, answers };
  }
  /** The draft with one more or less of a row: as it is otherwise, or with others instead; undefined if neither fits. */
  changed(draft, row, by, rows, node) {
    const wanted = draft[row] + by, others = [...rows].reverse().filter((each) => each !== row && draft[each] - by >= 0);
    if (wanted < 0) return undefined;
    const wishes = [{ ...draft, [row]: wanted }, ...others.map((each) => ({ ...draft, [row]: wanted, [each]: draft[each] - by }))];
    const apart = (made) => rows.reduce((all, each) => all + Math.abs(made[each] - draft[each]), 0);
    const found = wishes.map((wish) => this.answered(wish, rows, node).draft).filter((made) => made[row] === wanted);
    return found.length ? found.reduce((best, each) => (apart(each) < apart(best) ? each : best)) : undefined;
  }
  packs(event, node) {
    return event.kind === "packed" && event.field === this.game.record.fields[node.packing.bag];
  }
  packing(node) {
    const { match, game } = this, { kinds } = game.record, { kind, bag, room, sizes, measure, left } = node.packing, bytes = match.of(this.me);
    const rows = kinds[kind].rows.map((_, row) => row).filter((row) => match.at(bytes, game.seats.slots[left + row]) > 0), before = {};
    for (const each of match.events.at(-1) ?? [])
      if (this.packs(each, node) && each.at === this.me && each.second < 0) before[each.first] = (before[each.first] ?? 0) - each.second;
    const { draft, answers } = this.answered({ ...before, ...this.draft }, rows, node), full = rows.reduce((all, row) => all + draft[row] * sizes[row], 0);
    const step = (row, by, sign, word, none) => {
      const made = this.changed(draft, row, by, rows, node), thing = this.words.row(kind, row), id = `${by > 0 ? "more" : "less"}-${row}`;
      if (made === undefined) return h("button", { class: "button off", id, "aria-disabled": "true", title: this.say(none), "aria-label": `${this.say(word, { thing })}: ${this.say(none)}` }, sign);
      return this.button(id, sign, () => { this.draft = made; this.show(); }, { class: "button", "aria-label": this.say(word, { thing }) });
    };
    const uses = (row) => this.told.uses[this.lang][kind]?.[row] ?? [], steps = rows.map((row) => [row, step(row, -1, "−", "one_less", "no_less"), step(row, 1, "+", "one_more", "no_more")]);
    const signature = game.record.signatures[node.options[0].signature], title = this.words.said(game.record.fields[bag].label);
    const many = (made) => Object.values(made ?? {}).reduce((all, each) => all + each, 0);
    const gap = room > full && rows.some((row) => many(this.changed(draft, row, 1, rows, node)) > many(draft)), asks = gap && this.asked === JSON.stringify(draft);
    return [
      h("p", { class: "question" }, this.match.asked(signature.question, this.me, this.lang) || this.words.said(signature.action)),
      h("p", { class: "full", role: "status" }, title, room ? `: ${this.say("packing", { full, most: room, measure: this.words.said(measure) })}` : ""),
      room ? this.slots(draft, rows, { kind, room, sizes, full, title }) : "",
      this.searches(match.names.length) ? h("p", {}, this.button("suggested", `★ ${this.say("suggested")}`, () => this.hint(), { class: "button" })) : "",
      h("ul", { class: "packing" }, steps.filter(([row, , more]) => draft[row] || !more.ariaDisabled).map(([row, less, more]) => h("li", {}, h("span", { class: "what" }, this.drawIcons(title, this.words.row(kind, row))),
        h("span", { class: "steps" }, less, h("b", {}, String(draft[row])), more), uses(row).length ? h("small", {}, uses(row).join(" · ")) : ""))),
      asks ? h("p", { class: "word", role: "alert", id: "word", tabindex: "-1" }, this.say("leave_empty", { n: room - full, all: room, measure: this.words.said(measure) })) : "",
      h("div", { class: "choices" }, h("button", { name: "pack", id: "pack-it", class: this.hinted ? "hint-here" : undefined, onclick: () => (gap && !asks ? this.ask(draft) : this.pack(answers)) }, h("span", { class: "what" }, this.say(asks ? "leave_it" : "pack_it"))), asks ? [" ", this.button("not-sure", this.say("not_sure"), () => { this.asked = ""; this.show(); })] : ""),
    ];
  }
  /** The slots of a bag, as they are filled. */
  slots(draft, rows, { kind, room, sizes, full, title }) {
    const filled = rows.flatMap((row) => Array.from({ length: draft[row] }, () => row)).filter((row) => sizes[row]), empty = Array.from({ length: Math.max(0, room - full) });
    return h("ul", { class: "slots", "aria-label": title }, filled.map((row) => h("li", { look: sizes[row] > 1 ? { "--size": Math.min(sizes[row], 4) } : {}, title: this.words.row(kind, row) }, this.words.row(kind, row))),
      empty.map(() => h("li", { class: "gap", title: this.say("empty_slot") }, h("span", { class: "unseen" }, this.say("empty_slot")))));
  }
  /** Asks before a packing that leaves something empty though more would fit. */
  ask(draft) {
    Object.assign(this, { asked: JSON.stringify(draft), draft });
    this.show();
  }
  pack(answers) {
    if (this.busy) return;
    Object.assign(this, { picks: [], word: "", hinted: "", sure: null, draft: {} });
    try {
      const from = this.match.moves.length;
      answers.forEach((each) => this.match.apply(each));
      this.packed.push([from, this.match.moves.length]);
      this.done += 1;
    } catch (error) {
      this.trouble(error);
    }
    this.go();
  }
  pointed(scene, choices) {
    const spot = this.picks.at(-1), place = scene.boards[spot[0]].places.find((each) => each.name === spot[1]), here = this.picked(choices, this.picks);
    const done = here.filter((each) => each.spots.length === this.picks.length), refused = choices.length && this.picks.length === 1 ? this.refusals(scene, choices, spot) : [];
    return h("section", { class: "pointed", "aria-labelledby": "pointed" }, h("h3", { id: "pointed" }, this.say("here", { place: spot[1] })), place ? [about(place), ...place.facts].map((line) => h("p", {}, line)) : "",
      here.length ? [done.length ? "" : h("p", { class: "question" }, this.question(choices)), this.buttons((done.length ? done : here).slice(0, MOST_LISTED), "here")] : h("p", {}, this.say("nothing_here")),
      [...new Set([...here.map((each) => each.action.name), place?.thing])].map((name) => this.ruleLink(name, this.told.rules[this.lang].pages[name]?.title)),
      refused.length ? [h("h4", {}, this.say("refused")), this.refused(refused)] : "", h("p", {}, this.button("close", this.say("close"), () => { this.picks = []; this.show(); })));
  }
  /** What the player has that acts now: what it is, and how much. */
  card(scene) {
    const found = scene.tables.flatMap(([head, ...rows]) => {
      const at = head.findIndex((cell) => cell.piece && cell.piece.player === this.me);
      return at > 0 ? rows.filter((row) => row[at] && /[^–0 -]/.test(row[at].text)).map((row) => [row[0].text, row[at].text]) : [];
    });
    return found.length ? h("dl", { class: "mine-too" }, found.map(([what, has]) => h("div", {}, h("dt", {}, what), h("dd", {}, this.drawIcons(what, has))))) : "";
  }
  /** The numbers that the player keeps, such as how much is left to spend. */
  get own() {
    const { record } = this.game, found = [];
    for (const [n, field] of record.fields.entries()) {
      const { form } = record.types[field.type], name = this.words.said(field.label);
      if (field.owner !== record.players || !field.told || !["number", "yes_no"].includes(form)) continue;
      const value = this.match.held(n, this.me, this.viewer)?.[0] ?? 0;
      if (form === "yes_no" ? value : value > 0 || (value === 0 && record.pictures.starts[n])) found.push(form === "yes_no" ? name : `${name} ${value}`);
    }
    return found;
  }
  /** The move behind which everything is told: the end of the last turn of whoever looks, before this one. */
  get since() {
    const by = this.match.moves.map((each) => (each.startsWith("chance:") ? CHANCE : Number.parseInt(each, 10)));
    let at = by.length;
    if (this.viewer === null) return Math.max(0, at - 12);
    while (at && [this.viewer, CHANCE].includes(by[at - 1])) at--;
    while (at && by[at - 1] !== this.viewer) at--;
    if (!at && by.every((each) => [this.viewer, CHANCE].includes(each))) at = this.match.moves.slice(0, -1).findLastIndex((each) => each.endsWith(": done")) + 1; // who plays alone has no other's turn to go by
    return Math.max(at, by.length - 30);
  }
  /** The move behind which only one player has acted, and chance. */
  get lastTurn() {
    const by = this.match.moves.map((each) => Number.parseInt(each, 10)), last = by.findLast((each) => each >= 0);
    return by.findLastIndex((each) => each >= 0 && each !== last) + 1;
  }
  /** What has happened since whoever looks acted last, or what led to an earlier position: all that one player does in one line. */
  log() {
    const { match } = this, until = this.then ?? match.moves.length, from = this.then === null ? this.since : Math.max(0, until - 1), told = [];
    for (let at = from; at < until; at++) {
      const action = match.game.parse(match.moves[at]);
      const actor = action.player === CHANCE ? this.whose(at) : action.player;
      const { said, isSentence } = this.contents(action, at, until) ?? this.deed(action, at);
      while (this.isMore(action, at + 1, until)) at++;
      if (!said) continue;
      if (told.at(-1)?.actor === actor) told.at(-1).parts.push(said);
      else told.push({ actor, parts: [said], isSentence });
    }
    const done = this.words.phrase("done"), news = (parts) => (parts.some((each) => each !== done) ? parts.filter((each) => each !== done) : parts);
    const lines = told.slice(-30).map((each) => h("li", {}, each.actor >= 0 ? [h("b", { class: `player c${each.actor}` }, this.names[each.actor]), each.isSentence ? " " : ": "] : "", this.parts(news(each.parts), each.actor < 0)));
    return h("section", { class: "told", "aria-labelledby": "told" }, h("h2", { id: "told" }, this.say(this.then === null && this.acting.includes(this.me) ? "told" : "so_far")), lines.length ? h("ul", { "data-told": true }, lines) : h("p", {}, this.say("nothing_told")));
  }
  /** What somebody has done, a line each; what nobody did begins with a capital. */
  parts(said, isNobodys) {
    const begun = (each, n) => (isNobodys && !n ? each.slice(0, 1).toUpperCase() + each.slice(1) : each);
    return said.map((each, n) => h("span", { class: "part" }, begun(each, n), n < said.length - 1 ? h("span", { class: "unseen" }, "; ") : ""));
  }
  /** Whether a move answers how many of a further kind go somewhere. */
  isMore(action, at, until) {
    const { match } = this, next = at < until && action.player !== CHANCE && this.words.many(action.signature, action.values) ? match.game.parse(match.moves[at]) : undefined;
    return next?.player === action.player && next.name === action.name;
  }
  /** Answers to how many of one kind after another as one; nothing where it is none of these. */
  contents(action, from, until) {
    const { match, words } = this, what = [];
    if (!this.isMore(action, from + 1, until) || (this.told.private && action.player !== this.viewer)) return undefined;
    for (let at = from; at === from || this.isMore(action, at, until); at++) {
      const { signature, values } = match.game.parse(match.moves[at]);
      if (values[1]) what.push(words.many(signature, values));
    }
    const said = what.join(", ") || words.phrase("nothing"), deed = words.deed(action.signature, action.values, action.player, match.names, said);
    return { said: deed || `${words.said(action.signature.action)}: ${said}`, isSentence: Boolean(deed) };
  }
  /** One move in words, and whether they go on behind a name. */
  deed(action, at) {
    const { match, viewer, words } = this, events = (match.events[at] ?? []).filter((each) => each.noticed(viewer)), hides = this.told.private && action.player !== viewer;
    if (action.player === CHANCE) {
      const news = events.filter((each) => each.told && (each.kind === "draw" || (["set", "pieces"].includes(each.kind) && each.field?.owner === match.game.record.players)) && !(each.kind === "set" && each.type.form === "number"));
      const [first, ...others] = this.brief(news, this.whose(at));
      return { said: [first, others.join(", ")].filter(Boolean).join(": "), isSentence: news.some((each) => each.sentence(this.lang)) };
    }
    if (hides && match.earlier(at).branches !== null) return { said: "", isSentence: false }; // what others choose while all do
    const isUntold = words.said(action.signature.deed)[0]?.join("") === UNTOLD;
    const told = hides && action.values.length ? (isUntold ? UNTOLD : "") : words.deed(action.signature, action.values, action.player, match.names), deed = told && told !== UNTOLD ? [told, ...this.openings(action)].join(" ") : told;
    const paid = hides ? [] : match.earlier(at).costs(action, this.lang).map((each) => `−${each}`), own = this.brief(events.filter((each) => each.player === action.player && (hides ? each.sentence(this.lang) : each.isNews(action))), action.player);
    const more = [...paid, ...own].join(", "), name = deed === UNTOLD ? "" : deed || this.wordsOf(action);
    const isShown = hides && more && deed !== UNTOLD;
    return { said: isShown ? more : [name, more].filter(Boolean).join(": "), isSentence: isShown || (Boolean(deed) && deed !== UNTOLD) };
  }
  /** In whose turn chance decides: who acted last, or who begins a turn with it and acts next, or can do nothing after it, so that chance decides in the next turn as well. */
  whose(at) {
    const { match } = this, last = this.lastActor(at), me = this.slot(at, "me");
    let behind = at, first = at;
    while (match.moves[behind]?.startsWith("chance:")) behind++;
    while (match.moves[first - 1]?.startsWith("chance:")) first--;
    const { active } = behind < match.moves.length ? match.earlier(behind) : match;
    if (last >= 0 && active.length === 1 && active[0] === me) return me;
    for (let other = first; last >= 0 && other < behind; other++) if (this.slot(other, "pc") === this.slot(at, "pc") && this.slot(other, "me") !== me) return me;
    return last;
  }
  /** What stands before a move in a slot of the engine's own. */
  slot(at, name) {
    const before = this.match.earlier(at);
    return before.at(before.here, this.match.game.seats[name]);
  }
  /** Who acted last before a move; -1 where nobody has. */
  lastActor(at) {
    while (at-- && this.match.moves[at].startsWith("chance:"));
    return at < 0 ? CHANCE : Number.parseInt(this.match.moves[at], 10);
  }
  /** What is kept somewhere, each name behind the icon of its row. */
  drawIcons(what, has) {
    return withIcons(has, this.told.icons[this.lang][what] ?? {}).map(([file, said]) => [file ? h("img", { class: "icon", alt: "", src: file }) : "", said]);
  }
  /** Who has what; not once more what stands in the head of the page. */
  holdings(scene, kept) {
    const tables = scene.tables.map((rows) => rows.filter(([name, said]) => !kept.includes(name.text) && !kept.includes(`${name.text}: ${said.text}`))).filter((rows) => rows.length > 1);
    if (!tables.length) return "";
    const cell = (each, n, head, what) => (head ? (each.text ? h("th", { scope: "col", class: each.piece ? `player c${each.piece.player}` : undefined }, each.text) : h("td")) : n ? h("td", {}, this.drawIcons(what, each.text)) : h("th", { scope: "row" }, each.text));
    return h("section", { class: "holdings", "aria-labelledby": "holdings" }, h("h2", { id: "holdings" }, this.say("holdings")), tables.map((rows) =>
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": this.say("holdings") }, h("table", {}, rows.filter((row, n) => n || row[1].text).map((row) => h("tr", {}, row.map((each, n) => cell(each, n, row === rows[0], row[0].text))))))));
  }
  scores(ended) {
    const made = this.shown.scores(this.viewer), { lines } = this.game.record.scoring;
    if (made.winners === undefined) return "";
    const together = new Set(made.sides).size < made.sides.length, heads = ["", ...lines.map((each) => this.words.said(each[3])), this.say("total"), ...(together ? [this.say("together")] : [])];
    const rows = this.names.map((name, n) => {
      const own = made.breakdown[n], known = own.includes(undefined) ? "?" : own.reduce((a, b) => a + b, 0), out = made.counted[n] === false;
      return [name, ...own.map((each) => (out ? "–" : (each ?? "?"))), out ? this.say("lost") : known, ...(together ? [made.totals[n] ?? "?"] : [])];
    });
    const table = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": this.say("scores") }, h("table", {},
      h("tr", {}, h("td"), rows.map(([name], n) => h("th", { scope: "col", class: `player c${n}` }, name))), heads.slice(1).map((head, n) => h("tr", {}, h("th", { scope: "row" }, head), rows.map((row) => h("td", {}, String(row[n + 1])))))));
    if (!ended) return h("details", { class: "scores" }, h("summary", {}, this.say("scores")), table, h("p", { class: "faint" }, this.say("as_if")));
    const names = made.winners.map((n) => this.names[n]), side = new Set(made.winners.map((n) => made.sides[n])).size === 1;
    const said = !names.length ? "nobody_wins" : names.length === 1 ? "one_wins" : side ? "all_win" : "several_win";
    const places = [...this.decisive].map((each) => each.slice(each.indexOf(":") + 1));
    return h("div", {}, h("p", { class: "result" }, this.say(said, { names: this.both(names) })), places.length ? h("p", { class: "decided" }, this.say("decided_by", { places: places.join(", ") })) : "", table);
  }
}

// ---- places -----------------------------------------------------------------------------------------------------------

/** A text of names in parts, each with the file of the icon before it. */
function withIcons(text, icons) {
  const names = Object.keys(icons).sort((a, b) => b.length - a.length).map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = names.length ? [...text.matchAll(new RegExp(`(^|, | · )(${names.join("|")})(?= ×|, | · |$)`, "g"))] : [], starts = found.map((each) => each.index + each[1].length);
  const parts = found.map((each, n) => [icons[each[2]], text.slice(starts[n], starts[n + 1])]), before = text.slice(0, starts[0]);
  return before ? [["", before], ...parts] : parts;
}

/** A reason; what a clause without a text asks for, as the reference tells it. */
const said_in = (reason) => reason.demand ?? reason.message;
const said_of = (choice) => [choice.label, [choice.cost, ...choice.effects].filter(Boolean).join(", ")].filter(Boolean).join(": ");

/** A place in words: its name, what it is, what is there, who stands there. */
function about(place) {
  const pieces = place.pieces.filter((each) => !each.small).map((each) => each.text);
  return [...new Set([called(place), place.label, ...place.notes, ...lying(place), ...pieces].filter((each) => each?.trim()))].join(", ");
}

/** A small area over the edge of a tile, on one of its sides. */
function beyond(a, side) {
  const [east, south] = TOWARDS[side], x = a.x + a.wide / 2 + (east * a.wide) / 2, y = a.y + a.high / 2 + (south * a.high) / 2;
  return { x: x - EXIT / 2, y: y - EXIT / 2, wide: EXIT, high: EXIT };
}

/** How far controls reach beyond a picture at most, in parts of its width; it is so many times as high. */
function reachBeyond(controls, tall) {
  const part = (each, name) => Number.parseFloat(each.style[name]) || 0;
  const over = controls.flatMap((each) => [-part(each, "left"), part(each, "left") + part(each, "width") - 100, -part(each, "top") * tall, (part(each, "top") + part(each, "height") - 100) * tall]);
  return Math.max(0, ...over) / 100;
}

/** The area of the neighbouring tile on one side. */
function cellBeyond(a, side) {
  const [east, south] = TOWARDS[side];
  return { ...a, x: a.x + east * a.wide, y: a.y + south * a.high };
}

/** Areas around the same middles, all as much larger as the two that are nearest to each other leave room. */
function withRoom(areas) {
  const middles = [...areas.values()].map((a) => [a.x + a.wide / 2, a.y + a.high / 2]);
  const apart = Math.min(...middles.flatMap(([x, y], n) => middles.slice(n + 1).map(([a, b]) => Math.max(Math.abs(a - x), Math.abs(b - y)))));
  const grown = (size) => Math.max(size, Math.min(size * MOST_GROWN, apart));
  return new Map(Array.from(areas, ([name, a]) => [name, { x: a.x + (a.wide - grown(a.wide)) / 2, y: a.y + (a.high - grown(a.high)) / 2, wide: grown(a.wide), high: grown(a.high) }]));
}

// ---- the beginning ----------------------------------------------------------------------------------------------------

const word = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** A position out of an address: bytes, packed, in letters. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
}

/** The record and the module of a game that lies beside this one. */
async function filesOf(name, players) {
  const json = await (await fetch(`${name}.json`)).json();
  return { json, wasm: await (await fetch(json.seats[players].wasm)).arrayBuffer() };
}

async function begin() {
  const told = await (await fetch("play.json")).json(), asked = new URLSearchParams(location.hash.slice(1));
  const wished = [asked.get("lang"), new URLSearchParams(location.search).get("lang"), ...navigator.languages.map((each) => each.slice(0, 2)), "en"];
  const table = new Table(told, wished.find((each) => each in told.tongues && each in told.words));
  if (typeof WebAssembly !== "object") {
    table.word = table.say("no_machine");
    document.querySelector("main").replaceChildren(h("p", { class: "word", role: "alert", id: "word" }, table.word));
    return;
  }
  const many = Number(asked.get("players"));
  if (!(many in told.seats)) return table.show();
  await table.tried(async () => {
    const names = asked.get("names")?.split(",").slice(0, many) ?? [];
    table.named = names.length === many ? names.map((each) => each.slice(0, 40)) : undefined;
    table.chosen = asked.get("bots")?.split(",").map((each) => each || PERSON);
    if (!asked.get("position")) {
      history.replaceState(null, "", asked.get("lang") ? `#lang=${table.lang}` : location.pathname); // loaded again, the page goes on with what it keeps
      return table.begin(many, BigInt(/^\d{1,19}$/.test(asked.get("seed")) ? asked.get("seed") : word()));
    }
    const game = await table.opened(many, asked.get("rules") ?? ""), bytes = await unpacked(asked.get("position")).catch(() => new Uint8Array());
    if (bytes.length !== game.seats.size || asked.get("rules") !== game.record.hash.slice(0, 16)) throw new GameError(table.say("no_position"));
    return table.play(game.at(bytes, table.named), Array.from({ length: many }, () => PERSON), true);
  });
}

addEventListener("hashchange", begin);
await begin().catch((error) => {
  document.querySelector("main").replaceChildren(h("p", { class: "word", role: "alert" }, String(error.message)));
});

// Kept for when there is no network, where the browser lets pages do so (https, or this machine).
navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" }).catch(() => undefined);
