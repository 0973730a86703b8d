"""Lowers what players do who are not asked: how that begins at each decision, and what is asked again behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from ...foundation.source import Span
from ...language.compose.reachability import reachable
from ..model import ruleset as m
from ..model.types import MOST, YES_NO, Type, number, row
from . import instructions as i
from .emission import OF_FLAGS, OF_PLAYERS, OF_WAYS
from .trials import Trials
from .turns import Place, Turn


class InterruptLowering(Trials):
    """Instructions to which only a player who is not asked leads, or the host."""

    def interrupts(self) -> i.Interrupts | None:
        """Everything about menus of players who are not asked, if there are any."""
        if not self.turns.matter:
            return None
        self.taken, self.aside, self.chosen = [], True, True
        self.scope.enter("interrupts")
        self.who, self.asked = self.room_for(1), self.room_for(1)
        self.flags: dict[tuple[int, int], m.Expr] = {}
        begins = tuple((each.at, self.interrupt(each)) for each in self.turns.decisions)
        begun = tuple(slot for key, slot in self.returns.items() if key.startswith("action "))
        return i.Interrupts(begins, self.who, self.asked, begun)

    def interrupt(self, place: Place) -> int:
        """The instruction at which an interruption of a decision begins: what is under way is looked at, then the player
        in the slot decides, then all is asked again."""
        ways = self.ways_to(place)
        begins = self.emit(i.Copy(i.ME, self.asked))
        for calls, turn in ways:
            with self.while_called(calls):
                for n, (condition, _) in enumerate(turn.conditions()):
                    self.emit(i.Copy(turn.me, i.ME))
                    self.emit(i.Set(self.flag(turn, n, place), condition, place.clause))
        self.emit(i.Copy(self.who, i.ME))
        self.emit(i.Clear((self.who,)))
        asks = self.emit(None)
        options = tuple(self.interrupting(action, self.here, place) for action in self.ruleset.interrupting)
        self.code[asks] = i.Decide(options, -1, place.clause)
        self.ask_again(place, ways)
        return begins

    def interrupting(self, action: m.Action, after: int, place: Place) -> i.Option:
        """An action as an option of a player who is not asked: first of all its menu has to be open to that player."""
        menus = [each for each in self.ruleset.interrupts if each.menu in action.menus]
        menus = [each for each in menus if not each.internal] or menus
        span = place.clause.span
        me = m.Expr("me", (), row(self.ruleset.players), span)
        asked = self.slot_as("asked", me.type, self.asked, OF_PLAYERS, span)
        conditions = [each.where for each in menus] if all(each.for_each for each in menus) else []
        if not all(each.for_each for each in menus):
            conditions = [each.where if each.for_each else m.holds("eq", me, asked) for each in menus]
        option = replace(self.option(action, after), beside=True)
        if None in conditions:
            return option
        wanted = [each for each in conditions if each is not None]
        condition = wanted[0] if len(wanted) == 1 else m.holds("or", *wanted)
        return replace(option, guards=(i.Guard("require", 0, menus[0].clause, condition), *option.guards))

    def ask_again(self, place: Place, ways: Iterable[tuple[Place | None, Turn]]) -> None:
        """Asks the conditions of all loops under way, from the outermost; the block of the first that no longer holds is
        left, else the decision is made anew."""
        kept = (
            self.asked,
            *(
                self.slots[self.flag(turn, n, place).args[0].number]
                for _, turn in ways
                for n, _ in enumerate(turn.conditions())
            ),
        )
        for calls, turn in ways:
            with self.while_called(calls):
                for n, (condition, to) in enumerate(turn.conditions()):
                    self.emit(i.Copy(turn.me, i.ME))
                    lost = m.holds("and", self.flag(turn, n, place), m.holds("not", condition))
                    with self.branch_over(partial(i.JumpUnless, lost)):
                        self.emit(i.Clear((*kept, *self.slots_within(turn))))
                        self.emit(i.Jump(to))
        self.emit(i.Copy(self.asked, i.ME))
        self.emit(i.Clear(kept))
        self.emit(i.Jump(place.at))

    # ---- loops under way -----------------------------------------------------------------------------------------

    def ways_to(self, place: Place) -> list[tuple[Place | None, Turn]]:
        """The loops that may be under way at a decision, the outermost first: of its own process, and of calls that may
        have led there, each with that call."""
        callers: dict[str, set[str]] = {}
        for each in self.turns.calls:
            callers.setdefault(each.called, set()).add(each.rule)
        around = set(reachable({name: sorted(found) for name, found in callers.items()}, [place.rule]))
        calls = [each for each in self.turns.calls if each.called in around]
        calls.sort(key=lambda each: self.depth_of(each.rule, callers))
        return [*((each, turn) for each in calls for turn in each.turns), *((None, turn) for turn in place.turns)]

    def depth_of(self, rule: str, callers: dict[str, set[str]]) -> int:
        """The number of calls that lead to a process, at most."""
        return max((1 + self.depth_of(each, callers) for each in callers.get(rule, ())), default=0)

    def while_called(self, call: Place | None) -> ExitStack:
        """Goes past what is lowered meanwhile unless a call is under way."""
        stack = ExitStack()
        if call is not None:
            span, slot = call.clause.span, self.returns[call.called]
            way = self.slot_as("way", number(0, MOST), slot, OF_WAYS, span)
            here = m.holds("eq", way, m.constant(call.at + 1, number(call.at + 1, call.at + 1), span))
            stack.enter_context(self.branch_over(partial(i.JumpUnless, here)))
        return stack

    def slots_within(self, turn: Turn) -> Iterator[int]:
        """The slots of the block of a loop, and of all processes that it leads to."""
        yield from turn.inner
        for name in sorted(self.whole.reachable_from("to " + each for each in turn.called)):
            yield from self.turns.slots.get(name.removeprefix("to "), ())

    def flag(self, turn: Turn, number_: int, place: Place) -> m.Expr:
        """Name that says if a condition of a loop held before somebody interrupted."""
        key = (id(turn), number_)
        if key not in self.flags:
            self.flags[key] = self.slot_as("held", YES_NO, self.room_for(1), OF_FLAGS, place.clause.span)
        return self.flags[key]

    def slot_as(self, name: str, type_: Type, slot: int, numbers: int, span: Span) -> m.Expr:
        """A slot as a name in an expression."""
        local = m.Local(name, type_, numbers - slot)
        self.slots[local.number] = slot
        return local.at(span)
