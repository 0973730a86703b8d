"""An edition at the command line: a game by its own name, with its base below it and overlays upon it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.connect.cli.show import flat_text
from cavewright.play.loading.opened_rules import open_rules

BASE = """ruleset dig 1.0 "Dig for gold"
    language 1
    source D "A source"

constant days = 3

players team 1..4
    keeps gold: 0..20

to play
    repeat days times
        each team at once
            offer chores

menu chores

action dig in chores "Dig"
    gain 1 gold

scoring
    score gold = gold
    highest total wins

example once "A day of digging."
    begin play
    when Ann: dig
    then Ann.gold is 1
    | team |
    | Ann  |
"""
EDITION = """edition deep 2.0 "Dig deeper"
    language 1
    extends dig ^1.0
    source E "Another source"
    why "Two a day."

amend action dig
    change gain: gain 1 gold to gain 2 gold
"""
HOUSE = """overlay long 1.0 "A long week"
    language 1
    extends dig ^1.0

change days: 3 to 5

amend action dig
    change gain: gain 2 gold to gain 3 gold
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a base, an edition of it, and an overlay that was written for the edition's words."""
    for name, text in {"dig": BASE, "deep": EDITION, "long": HOUSE}.items():
        (tmp_path / f"{name}.cave").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(line: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, line.split())
    return result.exit_code, " ".join(result.output.split())


@pytest.mark.parametrize("spec", ["deep", "deep.cave", "dig+deep", "./deep.cave"])
def test_it_is_loaded_with_its_base(spec: str) -> None:
    game = cw.load_game(spec)
    assert (game.id, game.title, game.version, game.overlays) == ("deep", "Dig deeper", "2.0", ())
    assert game.hash == cw.load_game("deep").hash != cw.load_game("dig").hash


def test_overlays_for_its_base_lie_upon_it() -> None:
    """What they repeat is what the edition says; upon the base itself this one is stale."""
    game = cw.load_game("deep+long")
    assert (game.id, game.overlays) == ("deep", ("long",))
    with pytest.raises(ValueError, match="gain"):
        cw.load_game("dig+long")


def test_one_plain_ruleset_means_the_same() -> None:
    Path("flat.cave").write_text(flat_text(open_rules("deep", {})), "utf-8")
    flat, edition = cw.load_game("flat.cave"), cw.load_game("deep")
    assert (flat.id, flat.title, flat.hash) == (edition.id, edition.title, edition.hash)


def test_what_people_are_told() -> None:
    status, text = run("show deep")
    assert status == 0 and "Dig deeper deep 2.0" in text and "an edition of dig 1.0 - Two a day." in text
    assert "A source" in text and "Another source" in text
    assert run("check deep deep.cave")[0] == 0
    assert "long" in run("games the-cave-de")[1] and "the-cave-de" in run("games")[1]
    assert "dig come out otherwise: that is what deep changes" in run("test deep")[1]


def test_it_is_played_and_replayed() -> None:
    assert run("play deep+long --players 2 --bots random,random --save match.json")[0] == 0
    status, text = run("replay match.json")
    assert status == 0 and "Dig deeper" in text


def test_what_is_wrong_is_told() -> None:
    Path("deep.cave").write_text(EDITION.replace("extends dig", "extends dug"), "utf-8")
    assert run("play deep")[0] == 1
    assert "`dug`" in run("check deep")[1]
    Path("deep.cave").write_text(EDITION.replace("extends dig", "extends deep"), "utf-8")
    assert run("check deep")[0] == 1


def test_a_note_of_an_edition_stands_at_the_rule_that_it_is_about() -> None:
    shown = " ".join(CliRunner().invoke(app, ["show", "the-cave-de", "--rule", "bonus", "--lang", "de"]).output.split())
    assert "TC-DE-END-04" in shown and "wir lesen: die der Teams, die nicht zurück sind. (TC-AMB-25)" in shown


# ---- The base on disk --------------------------------------------------------------------------------------------------

RULESETS = Path(cw.__file__).parents[2] / "rulesets"
LEAVE_THE_BASE = [
    ["show", "the-cave-de", "--flat"],
    ["show", "the-cave+long-rope", "--rule", "bonus"],
    ["check", "the-cave-de"],
    ["check", "the-cave+long-rope"],
    ["diff", "the-cave", "the-cave-de"],
    ["diff", "the-cave", "the-cave+long-rope", "--lang", "es"],
    ["new", "ours", "--on", "the-cave-de"],
]


def on_disk(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes."""
    return {
        str(each.relative_to(folder)): sha256(each.read_bytes()).hexdigest()
        for each in sorted(folder.rglob("*"))
        if each.is_file()
    }


@pytest.mark.parametrize("words", LEAVE_THE_BASE, ids=" ".join)
@pytest.mark.gate("show the-cave+long-rope --rule bonus")
def test_no_command_changes_a_byte_of_the_base(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Composing, checking and diffing with overlays upon it."""
    monkeypatch.chdir(tmp_path)
    before = on_disk(RULESETS)
    assert "the-cave/the-cave.cave" in before
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert on_disk(RULESETS) == before


def test_no_example_changes_a_byte_of_the_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = on_disk(RULESETS)
    ran = cw.run_examples(cw.load_game("the-cave", overlays=["long-rope"]), ["descent_found"])
    assert [each.ok for each in ran] == [True]
    assert on_disk(RULESETS) == before
