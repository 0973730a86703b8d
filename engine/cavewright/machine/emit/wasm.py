"""Printer of WebAssembly: a module of the intermediate form as bytes. Its control is that of the form."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from ..ir.form import (
    Array,
    Block,
    Break,
    Const,
    Continue,
    Copy,
    Do,
    Each,
    Expr,
    If,
    Let,
    Loop,
    Module,
    Put,
    Return,
    Scope,
    Statement,
    Store,
    Switch,
    Trap,
    Work,
)
from ..ir.promotion import with_cells_promoted
from ..ir.validation import has_room
from . import wasm_encoding as w
from .wasm_expressions import MemoryMap
from .wasm_loops import Loops

FEW_BYTES = 512
"""Bytes that are copied one word after another; of more, an instruction copies them."""


def wasm(module: Module, checked: bool = False) -> bytes:
    """The bytes of a module. `checked`: every index is looked at before it is used, also where it is proven."""
    index = {each.name: n for n, each in enumerate(module.functions)}
    arities = sorted({len(each.parameters) for each in module.functions})
    types = (b"\x60" + w.vector([w.I32] * n) + w.vector([w.I32]) for n in arities)
    exports = [
        w.text(each.name) + b"\x00" + w.encode_unsigned(index[each.name]) for each in module.functions if each.exported
    ]
    exports += [w.text("memory") + b"\x02\x00", w.text(w.TRAP_REASON) + b"\x03\x00"]
    room = MemoryMap(module.size)
    functions = module.functions if checked else with_cells_promoted(module, calling=False)
    bodies = [Body(each, index, room, checked).encode() for each in functions]
    pages, most = (w.encode_unsigned(-(-each // w.PAGE)) for each in (room.end, max(room.end, module.room)))
    tables = [_data(each) for each in module.arrays if each.values is not None and each.length]
    if room.table:
        tables.append(_segment(room.size, room.table))
    parts = (
        w.section(1, w.vector(types)),
        w.section(3, w.vector(w.encode_unsigned(arities.index(len(each.parameters))) for each in module.functions)),
        w.section(5, w.vector([b"\x01" + pages + most])),
        w.section(6, w.vector([w.I32 + b"\x01" + w.constant(0) + w.END])),
        w.section(7, w.vector(exports)),
        w.section(10, w.vector(w.encode_unsigned(len(each)) + each for each in bodies)),
        w.section(11, w.vector(tables)),
    )
    return b"\0asm\1\0\0\0" + b"".join(parts)


def _data(table: Array) -> bytes:
    """A table, and where it lies."""
    data = struct.pack(f"<{table.length}{table.format}", *(table.values or ()))
    return _segment(table.at, data)


def _segment(at: int, data: bytes) -> bytes:
    return b"\x00" + w.constant(at) + w.END + w.encode_unsigned(len(data)) + data


class Body(Loops):
    """The code of one function, its statements first of all."""

    def encode(self) -> bytes:
        """The locals, and the code."""
        self.block(self.function.body)
        runs = w.vector(b"\x01" + each for each in self.kinds)
        return runs + bytes(self.code) + w.UNREACHABLE + w.END

    def block(self, block: Block) -> None:
        """Statements one after another."""
        for each in block:
            self.statement(each)

    def statement(self, s: Statement) -> None:
        """A statement."""
        match s:
            case Let(var=var, value=value):
                self.assign_value(value, var)
                self.emit(w.SET, self.variable(var))
            case Store(array=array, index=index, value=value):
                offset = self.address(array, index)
                (self.set if array.width == 8 else self.expr)(value)
                code, align = w.STORES[array.width]
                self.emit(code, w.encode_unsigned(align), w.encode_unsigned(offset))
            case If(condition=condition, then=(Put() as put,), otherwise=()) if has_room(put):
                self.put_if(condition, put)
            case If(condition=condition, then=then, otherwise=otherwise):
                self.expr(condition)
                self.open_block(w.IF)
                self.block(then)
                if otherwise:
                    self.emit(w.ELSE)
                    self.block(otherwise)
                self.close_block()
            case Each(var=var, domain=domain, body=body):
                self.each(var, domain, lambda: self.block(body))
            case Return(value=value):
                self.expr(value)
                self.emit(w.RETURN)
            case Do(call=call):
                self.expr(call)
                self.emit(w.DROP)
            case Work(counter=counter, amount=amount):
                self.add_to_cell(counter, w.constant(amount))
            case Trap(reason=reason):
                self.emit(w.constant(reason), b"\x24\x00", w.UNREACHABLE)
            case Put():
                self.append_row(s)
            case Copy():
                self.copy(s)
            case _:
                self.control(s)

    def control(self, s: Statement) -> None:
        """A statement that says where it goes on."""
        match s:
            case Scope(label=label, body=body):
                self.open_block(w.BLOCK, label)
                self.block(body)
                self.close_block()
            case Loop(label=label, body=body):
                self.open_block(w.BLOCK, label)
                self.open_block(w.LOOP, label + " again")
                self.block(body)
                self.emit(w.BRANCH, w.encode_unsigned(0))
                self.close_block()
                self.close_block()
            case Break(label=label):
                self.emit(w.BRANCH, self.depth(label))
            case Continue(label=label):
                self.emit(w.BRANCH, self.depth(label + " again"))
            case Switch(value=value, blocks=blocks):
                self.switch(value, blocks)

    def switch(self, value: Expr, blocks: Sequence[Block]) -> None:
        """Several blocks within each other, out of which the value says how far to go; of two, one or the other."""
        if len(blocks) == 2:
            return self.statement(If(value, blocks[1], blocks[0]))
        self.open_block(w.BLOCK, "behind")
        for _ in blocks:
            self.open_block(w.BLOCK)
        self.expr(value)
        numbers = [w.encode_unsigned(n) for n in range(len(blocks))]
        self.emit(w.BRANCH_TABLE, w.vector(numbers[:-1]), numbers[-1])
        for each in blocks:
            self.close_block()
            self.block(each)
            self.emit(w.BRANCH, self.depth("behind"))
        self.close_block()

    def add_to_cell(self, cell: Array, amount: bytes) -> None:
        """A cell grows."""
        self.emit(w.constant(0), w.constant(0))
        self.emit(b"\x28", w.encode_unsigned(2), w.encode_unsigned(cell.at), amount, w.WORDS["+"])
        self.emit(b"\x36", w.encode_unsigned(2), w.encode_unsigned(cell.at))

    def put_if(self, condition: Expr, s: Put) -> None:
        """A row more, if a condition holds: it is written in any case, so that nothing has to be guessed."""
        at, count = self.spare(), self.local(s.count.name)
        self.row(s, at, count)
        self.emit(w.GET, count)
        self.expr(condition)
        self.emit(w.WORDS["+"], w.TEE, count, w.constant(s.count.range.high), w.WORDS[">"])
        self.trap_if(3)

    def row(self, s: Put, at: bytes, count: bytes) -> None:
        """The values of a row, where the next row stands."""
        self.emit(w.GET, count, w.constant(len(s.values) * s.array.width), w.WORDS["*"], w.SET, at)
        for n, each in enumerate(s.values):
            self.emit(w.GET, at)
            self.expr(each)
            code, align = w.STORES[s.array.width]
            self.emit(code, w.encode_unsigned(align), w.encode_unsigned(s.array.at + n * s.array.width))

    def append_row(self, s: Put) -> None:
        """A row more: where there is room for it."""
        stride = len(s.values)
        at = self.spare()
        count = self.local(s.count.name)
        self.emit(w.GET, count, w.constant(min(s.array.length // stride, s.count.range.high)), b"\x4f")
        self.trap_if(3)
        self.row(s, at, count)
        self.emit(w.GET, count, w.constant(1), w.WORDS["+"], w.SET, count)

    def copy(self, s: Copy) -> None:
        """As many bytes as the smaller array has; of few, word by word."""
        size = min(each.length * each.width for each in (s.source, s.target))
        if size <= FEW_BYTES and size % 8 == 0 and isinstance(s.into, Const) and isinstance(s.out_of, Const):
            into, out_of = (
                array.at + size * index.value for array, index in ((s.target, s.into), (s.source, s.out_of))
            )
            for n in range(0, size, 8):
                self.emit(w.constant(0), w.constant(0))
                self.emit(b"\x29\x02", w.encode_unsigned(out_of + n), b"\x37\x02", w.encode_unsigned(into + n))
            return
        for array, index in ((s.target, s.into), (s.source, s.out_of)):
            self.expr(index)
            self.emit(w.constant(size), w.WORDS["*"], w.constant(array.at), w.WORDS["+"])
        self.emit(w.constant(size), w.MEMORY_COPY)
