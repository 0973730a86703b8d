"""Error of encodings: what does not fit into the bounds that were stated."""

from __future__ import annotations


class EncodingError(ValueError):
    """Something has no number, or no room in a tensor, within the bounds of an encoding; says what, and the bound."""
