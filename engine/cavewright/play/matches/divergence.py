"""Divergence: the first place at which other rules matter to a match, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from ...foundation.source.frozen import frozen
from ..positions.action import Action, Reason
from ..positions.wording import Wording

MOST_SAID = 3
"""Values that are said in a sentence."""


@frozen
class Divergence:
    """The first place at which other rules matter to a match.

    `after` so many entries of `move_stack` all is the same. Then comes `action`: either the other rules refuse it, by
    `reasons`, or the position that it leads to is another, in `changes` (way in the view, value by these rules, value
    by the others; `outcome.totals` is points). It is None where the beginning is another, and where a correction
    behind so many entries cannot be made. `rule` is the clause that refuses, or does something else; "" where nothing
    tells it.

    >>> from cavewright import Match, load_game
    >>> kit = {"starting_kit": "suggested"}
    >>> match = Match(load_game("the-cave", options=kit), ["Anna", "Jola"], seed=7)
    >>> found = match.divergence(load_game("the-cave", ["short-turns"], kit))
    >>> found.after, found.rule, found.changes[0]
    (0, 'turn.points', ('players.0.values.points', 5, 4))
    >>> found.text()
    'Action 1, first Anna, leads to another position: action points of Anna: 4, not 5 (turn.points).'
    """

    after: int
    action: Action | None
    rule: str
    reasons: tuple[Reason, ...]
    changes: tuple[tuple[str, Any, Any], ...]
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The players, for `text`."""
    wording: Callable[[str], Wording] | None = field(default=None, compare=False, repr=False)
    """Says what things are called in a language, for `text`."""

    def __str__(self) -> str:
        if self.action is None and self.after:
            return f"the correction behind action {self.after} cannot be made"
        place = f"action {self.after + 1}, `{self.action}`" if self.action is not None else "the beginning"
        if self.reasons:
            return f"{place}, is no longer possible ({self.rule}: {self.reasons[0].text()})"
        changes = "; ".join(f"{way} is {after}, not {before}" for way, before, after in self.changes)
        rule = f" ({self.rule})" if self.rule else ""
        return f"{place}, leads to another position{rule}" + (f": {changes}" if changes else "")

    def text(self, lang: str = "en") -> str:
        """Returns the divergence as a sentence for people, in a language. Raises UnknownLanguage (a ValueError) for one in which
        there are no texts."""
        if self.wording is None:
            return str(self)
        words = self.wording(lang)
        rule = f" ({self.rule})" if self.rule and (self.reasons or self.changes) else ""
        return self._sentence(words, words.texts.phrase).removesuffix(".") + rule + "."

    def _sentence(self, words: Wording, phrase: Callable[..., str]) -> str:
        if self.action is None and self.after:
            return phrase("The correction behind action {n} cannot be made under these rules", n=self.after)
        known = [each for each in self.changes if not _is_internal(each[0].split("."), words)] or self.changes
        told = "; ".join(self._change(words, *each) for each in known[:MOST_SAID])
        if self.action is None:
            return phrase("The beginning is another position: {what}", what=told)
        place = {"n": self.after + 1, "action": self._action(words)}
        if self.reasons:
            return phrase(
                "Action {n}, {action}, is no longer possible: {why}", why=self.reasons[0].text(words.lang), **place
            )
        if not told:
            return phrase("Action {n}, {action}, does something else", **place)
        return phrase("Action {n}, {action}, leads to another position: {what}", what=told, **place)

    def _action(self, words: Wording) -> str:
        assert self.action is not None
        player = self.action.player
        said = words.label(self.action.signature, self.action.values, player, self.names)
        return f"{words.people(self.names)[player]}: {said}" if 0 <= player < len(self.names) else said

    def _change(self, words: Wording, way: str, before: Any, after: Any) -> str:
        thing = _thing(way.split("."), self.names, words)
        one = _value(after, words)
        other = _value(before, words)
        return words.texts.phrase("{thing}: {one}, not {other}", thing=thing, one=one, other=other)


def _is_internal(way: list[str], words: Wording) -> bool:
    """Tells if a value of a view is bookkeeping of the rules."""
    owner = words.rules.players if way[0] == "players" else way[0]
    return any(each.owner == owner and each.name == way[-1] and not each.told for each in words.rules.fields)


def _thing(way: list[str], names: tuple[str, ...], words: Wording) -> str:
    """Returns the name of a value of a view for people, by the way to it."""
    phrase, rules, people = words.texts.phrase, words.rules, words.people(names)
    match way:
        case ["current_player" | "active_players" | "is_terminal", *_]:
            return phrase("whose turn it is")
        case ["outcome", _, player, *_]:
            return phrase("{thing} of {name}", thing=phrase("points in all"), name=people[int(player)])
        case ["players", player, _, kept, *more] if player.isdecimal():
            owner, whose = rules.players, people[int(player)]
        case ["kinds", owner, row, _, kept, *more]:
            kind = rules.kinds.get(owner)
            whose = words.row(kind, kind.rows.index(row)) if kind is not None and row in kind.rows else row
        case ["boards", owner, _, whose, _, kept, *more]:
            pass
        case ["game", _, kept, *more]:
            owner, whose = "game", ""
        case _:
            return way[-1].replace("_", " ")
    thing = ", ".join([words.name(f"{owner}.{kept}", kept), *(each.replace("_", " ") for each in more)])
    return phrase("{thing} of {name}", thing=thing, name=whose) if whose else thing


def _value(value: Any, words: Wording) -> str:
    """A value of a view for people: rows by their label, where one kind alone has such a row."""
    if isinstance(value, bool) or value is None:
        return words.plain({True: "yes", False: "no", None: "none"}[value])
    if isinstance(value, str):
        kinds = [each for each in words.rules.kinds.values() if value in each.rows]
        return words.row(kinds[0], kinds[0].rows.index(value)) if len(kinds) == 1 else value.replace("_", " ")
    if isinstance(value, list | tuple):
        return " ".join(_value(each, words) for each in value) or words.plain("none")
    if isinstance(value, dict):
        return ", ".join(f"{_value(many, words)} {_value(name, words)}" for name, many in value.items()) or "0"
    return str(value)
