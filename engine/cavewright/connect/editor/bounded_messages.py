"""Messages of an editor, of which one that is far too long is passed over: its bytes are read and dropped, never held."""

from __future__ import annotations

import json
from typing import BinaryIO

LARGEST = 64 * 2**20
"""Bytes of a message; rule texts have a thousandth of that."""
PIECE = 2**20
PASSED_OVER = "cavewright/passedOver"
"""The notification that stands in the place of such a message, with its `bytes`."""


class BoundedMessages:
    """A stream of messages as a language server reads it: lines of a head, then so many bytes.

    >>> from io import BytesIO
    >>> messages = BoundedMessages(BytesIO(b"x" * 30 + b"next"), largest=20)
    >>> messages.read(30)
    b'{"jsonrpc": "2.0", "method": "cavewright/passedOver", "params": {"bytes": 30}}'
    >>> messages.read(4)
    b'next'
    """

    def __init__(self, stream: BinaryIO, largest: int = LARGEST) -> None:
        self.stream, self.largest = stream, largest

    def readline(self) -> bytes:
        """Returns a line of a head; one that is longer than any head comes in parts."""
        return self.stream.readline(PIECE)

    def read(self, size: int) -> bytes:
        """Returns a message, or, where it is too long, the notification that it was passed over; `b""` at the end of the
        stream."""
        if size <= self.largest:
            return self.stream.read(size)
        left = size
        while left:
            piece = self.stream.read(min(left, PIECE))
            if not piece:
                return b""
            left -= len(piece)
        return json.dumps({"jsonrpc": "2.0", "method": PASSED_OVER, "params": {"bytes": size}}).encode()

    def close(self) -> None:
        """Closes the stream."""
        self.stream.close()
