"""Statements at which play stops: chance, offers and choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...foundation.source import Label, Span
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.secrecy import HIDDEN, OPEN, SECRET, secrecy
from ..model.types import NONE, UNKNOWN, a_list, number, row
from .block_reader import key_of
from .choices import DONE, ChoiceStatements
from .effects import is_decided


class DecisionStatements(ChoiceStatements):
    """Statements that draw, roll, offer and choose."""

    @handles
    def _do_draw(self, node: t.Draw) -> Any:
        if isinstance(node.bag, t.Conditional):
            return self._drawn_from_either(node, node.bag)
        bag = self.bag(node.bag)
        self._look_at_end(bag, node.bottom, node.span)
        if bag.type.is_pile and node.showing is not None:
            self.wrong(
                "C0432",
                "what is shown of a pile goes to a bag of whoever looks, and back from there",
                node,
                help="`draw 2 from deck to seen`, choose, and `move` back what is not kept",
            )
            return None
        if is_decided(bag):
            return self._read_take(node, bag)
        self._no_chance_at_once(node.span)
        type_ = row(bag.type.name) if bag.type.is_bag else UNKNOWN
        self.decision(self.at_line.key or "draw", (type_,), node.span, chance=True)
        if not bag.type.is_bag:
            self.bind(node.name, type_, node.span)
            return None
        if node.showing is not None:
            return self._drawn_and_kept(node, bag)
        local = self.bind(node.name, type_, node.span, SECRET if node.secret else OPEN)
        return m.Draw(local, bag, self.at_line.key or "draw", node.bottom)

    def _read_take(self, node: t.Draw, pile: m.Expr) -> m.Take:
        """Reads a line by which a piece leaves a pile whose order is decided: chance has no part in it."""
        if node.secret and pile.args[0].shown == OPEN:
            self.wrong("C0432", "everybody sees what lies in this pile", node, help="leave out `secret`")
        shown = SECRET if node.secret else secrecy(pile)
        return m.Take(self.bind(node.name, row(pile.type.name, optional=True), node.span, shown), pile, node.bottom)

    @handles
    def _do_deal(self, node: t.Deal) -> Any:
        (giver, from_bottom), (taker, to_bottom) = self.end(node.giver), self.end(node.taker)
        amount = self.amount(node.amount.amount, "how many are drawn")
        if "unknown" in (giver.type.form, taker.type.form) or not self._hold_alike(giver, taker, node):
            return None
        if node.up_to and taker.type.room:
            self._refuse_lack_of_room(taker, node)
        turn, shown = self.names.local("turn", number(1, max(1, amount.type.high))), OPEN
        if taker.args[0].shown != OPEN:
            shown = SECRET if taker.args[0].shown == SECRET else HIDDEN
        key = self.at_line.key or "draw"
        piece = self.names.local("drawn", row(giver.type.name, optional=is_decided(giver)), shown)
        drawn: Any = m.Take(piece, giver, from_bottom)
        if not is_decided(giver):
            self._no_chance_at_once(node.span)
            self.decision(key, (row(giver.type.name),), node.span, chance=True)
            drawn = m.Draw(piece, giver, key, from_bottom)
        one = m.constant(1, number(1, 1), node.span)
        put = m.Transfer((m.Amount(one, piece.at(node.span)),), None, taker, to_bottom=to_bottom)
        once = self.steps(drawn, put)
        if shown == SECRET and taker.args[1] is not None and taker.args[1].op != "me":
            once = self.steps(m.AsPlayer(taker.args[1], once))
        times = m.Expr("range", (one, amount), amount.type, node.span)
        body = self.steps(m.ForEach((m.Bind(turn, times),), None, once))
        return m.Deal(amount, giver, taker, from_bottom, to_bottom, body)

    def _refuse_lack_of_room(self, taker: m.Expr, node: t.Deal) -> None:
        """Reports a draw of as much as there is into what holds so much: it is not known beforehand what fits."""
        self.wrong(
            "C0410",
            f"`{taker.span.text}` holds so much, and what is drawn may have no room there",
            node,
            help=f"draw one at a time, where there is room: `if room({taker.span.text}) > 0`, and below it a `draw 1 …` without `up to`",
        )

    @handles
    def _do_shuffle(self, node: t.Shuffle) -> Any:
        pile = self.bag(node.pile)
        if not pile.type.is_bag:
            return None
        if not pile.type.is_pile:
            return self._refuse_end(pile, "only a pile has an order that can be forgotten", node.span)
        if pile.args[0].shown != HIDDEN:
            seen = "all" if pile.args[0].shown == OPEN else "its player"
            self.wrong(
                "C0432",
                f"`{pile.span.text}` is seen by {seen}, so its order cannot be forgotten",
                node,
                help="keep it `hidden`, or move what lies there to a hidden pile first",
            )
            return None
        return m.Shuffle(pile)

    def _drawn_from_either(self, node: t.Draw, either: t.Conditional) -> Any:
        """A piece is drawn from one bag or from another: each way is a draw by itself, into one name."""
        condition = self.condition(either.condition)
        ways: list[tuple[Any, Any]] = []
        for bag in (either.value, either.otherwise):
            with self.knowing():
                ways.append((self._do_draw(replace(node, bag=bag)), self.scope.get(node.name)))
        (first, one), (second, other) = ways
        kept = self.bind(node.name, one.type, node.span, SECRET if node.secret else OPEN).at(node.span)
        if first is None or second is None:
            return None
        if one.type != other.type:
            self.wrong("C0401", f"one way gives `{one.type}`, the other `{other.type}`", either.span)
            return None
        blocks = []
        for done, drawn in ways:
            made = done if isinstance(done, list) else [done]
            blocks.append(self.steps(*made, m.Assign(kept, drawn.at(node.span))))
        nothing = m.Assign(kept, m.Expr("const", (NONE,), one.type, node.span))
        return [nothing, m.If(((condition, blocks[0]),), blocks[1])]

    def _drawn_and_kept(self, node: t.Draw, bag: m.Expr) -> list[Any]:
        """Several pieces are drawn, one after another; the player keeps one, and the others go back."""
        assert node.showing is not None
        key = self.at_line.key
        with self.knowing(alone=True):
            count = self.read_as(node.showing, number(2, 9), "how many are shown")
        self.in_range(count, number(2, 9))
        if count.op != "const":
            self.wrong("C0417", "how many are shown has to be known before play", node.showing)
            count = m.constant(2, number(2, 2), node.showing.span)
        type_, span = row(bag.type.name), node.span
        known_to = SECRET if node.secret else OPEN
        drawn = [self.names.local(f"{node.name}_{n + 1}", type_, known_to) for n in range(min(count.args[0], 9))]
        shown = [each.at(span) for each in drawn]
        kept = self.bind(node.name, type_, span, known_to).at(span)
        name = f"keep_{key}" if key else "keep"
        self.decision(name, (type_,), span)
        choice = self.names.local(node.name, type_, known_to)
        body = self.steps(m.Assign(kept, choice.at(span)), m.PutBack(tuple(drawn), choice, bag))
        options = m.Expr("these", tuple(shown), a_list(type_), span)
        nothing = m.Assign(kept, m.constant(NONE, type_, span))
        return [
            *(m.Draw(each, bag, key or "draw") for each in drawn),
            nothing,
            m.Choose(name, (m.Bind(choice, options),), None, body, ()),
        ]

    @handles
    def _do_roll(self, node: t.Roll) -> Any:
        self._no_chance_at_once(node.span)
        domain, element = self.domain(node.domain)
        if node.where is not None:
            it = self.names.local(node.name, element)
            with self.knowing(it):
                where = self.condition(node.where)
            domain = m.Expr("those", (it, domain, where), a_list(element), node.span)
        local = self.bind(node.name, element, node.span, SECRET if node.secret else OPEN)
        name = self.at_line.key if self.at_line.key not in ("", None, node.name) else "roll"
        self.decision(name, (element,), node.span, chance=True)
        return m.Roll(local, domain)

    def _no_chance_at_once(self, span: Span) -> None:
        if self.at_once_depth:
            self.wrong(
                "C0511",
                "while all choose at once, nothing can be drawn or rolled",
                span,
                help="draw or roll before or after",
            )

    # ---- offers ------------------------------------------------------------------------------------------------------

    @handles
    def _do_offer(self, node: t.Offer) -> Any:
        if not node.actions and node.menu not in self.names.menus:
            self.absent("C0211", f"there is no menu `{node.menu}`", node.menu, node, self.names.filled_menus)
            return None
        if node.optional or node.any and not node.through:
            self.decision(DONE, (), node.span)
        menu = node.menu or self._offer_menu(node)
        until = self.perhaps(node.until)
        firm = bool(node.actions) and not node.any and not node.optional
        otherwise = self.block(node.otherwise or ())
        made = m.Offer(node.any, menu, until, node.once, node.optional, firm and not otherwise, node.through, otherwise)
        self.look_at_ends(node, ("or none" if node.optional else "or stop") if made.has_done else "")
        return made

    def _offer_menu(self, node: t.Offer) -> str:
        """The menu of the actions that stand below an `offer`; each is read where it stands, and knows the names of
        that place."""
        menu = f"{self.rule} {len(self.offered)}"
        rule = self.rule
        seen = dict[str, Span]()
        for each in node.actions:
            name = each.key or key_of(each.statement)
            span = each.key_span if each.key else each.span
            if name in seen:
                self.wrong(
                    "C0214",
                    f"two actions of this offer are called `{name}`",
                    span,
                    more=[Label(seen[name], "the first")],
                    help="give one of them another key, `key: …`",
                )
            seen.setdefault(name, span)
            own = (f"{rule}.{name}", *(f"{rule}.{name}-{n}" for n in range(2, 9999)))
            self.rule = next(each for each in own if each not in self.offered)
            self.offered[self.rule] = self._read_deed(each, name, menu)
            self.rule = rule
        return menu

    def _read_deed(self, line: t.Line, name: str, menu: str) -> m.Action:
        """An action below an `offer`: written out, or a line whose key is its name."""
        node = line.statement
        body = node.body if isinstance(node, t.Deed) else (t.Line("", node, span=line.span),)
        self.clauses.append(self.clause_of(self.rule, line))
        with self.knowing():
            binds = self.binds(node.choices) if isinstance(node, t.Deed) else ()
            self.decision(name, tuple(each.local.type for each in binds), line.span)
            around, self.action_lines = self.action_lines, body
            header, effects = split_header(self.block(body))
            self.action_lines = around
        return m.Action(self.rule, (menu,), binds, header, effects, line.text, line.cites, name, line.span)


def split_header(block: m.Block) -> tuple[m.Block, m.Block]:
    """Returns the lines that are asked before an action is chosen, and the rest: requirements, costs, names for values;
    and what is done then."""
    for n, step in enumerate(block):
        is_name = isinstance(step.statement, m.Assign) and step.statement.target.op == "local"
        if not is_name and not isinstance(step.statement, (m.Require, m.Cost)):
            return block[:n], block[n:]
    return block, ()
