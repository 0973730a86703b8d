"""Cursor: where one game stands in a machine. It is put on a position, lists, goes on, and tells the position."""

from __future__ import annotations

import struct
from typing import Any

from ..interpret.step import Chosen
from ..ir.program_lowering import Lowered
from ..program import instructions as i
from .machine import Machine


class Cursor:
    """A position in the memory of a machine. Its methods raise TrapError, and `put` TooMuchError."""

    def __init__(self, form: Lowered, machine: Machine) -> None:
        self.form, self.machine = form, machine

    def put(self, h: list[Any], s: list[dict[int, Any]]) -> None:
        """Stands at a position from now on."""
        self.machine.write(self.form.layout.start, self.form.layout.encoded(h, s))
        self.machine.call("begin")

    def position(self) -> tuple[list[Any], list[dict[int, Any]]]:
        """The slots and boards of where it stands."""
        layout = self.form.layout
        return layout.decoded(self.machine.read(layout.start, layout.whole.length * 4))

    def waiting(self) -> int:
        """Who decides, as `Line.current_player` says it."""
        return self.machine.call("waiting")

    def options(self) -> list[Chosen]:
        """What can be chosen, in the order of `Line.options`."""
        several = len(getattr(self._node(), "options", ())) > 1
        return [(row[0] if several else 0, self._values(row)) for row in self._rows()]

    def _values(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """The values of an option, of its row."""
        node = self._node()
        if not isinstance(node, i.Decide):
            return row
        several = len(node.options) > 1
        option = node.options[row[0] if several else 0]
        return row[several : several + len(option.slots)]

    def weights(self) -> list[tuple[int, int]]:
        """What chance may bring, with whole-numbered weights."""
        return [(value, weight) for value, weight in self._rows()]

    def choose(self, row: int) -> None:
        """Goes on with what stands in a row of what was listed last."""
        self.machine.call("choose", row)

    def worth(self, player: int) -> int:
        """What the position is worth to a player, as `State.value` says it."""
        return self.machine.call("worth", player)

    @property
    def work(self) -> int:
        """How much work the last step was."""
        return self._number(self.form.driver.counter.at)

    def _node(self) -> i.Instruction:
        layout = self.form.layout
        return layout.program.code[self._number(layout.cell(i.PC).at)]

    def _number(self, at: int) -> int:
        return int(struct.unpack("<i", self.machine.read(at, 4))[0])

    def _rows(self) -> list[tuple[int, ...]]:
        many = self.machine.call("options")
        stride = self.form.strides[self._number(self.form.layout.cell(i.PC).at)]
        data = self.machine.read(self.form.listing.rows.at, many * stride * 4)
        return list(struct.iter_unpack(f"<{stride}i", data))
