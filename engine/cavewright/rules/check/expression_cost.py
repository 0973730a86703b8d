"""Cost analysis of expressions and choices: an upper bound of the work of each; nested loops multiply.

The unit is that of the interpreter: a thing that is looked at, or a definition that is asked. Every bound holds whatever
the position. The number of things is known of kinds and fixed boards, and a question is asked of as few of them as it
can be. A search that is remembered counts as if it were made again.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from operator import mul
from typing import Any

from ..model import ruleset as m
from ..model.dispatch import Pass, handles
from ..model.free_names import locals_in
from ..model.operators import CLOSED, LOOPS, OF_SHAPES, OPERATORS
from ..model.recorded_positions import work_of_position
from .cardinality import MOST_WAYS, PLACES, most_around, most_in, own_places, places
from .limits import MOST_STEP
from .whole_program import expressions_in

_AT_ONCE = (
    "me",
    "field",
    "record",
    "edge",
    "amount",
    "lying",
    "has",
    "as",
    "rows",
    "tile",
    "open",
    "laid",
    "places",
    "own_places",
    "exits",
    "openers",
    "lines",
    "slot",
    "holding",
    "linked",
    "next_seat",
    "seats_between",
    "seats",
    "size",
    "room",
    "first_left",
    "allotments",
)
"""Operators that ask for something of a position, and go through no more than they give."""


class ExpressionCost(Pass, over=OPERATORS, left=(*(CLOSED | OF_SHAPES) - LOOPS, *_AT_ONCE)):
    """Estimates for one ruleset."""

    def __init__(self, rules: m.Ruleset) -> None:
        self.rules = rules
        self.named: dict[str, int] = {}

    # ---- expressions -----------------------------------------------------------------------------------------------

    def of(self, value: Any) -> int:
        """The work of an expression, or of all in a tuple."""
        if isinstance(value, tuple):
            return sum(map(self.of, value))
        if not isinstance(value, m.Expr):
            return 0
        price = self.handlers.get(value.op)
        return price(self, value) if price is not None else self.with_parts(value)

    def with_parts(self, value: m.Expr, alone: int = 0) -> int:
        """Returns the work of one operator by itself, and of its parts."""
        return min(alone + sum(map(self.of, value.args)), MOST_STEP * MOST_STEP)

    def size(self, domain: m.Expr) -> int:
        """At most how many things a domain holds."""
        return most_in(domain, self.rules)

    @handles(*LOOPS)
    def _loop(self, value: m.Expr) -> int:
        _, domain, *asked = value.args
        return min(self.of(domain) + self.size(domain) * (1 + self.of(tuple(asked))), MOST_STEP * MOST_STEP)

    @handles("call", "ranked")
    def _call(self, value: m.Expr) -> int:
        return 1 + self.name(value.args[0]) + self.of(value.args[1])

    @handles("possible", "after")
    def _hypothesis(self, value: m.Expr) -> int:
        """The question alone: what is carried out in thought is counted as it is done, by every engine."""
        return 1 + self.of(value.args[1:])

    @handles("occurrences", "with_occurrences")
    def _positions(self, value: m.Expr) -> int:
        *asked, parts = value.args
        return work_of_position(len(parts)) + self.of(tuple(asked))

    @handles("sight")
    def _sight(self, value: m.Expr) -> int:
        return self.of(value.args[1:5]) + self.size(value) * (1 + self.of(value.args[5]))

    @handles("distance", "reach", "fits", "neighbours", "frontier")
    def _of_board(self, value: m.Expr) -> int:
        board = self.board(value)
        match value.op:
            case "fits":
                return self.with_parts(value, 4 * self.of(board.free))
            case "neighbours":
                return self.with_parts(value, self.size(value) * self.of(board.joined))
            case "frontier":
                return self.with_parts(value)
        return self.with_ends(value)

    def with_ends(self, value: m.Expr) -> int:
        """Returns the work of a question about ways, and of finding the places that it asks about."""
        return self.ways(value) + self.of(value.args[1:-4])

    def board(self, value: m.Expr) -> m.Board:
        """The board that is asked about, with its conditions: while these were read, it had none."""
        return self.rules.boards[value.args[0].name]

    def ways(self, value: m.Expr) -> int:
        """Returns the work of a search: every place, and every step where there is something to ask."""
        board, where, cost = self.board(value), *value.args[-4:-2]
        own = own_places(board, self.rules)
        steps = (
            2 * len(board.ends) * own // max(1, places(board, self.rules))
            if board.fixed
            else PLACES * most_around(board)
        )
        asked = [each for each in (where, cost, board.joined) if each is not None]
        return own + (steps * (1 + self.of(tuple(asked))) if asked else 0)

    def name(self, what: m.Define | m.Ranking) -> int:
        """The work of a definition, or of a ranking: everybody is compared."""
        if what.name not in self.named:
            players = self.rules.player_range[1]
            self.named[what.name] = (
                self.of(what.body)
                if isinstance(what, m.Define)
                else self.of(what.least) + players * (1 + self.of((what.by, what.among)))
            )
        return self.named[what.name]

    # ---- what can be chosen ----------------------------------------------------------------------------------------

    def listing(self, binds: tuple[m.Bind, ...], where: m.Expr | None) -> int:
        """Going through all combinations of what is bound, asking something of each."""
        return self.work_of_combinations(binds, [(len(binds), where)])

    def option(self, action: m.Action) -> int:
        """Listing the ways to take an action: each line of its header is asked as soon as the parameters in it are
        known."""
        levels = {each.local.number: n for n, each in enumerate(action.binds, start=1)}
        questions = []
        for step in action.header:
            asked = tuple(asked_in(step.statement))
            level = max((levels.get(each.number, 0) for each in locals_in(asked)), default=0)
            questions.append((level, asked))
            if isinstance(step.statement, m.Assign):
                levels[step.statement.target.args[0].number] = level
        return self.work_of_combinations(action.binds, questions)

    def work_of_combinations(self, binds: tuple[m.Bind, ...], questions: Iterable[tuple[int, Any]]) -> int:
        """Going through combinations: a domain anew for all that is bound before it, a question for all that is bound
        up to its level."""
        times = self.combinations(binds)
        return (
            sum(times[1:])
            + sum(times[n] * self.of(each.domain) for n, each in enumerate(binds))
            + sum(times[level] * self.of(value) for level, value in questions)
        )

    def combinations(self, binds: tuple[m.Bind, ...]) -> list[int]:
        """Returns the number of combinations of nothing, of the first that is bound, of the first two, and so on."""
        return [*accumulate((self.size(each.domain) for each in binds), mul, initial=1)]

    def repacking(self, first: m.Expr, where: m.Expr | None, filling: m.Expr | None) -> int:
        """Going to the next kind of piece of a repacking: which kinds take part, and how those to come can be put into
        both bags."""
        kinds, room = self.size(first), first.type.room
        rooms = min(room + 1, kinds * MOST_WAYS) if room else 1
        return 2 * kinds * (1 + self.of((where, filling))) + kinds * rooms * min(MOST_WAYS, rooms)

    def transfer(self, node: m.Transfer) -> int:
        """All pieces of a transfer; for each it is asked whose the bags are, and the room in the bag that takes them is
        measured."""
        kinds = self.size(node.giver or node.taker)  # type: ignore[arg-type]
        each = 1 + self.of((node.giver, node.taker)) + (kinds if node.taker is not None and node.taker.type.room else 0)
        return 1 + sum(
            self.of((piece.amount, piece.piece)) + each * (kinds if piece.amount is None else 1)
            for piece in node.pieces
        )


def asked_in(statement: object) -> Iterable[m.Expr]:
    """The expressions of a statement itself; what is gone through is counted as a listing."""
    return () if isinstance(statement, (m.Choose, m.ForEach)) else expressions_in(statement)


def format_work(work: int) -> str:
    """An amount of work for people."""
    return f"{work:,}" if work < 10**12 else "more than a million million"
