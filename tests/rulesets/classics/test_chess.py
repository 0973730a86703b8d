"""Chess: as many ways to go on as others have counted from well-known positions, and the same games as in another program."""

import random

import pytest
from tests.rulesets.cited import carried_out, forgotten, loaded, misspelt, without_example

import cavewright as cw
from cavewright.machine.native.machine import compiler, has_wasm
from cavewright.machine.native.native import Native
from cavewright.play.examples.runner import run_examples
from cavewright.play.states.game import State

OPENING = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq"
LEAVES = [
    (OPENING, (20, 400, 8_902, 197_281, 4_865_609)),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R KQkq", (48, 2_039, 97_862, 4_085_603)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 -", (14, 191, 2_812, 43_238, 674_624)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 kq", (6, 264, 9_467, 422_333)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R KQ", (44, 1_486, 62_379, 2_103_487)),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 -", (46, 2_079, 89_890, 3_894_594)),
]
"""Well-known positions with White to move, and how many ways lead on from each, by number of moves, as published."""
MEN = "kqrbnp"


def position(placing):
    """The state of a position, as chess programs write it."""
    rows, rights = placing.split()
    game = cw.load_game("chess")
    state, base = game.new_initial_state(), game.program.layout.base
    slots = state._h[:]
    for y, row in enumerate(reversed(rows.split("/"))):
        squares = [each for mark in row for each in (" " * int(mark) if mark.isdecimal() else mark)]
        for x, mark in enumerate(squares):
            place = game.rules_model.kinds["square"].index("abcdefgh"[x] + str(y + 1))
            slots[base["square", "man"] + place] = MEN.find(mark.lower()) if mark != " " else -1
            slots[base["square", "owner"] + place] = -1 if mark == " " else int(mark.islower())
    for player, marks in enumerate(("KQ", "kq")):
        slots[base["player", "castles"] + player] = sum(1 << n for n, mark in enumerate(marks) if mark in rights)
    return State(game, state.names, slots, state._s, None)


def leaves(state, depth):
    """The number of ways of so many moves."""
    actions = state.legal_actions()
    return len(actions) if depth == 1 else sum(leaves(state.apply(each), depth - 1) for each in actions)


@pytest.mark.parametrize("placing, counts", LEAVES)
@pytest.mark.gate(0, 1)
def test_there_are_as_many_moves_as_published(placing, counts):
    assert leaves(position(placing), 1) == counts[0]


@pytest.mark.long
@pytest.mark.parametrize("placing, counts", LEAVES)
def test_there_are_as_many_answers_as_published(placing, counts):
    assert leaves(position(placing), 2) == counts[1]


@pytest.mark.parametrize("placing, counts", [LEAVES[0], pytest.param(*LEAVES[1], marks=pytest.mark.long)])
def test_machine_code_counts_the_same(placing, counts):
    if not has_wasm():
        pytest.skip("wasmtime is not installed")
    state = position(placing)
    native = Native(state.game, 2, backend="wasm")
    assert tuple(native.leaves(state, depth) for depth in (1, 2)) == counts[:2]


@pytest.mark.long
@pytest.mark.parametrize("backend", ["wasm", "c"])
@pytest.mark.parametrize("placing, counts", LEAVES)
def test_it_does_so_deeper(placing, counts, backend):
    if not (has_wasm() if backend == "wasm" else compiler()):
        pytest.skip("there is no such machine")
    state = position(placing)
    native = Native(state.game, 2, backend=backend)
    assert tuple(native.leaves(state, depth) for depth in range(1, len(counts) + 1)) == counts


def written(move, player):
    """An action as other programs write it: `e2e4`, `e7e8q`, `e1g1`."""
    word, *values = move.text.split()
    if word == "castle":
        return {"short": "e1g1", "long": "e1c1"}[values[0]].replace("1", "18"[player])
    return values[0] + values[2] + ({"knight": "n"}.get(values[4], values[4][0]) if word == "promote" else "")


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.gate(3)
def test_a_random_game_is_the_same_in_another_program(seed):
    """There draws are claimed: here they come at the moment at which they can be."""
    chess = pytest.importorskip("chess", reason="chess (PyPI) is not installed")
    rng, board, state = random.Random(seed), chess.Board(), cw.load_game("chess").new_initial_state()
    for _ in range(60 if seed == 3 else 600):
        drawn = board.is_repetition(3) or board.halfmove_clock >= 100
        if board.is_checkmate() or board.is_stalemate() or drawn:
            break
        moves = {written(each, state.current_player): each for each in state.legal_actions()}
        assert sorted(moves) == sorted(each.uci() for each in board.legal_moves)
        chosen = rng.choice(sorted(moves))
        board.push_uci(chosen)
        state = state.apply(moves[chosen])
    else:
        return
    assert state.is_terminal
    winners = [0, 1] if not board.is_checkmate() else [int(board.turn)]
    assert sorted(state.outcome().winners) == winners


def test_every_fact_is_carried_out_and_shown():
    game = loaded("chess")[0]
    assert len(game.facts) == 19 and forgotten(game) == [] and misspelt(game) == []
    assert without_example(game, carried_out(game, "none")) == []


def test_the_examples_hold():
    assert [each.name for each in run_examples(cw.load_game("chess")) if not each.ok] == []
