"""Pictures of a host: those that were made lately, by their tags."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

MOST = 500
"""Pictures that are kept."""


class Pictures:
    """Pictures by their tags. Threads may use it at once; one that is made twice is the same."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, tag: str, draw: Callable[[], str]) -> str:
        """Returns the picture of a tag, which is drawn where it is not kept."""
        found = self._made.get(tag)
        if found is None:
            found = draw()
            with self._lock:
                self._made[tag] = found
                while len(self._made) > MOST:
                    self._made.popitem(last=False)
        return found
