"""What holds for all overlays: listing order means nothing, the base stays, and overlays that get on commute."""

from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import combinations, permutations

import pytest
from hypothesis import strategies as st
from tests.language.compose.edits_to_try import BASE, CHOSEN, EDITS, SMALL, overlay, put, unordered
from tests.language.compose.folders import CASES, base_of, law, overlays_of, parsed, told

from cavewright import load_game
from cavewright.foundation.source import errors
from cavewright.language.compose import Composed, compose
from cavewright.language.compose.compose import MOST_EDITS
from cavewright.language.compose.overlay_session import MOST_FINDINGS
from cavewright.language.syntax import print_item
from cavewright.language.syntax import tree as t
from cavewright.publish.changes.difference_sentences import DifferenceSentences
from cavewright.publish.changes.differences import differences


@st.composite
def parties(draw: st.DrawFn) -> list[list[t.File]]:
    """Up to four overlays; each may come after some of those before it."""
    names = ["c", "a", "d", "b"][: draw(st.integers(1, 4))]
    return [
        overlay(name, draw(CHOSEN), [each for each in names[:at] if draw(st.booleans())])
        for at, name in enumerate(names)
    ]


@pytest.mark.long
@law(80, parties())
def test_listing_order_means_nothing(overlays: list[list[t.File]]) -> None:
    results = [put(BASE, list(each)) for each in permutations(overlays)]
    assert len({result.hash for result, _ in results}) == 1
    assert len({told(found) for _, found in results}) == 1


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda each: each.name)
@pytest.mark.gate(
    "C0202_called_alike",
    "C0301_gone_before",
    "C0301_rows_in_a_file",
    "C0302_exists_already",
    "C0303_stale_after_another",
    "C0305_branches_and_parts",
    "C0305_moved_into_each_other",
    "C0305_whole_against_part",
    "C0307_the_same_twice",
    "C0310_two_editions",
    "C0312_an_overlay_is_no_base",
    "C0312_heads_are_not_added",
    "C0313_edits_in_a_base",
    "C0314_nothing_left",
    "C0315_actions_to_follow",
    "C0316_strange_head",
    "add_clause",
    "an_edition_below",
    "change_cell",
    "drop_block",
    "for_several_bases",
    "removed_and_added_again",
    "two_sides_of_one_action",
)
def test_listing_order_means_nothing_in_any_case(case: object) -> None:
    base, overlays = base_of(case), overlays_of(case)  # type: ignore[arg-type]
    orders = [overlays, overlays[::-1], overlays[1:] + overlays[:1]]
    assert len({told(put(base, each)[1]) for each in orders}) == 1


@law(80, parties())
def test_the_base_stays(overlays: list[list[t.File]]) -> None:
    before, texts = put(BASE, [])[0].hash, [file.span.source.text for file in BASE]
    put(BASE, overlays)
    assert base_of(CASES / "set_option") == SMALL and [file.span.source.text for file in BASE] == texts
    assert put(BASE, [])[0].hash == before


IDLE = [
    "",
    "set pace = slow",
    "change days: 5 to 5",
    "change climb.points: 2 to 2",
    "amend action dig\n    change cost: cost 1 point to cost 1 point\n    move day after tool",
    "amend to turn\n    drop deep: lose 1 point\n    add after rest finish\n    drop finish: finish\n"
    "    drop if: points > 1\n    add after rest if points > 1\n        deep: lose 1 point",
    'add constant verses = 3\n\nremove constant verses because "no"',
    "replace constant days = 5",
    "change players team: 1..4 to 1..4",
    'change constant days: "Days in a week." to "Days, many."',
    "amend kind tile\n    change t1.n: 1 to 1\n    drop | t3 |\n    add after t2 | t3 | 3 | |",
    "amend kind tile\n    change t2.open: b to a",
    'amend action dig\n    change tool: "You need a rope." to "No."\n    change tool: _ to [A-1]',
    "amend to turn\n    change night: if points > 0 to if points > 0",
    'add note why "Because."',
    "amend to play\n    change repeat: repeat days times to repeat days times",
    "amend to wake\n    change day: otherwise if points > 3 to otherwise if points > 3\n    drop day.otherwise: otherwise\n"
    "    add after otherwise[points > 1] otherwise\n        gain 4 point",
    "amend action throw\n    drop far: 1..3\n    add before what with far in 1..3\n    drop games: games\n    add in games",
    "amend define near\n    change n: with n: 0..9 to with n: 0..9",
    "amend whenever dig\n    drop sleep: sleep\n    add whenever sleep\n    change dig: dig to dig",
    "amend kind trail\n    add steep.into: lamp\n    drop steep.into: lamp\n    change level: 0..9 to 0..9\n"
    "    add column wet: yes_no = no\n    drop wet: column wet: yes_no",
    "amend scoring\n    add then lowest purse\n    drop then[purse]: purse",
    "amend to rise\n    change turn: turn to if sun\n        turn\n    drop if: if sun\n    add before up turn",
    'add whenever dig as gains\n    finish\n\nremove whenever gains because "no"',
]


@pytest.mark.parametrize("edits", IDLE)
def test_an_overlay_that_changes_nothing_leaves_the_hash(edits: str) -> None:
    idle = parsed("idle.cave", f"overlay idle 1.0\n    language 1\n    extends core ^1.0\n\n{edits}\n")
    result, found = put(BASE, [[idle]])
    assert told(found) == ""
    assert result.hash == put(BASE, [])[0].hash


@law(200, CHOSEN, CHOSEN)
def test_two_overlays_without_order_get_on_whichever_comes_first(
    some: list[tuple[str, str]], others: list[tuple[str, str]]
) -> None:
    """Their ids decide which one is applied first, and that must not matter."""
    one, found = put(BASE, [overlay("a", some), overlay("b", others)])
    two, found_too = put(BASE, [overlay("b", some), overlay("a", others)])
    assert bool(errors(found)) == bool(errors(found_too))
    if not errors(found):
        assert unordered(one.declarations) == unordered(two.declarations)


@pytest.mark.parametrize(
    "block",
    [
        "amend to rise",
        "amend kind trail",
        "amend scoring",
        "amend whenever echo",
        "amend to wake",
        "amend define near",
        "amend action throw",
        "amend whenever dig",
        "amend whenever sleep",
    ],
)
@pytest.mark.gate("amend to rise")
def test_any_two_edits_of_branches_and_first_lines_get_on_whichever_comes_first(block: str) -> None:
    """What is told by its condition, or by a name that changes, is rarely met by chance: so all pairs."""
    for some, others in combinations(EDITS[block], 2):
        one, found = put(BASE, [overlay("a", [(block, some)]), overlay("b", [(block, others)])])
        two, found_too = put(BASE, [overlay("b", [(block, some)]), overlay("a", [(block, others)])])
        assert bool(errors(found)) == bool(errors(found_too)), (some, others)
        assert errors(found) or unordered(one.declarations) == unordered(two.declarations), (some, others)


@law(140, CHOSEN, CHOSEN)
def test_two_overlays_without_order_that_get_on_could_have_had_one(
    some: list[tuple[str, str]], others: list[tuple[str, str]]
) -> None:
    """Knowing of the other, a key may mean more; nothing else goes wrong."""
    free, found = put(BASE, [overlay("a", some), overlay("b", others)])
    if not found:
        bound, found = put(BASE, [overlay("a", some), overlay("b", others, ["a"])])
        assert {each.code for each in found} <= {"C0306"}, told(found)
        assert found or unordered(free.declarations) == unordered(bound.declarations)


# ---- One plain ruleset -------------------------------------------------------------------------------------------------


def flat(result: Composed) -> str:
    """The composed ruleset as one file, as `show --flat` prints it."""
    settled = [
        replace(each, value=result.options[each.name])
        if each.kind == "option" and each.name in result.options
        else each
        for each in result.declarations
    ]
    return "\n\n".join(print_item(result.with_file_rows(each)) for each in (result.head, *settled)) + "\n"


@law(70, parties())
def test_the_flat_text_means_the_same(overlays: list[list[t.File]]) -> None:
    result, found = put(BASE, overlays)
    if not errors(found):
        again, found = compose([parsed("flat.cave", flat(result))], [])
        assert not found and again.hash == result.hash


def test_a_branch_that_was_changed_first_is_dropped_by_somebody() -> None:
    """What is gone bears the key that it had, though its condition reads otherwise since."""
    edits = (
        "change day: otherwise if points > 3 to otherwise if points > 5",
        "drop day: otherwise if points > 3",
    )
    result, found = put(BASE, [overlay("a", [("amend to wake", each) for each in edits])])
    assert not found and list(result.removed) == ["to wake.otherwise[points > 3]"]


@law(100, parties())
def test_whatever_differs_from_the_base_is_somebodys(overlays: list[list[t.File]]) -> None:
    """Every clause that is new, gone, or another names the overlay that says so, and where."""
    result, found = put(BASE, overlays)
    if not errors(found):
        words = load_game("tic-tac-toe").wording("en")
        told = differences(put(BASE, [])[0], result, DifferenceSentences(words, words)).all
        assert [(each.rule, each.key) for each in told if each.by not in result.overlays or each.span is None] == []


# ---- A base that moves on --------------------------------------------------------------------------------------------


@cache
def alone() -> list[tuple[str, str]]:
    """Edits that fit the base by themselves."""
    return [
        (block, edit)
        for block, edits in EDITS.items()
        for edit in edits
        if not put(BASE, [overlay("a", [(block, edit)])])[1]
    ]


MOVED_ON = {
    ("constant days = 5", "constant days = 8"): {"change days: 5 to 6", "change days: 5 to 7"},
    ("| climb | 2            |", "| climb | 5            |"): {
        "change climb.points: 2 to 3",
        "change climb.points: 2 to 4",
        "drop | climb | 2 |",
    },
    ("| rope                |", "| lamp                |"): {"change climb.needs: rope to _"},
    ("cost 1 point", "cost 2 purse"): {
        "change point: cost 1 point to cost 2 point",
        "change cost: cost 1 point to cost 3 point",
    },
    ("require rope in bag", "require lamp in bag"): {"drop tool: require rope in bag"},
    ('"You need a rope."', '"No!"'): {
        'change tool: "You need a rope." to "No rope."',
        'change tool: "You need a rope." to "Rope!"',
    },
    ("players team 1..4", "players team 1..6"): {
        "change players team: 1..4 to 2..4",
        "change players team: 1..4 to 1..5",
    },
    ("keeps points: 0..days = 2", "keeps points: 0..days = 3"): {
        "change points: 2 to 1",
        "change points: keeps points: 0..days = 2 to keeps points: 0..9",
    },
    ("night: if points > 0", "night: if points > 9"): {
        "drop night: points > 0",
        "drop night: if points > 0",
        "change night: points > 0 to points > 1",
        "change night: if points > 0 to if points > 3",
    },
    ("deep: lose 1 point", "deep: lose 3 point"): {"change deep: lose 1 point to lose 2 point"},
    ("repeat days times", "repeat 9 times"): {"change repeat: repeat days times to repeat 3 times"},
    ("otherwise if points > 3", "otherwise if points > 6"): {
        "change day: otherwise if points > 3 to otherwise if points > 5",
        "change day: otherwise if points > 3 to otherwise if points > 1",
        "drop day: otherwise if points > 3",
        "change otherwise[points > 3].gain: gain 2 point to gain 3 point",
        "add after otherwise[points > 3] otherwise if points > 2\n        gain 1 point",
    },
    ("far in 1..3", "far in 1..2"): {
        "change far: 1..3 to 1..4",
        "change far: with far in 1..3 to with far in 1..5",
        "change far: with far in 1..3 to with by far in 1..3",
    },
    ("near(n: 0..9)", "near(n: 0..8)"): {
        "change n: 0..9 to 0..5",
        "drop n: with n: 0..9",
        "change n: with n: 0..9 to with n: tool",
    },
    ("whenever dig, sleep", "whenever dig, eat"): {"drop sleep: sleep", "change sleep: sleep to throw"},
    ("in chores, games", "in chores, plays"): {"drop games: games", "change games: in games to in sports"},
    ("option pace = slow", "option pace = fast"): {"change option pace: slow to fast"},
    ("| flat  | rope              | 1 ", "| flat  | lamp              | 1 "): {
        "add flat.into: lamp",
        "drop flat.into: rope",
        "change flat.into: rope to lamp",
    },
    ("level: 0..9 |", "level: 0..8 |"): {
        "change level: 0..9 to 0..10",
        "change level: 0..9 to 0..12",
        "add to level: 10..11",
        "drop level: column level: 0..9",
        "change level: column level: 0..9 to column depth: 0..9",
    },
    ("then highest points", "then highest purse"): {
        "change then: points to purse",
        "drop then: points",
        "change then[points]: points to points + purse",
        "add after then[points] then lowest purse",
    },
    ("whenever throw as echo", "whenever throw, dig as echo"): {"add whenever dig"},
    ("    turn\n    up:", "    doze\n    up:"): {
        "change turn: turn to if sun\n        turn\n    otherwise\n        low: gain 1 point",
        "change turn: turn to if sun\n        finish",
        "change turn: turn to finish",
    },
    ("Days in a week.", "Days."): {'change constant days: "Days in a week." to "Days."'},
}
"""What changes in the base, and the edits that repeat it."""


def changed_base(old: str, new: str) -> list[t.File]:
    texts = [file.span.source.text for file in BASE]
    assert sum(text.count(old) for text in texts) == 1
    return [parsed(f"base{number}.cave", text.replace(old, new)) for number, text in enumerate(texts)]


@pytest.mark.parametrize("change", MOVED_ON, ids=lambda each: each[1])
@pytest.mark.long
def test_a_changed_base_makes_exactly_the_edits_stale_that_touched_the_change(change: tuple[str, str]) -> None:
    base = changed_base(*change)
    found = {(block, edit): put(base, [overlay("a", [(block, edit)])])[1] for block, edit in alone()}
    assert {edit for (_, edit), each in found.items() if each} == MOVED_ON[change]
    codes = {(edit.startswith("add to"), each.code) for (_, edit), some in found.items() for each in some}
    assert codes <= {(False, "C0303"), (False, "C0301"), (False, "C0302"), (True, "C0315")}


@pytest.mark.long
@law(
    70,
    st.sampled_from(sorted(MOVED_ON)),
    st.deferred(lambda: st.lists(st.sampled_from(alone()), unique=True, max_size=6)),
)
def test_stale_edits_are_told_one_by_one_whatever_stands_beside_them(
    change: tuple[str, str], edits: list[tuple[str, str]]
) -> None:
    if put(BASE, [overlay("a", edits)])[1]:
        return
    found = put(changed_base(*change), [overlay("a", edits)])[1]
    assert sum(each.code in ("C0303", "C0301", "C0302") for each in found) == sum(
        edit in MOVED_ON[change] for _, edit in edits
    )


# ---- Limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "codes"), [(-1, []), (0, ["C0601"])])
@pytest.mark.parametrize("most", [20, pytest.param(MOST_EDITS, marks=pytest.mark.long)])
def test_too_many_edits(count: int, codes: list[str], most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("cavewright.language.compose.compose"), "MOST_EDITS", most)
    rows = [("add", f"| row{number} | 1 | |") for number in range(most + count)]
    text = "amend kind way\n" + "".join(f"    {verb} {row}\n" for verb, row in rows)
    _, found = put(BASE, [[parsed("many.cave", f"overlay many 1.0\n    language 1\n    extends core\n\n{text}")]])
    assert [each.code for each in found] == codes


@pytest.mark.long
def test_at_most_a_hundred_errors() -> None:
    edits = [("amend kind way", f"change no{number}.points: 1 to 2") for number in range(300)]
    assert len(put(BASE, [overlay("a", edits), overlay("b", edits)])[1]) == MOST_FINDINGS
