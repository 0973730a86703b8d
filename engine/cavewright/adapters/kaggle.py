"""Forwards to `connect.adapters.kaggle`."""

from ..connect.adapters.kaggle import *  # noqa: F403
