"""Piece in hand: what a choice lays on a free place, as a picture of how it would lie there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...foundation.draw import Scene, draw_picture
from ...foundation.source.frozen import frozen
from ...play.states.game import State
from ...play.views.disclosure import may_tell
from ...play.views.scene import scene_of
from .choices import Choice, Spot, Spots

MOST_SHOWN = 80
"""Ways of laying a piece that are drawn; of more, only their names are listed."""
BESIDE = 14
"""Pixels around a place that its picture reaches over."""


@frozen
class Way:
    """One way in which a piece can lie: the choice, and the picture of its place then."""

    choice: Choice
    svg: str

    @property
    def spot(self) -> Spot:
        """The place that it would lie on."""
        return self.choice.spots[0]


def ways_of(state: State, player: int, choices: Sequence[Choice], spots: Spots, lang: str) -> tuple[Way, ...]:
    """Returns the ways in which a piece can be laid now: none unless each choice that names a place lays something on
    a free one, and nobody would learn a secret by trying."""
    some = [each for each in choices if each.spots]
    lays = some and all(len(each.spots) == 1 and spots.beside(each.spots[0]) is not None for each in some)
    if not lays or len(some) > MOST_SHOWN or any(may_tell(state, each.action) for each in some):
        return ()
    return tuple(_ways(state, player, some, lang))


def _ways(state: State, player: int, choices: Sequence[Choice], lang: str) -> Iterator[Way]:
    for each in choices:
        svg = picture_of_place(scene_of(state.apply(each.action), player, lang), each.spots[0])
        if svg:
            yield Way(each, svg)


def picture_of_place(scene: Scene, spot: Spot) -> str:
    """Returns the picture of a single place, without who stands there; nothing where none lies there."""
    board = scene.boards[spot[0]]
    place = next((each for each in board.places if each.name == spot[1] and each.laid), None)
    if place is None:
        return ""
    alone = replace(board, places=(replace(place, pieces=(), notes=(), changed=False),), links=())
    drawn = draw_picture(Scene("", "", (alone,), (), scene.players, scene.lang))
    area = drawn.places[0][2]
    box = f"{area.x - BESIDE:g} {area.y - BESIDE:g} {area.wide + 2 * BESIDE:g} {area.high + 2 * BESIDE:g}"
    head = f'viewBox="{box}" aria-hidden="true" focusable="false"'
    svg = re.sub(r'width="[\d.]+" height="[\d.]+" viewBox="[^"]+"', head, drawn.svg, count=1)
    return svg.replace(' role="img"', "", 1)
