"""Windows on boards that grow: as many rows of a tensor as cells, around the place where whoever looks stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...foundation.source.argument_checks import whole_number, wrong_value
from ...play.positions.value_text import place_named
from ...rules.cave import grid
from ...rules.model import ruleset as m
from .growing_boards import Tiles
from .setting import Setting

if TYPE_CHECKING:
    from ...play.views.view import View

MOST_AROUND = 50
"""Places on each side of the middle of a window, at most."""


def look_at_window(window: Any) -> None:
    """Raises TypeError and ValueError for what is no window."""
    if window is not None:
        whole_number("window", window, 1, f"a whole number from 1 to {MOST_AROUND}, or None for the whole board")
        if window > MOST_AROUND:
            raise wrong_value("window", window, f"a whole number from 1 to {MOST_AROUND}")


class Window(Tiles):
    """The part of a board that grows which lies at most so many columns and rows from where the viewer stands: by its
    first field that is a place of the board and that all know, else from the middle of the board. Rows go from the
    north-west, as one reads, those of the boards of later players behind those of earlier ones; in each stands what
    `Tiles` writes there. What lies outside is not told.
    """

    def __init__(self, board: m.Board, setting: Setting, around: int) -> None:
        super().__init__(board, setting)
        self.reach, self.across = around, 2 * around + 1
        self.owners = setting.players if board.private else 1
        self.shape = self.owners * self.across**2, self.width
        rules = setting.rules
        standing = (
            each
            for each in rules.fields
            if each.owner == rules.players
            and each.shown == "open"
            and each.type.is_place
            and each.type.name == board.name
        )
        self.field = next(standing, None)
        if self.field is not None:
            self.standing_slot = setting.game.program.layout.slot(self.field)

    def find_middle(self, view: View) -> int:
        """Returns the place where a viewer stands; -1 where it stands nowhere."""
        if self.field is None or not isinstance(view.viewer, int):
            return -1
        name = view.players[view.viewer].values.get(self.field.name)
        return place_named(name, self.board) if isinstance(name, str) else -1

    def arrange(self, places: Iterable[int], middle: int) -> Iterator[tuple[int, int]]:
        """Yields the rows of places within the window, with the places, in order."""
        found = ((self.find_row(place, middle), place) for place in places)
        yield from sorted(each for each in found if each[0] >= 0)

    def find_row(self, place: int, middle: int) -> int:
        """Returns the row of a place; -1 outside of the window."""
        owner, (x, y) = place // grid.BEYOND, grid.position(place)
        across, down = grid.position(middle) if middle >= 0 and middle // grid.BEYOND == owner else (0, 0)
        x, y = x - across + self.reach, y - down + self.reach
        if not (0 <= x < self.across and 0 <= y < self.across and owner < self.owners):
            return -1
        return (owner * self.across + y) * self.across + x
