"""Examples that other overlays change: which, by which edit, and how `test` tells them; and chosen examples."""

import json

import pytest

from cavewright.connect.cli.check_commands import test as run_tests

BASE = """ruleset dig 1.0 "Dig for gold"
    language 1

constant limit = 3

players team 1..2
    keeps gold: 0..20

to play
    repeat 3 times
        each team from first(t in team)
            shift

menu work

action scoop in work "Dig for gold"
    rich: require gold < limit "Rich enough."
    gain 1 gold

to shift "One turn."
    offer any work

scoring
    score gold = gold
    highest total wins

example one "A nugget"
    begin shift as Anna
    when Anna: scoop
    then Anna.gold is 1

example rich "Enough"
    given Anna.gold = 3
    begin shift as Anna
    refuse Anna: scoop because rich

example always "Nothing"
    begin shift as Anna
    then Anna.gold is 0
"""
DOUBLE = """overlay double 1.0 "Two at once"
    language 1
    extends dig ^1.0

amend action scoop
    change gain: gain 1 gold to gain 2 gold

add example two "Two nuggets"
    begin shift as Anna
    when Anna: scoop
    then Anna.gold is 2
"""
MORE = """overlay more 1.0 "More, and three at once"
    language 1
    extends dig ^1.0

change limit: 3 to 5

amend action scoop
    add bonus: gain 1 gold

add example four "Room for one more"
    given Anna.gold = 4
    begin shift as Anna
    allow Anna: scoop

add example wrong "What never holds"
    then Anna.gold is 7
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    for name, text in (("dig", BASE), ("double", DOUBLE), ("more", MORE)):
        # all examples are of one team, which is called Anna
        (tmp_path / f"{name}.cave").write_text(
            text.replace('"\n    begin shift', '"\n    | team | gold |\n    | Anna | 0 |\n    begin shift')
            .replace('"\n    given', '"\n    | team | gold |\n    | Anna | 0 |\n    given')
            .replace('"\n    then', '"\n    | team | gold |\n    | Anna | 0 |\n    then'),
            "utf-8",
        )
    monkeypatch.chdir(tmp_path)


def told(capsys, *specs, **more):
    """The exit status, and what is said of every example: of which ruleset it is, how it went, and the edit that changes it."""
    capsys.readouterr()
    status = run_tests(specs, {}, as_json=True, **more)
    said = json.loads(capsys.readouterr().out)
    said = said[0] if isinstance(said, list) else said
    return status, {
        each["name"]: (each["of"], "ok" if each["ok"] else each["changed_by"]["edit"] if each["changed"] else "FAILED")
        for each in said["examples"]
    }


def test_an_edit_that_changes_an_example_is_named(here, capsys):
    assert told(capsys, "dig.cave+double.cave") == (
        0,
        {"two": ("double", "ok"), "one": ("dig", "amend action scoop"), "rich": ("dig", "ok"), "always": ("dig", "ok")},
    )


def test_an_example_of_another_overlay_is_changed_and_not_wrong(here, capsys):
    """One that does not hold on its own overlay either is wrong."""
    status, said = told(capsys, "dig.cave+double.cave+more.cave")
    assert status == 1 and list(said)[:3] == ["two", "four", "wrong"]
    assert said == {
        "two": ("double", "amend action scoop"),
        "four": ("more", "ok"),
        "wrong": ("more", "FAILED"),
        "always": ("dig", "ok"),
        "one": ("dig", ""),
        "rich": ("dig", "change limit: 3 to 5"),
    }


def test_what_is_below_is_summed_up(here, capsys):
    assert run_tests(["dig.cave+double.cave"], {}) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "ok two Two nuggets" in said
        and "always" not in said
        and "changed by `amend action scoop` (double.cave:5): one" in said
    )
    assert "3 of 4 examples hold; 1 of dig come out otherwise: that is what double changes" in said


def test_chosen_examples(here, capsys):
    assert told(capsys, "dig.cave", only=["always", "one"]) == (0, {"one": ("dig", "ok"), "always": ("dig", "ok")})
    with pytest.raises(ValueError, match=r"dig.cave has no example `alway`; did you mean `always`\?"):
        run_tests(["dig.cave"], {}, only=["alway"])
    assert run_tests(["dig.cave+double.cave"], {}, only=["always"]) == 0
    assert "ok always Nothing" in " ".join(capsys.readouterr().out.split())
