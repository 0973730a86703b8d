"""What the gate leaves out is in one part of the longer run, and each part gets its turn by the engine alone."""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis.internal.conjecture import providers

ROOT = Path(__file__).parents[2]
TABLES = {"one": (1, [0]), "few": (3, ["c1"]), "many": (25, ["c0", 7, "c24"]), "unmarked": (9, None)}
"""Tables by name: how many cases, and which of them the gate runs; where none are named, all."""


@pytest.fixture(scope="module")
def longer_run():
    """The program that `.ci/run` runs."""
    spec = importlib.util.spec_from_file_location("longer_run", ROOT / ".ci" / "longer_run.py")
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Case:
    """A case of a table as pytest collects it."""

    def __init__(self, table, number, *marks):
        self.nodeid = f"tests/test_tables.py::{table}[c{number}]"
        self.callspec = SimpleNamespace(id=f"c{number}")
        self.marks = {each.name: each.mark for each in marks}

    def get_closest_marker(self, name):
        return self.marks.get(name)

    def add_marker(self, mark):
        self.marks[mark.name] = mark.mark


def cases():
    """All cases of all tables, and one that is marked `long`."""
    tables = [
        Case(name, n, *([] if named is None else [pytest.mark.gate(*named)]))
        for name, (size, named) in TABLES.items()
        for n in range(size)
    ]
    return [Case("long", 0, pytest.mark.long), *tables]


@pytest.fixture
def selected(request):
    """Which of some cases are run, of a shard, in the gate or in the longer run."""
    (conftest,) = (
        each
        for each in request.config.pluginmanager.get_plugins()
        if getattr(each, "__file__", None) == str(ROOT / "tests" / "conftest.py")
    )

    def ids(items, shard, in_longer_run, args=("tests",)):
        config = SimpleNamespace(
            getoption={"--shard": shard}.get, hook=SimpleNamespace(pytest_deselected=lambda items: None), args=args
        )
        conftest.pytest_collection_modifyitems(config, items)
        return [each.nodeid for each in items if (each.get_closest_marker("long") is not None) == in_longer_run]

    return ids


def test_each_case_is_run_by_the_gate_or_by_one_part_of_the_longer_run(selected, longer_run):
    run = selected(cases(), (0, 1), False)
    for part in range(longer_run.PARTS):
        run += selected(cases(), (part, longer_run.PARTS), True)
    assert sorted(run) == sorted(each.nodeid for each in cases())


def test_the_gate_runs_what_is_named(selected):
    run = selected(cases(), (0, 1), False)
    for table, (size, named) in TABLES.items():
        wanted = range(size) if named is None else [int(str(each).removeprefix("c")) for each in named]
        assert [each for each in run if f"::{table}[" in each] == [
            f"tests/test_tables.py::{table}[c{n}]" for n in wanted
        ]


@pytest.mark.parametrize("strange", ["c3", 3, "gone"])
def test_a_named_case_that_is_gone_is_told(selected, strange):
    """Only where the table is whole: who asks for one case by its id has none of the others."""
    items = [Case("few", n, pytest.mark.gate("c1", strange)) for n in range(3)]
    with pytest.raises(pytest.UsageError, match=f"few.*{strange!r}.*c0"):
        selected(items, (0, 1), False)
    assert selected(items[1:2], (0, 1), False, args=("tests/test_tables.py::few[c1]",))


def test_a_test_without_a_table_is_told(selected):
    case = Case("alone", 0, pytest.mark.gate("c0"))
    del case.callspec
    with pytest.raises(pytest.UsageError, match=r"alone.*mark it `long`"):
        selected([case], (0, 1), False)


def test_every_engine_begins_with_a_part_and_all_get_their_turn(longer_run):
    """Its files have a number that looks like a drawn one; the same one has the same parts, in the same order, with the same inputs."""
    first = {longer_run.commands(tree)[0][2] for tree in range(0x4F0000, 0x4F0000 + longer_run.PARTS)}
    assert len(first) == longer_run.PARTS
    ordered = [" ".join(each) for each in longer_run.commands(0x2_0001)]
    assert (
        ordered[:2] == ["make long SHARD=33/48 SEED=1073", "make long SHARD=34/48 SEED=1073"]
        and len(set(ordered)) == longer_run.PARTS
    )
    assert ordered[-1] == "make long SHARD=32/48 SEED=1073"


@pytest.mark.parametrize(("minutes", "parts"), [(0, 0), (1, 0), (9, 1), (11, 1), (12, 2), (50, 5), (1_000, 48)])
def test_a_part_begins_while_there_is_time_for_some_tests(longer_run, minutes, parts):
    """Here each part takes ten minutes. All of them end at one time."""
    clock, ends = [5.0], set()

    def run(command, end):
        clock[0] += 600
        ends.add(end)
        return True

    assert len(list(longer_run.run_parts(longer_run.commands(7), minutes, run, lambda: clock[0]))) == parts
    assert ends <= {5 + 60 * minutes}


@pytest.mark.parametrize(("most", "parts"), [(1, 1), (3, 3), (49, 48)])
def test_no_more_parts_are_run_than_asked_for(longer_run, most, parts):
    todo = longer_run.commands(7)
    ran = list(longer_run.run_parts(todo, 60, lambda command, end: True, lambda: 0.0, most))
    assert [command for command, _ in ran] == todo[:parts]


def test_a_part_that_fails_is_told_with_what_repeats_it_and_others_go_on(longer_run, capsys):
    todo = longer_run.commands(5)
    ran = list(longer_run.run_parts(todo, 3, lambda command, end: command[2] != "SHARD=6/48", lambda: 0.0))
    assert len(ran) == longer_run.PARTS and longer_run.report(ran, todo) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("the longer run: 48 of 48 parts, 1 failed: SHARD=5/48, SHARD=6/48, ")
    assert told[1:] == ["failed; this repeats it: make long SHARD=6/48 SEED=5"]
    assert longer_run.report(ran[:1], todo) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("not run: SHARD=6/48, SHARD=7/48, ")


def test_the_number_of_an_engine_is_that_of_its_files(longer_run, monkeypatch, tmp_path):
    """Where there is no repository there is one number, too."""
    monkeypatch.setattr(longer_run, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert longer_run.tree_of_engine() == 0


def test_inputs_of_a_property_depend_on_the_property_alone():
    """Not on the modules that other tests have loaded by then: it fails alone if it fails among others."""
    constants = providers._get_local_constants()
    assert [*constants.integers, *constants.strings, *constants.floats, *constants.bytes] == []
