"""Chapters of the rules: under which heading every declaration stands.

A chapter lasts until the next one in its file. One without a title goes on with a chapter that another place declares;
what an overlay adds below none stands in a chapter of its own, which has the overlay's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...foundation.source import Diagnostic, at, did_you_mean
from ..syntax import tree as t
from .declaration_edits import HEADS

CHAPTER = "chapter"


def is_continued(item: t.Declaration | t.Edit) -> bool:
    """Tells if an item is a chapter without a title, which goes on with another."""
    return isinstance(item, t.Declaration) and item.kind == CHAPTER and not item.text


def chapters_of(files: Iterable[t.File], otherwise: str = "") -> dict[str, str]:
    """The chapter of what these files declare, by label; `otherwise` for what stands below none.

    >>> from cavewright.foundation.source import Source
    >>> from cavewright.language.syntax import parse_file
    >>> chapters_of([parse_file(Source("a.cave", 'unit m "metre"\\nchapter way "The way"\\nconstant b = 4\\n'))[0]])
    {'unit m': '', 'constant b': 'way'}
    """
    found: dict[str, str] = {}
    for file in files:
        chapter = otherwise
        for each in map(_declaration_of, file.items):
            if each is not None and each.kind == CHAPTER:
                chapter = each.name
            elif each is not None and each.kind not in HEADS:
                found.setdefault(each.label, chapter)
    return found


def _declaration_of(item: t.Declaration | t.Edit) -> t.Declaration | None:
    declared = getattr(item, "declaration", item)
    return declared if isinstance(declared, t.Declaration) else None


def check_continued(stacks: Iterable[Sequence[t.File]]) -> list[Diagnostic]:
    """C0231 for chapters without a title that nobody declares."""
    items = [each for files in stacks for file in files for each in file.items]
    declared = [each for each in map(_declaration_of, items) if each is not None and each.kind == CHAPTER]
    titled = {each.name for each in declared if each.text}
    return [
        at(
            "C0231",
            f"there is no chapter `{each.name}` to go on with",
            each.name_span,
            help=did_you_mean(each.name, titled) or f'give it a title: `chapter {each.name} "…"`',
        )
        for each in declared
        if each.name not in titled
    ]
