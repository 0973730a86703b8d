"""Errors of modules: one stops itself, or what compiles it gives up."""

from __future__ import annotations


class TrapError(Exception):
    """A module stopped itself: `reason` is the number of its reason, 0 for one that is not its own."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


class CompilerError(Exception):
    """A compiler of Python, C or WebAssembly did not take a module, which is too large or too deep for it."""
