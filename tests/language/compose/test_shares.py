"""What overlays add to prices, numbers, conditions and bounds: side by side, in any order, as one rule."""

from itertools import permutations

import pytest
from tests.language.compose.edits_to_try import BASE, overlay, put

from cavewright.language.compose import Composed
from cavewright.language.syntax import print_item

DIG, TURN, FOUND, SCORING, TRAIL = (
    "amend action dig",
    "amend to turn",
    "amend to found",
    "amend scoring",
    "amend kind trail",
)


def shown(result: Composed, label: str) -> str:
    return " ".join(print_item(next(each for each in result.declarations if each.label == label)).split())


TOGETHER = {
    "prices": (
        "action dig",
        [(DIG, "add to cost: cost 1 purse"), (DIG, "add to cost: cost 2 sun"), (DIG, "add to cost: + 1")],
        None,
    ),
    "more of one price": (
        "action dig",
        [(DIG, "add to cost: cost 1 point"), (DIG, "add to cost: cost 2 point")],
        "cost 4 point",
    ),
    "a sum, and a difference": (
        "action dig",
        [(DIG, "add to n: + purse"), (DIG, "add to n: - 1"), (DIG, "add to n: + 3")],
        "let n = 5 + purse - 1",
    ),
    "a condition, wider and narrower": (
        "action dig",
        [
            (DIG, "add to day: and sun"),
            (DIG, "add to day: or purse > 3"),
            (DIG, "change day: require points > 0 to require points > 0 and not sun"),
        ],
        "require (points > 0 or purse > 3) and not sun and sun",
    ),
    "bounds, and a value": (
        "players team",
        [
            ("", "change players team: 1..4 to 1..6"),
            ("", "add to players team: 0"),
            ("amend players team", "add to team: 5"),
        ],
        "players team 0..6",
    ),
    "bounds of a column": (
        "kind trail",
        [(TRAIL, "add to level: 10..12"), (TRAIL, "change level: 0..9 to 0..10")],
        "level: 0..12",
    ),
    "a constant": ("constant days", [("", "add to days: + 2"), ("", "add to constant days: - 1")], "constant days = 6"),
    "among whom": (
        "scoring",
        [(SCORING, "change among: points > 0 to points > 0 and sun"), (SCORING, "add to among: and purse > 1")],
        "among points > 0 and purse > 1 and sun",
    ),
}


@pytest.mark.parametrize("name", [name for name, (*_, wanted) in TOGETHER.items() if wanted])
def test_shares_are_one_rule_in_any_order_and_under_any_names(name: str) -> None:
    label, edits, wanted = TOGETHER[name]
    results = []
    for names in permutations("abc"[: len(edits)]):
        result, found = put(BASE, [overlay(each, [edit]) for each, edit in zip(names, edits, strict=True)])
        assert found == ()
        results.append(result)
    assert {each.hash for each in results} == {results[0].hash}
    assert wanted in shown(results[0], label)


CLASHES = {
    "another value": ([("", "add to days: + 1")], [("", "change days: 5 to 7")]),
    "another price": ([(DIG, "add to cost: cost 1 purse")], [(DIG, "change cost: cost 1 point to cost 3 point")]),
    "gone": ([(DIG, "add to day: and sun")], [(DIG, "drop day: require points > 0")]),
    "narrower bounds": ([("", "add to players team: 5")], [("", "change players team: 1..4 to 2..4")]),
}


@pytest.mark.parametrize("name", CLASHES)
def test_a_share_and_another_value_clash(name: str) -> None:
    one, other = CLASHES[name]
    for first, second in ((one, other), (other, one)):
        _, found = put(BASE, [overlay("a", first), overlay("b", second)])
        assert [each.code for each in found] == ["C0305"]


def test_alike_happens_once_but_sums_add_up() -> None:
    twice = {}
    for edit in ("add to tool: or sun", "add to n: + 1"):
        result, found = put(BASE, [overlay("a", [(DIG, edit)]), overlay("b", [(DIG, edit)])])
        twice[edit] = [each.code for each in found], shown(result, "action dig")
    assert twice["add to tool: or sun"][0] == ["C0307"] and "or sun or sun" not in twice["add to tool: or sun"][1]
    assert twice["add to n: + 1"][0] == [] and "let n = 4" in twice["add to n: + 1"][1]


@pytest.mark.parametrize("others", [[], [("", "add to days: + 2")], [("", "change days: 5 to 9")]])
def test_behind_others_a_change_holds_whether_they_are_played_or_not(others: list[tuple[str, str]]) -> None:
    edits = [overlay("late", [(DIG, "change cost: cost 1 point to cost 7 point")], ["early"])]
    early = [(DIG, "change cost: cost 1 point to cost 2 point"), *others]
    for played in ([*edits, overlay("early", early)], edits):
        result, found = put(BASE, played)
        assert [each.code for each in found if each.code != "C0309"] == [] and "cost 7 point" in shown(
            result, "action dig"
        )


REFUSED = [
    (DIG, "add to cost: and sun", "cost", "add to cost: + 1"),
    (DIG, "add to found: + 1", "found", "change found: found(n) to …"),
    (DIG, "add to gain: cost 1 purse", "gain", "add to gain: + 1"),
    (DIG, "add to cost: 4", "cost", "add to cost: + 1"),
    (DIG, "add to day: cost 1 purse", "day", "add to day: and C"),
    (DIG, "change cost: cost 1 point to 2", "cost", "change cost: cost 1 point to cost …"),
    (TURN, "add to night: 4", "night", "add to night: and C"),
    (TURN, "change night: points > 0 to finish", "night", "add after night finish"),
    (TRAIL, "add to level: 20..22", "level", "add to level: 10..22"),
    ("", "add to players team: 8", "players team", "add to players team: 5..8"),
    ("", "add to days: 4", "constant days", "add to constant days: + 1"),
]
WHOLE = {"found(n) to …": "found(n) to found(2)", "cost …": "cost 2 point", "and C": "and sun"}
"""What stands where a remedy leaves something open."""


@pytest.mark.parametrize("place, edit, named, way", REFUSED)
def test_what_has_no_room_for_it_is_refused_with_what_to_write(place: str, edit: str, named: str, way: str) -> None:
    _, found = put(BASE, [overlay("a", [(place, edit)])])
    assert [each.code for each in found] == ["C0315"] and named in found[0].message and f"`{way}`" in found[0].help
    for left_open, written in WHOLE.items():
        way = way.replace(left_open, written)
    assert "…" not in way and put(BASE, [overlay("a", [(place, way)])])[1] == ()
