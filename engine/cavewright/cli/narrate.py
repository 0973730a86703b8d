"""What has happened, in a few words for everybody at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..draw.from_state import spoken
from ..play.action import CHANCE, SIMULTANEOUS, Action
from ..play.match import Match
from ..play.preview import is_currency, telling
from ..play.record import Event
from ..play.state import State

CLOSED = {"n": "╵", "e": "╶", "s": "╷", "w": "╴", "ne": "└", "ns": "│", "nw": "┘", "es": "┌", "ew": "─", "sw": "┐", "nes": "├", "nsw": "┤",
          "esw": "┬", "new": "┴", "nesw": "┼"}
"""Openings as a line drawing."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one player (CHANCE: nobody) has done without a break, and how many entries of the match were told with it."""

    player: int
    parts: tuple[str, ...]
    moves: int


def narrate(match: Match, since: int, viewer: int | None) -> Iterator[Told]:
    """What has happened since so many entries of a match, one item for every player's actions in a row."""
    parts: list[str] = []
    player, begun = CHANCE, since
    for at in range(since, len(match.move_stack)):
        action = match.move_stack[at]
        if action.player not in (CHANCE, player):
            if parts:
                yield Told(player, tuple(parts), at - begun)
            player, parts, begun = action.player, [], at
        part, others = of_move(match, at, viewer)
        parts += [part] if part else []
        if others:
            yield Told(player, (*parts, *others), at + 1 - begun)
            parts, begun = [], at + 1
    if parts:
        yield Told(player, tuple(parts), len(match.move_stack) - begun)


def of_move(match: Match, at: int, viewer: int | None) -> tuple[str, list[str]]:
    """One entry of a match in words, "" when it is not for everybody; and what came of it for others, a line each."""
    before, after, action = match.at(at), match.at(at + 1), match.move_stack[at]
    if before.current_player == SIMULTANEOUS and action.player != viewer:
        return "", [] if after.goes_on_from(before) else ["everybody has chosen"]
    told = list(telling(after, action)) if action.player != CHANCE else list(chance_events(after, viewer))
    words = [] if action.player == CHANCE else [label(action, after)]
    said = ", ".join(words + brief(told, owner_of(after, action.player)))
    return said, [f"{name}: {', '.join(events)}" for name, events in upkeep(after, action, viewer)]


def label(action: Action, state: State) -> str:
    """An action for people, with its openings drawn."""
    drawn = [CLOSED[written] for value, (_, type_) in zip(action.arguments, action.signature.parameters, strict=True)
             if type_.form == "sides" and (written := str(value)) in CLOSED]
    return " ".join([action.label(), *drawn])


def owner_of(state: State, player: int) -> str:
    """The name of a player, "" for chance."""
    return state.names[player] if player >= 0 else ""


def chance_events(after: State, viewer: int | None) -> Iterator[Event]:
    """What chance has brought, and what came of it but for numbers that are counted on or down."""
    for event in after.events_for(viewer):
        if event.kind in ("draw", "lay", "pieces") or (event.kind == "set" and "→" not in event.text()):
            yield event


def upkeep(after: State, action: Action, viewer: int | None) -> list[tuple[str, list[str]]]:
    """What befell others by an action, or its player by other rules than the action's, by name."""
    if action.player == CHANCE:
        return []
    found: dict[str, list[Event]] = {}
    for event in after.events_for(viewer):
        if event.player != action.player and event.kind != "packed" and not is_currency(after.game.rules_model, event):
            found.setdefault(owner_of(after, event.player), []).append(event)
    return [(name, brief(events, name)) for name, events in found.items() if name]


# ---- single events --------------------------------------------------------------------------------------------------


def brief(events: Iterable[Event], owner: str) -> list[str]:
    """Events in few words; what goes from one bag into another is said once."""
    waiting = list(events)
    found: list[str] = []
    while waiting:
        event = waiting.pop(0)
        partner = next((each for each in waiting if _undoes(event, each)), None)
        if partner is not None:
            waiting.remove(partner)
            found.append(_moved(*sorted((event, partner), key=lambda each: each.change)))
        else:
            found.append(event.text().removeprefix(f"{owner}: "))
    return found


def _undoes(one: Event, other: Event) -> bool:
    """Whether the pieces that one event takes are those that the other gives to the same owner."""
    pieces = one.kind == other.kind == "pieces" and one.piece == other.piece
    return pieces and one.owner == other.owner and bool(one.change == -other.change)


def _moved(taken: Event, given: Event) -> str:
    piece = taken.text().partition(f"−{-taken.change} ")[2].rpartition(" (")[0] or taken.piece
    return f"{-taken.change} {piece} from {spoken(taken.subject)} to {spoken(given.subject)}"
