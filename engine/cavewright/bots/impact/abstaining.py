"""Rules under which one player never uses what a variant adds: its new actions are closed to that player alone."""

from __future__ import annotations

from dataclasses import replace

from ...play.positions.playable import INTERPRETER, PYTHON
from ...play.states.game import Game
from ...rules.model import ruleset as m
from ...rules.model.types import Type


def new_actions(base: Game, variant: Game) -> tuple[str, ...]:
    """Returns the names of the actions of the variant that the base does not have.

    >>> from cavewright import load_game
    >>> new_actions(load_game("the-cave"), load_game("the-cave", overlays=["lamp-oil"]))
    ('refill_lamp',)
    """
    return tuple(name for name in variant.rules_model.actions if name not in base.rules_model.actions)


def close_actions(game: Game, names: tuple[str, ...], player: int) -> Game:
    """Returns the game under rules by which a player can never choose some actions."""
    rules = game.rules_model
    actions = {
        name: _close_action(action, rules.players, player) if name in names else action
        for name, action in rules.actions.items()
    }
    mark = f"{rules.hash}:closed to {player}: {', '.join(names)}"
    engine = INTERPRETER if game.engine_name == INTERPRETER else PYTHON
    return Game(replace(rules, actions=actions, hash=mark), engine=engine)


def _close_action(action: m.Action, players: str, player: int) -> m.Action:
    """The action with a requirement before all others: that somebody else acts."""
    span = action.header[0].clause.span if action.header else action.body[0].clause.span
    someone = Type("row", players)
    others = m.holds("ne", m.Expr("me", (), someone, span), m.constant(player, someone, span))
    clause = m.Clause(f"action {action.name}", "abstains", "", (), span)
    return replace(action, header=(m.Step(clause, m.Require(others)), *action.header))
