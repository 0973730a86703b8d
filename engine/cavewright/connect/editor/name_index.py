"""Names of rules: where each is declared, and where it is used, in rule files, tables, examples and catalogues.

A name that a declaration binds itself (a parameter, a choice, a `let`) counts within it and where overlays amend it. A
key counts for the lines of one declaration. Every other name counts everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...foundation.source import Source, Span
from ...foundation.source.frozen import frozen
from ...language.compose.folders import FACTS, RULES, TABLE, TEXTS
from ...language.syntax import tree as t
from ...language.syntax.table_row import row_cells
from .workspace import Project

NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*|_\w+")
_COMMENT_TEXT_IDS = re.compile(r'#[^\n]*|"[^"\n]*"|(?<=[ \t])\[[A-Z][A-Z0-9]*-[^\]\n]*\]')
_FILLED = re.compile(r"(?<!\{)\{([^{}\"\n]+)\}(?!\})")
_KEY = re.compile(r"(?:^[ \t]*|\badd[ \t]+(?:(?:before|after)[ \t]+\S+[ \t]+)?)$")
_SPOKEN = re.compile(r"\b(?:change|drop|cite|move|before|after)[ \t]+$")
_CONTEXT = re.compile(r'^msgctxt "([^"\n]*)"', re.MULTILINE)
_BINDERS = (t.Parameter, t.Choice, t.Let, t.Draw, t.Roll, t.Binder)


@frozen
class Occurrence:
    """A name as it stands somewhere. `scope` is the declaration around it; `is_key` for the name of a line."""

    path: Path
    start: int
    end: int
    name: str
    scope: str = ""
    is_key: bool = False


@frozen
class Declared:
    """A name as it is declared: by what, and in which declaration. `node` is what stands there."""

    name: str
    kind: str
    label: str
    span: Span
    node: Any
    is_local: bool = False


# ---- what is declared ------------------------------------------------------------------------------------------------


def declared_names(items: Iterable[t.Declaration | t.Edit]) -> Iterator[Declared]:
    """Everything that these declarations and edits declare, in the order of writing."""
    for item in items:
        whole = getattr(item, "declaration", item)
        if isinstance(whole, t.Declaration):
            yield Declared(whole.name, whole.kind, whole.label, whole.name_span, whole)
            yield from _members(whole, whole.label)
            yield from _within(whole, whole.label)
        elif isinstance(item, t.Amend):
            for edit in item.edits:
                if isinstance(edit, t.Add):
                    yield from _members_of(edit.addition, item.label)
                yield from _within(edit, item.label)


def _members(node: t.Declaration, label: str) -> Iterator[Declared]:
    for each in node.members:
        yield from _members_of(each, label)
    header = node.first(t.Row)
    for cell in row_cells(header.raw)[1:] if header is not None and node.kind in ("kind", "ranking") else ():
        name = cell.partition(":")[0].strip()
        yield Declared(name, "column", label, _word_in(header.span, name), header)
    for row in node.every(t.Row)[1:] if node.kind in ("kind", "option") else ():
        name = row_cells(row.raw)[0].strip()
        yield Declared(name, "row", label, _word_in(row.span, name), row)


def _members_of(node: Any, label: str) -> Iterator[Declared]:
    if isinstance(node, t.Keeps | t.Score):
        kind = "field" if isinstance(node, t.Keeps) else "score"
        yield Declared(node.name, kind, label, _word_in(node.span, node.name), node)
    elif isinstance(node, t.Line) and node.key:
        yield Declared(node.key, "key", label, node.key_span, node)


def _within(node: Any, label: str) -> Iterator[Declared]:
    for each in t.walk(node):
        if isinstance(each, _BINDERS):
            yield Declared(each.name, "name", label, _word_in(each.span, each.name), each, True)
        elif isinstance(each, t.Line) and each.key and each.key_span.end:
            yield Declared(each.key, "key", label, each.key_span, each)


def _word_in(span: Span, name: str) -> Span:
    """The first place of a word within a span; the whole of it where the word does not stand there."""
    found = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w]|-\w)", span.text) if name else None
    return span if found is None else Span(span.source, span.start + found.start(), span.start + found.end())


def names_of(project: Project) -> list[Declared]:
    """Everything that the files of a project declare."""
    return [
        each
        for files in project.files.parse_results
        for file, _ in files
        for each in declared_names(file.items)
        if each.name
    ]


# ---- where it is used ------------------------------------------------------------------------------------------------


def occurrences_in(project: Project, path: Path) -> list[Occurrence]:
    """All names in one file of a project."""
    source = project.source(path)
    if path.suffix == RULES:
        return list(_in_rules(project, path, source))
    if path.suffix == TABLE and path.name != FACTS:
        return [_word(path, 0, each) for each in NAME.finditer(source.text)]
    if path.suffix == TEXTS:
        return [each for found in _CONTEXT.finditer(source.text) for each in _in_context(path, found)]
    return []


def _word(path: Path, base: int, found: re.Match[str], scope: str = "", is_key: bool = False) -> Occurrence:
    return Occurrence(path, base + found.start(), base + found.end(), found[0], scope, is_key)


def _in_rules(project: Project, path: Path, source: Source) -> Iterator[Occurrence]:
    reader = next((each for name, each in project.readers.items() if project.paths.get(name) == path), None)
    for piece in reader.sources() if reader is not None else ():
        assert reader is not None
        base = reader.offsets[id(piece)]
        item, _ = reader.piece_at(base)
        label = getattr(getattr(item, "declaration", item), "label", "")
        for found in NAME.finditer(_without_prose(piece.text)):
            yield _word(path, base, found, label, _is_key(piece.text, found, label))


def _without_prose(text: str) -> str:
    """The text with blanks for comments, ids and what is said in texts; values in texts stay."""

    def blank(found: re.Match[str]) -> str:
        if not found[0].startswith('"'):
            return " " * len(found[0])
        kept = [" "] * len(found[0])
        for value in _FILLED.finditer(found[0]):
            name = value[1].partition("|")[0]
            kept[value.start(1) : value.start(1) + len(name)] = name
        return "".join(kept)

    return _COMMENT_TEXT_IDS.sub(blank, text)


def _is_key(text: str, found: re.Match[str], label: str) -> bool:
    """Tells if a word is the key of a line: before a colon at its beginning, or where an edit or an example names it."""
    before = text[: found.start()].rpartition("\n")[2]
    if before.rstrip().endswith(" because"):
        return label.startswith("example ")
    if label.startswith(("kind ", "players ", "board ", "game", "option ", "example ")):
        return False
    after = text[found.end() : found.end() + 1]
    return (after == ":" and bool(_KEY.search(before))) or (after in (":", " ") and bool(_SPOKEN.search(before)))


def _in_context(path: Path, context: re.Match[str]) -> Iterator[Occurrence]:
    """The names in the key of a text: `enter.level`, `action enter`, `kind way.climb`."""
    label = context[1].partition(".")[0]
    for found in NAME.finditer(context[1]):
        behind_dot = found.start() > 0 and context[1][found.start() - 1] == "."
        yield _word(path, context.start(1), found, label, behind_dot)


@frozen
class Symbol:
    """A name with where it counts: everywhere, or within one declaration."""

    name: str
    scope: str = ""
    is_key: bool = False
    declared: tuple[Declared, ...] = ()

    def covers(self, other: Occurrence) -> bool:
        """Tells if a word elsewhere is this name."""
        if other.name != self.name or other.is_key != self.is_key and self.is_key:
            return False
        if self.is_key:
            return not self.scope or _same_rule(other.scope, self.scope) or other.scope.startswith("example ")
        return not self.scope or other.scope == self.scope


def _same_rule(first: str, second: str) -> bool:
    """Tells if two labels mean one rule, of which catalogues leave out the first word: `enter`, `action enter`."""
    return first == second or first == second.partition(" ")[2]


def symbol_at(project: Project, path: Path, offset: int) -> tuple[Symbol, Occurrence] | None:
    """The name at a place, and how it stands there; none where no name stands."""
    here = next((each for each in occurrences_in(project, path) if each.start <= offset <= each.end), None)
    if here is None:
        return None
    known = [each for each in names_of(project) if each.name == here.name]
    keys = [each for each in known if each.kind == "key" and each.label == here.scope]
    if here.is_key and (keys or not known):
        return Symbol(here.name, here.scope, True, tuple(keys)), here
    local = [each for each in known if each.is_local and each.label == here.scope]
    if local:
        return Symbol(here.name, here.scope, False, tuple(local)), here
    wide = [each for each in known if not each.is_local and each.kind != "key"]
    return Symbol(here.name, "", False, tuple(wide)), here


def find_occurrences(projects: Iterable[Project], symbol: Symbol) -> list[Occurrence]:
    """All places at which a name stands, over the files of several projects."""
    found: dict[Occurrence, None] = {}
    seen: set[Path] = set()
    for project in projects:
        wanted = [each for each in project.sources if each not in seen and symbol.name in project.source(each).text]
        seen.update(project.sources)
        bound = {each.label for each in names_of(project) if each.is_local and each.name == symbol.name}
        for path in wanted:
            for each in occurrences_in(project, path):
                is_other = not symbol.scope and not symbol.is_key and each.scope in bound
                if symbol.covers(each) and not is_other:
                    found[each] = None
    return list(found)
