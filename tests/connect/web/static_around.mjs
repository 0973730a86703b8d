// Plays matches of a built page's greedy bots, without a page. Arguments: the folder, how many matches, moves at most. Prints
// for each match whether it ended.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [, , folder, matches, most] = process.argv, at = (name) => pathToFileURL(`${folder}/${name}`).href;
const { load } = await import(at("game.mjs")), { Bots } = await import(at("bots.mjs"));
const told = JSON.parse(readFileSync(`${folder}/play.json`, "utf-8")), found = told.bots[2], said = [];
const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/${found.wasm}`), {});
const game = await load({ players: 2 }), bots = new Bots(game, found, instance);
for (let seed = 0; seed < Number(matches); seed++) {
  const match = game.begin({ seed });
  while (!match.over && match.moves.length < Number(most)) {
    const [player] = match.active;
    match.apply(match.actions(player)[await bots.choose("greedy", match, player, told.unknown)]);
  }
  said.push(match.over);
}
console.log(JSON.stringify(said));
