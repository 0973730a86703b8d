"""Questions about a position that may take too long: C0609 of all score lines together, of all passages, of all that a
view shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import ruleset as m
from ..source import Found, Span, at
from .cardinality import PLACES, members_of, most_around
from .expression_cost import Work, shown
from .limits import MOST_STEP

Part = tuple[Span | None, int]
"""Where a part of a question stands, and its work."""


def check_questions(rules: m.Ruleset, work: Work) -> Found:
    """C0609: for each question the first part with which it comes to be too much."""
    counted = list(_summed(_scores(rules, work), "counting all scores", "count less, or narrow what is gone through"))
    advised = [(rules.advice.span, work.of(rules.advice))] if rules.advice is not None else []
    yield from counted or _summed(
        [*_lines(rules, work, 1), *advised],
        "saying what a position is worth",
        "ask less in the advice, or narrow what is gone through",
    )
    yield from _summed(
        _passages(rules, work), "finding all passages", "ask less of every passage, or make the boards smaller"
    )
    yield from _summed(_kept(rules, work), "showing a position", "keep smaller sets, or keep them of fewer rows")


def _summed(parts: Iterable[Part], what: str, help: str) -> Found:
    so_far = 0
    for span, much in parts:
        so_far += much
        if so_far > MOST_STEP and span is not None:
            yield at(
                "C0609",
                f"{what} may go through {shown(so_far)} things up to here; at most {MOST_STEP:,} are allowed",
                span,
                help=help,
            )
            return


def _lines(rules: m.Ruleset, work: Work, times: int) -> Iterator[Part]:
    for line in rules.scoring.lines if rules.scoring is not None else ():
        yield line.value.span, times * work.of(line.value)


def _scores(rules: m.Ruleset, work: Work) -> Iterator[Part]:
    """What is asked for an outcome, once for each player."""
    scoring, players = rules.scoring, rules.player_range[1]
    if scoring is not None:
        for each in (scoring.among, scoring.together, scoring.least):
            if each is not None:
                yield each.span, players * work.of(each)
        yield from _lines(rules, work, players)
        yield from ((value.span, players * work.of(value)) for _, value in scoring.ties)


def _passages(rules: m.Ruleset, work: Work) -> Iterator[Part]:
    """What is asked of every passage from both of its ends, and of tiles beside each other whose sides do not match."""
    for board in rules.boards.values():
        ways = 2 * len(board.ends) if board.fixed else PLACES * most_around(board)
        for each in (board.joined, board.free):
            if each is not None:
                yield each.span, ways * (1 + work.of(each))


def _kept(rules: m.Ruleset, work: Work) -> Iterator[Part]:
    """All values that are kept, each member of a set for itself."""
    for field in rules.fields:
        rows = PLACES if field.owner in rules.growing else rules.owners_of(field)
        yield field.span, rows * (members_of(field.type.element, rules) if field.type.element is not None else 1)
