"""Conditions of examples on one place that belong together: whose something is, and what or how much of it is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.types import NONE
from ..sentences import Sentences
from ..sentences.known_values import OWNED
from ..sentences.parts import Noun
from .joined_clauses import Clause
from .told_counts import owner_counted
from .told_holdings import Holding, Said

_OWNED = re.compile(r"\b(\d)\.([a-z]\w*)")
"""A place on the board of a player."""
_OF_ONE_OWNER = re.compile(r"\b(\d)\.[a-z]\w*(?:(?:,| \w+) \1\.[a-z]\w*)+")
"""Places of one player behind one another: `0.a4, 0.b4`, `0.a4 and 0.b4`."""


def name_owners(said: str, names: Sequence[str], sentences: Sentences) -> str:
    """Returns words with the places of boards that each player has named by their owners, of several places of one player
    once: `0.a4 and 0.b4` as `Anna’s a4 and b4`."""
    tell, owners = sentences.tell_state, {str(n): each for n, each in enumerate(names)}
    said = _OF_ONE_OWNER.sub(lambda run: run[0][:2] + run[0][2:].replace(f" {run[1]}.", " "), said)
    return _OWNED.sub(lambda at: tell("owned-place", owner=owners.get(at[1], at[1]), place=at[2]), said)


class OwnedPlaces:
    """Tells of places of boards with the player to whom something there belongs: `Ann has 2 men on p21`, `a pawn of Ann’s stands
    on e5`."""

    def __init__(
        self,
        conditions: Iterable[m.Expr],
        sentences: Sentences,
        now: Callable[[m.Expr], Any],
        both: Callable[[list[str]], str],
    ) -> None:
        self.sentences, self.now, self.rules, self.both = sentences, now, sentences.rules, both
        self.owned, self.owners = set[str](), dict[str, m.Expr]()
        told = list(conditions)
        for each in told:
            if self._is_owner(each):
                self.owners[self._place_of(each)] = each.args[0]
            elif self._is_number(each) or self._is_thing(each):
                self.owned.add(self._place_of(each))
        self.among = [(each, some) for each in told if (some := self._some_of(each, told))]
        self.placed = [each for _, some in self.among for each in some]

    def said_with_owner(self, e: m.Expr) -> Said | None:
        """Returns the words for what is at a place, with whose it is; none of a condition that has no owner beside it."""
        some = next((some for each, some in self.among if each is e), None)
        if some is not None and (counted := owner_counted(e, self.sentences)) is not None:
            places = [self.sentences.value(each.args[0].args[-1]) for each in some]
            where = {"amount": str(len(places)), "place": self.both(places)}
            listed = self.sentences.tell_state("told-of-them", things=counted[1], **where)
            return Holding(counted[0], "told-has", listed)
        is_number, owner = self._is_number(e), self.owners.get(self._place_of(e))
        if owner is None or not (is_number or self._is_thing(e)):
            return None
        kept, tell = e.args[0], self.sentences.tell_state
        whose, now = self.sentences.value(self._as_constant(owner)), self.now(kept)
        if not is_number:
            thing = self._thing(kept)
            assert thing is not None
            theirs = thing.reword(lambda each: tell("told-theirs", thing=each, owner=whose))
            said = self.sentences.state_in_words(kept, self._as_constant(kept), theirs)
            return Clause(said, self.sentences.value(kept.args[-1]))
        noun = self.sentences.noun_of_each(_field_of(kept))
        things = tell("pieces" if now else "told-none-of", piece=noun, amount=str(now))
        there = tell("told-there-at", things=things, place=self.sentences.part(kept.args[-1]))
        return Holding(whose, "told-has", there, is_none=not now)

    def is_said_with_other(self, e: m.Expr) -> bool:
        """Tells if a condition names the owner of what another one tells."""
        return self._is_owner(e) and self._place_of(e) in self.owned or any(e is each for each in self.placed)

    def _some_of(self, e: m.Expr, conditions: Iterable[m.Expr]) -> list[m.Expr]:
        """Returns the conditions of places where some of an owner's things are that a condition counts; none where all are."""
        if not (counted := owner_counted(e, self.sentences)) or not counted[0]:
            return []
        kept, owner = e.args[0].args[2].args
        found = [
            each
            for each in conditions
            if self._is_owner(each)
            and self._place_of(each) not in self.owned
            and _field_of(each.args[0]) is _field_of(kept)
            and self.now(each.args[0]) == owner.args[0]
        ]
        return found if len(found) < e.args[1].args[0] else []

    def _as_constant(self, e: m.Expr) -> m.Expr:
        return m.constant(self.now(e), e.type, e.span)

    def _is_owner(self, e: m.Expr) -> bool:
        is_player = bool(self._place_of(e)) and e.args[0].type.is_row_of(self.rules.players)
        return is_player and e.args[1].op in ("const", "call") and self.now(e.args[0]) != NONE

    def _is_number(self, e: m.Expr) -> bool:
        is_number = bool(self._place_of(e)) and e.args[0].type.is_number
        return is_number and self.sentences.noun_of_each(_field_of(e.args[0])) is not None

    def _is_thing(self, e: m.Expr) -> bool:
        is_row = bool(self._place_of(e)) and e.args[0].type.is_row and not e.args[0].type.is_row_of(self.rules.players)
        is_named = is_row and self.now(e.args[0]) != NONE and self._thing(e.args[0]) is not None
        return is_named and bool(self.sentences.state_in_words(e.args[0], self._as_constant(e.args[0])))

    def _thing(self, kept: m.Expr) -> Noun | None:
        """Returns the noun for what is at a place; none where no catalogue has one."""
        part = self.sentences.part(self._as_constant(kept))
        return part if isinstance(part, Noun) and part.gender else None

    def _place_of(self, e: m.Expr) -> str:
        """Returns the place on a board of which a condition says what is kept there, as rules write it; "" of any other."""
        place = e.args[0].args[-1] if e.op == "eq" and isinstance(e.args[0], m.Expr) and e.args[0].op in OWNED else None
        if not isinstance(place, m.Expr):
            return ""
        return str(place.span.text) if place.type.is_place or place.type.name in self.rules.boards else ""


def _field_of(kept: m.Expr) -> m.Field:
    """Returns the field that something kept is of."""
    field: m.Field = kept.args[0 if kept.op == "field" else 1]
    return field
