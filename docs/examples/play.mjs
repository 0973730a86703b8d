// Plays a match of each ruleset, all at once over one server: node play.mjs RULESET[,RULESET...] [SEED [MOVES [BOT]]].
// Without a bot it picks by chance, at most MOVES times. No packages are needed.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [, , games = "the-cave", seed = "7", most = "3000", bot = ""] = process.argv;
const [program, ...given] = (process.env.CAVEWRIGHT ?? "cavewright").split(" ");
const server = spawn(program, [...given, "serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let last = 0;

createInterface({ input: server.stdout }).on("line", (line) => {
  const { id, result, error } = JSON.parse(line);
  const { done, failed } = waiting.get(id) ?? {};
  waiting.delete(id);
  if (error) failed?.(new Error(`${error.data.kind}: ${error.message}`));
  else done?.(result);
});

function ask(method, params) {
  const id = ++last;
  server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
  return new Promise((done, failed) => waiting.set(id, { done, failed }));
}

async function play(game) {
  let random = Number(seed) >>> 0;
  const pick = (list) => list[(random = (Math.imul(random, 1664525) + 1013904223) >>> 0) % list.length];
  let now = await ask("new", { game, seed: Number(seed) });
  const { match } = now;
  while (!now.is_terminal && now.moves < Number(most)) {
    const player = now.active_players[0];
    const action = bot ? await ask("choose", { match, player, bot }) : pick((await ask("legal_actions", { match, player })).actions);
    now = await ask("apply", { match, player, action: action.action, moves: now.moves });
  }
  const { outcome } = await ask("state", { match, viewer: null });
  console.log(JSON.stringify({ game, moves: now.moves, over: now.is_terminal, totals: outcome.totals, winners: outcome.winners }));
}

await Promise.all(games.split(",").map(play));
server.stdin.end();
