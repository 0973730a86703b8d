"""Steps that the bots' searches in a module share: listing options, taking one, and the fingerprint of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from ...rules.program import instructions as i
from .construction import Operand, assign, choose, indices, invoke, load, read, store, up_to, within, write
from .decisions import MOST_OPTIONS
from .driver import Driver
from .form import WORD, Block, Call, Const, Do, Each, Expr, Let, Range, Span, Statement, Var, op
from .position_encoding import ListIterationCodec, TurnOrderCodec
from .records import Records
from .sampler import word

FACTORS = 0x9E3779B1, 0x85EBCA77
"""By what the words of a fingerprint are multiplied."""


def factors_from(seed: int) -> Iterator[int]:
    """Odd numbers of 32 bits without any order, by which what a position keeps is multiplied."""
    chance = Random(seed)
    while True:
        yield word(chance.getrandbits(32) | 1).value


def mix_in(sums: Sequence[Var], value: Expr) -> Block:
    """Variables with a value mixed into each."""
    return tuple(
        Let(each, op("wrapped *", each ^ value, word(factor)) ^ each >> 15)
        for each, factor in zip(sums, FACTORS, strict=True)
    )


class LookingAhead:
    """Steps that the searches of a module share. While all act at once, a step ends where its own player is done."""

    def __init__(self, driver: Driver, strides: dict[int, int]) -> None:
        self.driver, self.lowering, self.listing = driver, driver.lowering, driver.listing
        self.code, self.whole, self.weight = driver.code, driver.layout.whole, driver.chance_weight
        memory = self.lowering.memory
        self.row = indices(MOST_OPTIONS)
        self.pc = driver.pc()
        code = [*self.code, None]
        self.packing = [isinstance(each, i.Decide) and each.packing is not None for each in code]
        counts = [len(each.options) if isinstance(each, i.Decide) else 1 for each in code]
        bases = [sum(counts[:n]) for n in range(len(counts))]
        self.kinds = sum(counts)
        self.base = memory.table(bases)
        self.several = memory.table([many > 1 for many in counts])
        self.strides = memory.table([strides.get(n, 1) for n in range(len(code))])
        self.forks = memory.table([isinstance(each, i.Fork) for each in code])
        self.stride = memory.array("own_stride", 1, self.strides.range)
        self.kind_base = memory.array("own_kinds", 2, Range(0, self.kinds))
        self.own = memory.array("own_rows", self.listing.rows.length)
        self.prints = memory.array("print_of", 1), memory.array("other_print_of", 1)

    def functions(self) -> None:
        """The functions `advance`, `advance_unlisted` and `print_position`."""
        self._step("advance", "chosen")
        self._step("advance_unlisted", "taken")
        self._write_print()

    def _step(self, name: str, begins: str) -> None:
        """The function that goes on with a row, which another one begins."""
        row = self.lowering.fresh("row", self.row)
        chosen = self.lowering.functions.get(begins)
        at = Call(begins, (row,), chosen.returns) if chosen is not None else Const(self.lowering.program.stop)
        run = Do(self.lowering.call("run", at))
        begun = write(self.driver.counter, 0), write(self.listing.ready, 0)
        self.lowering.procedure(name, [row], (*begun, run))

    # ---- what is called ----------------------------------------------------------------------------------------------

    def waiting(self) -> Expr:
        """Returns whoever decides."""
        return self.lowering.call("waiting")

    def options(self) -> Call:
        """Returns the number of rows, which are listed."""
        return self.lowering.call("options")

    def begin(self) -> Do:
        """A position is there that has been copied."""
        return invoke("anew")

    def advance(self, row: Operand) -> Do:
        """Goes on with a row of the list."""
        return invoke("advance", row)

    def advance_at_random(self) -> Do:
        """Goes on at random, without a list."""
        return invoke("advance_unlisted", self.lowering.call("any_row"))

    def worth(self, player: Expr) -> Expr:
        """Returns the worth of the position to a player."""
        return self.lowering.call("worth", player)

    def print_position(self) -> Do:
        """The fingerprint of the position goes into `prints`."""
        return invoke("print_position")

    def at_fork(self) -> Expr:
        """Returns the test that all act at once from here on."""
        return load(self.forks, self.pc)

    # ---- rows --------------------------------------------------------------------------------------------------------

    def keep_rows(self, many: Expr) -> Block:
        """Returns the statements that keep so many rows that are listed, with all that belongs to their decision."""
        at = self.lowering.fresh("word", indices(self.own.length))
        copied = store(self.own, at, load(self.listing.rows, at))
        return (
            write(self.stride, load(self.strides, self.pc)),
            write(self.kind_base, load(self.base, self.pc)),
            store(self.kind_base, 1, load(self.several, self.pc)),
            Each(at, up_to(within(many * read(self.stride), Range(0, self.own.length))), (copied,)),
        )

    def only(self, row: Expr) -> Block:
        """A row that was kept is the first of the list."""
        at = self.lowering.fresh("word", indices(self.strides.range.high))
        place = within(row * read(self.stride) + at, self.own.bounds)
        return (Each(at, up_to(read(self.stride)), (store(self.listing.rows, at, load(self.own, place)),)),)

    def kind(self, row: Expr) -> Expr:
        """The number of the kind of option of a row that was kept, among all kinds of all decisions."""
        first = load(self.own, row * read(self.stride))
        of = within(first * load(self.kind_base, 1), Range(0, self.kinds))
        return within(read(self.kind_base) + of, Range(0, max(0, self.kinds - 1)))

    # ---- fingerprints ------------------------------------------------------------------------------------------------

    def _write_print(self) -> None:
        """The function `print_position`: positions with the same two words are the same. Places count in any order.

        Every word is multiplied by a number of its own; a record adds what comes of its words, well mixed.
        """
        fresh = self.lowering.fresh
        layout, sums = self.driver.layout, [fresh(f"sum_{n}", WORD) for n in range(2)]
        body: list[Statement] = [assign(each, 0) for each in sums]
        factors = self.lowering.memory.table(tuple(islice(factors_from(1), layout.slot_words + 1)))
        for first, stop in self._plain():
            at = fresh("word", Range(first, stop - 1))
            added = [
                Let(each, op("wrapped +", each, op("wrapped *", load(self.whole, at), load(factors, at + n))))
                for n, each in enumerate(sums)
            ]
            body.append(Each(at, Span(Const(first), Const(stop)), tuple(added)))
        for held in self._lists_left():
            body += self._things(held, lambda value: mix_in(sums, value))
        for records in layout.records.values():
            node = fresh("record", indices(records.count.range.high))
            own = [fresh(f"own_{n}", WORD) for n in range(2)]
            each: list[Statement] = [assign(one, 0) for one in own]
            for kept, *by in zip(self._of_record(records, node), factors_from(2), factors_from(3), strict=False):
                each += [
                    Let(one, op("wrapped +", one, op("wrapped *", kept, factor)))
                    for one, factor in zip(own, by, strict=True)
                ]
            each += [*mix_in(own, Const(0)), *mix_in(own, Const(0))]
            each += [Let(a, op("wrapped +", a, b)) for a, b in zip(sums, own, strict=True)]
            body.append(Each(node, up_to(read(records.count)), tuple(each)))
        body += [write(cell, each) for cell, each in zip(self.prints, sums, strict=True)]
        self.lowering.procedure("print_position", (), tuple(body))

    def _of_record(self, records: Records, node: Var) -> Iterator[Expr]:
        """Yields the parts of a record by which positions are told from each other: of passages what is known."""
        many = dict(zip((*records.columns, *records.edges), records.words, strict=True))
        yield load(records.place, node)
        for array in records.columns:
            for n in range(many[array]):
                yield load(array, node * many[array] + n)
        for south in range(2):
            known = load(records.known, node * 2 + south)
            yield known
            for array in records.edges:
                for n in range(many[array]):
                    yield choose(known, load(array, (node * 2 + south) * many[array] + n), 0)

    def _lists_left(self) -> list[ListIterationCodec | TurnOrderCodec]:
        """Returns the codecs of lists that are left to go through in several words, of which some say nothing."""
        held = self.driver.layout.slots.values()
        return list(dict.fromkeys(each for each in held if isinstance(each, (ListIterationCodec, TurnOrderCodec))))

    def _plain(self) -> list[tuple[int, int]]:
        """The words of slots but for these, as stretches."""
        layout, stretches, first = self.driver.layout, [], 0
        for held in sorted(self._lists_left(), key=lambda each: each.taken.at):
            at = (held.taken.at - self.whole.at) // 4
            stretches.append((first, at))
            first = at + held.stride
        return [each for each in (*stretches, (first, layout.slot_words)) if each[0] < each[1]]

    def _things(self, held: ListIterationCodec | TurnOrderCodec, mixed: Callable[[Expr], Block]) -> Block:
        """Returns the statements that print the rest of a list, however much was taken before."""
        taken = read(held.taken)
        many: Expr = Const(held.count) if isinstance(held, TurnOrderCodec) else read(held.count)
        left = choose(taken > 0, many + 2 - taken, 0)
        if isinstance(held, TurnOrderCodec):
            return (*mixed(left), *mixed(choose(left > 1, read(held.first), -1)))
        at = self.lowering.fresh("left", Range(0, max(0, held.things.length - 1)))
        going = Each(
            at,
            Span(within(choose(taken > 0, taken - 1, many), Range(0, held.things.length)), many),
            mixed(load(held.things, at)),
        )
        return (*mixed(left), going)
