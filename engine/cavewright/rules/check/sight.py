"""Lines of sight: the places of a grid that one sees in a direction, until something blocks."""

from __future__ import annotations

from typing import Any

from ...language.syntax import tree as t
from ..model import board_rows as p
from ..model.ruleset import Expr
from ..model.types import Type, a_list, number
from .cardinality import most_in_sight
from .definition_reader import number_of_values
from .seats import Seats

_STEP = number(-p.MOST_ACROSS, p.MOST_ACROSS)


class Sight(Seats):
    """Reads such questions."""

    def sight(self, node: t.Apply) -> Expr:
        """`sight(p, east, north, far where C)`: the places so many columns and rows on, and again so many; as long as C
        holds, with the first of which it does not. Without `far` to the edge."""
        *before, last = node.arguments
        if last.body is not None or any(each.where is not None or each.body is not None for each in before):
            return self.wrong(
                "C0404", "`sight` has its condition behind the last value: `sight(p, 1, 0, 7 where C)`", node
            )
        if len(before) not in (2, 3):
            return self.wrong("C0404", f"`sight` takes {number_of_values(3)} or 4, not {len(before) + 1}", node)
        place, board = self._place(before[0].value)
        if board is None:
            return place
        if not board.is_grid:
            return self.wrong(
                "C0421",
                f"nobody looks along `{board.name}`: its places do not lie in columns and rows",
                node,
                help="lines of sight are of a grid such as `grid 8 by 8`",
            )
        east, north = (self._step(each.value) for each in node.arguments[1:3])
        far = [self.number(each.value, "how far one sees") for each in node.arguments[3:]]
        if all(each.op == "const" and not each.args[0] for each in (east, north)):
            return self.wrong(
                "C0410", "nobody looks 0 columns and 0 rows on", node, help="a direction goes on, such as `1, 0`"
            )
        if far and far[0].op == "const" and far[0].args[0] < 1:
            return self.wrong(
                "C0410", f"nothing is seen as far as {far[0].args[0]}", far[0], help="leave it out to see to the edge"
            )
        it = self.names.local("it", board.place())
        with self.knowing(it):
            where = self.perhaps(last.where)
        most = number(0, most_in_sight(board))
        reaches = Expr("within", (far[0],), most, far[0].span) if far else None
        return Expr("sight", (board, place, east, north, reaches, where, it), a_list(board.place()), node.span)

    def _step(self, node: Any) -> Expr:
        """A number of columns or rows, which is a small one whatever happens."""
        value = self.number(node, "a direction")
        if not value.type.is_unknown and not _is_step(value.type):
            return self.wrong(
                "C0410",
                f"a direction goes {p.MOST_ACROSS} columns or rows at most, and this may be {value.type}",
                value,
                help="take a column of a table of directions, or numbers such as 1 and -1",
            )
        return value


def _is_step(type_: Type) -> bool:
    return _STEP.low <= type_.low and type_.high <= _STEP.high
