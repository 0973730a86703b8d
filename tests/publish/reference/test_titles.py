"""Titles and heads as books have them: chapters behind their numbers, loops before how often they run, and what a game is
called as a sentence by itself."""

import pytest

from cavewright.publish.reference.course_diagram import course_diagram
from cavewright.publish.reference.differences_page import differences_page
from cavewright.publish.reference.markdown import Item, Items, plain
from cavewright.publish.reference.reference import Reference, Translated
from cavewright.publish.reference.written_book import WrittenChapter

LOOPS = {"en": "Final rounds (3 times)", "de": "Schlussrunden (3-mal)", "es": "Rondas finales (3 veces)"}
CALLED = {
    "en": "The game is called “La Cueva”, no longer “The Cave”",
    "de": "Das Spiel heißt „La Cueva“, nicht mehr „Die Höhle“",
    "es": "El juego se llama «La Cueva» y ya no «",
}


def test_a_chapter_has_a_full_stop_behind_its_number():
    assert WrittenChapter(6, "Use rooms").heading == "6. Use rooms"


@pytest.mark.parametrize("lang", LOOPS)
def test_a_loop_with_a_title_says_behind_it_how_often_it_runs(lang):
    game = Translated(lang)(Reference.of(["the-cave"], with_figures=False).games[0])
    assert LOOPS[lang] in [plain(each.words) for each in course_diagram(game)[1].items]


def test_a_count_that_is_no_number_stands_in_the_words_of_the_loop():
    game = Reference.of(["cave-vs-cave"], with_figures=False).games[0]
    shown = list(texts_of(course_diagram(game)[1].items))
    assert "Take as many turns as this round has" in shown
    assert not any("number of turns" in each for each in shown)


def test_a_part_that_comes_again_at_once_stands_there_once():
    """Kave Kapers traces its lines twice while the boards are laid out; a turn comes again as an extra turn."""
    game = Reference.of(["kave-kapers"], with_figures=False).games[0]
    shown = [each.removesuffix(".") for each in texts_of(course_diagram(game)[1].items)]
    again = [n for n, each in enumerate(shown) if each.endswith(" (as above)")]
    assert again and not [n for n in again if shown[n] == f"{shown[n - 1]} (as above)"]


def texts_of(items):
    for each in items:
        yield plain(each.words)
        yield from texts_of(each.inner)


@pytest.mark.parametrize("lang", CALLED)
def test_what_a_game_is_called_is_a_sentence_by_itself(lang):
    before, after = map(Translated(lang), Reference.of(["the-cave", "the-cave-es"], with_figures=False).games)
    blocks = differences_page(before, after, "changes.md", has_facts=False).blocks
    items = [each for block in blocks if isinstance(block, Items) for each in block.items]
    assert any(plain(each.words).startswith(CALLED[lang]) for each in items if isinstance(each, Item))
