"""Colours: every piece of every shipped rule file is classified, and as the parser has it; the TextMate grammar is up to date."""

import json
import re
import tomllib
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from pygments.token import Error

from cavewright.language.syntax.highlight import SCOPES, TOKENS, CaveLexer, classes, patterns, terminals, textmate
from cavewright.language.syntax.lark_parser import _parser
from cavewright.language.syntax.parse import _TOP_LEVEL

ROOT = Path(__file__).parents[3]
FILES = sorted(
    {*(ROOT / "rulesets").rglob("*.cave"), *(ROOT / "docs" / "language").rglob("*.cave")}
    - {*(ROOT / "rulesets").rglob("book.cave")}
)
SHOWN = {kind: name for name, kind in TOKENS.items()}


def coloured(text):
    """The class of every character."""
    return [kind for _, kind, piece in CaveLexer().get_tokens_unprocessed(text) for _ in piece]


def parsed(text):
    """Place and terminal of everything that the parser reads, declaration by declaration."""
    starts = [match.start() for match in _TOP_LEVEL.finditer(text)] + [len(text)]
    for start, end in pairwise(starts):
        tokens = _parser().parse_interactive(text[start:end].rstrip() + "\n", start="item").exhaust_lexer()
        yield from (
            (start + token.start_pos, token)
            for token in tokens
            if not token.type.startswith("_") or token.type == "NONE_CELL"
        )


def test_every_terminal_has_a_class():
    """What the grammar has, the table has; every class has a colour in both editors."""
    assert {*classes()} == {*terminals()} and len(terminals()) > 100
    assert {*classes().values()} | {kind for each in patterns() for kind in each.kinds} <= {*TOKENS}
    assert {*TOKENS} - {*SCOPES} == {"blank"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.gate(
    "cave-vs-cave.cave0",
    "7-scoring.cave",
    "examples.cave0",
    "situations.cave0",
    "tiles.cave",
    "cave-vs-cave-era2.cave",
    "chess.cave",
    "backgammon.cave",
    "alliances.cave",
    "rockfall.cave",
    "survey-goals.cave",
    "the-cave-de.cave",
    "lagen.cave",
    "the-cave.cave",
)
def test_files_are_coloured_as_they_are_read(path):
    """Nothing is left out; words of the language look like words, and names like names (but for some that are words elsewhere)."""
    text = path.read_text("utf-8")
    kinds = coloured(text)
    assert len(kinds) == len(text) and Error not in kinds
    astray = []
    for at, token in parsed(text):
        want, got = classes()[token.type], SHOWN[kinds[at]]
        if want == "name":
            astray += [token] if got not in ("name", "label", "function", "constant") else []
        else:
            assert want == got or (want, got) == ("said", "word"), (
                f"{path.name}: {token.type} `{token}` looks like {got}"
            )
    assert len(astray) <= 2 + len(kinds) // 700, astray


def test_values_in_a_text():
    """What stands in braces has a colour of its own; braces that are doubled are text."""
    pieces = [
        (piece, SHOWN[kind]) for _, kind, piece in CaveLexer().get_tokens_unprocessed('note a "Up {b|c|d} {{e}}"\n')
    ][4:-1]
    assert [piece for piece, kind in pieces if kind == "value"] == ["{b|c|d}"]
    assert {kind for piece, kind in pieces} == {"text", "value"} and "".join(
        piece for piece, _ in pieces
    ) == '"Up {b|c|d} {{e}}"'


def test_a_line_of_every_sort():
    """What the eye has to tell apart."""
    text = '    camera: require not some(e in exits(here)) "No."  [TC-A-01]\n'
    pieces = [(piece, SHOWN[kind]) for _, kind, piece in CaveLexer().get_tokens_unprocessed(text) if piece.strip()]
    assert pieces == [
        ("camera", "label"),
        (":", "sign"),
        ("require", "word"),
        ("not", "operator"),
        ("some", "function"),
        ("(", "sign"),
        ("e", "name"),
        ("in", "operator"),
        ("exits", "function"),
        ("(", "sign"),
        ("here", "name"),
        (")", "sign"),
        (")", "sign"),
        ('"No."', "text"),
        ("[TC-A-01]", "ids"),
    ]


def test_the_textmate_grammar_is_up_to_date():
    """`python editors/textmate.py` writes it."""
    assert (ROOT / "editors" / "cavewright.tmLanguage.json").read_text("utf-8") == textmate()
    for pattern in json.loads(textmate())["patterns"]:
        expression = re.compile(pattern.get("match") or pattern["begin"])
        assert [*map(int, pattern.get("captures", ()))] == sorted({*map(int, pattern.get("captures", ()))})
        assert all(int(at) <= expression.groups for at in pattern.get("captures", ()))


def test_pygments_finds_the_lexer():
    """The entry point names it."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["pygments.lexers"]
    module, name = points["cave"].split(":")
    assert getattr(import_module(module), name) is CaveLexer and "cave" in CaveLexer.aliases
