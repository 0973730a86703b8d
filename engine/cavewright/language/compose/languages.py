"""Languages in which files are written: what lines of language 2 mean is marked on them, and its words are found
where a head says language 1.

Edits, the hash and the check read the marks alone, so a base and its overlays may be of different languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...foundation.source import Diagnostic, Label, at
from ..syntax import tree as t
from ..syntax.clause_forms import form_of

LANGUAGES = ("1", "2")
"""Languages that this engine reads, the oldest first."""
_NEWER = re.compile(
    r"\bup[ \t]+to\b|\bor[ \t]+stop\b|\balways[ \t]+for\b|\balways[ \t]+internal\b"
    r"|\bchoose[ \t]+any\b|\bpile[ \t]+of\b|\bbottom[ \t]+of\b|\bshuffle\b|\bdraw[ \t]+[\d(]"
)
"""Words of language 2, as they may stand in a file; only a file in which one is found is looked through."""


def is_of_language_2(head: t.Declaration | None) -> bool:
    """Tells if a head says that its files are written in language 2."""
    return head is not None and any(each.name == "language" and each.number == "2" for each in head.every(t.Property))


def with_marks(head: t.Declaration | None, files: Sequence[t.File]) -> Sequence[t.File]:
    """Returns the files of one ruleset or overlay with what its language means marked on each line; those of language
    1 need no marks."""
    return tuple(_mark(each) for each in files) if is_of_language_2(head) else files


def _mark(node: Any) -> Any:
    """Returns a node with marks on all statements in it; expressions are left as they are."""
    if isinstance(node, tuple):
        made = tuple(map(_mark, node))
        return node if all(new is old for new, old in zip(made, node, strict=True)) else made
    if not isinstance(node, t.Node) or isinstance(node, t.Expr):
        return node
    changes: dict[str, Any] = {}
    for name in t.parts(type(node)):  # type: ignore[arg-type]
        old = getattr(node, name)
        if isinstance(old, (tuple, t.Node)) and (new := _mark(old)) is not old:
            changes[name] = new
    if isinstance(node, t.Changing) and not getattr(node, "up_to", False):
        changes["exact"] = True
    if (ending := form_of(node).open_end) and getattr(node, "any", False) and not getattr(node, ending):
        changes["through"] = True
    return replace(node, **changes) if changes else node


def newer_words(head: t.Declaration | None, files: Sequence[t.File]) -> Iterator[Diagnostic]:
    """C0319 for each word of language 2 in files of language 1."""
    if head is None or is_of_language_2(head):
        return
    said = next((each.span for each in head.every(t.Property) if each.name == "language"), head.name_span)
    for node, word in (found for file in files if _NEWER.search(file.span.source.text) for found in _words(file)):
        yield at(
            "C0319",
            f"`{word}` is a word of language 2",
            node.span,
            f"`{head.name}` is written in language 1",
            more=[Label(said, "said here")],
            help="write `language 2` in the head; `cavewright fmt --language 2` changes what else it means",
        )


def _words(file: t.File) -> Iterable[tuple[t.Node, str]]:
    for node in t.walk(file.items):
        if isinstance(node, t.Declaration) and node.always and (node.each or node.internal):
            yield node, "always for" if node.each else "always internal"
        yield from ((node, word) for name, word in form_of(node).newer if getattr(node, name, False))
        if isinstance(node, t.Bottom):
            yield node, "bottom of"
        elif isinstance(node, t.TypeNode) and node.is_pile:
            yield node, "pile of"
