// Types of picture.mjs. Made by Cavewright.

/** A player's number, null for who only looks on, "all" for everything. */
export type Viewer = number | null | "all";
export type Side = "n" | "e" | "s" | "w" | "ne" | "se" | "sw" | "nw";

/** A figure; `small` ones are only signs that somebody has been there. A player of null belongs to nobody. */
export interface Piece {
  text: string;
  symbol: string;
  player: number | null;
  small?: boolean;
  /** how it looks instead of its initial: `♞`, `●` */
  sign?: string;
  /** `#rrggbb`, if it has not the colour of its player */
  colour?: string;
  change?: "" | "new" | "gone";
}

/** A tile, a field, a spot of a printed map, or a card. x grows east, y grows south. */
export interface Place {
  name: string;
  x: number;
  y: number;
  open: Side[];
  symbol: string;
  label: string;
  /** the row of the rules that the label names: `chamber.shelf` */
  thing?: string;
  colour: string;
  notes: string[];
  tokens: string[];
  /** numbers that a place of a map keeps: what is counted, and how many there are */
  counts?: [string, string][];
  pieces: Piece[];
  laid: boolean;
  walls: Side[];
  tracks: string[];
  facts: string[];
  /** how many pieces lie here, of a pile */
  stacked?: number;
  changed?: boolean;
  /** its name for people, where they call it otherwise */
  spoken?: string;
}

/** A passage between two places, by name; `marked` means that something is fixed on it. */
export interface Link {
  a: string;
  b: string;
  label: string;
  marked: boolean;
  change?: "" | "new" | "gone";
}

export interface Board {
  name: string;
  form: "growing" | "grid" | "hexagonal" | "map" | "tiles" | "cards";
  places: Place[];
  links: Link[];
  /** whether its tiles are hexagons */
  six: boolean;
  /** sides of a grid that are somebody's, each with the colour */
  edges?: [side: string, colour: string][];
}

/** A cell of a table, with a figure before it if there is one. */
export interface Entry {
  text: string;
  piece: Piece | null;
  changed?: boolean;
}

/** One picture as plain values: leave out or change what you like before it is drawn. */
export interface Scene {
  title: string;
  subtitle: string;
  boards: Board[];
  legend: [symbol: string, meaning: string][];
  players: string[];
  tables: Entry[][][];
  initials: string[];
  /** sign and colour of what each player has on boards */
  looks?: [sign: string, colour: string][];
}

export interface Picture {
  svg: string;
  wide: number;
  high: number;
  /** where each place of each board is, in pixels of the picture */
  places: { board: number; name: string; area: { x: number; y: number; wide: number; high: number } }[];
}

/** A match of the game's own module. */
export interface Drawn {
  readonly names: string[];
  readonly current: number;
}

/** The picture of a position as a viewer may see it; boards stand beside each other as far as they fit into `width`. */
export function picture(match: Drawn, options?: { viewer?: Viewer; lang?: string; width?: number }): Picture;
/** What a viewer may see of a position, ready to be drawn. */
export function sceneOf(match: Drawn, options?: { viewer?: Viewer; lang?: string }): Scene;
export function draw(scene: Scene, width?: number): Picture;
/** Whose turn it is, in words. */
export function turnWords(match: Drawn, lang?: string): string;
/** Which round it is; "" before the first, at the end, and where it is told otherwise how far the game has gone. */
export function roundWords(match: Drawn, lang?: string): string;
/** How far what is done so many times has gone, and what the game and its kinds keep, as a viewer may know it. */
export function keptWords(match: Drawn, viewer: Viewer, lang?: string): string[];
