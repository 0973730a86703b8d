"""Answers of yes and no, in every language of the program."""

from __future__ import annotations

import unicodedata

from ...foundation.texts import languages, texts


def yes_or_no(typed: str) -> bool | None:
    """The answer that somebody typed, in any language, by its first letter or without its accents; None for none.

    >>> yes_or_no("Ja"), yes_or_no("si"), yes_or_no(" n "), yes_or_no("north")
    (True, True, False, None)
    """
    found = _plain(typed)
    for word, answer in (("yes", True), ("no", False)):
        said = [word, *(_plain(texts(each).phrase(word)) for each in languages())]
        if found and found in {*said, *(each[:1] for each in said)}:
            return answer
    return None


def _plain(text: str) -> str:
    """A word in small letters and without accents."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(each for each in letters if not unicodedata.combining(each))
