"""Sampler of playouts: xoshiro128** on words of 32 bits, numbers below a bound by multiplication with rejection.

The four words begin as mixtures of the seed's lower word, its upper word, the number of the game, and of these three;
the first eight numbers are left out. What comes up is the upper word of a number times the bound; numbers whose lower
word would favour some are left out (Lemire). So equal seeds give equal games wherever the form runs.
"""

from __future__ import annotations

from ...rules.model.sampler_words import LEFT_OUT, SALTS
from .construction import both, indices, load, read, store, up_to, write
from .expressions import Lowering
from .form import (
    WORD,
    Array,
    Block,
    Break,
    Const,
    Do,
    Each,
    Expr,
    If,
    Let,
    Loop,
    Range,
    Return,
    op,
)


def word(n: int) -> Const:
    """A word of 32 bits as a number with a sign.

    >>> word(0xFFFFFFFF)
    Const(value=-1)
    """
    return Const(n - 2**32 if n >> 31 else n)


def rotate(x: Expr, bits: int) -> Expr:
    """A word with its bits moved round to the left."""
    return x << bits | x >> 32 - bits


def sampler(lowering: Lowering) -> None:
    """The functions `seed`, `next_number` and `below`."""
    state = lowering.memory.array("sampler", 4)
    _mix(lowering)
    _next(state, lowering)
    _seed(state, lowering)
    _below(lowering)


def _mix(lowering: Lowering) -> None:
    x, y, z = (lowering.fresh(name, WORD) for name in ("x", "y", "z"))
    body: Block = (
        Let(y, op("wrapped *", x ^ x >> 16, word(0x21F0AAAD))),
        Let(z, op("wrapped *", y ^ y >> 15, word(0x735A2D97))),
        Return(z ^ z >> 15),
    )
    lowering.function("mix", [x], body, WORD)


def _next(state: Array, lowering: Lowering) -> None:
    names = [lowering.fresh(f"s{n}", WORD) for n in range(4)]
    result = lowering.fresh("result", WORD)
    a, b, c, d = names
    body: Block = (
        *(Let(each, load(state, n)) for n, each in enumerate(names)),
        Let(result, op("wrapped *", rotate(op("wrapped *", b, 5), 7), 9)),
        Let(c, c ^ a),
        Let(d, d ^ b),
        store(state, 1, b ^ c),
        write(state, a ^ d),
        store(state, 2, c ^ b << 9),
        store(state, 3, rotate(d, 11)),
        Return(result),
    )
    lowering.function("next_number", (), body, WORD)


def _seed(state: Array, lowering: Lowering) -> None:
    takes = [lowering.fresh(name, WORD) for name in ("lower", "upper", "game")]
    times = lowering.fresh("time", indices(LEFT_OUT))

    def mix_in(value: Expr, salt: int) -> Expr:
        return lowering.call("mix", op("wrapped +", value, word(salt)))

    last = read(state) ^ load(state, 1) ^ load(state, 2)
    body: Block = (
        *(store(state, n, mix_in(each, SALTS[n])) for n, each in enumerate(takes)),
        store(state, 3, mix_in(last, SALTS[3]) | 1),
        Each(times, up_to(LEFT_OUT), (Do(lowering.call("next_number")),)),
    )
    lowering.procedure("seed", takes, body, out=True)


def _below(lowering: Lowering) -> None:
    bound, x, low = lowering.variables(bound=Range(1, WORD.high), x=WORD, low=WORD)
    favoured = op("rest of word", 0 - bound, bound)
    loop: Block = (
        Let(x, lowering.call("next_number")),
        Let(low, op("wrapped *", x, bound)),
        If(both(op("below", low, bound), op("below", low, favoured)), (), (Break("fair"),)),
    )
    lowering.function("below", [bound], (Loop("fair", loop), Return(op("high *", x, bound))), WORD, out=True)
