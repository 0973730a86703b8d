"""Instrumentation: the module logs the effects of each step and the reason of each refusal."""

from __future__ import annotations

from typing import Any

from ...machine.ir.assignments import REFUSED
from ...machine.ir.chance import Draws
from ...machine.ir.construction import (
    DONE,
    NO,
    assign,
    choose,
    either,
    indices,
    load,
    no,
    read,
    store,
    up_to,
    within,
    write,
)
from ...machine.ir.effects import TOP, End
from ...machine.ir.form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Call,
    Const,
    Do,
    Each,
    Expr,
    Function,
    If,
    Let,
    Range,
    Return,
    Statement,
    Var,
    op,
)
from ...machine.ir.pile_effects import PileEffects
from ...machine.ir.position_encoding import SetCodec, bits_of_pieces
from ...machine.ir.repacking import Repack
from ...machine.ir.scope import HERE
from ...machine.ir.searches import Searches
from ...rules.model import ruleset as m
from ...rules.model.capacities import endless_rows
from ...rules.model.dispatch import handles
from ...rules.program import instructions as i
from .numbering import Numbering

KINDS = ("set", "pieces", "supply", "packed", "lay", "draw", "back", "reveal", "shuffled", "ended", "word")
"""What is noted, by number; `word` and higher numbers are the words of a set, from the lowest on."""
CODES = ("", "range", "room", "occupied", "nothing", "requirement", "cost")
"""Why an effect is refused, by number."""
ROOMS = ("moved", "moved_count")
"""Where pieces of a kind are written down while they move, and how many they are."""
WIDTH = 7
"""Numbers of a note: its kind, clause, player and subject, where it is, and two values."""
MOST_NOTES = 10_000
"""Notes of a step that are kept, the last ones, besides two of each word of a set that the rules keep."""


class InstrumentedEffects(PileEffects):
    """Instructions that note what they do. While an option is tried nothing is noted but what refuses it."""

    numbering: Numbering

    def __init__(self, lowering: Searches, strict: Array | None) -> None:
        super().__init__(lowering, strict)
        memory = lowering.memory
        sets = (each.array.length for each in self.layout.fields.values() if isinstance(each, SetCodec))
        self.most_notes = MOST_NOTES + 2 * sum(sets)
        self.notes = memory.array("notes", WIDTH * self.most_notes)
        self.count = memory.array("note_count", 1, indices(2**31))
        self.refused = memory.array("refused", 4)
        self.node: Any = None

    def effect(self, node: Any) -> Block | None:
        """An instruction lowered; the clause of what it notes is its own."""
        self.node = node
        return super().effect(node)

    def noter(self, trying: Array | None) -> None:
        """The function that notes, unless something is tried."""
        takes = [self.lowering.fresh(name, WORD) for name in ("kind", "clause", "subject", "where", "first", "second")]
        kind, clause, subject, where, first, second = takes
        at = self.lowering.fresh("at", Range(0, WIDTH * (self.most_notes - 1)))
        player = read(self.layout.cell(i.ME))
        values = (kind, clause, player, subject, where, first, second)
        many = read(self.count)
        body: Block = (
            *((If(read(trying) > 0, (DONE,)),) if trying is not None else ()),
            assign(at, many % self.most_notes * WIDTH),
            *(store(self.notes, at + n, each) for n, each in enumerate(values)),
            write(self.count, many + 1),
        )
        self.lowering.procedure("note", takes, body)

    def note(self, kind: Expr | str, subject: int, where: Expr, first: Expr, second: Expr) -> Statement:
        """Something is noted."""
        number = Const(KINDS.index(kind)) if isinstance(kind, str) else kind
        return self._note_of(self.node.clause, number, Const(subject), where, first, second)

    def note_end(self, clause: m.Clause) -> Statement:
        """Returns the statement that notes that a loop has ended, since it stood where it had stood before."""
        return self._note_of(clause, Const(KINDS.index("ended")), Const(-1), Const(-1), Const(0), Const(0))

    def _note_of(self, clause: m.Clause, number: Expr, *values: Expr) -> Statement:
        parts = number, Const(self.numbering.clause(clause)), *values
        return Do(Call("note", tuple(within(each, WORD) for each in parts), TRUTH))

    def refusal(self, code: str, current: Expr = NO, needed: Expr = NO) -> Block:
        """An effect is refused, if it is tried; why is written down."""
        if self.strict is None:
            return ()
        clause = self.numbering.clause(self.node.clause)
        parts = (Const(CODES.index(code)), Const(clause), current, needed)
        told = tuple(store(self.refused, n, within(each, WORD)) for n, each in enumerate(parts))
        return (If(read(self.strict), (*told, Return(REFUSED))),)

    # ---- values ------------------------------------------------------------------------------------------------------

    def assign(self, target: m.Expr, put: Any, value: Expr) -> list[Statement]:
        """Returns the statements of the write, with notes of the value before and behind it."""
        field: m.Field = target.args[0] if target.op == "field" else target.args[1]
        subject, of_set = self.numbering.field(field), target.type.is_set
        many = self.layout.words(target.type) if of_set else 1

        def note_write(array: Array, at: Expr) -> list[Statement]:
            entries = [at * many + n for n in range(many)]
            lets = [self.let("before", load(array, each)) for each in entries]
            after = [load(array, each) for each in entries]
            where = self._key(target, at)
            notes: list[Statement] = [
                self.note(Const(KINDS.index("word") + n) if of_set else "set", subject, where, before, now)
                for n, ((_, before), now) in enumerate(zip(lets, after, strict=True))
            ]
            differs = either(*(op("!=", before, now) for (_, before), now in zip(lets, after, strict=True)))
            return [*(each for each, _ in lets), *put(array, at), If(differs, tuple(notes))]

        return super().assign(target, note_write, value)

    def _key(self, target: m.Expr, at: Expr) -> Expr:
        """The row, the place or the passage of an entry."""
        if target.op == "field":
            return at
        place = self.layout.records[target.args[0].name].place
        if target.op == "record":
            return load(place, at)
        return load(place, at >> 1) * 2 + (at & 1)

    # ---- pieces ------------------------------------------------------------------------------------------------------

    def change_piece(self, bag: m.Expr, piece: Expr, change: Expr, end: End = TOP) -> tuple[list[Statement], Var]:
        """Returns the statements of the change, with a note of its amount."""
        statements, allowed = super().change_piece(bag, piece, change, end)
        endless = endless_rows(bag.type, self.rules.kinds[bag.type.name])
        kind: Expr = Const(KINDS.index("supply" if all(endless) else "pieces"))
        if any(endless) and not all(endless):
            never = load(self.lowering.memory.table((0, *endless), -1), within(piece, Range(-1, len(endless) - 1)))
            kind = choose(never, KINDS.index("supply"), kind)
        note = self.note(kind, self.numbering.field(bag.args[0]), self.owner(bag), piece, allowed)
        return [*statements, If(op("!=", allowed, 0), (note,))], allowed

    def note_moved(self, bag: m.Expr, sign: int) -> Block:
        """Notes how many of each kind of piece were lifted from a bag, or have come to it."""
        rooms, kinds = self.lowering.memory.arrays, len(self.rules.kinds[bag.type.name].rows)
        moved, count = (next(each for each in rooms if each.name == f"{name}_{bag.type.name}") for name in ROOMS)
        piece, many = self.lowering.fresh("piece", indices(kinds)), self.lowering.fresh("many", count.range)
        at = self.lowering.fresh("at", indices(moved.length))
        is_such = op("==", load(moved, at) & (1 << bits_of_pieces(kinds)) - 1, piece)
        add = If(is_such, (assign(many, within(many + 1, count.range)),))
        note = self.note("pieces", self.numbering.field(bag.args[0]), self.owner(bag), piece, many * sign)
        body = (assign(many, 0), Each(at, up_to(read(count)), (add,)), If(many > 0, (note,)))
        return (Each(piece, up_to(Const(kinds)), body),)

    @handles(i.Shuffled)
    def _shuffle(self, node: i.Shuffled) -> list[Statement]:
        subject = self.numbering.field(node.pile.args[0])
        note = self.note("shuffled", subject, self.owner(node.pile), Const(0), Const(0))
        return [*super()._shuffle(node), *self._if_owned(node.pile, (note,))]

    def owner(self, bag: m.Expr) -> Expr:
        """Returns the owner of a bag."""
        return self.expr(bag.args[1]) if bag.args[1] is not None else Const(0)

    @handles(i.Returned)
    def _return_pieces(self, node: i.Returned) -> list[Statement]:
        array, at, _ = self.lowering.bag(node.bag, HERE)
        kept = read(self.layout.cell(node.kept))
        skipped = self.lowering.fresh("skipped", TRUTH)
        subject = self.numbering.field(node.bag.args[0])
        secret = Const(int(node.secret))
        found: list[Statement] = [assign(skipped, 0)]
        for slot in node.slots:
            let, piece = self.let("piece", read(self.layout.cell(slot)))
            entry = at + piece + 1
            more = (
                store(array, entry, load(array, entry) + 1),
                self.note("back", subject, self.owner(node.bag), piece, secret),
            )
            stays = op("and", no(skipped), op("==", piece, kept))
            found += [let, If(piece >= 0, (If(stays, (assign(skipped, 1),), more),))]
        return [*found, self.lowering.stamp_write()]

    # ---- tiles and what all learn ------------------------------------------------------------------------------------

    @handles(i.LayTile)
    def _laytile(self, node: i.LayTile) -> list[Statement]:
        *lets, laid, stamped = super()._laytile(node)
        assert isinstance(laid, If)
        place, tile, sides = (each.var for each in lets if isinstance(each, Let))
        note = self.note("lay", self.numbering.board(node.board), place, tile, sides)
        return [*lets, If(laid.condition, laid.then, (*laid.otherwise, note)), stamped]

    @handles(i.Reveal)
    def _reveal(self, node: i.Reveal) -> list[Statement]:
        value: Expr = Const(0)
        if node.value is not None:
            value = self.lowering.value(node.value, HERE)
        return [self.note("reveal", self.numbering.number_of_reveal(node), Const(-1), value, Const(0))]

    @handles(i.Check)
    def _check(self, node: i.Check) -> list[Statement]:
        if self.strict is None:
            return []
        refusal = self.refusal("requirement")
        if node.due is not None:
            _, held, due = node.due
            refusal = self.refusal("cost", self.expr(held), self.expr(due))
        fails = op("and", read(self.strict), no(self.lowering.truth(node.condition, HERE)))
        return [If(fails, refusal)]


class InstrumentedDraws(Draws):
    """Chance that notes what it brings."""

    effects: InstrumentedEffects

    def taker(self, at: int, node: i.Chance) -> Function:
        """Returns the taker with what came up."""
        made = super().taker(at, node)
        let, *rest = made.body
        assert isinstance(let, Let)
        self.effects.node = node
        subject = self.effects.numbering.field(node.bag.args[0]) if node.bag is not None else -1
        owner = self.effects.owner(node.bag) if node.bag is not None else Const(0)
        note = self.effects.note("draw", subject, owner, let.var, Const(2 if node.hidden else int(node.secret)))
        return self.lowering.function(made.name, made.parameters, (let, note, *rest), made.returns)


class InstrumentedRepack(Repack):
    """A repacking that notes what goes from where to where."""

    effects: InstrumentedEffects

    def note(self, which: int, piece: Expr, change: Expr) -> Block:
        """Pieces go into a bag, or out of it onto the table."""
        self.effects.node = self.node
        bag = (self.node.first, self.node.second)[which]
        subject = self.effects.numbering.field(bag.args[0])
        note = self.effects.note("packed", subject, self.effects.owner(bag), piece, change)
        return (If(op("!=", change, 0), (note,)),)
