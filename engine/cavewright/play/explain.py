"""Why an action is refused. The same guards that list the legal actions are asked one by one, and those that fail speak."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..model import ruleset as m
from ..model.secrecy import HIDDEN, secrecy
from ..program import instructions as i
from .action import CHANCE, SIMULTANEOUS, TERMINAL, Action, Reason
from .interpret import GuardFunctions, Refused, Run
from .words import shown

if TYPE_CHECKING:
    from .state import State

COMPARISONS = {"eq": "", "ne": "not ", "lt": "less than ", "le": "at most ", "gt": "more than ", "ge": "at least "}


class Explainer:
    """The reasons against one action in one state."""

    def __init__(self, state: State, action: Action) -> None:
        self.state, self.action, self.game = state, action, state.game
        self.rules = state.game.rules_model

    def reasons(self) -> list[Reason]:
        """All reasons; none exactly when the action is legal."""
        turn = self._turn()
        if turn is not None:
            return [turn]
        if self.action.player == CHANCE:
            return self._chance()
        h = self.state._slots(self.action.player)[:]
        node = self.game.program.code[h[i.PC]]
        if isinstance(node, i.RepackDecide):
            return self._repack(node, h)
        offered = [(n, o) for n, o in enumerate(node.options) if o.signature.name == self.action.name]
        if not offered:
            return [self._not_offered(node)]
        found = [self._option(h[i.PC], n, option, h[:]) for n, option in offered]
        return [] if any(not each for each in found) else found[0]

    # ---- whose turn ------------------------------------------------------------------------------------------------

    def _turn(self) -> Reason | None:
        current = self.state.current_player
        if current == TERMINAL:
            return Reason("over", "", "The game is over.")
        player = self.action.player
        if player != CHANCE and not 0 <= player < len(self.state.names):
            return Reason("turn", "", f"There is no player {player} in this match.", needed=f"0 to {len(self.state.names) - 1}")
        if (player == CHANCE) != (current == CHANCE):
            return Reason("turn", "", "Chance decides now." if current == CHANCE else "Nothing is left to chance now.")
        if player != CHANCE and player not in self.state.active_players:
            waiting = ", ".join(self.state.names[n] for n in self.state.active_players)
            done = " already" if current == SIMULTANEOUS else ""
            return Reason("turn", "", f"{self.state.names[player]} has chosen{done}; it is up to {waiting}." if done
                          else f"It is {waiting}'s turn.", current=self.state.names[player], needed=waiting)
        return None

    def _not_offered(self, node: Any) -> Reason:
        names = [o.signature.name for o in node.options] if isinstance(node, i.Decide) else [node.signature.name]
        wanted = ", ".join(dict.fromkeys(each.replace("_", " ") for each in names))
        known = self.rules.actions.get(self.action.name)
        what = f"“{known.text}”" if known and known.text else f"“{self.action.name.replace('_', ' ')}”"
        return Reason("offered", self.action.name, f"{what} cannot be chosen now; this is about: {wanted}.", needed=wanted)

    def _chance(self) -> list[Reason]:
        known = [str(each) for each, _ in self.state.chance_outcomes()]
        if str(self.action) in known:
            return []
        node = self.state._node
        h = self.state._h[:]
        outcomes = dict(self.game.interpreter.chances[h[i.PC]](h, self.state._s))
        same = node.signature.name == self.action.name
        if same and self.state._may_come(self.action.values[0], outcomes, h, self.state._s):
            return []
        return [Reason("domain", node.signature.rule, "This cannot come up now.", needed=f"one of {len(known)} outcomes")]

    def _repack(self, node: i.RepackDecide, h: list[Any]) -> list[Reason]:
        if self.action.name != node.signature.name:
            return [self._not_offered(node)]
        allowed = [values for _, values in self.state._options(self.action.player)]
        if self.action.values in allowed:
            return []
        piece = self.rules.kinds[node.repacking.kind].label(allowed[0][0])
        numbers = ", ".join(str(values[1]) for values in allowed)
        clause = node.clause
        return [Reason("domain", clause.name, f"This is about {piece}: {numbers} can be taken.", clause.origin, clause.cites,
                       str(self.action.values[1]), numbers, str(clause.span))]

    # ---- one option ------------------------------------------------------------------------------------------------

    def _option(self, at: int, n: int, option: i.Option, h: list[Any]) -> list[Reason]:
        """Domains first; if the values are possible, every guard; if all hold, what the effects refuse."""
        s = self.state._s
        interpreter = self.game.interpreter
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
            found += [reason for g in guards if g.guard.level == level for reason in self._guard(g, h)]
        if not found and option.may_refuse:
            refused = interpreter.refusal(option, h, s, Run())
            found += [self._refused(refused)] if refused is not None else []
        return found

    def _domain(self, option: i.Option, level: int, value: int) -> Reason:
        expr, type_ = option.domains[level], option.signature.parameters[level][1]
        text = shown(value, type_, self.rules, self.state.names)
        said = {"neighbours": f"No passage leads from here to {text}.", "exits": f"{text} is no unexplored exit of this place.",
                "turnings": f"This tile cannot be turned to {text}."}.get(expr.op, f"{text} cannot be chosen here.")
        rule = option.signature.rule
        return Reason("domain", rule, said[:1].upper() + said[1:], self._origin(rule), self._cites(rule), text, expr.span.text, str(expr.span))

    def _origin(self, rule: str) -> str:
        return next((c.origin for c in self.rules.clauses if c.rule in (rule, f"action {rule}")), self.rules.id)

    def _cites(self, rule: str) -> tuple[str, ...]:
        action = self.rules.actions.get(rule)
        return action.cites if action else ()

    def _guard(self, guard: GuardFunctions, h: list[Any]) -> Iterator[Reason]:
        if guard.holds(h, self.state._s):
            return
        clause = guard.guard.clause
        if guard.guard.form == "cost":
            yield self._cost(guard, clause, h)
            return
        assert guard.guard.condition is not None
        failing = self._failing(guard.guard.condition, h)
        current, needed = self._sides(failing, h)
        if guard.guard.form == "where":
            text = f"This does not meet the condition `{failing.span.text}`."
            yield Reason("domain", clause.name, text, clause.origin, clause.cites, current, needed, str(clause.span))
            return
        text = self._filled(clause.text, h) or f"This needs `{failing.span.text}`."
        yield Reason("requirement", clause.name, text, clause.origin, clause.cites, current, needed, str(clause.span))

    def _filled(self, text: str, h: list[Any]) -> str:
        return text

    def _cost(self, guard: GuardFunctions, clause: m.Clause, h: list[Any]) -> Reason:
        assert guard.amount and guard.held
        due, held, unit = guard.amount(h, self.state._s), guard.held(h, self.state._s), guard.guard.unit
        name = unit.replace("_", " ")
        text = f"This costs {due} {name}; you have {held}."
        return Reason("cost", f"{clause.rule}.{unit}", text, clause.origin, clause.cites, str(held), str(due), str(clause.span))

    def _failing(self, condition: m.Expr, h: list[Any]) -> m.Expr:
        """The part of a conjunction that does not hold, looked for through definitions too."""
        if condition.op == "and":
            return next((self._failing(each, h) for each in condition.args if not self._value(each, h)), condition)
        return condition

    def _value(self, expr: m.Expr, h: list[Any]) -> Any:
        return self.game.interpreter.evaluate.expr(expr)(self._sized(h), self.state._s)

    def _sized(self, h: list[Any]) -> list[Any]:
        missing = self.game.interpreter.size - len(h)
        h += [0] * max(0, missing)
        return h

    def _sides(self, expr: m.Expr, h: list[Any]) -> tuple[str, str]:
        """What there is and what would be needed, for a comparison or a membership; not what the player may not see."""
        if secrecy(expr) == HIDDEN:
            return "", expr.span.text
        if expr.op in COMPARISONS:
            left, right = expr.args
            return self._shown(left, h), COMPARISONS[expr.op] + self._shown(right, h)
        if expr.op == "has":
            bag, piece = expr.args
            amount = self._value(m.Expr("amount", (bag, piece), bag.type, expr.span), h)
            return str(amount), f"at least 1 {self._shown(piece, h)}"
        if expr.op in ("field", "local", "record", "edge", "call") and expr.type.form == "yes_no":
            return "no", "yes"
        if expr.op == "not":
            return "yes", "no"
        return "", expr.span.text

    def _shown(self, expr: m.Expr, h: list[Any]) -> str:
        if expr.type.form in ("number", "yes_no", "row", "place", "sides"):
            return shown(self._value(expr, h), expr.type, self.rules, self.state.names)
        return expr.span.text

    def _refused(self, refused: Refused) -> Reason:
        clause = refused.clause
        text = clause.text or {"room": "There is no room for that.", "lack": "There is not enough of that.",
                               "range": "The number would leave its bounds.", "occupied": "Something lies there already."
                               }.get(refused.code, "A requirement of this rule is not met.")
        return Reason(refused.code, clause.name, text, clause.origin, clause.cites, str(refused.current or ""), str(refused.needed or ""),
                      str(clause.span))

