"""Compares a position under rules with the same one under broken rules, and says in the rule language what tells them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...play.examples.action_lines import keys_of
from ...play.positions.action import CHANCE, Action, Reason
from ...play.positions.sight import ALL
from ...play.positions.value_text import set_members, write_value
from ...play.states.game import State
from ...rules.model import ruleset as m
from ...rules.model.types import Type
from ...rules.program import instructions as i

MOST_ASKED = 24
"""Refused actions of one decision whose reasons are compared."""


def find_differences(right: State, broken: State, rule: str = "") -> Iterator[str]:
    """Yields lines of an example that hold in the first position and not in the second: of what is kept, of what can be
    done, of reasons; "" for a difference that no line can say. The actions of `rule` are asked first."""
    yield from _differences_of_fields(right, broken)
    if right.is_terminal and broken.is_terminal:
        yield from _differences_of_outcomes(right, broken)
    if right.current_player != broken.current_player or right.active_players != broken.active_players:
        yield from _differences_of_turns(right, broken)
        return
    for player in right.active_players:
        yield from _differences_of_options(right, broken, player)
        yield from _differences_of_reasons(right, broken, player, rule)
    if right.current_player == CHANCE and right._weights() != broken._weights():
        brought = {value for value, _ in right._weights()} - {value for value, _ in broken._weights()}
        yield from (f"allow {write_action(right, right._chance_action(each))}" for each in brought)
        yield ""


# ---- what is kept ---------------------------------------------------------------------------------------------------


def _differences_of_fields(right: State, broken: State) -> Iterator[str]:
    rules, layouts = right.game.rules_model, (right.game.program.layout, broken.game.program.layout)
    for field in rules.in_slots:
        first, second = (each.slot(field) for each in layouts)
        for row in range(rules.owners_of(field)):
            one, other = right._h[first + row], broken._h[second + row]
            if one != other:
                yield from _say_field(right, field, row, one, other)
    if right._s != broken._s:
        yield from _say_boards(right, broken)
        yield ""


def _say_field(state: State, field: m.Field, row: int, one: Any, other: Any) -> Iterator[str]:
    rules = state.game.rules_model
    name = field.name if field.owner == "game" else f"{_owner(state, field.owner, row)}.{field.name}"
    if field.owner == rules.players and row >= len(state.names):
        return
    if field.type.is_bag:
        rows = rules.kinds[field.type.name].rows
        yield from (
            f"then {name}[{piece}] is {one[n]}" for n, piece in enumerate(rows) if n < len(other) and one[n] != other[n]
        )
    elif field.type.is_set and field.type.element is not None:
        element = field.type.element
        for member in set_members(one ^ other, element):
            word = "in" if member in set_members(one, element) else "not in"
            yield f"then {_value(state, member, element)} {word} {name}"
    else:
        yield f"then {name} is {_value(state, one, field.type)}"


def _owner(state: State, kind: str, row: int) -> str:
    rules = state.game.rules_model
    if kind == rules.players:
        return state.names[row] if row < len(state.names) else ""
    return rules.kinds[kind].rows[row]


def _value(state: State, value: int, type_: Type) -> str:
    """A value as an example writes it."""
    rules = state.game.rules_model
    if type_.is_row and type_.name == rules.players and 0 <= value < len(state.names):
        return state.names[value]
    if type_.is_number:
        return f"{value} {type_.unit}".strip() if value >= 0 else f"0 - {-value} {type_.unit}".strip()
    return write_value(value, type_, rules)


def _say_boards(right: State, broken: State) -> Iterator[str]:
    """Yields what differs of places that both have."""
    rules = right.game.rules_model
    one, other = right.cave_for(ALL), broken.cave_for(ALL)
    types = {each.name: each.type for board in rules.boards.values() for each in board.fields}
    for place, kept in one.nodes(data=True):
        there = other.nodes.get(place, {})
        for name, value in kept.items():
            if name in types and there and value != there.get(name):
                unit = f" {types[name].unit}" if types[name].unit else ""
                said = (
                    "none" if value is None else ("no", "yes")[value] if isinstance(value, bool) else f"{value}{unit}"
                )
                yield f"then {place}.{name} is {said}"


def _differences_of_outcomes(right: State, broken: State) -> Iterator[str]:
    one, other = right.outcome(), broken.outcome()
    for name, total, another in zip(right.names, one.totals, other.totals, strict=True):
        if total != another:
            yield f"then total({name}) is {total}"
    for n, name in enumerate(right.names):
        if (n in (one.winners or ())) != (n in (other.winners or ())):
            yield f"then {'' if n in (one.winners or ()) else 'not '}wins({name})"
    if one.totals != other.totals or one.winners != other.winners:
        yield ""


# ---- what can be done -----------------------------------------------------------------------------------------------


def _differences_of_turns(right: State, broken: State) -> Iterator[str]:
    for player in right.active_players:
        yield from (f"allow {write_action(right, each)}" for each in right.legal_actions(player)[:3])
    for player in broken.active_players:
        for each in broken.legal_actions(player)[:3]:
            yield from _refusal_line(right, each)
    yield ""


def _differences_of_options(right: State, broken: State, player: int) -> Iterator[str]:
    one = {(each.name, each.values): each for each in right.legal_actions(player)}
    other = {(each.name, each.values): each for each in broken.legal_actions(player)}
    for key in one.keys() - other.keys():
        yield f"allow {write_action(right, one[key])}"
    for key in other.keys() - one.keys():
        yield from _refusal_line(right, other[key])
    if one.keys() != other.keys():
        yield ""


def _refusal_line(state: State, action: Action) -> Iterator[str]:
    reasons = state.check(_of_game(action, state)).reasons
    if reasons:
        yield refusal_of(state, action, reasons)


def refusal_of(state: State, action: Action, reasons: Iterable[Reason]) -> str:
    """The line that an action is refused for just these reasons."""
    keys = dict.fromkeys(next(keys_of(each), "") for each in reasons)
    because = ", ".join("domain" if each.code == "domain" else key for key, each in zip(keys, reasons, strict=False))
    return f"refuse {write_action(state, action)} because {because}"


def _differences_of_reasons(right: State, broken: State, player: int, rule: str) -> Iterator[str]:
    for action in refused_actions(right, player, rule):
        one = right.check(action).reasons
        other = broken.check(_of_game(action, broken)).reasons
        if [(each.code, each.rule) for each in one] != [(each.code, each.rule) for each in other] and one:
            yield refusal_of(right, action, one)


def refused_actions(state: State, player: int, rule: str) -> list[Action]:
    """Some of the actions that are offered and refused; those of `rule` alone, if it is one of them."""
    node: Any = state.game.program.code[state._decision(player)]
    if not isinstance(node, i.Decide):
        return []
    options = list(enumerate(node.options))
    own = [each for each in options if f"action {each[1].signature.rule}" == rule]
    legal = {(each.name, each.values) for each in state.legal_actions(player)}
    found: list[Action] = []
    most = MOST_ASKED if own else max(2, MOST_ASKED // max(len(options), 1))
    for n, option in own or options:
        signature = option.signature
        values = [each for each in _values_of(state, player, n, option) if (signature.name, each) not in legal]
        for each in _spread(values, most):
            found.append(Action(player, signature.name, each, signature, state.game))
    return found


def _spread(values: list[Any], most: int) -> list[Any]:
    """At most so many of some values, as far from each other as can be."""
    return values if len(values) <= most else [values[n * len(values) // most] for n in range(most)]


def _values_of(state: State, player: int, n: int, option: i.Option) -> list[tuple[int, ...]]:
    """The values among which an option lets choose, whatever its guards say; the first thousand."""
    interpreter = state.game.interpreter
    at, h = state._decision(player), state._slots(player)[:]
    domains, guards = interpreter.domains[at, n], interpreter.guards[at, n]
    found: list[tuple[int, ...]] = []

    def deeper(level: int, values: tuple[int, ...]) -> None:
        for each in guards:
            if each.guard.level == level and each.guard.slot >= 0:
                each.holds(h, state._s)
        if level == len(domains):
            found.append(values)
            return
        for value in list(domains[level](h, state._s)):
            if len(found) >= 1_000:
                return
            h[option.slots[level]] = value
            deeper(level + 1, (*values, value))

    deeper(0, ())
    return found


def _of_game(action: Action, state: State) -> Action:
    """Returns the action that is equal in another game."""
    return Action(action.player, action.name, action.values, action.signature, state.game)


def write_action(state: State, action: Action) -> str:
    """An action as an example says it: `Anna: enter n2 by walk`, `draw I-13`."""
    said = [action.name]
    for value, (word, type_) in zip(action.values, action.signature.parameters, strict=True):
        said += [word] if word else []
        is_person = type_.is_row and type_.name == state.game.rules_model.players
        is_named = is_person and 0 <= value < len(state.names)
        said.append(state.names[value] if is_named else write_value(value, type_, state.game.rules_model))
    who = "" if action.player == CHANCE else f"{state.names[action.player]}: "
    return who + " ".join(said)
