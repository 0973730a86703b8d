"""Every published page names whose game it is, says what it is not, and carries the licence of the rules' wording."""

from html import unescape

import pytest

from cavewright.foundation.texts import texts
from cavewright.publish.reference.reference import Reference

GAMES = {
    "tic-tac-toe": [],
    "nine-mens-morris": [],
    "connect-four": ["Howard Wexler", "Ned Strongin", "Milton Bradley"],
    "hex": ["Piet Hein", "John Nash"],
    "breakthrough": ["Dan Troyka"],
    "chess": [],
    "draughts": [],
    "backgammon": [],
    "go": [],
    "hearts": [],
    "kuhn-poker": ["Harold W. Kuhn"],
    "the-cave": ["Adam Kałuża", "Rebel, 2012"],
    "the-cave+long-rope+short-game": ["Adam Kałuża", "Rebel, 2012"],
    "the-cave-de": ["Adam Kałuża", "Pegasus Spiele, 2013"],
    "the-cave-es": ["Adam Kałuża"],
    "kave-kapers": ["A. J. Kramer", "Randy Hurst", "Extreme Enterprises"],
    "cave-vs-cave": ["Uwe Rosenberg", "Mayfair Games"],
    "cave-vs-cave+cave-vs-cave-era2": ["Uwe Rosenberg"],
}
"""The games with what names their authors and publishers, as far as the rules name some."""
VARIANTS = {"tic-tac-toe": (), "the-cave": ("the-cave+long-rope", "the-cave+heavy-ropes")}
NOT = {"en": "It is not the rulebook", "de": "Sie sind nicht die Spielanleitung", "es": "No son el reglamento"}
PAGES = {"index", "components", "course", "scoring", "glossary", "rules", "aid"}
"""Pages that every game has."""


def lacking(files, names, lang):
    """The pages that lack something, and what. The first page of all, which is of no game, is none of them."""
    licence = texts(lang).phrase("The wording may be used under the {licence} licence.", licence="MIT")
    wanted = [*names, NOT[lang], licence]
    if not names:
        wanted.append(texts(lang).phrase("The rules name no author."))
    pages = {
        path: unescape(text) for path, text in files.items() if path.endswith((".md", ".html")) and path != "index.md"
    }
    return pages, {(path, each) for path, text in pages.items() for each in wanted if each not in text}


def published(game, lang):
    above = [(game, each) for each in VARIANTS.get(game, ())]
    return Reference.of([game], above, with_figures=False).in_language(lang).files_by_path()


@pytest.mark.gate("connect-four-en")
@pytest.mark.parametrize("lang", NOT)
@pytest.mark.parametrize(
    "game", [pytest.param(each, marks=[pytest.mark.long] * each.startswith("kave")) for each in GAMES]
)
def test_every_page_names_whose_game_it_is_and_how_it_may_be_used(game, lang):
    pages, wrong = lacking(published(game, lang), GAMES[game], lang)
    names = {path.rpartition("/")[2].partition(".")[0] for path in pages}
    assert names >= PAGES
    assert not VARIANTS.get(game) or {"variants", "long-rope", "heavy-ropes"} <= names
    assert wrong == set()


def test_a_page_that_lacks_it_is_found():
    files = published("hex", "en")
    pages, wrong = lacking(files, GAMES["hex"], "en")
    assert wrong == set()
    for path in pages:
        bare = dict(files) | {path: files[path].replace("John Nash", "Jane Doe").replace(NOT["en"], "")}
        assert lacking(bare, GAMES["hex"], "en")[1] == {(path, "John Nash"), (path, NOT["en"])}
