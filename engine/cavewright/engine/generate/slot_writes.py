"""Generates writes: a value goes into a slot, and the change is noted as an effect."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...rules.model import ruleset as m
from ...rules.model.capacities import endless_rows, sizes_in
from ...rules.model.initial_values import blank_passage, blank_place
from ...rules.model.types import MOST, NONE, Type
from ...rules.program import instructions as i
from ..optimise import key_of
from . import python_syntax as py
from .arithmetic import bit_of
from .constant_pool import ConstantPool, Scope
from .expressions import Expressions
from .python_syntax import Body, Node

PLAIN = (
    "const",
    "local",
    "me",
    "column",
    "field",
    "record",
    "edge",
    "tile",
    "open",
    "add",
    "sub",
    "neg",
    "first",
    "count",
    "size",
    "amount",
    "room",
)
"""Operators whose value is a whole number as it stands, never a truth value."""


@dataclass(frozen=True)
class Bag:
    """Constant parts of a bag: its first slot, its field, how much room each kind takes and how much there is,
    what never runs out."""

    base: int
    field: m.Field
    room: int
    sizes: tuple[int, ...]
    endless: tuple[bool, ...]


class SlotWrites:
    """Writes the effects of instructions. `logged` ones can be taken back; `noted` ones are kept for events."""

    def __init__(self, expressions: Expressions, pool: ConstantPool, logged: bool, noted: bool) -> None:
        self.make, self.pool, self.logged, self.noted = expressions, pool, logged, noted

    def slots(self, values: Sequence[tuple[int, Node, Node | None]]) -> Body:
        """Slots get values, in the order of the slots; what lies in each is given where it is known."""
        found = [py.store(py.name("h"), py.const(slot), value) for slot, value, _ in values]
        return [
            *self.log(*((old or self.make.slot(py.const(slot)), py.const(slot)) for slot, _, old in values)),
            *found,
        ]

    def log(self, *pairs: tuple[Node, Node]) -> Body:
        """Logs the contents of slots, and which they are."""
        return (
            [py.add_to("log", py.tuple_of(*(each for pair in pairs for each in pair)))] if pairs and self.logged else []
        )

    def whole(self, e: m.Expr, scope: Scope) -> Node:
        """A value as a whole number: a truth value becomes 0 or 1."""
        value = self.make.expr(e, scope)
        return value if e.op in PLAIN and (e.op != "local" or not e.type.is_truth) else ast.UnaryOp(ast.UAdd(), value)

    def field(self, target: m.Expr, value: Node, clause: m.Clause, scope: Scope) -> Body:
        """A field gets a value, kept within what its type allows."""
        field, of = target.args
        row: Node = self.make.expr(of, scope) if of is not None else py.const(0)
        if (py.number(row) or 0) < 0:
            return []
        new = self.fitting(value, target.type)
        before: Body = []
        if not isinstance(new, (ast.Name, ast.Constant)):
            before, new = [py.assign("new", new)], py.name("new")
        if not isinstance(row, (ast.Name, ast.Constant)):
            before.append(py.assign("row", row))
            row = py.name("row")
        body, new = self.bound_value(target.type, new, clause)
        slot = py.math(py.const(self.make.layout.slot(field)), "+", row)
        if not isinstance(slot, ast.Constant):
            body.append(py.assign("slot", slot))
            slot = py.name("slot")
        body += self.write_if_changed(target, slot, new, clause, self.pool.value(field), row)
        sure = (
            of is None
            or of.op == "me"
            or isinstance(row, ast.Constant)
            or (of.op == "local" and of.args[0].number in self.make.rows)
        )
        return [*before, *body] if sure else [*before, *py.when(py.compare(row, ">=", py.const(0)), body)]

    def write_if_changed(self, target: m.Expr, slot: Node, new: Node, clause: m.Clause, field: Node, row: Node) -> Body:
        """Writes the slot of a field if the value is another, and notes that."""
        found: Body = [py.assign("old", self.make.slot(slot))]
        test = py.compare(new, "!=", py.name("old"))
        if target.type.least_kept == 0:
            test = py.both(py.compare(new, ">=", py.const(0)), test)
        held = self.make.held_of(target.args[0])
        write = [py.store(py.name("h"), slot, new)]
        write += (
            self.keeping(held, target.args[0], slot, row, new) if held is not None else self.log((py.name("old"), slot))
        )
        return [*found, *py.when(test, [*write, *self.effect("set", clause, field, row, py.name("old"), new)])]

    def keeping(self, held: ast.Subscript, field: m.Field, slot: Node, row: Node, new: Node) -> Body:
        """Maintains the indexes of a field: the lists of the rows by value, written out where there is one, and the
        groups. All is logged, or done on a copy of the state that comes of it."""
        kept = self.make.kept[key_of(field)]
        old = py.name("old")
        word = py.name("held")
        joins = [slot, old, new] if kept.near else []
        if self.logged:
            found = [
                py.assign("held", held),
                py.add_to("log", py.tuple_of(old, slot, old, py.tuple_of(row, new), word)),
            ]
        else:
            own = py.call(py.attribute(held, "with_place_written" if joins else "of"), py.name("h"), *joins)
            found = [
                ast.Assign([ast.Name("held", ast.Store()), ast.Subscript(held.value, held.slice, ast.Store())], own)
            ]
        if len(kept.listed) == 1:
            found += self.relist_row(next(iter(kept.listed)), dict(kept.offered), row, new)
        elif kept.listed and self.logged:
            found.append(py.do(py.call(py.attribute(word, "relist_row"), row, old, new)))
        elif kept.listed:
            found += [self.flip_row(old, row), self.flip_row(new, row)]
        if joins and self.logged:
            found.append(py.do(py.call(py.attribute(word, "join_groups"), *joins, py.name("log"))))
        return found

    def relist_row(self, value: int, offered: Mapping[int, int], row: Node, new: Node) -> Body:
        """Moves a row whose value has changed out of the only list of rows that is kept, that of a value, with its option; or
        comes into it."""
        word, wanted, at = py.name("held"), py.const(value), py.name("at")
        lists = [py.index(py.attribute(word, each), wanted) for each in ("lists", "options")]
        leaves = [
            py.assign("rows", lists[0]),
            py.assign("at", py.call("bisect_left", py.name("rows"), row)),
            py.drop(py.name("rows"), at),
            *([py.drop(lists[1], at)] if value in offered else []),
        ]
        enters = [py.do(py.call(py.attribute(word, "insert_row"), row, wanted))]
        if not self.logged:
            leaves = enters = [self.flip_row(wanted, row)]
        if py.number(new) == value:
            return enters
        somebody = isinstance(new, ast.Name) and new.id == "me" and value < 0
        return py.when(
            py.compare(py.name("old"), "==", wanted),
            leaves,
            [] if somebody else py.when(py.compare(new, "==", wanted), enters),
        )

    def flip_row(self, value: Node, row: Node) -> ast.stmt:
        """Turns the bit of a row among those that hold a value."""
        bits = ast.Subscript(py.attribute(py.name("held"), "bits"), value, ast.Store())
        return ast.AugAssign(bits, ast.BitXor(), py.math(py.const(1), "<<", row))

    def fitting(self, value: Node, wanted: Type) -> Node:
        """A value for a field: a truth value as 0 or 1."""
        return py.choice(value, py.const(1), py.const(0)) if wanted.is_truth else value

    def bound_value(self, wanted: Type, new: Node, clause: m.Clause) -> tuple[Body, Node]:
        """Keeps a new value within the bounds of a type: refused where a player chose it, elsewhere as far as it
        goes."""
        known = py.number(new)
        if not wanted.is_number or (known is not None and wanted.low <= known <= wanted.high):
            return [], new
        low, high = py.const(wanted.low), py.const(wanted.high)
        outside: Node = py.negate(ast.Compare(low, [ast.LtE(), ast.LtE()], [new, high]))
        if wanted.optional:
            outside = py.both(outside, py.compare(new, "!=", py.const(NONE)))
        clip = py.assign("new", py.call("clip", py.name("run"), self.pool.value(clause), new, low, high))
        begin = [] if isinstance(new, ast.Name) and new.id == "new" else [py.assign("new", new)]
        return [*begin, *py.when(outside, [clip])], py.name("new")

    def record(self, target: m.Expr, value: Node, clause: m.Clause, scope: Scope) -> Body:
        """Writes into the record of a place or a passage of a growing board."""
        board, field, at, of = target.args
        board = self.make.ruleset.boards[board.name]
        edge = target.op == "edge"
        type_ = target.type
        cells = self.make.boards[board.name]
        bounds = (type_.low, type_.high, type_.optional) if type_.is_number else None
        where = (cells + 2, cells, at, blank_passage(board)) if edge else (cells, -1, at + 2, None)
        kept = (field, *where, bounds, type_.least_kept)
        new = ast.UnaryOp(ast.UAdd(), value) if not type_.is_truth else self.fitting(value, type_)
        return [
            py.do(
                py.call(
                    "write_record",
                    py.name("s"),
                    py.name("run"),
                    py.name("me"),
                    self.pool.value(clause),
                    self.pool.value(kept),
                    self.make.expr(of, scope),
                    new,
                )
            )
        ]

    def member(self, target: m.Expr, value: Node, clause: m.Clause, scope: Scope) -> Body:
        """Something becomes a member of a set, or ceases to be one."""
        member, whole = target.args
        element = whole.type.element
        inner = self.make.expr(member, scope)
        at = bit_of(inner, element) if element is not None and element.is_number else inner
        flag = py.math(py.const(1), "<<", py.name("bit_"))
        bits = self.make.expr(whole, scope)
        without = py.math(bits, "&", ast.UnaryOp(ast.Invert(), flag))
        new = py.choice(value, py.math(bits, "|", flag), without)
        write = self.field(whole, new, clause, scope) if whole.op == "field" else self.record(whole, new, clause, scope)
        return [py.assign("bit_", at), *py.when(py.compare(py.name("bit_"), ">=", py.const(0)), write)]

    # ---- pieces ------------------------------------------------------------------------------------------------------

    def bag(self, e: m.Expr) -> Node:
        """Returns the parts of a bag that do not change."""
        kind = self.make.ruleset.kinds[e.type.name]
        return self.pool.equal(
            Bag(
                self.make.layout.slot(e.args[0]),
                e.args[0],
                e.type.room,
                sizes_in(e.type, kind),
                endless_rows(e.type, kind),
            )
        )

    def owner(self, e: m.Expr, scope: Scope) -> Node:
        """Returns the owner of a bag."""
        return self.make.expr(e.args[1], scope) if e.args[1] is not None else py.const(0)

    def put_pieces(self, target: m.Expr, value: Node, clause: m.Clause, scope: Scope) -> Body:
        """There are so many of a piece in a bag now."""
        bag, piece = target.args
        change = py.math(value, "-", self.make.expr(target, scope))
        return [
            py.do(
                py.call(
                    "put_piece",
                    py.name("h"),
                    py.name("run"),
                    py.name("me"),
                    self.pool.value(clause),
                    self.bag(bag),
                    self.owner(bag, scope),
                    self.make.expr(piece, scope),
                    change,
                )
            )
        ]

    def transfer(self, node: i.Pieces, scope: Scope) -> Body:
        """Pieces go from one bag to another, from the supply, or back to it."""
        ends: list[Node] = []
        for bag in (node.transfer.giver, node.transfer.taker):
            ends += [self.bag(bag), self.owner(bag, scope)] if bag is not None else [py.const(None), py.const(0)]
        first = [py.name("h"), py.name("run"), py.name("me"), self.pool.value(node.clause)]
        found: Body = []
        for each in node.transfer.pieces:
            if each.amount is None or each.piece is None:
                found.append(py.do(py.call("move_all", *first, *ends)))
            else:
                found.append(
                    py.do(
                        py.call(
                            "move", *first, self.make.expr(each.piece, scope), self.make.expr(each.amount, scope), *ends
                        )
                    )
                )
        return found

    def lay(self, node: i.LayTile, scope: Scope) -> Body:
        """A tile is laid on a growing board."""
        board = self.make.ruleset.boards[node.board]
        laid = self.pool.equal((node.board, self.make.boards[board.name], blank_place(board)[2:]))
        values = [self.make.expr(each, scope) for each in (node.at, node.tile, node.sides)]
        return [
            py.do(
                py.call(
                    "lay_tile",
                    py.name("s"),
                    py.name("run"),
                    py.name("me"),
                    self.pool.value(node.clause),
                    laid,
                    *values,
                )
            )
        ]

    def growing_number(self, target: m.Expr, value: Node, clause: m.Clause) -> Node:
        """Returns a number that grows as the rules go on: it ends at the largest number."""
        type_ = target.type
        if not type_.is_number or type_.high < MOST:
            return value
        bounds = (py.const(type_.low), py.const(type_.high), py.const(type_.optional))
        return py.call("keep_within", py.name("run"), self.pool.value(clause), value, *bounds)

    def effect(self, kind: str, clause: m.Clause, subject: Node, *values: Node) -> Body:
        """Notes what was done; of states as a bare tuple, of which `Effect` is made when somebody asks."""
        if not self.noted:
            return []
        parts = (py.const(kind), self.pool.value(clause), py.name("me"), subject, *values, py.const(None))
        made = py.tuple_of(*parts)
        return [py.do(py.call("note", py.call("new_effect", py.name("Effect"), made) if self.logged else made))]
