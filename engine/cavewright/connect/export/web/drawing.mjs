// Draws a scene as SVG: places are laid out in pixels first, then printed. The same scene gives the picture of Python, word for word.
// A scene is plain values (picture.d.mts); this file knows no rules. Made by Cavewright.

// ---- letters ----------------------------------------------------------------------------------------------------------

const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f004}\u{1f0cf}\u{1f18e}\u{1f191}-\u{1f19a}\u{1f200}-\u{1f320}\u{1f32d}-\u{1f335}\u{1f337}-\u{1f37c}\u{1f37e}-\u{1f393}\u{1f3a0}-\u{1f3ca}\u{1f3cf}-\u{1f3d3}\u{1f3e0}-\u{1f3f0}\u{1f3f4}\u{1f3f8}-\u{1f43e}\u{1f440}\u{1f442}-\u{1f4fc}\u{1f4ff}-\u{1f53d}\u{1f54b}-\u{1f54e}\u{1f550}-\u{1f567}\u{1f57a}\u{1f595}\u{1f596}\u{1f5a4}\u{1f5fb}-\u{1f64f}\u{1f680}-\u{1f6c5}\u{1f6cc}\u{1f6d0}-\u{1f6d2}\u{1f6d5}-\u{1f6d7}\u{1f6dd}-\u{1f6df}\u{1f6eb}\u{1f6ec}\u{1f6f4}-\u{1f6fc}\u{1f7e0}-\u{1f7eb}\u{1f90c}-\u{1f93a}\u{1f93c}-\u{1f945}\u{1f947}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const CLASSES = [[0.33, " .,:;'|!il·"], [0.43, "jrtfI()[]-/"], [0.85, "wMWQO%@m"], [1, "—…≈⌂▒▓█"]];
const WIDTHS = new Map(CLASSES.flatMap(([width, letters]) => [...letters].map((each) => [each, width])));

const columnsOf = (letter) => (/[\p{Mn}\p{Me}]/u.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1);
const columns = (text) => [...text].reduce((all, each) => all + columnsOf(each), 0);

/** A text with nothing in it that XML could stumble over; line breaks become blanks. */
export function clean(text) {
  const letters = [...text.normalize("NFC")].map((each) => {
    if (/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]/u.test(each)) return " ";
    if (/[\p{Cf}\p{Cs}\ufe00-\ufe0f]/u.test(each)) return "";
    return /[\p{Cn}\p{Co}]/u.test(each) ? "\ufffd" : each;
  });
  return letters.join("").replace(/^[\p{Mn}\p{Me}]+/u, "");
}

function letterWidth(letter) {
  const found = WIDTHS.get(letter);
  if (found !== undefined) return found;
  if (letter < "\x80") return /[A-Z]/.test(letter) ? 0.72 : 0.64;
  const wide = columnsOf(letter);
  return wide * (wide === 2 ? 0.65 : 0.85);
}

/** About how many pixels a cleaned text fills, on the wide side. */
const textWidth = (text, size, bold = false) => [...text].reduce((all, each) => all + letterWidth(each), 0) * size * (bold ? 1.12 : 1);

function shortened(text, room, size, bold = false) {
  if (textWidth(text, size, bold) <= room + 0.01) return text;
  let kept = [...text];
  while (kept.length && textWidth(kept.join("") + "…", size, bold) > room) kept = kept.slice(0, -1);
  return kept.length ? kept.join("").trimEnd() + "…" : "";
}

/** A cleaned text in lines of so many pixels. */
function broken(text, room, size) {
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const wider = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && textWidth(wider, size) <= room) {
      lines[lines.length - 1] = wider;
      continue;
    }
    for (let rest = [...word]; rest.length; ) {
      let part = rest;
      while (part.length > 1 && textWidth(part.join(""), size) > room) part = part.slice(0, Math.floor((part.length * 3) / 4));
      lines.push(part.join(""));
      rest = rest.slice(part.length);
    }
  }
  return lines;
}

// ---- numbers and areas ------------------------------------------------------------------------------------------------

/** A length with at most one decimal; what lies in the middle goes to the even one. */
function number(value) {
  let text = value.toFixed(1);
  if (Number.isInteger(value * 4) && !Number.isInteger(value * 2)) {
    const tenths = Math.floor(Math.abs(value) * 10), even = tenths + (tenths % 2);
    text = `${value < 0 ? "-" : ""}${Math.floor(even / 10)}.${even % 10}`;
  }
  text = text.replace(/\.0$/, "");
  return text === "-0" ? "0" : text;
}

function evenly(value) {
  const low = Math.floor(value), rest = value - low;
  return rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1;
}

const area = (x, y, wide, high) => ({ x, y, wide, high });
const right = (a) => a.x + a.wide, low = (a) => a.y + a.high;
const middle = (a) => [a.x + a.wide / 2, a.y + a.high / 2];
const around = ([x, y], wide, high) => area(x - wide / 2, y - high / 2, wide, high);
const meets = (a, b, gap = 0) => a.x - gap < right(b) && b.x - gap < right(a) && a.y - gap < low(b) && b.y - gap < low(a);
const midway = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const towards = (a, b, part) => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
const boxOf = (points) => bounds(points.map(([x, y]) => area(x, y, 0, 0)));
const distance = (a, b) => Math.sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

function bounds(areas) {
  const each = areas.length ? areas : [area(0, 0, 0, 0)];
  const x = Math.min(...each.map((a) => a.x)), y = Math.min(...each.map((a) => a.y));
  return area(x, y, Math.max(...each.map(right)) - x, Math.max(...each.map(low)) - y);
}

function crossed(a, start, end) {
  let first = 0, last = 1;
  for (const [at, to, least, most] of [[start[0], end[0], a.x, right(a)], [start[1], end[1], a.y, low(a)]]) {
    if (at === to) {
      if (!(least < at && at < most)) return false;
      continue;
    }
    const one = (least - at) / (to - at), other = (most - at) / (to - at);
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  }
  return first < last;
}

// ---- scenes -----------------------------------------------------------------------------------------------------------

const SIDES = ["n", "e", "s", "w"], SIX_SIDES = ["ne", "e", "se", "sw", "w", "nw"], HIGH = Math.sqrt(3) / 2;
/** The step of a side from cell to cell, and its direction in pixels. */
export const STEP = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0], ne: [0, -1], se: [1, 1], sw: [0, 1], nw: [-1, -1] };
export const TOWARDS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0], ne: [0.5, -HIGH], se: [0.5, HIGH], sw: [-0.5, HIGH], nw: [-0.5, -HIGH] };
const FACING = { n: "s", e: "w", s: "n", w: "e", ne: "sw", se: "nw", sw: "ne", nw: "se" };

const initial = (piece) => piece.symbol || [...piece.text][0] || "?";
const cellOf = (place) => [evenly(place.x), evenly(place.y)];
export const sidesOf = (board) => (board.six ? SIX_SIDES : SIDES);
/** The name of a place for people. */
export const called = (place) => place.spoken || place.name;
const titleOf = (link, a, b) => `${called(a)} – ${called(b)}${link.label ? `: ${link.label}` : ""}`;
const cardText = (place) => place.facts.length > 0;

/** Which place lies where, by "column,row"; of several in one cell the first that is laid. */
export function cellsOf(board) {
  const found = new Map();
  for (const place of board.places) {
    const key = cellOf(place).join();
    if (!found.has(key) || (place.laid && !found.get(key).laid)) found.set(key, place);
  }
  return found;
}

function linked(board) {
  const named = new Map(board.places.map((each) => [each.name, each]));
  return board.links.filter((each) => named.has(each.a) && named.has(each.b)).map((each) => [each, named.get(each.a), named.get(each.b)]);
}

function beside(place, side) {
  const [column, row] = cellOf(place);
  return [column + STEP[side][0], row + STEP[side][1]].join();
}

const sideTowards = (place, other, board) => sidesOf(board).find((side) => beside(place, side) === cellOf(other).join());

function wayOut(place, side, cells) {
  if (!place.open.includes(side)) return "closed";
  const neighbour = cells.get(beside(place, side));
  if (neighbour === undefined || !neighbour.laid) return "unexplored";
  return neighbour.open.includes(FACING[side]) ? "joined" : "blocked";
}

// ---- scales -----------------------------------------------------------------------------------------------------------

const SIZES = { name: 11.5, note: 10, symbol: 24, "cell name": 12, "cell note": 9.5, "cell symbol": 22, fact: 11.5, edge: 12, spot: 12, "spot name": 12.5, "spot note": 10.5, link: 10.5, track: 10.5 };
const BOLD = new Set(["name", "symbol", "cell name", "cell symbol", "edge", "spot", "spot name", "link", "track"]);
const LINE = 1.22, TILE = 132, FRINGE = 30, INSIDE = 24, EDGE = 26, APART = 1.5;
const sizeOf = (text, role) => [textWidth(text, SIZES[role], BOLD.has(role)), SIZES[role] * LINE];
const LARGE = 64, SMALL = 46, CARD = 158, SPOT = 40, CROWDED = 24, INSET = 6, PASSAGE_HALF = 19.5, BEND = 20, LEAST = 7.5;

// ---- where places lie -------------------------------------------------------------------------------------------------

function placeTiles(board) {
  const alone = board.form === "tiles", cells = cellsOf(board), pitch = TILE + (alone ? 16 : 0);
  const lean = board.six ? pitch / 2 : 0, down = pitch * (board.six ? HIGH : 1);
  const boxes = board.places.map((place) => {
    const [column, row] = cellOf(place), own = area(column * pitch - row * lean, row * down, TILE, TILE);
    const ways = sidesOf(board).map((side) => [side, wayOut(place, side, cells)]).filter(([, way]) => way !== "closed");
    return { place, area: own, doors: ways.map(([side, way]) => door(own, side, alone ? "continued" : way)), six: board.six };
  });
  const areas = new Map(boxes.map((each) => [each.place.name, each.area]));
  const lines = alone ? [] : linked(board).map((each) => fixedOrFar(board, each, areas)).filter(Boolean);
  const fringe = boxes.map(({ area: a }) => (alone ? a : area(a.x - FRINGE, a.y - FRINGE, a.wide + 2 * FRINGE, a.high + 2 * FRINGE)));
  return { form: board.form, area: bounds(fringe), boxes, lines, labels: [], marks: [] };
}

function door(a, side, way) {
  const [east, south] = TOWARDS[side];
  return { side, way, at: [a.x + a.wide / 2 + (east * a.wide) / 2, a.y + a.high / 2 + (south * a.high) / 2] };
}

function fixedOrFar(board, [link, a, b], areas) {
  const side = sideTowards(a, b, board), one = areas.get(a.name), other = areas.get(b.name), title = titleOf(link, a, b);
  if (side === undefined) return { kind: link.marked ? "fixed" : "link", start: middle(one), end: middle(other), title, change: link.change };
  if (!link.marked) return a.open.includes(side) ? undefined : { kind: "link", start: middle(one), end: middle(other), title };
  const [east, south] = TOWARDS[side], start = door(one, side).at, end = door(other, FACING[side]).at;
  return {
    kind: "fixed", start: [start[0] - east * INSIDE, start[1] - south * INSIDE], end: [end[0] + east * INSIDE, end[1] + south * INSIDE], title, change: link.change,
  };
}

function placeCells(board, size) {
  if (!board.places.length) return { form: board.form, area: area(0, 0, 0, 0), boxes: [], lines: [], labels: [], marks: [] };
  const [across, down] = board.form === "cards" ? [new Map(), new Map()] : rulers(board);
  const edge = across.size ? EDGE : 0, lean = board.form === "hexagonal" ? Math.floor(size[0] / 2) : 0;
  const last = down.size ? Math.max(...down.keys()) : 0;
  const at = ([column, row]) => area(column * size[0] + (last - row) * lean, row * size[1], size[0], size[1]);
  const boxes = board.places.map((place) => ({ place, area: at(cellOf(place)), doors: [], six: false }));
  const areas = new Map(boxes.map((each) => [each.place.name, each.area]));
  const first = [across, down].map((each) => (each.size ? Math.min(...each.keys()) : 0));
  const labels = [];
  for (const [column, text] of across) {
    const head = at([column, first[1]]);
    labels.push(label(text, area(head.x, head.y - edge, head.wide, Math.max(edge, 1)), "edge", 1, 0.5));
  }
  for (const [row, text] of down) {
    const side = at([first[0], row]);
    labels.push(label(text, area(side.x - edge, side.y, edge, side.high), "edge", 1, 0.5));
  }
  const lines = [...cellWalls(boxes), ...cellLinks(board, areas)];
  const whole = bounds([...areas.values(), ...labels.map((each) => each.area), ...lines.map((each) => boxOf([each.start, each.end]))]);
  return { form: board.form, area: whole, boxes, lines, labels, marks: [] };
}

function border(a, side) {
  if (side === "n" || side === "s") {
    const level = side === "n" ? a.y : low(a);
    return [[a.x, level], [right(a), level]];
  }
  const upright = side === "w" ? a.x : right(a);
  return [[upright, a.y], [upright, low(a)]];
}

const cellWalls = (boxes) =>
  boxes.flatMap((box) => SIDES.filter((side) => box.place.walls.includes(side)).map((side) => ({ kind: "wall", start: border(box.area, side)[0], end: border(box.area, side)[1], title: "" })));

function cellLinks(board, areas) {
  return linked(board).map(([link, a, b]) => {
    const side = sideTowards(a, b, board), one = middle(areas.get(a.name)), other = middle(areas.get(b.name)), more = { title: titleOf(link, a, b), change: link.change };
    if (side === undefined || (!link.marked && !link.label)) return { kind: link.marked ? "fixed" : "link", start: one, end: other, ...more };
    if (link.marked) {
      const [x, y] = midway(one, other), [east, south] = STEP[side];
      return { kind: "fixed", start: [x - east * 13, y - south * 13], end: [x + east * 13, y + south * 13], ...more };
    }
    const [start, end] = border(areas.get(a.name), side);
    return { kind: "bar", start, end, ...more };
  });
}

/** Texts along a grid: from the places' own names where these are columns and rows, else numbers. */
function rulers(board) {
  const named = new Map(board.places.map((each) => [cellOf(each).join(), each.name]));
  const cells = [...named].map(([key, name]) => [...key.split(",").map(Number), name]);
  const numbers = (axis) => {
    const used = cells.map((each) => each[axis]), from = Math.min(...used);
    return Array.from({ length: Math.max(...used) - from + 1 }, (_, n) => from + n);
  };
  const across = numbers(0), down = numbers(1);
  const starts = new Map(across.map((column) => [column, shared(cells.filter((each) => each[0] === column).map((each) => each[2]))]));
  const turned = (text) => [...text].reverse().join("");
  const ends = new Map(down.map((row) => [row, turned(shared(cells.filter((each) => each[1] === row).map((each) => turned(each[2]))))]));
  if (cells.every(([column, row, name]) => starts.get(column) + ends.get(row) === name)) return [starts, ends];
  return [across, down].map((each) => new Map(each.map((n) => [n, String(n)])));
}

function shared(names) {
  const ordered = names.length ? [...names].sort((a, b) => (a < b ? -1 : Number(a > b))) : [""];
  let n = 0;
  while (n < ordered[0].length && ordered[0][n] === ordered.at(-1)[n]) n++;
  return ordered[0].slice(0, n);
}

function placeSpots(board) {
  const [near, most] = board.places.length > CROWDED ? [60, [2400, 2400]] : [145, [900, 640]], middles = spread(board, near, most);
  const boxes = board.places.map((place) => ({ place, area: around(middles.get(place.name), SPOT, SPOT), doors: [], six: false }));
  const areas = new Map(boxes.map((each) => [each.place.name, each.area])), lines = [];
  for (const [, a, b] of linked(board))
    for (const track of a.tracks.filter((each) => b.tracks.includes(each))) lines.push({ kind: "track", start: middle(areas.get(a.name)), end: middle(areas.get(b.name)), title: track });
  for (const [link, a, b] of linked(board)) {
    const ends = { start: middle(areas.get(a.name)), end: middle(areas.get(b.name)), title: titleOf(link, a, b), change: link.change };
    lines.push({ kind: "link", ...ends });
    if (link.marked) lines.push({ kind: "fixed", ...ends });
  }
  return { form: board.form, area: bounds([...areas.values()]), boxes, lines, labels: [], marks: [] };
}

function spread(board, near, most) {
  const points = board.places.map((each) => [each.name, [each.x, each.y]]), whole = boxOf(points.map(([, at]) => at)), slack = Math.max(near / 8, 0);
  let free = 0, apart = Infinity;
  points.forEach(([, a], n) =>
    points.slice(n + 1).forEach(([, b]) => {
      const across = Math.abs(a[0] - b[0]), down = Math.abs(a[1] - b[1]);
      if (!across && !down) return;
      apart = Math.min(apart, distance([0, 0], [across, down]));
      free = Math.max(free, Math.min((SPOT + slack) / (across || 1e-9), (SPOT + slack) / (down || 1e-9)));
    }),
  );
  const wanted = points.length ? Math.min(near / apart, most[0] / (whole.wide || apart), most[1] / (whole.high || apart)) : 0;
  const factor = Math.max(Number.isFinite(wanted) ? wanted : 1, free);
  return new Map(points.map(([name, [x, y]]) => [name, [x * factor, y * factor]]));
}

// ---- what stands in them ----------------------------------------------------------------------------------------------

const label = (text, own, role, size = 1, lean = 0, place = "") => ({ text, area: own, role, size, lean, place });
const mark = (text, own, piece = null, place = "") => ({ text, area: own, piece, place, isMark: true });
const isOfCards = (board) => board.form === "cards" || board.places.some(cardText);

function pictureLayout(board, high) {
  if (board.form === "map") return withCaptions(board, placeSpots(board));
  let layout, fill;
  if (board.form === "growing" || board.form === "tiles") [layout, fill] = [placeTiles(board), board.six ? sixContents : tileContents];
  else if (isOfCards(board)) [layout, fill] = [placeCells(board, [CARD, Math.max(high, cardHeight(board))]), cardContents];
  else {
    const side = new Set([...cellsOf(board).keys()].map((key) => key.split(",")[0])).size <= 6 ? LARGE : SMALL;
    [layout, fill] = [{ ...placeCells(board, [side, side]), edges: board.edges ?? [], closed: board.closed ?? "" }, cellContents];
  }
  return withThings(layout, layout.boxes.flatMap(fill));
}

function inColumns(board, width) {
  if (board.form !== "cards") return board;
  const many = Math.max(1, Math.min(6, Math.floor(width / CARD)));
  return { ...board, places: board.places.map((each, n) => ({ ...each, x: n % many, y: Math.floor(n / many) })) };
}

function cardHeight(board) {
  if (!isOfCards(board)) return 0;
  const texts = board.places.map((place) => sum(cardLines(place).map(([, role]) => SIZES[role] * LINE)));
  return Math.max(...texts, LARGE - 22) + (board.places.some((place) => place.pieces.length) ? 50 : 22);
}

function withThings(layout, things) {
  const labels = [...layout.labels.map(edgeLabel), ...things.filter((each) => !each.isMark)], marks = things.filter((each) => each.isMark);
  const whole = bounds([layout.area, ...labels.map((each) => each.area), ...marks.map((each) => each.area)]);
  return { ...layout, area: whole, lines: [...layout.lines, ...moves(marks)], labels, marks };
}

function moves(marks) {
  const left = new Map(marks.filter((each) => each.piece?.change === "gone").map((each) => [each.piece.text, each]));
  return marks.filter((each) => each.piece?.change === "new" && left.has(each.piece.text)).map((each) => {
    const start = middle(left.get(each.piece.text).area), end = middle(each.area);
    const rim = (each.area.wide / 2 + 5) / Math.max(distance(start, end), 1);
    return { kind: "move", start, end: towards(end, start, Math.min(rim, 0.8)), title: each.piece.text };
  });
}

function edgeLabel(each) {
  const [text, size] = fitted(each.text, each.area.wide - 2, each.role);
  return { ...each, text, size };
}

function fitted(given, room, role) {
  const text = clean(given).trim(), bold = BOLD.has(role), needed = textWidth(text, SIZES[role], bold);
  let size = SIZES[role];
  if (needed > room) size = Math.max(Math.min(LEAST, size), (size * room) / needed);
  return [shortened(text, room, size, bold), size];
}

function lineIn(a, text, role, box, lean = 0) {
  const [said, size] = fitted(text, a.wide, role);
  if (!said) return [];
  const wide = textWidth(said, size, BOLD.has(role));
  return [label(said, area(a.x + (a.wide - wide) * lean, a.y, wide, size * LINE), role, size, lean, box.place.name)];
}

function packed(given, a, largest, box, lean = 1) {
  if (!given.length) return [];
  let marks = given, size = -Infinity, many = 0;
  for (let n = 1; n <= marks.length; n++) {
    const fits = Math.min(a.wide / n, a.high / Math.ceil(marks.length / n), largest);
    if (fits >= size) [size, many] = [fits, n];
  }
  if (size < 9) {
    size = Math.min(9, a.wide, a.high);
    many = Math.max(1, Math.floor(a.wide / size));
    const room = many * Math.max(1, Math.floor(a.high / size));
    marks = [...marks.slice(0, room - 1), [`+${marks.length - room + 1}`, null]];
  }
  const rows = Math.ceil(marks.length / many);
  return marks.map(([text, piece], n) => {
    const row = Math.floor(n / many), column = n % many, inRow = Math.min(many, marks.length - row * many);
    const x = a.x + (a.wide - inRow * size) * lean + column * size;
    const y = a.y + (a.high - rows * size) * (lean === 0.5 ? 0.5 : 0) + row * size;
    return mark(text, area(x, y, size, size), piece, box.place.name);
  });
}

const marksOf = (pieces) => pieces.map((each) => [initial(each), each]);
/** What lies at a place besides figures, in words: tokens, and so many of what is counted. */
export const lying = (place) => [...place.tokens, ...(place.counts ?? []).map((each) => each.join(" "))];
const tokensOf = (place) => place.tokens.map((each) => [each, null]);

function tileContents(box) {
  const { place } = box, { x, y, wide } = box.area, corner = wide / 2 - INSET - PASSAGE_HALF;
  const east = x + wide - INSET - corner, south = y + wide - INSET - corner, full = wide - 2 * INSET - 6;
  const [midX, midY] = middle(box.area), [bendX, bendY] = bend(place), noteRoom = place.open.includes("s") || place.pieces.length ? corner : full;
  const many = Math.min(3, place.notes.length);
  return [
    ...centred(place.symbol, "symbol", [midX + bendX * 0.3, midY + bendY * 0.3], 2 * PASSAGE_HALF - 6, box),
    ...lineIn(area(x + INSET + 3, y + INSET + 3, place.open.includes("n") || place.tokens.length ? corner - 3 : full, 14), called(place), "name", box),
    ...packed(tokensOf(place), area(east, y + INSET, corner, corner), 19, box),
    ...place.notes.slice(0, 3).flatMap((note, n) => lineIn(area(x + INSET + 3, y + wide - INSET - 3 - (many - n) * 12.2, noteRoom - 3, 12.2), note, "note", box)),
    ...packed(marksOf(place.pieces), area(east, south, corner, corner), 28, box),
  ];
}

function sixContents(box) {
  const { place } = box, { x, y, wide, high } = box.area, [midX, midY] = middle(box.area), third = wide * 0.3;
  return [
    ...centred(place.symbol, "symbol", [midX, midY], 2 * PASSAGE_HALF - 6, box),
    ...lineIn(area(midX - third, y + 9, 2 * third, 14), called(place), "name", box, 0.5),
    ...packed(tokensOf(place), area(x + INSET, midY - 44, third, 28), 19, box, 0),
    ...place.notes.slice(0, 2).reverse().flatMap((note, n) => lineIn(area(midX - third, y + high - 22 - n * 12.2, 2 * third, 12.2), note, "note", box, 0.5)),
    ...packed(marksOf(place.pieces), area(x + wide - INSET - third, midY - 44, third, 28), 28, box),
  ];
}

function centred(text, role, at, room, box, most = 99) {
  const [said, fits] = fitted(text, room, role), size = Math.min(fits, most);
  return said ? [label(said, around(at, textWidth(said, size, BOLD.has(role)), size * LINE), role, size, 0.5, box.place.name)] : [];
}

function stacked(lines, [x, from], wide, lean, box) {
  let at = from;
  return lines.map(([text, role]) => {
    const made = label(text, area(x, at, lean ? wide : textWidth(text, SIZES[role], BOLD.has(role)), SIZES[role] * LINE), role, SIZES[role], lean, box.place.name);
    at += SIZES[role] * LINE;
    return made;
  });
}

function bend(place) {
  if (place.open.length !== 2 || !place.open.every((side) => SIDES.includes(side))) return [0, 0];
  return [0, 1].map((axis) => sum(place.open.map((side) => STEP[side][axis])) * BEND);
}

function cellContents(box) {
  const { place } = box, { x, y, wide, high } = box.area, signs = place.pieces.map((each) => each.sign ?? ""), tokens = place.tokens.filter((each) => !signs.includes(each)), top = place.notes.length || tokens.length ? 15 : 3;
  const foot = place.label && wide >= LARGE ? 14 : 3, half = (wide - 10) / 2, inner = area(x + 5, y + top + 2, wide - 10, high - top - foot - 4);
  return [
    ...packed(tokensOf({ tokens }), area(x + wide - 5 - half, y + 4, half, 13), 13, box),
    ...place.notes.slice(0, 1).flatMap((note) => lineIn(area(x + 5, y + 4, tokens.length ? half : 2 * half, 12), note, "cell note", box)),
    ...(place.pieces.length
      ? packed(marksOf(place.pieces), inner, wide * 0.66, box, 0.5)
      : centred(place.symbol, "cell symbol", middle(inner), inner.wide, box, inner.high / LINE)),
    ...(foot > 3 ? lineIn(area(x + 4, y + high - 15, wide - 8, 12), place.label, "cell note", box, 0.5) : []),
  ];
}

const inLines = (texts, room) => texts.flatMap(([text, role]) => broken(clean(text), room, SIZES[role]).map((line) => [line, role]));

function cardLines(place) {
  const names = broken(clean(place.label), (CARD - 20) / 1.15 - 18, SIZES["cell name"]).map((line) => [line, "cell name"]);
  return [...names, ...inLines([...place.facts.map((each) => [each, "fact"]), ...place.notes.map((each) => [each, "cell note"])], CARD - 20)];
}

function cardContents(box) {
  const { place } = box, { x, y, wide, high } = box.area;
  return [
    ...stacked(cardLines(place), [x + 10, y + 10], 0, 0, box),
    ...packed(tokensOf(place), area(x + wide - 25, y + 7, 18, 18), 18, box),
    ...packed(marksOf(place.pieces), area(x + 10, y + high - 30, wide - 20, 22), 22, box),
  ];
}

// ---- maps -------------------------------------------------------------------------------------------------------------

const BUCKET = 48, AROUND = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]], ALONG = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];

/** Areas that are taken, and lines that are better not covered. */
class Taken {
  constructor(areas, lines) {
    this.lines = lines;
    this.near = new Map();
    areas.forEach((each) => this.take(each));
  }
  take(a) {
    for (const key of this.buckets(a)) this.near.set(key, [...(this.near.get(key) ?? []), a]);
    return a;
  }
  isFree(a) {
    return !this.buckets(a).some((key) => (this.near.get(key) ?? []).some((other) => meets(a, other, APART)));
  }
  first(candidates, limit = 24) {
    let free, n = 0;
    for (const a of candidates) {
      if (n++ >= limit && free !== undefined) break;
      if (!this.isFree(a)) continue;
      if (!this.lines.some(([start, end]) => crossed(a, start, end))) return this.take(a);
      free ??= a;
    }
    return free && this.take(free);
  }
  buckets(a) {
    const found = [], at = (value) => Math.floor(value / BUCKET);
    for (let x = at(a.x - APART); x <= at(right(a) + APART); x++) for (let y = at(a.y - APART); y <= at(low(a) + APART); y++) found.push(`${x},${y}`);
    return found;
  }
}

function* ring(box, [wide, high], gap) {
  const [x, y] = middle(box);
  for (let n = 0; n < 14; n++)
    for (const [east, south] of AROUND) {
      const slack = east && south ? 0.75 : 1;
      const reachX = ((box.wide + wide) / 2) * slack + gap + n * high, reachY = ((box.high + high) / 2) * slack + gap + n * high;
      yield around([x + east * reachX, y + south * reachY], wide, high);
    }
}

function* along(start, end, size, offsets) {
  for (const off of offsets)
    for (const part of ALONG) {
      const [x, y] = towards(start, end, part), upright = Math.abs(end[1] - start[1]) > Math.abs(end[0] - start[0]);
      yield around(upright ? [x + off * (size[0] / 2 + size[1] / 2), y] : [x, y + off * size[1]], size[0], size[1]);
    }
}

function withCaptions(board, layout) {
  const ends = layout.lines.filter((each) => each.kind === "link").map((each) => [each.start, each.end]);
  const taken = new Taken(layout.boxes.map((each) => each.area), ends), things = [], callouts = [];
  for (const box of layout.boxes) {
    const inside = nameInside(box), named = inside.length > 0 && !inside[0].isMark;
    things.push(...inside);
    for (const block of [inside.length && !named ? [] : pieceBlock(box), tokenBlock(box), caption(box, named)]) {
      const [moved, callout] = besideSpot(block, box, taken);
      things.push(...moved);
      callouts.push(...callout);
    }
  }
  for (const [line, text] of [...linkTexts(board, layout), ...trackNames(layout)]) {
    const role = line.kind === "track" ? "track" : "link", size = sizeOf(text, role);
    let spot = taken.first(along(line.start, line.end, size, role === "track" ? [1.6, -1.6, 0] : [0, 1.2, -1.2, 2.4, -2.4]), 0);
    spot ??= taken.first(ring(around(midway(line.start, line.end), 1, 1), size, 2));
    if (spot) things.push(label(text, spot, role, SIZES[role], 0.5));
  }
  const whole = withThings(layout, things);
  return { ...whole, lines: [...whole.lines, ...callouts] };
}

function nameInside(box) {
  const symbol = clean(box.place.symbol).trim(), { pieces, name } = box.place;
  if (!symbol && pieces.length === 1 && !pieces[0].small) return [mark(initial(pieces[0]), around(middle(box.area), 30, 30), pieces[0], name)];
  if (symbol) return centred(symbol, "cell symbol", middle(box.area), SPOT - 10, box);
  const found = centred(called(box.place), "spot", middle(box.area), SPOT - 10, box);
  return found.every((each) => each.text === clean(called(box.place)).trim()) ? found : [];
}

function pieceBlock(box) {
  const marks = [], { pieces, name } = box.place;
  let at = 0;
  for (const piece of [...pieces.filter((each) => !each.small), ...pieces.filter((each) => each.small)]) {
    const wide = piece.small ? 15 : 27;
    if (at + wide > 120) break;
    marks.push(mark(initial(piece), area(at, (27 - wide) / 2, wide, wide), piece, name));
    at += wide;
  }
  const rest = pieces.length - marks.length;
  if (rest) marks.push(mark(`+${rest + 1}`, marks.pop().area, null, name));
  return marks;
}

const tokenBlock = (box) =>
  lying(box.place).slice(0, 6).map((token, n) => {
    const text = shortened(clean(token), 120, 10.5, true);
    return mark(text, area(0, n * 19, Math.max(18, textWidth(text, 10.5, true) + 10), 18), null, box.place.name);
  });

function caption(box, named) {
  const { place } = box, hasSymbol = clean(place.symbol).trim() !== "";
  const texts = named && !hasSymbol ? [] : [[called(place), "spot name"]];
  const lines = inLines([...texts, [place.label, "spot note"], [place.notes.join(" · "), "spot note"]], 140);
  return stacked(lines, [0, 0], Math.max(0, ...lines.map(([line, role]) => sizeOf(line, role)[0])), 0.5, box);
}

function besideSpot(block, box, taken) {
  if (!block.length) return [[], []];
  const whole = bounds(block.map((each) => each.area)), spot = taken.first(ring(box.area, [whole.wide, whole.high], 2)) ?? whole;
  const moved = block.map((each) => ({ ...each, area: { ...each.area, x: each.area.x + spot.x, y: each.area.y + spot.y } }));
  return meets(spot, box.area, 14) ? [moved, []] : [moved, [{ kind: "callout", start: middle(box.area), end: middle(spot), title: box.place.name }]];
}

function linkTexts(board, layout) {
  const areas = new Map(layout.boxes.map((each) => [each.place.name, each.area]));
  return linked(board)
    .map(([link, a, b]) => [{ kind: "link", start: middle(areas.get(a.name)), end: middle(areas.get(b.name)) }, shortened(clean(link.label), 130, SIZES.link, true)])
    .filter(([, text]) => text);
}

function trackNames(layout) {
  const longest = new Map(), reach = (line) => Math.abs(line.end[0] - line.start[0]);
  for (const line of layout.lines.filter((each) => each.kind === "track"))
    if (!longest.has(line.title) || reach(line) > reach(longest.get(line.title))) longest.set(line.title, line);
  return [...longest].map(([title, line]) => [line, shortened(clean(title), 140, SIZES.track, true)]).filter(([, text]) => text);
}

// ---- the pen ----------------------------------------------------------------------------------------------------------

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const pair = ([x, y]) => `${number(x)} ${number(y)}`;

/** Adds elements to one SVG element. Attributes are written with underscores for hyphens. */
class Pen {
  constructor(tag) {
    this.tag = tag;
    this.attributes = [];
    this.children = [];
    this.text = "";
  }
  add(tag, text = "", attributes = {}) {
    const made = new Pen(tag);
    made.set(attributes);
    made.text = clean(text);
    this.children.push(made);
    return made;
  }
  set(attributes) {
    for (const [name, value] of Object.entries(attributes)) this.attributes.push([name.replace(/_$/, "").replaceAll("_", "-"), typeof value === "string" ? clean(value) : number(value)]);
  }
  group(title = "", at = null, attributes = {}) {
    const pen = this.add("g", "", at ? { ...attributes, transform: `translate(${pair(at)})` } : attributes);
    if (clean(title)) pen.add("title", title);
    return pen;
  }
  circle([cx, cy], r, attributes) {
    this.add("circle", "", { cx, cy, r, ...attributes });
  }
  box([x, y], [width, height], rx, attributes) {
    this.add("rect", "", { x, y, width, height, rx, ...attributes });
  }
  line(points, attributes) {
    this.add("path", "", { d: `M${points.map(pair).join(" L")}${"fill" in attributes ? "Z" : ""}`, fill: "none", ...attributes });
  }
  words([x, y], text, size, { fill = INK, anchor = "start", weight = 400, halo = "" } = {}) {
    if (!clean(text).trim()) return;
    const more = halo ? { stroke: halo, stroke_width: size * 0.36, stroke_linejoin: "round", paint_order: "stroke" } : {};
    this.add("text", text, { x, y, font_size: size, fill, text_anchor: anchor, font_weight: weight, ...more });
  }
  written(depth = 0) {
    const head = `<${this.tag}${this.attributes.map(([name, value]) => ` ${name}="${escaped(value).replace(/"/g, "&quot;")}"`).join("")}`;
    if (!this.children.length) return this.text ? `${head}>${escaped(this.text)}</${this.tag}>` : `${head} />`;
    const before = `\n${" ".repeat(depth + 1)}`;
    return `${head}>${this.children.map((each) => before + each.written(depth + 1)).join("")}\n${" ".repeat(depth)}</${this.tag}>`;
  }
}

function smooth(points) {
  const middles = points.map((each, n) => midway(each, points[(n + 1) % points.length]));
  return `M${pair(middles.at(-1))} ${points.map((each, n) => `Q${pair(each)} ${pair(middles[n])}`).join(" ")}Z`;
}

// ---- colours ----------------------------------------------------------------------------------------------------------

const PLAYERS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#1f1f1f"], NOBODY = "#5d6470";
const PAPER = "#f7f1e3", PAPER_EDGE = "#cbbfa6", INK = "#2b2620", SOFT_INK = "#675d4f", ROCK = "#7d7468", ROCK_EDGE = "#453e36";
const CARVED = "#f6ecd6", CARVED_EDGE = "#d8c8a4", CHALK = "#fffaf0", FIXED = "#c2410c", FIXED_EDGE = "#fff3dd", CELL = "#fffaf0", CELL_EDGE = "#cbb997";
const TOKEN = "#ffd866", TRACK = "#7fb2d9", TRACK_INK = "#22577f", CHANGED = "#b5179e", CHANGED_PAPER = "#fbe3f6";
const FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";
const COLOUR = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(?:rgb|hsl)a?\([0-9., %/deg]{5,40}\))$/i;

const colourOr = (colour, otherwise) => (COLOUR.test(colour) ? colour : otherwise);
const playerColour = (player) => (player === null ? NOBODY : PLAYERS[player % PLAYERS.length]);

/** A part of light to the power of 2.4: its square, times the fifth root of that. Powers differ from machine to machine. */
function stretchedLight(part) {
  const square = part * part;
  let root = 1;
  for (let n = 0; n < 40; n++) root = (4 * root + square / (root * root * root * root)) / 5;
  return square * root;
}

function luminance(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : stretchedLight((part + 0.055) / 1.055)));
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

function inkOn(colour) {
  const own = luminance(colour);
  return 1.05 / (own + 0.05) >= (own + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

// ---- boards -----------------------------------------------------------------------------------------------------------

const PASSAGE = 32, CHAMBER = 29, HALF = TILE / 2, ROCK_HALF = HALF - 4, FADE = FRINGE;
const INKS = {
  name: [CHALK, ROCK_EDGE], note: [CHALK, ROCK_EDGE], edge: [SOFT_INK, ""], "spot name": [INK, PAPER], "spot note": [SOFT_INK, PAPER], link: [INK, CARVED], track: [TRACK_INK, PAPER],
};
const STROKES = {
  fixed: [[FIXED_EDGE, 8, { stroke_opacity: "0.9" }], [FIXED, 4.5, { stroke_dasharray: "6 7" }]],
  bar: [[FIXED, 7, {}]],
  wall: [[ROCK_EDGE, 5, {}]],
  track: [[TRACK, 18, { stroke_opacity: "0.45" }]],
  callout: [[SOFT_INK, 1, { stroke_dasharray: "2 3" }]],
  move: [[CHALK, 7, {}], [CHANGED, 3, { stroke_dasharray: "1 6" }]],
};
const LINKS = { map: [[ROCK_EDGE, 9, { stroke_opacity: "0.55" }], [CARVED, 6, {}]], growing: [[SOFT_INK, 4, { stroke_dasharray: "2 5" }]] };
const THIN = [[SOFT_INK, 2, { stroke_opacity: "0.5" }]], LOWER = ["track", "link", "fixed", "callout"];

function drawLayout(pen, layout, ident) {
  const lower = layout.form === "map" ? LOWER : [], rank = (line) => (lower.includes(line.kind) ? lower.indexOf(line.kind) : LOWER.length);
  const lines = [...layout.lines].sort((a, b) => rank(a) - rank(b)), named = new Map();
  for (const line of lines) if (lower.includes(line.kind)) drawLine(pen, line, layout.form);
  if (layout.edges?.length) drawEdges(pen, layout);
  if (layout.closed) drawClosedSides(pen, layout);
  for (const box of layout.boxes) named.set(box.place.name, drawPlace(pen, box, layout.form, ident));
  for (const line of lines) if (!lower.includes(line.kind)) drawLine(pen, line, layout.form);
  for (const each of layout.labels) drawLabel(named.get(each.place) ?? pen, each, layout.form);
  for (const each of layout.marks) drawMark(named.get(each.place) ?? pen, each);
}

function drawEdges(pen, layout) {
  const rows = layout.boxes.map((box) => evenly(box.area.y));
  for (const [side, colour] of layout.edges) {
    const group = pen.group("", null, { class_: "edge", stroke: colour, stroke_width: 6, stroke_linecap: "round", stroke_linejoin: "round" });
    drawSide(group, layout, side, rows);
  }
}

function drawClosedSides(pen, layout) {
  const rows = layout.boxes.map((box) => evenly(box.area.y));
  for (const side of layout.closed) drawSide(pen.group("", null, { class_: "closed", stroke: INK, stroke_width: 5, stroke_dasharray: "7 6" }), layout, side, rows);
}

function drawSide(pen, layout, side, rows) {
  for (const box of layout.boxes) {
    if (!isAtEdge(box, side, layout.boxes, rows)) continue;
    const [x, y] = middle(box.area);
    pen.line(edgeCorners(box, side, layout.form).map(([east, south]) => [x + east, y + south]), {});
  }
}

function isAtEdge(box, side, boxes, rows) {
  const at = evenly(box.area.y);
  if ("ns".includes(side)) return at === (side === "n" ? Math.min(...rows) : Math.max(...rows));
  const along = boxes.filter((each) => evenly(each.area.y) === at).map((each) => each.area.x);
  return box.area.x === (side === "w" ? Math.min(...along) : Math.max(...along));
}

function edgeCorners(box, side, form) {
  const half = box.area.wide / 2, high = box.area.high / 2;
  if (form !== "hexagonal") {
    const [a, b, c, d] = { n: [-1, -1, 1, -1], e: [1, -1, 1, 1], s: [-1, 1, 1, 1], w: [-1, -1, -1, 1] }[side];
    return [[a * half, b * high], [c * half, d * high]];
  }
  const tip = half * 1.2, top = [-half, -half * 0.6], base = [half, half * 0.6];
  return { n: [top, [0, -tip], [half, -half * 0.6]], e: [[half, -half * 0.6], base, [0, tip]], s: [[-half, half * 0.6], [0, tip], base], w: [[0, -tip], top, [-half, half * 0.6]] }[side];
}

const quoted = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%", "_");

function drawPlace(pen, box, form, ident) {
  const { place } = box, standing = place.pieces.filter((each) => !each.small).map((each) => each.text).join(", ");
  const told = [called(place), place.label, ...place.facts, ...place.notes, ...place.tracks, lying(place).join(" "), standing].filter(Boolean).join(" · ");
  const group = pen.group(told, null, { id: `${ident}-${quoted(clean(place.name))}`, class_: "place", data_place: place.name });
  SHAPES[form](group.group("", middle(box.area)), box);
  if (place.changed) drawChange(group, box, form);
  return group;
}

function drawChange(pen, box, form) {
  if (box.six) {
    const d = outline(box.place.name, ROCK_HALF, 0);
    pen.add("path", "", { d, fill: "none", stroke: CHALK, stroke_width: 6, class_: "changed" });
    pen.group("", middle(box.area)).add("path", "", { d, fill: "none", stroke: CHANGED, stroke_width: 3.5 });
    return;
  }
  const inset = form === "growing" || form === "tiles" ? 6 : 1, { x, y, wide, high } = box.area, roundBy = form === "map" ? wide / 2 : 12;
  pen.box([x + inset, y + inset], [wide - 2 * inset, high - 2 * inset], roundBy, { fill: "none", stroke: CHALK, stroke_width: 6, class_: "changed" });
  pen.box([x + inset, y + inset], [wide - 2 * inset, high - 2 * inset], roundBy, { fill: "none", stroke: CHANGED, stroke_width: 3.5 });
}

function fades(pen) {
  const defs = pen.add("defs");
  for (const side of SIDES) {
    const [east, south] = STEP[side];
    const gradient = defs.add("linearGradient", "", { id: `fade-${side}`, x1: Math.max(0, -east), y1: Math.max(0, -south), x2: Math.max(0, east), y2: Math.max(0, south) });
    for (const [offset, stop_opacity] of [[0, 1], [1, 0]]) gradient.add("stop", "", { offset, stop_color: ROCK_EDGE, stop_opacity });
  }
}

function drawTile(pen, box) {
  const { place } = box, square = box.six ? 0 : 6;
  if (!place.laid) {
    pen.add("path", "", { d: outline(place.name, ROCK_HALF - 2, square), fill: SOFT_INK, stroke: SOFT_INK, stroke_width: 1.5, fill_opacity: "0.07", stroke_opacity: "0.5", stroke_dasharray: "5 6" });
    return;
  }
  const d = outline(place.name, ROCK_HALF, square), tint = colourOr(place.colour, "");
  pen.add("path", "", { d, fill: "#000000", fill_opacity: "0.2", transform: "translate(1.5 3)" });
  pen.add("path", "", { d, fill: ROCK, stroke: ROCK_EDGE, stroke_width: 1.5 });
  if (tint) pen.add("path", "", { d, fill: tint, fill_opacity: "0.5" });
  pen.add("path", "", { d: outline(place.name, ROCK_HALF - 3.5, square), fill: "none", stroke: "#ffffff", stroke_opacity: "0.16", stroke_width: 2 });
  const near = box.six ? 0.75 : 1;
  for (const [x, y, size] of flecks(place.name)) pen.circle([x * near, y * near], size, { fill: ROCK_EDGE, fill_opacity: "0.22" });
  for (const [wider, colour] of [[2.5, ROCK_EDGE], [0, CARVED_EDGE], [-3, CARVED]]) drawCoat(pen, place, wider, colour, "1");
  if (tint) drawCoat(pen, place, 0, tint, "0.25");
  for (const each of box.doors) drawDoor(pen, each);
}

function drawCoat(pen, place, wider, fill, opacity) {
  const coat = pen.group("", null, { opacity, fill: "none", stroke: fill, stroke_linejoin: "round" });
  const reach = HALF + (wider > 0 || opacity !== "1" ? 0 : 0.8);
  for (const d of passagePaths(place, reach)) coat.add("path", "", { d, stroke_width: PASSAGE + 2 * wider });
  if (place.open.length !== 2) coat.add("path", "", { d: outline(place.name, CHAMBER + wider, 2), fill, stroke: "none" });
}

function passagePaths(place, reach) {
  const sides = Object.keys(TOWARDS).filter((side) => place.open.includes(side)), onSide = (side, far) => pair([TOWARDS[side][0] * far, TOWARDS[side][1] * far]);
  const outer = sides.map((side) => onSide(side, reach));
  if (sides.length !== 2) return outer.map((start) => `M${start} L0 0`);
  const inner = sides.map((side) => onSide(side, BEND));
  return [`M${outer[0]} L${inner[0]} Q0 0 ${inner[1]} L${outer[1]}`];
}

function drawDoor(pen, each) {
  const [east, south] = TOWARDS[each.side], slanting = each.side.length > 1;
  if (each.way === "blocked") {
    const across = slanting ? [-south, east] : [Math.abs(south), Math.abs(east)];
    for (const off of [-9, 0, 9]) pen.circle([east * (HALF - 4) + off * across[0], south * (HALF - 4) + off * across[1]], 4.5, { fill: ROCK_EDGE, class_: "blocked" });
  }
  if (each.way !== "unexplored") return;
  const straight = slanting ? "n" : each.side, turn = slanting ? { transform: `rotate(${TURNED[each.side]})` } : {};
  const group = pen.group("", null, { class_: "unexplored", fill: `url(#fade-${straight})`, ...turn }), half = PASSAGE / 2, wall = 2.5;
  for (const [start, width, fill_opacity] of [[-half - wall, wall, "1"], [half, wall, "1"], [-half, PASSAGE, "0.3"]]) {
    if (straight === "n" || straight === "s") group.box([start, straight === "s" ? HALF : -HALF - FADE], [width, FADE], 0, { fill_opacity });
    else group.box([east > 0 ? HALF : -HALF - FADE, start], [FADE, width], 0, { fill_opacity });
  }
}

/** How far east a circle, and a nearly square shape, is at every 24th of a turn: sines differ from machine to machine. */
const ROUND = [1, 0.9659258262890683, 0.8660254037844386, 0.7071067811865476, 0.5, 0.25881904510252074, 0];
const SQUARISH = [1, 0.9885104376321606, 0.9531842929969366, 0.8908987181403394, 0.7937005259840998, 0.6372826233948723, 0];
const TURNED = { ne: 30, se: 150, sw: -150, nw: -30 };

/** The point at so many 24ths of a turn on a shape, of which a quarter is given. */
function corner(nth, quarter) {
  const east = (at) => (at <= 6 ? quarter[at] : -quarter[12 - at]), nearer = (at) => Math.min(at, 24 - at);
  return [east(nearer(nth % 24)), east(nearer((nth + 18) % 24))];
}

/** A rounded shape with small dents that depend on the name only: 2 is round, 6 nearly square, 0 a hexagon. */
function outline(name, half, squareness) {
  const dents = roughness(name), points = [];
  for (let nth = 0; nth < 24; nth += squareness === 2 ? 2 : 1) {
    const reach = (half - dents() * half * 0.05) / (squareness ? 1 : ROUND[Math.abs(((nth + 2) % 4) - 2)]);
    points.push(corner(nth, squareness === 6 ? SQUARISH : ROUND).map((part) => part * reach));
  }
  return smooth(points);
}

function flecks(name) {
  const dents = roughness(`${name}*`);
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].flatMap(([east, south]) => [0, 1, 2].map(() => [east * (26 + 28 * dents()), south * (26 + 28 * dents()), 1 + 1.6 * dents()]));
}

/** Numbers from 0 up to 1 that look thrown but follow from the name. */
function roughness(name) {
  let value = crc32(new TextEncoder().encode(name));
  return () => {
    value = (Math.imul(value, 1103515245) + 12345) & 0x7fffffff;
    return ((value >> 8) & 0xffff) / 0x10000;
  };
}

function crc32(bytes) {
  let crc = -1;
  for (const each of bytes) {
    crc ^= each;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function cellLook(place) {
  if (!place.laid) return { fill: CELL, fill_opacity: "0.25", stroke: CELL_EDGE, stroke_dasharray: "4 4" };
  const tint = colourOr(place.colour, "");
  return { fill: tint || CELL, stroke: CELL_EDGE, stroke_width: 1.5, ...(tint ? { fill_opacity: "0.3" } : {}) };
}

const STACKED = 4, BELOW = 3; // cards of a pile that are drawn, and how much of each shows below the one above

function drawCell(pen, box) {
  const wide = box.area.wide - 4, high = box.area.high - 4, below = Math.max(0, Math.min(box.place.stacked ?? 0, STACKED) - 1);
  const size = [wide - BELOW * below, high - BELOW * below];
  for (let n = below; n >= 0; n--) pen.box([BELOW * n - wide / 2, BELOW * n - high / 2], size, Math.min(...size) / 9, cellLook(box.place));
}

function drawSix(pen, box) {
  const half = box.area.wide / 2 - 2, high = half * 1.2;
  const corners = [[0, -high], [half, -high / 2], [half, high / 2], [0, high], [-half, high / 2], [-half, -high / 2]];
  pen.line(corners, { ...cellLook(box.place), stroke_linejoin: "round" });
}

function drawSpot(pen, box) {
  const radius = box.area.wide / 2;
  pen.circle([1, 2.5], radius, { fill: "#000000", fill_opacity: "0.2" });
  pen.circle([0, 0], radius - 1, { fill: CHALK, stroke: ROCK_EDGE, stroke_width: 2.2, ...(box.place.laid ? {} : { stroke_dasharray: "4 4" }) });
  pen.circle([0, 0], radius - 2.5, { fill: colourOr(box.place.colour, CARVED), fill_opacity: "0.35" });
}

const SHAPES = { growing: drawTile, tiles: drawTile, grid: drawCell, cards: drawCell, hexagonal: drawSix, map: drawSpot };

function drawLine(pen, line, form = "grid") {
  const inner = pen.group(line.kind === "callout" ? "" : line.title ?? "", null, { class_: line.kind, stroke_linecap: "round" });
  if (line.change) inner.line([line.start, line.end], { stroke: CHANGED, stroke_width: 15, stroke_opacity: "0.6", class_: "changed" });
  for (const [stroke, stroke_width, look] of line.kind === "link" ? LINKS[form] ?? THIN : STROKES[line.kind]) inner.line([line.start, line.end], { stroke, stroke_width, ...look });
}

function drawLabel(pen, each, form) {
  let [ink, halo] = INKS[each.role] ?? [INK, ""], { x, y, wide, high } = each.area;
  if (form !== "growing" && form !== "tiles" && ["cell note", "cell symbol"].includes(each.role)) ink = INK;
  if (each.role === "edge") y += (high - each.size * 1.22) / 2;
  const anchor = !each.lean ? "start" : each.lean === 1 ? "end" : "middle";
  pen.words([x + wide * each.lean, y + each.size * 0.95], each.text, each.size, { fill: ink, anchor, weight: BOLD.has(each.role) ? 700 : 400, halo });
}

// Signs of pieces, drawn as shapes of their own: fonts differ, and pictures must not.
const PAWN = "M0 -9a3.6 3.6 0 0 1 2.3 6.4h1.7v1.8h-2c.4 3.6 1.4 5.6 4 7.3v3.5h-12v-3.5c2.6 -1.7 3.6 -3.7 4 -7.3h-2v-1.8h1.7a3.6 3.6 0 0 1 2.3 -6.4z";
const KNIGHT = "M1 -10l2.4 2.4c4 2.6 5.4 7.6 4.6 14.6v3h-13v-3c.4 -3 3.6 -4.4 4.6 -7.6c-1.6 1 -3 1 -4 1.6l-2.2 1.8l-2 -1.6l-.6 -2.4c1.6 -2.4 2.4 -4.6 4.2 -6.4c.4 -1 1 -1.6 2 -2z";
const BISHOP = "M0 -11a1.7 1.7 0 0 1 1.2 2.9c3 2 4.6 4.6 4.6 7c0 2 -1 3.4 -2.6 4.4l.8 2.7l3 1v3h-14v-3l3 -1l.8 -2.7c-1.6 -1 -2.6 -2.4 -2.6 -4.4c0 -2.4 1.6 -5 4.6 -7a1.7 1.7 0 0 1 1.2 -2.9z";
const ROOK = "M-7 -9h3v2.4h2.4v-2.4h3.2v2.4h2.4v-2.4h3v5.2l-2.4 2l.9 7.2l1.5 1.6v3h-14v-3l1.5 -1.6l.9 -7.2l-2.4 -2z";
const QUEEN = "M-9 -7l3.4 7l1.2 -9l4.4 8l4.4 -8l1.2 9l3.4 -7l-2.4 11l.4 3v3h-14v-3l.4 -3z";
const KING = "M-1.1 -11h2.2v2h2v2.2h-2v2c1.4 -1.2 3 -1.8 4.6 -1.6c2.8 .4 3.6 3.4 2.2 6l-2.6 4.6l.7 2.8v3h-12v-3l.7 -2.8l-2.6 -4.6c-1.4 -2.6 -.6 -5.6 2.2 -6c1.6 -.2 3.2 .4 4.6 1.6v-2h-2v-2.2h2z";
const SIGNS = { "♟": PAWN, "♙": PAWN, "♞": KNIGHT, "♘": KNIGHT, "♝": BISHOP, "♗": BISHOP, "♜": ROOK, "♖": ROOK, "♛": QUEEN, "♕": QUEEN, "♚": KING, "♔": KING };
const STONE = "●", RING = "○", CROSS = "✕";
const isDrawn = (sign) => sign in SIGNS || [STONE, RING, CROSS].includes(sign);

function drawSign(pen, sign, radius, colour) {
  const edge = inkOn(colour) === "#ffffff" ? CHALK : ROCK_EDGE;
  if (sign in SIGNS) {
    const look = { stroke_linejoin: "round", transform: `scale(${number(radius / 11)})` };
    pen.add("path", "", { d: SIGNS[sign], fill: "none", stroke: "#ffffff", stroke_width: 3.4, stroke_opacity: "0.7", ...look });
    pen.add("path", "", { d: SIGNS[sign], fill: colour, stroke: edge, stroke_width: 1.4, ...look });
  } else if (sign === STONE) {
    pen.circle([0.8, 1.6], radius, { fill: "#000000", fill_opacity: "0.28" });
    pen.circle([0, 0], radius, { fill: colour, stroke: ROCK_EDGE, stroke_width: 1.5 });
    pen.circle([-radius * 0.3, -radius * 0.35], radius * 0.3, { fill: "#ffffff", fill_opacity: "0.28" });
  } else if (sign === RING) {
    pen.circle([0, 0], radius * 0.72, { fill: "none", stroke: colour, stroke_width: radius * 0.3 });
  } else {
    const reach = radius * 0.7;
    for (const end of [[reach, reach], [reach, -reach]]) pen.line([[-end[0], -end[1]], end], { stroke: colour, stroke_width: radius * 0.32, stroke_linecap: "round" });
  }
}

function drawMark(pen, each) {
  const { piece } = each, { wide, high } = each.area, inner = pen.group(piece?.text ?? "", middle(each.area), { class_: piece ? "piece" : "token" });
  let text = [...clean(each.text)].slice(0, 2).join(""), size = high * (columns(clean(each.text)) < 2 ? 0.55 : 0.44);
  if (!piece) {
    text = clean(each.text);
    if (wide > high) size = Math.min(high * 0.6, 10.5);
    inner.box([-wide / 2, -high / 2], [wide, high], high / 2, { fill: TOKEN, stroke: ROCK_EDGE, stroke_width: 1 });
    inner.words([0, size * 0.36], text, size, { anchor: "middle", weight: 700 });
    return;
  }
  const colour = piece.colour || playerColour(piece.player), radius = high / 2 - 1.5;
  if (piece.change === "gone") return inner.circle([0, 0], radius, { fill: "none", stroke: colour, stroke_width: 2.5, stroke_dasharray: "4 3", class_: "gone" });
  if (piece.change === "new") inner.circle([0, 0], radius + 3.5, { fill: CHALK, stroke: CHANGED, stroke_width: 3, class_: "changed" });
  if (isDrawn(piece.sign)) return drawSign(inner, piece.sign, radius, colour);
  if (piece.sign) text = [...clean(piece.sign)].slice(0, 2).join("");
  const rim = { fill: colour, stroke: CHALK, stroke_width: radius / 6.5 };
  inner.circle([0.8, 1.6], radius + 1, { fill: "#000000", fill_opacity: "0.28" });
  if (piece.player === null) inner.box([-radius, -radius], [2 * radius, 2 * radius], radius / 3, rim);
  else inner.circle([0, 0], radius, rim);
  inner.words([0, size * 0.36], text, size, { fill: inkOn(colour), anchor: "middle", weight: 700 });
}

// ---- the whole picture ------------------------------------------------------------------------------------------------

const MARGIN = 24, GAP = 26, WIDEST = 1240, NARROWEST = 352, TITLE = 23, SUBTITLE = 14, TEXT = 13, ROW = 19, FIXED_MARK = "╎";

/** A scene as a picture: the text of an SVG file, its size, and where each place of each board is in it. */
export function draw(scene, width = WIDEST) {
  const root = new Pen("svg"), places = [];
  root.set({ xmlns: "http://www.w3.org/2000/svg", role: "img", font_family: FONT });
  root.add("title", scene.title || scene.boards.map((each) => each.title || each.name).join(" · ") || "-");
  const described = description(scene).join(" · ");
  if (described) root.add("desc", described);
  if (scene.boards.some((each) => each.form === "growing")) fades(root);
  const high = (form) => Math.max(...scene.boards.filter((each) => each.form === form).map(cardHeight));
  const layouts = scene.boards.map((each) => pictureLayout(inColumns(each, width), high(each.form)));
  const rows = inRows(layouts, width), wide = pageWidth(scene, rows.map((row) => rowWidth(row.map((n) => layouts[n]))));
  const paper = root.add("rect");
  let at = drawHeading(root, scene, wide);
  for (const table of scene.tables) at = drawTable(root, table, at, wide) + 10;
  for (const row of rows) at = drawRow(root, scene, row, layouts, at, wide, places);
  at = drawLegend(root, scene, layouts, at, wide);
  const tall = at + MARGIN / 2, size = [number(wide), number(tall)];
  root.attributes.push(["width", size[0]], ["height", size[1]], ["viewBox", `0 0 ${size[0]} ${size[1]}`]);
  paper.set({ x: "1", y: "1", width: wide - 2, height: tall - 2, rx: "14", fill: PAPER, stroke: PAPER_EDGE, stroke_width: "1.5" });
  return { svg: `${root.written()}\n`, wide, high: tall, places };
}

function description(scene) {
  const found = [clean(scene.subtitle).trim()].filter(Boolean);
  for (const [head, ...rows] of scene.tables)
    for (const [first, ...others] of rows) {
      const named = others.map((cell, n) => [head[n + 1].text, cell.text]).filter(([, text]) => text);
      found.push(`${first.text}: ${named.map((each) => each.join(" ").trim()).join(", ")}`);
    }
  for (const board of scene.boards)
    for (const place of board.places) {
      const standing = place.pieces.filter((each) => !each.small && each.change !== "gone").map((each) => each.text).join(", ");
      if (standing) found.push(`${called(place)}: ${standing}`);
    }
  return found;
}

function inRows(layouts, width) {
  const rows = [];
  layouts.forEach((layout, n) => {
    if (rows.length && rowWidth(rows.at(-1).map((each) => layouts[each])) + GAP + layout.area.wide <= width) rows.at(-1).push(n);
    else rows.push([n]);
  });
  return rows;
}

const rowWidth = (row) => sum(row.map((each) => each.area.wide)) + GAP * (row.length - 1);

function pageWidth(scene, rows) {
  const title = Math.min(560, Math.max(textWidth(clean(scene.title), TITLE, true), textWidth(clean(scene.subtitle), SUBTITLE)));
  const tables = scene.tables.map((table) => Math.min(620, sum(wishedWidths(table)) + 14 * table[0].length)), least = scene.tables.map((table) => 92 * table[0].length);
  const narrowest = scene.title || scene.legend.length || scene.tables.length ? NARROWEST : 0;
  return 2 * MARGIN + Math.max(narrowest, title, ...rows, ...tables, ...least);
}

function drawHeading(pen, scene, wide) {
  let at = MARGIN;
  for (const [text, size, fill, weight] of [[scene.title, TITLE, INK, 700], [scene.subtitle, SUBTITLE, SOFT_INK, 400]]) {
    for (const line of broken(clean(text), (wide - 2 * MARGIN) / (weight === 700 ? 1.12 : 1), size)) {
      pen.words([MARGIN, at + size * 0.9], line, size, { fill, weight });
      at += size * 1.3;
    }
    at += 3;
  }
  return at > MARGIN + 6 ? at + 8 : MARGIN;
}

const wishedWidths = (table) => table[0].map((_, n) => Math.max(...table.map((row) => textWidth(clean(row[n].text), TEXT, true) + 24 * Boolean(row[n].piece))));

function columnWidths(table, room) {
  const wished = wishedWidths(table), free = room - 14 * table[0].length;
  if (sum(wished) <= free) return wished;
  const share = free / wished.length, small = wished.filter((each) => each <= share), rest = (free - sum(small)) / (wished.length - small.length);
  return wished.map((each) => (each <= share ? each : rest));
}

function drawTable(pen, table, from, wide) {
  const widths = columnWidths(table, wide - 2 * MARGIN), group = pen.group("", null, { class_: "table" });
  let at = from;
  table.forEach((row, nth) => {
    if (!nth && !row.some((each) => each.text)) return;
    const lines = row.map((each, n) => broken(clean(each.text), widths[n] - 24 * Boolean(each.piece) + 1, TEXT));
    const high = Math.max(...lines.map((each) => each.length)) * 17 + (ROW - 13);
    if (nth) group.line([[MARGIN, at], [MARGIN + sum(widths) + 14 * row.length, at]], { stroke: CELL_EDGE, stroke_width: 1 });
    let left = MARGIN;
    row.forEach((each, n) => {
      drawEntry(group, each, lines[n], area(left, at, widths[n] + 14, high), n === 0 || nth === 0);
      left += widths[n] + 14;
    });
    at += high;
  });
  return at;
}

function drawEntry(pen, entry, lines, a, isHead) {
  let left = a.x;
  if (entry.changed) pen.box([left - 4, a.y + 1.5], [a.wide - 4, a.high - 3], 4, { fill: CHANGED_PAPER, class_: "changed" });
  if (entry.piece) {
    drawMark(pen, mark(initial(entry.piece), area(left, a.y + 2, 19, 19), entry.piece));
    left += 24;
  }
  const style = { fill: isHead && !entry.piece ? SOFT_INK : INK, weight: entry.changed ? 700 : 400 };
  lines.forEach((line, n) => pen.words([left, a.y + 16 + 17 * n], line, TEXT, style));
}

function drawRow(pen, scene, row, layouts, at, wide, places) {
  let left = (wide - rowWidth(row.map((n) => layouts[n]))) / 2;
  const head = scene.boards.length > 1 ? 26 : 0;
  for (const n of row) {
    const board = scene.boards[n], layout = layouts[n];
    if (head) pen.words([left + 2, at + 18], clean(board.title || board.name), 15, { weight: 700 });
    const shift = [left - layout.area.x, at + head - layout.area.y];
    drawLayout(pen.group("", shift, { class_: "board", data_board: board.name }), layout, `board-${n + 1}`);
    for (const { place, area: a } of layout.boxes) places.push({ board: n, name: place.name, area: area(a.x + shift[0], a.y + shift[1], a.wide, a.high) });
    left += layout.area.wide + GAP;
  }
  return at + head + Math.max(...row.map((n) => layouts[n].area.high)) + 10;
}

function ownPiece(scene, player) {
  const name = scene.players[player];
  const [sign, colour] = scene.looks?.[player] ?? ["", ""];
  if (player < scene.initials.length) return { text: name, symbol: scene.initials[player], player, sign, colour };
  const own = scene.boards.flatMap((board) => board.places.flatMap((place) => place.pieces)).filter((each) => each.player === player && !each.small);
  return own.find((each) => each.text === name) ?? own[0] ?? { text: name, symbol: name.slice(0, 1), player };
}

function drawLegend(pen, scene, layouts, from, wide) {
  const drawn = new Set(layouts.flatMap((each) => [...each.labels, ...each.marks]).map((each) => clean(each.text).trim()));
  if (layouts.some((each) => each.lines.some((line) => line.kind === "fixed"))) drawn.add(FIXED_MARK);
  const listed = new Set(scene.tables.flat(2).filter((each) => each.piece).map((each) => each.text)), entries = [];
  scene.players.forEach((name, n) => {
    if (!name || listed.has(name)) return;
    const own = ownPiece(scene, n);
    entries.push([name, initial(own), { ...own, change: "" }]);
  });
  const others = new Map(layouts.flatMap((each) => each.marks).filter((each) => each.piece).map((each) => [initial(each.piece), each.piece]));
  for (const [sign, text] of scene.legend) if (drawn.has(clean(sign).trim())) entries.push([text, sign, others.get(sign) ?? null]);
  const tints = new Map(scene.boards.flatMap((each) => each.places).filter((each) => each.colour).map((each) => [each.symbol, each.colour]));
  let left = MARGIN, at = from + 4;
  for (const [text, sign, piece] of entries) {
    const lines = broken(clean(text), wide - 2 * MARGIN - 34, TEXT), room = 48 + Math.max(0, ...lines.map((line) => textWidth(line, TEXT)));
    if (left > MARGIN && left + room > wide - MARGIN) [left, at] = [MARGIN, at + 28];
    const group = pen.group("", [left, at], { class_: "legend" });
    drawKey(group, sign, piece, tints.get(sign) ?? "");
    lines.forEach((line, n) => group.words([30, 17 + 17 * n], line, TEXT));
    left += room;
    at += 17 * (lines.length - 1);
  }
  return at + (entries.length ? 30 : 0);
}

function drawKey(pen, sign, piece, tint) {
  if (piece) return drawMark(pen, mark(sign, area(1, 1, 23, 23), piece));
  if (sign === FIXED_MARK) return drawLine(pen, { kind: "fixed", start: [3, 12], end: [22, 12], title: "" });
  pen.circle([12, 12], 11.5, { fill: CARVED, stroke: ROCK_EDGE, stroke_width: 1.5 });
  pen.circle([12, 12], 11, { fill: colourOr(tint, CARVED), fill_opacity: "0.4" });
  const size = Math.min(13, (13 * 17) / Math.max(1, textWidth(clean(sign), 13, true)));
  return pen.words([12, 12 + size * 0.36], sign, size, { anchor: "middle", weight: 700 });
}
