"""Sampler of playouts in Python, number for number that of a module (`machine/ir/routines/sampler.py`): xoshiro128**, and numbers below a
bound by multiplication with rejection."""

from __future__ import annotations

from ...rules.model.sampler_words import LEFT_OUT, SALTS

MASK = 2**32 - 1


class Sampler:
    """Equal seeds give equal numbers. A seed has 64 bits, a game 32.

    >>> sampler = Sampler(7, 0)
    >>> [sampler.below(6) for _ in range(8)]
    [1, 3, 1, 5, 0, 3, 2, 1]
    """

    def __init__(self, seed: int, game: int) -> None:
        words = [mix(word + salt) for word, salt in zip((seed, seed >> 32, game), SALTS, strict=False)]
        words.append(mix((words[0] ^ words[1] ^ words[2]) + SALTS[3]) | 1)
        self.words = words
        for _ in range(LEFT_OUT):
            self.number()

    def number(self) -> int:
        """A number of 32 bits."""
        a, b, c, d = self.words
        result = rotate(b * 5 & MASK, 7) * 9 & MASK
        c, d = c ^ a, d ^ b
        self.words = [a ^ d, b ^ c, c ^ b << 9 & MASK, rotate(d, 11)]
        return result

    def below(self, bound: int) -> int:
        """A number from 0 that is below a bound."""
        favoured = (2**32 - bound) % bound
        while True:
            whole = self.number() * bound
            if whole & MASK >= favoured:
                return whole >> 32


def mix(word: int) -> int:
    """The bits of a word mixed up."""
    word &= MASK
    word = (word ^ word >> 16) * 0x21F0AAAD & MASK
    word = (word ^ word >> 15) * 0x735A2D97 & MASK
    return word ^ word >> 15


def rotate(word: int, bits: int) -> int:
    """A word with its bits moved round to the left."""
    return (word << bits | word >> 32 - bits) & MASK
