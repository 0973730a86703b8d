"""Choices of things: by conditions of several ranks, once or again and again."""

from __future__ import annotations

from typing import Any

from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.types import YES_NO, a_set
from .effects import PieceStatements

DONE = "done"
MOST_MEMBERS = 4096
"""How many things a choice can tell apart that takes each once."""
Scope = dict[str, m.Local]


class ChoiceStatements(PieceStatements):
    """Statements by which a player chooses things, or says yes or no."""

    @handles
    def _do_choose(self, node: t.Choose) -> Any:
        outside = self.scope
        with self.knowing():
            binds = self.binds(node.binders)
            chosen = self._chosen_before(node, binds)
            where, ranks = self._condition_of(node, chosen, outside)
            name = self.at_line.key or node.binders[0].name
            self.decision(name, tuple(each.local.type for each in binds), node.span)
            body = self.block(node.body)
        until = self.perhaps(node.until)
        otherwise = self.block(node.otherwise or ())
        if node.may_stop:
            self.decision(DONE, (), node.span)
        self.look_at_ends(node, "or stop" if node.may_stop else "")
        return m.Choose(name, binds, where, body, otherwise, ranks, node.any, node.may_stop, until, chosen)

    def look_at_ends(self, node: t.Choose | t.Offer, done: str) -> None:
        """C0551: `otherwise` where the player can always say `done`. C0552: what only a choice that is made again and again
        can say."""
        if done and node.otherwise:
            self.wrong(
                "C0551",
                f"with `{done}` there is always something to choose, so `otherwise` is never carried out",
                node.otherwise[0].span,
                help=f"leave out `{done}`, or ask before: `if possible(…)`, `if some(… in … where …)`",
            )
        if isinstance(node, t.Choose) and not node.any:
            words = [("once", node.once), ("or stop", node.may_stop), ("until", node.until is not None)]
            for word in (word for word, is_said in words if is_said):
                self.wrong(
                    "C0552",
                    f"`{word}` is about a choice that is made again and again",
                    node.until if word == "until" and node.until is not None else node,
                    help="write `choose any`",
                )

    def _chosen_before(self, node: t.Choose, binds: tuple[m.Bind, ...]) -> m.Local | None:
        """The set of what was chosen by a choice that takes each thing once."""
        if not node.once:
            return None
        kind = binds[0].local.type
        many = (kind.high - kind.low) // kind.step if kind.is_number else 0
        if len(binds) == 1 and (kind.is_row or kind.is_number) and many <= MOST_MEMBERS:
            return self.names.local("chosen", a_set(kind.without_none()))
        if not kind.is_unknown:
            message = f"`once` keeps a set of what was chosen, and no set holds `{kind}`"
            if len(binds) > 1:
                message = "`once` keeps a set of what was chosen, and no set holds several things together"
            help = "choose one thing at a time: rows, players, places of a fixed board, or numbers within bounds"
            self.wrong("C0552", message, node.binders[-1].span, help=help)
        return None

    def _condition_of(
        self, node: t.Choose, chosen: m.Local | None, outside: Scope
    ) -> tuple[m.Expr | None, tuple[m.Rank, ...]]:
        """The condition of a choice, and its ranks. Whether anything meets one of these is asked of other names, known
        `outside` of the choice alone."""
        if not isinstance(node.where, t.Ranked):
            return self.perhaps(node.where), ()
        span, own = node.where.span, self.scope
        conditions = [self.condition(each) for each in node.where.conditions]
        self.scope = outside
        with self.knowing():
            others = self.binds(node.binders)
            met = [self._ask_for_some(others, self.condition(each), chosen) for each in node.where.conditions]
        self.scope = own
        if node.where.any:
            conditions.append(m.constant(1, YES_NO, span))
        ranks = [m.Rank(each, some) for each, some in zip(conditions, [*met[: len(conditions) - 1], None], strict=True)]
        where = conditions[-1]
        for each in reversed(ranks[:-1]):
            where = m.Expr("if", (each.met, each.condition, where), YES_NO, each.condition.span)
        return where, tuple(ranks)

    def _ask_for_some(self, binds: tuple[m.Bind, ...], condition: m.Expr, chosen: m.Local | None) -> m.Expr:
        """The question whether anything is there that meets a condition, and was not chosen before."""
        if chosen is not None:
            span = condition.span
            is_new = m.holds("not", m.holds("in_set", binds[0].local.at(span), chosen.at(span)))
            condition = m.holds("and", is_new, condition)
        for each in reversed(binds):
            condition = m.Expr("some", (each.local, each.domain, condition, None), YES_NO, condition.span)
        return condition

    @handles
    def _do_may(self, node: t.May) -> Any:
        name = self.at_line.key or "may"
        self.decision(name, (YES_NO,), node.span)
        return m.May(name, self.block(node.body))
