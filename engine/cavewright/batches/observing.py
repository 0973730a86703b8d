"""Observing of batches: tensors of all games at once, each as the player may know it whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..encodings import Observations, Part
from ..ir.interface import Interface
from ..ir.position_encoding import BagCodec, NumberCodec, SetCodec
from ..model import ruleset as m
from ..model.types import Type
from ..positions.sight import Sight, knows
from ..program import instructions as i
from ..states.game import State

Fill = Callable[[Any, Any, Any], None]
"""Writes a part of the tensors of all games, where zeros stand: of their positions, and of who looks."""
Coded = tuple[int, Callable[[Any], tuple[Any, Any]]]
"""How many columns a value has, and what makes them of the entries of values: whether there is one, and the columns."""


class UnobservedError(Exception):
    """A part of observations that is made of one position at a time."""


class BatchObserver:
    """Makes the tensors of `Observations` out of the bytes of positions, with one operation of numpy for all games.

    `fills` is None where the rules have something for which that is not known: boards that grow, above all.
    """

    def __init__(self, numpy: Any, interface: Interface, observations: Observations, first: State) -> None:
        self.numpy, self.encoding, self.observations = numpy, interface.encoding, observations
        self.game, self.rules, self.first = first.game, first.game.rules_model, first
        self.players = observations.players
        try:
            self.fills: list[Fill] | None = [self._fill(each) for each in observations.parts]
        except UnobservedError:
            self.fills = None

    def tensors(self, positions: Any, who: Any) -> Any:
        """The tensors of positions, of which each is looked at by a player."""
        assert self.fills is not None
        found = self.numpy.zeros((len(positions), self.observations.size), self.numpy.float32)
        for part, fill in zip(self.observations.parts, self.fills, strict=True):
            rows, width = part.shape
            fill(found[:, part.at : part.at + rows * width].reshape(len(positions), rows, width), positions, who)
        return found

    # ---- parts -----------------------------------------------------------------------------------------------------------

    def _fill(self, part: Part) -> Fill:
        """What fills a part."""
        if part.name in ("turn", "viewer"):
            return lambda out, positions, who: self._mark(out[:, 0], who)
        if part.name == "active":
            return lambda out, positions, who: self._mark(out[:, :, 0], who)
        group, _, name = part.name.rpartition(".")
        if group == "named":
            return self._name(name, part)
        counted = name == "size" and (group, part.shape[1]) not in self._fields
        if counted:
            group, _, name = group.rpartition(".")
        owner = self._owners.get(group)
        for field in self.rules.fields:
            if field.owner == owner and field.name == name:
                return self._sizes(field, part) if counted else self._values(field, part)
        raise UnobservedError(part.name)

    def _mark(self, out: Any, who: Any) -> None:
        """A 1 in the column of every player."""
        out[self.numpy.arange(len(who)), who] = 1

    @property
    def _fields(self) -> set[tuple[str, int]]:
        """Parts that are called `size` since a field is."""
        found = {(group, owner) for group, owner in self._owners.items()}
        return {(group, 1) for group, owner in found for f in self.rules.fields if (f.owner, f.name) == (owner, "size")}

    @property
    def _owners(self) -> dict[str, str]:
        """Of every group of parts the owner of its fields."""
        rules = self.rules
        found = {"players": rules.players, "game": "game"}
        for board in rules.boards.values():
            if board.fixed:
                found[f"boards.{board.name}.places"] = board.name
                found[f"boards.{board.name}.passages"] = board.passages
        return found | {f"kinds.{each.owner}": each.owner for each in rules.fields}

    def _values(self, field: m.Field, part: Part) -> Fill:
        """Fills a part with the values of a field that whoever looks knows."""
        read = self._reader(self.game.program.layout.slot(field), part.shape[0])
        write = self._writer(field.type, field.shown != "open", part.shape[1])
        known = self._known(lambda sight, row: sight.sees(field, row), part.shape[0])

        def fill(out: Any, positions: Any, who: Any) -> None:
            write(out, read(positions), known[who])

        return fill

    def _sizes(self, field: m.Field, part: Part) -> Fill:
        """Fills a part with how many pieces lie in bags, where that alone is known."""
        read = self._reader(self.game.program.layout.slot(field), part.shape[0])
        known = self._known(lambda sight, row: not sight.sees(field, row) and sight.counts(field, row), part.shape[0])

        def fill(out: Any, positions: Any, who: Any) -> None:
            out[:, :, 0] = read(positions)[:, :, 1:].sum(axis=2) * known[who]

        return fill

    def _known(self, asked: Callable[[Sight, int], bool], rows: int) -> Any:
        """By player and row whether something is known."""
        sights = [Sight(self.first, player) for player in range(self.players)]
        return self.numpy.array([[asked(sight, row) for row in range(rows)] for sight in sights], bool)

    def _name(self, name: str, part: Part) -> Fill:
        """Fills a part with what the rule around the decision has named."""
        some = [(at, each) for at, several in self.game.program.bound.items() for each in several if each.local.name == name]
        if len({each.local.type for _, each in some}) > 1 or part.shape[1] < 2:
            raise UnobservedError(name)
        pc, me = self._reader(i.PC, 1), self._reader(i.ME, 1)
        binders = {each.whose: self._reader(each.whose, 1) for _, each in some if each.whose != i.BEFORE_ALL}
        values = {each.local: self._reader(self.game.program.layout.locals[each.local.number], 1) for _, each in some}
        width, code = self._coded(some[0][1].local.type)
        if width != part.shape[1] - 1:
            raise UnobservedError(name)

        def fill(out: Any, positions: Any, who: Any) -> None:
            here = pc(positions)[:, 0, 0]
            for at, bound in some:
                games = here == at
                if not games.any():
                    continue
                whose = binders.get(bound.whose, me)(positions)[games][:, 0, 0]
                own = whose == who[games] if not knows(None, bound.local.shown, None) else True
                if bound.local.shown not in ("open", "secret"):
                    own = False
                there, columns = code(values[bound.local](positions)[games])
                told = self.numpy.broadcast_to(self.numpy.asarray(own), (len(whose),))[:, None]
                made = out[games]
                made[:, :, 0] = told
                made[:, :, 1:] = columns * (there & told)[:, :, None]
                out[games] = made

        return fill

    # ---- values ----------------------------------------------------------------------------------------------------------

    def _reader(self, slot: int, rows: int) -> Callable[[Any], Any]:
        """Reads what some slots hold that lie one behind another: by game, row and entry."""
        held, at = self.encoding.slots[slot], self.encoding.at[slot] - self.encoding.whole.at
        if not isinstance(held, NumberCodec | SetCodec | BagCodec):
            raise UnobservedError(f"{slot}")
        dtype = self.numpy.dtype(f"<{held.array.format}")
        step = held.stride * held.array.width
        apart = {self.encoding.at[slot + n + 1] - self.encoding.at[slot + n] for n in range(rows - 1)}
        if apart - {step}:
            raise UnobservedError(f"{slot}")

        def read(positions: Any) -> Any:
            shape = len(positions), rows, held.stride
            return self.numpy.ndarray(shape, dtype, positions, at, (positions.shape[1], step, dtype.itemsize))

        return read

    def _writer(self, type_: Type, veiled: bool, wide: int) -> Callable[[Any, Any, Any], None]:
        """Writes values of a type, as far as they are known; before one that may be none or unknown, that it is there."""
        width, code = self._coded(type_)
        lead = int((veiled or type_.optional) and (type_.form != "row" or veiled))
        if width + lead != wide:
            raise UnobservedError(str(type_))

        def write(out: Any, entries: Any, known: Any) -> None:
            there, columns = code(entries)
            there = there & known
            if lead:
                out[:, :, 0] = there
            out[:, :, lead:] = columns * there[:, :, None]

        return write

    def _coded(self, type_: Type) -> Coded:
        """How values of a type become columns."""
        np = self.numpy
        match type_.form:
            case "yes_no":
                return 1, lambda found: (np.True_, found != 0)
            case "number":
                low, whole, optional = type_.low, max(type_.high - type_.low, 1), type_.optional
                return 1, lambda found: (found[:, :, 0] >= 0 if optional else np.True_, (found - low) / whole)
            case "row":
                rows = np.arange(self._many(type_))
                return len(rows), lambda found: (found[:, :, 0] >= 0, found == rows)
            case "bag":
                many = self._many(type_)
                return many, lambda found: (np.True_, found[:, :, 1 : 1 + many])
            case "set" if type_.element is not None and type_.element.form in ("row", "number", "yes_no"):
                return self._of_set(type_.element)
        raise UnobservedError(type_.form)

    def _of_set(self, element: Type) -> Coded:
        """How sets become columns: a bit for each that may be in them."""
        many = {"yes_no": 2, "number": (element.high - element.low) // max(element.step, 1) + 1}.get(element.form)
        bits = self.numpy.arange(self._many(element) if many is None else many)

        def code(found: Any) -> tuple[Any, Any]:
            return self.numpy.True_, found[:, :, bits // 32] >> bits % 32 & 1

        return len(bits), code

    def _many(self, type_: Type) -> int:
        """How many rows of a kind are in play."""
        return len(self.observations.setting.rows(type_.name))

