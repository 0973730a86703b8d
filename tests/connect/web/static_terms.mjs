// Carries out moves of a built page's game, without a page, and prints what each term counts for a player behind each of them.
// Arguments: the folder, the player, the moves as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [, , folder, player, moves] = process.argv, at = (name) => pathToFileURL(`${folder}/${name}`).href;
const { load } = await import(at("game.mjs")), { Bots } = await import(at("bots.mjs"));
const found = JSON.parse(readFileSync(`${folder}/play.json`, "utf-8")).bots[2];
const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/${found.wasm}`), {});
const game = await load({ players: 2 }), bots = new Bots(game, found, instance), match = game.begin({ seed: 5 });
console.log(JSON.stringify(JSON.parse(moves).map((each) => { match.apply(match.game.parse(each)); return bots.terms(match, Number(player)); })));
