"""Error of rules that cannot be had as machine code."""

from __future__ import annotations

from collections.abc import Sequence

from ...foundation.source import Diagnostic


class NativeError(ValueError):
    """Rules that cannot be had as machine code, or a game that cannot be played on as such. `diagnostics` say what of
    the rules is in the way, if that is it."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(message)
