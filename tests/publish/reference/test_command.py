"""`cavewright docs` from the command line: what stops it, and the same files each time."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app, forked
from cavewright.publish.reference.markdown import Link, Page, Paragraph
from cavewright.publish.reference.reference import Reference

ROOT = Path(__file__).parents[2].parent
CHECK = ROOT / ".ci" / "check_site.py"
GAME = """ruleset odd 1.0 "Odd"
    language 1
    author "Nobody"

game
    keeps starter: player "Who begins."

players player 2..2
    keeps points: 0..9 "Points."

menu moves "What to do."

action gain in moves "Gain a point."
    own: require points < 3 "That is enough."
    gain 1 points

action rest in moves "Rest."
    set points = points

to play
    repeat 2 times
        each player from starter
            offer moves

scoring
    score points = points
    highest total wins
EXAMPLE"""
EXAMPLE = """
example first_point "A first point."
    | player | points |
    | Anna   | 0      |
    begin play as Anna
    when Anna: gain
    then Anna.points is EXPECTED

example enough
    | player | points |
    | Anna   | 3      |
    begin play as Anna
    refuse Anna: gain because own
    when Anna: rest
"""


HOLDS = EXAMPLE.replace("EXPECTED", "1")


def run(*arguments):
    result = CliRunner().invoke(app, [str(each) for each in arguments], prog_name="cavewright")
    return result.exit_code, result.stdout + result.stderr


def game_in(folder, example=HOLDS, **changed):
    text = GAME.replace("EXAMPLE", example)
    for old, new in changed.items():
        text = text.replace(old, new)
    folder.mkdir(exist_ok=True)
    (folder / "odd.cave").write_text(text, encoding="utf-8")
    return folder


def over_in(folder):
    """House rules under which the example of the game does not hold."""
    file = folder / "over-odd.cave"
    file.write_text(
        'overlay over-odd 1.0 "More"\n    language 1\n    extends odd ^1.0\n\namend action gain\n    add more: gain 1 points\n',
        encoding="utf-8",
    )
    return file


def files_in(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@pytest.mark.long
def test_the_same_rules_give_the_same_files(tmp_path):
    game = game_in(tmp_path / "odd")
    for name in ("a", "b"):
        status, said = run("docs", game, "--no-figures", "--strict", "--out", tmp_path / name, "--lang", "en,de,es")
        assert status == 0, said
    first, second = files_in(tmp_path / "a"), files_in(tmp_path / "b")
    assert (
        first == second
        and {each.split("/")[0] for each in first if "/" in each} == {"en", "de", "es"}
        and {each for each in first if "/" not in each} == {f"mkdocs.{lang}.yml" for lang in ("en", "de", "es")}
        and "en/navigation.yml" in first
    )
    assert any(path.endswith("/aid.html") for path in first)


@pytest.mark.long
def test_games_told_by_several_processes_are_the_publication_of_one(tmp_path, monkeypatch):
    games = [game_in(tmp_path / name, **{"ruleset odd": f"ruleset {name}"}) for name in ("odd", "even", "late")]
    for cores in (1, 2):
        monkeypatch.setattr(forked.os, "cpu_count", lambda cores=cores: cores)
        monkeypatch.setattr(forked.threading, "active_count", lambda: 1)
        status, said = run("docs", *games, "--no-figures", "--out", tmp_path / str(cores), "--lang", "en,de")
        assert status == 0, said
    made = files_in(tmp_path / "2")
    assert made == files_in(tmp_path / "1")
    navigation = made["en/navigation.yml"].decode()
    assert [navigation.index(f"{each}/index.md") for each in ("odd", "even", "late")] == sorted(
        map(navigation.index, ("odd/index.md", "even/index.md", "late/index.md"))
    )
    game_in(tmp_path / "late", EXAMPLE.replace("EXPECTED", "2"), **{"ruleset odd": "ruleset late"})
    status, said = run("docs", *games, "--no-figures", "--out", tmp_path / "3")
    assert status == 1 and "first_point" in said and "late" in said and not (tmp_path / "3").exists()


@pytest.mark.long
def test_a_pdf_is_the_same_each_time(tmp_path):
    pytest.importorskip("weasyprint", reason="WeasyPrint is not installed: `pip install -e .[pdf]`")
    game = game_in(tmp_path / "odd")
    for name in ("a", "b"):
        assert run("docs", game, "--no-figures", "--pdf", "--out", tmp_path / name)[0] == 0
    first, second = files_in(tmp_path / "a"), files_in(tmp_path / "b")
    assert first == second and any(path.endswith("/aid.pdf") for path in first)


def test_without_the_extra_it_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    status, said = run("docs", game_in(tmp_path / "odd"), "--no-figures", "--pdf", "--out", tmp_path / "a")
    assert (
        status == 1
        and "cavewright[pdf]" in said
        and "nothing that you wrote" not in said
        and not (tmp_path / "a").exists()
    )


def test_an_example_that_house_rules_change_is_an_example_still(tmp_path):
    game = game_in(tmp_path / "odd")
    status, said = run("docs", f"{game}+{over_in(tmp_path)}", "--no-figures", "--strict", "--out", tmp_path / "a")
    assert status == 0, said
    assert "first-point" not in (
        tmp_path
        / "a"
        / "en"
        / next(each.name for each in (tmp_path / "a" / "en").iterdir() if each.is_dir())
        / "actions"
        / "gain.md"
    ).read_text("utf-8")


def test_a_failing_example_stops_it(tmp_path):
    game = game_in(tmp_path / "odd", EXAMPLE.replace("EXPECTED", "2"))
    status, said = run("docs", game, "--no-figures", "--out", tmp_path / "out")
    assert status == 1 and "first_point" in said and not (tmp_path / "out").exists(), said


def test_strict_asks_for_texts_and_examples(tmp_path):
    for example, text, told in (
        ("", "Gain a point.", "action gain has no example"),
        (None, "", "action gain has no text"),
        (HOLDS.partition("example enough")[0], "Gain a point.", "no example refuses gain.own"),
        (HOLDS.partition("example enough")[0], "", "the reference lacks 3 of what it must have"),
    ):
        game = game_in(
            tmp_path / "odd",
            HOLDS if example is None else example,
            **{' "Gain a point."': f' "{text}"' if text else ""},
        )
        status, said = run("docs", game, "--no-figures", "--strict", "--out", tmp_path / "out")
        assert status == 1 and told in said, said
        assert run("docs", game, "--no-figures", "--out", tmp_path / "out")[0] == 0
        shutil.rmtree(tmp_path / "out")


def test_a_dead_link_stops_it(tmp_path, monkeypatch):
    game = game_in(tmp_path / "odd")
    page = Page("odd/dead.md", "Dead", (Paragraph(Link("nowhere", "odd/nowhere.md")),))
    monkeypatch.setattr("cavewright.publish.reference.reference.AFTER", (lambda game: page,))
    status, said = run("docs", game, "--no-figures", "--out", tmp_path / "out")
    assert status == 1 and "odd/nowhere.md" in said and not (tmp_path / "out").exists(), said


def test_a_rule_without_a_sentence_stops_it(tmp_path, monkeypatch):
    game = game_in(tmp_path / "odd")
    monkeypatch.setattr(Reference, "missing", lambda self, strict=False: ["odd: there is no sentence for gain"])
    status, said = run("docs", game, "--no-figures", "--out", tmp_path / "out")
    assert status == 1 and "no sentence for gain" in said and not (tmp_path / "out").exists(), said


def test_a_sentence_that_is_too_long_is_told_and_refused_if_strict(tmp_path, monkeypatch):
    game = game_in(tmp_path / "odd")
    assert "C0543" not in run("docs", game, "--no-figures", "--strict", "--out", tmp_path / "out")[1]
    monkeypatch.setattr("cavewright.publish.reference.long_sentences.MOST_WORDS", 5)
    status, said = run("docs", game, "--no-figures", "--out", tmp_path / "out")
    assert status == 0 and "C0543" in said and (tmp_path / "out" / "en").is_dir()
    status, said = run("docs", game, "--no-figures", "--strict", "--out", tmp_path / "out")
    assert status == 1 and "C0543" in said and "odd.cave" in said


def test_what_somebody_else_wrote_is_not_overwritten(tmp_path):
    (tmp_path / "out" / "en").mkdir(parents=True)
    (tmp_path / "out" / "en" / "mine.txt").write_text("mine", "utf-8")
    status, _ = run("docs", game_in(tmp_path / "odd"), "--no-figures", "--out", tmp_path / "out")
    assert status != 0 and (tmp_path / "out" / "en" / "mine.txt").read_text("utf-8") == "mine"


# ---- what looks at the website -----------------------------------------------------------------------------------------


def site(folder, body):
    folder.mkdir(parents=True)
    (folder / "index.html").write_text(f"<h1 id='top'>A</h1><a href='other.html#here'>b</a>{body}", "utf-8")
    (folder / "other.html").write_text("<h2 id='here'>B</h2><a href='index.html#top'>a</a>", "utf-8")
    return folder


def looked_at(*folders):
    done = subprocess.run([sys.executable, str(CHECK), *map(str, folders)], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        ("<a href='gone.html'>x</a>", "leads to gone.html, which is not there"),
        ("<a href='other.html#gone'>x</a>", "leads to other.html#gone, which has no such anchor"),
        ("<script src='https://example.org/a.js'></script>", "loads https://example.org/a.js"),
        ("<img src='gone.svg'>", "leads to gone.svg, which is not there"),
    ],
)
def test_what_is_wrong_with_a_site_is_told(planted, told, tmp_path):
    assert looked_at(site(tmp_path / "clean", ""))[0] == 0
    status, said = looked_at(site(tmp_path / "dirty", planted))
    assert status == 1 and told in said, said


def test_two_builds_are_compared(tmp_path):
    one, other = site(tmp_path / "one", ""), site(tmp_path / "other", "<h2 id='more'>C</h2>")
    (other / "third.html").write_text("<h1 id='c'>C</h1>", "utf-8")
    status, said = looked_at(one, other)
    assert status == 1 and "third.html is only in" in said and "index.html#more is only in" in said, said
