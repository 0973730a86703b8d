// Types of NAME.mjs. Made by Cavewright.

/** A player's number, null for who only looks on, "all" for everything. */
export type Viewer = number | null | "all";
/** A value that is kept; null is what a viewer may not see, {"?": n} a bag of which only the number of pieces is known. */
export type Kept = number | boolean | string | null | Kept[] | { [piece: string]: number };

export class GameError extends Error {}
export class InvalidActionError extends GameError {}
export class IllegalActionError extends GameError {
  readonly action: Action;
  readonly reasons: Reason[];
}

export interface Reason {
  /** over, turn, offered, domain, requirement, cost, room, lack, range, occupied or nothing */
  code: string;
  /** the clause that refuses, and the ruleset or overlay that wrote it */
  rule: string;
  origin: string;
  /** the facts that the clause carries out */
  citation: string[];
  message: string;
  /** what there is, and what there would have to be */
  current: string;
  needed: string;
  /** where the clause stands */
  place: string;
  /** whose rule it is, if it is not that of the base */
  by: string;
}

export class Action {
  /** -1 is chance */
  readonly player: number;
  readonly name: string;
  readonly values: number[];
  /** the canonical text without the player; String(action) is with it */
  readonly text: string;
  label(lang?: string): string;
  toString(): string;
}

export class Event {
  readonly kind: "set" | "pieces" | "supply" | "packed" | "lay" | "draw" | "back" | "reveal" | "shuffled" | "ended";
  readonly player: number;
  readonly rule: string;
  readonly citation: string[];
  readonly origin: string;
  /** whether logs say it; all else is bookkeeping of the rules */
  readonly told: boolean;
  owner(lang?: string): string;
  text(lang?: string): string;
  brief(lang?: string): string;
  by(lang?: string): string;
  /** what a catalogue says that has happened, behind the name of whose it is; "" where none says so */
  sentence(lang?: string): string;
  noticed(viewer: Viewer): boolean;
}

export interface Scores {
  names: string[];
  categories: string[];
  /** by player, the points of each category; undefined is what the viewer cannot know */
  breakdown: (number | undefined)[][];
  /** the same, of those too who are not in the running now */
  standing: (number | undefined)[][];
  /** who is in the running */
  counted: (boolean | undefined)[];
  totals: (number | undefined)[];
  winners: number[] | undefined;
  /** players with the same number share a total */
  sides: (number | undefined)[];
  least: (number | undefined)[] | null;
}

export interface View {
  names: string[];
  current: number;
  active: number[];
  /** by owner (game, players, a kind, a board), by row, by field */
  fields: { [owner: string]: { [row: string]: { [field: string]: Kept } } };
  /** boards that grow: by place what lies there, by passage what is kept of it */
  boards: { [name: string]: { places: { [place: string]: { [field: string]: Kept } }; passages: { [passage: string]: { [field: string]: Kept } } } };
}

export class Match {
  readonly game: Game;
  readonly seed: bigint;
  readonly names: string[];
  /** everything that was done, as text */
  readonly moves: string[];
  /** what came of each move */
  readonly events: Event[][];
  /** a player from 0, -1 for chance, -2 while several may act, -4 at the end */
  readonly current: number;
  readonly active: number[];
  readonly over: boolean;
  /** how many rounds have begun; undefined where the game has none, or the match has begun at a position */
  readonly rounds: number | undefined;
  /** How far what is done so many times has gone, where the rules have a text for it: `Last rounds: 2 of 3`. */
  counted(lang?: string): string[];
  /** What a player can do, always in the same order; without a player where exactly one may act. */
  actions(player?: number): Action[];
  /** What a player may do beside the decision that is due, asked or not; of no player: of all. */
  interrupts(player?: number): Action[];
  /** What only the host of the match does, about a player or about any. */
  hostActions(player?: number): Action[];
  /** What chance may bring. */
  outcomes(): { action: Action; weight: number; probability: number }[];
  /** What a legal action costs, in words, as far as its player may know it. */
  costs(action: Action | string, lang?: string): string[];
  /** What a legal action costs, as units and amounts, as far as its player may know it. */
  dues(action: Action | string): { unit: string; amount: number }[];
  /** Every reason against an action; none exactly when it is legal. Throws InvalidActionError for what is none. */
  check(action: Action | string, lang?: string): Reason[];
  /** Carries out an action, or what chance has brought. Throws IllegalActionError, InvalidActionError, GameError. */
  apply(action: Action | string, byHost?: boolean): Event[];
  /** Draws what chance brings, by the seed. */
  draw(): Event[];
  undo(): void;
  /** The match as it stood after so many moves. */
  earlier(moves: number): Match;
  /** What a legal action changes before anybody else decides, but for what it costs, and who is next. It may tell secrets. */
  foreseen(action: Action | string): { events: Event[]; next: number; chance?: object };
  notices(player: number, lang?: string, viewer?: Viewer): { name: string; text: string }[];
  /** The question of a decision, the subject of an action or the warning before it, with its values of the moment. */
  asked(text: unknown, player: number, lang?: string, viewer?: Viewer): string;
  scores(viewer?: Viewer): Scores;
  view(viewer?: Viewer): View;
  /** The match as text, for Game.resume and for cavewright.Match.from_json. */
  save(): string;
  /** Whether a viewer may see what a field, by its number, keeps of a row, a place or a passage. */
  sees(field: number, row: number, viewer: Viewer): boolean;
  /** What a field keeps of a row, as words of memory; undefined where a viewer may not see it. */
  held(field: number, row: number, viewer?: Viewer): number[] | undefined;
  /** How many pieces a bag holds, for a viewer who may know their number alone. */
  size(field: number, row: number, viewer?: Viewer): number;
  /** The pieces of a pile by number, from the top: null is one that a viewer does not know. */
  lying(field: number, row: number, viewer?: Viewer): (number | null)[] | undefined;
  /** The places of a board that grows on which something lies, in the order of laying. */
  laid(board: number): { place: number; tile: number; open: number; values: number[][]; passages: (number[][] | undefined)[] }[];
}

export class Game {
  readonly id: string;
  readonly title: string;
  readonly players: number;
  readonly languages: string[];
  /** A match that begins at a position: its bytes, as they lie in the module. It cannot be saved. */
  at(position: Uint8Array, names?: string[]): Match;
  /** A value as actions and saves write it. */
  written(value: number, type: object): string;
  begin(options?: { seed?: bigint | number; names?: string[] }): Match;
  /** Throws GameError for what is no save of these rules. */
  resume(save: string): Match;
  parse(text: string, player?: number): Action;
  /** A game at random, the one of that number of a seed: the same as in Python (Native.playouts) and in C. */
  playout(seed?: bigint | number, number?: number, bound?: number): { decisions: number; ended: boolean; totals: number[]; winners: number[] };
}

/** The game for a number of players, the least if not said. `files` give the JSON and the module where they do not lie beside NAME.mjs. */
export function load(options?: { players?: number; lang?: string; files?: { json?: string | object; wasm?: BufferSource } }): Promise<Game>;
