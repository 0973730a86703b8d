"""Rules that are deep: what loads goes through every part of the program, or a `NativeError` says why it does not, and Python goes on."""

import pickle
import random

import pytest
from tests.fuzz.deep import act, rows, rules, shapes
from tests.fuzz.law import written
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.connect.export.build import BuildError, build_files
from cavewright.machine.ir import form_size
from cavewright.machine.ir.decisions import Options
from cavewright.machine.ir.effects import Effects
from cavewright.machine.ir.listing import listing
from cavewright.machine.ir.validation import faults
from cavewright.machine.native.linking import form_of
from cavewright.machine.native.machine import compiler, has_wasm
from cavewright.machine.native.native import compile_findings

SHAPES = shapes(600)
COMPILED = (
    "row of",
    "tower",
    "processes",
    "expression",
    "definitions",
    "currencies",
    "constants",
    "requirements",
    "lets",
    "costs",
)
"""Shapes that are compiled, however long they are; of others a `NativeError` may say why they are not."""
TOO_LARGE = "row of move, acting"
"""Shape that comes to more parts than machine code may have; Python goes on."""
BACKENDS = [each for each, is_there in (("wasm", has_wasm()), ("python", True)) if is_there]
CALLS = 120
"""Calls around whoever asks: those of a server, of a test, of a program of somebody else."""


def within(calls, ask):
    """Asks within so many calls."""
    return ask() if not calls else within(calls - 1, ask)


def played(game):
    """Three steps on states and on a line, looked at on the way."""
    state, rng = game.new_initial_state(2), random.Random(3)
    line = cw.Line(state)
    for _ in range(3):
        if state.is_terminal:
            break
        if state.current_player == cw.CHANCE:
            state = state.apply(state.chance_outcomes()[0][0])
            continue
        legal = state.legal_actions(state.active_players[0])
        action = next((each for each in legal if each.name == "big"), legal[0])
        assert state.check(action).ok and [each.label() for each in legal[:9]]
        state = state.apply(action)
        assert state.view(0) and state.outcome() and all(isinstance(each.text(), str) for each in state.events[:9])
    assert pickle.loads(pickle.dumps(state)) == state and hash(state) and line.playout(rng.random, 3) >= 0
    return state


def native(game):
    """What is had natively: a module of every backend that is as long as any, or the reason why there is none, which is the same for all."""
    reasons = set()
    for backend in BACKENDS:
        try:
            assert cw.Native(game, players=2, backend=backend).playouts(1, bound=3).games == 1
        except cw.NativeError as error:
            assert [each.code for each in error.diagnostics] == ["C1001"], error
            reasons.add(str(error))
    assert len(reasons) <= 1
    return reasons


def asked(game):
    """All that is made of the rules of a game."""
    played(game)
    reasons = native(game)
    assert bool(compile_findings(game)) == bool(reasons)
    if not reasons:
        module = form_of(game, 2).module
        assert listing(module) and [str(each) for each in faults(module)] == []
    if has_wasm():
        line = cw.Line(game.new_initial_state(2), engine="native")
        assert line.make_module() == ("python" if reasons else "native")
        assert line.playout(random.Random(1).random, 3) <= 3
    state = game.new_initial_state(2)
    while state.current_player == cw.CHANCE:
        state = state.apply(state.chance_outcomes()[0][0])
    for name, budget in (("greedy", {}), ("mcts", {"playouts": 2})):
        chosen = cw.bots.make(name, game, seed=1, **budget).choose(state, state.active_players[0])
        assert state.check(chosen).ok
    try:
        assert build_files(game, [2])
    except BuildError as error:
        assert "cannot be compiled" in str(error)
    assert pickle.loads(pickle.dumps(game)) == game
    return reasons


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.long
def test_what_loads_goes_all_the_way(name):
    game = cw.load_rules({"deep.cave": SHAPES[name]})
    reasons = within(CALLS, lambda: asked(game))
    assert not (reasons and name.startswith(COMPILED) and name != TOO_LARGE)


@pytest.mark.parametrize("many", [1, 30, 100])
@pytest.mark.gate("1")
def test_options_that_are_never_there_leave_nothing_behind_the_end(many):
    """A decision without options, told as the rules are read, is compiled without a statement that nothing comes by."""
    line = "choose w in ware where w.worth > {}\n    gain 1 w in pouch\notherwise\n    lose 1 coin"
    game = cw.load_rules({"deep.cave": rules(act(rows(many, lambda k: line.format(k % 4))))})
    for to_machine_code in (True, False):
        assert [str(each) for each in faults(form_of(game, 2, to_machine_code=to_machine_code).module)] == []


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.long
def test_what_loads_is_printed_and_told(name, tmp_path):
    folder = written(tmp_path / "rules", {"deep.cave": SHAPES[name]})
    for command in (["check"], ["fmt"], ["check"], ["show", "--flat"], ["docs", "--out", str(tmp_path / "out")]):
        ended = CliRunner().invoke(app, [command[0], str(folder), *command[1:]], prog_name="cavewright")
        assert isinstance(ended.exception, SystemExit | None) and ended.exit_code in (0, 1), ended.output


@pytest.mark.parametrize("name", [name for name in SHAPES if "row of" in name and name != TOO_LARGE])
@pytest.mark.long
def test_what_loads_is_compiled_by_a_c_compiler(name):
    if compiler() is None:
        pytest.skip("there is no C compiler")
    assert cw.Native(cw.load_rules({"deep.cave": SHAPES[name]}), players=2, backend="c").playouts(1, bound=3).games == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "name, lines, most",
    [
        ("row of may, acting", 400, 20_000),
        ("row of set, acting", 400, 2_000),
        ("row of if, playing", 400, 2_000),
        ("a long menu of values", 400, 2_000),
        pytest.param("row of may, acting", 10_000, 200_000, marks=pytest.mark.long),
    ],
)
def test_compiling_has_a_bound_of_work(name, lines, most, monkeypatch):
    """Rules that are too long are not compiled; that is found out while they are, by counting, and Python plays them."""
    game = cw.load_rules({"deep.cave": shapes(lines)[name]})
    monkeypatch.setattr(form_size, "MOST_PARTS", most)
    with pytest.raises(cw.NativeError, match=f"machine code is made of at most {most:,} parts") as caught:
        cw.Native(game, players=2, backend="python")
    assert [each.code for each in caught.value.diagnostics] == ["C1001"]
    assert played(game)


def noting(do, found):
    """The same function, which notes that it was called."""
    return lambda *given: (found.append(given), do(*given))[1]


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["row of set, acting", "row of if, playing", "row of may, acting", "a long menu of values"]
)
def test_what_is_refused_is_hardly_begun(name, monkeypatch):
    """As much is lowered as is allowed, and one thing more, however long the rules are."""
    monkeypatch.setattr(form_size, "MOST_PARTS", 1_000)
    game, lowered = cw.load_rules({"deep.cave": shapes(900)[name]}), []
    for kind, what in ((Effects, "effect"), (Options, "search")):
        monkeypatch.setattr(kind, what, noting(getattr(kind, what), lowered))
    with pytest.raises(cw.NativeError, match="at most 1,000 parts"):
        cw.Native(game, players=2, backend="python")
    assert 0 < len(lowered) < 200


@pytest.mark.parametrize(
    "bound, said",
    [("MOST_PARTS", "parts, "), ("MOST_OF_ONE", "in one function"), ("MOST_NESTED", "nested at most 3 deep")],
)
def test_every_bound_is_kept_and_said(bound, said, monkeypatch):
    monkeypatch.setattr(form_size, bound, 3)
    game = cw.load_game("tic-tac-toe")
    with pytest.raises(cw.NativeError, match=said) as caught:
        cw.Native(game, players=2, backend="python")
    assert [each.code for each in caught.value.diagnostics] == ["C1001"]


@pytest.mark.long
def test_a_stack_that_is_nearly_used_up_is_no_traceback():
    """However little is left of Python's stack, what cannot be compiled is said, and nothing else."""
    game = cw.load_rules({"deep.cave": SHAPES["expression and, asked"]})
    game.new_initial_state(2).legal_actions()

    def ask():
        try:
            return cw.Native(game, players=2, backend="python") is not None
        except cw.NativeError as error:
            return "nested" in str(error)

    assert all(within(calls, ask) for calls in (0, 200, 400))
