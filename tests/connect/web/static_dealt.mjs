// Deals worlds as the bots of a built page imagine them, at the first decision. Argument: the folder, how many play.
// Prints for each world what all bags hold, and all fields that keep one row.
import { appendFileSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [, , folder, players] = process.argv, at = (name) => pathToFileURL(`${folder}/${name}`).href;
appendFileSync(`${folder}/bots.mjs`, "\nexport { imagined };\n");
const { load } = await import(at("game.mjs")), { imagined } = await import(at("bots.mjs"));
const { unknown } = JSON.parse(readFileSync(`${folder}/play.json`, "utf-8")), game = await load({ players: Number(players) }), found = [];
const match = game.begin({ seed: 3 });
while (!match.active.length) match.draw();
const [player] = match.active, { fields, types, kinds, players: team } = match.game.record;
for (let n = 0; n < 60; n++) {
  const world = imagined(match, player, unknown), held = {};
  fields.forEach((field, number) => {
    const rows = field.owner === team ? world.names.length : (kinds[field.owner]?.rows.length ?? 1);
    if (["bag", "row"].includes(types[field.type].form)) held[`${field.owner}.${field.name}`] = Array.from({ length: rows }, (_, row) => world.held(number, row));
  });
  found.push(held);
}
console.log(JSON.stringify(found));
