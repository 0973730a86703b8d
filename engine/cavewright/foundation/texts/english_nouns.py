"""One and several in English: `hero` and `heroes`, `berry` and `berries`, `die` and `dice`."""

from __future__ import annotations

from functools import cache
from typing import Any

IRREGULAR = {
    "ox": "oxen",
    "lens": "lenses",
    "virus": "viruses",
    "focus": "focuses",
    "trellis": "trellises",
    "oasis": "oases",
    "fez": "fezzes",
    "waltz": "waltzes",
    "staff": "staffs",
    "gulf": "gulfs",
    "buffalo": "buffaloes",
    "cargo": "cargoes",
    "domino": "dominoes",
    "mosquito": "mosquitoes",
    "mango": "mangoes",
    "veto": "vetoes",
    "axe": "axes",
    **{one: f"{one}s" for one in ("monarch", "stomach", "shaman", "talisman", "german", "roman", "norman", "caiman")},
}
"""Words of games that the library forms otherwise."""
UNCOUNTABLE = (
    *("species", "cattle", "gold", "silver", "copper", "wood", "clay", "wheat", "grain", "wool", "straw", "food"),
    *("money", "mana"),
)
"""Goods and others of which several are called as one is."""


@cache
def _words() -> Any:
    from pluralizer import Pluralizer

    made = Pluralizer()  # type: ignore[no-untyped-call]
    for one, many in IRREGULAR.items():
        made.add_irregular_rule(one, many)
    for each in UNCOUNTABLE:
        made.add_uncountable_rule(each)
    return made


@cache
def one_and_many(name: str) -> tuple[str, str]:
    """A name of something that is counted, as one and as several are called; it may stand for either.

    >>> one_and_many("points"), one_and_many("wolf"), one_and_many("sheep")
    (('point', 'points'), ('wolf', 'wolves'), ('sheep', 'sheep'))
    >>> one_and_many("wild_dice")
    ('wild die', 'wild dice')
    """
    word = name.replace("_", " ")
    if len(word) < 3 and word not in IRREGULAR:
        return word, word
    head, of, rest = word.partition(" of ")
    before, blank, noun = head.rpartition(" ")
    many = str(_words().plural(noun))
    one = str(_words().singular(noun)) if many == noun else noun
    return before + blank + one + of + rest, before + blank + many + of + rest


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
