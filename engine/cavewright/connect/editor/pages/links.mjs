// Links that hold a text: as JSON, deflated with a checksum, in letters that an address takes.
export const MOST_LETTERS = 300_000, MOST_SIGNS = 3_000_000;

/** A link that holds too much, is cut, or names what is not here; `word` is the name of what is said of it. */
export class LinkError extends Error {
  constructor(word, values = {}) {
    super(word);
    Object.assign(this, { word, values });
  }
}

/** The letters of a game with its changed files; refused are those that `unpacked` would not read. */
export async function packed(work) {
  const plain = JSON.stringify(work);
  const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (letters.length > MOST_LETTERS || plain.length > MOST_SIGNS) throw new LinkError("long_text", { n: letters.length, most: MOST_LETTERS });
  return letters;
}

/** What letters hold, as `packed` was given it. */
export async function unpacked(letters) {
  if (letters.length > MOST_LETTERS) throw new LinkError("bad_link");
  try {
    return checked(JSON.parse(await inflated(letters)));
  } catch {
    throw new LinkError("bad_link");
  }
}

async function inflated(letters) {
  const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  let [plain, decoder] = ["", new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    plain += decoder.decode(part.value, { stream: true });
    if (plain.length > MOST_SIGNS) throw new LinkError("bad_link");
  }
  return plain + decoder.decode();
}

/** A game and its changed files, if a value is that and nothing else. */
export function checked(work) {
  const isPlain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const isWork = isPlain(work) && typeof work.game === "string" && isPlain(work.changed) && Object.values(work.changed).every((each) => typeof each === "string");
  if (!isWork) throw new LinkError("bad_link");
  return { game: work.game, changed: work.changed };
}
