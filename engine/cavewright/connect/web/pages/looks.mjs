// How what a click would lay looks at its place, and which places decided a match. The page of the server has the same in
// Python (laid_pieces.py, play/states/decisive_places.py).

import { sceneOf } from "./picture.mjs";
import { draw } from "./drawing.mjs";

const MOST_LOOKS = 16, MOST_PLACES = 200, NOTHING = -1, CHANCE = -1;
const PIECES = /<g class="(?:piece|token)"[\s\S]*?<\/g>/g;

/** The look of what each choice brings to the place that is pointed at next, by the text of the choice. Choices of one name
    that differ in that place alone bring the same, so one of them is tried. */
export function looksOf(table, scene, choices) {
  const { match, picks } = table, tried = new Map(), found = new Map();
  if (match.branches !== null) return found;
  for (const each of table.picked(choices, picks)) {
    const spot = each.spots.at(-1), board = spot && scene.boards[spot[0]];
    if (each.spots.length !== picks.length + 1 || board.form === "cards" || !board.places.some((place) => place.name === spot[1])) continue;
    const named = new Set(each.spots.map(([, name]) => name)), others = each.text.split(" ").slice(1).filter((word) => !named.has(word.slice(word.lastIndexOf(".") + 1)));
    const key = JSON.stringify([each.action.name, each.spots.slice(0, -1), spot[0], others]);
    if (!tried.has(key) && tried.size < MOST_LOOKS) tried.set(key, look(table, each, scene, `laid-${tried.size}`));
    if (tried.get(key)) found.set(each.text, tried.get(key));
  }
  return found;
}

const piecesAt = (scene, [at, name]) => scene.boards[at].places.find((each) => each.name === name)?.pieces ?? [];

function look(table, { action, spots }, before, id) {
  const { match } = table, node = match.node(table.me), spot = spots.at(-1);
  if (!node.options || node.options[action.chosen[0]].tells) return undefined;
  match.apply(action);
  const then = sceneOf(match, { viewer: table.viewer, lang: table.lang });
  match.undo();
  const bare = (piece) => JSON.stringify({ ...piece, change: "" }), known = new Set(piecesAt(before, spot).map(bare));
  if (!piecesAt(then, spot).some((piece) => !known.has(bare(piece)))) return undefined;
  const board = then.boards[spot[0]], place = board.places.find((each) => each.name === spot[1]);
  const drawn = draw({ ...then, title: "", subtitle: "", boards: [{ ...board, places: [{ ...place, notes: [], changed: false }], links: [] }], legend: [], tables: [] });
  const a = drawn.places[0].area, shift = /<g class="board"[^>]*transform="(translate\([^"]*\))"/.exec(drawn.svg)?.[1];
  const pieces = (drawn.svg.split('<g class="legend"')[0].match(PIECES) ?? []).join("");
  return pieces ? { id, box: `${a.x} ${a.y} ${a.wide} ${a.high}`, drawn: shift ? `<g transform="${shift}">${pieces}</g>` : pieces } : undefined;
}

/** The places that ended a match by what lies on them, as "board:name": those with which alone the last action would have
    ended it all the same. */
export function decisivePlaces(table, match) {
  const moves = match.moves.length, before = match.over && moves ? match.earlier(moves - 1) : null, { game } = table;
  if (!before || before.branches !== null) return new Set();
  const action = game.parse(match.moves[moves - 1]);
  if (action.player === CHANCE) return new Set();
  const read = (bytes, at) => new DataView(bytes.buffer, bytes.byteOffset).getInt32(at, true);
  const put = (bytes, places, value) => { const made = bytes.slice(); for (const at of places) new DataView(made.buffer).setInt32(at, value, true); return made; };
  const endOf = (bytes) => { // who wins then; undefined where that is no end
    try {
      const then = game.at(bytes, match.names);
      then.apply(game.parse(match.moves[moves - 1]));
      return then.over ? String(then.scores().winners) : undefined;
    } catch { return undefined; }
  };
  const fields = [...placeFields(game)], occupied = fields.filter(([, , at]) => read(before.here, at) !== NOTHING), laid = fields.filter(([, , at]) => read(match.here, at) !== read(before.here, at));
  if (!laid.length || !occupied.length || occupied.length > MOST_PLACES) return new Set();
  const slots = occupied.map(([, , at]) => at), winners = String(match.scores().winners);
  if (endOf(put(before.here, slots, NOTHING)) !== undefined || slots.every((at) => endOf(put(before.here, [at], NOTHING)) === undefined)) return new Set();
  let needed = before.here;
  const kept = occupied.filter(([, , at, isPlayer]) => {
    if (isPlayer && read(before.here, at) !== action.player) return false;
    const others = [NOTHING, ...(isPlayer ? match.names.map((_, n) => n).filter((n) => n !== action.player) : [])];
    const without = others.map((value) => put(needed, [at], value)).find((bytes) => endOf(bytes) === winners);
    needed = without ?? needed;
    return without === undefined;
  });
  if (!kept.length || (kept.length === occupied.length && occupied.length > 1)) return new Set();
  const stands = [...kept, ...laid].filter(([, , at]) => read(match.here, at) !== NOTHING);
  return new Set(stands.map(([board, row]) => table.spotAt(board, row).join(":")));
}

/** The fields of places of fixed boards that may hold nothing: board, row, where it lies in a position, whether it holds players. */
function* placeFields({ record, seats }) {
  for (const [n, field] of record.fields.entries()) {
    const board = record.boards.find((each) => each.fixed && each.name === field.owner), type = record.types[field.type], [first, stride, rows, width] = seats.fields[n];
    if (!board || type.form !== "row" || !type.optional || width !== 4) continue;
    for (let row = 0; row < (rows ?? 0); row++) yield [board, record.kinds[board.name].rows[row], first + width * row * stride - seats.start, type.name === record.players];
  }
}
