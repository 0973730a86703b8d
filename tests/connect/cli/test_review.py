"""`review`: the choices that cost most, in three languages, and a save from there on."""

import pytest
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.connect.cli.match_files import read_match

MOVES = ("a1", "b1", "a2", "b2", "c3", "c1", "a3")


@pytest.fixture
def save(tmp_path):
    match = cw.Match(cw.load_game("tic-tac-toe"), 2, 1)
    for each in MOVES:
        match.push(f"mark {each}")
    path = tmp_path / "match.json"
    path.write_text(match.to_json(), "utf-8")
    return path


def run(*words):
    done = CliRunner().invoke(app, ["review", *map(str, words)], prog_name="cavewright")
    return done.exit_code, " ".join(done.output.split())


@pytest.mark.parametrize(
    "lang,said",
    [
        ("en", "Move 5, Player 1: mark c3. Better by 1: mark a3. What differs at the end of the turn: won +1."),
        ("de", "Zug 5, Spieler 1: c3 markieren. Um 1 besser: a3 markieren."),
        ("es", "Jugada 5, Jugador 1"),
    ],
)
def test_a_review_names_the_choices_that_cost_most(save, lang, said):
    code, told = run(save, "--all", "--lang", lang)
    assert code == 0 and said in told and "cavewright review" in told


def test_a_match_is_played_on_from_a_choice(save, tmp_path):
    out = tmp_path / "again.json"
    assert run(save, "--from", 5, "--out", out)[0] == 0
    match, _ = read_match(out)
    assert [str(each)[-2:] for each in match.move_stack] == list(MOVES[:4])
    match.push("mark a3")
    assert match.state.is_terminal


@pytest.mark.parametrize(
    "words", [("--from", 5), ("--from", 99, "--out", "x.json"), ("--from", "x", "--out", "x.json")]
)
def test_what_cannot_be_is_refused_in_words(save, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, told = run(save, *words)
    assert code in (1, 2) and "rror" in told and "Traceback" not in told and not (tmp_path / "x.json").exists()
