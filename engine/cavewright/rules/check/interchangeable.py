"""Interchangeable rows: rows of which chance may draw one for the other, since nothing in the whole ruleset tells them
apart.

Columns, texts, what stands at the row or below it, what is kept for it, and every place that names it tell a row apart.
So does the order of the table where rules ask which row something is and go by that order: by `first`, or by a loop of
which each round leaves something to the next. And no two rows of a kind are one where not all know where its rows are:
the name of what is drawn would then tell whether its twin lies in the bag.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Set

from ...language.syntax import tree as t
from ...language.syntax.table_row import first_cell
from ..model import ruleset as m
from ..model.operators import OPERATORS
from ..model.types import row
from .whole_program import WholeProgram, all_parts, outside, parts, steps

Named = Set[tuple[str, int]]
"""Rows that something names, each as its kind and its number."""


def interchangeable(whole: WholeProgram, named: Named, unknown: Set[str]) -> dict[str, m.Interchangeable]:
    """The interchangeable rows of every kind that is drawn and has any.

    `named` are the rows that rules name; those that cells of tables name are found here. Of the rows of `unknown` kinds
    not all know where they are.
    """
    rules = whole.ruleset
    drawn = {each.bag.type.name for each in whole.statements(m.Draw)} - unknown
    drawn -= {each.type.name for each in rules.fields if each.type.is_pile}
    boards = {name for board in rules.boards.values() for name in (board.name, board.passages)}
    plain = drawn - {rules.players, "side", *boards, *(each.owner for each in rules.fields)}
    apart = named | set(_in_cells(rules, plain))
    found = {}
    for kind in (rules.kinds[name] for name in rules.kinds if name in plain):
        classes = _classes(kind, _lines_of_rows(kind, whole.declarations), apart)
        if len(set(classes)) == len(classes):
            continue
        always = not _is_asked_which(whole, kind.name)
        if always or not _goes_by_order(whole, kind.name):
            found[kind.name] = m.Interchangeable(classes, always)
    return found


def _in_cells(rules: m.Ruleset, kinds: Set[str]) -> Iterator[tuple[str, int]]:
    """The rows of some kinds that stand in cells of tables."""
    for kind in rules.kinds.values():
        for column in kind.columns.values():
            type_, of = column.type, (column.type.element or column.type).name
            if of not in kinds:
                continue
            for value in column.values[:-1]:
                if type_.is_row and value >= 0:
                    yield of, value
                elif type_.is_set:
                    yield from ((of, n) for n in range(len(rules.kinds[of].rows)) if value >> n & 1)


def _lines_of_rows(kind: m.Kind, declarations: tuple[t.Declaration, ...]) -> dict[str, Hashable]:
    """Returns the lines at rows and below them, besides their cells; rows of files have none."""
    return {
        first_cell(row.raw): (row.cites, row.abilities)
        for node in declarations
        if node.kind == "kind" and node.name == kind.name
        for row in node.every(t.Row)
        if row.cites or row.abilities
    }


def _classes(kind: m.Kind, written: Mapping[str, Hashable], apart: Named) -> tuple[int, ...]:
    """For every row the first that says the same. Without any column but the name, each row is a thing of its own."""
    columns = [(each.values, each.texts) for each in kind.columns.values()]
    first: dict[Hashable, int] = {}

    def description(n: int, name: str) -> Hashable:
        if not columns or (kind.name, n) in apart:
            return n
        return tuple(texts[n] if texts else values[n] for values, texts in columns), written.get(name)

    return tuple(first.setdefault(description(n, name), n) for n, name in enumerate(kind.rows))


# ---- where the order of a table counts -------------------------------------------------------------------------------


def _goes_by_order(whole: WholeProgram, kind: str) -> bool:
    """Tells if something may come out differently if rows of a kind stand in another order."""
    if any(OPERATORS[each.op].picks and _is_of(each, kind) for each in _expressions(whole)):
        return True
    loops = whole.statements(m.ForEach)
    return any(
        _is_of(bind.local, kind) and not _goes_by_itself(loop, bind.local) for loop in loops for bind in loop.binds
    )


def _is_of(named: m.Local | m.Expr, kind: str) -> bool:
    return named.type.is_row_of(kind)


def _expressions(whole: WholeProgram) -> Iterator[m.Expr]:
    """Every expression of the rules, whatever it stands in."""
    rules = whole.ruleset
    for step in whole.steps():
        yield from parts(step.statement)
    yield from parts(tuple(each.binds for each in rules.actions.values()))
    yield from parts(tuple(each.body for each in rules.defines.values()))
    yield from parts(tuple((each.free, each.joined) for each in rules.boards.values()))
    yield from parts((*outside(rules), *(each.start for each in rules.fields)))


def _goes_by_itself(loop: m.ForEach, row: m.Local) -> bool:
    """Tells if the rounds of a loop over rows may come in any order: each only gives pieces of its row to bags without
    bound, which none asks. Whose such a bag is may be asked."""
    inside = [loop, *(step.statement for step in steps(loop.body))]
    if not all(isinstance(each, (m.If, m.ForEach)) or _gives(each, row) for each in inside):
        return False
    filled = {each.taker.args[0].name for each in inside if isinstance(each, m.Transfer) and each.taker is not None}
    asked = (
        (each.pieces, each.taker.args[1]) if isinstance(each, m.Transfer) and each.taker else each for each in inside
    )
    parts_asked = (part for each in asked for part in all_parts(each))
    return not any(each.op == "field" and each.args[0].name in filled for each in parts_asked)


def _gives(statement: object, row: m.Local) -> bool:
    """Tells if a statement takes pieces of a row out of an endless supply into a bag without bound."""
    if (
        not isinstance(statement, m.Transfer)
        or statement.giver is not None
        or statement.taker is None
        or statement.taker.type.room
    ):
        return False
    return all(
        each.piece is not None and each.piece.op == "local" and each.piece.args[0] == row for each in statement.pieces
    )


# ---- where rules ask which row it is ---------------------------------------------------------------------------------


def _is_asked_which(whole: WholeProgram, kind: str) -> bool:
    """Tells if rules compare rows of a kind, or look for them in bags and sets, so that a position may tell two of them
    apart."""

    def several(of: object) -> bool:
        return isinstance(of, m.Expr) and of.type.facts.can_be_kept and of.type.content == row(kind)

    for each in _expressions(whole):
        if each.op not in ("size", "room") and any(map(several, each.args)):
            return True
        if (
            each.op in ("eq", "ne", "in_list")
            and each.args[0].type.name == kind
            and all(side.op != "const" for side in each.args)
        ):
            return True
    statements = [step.statement for step in whole.steps()]
    binds = [bind for each in (*statements, *whole.ruleset.actions.values()) for bind in getattr(each, "binds", ())]
    shared = [each.first for each in statements if isinstance(each, m.Repack)]
    return any(map(several, (*(bind.domain for bind in binds), *shared, *filter(None, map(_picked_from, statements)))))


def _picked_from(statement: object) -> m.Expr | None:
    """The bag out of which a statement takes a piece that it has a name for."""
    is_picked = isinstance(statement, m.Transfer) and any(
        each.piece is not None and each.piece.op != "const" for each in statement.pieces
    )
    return statement.giver if is_picked and isinstance(statement, m.Transfer) else None
