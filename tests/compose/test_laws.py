"""What holds for all overlays: listing order means nothing, the base stays, and overlays that get on commute."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from folders import CASES, base_of, law, overlays_of, parsed, told
from hypothesis import strategies as st

from cavewright.compose import Composed, compose
from cavewright.compose.compose import MOST_EDITS
from cavewright.compose.overlay_session import MOST_FINDINGS
from cavewright.compose.rules_hash import meaning
from cavewright.publish.differences import differences
from cavewright.source import Diagnostic, Source, errors
from cavewright.syntax import print_item
from cavewright.syntax import tree as t

TABLES = [Source("tiles.csv", "tile,open,n\nt1,a b,1\nt2,b,2\nt3,,3\n")]
MORE = """\
to wake
    day: if points > 7
        gain 1 point
    otherwise if points > 3
        gain 2 point
    otherwise if points > 1
        gain 3 point
    otherwise
        gain 4 point
    if purse > 3
        gain 5 point
    if purse > 1
        gain 6 point

menu games
menu sports

action throw(far in 1..3, what in tool) in chores, games "Throw"
    gain far point

define near(n: 0..9) = points > n

whenever dig, sleep
    gain 1 point

whenever sleep, throw
    gain 2 point

board field
    grid 3 by 3
    keeps wet: yes_no

kind trail
    | trail | into: set of tool | level: 0..9 |
    | flat  | rope              | 1           |
    | steep |                   | 2           |
    level: require trail.level < 9

whenever throw as echo
    gain 4 point

to rise
    turn
    up: gain 1 purse
"""
SMALL = base_of(CASES / "set_option")
BASE = [parsed("base.cave", SMALL[0].span.source.text + "    then highest points\n"), parsed("more.cave", MORE), parsed("tiles.cave", 'kind tile "Tiles."\n    rows "tiles.csv"\n    | tile | n: 0..9 | open: text |\n    | t0 | 0 | |\n')]
EDITS = {
    "": ["change players team: 1..4 to 2..4", "change players team: 1..4 to 1..5", "change option pace: slow to fast", "change t1.n: 1 to 4",
         'change constant days: "Days in a week." to "Days."', 'remove scoring because "peace"', "replace scoring\n    score gold = 2 * purse",
         "set pace = fast", "set pace = slow", "change days: 5 to 6", "change days: 5 to 7", "change days: 6 to 5",
         "change climb.points: 2 to 3", "change climb.needs: rope to _", 'remove action sleep because "no"',
         "replace action sleep in chores\n    gain 1 point", "add constant verses = 3", "add constant verses = 4",
         "replace constant days = 5", 'remove kind tool because "no"', 'remove action dig because "no"',
         "add whenever dig as gains\n    gain 3 point", "add whenever dig as gains\n    gain 4 point", "add whenever dig as rumble\n    finish",
         'remove whenever echo because "silence"', 'remove kind trail because "no"'],
    "amend scoring": ["add then highest purse", "add then lowest purse", "add before then then highest purse", "change then: points to purse",
                      "drop then: points", "change then[points]: points to points + purse", "add after then[points] then lowest purse"],
    "amend kind trail": [
        "add flat.into: lamp", "add steep.into: rope, lamp", "drop flat.into: rope", "change flat.into: rope to lamp", "change level: 0..9 to 0..10",
        "change level: 0..9 to 0..12", "add column wet: yes_no = no", "add column wet: yes_no = yes", "add column dry: 0..3 = 2",
        "drop level: column level: 0..9", "add | deep | lamp | 3 |", "change flat.level: 1 to 4", "drop | flat |",
        "change level: column level: 0..9 to column depth: 0..9", "drop level: require trail.level < 9"],
    "amend whenever echo": ["add whenever dig", "drop throw: whenever throw", "change gain: gain 4 point to gain 5 point", "add whenever sleep"],
    "amend to rise": [
        "change turn: turn to if sun\n        turn\n    otherwise\n        low: gain 1 point", "change turn: turn to if sun\n        finish",
        "change up: gain 1 purse to repeat 2 times\n        gain 1 purse", "drop up: gain 1 purse", "add before up low: finish", "change turn: turn to finish"],
    "amend action dig": [
        "drop tool: require rope in bag", "change day: require points > 0 to require points > 1", "drop n: let n = 2",
        "change point: cost 1 point to cost 2 point", 'change tool: "You need a rope." to "No rope."', 'change tool: "You need a rope." to "Rope!"',
        'change day: require points > 0 to require points > 2 "Too few."', "change tool: _ to [A-1]", "change cost: cost 1 point to cost 3 point",
        "move tool after day",
        "add lamp: require sun", "add lamp: require not sun", "add require sun", "add after tool require 1 > 0",
        "add before found finish", "add after gain finish", "add after gain lose 1 point", "move gain after found",
        "add after lamp set sun = no", "change n: let n = 2 to let n = 3", "move day before tool", "add cost 1 purse"],
    "amend to turn": [
        "drop night: points > 0", "change night: points > 0 to points > 1", "drop deep: lose 1 point", "add finish",
        "change deep: lose 1 point to lose 2 point", "add after rest gain 1 purse", "move rest before points",
        "add before dream wake: finish", "change points: set points = 2 to set points = 3", "add gain 1 purse",
        "move night after offer", "change night: if points > 0 to if points > 3", "drop night: if points > 0", "add after night gain 2 purse", "add before offer gain 3 purse"],
    "amend kind way": [
        "change climb.points: 2 to 3", "change climb.points: 2 to 4", "drop | climb |", "drop | climb | 2 |",
        "add | swim | 3 | |", "add | swim | 4 | |", "add | crawl | 3 | |", "add after walk | run | 1 | |",
        "add before climb | hop | 1 | |", "move climb before walk", "change walk.needs: _ to lamp"],
    "amend kind tile": [
        "change t1.n: 1 to 5", "change t2.open: b to a b", "drop | t2 |", "drop | t3 | 3 |", "add | t4 | 4 | |", "add after t1 | t5 | 5 | |",
        "move t3 before t2", 'change rows: "tiles.csv" to "others.csv"', 'drop rows: "tiles.csv"', 'add rows "others.csv"', "add | t9 | 4 | |",
        "change t0.n: 0 to 1"],
    "amend to play": ["change repeat: repeat days times to repeat 3 times", "drop repeat: repeat days times", "add turn"],
    "amend to wake": [
        "change day: otherwise if points > 3 to otherwise if points > 5", "change day: otherwise if points > 3 to otherwise if points > 1",
        "change otherwise[points > 1]: points > 1 to points > 4", "change otherwise[points > 1]: otherwise if points > 1 to otherwise if points > 3",
        "drop day: otherwise if points > 3", "drop day.otherwise: otherwise", "change day.otherwise: otherwise to otherwise if points > 0",
        "change day.otherwise: otherwise to otherwise if points > 5", "change day: otherwise to otherwise if points > 3",
        "add after day otherwise\n        gain 9 point", "change otherwise[points > 3].gain: gain 2 point to gain 3 point",
        "change day.otherwise.gain: gain 4 point to gain 5 point", "add after day otherwise if points > 6\n        gain 6 point",
        "add after otherwise[points > 3] otherwise if points > 2\n        gain 1 point", "add after if[purse > 1] otherwise\n        gain 7 point",
        "add after if[purse > 1] otherwise\n        gain 8 point", "change if[purse > 1]: purse > 1 to purse > 3", "change if[purse > 3]: purse > 3 to purse > 2",
        "add after otherwise[points > 1].gain lose 1 point", "drop if[purse > 1]: if purse > 1", "drop day: if points > 7",
        "change day: if points > 7 to repeat until points > 7", "move otherwise before day"],
    "amend action throw": [
        "change far: 1..3 to 1..4", "change far: with far in 1..3 to with far in 1..5", "change far: with far in 1..3 to with by far in 1..3", "drop what: tool",
        "add with high in 1..2", "add with low in 1..2", "add before far with high in 1..2", "move what before far", "add in sports", "drop chores: in chores",
        "add in games", "drop games: games", "change games: in games to in sports", "add far: finish"],
    "amend whenever dig": ["drop dig: whenever dig", "drop sleep: sleep", "change dig: dig to throw", "change dig: whenever dig to whenever nap",
                           "change sleep: sleep to throw", "add whenever throw", "add whenever nap [A-1]", "add whenever amble", "add with k: 0..9"],
    "amend whenever sleep": ["drop sleep: sleep", "drop throw: throw", "change sleep: sleep to dig", "change throw: throw to dig", "add whenever dig",
                             "add whenever nap"],
    "amend define near": ["change n: 0..9 to 0..5", "add with m: 0..9", "add after n with m: tool", "drop n: with n: 0..9", "change n: with n: 0..9 to with n: tool"],
    "amend board field": ["add free where dry", "add passage where not wet", "add passage where wet", "change passage: not wet to wet"],
    "amend players team": ["change points: keeps points: 0..days = 2 to keeps points: 0..9", "change points: 2 to 1", "drop purse: _", "add keeps lamp: 0..5", "add keeps torch: 0..5"],
}
CHOSEN = st.lists(st.sampled_from([(block, edit) for block, edits in EDITS.items() for edit in edits]),
                  max_size=4, unique=True)


def put(base: Sequence[t.File], overlays: Sequence[Sequence[t.File]]) -> tuple[Composed, tuple[Diagnostic, ...]]:
    return compose(base, overlays, [*TABLES, Source("others.csv", "tile,n,open\nt8,8,\nt9,9,a\n")])


def overlay(name: str, edits: Iterable[tuple[str, str]], after: Sequence[str] = ()) -> list[t.File]:
    lines = [f"overlay {name} 1.0", "    language 1", "    extends core ^1.0", *(f"    after {each}" for each in after)]
    for block, edit in edits:
        lines += ["", block, f"    {edit}"] if block else ["", edit]
    return [parsed(f"{name}.cave", "\n".join(lines) + "\n")]


@st.composite
def parties(draw: st.DrawFn) -> list[list[t.File]]:
    """Up to four overlays; each may come after some of those before it."""
    names = ["c", "a", "d", "b"][: draw(st.integers(1, 4))]
    return [overlay(name, draw(CHOSEN), [each for each in names[:at] if draw(st.booleans())])
            for at, name in enumerate(names)]


@law(80, parties())
def test_listing_order_means_nothing(overlays: list[list[t.File]]) -> None:
    results = [put(BASE, list(each)) for each in permutations(overlays)]
    assert len({result.hash for result, _ in results}) == 1
    assert len({told(found) for _, found in results}) == 1


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda each: each.name)
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


IDLE = ["", "set pace = slow", "change days: 5 to 5", "change climb.points: 2 to 2",
        "amend action dig\n    change cost: cost 1 point to cost 1 point\n    move day after tool",
        "amend to turn\n    drop deep: lose 1 point\n    add after rest finish\n    drop finish: finish\n"
        "    drop if: points > 1\n    add after rest if points > 1\n        deep: lose 1 point",
        "add constant verses = 3\n\nremove constant verses because \"no\"",
        "replace constant days = 5", 'change players team: 1..4 to 1..4', 'change constant days: "Days in a week." to "Days, many."',
        "amend kind tile\n    change t1.n: 1 to 1\n    drop | t3 |\n    add after t2 | t3 | 3 | |", "amend kind tile\n    change t2.open: b to a",
        'amend action dig\n    change tool: "You need a rope." to "No."\n    change tool: _ to [A-1]',
        "amend to turn\n    change night: if points > 0 to if points > 0", 'add note why "Because."', "amend to play\n    change repeat: repeat days times to repeat days times",
        "amend to wake\n    change day: otherwise if points > 3 to otherwise if points > 3\n    drop day.otherwise: otherwise\n"
        "    add after otherwise[points > 1] otherwise\n        gain 4 point",
        "amend action throw\n    drop far: 1..3\n    add before what with far in 1..3\n    drop games: games\n    add in games",
        "amend define near\n    change n: with n: 0..9 to with n: 0..9",
        "amend whenever dig\n    drop sleep: sleep\n    add whenever sleep\n    change dig: dig to dig",
        "amend kind trail\n    add steep.into: lamp\n    drop steep.into: lamp\n    change level: 0..9 to 0..9\n"
        "    add column wet: yes_no = no\n    drop wet: column wet: yes_no", "amend scoring\n    add then lowest purse\n    drop then[purse]: purse",
        "amend to rise\n    change turn: turn to if sun\n        turn\n    drop if: if sun\n    add before up turn",
        'add whenever dig as gains\n    finish\n\nremove whenever gains because "no"']


@pytest.mark.parametrize("edits", IDLE)
def test_an_overlay_that_changes_nothing_leaves_the_hash(edits: str) -> None:
    idle = parsed("idle.cave", f"overlay idle 1.0\n    language 1\n    extends core ^1.0\n\n{edits}\n")
    result, found = put(BASE, [[idle]])
    assert told(found) == ""
    assert result.hash == put(BASE, [])[0].hash


@law(200, CHOSEN, CHOSEN)
def test_two_overlays_without_order_get_on_whichever_comes_first(
        some: list[tuple[str, str]], others: list[tuple[str, str]]) -> None:
    """Their ids decide which one is applied first, and that must not matter."""
    one, found = put(BASE, [overlay("a", some), overlay("b", others)])
    two, found_too = put(BASE, [overlay("b", some), overlay("a", others)])
    assert bool(errors(found)) == bool(errors(found_too))
    if not errors(found):
        assert _unordered(one.declarations) == _unordered(two.declarations)


@pytest.mark.parametrize("block", ["amend kind trail", "amend to rise", "amend scoring", "amend whenever echo", "amend to wake", "amend action throw", "amend define near", "amend whenever dig", "amend whenever sleep"])
@pytest.mark.sample(3)
def test_any_two_edits_of_branches_and_first_lines_get_on_whichever_comes_first(block: str) -> None:
    """What is told by its condition, or by a name that changes, is rarely met by chance: so all pairs."""
    for some, others in combinations(EDITS[block], 2):
        one, found = put(BASE, [overlay("a", [(block, some)]), overlay("b", [(block, others)])])
        two, found_too = put(BASE, [overlay("b", [(block, some)]), overlay("a", [(block, others)])])
        assert bool(errors(found)) == bool(errors(found_too)), (some, others)
        assert errors(found) or _unordered(one.declarations) == _unordered(two.declarations), (some, others)


@law(140, CHOSEN, CHOSEN)
def test_two_overlays_without_order_that_get_on_could_have_had_one(
        some: list[tuple[str, str]], others: list[tuple[str, str]]) -> None:
    """Knowing of the other, a key may mean more; nothing else goes wrong."""
    free, found = put(BASE, [overlay("a", some), overlay("b", others)])
    if not found:
        bound, found = put(BASE, [overlay("a", some), overlay("b", others, ["a"])])
        assert {each.code for each in found} <= {"C0306"}, told(found)
        assert found or _unordered(free.declarations) == _unordered(bound.declarations)


def _unordered(declarations: Iterable[t.Declaration]) -> list[str]:
    """What they mean, without the order of members, of declarations, and of requirements and costs in a row."""
    return sorted(str(_loose(meaning(each, lambda rows: None))) for each in declarations)


def _loose(described: list[object]) -> list[object]:
    *said, members = described
    named = dict(said)  # type: ignore[call-overload]
    return [sorted(str(each) for each in said if each[0] != "block"), _sorted_runs(named.get("block", [])),  # type: ignore[index]
            sorted(map(str, members))]  # type: ignore[call-overload]


def _sorted_runs(lines: list[list[object]]) -> list[object]:
    runs: list[list[str]] = []
    for line in lines:
        leads = dict(line[1:])["statement"][0] in ("Require", "Cost")  # type: ignore[call-overload]
        if leads and runs and runs[-1][0][0] == "+":
            runs[-1].append(f"+{line}")
        else:
            runs.append([f"{'+' if leads else '-'}{line}"])
    return [sorted(each) for each in runs]


# ---- One plain ruleset -------------------------------------------------------------------------------------------------


def flat(result: Composed) -> str:
    """The composed ruleset as one file, as `show --flat` prints it."""
    settled = [replace(each, value=result.options[each.name]) if each.kind == "option" and each.name in result.options else each
               for each in result.declarations]
    return "\n\n".join(print_item(result.inlined(each)) for each in (result.head, *settled)) + "\n"


@law(70, parties())
def test_the_flat_text_means_the_same(overlays: list[list[t.File]]) -> None:
    result, found = put(BASE, overlays)
    if not errors(found):
        again, found = compose([parsed("flat.cave", flat(result))], [])
        assert not found and again.hash == result.hash


@law(100, parties())
def test_whatever_differs_from_the_base_is_somebodys(overlays: list[list[t.File]]) -> None:
    """Every clause that is new, gone, or another names the overlay that says so, and where."""
    result, found = put(BASE, overlays)
    if not errors(found):
        told = differences(put(BASE, [])[0], result).all
        assert [(each.rule, each.key) for each in told if each.by not in result.overlays or each.span is None] == []


# ---- A base that moves on --------------------------------------------------------------------------------------------

ALONE = [(block, edit) for block, edits in EDITS.items() for edit in edits if not put(BASE, [overlay("a", [(block, edit)])])[1]]
"""Edits that fit the base by themselves."""

MOVED_ON = {
    ("constant days = 5", "constant days = 8"): {"change days: 5 to 6", "change days: 5 to 7"},
    ("| climb | 2            |", "| climb | 5            |"): {
        "change climb.points: 2 to 3", "change climb.points: 2 to 4", "drop | climb | 2 |"},
    ("| rope                |", "| lamp                |"): {"change climb.needs: rope to _"},
    ("cost 1 point", "cost 2 purse"): {"change point: cost 1 point to cost 2 point", "change cost: cost 1 point to cost 3 point"},
    ("require rope in bag", "require lamp in bag"): {"drop tool: require rope in bag"},
    ('"You need a rope."', '"No!"'): {'change tool: "You need a rope." to "No rope."', 'change tool: "You need a rope." to "Rope!"'},
    ("players team 1..4", "players team 1..6"): {"change players team: 1..4 to 2..4", "change players team: 1..4 to 1..5"},
    ("keeps points: 0..days = 2", "keeps points: 0..days = 3"): {
        "change points: 2 to 1", "change points: keeps points: 0..days = 2 to keeps points: 0..9"},
    ("night: if points > 0", "night: if points > 9"): {
        "drop night: points > 0", "drop night: if points > 0", "change night: points > 0 to points > 1",
        "change night: if points > 0 to if points > 3"},
    ("deep: lose 1 point", "deep: lose 3 point"): {"change deep: lose 1 point to lose 2 point"},
    ("repeat days times", "repeat 9 times"): {"change repeat: repeat days times to repeat 3 times"},
    ("otherwise if points > 3", "otherwise if points > 6"): {
        "change day: otherwise if points > 3 to otherwise if points > 5", "change day: otherwise if points > 3 to otherwise if points > 1",
        "drop day: otherwise if points > 3", "change otherwise[points > 3].gain: gain 2 point to gain 3 point",
        "add after otherwise[points > 3] otherwise if points > 2\n        gain 1 point"},
    ("far in 1..3", "far in 1..2"): {
        "change far: 1..3 to 1..4", "change far: with far in 1..3 to with far in 1..5", "change far: with far in 1..3 to with by far in 1..3"},
    ("near(n: 0..9)", "near(n: 0..8)"): {
        "change n: 0..9 to 0..5", "drop n: with n: 0..9", "change n: with n: 0..9 to with n: tool"},
    ("whenever dig, sleep", "whenever dig, eat"): {"drop sleep: sleep", "change sleep: sleep to throw"},
    ("in chores, games", "in chores, plays"): {"drop games: games", "change games: in games to in sports"},
    ("option pace = slow", "option pace = fast"): {"change option pace: slow to fast"},
    ("| flat  | rope              | 1 ", "| flat  | lamp              | 1 "): {
        "add flat.into: lamp", "drop flat.into: rope", "change flat.into: rope to lamp"},
    ("level: 0..9 |", "level: 0..8 |"): {
        "change level: 0..9 to 0..10", "change level: 0..9 to 0..12", "drop level: column level: 0..9",
        "change level: column level: 0..9 to column depth: 0..9"},
    ("then highest points", "then highest purse"): {
        "change then: points to purse", "drop then: points", "change then[points]: points to points + purse", "add after then[points] then lowest purse"},
    ("whenever throw as echo", "whenever throw, dig as echo"): {"add whenever dig"},
    ("    turn\n    up:", "    doze\n    up:"): {
        "change turn: turn to if sun\n        turn\n    otherwise\n        low: gain 1 point", "change turn: turn to if sun\n        finish",
        "change turn: turn to finish"},
    ("Days in a week.", "Days."): {'change constant days: "Days in a week." to "Days."'},
}
"""What changes in the base, and the edits that repeat it."""


def changed_base(old: str, new: str) -> list[t.File]:
    texts = [file.span.source.text for file in BASE]
    assert sum(text.count(old) for text in texts) == 1
    return [parsed(f"base{number}.cave", text.replace(old, new)) for number, text in enumerate(texts)]


@pytest.mark.parametrize("change", MOVED_ON, ids=lambda each: each[1])
@pytest.mark.sample(4)
def test_a_changed_base_makes_exactly_the_edits_stale_that_touched_the_change(change: tuple[str, str]) -> None:
    base = changed_base(*change)
    found = {(block, edit): put(base, [overlay("a", [(block, edit)])])[1] for block, edit in ALONE}
    assert {edit for (_, edit), each in found.items() if each} == MOVED_ON[change]
    assert {each.code for some in found.values() for each in some} <= {"C0303", "C0301", "C0302"}


@law(70, st.sampled_from(sorted(MOVED_ON)), st.lists(st.sampled_from(ALONE), unique=True, max_size=6))
def test_stale_edits_are_told_one_by_one_whatever_stands_beside_them(change: tuple[str, str], edits: list[tuple[str, str]]) -> None:
    if put(BASE, [overlay("a", edits)])[1]:
        return
    found = put(changed_base(*change), [overlay("a", edits)])[1]
    assert sum(each.code in ("C0303", "C0301", "C0302") for each in found) == sum(edit in MOVED_ON[change] for _, edit in edits)


# ---- Limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "codes"), [(MOST_EDITS - 1, []), (MOST_EDITS, ["C0601"])])
def test_too_many_edits(count: int, codes: list[str]) -> None:
    rows = [("add", f"| row{number} | 1 | |") for number in range(count)]
    text = "amend kind way\n" + "".join(f"    {verb} {row}\n" for verb, row in rows)
    _, found = put(BASE, [[parsed("many.cave", f"overlay many 1.0\n    language 1\n    extends core\n\n{text}")]])
    assert [each.code for each in found] == codes


def test_at_most_a_hundred_errors() -> None:
    edits = [("amend kind way", f"change no{number}.points: 1 to 2") for number in range(300)]
    assert len(put(BASE, [overlay("a", edits), overlay("b", edits)])[1]) == MOST_FINDINGS
