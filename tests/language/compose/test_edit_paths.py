"""What `show` prints beside a line: the path by which an overlay takes hold of it, and an edit that fits as it is printed."""

from functools import cache
from pathlib import Path

import pytest
from tests.language.compose.folders import parsed

from cavewright.foundation.source import Source
from cavewright.language.compose import Composed, EditPath, compose, edit_paths
from cavewright.language.syntax import print_item
from cavewright.language.syntax import tree as t

RULESETS = Path(__file__).parents[3] / "rulesets"
SHIPPED = [
    "the-cave",
    "kave-kapers",
    "cave-vs-cave",
    "classics/hex",
    "classics/nine-mens-morris",
    "classics/connect-four",
    "classics/breakthrough",
    "classics/tic-tac-toe",
]
SAMPLE = 25


@cache
def shipped(name: str) -> tuple[list[t.File], list[Source]]:
    folder = RULESETS / name
    return (
        [
            parsed(each.name, each.read_text("utf-8"))
            for each in sorted(folder.glob("*.cave"))
            if each.name != "book.cave"
        ],
        [Source(each.name, each.read_text("utf-8")) for each in sorted(folder.glob("*.csv"))],
    )


def laid(name: str, edits: list[str]) -> tuple[Composed, tuple[object, ...]]:
    base, tables = shipped(name)
    text = "\n\n".join([f"overlay tried 1.0\n    language 2\n    extends {name.split('/')[-1]}", *edits]) + "\n"
    return compose(base, [[parsed("tried.cave", text)]] if edits else [], tables)


def paths(name: str) -> list[EditPath]:
    plain, _ = laid(name, [])
    return [each for node in plain.declarations for each in edit_paths(plain.with_file_rows(node))]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.gate("classics/connect-four")
def test_edits_as_they_are_printed_fit_and_change_nothing(name: str) -> None:
    """All of them together; where that is too many for one game, a part of them, spread over all."""
    every = paths(name)
    some = every[:: max(1, len(every) // 400)]
    result, found = laid(name, [each.edit for each in some if each.new == each.repeated])
    assert [str(each) for each in found] == [] and result.hash == laid(name, [])[0].hash
    _, found = laid(name, [each.edit for each in every if each.new != each.repeated])
    assert [str(each) for each in found] == []


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.gate("classics/connect-four")
def test_an_edit_that_no_longer_fits_is_told(name: str) -> None:
    """An edit repeats what stands there; of another text it is stale."""
    every = [each for each in paths(name) if each.repeated.isdigit() and each.path]
    for each in every[:: max(1, len(every) // SAMPLE)]:
        old = f"{each.repeated} to {each.repeated}"
        _, found = laid(name, [each.edit.replace(f": {old}", f": {int(each.repeated) + 1} to 0")])
        assert [one.code for one in found] == ["C0303"], each  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.long
def test_every_line_has_a_path(name: str) -> None:
    plain, _ = laid(name, [])
    lines = [line for node in plain.declarations if node.kind in ("to", "action") for line in node.block]
    named = {each.span.start for each in paths(name)}
    assert [line.span.text for line in lines if line.span.start not in named] == []


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.gate("classics/connect-four")
def test_no_edit_is_that_of_two_lines(name: str) -> None:
    """One path may lead to two lines, a column and a condition on it, but what is repeated tells them apart."""
    every = [each.edit for each in paths(name)]
    assert len(set(every)) == len(every)


BASE = """ruleset core 1.0
    language 2

to play
    gain 1 points
    if dry
        gain 2 points
        gain 1 points
    rest
    rest
    offer any once until dry
        action sell(g in good)
            rest
        action eat
            rest
    plot: choose g in good where dry
        rest
    otherwise
        lose 9 points
    choose h in good where dry
        finish
"""
FITS = [
    ("gain[3]: gain 1 points to gain 3 points", "        gain 3 points"),
    ("rest[2]: rest to sleep", "    sleep"),
    ("if.gain[2]: gain 2 points to gain 5 points", "        gain 5 points"),
    ("sell.rest: rest to sleep", "            sleep"),
    ("offer: offer any once until dry to offer any", "    offer any"),
    ("plot.otherwise.lose: lose 9 points to lose 8 points", "        lose 8 points"),
    ('sell: _ to "Sell it."', '        action sell(g in good) "Sell it."'),
    ("offer[1]: offer any once until dry to offer or none", "    offer or none"),
]
DOES_NOT = [
    ("gain: gain 1 points to finish", "C0306"),
    ("rest: rest to sleep", "C0306"),
    ("gain[4]: gain 1 points to finish", "C0301"),
    ("gain[2]: gain 1 points to finish", "C0303"),
    ("offer: offer any once until dry to offer errands", "C0315"),
    ("offer: offer any to offer or none", "C0303"),
    ("plot: otherwise to otherwise if dry", "C0315"),
    ('eat: "Eat." to "Dine."', "C0303"),
]


def amended(*edits: str) -> tuple[Composed, tuple[object, ...]]:
    layers = [
        [parsed(f"o{n}.cave", f"overlay o{n} 1.0\n    language 2\n    extends core\n\namend to play\n    {each}\n")]
        for n, each in enumerate(edits)
    ]
    return compose([parsed("core.cave", BASE)], layers)


@pytest.mark.parametrize(("edit", "line"), FITS)
def test_a_line_that_is_like_others_goes_by_its_number(edit: str, line: str) -> None:
    result, found = amended(f"change {edit}")
    assert found == () and line in print_item(result.declarations[0]).splitlines()


@pytest.mark.parametrize(("edit", "code"), DOES_NOT)
def test_what_is_meant_has_to_be_clear(edit: str, code: str) -> None:
    _, found = amended(f"change {edit}")
    assert [each.code for each in found] == [code]  # type: ignore[attr-defined]


def test_numbers_are_offered_where_a_name_is_not_enough() -> None:
    _, found = amended("change rest: rest to sleep")
    assert "`rest[1]`" in found[0].help and "`rest[2]`" in found[0].help  # type: ignore[attr-defined]


def test_numbers_are_those_of_the_base_whatever_others_add_or_drop() -> None:
    """In any order: a line that another overlay adds is not counted, nor is one missing that it drops."""
    edits = (
        "change gain[3]: gain 1 points to gain 7 points",
        "add before gain[1] gain 4 points",
        "drop gain[2]: gain 2 points",
    )
    results = [amended(*(edits[n] for n in order)) for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0))]
    assert [found for _, found in results] == [()] * 3 and len({result.hash for result, _ in results}) == 1
    assert [line.strip() for line in print_item(results[0][0].declarations[0]).splitlines() if "gain" in line] == [
        "gain 4 points",
        "gain 1 points",
        "gain 7 points",
    ]


LAST = "    otherwise\n        lose 9 points"
BRANCHES = [
    ("add after h otherwise\n        rest", "        finish\n    otherwise\n        rest"),
    ("drop plot: otherwise", "        rest\n    choose h"),
    ("add after plot.otherwise.lose sleep", f"{LAST}\n        sleep"),
    ("drop plot.otherwise.lose: lose 9 points", "        rest\n    choose h"),
]
NO_BRANCHES = [
    ("add after h otherwise if dry\n        rest", "C0315"),
    ("add after plot otherwise\n        rest", "C0302"),
    ("add before plot.otherwise otherwise if dry\n        rest", "C0315"),
    ("drop h: otherwise", "C0315"),
]


@pytest.mark.parametrize(("edit", "lines"), BRANCHES)
def test_a_choice_has_an_otherwise_like_an_if(edit: str, lines: str) -> None:
    result, found = amended(edit)
    assert found == () and lines in print_item(result.declarations[0])


@pytest.mark.parametrize(("edit", "code"), NO_BRANCHES)
def test_a_choice_has_one_otherwise_and_no_condition_there(edit: str, code: str) -> None:
    _, found = amended(edit)
    assert [each.code for each in found] == [code]  # type: ignore[attr-defined]
