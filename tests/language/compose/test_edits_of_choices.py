"""Edits of offers with an `otherwise`, of conditions by ranks, and of choices that are made again and again."""

from itertools import permutations

import pytest
from tests.language.compose.folders import parsed

from cavewright.foundation.source import Source
from cavewright.language.compose import Composed, compose
from cavewright.language.syntax import parse_file, print_item

BASE = """ruleset core 1.0
    language 2

to play
    first: offer errands
    second: offer any sports
    otherwise
        gain 1 points
    third: offer
        action sell(g in good)
            rest
        action eat
            rest
    otherwise
        lose 9 points
    fourth: choose g in good where dry otherwise g.worn otherwise any
        rest
    fifth: choose any h in good where dry once or stop until wet
        rest
"""
FITS = [
    ("add after first otherwise\n        rest", "    first: offer errands\n    otherwise\n        rest\n"),
    ("change first: offer errands to offer any errands once", "    first: offer any errands once\n    second"),
    ("change second: offer any sports to offer sports", "    second: offer sports\n    otherwise\n        gain 1 points\n"),
    ("drop second: otherwise", "    second: offer any sports\n    third"),
    ("change second.otherwise.gain: gain 1 points to gain 2 points", "    otherwise\n        gain 2 points\n    third"),
    ("drop third: otherwise", "            rest\n    fourth"),
    ("change third: offer to offer any", "    third: offer any\n        action sell(g in good)\n"),
    ("add after third.otherwise.lose rest", "        lose 9 points\n        rest\n    fourth"),
    (
        "change fourth: choose g in good where dry otherwise g.worn otherwise any to choose g in good where wet otherwise any",
        "    fourth: choose g in good where wet otherwise any\n        rest\n",
    ),
    (
        "add to fourth: and g.light",
        "    fourth: choose g in good where dry and g.light otherwise g.worn and g.light otherwise g.light\n",
    ),
    (
        "add to fourth: or g.light",
        "    fourth: choose g in good where dry or g.light otherwise g.worn or g.light otherwise any\n",
    ),
    ("add after fourth otherwise\n        rest", "        rest\n    otherwise\n        rest\n    fifth"),
    ("change fifth: dry to wet", "    fifth: choose any h in good where wet once or stop until wet\n"),
    (
        "change fifth: choose any h in good where dry once or stop until wet to choose any h in good",
        "    fifth: choose any h in good\n        rest",
    ),
]  # fmt: skip
DOES_NOT = [
    ("add after first otherwise if dry\n        rest", "C0315"),
    ("add after second otherwise\n        rest", "C0302"),
    ("drop first: otherwise", "C0315"),
    ("change third: offer to offer errands", "C0315"),
    ("change fourth: dry to wet", "C0303"),
    ("change fifth: choose any h in good where dry once until wet to choose any h in good", "C0303"),
]


def amended(*edits: str) -> tuple[Composed, tuple[object, ...]]:
    layers = [
        [parsed(f"o{n}.cave", f"overlay o{n} 1.0\n    language 2\n    extends core\n\namend to play\n    {each}\n")]
        for n, each in enumerate(edits)
    ]
    return compose([parsed("core.cave", BASE)], layers)


def test_what_is_printed_is_what_was_read() -> None:
    (play,) = (each for each in parsed("core.cave", BASE).items if each.label == "to play")  # type: ignore[union-attr]
    again, found = parse_file(Source("again.cave", print_item(play)))
    assert found == () and again.items == (play,)


@pytest.mark.parametrize(("edit", "lines"), FITS)
def test_an_edit_takes_hold_of_a_line(edit: str, lines: str) -> None:
    result, found = amended(edit)
    assert found == () and lines in print_item(result.declarations[0])


@pytest.mark.parametrize(("edit", "code"), DOES_NOT)
def test_an_edit_that_does_not_fit_is_refused(edit: str, code: str) -> None:
    _, found = amended(edit)
    assert [each.code for each in found] == [code]  # type: ignore[attr-defined]


def test_shares_of_ranks_come_to_one_rule_in_any_order() -> None:
    edits = ("add to fourth: and g.light", "add to fourth: or g.new", "add to fourth: and not g.sold")
    results = [amended(*order) for order in permutations(edits)]
    assert all(found == () for _, found in results) and len({result.hash for result, _ in results}) == 1
