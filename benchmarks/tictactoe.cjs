// Random games of tic-tac-toe by boardgame.io, for so many seconds: node tictactoe.cjs SECONDS
// Prints moves per second as JSON: through a client, as an app plays, and through the bare reducer, as its bots do.
const { Client } = require("boardgame.io/client");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { INVALID_MOVE } = require("boardgame.io/core");

const rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (rows.some((row) => row.every((cell) => G.cells[cell] === ctx.currentPlayer))) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const free = (G) => G.cells.flatMap((mark, cell) => (mark === null ? [cell] : []));
const any = (cells) => cells[Math.floor(Math.random() * cells.length)];

const client = Client({ game, numPlayers: 2, debug: false });
client.start();
function byClient() {
  client.reset();
  let moves = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    client.moves.mark(any(free(state.G)));
    moves += 1;
  }
  return moves;
}

const reducer = CreateGameReducer({ game, isClient: false });
const first = InitializeGame({ game, numPlayers: 2 });
function byReducer() {
  let state = first, moves = 0;
  while (!state.ctx.gameover) {
    const payload = { type: "mark", args: [any(free(state.G))], playerID: state.ctx.currentPlayer };
    state = reducer(state, { type: "MAKE_MOVE", payload });
    moves += 1;
  }
  return moves;
}

function rate(playout, seconds) {
  const limit = seconds * 1000;
  for (const begin = performance.now(); performance.now() - begin < limit / 4; ) playout();
  let moves = 0, games = 0;
  const begin = performance.now();
  while (performance.now() - begin < limit) {
    moves += playout();
    games += 1;
  }
  return { moves: (moves * 1000) / (performance.now() - begin), length: moves / games };
}

const seconds = Number(process.argv[2] || 1);
console.log(JSON.stringify({ client: rate(byClient, seconds), reducer: rate(byReducer, seconds) }));
