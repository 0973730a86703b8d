"""Machines play what the interpreter plays: options, chance, and all that is kept, step for step, with every index checked."""

import pytest
from tests.engine.agreement.settings import load
from tests.machine.native.lockstep_native import Twin

GAMES = [
    ("tic-tac-toe", 2),
    ("connect-four", 2),
    ("breakthrough", 2),
    ("hex", 2),
    ("nine-mens-morris", 2),
    ("the-cave", 3),
    ("the-cave-de", 4),
    ("the-cave-es", 2),
    ("kave-kapers", 3),
    ("kave-kapers", 6),
    ("cave-vs-cave", 1),
    ("cave-vs-cave", 2),
    ("cave-vs-cave+cave-vs-cave-era2", 2),
]


def overlaid(name):
    """A ruleset and its overlays."""
    ruleset, *overlays = name.split("+")
    return ruleset, tuple(overlays)


@pytest.mark.parametrize("most", [pytest.param(150, id="some"), pytest.param(4_000, id="many", marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.gate("wasm-the-cave-3-some")
def test_a_machine_goes_step_for_step_with_the_interpreter(name, players, most, backend):
    assert Twin(load(*overlaid(name)), players, backend, checked=True).walk(f"{name} {players}", most) == most


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_it_does_so_where_only_what_is_unproven_is_checked(name, players, backend):
    assert Twin(load(*overlaid(name)), players, backend, checked=False).walk(f"{name} {players} 2", 2_000) == 2_000
