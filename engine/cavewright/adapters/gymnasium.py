"""Forwards to `connect.adapters.gymnasium`."""

from ..connect.adapters.gymnasium import *  # noqa: F403
