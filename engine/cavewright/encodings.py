"""Forwards to `bots.encodings`."""

from .bots.encodings import *  # noqa: F403
from .bots.encodings import __all__ as __all__
