"""The names that are bound where the rules are being lowered, and in which slots the players stand who know them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from ..model import ruleset as m
from ..model.secrecy import HIDDEN, OPEN, SECRET
from ..model.secrecy_facts import NOBODY, Knower, Secrecy
from . import instructions as i


class Scope:
    """Names, innermost last. What a player has bound as its secret is known to that player also while others act.

    Who knows a name the check has found out; here is followed in which slot that player stands: `slot_of` gives
    those of names.
    """

    def __init__(self, secrecy: Secrecy, slot_of: Callable[[m.Local], int]) -> None:
        self.secrecy, self.slot_of = secrecy, slot_of
        self.bound: list[m.Local] = []
        self.players: dict[Knower, int] = {}

    def enter(self, rule: str) -> None:
        """A rule is lowered, `to NAME` or `action NAME`: one player acts."""
        form, _, name = rule.partition(" ")
        self.players = {self.secrecy.acting.get(name, ("acting", rule)) if form == "action" else ("acting", rule): i.ME}

    @contextmanager
    def within(self, binds: Iterable[m.Local] = ()) -> Iterator[None]:
        """Names that are forgotten behind a block, with all that is bound in it."""
        known = len(self.bound)
        self.bound += binds
        yield
        del self.bound[known:]

    @contextmanager
    def as_another(self, step: m.Step, slot: int) -> Iterator[None]:
        """A block in which others act: who acted before is kept in a slot, and knows its own secrets by it."""
        saved, place = self.players, step.clause.span.place
        acting: list[Knower] = [("turn", place)]
        if isinstance(step.statement, m.AsPlayer) and step.statement.player.op == "local":
            acting.append(("name", step.statement.player.args[0].number))
        self.players = {each: slot if at == i.ME else at for each, at in saved.items()} | dict.fromkeys(acting, i.ME)
        yield
        self.players = saved

    def names(self) -> tuple[i.Bound, ...]:
        """The names as they are bound now, without those that no rule gave."""
        return tuple(self.bound_name(each) for each in self.bound if each.number > 0)

    def bound_name(self, local: m.Local) -> i.Bound:
        """A name, and the slot of the player who knows it, if it is a secret of one who is at hand."""
        knower = self.secrecy.names.get(local.number)
        if knower is None:
            return i.Bound(replace(local, shown=OPEN))
        slot = self.players.get(knower)
        if slot is None and knower[0] == "name":
            slot = next((self.slot_of(each) for each in self.bound if each.number == knower[1]), None)
        return (
            i.Bound(replace(local, shown=HIDDEN))
            if slot is None or knower == NOBODY
            else i.Bound(replace(local, shown=SECRET), slot)
        )
