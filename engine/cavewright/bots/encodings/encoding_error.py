"""Error of encodings: what does not fit into the bounds that were stated."""

from __future__ import annotations


class EncodingError(ValueError):
    """Something has no number, or no room in a tensor, within the bounds of an encoding; says what, and the bound.

    >>> import cavewright as cw
    >>> near = cw.encodings.Actions(cw.load_game("the-cave"), 2, reach=2)
    >>> near.encode(near.game.parse_action("0: enter n9 by walk"))
    Traceback (most recent call last):
    ...
    cavewright.bots.encodings.encoding_error.EncodingError: `enter n9 by walk` has no number: ...
    """
