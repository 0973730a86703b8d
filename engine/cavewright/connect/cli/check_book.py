"""Books of rules, looked at by `check`: what is wrong with their sentences, and which of them still hold."""

from __future__ import annotations

from collections.abc import Mapping

from ...foundation.source import Diagnostic
from ...foundation.storage.durable_writes import write_over

OF_BOOKS = ("C0711", "C0712", "C0713", "C0714")
"""The codes of findings about sentences, and about pictures of rows."""


def look_at_book(spec: str, settings: Mapping[str, str], accepted: str) -> tuple[Diagnostic, ...]:
    """Returns what is wrong with the sentences of rules, after those that are named by number or key, or `all`, were
    accepted. Raises ValueError where nothing is named so."""
    from ...play.loading.opened_rules import open_rules
    from ...publish.book.sentence_book import SentenceBook
    from ...publish.reference.row_pictures import RowPictures

    if accepted:
        _accept(spec, settings, accepted)
    opened = open_rules(spec, settings)
    return (*SentenceBook(opened).findings(), *RowPictures(opened).findings)


def _accept(spec: str, settings: Mapping[str, str], accepted: str) -> None:
    """Writes digests beside the sentences that the last of the rules brings, or beside those of each overlay: each owner's
    for the rules that it was written for, and never those of a game below."""
    from ...play.loading.opened_rules import open_rules
    from ...publish.book.sentence_book import SentenceBook, accept, keys_of

    base, *overlays = spec.split("+")
    owners = [SentenceBook(open_rules(f"{base}+{each}", settings)) for each in overlays]
    owners = owners or [SentenceBook(open_rules(base, settings))]
    named = [(each, each.opened.folders[-1]) for each in owners]
    wanted = [(book, folder) for book, folder in named if accepted in {"all", *keys_of(book, folder)}]
    if not wanted:
        whose = " or ".join(folder.id_or_path for _, folder in named)
        raise ValueError(
            f"no sentence of {whose} has the number or key `{accepted}`; write one of them, as in `5.1`, or `all`"
        )
    for book, folder in wanted:
        if folder.book is not None and (path := folder.lock_path()) is not None:
            write_over(path, accept(book, folder, [accepted]))
