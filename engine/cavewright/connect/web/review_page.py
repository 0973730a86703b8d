"""Review of a match on a page: how each choice stood, which cost most, and where to play on from."""

from __future__ import annotations

from bisect import bisect_right

from ...bots.players.judgement import Decision, costliest, review_match
from ...foundation.source.frozen import frozen
from ...play.matches.match import Match
from ...play.matches.narration import full_label
from ..prompts.judged_words import tell_changes
from .table import Guest, Table


@frozen
class ReviewedChoice:
    """A choice as it is shown: its number from 1, who made it, what a bot would have done, what that was worth and why;
    `position` is the one before it, as links name it."""

    number: int
    player: int
    name: str
    action: str
    better: str
    worth: int
    loss: int
    terms: str
    position: int


@frozen
class ReviewPage:
    """All of it: the choices that cost most, the worst first; all choices; what those of each player cost together."""

    worst: tuple[ReviewedChoice, ...]
    choices: tuple[ReviewedChoice, ...]
    losses: tuple[tuple[int, str, int], ...]


class Reviews:
    """Reviews of one table, each made once."""

    def __init__(self) -> None:
        self._made: tuple[int, tuple[Decision, ...]] = (-1, ())

    def decisions(self, match: Match) -> tuple[Decision, ...]:
        """Returns how the choices of a match stood."""
        moves = len(match.move_stack)
        if self._made[0] != moves:
            self._made = moves, review_match(match)
        return self._made[1]

    def page(self, table: Table, guest: Guest, lang: str) -> ReviewPage:
        """Returns the review as it is shown to a guest."""
        match, words = table.match, table.match.game.wording(lang)
        names = tuple(words.people(match.names))
        positions = table.shown.told_to(guest.seat)
        decisions = self.decisions(match)
        shown = {
            each.number: ReviewedChoice(
                each.number + 1,
                each.player,
                names[each.player],
                full_label(each.action, lang),
                full_label(each.better, lang),
                each.worth,
                each.loss,
                tell_changes(each.changes, words),
                max(0, bisect_right(positions, each.number) - 1),
            )
            for each in decisions
        }
        sums = [sum(each.loss for each in decisions if each.player == n) for n in range(len(names))]
        return ReviewPage(
            tuple(shown[each.number] for each in costliest(decisions)),
            tuple(shown.values()),
            tuple((n, name, sums[n]) for n, name in enumerate(names)),
        )


def rewind(match: Match, number: int) -> Match:
    """Returns a copy of a match as it stood before the move of a number, from 1, or as near as there is one."""
    copy = Match.from_json(match.to_json())
    while len(copy.move_stack) >= max(1, number):
        copy.pop()
    return copy
