"""`falsify` and `impact` as they are typed: what is printed, written and refused."""

import json
import shutil
import subprocess

import pytest
from tests.bots.falsify.rules import EXAMPLES, MARKET
from typer.testing import CliRunner

from cavewright import load_game
from cavewright.connect.cli import app

TAXED = """overlay dear 1.0 "Dear"
    language 1
    extends market ^1.0

amend action buy
    add after few thirst: require g is bread "Nothing to drink."
"""

ENDLESS = """ruleset endless 1.0 "Without end"
    language 2

players walker 2..2
    keeps steps: 0..9

to play
    repeat until some(w in walker where w.steps > 5)
        each walker from first(w in walker)
            offer walking

menu walking

action go in walking "Go"
    set steps = 1

action stay in walking "Stay"
    set steps = 0

scoring
    score steps = steps
    highest total wins
"""
OTHER_SCORE = """overlay other 1.0 "Other"
    language 2
    extends endless ^1.0

amend action stay
    add set steps = 2
"""


def run(*arguments):
    result = CliRunner().invoke(app, [str(each) for each in arguments], prog_name="cavewright")
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def market(tmp_path):
    folder = tmp_path / "market"
    folder.mkdir()
    (folder / "market.cave").write_text(MARKET, "utf-8")
    (folder / "examples.cave").write_text(EXAMPLES["giving"] + EXAMPLES["taxed"], "utf-8")
    (tmp_path / "dear.cave").write_text(TAXED, "utf-8")
    return tmp_path


def test_an_overlay_is_broken_alone_and_its_examples_are_written(market):
    """An example that was written notices what nobody noticed before."""
    spec = f"{market / 'market'}+{market / 'dear.cave'}"
    status, told, _ = run("falsify", spec, "--only", "dear", "--json", "--search", "200")
    found = json.loads(told)
    assert status == 1 and {each["file"] for each in found["verdicts"]} == {str(market / "dear.cave")}
    assert run("falsify", spec, "--only", "dear", "--write", "--search", "200")[0] == 1
    assert "add example" in (market / "dear.cave").read_text("utf-8")
    status, told, _ = run("falsify", spec, "--only", "dear", "--json", "--search", "0")
    after = json.loads(told)
    assert after["counts"]["noticed"] > found["counts"]["noticed"] and not after["failing"]


def test_who_is_not_there_is_refused(market):
    status, _, said = run("falsify", market / "market", "--only", "dear")
    assert status == 1 and "dear" in said and "Traceback" not in said


def test_equal_rules_are_not_played(market):
    status, told, _ = run("impact", market / "market", market / "market", "--json")
    found = json.loads(told)
    assert status == 0 and found["is_same"] and found["pairs"] == 0
    told = run("impact", market / "market", market / "market")[1]
    assert "0 pairs of games" in told and "0.00     0.00" not in told


def test_a_study_of_games_that_do_not_end_is_bounded_and_says_so(tmp_path):
    """Both sides given up are told apart from games that end, with how many there are and the line at which they stood."""
    (tmp_path / "endless.cave").write_text(ENDLESS, "utf-8")
    (tmp_path / "other.cave").write_text(OTHER_SCORE, "utf-8")
    base = tmp_path / "endless.cave"
    words = ("--games", "3", "--bound", "4", "--jobs", "1", "--bots", "random", "--more", "0")
    status, told, said = run("impact", base, f"{base}+{tmp_path / 'other.cave'}", *words)
    told = " ".join(told.split())
    assert status == 0 and "Given up: 3 of the base, 3 of the variant" in told, said
    assert "No game of the base ended" in told and "No game of the variant ended" in told and "endless.cave:" in told


@pytest.mark.long
def test_a_page_is_one_file_that_asks_for_nothing_elsewhere(market):
    """With plots, and how many games of which bots."""
    pytest.importorskip("matplotlib")
    spec = f"{market / 'market'}+{market / 'dear.cave'}"
    words = ("--games", "4", "--jobs", "1", "--bots", "random", "--more", "2", "--out", market / "page.html")
    status, told, said = run("impact", market / "market", spec, *words)
    page = (market / "page.html").read_text("utf-8")
    assert status == 0 and "4 pairs of games, by random, random" in " ".join(told.split()), said
    assert page.count("<svg") in (3, 4) and "src=" not in page and "@import" not in page and 'href="http' not in page


@pytest.mark.long
def test_a_study_goes_on_where_it_stopped(market):
    """Also behind a line that was cut off; a file of another study is refused by name, and rubbish with its line."""
    spec, kept = f"{market / 'market'}+{market / 'dear.cave'}", market / "kept.jsonl"
    words = ("--jobs", "1", "--bots", "random", "--more", "0", "--keep", kept, "--json")
    whole = run("impact", market / "market", spec, "--games", "5", *words)
    text = kept.read_text("utf-8")
    kept.write_text(text[: text.rindex("variant")], "utf-8")
    assert run("impact", market / "market", spec, "--games", "5", *words)[:2] == whole[:2]
    assert kept.read_text("utf-8") == text
    kept.write_text(text.replace('{"base":{"seed":2', '{"base":{"seed":9'), "utf-8")
    status, _, said = run("impact", market / "market", spec, "--games", "5", *words)
    assert status == 1 and "kept.jsonl" in said and "line 4" in said and "seed 2" in said
    kept.write_text(text, "utf-8")
    status, _, said = run("impact", market / "market", spec, "--games", "5", "--seed", "1", *words)
    assert status == 1 and "another study" in " ".join(said.split()) and kept.read_text("utf-8") == text


def test_different_games_are_not_compared(market):
    status, _, said = run("impact", "tic-tac-toe", market / "market")
    assert status == 1 and "different games" in said


def git(folder, *words):
    author = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *author, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
def test_changed_breaks_lines_that_differ_from_the_last_commit(market, monkeypatch):
    """By a relative path, too; before the first commit all lines, after a change the changed ones and the column in them."""
    monkeypatch.chdir(market)
    status, _, said = run("falsify", "market", "--changed")
    assert status == 1 and "no git repository" in said
    git(market, "init", "-q")
    git(market, "add", "market")
    every = json.loads(run("falsify", "market", "--changed", "--search", "0", "--json")[1])["verdicts"]
    git(market, "commit", "-q", "-m", "rules")
    assert run("falsify", "market", "--changed")[:2] == (0, "no line of these rules differs from the last commit\n")
    rules = market / "market" / "market.cave"
    rules.write_text(MARKET.replace("days + 1", "days + 2").replace("price: 0..9", "price: 0..8"), "utf-8")
    found = json.loads(run("falsify", "market", "--changed", "--search", "0", "--json")[1])["verdicts"]
    assert {each["text"] for each in found} == {"set days = days + 2", "| good | price: 0..8 |"}
    assert len(found) < len(every)


def test_a_page_without_a_folder_is_refused_before_anything_is_played(tmp_path):
    pytest.importorskip("matplotlib")
    status, told, said = run(
        "impact", "tic-tac-toe", "tic-tac-toe", "--games", "2", "--out", tmp_path / "no" / "x.html"
    )
    assert (status, told) == (1, "") and "there is no such folder" in said


def test_changed_asks_about_rules_of_ones_own():
    status, _, said = run("falsify", "tic-tac-toe", "--changed")
    assert status == 1 and "bundled" in said and "Traceback" not in said


def test_files_that_vanish_are_named(market, monkeypatch):
    """Between loading and breaking: the rules are read once more, since cells are checked again."""
    game = load_game(market / "market")
    (market / "market" / "market.cave").unlink()
    monkeypatch.setattr("cavewright.connect.cli.falsify.load_game", lambda *given, **named: game)
    status, _, said = run("falsify", market / "market")
    assert status == 1 and "C0312" in said and "Traceback" not in said


def test_rules_that_do_not_check_are_not_broken(market):
    (market / "market" / "more.cave").write_text("constant a = b\n", "utf-8")
    status, told, said = run("falsify", market / "market")
    assert status == 1 and not told and "more.cave" in said


def test_an_interrupted_run_says_how_far_it_came(market, monkeypatch):
    def interrupt(task, portions):
        yield task(portions[0])
        raise KeyboardInterrupt

    monkeypatch.setattr("cavewright.connect.cli.falsify.parallel_map", interrupt)
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(market / "cache"))
    status, _, said = run("falsify", market / "market", "--search", "0")
    assert status == 130 and "8 of" in said and "goes on from there" in " ".join(said.split())
