"""Whoever asks may have used up most of Python's stack, have a small one, or a low limit of recursion: all goes on as elsewhere."""

import ast
import os
import random
import signal
import sys
import threading
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

import pytest
from tests.fuzz.deep import shapes
from tests.fuzz.law import written
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.connect.export.build import build_files
from cavewright.encodings import Actions, Observations
from cavewright.foundation.source import ample_stack
from cavewright.foundation.source.ample_stack import AmpleThread, call_with_room
from cavewright.foundation.source.build_lock import BUILD_LOCK
from cavewright.machine.native.machine import has_wasm
from cavewright.machine.native.native import compile_findings
from cavewright.play.states.foresight import possible_when
from cavewright.play.states.preview import preview

SHAPES = shapes(24)
LONG = shapes(700)
DEEP = (
    "expression bracketed sum, set",
    "towers in a row",
    "definitions folded",
    "expression and, branching",
    "row of if, acting",
)
"""Shapes that need most of the stack: of parsing, of blocks, of calls, of compiling, of rows."""

ENGINE = Path(cw.__file__).parent


def within(calls, ask):
    """Asks within so many calls."""
    return ask() if not calls else within(calls - 1, ask)


def within_many(ask):
    """Asks where 800 calls have been made."""
    return within(800, ask)


def on_a_small_stack(ask):
    """Asks on a thread with a stack of 256 KiB."""
    found, before = [], threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.append(ask()))
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    return found[0]


def under_a_low_limit(ask):
    """Asks where the program around allows hardly more calls than it has made."""
    depth, before = 0, sys.getrecursionlimit()
    while True:
        try:
            sys._getframe(depth)
        except ValueError:
            break
        depth += 1
    sys.setrecursionlimit(2 * depth + 90)
    try:
        return ask()
    finally:
        assert sys.getrecursionlimit() == 2 * depth + 90
        sys.setrecursionlimit(before)


AROUND = [within_many, on_a_small_stack, under_a_low_limit]


def asks(text):
    """Everything that goes through rules, by name; each loads them anew, so that nothing is known already."""
    count = iter(range(10**6))

    def game():
        return cw.load_rules({"deep.cave": text + "\n" * next(count)})

    def state():
        at = game().new_initial_state(2)
        while at.current_player == cw.CHANCE:
            at = at.apply(at.chance_outcomes()[0][0])
        return at

    def played(at):
        action = next((each for each in at.legal_actions() if each.name == "big"), at.legal_actions()[0])
        after = at.apply(action)
        telling = [each.sentence() for each in after.events_for(0)][:5], preview(at, action).events[:0], after.value(0)
        return at.check(action).ok, possible_when(at, action), after.outcome().totals, after.view(0).game, telling

    def lined(at, **engine):
        line = cw.Line(at, **engine)
        line.make_module()
        return line.playout(random.Random(3).random, 4), line.options()[:3], line.state.to_json()

    def encoded(at):
        actions, layout = Actions(at.game, 2), Observations(at.game, 2)
        return list(actions.mask(at)), layout.tensor(at.view(0))

    def reread(at):
        match = cw.Match(at.game, 2, seed=1)
        match.push(match.state.legal_actions()[0])
        return at.game.read_state(at.to_json()) == at, cw.Match.from_json(
            match.to_json(), lambda *_, **__: at.game
        ) == match

    def chosen(at, name, **budget):
        return str(cw.bots.make(name, at.game, seed=1, **budget).choose(at, at.active_players[0]))

    found = {
        "load": lambda: game().hash,
        "play": lambda: played(state()),
        "line": lambda: lined(state()),
        "interpreter": lambda: played(cw.load_rules({"deep.cave": text}, engine="interpreter").new_initial_state(2)),
        "python module": lambda: cw.Native(game(), players=2, backend="python").playouts(1, bound=3).games,
        "uncompiled": lambda: compile_findings(game()),
        "greedy": lambda: chosen(state(), "greedy"),
        "mcts": lambda: chosen(state(), "mcts", playouts=2),
        "build": lambda: {name: len(made) for name, made in build_files(game(), [2]).items()},
        "encodings": lambda: encoded(state()),
        "saves": lambda: reread(state()),
        "prompt": lambda: cw.prompt(state(), 0),
        "examples": lambda: cw.run_examples(game()),
    }
    if has_wasm():
        found |= {
            "native line": lambda: lined(state(), engine="native"),
            "module": lambda: cw.Native(game(), players=2).playouts(1, bound=3).games,
        }
    return found


COMMANDS = (
    ["check"],
    ["fmt"],
    ["check"],
    ["show"],
    ["show", "--flat"],
    ["show", "--rule", "big"],
    ["show", "--ir"],
    ["test"],
    ["translate", "--lang", "de"],
    ["docs", "--out", "DOCS"],
    ["build", "--out", "BUILD"],
)


def commanded(folder):
    """What commands print of a folder of rules, and how they end."""
    found = []
    for command, *more in COMMANDS:
        ended = CliRunner().invoke(
            app,
            [command, str(folder), *(str(folder / each) if each.isupper() else each for each in more)],
            prog_name="cavewright",
        )
        assert isinstance(ended.exception, SystemExit | None) and ended.exit_code in (0, 1), (
            command,
            more,
            ended.output,
            ended.exception,
        )
        found.append((command, ended.exit_code, ended.output))
    return found


@lru_cache
def elsewhere(name):
    """What there is where there is room."""
    return {what: ask() for what, ask in asks(SHAPES[name]).items()}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("name", DEEP)
@pytest.mark.long
def test_what_is_made_of_rules_does_not_depend_on_the_stack(name, around):
    for what, ask in asks(SHAPES[name]).items():
        assert around(ask) == elsewhere(name)[what], what


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("name", DEEP)
@pytest.mark.long
def test_commands_do_not_depend_on_the_stack(name, around, tmp_path):
    def run(place):
        return commanded(written(tmp_path / place / "rules", {"deep.cave": SHAPES[name]}))

    assert str(around(lambda: run("less"))).replace("less", "more") == str(run("more"))


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("name", ["row of if, acting", "row of if, playing"])
@pytest.mark.long
def test_seven_hundred_questions_in_a_row_go_all_the_way(name, around):
    for what, ask in asks(LONG[name]).items():
        assert around(ask) is not None, what
    assert compile_findings(cw.load_rules({"deep.cave": LONG[name]})) == ()


# ---- the stack itself -----------------------------------------------------------------------------------------------------------------


def test_a_caller_with_room_keeps_its_thread_and_another_is_given_one():
    """Nobody starts a thread within a thread, and whoever has room starts none."""
    assert call_with_room(threading.current_thread) is threading.main_thread()
    made, inner = within_many(
        lambda: call_with_room(lambda: (threading.current_thread(), call_with_room(threading.current_thread)))
    )
    assert isinstance(made, AmpleThread) and inner is made


@pytest.mark.parametrize("around", AROUND)
def test_there_is_as_much_room_everywhere(around):
    deep = ample_stack.LIMIT - 50
    assert around(lambda: call_with_room(lambda: within(deep, lambda: 7))) == 7


def test_what_is_raised_reaches_the_caller_with_its_traceback():
    def fail():
        raise KeyError("lamp")

    with pytest.raises(KeyError, match="lamp") as caught:
        within_many(lambda: call_with_room(fail))
    assert caught.traceback[-1].name == "fail" and caught.value.__context__ is None


def test_values_of_the_context_are_those_of_the_caller():
    lamp = ContextVar("lamp", default="dark")
    lamp.set("lit")
    assert within_many(lambda: call_with_room(lamp.get)) == "lit"


@pytest.mark.parametrize("error", [KeyboardInterrupt, TimeoutError, RuntimeError])
def test_an_interrupt_reaches_the_caller_and_ends_what_it_waits_for(error):
    """Whatever a signal raises in the waiting caller, when it raises it the work has ended, and undone what it had begun."""
    begun, undone = threading.Event(), []

    def work():
        begun.set()
        try:
            while True:
                sum(range(100))
        finally:
            undone.append(threading.current_thread())

    def interrupt(*_):
        raise error("enough")

    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        threading.Thread(target=lambda: begun.wait(60) and os.kill(os.getpid(), signal.SIGUSR1)).start()
        with pytest.raises(error, match="enough"):
            within_many(lambda: call_with_room(work))
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert len(undone) == 1 and undone[0].is_over and within_many(lambda: call_with_room(lambda: 7)) == 7


def test_a_limit_that_the_host_sets_meanwhile_stays():
    before = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(400)
        call_with_room(lambda: sys.setrecursionlimit(1_234))
        assert sys.getrecursionlimit() == 1_234
    finally:
        sys.setrecursionlimit(before)


def test_whoever_builds_waits_for_nobody_that_it_started():
    """A thread that holds the lock of building goes on itself: another would wait for the lock."""
    with BUILD_LOCK:
        assert within_many(lambda: call_with_room(threading.current_thread)) is threading.main_thread()


def test_each_lock_of_building_is_taken_where_there_is_room():
    """Whoever takes it for more than a look has made room before: `with_room` stands above."""
    quick = {"of", "hold", "note", "_rows_at", "start_on_large_stack", "call_undisturbed", "write"}
    texts = [path.read_text("utf-8") for path in ENGINE.rglob("*.py")]
    wrong = [
        node.name
        for text in texts
        if "with BUILD_LOCK" in text or "@without_collector" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and node.name not in quick
        and (
            any(isinstance(each, ast.With) and "BUILD_LOCK" in ast.unparse(each.items[0]) for each in node.body)
            or "without_collector" in map(ast.unparse, node.decorator_list)
        )
        and "with_room" not in map(ast.unparse, node.decorator_list)
    ]
    assert wrong == []


def test_rules_that_no_room_is_left_for_are_refused(monkeypatch):
    """Where no thread can be had, an error of ours says so, with a place."""
    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(cw.RulesetError, match="left of Python's stack") as caught:
        within(850, lambda: cw.load_rules({"deep.cave": SHAPES["towers in a row"]}))
    assert [(each.code, each.labels[0].span.source.name) for each in caught.value.diagnostics] == [
        ("C0602", "deep.cave")
    ]
    game = cw.load_rules({"deep.cave": SHAPES["towers in a row"]})
    with pytest.raises(cw.NativeError, match="nested") as caught:
        within(880, lambda: cw.Native(game, players=2, backend="python"))
    assert [each.code for each in caught.value.diagnostics] == ["C1001"]


def refuse(thread):
    """Starts no thread."""
    raise RuntimeError("can't start new thread")
