"""What a position is worth to a player, for bots: the score lines and the advice of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ..model import ruleset as m
from ..play.evaluate import Boards, Closure, Evaluator, Slots
from ..play.game import Game
from ..program.instructions import ME, Layout

KEPT = 4096
"""Results of costly score lines that are remembered."""


class Value:
    """Says what slots and boards are worth to a player: its score lines, and the `advice` of the rules.

    The score is that of a player who is in the running, and so are all it is ranked with: who would be counted if the
    game ended now tells little while it goes on. Where the lowest total wins, scores count against.
    """

    def __init__(self, game: Game) -> None:
        rules, layout = game.rules_model, game.program.layout
        evaluate = Evaluator(rules, layout)
        scoring = rules.scoring
        assert scoring is not None
        self.sign = 1 if scoring.highest else -1
        self.lines = [remembered(line, evaluate, layout) for line in (everybody(each.value) for each in scoring.lines)]
        self.advice = evaluate.expr(everybody(rules.advice)) if rules.advice is not None else None

    def of(self, h: Slots, s: Boards, player: int) -> int:
        """The value of a position; the slots are used as scratch paper and come back as they were."""
        me, h[ME] = h[ME], player
        score = 0
        for line in self.lines:
            score += line(h, s)
        score *= self.sign
        if self.advice is not None:
            score += self.advice(h, s)
        h[ME] = me
        return score


def everybody(expr: Any) -> Any:
    """The same expression, in which rankings rank everybody."""
    if isinstance(expr, m.Ranking):
        return replace(expr, among=None)
    if isinstance(expr, tuple):
        return tuple(map(everybody, expr))
    if isinstance(expr, m.Expr):
        return replace(expr, args=everybody(expr.args))
    return replace(expr, name=expr.name + " of everybody", body=everybody(expr.body)) if isinstance(expr, m.Define) else expr


def remembered(line: m.Expr, evaluate: Evaluator, layout: Layout) -> Closure:
    """The closure of a score line; one that ranks players remembers its results, where it reads nothing but what is kept."""
    closure = evaluate.expr(line)
    parts = list(parts_of(line))
    spans = kept_slots(parts, layout)
    if spans is None or not any(isinstance(each, m.Ranking) for each in parts):
        return closure
    known: dict[Any, int] = {}

    def looked_up(h: Slots, s: Boards) -> int:
        key = (h[ME], *[tuple(h[span]) for span in spans])
        if key not in known:
            if len(known) >= KEPT:
                known.clear()
            known[key] = closure(h, s)
        return known[key]
    return looked_up


def parts_of(thing: Any) -> Any:
    """An expression and all that it is made of, definitions and rankings included."""
    if isinstance(thing, (m.Expr, m.Define, m.Ranking, m.Field)):
        yield thing
    if isinstance(thing, tuple):
        for each in thing:
            yield from parts_of(each)
    elif isinstance(thing, m.Expr):
        yield from parts_of(thing.args)
    elif isinstance(thing, m.Define):
        yield from parts_of(thing.body)
    elif isinstance(thing, m.Ranking):
        yield from parts_of((thing.by, thing.among, thing.least))


PLACES = ("record", "edge", "tile", "open", "places", "neighbours", "exits", "openers", "frontier", "laid", "fits", "distance")
"""Operators that read boards."""


def kept_slots(parts: list[Any], layout: Layout) -> list[slice] | None:
    """The slots of everything kept that an expression may read; none when it reads boards too."""
    if any(isinstance(each, m.Expr) and each.op in PLACES for each in parts):
        return None
    found = {(each.owner, each.name): each for each in parts if isinstance(each, m.Field)}
    ends = sorted({*layout.base.values(), *layout.locals.values(), layout.size})
    return [slice(at, next(end for end in ends if end > at)) for at in sorted(map(layout.slot, found.values()))]


