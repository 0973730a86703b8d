"""`explain` of a word of the language: what the short description of the language says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ...foundation.texts import SOURCE, Texts
from ...language.syntax.lark_parser import grammar_text
from ...rules.check.symbols import BUILTINS
from ...rules.model.operators import FOLDS
from . import output as s

NAMES = ("now", "me", "it")
"""Values that have a name in the language."""
PROPERTIES = ("seat", "owner", "x", "y")
"""What stands behind a seat or a place and a dot."""
_TERMINAL = re.compile(r"^_?[A-Z_]+(?:\.\d+)?: (.*)$", re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")
_WIDE = re.compile(r"(?<=\S)\s{2,}(?=\S)")
"""What stands between a line of rules and the words about it."""
_PIECES = re.compile(r"(?<=\)), |(?<=\.) (?=[A-Z`])|; ")
"""Where a paragraph goes on to something else."""


def is_word(asked: str) -> bool:
    """Tells if these are words of the language, as `shuffle` or `repeat each`."""
    parts = asked.split()
    return bool(parts) and all(each in _words() for each in parts)


def lines_of_word(asked: str) -> list[str]:
    """Returns what the description says of words of the language; a line of rules with the words about it."""
    phrase = r"\s+".join(map(re.escape, asked.split()))
    before = r"(?<=\.)" if asked in PROPERTIES else r"(?<![\w.])"
    found = re.compile(rf"{before}{phrase}(?![\w-])")
    return [text for code, text in _entries() if found.search(code)]


def print_word(asked: str, words: Texts) -> None:
    """Prints what the description says of words of the language."""
    s.say(words.phrase("{word} is a word of the language", word=asked), "bold cyan")
    if words.lang != SOURCE:
        s.paragraph(words.phrase("This page is in English."), style="dim")
    for each in lines_of_word(asked):
        s.paragraph(each, "  - ", "    ")
    s.say()


@cache
def _words() -> frozenset[str]:
    written = (word for line in _TERMINAL.findall(grammar_text()) for word in re.findall(r"[a-z_]{2,}", line))
    return frozenset((*written, *BUILTINS, *FOLDS, *NAMES, *PROPERTIES))


def words_of_language() -> frozenset[str]:
    """Returns all words of which the description says something by themselves."""
    return frozenset(each for each in _words() if lines_of_word(each))


def _description() -> str:
    here = Path(__file__).resolve().parent.parent.parent
    inside = here / "card.md"
    return (inside if inside.is_file() else here.parent.parent / "docs" / "language" / "card.md").read_text("utf-8")


@cache
def _entries() -> tuple[tuple[str, str], ...]:
    """All that is said, each with the rules that it shows."""
    return tuple(each for block in re.split(r"\n\n+", _description()) for each in _entries_of(block))


def _entries_of(block: str) -> Iterator[tuple[str, str]]:
    if block.startswith("#"):
        return
    if not block.startswith("    "):
        for piece in _PIECES.split(" ".join(block.split())):
            yield " ".join(_CODE.findall(piece)), piece
        return
    lines = list[str]()
    for line in block.splitlines():
        if line.startswith(" " * 24) and lines:
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line.strip())
    for line in lines:
        code, *about = _WIDE.split(line, maxsplit=1)
        yield " ".join((code, *_CODE.findall(" ".join(about)))), "  ".join((f"`{code}`", *about))
