"""Forwards to `connect.adapters.gymnasium_vector`."""

from ..connect.adapters.gymnasium_vector import *  # noqa: F403
