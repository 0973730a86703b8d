"""Two or three overlays in what is like others, in boards of hexagons, draws, tie-breaks, triggers, sets and columns: the laws for all pairs."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations

import pytest
from tests.language.compose.edits_to_try import BASE as OLDER_BASE
from tests.language.compose.edits_to_try import EDITS as OLDER
from tests.language.compose.edits_to_try import overlay, put, unordered
from tests.language.compose.folders import parsed, told

from cavewright.foundation.source import Diagnostic, errors
from cavewright.language.compose import Composed, edit_paths

RULES = """\
ruleset core 1.0
    language 1

board comb of cell by ways
    grid growing hexagonal
    keeps wet: yes_no
    passage keeps worn: 0..9
    passage where not wet
    free where wet

board field
    grid 5 by 5 hexagonal
    keeps wet: yes_no

kind cell
    | cell | ways: set of side | level: 0..9 | into: set of tool |
    | bend | ne sw             | 1           | rope              |
    | hall |                   | 2           |                   |

to play
    gain 1 points
    if dry
        gain 2 points
        gain 1 points
    rest
    rest
    pick: draw g from spare if dry otherwise full
    draw h from full if wet otherwise spare showing 2
    offer any once until dry
        action sell(g in good)
            rest
        action eat
            rest
            rest

to fork
    plot: choose g in good where dry
        rest
    otherwise
        lose 9 points
    choose h in good where dry
        sleep

whenever dig as echo
    gain 1 points

scoring
    score points = points
    highest total wins
    then highest points
    then highest gold
"""
BASE = [parsed("core.cave", RULES)]
NEW = {
    "amend to play": [
        "change gain[1]: gain 1 points to gain 4 points",
        "change gain[3]: gain 1 points to gain 5 points",
        "drop gain[3]: gain 1 points",
        "change if.gain[2]: gain 2 points to gain 6 points",
        "change rest[2]: rest to sleep",
        "drop rest[2]: rest",
        "drop rest[1]: rest",
        "add after rest[1] sleep",
        "add before rest[2] rest",
        "move rest[2] before gain[1]",
        "change rest[5]: rest to sleep",
        "drop rest[4]: rest",
        "drop if[dry]: if dry",
        "change pick: draw g from spare if dry otherwise full to draw g from full",
        "change pick: draw g from spare if dry otherwise full to draw g from full if dry otherwise spare",
        "drop h: draw h from full if wet otherwise spare showing 2",
        "change offer: offer any once until dry to offer or none",
        "change offer: offer any once until dry to offer any",
        "change g: with g in good to with g in tool",
        "drop sell.rest: rest",
    ],
    "amend to fork": [
        "add after h otherwise\n        rest",
        "add after h otherwise\n        sleep",
        "drop plot: otherwise",
        "add after plot.otherwise.lose sleep",
        "drop plot.otherwise.lose: lose 9 points",
        "change plot.otherwise.lose: lose 9 points to lose 8 points",
        "change plot: dry to wet",
        "drop h: dry",
    ],
    "amend board comb": [
        "change grid: grid growing hexagonal to grid growing",
        "change grid: grid growing hexagonal to grid 4 by 4",
        "change worn: keeps worn: 0..9 to keeps worn: 0..12",
        "drop wet: keeps wet: yes_no",
        "change free: wet to not wet",
        "drop free: wet",
        "change passage: not wet to wet",
        "add keeps depth: 0..9",
        "add keeps depth: 0..8",
    ],
    "amend board field": [
        "change grid: grid 5 by 5 hexagonal to grid 7 by 7 hexagonal",
        "change grid: grid 5 by 5 hexagonal to grid growing hexagonal",
        "drop wet: keeps wet: yes_no",
    ],
    "amend kind cell": [
        'change bend.ways: "ne sw" to "e w"',
        "add bend.ways: e",
        "add bend.ways: w",
        "add hall.ways: nw",
        "drop bend.ways: ne",
        "add bend.into: lamp",
        "add bend.into: map",
        "drop bend.into: rope",
        "change level: 0..9 to 0..12",
        "change level: 0..9 to 1..12",
        "drop level: column level: 0..9",
        "drop into: column into: set of tool",
        "change bend.level: 1 to 3",
        "add column deep: 0..3 = 1",
        "add column deep: 0..3 = 2",
        "add | fork | e w | 2 | |",
        "drop | bend |",
    ],
    "amend scoring": [
        "add then lowest gold",
        "add then lowest points",
        "change then[gold]: gold to gold + points",
        "drop then[gold]: gold",
        "add before then[points] then highest gold",
    ],
    "amend whenever echo": [
        "add whenever sell",
        "add whenever eat",
        "drop dig: whenever dig",
        "change dig: dig to rest",
        "change gain: gain 1 points to gain 2 points",
    ],
    "": [
        "add whenever dig as purr\n    gain 2 points",
        "add whenever dig as purr\n    gain 3 points",
        'remove whenever echo because "no"',
        "add whenever eat\n    gain 1 points",
        "add whenever eat\n    gain 2 points",
    ],
}
BLOCKS = [*NEW, *(f"older {block}" for block in ("amend kind trail", "amend scoring"))]

Said = tuple[Composed, tuple[Diagnostic, ...]]


def edits_of(block: str) -> tuple[str, list[str]]:
    """A block as it is written, and its edits, upon the base of this file or that of `test_laws`."""
    plain = block.removeprefix("older ")
    return plain, (OLDER if plain != block else NEW)[plain]


@cache
def played(block: str, *edits: tuple[str, str]) -> Said:
    """What comes of overlays, each a name and its edit."""
    plain, _ = edits_of(block)
    return put(OLDER_BASE if plain != block else BASE, [overlay(name, [(plain, edit)]) for name, edit in edits])


@pytest.mark.parametrize("block", BLOCKS)
def test_an_edit_fits_alone(block: str) -> None:
    """Else the laws below would hold of nothing."""
    fit = [edit for edit in edits_of(block)[1] if not errors(played(block, ("a", edit))[1])]
    assert len(fit) >= 3


@pytest.mark.parametrize("block", NEW)
@pytest.mark.gate("amend board comb")
def test_of_two_neither_comes_first(block: str) -> None:
    """Neither by the order of listing nor by its name."""
    for one, other in combinations(edits_of(block)[1], 2):
        first, found = played(block, ("a", one), ("b", other))
        second, found_too = played(block, ("b", other), ("a", one))
        assert (first.hash, told(found)) == (second.hash, told(found_too)), (one, other)
        renamed, found_renamed = played(block, ("b", one), ("a", other))
        assert bool(errors(found)) == bool(errors(found_renamed)), (one, other)
        assert errors(found) or unordered(first.declarations) == unordered(renamed.declarations), (one, other)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.gate("amend board comb", "older amend scoring")
def test_a_conflict_shows_both_places(block: str) -> None:
    conflicts = [
        each
        for one, other in combinations(edits_of(block)[1], 2)
        for each in played(block, ("a", one), ("b", other))[1]
        if each.code == "C0305"
    ]
    assert conflicts and all(
        {label.span.source.name for label in each.labels} >= {"a.cave", "b.cave"} for each in conflicts
    )


@pytest.mark.parametrize("block", BLOCKS)
def test_what_two_say_alike_happens_once(block: str) -> None:
    for edit in edits_of(block)[1]:
        alone, found = played(block, ("a", edit))
        both, found_both = played(block, ("a", edit), ("b", edit))
        assert errors(found) or ({each.code for each in found_both} <= {"C0307"} and both.hash == alone.hash), edit


THREE = {
    "amend kind cell": [
        "add bend.ways: e",
        "add bend.ways: w",
        "drop bend.ways: ne",
        "add column deep: 0..3 = 1",
        "add | fork | e w | 2 | |",
    ],
    "amend scoring": ["add then lowest gold", "change then[gold]: gold to gold + points", "drop then[points]: points"],
    "amend whenever echo": ["add whenever sell", "add whenever eat", "drop dig: whenever dig"],
    "amend to play": [
        "change rest[2]: rest to sleep",
        "drop rest[1]: rest",
        "add before rest[2] rest",
        "change rest[5]: rest to sleep",
    ],
}


@pytest.mark.parametrize("block", THREE)
@pytest.mark.gate("amend to play", "amend scoring")
def test_three_get_on_in_any_order(block: str) -> None:
    for edits in combinations(THREE[block], 3):
        results = [played(block, *each) for each in permutations(zip("abc", edits, strict=True))]
        assert {told(found) for _, found in results} == {""}, edits
        assert len({result.hash for result, _ in results}) == 1, edits


# ---- A base that moves on ----------------------------------------------------------------------------------------------

MOVED_ON = {
    ("        gain 1 points", "        gain 2 points"): {
        "change gain[3]: gain 1 points to gain 5 points",
        "drop gain[3]: gain 1 points",
    },
    ("    gain 1 points\n    if", "    gain 3 points\n    if"): {"change gain[1]: gain 1 points to gain 4 points"},
    ("dry otherwise full", "dry otherwise bin"): {edit for edit in NEW["amend to play"] if "change pick" in edit},
    ("any once until", "any until"): {edit for edit in NEW["amend to play"] if "change offer" in edit},
    ("grid growing hexagonal", "grid growing"): {edit for edit in NEW["amend board comb"] if "change grid" in edit},
    ("5 by 5", "6 by 6"): {edit for edit in NEW["amend board field"] if "change grid" in edit},
    ("| ne sw             |", "| ne sw w           |"): {'change bend.ways: "ne sw" to "e w"', "add bend.ways: w"},
    ("level: 0..9", "level: 0..8"): {
        "change level: 0..9 to 0..12",
        "change level: 0..9 to 1..12",
        "drop level: column level: 0..9",
    },
    ("| rope              |", "| lamp              |"): {"add bend.into: lamp", "drop bend.into: rope"},
    ("then highest gold", "then highest coins"): {"change then[gold]: gold to gold + points", "drop then[gold]: gold"},
    ("whenever dig as", "whenever sell as"): {"add whenever sell", "change dig: dig to rest"},
}


@pytest.mark.parametrize("change", MOVED_ON, ids=lambda each: each[1].strip())
@pytest.mark.gate("level: 0..8")
def test_a_changed_base_makes_exactly_the_edits_stale_that_touched_the_change(change: tuple[str, str]) -> None:
    assert RULES.count(change[0]) == 1
    base = [parsed("core.cave", RULES.replace(*change))]
    fit = [(block, edit) for block, edits in NEW.items() for edit in edits if not played(block, ("a", edit))[1]]
    found = {edit: put(base, [overlay("a", [(block, edit)])])[1] for block, edit in fit}
    assert {edit for edit, each in found.items() if each} == MOVED_ON[change]
    assert {each.code for some in found.values() for each in some} <= {"C0301", "C0302", "C0303"}


OTHERWISE = {
    r"\b5\b": "6",
    r"\b2\b": "3",
    r"\b1\b": "4",
    r"\b9\b": "8",
    "hexagonal": "",
    "wet": "damp",
    "dry": "damp",
    "rest": "sleep",
    "ne sw": "e",
    "highest": "lowest",
    "rope": "lamp",
    "good": "tool",
    "points": "gold",
    "gold": "coins",
    "sleep": "finish",
    "tool": "good",
    "set of side": "text",
}


def other(text: str) -> str:
    """A text that another one stands in place of, by the first word that there is another for."""
    return next(
        re.sub(word, instead, text, count=1).rstrip() for word, instead in OTHERWISE.items() if re.search(word, text)
    )


def printed() -> Iterable[tuple[str, str]]:
    """Edits as `show --edit` prints them, and the base with another text where they take hold of it."""
    for declaration in put(BASE, [])[0].declarations:
        for each in edit_paths(declaration):
            inner = re.search(re.escape(each.repeated).replace(r"column\ ", ""), each.span.text)
            if (
                each.repeated not in ("_", "", "rest") and inner
            ):  # the next `rest` reads the same, and then goes by the number of this one
                start = each.span.start + inner.start()
                yield each.edit, f"{RULES[:start]}{other(inner[0])}{RULES[start + len(inner[0]) :]}"


def test_a_printed_edit_that_no_longer_fits_is_told() -> None:
    every = list(printed())
    assert len(every) >= 20
    for edit, text in every:
        block, _, line = edit.partition("\n    ")
        assert put(BASE, [overlay("a", [(block, line)])])[1] == (), edit
        found = put([parsed("core.cave", text)], [overlay("a", [(block, line)])])[1]
        assert [each.code for each in found] in (["C0303"], ["C0301"], ["C0306"]), (edit, text)
