"""Forwards to `connect.host`."""

from .connect.host import *  # noqa: F403
from .connect.host import __all__ as __all__
