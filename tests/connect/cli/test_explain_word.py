"""`explain` says of every word of the language what the card says, in the wheel too."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app
from cavewright.connect.cli.explain_word import NAMES, PROPERTIES, is_word, lines_of_word
from cavewright.rules.check.symbols import BUILTINS, FOLDS

RUNNER = CliRunner()
GRAMMAR = (Path(__file__).parents[3] / "grammar" / "cavewright.lark").read_text("utf-8")
WORDS = re.findall(r'^[A-Z_]+: "([a-z]+)"$', GRAMMAR, re.MULTILINE)
PHRASES = {
    "shuffle": "nobody knows any more what lies where",
    "bottom of": "to the bottom",
    "repeat each": "round and round",
    "or stop": "as many as wanted",
    "choose any": "again and again",
    "backwards": "the other way round the table",
    "always": "beside every decision",
    "internal": "by the host alone",
    "sight": "in the direction of so many columns and rows",
    "possible": "could the acting player do something",
    "after": "what E would be",
    "now": "superko",
    "round": "rows go round",
    "up to": "takes what there is",
    "remainder": "remainder(a, b)",
    "seat": "from 1 on",
    "owner": "tells whose",
    "next": "`next(p, -1)`",
    "begin": "one with values",
    "otherwise": "if nothing can be chosen",
    "notice": "shown to each player",
}


@pytest.mark.parametrize("word", [*WORDS, *BUILTINS, *FOLDS, *NAMES, *PROPERTIES])
def test_every_word_is_explained(word):
    assert is_word(word) and lines_of_word(word)


@pytest.mark.parametrize("phrase", PHRASES)
def test_what_is_said_is_about_it(phrase):
    assert any(PHRASES[phrase] in each for each in lines_of_word(phrase)), lines_of_word(phrase)


def test_names_of_rules_are_no_words_and_near_words_are_offered():
    assert not is_word("photograph")
    wrong, said = (RUNNER.invoke(app, ["explain", word]) for word in ("shufle", "sight"))
    assert wrong.exit_code != 0 and "did you mean `shuffle`?" in wrong.output
    assert said.exit_code == 0 and "up to the first" in " ".join(said.output.split())
