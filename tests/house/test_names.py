"""Names and docstrings of functions: a verb with its object, and a beginning that says what is done."""

import ast
import re

import pytest
from tests.house.engine_modules import ENGINE, MODULES, tree_of

IRREGULAR = {
    "told",
    "written",
    "kept",
    "shown",
    "said",
    "known",
    "made",
    "had",
    "given",
    "put",
    "held",
    "seen",
    "drawn",
    "begun",
    "laid",
    "left",
    "found",
    "sent",
    "taken",
    "chosen",
    "bound",
    "built",
    "led",
    "lost",
    "meant",
    "paid",
    "gone",
    "come",
    "brought",
    "thought",
    "heard",
    "hidden",
    "stood",
    "spent",
    "won",
    "run",
}
NO_PARTICIPLES = {"need", "feed", "seed", "speed", "embed", "exceed", "proceed", "deed"}
NO_BEGINNING = {"What", "Whether", "How", "Where", "Who", "Whose", "Which", "It", "So", "The same"}
EXCEPTIONS = {
    "bots/study/study.py": dict.fromkeys(
        ("finished", "ended", "unfinished", "counted", "lost", "fired"), "documented name of a study"
    ),
    "foundation/source/ample_stack.py": {"run": "name of a method of threads in the standard library"},
    "language/syntax/builder.py": dict.fromkeys(
        ("bracketed", "given", "said"), "name of the rule of the grammar that it builds"
    ),
    "machine/native/module_making.py": {"run": "name of a method of threads in the standard library"},
    "play/matches/match.py": dict.fromkeys(("entered", "told"), "documented name of a match"),
    "play/states/origin.py": {"told": "field of pickles that were made before"},
    "play/views/events.py": {
        "ended": "name of the kind of effect that it tells",
        "shuffled": "name of the kind of effect that it tells",
        "gained": "documented field of an event",
    },
    "rules/model/declarations.py": {"fixed": "documented word for boards of one size"},
}
"""Names that are no verb with an object, each with its reason; at most forty."""


def is_participle(name):
    regular = re.fullmatch("[a-z]+ed", name) and name not in NO_PARTICIPLES
    return "_" not in name and (name in IRREGULAR or bool(regular))


def functions_of(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def findings_in(tree, exceptions):
    """Sentences on functions and classes whose name or beginning says too little."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            words = (ast.get_docstring(node) or "").split()
            first = "The same" if words[:2] == ["The", "same"] else words[0].strip(",") if words else ""
            if (
                not isinstance(node, ast.ClassDef)
                and is_participle(node.name.strip("_"))
                and node.name not in exceptions
            ):
                yield f"{node.lineno} {node.name}: name the function by a verb with its object, a value by a noun"
            if first in NO_BEGINNING:
                yield f"{node.lineno} {node.name}: its docstring begins with {first!r}: begin with a verb in the third person, or the noun that it returns"


@pytest.mark.parametrize(
    "package", sorted({path.relative_to(ENGINE).parts[0] for path in MODULES if path.parent != ENGINE})
)
def test_names_and_docstrings_say_what_is_done(package):
    found = [
        f"{name}:{each}"
        for path in MODULES
        if (name := path.relative_to(ENGINE).as_posix()).startswith(f"{package}/")
        for each in findings_in(tree_of(path), EXCEPTIONS.get(name, {}))
    ]
    assert not found, "\n".join(found)


def test_exceptions_are_few_and_there():
    assert sum(map(len, EXCEPTIONS.values())) <= 40
    for file, names in EXCEPTIONS.items():
        there = {node.name for node in functions_of(tree_of(ENGINE / file))}
        assert set(names) <= there, f"{file}: take {', '.join(sorted(set(names) - there))} out of `EXCEPTIONS`"


def test_a_name_and_a_beginning_that_say_nothing_are_found():
    tree = ast.parse('def told():\n    """What was told."""\n\n\ndef seed():\n    """Seed of the game."""\n')
    assert [each.partition(":")[0] for each in findings_in(tree, {})] == ["1 told", "1 told"]
    assert list(findings_in(tree, {"told": "a reason"})) != []
