"""Boards as pictures with controls over them: each place is where the picture has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf

from ...foundation.draw import Board, Picture, Scene, draw_picture
from ...foundation.draw.geometry import Area
from ...foundation.draw.scene import TOWARDS, Place, Side
from ...foundation.source.frozen import frozen
from .choices import Choice, Spot, Spots, plain_choice
from .laid_pieces import Look
from .passage_spots import area_of_passage
from .piece_in_hand import Way

FINGER, POINTER = 27.0, 23.5
"""Pixels that a control should have each way for a finger, and for a mouse: a whole board is worth more than large
fields, and what is not a neighbour of anything has room around it besides."""
SMALL = 760
"""A board less wide than this may be shown larger."""
LARGER, GROWING_LARGER = 2.0, 1.25
"""How many times as large at most; a board that grows needs its room for what comes."""
MOST_GROWN = 1.5
"""How many times its picture's size a control takes up where nothing else is near."""
LEAST_SCALE = 0.4
NO_LOOKS: Mapping[str, Look] = {}
EXIT = 34.0
"""Pixels of the mark of a place where nothing lies yet."""


@frozen
class Control:
    """Something over a board: a button that does `text`, or a link that points at `pick`. `price` is that of the button,
    `others` says what else can be done there, `ways` how a piece in hand would lie."""

    id: str
    name: str
    text: str
    pick: str
    can: bool
    is_exit: bool
    is_hinted: bool
    is_new: bool
    is_mine: bool
    left: float
    top: float
    wide: float
    high: float
    place: str = ""
    price: str = ""
    others: str = ""
    ways: tuple[Way, ...] = ()
    is_picked: bool = False
    """Whether it is pointed at already: what stands there is in hand."""
    laid: str = ""
    """The name of the look of what the button lays there."""
    names: tuple[str, ...] = ()
    """The names of the actions that begin or are done there."""
    is_decisive: bool = False
    """Whether what lies there decided the match."""

    @property
    def looks(self) -> tuple[str, ...]:
        """The names of its marks, as styles know them."""
        marks = {
            "can": self.can,
            "picked": self.is_picked,
            "leads": self.can and not self.text and not self.ways,
            "exit": self.is_exit,
            "hint-here": self.is_hinted,
            "new": self.is_new,
            "mine": self.is_mine,
            "won": self.is_decisive,
        }
        return tuple(name for name, is_so in marks.items() if is_so)


@frozen
class Shown:
    """A board: its picture, how wide it is and at least should be for a finger and for a mouse, how many times as high
    as wide, what lies over it, and which part of that on each side is not part of the place, whether places are round, and
    how far controls reach beyond the picture, in parts of its width."""

    number: int
    title: str
    svg: str
    wide: int
    least: int
    fine: int
    tall: float
    around: float
    is_round: bool
    edge: float
    controls: tuple[Control, ...]
    described: tuple[str, ...]
    looks: tuple[Look, ...] = ()
    is_own: bool = False
    """Whether it is the viewer's, where each player has one."""


@frozen
class Card:
    """A card that lies open: what stands on it, and what can be done with it."""

    id: str
    name: str
    facts: tuple[str, ...]
    colour: str
    text: str
    pick: str
    can: bool
    is_hinted: bool
    changed: bool
    is_stack: bool
    """Whether it stands for a pile of several."""


def spots_in_link(picks: Sequence[Spot]) -> str:
    """Places as they stand in a link: `0:n1,0:e1`."""
    return ",".join(f"{board}:{name}" for board, name in picks)


def read_picks(text: str, spots: Spots) -> tuple[Spot, ...]:
    """The places of a link, as far as there are such.

    A link may be old or made up: places that are none are left out.
    """
    found = []
    for part in text[:200].split(","):
        number, mark, name = part.partition(":")
        if mark and number.isdecimal() and number.isascii() and len(number) < 4:
            spot = int(number), name
            if spot[0] < len(spots.scene.boards) and spots.is_shown(spot):
                found.append(spot)
    return tuple(found[:4])


class BoardControls:
    """Lays what can be done over the boards of a scene. `next` says what each place leads to, behind `picks`."""

    def __init__(
        self,
        scene: Scene,
        spots: Spots,
        next: Mapping[Spot, tuple[Choice, ...]],
        picks: tuple[Spot, ...],
        hinted: str = "",
        me: int | None = None,
        ways: Sequence[Way] = (),
        looks: Mapping[str, Look] = NO_LOOKS,
        decisive: Sequence[Spot] = (),
    ) -> None:
        self.scene, self.spots, self.next, self.picks, self.hinted, self.me = scene, spots, next, picks, hinted, me
        self.ways, self.looks, self.decisive = ways, looks, decisive
        self._drawn: list[Shown] = []

    def is_hinted(self, choices: Sequence[Choice]) -> bool:
        """Tells if the choice of a bot is among some choices."""
        return any(each.text == self.hinted for each in choices)

    def boards(self, titles: Sequence[str]) -> list[Shown]:
        """All boards but cards."""
        self._drawn = [
            self.board(n, title)
            for n, (board, title) in enumerate(zip(self.scene.boards, titles, strict=True))
            if board.form != "cards" and board.places
        ]
        return self._drawn

    def marks_used(self) -> set[str]:
        """Returns the looks of the controls over the boards that were made."""
        return {look for board in self._drawn for each in board.controls for look in each.looks}

    def cards(self) -> list[tuple[str, list[Card]]]:
        """Returns the cards that lie open beside the boards, by heading."""
        return [
            (board.name, [self.card(n, place) for place in board.places])
            for n, board in enumerate(self.scene.boards)
            if board.form == "cards"
        ]

    def board(self, n: int, title: str) -> Shown:
        """One board."""
        board = self.scene.boards[n]
        scene = self.scene
        picture = _picture(board, scene.players, scene.lang, scene.initials, scene.looks)
        drawn = {name: area for _, name, area in picture.places}
        areas = with_room(drawn)
        size = sorted(min(area.wide, area.high) for area in areas.values())[len(areas) // 2]
        by_finger, by_mouse = (min(1.0, max(LEAST_SCALE, least / max(size, 1.0))) for least in (FINGER, POINTER))
        controls = [
            self.control((n, place.name), areas[place.name], picture, place)
            for place in board.places
            if place.name in areas
        ]
        for spot in self.next:
            if spot[0] != n:
                continue
            if (ends := self.spots.ends(spot)) is not None and (area := area_of_passage(ends, drawn)) is not None:
                controls.append(self.control(spot, area, picture))
            elif (found := self.spots.beside(spot)) is not None and found[0] in areas:
                ways = tuple(each for each in self.ways if each.spot == spot)
                area = cell_beyond(drawn[found[0]], found[1]) if ways else beyond(areas[found[0]], found[1])
                controls.append(replace(self.control(spot, area, picture), ways=ways))
        larger = GROWING_LARGER if board.form == "growing" else LARGER
        svg = picture.svg.replace('role="img"', 'role="presentation" aria-hidden="true" focusable="false"', 1)
        return Shown(
            n,
            title,
            svg,
            round(max(picture.wide, min(larger * picture.wide, SMALL))),
            round(picture.wide * by_finger),
            round(picture.wide * by_mouse),
            round(picture.high / picture.wide, 3),
            round(50 * (1 - min(drawn[name].wide / areas[name].wide for name in drawn)), 1),
            board.form == "map",
            round(reach_beyond(controls, picture.high / picture.wide), 3),
            tuple(controls),
            tuple(told for place in board.places if place.pieces and (told := about(place))),
            tuple({each.laid: self.looks[each.text] for each in controls if each.laid}.values()),
            self.me is not None and any(at == (n, self.me) for at in self.spots.owners()),
        )

    def leads(self, spot: Spot) -> tuple[tuple[Choice, ...], Choice | None, str]:
        """Returns the choices that a place leads to, the one that is done there at once, and the places pointed at
        then, as in a link."""
        choices = self.next.get(spot, ())
        only = plain_choice(choices, len(self.picks) + 1)
        return choices, only, spots_in_link((*self.picks, spot) if choices else (spot,))

    def control(self, spot: Spot, area: Area, picture: Picture, place: Place | None = None) -> Control:
        """Returns the control over one place, in hundredths of the picture."""
        choices, only, pick = self.leads(spot)
        left, top, wide, high = (
            round(100 * (at / whole), 3) for at, whole in zip(area, (picture.wide, picture.high) * 2, strict=True)
        )
        is_picked = spot in self.picks
        return Control(
            f"p{spot[0]}-{spot[1].replace('.', '-')}",
            f"{spot[1]}: {only.line}" if only else about(place) if place is not None else spot[1],
            only.text if only else "",
            "" if is_picked else pick,
            bool(choices),
            place is None,
            self.is_hinted(choices),
            place is not None and (place.changed or any(each.change for each in place.pieces)),
            place is not None and any(each.player == self.me and not each.small for each in place.pieces),
            left,
            top,
            wide,
            high,
            spot[1],
            only.cost if only else "",
            " · ".join(each.line for each in choices if only and each is not only),
            is_picked=is_picked,
            laid=self.looks[only.text].id if only and only.text in self.looks else "",
            is_decisive=spot in self.decisive,
            names=tuple(dict.fromkeys(each.action.name for each in choices)),
        )

    def card(self, n: int, place: Place) -> Card:
        """One card."""
        choices, only, pick = self.leads((n, place.name))
        facts = (*place.facts, *((", ".join(filter(None, (only.cost, *only.effects)))),)) if only else place.facts
        return Card(
            f"p{n}-{place.name}", place.label or place.title, tuple(filter(None, facts)), place.colour,
            only.text if only else "", pick, bool(choices), self.is_hinted(choices), place.changed,
            place.stacked > 1,
        )  # fmt: skip


@lru_cache(64)
def _picture(
    board: Board,
    players: tuple[str, ...],
    lang: str,
    initials: tuple[str, ...],
    looks: tuple[tuple[str, str], ...],
) -> Picture:
    """A board by itself. Many pages show the same one."""
    return draw_picture(Scene("", "", (board,), (), players, lang, (), None, initials, looks))


def with_room(areas: Mapping[str, Area]) -> dict[str, Area]:
    """Areas around the same middles, all as much larger as the two that are nearest to each other leave room.

    >>> with_room({"a": Area(0, 0, 20, 20), "b": Area(24, 0, 20, 20), "c": Area(0, 90, 20, 20)})["c"]
    Area(x=-2.0, y=88.0, wide=24.0, high=24.0)
    """
    middles = sorted(area.middle for area in areas.values())
    apart = inf
    for n, (x, y) in enumerate(middles):
        for other in middles[n + 1 :]:
            if other[0] - x >= apart:
                break
            apart = min(apart, max(other[0] - x, abs(other[1] - y)))
    return {name: _grown(area, apart) for name, area in areas.items()}


def _grown(area: Area, most: float) -> Area:
    wide, high = (max(each, min(each * MOST_GROWN, most)) for each in (area.wide, area.high))
    x, y = area.middle
    return Area(x - wide / 2, y - high / 2, wide, high)


def reach_beyond(controls: Iterable[Control], tall: float) -> float:
    """Returns how far controls reach beyond a picture at most, in parts of its width; it is so many times as high."""
    across = [max(-each.left, each.left + each.wide - 100) for each in controls]
    along = [max(-each.top, each.top + each.high - 100) * tall for each in controls]
    return max(0.0, *across, *along) / 100


def beyond(area: Area, side: Side) -> Area:
    """A small area over the edge of a tile, on one of its sides."""
    x, y = area.middle
    east, south = TOWARDS[side]
    x, y = x + east * area.wide / 2, y + south * area.high / 2
    return Area(x - EXIT / 2, y - EXIT / 2, EXIT, EXIT)


def cell_beyond(area: Area, side: Side) -> Area:
    """The area of the neighbouring tile on one side."""
    east, south = TOWARDS[side]
    return Area(area.x + east * area.wide, area.y + south * area.high, area.wide, area.high)


def about(place: Place) -> str:
    """A place in words: its name, what it is, what is there, who stands there."""
    pieces = [each.text for each in place.pieces if not each.small and each.change != "gone"]
    return ", ".join(dict.fromkeys(filter(str.strip, (place.title, place.label, *place.notes, *place.lying, *pieces))))
