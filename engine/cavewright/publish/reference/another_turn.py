"""Turns of an example that are another one of a player."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import dropwhile

from ...language.syntax import tree as t
from ...play.examples.runner import ExampleStep
from ...rules.model import ruleset as m
from ...rules.model.statement_effects import steps_within


def is_another_turn(rules: m.Ruleset, node: t.Begin, names: tuple[str, ...], before: Iterable[ExampleStep]) -> bool:
    """Tells if a line begins another turn of a player: a process that a line before it has begun for that player, who has
    acted since. A process in which players take turns is none of theirs."""
    if node.player not in names or has_turns(rules.processes[node.process]):
        return False
    since = dropwhile(lambda each: not _begins(each, node), before)
    return names.index(node.player) in map(_player_of, since)


def has_turns(process: m.Process) -> bool:
    """Tells if players act one after another in a process."""
    return any(isinstance(each.statement, m.InTurn) for each in steps_within(process.body))


def _begins(step: ExampleStep, node: t.Begin) -> bool:
    """Tells if a step begins the process of a line for its player."""
    begun = step.node
    return isinstance(begun, t.Begin) and (begun.process, begun.player) == (node.process, node.player)


def _player_of(step: ExampleStep) -> int | None:
    """Returns the player who does what a line says; none of a line that only tells what is possible."""
    is_deed = isinstance(step.node, t.Said) and step.node.verb == "when"
    return step.action.player if is_deed and step.action is not None else None
