"""Agents of PettingZoo: the spaces of what they observe and choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from .episode import HIGHEST, LOWEST, Episode


def agent_spaces(episode: Episode, agents: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the spaces of each agent of an episode: of its observations, and of its choices."""
    size, numbers = episode.observations.size, episode.actions.size
    observed = {
        each: spaces.Dict(
            observation=spaces.Box(LOWEST, HIGHEST, (size,), np.float32),
            action_mask=spaces.Box(0, 1, (numbers,), np.int8),
        )
        for each in agents
    }
    return observed, {each: spaces.Discrete(numbers) for each in agents}
