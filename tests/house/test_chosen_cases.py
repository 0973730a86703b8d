"""The program that chooses cases of the gate takes those that add most for their time, and as many as a share asks for."""

import importlib.util
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def program():
    spec = importlib.util.spec_from_file_location("choose_gate", Path(__file__).parents[2] / ".ci" / "choose_gate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines(*numbers):
    return frozenset(("a.py", number) for number in numbers)


CASES = {
    "whole": lines(*range(10)),
    "half": lines(*range(5)),
    "other": lines(8, 9),
    "alike": lines(*range(4)),
    "own": lines(99),
}


@pytest.mark.parametrize(
    "seconds, share, chosen",
    [
        ({}, 1.0, ["whole", "own"]),
        ({}, 0.9, ["whole"]),
        ({"whole": 9.0}, 1.0, ["half", "other", "own", "whole"]),
        ({"whole": 9.0}, 0.6, ["half", "other"]),
        ({"own": 9.0}, 0.0, ["whole"]),
    ],
)
def test_cases_are_chosen_that_add_most_lines_a_second(program, seconds, share, chosen):
    assert program.choose(CASES, {**dict.fromkeys(CASES, 1.0), **seconds}, share) == chosen


def test_only_tests_of_several_cases_are_tables(program):
    names = ["t.py::one", "t.py::alone[a]", "t.py::table[a]", "t.py::table[b[1]]"]
    assert program.tables_of(dict.fromkeys(names)) == {
        "t.py::table": {"t.py::table[a]": "a", "t.py::table[b[1]]": "b[1]"}
    }
