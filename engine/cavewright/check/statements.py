"""Statements: one method for each, from syntax to the typed steps of the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model import ruleset as m
from ..model.secrecy import OPEN, SECRET, secrecy
from ..model.types import MOST, NONE, SIDES, UNKNOWN, YES_NO, Type, a_list, fits_type, number, place, row
from ..source import Label, Span, at
from ..syntax import tree as t
from ..syntax.tree import NOWHERE
from .expressions import Expressions, Scope
from .limits import MOST_STATEMENTS
from .names import Findings, Names
from .whole import lines

_DONE = "done"

KEPT = ("field", "record", "edge")
WRITABLE = ("field", "record", "edge", "in_set", "local", "amount")


class Statements(Expressions):
    """Reads the blocks of one rule after another; `rule` and `origin` go into the clauses of its steps."""

    def __init__(self, names: Names, findings: Findings) -> None:
        super().__init__(names, findings)
        self.rule = ""
        self.origin = ""
        self.at_once_depth = 0
        self.clauses: list[m.Clause] = []
        self.open_currencies: list[str] = []
        self.counted: frozenset[str] = frozenset()
        """Names in the rule at hand that are set after they were bound."""
        self.decision_names: dict[str, tuple[tuple[Type, ...], Span]] = {}
        self.origins: Any = None
        self.offered: dict[str, m.Action] = {}
        """Actions that stand below an `offer`, by names of their own."""

    def block(self, written: tuple[t.Line, ...], scope: Scope) -> m.Block:
        """The steps of a block; names that a line binds are known to the lines after it."""
        inner = dict(scope)
        if len(self.clauses) > MOST_STATEMENTS:
            self.wrong("C0607", f"rules have at most {MOST_STATEMENTS:,} statements, with costs written out", written[0].span if written else NOWHERE)
            return ()
        return tuple(step for line in written for step in self.line(line, inner))

    def rule_block(self, written: tuple[t.Line, ...], scope: Scope) -> m.Block:
        """The block of a whole rule."""
        self.counted = frozenset(_counted(written))
        return self.block(written, scope)

    def line(self, line: t.Line, scope: dict[str, m.Local]) -> list[m.Step]:
        """A line as a step; `scope` gains what the line binds."""
        clause = self.clause(line)
        made = getattr(self, "_do_" + type(line.statement).__name__.lower())(line.statement, scope, line, clause)
        steps = made if isinstance(made, list) else [made]
        return [m.Step(clause, each) for each in steps if each is not None]

    def clause(self, line: t.Line) -> m.Clause:
        """The clause of a line, under its own key or the one it has by its kind."""
        origin = self.origins(line) if self.origins else self.origin
        made = m.Clause(self.rule, line.key or key_of(line.statement), line.text, line.cites, line.span, origin)
        self.clauses.append(made)
        return made

    # ---- requirements and costs ------------------------------------------------------------------------------------

    def _do_require(self, node: t.Require, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        return m.Require(self.condition(node.condition, scope))

    def _do_cost(self, node: t.Cost, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        return m.Cost(tuple(filter(None, (self.payment(price, scope) for price in node.prices))))

    def payment(self, price: t.Price, scope: Scope) -> m.Payment | None:
        """One item of a cost: a declared currency, a number that the player keeps, or pieces from a bag."""
        if price.quantity.amount is None or not isinstance(price.quantity.unit, t.Name):
            self.wrong("C0405", "a cost is a number of something: `cost 1 point`", price.span)
            return None
        amount = self.want(self.expr(price.quantity.amount, scope), number(0, MOST), "an amount")
        if amount.type.low < 0 and amount.op == "const":
            self.wrong("C0416", "a cost cannot be negative", price.span)
        unit = price.quantity.unit.id
        if price.holder is not None:
            return self._pieces(unit, amount, price, scope)
        for name in (unit, unit + "s", unit.removesuffix("s")):
            if name in self.names.currencies:
                return self._currency(name, amount)
            kept = self.names.field_of(self.names.players, name)
            if kept is not None and kept.type.form == "number":
                return self._kept_currency(kept, amount, price.span)
        known = [*self.names.currencies, *(n for (o, n), f in self.names.fields.items() if o == self.names.players and f.type.form == "number")]
        self.wrong("C0208", f"there is no currency `{unit}`", price.quantity.unit.span,
                   help=self.near(unit, known) or "pieces are paid `from` a bag; or declare a `currency`")
        return None

    def _kept_currency(self, kept: m.Field, amount: m.Expr, span: Span) -> m.Payment:
        held = m.Expr("field", (kept, m.Expr("me", (), row(self.names.players), span)), kept.type, span)
        rest = m.Expr("sub", (held, amount), kept.type, span)
        return m.Payment(kept.name, amount, held, (m.Step(self.clauses[-1], m.Assign(held, rest)),))

    def _pieces(self, unit: str, amount: m.Expr, price: t.Price, scope: Scope) -> m.Payment | None:
        bag = self.bag(price.holder, scope)
        if bag.type.form != "bag":
            return None
        piece = self.typed(price.quantity.unit, scope, row(bag.type.name), "what is paid")
        held = m.Expr("amount", (bag, piece), number(0, 9999), price.span)
        pay = m.Transfer((m.Amount(amount, piece),), bag, None)
        return m.Payment(unit, amount, held, (m.Step(self.clauses[-1], pay),))

    def _currency(self, name: str, amount: m.Expr) -> m.Payment:
        node = self.names.currencies[name]
        if name in self.open_currencies:
            self.wrong("C0508", f"`{name}` is paid with itself", node.name_span, help="let its block lose pieces or numbers")
            return m.Payment(name, amount, amount, ())
        held = self.expr(node.value, {})
        counter = self.names.local("unit", number(1, 999))
        self.open_currencies.append(name)
        paid = self.block(node.block, {})
        self.open_currencies.pop()
        return m.Payment(name, amount, self.want(held, number(0, MOST)), paid, counter)

    # ---- values --------------------------------------------------------------------------------------------------------

    def _do_let(self, node: t.Let, scope: dict[str, m.Local], line: t.Line, clause: m.Clause) -> Any:
        value = self.expr(node.value, scope)
        if value.type.form in ("bag", "text", "list"):
            value = self.wrong("C0419", f"`{value.type}` cannot be given a name", node.value.span, help="name it where it is used")
        type_ = number(-MOST, MOST, value.type.unit) if value.type.form == "number" and node.name in self.counted else value.type
        local = self.bind(node.name, type_, scope, line.span, secrecy(value))
        return m.Assign(m.Expr("local", (local,), local.type, line.span), value)

    def bind(self, name: str, type_: Type, scope: dict[str, m.Local], span: Span, shown: str = "open") -> m.Local:
        """A fresh local, which must not hide another name that the rules of this place could mean."""
        if name in scope:
            self.findings.add(at("C0209", f"`{name}` already means something here", span, help="choose another name"))
        elif name in ("me", "yes", "no", "none") or name in self.names.constants or name in self.names.options:
            self.findings.add(at("C0209", f"`{name}` is taken", span, help="choose another name"))
        local = self.names.local(name, type_, shown)
        scope.setdefault(name, local)
        return local

    def _do_set(self, node: t.Set, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        target = self.expr(node.target, scope)
        if target.op not in WRITABLE:
            if target.type.form != "unknown":
                self.wrong("C0406", "only what is kept can be set", node.target.span, f"this is {_described(target)}")
            return None
        if target.type.form in ("bag", "text", "list") or target.op == "in_set" and target.args[1].op not in KEPT:
            help = "pieces are gained, lost and moved" if target.type.form == "bag" else ""
            self.wrong("C0406", "only what is kept can be set", node.target.span, help=help)
            return None
        self._own(target, node.target.span)
        wanted = YES_NO if target.op == "in_set" else target.type
        value = self.typed(node.value, scope, wanted, "the new value")
        self.in_range(value, wanted, node.value.span)
        return m.Assign(target, value)

    def _own(self, target: m.Expr, span: Span) -> None:
        """Inside `at once` a player writes only what is its own, so that order cannot matter."""
        if not self.at_once_depth:
            return
        place_ = target.args[1] if target.op == "in_set" else target.args[0] if target.op == "amount" else target
        if place_.op == "local":
            return
        if not (place_.op == "field" and place_.args[0].owner == self.names.players and place_.args[1].op == "me"):
            self.wrong("C0511", "while all choose at once, each player can only change what is its own", span, help="do it before or after")

    # ---- pieces --------------------------------------------------------------------------------------------------------

    def _do_gain(self, node: t.Gain, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        return self._change(node.quantities, None, node.holder, scope, +1)

    def _do_lose(self, node: t.Lose, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        return self._change(node.quantities, node.holder, None, scope, -1)

    def _change(self, quantities: Any, giver: Any, taker: Any, scope: Scope, sign: int) -> Any:
        holder = giver if giver is not None else taker
        if holder is None:
            return [self._adjust(each, scope, sign) for each in quantities]
        bag = self.bag(holder, scope)
        if bag.type.form != "bag":
            return None
        self._own(bag, holder.span)
        pieces = tuple(self._amount(each, bag, scope) for each in quantities)
        return m.Transfer(pieces, bag if sign < 0 else None, bag if sign > 0 else None)

    def _adjust(self, quantity: t.Quantity, scope: Scope, sign: int) -> Any:
        """`gain 2 points`: a number that is kept goes up or down."""
        if quantity.amount is None:
            self.wrong("C0405", "`all` needs a bag", quantity.span)
            return None
        target = self._number_kept(quantity.unit, scope)
        amount = self.expr(quantity.amount, scope)
        if target.op not in WRITABLE or target.type.form != "number":
            if target.type.form != "unknown":
                self.wrong("C0406", "only a number that is kept goes up and down without a bag", quantity.span,
                           help="pieces are gained `in` a bag and lost `from` one")
            return None
        self._own(target, quantity.span)
        return m.Assign(target, m.Expr("add" if sign > 0 else "sub", (target, amount), target.type, quantity.span))

    def _number_kept(self, unit: Any, scope: Scope) -> m.Expr:
        if isinstance(unit, t.Name) and unit.id not in scope:
            for name in (unit.id, unit.id + "s"):
                kept = self._kept(name, unit.span)
                if kept is not None:
                    return kept
        return self.expr(unit, scope)

    def _amount(self, quantity: t.Quantity, bag: m.Expr, scope: Scope) -> m.Amount:
        if quantity.amount is None:
            return m.Amount(None, None)
        amount = self.want(self.expr(quantity.amount, scope), number(0, MOST), "an amount")
        if amount.type.form == "number" and amount.type.high < 0:
            self.wrong("C0416", "an amount cannot be negative", quantity.span)
        return m.Amount(amount, self.typed(quantity.unit, scope, row(bag.type.name, True), "a piece"))

    def _do_move(self, node: t.Move, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        giver, taker = self.bag(node.giver, scope), self.bag(node.taker, scope)
        if "unknown" in (giver.type.form, taker.type.form):
            return None
        if giver.type.name != taker.type.name:
            self.wrong("C0401", f"`{giver.type}` and `{taker.type}` hold different things", node.span)
            return None
        self._own(giver, node.giver.span)
        self._own(taker, node.taker.span)
        return m.Transfer(tuple(self._amount(each, giver, scope) for each in node.quantities), giver, taker)

    def _do_repack(self, node: t.Repack, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        first, second = self.bag(node.first, scope), self.bag(node.second, scope)
        if "unknown" in (first.type.form, second.type.form):
            return None
        if first.type.name != second.type.name:
            self.wrong("C0401", f"`{first.type}` and `{second.type}` hold different things", node.span)
            return None
        self._own(first, node.first.span)
        self._own(second, node.second.span)
        piece = self.names.local("it", row(first.type.name))
        where = self.condition(node.where, {**scope, "it": piece}) if node.where is not None else None
        filling = self.want(self.expr(node.filling, scope), number(0, MOST)) if node.filling is not None else None
        name = line.key or "repack"
        self.decision(name, (row(first.type.name), number(0, 99)), node.span)
        return m.Repack(first, second, piece, where, filling, name)

    def _do_lay(self, node: t.Lay, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        spot = self._place(node.at, scope)
        if spot.type.form == "unknown":
            return None
        board = self._board_at(spot)
        if not board.kind:
            self.wrong("C0407", f"nothing is laid on `{board.name}`", node.span, help=f"declare what: `board {board.name} of …`")
            return None
        tile = self.typed(node.tile, scope, row(board.kind), "what is laid")
        sides = self._lain(node, board, tile, scope)
        if self.at_once_depth:
            self.wrong("C0511", "while all choose at once, nothing can be laid on a board", node.span, help="lay it before or after")
        return m.Lay(board.name, tile, spot, sides)

    def _lain(self, node: t.Lay, board: m.Board, tile: m.Expr, scope: Scope) -> m.Expr:
        """The sides of a tile as it is laid: turned, or as they are printed."""
        if node.turned is not None and not board.sides:
            self.wrong("C0407", f"what lies on `{board.name}` has no sides", node.turned.span,
                       help=f"declare them: `board {board.name} of … by COLUMN`")
        if node.turned is not None:
            return self.typed(node.turned, scope, SIDES)
        if not board.sides:
            return m.Expr("const", (0,), SIDES, node.span)
        return m.Expr("column", (self.names.kinds[board.kind], board.sides, tile), SIDES, node.span)

    # ---- decisions and chance --------------------------------------------------------------------------------------------

    def decision(self, name: str, types: tuple[Type, ...], span: Span) -> None:
        """Two decisions of one name must ask for the same, or their texts could not be told apart."""
        known = self.decision_names.setdefault(name, (types, span))
        same = len(known[0]) == len(types) and all(fits_type(a, b) for a, b in zip(types, known[0], strict=True))
        if not same:
            self.findings.add(at("C0210", f"another decision `{name}` asks for something else", span, "here",
                                 more=[Label(known[1], "and here")], help="give one of them a key of its own, `key: …`"))

    def _do_draw(self, node: t.Draw, scope: dict[str, m.Local], line: t.Line, clause: m.Clause) -> Any:
        bag = self.bag(node.bag, scope)
        self._no_chance_at_once(node.span)
        type_ = row(bag.type.name) if bag.type.form == "bag" else UNKNOWN
        self.decision(line.key or "draw", (type_,), node.span)
        if bag.type.form != "bag":
            self.bind(node.name, type_, scope, node.span)
            return None
        if node.showing is not None:
            return self._drawn_and_kept(node, bag, scope, line)
        return m.Draw(self.bind(node.name, type_, scope, node.span, SECRET if node.secret else OPEN), bag, line.key or "draw")

    def _drawn_and_kept(self, node: t.Draw, bag: m.Expr, scope: dict[str, m.Local], line: t.Line) -> list[Any]:
        """Several pieces are drawn, one after another; the player keeps one, and the others go back."""
        assert node.showing is not None
        count = self.typed(node.showing, {}, number(2, 9), "how many are shown")
        self.in_range(count, number(2, 9), node.showing.span)
        if count.op != "const":
            self.wrong("C0417", "how many are shown has to be known before play", node.showing.span)
            count = m.Expr("const", (2,), number(2, 2), node.showing.span)
        type_, span = row(bag.type.name), node.span
        known_to = SECRET if node.secret else OPEN
        drawn = [self.names.local(f"{node.name}_{n + 1}", type_, known_to) for n in range(min(count.args[0], 9))]
        shown = [m.Expr("local", (each,), type_, span) for each in drawn]
        kept = m.Expr("local", (self.bind(node.name, type_, scope, span, known_to),), type_, span)
        name = f"keep_{line.key}" if line.key else "keep"
        self.decision(name, (type_,), span)
        choice = self.names.local(node.name, type_, known_to)
        done = (m.Assign(kept, m.Expr("local", (choice,), type_, span)), m.PutBack(tuple(drawn), choice, bag))
        options = m.Expr("these", tuple(shown), a_list(type_), span)
        nothing = m.Assign(kept, m.Expr("const", (NONE,), type_, span))
        body = tuple(m.Step(self.clauses[-1], each) for each in done)
        return [*(m.Draw(each, bag, line.key or "draw") for each in drawn), nothing, m.Choose(name, (m.Bind(choice, options),), None, body, ())]

    def _do_roll(self, node: t.Roll, scope: dict[str, m.Local], line: t.Line, clause: m.Clause) -> Any:
        self._no_chance_at_once(node.span)
        domain, element = self.domain(node.domain, scope)
        if node.where is not None:
            it = self.names.local(node.name, element)
            where = self.condition(node.where, {**scope, node.name: it})
            domain = m.Expr("those", (it, domain, where), a_list(element), node.span)
        local = self.bind(node.name, element, scope, node.span, SECRET if node.secret else OPEN)
        self.decision(line.key or "roll", (element,), node.span)
        return m.Roll(local, domain)

    def _no_chance_at_once(self, span: Span) -> None:
        if self.at_once_depth:
            self.wrong("C0511", "while all choose at once, nothing can be drawn or rolled", span, help="draw or roll before or after")

    def _do_offer(self, node: t.Offer, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        if not node.actions and node.menu not in self.names.menus:
            self.wrong("C0211", f"there is no menu `{node.menu}`", node.span, help=self.near(node.menu, self.names.menus))
            return None
        if node.any or node.optional:
            self.decision(_DONE, (), node.span)
        menu = node.menu or self._offered(node, scope)
        until = self.condition(node.until, scope) if node.until is not None else None
        return m.Offer(node.any, menu, until, node.once, node.optional, bool(node.actions) and not node.any and not node.optional)

    def _offered(self, node: t.Offer, scope: Scope) -> str:
        """The menu of the actions that stand below an `offer`; each is read where it stands, and knows the names of that place."""
        menu, rule, seen = f"{self.rule} {len(self.offered)}", self.rule, dict[str, Span]()
        for each in node.actions:
            name, span = each.key or key_of(each.statement), each.key_span if each.key else each.span
            if name in seen:
                self.findings.add(at("C0214", f"two actions of this offer are called `{name}`", span,
                                     more=[Label(seen[name], "the first")], help="give one of them another key, `key: …`"))
            seen.setdefault(name, span)
            self.rule = self._free_name(f"{rule}.{name}")
            self.offered[self.rule] = self._deed(each, name, menu, scope)
            self.rule = rule
        return menu

    def _free_name(self, name: str) -> str:
        return name if name not in self.offered else next(made for n in range(2, 9999) if (made := f"{name}-{n}") not in self.offered)

    def _deed(self, line: t.Line, name: str, menu: str, scope: Scope) -> m.Action:
        """An action below an `offer`: written out, or a line whose key is its name."""
        inner, node = dict(scope), line.statement
        body = node.body if isinstance(node, t.Deed) else (t.Line("", node, span=line.span),)
        binds = self.binds(node.choices, inner) if isinstance(node, t.Deed) else ()
        self.decision(name, tuple(each.local.type for each in binds), line.span)
        origin = self.origins(line) if self.origins else self.origin
        self.clauses.append(m.Clause(self.rule, "", line.text, line.cites, line.span, origin))
        steps = self.block(body, inner)
        leading = next((n for n, step in enumerate(steps) if not is_header(step)), len(steps))
        return m.Action(self.rule, (menu,), binds, steps[:leading], steps[leading:], line.text, line.cites, name, line.span)

    def binds(self, binders: Any, scope: dict[str, m.Local]) -> tuple[m.Bind, ...]:
        """The bound names of a choice or loop, each known to the domains after it."""
        made = []
        for each in binders:
            domain, element = self.domain(each.domain, scope)
            local = self.bind(each.name, element, scope, each.span, secrecy(domain))
            made.append(m.Bind(local, domain, getattr(each, "word", "")))
        return tuple(made)

    def _do_choose(self, node: t.Choose, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        inner = dict(scope)
        binds = self.binds(node.binders, inner)
        where = self.condition(node.where, inner) if node.where is not None else None
        name = line.key or node.binders[0].name
        self.decision(name, tuple(each.local.type for each in binds), node.span)
        body = self.block(node.body, inner)
        return m.Choose(name, binds, where, body, self.block(node.otherwise or (), scope))

    def _do_may(self, node: t.May, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        name = line.key or "may"
        self.decision(name, (YES_NO,), node.span)
        return m.May(name, self.block(node.body, scope))

    # ---- flow --------------------------------------------------------------------------------------------------------------

    def _do_if(self, node: t.If, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        branches = tuple((self.condition(c, scope), self.block(b, scope)) for c, b in node.branches)
        return m.If(branches, self.block(node.otherwise or (), scope))

    def _do_foreach(self, node: t.ForEach, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        inner = dict(scope)
        binds = self.binds(node.binders, inner)
        where = self.condition(node.where, inner) if node.where is not None else None
        return m.ForEach(binds, where, self.block(node.body, inner))

    def _players(self, word: str, span: Span) -> None:
        if word != self.names.players:
            self.wrong("C0212", f"the players are called `{self.names.players}`, not `{word}`", span)

    def _do_inturn(self, node: t.InTurn, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        self._players(node.players, node.span)
        first = self.typed(node.first, scope, row(self.names.players), "the first player")
        return m.InTurn(first, self.block(node.body, scope))

    def _do_atonce(self, node: t.AtOnce, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        self._players(node.players, node.span)
        if self.at_once_depth:
            self.wrong("C0511", "players are already choosing at once", node.span, help="take the inner line out")
        self.at_once_depth += 1
        body = self.block(node.body, scope)
        self.at_once_depth -= 1
        return m.AtOnce(body)

    def _do_repeat(self, node: t.Repeat, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        until = self.condition(node.until, scope) if node.until is not None else None
        times = self.want(self.expr(node.times, scope), number(0, MOST)) if node.times is not None else None
        return m.Repeat(until, times, self.block(node.body, scope))

    def _do_asplayer(self, node: t.AsPlayer, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        if self.at_once_depth:
            self.wrong("C0511", "while all choose at once, each player acts for itself only", node.span, help="do this before or after")
        return m.AsPlayer(self.typed(node.player, scope, row(self.names.players)), self.block(node.body, scope))

    def _do_finish(self, node: t.Finish, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        return m.Finish()

    def _do_call(self, node: t.Call, scope: Scope, line: t.Line, clause: m.Clause) -> Any:
        name, values = _called(node.target)
        what = node.target.function if isinstance(node.target, t.Apply) else node.target
        if isinstance(what, t.Attribute):
            return self._carried_out(what, values, scope)
        if name not in self.names.processes:
            self.wrong("C0213", f"there is no process `{name or node.span.text}` to carry out", node.span,
                       help=self.near(name, self.names.processes))
            return None
        parameters = self.names.processes[name]
        if len(values) != len(parameters):
            self.wrong("C0404", f"`{name}` takes {len(parameters)} values, not {len(values)}", node.span)
            return None
        return m.Call(name, self.arguments(values, parameters, scope))


    def _carried_out(self, what: t.Attribute, values: list[Any], scope: Scope) -> Any:
        """`room.use`: what a row does, whichever row it is; nothing for a row of which nothing is said."""
        of = self.expr(what.of, scope)
        if of.type.form == "unknown":
            return None
        name = f"{of.type.name}.{what.name}"
        if of.type.form != "row" or name not in self.names.processes:
            known = [each.partition(".")[2] for each in self.names.processes if each.startswith(f"{of.type.name}.")]
            help = f"write it below a row: `to {what.name}`, and what happens" if of.type.form == "row" else "rows of a kind can do something"
            self.wrong("C0213", f"no `{of.type}` says what `{what.name}` is", what.span, help=self.near(what.name, known) or help)
            return None
        _, *parameters = self.names.processes[name]
        if len(values) != len(parameters):
            self.wrong("C0404", f"`{what.name}` takes {len(parameters)} values, not {len(values)}", what.span)
            return None
        return m.Call(name, (of, *self.arguments(values, tuple(parameters), scope)))


def is_header(step: m.Step) -> bool:
    """Whether a step is asked before an action is chosen: a requirement, a cost, a name for a value."""
    return (isinstance(step.statement, (m.Require, m.Cost))
            or isinstance(step.statement, m.Assign) and step.statement.target.op == "local")


def _counted(block: tuple[t.Line, ...]) -> Iterator[str]:
    """Names that a rule sets, or adds to or takes from."""
    for line in lines(block):
        match line.statement:
            case t.Set(target=t.Name(id=name)):
                yield name
            case t.Gain(holder=None) | t.Lose(holder=None):
                yield from (each.unit.id for each in line.statement.quantities if isinstance(each.unit, t.Name))


def _called(target: Any) -> tuple[str, list[Any]]:
    if isinstance(target, t.Name):
        return target.id, []
    if isinstance(target, t.Attribute):
        return target.name, []
    if isinstance(target, t.Apply) and isinstance(target.function, (t.Name, t.Attribute)):
        return _called(target.function)[0], [each.value for each in target.arguments]
    return "", []


def key_of(statement: Any) -> str:
    """The key that a line has when none is written."""
    match statement:
        case t.Let(name=name) | t.Draw(name=name) | t.Roll(name=name):
            return name
        case t.Cost():
            return "cost"
        case t.Set(target=target):
            return _leaf(target)
        case t.Offer(menu=menu):
            return menu or "offer"
        case t.Call(target=target):
            return _called(target)[0]
        case t.Choose(binders=binders):
            return binders[0].name
        case _:
            return type(statement).__name__.lower()


def _leaf(target: Any) -> str:
    match target:
        case t.Name(id=name) | t.Attribute(name=name):
            return name
        case t.Index(of=of):
            return _leaf(of)
        case _:
            return ""


def _described(expr: m.Expr) -> str:
    return {"const": "a constant, an option or a row", "column": "printed", "call": "defined", "open": "how the tile lies"}.get(
        expr.op, "computed")


__all__ = ["Statements", "key_of", "place"]
