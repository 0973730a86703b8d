"""Types of closures: slots, boards, and functions of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..cave.fixed import Way

Slots = list[Any]
Boards = list[dict[int, Any]]
Closure = Callable[[Slots, Boards], Any]
Steps = Callable[[Slots, Boards, int], Iterable[Way]]
Flood = Callable[[Slots, Boards, int], dict[int, int]]
