"""`Line(engine="native")`: the same line as in Python, whatever is done with it, and Python where a module has no room or time."""

import copy
import os
import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, current_thread

import pytest
from tests.engine.agreement.settings import BASES, house_rules, load, with_random_options
from tests.machine.native.twin_lines import Pair

import cavewright as cw
from cavewright.machine.ir import position_layout, record_rooms
from cavewright.machine.native import linking, machine, moves
from cavewright.machine.native.machine import has_wasm

pytestmark = pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")


def native(state):
    """A native line whose module has been made."""
    line = cw.Line(state, engine="native")
    line.make_module()
    return line


def overlaid(name):
    ruleset, *overlays = name.split("+")
    return ruleset, tuple(overlays)


@pytest.mark.parametrize("most", [pytest.param(100, id="some"), pytest.param(6_000, id="many", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("connect-four-some")
def test_a_native_line_is_the_line_of_python(name, most):
    game, rng = load(*overlaid(name)), random.Random(name)
    players = rng.randint(*game.rules_model.player_range)
    assert Pair(game, players, rng).walk(most) > most / 10


@pytest.mark.gate("30")
@pytest.mark.parametrize("seed", range(60))
def test_so_it_is_with_any_options_and_house_rules(seed):
    rng = random.Random(seed)
    name, overlays = overlaid(rng.choice(BASES))
    game = with_random_options(name, rng, house_rules(rng) if name == "the-cave" else overlays)
    players = rng.randint(*game.rules_model.player_range)
    Pair(game, players, rng).walk(100 if seed % 15 == 0 else 2_200)


def test_a_step_over_the_work_that_is_counted_natively_is_made_in_python(monkeypatch):
    """The module's count is never less than that of Python: here it is always too much."""
    monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", 1)
    moves.maker_for.cache_clear()
    pair, made = Pair(load("nine-mens-morris"), 2, random.Random(1)), []
    in_python = cw.State._apply_option
    monkeypatch.setattr(cw.State, "_apply_option", lambda *given: made.append(given) or in_python(*given))
    pair.walk(60)
    assert len(made) > 20
    moves.maker_for.cache_clear()


def test_what_is_too_much_work_in_python_too_is_said_and_nothing_has_happened(monkeypatch):
    monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", 1)

    def too_much(state, player, chosen):
        raise cw.WorkLimitError

    moves.maker_for.cache_clear()
    line = native(load("nine-mens-morris").new_initial_state())
    monkeypatch.setattr(cw.State, "_apply_option", too_much)
    with pytest.raises(cw.WorkLimitError):
        while True:
            before, depth, option = line.state, line.depth, line.options()[0]
            line.push(option)
    assert (line.state, line.depth, line.options()[0]) == (before, depth, option)
    moves.maker_for.cache_clear()


@pytest.mark.long
def test_boards_that_outgrow_their_memory_are_those_of_python(monkeypatch):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    monkeypatch.setattr(position_layout, "room_for", lambda stock: 8)
    moves.maker_for.cache_clear()
    pair = Pair(load("the-cave", (), (("starting_kit", "suggested"),)), 2, random.Random(4))
    assert 0 < pair.walk(300) < 300
    moves.maker_for.cache_clear()


def test_a_frontier_full_of_gaps_is_moved_together(monkeypatch):
    """There is room for nine: five are free at once, and many more in a game."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    monkeypatch.setattr(record_rooms, "free_room", lambda most: 9)
    game = load(str(Path(__file__).parents[2] / "rules" / "boards" / "tunnel.cave"))
    moves.maker_for.cache_clear()
    pair = Pair(game, 1, random.Random(2))
    assert pair.walk(400) > 300
    line = native(pair.state)
    line.playout(random.Random(3).random, 30)
    assert line.engine == "native" and line.state._s[0]
    moves.maker_for.cache_clear()


def test_rules_that_cannot_be_compiled_are_played_in_python(monkeypatch):
    def refused(game, players, backend):
        raise cw.NativeError("no")

    monkeypatch.setattr(moves, "link", refused)
    moves.maker_for.cache_clear()
    pair = Pair(load("tic-tac-toe"), 2, random.Random(1))
    assert pair.walk(30) == 0 and pair.lines[1].engine == "python"
    moves.maker_for.cache_clear()


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.gate("True")
def test_who_begins_a_line_never_compiles_nor_loads_the_wheel(monkeypatch, tmp_path, is_kept):
    """Python plays until another thread has made the module; then the line goes on there, and back to where it was."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path) if is_kept else "off")
    moves.maker_for.cache_clear()
    if is_kept:
        native(load("connect-four").new_initial_state())
        moves.maker_for.cache_clear()
        machine.engine.cache_clear()
    goes_on, threads, known = Event(), [], linking._link
    monkeypatch.setattr(linking, "_link", lambda *given: threads.append(current_thread()) or known(*given))
    monkeypatch.setattr(moves, "make_pool", lambda *given, make=moves.make_pool: goes_on.wait(60) and make(*given))
    pair = Pair(load("connect-four"), 2, random.Random(3), is_ready=False)
    assert pair.walk(20) == 0 and pair.lines[1].engine == "python"
    goes_on.set()
    assert pair.lines[1].make_module() == "native" and pair.walk(60) > 20
    assert threads and current_thread() not in threads
    moves.maker_for.cache_clear()


def test_what_goes_wrong_while_a_module_is_made_is_raised_and_the_line_is_as_it_was(monkeypatch):
    begun = Event()

    def broken(*given):
        assert begun.wait(60)
        raise RuntimeError("a fault of the program")

    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    monkeypatch.setattr(moves, "make_pool", broken)
    moves.maker_for.cache_clear()
    line = cw.Line(load("hex").new_initial_state(), engine="native")
    begun.set()
    with pytest.raises(RuntimeError, match="a fault of the program"):
        line.make_module()
    with pytest.raises(RuntimeError, match="a fault of the program"):
        line.push_nth(0)
    assert line.depth == 0 and line.engine == "python" and line.state == load("hex").new_initial_state()
    moves.maker_for.cache_clear()


def test_arguments_that_make_no_sense_are_named():
    state = load("tic-tac-toe").new_initial_state()
    for wrong in ("c", None, 3, [], "\ud800"):
        with pytest.raises(ValueError, match=r"^engine is python or native, not "):
            cw.Line(state, engine=wrong)
    with pytest.raises(TypeError, match=r"^state is "):
        cw.Line(3, engine="native")
    line = native(state)
    assert isinstance(line, cw.Line) and type(line).__name__ == "Line" and line.engine == "native"
    for wrong in (lambda: 1.0, lambda: "x", lambda: float("nan"), lambda: -1, 7):
        with pytest.raises((TypeError, ValueError), match=r"^random is "):
            line.playout(wrong)
    for wrong in ((0, (9,)), (1, (0,)), None, (0, ()), ODD):
        with pytest.raises(ValueError, match=r"^option is one of the 9 of `options\(\)` here, not "):
            line.push(wrong)
    with pytest.raises(IndexError):
        line.pop()
    assert line.state == state


ODD = object()


def test_who_only_plays_does_not_load_what_compiles():
    told = "import sys, cavewright, cavewright.connect.cli.show; print(*[each for each in sys.modules if each.split('.')[2:3] in (['ir'], ['emit']) or each == 'wasmtime'])"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "\n"
    assert cw.Native.__name__ == "Native" and issubclass(cw.NativeError, ValueError)
    with pytest.raises(AttributeError, match="No cavewright attribute Natives"):
        cw.Natives  # noqa: B018


def test_lines_do_not_share_their_memory():
    state = load("tic-tac-toe").new_initial_state()
    one, other = (native(state) for _ in range(2))
    one.push(one.options()[0])
    assert len(other.options()) == 9 and len(one.options()) == 8
    with pytest.raises(TypeError):
        other.options()[0] = one.options()[0]


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "the-cave", "kave-kapers"])
@pytest.mark.gate("tic-tac-toe")
def test_options_are_a_sequence_that_is_the_tuple_of_them_at_any_time(name):
    """Also when they are looked at first after the line has gone on, or back and elsewhere."""
    rng, state = random.Random(name), load(name).new_initial_state(2)
    plain, line = cw.Line(state), native(state)
    for each in (plain, line):
        each.playout(random.Random(2).random, 12)
    pairs = []
    for _ in range(60):
        player = rng.choice(plain.active_players or (None,))
        if player is None:
            for each in (plain, line):
                each.pop()
            continue
        pairs.append((tuple(plain.options(player)), line.options(player)))
        at, back = rng.randrange(len(pairs[-1][0])), rng.random() < 0.2 and plain.depth > 2
        for each in (plain, line):
            each.push_nth(at, player)
            if back:
                each.pop()
                each.pop()
    for meant, found in pairs:
        way = rng.random()
        if way < 0.3:
            assert [found[n] for n in range(len(found))] == list(meant) and found[-1] == meant[-1]
        if way < 0.6:
            assert hash(found) == hash(meant) and found[1:3] == meant[1:3] and meant[0] in found
        assert (
            found == meant and list(found) == list(meant) and len(found) == len(meant) and found != (*meant, meant[0])
        )
        assert (
            found == found
            and repr(found) in (repr(meant), repr(list(meant)))
            and found.index(meant[-1]) == len(meant) - 1
        )
        with pytest.raises(IndexError):
            found[len(meant)]
        assert copy.copy(found) == pickle.loads(pickle.dumps(found)) == meant


def together(name, many, seed):
    """Pairs of lines of one game that go on in turn."""
    return [Pair(load(name), 2, random.Random(seed + n)) for n in range(many)]


@pytest.mark.parametrize("name", ["tic-tac-toe", "hex", "the-cave"])
@pytest.mark.gate("tic-tac-toe")
def test_many_lines_of_a_game_go_on_in_turn(name):
    pairs = together(name, 5, 7)
    assert len({id(each.lines[1]._pool) for each in pairs}) == 1
    for _ in range(60):
        for each in pairs:
            each.go_on() if each.rng.random() < 0.7 and not each.lines[0].is_terminal else each.go_back()
    for each in pairs:
        each.walk(each.decisions)


def test_lines_in_threads_do_not_disturb_each_other():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            walks = [pool.submit(each.walk, 400) for each in together("connect-four", 4, 1)]
            assert all(each.result() > 200 for each in walks)
    finally:
        sys.setswitchinterval(before)


def test_a_line_goes_on_in_a_forked_process():
    """And what the child does, the parent does not see."""
    [pair] = together("breakthrough", 1, 3)
    pair.lines[0].playout(random.Random(1).random, 9), pair.lines[1].playout(random.Random(1).random, 9)
    child = os.fork()
    if not child:
        try:
            pair.walk(80)
            os._exit(0)
        except BaseException:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    pair.alike()
    pair.walk(80)


def test_memory_grows_by_need_and_what_there_is_none_of_is_said(monkeypatch):
    moves.maker_for.cache_clear()
    line = native(load("tic-tac-toe", (), ()).new_initial_state())
    size = line._pool.machine.size
    others = [native(line.state) for _ in range(300)]
    for each in others:
        each.playout(random.Random(5).random)
    assert line._pool.machine.size > size
    reached, options = line.state, line.options()
    monkeypatch.setattr(line._pool, "most", 10)
    line._pool.free.clear()
    with pytest.raises(MemoryError, match="positions are kept natively"):
        line.push_nth(0)
    assert (line.state, line.depth, line.options()) == (reached, 0, options)
    del others
    line.push_nth(0)
    assert line.depth == 1
    moves.maker_for.cache_clear()


@pytest.mark.long
def test_a_module_that_stops_itself_leaves_all_positions_as_they_were(monkeypatch):
    """Here it stops in the middle of a step, and always: what it had written by then is of no step."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", 200)
    moves.maker_for.cache_clear()
    pairs = [Pair(load("the-cave", (), (("starting_kit", "suggested"),)), 2, random.Random(n)) for n in (1, 2)]
    stopped, native = [], moves.NativeMoves._give_up
    monkeypatch.setattr(moves.NativeMoves, "_give_up", lambda *given: stopped.append(given) or native(*given))
    for _ in range(150):
        for each in pairs:
            each.go_on() if each.rng.random() < 0.8 else each.go_back()
    assert 20 < len(stopped) < sum(each.native for each in pairs)
    moves.maker_for.cache_clear()


def scribble(pool):
    """Leaves memory as the worst step would that stopped itself: nothing but positions of the pool is what it was."""
    whole = pool.encoding.whole
    for name, each in pool.interface.symbols.items():
        if not (whole.at <= each.at and each.end <= whole.end) and name not in ("pool", "zeros", "sampler"):
            pool.machine.write(each.at, b"\1" * (each.length * each.width))
    for each in ("here", "listed_at"):
        pool.machine.words[pool.interface.symbols[each].at // 4] = 0


@pytest.mark.parametrize("name", ["nine-mens-morris", "the-cave", "cave-vs-cave"])
@pytest.mark.gate("nine-mens-morris")
def test_what_a_step_that_stopped_itself_has_left_behind_means_nothing(name):
    pair = Pair(load(name), 2, random.Random(9))
    for _ in range(80):
        scribble(pair.lines[1]._pool)
        pair.go_on() if pair.rng.random() < 0.8 and not pair.lines[0].is_terminal else pair.go_back()
    assert pair.native > 40


def test_without_the_wheel_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("cavewright.machine.native.web_assembly.has_wasm", lambda: False)
    moves.maker_for.cache_clear()
    with pytest.raises(cw.NativeError, match=r'pip install "cavewright\[native\]"'):
        cw.Line(load("hex").new_initial_state(), engine="native")


PRINTED = """
import sys
from cavewright import Line, load_game
line = Line(load_game("tic-tac-toe").new_initial_state(), engine="native")
line.make_module()
assert line.engine == "native" and len(line.options()) == 9
print(*sorted(each for each in sys.modules if each.startswith("cavewright.machine.")))
"""
NEEDED = {"arrays", "interface", "memory", "position_decoding", "position_encoding", "position_heads", "records"}
"""Modules of `ir` that know where a position lies in memory."""


def test_a_line_in_a_module_that_was_kept_loads_nothing_that_lowers_rules_or_prints_them():
    native(cw.load_game("tic-tac-toe").new_initial_state())
    done = subprocess.run([sys.executable, "-c", PRINTED], capture_output=True, text=True, check=True)
    rooms = [each.split(".")[2:] for each in done.stdout.split()]
    assert {each[1] for each in rooms if each[0] == "ir" and each[1:]} == NEEDED
    assert [each[1] for each in rooms if each[0] == "emit" and each[1:]] == ["wasm_encoding"]
