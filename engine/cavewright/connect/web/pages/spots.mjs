// Passages and landings: where on its boards a choice is made that names no place by itself. The page of the server has the
// same in Python (choices.py, passage_spots.py).

import { TOWARDS } from "./drawing.mjs";

const SIDES = ["n", "e", "s", "w"], SIZE = 30, NOTHING = -1;

/** A row of a board that several may have, as [whose it is, its own name]. */
function owned(board, name) {
  const dot = board.private ? name.indexOf(".") : -1;
  return [dot < 0 ? null : Number(name.slice(0, dot)), name.slice(dot + 1)];
}

/** The spot of a row of a board or of its passages: the number of the board in a scene, and its name there. */
export function spotOf(table, board, row) {
  const [owner, name] = owned(board, row);
  return [table.ruled.findIndex((each) => each.board === board && each.owner === owner), name];
}

/** The ends of the passages of a board of a scene, by name: two places, or a place and the side of it. */
export function endsOn(table, at) {
  const { board, n, owner } = table.ruled[at] ?? {}, { record } = table.game, found = new Map();
  if (!board?.fixed || !board.passages) return found;
  const look = record.pictures.boards[n], places = record.kinds[board.name].rows, passages = record.kinds[board.passages].rows;
  const put = (place, passage, end) => { if (owned(board, places[place])[0] === owner) found.set(owned(board, passages[passage])[1], [owned(board, places[place])[1], end]); };
  if (look.form === "grid") look.borders.forEach((borders, place) => borders.forEach((passage, side) => passage >= 0 && put(place, passage, SIDES[side])));
  look.ways.forEach((ways, place) => ways.forEach(([there, passage]) => place < there && put(place, passage, owned(board, places[there])[1])));
  return found;
}

/** The area of a mark on a passage; none where its ends are not drawn. */
export function areaOf([place, other], areas) {
  const middle = (a) => [a.x + a.wide / 2, a.y + a.high / 2], here = areas.get(place), there = areas.get(other);
  if (!here || !(there || TOWARDS[other])) return undefined;
  let [x, y] = middle(here);
  if (there) [x, y] = [(x + middle(there)[0]) / 2, (y + middle(there)[1]) / 2];
  else [x, y] = [x + (TOWARDS[other][0] * here.wide) / 2, y + (TOWARDS[other][1] * here.high) / 2];
  return { x: x - SIZE / 2, y: y - SIZE / 2, wide: SIZE, high: SIZE };
}

/** To what an action brings something, on a board that does not grow. */
export function landing(table, events) {
  const { record } = table.game, found = new Map();
  for (const event of events) {
    const owner = event.kind === "set" && event.second !== NOTHING ? event.field?.owner : undefined, board = owner && record.boards.find((each) => each.fixed && (each.name === owner || each.passages === owner));
    if (board) { const spot = spotOf(table, board, record.kinds[owner].rows[event.at]); found.set(spot.join(":"), spot); }
  }
  return [...found.values()];
}

/** Tells choices of one name that name the same places apart by where each of them brings something, if no two do so at one
    place: a passage says by itself where something is put, a place says where it goes from those that are named. */
export function tellApart(table, choices) {
  const key = (spots) => spots.map((each) => each.join(":")).join(), isPassage = ([at, name]) => endsOn(table, at).has(name);
  for (const alike of Map.groupBy(choices, (each) => each.action.name).values()) {
    if (new Set(alike.map((each) => key(each.spots))).size === alike.length) continue;
    const lands = alike.map((each) => (each.action.values.length ? each.lands.filter((spot) => !each.spots.some((one) => key([one]) === key([spot]))) : []));
    if (lands.some((each) => each.length !== 1)) continue;
    const found = alike.map((each, n) => (isPassage(lands[n][0]) ? lands[n] : [...each.spots, lands[n][0]]));
    if (new Set(found.map(key)).size === alike.length) alike.forEach((each, n) => { each.spots = found[n]; });
  }
  return choices;
}
