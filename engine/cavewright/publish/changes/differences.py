"""Differences of two composed rulesets as values, rule by rule and clause by clause."""

from __future__ import annotations

from collections.abc import Iterable

from ...foundation.source.frozen import frozen
from ...language.compose import Composed
from ...language.syntax import tree as t
from .difference import Difference, Facts
from .difference_sentences import DifferenceSentences
from .rule_differences import RuleDifferences
from .written_parts import SILENT


@frozen
class Differences:
    """All that differs between two rulesets, by rule in their order, and how many rules are the same."""

    all: tuple[Difference, ...]
    rules: int

    @property
    def in_play(self) -> tuple[Difference, ...]:
        """Those that touch play, or a figure."""
        return tuple(each for each in self.all if each.plays)

    @property
    def in_words(self) -> tuple[Difference, ...]:
        """Those of wording, and of what has no effect on play."""
        return tuple(each for each in self.all if not each.plays)

    def same(self, shown: Iterable[Difference]) -> int:
        """Counts the rules that are alike, as far as these differences go."""
        return self.rules - len({each.rule for each in shown if each.rule.split()[0] not in SILENT})


def differences(old: Composed, new: Composed, say: DifferenceSentences, facts: Facts | None = None) -> Differences:
    """Returns the differences of the second ruleset from the first.

    A note that cites a fact of class `figure` or `play` counts as a figure; `facts` tell the class of each id that only
    one of them has.

    >>> from cavewright.language.compose import compose
    >>> from cavewright.foundation.source import Source
    >>> from cavewright.language.syntax import parse_file
    >>> base, house = (parse_file(Source(name, text))[0] for name, text in (
    ...     ("core.cave", "ruleset core 1.0\\n  language 1\\nconstant days = 5 \\"Days in a week.\\"\\n"),
    ...     ("long.cave", "overlay long 1.0\\n  language 1\\n  extends core ^1.0\\nchange days: 5 to 6\\n")))
    >>> from cavewright import load_game
    >>> words = load_game("tic-tac-toe").wording("en")
    >>> found = differences(compose([base], [])[0], compose([base], [[house]])[0], DifferenceSentences(words, words))
    >>> found.all[0].sentence
    'Days in a week: 6 instead of 5 (by house rule long)'
    """
    before, after = ({each.label: side.with_file_rows(each) for each in side.declarations} for side in (old, new))
    before = _as_called(before, after)
    found: list[Difference] = []
    for label in (*before, *(each for each in after if each not in before)):
        found += RuleDifferences(old, new, before.get(label), after.get(label), facts or {}, say).all()
    found += RuleDifferences(old, new, old.head, new.head, facts or {}, say).heads()
    return Differences(tuple(found), sum(each.split()[0] not in SILENT for each in {**before, **after}))


def _as_called(before: dict[str, t.Declaration], after: dict[str, t.Declaration]) -> dict[str, t.Declaration]:
    """The rules of the first by what the second calls them: a trigger goes by its first action, and is the same with
    another."""
    others = [each for label, each in after.items() if each.kind == "whenever" and label not in before]
    called: dict[str, t.Declaration] = {}
    for label, each in before.items():
        alike = (
            []
            if each.kind != "whenever" or label in after
            else [other for other in others if other.name_span == each.name_span or other.block == each.block]
        )
        called[alike[0].label if alike and alike[0].label not in called else label] = each
    return called
