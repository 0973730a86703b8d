"""`load_game(…, engine="machine")`: the same states as in Python, whatever is done with them, and the interpreter where a
module has no room or time, or is not there yet."""

import copy
import dataclasses
import os
import pickle
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event, current_thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.agreement.settings import BASES, load
from tests.machine.native.twin_states import Twins

import cavewright as cw
from cavewright.machine.ir import position_layout
from cavewright.machine.native import linking, machine, machine_game, moves
from cavewright.machine.native.legal_actions import OfferedAction
from cavewright.machine.native.machine import has_wasm

pytestmark = pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
KIT = (("starting_kit", "suggested"),)


def both(name, options=(), players=None, ready=True):
    """The first states of a game by Python and by a module."""
    ruleset, *overlays = name.split("+")
    plain = load(ruleset, tuple(overlays), tuple(options))
    machine = cw.load_game(ruleset, tuple(overlays), dict(options), engine="machine")
    if ready:
        machine.make_module(players)
    return plain.new_initial_state(players), machine.new_initial_state(players)


@pytest.mark.parametrize("most", [pytest.param(80, id="some"), pytest.param(3_000, id="many", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("connect-four-some")
def test_states_in_a_module_are_those_of_python(name, most):
    rng = random.Random(name)
    players = rng.randint(*load(*overlaid(name)).rules_model.player_range)
    twins = Twins(both(name, players=players), rng)
    assert twins.walk(most) > most / 10


def overlaid(name):
    ruleset, *overlays = name.split("+")
    return ruleset, tuple(overlays)


def test_a_second_branch_while_all_act_at_once_goes_well():
    """What each does by itself lies beside the position: going on twice from a state gives two states."""
    twins = Twins(both("the-cave", players=2), random.Random(1))
    while twins.states[0].current_player != cw.SIMULTANEOUS:
        twins.step()
    begun = twins.states
    for player in (0, 1, 0):
        twins.states = begun
        for n in range(3):
            actions = twins.both(lambda state: state.legal_actions(player))  # noqa: B023
            if actions:
                twins.states = tuple(each.apply(actions[n % len(actions)]) for each in twins.states)
                twins.both(lambda state: state)


def walk_of(state, seed, steps):
    rng = random.Random(seed)
    for _ in range(steps):
        if state.is_terminal:
            break
        if state.current_player == cw.CHANCE:
            state = state.draw_any(rng.random)
        else:
            actions = state.legal_actions(state.active_players[0])
            state = state.apply(actions[int(rng.random() * len(actions))])
    return state


@pytest.mark.long
@given(
    st.sampled_from(["tic-tac-toe", "hex", "connect-four"]),
    st.lists(st.integers(0, 8), min_size=2, max_size=6),
    st.randoms(),
)
def test_equal_positions_are_equal_and_have_equal_hashes_by_whatever_way_and_engine(name, choices, rng):
    plain, machine = both(name)
    texts = [str(plain.legal_actions()[n % len(plain.legal_actions())].text) for n in dict.fromkeys(choices)]
    mine, theirs = texts[::2], texts[1::2]
    found = []
    for _ in range(2):
        rng.shuffle(mine)
        rng.shuffle(theirs)
        for first in (plain, machine):
            state = first
            for n in range(len(texts)):
                text = (mine, theirs)[n % 2][n // 2]
                if state.check(text).ok:
                    state = state.apply(text)
            found.append(state)
    for one in found:
        for other in found:
            assert (one == other) == (one.key() == other.key()) == (other == one)
            assert one != other or hash(one) == hash(other)
    assert found[0] == found[1] and found[2] == found[3]


def test_legal_actions_are_the_tuple_of_them_and_stay_so():
    plain, machine = both("hex")
    meant, found = plain.legal_actions(), machine.legal_actions()
    later = machine.apply(found[3])
    assert found == meant and meant == found and [*meant] == [*found] and hash(found) == hash(meant)
    assert found[3] == meant[3] and found[-1] == meant[-1] and found[2:5] == meant[2:5]
    assert meant[7] in found and found.index(meant[7]) == 7 and meant[3] not in later.legal_actions()
    assert found + () == () + found == meant and found != meant[:-1] and repr(found) == repr(meant)
    assert pickle.loads(pickle.dumps(found)) == copy.copy(found) == meant and isinstance(
        pickle.loads(pickle.dumps(found)), tuple
    )
    assert [each.text for each in reversed(found)] == [each.text for each in reversed(meant)]
    with pytest.raises(IndexError):
        found[len(meant)]
    with pytest.raises(TypeError):
        found[0] = meant[1]


def test_an_offered_action_is_the_action_in_all_it_says():
    plain, machine = both("nine-mens-morris")
    meant, found = plain.legal_actions()[5], machine.legal_actions()[5]
    assert type(found) is OfferedAction and isinstance(found, cw.Action) and found == meant and meant == found
    for each in ("player", "name", "values", "text", "arguments", "signature"):
        assert getattr(found, each) == getattr(meant, each)
    assert {found: 1}[meant] == 1 and str(found) == str(meant) and repr(found) == repr(meant)
    assert type(pickle.loads(pickle.dumps(found))) is type(found.plain) is cw.Action
    assert dataclasses.replace(found, values=(3,)) == dataclasses.replace(meant, values=(3,))
    assert found != machine.legal_actions()[4] and found == machine.legal_actions()[5] and found != 3
    for each in ("player", "values", "name"):
        with pytest.raises(AttributeError):
            setattr(found, each, 0)


def test_actions_from_elsewhere_are_taken_by_what_they_are():
    plain, machine = both("tic-tac-toe")
    offered = machine.legal_actions()[4]
    after = machine.apply(machine.legal_actions()[0])
    mine = dataclasses.replace(plain.legal_actions()[4], player=1)
    assert after.apply(mine) == after.apply("mark b2") == plain.apply(plain.legal_actions()[0]).apply(mine)
    for state in (after, after.apply(mine)):
        with pytest.raises(cw.IllegalActionError):
            state.apply(machine.legal_actions()[0])
    with pytest.raises(cw.IllegalActionError):
        after.apply(offered)
    with pytest.raises(cw.IllegalActionError):
        after.apply(dataclasses.replace(mine, values=(-1,)))
    for wrong in ((0, (2**40,)), (0, (0,)), (1, (4,)), (-1, (4,)), (0, ()), (0, (4, 4))):
        assert after.legal_actions().after_offered(wrong) is False
    other = both("hex")[1]
    with pytest.raises(cw.InvalidActionError, match="tic-tac-toe has no action `"):
        after.apply(other.legal_actions()[0])
    with pytest.raises(ValueError):
        machine.draw_any(random.random)
    with pytest.raises(ValueError, match="there is no player 7"):
        machine.legal_actions(7)
    assert machine.legal_actions(1) == () and machine.legal_actions(0) == plain.legal_actions()


def test_a_match_keeps_actions_without_the_positions_that_offered_them():
    match = cw.Match(both("tic-tac-toe")[1].game, seed=1)
    match.push(match.state.legal_actions()[0])
    assert [type(each) for each in match.move_stack] == [cw.Action]


def test_steps_over_the_work_that_a_module_counts_are_those_of_the_interpreter(monkeypatch):
    monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", 150)
    moves.maker_for.cache_clear()
    twins = Twins(both("nine-mens-morris"), random.Random(1))
    before = twins.states[1]
    key = before.key()
    assert (
        10 < twins.walk(50) < 50 and before.key() == key and before.legal_actions() == twins.been[0][0].legal_actions()
    )
    assert type(twins.been[1][1]._noted).__name__ == "deque"
    moves.maker_for.cache_clear()


@pytest.mark.long
def test_boards_that_outgrow_their_memory_are_those_of_the_interpreter(monkeypatch):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    monkeypatch.setattr(position_layout, "room_for", lambda stock: 8)
    moves.maker_for.cache_clear()
    twins = Twins(both("the-cave", KIT, 2), random.Random(4))
    twins.walk(350)
    assert {"machine", "interpreter"} <= {*twins.engines}
    moves.maker_for.cache_clear()


def test_what_cannot_be_compiled_is_played_by_the_interpreter(monkeypatch):
    def refused(game, players, backend):
        raise cw.NativeError("no")

    monkeypatch.setattr(moves, "link", refused)
    moves.maker_for.cache_clear()
    plain, machine = both("tic-tac-toe")
    assert machine.game.make_module() == machine.engine == "interpreter" and machine.game.engine_name == "machine"
    assert Twins((plain, machine), random.Random(1)).walk(40) == 0
    moves.maker_for.cache_clear()


def test_until_there_is_a_module_the_interpreter_plays(monkeypatch):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    moves.maker_for.cache_clear()
    goes_on, known = Event(), moves.make_pool
    monkeypatch.setattr(moves, "make_pool", lambda *given: goes_on.wait(60) and known(*given))
    states = both("connect-four", ready=False)
    twins = Twins(states, random.Random(3))
    assert twins.walk(10) == 0
    goes_on.set()
    assert states[1].game.make_module() == "machine"
    assert twins.walk(10) == 10


@pytest.mark.parametrize("is_kept", [False, True])
def test_whoever_asks_for_a_state_never_compiles_nor_loads_the_wheel(monkeypatch, tmp_path, is_kept):
    """The law of a start: all that takes long is done by another thread, however a state is asked for."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path) if is_kept else "off")
    moves.maker_for.cache_clear()
    if is_kept:
        assert linking.is_kept(both("connect-four")[1].game, 2)
    moves.maker_for.cache_clear()
    machine.engine.cache_clear()
    threads, known = [], linking._link
    monkeypatch.setattr(linking, "_link", lambda *given: threads.append(current_thread()) or known(*given))
    states = both("connect-four", ready=False)
    twins = Twins(states, random.Random(3))
    twins.walk(20)
    assert states[1].game.make_module() == "machine" and twins.walk(10) >= 10
    assert threads and current_thread() not in threads


def test_what_goes_wrong_while_a_module_is_made_is_raised_to_whoever_plays(monkeypatch):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")

    def broken(*given):
        raise RuntimeError("a fault of the program")

    moves.maker_for.cache_clear()
    monkeypatch.setattr(moves, "make_pool", broken)
    with pytest.raises(RuntimeError, match="a fault of the program"):
        cw.load_game("connect-four", engine="machine").make_module()
    moves.maker_for.cache_clear()


@pytest.mark.long
def test_threads_share_a_module_and_none_sees_another():
    """Positions are read and written by number, and whoever reads a list knows when another has called meanwhile."""
    plain, machine = both("the-cave", KIT, 2)
    meant = [walk_of(plain, seed, 60).key() for seed in range(6)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(6) as pool:
            found = list(pool.map(lambda seed: walk_in_words(machine, seed, 60), range(6)))
    finally:
        sys.setswitchinterval(interval)
    assert [each.key() for each in found] == meant


def walk_in_words(state, seed, steps):
    """The same as `walk_of`, by actions that are looked at."""
    rng = random.Random(seed)
    for _ in range(steps):
        if state.is_terminal:
            break
        if state.current_player == cw.CHANCE:
            state = state.draw_any(rng.random)
        else:
            actions = state.legal_actions(state.active_players[0])
            state = state.apply(str(actions[int(rng.random() * len(actions))]))
    return state


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_process_that_is_forked_plays_on_by_itself():
    plain, machine = both("connect-four")
    state, meant = walk_of(machine, 1, 4), walk_of(walk_of(plain, 1, 4), 2, 8)
    child = os.fork()
    if not child:
        os._exit(0 if walk_of(state, 2, 8) == meant else 1)
    assert walk_of(state, 2, 8) == meant
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_that_is_forked_makes_modules_of_its_own():
    """wasmtime would wait for threads that only the first process has; the alarm ends a process that waits."""
    code = cw.Native(load("tic-tac-toe", (), ())).wasm
    machine.compile_wasm(code)
    child = os.fork()
    if not child:
        signal.alarm(60)
        machine.compile_wasm(code)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_states_of_a_game_that_is_loaded_elsewhere_are_equal():
    machine = both("tic-tac-toe")[1]
    again = pickle.loads(pickle.dumps(machine.apply("mark b2")))
    other = cw.load_game("tic-tac-toe", engine="machine").new_initial_state().apply("mark b2")
    assert again == other == machine.apply("mark b2") and again.game.engine_name == "machine"
    assert cw.Line(machine, engine="native").state == machine and cw.Line(machine).state == machine


def test_without_wasmtime_it_is_said(monkeypatch):
    monkeypatch.setattr("cavewright.machine.native.web_assembly.has_wasm", lambda: False)
    with pytest.raises(cw.NativeError, match="there is nothing that runs WebAssembly"):
        cw.load_game("tic-tac-toe", engine="machine")
    with pytest.raises(ValueError, match="engine is python or interpreter or machine, not 'c'"):
        cw.load_game("tic-tac-toe", engine="c")
    with pytest.raises(ValueError, match="players is a whole number from 2 to 2, not 3"):
        load_machine("tic-tac-toe").make_module(3)


def load_machine(name):
    made = object.__new__(machine_game.MachineGame)
    vars(made).update(vars(load(name)), _makers={})
    return made


@pytest.mark.long
def test_a_program_that_ends_at_once_does_not_wait_and_says_nothing():
    told = (
        "import cavewright as cw; cw.load_game('the-cave', engine='machine').new_initial_state(2).legal_actions(0)[0]"
    )
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, env={**os.environ, "CAVEWRIGHT_CACHE": "off"}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("engine", ["machine", "native"])
def test_the_end_of_a_position_calls_no_function_of_python(engine):
    """Somebody who interrupts one there is not heard: what is raised at the end of an object is dropped."""
    state, called = both("tic-tac-toe")[1], []
    at = state.apply(state.legal_actions()[3])._at if engine == "machine" else _option_on_a_line(state)
    number, free = at.position, at.pool.free
    sys.setprofile(lambda frame, event, _: called.append(frame.f_code.co_name) if event == "call" else None)
    del at
    sys.setprofile(None)
    assert not called and free[-1] == number


def _option_on_a_line(state):
    """The position of a line behind a step, which only that line has."""
    line = cw.Line(state, engine="native")
    line.make_module()
    line.push_nth(3)
    return line.options()


def test_a_position_of_which_nothing_is_set_yet_ends_without_a_word(capfd):
    """Somebody may interrupt while one is made."""
    object.__new__(type(both("tic-tac-toe")[1]._at))
    assert capfd.readouterr().err == ""


def test_without_memory_for_a_module_the_interpreter_plays(monkeypatch):
    import wasmtime

    def refuse(*_):
        raise wasmtime.WasmtimeError("mmap failed to reserve 0x104000000 bytes")

    monkeypatch.setattr(wasmtime, "Instance", refuse)
    moves.maker_for.cache_clear()
    game = cw.load_game("tic-tac-toe", engine="machine")
    assert game.make_module() == game.new_initial_state().engine == "interpreter"
    assert cw.Line(game.new_initial_state(), engine="native").make_module() == "python"
    with pytest.raises(MemoryError, match="no memory for a module"):
        cw.vector("tic-tac-toe", size=2)
    moves.maker_for.cache_clear()
