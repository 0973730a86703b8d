"""Values of a view as numbers in a tensor: how much room a type takes, and how a value stands there."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ...foundation.source.frozen import frozen
from ...play.positions.value_text import place_named
from ...rules.cave import grid
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import Type, row
from .setting import Setting

if TYPE_CHECKING:
    Tensor: TypeAlias = array[float]
else:
    Tensor = array
"""Numbers of single precision, one after another; `numpy.frombuffer(tensor, numpy.float32)` reads it without a copy."""
Write = Callable[[Tensor, int, Any], None]
"""Writes a value of a view, not None, from an index on, where zeros stand."""


@frozen
class Coder:
    """Layout of values of a type in a tensor: so many numbers wide, `write` puts them there. Of what is not known, or
    none, zeros are left; where both may be, a number before tells a value that is there."""

    width: int
    write: Write


MOST_DEEP = 20
"""Places of a pile, from the top, that a tensor tells one by one."""
ONE = Coder(1, lambda tensor, at, value: tensor.__setitem__(at, value))
"""A number as it is."""


def coder(type_: Type, setting: Setting, veiled: bool = False) -> Coder:
    """Returns the layout of values of a type in a tensor. `veiled`: the viewer may not know it, or it may be none."""
    bare = Layouts(setting).of(type_)
    if not (veiled or type_.optional) or (type_.is_row and not veiled):
        return bare

    def write(tensor: Tensor, at: int, value: Any) -> None:
        tensor[at] = 1
        if value is not None:
            bare.write(tensor, at + 1, value)

    return Coder(bare.width + 1, write)


class Layouts(Pass, over=FORMS, left=("positions", "passage", "list", "text", "none", "unknown")):
    """Layouts of values that are there and known, by the forms of their types; no room for those that no view tells."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def of(self, type_: Type) -> Coder:
        """Returns the layout of values of a type."""
        handler = self.handlers.get(type_.form)
        made: Coder = handler(self, type_) if handler else Coder(0, lambda tensor, at, value: None)
        return made

    @handles("yes_no")
    def _truth(self, type_: Type) -> Coder:
        return Coder(1, _number(0, 1))

    @handles("number")
    def _amount(self, type_: Type) -> Coder:
        return Coder(1, _number(type_.low, type_.high))

    @handles("row")
    def _row(self, type_: Type) -> Coder:
        return _columns(_members(type_, self.setting), lambda value: ((value, 1),))

    @handles("bag")
    def _bag(self, type_: Type) -> Coder:
        return _columns(self.setting.rows(type_.name), dict.items)

    @handles("pile")
    def _pile(self, type_: Type) -> Coder:
        """Counts of the known pieces of each kind, and for each place from the top which lies there: a share of the
        table, the least of all for one that is not known, 0 where nothing lies."""
        rows: Sequence[Any] = _members(row(type_.name), self.setting)
        index = {each: n for n, each in enumerate(rows)}
        depth = min(type_.room, MOST_DEEP) if type_.room and not type_.measure else MOST_DEEP

        def write(tensor: Tensor, at: int, value: Any) -> None:
            for each in value:
                if each in index:
                    tensor[at + index[each]] += 1
            for n, each in enumerate(value[:depth]):
                tensor[at + len(rows) + n] = (index.get(each, -1) + 2) / (len(rows) + 1)

        return Coder(len(rows) + depth, write)

    @handles("set")
    def _set(self, type_: Type) -> Coder:
        assert type_.element is not None
        return _columns(_members(type_.element, self.setting), lambda value: ((each, 1) for each in value))

    @handles("sides")
    def _sides(self, type_: Type) -> Coder:
        shape = grid.shape_of(self.setting.rules)
        return _columns(shape.letters, lambda value: ((each, 1) for each in shape.sides_of(value)))

    @handles("place")
    def _place(self, type_: Type) -> Coder:
        return _place(type_, self.setting)


def _number(low: int, high: int) -> Write:
    """A number as a share of its range."""
    whole = max(high - low, 1)

    def write(tensor: Tensor, at: int, value: Any) -> None:
        tensor[at] = (value - low) / whole

    return write


def _columns(members: Sequence[Any], told: Callable[[Any], Iterable[tuple[Any, int]]]) -> Coder:
    """A column for each member, with how many of it a value tells."""
    index = {each: n for n, each in enumerate(members)}

    def write(tensor: Tensor, at: int, value: Any) -> None:
        for each, many in told(value):
            if each in index:
                tensor[at + index[each]] = many

    return Coder(len(members), write)


def _members(element: Type, setting: Setting) -> Sequence[Any]:
    """The values of a type, as views tell them: of players their numbers."""
    if element.is_row:
        rows = setting.rows(element.name)
        return range(len(rows)) if element.name == setting.rules.players else rows
    return range(element.low, element.high + 1, element.step)


def _place(type_: Type, setting: Setting) -> Coder:
    """Columns east and rows south of the middle, as shares of the furthest; whose board, if each player has one."""
    board, owners = setting.rules.boards[type_.name], setting.owners(type_)

    def write(tensor: Tensor, at: int, value: Any) -> None:
        place = place_named(value, board)
        x, y = grid.position(place)
        tensor[at], tensor[at + 1] = x / setting.reach, y / setting.reach
        if board.private:
            tensor[at + 2 + place // grid.BEYOND] = 1

    return Coder(2 + (owners if board.private else 0), write)
