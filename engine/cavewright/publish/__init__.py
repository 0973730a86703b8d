"""What is told about rulesets: how two differ, and whether overlays written for one still fit the other."""

from .differences import Difference, differences

__all__ = ["Difference", "differences"]
