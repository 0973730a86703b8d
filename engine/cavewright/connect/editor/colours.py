"""Colours by meaning: every word of a file with its class, names by what they are declared as."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...foundation.source import Source
from ...foundation.source.frozen import frozen
from ...language.compose.folders import RULES
from .name_index import names_of
from .positions import position_of
from .workspace import Workspace

CLASSES = (
    "comment",
    "keyword",
    "property",
    "string",
    "decorator",
    "operator",
    "macro",
    "function",
    "variable",
    "number",
    "type",
    "enumMember",
    "parameter",
)
"""Classes of the language protocol that are used."""
_OF_TOKEN = {
    "comment": "comment",
    "word": "keyword",
    "label": "property",
    "said": "string",
    "row": "string",
    "ids": "decorator",
    "text": "string",
    "value": "macro",
    "operator": "operator",
    "constant": "keyword",
    "function": "function",
    "name": "variable",
    "number": "number",
}
_OF_DECLARATION = {
    "kind": "type",
    "board": "type",
    "players": "type",
    "action": "function",
    "to": "function",
    "define": "function",
    "notice": "function",
    "row": "enumMember",
    "name": "parameter",
    "field": "property",
    "key": "property",
}


@frozen
class Coloured:
    """A stretch of one line with its class, in units of UTF-16."""

    line: int
    character: int
    length: int
    kind: str


def colours(workspace: Workspace, path: Path) -> list[Coloured]:
    """The coloured words of a rule file, in order."""
    project = workspace.project(path)
    if path.suffix != RULES or path not in project.sources:
        return []
    kinds = {each.name: _OF_DECLARATION.get(each.kind, "") for each in names_of(project)}
    return [
        one
        for text, start, kind in _tokens(project.source(path).text)
        for one in _lines(project.source(path), text, start, kind, kinds)
    ]


def _tokens(text: str) -> Iterator[tuple[str, int, str]]:
    from ...language.syntax.highlight import TOKENS, CaveLexer

    names = {token: name for name, token in TOKENS.items()}
    for start, token, word in CaveLexer().get_tokens_unprocessed(text):
        kind = _OF_TOKEN.get(names.get(token, ""), "")
        if kind and word.strip():
            yield word, start, kind


def _lines(source: Source, text: str, start: int, kind: str, kinds: dict[str, str]) -> Iterator[Coloured]:
    for line in text.split("\n"):
        if line.strip():
            begin = position_of(source, start)
            end = position_of(source, start + len(line))
            shown = kinds.get(line, "") or kind if kind in ("variable", "function") else kind
            yield Coloured(begin.line, begin.character, end.character - begin.character, shown)
        start += len(line) + 1


def encode(coloured: list[Coloured]) -> list[int]:
    """The words as the protocol writes them: five numbers each, counted from the word before.

    >>> encode([Coloured(0, 2, 4, "keyword"), Coloured(1, 1, 3, "number")])
    [0, 2, 4, 1, 0, 1, 1, 3, 9, 0]
    """
    numbers: list[int] = []
    line = character = 0
    for each in coloured:
        behind = each.character - (character if each.line == line else 0)
        numbers += [each.line - line, behind, each.length, CLASSES.index(each.kind), 0]
        line, character = each.line, each.character
    return numbers
