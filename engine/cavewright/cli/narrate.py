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

DONE = "done"
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
    """What has happened since so many entries of a match, one item for all that a player does or undergoes without a break."""
    parts: list[str] = []
    player, begun = CHANCE, since
    for at in range(since, len(match.move_stack)):
        for who, said in of_move(match, at, viewer):
            if who != player:
                if parts:
                    yield Told(player, _without_ends(parts), at - begun)
                player, parts, begun = who, [], at
            parts.append(said)
    if parts:
        yield Told(player, _without_ends(parts), len(match.move_stack) - begun)


def _without_ends(parts: list[str]) -> tuple[str, ...]:
    """Without the words that a turn is over, if there are others."""
    return tuple(each for each in parts if each != DONE) or tuple(parts)


def of_move(match: Match, at: int, viewer: int | None) -> Iterator[tuple[int, str]]:
    """One entry of a match in words, with what came of it for others; what others may not know is left out. Chance speaks to who acted last."""
    before, after, action = match.at(at), match.at(at + 1), match.move_stack[at]
    if before.current_player == SIMULTANEOUS and action.player != viewer:
        if not after.goes_on_from(before):
            yield CHANCE, "everybody has chosen"
        return
    if action.player == CHANCE:
        said = [action.name] if is_veiled(after, viewer) else brief(chance_events(after, viewer), "")
        if said:
            yield _whose(match, at), ", ".join(said)
        return
    told = [] if action.player != viewer and is_veiled(after, viewer) else brief(telling(after, action), after.names[action.player], action)
    yield action.player, ", ".join([public_label(match, at, viewer), *told])
    for player, events in upkeep(after, action, viewer).items():
        yield player, ", ".join(brief(events, after.names[player]))


def is_veiled(after: State, viewer: int | None) -> bool:
    """Whether what was done has changed something that a viewer does not see; then its values are not for that viewer either."""
    return len(after.events_for(viewer)) < len(after.events)


def public_label(match: Match, at: int, viewer: int | None) -> str:
    """An entry of a match for people, as much of it as a viewer may know."""
    action, after = match.move_stack[at], match.at(at + 1)
    return spoken(action.name) if action.player != viewer and is_veiled(after, viewer) else label(action, after)


def label(action: Action, state: State) -> str:
    """An action for people, with its openings drawn."""
    drawn = [CLOSED[written] for value, (_, type_) in zip(action.arguments, action.signature.parameters, strict=True)
             if type_.form == "sides" and (written := str(value)) in CLOSED]
    return " ".join([action.label(), *drawn])


def _whose(match: Match, at: int) -> int:
    """Whose action led to an entry of chance; CHANCE if nobody's alone."""
    first = at
    while first and match.move_stack[first].player == CHANCE:
        first -= 1
    return CHANCE if match.at(first).current_player == SIMULTANEOUS else match.move_stack[first].player


def chance_events(after: State, viewer: int | None) -> Iterator[Event]:
    """What chance has brought, and what came of it but for numbers that are counted on or down."""
    for event in after.events_for(viewer):
        if event.kind in ("draw", "lay", "pieces") or (event.kind == "set" and "→" not in event.text()):
            yield event


def upkeep(after: State, action: Action, viewer: int | None) -> dict[int, list[Event]]:
    """What befell others by an action of a player."""
    found: dict[int, list[Event]] = {}
    for event in after.events_for(viewer):
        if event.player not in (action.player, CHANCE) and event.kind != "packed" and not is_currency(after.game.rules_model, event):
            found.setdefault(event.player, []).append(event)
    return found


# ---- single events --------------------------------------------------------------------------------------------------


def brief(events: Iterable[Event], owner: str, action: Action | None = None) -> list[str]:
    """Events in few words for their owner; what goes from one bag into another, or is taken from a place, is said once."""
    waiting = list(events)
    gained = {each.piece for each in waiting if each.kind in ("pieces", "supply") and each.change > 0}
    waiting = [each for each in waiting if not (each.kind == "set" and each.after == "none" and each.before in gained)]
    found: list[str] = []
    while waiting:
        event = waiting.pop(0)
        partner = next((each for each in waiting if _undoes(event, each)), None)
        if partner is not None:
            waiting.remove(partner)
            found.append(_moved(*sorted((event, partner), key=lambda each: each.change)))
        else:
            found.append(_short(event, owner, set(map(str, action.arguments)) if action is not None else set()))
    return found


def _short(event: Event, owner: str, named: set[str]) -> str:
    """An event without the name of its owner; of what an action names only how it is now."""
    text = event.text().removeprefix(f"{owner}: ")
    if event.kind == "set" and event.owner in named:
        begin, _, after = text.removeprefix(f"{event.owner}: ").rpartition(" → ")
        text = f"{spoken(event.subject)} {after}" if begin else after
    if event.kind == "set" and event.after in ("yes", "no") and text.endswith(f" {event.after}"):
        return ("not " if event.after == "no" else "") + text.removesuffix(f" {event.after}")
    return text


def _undoes(one: Event, other: Event) -> bool:
    """Whether the pieces that one event takes are those that the other gives to the same owner."""
    pieces = one.kind == other.kind == "pieces" and one.piece == other.piece
    return pieces and one.owner == other.owner and bool(one.change == -other.change)


def _moved(taken: Event, given: Event) -> str:
    piece = taken.text().partition(f"−{-taken.change} ")[2].rpartition(" (")[0] or taken.piece
    return f"{-taken.change} {piece} from {spoken(taken.subject)} to {spoken(given.subject)}"
