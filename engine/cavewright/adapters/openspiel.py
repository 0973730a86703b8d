"""Forwards to `connect.adapters.openspiel`."""

from ..connect.adapters.openspiel import *  # noqa: F403
