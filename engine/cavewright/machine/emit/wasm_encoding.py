"""Encoding of WebAssembly: numbers, sections, and the codes of instructions."""

from __future__ import annotations

from collections.abc import Iterable

PAGE = 65_536
"""Bytes by which memory grows."""
TRAP_REASON = "trap_reason"
"""The cell in which the reason of a trap stands, exported as a global."""
I32, I64, NO_VALUE = b"\x7f", b"\x7e", b"\x40"
BLOCK, LOOP, IF, ELSE, END = b"\x02", b"\x03", b"\x04", b"\x05", b"\x0b"
UNREACHABLE, BRANCH, BRANCH_IF, BRANCH_TABLE, RETURN, CALL, DROP = (bytes([n]) for n in (0, 12, 13, 14, 15, 16, 26))
SELECT = b"\x1b"
GET, SET, TEE = b"\x20", b"\x21", b"\x22"
LOADS = {
    "b": (b"\x2c", 0),
    "B": (b"\x2d", 0),
    "h": (b"\x2e", 1),
    "H": (b"\x2f", 1),
    "i": (b"\x28", 2),
    "Q": (b"\x29", 3),
}
STORES = {1: (b"\x3a", 0), 2: (b"\x3b", 1), 4: (b"\x36", 2), 8: (b"\x37", 3)}
EQZ, LONG_EQZ = b"\x45", b"\x50"
MEMORY_COPY = b"\xfc\x0a\x00\x00"
EXTEND, EXTEND_UNSIGNED, WRAP = b"\xac", b"\xad", b"\xa7"
WORDS = {
    "==": b"\x46",
    "!=": b"\x47",
    "<": b"\x48",
    "below": b"\x49",
    ">": b"\x4a",
    "<=": b"\x4c",
    ">=": b"\x4e",
    "+": b"\x6a",
    "-": b"\x6b",
    "*": b"\x6c",
    "wrapped +": b"\x6a",
    "wrapped *": b"\x6c",
    "rest of word": b"\x70",
    "&": b"\x71",
    "|": b"\x72",
    "^": b"\x73",
    "<<": b"\x74",
    ">>": b"\x76",
}
"""Operations on two words that are one instruction."""
ALONE = {"not": EQZ, "ones": b"\x69", "lowest": b"\x68"}
DIVIDE, REST, DIVIDE_UNSIGNED, REST_UNSIGNED = b"\x6d", b"\x6f", b"\x6e", b"\x70"
LONG = {"+": b"\x7c", "-": b"\x7d", "*": b"\x7e"}
"""Operations on numbers of 64 bits."""
SETS = {
    "==": b"\x51",
    "!=": b"\x52",
    "&": b"\x83",
    "|": b"\x84",
    "^": b"\x85",
    "<<": b"\x86",
    ">>": b"\x88",
    "rotated": b"\x8a",
    "ones": b"\x7b",
    "lowest": b"\x7a",
}
"""Operations on words of 64 bits."""
LONG_LESS, LONG_MORE, LONG_RIGHT = b"\x53", b"\x55", b"\x88"


def encode_unsigned(n: int) -> bytes:
    """A number from 0, seven bits a byte.

    >>> encode_unsigned(300).hex()
    'ac02'
    """
    found = bytearray()
    while n > 127:
        found.append(n & 127 | 128)
        n >>= 7
    return bytes([*found, n])


def encode_signed(n: int) -> bytes:
    """A number with a sign.

    >>> encode_signed(-1).hex(), encode_signed(64).hex()
    ('7f', 'c000')
    """
    found = bytearray()
    while not -64 <= n < 64:
        found.append(n & 127 | 128)
        n >>= 7
    return bytes([*found, n & 127])


def constant(n: int) -> bytes:
    """A word that is known, one with or without a sign."""
    return b"\x41" + encode_signed((n + 2**31) % 2**32 - 2**31)


def long_constant(n: int) -> bytes:
    """A number of 64 bits that is known."""
    return b"\x42" + encode_signed((n + 2**63) % 2**64 - 2**63)


def vector(items: Iterable[bytes]) -> bytes:
    """Several things, behind how many they are."""
    parts = list(items)
    return encode_unsigned(len(parts)) + b"".join(parts)


def text(name: str) -> bytes:
    """A name."""
    data = name.encode()
    return encode_unsigned(len(data)) + data


def section(number: int, body: bytes) -> bytes:
    """A section of a module."""
    return bytes([number]) + encode_unsigned(len(body)) + body
