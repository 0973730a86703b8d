"""The names that rulesets declare, and the words that the engine is written in."""

import io
import keyword
import re
import tokenize
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from cavewright.foundation.source import Source
from cavewright.language.syntax import parse_file
from cavewright.language.syntax import tree as t
from cavewright.language.tables.inline_rows import split_row
from cavewright.rules.check.symbols import BUILTINS, FOLDS

PLACE = re.compile(r"[a-z]\d+(-[a-z]\d+)?")
"""A place of a grid, and so what people call places of a map too: no name."""
ROOT = Path(__file__).parents[3]
WORD = re.compile(r"[^\W\d_]+|\d+")
HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
RESERVED = ("label", "supply", "symbol", "colour")
"""Columns that the engine knows by name: what people call a row, how many there are, and how it is drawn."""


def language_words() -> set[str]:
    """Keywords of the grammar and names that every ruleset has."""
    grammar = (ROOT / "grammar" / "cavewright.lark").read_text("utf-8")
    keywords = set(re.findall(r'^[A-Z_]+(?:\.\d+)?: "(\w+)"', grammar, re.MULTILINE)) | set(
        re.findall(r"\((when[|\w]*)\)", grammar)[0].split("|")
    )
    several = re.findall(r"^[A-Z_]+(?:\.\d+)?: /([a-z]+)\[ \\t\]\+([a-z]+)", grammar, re.MULTILINE)
    return (
        keywords
        | {word for words in several for word in words}
        | set(BUILTINS)
        | set(FOLDS)
        | {"me", "it", "yes", "no", "yes_no", "side", "n", "e", "s", "w", "play", "done"}
    )


def rule_files() -> list[Path]:
    """All files of rules that come with the engine."""
    return sorted((ROOT / "rulesets").rglob("*.cave"))


@cache
def items_of(path: Path) -> tuple[object, ...]:
    """What stands in a file of rules."""
    return tuple(parse_file(Source(path.name, path.read_text("utf-8")))[0].items)


def names_in(path: Path) -> Iterator[tuple[str, str]]:
    """What a file declares: the sort and the name of each."""
    for item in items_of(path):
        node = getattr(item, "declaration", item)
        if isinstance(node, t.Declaration) and node.kind not in ("ruleset", "overlay", "example", "note", "head"):
            yield from names_of(node, path.parent)


def names_of(node: t.Declaration, folder: Path) -> Iterator[tuple[str, str]]:
    """The name of a declaration, and what is declared within it."""
    if node.name:
        yield node.kind, node.name
    for member in node.members:
        if isinstance(member, t.Keeps | t.Score):
            yield "field", member.name
        elif isinstance(member, t.Rows):
            yield from table((folder / member.file).read_text("utf-8"))
    rows = [split_row(each.span) for each in node.members if isinstance(each, t.Row)]
    for number, row in enumerate(rows):
        cells = [cell.text for cell in row.cells]
        if number == 0:
            yield from (("column", cell.partition(":")[0].strip()) for cell in cells)
        elif cells:
            yield "row", cells[0]


def table(text: str) -> Iterator[tuple[str, str]]:
    """The rows of a CSV file."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    yield from (("column", cell) for cell in lines[0].split(","))
    yield from (("row", line.split(",")[0]) for line in lines[1:])


@lru_cache(maxsize=1)
def ids() -> re.Pattern[str]:
    """What rulesets and overlays are called; the engine may point at them."""
    heads = [
        node.name
        for path in rule_files()
        for node in items_of(path)
        if isinstance(node, t.Declaration) and node.kind in ("ruleset", "overlay")
    ]
    return re.compile("|".join(map(re.escape, sorted(heads, key=len, reverse=True))))


@lru_cache(maxsize=1)
def declared() -> dict[tuple[str, ...], set[str]]:
    """All declared names as sequences of words, with the names and their sorts."""
    found: dict[tuple[str, ...], set[str]] = {}
    for path in rule_files():
        for sort, name in names_in(path):
            if sort == "row" and PLACE.fullmatch(name):
                continue
            found.setdefault(words_of(name), set()).add(f"{sort} {name}")
    return found


def words_of(text: str) -> tuple[str, ...]:
    """A name or a text as lower-case words: `camp_box`, `half-oxygen`, `CampBox`."""
    return tuple(each.lower() for each in WORD.findall(HUMPS.sub(" ", text).replace("_", " ")))


def without_examples(text: str) -> str:
    """A docstring without its examples: lines that begin with >>> or ..., what is printed below them, and what stands in `marks`."""
    kept, inside = [], False
    for line in re.sub(r"`[^`]*`", " … ", text).splitlines():
        inside = line.strip().startswith((">>>", "...")) or (inside and line.strip() not in ("", '"""'))
        kept += [] if inside else [line]
    return "\n".join(kept)


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """All identifiers, strings and comments of a file of the engine, with their lines."""
    source = path.read_text("utf-8")
    if path.suffix != ".py":
        yield from enumerate(source.splitlines(), start=1)
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            yield token.start[0], token.string
        elif token.type == tokenize.STRING:
            yield token.start[0], without_examples(token.string) if token.string.startswith('"""') else token.string
        elif token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def engine_files() -> list[Path]:
    """The files that have to be about no game."""
    return sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "grammar").rglob("*.lark")])


def said_in(path: Path, names: dict[tuple[str, ...], set[str]]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Declared names that a file says, in the singular or plural, with the line. Few files are worth being read token by
    token: those whose whole text says one."""
    if any(said_among(words_of(path.read_text("utf-8")), names)):
        for line, text in texts_of(path):
            yield from ((name, line) for name in said_among(words_of(ids().sub(" … ", text)), names))


def said_among(words: tuple[str, ...], names: dict[tuple[str, ...], set[str]]) -> Iterator[tuple[str, ...]]:
    """Declared names that stand among words, in the singular or plural."""
    longest, first = first_words(frozenset(names))
    for start in [n for n, word in enumerate(words) if word in first]:
        for end in range(start + 1, min(start + longest, len(words)) + 1):
            name = words[start:end]
            for form in {name, (*name[:-1], name[-1].removesuffix("s")), (*name[:-1], name[-1] + "s")}:
                if form in names:
                    yield form


@lru_cache(maxsize=4)
def first_words(names: frozenset[tuple[str, ...]]) -> tuple[int, set[str]]:
    """How many words the longest name has, and those with which one may begin, in the singular or plural."""
    begin = {form for name in names for form in (name[0], name[0] + "s", name[0].removesuffix("s"))}
    return max(map(len, names), default=1), begin
