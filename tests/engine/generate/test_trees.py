"""Trees of generated Python: gone through, placed and shared as Python's own tools would do it, also where one node stands in two places."""

import ast
import copy
import random

import pytest

from cavewright.engine.generate import python_syntax as py
from cavewright.engine.generate.common_subexpressions import share_reads
from cavewright.engine.generate.inlining import inline_definitions

SOURCE = "def f(h, s):\n    for x in k1:\n        if h[x + 1] == 3 or not s[0].get(h[x + 1], k2)[1]:\n            return (x, h[h[2]])\n    return None\n"


def tangled(seed):
    """A function whose expressions are picked from a pool, the same nodes again and again."""
    rng = random.Random(seed)
    pool = [py.name("x"), py.const(1), py.const(2), py.index(py.name("h"), py.const(3))]
    for _ in range(14):
        a, b = rng.choice(pool), rng.choice(pool)
        made = {
            "slot": lambda a, b: py.index(py.name("h"), a),
            "sum": lambda a, b: ast.BinOp(a, ast.Add(), b),
            "table": lambda a, b: py.index(py.name("k7"), a),
            "record": lambda a, b: py.call(py.attribute(py.index(py.name("s"), py.const(0)), "get"), a, py.name("k8")),
        }
        pool.append(made[rng.choice(list(made))](a, b))
    inner = [ast.If(rng.choice(pool), [py.do(rng.choice(pool))], [py.do(rng.choice(pool))]), py.do(rng.choice(pool))]
    if rng.random() < 0.5:
        inner = [ast.If(rng.choice(pool), inner, [])]
    inner[0].lineno = inner[0].end_lineno = seed + 5
    inner[0].col_offset = inner[0].end_col_offset = 0
    return py.function("f", ("h", "s"), [py.loop("x", py.name("k9"), inner), py.give(pool[-1])])


TREES = [lambda: ast.parse(SOURCE).body[0], *(lambda seed=seed: tangled(seed) for seed in range(60))]


@pytest.mark.parametrize("make", TREES)
def test_all_nodes_are_gone_through(make):
    tree = make()
    assert [id(each) for each in py.nodes(tree)] == [id(each) for each in ast.walk(tree)]


@pytest.mark.parametrize("make", TREES)
def test_everything_has_the_line_that_python_would_give_it(make):
    tree = make()
    other = ast.fix_missing_locations(ast.Module([copy.deepcopy(tree)], []))
    placed = py.place_nodes(tree)
    if make is not TREES[0]:
        assert ast.dump(placed, include_attributes=True) == ast.dump(other.body[0], include_attributes=True)
    compile(ast.Module([placed], []), "f", "exec")


@pytest.mark.parametrize("make", TREES)
def test_sharing_sees_every_place_of_a_node_that_stands_in_several(make):
    tree = make()
    apart = ast.parse(ast.unparse(py.place_nodes(copy.deepcopy(tree)))).body[0]
    done = ast.unparse(py.place_nodes(share_reads(apart, {})))
    assert ast.unparse(py.place_nodes(share_reads(tree, {}))) == done


def test_what_is_tangled_is_shared_often():
    assert sum("y2 = " in ast.unparse(py.place_nodes(share_reads(tangled(seed), {}))) for seed in range(60)) > 10


DEFINITION = "def d1(h, s, me, v3):\n    return h[v3] == me and h[4 + v3] > 2"
OPENED = {
    "one call": (
        "def f(h, s, me):\n    if d1(h, s, me, x7):\n        return 1",
        "def f(h, s, me):\n    if h[x7] == me and h[4 + x7] > 2:\n        return 1",
    ),
    "one call for another": (
        "def f(h, s):\n    return d1(h, s, 2, 5)",
        "def f(h, s):\n    return h[5] == 2 and h[4 + 5] > 2",
    ),
    "two calls": ("def f(h, s, me):\n    return d1(h, s, me, 1) or d1(h, s, me, 2)", None),
    "what is given is worked out": ("def f(h, s, me):\n    return d1(h, s, me, h[2])", None),
    "another function": ("def f(h, s, me):\n    return d2(h, s, me, 1) or put(h, s, me, 1)", None),
}


@pytest.mark.parametrize("name", OPENED)
def test_a_definition_is_written_out_at_its_only_call(name):
    before, after = OPENED[name]
    function = ast.parse(before).body[0]
    inline_definitions(function, [ast.parse(DEFINITION).body[0]])
    assert ast.unparse(function) == (after or before)


@pytest.mark.parametrize(
    "body",
    [
        "    for v3 in s:\n        return True",
        "    return [v4 for v4 in s]",
        "    return (v4 := h[1]) > 2",
        "    return " + " + ".join(["h[1]"] * 200),
    ],
)
def test_others_stay_by_themselves(body):
    function = ast.parse("def f(h, s, me):\n    return d1(h, s, me)").body[0]
    inline_definitions(function, [ast.parse(f"def d1(h, s, me):\n{body}").body[0]])
    assert ast.unparse(function) == "def f(h, s, me):\n    return d1(h, s, me)"
