"""What `make test` leaves out is in one part of the longer run, whatever the commit draws."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

PARTS = 24
ROOT = Path(__file__).parent.parent
SIZES = {"one": (1, 6), "few": (3, 8), "many": (25, 4), "unmarked": (9, None)}
"""Tables by name: how many cases, and of how many one is run each time."""


class Case:
    """A case of a table as pytest collects it."""

    def __init__(self, table, number, marks):
        self.nodeid = f"tests/test_tables.py::{table}[{number}]"
        self.marks = {each.name: each for each in marks}

    def get_closest_marker(self, name):
        return self.marks.get(name)

    def add_marker(self, mark):
        self.marks[mark.name] = mark.mark


def cases():
    """All cases of all tables, and one that is marked `long`."""
    tables = ((name, n, [] if of is None else [pytest.mark.sample(of).mark]) for name, (size, of) in SIZES.items() for n in range(size))
    return [Case("long", 0, [pytest.mark.long.mark]), *(Case(*each) for each in tables)]


@pytest.fixture
def selected(request):
    """Which cases are run, of a draw and a shard, in `make test` or in the longer run."""
    (settings,) = (each for each in request.config.pluginmanager.get_plugins() if getattr(each, "__file__", None) == str(ROOT / "tests" / "conftest.py"))

    def ids(draw, shard, in_longer_run):
        items = cases()
        config = SimpleNamespace(option=SimpleNamespace(draw=draw), getoption={"--shard": shard}.get, hook=SimpleNamespace(pytest_deselected=lambda items: None))
        settings.pytest_collection_modifyitems(config, items)
        return [each.nodeid for each in items if (each.get_closest_marker("long") is not None) == in_longer_run]

    return ids


@pytest.mark.parametrize("draw", [0, 1, 417])
def test_each_case_is_run_each_time_or_by_one_part_of_the_longer_run(selected, draw):
    run = selected(draw, (0, 1), False)
    for part in range(PARTS):
        run += selected(draw, (part, PARTS), True)
    assert sorted(run) == sorted(each.nodeid for each in cases())


@pytest.mark.parametrize("draw", [0, 1, 417])
def test_every_table_is_tried_each_time_and_one_of_every_n_of_its_cases(selected, draw):
    run = selected(draw, (0, 1), False)
    for name, (size, of) in SIZES.items():
        assert sum(f"::{name}[" in each for each in run) == (size if of is None else -(-size // of)), name


def test_draws_come_to_every_case_in_turn(selected):
    """So a case that fails is found by `make test`, too, after a few commits."""
    run = {each for draw in range(24) for each in selected(draw, (0, 1), False)}
    assert run == {each.nodeid for each in cases() if each.get_closest_marker("long") is None}
    assert selected(5, (0, 1), False) == selected(5, (0, 1), False) != selected(6, (0, 1), False)


def test_all_parts_get_their_turn_before_changes_land():
    turns = re.findall(r"SHARD=\$\(\( .* % (\d+) \)\)/(\d+)$", (ROOT / ".ci" / "run").read_text("utf-8"), re.M)
    assert turns == [(str(PARTS), str(PARTS))]
