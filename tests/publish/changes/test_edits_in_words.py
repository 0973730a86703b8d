"""Every kind of edit of a checked ruleset, as `diff` and the pages of house rules tell it: in words, in every language."""

import re
from pathlib import Path
from typing import get_args

import pytest

from cavewright import load_game
from cavewright.foundation.source import Source
from cavewright.foundation.texts import languages
from cavewright.language.syntax import parse_file
from cavewright.language.syntax import tree as t
from cavewright.play.loading.opened_rules import open_rules
from cavewright.publish.changes.difference_sentences import DifferenceSentences
from cavewright.publish.changes.differences import differences

HERE = Path(__file__).parent
QUARRY = HERE / "quarry.cave"
EDITS = (HERE / "quarry_edits.txt").read_text("utf-8").strip().split("\n\n")
KINDS = {
    *get_args(t.Edit),
    t.Change,
    t.Add,
    t.AddValue,
    t.Drop,
    t.MoveClause,
    t.Cite,
    *get_args(t.Statement),
    *get_args(t.Part),
    t.Keeps,
    t.Grid,
    t.Free,
    t.Joined,
    t.Setting,
    t.Among,
    t.Least,
    t.Together,
    t.Score,
    t.Winner,
    t.Tie,
    t.Row,
    t.Branch,
}
"""What an overlay can say, and what it can say it of."""
CODE = re.compile(r"[`{}_]|#\w|  | ,|,,|\.\.|: :|\(\)|\[\]")
"""What stands in no sentence."""
ENGLISH = re.compile(
    r"\b(the|of|if|each|with|instead|otherwise|until|times|where|and|or|not|none|new|gone|from|changed|among|every)\b",
    re.I,
)
"""Words that are English alone; the quarry's own are none of them, apart from its texts."""
WRITTEN = re.compile(r'"([^"]*)"')
TEXTS = {each for text in (QUARRY.read_text("utf-8"), *EDITS) for each in WRITTEN.findall(text)}


def overlay(edits, folder):
    path = folder / "my.cave"
    path.write_text(f"overlay my 1.0\n    language 2\n    extends quarry ^1.0\n\n{edits}\n", "utf-8")
    return path


def told(edits, folder, lang):
    """What the edits change, in sentences."""
    path = overlay(edits, folder)
    before, after = open_rules(str(QUARRY), {}, lang), open_rules(f"{QUARRY}+{path}", {}, lang)
    return differences(before.declarations, after.declarations, DifferenceSentences(after.words, before.words)).all


def unquoted(sentence):
    """A sentence without the texts of the rules, which nobody has translated."""
    for each in sorted(TEXTS, key=len, reverse=True):
        for form in (each, each.rstrip(".?!"), each[:1].lower() + each[1:]):
            sentence = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", "", sentence) if form else sentence
    return sentence


@pytest.mark.gate("change choose: choose way in turnings(found.open) where fits")
@pytest.mark.parametrize("edits", EDITS, ids=lambda each: each.splitlines()[-1].strip()[:60])
def test_an_edit_is_told_in_words_in_every_language(edits, tmp_path):
    for lang in languages():
        found = told(edits, tmp_path, lang)
        assert found, "nothing differs"
        for each in found:
            assert not CODE.search(each.sentence), each.sentence
            assert lang == "en" or not ENGLISH.search(unquoted(each.sentence)), each.sentence
            sides = re.fullmatch(r".*?: (.*) (?:instead of|statt|en vez de) (.*) \(.*", each.sentence)
            assert not sides or sides[1] != sides[2], f"both sides sound the same: {each.sentence}"


def test_every_kind_of_edit_is_among_them():
    seen = set()
    for each in EDITS:
        file, found = parse_file(
            Source("my.cave", f"overlay my 1.0\n    language 2\n    extends quarry ^1.0\n\n{each}\n")
        )
        assert not found, (each, found)
        seen |= {type(node) for node in t.walk(file)}
    assert sorted(each.__name__ for each in KINDS - seen) == []
    assert {"en", "de", "es"} <= set(languages())


def test_the_quarry_can_be_played():
    assert load_game(str(QUARRY)).new_initial_state(players=2).chance_outcomes()
