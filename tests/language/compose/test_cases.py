"""Every verb and every code of composition, as folders under `cases/`.

`expected.cave` is the ruleset as somebody would have written it by hand: it must mean the same. `expected.txt` is all
that is found, with every place; without it nothing may be found.
"""

from pathlib import Path

import pytest
from tests.language.compose.folders import CASES, base_of, composed, overlays_of, parsed, read, told

from cavewright.language.compose import compose, named_clauses
from cavewright.language.syntax import tree as t

ALL = sorted(CASES.iterdir())
WORKING = [each for each in ALL if (each / "expected.cave").exists()]
CODES = ["C0202", *(f"C03{number:02}" for number in range(1, 19))]


@pytest.mark.parametrize("case", ALL, ids=lambda each: each.name)
def test_what_is_found(case: Path) -> None:
    expected = case / "expected.txt"
    assert told(composed(case)[1]) == (expected.read_text("utf-8") if expected.exists() else "")


@pytest.mark.parametrize("case", WORKING, ids=lambda each: each.name)
def test_the_result_is_as_if_written_by_hand(case: Path) -> None:
    flat, found = compose(read([case / "expected.cave"]), [])
    assert found == ()
    assert composed(case)[0].hash == flat.hash


@pytest.mark.parametrize("case", WORKING, ids=lambda each: each.name)
def test_the_result_differs_from_the_base(case: Path) -> None:
    assert composed(case)[0].hash != compose(base_of(case), [])[0].hash


def test_every_code_has_a_case() -> None:
    shown = {
        line.split()[1]
        for each in ALL
        if (each / "expected.txt").exists()
        for line in (each / "expected.txt").read_text("utf-8").splitlines()
        if not line.startswith(" ")
    }
    assert sorted(shown) == CODES


@pytest.mark.parametrize("case", ALL, ids=lambda each: each.name)
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
def test_every_finding_has_a_place_and_help_that_fits_a_line(case: Path) -> None:
    for each in composed(case)[1]:
        assert each.labels and each.help and "\n" not in each.help + each.message
        assert all(0 <= label.span.start <= label.span.end <= len(label.span.source.text) for label in each.labels)


# ---- What else the result tells ------------------------------------------------------------------------------------

AFTER = CASES / "after_another"


def test_every_change_is_remembered() -> None:
    kept = composed(AFTER)[0].provenance
    assert {key: [(did.overlay, did.verb, did.span.line) for did in history] for key, history in kept.items()} == {
        ("constant days", "value"): [("first", "change", 5), ("extra", "change", 6)],
        ("action dig", "lamp"): [("first", "add", 8)],
        ("action dig", "light"): [("extra", "add", 9)],
        ("action dig", "cost"): [("first", "change", 9), ("extra", "change", 10)],
    }


@pytest.mark.parametrize("case", WORKING, ids=lambda each: each.name)
def test_provenance_is_kept_under_names_that_there_are(case: Path) -> None:
    result = composed(case)[0]
    named = {each.label: {key for key, _ in named_clauses(each)} for each in result.declarations}
    for label, key in result.provenance:
        assert key in ("", "value", "text") or key.split(".")[0] in named[label]


def test_what_is_gone_is_remembered() -> None:
    removed = composed(CASES / "remove_declaration")[0].removed
    assert {label: (did.overlay, did.because) for label, did in removed.items()} == {
        "action sleep": ("awake", "nobody is tired"),
        "preset short": ("awake", "we have time"),
    }
    assert sorted(composed(CASES / "drop_clause")[0].removed) == [
        "action dig.gain",
        "action dig.tool",
        "kind way.climb",
        "players team.points",
        "players team.purse",
        "scoring.among",
        "to turn.dream",
        "to turn.rest",
    ]


def test_heads_options_and_order() -> None:
    result = composed(CASES / "set_option")[0]
    assert (result.head.name, [each.text for each in result.heads]) == ("core", [""])
    assert dict(result.options) == {"pace": t.Name("fast")}
    assert composed(AFTER)[0].overlays == ("first", "extra")
    assert composed(CASES / "add_declaration")[0].declarations[-2:] == tuple(
        each for each in composed(CASES / "add_declaration")[0].declarations if each.name in ("sing", "verses")
    )


def test_a_changed_row_stands_in_its_span_at_its_line() -> None:
    way = next(each for each in composed(CASES / "change_cell")[0].declarations if each.label == "kind way")
    rows = [each for each in way.members if isinstance(each, t.Row)]
    assert [each.span.text for each in rows] == [each.raw for each in rows]
    assert [str(each.span) for each in rows] == ["base.cave:14:5", "base.cave:15:5", "base.cave:16:5"]


def test_a_changed_clause_points_at_the_overlay() -> None:
    result = composed(CASES / "change_clause")[0]
    dig = dict(named_clauses(next(each for each in result.declarations if each.label == "action dig")))
    assert [str(dig[key].span) for key in ("day", "cost", "tool")] == [
        "over-hard.cave:6:39",
        "over-hard.cave:7:35",
        "base.cave:51:5",
    ]


def test_citations_of_an_amendment_are_added() -> None:
    text = (CASES / "drop_block" / "over-awake.cave").read_text("utf-8").replace("turn\n", "turn  [X-9]\n")
    result, _ = compose(base_of(AFTER), [[parsed("over.cave", text)]])
    assert next(each for each in result.declarations if each.label == "to turn").cites == ("X-9",)


EDITION = CASES / "an_edition_below"


def test_an_edition_is_the_ground_of_overlays() -> None:
    """It gives the game its name, and is none of the overlays; of its base it keeps what it does not say itself."""
    result = composed(EDITION)[0]
    assert (result.head.label, result.head.version, result.head.text) == (
        "ruleset second",
        "2.0",
        "A small game, second edition",
    )
    assert ([each.name for each in result.grounds], result.overlays) == (["core", "second"], ("a_house",))
    assert [each.word for each in result.head.members if each.name == "source"] == ["SE"]
    assert not result.options and result.provenance["option pace", "value"][0].cites == ("SE-7",)


def test_ids_are_added_to_what_stays_as_it_is() -> None:
    """`cite` and ids behind edits."""
    result = composed(EDITION)[0]
    named = {each.label: each for each in result.declarations}
    cites = {
        f"{label}.{key}": clause.cites
        for label, each in named.items()
        for key, clause in named_clauses(each)
        if getattr(clause, "cites", ())
    }
    assert cites == {"to turn.rest": ("SE-3",), "to turn.dream": ("SE-4",), "kind way.climb": ("SE-5",)}
    assert [each.cites for each in (named["constant days"], named["action dig"])] == [("SE-1",), ("SE-2",)]
    assert result.removed["action dig.day"].cites == ("SE-6",)
    assert ("to turn", "rest") not in result.provenance


@pytest.mark.parametrize("case", ALL, ids=lambda each: each.name)
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
def test_files_stay_as_they_were(case: Path) -> None:
    base, overlays = base_of(case), overlays_of(case)
    compose(base, overlays)
    assert (base, overlays) == (base_of(case), overlays_of(case))


def test_texts_and_ids_are_changed_too() -> None:
    """They are no part of the hash, so the case tells nothing of them."""
    result = composed(CASES / "as_written")[0]
    by_label = {each.label: each for each in result.declarations}
    dig = dict(named_clauses(by_label["action dig"]))
    assert [(dig[key].text, dig[key].cites) for key in ("tool", "day")] == [
        ("No rope.", ("A-4",)),
        ("Too few points.", ("A-5",)),
    ]
    assert (by_label["constant days"].text, by_label["scoring"].text) == ("Days.", "Who wins.")
    assert by_label["to nap"].cites == ("A-1", "A-2")


def test_edits_carry_out_facts() -> None:
    """Ids behind an edit, and those behind the `amend` around it."""
    result = composed(CASES / "as_written")[0]
    kept = {key: [did.cites for did in history] for key, history in result.provenance.items()}
    assert kept[("action dig", "day")] == [("A-5", "A-3")]
    assert kept[("kind way", "climb.needs")] == [("A-7",)]
    assert result.removed["to nap.bed"].cites == ("A-6",)


@pytest.mark.parametrize(("old", "codes"), [("A-1", ["C0303"]), ("A-2, A-1", []), ("A-1, A-2", [])])
def test_ids_are_repeated_in_any_order_but_all_of_them(old: str, codes: list[str]) -> None:
    text = f"overlay b 1.0\n    language 1\n    extends core ^1.0\n    after a\n\nchange to nap: [{old}] to [A-9]\n"
    _, found = compose(base_of(CASES / "as_written"), [*overlays_of(CASES / "as_written"), [parsed("b.cave", text)]])
    assert [each.code for each in found] == codes
