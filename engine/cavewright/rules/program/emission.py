"""Emits instructions: slots for names, what is bound where, and which lines are told to all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ..check.whole_program import WholeProgram
from ..model import ruleset as m
from ..model.dispatch import Pass
from . import instructions as i
from .onlookers import Onlookers
from .scope import Scope
from .turns import Turn, Turns

IN_LOOPS, OF_ANSWERS, OF_CHOICES, OF_PACKING = -2, -1_000_000, -2_000_000, -3_000_000
OF_FLAGS, OF_PLAYERS, OF_WAYS = -4_000_000, -5_000_000, -6_000_000
"""Numbers from which those of names go down that lowering makes: in loops by the instruction, of answers to `may`, of
choices that can be made once, of what is packed and of what interruptions ask, by the slot. Names of rules count up from
0, and `me` is -1."""


class Emission(Pass):
    """Instructions that lowering has made so far. The parts of it stand on this."""

    def __init__(self, ruleset: m.Ruleset) -> None:
        self.ruleset = ruleset
        self.step: Any = None
        """The line at hand."""
        self.code: list[Any] = []
        self.slots: dict[int, int] = {}
        self.size = 3
        self.base: dict[tuple[str, str], int] = {}
        self.player_slots: list[list[int]] = [[] for _ in range(ruleset.player_range[1])]
        self.entries: dict[str, int] = {}
        self.returns: dict[str, int] = {}
        self.action_entries: dict[str, int] = {}
        self.signatures: dict[str, i.Signature] = {}
        self.taken: list[int] = []
        self.patches: list[tuple[int, str]] = []
        self.scope = Scope(ruleset.secrecy, self.local)
        self.onlookers = Onlookers(ruleset)
        self.counted: list[tuple[m.Clause, int, int]] = []
        self.loops: list[tuple[m.Clause, int]] = []
        self.round_ends: dict[int, int] = {}
        self.bound: dict[int, tuple[i.Bound, ...]] = {}
        self.scopes: list[tuple[m.Local, ...]] = []
        self.stop = 1
        """The instruction at which the game is over."""
        self.aside = False
        """Whether an action is lowered that is offered beside all decisions."""
        self.whole = WholeProgram(ruleset, ())
        self.by_choice = self.whole.reachable_from(each for each in self.whole.bodies if each.startswith("action "))
        """What some action carries out, or one of the processes that it does: `to NAME`."""
        self.chosen = False
        """Whether what is lowered is, or may be, part of an action that somebody chose."""
        self.turns = Turns(ruleset)
        """Loops under way at decisions, where players who are not asked may act."""

    # ---- slots -------------------------------------------------------------------------------------------------------

    def room_for(self, count: int) -> int:
        """A run of fresh slots."""
        self.size += count
        return self.size - count

    def local(self, local: m.Local) -> int:
        """The slot of a local that a statement binds; whatever binds it clears it behind itself, also where several
        do."""
        if local.number not in self.slots:
            self.slots[local.number] = self.room_for(1)
        slot = self.slots[local.number]
        if slot not in self.taken:
            self.taken.append(slot)
        return slot

    def scratch(self, count: int = 1) -> int:
        """Fresh slots that belong to the process being lowered."""
        start = self.room_for(count)
        self.taken += range(start, start + count)
        return start

    def action_back(self, name: str) -> int:
        """The slot that holds where an action goes on."""
        key = "action " + name
        if key not in self.returns:
            self.returns[key] = self.room_for(1)
        return self.returns[key]

    @contextmanager
    def turn(self, *, until: m.Expr | None = None, where: m.Expr | None = None) -> Iterator[Turn]:
        """A loop whose conditions are asked again after somebody has interrupted a decision in it. Who acts in it is
        kept in a slot, where that matters; the block tells where it is left."""
        turn = Turn(until, where, self.scratch() if self.turns.matter else -1)
        first = len(self.taken)
        with self.turns.under_way(turn):
            yield turn
        turn.inner = tuple(self.taken[first:])

    @contextmanager
    def asked_until(self, until: m.Expr | None) -> Iterator[Turn]:
        """A decision that is made again and again until something holds."""
        if until is None:
            yield Turn(None, None, -1)
            return
        with self.turn(until=until) as turn:
            self.note_player(turn)
            yield turn

    def clear_player(self, turn: Turn) -> None:
        """Clears the slot of who acted in a loop that is left."""
        if turn.me >= 0:
            self.emit(i.Clear((turn.me,)))

    def note_player(self, turn: Turn) -> None:
        """Keeps who acts in a loop, where that matters."""
        if turn.me >= 0:
            self.emit(i.Copy(i.ME, turn.me))

    # ---- instructions ------------------------------------------------------------------------------------------------

    def emit(self, instruction: Any) -> int:
        """Appends an instruction; its number. What has been bound is remembered for decisions, some of which are filled
        in later."""
        self.code.append(instruction)
        self.scopes.append(tuple(self.scope.bound))
        if instruction is None or isinstance(instruction, (i.Decide, i.Chance)):
            self.bound[self.here - 1] = self.scope.names()
        return len(self.code) - 1

    @property
    def here(self) -> int:
        """The number of the next instruction."""
        return len(self.code)

    @contextmanager
    def branch_over(self, branch_to: Callable[[int], Any], loop: bool = False) -> Iterator[int]:
        """Emits a branch over the code that the `with` block emits, and yields its number; `branch_to` makes the branch of
        its target, which is patched in at the end of the block. `loop`: the block ends with a jump back to the branch."""
        at = self.emit(branch_to(-1))
        yield at
        if loop:
            self.emit(i.Jump(at))
        self.code[at] = branch_to(self.here)

    def block(self, block: m.Block) -> None:
        """The steps of a block, one after another. What they bind is forgotten behind it."""
        with self.scope.within():
            before = self.step
            for self.step in block:
                self.reveal(*asked_by(self.step.statement))
                self.handlers[type(self.step.statement)](self, self.step.statement)
            self.step = before

    @property
    def clause(self) -> m.Clause:
        """The clause of the line at hand."""
        found: m.Clause = self.step.clause
        return found

    def reveal(self, *values: m.Expr | None) -> None:
        """All are told what these come to, if the line says so."""
        for each in values if self.step.reveals else ():
            self.emit(i.Reveal(each, self.clause))

    def within(self, binds: Iterable[m.Local], block: m.Block) -> None:
        """A block in which names are bound."""
        with self.scope.within(binds):
            self.block(block)

    def as_another(self, block: m.Block, saved: int) -> None:
        """A block in which others act: who acted before is kept in a slot."""
        with self.scope.as_another(self.step, saved):
            self.block(block)


def asked_by(statement: Any) -> tuple[m.Expr | None, ...]:
    """Returns the expressions that a line depends on and that is carried out whatever they come to: all are told of it
    before."""
    match statement:
        case m.Require(condition=condition):
            return (condition,)
        case m.Cost(payments=payments):
            return tuple(each.held for each in payments)
        case m.Assign(value=value):
            return (value,)
        case m.Transfer(giver=giver, pieces=pieces) if giver is not None and all(
            each.piece is not None for each in pieces
        ):
            return tuple(m.holds("has", giver, each.piece) for each in pieces if each.piece is not None)
        case m.Repeat(times=m.Expr() as times) | m.InTurn(first=times):
            return (times,)
        case m.Transfer() | m.Shift() | m.Shuffle() | m.Take():
            return (None,)
        case m.Lay() | m.Repack() | m.Draw() | m.Roll():
            return (None,)
    return ()
