"""Preview of an action, what it costs and what comes of it; and how everybody stands in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine.interpret.step import WorkLimitError
from ...foundation.source.ample_stack import retried_with_room
from ...foundation.source.frozen import frozen
from ...rules.check.refusal_proofs import payments_in
from ...rules.check.whole_program import kept_of, steps
from ...rules.model import ruleset as m
from ...rules.model.secrecy import OPEN, SECRET
from ...rules.program import instructions as i
from ..positions.action import CHANCE, SIMULTANEOUS, Action
from ..positions.paid_units import unit_paid
from ..positions.sight import ALL, Sight, Viewer
from ..views.disclosure import may_tell
from ..views.events import Event
from ..views.outcome import counts_up
from .game import Game, State


@frozen
class Due:
    """One part of what an action costs: so many of a unit, of which so many are there."""

    unit: str
    amount: int
    held: int
    clause: str


@frozen
class Preview:
    """An action and what it does up to the next decision or chance.

    `dues` are its costs, `events` what else changes, as far as its player sees it; `chance` is what chance has to
    decide then, or none; `turn` is the other player whose turn it is then, TERMINAL at the end, or none; `ended` is the
    first of the actions among which its player stops to choose, and goes on, or none. Where the
    action may tell its player something that it does not know, `events` is empty, and `chance` and `turn` are none,
    whatever it tells: nobody learns a secret by looking ahead. So it is where the action cannot be carried out to its
    end, since that is too much work or a number does not fit.
    """

    action: Action
    dues: tuple[Due, ...]
    events: tuple[Event, ...]
    chance: i.Signature | None
    turn: int | None
    ended: i.Signature | None = None


@frozen
class Standing:
    """Points of a player as things stand, counted as if it were in the running; `counted` says whether it is."""

    player: int
    points: int
    counted: bool
    parts: tuple[int, ...] = ()
    """Points by line of the score."""


@retried_with_room
def preview(state: State, action: Action) -> Preview:
    """Returns the costs and gains of a legal action. Raises IllegalActionError for another.

    >>> from cavewright import load_game
    >>> state = load_game("the-cave").new_initial_state(players=2)
    >>> preview(state, state.legal_actions(0)[0]).dues
    ()
    """
    costs = dues(state, action)
    try:
        after = state.apply(action)
    except WorkLimitError:
        return Preview(action, costs, (), None, None)
    if may_tell(state, action):
        return Preview(action, costs, (), None, None)
    chance = after._node.signature if after.current_player == CHANCE else None
    events = tuple(
        telling(after, action, action.player if action.player >= 0 else None, {each.clause for each in costs})
    )
    turn = (
        after.current_player
        if after.is_terminal or after.current_player not in (action.player, CHANCE, SIMULTANEOUS)
        else None
    )
    goes_on = chance is None and turn is None
    return Preview(action, costs, events, chance, turn, _find_ended(state, action) if goes_on else None)


def preview_price(state: State, action: Action) -> Preview:
    """Returns the costs of a legal action alone, without trying what comes of it."""
    return Preview(action, dues(state, action), (), None, None)


def _find_ended(state: State, action: Action) -> i.Signature | None:
    """Returns the first of the actions that may be chosen again and again until this one ends it; none where it is another
    action."""
    node = state.game.program.code[state._slots(action.player)[i.PC]]
    if action.name != "done" or action.name in state.game.rules_model.actions or not isinstance(node, i.Decide):
        return None
    return next((each.signature for each in node.options if each.signature.name != action.name), None)


@retried_with_room
def dues(state: State, action: Action) -> tuple[Due, ...]:
    """Returns the costs of a legal action, in the order in which they are paid; nothing that costs nothing, and no
    price that its player does not know."""
    slots = state._slots(action.player)
    node = state.game.program.code[slots[i.PC]]
    if not isinstance(node, i.Decide):
        return ()
    for n, option in enumerate(node.options):
        if option.signature.name == action.name:
            found = _dues(state, action, (slots[i.PC], n), option)
            if found is not None:
                return tuple(each for each in found if each.amount)
    return ()


def _dues(state: State, action: Action, at: tuple[int, int], option: i.Option) -> list[Due] | None:
    """The costs of one option with the values of an action, or none when a guard does not let it pass."""
    h = state.game.interpreter.evaluate.with_scratch(state._slots(action.player))
    found: list[Due] = []
    for level in range(len(option.slots) + 1):
        if level:
            h[option.slots[level - 1]] = action.values[level - 1]
        for guard in state.game.interpreter.guards[at]:
            if guard.guard.level != level:
                continue
            if not guard.holds(h, state._s):
                return None
            price = guard.guard.amount, guard.guard.held
            if guard.amount and guard.held and Sight(state, action.player).reads(price, action.player):
                clause, unit = guard.guard.clause, unit_paid(state, guard.guard, h)
                found.append(Due(unit, int(guard.amount(h, state._s)), int(guard.held(h, state._s)), clause.name))
    return found


# ---- events worth telling -------------------------------------------------------------------------------------------


def telling(
    after: State, action: Action, viewer: Viewer, costs: set[str] | None = None, veiled: bool = False
) -> Iterator[Event]:
    """Of the events that an action led to those that its rules brought to its player, that its text and costs do not
    say already, and that a viewer may know of; the values of a veiled action are not said,
    and all that comes of it in the open is."""
    rules = after.game.rules_model
    known = rules_of(rules, action.signature.rule)
    said = set() if veiled else set(map(str, action.arguments))
    for event in after.events_for(viewer):
        if event.player not in (action.player, CHANCE) or event.rule in (costs or ()) or is_currency(rules, event):
            continue
        if not (veiled or is_below(event.rule, known)) or not event.is_told or _is_said(event, said, action.player):
            continue
        if event.kind == "set" and event.owner in said and _is_figure_of(event, action.player, rules):
            continue
        yield event


def _is_said(event: Event, said: set[str], player: int) -> bool:
    """Tells if the values of an action of a player say that already: where one goes, which piece it is about, what is laid
    where, how many are packed; not what comes to a set of somebody else."""
    if event.kind in ("pieces", "supply"):
        return event.piece in said
    return (
        event.kind == "packed"
        or (event.kind == "lay" and (event.owner in said or event.piece in said))
        or event.kind == "set"
        and (
            str(event.after) in said
            or set() < event.gained <= said
            and (event.bearer in (player, event.player) or player == CHANCE)
        )
    )


def _is_figure_of(event: Event, player: int, rules: m.Ruleset) -> bool:
    """Tells if an event is that somebody's figure has left, or that the figure of a player has come."""
    effect = event._effect
    return bool(effect.subject.type.name == rules.players and (event.after == "none" or effect.second == player))


def is_currency(rules: m.Ruleset, event: Event) -> bool:
    """Tells if an event is about a number that costs are paid from: it is given out and used up all the time."""
    return event.kind == "set" and event.subject in currencies(rules)


def is_routine(rules: m.Ruleset, event: Event) -> bool:
    """Tells if a process, each time that it is carried out, puts the fields of its player back to their beginning: that
    is book-keeping, no news."""
    effect = event._effect
    process = rules.processes.get(effect.clause.rule)
    if process is None or effect.kind != "set":
        return False
    return any(
        step.clause.name == effect.clause.name and _puts_back(step.statement, effect.subject)
        for step in steps(process.body)
    )


def _puts_back(statement: Any, field: m.Field) -> bool:
    match statement:
        case m.Assign(target=target, value=m.Expr(op="const", args=(value,))):
            kept = kept_of(target)
            start = field.start.args[0] if field.start is not None and field.start.op == "const" else 0
            is_own = kept.op == "field" and all(each is None or each.op == "me" for each in kept.args[1:])
            return is_own and kept.args[0] == field and value == start
    return False


def currencies(rules: m.Ruleset) -> frozenset[str]:
    """The names of kept numbers that costs are paid from."""
    paid = (each.held for action in rules.actions.values() for each in payments_in(action.header))
    return frozenset(each.args[0].name for each in paid if each.op == "field")


def is_below(rule: str, known: frozenset[str]) -> bool:
    """Tells if a clause stands in one of those rules: `put.gain` in `put`."""
    return any(rule == each or rule.startswith(f"{each}.") for each in known)


def rules_of(rules: m.Ruleset, rule: str) -> frozenset[str]:
    """The names under which the clauses of an action stand: its own, those of processes that it carries out, and of
    triggers."""
    name = rule if rule in rules.actions else rule.partition(".")[0]
    action = rules.actions.get(name)
    if action is None:
        return frozenset()
    if name != rule:
        return frozenset({name})
    found, pending = {name}, [action.body]
    while pending:
        for each in steps(pending.pop()):
            if isinstance(each.statement, m.Call) and each.statement.process not in found:
                found.add(each.statement.process)
                pending.append(rules.processes[each.statement.process].body)
    return frozenset(found | {each.clause.rule for each in rules.triggers if name in each.actions})


# ---- in the middle of a game ----------------------------------------------------------------------------------------


@retried_with_room
def standings(state: State, viewer: Viewer = ALL) -> tuple[Standing, ...]:
    """Returns the standings of all whose points a viewer may know, those too who are not in the running now.

    >>> from cavewright import load_game
    >>> [each.points for each in standings(load_game("the-cave").new_initial_state(players=3))]
    [0, 0, 0]
    """
    h, found = state._h[:], []
    outcome, lines = state.outcome(viewer), state.game.score_lines
    for player, counted in enumerate(outcome.counted):
        h[i.ME] = player
        if counted is not None and (
            None not in outcome.breakdown[player] if counted else counts_up(state, viewer, player)
        ):
            parts = tuple(int(line(h, state._s)) for line in lines)
            found.append(Standing(player, sum(parts), counted, parts))
    return tuple(found)


def has_secrets(game: Game) -> bool:
    """Tells if players know anything that others do not."""
    rules, bound = game.rules_model, game.program.bound.values()
    kept = any(
        field.shown == SECRET or (field.owner == rules.players and field.shown != OPEN) for field in rules.fields
    )
    return kept or any(each.local.shown != OPEN for names in bound for each in names)
