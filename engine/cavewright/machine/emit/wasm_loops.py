"""Code of loops and folds in WebAssembly."""

from __future__ import annotations

from collections.abc import Callable

from ..ir.form import Array, Bits, Const, Domain, Entries, Fold, Op, Span, Var
from ..ir.ranges import is_long
from . import wasm_encoding as w
from .wasm_expressions import Expressions, kind_of


class Loops(Expressions):
    """The code of what goes through things."""

    def each(self, var: Var, domain: Domain, body: Callable[[], None]) -> None:
        """A loop over a domain."""
        name = self.local(var.name)
        if isinstance(domain, Bits):
            return self.each_bit(name, domain, body)
        first, stop = (domain.low, domain.stop) if isinstance(domain, Span) else (domain.start, domain.stop)
        at = self.spare() if isinstance(domain, Entries) else name
        end = w.constant(stop.value) if isinstance(stop, Const) else w.GET + (kept := self.spare())
        if not isinstance(stop, Const):
            self.expr(stop)
            self.emit(w.SET, kept)
        self.expr(first)
        self.emit(w.SET, at)
        self.open_block(w.BLOCK)
        self.open_block(w.LOOP)
        self.emit(w.GET, at, end, w.WORDS[">="], w.BRANCH_IF, w.encode_unsigned(1))
        if isinstance(domain, Entries):
            self.entry(domain.array, at, name)
        body()
        self.emit(w.GET, at, w.constant(1), w.WORDS["+"], w.SET, at, w.BRANCH, w.encode_unsigned(0))
        self.close_block()
        self.close_block()
        return None

    def entry(self, array: Array, at: bytes, name: bytes) -> None:
        """A name gets an entry of an array."""
        self.emit(w.GET, at)
        if array.origin:
            self.emit(w.constant(-array.origin), w.WORDS["+"])
        if array.width > 1:
            self.emit(w.constant(array.width.bit_length() - 1), w.WORDS["<<"])
        code, align = w.LOADS[array.format]
        self.emit(code, w.encode_unsigned(align), w.encode_unsigned(array.at), w.SET, name)

    def each_bit(self, name: bytes, domain: Bits, body: Callable[[], None]) -> None:
        """A loop over the bits of a word, the lowest first."""
        long = is_long(domain.word)
        word = self.spare(kind_of(domain.word))
        self.expr(domain.word)
        self.emit(w.SET, word)
        self.open_block(w.BLOCK)
        self.open_block(w.LOOP)
        self.emit(w.GET, word, w.LONG_EQZ if long else w.EQZ, w.BRANCH_IF, w.encode_unsigned(1))
        lowest = w.SETS["lowest"] + w.WRAP if long else w.ALONE["lowest"]
        self.emit(w.GET, word, lowest, w.SET, name)
        less = w.constant(1) + w.WORDS["-"] + w.WORDS["&"]
        if long:
            less = w.long_constant(1) + w.LONG["-"] + w.SETS["&"]
        self.emit(w.GET, word, w.GET, word, less, w.SET, word)
        body()
        self.emit(w.BRANCH, w.encode_unsigned(0))
        self.close_block()
        self.close_block()

    def fold(self, e: Fold, gives: bytes = w.I32) -> None:
        """Emits a fold over a domain."""
        if e.kind in ("some", "every", "first"):
            return self.search(e)
        total, any_ = self.spare(gives), self.spare()
        zero = w.long_constant(0) if gives == w.I64 else w.constant(0)
        self.emit(zero, w.SET, total, w.constant(0), w.SET, any_)

        def body() -> None:
            if e.test is not None:
                self.expr(e.test)
                self.open_block(w.IF)
            self.count_up(e, total, any_, gives)
            if e.test is not None:
                self.close_block()

        self.each(e.var, e.domain, body)
        self.emit(w.GET, total)
        return None

    def count_up(self, e: Fold, total: bytes, any_: bytes, gives: bytes) -> None:
        """One thing more of a fold."""
        if e.kind in ("count", "sum"):
            self.emit(w.GET, total)
            if gives == w.I64:
                self.long(e.value or Const(1))
            else:
                self.expr(e.value or Const(1))
            return self.emit(w.LONG["+"] if gives == w.I64 else w.WORDS["+"], w.SET, total)
        value = self.spare()
        self.expr(e.value or Const(1))
        is_better = w.WORDS[">" if e.kind == "most" else "<"]
        self.emit(w.TEE, value, w.GET, total)
        self.emit(w.GET, value, w.GET, total, is_better)
        self.emit(w.GET, any_, w.EQZ, w.WORDS["|"], w.SELECT, w.SET, total, w.constant(1), w.SET, any_)
        return None

    def search(self, e: Fold) -> None:
        """A fold that ends with the first thing that decides it."""
        label = f"found {len(self.labels)}"
        self.open_block(w.BLOCK, label, w.I32)
        decides, last = {"some": (1, 0), "every": (0, 1), "first": (None, -1)}[e.kind]

        def body() -> None:
            tests = [
                each for each in (e.test, Op("not", (e.value,)) if e.kind == "every" and e.value else None) if each
            ]
            for each in tests:
                self.expr(each)
                self.open_block(w.IF)
            self.emit(
                w.GET + self.local(e.var.name) if decides is None else w.constant(decides), w.BRANCH, self.depth(label)
            )
            for _ in tests:
                self.close_block()

        self.each(e.var, e.domain, body)
        self.emit(w.constant(last))
        self.close_block()
