"""Reasons why an action is refused. The same guards that list the legal actions are asked one by one, and those that
fail speak."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.decisions import GuardFunctions
from ...engine.interpret.step import Refused
from ...foundation.texts import capitalise, translatable
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.free_names import free_locals
from ...rules.model.operators import OPERATORS
from ...rules.model.secrecy import OPEN, secrecy
from ...rules.program import instructions as i
from ..positions.action import CHANCE, SIMULTANEOUS, TERMINAL, Action, Reason
from ..positions.moment import wording_at
from ..positions.paid_units import unit_paid
from ..positions.position import Position
from ..positions.sight import Sight
from .unmet_parts import COMPARISONS, EITHER, Part, is_composed, name_in_words, parts_of, pieces_in, unmet

DOMAINS = {
    "neighbours": translatable("No passage leads from here to {value}."),
    "exits": translatable("{value} is no unexplored exit of this place."),
    "turnings": translatable("This tile cannot be turned like that."),
}
NONE_HELD = translatable("This costs {cost}; you have none.")
REFUSALS = {
    "room": translatable("There is no room for that."),
    "lack": translatable("There is not enough of that."),
    "range": translatable("The number would leave its bounds."),
    "occupied": translatable("Something lies there already."),
    "full": translatable("No more can be laid on this board."),
    "nothing": translatable("There is nothing to choose."),
}


Unpaid = tuple[i.Guard, Any, Any]
"""A cost that cannot be paid, what is due, and what there is."""


class Explainer(Pass, over=OPERATORS, left=OPERATORS):
    """The reasons against one action in one state, in one language. What operators come to is told of those that are
    handled; of all others what is written."""

    def __init__(self, state: Position, action: Action, lang: str = "en", priced: bool = False) -> None:
        self.state, self.action, self.game, self.priced = state, action, state.game, priced
        self.rules, self.words = state.game.rules_model, state.game.wording(lang)
        self.phrase = self.words.texts.phrase
        self.h: Slots = []
        """The slots in which the values of the action are written, one after the other."""

    def reasons(self) -> list[Reason]:
        """All reasons; none exactly when the action is legal."""
        return [
            replace(
                each,
                by=self.words.by(each.rule, each.origin),
                again=partial(_reason, self.state, self.action, n, self.priced),
            )
            for n, each in enumerate(self._reasons())
        ]

    def _reasons(self) -> list[Reason]:
        turn = self._turn()
        if turn is not None:
            return [turn]
        if self.action.player == CHANCE:
            return self._chance()
        at = self.state._decision(self.action.player)
        node: Any = self.game.program.code[at]
        offered = [(n, o) for n, o in enumerate(node.options) if o.signature.name == self.action.name]
        if not offered:
            return [self._not_offered(node)]
        if node.packing is not None:
            return self._packing(node)
        found = [self._option(at, n, option) for n, option in offered]
        return [] if any(not each for each in found) else found[0]

    # ---- whose turn ------------------------------------------------------------------------------------------------

    def _turn(self) -> Reason | None:
        current = self.state.current_player
        if current == TERMINAL:
            return Reason("over", "", self.phrase("The game is over."))
        player = self.action.player
        if player != CHANCE and not 0 <= player < len(self.state.names):
            needed = self.phrase("{low} to {high}", low=0, high=len(self.state.names) - 1)
            text = self.phrase("There is no player {player} in this match.", player=player)
            return Reason("turn", "", text, needed=needed)
        if (player == CHANCE) != (current == CHANCE):
            due = current == CHANCE
            text = self.phrase("Chance decides now.") if due else self.phrase("Nothing is left to chance now.")
            return Reason("turn", "", text)
        if player != CHANCE and player not in self.state.active_players:
            names = self.words.people(self.state.names)
            waiting = ", ".join(names[n] for n in self.state.active_players)
            name = names[player]
            text = (
                self.phrase("{name} has chosen already; it is up to {others}.", name=name, others=waiting)
                if current == SIMULTANEOUS
                else self.phrase("It is {name}’s turn.", name=waiting)
            )
            return Reason("turn", "", text, current=name, needed=waiting)
        return None

    def _not_offered(self, node: Any) -> Reason:
        offered = [o.signature for o in node.options] if isinstance(node, i.Decide) else [node.signature]
        wanted = ", ".join(dict.fromkeys(map(self.words.action, offered)))
        known = self.rules.actions.get(self.action.name)
        what = (
            self.words.about(known.name, known.text)
            if known and known.text
            else self.words.action(self.action.signature)
        )
        return Reason(
            "offered",
            self.action.name,
            self.phrase("“{what}” cannot be chosen now; this is about: {wanted}.", what=what, wanted=wanted),
            needed=wanted,
        )

    def _chance(self) -> list[Reason]:
        known = [str(each) for each, _ in self.state.chance_outcomes()]
        if str(self.action) in known:
            return []
        node = self.state._node
        same = node.signature.name == self.action.name
        if same and self.state._may_come(self.action.values[0], dict(self.state._weights())):
            return []
        is_open = secrecy((node.bag, node.domain)) == OPEN
        needed = self.words.texts.plural("one outcome", "one of {n} outcomes", len(known)) if is_open else ""
        return [Reason("domain", node.signature.rule, self.phrase("This cannot come up now."), needed=needed)]

    def _packing(self, node: i.Decide) -> list[Reason]:
        allowed = [values for _, values in self.state._options(self.action.player)]
        if self.action.values in allowed:
            return []
        piece = self.words.row(self.rules.kinds[node.options[0].binds[0].type.name], allowed[0][0])
        numbers = ", ".join(str(values[1]) for values in allowed)
        text = self.phrase("Of {piece} you can take: {numbers}.", piece=piece, numbers=numbers)
        reason = self._by("domain", node.clause, text, str(self.action.values[1]), numbers)
        return [replace(reason, is_of_values=True)]

    # ---- one option ------------------------------------------------------------------------------------------------

    def _option(self, at: int, n: int, option: i.Option) -> list[Reason]:
        """Domains first; if the values are possible, every guard; if all hold, what the effects refuse."""
        h, s, interpreter = self.state._slots(self.action.player)[:], self.state._s, self.game.interpreter
        self.h = h
        guards, domains = interpreter.guards[at, n], interpreter.domains[at, n]
        found: list[Reason] = []
        for level in range(len(option.slots) + 1):
            if level:
                value = self.action.values[level - 1]
                known = domains[level - 1](h, s)
                h[option.slots[level - 1]] = value
                if value not in known:
                    found.append(self._domain(option, level - 1, value))
                    break
            found += [
                reason
                for g in guards
                if g.guard.level == level
                for reason in self._guard(g, self._last_value(option, level))
            ]
        if not found and option.is_tried:
            refused = interpreter.refusal_of(option, h, s)
            found += [] if refused is None else self._effect_reasons(refused)
        return found

    def _domain(self, option: i.Option, level: int, value: int) -> Reason:
        expr, rule = option.domains[level], option.signature.rule
        text = self._last_value(option, level + 1)
        said = self.phrase(DOMAINS.get(expr.op, translatable("{value} cannot be chosen here.")), value=text)
        origin = next((c.origin for c in self.rules.clauses if c.rule in (rule, f"action {rule}")), self.rules.id)
        action = self.rules.actions.get(rule)
        cites = action.cites if action else ()
        reason = Reason("domain", rule, capitalise(said), origin, cites, text, expr.span.text, str(expr.span))
        return replace(reason, is_of_values=expr.op not in DOMAINS)

    def _last_value(self, option: i.Option, level: int) -> str:
        """The last of so many values, for people."""
        if not level:
            return ""
        type_ = option.signature.parameters[level - 1][1]
        return self.words.show_value(self.action.values[level - 1], type_, self.state.names)

    def _guard(self, guard: GuardFunctions, chosen: str) -> Iterator[Reason]:
        if guard.holds(self.h, self.state._s):
            return
        form, clause = guard.guard.form, guard.guard.clause
        if form == "cost":
            yield self._cost(guard, clause)
            return
        assert guard.guard.condition is not None
        whole = guard.guard.said or guard.guard.condition
        failing = next((each for each in m.conjuncts(whole) if not self._value(each)), whole)
        sides, condition = self._missing(failing), failing.span.text
        if form == "where":
            said = translatable("{value} cannot be chosen: `{condition}` does not hold.")
            reason = self._by(
                "domain", clause, capitalise(self.phrase(said, value=chosen, condition=condition)), *sides
            )
            part = _within(whole, failing)
            yield replace(reason, condition=part, chosen=self._values_of_names(part))
            return
        text = (
            self.phrase("This has been done.")
            if form == "once"
            else self._text(clause) or self.phrase("This needs `{condition}`.", condition=condition)
        )
        has_text = form == "once" or clause.text
        told = None if has_text else _within(whole, failing)
        yield replace(self._by("requirement", clause, text, *sides), condition=told)

    def _cost(self, guard: GuardFunctions, clause: m.Clause) -> Reason:
        assert guard.amount and guard.held
        if not self._may_tell((guard.guard.amount, guard.guard.held)):
            return self._by("cost", clause, self.phrase(REFUSALS["lack"]), unit=guard.guard.unit)
        due, held = (each(self.h, self.state._s) for each in (guard.amount, guard.held))
        return self._due(guard.guard.unit, due, held, clause, unit_paid(self.state, guard.guard, self.h))

    def _due(self, unit: str, due: Any, held: Any, clause: m.Clause, paid: str = "") -> Reason:
        cost = self.words.price(due, paid or unit)
        said = translatable("This costs {cost}; you have {held}.") if int(held) else NONE_HELD
        text = self.phrase(said, cost=cost, held=held)
        return self._by("cost", clause, text, str(held), str(due), unit)

    def _values_of_names(self, condition: m.Expr) -> tuple[tuple[m.Local, int], ...]:
        """Returns the values that the free names of a condition stand for; none where the player may not know them."""
        if not self._may_tell(condition):
            return ()
        return tuple((each, self._value(each.at(condition.span))) for each in free_locals(condition))

    def _value(self, expr: m.Expr) -> Any:
        evaluate = self.game.interpreter.evaluate
        return evaluate.expr(expr)(evaluate.with_scratch(self.h), self.state._s)

    def _sides(self, expr: m.Expr) -> tuple[str, str]:
        """Returns the present and the needed value, for a comparison or a membership; not those that the player may not
        see."""
        if not self._may_tell(expr):
            return "", expr.span.text
        tell = self.handlers.get(expr.op)
        told: tuple[str, str] = tell(self, expr) if tell is not None else ("", expr.span.text)
        return told

    @handles(*COMPARISONS)
    def _comparison(self, expr: m.Expr) -> tuple[str, str]:
        left, right = expr.args
        return self._show(left), self.phrase(COMPARISONS[expr.op], value=self._show(right))

    @handles("has")
    def _has(self, expr: m.Expr) -> tuple[str, str]:
        return str(self._value(pieces_in(expr))), self.phrase("at least {value}", value=f"1 {self._show(expr.args[1])}")

    @handles("field", "local", "record", "edge")
    def _truth(self, expr: m.Expr) -> tuple[str, str]:
        return (self.phrase("no"), self.phrase("yes")) if expr.type.is_truth else ("", expr.span.text)

    @handles("not")
    def _not(self, expr: m.Expr) -> tuple[str, str]:
        return self.phrase("yes"), self.phrase("no")

    def _missing(self, failing: m.Expr) -> tuple[str, str]:
        """Returns the present and the needed value of a condition; of one that has a name, is denied or joined those of the
        parts that would have to be otherwise."""
        if not is_composed(failing) or not self._may_tell(failing):
            return self._sides(failing)
        lacking = unmet(parts_of(failing), self._value)
        said = [self._say_part(each) for each in lacking]
        if not any(current for current, _ in said):
            said = [self._say_denial(each) for each in lacking]
        current, needed = (
            ([*dict.fromkeys(filter(None, each))] for each in zip(*said, strict=True)) if said else ([], [])
        )
        return ", ".join(current), reduce(self._either, needed) if needed else failing.span.text

    def _either(self, one: str, other: str) -> str:
        return self.phrase(EITHER, one=one, other=other)

    def _say_part(self, part: Part) -> tuple[str, str]:
        """Returns the present and the needed value of a part, each with the name of what has it."""
        if (comparison := part.comparison()) is not None:
            op, left, right = comparison
            name = name_in_words(left, part.subject, self.words)
            is_held = part.condition.op == "has"
            there = str(self._value(pieces_in(part.condition))) if is_held else self._show(left)
            value = self.phrase(COMPARISONS[op], value=f"{'1 ' * is_held}{self._show(right)}")
            return f"{name} {there}", f"{name} {value}"
        return "", self._say_denial(part)[1]

    def _say_denial(self, part: Part) -> tuple[str, str]:
        """Says a part that holds or does not, as it is and as it would have to be."""
        said = name_in_words(part.condition, part.text, self.words)
        denied = self.phrase("not {value}", value=said)
        return (said, denied) if part.is_denied else (denied, said)

    def _may_tell(self, value: Any) -> bool:
        """Tells if whoever acts may know the value of an expression."""
        return Sight(self.state, self.action.player).reads(value, self.action.player)

    def _show(self, expr: m.Expr) -> str:
        if expr.type.facts.is_plain:
            return self.words.show_value(self._value(expr), expr.type, self.state.names)
        return self.words.plain(expr.span.text)

    def _effect_reasons(self, refused: Refused) -> list[Reason]:
        """Returns the reasons of the effects; where nothing can be chosen and prices are asked for, the reason that
        lacks least of one."""
        if not self.priced or refused.decision is None or refused.clause.name in self.game.concealed_clauses:
            return [self._effect(refused)]
        at, h, s = refused.decision
        node: Any = self.game.program.code[at]
        short = [
            each
            for n, option in enumerate(node.options)
            if self._is_open(option)
            for each in self._unpaid(at, n, option, h[:], s)
        ]
        least = min(short, key=lambda each: sum(due - held for _, due, held in each), default=[])
        return [self._effect(refused), *(self._due(guard.unit, due, held, guard.clause) for guard, due, held in least)]

    def _is_open(self, option: i.Option) -> bool:
        """Tells if an option is a player's own, and whoever acts may know all that it depends on."""
        asked = (each for guard in option.guards for each in (guard.condition, guard.amount, guard.held))
        return not option.beside and self._may_tell((*option.domains, *filter(None, asked)))

    def _unpaid(self, at: int, n: int, option: i.Option, h: Slots, s: Boards) -> Iterator[list[Unpaid]]:
        """Of every choice of values against which only costs stand the costs, with what is due and what there is."""
        guards = self.game.interpreter.guards[at, n]
        domains = self.game.interpreter.domains[at, n]

        def deeper(level: int, unpaid: list[Unpaid]) -> Iterator[list[Unpaid]]:
            failing = [each for each in guards if each.guard.level == level and not each.holds(h, s)]
            if any(each.amount is None or each.held is None for each in failing):
                return
            unpaid = [*unpaid, *((each.guard, each.amount(h, s), each.held(h, s)) for each in failing)]  # type: ignore
            if level == len(option.slots):
                yield from [unpaid] if unpaid else []
                return
            for h[option.slots[level]] in domains[level](h, s):
                yield from deeper(level + 1, unpaid)

        return deeper(0, [])

    def _effect(self, refused: Refused) -> Reason:
        clause = refused.clause
        is_concealed = clause.name in self.game.concealed_clauses
        if refused.code == "cost" and not is_concealed:
            return self._due(refused.unit, refused.needed, refused.current, clause)
        unmet = translatable("A requirement of this rule is not met.")
        text = self._text(clause) or self.phrase(unmet if is_concealed else REFUSALS.get(refused.code, unmet))
        if is_concealed:
            return self._by("requirement", clause, text)
        return self._by(refused.code, clause, text, str(refused.current or ""), str(refused.needed or ""))

    def _text(self, clause: m.Clause) -> str:
        """The text of a clause, with its values as they are where the action is chosen."""
        player = self.action.player
        return wording_at(self.state, self.words.lang, player, player, self.h).clause(clause)

    def _by(
        self, code: str, clause: m.Clause, text: str, current: str = "", needed: str = "", unit: str = ""
    ) -> Reason:
        """A reason that a clause gives; one of a cost goes by the unit that is to be paid."""
        name = f"{clause.rule}.{unit}" if unit else clause.name
        cites = self.rules.citation_of(clause)
        return Reason(code, name, text, clause.origin, cites, current, needed, str(clause.span))


def _within(condition: m.Expr, part: m.Expr) -> m.Expr:
    """The part of a condition if it stands in it, and not in a definition."""
    whole, span = condition.span, part.span
    is_part = whole.source.name == span.source.name and whole.start <= span.start and span.end <= whole.end
    return part if is_part else condition


def with_prices(state: Position, action: Action) -> tuple[Reason, ...]:
    """The reasons against an action as `check` gives them; where nothing can be chosen for want of goods, also what the
    choice that lacks least would cost.

    >>> from cavewright import load_game
    >>> state = load_game("tic-tac-toe").new_initial_state()
    >>> with_prices(state, state.legal_actions()[0])
    ()
    """
    return tuple(Explainer(state, action, priced=True).reasons())


def _reason(state: Position, action: Action, n: int, priced: bool, lang: str) -> Reason:
    """Returns the reason in another language."""
    return Explainer(state, action, lang, priced).reasons()[n]
