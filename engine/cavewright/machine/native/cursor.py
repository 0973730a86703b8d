"""Cursor: where one game stands in a machine. It is put on a position, lists, goes on, and tells the position."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Any

from ...engine.interpret.step import Chosen
from ...rules.program import instructions as i
from ..ir.interface import Interface
from .machine import Machine


class Cursor:
    """A position in the memory of a machine. Its methods raise TrapError, and `put` TooMuchError."""

    def __init__(self, interface: Interface, machine: Machine) -> None:
        self.interface, self.encoding, self.machine = interface, interface.encoding, machine
        self._call = machine.call
        self.pc_at = self.encoding.cell(i.PC).at
        self._me_at = self.encoding.cell(i.ME).at

    def load(self, h: list[Any], s: list[dict[int, Any]]) -> None:
        """Stands at a position from now on."""
        self.stand(self.encoding.encode(h, s))

    def position(self) -> tuple[list[Any], list[dict[int, Any]]]:
        """The slots and boards of where it stands."""
        return self.encoding.decode(self.data())

    def waiting(self) -> int:
        """Returns whoever decides, as `Line.current_player` says it."""
        return self._call("waiting")

    def data(self) -> bytes:
        """The bytes of the position."""
        whole = self.encoding.whole
        return self.machine.read(whole.at, whole.length * 4)

    def stand(self, data: bytes) -> None:
        """Stands at a position from now on, of its bytes."""
        self.machine.write(self.encoding.whole.at, data)
        self._call("begin")

    def position_before_fork(self) -> bytes | None:
        """The position at which all come to act at once, if they do: here one after another, of which nobody else
        takes notice."""
        symbols = self.interface.symbols
        if "within_fork" not in symbols or not self._number(symbols["within_fork"].at):
            return None
        return self.machine.read(symbols["common"].at, symbols["common"].length * 4)

    def pc(self) -> int:
        """The instruction at which play stands."""
        return self._number(self.pc_at)

    def player(self) -> int:
        """Returns the player who acts."""
        return self._number(self._me_at)

    # ---- what can be done --------------------------------------------------------------------------------------------

    def is_several(self) -> bool:
        """Tells if options have a number here, since there are several sorts of them."""
        return self._widths(self.pc())[0]

    def options(self) -> list[Chosen]:
        """Returns the options, in the order of `Line.options`."""
        several, widths = self._widths(self.pc())
        if several:
            return [(row[0], row[1 : 1 + widths[row[0]]]) for row in self._rows()]
        return [(0, row[: widths[0]]) for row in self._rows()]

    def _widths(self, at: int) -> tuple[bool, tuple[int, ...]]:
        """Tells if options have a number at an instruction, with the number of values of each sort."""
        widths = self.interface.widths[at]
        return len(widths) > 1, widths

    def weights(self) -> list[tuple[int, int]]:
        """Returns the outcomes of chance, with whole-numbered weights."""
        return [(value, weight) for value, weight in self._rows()]

    # ---- going on ----------------------------------------------------------------------------------------------------

    def choose(self, row: int) -> None:
        """Goes on with what stands in a row of what was listed last."""
        self._call("choose", row)

    def take(self, row: Sequence[int]) -> None:
        """Goes on with a row of a list, whatever was listed last."""
        self.machine.write(self.interface.symbols["rows"].at, struct.pack(f"<{len(row)}i", *row))
        self._call("choose", 0)

    def worth(self, player: int) -> int:
        """Returns the worth of the position to a player, as `State.value` says it."""
        return self.machine.call("worth", player)

    @property
    def work(self) -> int:
        """Work of the last step."""
        return self._number(self.interface.symbols["work"].at)

    def _number(self, at: int) -> int:
        return int.from_bytes(self.machine.read(at, 4), "little", signed=True)

    def _rows(self) -> Iterator[tuple[int, ...]]:
        many = self._call("options")
        stride = self.interface.strides[self.pc()]
        data = self.machine.read(self.interface.symbols["rows"].at, many * stride * 4)
        return struct.iter_unpack(f"<{stride}i", data)
