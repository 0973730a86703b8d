"""One and several in English: `hero` and `heroes`, `berry` and `berries`, `die` and `dice`."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def _words() -> Any:
    from pluralizer import Pluralizer

    return Pluralizer()  # type: ignore[no-untyped-call]


@cache
def one_and_many(name: str) -> tuple[str, str]:
    """A name of something that is counted, as one and as several are called; it may stand for either.

    >>> one_and_many("points"), one_and_many("wolf"), one_and_many("sheep")
    (('point', 'points'), ('wolf', 'wolves'), ('sheep', 'sheep'))
    """
    word = name.replace("_", " ")
    if len(word) < 3:
        return word, word
    head, of, rest = word.partition(" of ")
    many = str(_words().plural(head))
    one = str(_words().singular(head)) if many == head else head
    return one + of + rest, many + of + rest


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
