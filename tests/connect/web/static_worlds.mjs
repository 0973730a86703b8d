// Asks the bots of a built page, without a page, at first decisions that may look alike. Argument: the folder, how many play.
// Prints for each truth (the actions so far) what they choose, with random numbers that are the same each time.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [, , folder, players] = process.argv, at = (name) => pathToFileURL(`${folder}/${name}`).href;
const { load } = await import(at("game.mjs")), { Bots } = await import(at("bots.mjs"));
const told = JSON.parse(readFileSync(`${folder}/play.json`, "utf-8")), found = told.bots[players], said = {};
const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/${found.wasm}`), {});
const game = await load({ players: Number(players) }), bots = new Bots(game, found, instance), seeded = (state) => () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
for (let seed = 0; seed < 30; seed++) {
  const match = game.begin({ seed });
  while (!match.active.length) match.draw();
  const truth = match.moves.join(), [player] = match.active;
  if (said[truth]) continue;
  said[truth] = [];
  for (const kind of ["greedy", "mcts"])
    for (let n = 1; n < 9; n++) {
      Math.random = seeded(n);
      said[truth].push(match.actions(player)[await bots.choose(kind, match, player, told.unknown, 40)].text);
    }
}
console.log(JSON.stringify(said));
