"""Cursor: where one game stands in a machine. It is put on a position, lists, goes on, and tells the position."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Any

from ..interpret.step import Chosen
from ..ir.program_lowering import Lowered
from ..program import instructions as i
from .machine import Machine


class Cursor:
    """A position in the memory of a machine. Its methods raise TrapError, and `put` TooMuchError."""

    def __init__(self, form: Lowered, machine: Machine) -> None:
        self.form, self.machine = form, machine
        self._call = machine.call
        self.pc_at = form.layout.cell(i.PC).at
        self._me_at = form.layout.cell(i.ME).at
        self._known: dict[int, tuple[bool, tuple[int, ...]]] = {}

    def put(self, h: list[Any], s: list[dict[int, Any]]) -> None:
        """Stands at a position from now on."""
        self.stand(self.form.layout.encoded(h, s))

    def position(self) -> tuple[list[Any], list[dict[int, Any]]]:
        """The slots and boards of where it stands."""
        return self.form.layout.decoded(self.data())

    def waiting(self) -> int:
        """Who decides, as `Line.current_player` says it."""
        return self._call("waiting")

    def data(self) -> bytes:
        """The bytes of the position."""
        layout = self.form.layout
        return self.machine.read(layout.start, layout.whole.length * 4)

    def stand(self, data: bytes) -> None:
        """Stands at a position from now on, of its bytes."""
        self.machine.write(self.form.layout.start, data)
        self._call("begin")

    def forked(self) -> bytes | None:
        """The position at which all come to act at once, if they do: here one after another, of which nobody else
        takes notice."""
        forks = self.form.driver.forks
        if forks is None or not self._number(forks.within.at):
            return None
        return self.machine.read(forks.common.at, forks.common.length * 4)

    def pc(self) -> int:
        """The instruction at which play stands."""
        return self._number(self.pc_at)

    def player(self) -> int:
        """Whose turn it is."""
        return self._number(self._me_at)

    # ---- what can be done --------------------------------------------------------------------------------------------

    def is_several(self) -> bool:
        """Whether options have a number here, since there are several sorts of them."""
        return self._widths(self.pc())[0]

    def options(self) -> list[Chosen]:
        """What can be chosen, in the order of `Line.options`."""
        several, widths = self._widths(self.pc())
        if several:
            return [(row[0], row[1 : 1 + widths[row[0]]]) for row in self._rows()]
        return [(0, row[: widths[0]]) for row in self._rows()]

    def _widths(self, at: int) -> tuple[bool, tuple[int, ...]]:
        """Whether options have a number at an instruction, and how many values each sort has."""
        found = self._known.get(at)
        if found is None:
            node = self.form.layout.program.code[at]
            options = node.options if isinstance(node, i.Decide) else ()
            widths = tuple(len(each.slots) for each in options) or (self.form.strides[at],)
            found = self._known[at] = len(options) > 1, widths
        return found

    def weights(self) -> list[tuple[int, int]]:
        """What chance may bring, with whole-numbered weights."""
        return [(value, weight) for value, weight in self._rows()]

    # ---- going on ----------------------------------------------------------------------------------------------------

    def choose(self, row: int) -> None:
        """Goes on with what stands in a row of what was listed last."""
        self._call("choose", row)

    def take(self, row: Sequence[int]) -> None:
        """Goes on with a row of a list, whatever was listed last."""
        self.machine.write(self.form.listing.rows.at, struct.pack(f"<{len(row)}i", *row))
        self._call("choose", 0)

    def worth(self, player: int) -> int:
        """What the position is worth to a player, as `State.value` says it."""
        return self.machine.call("worth", player)

    @property
    def work(self) -> int:
        """How much work the last step was."""
        return self._number(self.form.driver.counter.at)

    def _number(self, at: int) -> int:
        return int.from_bytes(self.machine.read(at, 4), "little", signed=True)

    def _rows(self) -> Iterator[tuple[int, ...]]:
        many = self._call("options")
        stride = self.form.strides[self.pc()]
        data = self.machine.read(self.form.listing.rows.at, many * stride * 4)
        return struct.iter_unpack(f"<{stride}i", data)
