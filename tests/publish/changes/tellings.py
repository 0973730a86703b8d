"""Words for the differences of two composed rulesets: those of both as they are checked."""

from cavewright.foundation.texts import texts
from cavewright.language.compose import Composed
from cavewright.play.positions.wording import Wording
from cavewright.publish.changes.difference_sentences import DifferenceSentences
from cavewright.publish.changes.differences import Differences, differences
from cavewright.rules.check.checker import check


def worded(rules: Composed) -> Wording:
    checked, found = check(rules, rules.table, rules.options)
    assert checked is not None, found
    return Wording(checked, (), texts(), "en")


def telling(old: Composed, new: Composed) -> DifferenceSentences:
    return DifferenceSentences(worded(new), worded(old))


def differing(old: Composed, new: Composed, facts: dict[str, dict[str, str]] | None = None) -> Differences:
    return differences(old, new, telling(old, new), facts)
