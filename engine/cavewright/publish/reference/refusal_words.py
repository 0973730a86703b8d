"""Words for what an example refuses: the rule with the values that were tried, or what is possible in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile

from ...language.syntax import tree as t
from ...play.examples.action_lines import because_of, keys_of
from ...play.examples.runner import ExampleStep
from ...play.positions.action import Action, Reason
from ...play.states.game import State
from ..sentences import Sentences
from .game_reference import GameReference
from .step_sentences import StepSentences

MOST_INSTEAD = 4
"""Actions that are named at most in place of one that is not possible."""
VAGUE = ("offered", "domain", "range")
"""Codes of reasons that are about names and values where no rule has words for them."""


class RefusalWords:
    """Tells why something is not possible in an example; `tell_deed` says what somebody does. An example `is_of_part` of the game
    where the game goes on behind it."""

    def __init__(
        self, game: GameReference, tell_deed: Callable[[Action, State], str], is_of_part: bool = False
    ) -> None:
        self.game, self.tell_deed, self.is_of_part = game, tell_deed, is_of_part
        self.steps = StepSentences(game)

    def reasons(self, step: ExampleStep) -> str:
        """Returns the reasons that say a rule: those that the example names, or else the first, since each refuses by itself;
        "" where none does."""
        keys = because_of(step.node.text)[1].keys if isinstance(step.node, t.Said) else ()
        named = [each for each in step.reasons if set(keys_of(each)) & set(keys)]
        return " ".join(self._tell_each(named, step) or self._tell_each(step.reasons, step)[:1])

    def _tell_each(self, reasons: Iterable[Reason], step: ExampleStep) -> list[str]:
        """Returns the words of each reason once."""
        return list(dict.fromkeys(filter(None, (self._reason(each, step) for each in reasons))))

    def _reason(self, reason: Reason, step: ExampleStep) -> str:
        if reason.code == "nothing":
            return self.game.phrase("Nothing could be done with it.")
        if reason.code == "over" and self.is_of_part:
            return self.game.phrase("Nothing more can be done here.")
        if reason.code not in VAGUE:
            return reason.text(self.game.lang)
        return self._rule(reason, step) if reason.chosen else "" if _is_vague(reason) else reason.text(self.game.lang)

    def _rule(self, reason: Reason, step: ExampleStep) -> str:
        """Returns what stands against a choice, about what was chosen: `There is no water at A4.`"""
        words = self.game.opened.words
        sentences = Sentences(words, words.people(step.before.names))
        return sentences.contrary_of_choice(reason.condition, dict(reason.chosen)) if reason.condition else ""

    def instead(self, step: ExampleStep) -> str:
        """Returns what somebody may do in place of what is refused: `bakes 2 or 3 emmer`; "" where that is too much."""
        tried = step.action
        if tried is None or not any(each.code in VAGUE for each in step.reasons):
            return ""
        possible = step.before.legal_actions(tried.player)
        alike = [each for each in possible if each.name == tried.name]
        shared = max((_shared_values(each, tried) for each in alike), default=0)
        nearest = [each for each in alike if _shared_values(each, tried) == shared] or list(possible)
        is_clear = 0 < len(nearest) <= MOST_INSTEAD and len({each.name for each in nearest}) == 1
        return self._together(nearest, step.before) if is_clear else ""

    def _together(self, actions: list[Action], before: State) -> str:
        """Returns the words for any of some actions of one name; "" where they would be a list within a list."""
        deeds = list(dict.fromkeys(self.tell_deed(each, before) for each in actions))
        types = [type_ for _, type_ in actions[0].signature.parameters]
        if len(deeds) > 1 and types[-1].is_number:
            by_number = sorted(actions, key=lambda each: each.values[-1])
            return self._with_numbers([each.values[-1] for each in by_number], self.tell_deed(by_number[-1], before))
        if len(deeds) > 1 and any(", " in each for each in deeds):
            return ""
        return self.steps.any_of(deeds)

    def _with_numbers(self, numbers: list[int], deed: str) -> str:
        """Returns the words for a deed with all the numbers that are possible, where it says one: `bakes 2 or 3 emmer`."""
        words = deed.split(" ")
        if words.count(str(numbers[-1])) != 1:
            return ""
        words[words.index(str(numbers[-1]))] = self.game.texts.either(list(map(str, numbers)))
        return " ".join(words)


def _shared_values(one: Action, other: Action) -> int:
    """Counts the values that two actions begin with alike."""
    pairs = zip(one.values, other.values, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _is_vague(reason: Reason) -> bool:
    """Tells if a reason says no more than that a value is none of those that may be chosen."""
    return reason.code != "domain" or "`" in reason.message or reason.is_of_values
