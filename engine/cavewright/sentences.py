"""Forwards to `publish.sentences`."""

from .publish.sentences import *  # noqa: F403
from .publish.sentences import __all__ as __all__
