"""`check` finds what is wrong with how examples are written; an overlay answers for its own, and not for what it changes."""

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app

RULES = """ruleset dig 1.0
    language 1
option deep = no "Deeper?"
option wide = no "Wider?"
    require not deep or not wide "Not both."
players digger 1..2
    keeps points: 0..9 = 3
to play
    each digger at once
        offer chores
menu chores
action dig in chores "Dig"
    strong: require points > 1 "Too weak."
    cost 1 point
action rest in chores "Rest"
    set points = 9 if deep or wide otherwise 5
scoring
    score g = points
    highest total wins
example a
    | digger | points |
    | Anna   | 2      |
    begin play
    when Anna: {line}
"""
OVERLAY = """overlay no-rest 1.0
    language 1
    extends dig ^1.0
remove action rest because "Nobody rests."
add example b
    | digger | points |
    | Anna   | 2      |
    begin play
    when Anna: {line}
"""


def run(*words):
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output


@pytest.fixture
def folder(tmp_path):
    def written(base="rest", overlay="dig"):
        (tmp_path / "dig.cave").write_text(RULES.replace("{line}", base), "utf-8")
        (tmp_path / "no-rest.cave").write_text(OVERLAY.replace("{line}", overlay), "utf-8")
        return str(tmp_path / "dig.cave"), f"{tmp_path / 'dig.cave'}+{tmp_path / 'no-rest.cave'}"

    return written


WRONG = {
    "reast": "C0904", "dig\n    given Anna.points = yes": "C0401", "dig\n    given Anna.points = pointz": "C0204|C0203",
    "dig\n    begin plai": "C0904", "dig\n    then Anna.pints is 2": "C0206", "dig\n    refuse Anna: dig because stronk": "C0903",
    "dig\n    given Anna.points = 10": "C0904", "dig\n    set deep = maybe": "C0904", "dig\n    set deep = yes\n    set wide = yes": "C0904",
    "dig\n    | digger | pints |\n    | Anna | 2 |": "C0904", "dig\n    then Olek.points is 2": "C0203",
}  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
@pytest.mark.gate("reast", 2, 5, 9)
def test_check_finds_what_test_would_and_says_that_there_are_errors(folder, line):
    base, _ = folder(line)
    status, said = run("check", base)
    assert status == 1 and any(f"[{code}]" in said for code in WRONG[line].split("|")) and "no errors" not in said
    assert run("test", base)[0] == 1


def test_what_holds_is_clean(folder):
    base, both = folder()
    assert run("check", base)[0] == run("check", both)[0] == 0
    assert run("test", base)[0] == run("test", both)[0] == 0


def test_an_overlay_answers_for_its_own_examples(folder):
    _, both = folder(overlay="rest")
    status, said = run("check", both)
    assert status == 1 and "dig has no action `rest`" in said.replace("\n", " ") and said.count("error[") == 1


def test_what_is_wrong_below_is_wrong_with_an_overlay_too(folder):
    _, both = folder("dig\n    begin plai")
    assert run("check", both)[0] == 1
