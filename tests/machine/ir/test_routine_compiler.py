"""Routines: Python of a text becomes the statements of the form that it looks like, or an error with its line."""

import ast
import textwrap
from functools import reduce
from operator import add

import pytest

import cavewright as cw
from cavewright.machine.ir.construction import DONE
from cavewright.machine.ir.form import TRUTH, Array, Call, Const, Function, Range, Var
from cavewright.machine.ir.listing import _function
from cavewright.machine.ir.routine_compiler import Routine, RoutineError
from cavewright.machine.native.linking import form_of

DIGIT = Range(0, 9)


class Memory:
    """Memory of a module without rules: an array, and a cell."""

    def __init__(self):
        self.arrays = [Array("row_of", 0, 10, DIGIT), Array("cell", 40, 1, DIGIT)]


class Lowering:
    """What routines ask of a lowering."""

    def __init__(self):
        self.memory, self.functions, self.count = Memory(), {}, 0

    def fresh(self, name, range_):
        self.count += 1
        return Var(f"{name}_{self.count}", range_)

    def function(self, name, parameters, body, returns, out=False):
        self.functions[name] = made = Function(name, tuple(parameters), body, returns, out)
        return made

    def procedure(self, name, parameters, body, out=False):
        return self.function(name, parameters, (*body, DONE), TRUTH, out)

    def call(self, name, *args):
        return Call(name, args, self.functions[name].returns)


def listings(text):
    """The functions of a text, as they are listed."""
    lowering, inlined = Lowering(), {}
    names = {"DIGIT": DIGIT, "MOST": 9, "seven": Const(7), "STEPS": (1, 2), "TABLES": tuple(lowering.memory.arrays)}
    names["total"] = lambda *parts: reduce(add, parts)
    for node in ast.parse(textwrap.dedent(text)).body:
        if any(each.id == "inline" for each in node.decorator_list):
            inlined[node.name] = node
        else:
            Routine(lowering, names, inlined).add(node)
    return "\n".join(map(_function, lowering.functions.values()))


ROUTINES = {
    "a variable and a cell": (
        """
        def f(n: DIGIT) -> DIGIT:
            cell = n
            m: DIGIT = cell
            return m
        """,
        """
        function f(n_1: 0..9) 0..9
            cell = n_1
            let m_2 = cell
            return m_2
        """,
    ),
    "what is not proven is checked": (
        """
        def f(n: DIGIT):
            row_of[n + 1] += 1
        """,
        """
        function f(n_1: 0..9) 0..1
            row_of[check(n_1 + 1, 0..9)] = check(row_of[check(n_1 + 1, 0..9)] + 1, 0..9)
            return 0
        """,
    ),
    "a loop that is left, and gone on with": (
        """
        @exported
        def f(n: DIGIT):
            while True:
                if n == 0:
                    break
                if n > MOST - 2:
                    n = 3
                    continue
                n = 0
        """,
        """
        function f(n_1: 0..9) 0..1, exported
            loop loop_2
                if n_1 == 0
                    break loop_2
                if n_1 > 7
                    let n_1 = 3
                    continue loop_2
                let n_1 = 0
            return 0
        """,
    ),
    "numbers gone through, until one is found": (
        """
        def f(n: DIGIT):
            for at in range(1, n):
                if row_of[at] == seven:
                    break
            for at in range(3):
                cell = at
        """,
        """
        function f(n_1: 0..9) 0..1
            scope loop_3
                each at_2 in 1 up to n_1
                    if row_of[at_2] == 7
                        break loop_3
            each at_2 in 0 up to 3
                cell = at_2
            return 0
        """,
    ),
    "things that are counted and asked for": (
        """
        def f(n: DIGIT) -> DIGIT:
            if some(row_of[at] == n and at > 2 for at in range(10)):
                return 0
            return most(row_of[at] for at in range(10) if at != n)
        """,
        """
        function f(n_1: 0..9) 0..9
            if some at_2 in 0 up to 10 where ((row_of[at_2] == n_1) and (at_2 > 2))
                return 0
            return most row_of[at_3] of at_3 in 0 up to 10 where (at_3 != n_1)
        """,
    ),
    "lists that are known are written out": (
        """
        @rare
        def f(n: DIGIT):
            near = [row_of[n + step] for step in STEPS]
            first, *others = [table[3] for table in TABLES]
            for n in (first, *others):
                cell = n
            cell = total(n, first, *near, *[row_of[each] for each in others])
        """,
        """
        function f(n_1: 0..9) 0..1
            let near_2 = row_of[check(n_1 + 1, 0..9)]
            let near_3 = row_of[check(n_1 + 2, 0..9)]
            let first_4 = row_of[3]
            let others_5 = cell
            cell = first_4
            cell = others_5
            cell = check((((n_1 + first_4) + near_2) + near_3) + row_of[others_5], 0..9)
            return 0
        """,
    ),
    "written in where it is called": (
        """
        @inline
        def twice(n) -> DIGIT:
            return n + n

        def f(n: DIGIT) -> DIGIT:
            return twice(n) if n < 5 or not n == 6 else -1 + n
        """,
        """
        function f(n_1: 0..9) 0..9
            return check(check(n_1 + n_1, 0..9) if ((n_1 < 5) or (n_1 != 6)) else (n_1 + -1), 0..9)
        """,
    ),
}


@pytest.mark.parametrize("name", ROUTINES)
def test_a_routine_is_the_form_that_it_looks_like(name):
    text, wanted = ROUTINES[name]
    assert listings(text) == textwrap.dedent(wanted).strip()


WRONG = {
    "def f(n):\n    pass\n": "annotate",
    "def f(n: DIGIT):\n    x = y\n": "line 2: there is no value 'y'",
    "def f(n: DIGIT):\n    x = y[n]\n": "line 2: there is no array 'y'",
    "def f(n: DIGIT):\n    while n:\n        pass\n": "line 2: the form has no such statement",
    "def f(n: DIGIT):\n    n = [n]\n": "line 2: the form has no such expression",
    "def f(n: DIGIT):\n    for at in row_of:\n        pass\n": "line 2: there is no such list",
    "def f(n: DIGIT):\n    for at in row_of(n):\n        pass\n": "line 2: go through `range`",
    "def f(n: DIGIT):\n    n.x = 1\n": "line 2: write a variable",
    "def f(n: DIGIT):\n    x = [each for each in y]\n": "line 2: there is no such list",
    "def f(n: DIGIT):\n    cell = total(*n)\n": "line 2: there is no such list",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_has_no_form_is_an_error_with_its_line(text):
    with pytest.raises(RoutineError, match=WRONG[text].replace("[", r"\[")):
        listings(text)


def test_the_searches_of_bots_are_routines():
    made = {each.name for each in form_of(cw.load_game("tic-tac-toe"), 2, bots=True).module.functions}
    assert {"below", "plan_here", "best_end", "descend", "find_node", "count_roots"} <= made
