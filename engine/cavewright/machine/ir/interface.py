"""Interface of a module: addresses, encoding of positions, layout of option rows; all that a host has to know."""

from __future__ import annotations

from collections.abc import Mapping

from ...foundation.source.frozen import frozen
from .arrays import Array
from .position_encoding import Encoding


@frozen
class Interface:
    """Places of all things, codecs of positions, and rows of decisions."""

    symbols: Mapping[str, Array]
    """every array that can be written, by its name"""
    encoding: Encoding
    strides: Mapping[int, int]
    """by decision how many numbers a row of the list has"""
    widths: Mapping[int, tuple[int, ...]]
    """by decision how many values each sort of option has"""
    merges: bool
    """whether chance has outcomes that stand for several pieces in some positions only; of a module each is one"""
