"""What holds for all overlays: listing order means nothing, the base stays, and overlays that get on commute."""

from collections.abc import Iterable, Sequence
from itertools import permutations

import pytest
from folders import CASES, base_of, overlays_of, parsed, told
from hypothesis import given, settings
from hypothesis import strategies as st

from cavewright.compose import compose
from cavewright.compose.compose import MOST_EDITS
from cavewright.compose.desk import MOST_FINDINGS
from cavewright.compose.meaning import meaning
from cavewright.source import errors
from cavewright.syntax import tree as t

BASE = base_of(CASES / "set_option")
EDITS = {
    "": ["set pace = fast", "set pace = slow", "change days: 5 to 6", "change days: 5 to 7", "change days: 6 to 5",
         "change climb.points: 2 to 3", "change climb.needs: rope to _", 'remove action sleep because "no"',
         "replace action sleep in chores\n    gain 1 point", "add constant verses = 3", "add constant verses = 4",
         "replace constant days = 5", 'remove kind tool because "no"', 'remove action dig because "no"'],
    "amend action dig": [
        "drop tool: require rope in bag", "change day: require points > 0 to require points > 1", "drop n: let n = 2",
        "change point: cost 1 point to cost 2 point", "change cost: cost 1 point to cost 3 point",
        "move tool after day",
        "add lamp: require sun", "add lamp: require not sun", "add require sun", "add after tool require 1 > 0",
        "add before found finish", "add after gain finish", "add after gain lose 1 point", "move gain after found",
        "add after lamp set sun = no", "change n: let n = 2 to let n = 3", "move day before tool", "add cost 1 purse"],
    "amend to turn": [
        "drop night: points > 0", "change night: points > 0 to points > 1", "drop deep: lose 1 point", "add finish",
        "change deep: lose 1 point to lose 2 point", "add after rest gain 1 purse", "move rest before points",
        "add before dream wake: finish", "change points: set points = 2 to set points = 3", "add gain 1 purse",
        "move night after offer", "add after night gain 2 purse", "add before offer gain 3 purse"],
    "amend kind way": [
        "change climb.points: 2 to 3", "change climb.points: 2 to 4", "drop | climb |", "drop | climb | 2 |",
        "add | swim | 3 | |", "add | swim | 4 | |", "add | crawl | 3 | |", "add after walk | run | 1 | |",
        "add before climb | hop | 1 | |", "move climb before walk", "change walk.needs: _ to lamp"],
    "amend players team": ["change points: 2 to 1", "drop purse: _", "add keeps lamp: 0..5", "add keeps torch: 0..5"],
}
CHOSEN = st.lists(st.sampled_from([(block, edit) for block, edits in EDITS.items() for edit in edits]),
                  max_size=4, unique=True)


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


@settings(max_examples=120)
@given(parties())
def test_listing_order_means_nothing(overlays: list[list[t.File]]) -> None:
    results = [compose(BASE, list(each)) for each in permutations(overlays)]
    assert len({result.hash for result, _ in results}) == 1
    assert len({told(found) for _, found in results}) == 1


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda each: each.name)
def test_listing_order_means_nothing_in_any_case(case: object) -> None:
    base, overlays = base_of(case), overlays_of(case)  # type: ignore[arg-type]
    orders = [overlays, overlays[::-1], overlays[1:] + overlays[:1]]
    assert len({told(compose(base, each)[1]) for each in orders}) == 1


@settings(max_examples=120)
@given(parties())
def test_the_base_stays(overlays: list[list[t.File]]) -> None:
    before = compose(BASE, [])[0].hash
    compose(BASE, overlays)
    assert base_of(CASES / "set_option") == BASE
    assert compose(BASE, [])[0].hash == before


IDLE = ["", "set pace = slow", "change days: 5 to 5", "change climb.points: 2 to 2",
        "amend action dig\n    change cost: cost 1 point to cost 1 point\n    move day after tool",
        "amend to turn\n    drop deep: lose 1 point\n    add after rest finish\n    drop finish: finish\n"
        "    drop if: points > 1\n    add after rest if points > 1\n        deep: lose 1 point",
        "add constant verses = 3\n\nremove constant verses because \"no\"",
        "replace constant days = 5"]


@pytest.mark.parametrize("edits", IDLE)
def test_an_overlay_that_changes_nothing_leaves_the_hash(edits: str) -> None:
    idle = parsed("idle.cave", f"overlay idle 1.0\n    language 1\n    extends core ^1.0\n\n{edits}\n")
    result, found = compose(BASE, [[idle]])
    assert told(found) == ""
    assert result.hash == compose(BASE, [])[0].hash


@settings(max_examples=300)
@given(CHOSEN, CHOSEN)
def test_two_overlays_without_order_get_on_whichever_comes_first(
        some: list[tuple[str, str]], others: list[tuple[str, str]]) -> None:
    """Their ids decide which one is applied first, and that must not matter."""
    one, found = compose(BASE, [overlay("a", some), overlay("b", others)])
    two, found_too = compose(BASE, [overlay("b", some), overlay("a", others)])
    assert bool(errors(found)) == bool(errors(found_too))
    if not errors(found):
        assert _unordered(one.declarations) == _unordered(two.declarations)


@settings(max_examples=200)
@given(CHOSEN, CHOSEN)
def test_two_overlays_without_order_that_get_on_could_have_had_one(
        some: list[tuple[str, str]], others: list[tuple[str, str]]) -> None:
    """Knowing of the other, a key may mean more; nothing else goes wrong."""
    free, found = compose(BASE, [overlay("a", some), overlay("b", others)])
    if not found:
        bound, found = compose(BASE, [overlay("a", some), overlay("b", others, ["a"])])
        assert {each.code for each in found} <= {"C0306"}, told(found)
        assert found or _unordered(free.declarations) == _unordered(bound.declarations)


def _unordered(declarations: Iterable[t.Declaration]) -> list[str]:
    """What they mean, without the order of members, of declarations, and of requirements and costs in a row."""
    return sorted(str(_loose(meaning(each, lambda rows: None))) for each in declarations)


def _loose(described: list[object]) -> list[object]:
    *rest, block, members = described[:-2], described[-2], described[-1]
    return [rest, _sorted_runs(block), sorted(map(str, members))]  # type: ignore[call-overload]


def _sorted_runs(lines: object) -> list[object]:
    runs: list[list[str]] = []
    assert isinstance(lines, list)
    for line in lines:
        leads = line[2][0] in ("Require", "Cost")
        if leads and runs and runs[-1][0][0] == "+":
            runs[-1].append(f"+{line}")
        else:
            runs.append([f"{'+' if leads else '-'}{line}"])
    return [sorted(each) for each in runs]


@pytest.mark.parametrize(("count", "codes"), [(MOST_EDITS - 1, []), (MOST_EDITS, ["C0601"])])
def test_too_many_edits(count: int, codes: list[str]) -> None:
    rows = [("add", f"| row{number} | 1 | |") for number in range(count)]
    text = "amend kind way\n" + "".join(f"    {verb} {row}\n" for verb, row in rows)
    _, found = compose(BASE, [[parsed("many.cave", f"overlay many 1.0\n    language 1\n    extends core\n\n{text}")]])
    assert [each.code for each in found] == codes


def test_at_most_a_hundred_errors() -> None:
    edits = [("amend kind way", f"change no{number}.points: 1 to 2") for number in range(300)]
    assert len(compose(BASE, [overlay("a", edits), overlay("b", edits)])[1]) == MOST_FINDINGS
