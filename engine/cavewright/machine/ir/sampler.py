"""Sampler of playouts, of which `routines/sampler.py` is the text."""

from __future__ import annotations

from ...rules.model.sampler_words import LEFT_OUT, SALTS
from .expressions import Lowering
from .form import WORD, Const, Range
from .routine_compiler import add_routines


def word(n: int) -> Const:
    """A word of 32 bits as a number with a sign.

    >>> word(0xFFFFFFFF)
    Const(value=-1)
    """
    return Const(n - 2**32 if n >> 31 else n)


def sampler(lowering: Lowering) -> None:
    """Adds the functions `seed`, `next_number` and `below`."""
    lowering.memory.array("sampler", 4)
    names = {"WORD": WORD, "BOUND": Range(1, WORD.high), "LEFT_OUT": LEFT_OUT}
    factors = {"MIX": word(0x21F0AAAD), "MIX_AGAIN": word(0x735A2D97)}
    salts = {f"SALT_{n}": word(each) for n, each in enumerate(SALTS, 1)}
    add_routines(lowering, "sampler", {**names, **factors, **salts})
