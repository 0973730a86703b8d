"""A refusal in the terminal names the number of its rule in the book, with its address where there is one."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app

GAME = Path(__file__).parents[3] / "rulesets" / "classics" / "tic-tac-toe"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ((), "rule 7.1 of the book"),
        (("--book", "https://b.example"), "https://b.example#r7.1"),
        (("--lang", "de"), "Regel 7.1 des Buchs"),
    ],
)
@pytest.mark.gate("more2-Regel 7.1 des Buchs")
def test_a_refusal_names_its_rule(more, told):
    typed = ["play", "the-cave", "--players", "2", "--seed", "3", "--set", "starting_kit=suggested", *more]
    asked = "warum nicht photograph\nende\n" if "de" in more else "why not photograph\nquit\n"
    assert told in CliRunner().invoke(app, typed, input=f"why not photograph\n{asked}quit\n").stdout


def test_a_game_without_a_book_has_no_numbers(tmp_path):
    shutil.copytree(GAME, tmp_path / "game", ignore=shutil.ignore_patterns("book.*"))
    typed = ["play", str(tmp_path / "game"), "--players", "2"]
    said = CliRunner().invoke(app, typed, input="mark a1\nwhy not mark a1\nquit\n").stdout
    assert "of the book" not in said and "mark" in said
