"""Possessions of a player before and after: what was paid, what was gained, and points as pips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from ...foundation.source.frozen import frozen
from ...foundation.texts import capitalise
from ...play.positions.sight import ALL, Sight
from ...play.states.game import State
from ...play.views.panel import value_words
from ...play.views.view_reader import view_of
from ...rules.model import ruleset as m
from ..reference.game_reference import GameReference

Act = tuple[State, State]
"""The position before somebody acts, and the one after that."""
MOST_PIPS = 12
"""Points up to which they are drawn as pips."""
FULL, EMPTY = "●", "○"


@frozen
class Exchange:
    """Whatever a player has less and more of afterwards, and the pips of the points left, before and after."""

    paid: tuple[str, ...]
    gained: tuple[str, ...]
    pips: tuple[str, ...]


def compare_possessions(game: GameReference, acts: Sequence[Act], player: int) -> Exchange:
    """Returns what a player has paid and gained by acts, each with the position before and after it; nothing where nothing
    was gained. What comes and goes is left out, and so are numbers that change between the acts, as a turn begins."""
    between = {
        name
        for (_, before), (after, _) in pairwise(acts)
        for name, now in _read_fields(after, player).items()
        if now != _read_fields(before, player).get(name)
    }
    fields = [each for each in _fields(game) if not (each.type.is_number and each.name in between)]
    before, after = acts[0][0], acts[-1][1]
    changes = list(_changes(game, fields, before, after, player))
    paid, gained = ([said for amount, said in changes if (amount > 0) is is_gain] for is_gain in (False, True))
    gained, paid = [each for each in gained if each not in paid], [each for each in paid if each not in gained]
    pips = _pips(game, fields, before, after, player)
    return Exchange(tuple(paid if gained else ()), tuple(gained), pips)


def brings_something(game: GameReference, act: Act, player: int) -> bool:
    """Tells if an act brings a player anything."""
    return any(amount > 0 for amount, _ in _changes(game, _fields(game), *act, player))


def _read_fields(state: State, player: int) -> dict[str, object]:
    return dict(view_of(state, Sight(state, ALL)).players[player].values)


def _fields(game: GameReference) -> list[m.Field]:
    return [each for each in game.rules.fields if each.owner == game.rules.players and each.told]


def _changes(
    game: GameReference, fields: Iterable[m.Field], before: State, after: State, player: int
) -> Iterator[tuple[int, str]]:
    """Yields by how much something has changed, and its amount with its name; nobody pays with what leaves a set."""
    words = game.opened.words
    old = _read_fields(before, player)
    new = _read_fields(after, player)
    for field in fields:
        was, now = old.get(field.name), new.get(field.name)
        if was == now:
            continue
        if field.type.is_number:
            by = int(now or 0) - int(was or 0)  # type: ignore[call-overload]
            yield by, words.price(abs(by), field.name)
        elif field.type.is_bag and field.type.name in game.rules.kinds:
            kind = game.rules.kinds[field.type.name]
            amounts = [_amounts_in(each) for each in (was, now)]
            for n, row in enumerate(kind.rows):
                if by := amounts[1].get(row, 0) - amounts[0].get(row, 0):
                    yield by, words.pieces(abs(by), kind, n)
        elif field.type.is_set and field.type.element and game.rules.board_of(field.type.element) is None:
            for each in now or ():  # type: ignore[attr-defined]
                if each not in (was or ()):  # type: ignore[operator]
                    yield 1, value_words(field.type.element, each, after, words) or str(each)


def _amounts_in(value: object) -> Mapping[object, int]:
    """Returns how many of each piece lie in what a view tells of a bag or a pile."""
    return Counter(value if isinstance(value, (dict, tuple)) else ())


def _pips(game: GameReference, fields: Iterable[m.Field], before: State, after: State, player: int) -> tuple[str, ...]:
    """Returns the points before and after as pips, for each number of a player that was paid from."""
    old, new = _read_fields(before, player), _read_fields(after, player)
    for field in fields:
        was, now = old.get(field.name), new.get(field.name)
        is_few = field.type.is_number and not field.type.unit and 2 < field.type.high <= MOST_PIPS
        if is_few and was != now and isinstance(was, int) and isinstance(now, int) and now < was:
            name = capitalise(game.opened.words.field(field))
            return tuple(f"{name} {FULL * each}{EMPTY * (was - each)}" for each in (was, now))
    return ()
