"""Forwards to `bots.study`."""

from .bots.study import *  # noqa: F403
from .bots.study import __all__ as __all__
