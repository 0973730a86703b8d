"""Positions that were before, in words: asked about, put down, counted and taken away."""

import pytest

import cavewright as cw
from cavewright.sentences import Sentences

RULES = """ruleset again 1.0 "Again"
    language 2

players team 2..3
    keeps points: 0..9
    keeps mine: bag of game.lit

game
    keeps lit: yes_no
    keeps past: set of game.lit

to play
    each team
        may "Switch?"
            set lit = not lit
    LINE
    if now in past and mine[now] is 3
        set mine[now] = 0

scoring
    score points = points + size(team.name)
    highest total wins
""".replace(" + size(team.name)", "")
SAID = {
    ("set past[now] = yes", "en"): "Keep the position in the past.",
    ("set past[now] = yes", "de"): "Die Stellung in „past“ festhalten.",
    ("set past[now] = yes", "es"): "Guardar la posición en «past».",
    ("set past[now] = no", "en"): "Forget the position in the past.",
    ("gain 1 now in mine", "en"): "Keep the position in the mine.",
    ("gain (points) now in mine", "en"): "Keep the position in the mine, this many times more: the points.",
    ("set mine[now] = points", "en"): "How often the position is kept in the mine becomes the points.",
}


@pytest.mark.parametrize("line, lang", SAID)
def test_positions_are_told_in_words(line, lang):
    rules = cw.load_rules({"again.cave": RULES.replace("LINE", line)})
    told = [each.text for each in Sentences(rules.wording(lang)).all()]
    inner = [text for each in Sentences(rules.wording(lang)).all() for text in all_texts(each)]
    assert SAID[line, lang] in inner, (told, inner)


def all_texts(sentence):
    """The text of a sentence, and of those below it."""
    return [sentence.text, *(text for each in sentence.inner for text in all_texts(each))]
