"""Environments in the shape that Kaggle's have: a specification and an interpreter. Needs nothing but numpy;
`kaggle_environments.make` takes what `environment` gives.

>>> made = environment("tic-tac-toe")
>>> sorted(made), made["specification"]["agents"], made["specification"]["action"]["type"]
(['agents', 'html_renderer', 'interpreter', 'renderer', 'specification'], [2], 'integer')
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ...play.positions.action import IllegalActionError
from ...play.states.game import Game
from .episode import Episode

ACTIVE, INACTIVE, DONE, INVALID = "ACTIVE", "INACTIVE", "DONE", "INVALID"


def environment(game: Game | str, players: int | None = None, **settings: Any) -> dict[str, Any]:
    """An environment of a game, or of the ruleset of an id or a path; `settings` are those of `Episode`.

    What an agent observes is `tensor`, the numbers of `cavewright.encodings.Observations`, `legal`, the numbers of the
    actions that it may choose, and `mark`, which player it is. Its action is one of these numbers; another one ends the
    match, as Kaggle has it, with the status `INVALID`. `configuration.seed` settles chance.

    >>> import kaggle_environments  # doctest: +SKIP
    >>> steps = kaggle_environments.make(environment("connect-four")).run(["random", "random"])  # doctest: +SKIP
    """
    first = Episode(game, players, **settings)

    def begin(env: Any) -> Episode:
        made = first.again()
        made.begin(getattr(env.configuration, "seed", None))
        return made

    def interpreter(state: Any, env: Any) -> Any:
        """Carries out the action of who acts, and says what all observe then; at the beginning that alone."""
        if env.done or not hasattr(env, "episode"):
            env.episode = begin(env)
            return _fill_states(state, env.episode)
        return _act(state, env.episode)

    def renderer(state: Any, env: Any) -> str:
        """The board as text, as a spectator knows it."""
        from ...foundation.draw import draw_text
        from ...play.views.scene import scene_of

        return draw_text(scene_of(env.episode.state, None))

    agents: dict[str, Callable[..., Any]] = {"random": _at_random}
    return {
        "specification": _specification(first),
        "interpreter": interpreter,
        "renderer": renderer,
        "html_renderer": lambda env: "",
        "agents": agents,
    }


def _specification(episode: Episode) -> dict[str, Any]:
    """Returns the schema of an environment, as Kaggle wants it."""
    game, seats = episode.game, range(episode.players)
    return {
        "name": f"cavewright-{game.id}",
        "title": game.title,
        "description": f"Cavewright: {game.title}",
        "version": game.version,
        "agents": [episode.players],
        "configuration": {
            "episodeSteps": episode.max_moves + 2,
            "seed": {"description": "Settles chance.", "type": ["integer", "null"], "default": None},
        },
        "reward": {"description": "What the match pays at its end.", "type": ["number", "null"], "default": 0},
        "observation": {
            "tensor": {"description": "What the agent may know.", "type": "array", "default": []},
            "legal": {"description": "Numbers of its legal actions.", "type": "array", "default": []},
            "mark": {"description": "Which player it is.", "type": "integer", "defaults": [*seats]},
        },
        "action": {"description": "Number of an action.", "type": "integer", "minimum": 0, "default": 0},
        "status": {"defaults": [ACTIVE if n == episode.player else INACTIVE for n in seats]},
    }


def _act(state: Any, episode: Episode) -> Any:
    """The states of agents behind the action of who acts."""
    player = episode.player
    try:
        episode.act(state[player].action)
    except (IllegalActionError, TypeError, ValueError):
        for n, each in enumerate(state):
            each.status = INVALID if n == player else DONE
        return state
    return _fill_states(state, episode)


def _fill_states(state: Any, episode: Episode) -> Any:
    """Returns the states of agents: what each observes, whether it acts, and at the end what it is paid."""
    paid = episode.payments() if episode.is_over else None
    for n, each in enumerate(state):
        acts = n == episode.player
        each.observation.tensor = episode.observe(n).tolist()
        each.observation.legal = episode.actions.legal(episode.state, n) if acts else []
        each.observation.mark = n
        each.status = DONE if paid is not None else ACTIVE if acts else INACTIVE
        if paid is not None:
            each.reward = paid[n]
    return state


def _at_random(observation: Any, configuration: Any) -> int:
    """An agent that chooses any legal action."""
    return random.choice(observation.legal)  # type: ignore[no-any-return]
