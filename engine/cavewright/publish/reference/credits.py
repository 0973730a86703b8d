"""Credits of a page: whose game it is, what the page is not, and how its wording may be used."""

from __future__ import annotations

from ...foundation.texts import Texts
from ...play.loading.opened_rules import OpenedRules


def credit_lines(opened: OpenedRules) -> list[str]:
    """All of it, as sentences in the language of the rules as they were opened."""
    made, licence = whose(opened)
    return [*made, disclaimer(opened.words.texts), *licence]


def whose(opened: OpenedRules) -> tuple[list[str], list[str]]:
    """Returns the makers and publishers of the game; and the licence of the wording."""
    phrase, by, stated = opened.phrase, opened.words.texts.both, opened.property_values
    authors = stated("author")
    publishers = stated("publisher")
    licences = stated("licence")
    made = (
        phrase("{game} is a game by {authors}.", game=opened.title, authors=by(authors))
        if authors
        else phrase("The rules name no author.")
    )
    published = [phrase("Published by {publishers}.", publishers=by(publishers))] if publishers else []
    return [made, *published], [
        phrase("The wording may be used under the {licence} licence.", licence=each) for each in licences[-1:]
    ]


def disclaimer(words: Texts) -> str:
    """Returns the disclaimer of a reference."""
    return words.phrase(
        "This reference is written from rules that are checked and played by a program. It is not the rulebook, "
        "holds no text and no artwork of it, and is neither endorsed by its authors and publishers nor connected with them."
    )
