"""What a new version of a ruleset means for overlays that were written for the old one."""

from pathlib import Path

import pytest
from tests.publish.changes.tellings import telling

from cavewright.foundation.source import Source
from cavewright.language.compose import Composed, compose
from cavewright.language.syntax import parse_file
from cavewright.language.syntax import tree as t
from cavewright.publish.changes.compatibility import Side, compatibility, misfit, stale

BASE = (Path(__file__).parent / "mine.cave").read_text("utf-8")
CHANGES = {
    ("", ""): ("same", "1.0"),
    ("Rounds of a game.", "How many rounds."): ("patch", "1.0.1"),
    ("# nothing", ""): ("same", "1.0"),
    ("then Anna.gold is 2", "then Anna.gold > 1"): ("patch", "1.0.1"),
    ("    cost 1 gold\n", "    cost 1 gold\n    cost 1 lamp from bag\n"): ("minor", "1.1"),
    ("menu leisure\n", "menu leisure\n\nconstant songs = 3\n"): ("minor", "1.1"),
    ("cost 1 gold", "cost 2 gold"): ("major", "2.0"),
    ("| lamp | 1 ", "| lamp | 2 "): ("major", "2.0"),
    ("light: require", "lit: require"): ("major", "2.0"),
    ("team 2..4", "team 2..5"): ("major", "2.0"),
    ("(pit in spot) in work", "(pit in spot) in work, leisure"): ("minor", "1.1"),
    ("(pit in spot) in work", "(pit in spot, n in 1..2) in work"): ("major", "2.0"),
    ("to yield(n: 0..9)", "to yield(n: 0..9, m: 0..9)"): ("major", "2.0"),
    ("otherwise if n > 2", "otherwise if n > 1"): ("major", "2.0"),
}


def parsed(text: str, name: str = "mine.cave") -> t.File:
    file, found = parse_file(Source(name, text))
    assert not found, found
    return file


def composed(text: str) -> Composed:
    return compose([parsed(text)], [])[0]


@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each[1])
def test_how_far_two_versions_are_apart(change: tuple[str, str]) -> None:
    old, new = composed(BASE), composed(BASE.replace(*change))
    verdict = compatibility(old, new, telling(old, new))
    assert (verdict.level, verdict.least) == CHANGES[change]
    assert verdict.fits == (verdict.level == "same")


@pytest.mark.parametrize(
    ("change", "version", "fits"),
    [
        (("cost 1 gold", "cost 2 gold"), "1.1", False),
        (("cost 1 gold", "cost 2 gold"), "2.0", True),
        (("menu leisure\n", "menu leisure\n\nconstant songs = 3\n"), "1.0.1", False),
        (("menu leisure\n", "menu leisure\n\nconstant songs = 3\n"), "1.1", True),
        (("menu leisure\n", "menu leisure\n\nconstant songs = 3\n"), "2.0", True),
        (("Rounds of a game.", "How many rounds."), "1.0.1", True),
        (("", ""), "0.9", False),
    ],
)
def test_whether_the_number_says_so(change: tuple[str, str], version: str, fits: bool) -> None:
    new = composed(BASE.replace(*change).replace("mine 1.0", f"mine {version}"))
    verdict = compatibility(composed(BASE), new, telling(composed(BASE), new))
    wrong = misfit(verdict, new.head)
    assert (verdict.fits, wrong is None) == (fits, fits)
    assert wrong is None or wrong.help == f"write `ruleset mine {verdict.least}`, or a later version"


@pytest.mark.parametrize(
    ("edit", "codes"),
    [
        ("change days: 5 to 6", []),
        ("amend action dig\n    change cost: cost 1 gold to cost 3 gold", ["C0303"]),
        ("amend action dig\n    drop light: require lamp in bag", []),
        ("change days: 4 to 6", None),
    ],
)
def test_which_overlays_go_stale(edit: str, codes: list[str] | None) -> None:
    """The number of the new version alone makes nobody stale."""
    overlay = Side([parsed(f"overlay my 1.0\n    language 1\n    extends mine ^1.0\n\n{edit}\n", "my.cave")], [])
    new = Side([parsed(BASE.replace("cost 1 gold", "cost 2 gold").replace("mine 1.0", "mine 2.0"))], [])
    found = stale(Side([parsed(BASE)], []), new, [overlay], {})
    assert (found if found is None else [each.code for each in found]) == codes
