"""Forwards to `connect.adapters.pettingzoo_parallel`."""

from ..connect.adapters.pettingzoo_parallel import *  # noqa: F403
