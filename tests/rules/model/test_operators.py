"""The table of operators, and the passes that go over operators, statements and instructions: none of them forgets one."""

import ast
import importlib
import pkgutil
import re
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest
from tests.engine.agreement.settings import BASES, HOUSE, load
from tests.house.engine_modules import tree_of

import cavewright
from cavewright.foundation.source import Source, Span
from cavewright.rules.model import ruleset as m
from cavewright.rules.model.dispatch import Pass, handles
from cavewright.rules.model.forms import FORMS
from cavewright.rules.model.operators import OPERATORS, Operator, _op
from cavewright.rules.model.types import SIDES, YES_NO, a_list, number
from cavewright.rules.program import instructions as i

ENGINE = Path(cavewright.__file__).parent
TABLE = "engine/cavewright/rules/model/operators.py"
HERE = Span(Source("a.cave", "n"), 0, 1)


# ---- what the passes handle ------------------------------------------------------------------------------------------


def passes():
    """All passes of the engine that say over what they go."""
    for each in pkgutil.walk_packages(cavewright.__path__, "cavewright."):
        if (
            not each.name.endswith("__main__") and ".ir.routines." not in each.name
        ):  # texts that are compiled, not imported
            importlib.import_module(each.name)
    todo, found = [Pass], []
    while todo:
        todo += (below := todo.pop().__subclasses__())
        found += [
            each for each in below if each.__module__.startswith("cavewright.") and each.over != each.__mro__[1].over
        ]
    return sorted(set(found), key=named)


def named(each):
    return f"{each.__module__}.{each.__qualname__}"


def called(key):
    return (
        f'`{key}`, `@handles("{key}")`'
        if isinstance(key, str)
        else f"`{key.__name__}`, `@handles({key.__module__.split('.')[-1]}.{key.__name__})`"
    )


def forgotten(each):
    return [
        f"{named(each)} says nothing of {called(key)}: give it a method with this decorator, or name it in `left=` of the class if what the pass does by default is right for it"
        for key in sorted(each.over - each.handlers.keys() - each.leaves, key=str)
    ]


def strange(each):
    return [
        f"{named(each)} knows {called(key)}, which is none of those it goes over: add operators to {TABLE}, forms of values to rules/model/forms.py, statements to `Statement` in rules/model/statements.py, instructions to `Instruction` in rules/program/instructions.py"
        for key in sorted((each.leaves | each.handlers.keys()) - each.over, key=str)
    ]


@pytest.mark.parametrize("each", passes(), ids=named)
def test_a_pass_handles_everything_or_leaves_it_on_purpose(each):
    assert not forgotten(each), "\n".join(forgotten(each))
    assert not strange(each), "\n".join(strange(each))


@pytest.mark.parametrize(
    "over, least",
    [
        (OPERATORS, {"Evaluator", "Expressions", "Simplify", "Folding", "Visibility", "ExpressionCost", "Explainer"}),
        (m.STATEMENTS, {"_Lowering", "Branches"}),
        (i.INSTRUCTIONS, {"Interpreter", "StepFunctions"}),
    ],
    ids=["operators", "statements", "instructions"],
)
def test_the_passes_are_found(over, least):
    assert least <= {each.__name__ for each in passes() if each.over == frozenset(over)}


def test_no_pass_puts_the_names_of_methods_together():
    wrong = [path.name for path in ENGINE.rglob("*.py") if re.search(r'getattr\(self, f?"_', path.read_text("utf-8"))]
    assert not wrong, f"{wrong}: say with `@handles` what a method handles (rules/model/dispatch.py)"


def test_a_pass_that_forgets_something_is_told():
    class Halving(Pass, over=("even", "odd", "zero"), left=("zero",)):
        @handles("even", "third")
        def exactly(self, n):
            return n // 2

    assert forgotten(Halving) == [
        f'{named(Halving)} says nothing of `odd`, `@handles("odd")`: give it a method with this decorator, or name it in `left=` of the class if what the pass does by default is right for it'
    ]
    assert [each.split(",")[0] for each in strange(Halving)] == [f"{named(Halving)} knows `third`"]


def test_what_a_pass_below_another_does_differently_is_done():
    class Above(Pass, over=("even",)):
        @handles("even")
        def exactly(self, n):
            return n // 2

    class Below(Above):
        def exactly(self, n):
            return super().exactly(n) + 100

    assert [each.handlers["even"](each(), 8) for each in (Above, Below)] == [4, 104]


# ---- names of operators in the source --------------------------------------------------------------------------------


def texts(node):
    """The texts that a node is, or holds."""
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def handlers_of_forms(tree):
    """Returns what the methods of passes over forms of values handle: nodes that name no operators."""
    over_forms = (
        each
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef) and any(ast.unparse(word) == "over=FORMS" for word in each.keywords)
    )
    return {id(call) for each in over_forms for method in each.body for call in getattr(method, "decorator_list", ())}


def operators_in(tree):
    """The operators that a module names, with lines: those that it makes, compares with and tells apart."""
    of_forms = handlers_of_forms(tree)
    for node in ast.walk(tree):
        if id(node) in of_forms:
            continue
        if isinstance(node, ast.Call) and node.args:
            function = ast.unparse(node.func)
            if function.split(".")[-1] in ("Expr", "holds") or function.endswith("shared.of") or function == "handles":
                yield from ((name, node.lineno) for name in texts(node.args[0]))
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "op":
            yield from ((name, node.lineno) for each in node.comparators for name in texts(each))
        elif isinstance(node, ast.Match) and isinstance(node.subject, ast.Attribute) and node.subject.attr == "op":
            yield from ((name, node.lineno) for case in node.cases for name in texts(case.pattern))


BEFORE = ("foundation", "language")
"""Packages that know nothing of the model."""
MODULES = [path for path in sorted(ENGINE.rglob("*.py")) if path.relative_to(ENGINE).parts[0] not in BEFORE]
WRITTEN = {
    "not",
    "and",
    "or",
    "in",
    "not in",
    "is",
    "is not",
    "..",
    "+",
    "-",
    "*",
    "/",
    "<",
    "<=",
    ">",
    ">=",
    "difference",
    "absolute",
    "round_of",
}
"""What is compared with the operators of the language, not of the model: in the checker alone."""


def test_every_operator_that_a_module_names_is_in_the_table():
    wrong = [
        f'operator `{name}` ({path.relative_to(ENGINE)}:{line}) has no entry in {TABLE}: add a line `_op("{name}", …)` that says what it takes, gives and means'
        for path in MODULES
        for name, line in operators_in(tree_of(path))
        if name not in OPERATORS and not (name in WRITTEN and path.parent.name == "check")
    ]
    assert not wrong, "\n".join(wrong)


def test_the_source_is_seen():
    tree = ast.parse(
        'def f(e):\n    a = m.Expr("one", (), x)\n    b = shared.of("two", ())\n    if e.op == "three" or e.op in ("four", "five"):\n        match e.op:\n            case "six" | "seven":\n                pass\n'
    )
    assert sorted(name for name, _ in operators_in(tree)) == ["five", "four", "one", "seven", "six", "three", "two"]


# ---- what the checker makes --------------------------------------------------------------------------------------------


def values_in(value, seen):
    """All values of a ruleset, each once."""
    if id(value) in seen:
        return
    seen[id(value)] = value
    yield value
    if isinstance(value, (tuple, list, frozenset)):
        for each in value:
            yield from values_in(each, seen)
    elif isinstance(value, dict) or hasattr(value, "items"):
        for each in value.values():
            yield from values_in(each, seen)
    elif is_dataclass(value) and not isinstance(value, (Span, m.Example)):
        for each in fields(value):
            yield from values_in(getattr(value, each.name), seen)


REST = """ruleset rest 1.0
    language 2

kind slab
    | slab  | open: set of side |
    | cross | n e s w           |

players mole 2..2
    keeps steps: -9..9
    keeps stack: pile of slab

board field
    grid 5 by 5
    keeps trod: yes_no

game
    keeps past: bag of field.trod and mole.steps

board hill of slab by open for each mole
    grid growing

to play
    each mole from first(m in mole)
        lay cross at cell(me.hill, 0, 0)
        set steps = -steps
        for each p in hill where laid(p) and p.owner is me and p.x is 0 and beside(p, n) is none
            set steps = size(p.open)
        gain 1 now in past
        if possible(walk(1)) and now in past and past[now] < 3 and after(walk(1): steps) < 9
            walk(1)

to walk(far: 1..2)
    gain up to (far) steps
    gain 1 cross in stack
    if stack[1] is none
        lose 1 from stack

scoring
    score steps = steps
    score left = remainder(steps, 3)
    score seen = count(f in sight(field.c3, 1, 1, 2 where not it.trod))
    score seat = me.seat + distance(me, next(me, 2)) + next(me where it.steps > 1).seat
    highest total wins
"""
"""What no shipped ruleset says."""
COVERING = [
    *(
        (name, ())
        for name in (
            "the-cave",
            "cave-vs-cave",
            "breakthrough",
            "connect-four",
            "kave-kapers",
            "cave-vs-cave+cave-vs-cave-era2",
        )
    ),
    ("the-cave", ("two-tiles",)),
]
"""In these is every operator that is in any; they are looked at first."""
SHIPPED = [*((name, ()) for name in BASES), *(("the-cave", (each,)) for each in HOUSE)]


@cache
def checked(name, overlays):
    rules = cavewright.load_rules({"rest.cave": REST}) if name == "rest" else load(name, overlays)
    return [each for each in values_in(rules.rules_model, {}) if isinstance(each, m.Expr)]


def wrong_with(operator, args):
    """Which argument is not what the operator takes; "" if all are."""
    takes = list(operator.takes)
    if takes and takes[-1].rest:
        takes += takes[-1:] * (len(args) - len(takes))
    if len(takes) != len(args):
        return f"{operator.name} takes {len(takes)} arguments, not {len(args)}"
    wrong = (each.name for each, given in zip(takes, args, strict=True) if not fits(each, given))
    return next((f"{operator.name} takes no such {name}" for name in wrong), "")


def fits(wanted, given):
    if wanted.many:
        return isinstance(given, tuple) and all(is_one(wanted.forms, each) for each in given)
    return wanted.optional if given is None else is_one(wanted.forms, given)


def is_one(forms, given):
    """Whether something is an expression of one of the forms, or a value of one of the classes."""
    form = given.type.form if isinstance(given, m.Expr) else ""
    return (form != "" and "any" in forms) or (form or type(given).__name__) in forms


@pytest.mark.parametrize("name, overlays", [*SHIPPED, ("rest", ())], ids=str)
@pytest.mark.gate("the-cave-()", "cave-vs-cave-()", "breakthrough-()", "connect-four-()", "rest-()")
def test_expressions_of_rulesets_agree_with_the_table(name, overlays):
    for e in checked(name, overlays):
        operator = OPERATORS[e.op]
        assert operator.made == "check", (
            f"{e.op} comes out of the check, and {TABLE} says that only `{operator.made}` makes it"
        )
        assert wrong_with(operator, e.args) == "", (
            f"{wrong_with(operator, e.args)}, says {TABLE}: {e.span.text}, {e.args}"
        )
        assert {e.type.form, "any"} & set(operator.gives), (
            f"{e.op} gives {e.type} for {e.span.text}, and {operator.gives} in {TABLE}"
        )


@pytest.mark.long
def test_every_operator_that_the_check_makes_was_seen():
    missing = {name for name, each in OPERATORS.items() if each.made == "check"}
    for each in (("rest", ()), *sorted(SHIPPED, key=lambda each: each not in COVERING)):
        missing -= {e.op for e in checked(*each)} if missing else set()
    assert not missing, (
        f"{sorted(missing)}: no shipped ruleset uses these, so that nobody knows whether {TABLE} tells the truth; use them in `REST` of this test"
    )


@pytest.mark.parametrize("name", BASES)
def test_statements_and_instructions_are_those_that_passes_go_over(name):
    game = load(name)
    assert {type(each.statement) for each in values_in(game.rules_model, {}) if isinstance(each, m.Step)} <= set(
        m.STATEMENTS
    )
    assert {type(each) for each in game.program.code} <= set(i.INSTRUCTIONS)


ONE, YES = m.Expr("const", (1,), number(1, 1), HERE), m.Expr("const", (1,), YES_NO, HERE)
SOME = m.Expr("values", ((1, 2),), a_list(number(1, 2)), HERE)
NAME = m.Local("n", number(1, 2), 1)


@pytest.mark.parametrize(
    "op, args, wrong",
    [
        ("add", (ONE, ONE), ""),
        ("add", (ONE,), "add takes 2 arguments, not 1"),
        ("add", (ONE, YES), "add takes no such right"),
        ("add", (ONE, None), "add takes no such right"),
        ("sum", (NAME, SOME, None, ONE), ""),
        ("sum", (NAME, SOME, ONE, ONE), "sum takes no such where"),
        ("sum", (ONE, SOME, None, ONE), "sum takes no such name"),
        ("sum", (NAME, ONE, None, ONE), "sum takes no such through"),
        ("these", (ONE, YES, ONE), ""),
        ("these", (ONE, None), "these takes no such things"),
        ("turned", (m.Expr("const", (5,), SIDES, HERE), ONE), ""),
        ("call", (m.Define("d", (), ONE), (ONE, YES)), ""),
        ("call", (m.Define("d", (), ONE), ONE), "call takes no such values"),
        ("call", (ONE, ()), "call takes no such define"),
    ],
)
def test_arguments_are_compared_with_the_table(op, args, wrong):
    assert wrong_with(OPERATORS[op], args) == wrong


def test_an_operator_is_written_in_one_line():
    made = _op(
        "oldest",
        "name: bound Local, board: Board, where: yes_no?, rest: row|number[]",
        "spot",
        "What has lain there longest.",
        asks="tiles",
    )
    assert isinstance(made, Operator) and made.binds and made.gives == ("place", "row", "none")
    assert [(each.name, each.forms, each.optional, each.many, each.bound) for each in made.takes] == [
        ("name", ("Local",), False, False, True),
        ("board", ("Board",), False, False, False),
        ("where", ("yes_no",), True, False, False),
        ("rest", ("row", "number"), False, True, False),
    ]


UNPICKED = {"call", "as", "ranked", "column", "field", "record", "edge", "amount", "has", "size", "room"}
"""Operators that take things which can be gone through, and may give a row, but none of those."""


@pytest.mark.parametrize(
    "each", [each for each in OPERATORS.values() if each.made == "check"], ids=lambda each: each.name
)
def test_what_gives_one_out_of_many_says_so(each):
    """Chance merges outcomes that nothing tells apart; what picks by the order of a table tells them apart."""
    many = [takes.name for takes in each.takes if {"bag", "list"} & set(takes.forms)]
    if many and {"row", "any"} & set(each.gives) and each.name not in UNPICKED:
        assert each.picks in many, f"{each.name} gives one of {many}: say `picks=` in the table, or name it in UNPICKED"
    else:
        assert not each.picks


def test_of_whose_members_one_is_picked():
    assert OPERATORS["first"].picked_from((NAME, SOME, None, None)) is SOME
    assert OPERATORS["count"].picked_from((NAME, SOME, None, None)) is None


@pytest.mark.parametrize("each", OPERATORS.values(), ids=lambda each: each.name)
def test_the_table_says_something_of_every_op(each):
    forms = set(FORMS)
    known = forms | {"any", "int", "str", "tuple", "Local", "Board", "Kind", "Field", "Define", "Ranking", "Deed"}
    assert each.meaning.endswith(".") and set(each.gives) <= forms | {"any"}
    assert {form for takes in each.takes for form in takes.forms} <= known
