"""Types of the values of actions, over all decisions that have one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import gcd

from ...play.states.game import Game
from ...rules.model.types import Type
from ...rules.program import instructions as i
from ...rules.program.instructions import Signature
from .encoding_error import EncodingError

Kind = tuple[str, bool]
"""The name of an action, and whether chance takes it."""


def decision_types(game: Game) -> dict[Kind, tuple[Type, ...]]:
    """Returns of every kind of action the types of its values, each wide enough for all decisions of that name.

    Raises EncodingError where two decisions of one name ask for things that have no numbers in common.

    >>> import cavewright as cw
    >>> [[str(each) for each in types] for types in decision_types(cw.load_game("connect-four")).values()]
    [['1..7']]
    """
    found: dict[Kind, tuple[Type, ...]] = {}
    for signature in (*game.signatures.values(), *signatures_in(game.program)):
        kind, types = (signature.name, signature.chance), tuple(type_ for _, type_ in signature.parameters)
        known = found.setdefault(kind, types)
        if known != types:
            if len(known) != len(types):
                raise EncodingError(f"{game.id} has two decisions `{signature.name}` that ask for different things")
            pairs = zip(known, types, strict=True)
            found[kind] = tuple(common_type(signature.name, a, b) for a, b in pairs)
    return found


def signatures_in(program: i.Program) -> Iterator[Signature]:
    """Yields the signatures of all decisions of a program."""
    for node in program.code:
        if isinstance(node, i.Decide):
            yield from (each.signature for each in node.options)
        elif isinstance(node, i.Chance):
            yield node.signature


def common_type(name: str, a: Type, b: Type) -> Type:
    """Returns the type of what is of one type or of the other. Raises EncodingError where they do not mix.

    >>> from cavewright.rules.model.types import number
    >>> common_type("roll", number(1, 2), number(1, 3)) == number(1, 3)
    True
    """
    if (a.form, a.name) != (b.form, b.name):
        raise EncodingError(f"two decisions `{name}` ask for different things, `{a}` and `{b}`")
    low = min(a.low, b.low)
    high = max(a.high, b.high)
    step = gcd(a.step, b.step, a.low - b.low)
    return replace(a, low=low, high=high, step=max(step, 1), optional=a.optional or b.optional)
