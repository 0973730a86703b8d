"""Instructions that write: names and fields get values, pieces are moved, tiles are laid. What was done is noted as an
effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...rules.check.cardinality import PLACES
from ...rules.model import ruleset as m
from ...rules.model.capacities import endless_rows, sizes_in
from ...rules.model.dispatch import handles
from ...rules.model.initial_values import blank_passage
from ...rules.model.piles import MOST_IN_PILE
from ...rules.model.types import MOST, NONE
from ...rules.program import instructions as i
from .bags_and_sets import with_amount
from .closures import ZERO, Boards, Closure, Slots
from .control import FlowInstructions
from .effect_records import Effect
from .step import NumberError, Refused, Run, Step, copy_on_write, stop_unfit

Write = Callable[[Slots, Boards, Run, int], None]
"""Puts a value where a target says."""
Edit = Callable[[int, int], int]
"""From what stands where a target says, and what a write brings, to what stands there afterwards."""


class WriteInstructions(FlowInstructions):
    """The functions of instructions that write."""

    # ---- values ------------------------------------------------------------------------------------------------------

    @handles
    def _set(self, at: int, node: i.Set) -> Step:
        target, after = node.target, at + 1
        value = self.evaluate.expr(node.value)
        if target.op == "local":
            slot = self.evaluate.slot(target.args[0])
            kept = self._bounding(target, node.clause)

            def let(h: Slots, s: Boards, run: Run) -> int:
                h[slot] = +value(h, s)
                return after

            def let_grow(h: Slots, s: Boards, run: Run) -> int:
                """For a number that grows as the rules go on. Raises NumberError for one beyond the largest number."""
                number = value(h, s)
                if not run.strict and not -MOST <= number <= MOST:
                    raise NumberError(node.value.span)
                h[slot] = kept(number, run)
                return after

            return let_grow if target.type.is_number and target.type.high >= MOST else let
        write = self._writer(target, node.clause)

        def assign(h: Slots, s: Boards, run: Run) -> int:
            write(h, s, run, value(h, s))
            return after

        return assign

    def _writer(self, target: m.Expr, clause: m.Clause) -> Write:
        makers = {"amount": self._write_amount, "in_set": self._write_member}
        return makers.get(target.op, self._write_whole)(target, clause)

    def _write_whole(self, target: m.Expr, clause: m.Clause, edit: Edit | None = None) -> Write:
        """Returns what writes a value, or edits the one that stands there: so it is asked once where that is."""
        makers = {"field": self._write_field, "local": self._write_local}
        return makers.get(target.op, self._write_record)(target, clause, edit)

    def _bounding(self, target: m.Expr, clause: m.Clause) -> Callable[[int, Run], int]:
        """Keeps a number within what its type allows: refused where a player chose it, elsewhere as far as it goes."""
        type_ = target.type
        if type_.is_truth:
            return lambda value, run: 1 if value else 0
        if not type_.is_number:
            return lambda value, run: value
        low, high, optional = type_.low, type_.high, type_.optional

        def clamp(value: int, run: Run) -> int:
            if low <= value <= high or (optional and value == NONE):
                return value
            bound = low if value < low else high
            stop_unfit(run, clause, Refused(clause, "range", value, bound), value, bound)
            return bound

        return clamp

    def _write_field(self, target: m.Expr, clause: m.Clause, edit: Edit | None) -> Write:
        field_, of = target.args
        base = self.program.layout.slot(field_)
        bounded = self._bounding(target, clause)
        least = target.type.least_kept
        owner = self.evaluate.maybe(of) or ZERO

        if not target.type.facts.in_one_number:
            return self._write_contents(field_, base, owner, clause)

        def write(h: Slots, s: Boards, run: Run, value: int) -> None:
            row = owner(h, s)
            if row < 0:
                return
            old = h[base + row]
            new = bounded(value if edit is None else edit(old, value), run)
            if new != old and new >= least:
                h[base + row] = new
                run.effects.append(Effect("set", clause, h[i.ME], field_, row, old, new))

        return write

    def _write_contents(self, field_: m.Field, base: int, owner: Closure, clause: m.Clause) -> Write:
        """Writes what is no number, such as a set of positions, as a whole."""

        def write(h: Slots, s: Boards, run: Run, value: Any) -> None:
            row = owner(h, s)
            if row >= 0 and (old := h[base + row]) != value:
                h[base + row] = value
                run.effects.append(Effect("set", clause, h[i.ME], field_, row, old, value))

        return write

    def _write_local(self, target: m.Expr, clause: m.Clause, edit: Edit | None) -> Write:
        slot = self.evaluate.slot(target.args[0])

        def write(h: Slots, s: Boards, run: Run, value: int) -> None:
            h[slot] = value if edit is None else edit(h[slot], value)

        return write

    def _write_record(self, target: m.Expr, clause: m.Clause, edit: Edit | None) -> Write:
        board, field_, index, of = target.args
        edge = target.op == "edge"
        cells = self.evaluate.boards[board.name]
        at = cells + (2 if edge else 0)
        blank = blank_passage(board) if edge else None
        index += 0 if edge else 2
        passage_ends = self.evaluate.shape.passage_ends
        where = self.evaluate.expr(of)
        bounded = self._bounding(target, clause)
        least = target.type.least_kept

        def write(h: Slots, s: Boards, run: Run, value: int) -> None:
            key = where(h, s)
            record = s[at].get(key, blank)
            if record is None or key < 0 or edge and not all(place in s[cells] for place in passage_ends(key)):
                return
            old = record[index]
            new = bounded(value if edit is None else edit(old, value), run)
            if new != old and new >= least:
                copy_on_write(s, at, run)[key] = (*record[:index], new, *record[index + 1 :])
                run.effects.append(Effect("set", clause, h[i.ME], field_, key, old, new))

        return write

    def _write_member(self, target: m.Expr, clause: m.Clause) -> Write:
        member, whole = target.args
        inner, bit = self.evaluate.expr(member), self.evaluate.members(whole)
        add = self._write_whole(whole, clause, _with_bit)
        drop = self._write_whole(whole, clause, _without_bit)

        def add_or_drop(h: Slots, s: Boards, run: Run, value: int) -> None:
            at = bit(inner(h, s))
            if at >= 0:
                (add if value else drop)(h, s, run, at)

        return add_or_drop

    def _write_amount(self, target: m.Expr, clause: m.Clause) -> Write:
        bag, piece = target.args
        put = self._putting(bag, clause, is_total=True)
        which = self.evaluate.expr(piece)

        def write(h: Slots, s: Boards, run: Run, value: int) -> None:
            put(h, s, run, which(h, s), value)

        return write

    @handles
    def _reveal(self, at: int, node: i.Reveal) -> Step:
        value = self.evaluate.maybe(node.value) or ZERO
        told, clause, after = node.value, node.clause, at + 1

        def reveal(h: Slots, s: Boards, run: Run) -> int:
            run.effects.append(Effect("reveal", clause, h[i.ME], told, -1, int(value(h, s)), 0))
            return after

        return reveal

    # ---- pieces ------------------------------------------------------------------------------------------------------

    def _putting(
        self,
        bag: m.Expr,
        clause: m.Clause,
        stack: Callable[..., tuple[int, ...]] | None = None,
        is_total: bool = False,
    ) -> Callable[[Slots, Boards, Run, int, int], int]:
        """Changes the number of a piece in a bag, by an amount or, if `is_total`, to it; returns by how much it did. Of a
        pile, `stack` says how."""
        is_pile = stack is not None and bag.type.is_pile
        most = MOST_IN_PILE if bag.type.is_pile else MOST
        start = self.program.layout.slot(bag.args[0])
        room_left = self.evaluate.room_left(bag) if bag.type.room else None
        kind = self.ruleset.kinds[bag.type.name]
        sizes, endless = sizes_in(bag.type, kind), endless_rows(bag.type, kind)
        field_, owner = bag.args[0], self.evaluate.owner(bag)

        def put_piece(h: Slots, s: Boards, run: Run, piece: int, change: int) -> int:
            if piece < 0 or not (change or is_total) or (whose := owner(h, s)) < 0:
                return 0
            at = start + whose
            held: int = h[at][piece]
            change -= held if is_total else 0
            if not change:
                return 0
            if endless[piece]:
                run.effects.append(Effect("supply", clause, h[i.ME], field_, whose, piece, change))
                return change
            allowed = max(change, -held)
            left = room_left(h[at]) if room_left is not None and change > 0 else None
            if left is not None and sizes[piece] > 0:
                allowed = min(allowed, max(0, left // sizes[piece]))
            if is_pile and sum(h[at]) + allowed > most or held + allowed > most:
                allowed = most - (sum(h[at]) if is_pile else held)
            if allowed != change:
                there = held if change < 0 else allowed if left is None else left
                refused = Refused(clause, "room" if change > 0 else "lack", there, abs(change))
                stop_unfit(run, clause, refused, abs(change), abs(allowed))
            if allowed:
                if stack is not None and is_pile:
                    h[at] = stack(h, s, h[at], piece, allowed)
                else:
                    h[at] = with_amount(h[at], piece, held + allowed)
                run.effects.append(Effect("pieces", clause, h[i.ME], field_, whose, piece, allowed))
            return allowed

        return put_piece

    @handles
    def _pieces(self, at: int, node: i.Pieces) -> Step:
        transfer, clause, after = node.transfer, node.clause, at + 1
        give = self._putting(transfer.giver, clause) if transfer.giver is not None else None
        take = self._putting(transfer.taker, clause) if transfer.taker is not None else None
        moves = [self._one_move(each, transfer, give, take) for each in transfer.pieces]

        def move_all(h: Slots, s: Boards, run: Run) -> int:
            for move in moves:
                move(h, s, run)
            return after

        return move_all

    def _one_move(
        self, each: m.Amount, transfer: m.Transfer, give: Any, take: Any
    ) -> Callable[[Slots, Boards, Run], None]:
        if each.amount is None or each.piece is None:
            assert transfer.giver is not None
            contents = self.evaluate.expr(transfer.giver)
            rows = self.evaluate.kinds_of(transfer.giver)

            def move_everything(h: Slots, s: Boards, run: Run) -> None:
                for piece in range(rows):
                    hand_over(h, s, run, piece, contents(h, s)[piece], give, take)

            return move_everything
        amount = self.evaluate.expr(each.amount)
        piece = self.evaluate.expr(each.piece)

        def move(h: Slots, s: Boards, run: Run) -> None:
            which, many = piece(h, s), max(0, amount(h, s))
            hand_over(h, s, run, which, many, give, take)

        return move

    @handles
    def _return_pieces(self, at: int, node: i.Returned) -> Step:
        slots = node.slots
        kept = node.kept
        clause = node.clause
        secret = int(node.secret)
        after = at + 1
        bag = self.evaluate.bag(node.bag)
        owner = self.evaluate.owner(node.bag)
        field_ = node.bag.args[0]

        def put_back(h: Slots, s: Boards, run: Run) -> int:
            pieces = [h[slot] for slot in slots if h[slot] >= 0]
            if h[kept] in pieces:
                pieces.remove(h[kept])
            for piece in pieces:
                at = bag(h, s)
                h[at] = with_amount(h[at], piece, h[at][piece] + 1)
                run.effects.append(Effect("back", clause, h[i.ME], field_, owner(h, s), piece, secret))
            return after

        return put_back

    @handles
    def _laytile(self, at: int, node: i.LayTile) -> Step:
        tile, place, sides = (self.evaluate.expr(each) for each in (node.tile, node.at, node.sides))
        if self.ruleset.boards[node.board].fixed:
            return self._lay_fixed(node, at + 1, tile, place, sides)
        board = self.evaluate.boards[node.board]
        clause = node.clause
        after = at + 1
        rest, put = self.evaluate.blank[node.board][2:], self.evaluate.shape.lay

        def lay(h: Slots, s: Boards, run: Run) -> int:
            where, what = place(h, s), tile(h, s)
            if where < 0 or where in s[board] or what < 0 or len(s[board]) >= PLACES:
                if run.strict:
                    raise Refused(clause, "occupied" if where in s[board] or len(s[board]) < PLACES else "full")
                return after
            way = sides(h, s)
            put(copy_on_write(s, board, run), copy_on_write(s, board + 1, run), where, (what, way, *rest))
            run.effects.append(Effect("lay", clause, h[i.ME], node.board, where, what, way))
            return after

        return lay

    def _lay_fixed(self, node: i.LayTile, after: int, tile: Closure, place: Closure, sides: Closure) -> Step:
        board, clause = self.ruleset.boards[node.board], node.clause
        lies = self.evaluate.lying(board, board.kind)
        turned = self.evaluate.lying(board, board.sides) if board.sides else -1

        def lay(h: Slots, s: Boards, run: Run) -> int:
            where, what = place(h, s), tile(h, s)
            if where < 0 or what < 0 or h[lies + where] >= 0:
                if run.strict:
                    raise Refused(clause, "occupied")
                return after
            way = sides(h, s)
            run.effects.append(Effect("lay", clause, h[i.ME], node.board, where, what, way))
            if turned >= 0:
                h[turned + where] = way
            h[lies + where] = what
            return after

        return lay


def hand_over(h: Slots, s: Boards, run: Run, piece: int, many: int, give: Any, take: Any) -> None:
    """Moves pieces as far as the giver has them; what the taker has no room for stays with the giver."""
    given = -give(h, s, run, piece, -many) if give else many
    if take:
        taken = take(h, s, run, piece, given)
        if give and taken < given:
            give(h, s, run, piece, given - taken)


def _with_bit(bits: int, at: int) -> int:
    return bits | 1 << at


def _without_bit(bits: int, at: int) -> int:
    return bits & ~(1 << at)
