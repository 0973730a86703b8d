"""`load_game(…, engine="machine", backend="c")`: the same states as in Python, whatever is done with them."""

import copy
import gc
import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.engine.agreement.settings import BASES, load
from tests.machine.native.test_machine_states import KIT, Twins, overlaid, walk_in_words, walk_of

import cavewright as cw
from cavewright.machine.ir import position_layout
from cavewright.machine.native import extension
from cavewright.machine.native.c_compiler import compiler_command
from cavewright.machine.native.extension_state import ExtensionState

pytestmark = [
    pytest.mark.skipif(compiler_command() is None, reason="there is no C compiler"),
    pytest.mark.usefixtures("quickly_compiled"),
]


def both(name, options=(), players=None, ready=True):
    """The first states of a game by Python and by an extension."""
    ruleset, overlays = overlaid(name)
    plain = load(ruleset, overlays, tuple(options))
    machine = cw.load_game(ruleset, overlays, dict(options), engine="machine", backend="c")
    if ready:
        machine.make_module(players)
    return plain.new_initial_state(players), machine.new_initial_state(players)


@pytest.mark.gate("connect-four")
@pytest.mark.parametrize("name", BASES)
def test_states_of_an_extension_are_those_of_python(name):
    rng = random.Random(name)
    players = rng.randint(*load(*overlaid(name)).rules_model.player_range)
    assert Twins(both(name, players=players), rng).walk(80) > 8


def test_in_every_step_the_class_is_that_of_the_extension():
    plain, machine = both("hex")
    kind = type(machine)
    assert kind is not ExtensionState and issubclass(kind, ExtensionState) and isinstance(machine, cw.State)
    state = machine
    for n in range(12):
        action = state.legal_actions()[n]
        for named in (action, plain.legal_actions()[n], str(action)):
            after = state.apply(named)
            assert type(after) is kind and after._before is state._at and after._by in (n, (0, action.values))
            assert (
                after.names is machine.names
                and after == plain.apply(str(action))
                and [each.text() for each in after.events]
            )
        state, plain = after, plain.apply(str(action))
    assert (
        type(state.clone()) is type(state._bare()) is kind and state.clone() == state and copy.deepcopy(state) is state
    )
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.game.hash == state.game.hash and type(again.apply(again.legal_actions()[0])) is kind


def test_equal_states_of_either_engine_have_equal_hashes():
    plain, machine = both("tic-tac-toe")
    ways = [(0, 4, 8, 2), (8, 4, 0, 2), (0, 2, 8, 4), (8, 2, 0, 4)]
    found = []
    for way in ways:
        for state in (plain, machine):
            for value in way:
                state = state.apply(next(each for each in state.legal_actions() if each.values == (value,)))
            found.append(state)
    assert all(
        one == other and (one != other) is False and hash(one) == hash(other) for one in found for other in found
    )
    named = load("tic-tac-toe").new_initial_state(("Anna", "Jola")), machine.game.new_initial_state(("Anna", "Jola"))
    assert named[0] == named[1] != machine and named[1] != plain and (machine == 3) is False
    with pytest.raises(TypeError):
        machine < plain  # noqa: B015


def test_what_is_not_legal_is_refused_with_its_reasons():
    plain, machine = both("tic-tac-toe")
    after = machine.apply(machine.legal_actions()[4])
    for wrong in (machine.legal_actions()[4], plain.legal_actions()[0], "0: mark a1", "mark b2"):
        with pytest.raises(cw.IllegalActionError) as error:
            after.apply(wrong)
        assert error.value.verdict.reasons
    for wrong in (None, 3, "jump", both("hex")[1].legal_actions()[0]):
        with pytest.raises(cw.InvalidActionError):
            after.apply(wrong)
    with pytest.raises(ValueError, match="there is no player 7"):
        machine.legal_actions(7)
    with pytest.raises(ValueError):
        machine.draw_any(random.random)
    with pytest.raises(TypeError):
        machine.legal_actions(players=0)
    assert machine.legal_actions(player=0) == plain.legal_actions() and machine.legal_actions(1) == ()


@pytest.mark.long
def test_chance_draws_as_in_python():
    plain, machine = both("the-cave", KIT, 2)
    rng, drawn = random.Random(3), 0
    while drawn < 12:
        if plain.current_player == cw.CHANCE:
            point, drawn = rng.random(), drawn + 1
            again = pickle.loads(pickle.dumps(machine))
            whole = sum(weight for _, weight in machine._at.outcomes())
            beside = machine._at.after_point(int(point * whole))
            plain, machine = plain.draw_any(lambda: point), machine.draw_any(lambda: point)  # noqa: B023
            assert plain == machine == again.draw_any(lambda: point) and plain.events == machine.events  # noqa: B023
            assert (
                beside == machine._at
                and whole == again._at.weight()
                and machine._at.weight() == 0
                or machine.current_player == cw.CHANCE
            )
        else:
            n = rng.randrange(len(plain.legal_actions()))
            plain, machine = plain.apply(plain.legal_actions()[n]), machine.apply(machine.legal_actions()[n])
    while machine.current_player != cw.CHANCE:
        machine = machine.apply(machine.legal_actions()[0])
    for wrong in (lambda: 1, lambda: -0.1, lambda: "x"):
        with pytest.raises(ValueError, match="from 0 up to 1"):
            machine.draw_any(wrong)
    for wrong in (-1, machine._at.weight(), 2**70):
        with pytest.raises((IndexError, OverflowError)):
            machine._at.after_point(wrong)
    with pytest.raises(TypeError):
        machine.draw_any(3)


def test_states_leave_nothing_behind():
    _, machine = both("tic-tac-toe")
    rng, held = random.Random(1), []
    for games in (300, 3_000, 3_000):
        for _ in range(games):
            state = machine
            while not state.is_terminal:
                actions = state.legal_actions()
                state = state.apply(actions[rng.randrange(len(actions))])
            hash(state)
        gc.collect()
        held.append(
            (
                sys.getallocatedblocks(),
                *map(sys.getrefcount, (machine.names, machine.game, machine._at, machine._at.pool)),
            )
        )
    _, (one, *first), (other, *second) = held
    assert first == second and other - one < 500, held


def test_states_in_a_circle_are_collected():
    _, machine = both("tic-tac-toe")
    gc.collect()
    before = sys.getrefcount(machine.names)
    for _ in range(50):
        state = machine.apply(machine.legal_actions()[0])
        state._known = {"me": state}
        state._actions = [state.legal_actions()]
    held = sys.getrefcount(machine.names)
    assert held > before
    del state
    gc.collect()
    after = sys.getrefcount(machine.names)
    assert after == before


def test_a_class_of_states_has_slots_alone():
    class WithMore(cw.State):
        pass

    _, module = extension.extension(load("connect-four"), 2)
    for wrong in (
        (WithMore, (), ()),
        (int, (), ()),
        (dict, (), ()),
        (3, (), ()),
        (ExtensionState, ("no_such_slot",), ()),
        (ExtensionState, ("apply",), ()),
        (ExtensionState, (), ("game",) * 17),
    ):
        with pytest.raises((TypeError, AttributeError, ValueError)):
            module.factory(None, *wrong, False)


@pytest.mark.long
@pytest.mark.parametrize("way", ("work", "room"))
def test_what_an_extension_cannot_say_the_interpreter_does(way, monkeypatch):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    if way == "work":
        monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", 40)
    else:
        monkeypatch.setattr(position_layout, "room_for", lambda stock: 5)
    made, by_interpreter = [], ExtensionState._step
    monkeypatch.setattr(ExtensionState, "_step", lambda *given: made.append(given) or by_interpreter(*given))
    twins = Twins(both("the-cave", KIT, 2), random.Random(4))
    twins.walk(200)
    assert made and twins.engines.count("machine") > 20


BIDS = {
    "bids.cave": """ruleset bids 1.0
    language 1
players bidder 2..2
    keeps bid: 0..9
    keeps points: 0..99
to play
    repeat 3 times
        each bidder from first(p in bidder)
            choose n in 1..3
                gain n points
        each bidder at once
            choose m in 1..3
                set bid = m
        each bidder from first(p in bidder)
            gain bid points
scoring
    score points = points
    highest total wins
"""
}


@pytest.mark.long
def test_where_all_come_to_act_at_once_the_interpreter_goes_on():
    machine = cw.load_rules(BIDS, engine="machine", backend="c")
    assert machine.make_module() == "machine"
    for seed in range(3):
        twins = Twins((cw.load_rules(BIDS).new_initial_state(), machine.new_initial_state()), random.Random(seed))
        twins.walk(40)
        assert {"machine", "interpreter"} == {*twins.engines}


def test_threads_share_an_extension_and_none_sees_another():
    plain, machine = both("the-cave", KIT, 2)
    meant = [walk_of(plain, seed, 60).key() for seed in range(6)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(6) as threads:
            found = [*threads.map(lambda seed: (walk_of if seed % 2 else walk_in_words)(machine, seed, 60), range(6))]
    finally:
        sys.setswitchinterval(interval)
    assert [each.key() for each in found] == meant


def test_what_cannot_be_had_is_said(monkeypatch):
    for engine, backend in (("python", "c"), ("interpreter", "wasm"), ("machine", "rust"), ("machine", 3)):
        with pytest.raises(ValueError, match="backend is wasm or c"):
            cw.load_game("tic-tac-toe", engine=engine, backend=backend)
    assert cw.load_game("tic-tac-toe", engine="machine", backend="wasm").engine_name == "machine"
    monkeypatch.setenv("CC", "no-such-compiler-anywhere")
    with pytest.raises(cw.NativeError, match="there is no C compiler"):
        cw.load_game("tic-tac-toe", engine="machine", backend="c")


def test_a_compiler_that_fails_is_told_to_whoever_plays(monkeypatch):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    monkeypatch.setenv("CC", "false")
    game = cw.load_game("tic-tac-toe", engine="machine", backend="c")
    with pytest.raises(cw.NativeError, match="tic-tac-toe cannot be had natively: the C compiler does not take it"):
        game.make_module()


def test_rules_that_cannot_be_compiled_are_played_by_the_interpreter(monkeypatch):
    def refused(*given):
        raise cw.NativeError("no", (cw.Diagnostic("C1001", "no", (), severity="warning"),))

    monkeypatch.setattr("cavewright.machine.native.extension_game.extension_pool", refused)
    monkeypatch.setattr("cavewright.machine.native.extension_game.is_kept", lambda *given: False)
    plain, machine = both("tic-tac-toe")
    assert machine.game.make_module() == machine.engine == "interpreter"
    assert Twins((plain, machine), random.Random(1)).walk(20) == 0
