"""One and several in English: `hero` and `heroes`, `berry` and `berries`, `die` and `dice`."""

from __future__ import annotations

from functools import cache
from typing import Any

from pluralizer import Pluralizer

_WORDS: Any = Pluralizer()  # type: ignore[no-untyped-call]


@cache
def one_and_many(name: str) -> tuple[str, str]:
    """A name of something that is counted, as one and as several are called; it may stand for either.

    >>> one_and_many("points"), one_and_many("wolf"), one_and_many("sheep")
    (('point', 'points'), ('wolf', 'wolves'), ('sheep', 'sheep'))
    """
    word = name.replace("_", " ")
    if len(word) < 3:
        return word, word
    many = str(_WORDS.plural(word))
    return (str(_WORDS.singular(word)), word) if many == word else (word, many)


def singular_of(name: str) -> str:
    """A name of the rules, as one is called.

    >>> singular_of("fire_torches"), singular_of("rope")
    ('fire_torch', 'rope')
    """
    return one_and_many(name)[0].replace(" ", "_")


def plural_of(name: str) -> str:
    """A name of the rules, as several are called.

    >>> plural_of("fire_torch"), plural_of("ropes")
    ('fire_torches', 'ropes')
    """
    return one_and_many(name)[1].replace(" ", "_")
