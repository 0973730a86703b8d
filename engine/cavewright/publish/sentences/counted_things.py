"""Conditions on how many things there are, in words: `there are at least 2 squares whose owner is White`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from .known_values import Number
from .parts import Noun, Part, Told
from .recorded_positions import PositionSentences

_BOUNDS = {
    "eq": ("eq", 0),
    "ge": ("ge", 0),
    "gt": ("ge", 1),
    "le": ("le", 0),
    "lt": ("le", -1),
}
"""The bound that a comparison puts on a whole number, and how far the number lies from what stands in the rules."""


def is_common(noun: Noun) -> bool:
    """Tells if a noun can be counted and denied, `no rope`; a name cannot, nor a word of which no gender is known."""
    return noun.gender not in ("", "name")


def is_whose(told: Any, letter: str) -> bool:
    """Tells if a condition is a clause about what belongs to something that has a letter, and need not be called by it."""
    is_clause = isinstance(told, Told) and told.message.startswith("whose-")
    return is_clause and bool(letter) and f" {letter} " not in f" {told.form()} "


class CountedThings(PositionSentences):
    """The part of `Expressions` that tells comparisons of an amount with a known number."""

    def noun_of_contents(self, bag: m.Expr) -> Noun:
        """Returns the noun for whatever lies in a bag, a pile or a set."""
        raise NotImplementedError

    def things_gone_through(self, e: m.Expr) -> Mapping[str, Any]:
        """Returns the values of a message about a loop: the things, among what, and which of them."""
        raise NotImplementedError

    def noun_of_each(self, e: m.Expr) -> Noun | None:
        """Returns the noun for each of what something kept counts; none where no catalogue says it."""
        raise NotImplementedError

    def number_of_things(self, left: m.Expr, right: m.Expr, op: str) -> Part | None:
        """Returns the clause that there are so many things; none where the rules compare anything else."""
        each = self.noun_of_each(left)
        if right.op != "const" or each is None and left.op not in ("count", "amount", "size", "count_bits"):
            return None
        bound, by = ("ge", 1) if (op, right.args[0]) == ("ne", 0) else _BOUNDS.get(op, ("", 0))
        number = right.args[0] + by
        if not bound or number < 0 or number == 0 and bound == "ge":
            return None
        bound = "eq" if number == 0 else bound
        if each is not None:
            return self._tell_counter(left, each, number, bound)
        if left.op == "count":
            return self._tell_counted(left, number, bound)
        return self._tell_contained(left, number, bound)

    def _tell_counted(self, e: m.Expr, number: int, bound: str) -> Part:
        """The clause that a loop finds so many things."""
        if e.args[2] is None and e.args[1].op in ("frontier", "places"):
            board = self.noun_of_contents(e.args[1])
            values = {"kind": e.args[1].op, "board": board, "amount": Number(str(number)), "bound": bound}
            return self.say("there-are-all", values)
        if e.args[2] is None and e.args[1].op == "neighbours":
            values = {"place": self.tell(e.args[1].args[1]), "amount": Number(str(number)), "bound": bound}
            return self.say("passages-lead", values)
        values = {**self.things_gone_through(e), "amount": Number(str(number)), "bound": bound}
        if (number, bound) in ((0, "eq"), (1, "ge")):
            return self.say("op-some", values, number == 0)
        return self.say("there-are", values)

    def _tell_counter(self, e: m.Expr, each: Noun, number: int, bound: str) -> Part:
        """Returns the clause that somebody has so many of what a number counts, or that there are so many."""
        is_any = (number, bound) in ((0, "eq"), (1, "ge"))
        owner = self.kept_by(e)
        values = {"piece": each, "amount": Number(str(number)), "bound": bound, "owner": owner}
        if owner is None:
            return self.say("any-left" if is_any else "number-left", values, is_any and number == 0)
        return self.say("has-any" if is_any else "has-number", values, is_any and number == 0)

    def kept_by(self, e: m.Expr) -> Part | None:
        """Returns the noun for whoever has something kept; none for what the game has itself."""
        raise NotImplementedError

    def _tell_contained(self, e: m.Expr, number: int, bound: str) -> Part | None:
        """The clause that so many pieces are in a bag, a pile or a set."""
        bag = e.args[0]
        if e.op != "amount":
            if number == 0 or (number, bound) == (1, "ge"):
                return self.say("empty", {"bag": self.tell(bag)}, number > 0)
            piece: Part = self.noun_of_contents(bag)
        else:
            piece = self.tell(e.args[1])
        is_noun = isinstance(piece, Noun)
        is_counted = isinstance(piece, Noun) and is_common(piece)
        if (number, bound) in ((0, "eq"), (1, "ge")):
            return self.say(
                "op-has" if is_counted else "op-has-such", {"piece": piece, "bag": self.tell(bag)}, number == 0
            )
        values = {"piece": piece, "bag": self.tell(bag), "amount": Number(str(number)), "bound": bound}
        return self.say("holds-pieces" if is_noun else "holds-such", values)

    @handles("amount")
    def _amount(self, e: m.Expr, contrary: bool) -> Part:
        bag, piece = map(self.tell, e.args)
        message = "op-mass" if isinstance(piece, Noun) and not piece.many else "op-amount"
        return self.say(message if e.args[1].op == "const" else "amount-of", {"bag": bag, "piece": piece})

    @handles("has")
    def _has(self, e: m.Expr, contrary: bool) -> Part:
        bag, piece = map(self.tell, e.args)
        message = "op-has" if isinstance(piece, Noun) and is_common(piece) else "op-has-such"
        return self.say(message, {"bag": bag, "piece": piece}, contrary)
