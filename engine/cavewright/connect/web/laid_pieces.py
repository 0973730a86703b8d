"""Pieces that a click would lay or move: how each would look at its place, for whoever points there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...foundation.draw import Scene, draw_picture
from ...foundation.draw.scene import Piece
from ...foundation.source.frozen import frozen
from ...play.states.game import State
from ...play.views.disclosure import may_tell
from ...play.views.scene import scene_of
from .choices import Choice, Spot, Spots, choices_at

MOST_LOOKS = 16
"""Kinds of pieces that are drawn; what would bring more of them is shown without."""
PIECES = re.compile(r'<g class="(?:piece|token)".*?</g>', re.DOTALL)


@frozen
class Look:
    """Pieces as they would lie at a place: a name, the part of a picture to show, and what is drawn there."""

    id: str
    box: str
    drawn: str


def looks_of(
    state: State, player: int, choices: Sequence[Choice], picks: Sequence[Spot], spots: Spots, lang: str
) -> Mapping[str, Look]:
    """Returns the look of what each choice brings to the place that is pointed at last, by the text of the choice.

    Choices of one name that differ in that place alone bring the same, so one of them is tried. Nothing is shown of a choice
    that may tell its player something.
    """
    tried: dict[tuple[Any, ...], Look | None] = {}
    found: dict[str, Look] = {}
    for each in choices_at(choices, picks):
        if len(each.spots) != len(picks) + 1 or not _is_place(spots.scene, each.spots[-1]):
            continue
        key = each.action.name, each.spots[:-1], each.spots[-1][0], tuple(_other_values(each))
        if key not in tried and len(tried) < MOST_LOOKS:
            tried[key] = _look(state, player, each, spots.scene, lang, f"laid-{len(tried)}")
        if (look := tried.get(key)) is not None:
            found[each.text] = look
    return found


def _other_values(choice: Choice) -> Iterator[str]:
    """Yields the values of an action that name none of its places."""
    named = {name for _, name in choice.spots}
    yield from (str(each) for each in choice.action.arguments if str(each).rpartition(".")[2] not in named)


def _is_place(scene: Scene, spot: Spot) -> bool:
    board = scene.boards[spot[0]]
    return board.form != "cards" and any(each.name == spot[1] for each in board.places)


def _look(state: State, player: int, choice: Choice, before: Scene, lang: str, id: str) -> Look | None:
    """Returns how what a choice brings to its last place looks; None where nothing new lies there then."""
    if may_tell(state, choice.action):
        return None
    spot = choice.spots[-1]
    then = scene_of(state.apply(choice.action), player, lang)
    known, now = ({_bare(piece) for piece in _pieces_at(scene, spot)} for scene in (before, then))
    if not now - known:
        return None
    board = then.boards[spot[0]]
    place = next(each for each in board.places if each.name == spot[1])
    alone = replace(board, places=(replace(place, notes=(), changed=False),), links=())
    drawn = draw_picture(Scene("", "", (alone,), (), then.players, lang, (), None, then.initials, then.looks))
    area = drawn.places[0][2]
    shift = re.search(r'<g class="board"[^>]*transform="(translate\([^"]*\))"', drawn.svg)
    pieces = "".join(PIECES.findall(drawn.svg.partition('<g class="legend"')[0]))
    if not pieces:
        return None
    inner = f'<g transform="{shift[1]}">{pieces}</g>' if shift else pieces
    return Look(id, f"{area.x:g} {area.y:g} {area.wide:g} {area.high:g}", inner)


def _pieces_at(scene: Scene, spot: Spot) -> Sequence[Piece]:
    places = scene.boards[spot[0]].places
    return next((each.pieces for each in places if each.name == spot[1]), ())


def _bare(piece: Piece) -> Piece:
    return replace(piece, change="")
