"""Forwards to `connect.adapters.textarena`."""

from ..connect.adapters.textarena import *  # noqa: F403
