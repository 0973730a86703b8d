"""Tells about rulesets: how two differ, and whether overlays for one still fit the other."""

from .difference import Difference
from .differences import differences

__all__ = ["Difference", "differences"]
