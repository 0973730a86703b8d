"""The command line: what is typed, the exit status, and pieces of what is then read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app, main
from cavewright.connect.cli.new import template
from cavewright.connect.cli.output import entries
from cavewright.connect.cli.show import flat_text
from cavewright.connect.cli.show_rule import _every_line, _keys, lines_of_key
from cavewright.play.loading.opened_rules import open_rules

DIG = """ruleset dig 1.0 "Dig for gold"
    language 1
    source D "A source"

constant days = 3 "Days of a game." [D-01]

option pace = slow "How much does digging bring?" [D-02]
    | choice | text          |
    | slow   | "One nugget." |
    | fast   | "Two."        |

kind tool "Tools."
    rows "tools.csv"
    | tool | price: 1..5 |

players team 2..4
    keeps gold: 0..20

to play
    roll starter in team
    repeat days times
        each team from starter
            turn

to turn
    offer work

menu work

action dig in work "Dig for gold" [D-03]
    rich: require gold < 15 "You are rich." [D-04]
    gain (2 if pace is fast otherwise 1) gold

action rest in work "Do nothing"
    set gold = gold

scoring
    score gold = gold
    highest total wins

note weather "It does not matter here." [D-05]

example nugget "Digging brings one nugget."
    | team | gold |
    | Anna | 2    |
    | Bea  | 15   |
    begin turn as Anna
    when Anna: dig
    then Anna.gold is 3
"""
TOOLS = "tool,price\nlamp,1\npick,2\n"
FACTS = "id,class,text,place\n" + "".join(f"D-0{n},play,Fact {n}.,L{n}\n" for n in range(1, 6))
LONG = 'overlay long 1.0 "Longer"\n    language 1\n    extends dig ^1.0\n    why "Too short."\n\nchange days: 3 to 4\n'
SUNG = (
    'overlay sung 1.0\n    language 1\n    extends dig ^1.0\n\nset pace = fast\n\nadd option songs = no "Do we sing?"\n'
)
STALE = LONG.replace("change days: 3", "change dais: 3")
CROOKED = LONG.replace("change days: 3 to 4", "change   days:3 to 4   # more")
FILES = {
    "dig/dig.cave": DIG,
    "dig/tools.csv": TOOLS,
    "dig/facts.csv": FACTS,
    "long.cave": LONG,
    "sung.cave": SUNG,
    "stale.cave": STALE,
    "crooked.cave": CROOKED,
    "cell/dig.cave": DIG,
    "cell/tools.csv": TOOLS.replace("pick,2", "pick,two"),
    "loose/dig.cave": DIG,
    "loose/tools.csv": TOOLS,
    "loose/facts.csv": FACTS + "D-06,play,Nobody cites this.,L6\n",
    "wrong/dig.cave": DIG.replace("[D-04]", "[D-44]"),
    "fails/dig.cave": DIG.replace("gold is 3", "gold is 4"),
    "fails/tools.csv": TOOLS,
    "semi/dig.cave": DIG,
    "semi/tools.csv": TOOLS.replace(",", ";"),
    "wrong/tools.csv": TOOLS,
    "wrong/facts.csv": FACTS,
    "empty/readme.txt": "",
    "text.txt": "hello",
    "far.cave": f"overlay far 1.0\n    language 1\n    extends {'a' * 5000} ^1.0\n",
    "lost.json": json.dumps(
        {
            "cavewright": 1,
            "engine": "",
            "ruleset": "lost",
            "version": "",
            "hash": "",
            "overlays": ["long"],
            "options": {},
            "players": ["Ann"],
            "seed": 0,
            "actions": [],
        }
    ),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with small rule files, and nothing else."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "binary.cave").write_bytes(bytes(range(256)))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def run(*words: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    result = CliRunner().invoke(app, list(words), prog_name="cavewright")
    return result.exit_code, result.stdout, result.stderr


GOOD = {
    "--version": ["cavewright 0."],
    "--help": [
        "games",
        "play",
        "check",
        "test",
        "fmt",
        "show",
        "explain",
        "simulate",
        "profile",
        "replay",
        "new",
        "--version",
    ],
    "games": ["the-cave", "2 to 5 players", "11 options"],
    "games the-cave": ["RECONSTRUCTION", "*  before", "Before the team pays"],
    "games dig/ --json": ['"id": "dig"', '"choice": "fast"'],
    "check dig/": ["dig 1.0", "no errors"],
    "check dig/dig.cave": ["dig 1.0", "no errors"],
    "check dig/+long": ["dig+long 1.0", "no errors"],
    "show dig/": [
        "Dig for gold",
        "2 to 4 players",
        "days = 3",
        "dig.cave:5",
        "(2 rows from tools.csv)",
        "It does not matter here.",
    ],
    "show dig/+long": [
        "with long 1.0: Longer - Too short.",
        "constant days  changed by long",
        "long.cave:6",
        "days = 4",
        "+long",
    ],
    "show dig/ --set pace=fast": ["(by default slow)", "*  fast"],
    "show dig/ --rule dig": ["dig/dig.cave:30", "rich: require gold < 15", "D-04", "Fact 4.", "line 31"],
    "show dig/ --rule dig.rich": ["dig.rich", "Fact 4."],
    "show dig/+long --rule days": ["constant days = 4", "changed by long (long.cave:6)"],
    "show dig/ --rule lamp": ["kind tool"],
    "show dig/ --edit dig.rich": ["amend action dig", "change rich: require gold < 15 to require gold < 15"],
    "show dig/ --edit rich": ["amend action dig", "change rich: "],
    "show dig/ --edit lamp.price --json": ['"repeats": "1"', '"rule": "kind tool"'],
    "show cave-vs-cave --edit shelf.use": ["amend kind chamber", 'change shelf.use: "Refill'],
    "show cave-vs-cave --edit spin": ["amend kind chamber", 'change spin: _ to "…"'],
    "show dig/ --flat --set pace=fast": ["ruleset dig 1.0", "option pace = fast"],
    "diff dig/ dig/+long": [
        "dig 1.0  →  dig+long 1.0",
        "long 1.0: Longer - Too short.",
        "Days of a game",
        "4 instead of 3",
        "1 rule differs",
    ],
    "diff dig/ dig/": ["Nothing differs.", "0 rules differ"],
    "diff dig/+long dig/ --json": ['"what": "value"', '"new": "3"', '"same":'],
    "diff dig/ dig/+sung --set pace=slow --set songs=yes": [
        "pace = slow, songs = yes",
        "Do we sing",
        "new question, answered here with “yes”",
        "1 rule differs, ",
    ],
    "diff dig/ dig/+sung": [
        "here: Two. Formerly: One nugget.",
        "new question, answered here with “no”",
        "2 rules differ, ",
    ],
    "diff dig/ dig/+sung --set pace=slow --json": ['"options": {\n  "pace": "slow"', '"rule": "option songs"'],
    "check dig/+sung --against dig/ --set songs=yes --set pace=fast": [
        "dig 1.0 against dig 1.0: nothing differs",
        "sung  fits as before",
    ],
    "check dig/ --against dig/": [
        "dig 1.0 against dig 1.0: nothing differs",
        "The version says so: 1.0.",
        "long.cave     fits as before",
    ],
    "check dig/+long --against dig/": ["long  fits as before"],
    "show tic-tac-toe --ir": ["module tic-tac-toe", "array square.mark[-1..8]: -1..1", "function choose_7", "put s_"],
    "show dig/ --citations": [
        "constant days",
        "no effect, see note weather",
        "4 carried out by a clause",
        "0 not carried out",
    ],
    "show dig/ --json": ['"name": "dig.rich"', '"line": 31'],
    "explain TC-EN-SPEC-05": ["TC-EN-SPEC-05 · rule of play", "struggle.cost", "the-cave.cave:", "The Cave, rulebook"],
    "explain tc-en-spec-05 --json": ['"name": "struggle.cost"'],
    "explain struggle.cost": ["struggle.cost · the-cave", "Costs 5 action points.", "TC-EN-SPEC-05"],
    "explain photograph": ["photograph · the-cave", "Only if a camera is in the backpack."],
    "explain turn_points": [
        "turn_points · the-cave",
        "How many action points a team may spend",
        "TC-EN-TURN-04",
        "Also in the-cave-de",
    ],
    "explain walk.points": ["kind way", "| walk |", "TC-EN-MOVE-24", "change walk.points: 1 to 1"],
    "explain backpack --json": ['"path": "backpack"', "keeps backpack: bag"],
    "explain TC-AMB-06": [
        "the-cave by",
        "option dive_wait = none_needed",
        "the-cave-de by",
        "option dive_wait = next_turn",
    ],
    "explain TC-AMB-06 --json": ['"dive_wait": "none_needed"', '"dive_wait": "next_turn"'],
    "explain hunger-test": ["(default)", "--set hunger_test=after", "TC-AMB-03"],
    "explain C0201": [
        "Wrong: C0201/bad.cave",
        "- # cavewright check the-cafe",
        "Right: C0201/good.cave",
        "+ # cavewright check the-cave",
    ],
    "explain C0221": ["- # cavewright check . --set pace=fats", "+ # cavewright check . --set pace=fast"],
    "explain C0305": [
        "Wrong: C0305/bad/over-longer.cave",
        "- change days: 5 to 9",
        "Right: C0305/good/over-longer.cave",
        "+     after long",
    ],
    "explain C0310": [
        "Wrong: C0310/bad.cave",
        "-     extends mine ^2.0\n",
        "Right: C0310/good.cave",
        "+     extends mine ^1.0",
    ],
    "explain C0310 --json": ['"bad": "overlay', '"C0310/good.cave": "overlay', "^2.0\\n\\nchange"],
    "check ./dig": ["dig 1.0", "no errors"],
    "explain c0203": ["C0203", "How to fix", "-     if golt < 5", "+     if gold < 5"],
    "test dig/ dig/dig.cave": ["ok  nugget  Digging brings one nugget.", "1 of 1 examples hold"],
    "test dig/ --json": ['"name": "nugget"', '"passed": 1', '"of": 1'],
    "fmt long.cave": [],
    "simulate dig/ --games 3 --bots random": ["Dig for gold (dig 1.0), 2 players", "3 of 3", "winner's score"],
    "profile dig/ --games 2 --bots random": [
        "Dig for gold (dig 1.0), 2 players: random, random",
        "2 games",
        "effects",
        "dig.cave:31",
        "guard",
    ],
    "profile dig/ --games 1 --bots greedy --top 1": ["1 game,", "more with"],
    "profile dig/ --games 1 --bots random --seed 5 --json": ['"seed": 5', '"clause": "dig.rich"', '"guard": 0.'],
    "simulate dig/ --games 2 --bots random --seed 5 --json": ['"seed": 5', '"ended": 2'],
}


LARGE = (
    "games the-cave",
    "show cave-vs-cave",
    "explain tc-en",
    "explain TC-AMB",
    "explain hunger-test",
    "explain backpack",
)
"""Commands that load large games, and are carried out with small ones, too."""


@pytest.mark.parametrize(
    "line", [pytest.param(each, marks=[pytest.mark.long] * each.startswith(LARGE)) for each in GOOD]
)
def test_what_is_shown(line: str) -> None:
    status, out, errors = run(*line.split())
    assert (status, [each for each in GOOD[line] if each not in out]) == (0, []), out + errors


BAD = {
    "": (2, ["Usage"]),
    "shw": (2, ["'shw'", "'show'"]),
    "show": (2, ["RULESET"]),
    "show dig/ --sett a=b": (2, ["--sett", "--set"]),
    "show dig/ --set pace": (1, ["`pace`", "`slow` or `fast`"]),
    "show dig/ --set =fast": (2, ["NAME=VALUE", "a preset as NAME"]),
    "show dig/ --set pace=slow --set pace=fast": (2, ["'pace' is set twice"]),
    "show dig/ --edit dig.poor": (1, ["no line `dig.poor`", "did you mean `dig.work`?"]),
    "show dig/ --edit gold": (1, ["several rules of dig have a line `gold`", "`team.gold`, `rest.gold`"]),
    "show dig/ --flat --citations": (2, ["at a time"]),
    "show dig/ --lang xx": (2, ["`xx`", "de, en, es"]),
    "check dig/ --format yaml": (2, ["'yaml'", "github"]),
    "play --resume lost.json --seed 7": (2, ["--seed", "with its own seed"]),
    "simulate dig/ --games 0": (2, ["--games", "from 1 to", "not '0'"]),
    "simulate dig/ --seed -1": (2, ["--seed", "from 0 to", "not '-1'"]),
    "simulate dig/ --seed x": (2, ["--seed", "not 'x'"]),
    "profile dig/ --games 0": (2, ["--games", "from 1 to", "not '0'"]),
    "profile dig/ --bots gredy": (1, ["`gredy`", "did you mean `greedy`?"]),
    "profile the-cafe": (1, ["did you mean `the-cave`?"]),
    "new long": (1, ["there is such a file already"]),
    "show the-cafe": (1, ["C0201", "`the-cafe`", "did you mean `the-cave`?"]),
    "show the-cave+lang-rope": (1, ["`lang-rope`", "did you mean"]),
    "games the-cafe": (1, ["did you mean `the-cave`?"]),
    "show dig/ --set pase=fast": (1, ["`pase`", "did you mean `pace`?"]),
    "show dig/ --set pace=quick": (1, ["`pace`", "`quick`", "`slow` or `fast`"]),
    "diff dig/ dig/+sung --set pase=fast": (1, ["C0220", "`pase` in `dig/` or `dig/+sung`", "did you mean `pace`?"]),
    "diff dig/ dig/+sung --set songs=3": (1, ["C0221", "`songs` cannot be `3` in `dig/+sung`", "`no` or `yes`"]),
    "diff dig/ dig/ --set pace": (1, ["C0221", "`yes` in `dig/`", "`slow` or `fast`"]),
    "check dig/+sung --against dig/ --set song=yes": (
        1,
        ["C0220", "`song` in `dig/` or `dig/+sung`", "did you mean `songs`?"],
    ),
    "check dig/ --against dig/ --set pace=quick": (
        1,
        ["C0221", "`pace` cannot be `quick` in `dig/`", "`slow` or `fast`"],
    ),
    "show dig/ --rule digg": (1, ["`digg`", "did you mean `dig`?"]),
    "show long.cave": (1, ["C0312", "dig+long"]),
    "check stale.cave": (1, ["C0301", "stale.cave:6:8", "`dais`", "did you mean `days`?", "1 error"]),
    "check cell/": (1, ["cell/tools.csv:3:6", "`two`", "from 1 to 5"]),
    "check semi/": (1, ["semi/tools.csv:1:1", "the table lacks columns: `price`", "separate columns by commas"]),
    "check nothing.cave": (1, ["`nothing.cave`", "does not exist"]),
    "check empty/": (1, ["`empty`", "no rule file"]),
    "check text.txt": (1, ["C0105", "`text.txt`", "`.cave`"]),
    "check empty": (1, ["C0105", "`empty` holds no rule file"]),
    "check nothing.csv": (1, ["C0105", "`nothing.csv` does not exist"]),
    "check nothing": (1, ["C0201", "`nothing`"]),
    "check +": (1, ["C0201", "`+`"]),
    "check the-cave+": (1, ["C0201", "`the-cave+` has a `+` with no name beside it", "write `the-cave`"]),
    "check +the-cave": (1, ["C0201", "write `the-cave`"]),
    "check the-cave++long-rope": (1, ["C0201", "write `the-cave+long-rope`"]),
    "check the-cave+ --against the-cave": (1, ["C0201", "`the-cave+`"]),
    "diff the-cave the-cave+": (1, ["C0201", "`the-cave+`"]),
    f"check {'a' * 5000}": (1, ["C0201"]),
    f"fmt {'a' * 5000}": (1, ["C0105", "there is no file or folder"]),
    f"replay {'a' * 5000}": (1, [f"`{'a' * 200}`", "file name too long"]),
    "check far.cave": (1, ["C0201"]),
    "replay lost.json": (1, ["`lost.json`", "`lost+long`", "neither installed nor beside it", "--rules PATH"]),
    "simulate dig/ --players 9 --games 1": (1, ["2 to 4 players", "not 9"]),
    "simulate dig/ --bots gredy --games 1": (1, ["`gredy`", "did you mean `greedy`?"]),
    "simulate dig/ --bots , --games 1": (1, ["bots is a list"]),
    "check binary.cave": (1, ["binary.cave:", "UTF-8"]),
    "test fails/": (1, ["fails/dig.cave:49:10", "4"]),
    "test cell/": (1, ["cell/tools.csv:3:6"]),
    "fmt nothing.cave": (1, ["`nothing.cave`"]),
    "fmt empty/": (1, ["`empty`", "no rule file"]),
    "fmt binary.cave": (1, ["binary.cave:", "UTF-8"]),
    "fmt crooked.cave --check": (1, ["1 of 1 file is not"]),
    "explain C9999": (1, ["C9999"]),
    "explain TC-EN-SPEC-95": (1, ["did you mean `TC-EN-SPEC-"]),
    "explain hunger_tset": (1, ["did you mean `hunger_test`?"]),
    "explain discvoer": (1, ["called `discvoer`", "did you mean `discover`?"]),
    "explain enter.levle": (1, ["did you mean `enter.level`?"]),
    "explain Discover": (1, ["did you mean `discover`?"]),
    "play": (2, ["RULESET", "--resume"]),
    "play dig/ --seed 1.5": (2, ["--seed", "'1.5'"]),
    "play dig/ --players 1": (1, ["2 to 4 players", "not 1"]),
    "play dig/ --players Ann,Ann": (1, ["'Ann'"]),
    "play the-cafe": (1, ["did you mean `the-cave`?"]),
    "play --resume nothing.json": (1, ["nothing.json"]),
    "replay nothing.json": (1, ["nothing.json"]),
    "replay text.txt": (1, ["text.txt", "no save"]),
    "replay binary.cave": (1, ["binary.cave"]),
    "new Long_Rope --on dig/": (1, ["'Long_Rope'", "small letters"]),
    "new long --on dig/": (1, ["`long.cave`", "already"]),
    "new dig --on dig/": (1, ["`dig`", "name of the rules"]),
    "new short --on the-cafe": (1, ["did you mean `the-cave`?"]),
}


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_help_is_wrapped_not_cut(lang: str) -> None:
    """What a command is for is said to the end, and an argument that may be left out has one pair of brackets."""
    said = run("--lang", lang, "--help")[1]
    assert (
        "..." not in said.partition("\n")[2]
        and max(map(len, said.splitlines())) <= 80
        and "play [OPTIONS] [RULESET]" in run("play", "--help", "--lang", lang)[1]
    )


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_told_with_place_value_and_what_was_expected(line: str) -> None:
    status, expected = BAD[line]
    found, out, errors = run(*line.split())
    said = " ".join((errors or out).split())
    assert (found, [each for each in expected if each not in said]) == (status, []), said
    assert not [each for each in Path().iterdir() if each.name.startswith(".")]
    assert "Traceback" not in said + out and (Path("long.cave").read_text(), Path("crooked.cave").read_text()) == (
        LONG,
        CROOKED,
    )


@pytest.mark.long
def test_what_is_too_large_as_python_is_told_and_played() -> None:
    """By the interpreter; the standard output has what was asked for."""
    loops = ", ".join(f"v{n} in 0..1" for n in range(14))
    Path("vast.cave").write_text(
        DIG.replace("\nscoring", f"    for each {loops} where v0 + v13 is 2\n        set gold = 1\n\nscoring"),
        encoding="utf-8",
    )
    Path("tools.csv").write_text(TOOLS, encoding="utf-8")
    for line in (
        "check vast.cave",
        "simulate vast.cave --games 1 --bots random --json",
        "profile vast.cave --games 1 --bots random --json",
    ):
        status, out, errors = run(*line.split())
        assert status == 0 and errors.count("C0614") == 2 and "vast.cave:" in errors, line + errors
        assert line.startswith("check") or json.loads(out)["seed"] == 0


def test_an_overlay_by_itself_is_told_once() -> None:
    """That its edits have nothing to change follows from that."""
    assert [each for each in ("C0312", "C0313") if each in run("show", "long.cave")[2]] == ["C0312"]


@pytest.mark.parametrize(
    "folder, said", [("loose", "Neither clause nor note: D-06"), ("wrong", "Cited, but no such fact: D-44")]
)
def test_facts_that_nothing_carries_out(folder: str, said: str) -> None:
    status, out, _ = run("show", f"{folder}/", "--citations")
    record = json.loads(run("show", f"{folder}/", "--citations", "--json")[1])
    assert (status, said in out) == (1, True)
    assert record["not_carried_out"] + record["unknown"] == (["D-06"] if folder == "loose" else ["D-04", "D-44"])


@pytest.mark.parametrize(
    "form, status, piece",
    [
        ("plain", 1, " --> stale.cave:6:8"),
        ("terminal", 1, "╭─ stale.cave:6:8"),
        ("json", 1, '"column": 8'),
        ("github", 1, "::error file=stale"),
    ],
)
def test_forms_for_programs_go_to_the_standard_output(form: str, status: int, piece: str) -> None:
    found, out, errors = run("check", "stale.cave", "--format", form)
    assert found == status and piece in (out if form in ("json", "github") else errors)
    assert not (errors if form in ("json", "github") else out)


def test_formatting_writes_once_and_keeps_permissions(here: Path) -> None:
    os.chmod("crooked.cave", 0o640)
    first, second = run("fmt", "crooked.cave"), run("fmt", "crooked.cave")
    text = Path("crooked.cave").read_text()
    assert "change days: 3 to 4  # more\n" in text and (first[0], first[1], second[1]) == (
        0,
        "formatted crooked.cave\n",
        "",
    )
    assert Path("crooked.cave").stat().st_mode & 0o777 == 0o640 and not [
        each for each in here.iterdir() if each.name.startswith(".")
    ]


@pytest.mark.parametrize(
    "base",
    ["dig/", "long", *(pytest.param(each, marks=pytest.mark.long) for each in ("the-cave", "the-cave+long-rope"))],
)
@pytest.mark.long
def test_a_new_file_checks_and_so_does_every_edit_that_it_offers(base: str) -> None:
    written = run("new", "fresh", "--on", base)
    base = {"long": "dig+long"}.get(base, base)
    assert written[0] == 0 and run("check", f"{base}+fresh")[0] == 0 and run("check", "fresh.cave")[0] == 0
    top, *offers = Path("fresh.cave").read_text().split("\n## ")
    head = top.split("\n\n")[1]
    assert len(offers) >= 5 and open_rules(f"{base}+fresh", {}).rules.hash != open_rules(base, {}).rules.hash
    for offer in offers:
        edit = "\n".join(line.removeprefix("# ") for line in offer.split("\n")[1:])
        Path("fresh.cave").write_text(f"{head}\n\n{edit}\n")
        assert run("check", f"{base}+fresh")[0] == 0, edit


def test_a_new_file_for_rules_with_nothing_simple_to_change() -> None:
    text = (Path(__file__).parents[3] / "rulesets/classics/tic-tac-toe/tic-tac-toe.cave").read_text("utf-8")
    Path("marks.cave").write_text(text.partition("\nkind sign")[0], "utf-8")
    written = run("new", "fresh", "--on", "marks.cave")
    text = Path("fresh.cave").read_text()
    assert written[0] == 0 and "which changes nothing yet" in written[1] and run("check", "fresh.cave")[0] == 0
    assert text.endswith("## There is nothing simple to change here.\n") and "Other things" not in text


def test_a_new_file_plays() -> None:
    assert run("new", "fresh", "--on", "dig/")[0] == 0
    status, out, errors = run("simulate", "dig/+fresh", "--games", "1", "--bots", "random")
    assert (status, "1 of 1" in out) == (0, True), out + errors


def test_rules_that_are_changed_stay_byte_for_byte(here: Path) -> None:
    """Whatever is asked of a ruleset under overlays, its files are only read."""
    before = {path: path.read_bytes() for path in sorted(here.rglob("*")) if path.is_file()}
    for line in (
        "check dig/+long",
        "diff dig/ dig/+sung",
        "show dig/+long --flat",
        "show dig/+long+sung",
        "test dig/+long",
        "check dig/+long --against dig/",
        "simulate dig/+long --games 1 --bots random",
        "fmt dig/ --check",
        "check stale.cave",
    ):
        run(*line.split())
    assert {path: path.read_bytes() for path in sorted(here.rglob("*")) if path.is_file()} == before


def test_a_file_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    status, _, errors = run("new", "fresh", "--on", "dig/")
    assert status == 1 and "fresh.cave`: cannot be written (Permission denied)" in " ".join(errors.split())


def test_a_line_is_found_by_its_key_without_the_keys_of_all_others() -> None:
    """Declarations in which a key cannot end are passed over; nothing that goes by it is lost."""
    opened = open_rules("hearts", {})
    every = _every_line(opened)
    for key in sorted({key for each in every for key in (each.path, *_keys(each)) if key}):
        assert lines_of_key(key, opened) == [each for each in every if key in (each.path, *_keys(each))], key
    assert lines_of_key("trick.nothing", opened) == []


@pytest.mark.parametrize("name", ["the-cave", "chess.cave", "heavy-ropes", "the-cave-de"])
@pytest.mark.parametrize("more", [[], ["--on", "dig/"]], ids=["game", "overlay"])
def test_a_new_file_takes_no_name_of_what_is_installed(name: str, more: list[str]) -> None:
    """A file of that name would be played in the place of the installed rules."""
    before = sorted(Path().iterdir())
    status, _, errors = run("new", name, *more)
    assert status == 1 and f"`{name.removesuffix('.cave')}` is the name of rules that are installed" in " ".join(
        errors.split()
    )
    assert "give it a name of its own" in errors
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize("spec", ["dig/", "dig/+long"])
def test_the_flat_text_means_the_same(spec: str) -> None:
    opened = open_rules(spec, {})
    Path("dig/dig.cave").write_text(flat_text(opened) + "\n")
    assert open_rules("dig/", {}).rules.hash == opened.rules.hash


@pytest.mark.parametrize(
    "old, new, active",
    [
        ("constant days = 3", "constant days = 2 + 1", "set pace = fast"),
        ("constant days", "constant few = 2\nconstant days", "change few: 2 to 1"),
    ],
)
def test_a_template_has_only_edits_that_fit(old: str, new: str, active: str) -> None:
    Path("dig/dig.cave").write_text(
        DIG.replace(old, new).replace("team 2..4", "team few..2" if "few" in new else "team 2..4")
    )
    text = template("plain", open_rules("dig/", {}))
    Path("plain.cave").write_text(text)
    assert f"\n{active}\n" in text and run("check", "dig/+plain")[0] == 0


@pytest.mark.parametrize(
    "error, status, said",
    [
        (KeyError("gold"), 1, "the program itself failed (KeyError: 'gold'"),
        (ValueError("no\nhelp me"), 1, "help: help me"),
        (FileNotFoundError(2, "No such file", "a.json"), 1, "`a.json`: no such file"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_nothing_ends_in_a_traceback(
    error: BaseException, status: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise error

    monkeypatch.setattr("cavewright.connect.cli.games.games", fail)
    found, out, errors = run("games")
    assert (found, said in " ".join(errors.split())) == (status, True) and "Traceback" not in out + errors


def outside(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own."""
    code = "import sys; from cavewright.connect.cli import main; sys.argv[0] = 'cavewright'; main()"
    surroundings = {
        key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHONIO"))
    } | environment
    return subprocess.run([sys.executable, "-c", code, *words], env=surroundings, capture_output=True, timeout=120)


@pytest.mark.long
def test_a_screen_without_letters_has_ascii_only() -> None:
    good, bad = outside("show", "the-cave", LC_ALL="C"), outside("check", "stale.cave", "\udcff", LC_ALL="C")
    assert (
        (good.returncode, bad.returncode) == (0, 1)
        and b"2 to 5 players" in good.stdout
        and b"--> stale.cave" in bad.stderr
    )
    assert (good.stdout + good.stderr + bad.stdout + bad.stderr).isascii()
    assert max(map(len, good.stdout.splitlines())) <= 80


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = "from cavewright.connect.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "show", "the-cave", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        said = process.stderr.read()
    assert said == b""


def test_main_is_what_is_installed() -> None:
    assert main.__module__ == "cavewright.connect.cli"


# ---- saves whose rules are not installed ----------------------------------------------------------------------------


def saved(here: Path, rules: str, at: str) -> Path:
    """A match of a ruleset under a path, as it lies in a file."""
    save = here / at
    save.parent.mkdir(exist_ok=True, parents=True)
    save.write_text(cw.Match(cw.load_game(rules)).to_json(), encoding="utf-8")
    return save


@pytest.mark.parametrize(
    "rules, save, to",
    [
        ("dig", "a.json", "."),
        ("dig", "a.json", "empty"),
        ("dig", "dig/a.json", "empty"),
        ("dig", "empty/a.json", "."),
        ("dig", "a/b/c.json", "dig"),
        ("my game", "a.json", "empty"),
        ("my game/some.cave", "my game/a.json", "empty"),
        ("dig+long.cave", "a.json", "empty"),
    ],
)
def test_rules_are_found_beside_the_save_and_here(
    rules: str, save: str, to: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the name in their head, whatever folder or file they stand in; `play --resume` finds what `replay` does."""
    (here / "my game").mkdir()
    (here / "my game" / "some.cave").write_text(
        DIG.replace("ruleset dig ", "ruleset other ")
        .replace('    rows "tools.csv"\n', "")
        .replace("price: 1..5 |", "price: 1..5 |\n    | lamp | 1 |"),
        "utf-8",
    )
    path = saved(here, rules, save)
    monkeypatch.chdir(here / to)
    for words in (["replay", str(path)], ["play", "--resume", str(path)]):
        status, out, errors = run(*words)
        assert (status, "Dig for gold" in out) == (0, True), errors


def test_of_two_rulesets_of_one_name_that_of_the_save_is_taken(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "empty" / "dig.cave").write_text(
        DIG.replace("Dig for gold", "Something else").replace('rows "tools.csv"', ""), "utf-8"
    )
    path = saved(here, "dig", "a.json")
    monkeypatch.chdir(here / "empty")
    assert "Dig for gold" in run("replay", str(path))[1]


def test_rules_of_a_save_can_be_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(here, "dig", "empty/b/c.json")
    monkeypatch.chdir(here / "empty")
    for words, status, said in (
        (["replay", str(path)], 1, "`dig`, are neither installed"),
        (["play", "--resume", str(path)], 1, "--resume SAVE"),
        (["replay", str(path), "--rules", "../dig"], 0, "Dig for gold"),
        (["play", "../dig", "--resume", str(path)], 0, "Dig for gold"),
        (["replay", str(path), "--rules", "the-cave"], 1, "a match of dig, not of the-cave"),
    ):
        found, out, errors = run(*words)
        assert (found, said in " ".join((out + errors).split())) == (status, True), out + errors


def test_a_long_name_of_an_example_has_its_line_to_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quarter of the screen is for names; a longer one is followed by its text in the next line, in the same column as all others."""
    monkeypatch.setenv("COLUMNS", "60")
    entries(
        [
            ("ok", "short", "One."),
            ("FAILED", "much_too_long_a_name", "Two."),
            ("ok", "fifteen_letters", "Three words. " * 4),
        ]
    )
    assert capsys.readouterr().out.splitlines() == [
        "  ok      short            One.",
        "  FAILED  much_too_long_a_name",
        "                           Two.",
        "  ok      fifteen_letters  Three words. Three words. Three",
        "                           words. Three words.",
    ]
