"""The law of counted work in the form: what a module counts of any rules is never less than what the interpreter counts."""

import random
from dataclasses import replace

import pytest
from tests.engine.agreement.settings import load
from tests.engine.agreement.work_rules import toil
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.engine.interpret.step import WORK_LIMIT
from cavewright.machine.ir import work_counting, work_source
from cavewright.machine.ir.construction import indices, read, write
from cavewright.machine.ir.decisions import Options
from cavewright.machine.native import lowered_form
from cavewright.machine.native.machine import PYTHON, WASM, C, compiler, has_wasm
from cavewright.rules.program import instructions as i

DECISIONS = (i.Decide, i.Trial)
GO = (("width", 5), ("suicide", True))
MARKS = {
    WASM: pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed"),
    C: pytest.mark.skipif(compiler() is None, reason="there is no C compiler"),
    PYTHON: (),
}
BACKENDS = [pytest.param(each, marks=marks) for each, marks in MARKS.items()]


@pytest.fixture
def all_counted(monkeypatch):
    """Every instruction is counted as it is done, and nothing within it at its worst."""
    monkeypatch.setattr(work_source, "may_pass", lambda interpreter, limit: True)
    monkeypatch.setattr(work_counting, "SHARE", 10**12)
    monkeypatch.setattr(work_counting, "FEW", 0)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 40))])
@pytest.mark.gate("1-wasm")
def test_a_module_never_counts_less_than_the_interpreter(seed, backend, all_counted):
    game = cw.load_rules({"toil.cave": toil(random.Random(seed))})
    twin = Twin(game, 2, backend, checked=True)
    assert twin.walk(seed, 12) == 12


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 5))])
@pytest.mark.long
def test_stones_that_are_taken_are_counted(seed, backend, all_counted):
    assert Twin(load("go", (), GO), 2, backend, checked=True).walk(seed, 30) == 30


@pytest.fixture
def listings_noted(monkeypatch):
    """The work of listing options lies in memory, too."""
    within = Options._within_budget

    def noted(options, at, node, listing, own):
        memory = options.lowering.memory
        there = [each for each in memory.arrays if each.name == "listed_work"]
        noting = there[0] if there else memory.array("listed_work", 1, indices(2**31))
        return within(options, at, node, (*listing, write(noting, read(options.budget.counter))), own)

    monkeypatch.setattr(Options, "_within_budget", noted)


@pytest.fixture
def listings_counted(all_counted, listings_noted, monkeypatch):
    """The options of every decision are listed as they are written."""
    source = lowered_form.work_source

    def too_much(interpreter, limit):
        known = source(interpreter, limit)
        code = known.interpreter.program.code
        return replace(known, listings=[limit + 1 if isinstance(each, DECISIONS) else 0 for each in code])

    monkeypatch.setattr(lowered_form, "work_source", too_much)


class ListingTwin(Twin):
    """A twin that compares the work of listing options, too."""

    def __init__(self, *given):
        super().__init__(*given)
        self.meant = self.counted = 0

    def step(self, rng):
        state = self.state
        if state.current_player >= 0:
            _, meant = self.plain.interpreter.measured_options(state._h, state._s)
            self.cursor.options()
            counted = self.cursor._number(self.cursor.interface.symbols["listed_work"].at)
            assert counted >= meant, (counted, meant)
            self.meant, self.counted = self.meant + meant, self.counted + counted
        super().step(rng)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "seed", [1, 5, *(pytest.param(n, marks=pytest.mark.long) for n in (*range(2, 5), *range(6, 40)))]
)
@pytest.mark.gate(f"1-{WASM}")
def test_a_listing_never_counts_less_than_that_of_the_interpreter(seed, backend, listings_counted):
    game = cw.load_rules({"toil.cave": toil(random.Random(seed))})
    twin = ListingTwin(game, 2, backend, True)
    assert twin.walk(seed, 12) == 12 and 0 < twin.meant <= twin.counted < 4 * twin.meant


@pytest.mark.long
@pytest.mark.parametrize("name", ["nine-mens-morris", "draughts", "the-cave", "cave-vs-cave", "kuhn-poker"])
def test_so_it_is_in_games(name, listings_counted):
    game = load(name)
    twin = ListingTwin(game, game.players.start, PYTHON, True)
    assert twin.walk(1, 40) == 40 and twin.meant <= twin.counted


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.gate(WASM)
def test_options_that_are_too_much_work_at_their_worst_are_listed(backend, listings_noted):
    """Backgammon asks of each man whether the other die could be used after it, and of all men whether both could."""
    game = load("backgammon")
    assert max(game.interpreter.work_of_listing) > 1_000 * WORK_LIMIT
    assert ListingTwin(game, 2, backend, True).walk(1, 60) == 60


@pytest.mark.long
def test_a_count_is_close_to_what_is_done(all_counted):
    game = cw.load_rules({"toil.cave": toil(random.Random(3))})
    twin = Twin(game, 2, PYTHON, checked=False)
    meant = counted = 0
    twin.begin()
    for _ in range(12):
        option = twin.plain.interpreter.list_options(twin.state._h, twin.state._s)[-1]
        stepped = twin.plain.interpreter.apply_option(twin.state._h, twin.state._s, option)
        twin.cursor.options()
        twin.after(len(twin.cursor.options()) - 1, stepped)
        meant, counted = meant + stepped[2].work, counted + twin.cursor.work
    assert meant <= counted < 4 * meant


def test_what_is_proven_to_stay_below_the_limit_is_not_counted_in_loops():
    for name in ("tic-tac-toe", "breakthrough", "hex", "the-cave"):
        interpreter = load(name).interpreter
        assert work_source.work_source(interpreter, 2_000_000).interpreter is None
    assert work_source.work_source(load("go", (), GO).interpreter, 2_000_000).interpreter is not None
