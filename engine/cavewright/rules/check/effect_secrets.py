"""Transfer functions of moves, writes, tiles, and chance: what each of them reveals."""

from __future__ import annotations

from ...foundation.source import Span
from ..model import ruleset as m
from ..model.capacities import endless_rows
from ..model.dispatch import handles
from ..model.operators import OPERATORS
from ..model.secrecy_facts import NOBODY, Knower
from ..model.statement_effects import written_to
from .flow_state import holding
from .program_points import ProgramPoint, reader_of
from .visibility import OPEN, Secret, Secrets, name_of
from .whole_program import kept_of
from .writes import bags_of


class Transfers(ProgramPoint):
    """Flow of secrets through moves, writes, tiles, draws and rolls."""

    @handles
    def assign(self, node: m.Assign) -> None:
        target, secrets = node.target, self.of(node.value)
        if target.op == "local":
            return self.name_value(target.args[0], secrets, node.value)
        kept = kept_of(target)
        reader = reader_of(kept, self)
        self.in_open(reader)
        if not self.is_written(node):
            self.stop_unfit(secrets | self.of(target), node.value.span)
        if secrets or self.conditions():
            self.invalidate(kept)
        self.note_kept_absence(node, kept)
        content = reader_of(kept, self, content=True)
        if target.op != "amount":
            self.show_value(node.value, content)
        elif reader != NOBODY and content is not None:
            self.must_know("moved", secrets | self.of(kept), reader, node.value.span)
        self.hands_over(secrets, content)
        if reader is None and node.value.op == "local" and self.is_written(node):
            self.told |= {node.value.args[0].number}
        self.drop(bags_of(node))
        return None

    def stop_unfit(self, secrets: Secrets, span: Span) -> None:
        """A number may not fit: whoever chose is told by what is refused, and of an exact line all are told by the error,
        or by what is refused before."""
        if self.step.clause.fit != "up to":
            self.refuse(secrets, span)
        if self.step.clause.fit == "exact" and self.lax:
            self.in_open()
            self.must_know("fits", secrets, None, span)

    def note_kept_absence(self, node: m.Assign, kept: m.Expr) -> None:
        """Something kept gets a value, of which not all may know whether it is none, or in which place."""
        unknown = self.conditions() or self.sees.secrets_of_pick(kept) or self.absence(node.value)
        if kept.type.optional and (unknown or self.of(node.value) and not self.is_written(node)):
            self.knowledge.perhaps_none.add(name_of(kept))

    def is_written(self, node: m.Assign) -> bool:
        """Tells if a field certainly gets the value as it is, which then can be read there."""
        type_ = node.target.type
        return node.target.op != "amount" and (not type_.is_number or type_.covers(node.value.type))

    def name_value(self, local: m.Local, secrets: Secrets, value: m.Expr) -> None:
        """A name gets a value, under conditions of which it tells too."""
        if self.step.reveals and secrets:
            self.knowledge.telling.mark(self.span)
            secrets = OPEN
        secrets |= self.conditions()
        self.note_absence(local, value, bool(self.conditions()))
        self.bind(local, secrets, self.span)
        self.rebind(local)
        if (bag := OPERATORS[value.op].picked_from(value.args)) is not None:
            self.takes_from(bag, local)
        elif value.op == "local" and value.args[0].number in self.told:
            self.told |= {local.number}

    @handles
    def transfer(self, node: m.Transfer) -> None:
        readers = [reader_of(bag, self) for bag in written_to(node)]
        for each in readers:
            self.in_open(each)
            self.count_pieces(node, each)
        self.recognise_pieces(node)
        sure, room = self.lacking(node), self.room_for(node)
        pieces = self.of(tuple((each.amount, each.piece) for each in node.pieces))
        if sure or room:
            span = (node.giver or node.taker or node.pieces[0].amount).span if sure else node.taker.span  # type: ignore[union-attr]
            self.stop_unfit(sure | room | (pieces if node.taker is None or room else OPEN), span)
            for each in readers if self.lax or self.step.clause.fit == "up to" else ():
                if each != NOBODY:
                    self.must_know("moved", sure | room, each, span)
        for each in readers:
            self.must_be_there(tuple(piece.piece for piece in node.pieces if piece.piece is not None), each)
        if not (sure or room) and any(each.args[0].shown == "open" for each in written_to(node)):
            seen = (each.piece for each in node.pieces if self.is_seen_moving(node, each))
            self.told |= {piece.args[0].number for piece in seen if piece is not None}
        if node.taker is not None:
            self.hands_over(pieces | self.of(node.giver), reader_of(node.taker, self, content=True))
        every = self.of(node.giver) if any(each.amount is None for each in node.pieces) else OPEN
        if sure or room or pieces or every or self.conditions():
            self.invalidate(node.giver, node.taker)
        self.drop(bags_of(node))
        self.note_arrival(node, bool(sure or room))

    def count_pieces(self, node: m.Transfer, reader: Knower | None) -> None:
        """Whoever sees how many pieces come or go learns the amount; where all see the pieces too, that is told by
        moving them."""
        if reader == NOBODY or node.taker is not None and node.taker.args[0].shown == "open":
            return
        for each in node.pieces:
            if each.amount is not None:
                self.must_know("moved", self.of(each.amount), reader, each.amount.span)
            elif reader is None and node.giver is not None:
                self.must_know("moved", self.size(node.giver), None, node.giver.span)

    def recognise_pieces(self, node: m.Transfer) -> None:
        """Whoever sees the pieces in a bag sees which come or go; where all see them come, that is told by moving them."""
        giver, taker = (None if bag is None else reader_of(bag, self, content=True) for bag in (node.giver, node.taker))
        if node.taker is not None and taker is None:
            return
        for piece in (each.piece for each in node.pieces if each.piece is not None):
            if node.giver is not None and giver is None:
                gone = frozenset(each for each in self.of(piece) if each.choice is None)
                self.must_know("picked", gone, None, piece.span)
            for bag, reader in ((node.giver, giver), (node.taker, taker)):
                if bag is not None:
                    self.show_value(piece, reader)
        if node.giver is not None and node.taker is not None and any(each.amount is None for each in node.pieces):
            self.show_value(node.giver, taker)

    def lacking(self, node: m.Transfer) -> Secrets:
        """The secrets of which it tells whether the giver has what is to be moved."""
        bag = node.giver
        if bag is None or all(each.amount is None or self.is_held(bag, each, len(node.pieces)) for each in node.pieces):
            return OPEN
        return self.of(bag)

    def is_seen_moving(self, node: m.Transfer, each: m.Amount) -> bool:
        """Tells if a piece that a name stands for certainly moves, if it is any."""
        giver, taker = node.giver, node.taker
        return (
            each.piece is not None
            and each.piece.op == "local"
            and is_some(each.amount)
            and (giver is None or not self.lax or self.is_held(giver, each, len(node.pieces)))
            and (taker is None or not self.lax or not taker.type.room)
        )

    def is_held(self, bag: m.Expr, each: m.Amount, count: int) -> bool:
        """Tells if a piece, so many of them, certainly lies in a bag."""
        amount, piece = each.amount, each.piece
        assert amount is not None and piece is not None
        if all(endless_rows(bag.type, self.ground.ruleset.kinds[bag.type.name])):
            return True
        if amount.op == "amount" and amount.args == (bag, piece):
            return count == 1
        found = holding(bag, piece, self.me)
        return bool(found & self.held) and amount.op == "const" and amount.args[0] <= 1 and count == 1

    def room_for(self, node: m.Transfer) -> Secrets:
        """The secrets of which it tells whether the taker has room for what is to be moved."""
        bag = node.taker
        if bag is None or not bag.type.room:
            return OPEN
        if bag.type.measure:
            every = any(each.amount is None for each in node.pieces)
            return self.of(bag) | (self.of(node.giver) if every else OPEN)
        return self.size(bag) | (self.size(node.giver) if node.giver is not None else OPEN)

    def note_arrival(self, node: m.Transfer, doubtful: bool) -> None:
        """Notes the pieces that certainly lie in the bag that takes them."""
        if node.taker is None or node.taker.type.room or doubtful:
            return
        for each in node.pieces:
            if is_some(each.amount):
                self.held |= holding(node.taker, each.piece, self.me)

    # ---- piles -------------------------------------------------------------------------------------------------------

    @handles
    def shift(self, node: m.Shift) -> None:
        asked = self.of(node.amount)
        self.must_know("moved", asked, None, node.amount.span)
        self.stop_unfit(asked | self.size(node.giver), node.amount.span)
        self.transfer(m.Transfer((m.Amount(None, None),), node.giver, node.taker))

    @handles
    def shuffle(self, node: m.Shuffle) -> None:
        self.in_open()
        self.drop(bags_of(node))

    @handles
    def take(self, node: m.Take) -> None:
        self.in_open(reader_of(node.pile, self))
        self.bind(node.local, self.of(node.pile))
        self.rebind(node.local)
        if node.pile.args[0].shown != "open":
            self.invalidate(node.pile)
        self.drop(bags_of(node))

    @handles
    def deal(self, node: m.Deal) -> None:
        asked = self.of(node.amount)
        self.must_know("drawn", asked, None, node.amount.span)
        self.stop_unfit(asked | self.size(node.giver), node.amount.span)
        self.block(node.body)

    @handles
    def lay(self, node: m.Lay) -> None:
        self.in_open()
        self.refuse(self.of((node.at, node.tile)), node.at.span)
        self.hands_over(self.of((node.at, node.tile, node.sides)), None)
        self.must_be_there((node.at, node.tile), None)
        if not self.lax:
            self.told |= {each.args[0].number for each in (node.at, node.tile) if each.op == "local"}

    @handles
    def draw(self, node: m.Draw) -> None:
        self.in_open()
        self.must_know("drawn", self.size(node.bag), None, node.bag.span)
        self.came_up(node.local)
        if node.local.shown != "open":
            self.invalidate(node.bag)
        self.drop(bags_of(node))

    @handles
    def roll(self, node: m.Roll) -> None:
        self.in_open()
        self.must_know("drawn", self.of(node.domain), None, node.domain.span)
        self.came_up(node.local)

    def came_up(self, local: m.Local) -> None:
        """Notes the outcome of chance."""
        whose = NOBODY if local.shown == "hidden" else self.me
        secret = frozenset({Secret(f".{local.name}", whose, local.number, self.span)})
        self.bind(local, OPEN if local.shown == "open" else secret)
        self.rebind(local)
        self.lax = True

    @handles
    def put_back(self, node: m.PutBack) -> None:
        self.in_open()
        if node.kept.shown == "secret":
            self.invalidate(node.bag)
        self.drop(bags_of(node))


def is_some(amount: m.Expr | None) -> bool:
    """Tells if an amount is certainly one at least."""
    return amount is not None and amount.op == "const" and amount.args[0] >= 1
