"""`Native`: playouts and leaf counts, the same on every machine, and what cannot be had."""

import random
from collections import Counter

import pytest
from tests.engine.agreement.settings import load
from tests.play.states.leafcount import FOLDER, POSITIONS, start

import cavewright as cw
from cavewright.foundation.storage import cache
from cavewright.machine.ir.driver import MOST_GAMES
from cavewright.machine.native import linking as module
from cavewright.machine.native.machine import has_wasm


def native(name, players, backend):
    return cw.Native(load(name), players, backend=backend)


def leaves(engine, h, s, depth):
    """Leaves as the interpreter counts them."""
    listed = engine.list_options(h, s) if engine.program.code[h[0]].__class__.__name__ != "End" else []
    return (
        len(listed)
        if depth == 1
        else sum(leaves(engine, *engine.apply_option(h, s, each)[:2], depth - 1) for each in listed)
    )


@pytest.mark.parametrize(("name", "counts"), [
    ("tic-tac-toe", (9, 72, 504, 3024, 15120)), ("connect-four", (7, 49, 343, 2401)), ("breakthrough", (22, 484, 11132)),
    ("hex", (121, 14520)), ("nine-mens-morris", (24, 552, 12144)),
])  # fmt: skip
@pytest.mark.gate("wasm-connect-four-counts1")
def test_leaves_are_those_that_are_known(name, counts, backend):
    made = native(name, 2, backend)
    assert tuple(made.leaves(made.first, depth) for depth in range(1, len(counts) + 1)) == counts
    assert made.leaves(made.first, 0) == 1


@pytest.mark.parametrize("name", ["tic-tac-toe", "nine-mens-morris"])
@pytest.mark.gate("wasm-tic-tac-toe")
def test_leaves_from_within_a_game_are_those_of_the_interpreter(name, backend):
    game, rng = load(name), random.Random(5)
    made = native(name, 2, backend)
    for _ in range(3):
        state = made.first
        for _ in range(4):
            state = state.apply(rng.choice(state.legal_actions()))
        assert made.leaves(state, 3) == leaves(game.interpreter, state._h, state._s, 3)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.gate("water_both_ways", "two_on_one_tile")
def test_leaves_of_stored_positions_are_those_stored(name):
    if not has_wasm():
        pytest.skip("wasmtime is not installed")
    state = start(name)
    made = cw.Native(state.game, len(state.names), backend="wasm")
    counts = [
        int(line.split(": ")[1])
        for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
        if line.startswith("depth ")
    ]
    if state.current_player == cw.SIMULTANEOUS:
        with pytest.raises(cw.NativeError, match="while all act at once"):
            made.leaves(state, 1)
    else:
        assert [made.leaves(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("name", "players", "games"), [
    ("tic-tac-toe", 2, 40), ("hex", 2, 20), ("nine-mens-morris", 2, 5),
    pytest.param("cave-vs-cave", 2, 2, marks=pytest.mark.long), pytest.param("kave-kapers", 3, 1, marks=pytest.mark.long),
])  # fmt: skip
@pytest.mark.long
def test_equal_seeds_are_equal_games_whatever_runs_them(name, players, games):
    there = [each for each, is_there in (("wasm", has_wasm()), ("c", module.compiler())) if is_there]
    if not there:
        pytest.skip("wasmtime and a C compiler are missing")
    one, *others = (
        native(name, players, each).playouts(games, seed=2**40 + 7, bound=900) for each in ("python", *there)
    )
    assert all(one == each for each in others)
    if one.unfinished < games:
        assert one != native(name, players, "python").playouts(games, seed=2**41 + 7, bound=900)


@pytest.mark.gate("python")
def test_a_game_does_not_depend_on_those_beside_it(backend):
    made = native("tic-tac-toe", 2, backend)
    many, few = made.playouts(MOST_GAMES + 30, seed=3), made.playouts(20, seed=3)
    assert many.lengths[:20] == few.lengths and many.winners[:20] == few.winners and many.totals[:20] == few.totals
    assert (many.games, many.unfinished, many.decisions) == (MOST_GAMES + 30, 0, sum(many.lengths))
    assert len(set(many.lengths[MOST_GAMES:])) > 1


@pytest.mark.gate("wasm")
def test_playouts_are_as_random_as_those_of_a_line(backend):
    """Who wins how often in tic-tac-toe at random is known: 0.585, 0.288, else nobody."""
    made = native("tic-tac-toe", 2, backend).playouts(8_000, seed=1)
    won = Counter(made.winners)
    assert abs(won[(0,)] / 8_000 - 0.585) < 0.02 and abs(won[(1,)] / 8_000 - 0.288) < 0.02
    assert won[(0,)] + won[(1,)] + won[(0, 1)] == 8_000 and set(made.lengths) == {5, 6, 7, 8, 9}


@pytest.mark.gate("wasm")
def test_games_beyond_the_bound_are_left_as_they_stand(backend):
    made = native("hex", 2, backend).playouts(5, seed=1, bound=30)
    assert (made.unfinished, made.decisions, made.lengths, set(made.winners)) == (5, 150, (30,) * 5, {()})
    assert native("hex", 2, backend).playouts(0).games == 0


@pytest.mark.parametrize(
    "given", [{"games": -1}, {"games": True}, {"seed": -1}, {"seed": 2**64}, {"seed": 0.5}, {"bound": -1}]
)
@pytest.mark.gate("wasm-given0", "wasm-given3")
def test_arguments_that_make_no_sense_are_named(given, backend):
    with pytest.raises((TypeError, ValueError), match=f"^{next(iter(given))} is "):
        native("tic-tac-toe", 2, backend).playouts(**{"games": 1, **given})


@pytest.mark.gate("wasm")
def test_positions_of_other_games_are_refused(backend):
    made = native("tic-tac-toe", 2, backend)
    for given, error in ((load("hex").new_initial_state(), ValueError), (3, TypeError)):
        with pytest.raises(error, match=r"^state is a State of"):
            made.leaves(given, 1)
    with pytest.raises(ValueError, match=r"^depth is "):
        made.leaves(made.first, 99)


def test_without_the_wheel_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("cavewright.machine.native.web_assembly.has_wasm", lambda: False)
    with pytest.raises(cw.NativeError, match=r'pip install "cavewright\[native\]"'):
        native("hex", 2, "wasm")
    monkeypatch.setattr(module, "compiler", lambda: None)
    for backend in (None, "c"):
        with pytest.raises(cw.NativeError):
            native("hex", 2, backend)
    with pytest.raises(ValueError, match=r"^backend is wasm or c"):
        native("hex", 2, "llvm")


def one_at_a_time(state):
    """The first position, by the first actions, in which not all act at once."""
    while state.current_player == cw.SIMULTANEOUS:
        state = state.apply(state.legal_actions(state.active_players[0])[0])
    return state


@pytest.mark.parametrize("name", ["hex", "the-cave", "cave-vs-cave"])
@pytest.mark.long
def test_a_module_that_was_kept_is_run_without_being_made(name, tmp_path, monkeypatch):
    if not has_wasm():
        pytest.skip("wasmtime is not installed")
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path))
    game = cw.load_game(name)
    first, state = cw.Native(game, 2, backend="wasm"), one_at_a_time(game.new_initial_state(2))
    games, leaves = first.playouts(3, seed=1, bound=200), first.leaves(state, 2)
    monkeypatch.setattr(module, "form_of", lambda *given, **named: pytest.fail("a module is made"))
    again = cw.Native(game, 2, backend="wasm")
    assert again.playouts(3, seed=1, bound=200) == games and again.leaves(state, 2) == leaves
    with pytest.raises(pytest.fail.Exception):
        cw.Native(game, 2, backend="c")


@pytest.mark.long
def test_arrays_are_told_apart_by_their_names():
    arrays = [each for each in module.form_of(load("cave-vs-cave"), 2, bots=True).module.arrays if each.values is None]
    names = Counter(each.name for each in arrays)
    assert [name for name, many in names.items() if many > 1] == []


def test_a_module_that_was_kept_and_tampered_with_is_compiled_anew(tmp_path, monkeypatch):
    if not has_wasm():
        pytest.skip("wasmtime is not installed")
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path))
    game = cw.load_game("tic-tac-toe")
    kept_before = {*tmp_path.glob("*.kept")}
    first = cw.Native(game, 2, backend="wasm").playouts(9, seed=1)
    (entry,) = {*tmp_path.glob("*.kept")} - kept_before
    data = bytearray(entry.read_bytes())
    data[len(data) // 2] ^= 1
    entry.write_bytes(bytes(data))
    assert cache.read(entry.stem) is None
    assert cw.Native(game, 2, backend="wasm").playouts(9, seed=1) == first
    assert cache.read(entry.stem) is not None


@pytest.mark.gate("wasm", "python")
def test_a_step_of_too_much_work_stops(backend, monkeypatch):
    monkeypatch.setattr(module, "WORK_LIMIT", 1)
    with pytest.raises(cw.NativeError, match="hex: the rules come to no decision"):
        native("hex", 2, backend).playouts(1)


@pytest.mark.long
def test_a_position_of_the_cave_has_at_most_8_kib():
    game = load("the-cave")
    assert module.form_of(game, game.players.stop - 1).layout.whole.length * 4 <= 8 * 1024
