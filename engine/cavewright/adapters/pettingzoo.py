"""Forwards to `connect.adapters.pettingzoo`."""

from ..connect.adapters.pettingzoo import *  # noqa: F403
