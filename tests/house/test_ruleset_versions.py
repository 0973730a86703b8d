"""What `.ci/ruleset_versions.py`, which `make release` asks, says of rules that have changed since the last release."""

import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
import ruleset_versions as versions  # noqa: E402

BASE = """ruleset dice 1.0 "Dice"
    language 1

constant limit = 3 "So many throws."

players player 2..2
    keeps points: 0..99

to play
    each player from first(p in player)
        offer throws

menu throws "What one can do."

action throw in throws "Throw"
    few: require points < limit "Enough."
    gain 1 points

whenever throw "A throw is noted."
    gain 1 points

scoring
    score points = points
    highest total wins
"""
HOUSE = """overlay luck 1.0 "Luck"
    language 1
    extends dice ^1.0
    why "More luck."

change limit: 3 to 5
"""
RELEASED = {"dice/dice.cave": BASE, "house-rules/luck.cave": HOUSE}
CHANGES = {
    "nothing": ("", "", {}),
    "a trigger more": ("whenever throw ", "whenever throw, play_on ", {"dice": "1.1"}),
    "another trigger": ("whenever throw ", "whenever play_on ", {"dice": "2.0"}),
    "a trigger that is gone": ('whenever throw "A throw is noted."\n    gain 1 points\n\n', "", {"dice": "2.0"}),
    "a clause that is gone": ('    few: require points < limit "Enough."\n', "", {"dice": "2.0"}),
    "a clause of another name": ("few: require", "enough: require", {"dice": "2.0"}),
    "another meaning": ("    gain 1 points\n\nwhenever", "    gain 2 points\n\nwhenever", {"dice": "2.0"}),
    "a clause more": (
        "    few: require",
        '    again: require points is not 7 "Not at seven."\n    few: require',
        {"dice": "1.1"},
    ),
    "another text": ("So many throws.", "As many throws.", {"dice": "1.0.1"}),
}


@pytest.fixture
def released(tmp_path):
    """A record of two rulesets, and the same ones in a folder."""
    record, rulesets = tmp_path / "released.zip", tmp_path / "rulesets"
    versions.write_record(record, "1.0.0", RELEASED)
    for name, text in RELEASED.items():
        (rulesets / name).parent.mkdir(parents=True, exist_ok=True)
        (rulesets / name).write_text(text, "utf-8")
    return record, rulesets


def rewrite(rulesets, name, old, new):
    path = rulesets / name
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")


def refused(released):
    """The rules whose version says too little, each with the smallest one that would do."""
    return {each.id: each.verdict.least for each in versions.judged(*released) if not each.is_honest}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.gate("another trigger", "another meaning", "nothing", "a clause more")
def test_the_smallest_honest_version_is_named(change, released):
    """Without that version a change is refused; with it, it is not; with the one before, it still is."""
    old, new, wanted = CHANGES[change]
    another = "action play_on in throws\n    gain 1 points\n\n" if "play_on" in new else ""
    rewrite(released[1], "dice/dice.cave", old, new)
    rewrite(released[1], "dice/dice.cave", "scoring\n", f"{another}scoring\n")
    assert refused(released) == wanted
    if wanted == {"dice": "2.0"}:
        rewrite(released[1], "dice/dice.cave", "dice 1.0", "dice 1.9")
        assert refused(released) == wanted
    versions.raise_versions(*released)
    assert refused(released) == {}
    heads = versions.files_in(released[1])
    assert f"ruleset dice {wanted.get('dice', '1.0')} " in heads["dice/dice.cave"]
    assert f"extends dice ^{'2.0' if wanted == {'dice': '2.0'} else '1.0'}\n" in heads["house-rules/luck.cave"]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [("3 to 5", "3 to 6", "2.0"), ("change limit", "add constant few_at_least = 1\n\nchange limit", "1.1")],
)
def test_a_house_rule_has_a_version_too(old, new, wanted, released):
    rewrite(released[1], "house-rules/luck.cave", old, new)
    assert refused(released) == {"luck": wanted}


def test_a_house_rule_that_had_to_change_is_another(released):
    """As it was released it no longer fits: whoever builds on it has to look again."""
    rewrite(released[1], "dice/dice.cave", "dice 1.0", "dice 2.0")
    rewrite(released[1], "dice/dice.cave", "limit = 3", "limit = 4")
    rewrite(released[1], "house-rules/luck.cave", "extends dice ^1.0", "extends dice ^2.0")
    rewrite(released[1], "house-rules/luck.cave", "3 to 5", "4 to 5")
    assert refused(released) == {"luck": "2.0"}


def test_a_version_never_goes_back(released):
    rewrite(released[1], "dice/dice.cave", "dice 1.0", "dice 0.9")
    rewrite(released[1], "house-rules/luck.cave", "^1.0", "^0.9")
    assert "dice" in refused(released)


def test_what_is_new_needs_no_record(released, capsys):
    (released[1] / "house-rules" / "more.cave").write_text(HOUSE.replace("luck", "more"), "utf-8")
    assert refused(released) == {}
    assert versions.report("1.0.0", list(versions.judged(*released))) == 0
    assert "more is new" in capsys.readouterr().out


def test_a_refusal_says_what_has_changed(released, capsys):
    rewrite(released[1], "dice/dice.cave", "few: require", "enough: require")
    assert versions.report("1.0.0", list(versions.judged(*released))) == 1
    told = capsys.readouterr().err
    assert told.startswith("no release: `dice` has to be at least 2.0: since 1.0.0 a major change: ") and "few" in told


def test_a_record_is_the_same_whoever_writes_it(tmp_path):
    for name in ("one.zip", "two.zip"):
        versions.write_record(tmp_path / name, "1.0.0", RELEASED)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert versions.files_of(tmp_path / "one.zip") == ("1.0.0", RELEASED)


IDS = sorted(
    {
        each.stem if each.parent.name == "house-rules" else each.parent.name
        for each in (ROOT / "rulesets").rglob("*.cave")
    }
)


@cache
def bundled():
    """The rules of the last release, and those that are here."""
    return [
        versions.rules_in(files)
        for files in (versions.files_of(ROOT / ".ci" / "released.zip")[1], versions.files_in(ROOT / "rulesets"))
    ]


@pytest.mark.long
def test_the_bundled_rules_are_those_of_the_files():
    assert sorted(bundled()[1]) == IDS


@pytest.mark.parametrize("id", IDS)
@pytest.mark.gate("connect-four")
def test_bundled_rules_have_the_version_that_they_have_earned(id):
    """Since the release in the record; `python .ci/ruleset_versions.py --raise` writes what is missing."""
    found = versions.judge(id, *bundled())
    assert found.is_honest, f"{id}: {found.verdict.least}, {found.said}"
