"""Screens of many games at terminals of any width: nothing is too wide, nothing is cut, and no word is broken that fits a line."""

import re
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.connect.cli.test_play import Session

from cavewright.foundation.draw.characters import columns
from cavewright.foundation.draw.wrapping import pack, wrap
from cavewright.foundation.texts import texts
from cavewright.foundation.texts.extraction import extract

LINES = [
    "?",
    "map",
    "players",
    "score",
    "1",
    "1",
    "1",
    "2",
    "",
    "dance",
    "99",
    "why not 1",
    "why not {action}",
    "rules {action}",
    "rules {thing}",
    "undo",
    "1",
    "1",
    "1",
    "1",
    "map",
    "save",
    "kit a b",
    "quit",
    "/no/such/folder/a.json",
    "",
]
"""What is typed in every game."""
GAMES = {
    "the-cave": ("photograph", "raft"),
    "the-cave-de": ("enter", "Seil"),
    "kave-kapers": ("walk", "A1"),
    "cave-vs-cave": ("furnish", "tunnel"),
    "hex": ("place", "a1"),
    "connect-four": ("drop", "a"),
    "breakthrough": ("move", "a1"),
    "nine-mens-morris": ("place", "a1"),
    "tic-tac-toe": ("mark", "a1"),
    "chess": ("move", "e4"),
    "draughts": ("move", "a1"),
    "kuhn-poker": ("bet", "king"),
}
"""Games, each with an action that is asked for and a thing that is."""
WIDE = 400
WORD = re.compile(r"[^\W\d_]{3,}")
CASES = list(product(GAMES, ("en", "de", "es"), (20, 40, 61, 80, 120)))


@cache
def seen(game: str, lang: str, width: int) -> str:
    """All that is shown in a session, the prompts left out."""
    action, thing = GAMES[game]
    typed = [each.format(action=action, thing=thing) for each in LINES]
    session = Session(typed, width=width).play(
        game, names=("Anna", "Jola"), bots=("random",), seed=3, settings={}, lang=lang
    )
    assert session.status == 0 and "Traceback" not in session.seen
    return "\n".join(
        line for line in session.seen.split("\n") if not line.startswith(tuple(filter(str.strip, session.prompts)))
    )


@cache
def words(lang: str) -> set[str]:
    """The words of the program in a language: on a narrow screen other sentences may stand than on a wide one."""
    said = [each.sources for each in extract()] if lang == "en" else list(texts(lang)._said.values())
    return set(WORD.findall(" ".join(form for forms in said for form in forms)))


@pytest.mark.gate("tic-tac-toe-de-40")
@pytest.mark.parametrize("game, lang, width", CASES)
def test_nothing_is_too_wide_and_no_word_is_broken(game: str, lang: str, width: int) -> None:
    """What stands in a line on a wide screen is a word; so is all on a narrow one, unless it is longer than a line."""
    narrow, known = seen(game, lang, width), set(WORD.findall(seen(game, lang, WIDE))) | words(lang)
    assert [line for line in narrow.splitlines() if columns(line) > width and "--resume" not in line] == []
    long = "".join(each for each in known if len(each) >= width)
    assert {each for each in WORD.findall(narrow) if each not in known and each not in long} == set()
    assert "…\n" not in narrow.replace("· …\n", "")


word = st.text("abc-äß漢·", min_size=1, max_size=30)


@given(st.lists(word, max_size=12), st.integers(8, 60), st.text(" abc", max_size=30), st.none() | st.integers(0, 40))
def test_lines_hold_all_words_in_their_order(found: list[str], width: int, head: str, later: int | None) -> None:
    """Each within the width; a word is whole where it fits, and none is lost."""
    for lines in (wrap(" ".join(found), width, head, later), pack(found, width, head, " · ", later)):
        assert all(columns(line) <= max(width, columns(head)) for line in lines)
        assert "".join("".join(lines).split()).replace("·", "") == "".join((head + "".join(found)).split()).replace(
            "·", ""
        )
    told = [each for line in wrap(" ".join(found), width, "", 0) for each in line.split()]
    assert all(each in told for each in found if columns(each) <= width)
