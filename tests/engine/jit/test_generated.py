"""What is generated: nothing of a rule file in it but numbers, its lines those of the rules, and the interpreter where it would be too large."""

import ast
import random
import re
import threading
import traceback
from contextlib import suppress
from dataclasses import replace

import pytest

import cavewright as cw
from cavewright.engine.generate import TooLarge, generator
from cavewright.engine.jit import compiled, runtime
from cavewright.rules.cave import grid
from cavewright.rules.check.whole_program import all_parts

OWN = re.compile(r"(m?f|z?[a-z])\d+(_\d+)?$")
PLAIN = {
    "h",
    "s",
    "run",
    "me",
    "log",
    "note",
    "add",
    "found",
    "values",
    "new",
    "old",
    "slot",
    "row",
    "back",
    "left",
    "standing",
    "mine",
    "amount",
    "bottom",
    "bit_",
    "start",
    "ring",
    "near",
    "far",
    "place",
    "there",
    "way",
    "total",
    "best",
    "ends",
    "has_outcomes",
    "passes_trial",
    "neighbours",
    "exits",
    "distances",
}
SHAPED = runtime.of_shape(grid.SQUARE)
GAMES = ["the-cave", "kave-kapers", "cave-vs-cave", "connect-four", "nine-mens-morris"]


def everything(game):
    """All functions of a game's program, as modules; those left out that begin in the middle of a loop, where play never comes in."""
    write = game.engine.generator
    for pc, node in enumerate(game.program.code):
        with suppress(TooLarge):
            yield write.at(pc).module
        if hasattr(node, "options"):
            yield write.lister(pc).module
            for n in range(len(node.options)):
                yield write.option(pc, n).module


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.gate("connect-four")
def test_only_numbers_of_a_rule_file_get_into_what_is_generated(name):
    kinds = {"set", "lay", "pieces", "draw", "back", "packed", "supply"}
    for module in everything(cw.load_game(name, engine="python")):
        for node in ast.walk(module):
            if isinstance(node, ast.Name):
                assert OWN.match(node.id) or node.id in PLAIN or node.id in compiled.RUNTIME or node.id in SHAPED, (
                    node.id
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value in kinds
            elif isinstance(node, ast.Attribute):
                assert node.attr in {
                    "get",
                    "append",
                    "count",
                    "strict",
                    "trials",
                    "work",
                    "effects",
                    "log",
                    "options",
                    "bit_count",
                    "cell",
                }


def test_a_traceback_names_the_rule_file_and_the_line():
    game = cw.load_game("the-cave", options={"starting_kit": "suggested"}, engine="python")
    state = cw.Match(game, players=2, seed=1).state

    def broken(*_):
        raise RuntimeError("broken on purpose")

    game.engine.names["move"] = broken
    rng = random.Random(2)
    with pytest.raises(RuntimeError) as caught:
        while True:
            state = state.apply(rng.choice(state.legal_actions() or [each for each, _ in state.chance_outcomes()]))
    frame = [each for each in traceback.extract_tb(caught.value.__traceback__) if each.filename.endswith(".cave")][-1]
    lines = {clause.span.line: clause for clause in game.rules}
    assert frame.lineno in lines


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("limit", ["MOST_NODES", "MOST_IN_ALL"])
@pytest.mark.gate("MOST_IN_ALL-connect-four")
def test_what_would_be_too_large_the_interpreter_carries_out(monkeypatch, name, limit):
    monkeypatch.setattr(generator, limit, 150)
    game, other = cw.load_game(name, engine="python"), cw.load_game(name, engine="interpreter")
    state, twin, rng = game.new_initial_state(2), other.new_initial_state(2), random.Random(3)
    for _ in range(60):
        if state.is_terminal:
            break
        if state.current_player == cw.CHANCE:
            action = rng.choice(state.chance_outcomes())[0]
        else:
            action = rng.choice(state.legal_actions(state.active_players[0]))
            assert list(map(str, state.legal_actions(action.player))) == list(
                map(str, twin.legal_actions(action.player))
            )
        state, twin = state.apply(action), twin.apply(str(action))
        assert state.key() == twin.key() and [str(e.text()) for e in state.events] == [
            str(e.text()) for e in twin.events
        ]
    assert game.engine.too_large


@pytest.mark.long
def test_threads_may_play_the_same_game():
    game, results = cw.load_game("the-cave", options={"starting_kit": "suggested"}, engine="python"), {}

    def play(seed):
        line = cw.Line(game.new_initial_state(3))
        line.playout(random.Random(seed).random, 200)
        results[seed] = line.state.key()

    threads = [threading.Thread(target=play, args=(seed % 2,)) for seed in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    again = dict(results)
    for seed in range(2):
        play(seed)
    assert results == again


def test_an_engine_that_there_is_not():
    with pytest.raises(ValueError, match="engine is python or interpreter or machine, not 'turbo'"):
        cw.load_game("tic-tac-toe", engine="turbo")


def test_an_expression_made_on_the_fly_is_never_taken_for_one_that_is_gone():
    game = cw.load_game("the-cave", engine="python")
    state = game.new_initial_state(2)
    total = next(
        each for each in all_parts(tuple(line.value for line in game.rules_model.scoring.lines)) if each.op == "sum"
    )
    write = compiled.Compiled(game.interpreter)
    for n in range(1, 100):
        local, domain, _, body = total.args
        sums = [
            write.expression(replace(total, args=(local, domain, None, replace(body, op="const", args=(n,)))))
            for n in (n, 1)
        ]
        assert sums[0](state._h, state._s) == n * sums[1](state._h, state._s) > 0
