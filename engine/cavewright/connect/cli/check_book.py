"""Books of rules, looked at by `check`: what is wrong with their sentences, and which of them still hold."""

from __future__ import annotations

from collections.abc import Mapping

from ...foundation.source import Diagnostic
from ...foundation.storage.durable_writes import write_over
from ...language.compose.folders import LOCK

OF_BOOKS = ("C0711", "C0712", "C0713")
"""The codes of findings about sentences."""


def look_at_book(spec: str, settings: Mapping[str, str], accepted: str) -> tuple[Diagnostic, ...]:
    """Returns what is wrong with the sentences of rules, after those that are named by number or key, or `all`, were
    accepted: their digests are written beside the file. Raises ValueError where nothing is named so."""
    from ...play.loading.opened_rules import open_rules
    from ...publish.book.sentence_book import SentenceBook, accept

    book = SentenceBook(open_rules(spec, settings))
    if not accepted:
        return book.findings()
    known = {"all", *(each.number for each in book.entries), *(key for each in book.entries for key in book.keys(each))}
    if accepted not in known:
        raise ValueError(f"no sentence has the number or key `{accepted}`; write one of them, as in `5.1`, or `all`")
    for folder in book.opened.folders:
        if folder.book is not None and folder.path is not None:
            write_over(folder.path / LOCK, accept(book, folder, [accepted]))
    return SentenceBook(open_rules(spec, settings)).findings()
