"""Values of sets, columns, tie-breaks, triggers with names and lines that become blocks: how overlays meet in them."""

import pytest
from tests.language.compose.edits_to_try import BASE, overlay, put

from cavewright.language.compose import Composed
from cavewright.language.syntax import tree as t

TRAIL, RISE, SCORING = "amend kind trail", "amend to rise", "amend scoring"


def rows(result: Composed) -> list[str]:
    trail = next(each for each in result.declarations if each.label == "kind trail")
    return [" ".join(each.raw.split()) for each in trail.members if isinstance(each, t.Row)]


def test_values_of_a_set_come_from_any_number_of_overlays() -> None:
    """Each value is an addition by itself; what comes in stands by the alphabet, whoever is listed first."""
    one, found = put(
        BASE, [overlay("b", [(TRAIL, "add steep.into: rope")]), overlay("a", [(TRAIL, "add steep.into: lamp")])]
    )
    assert found == () and rows(one)[2] == "| steep | lamp rope | 2 |"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("add steep.into: lamp", "change steep.into: _ to rope"),
        ("add flat.into: lamp", "drop | flat |"),
        ("drop flat.into: rope", "change flat.into: rope to lamp"),
        ("change level: 0..9 to 0..5", "change level: 0..9 to 0..12"),
        ("drop level: column level: 0..9", "change flat.level: 1 to 4"),
        ("add column wet: yes_no = no", "add column wet: yes_no = yes"),
        ("drop level: column level: 0..9", "change level: 0..9 to 0..5"),
    ],
)
def test_a_conflict_shows_both_places(one: str, other: str) -> None:
    _, found = put(BASE, [overlay("a", [(TRAIL, one)]), overlay("b", [(TRAIL, other)])])
    assert [each.code for each in found] == ["C0305"]
    assert {label.span.source.name for label in found[0].labels} >= {"a.cave", "b.cave"}


@pytest.mark.parametrize(
    ("block", "one", "other"),
    [
        (SCORING, "add then highest purse", "add then lowest purse"),
        (RISE, "change turn: turn to if sun\n        finish", "change turn: turn to finish"),
        ("", "add whenever dig as gains\n    finish", "add whenever dig as gains\n    gain 1 point"),
    ],
)
def test_so_do_ties_lines_and_triggers(block: str, one: str, other: str) -> None:
    _, found = put(BASE, [overlay("a", [(block, one)]), overlay("b", [(block, other)])])
    assert [each.code for each in found] == ["C0305"]
    assert {label.span.source.name for label in found[0].labels} >= {"a.cave", "b.cave"}


@pytest.mark.parametrize("edit", ["add steep.into: lamp", "add column wet: yes_no = no", "change level: 0..9 to 0..12"])
def test_the_same_twice_is_no_conflict(edit: str) -> None:
    both, found = put(BASE, [overlay("a", [(TRAIL, edit)]), overlay("b", [(TRAIL, edit)])])
    assert [each.code for each in found] == ["C0307"] and both.hash == put(BASE, [overlay("a", [(TRAIL, edit)])])[
        0
    ].hash


def test_rows_of_overlays_that_do_not_know_a_column_hold_what_it_begins_with() -> None:
    result, found = put(
        BASE,
        [
            overlay("a", [(TRAIL, "add column wet: 0..3 = 2")]),
            overlay("b", [(TRAIL, "add | deep | lamp | 3 |")]),
            overlay("c", [(TRAIL, "add | far | lamp | 4 | 1 |")], ["a"]),
            overlay("d", [(TRAIL, "add column dry: yes_no")]),
        ],
    )
    assert found == ()
    assert rows(result) == [
        "| trail | into: set of tool | level: 0..9 | dry: yes_no | wet: 0..3 |",
        "| flat | rope | 1 | | 2 |",
        "| steep | | 2 | | 2 |",
        "| deep | lamp | 3 | | 2 |",
        "| far | lamp | 4 | | 1 |",
    ]


def test_what_another_overlay_removes_is_said_to_be_gone() -> None:
    """A column that is dropped before, and its cells."""
    _, found = put(
        BASE,
        [
            overlay("a", [(TRAIL, "drop level: column level: 0..9")]),
            overlay("b", [(TRAIL, "change flat.level: 1 to 4")], ["a"]),
        ],
    )
    assert [each.code for each in found] == ["C0301"] and any(
        label.span.source.name == "a.cave" for label in found[0].labels
    )


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ("add flat.level: lamp", "holds no set"),
        ("add flat.into: rope", "is there already"),
        ("drop flat.into: lamp", "expects `lamp`"),
        ("add flat.into: rope is rope", "a set takes values"),
        ("add flad.into: rope", "no row `flad`"),
        ("add column level: 0..3", "is there already"),
    ],
)
def test_what_does_not_fit_is_said(edit: str, words: str) -> None:
    _, found = put(BASE, [overlay("a", [(TRAIL, edit)])])
    assert [words in each.message for each in found] == [True]


@pytest.mark.parametrize(
    ("edit", "offered"),
    [
        ("change upp: gain 1 purse to finish", True),
        ("change upp: gain 2 purse to finish", False),
        ("drop upp: gain 1 purse", True),
        ("drop upp: finish", False),
    ],
)
def test_another_key_is_offered_only_where_the_edit_would_fit(edit: str, offered: bool) -> None:
    _, found = put(BASE, [overlay("a", [(RISE, edit)])])
    assert [each.help.startswith("did you mean `up`?") for each in found] == [offered]


def test_a_second_trigger_is_told_to_have_a_name() -> None:
    _, found = put(BASE, [overlay("a", [("", "add whenever dig\n    finish")])])
    assert [each.code for each in found] == ["C0302"] and "`whenever dig as NAME`" in found[0].help


@pytest.mark.parametrize(
    ("block", "edit", "offered"),
    [
        (TRAIL, "change flat.levle: 1 to 3", "level"),
        (TRAIL, "change flat.levle: 4 to 3", ""),
        (TRAIL, "change flatt.level: 1 to 3", "flat"),
        (TRAIL, "change flatt.level: 7 to 3", ""),
        ("", "change flatt.level: 1 to 3", "flat"),
        ("", "change flatt.level: 7 to 3", ""),
        ("amend kind trial", "change flat.level: 1 to 3", "trail"),
        ("amend kind trial", "drop into: column into: set of tool", "trail"),
        ("amend kind trial", "change flat.depth: 1 to 3", ""),
        ("amend to risee", "change turn: turn to finish", "rise"),
        ("amend to risee", "change trn: turn to finish", ""),
    ],
)
def test_a_name_is_offered_where_the_edit_would_fit(block: str, edit: str, offered: str) -> None:
    _, found = put(BASE, [overlay("a", [(block, edit)])])
    assert [each.code for each in found] == ["C0301"]
    assert found[0].help == f"did you mean `{offered}`?" if offered else "did you mean" not in found[0].help


@pytest.mark.parametrize("edit", ["keeps depth: 0..9 = 1", "| steeper | lamp | 3 |"])
def test_what_is_no_part_of_a_first_line_has_no_place_beside_a_column(edit: str) -> None:
    _, found = put(BASE, [overlay("a", [(TRAIL, f"add before into {edit}")])])
    assert [(each.code, each.message) for each in found] == [("C0315", "this does not go before `into`")]
