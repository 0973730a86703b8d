// Draws positions of games that Python has drawn, and says where a picture differs: node pictures.mjs NAME.mjs picture.mjs FILE

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module, drawing, file] = process.argv;
const { load } = await import(pathToFileURL(module)), { picture } = await import(pathToFileURL(drawing));
const { players, names, games } = JSON.parse(readFileSync(file, "utf-8"));
const game = await load({ players });
let compared = 0;
for (const steps of games) {
  const match = game.begin({ names });
  for (const { action, pictures } of steps) {
    if (action !== "") match.apply(action);
    for (const { viewer, lang, svg, places } of pictures) {
      const made = picture(match, { viewer, lang });
      const mine = made.svg.split("\n"), theirs = svg.split("\n"), at = mine.findIndex((line, n) => line !== theirs[n]);
      const lies = made.places.map(({ board, name, area }) => [board, name, ...[area.x, area.y, area.wide, area.high].map((each) => Math.round(each * 100))]);
      if (at >= 0 || mine.length !== theirs.length || JSON.stringify(lies) !== JSON.stringify(places)) {
        console.log(JSON.stringify({ after: action, viewer, lang, line: at, mine: mine[at], theirs: theirs[at], before: theirs.slice(Math.max(0, at - 3), at) }, null, 1));
        process.exit(1);
      }
      compared += 1;
    }
  }
}
console.log(compared);
