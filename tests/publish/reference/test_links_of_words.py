"""Links of words: one that stands for two things leads nowhere, nor does one within a longer name."""

import pytest

from cavewright.publish.reference.markdown import Link, Paragraph
from cavewright.publish.reference.term_links import Term, TermLinks

TERMS = {
    "way": Term("way", "components.md", "kind-way"),
    "way round": Term("way round", "", ""),
    "score": Term("score", "", ""),
    "home base": Term("base", "glossary.md", "define-base"),
}


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("Which way round?", []),
        ("Which way?", ["way"]),
        ("The score of that token", []),
        ("Which way round, and by which way to the home base?", ["way", "home base"]),
    ],
)
def test_a_word_leads_only_to_what_it_means(text, linked):
    (told,) = TermLinks(TERMS, "course.md").link_terms([Paragraph(text)])
    assert [each.words for each in told.words if isinstance(each, Link)] == linked


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_a_name_of_two_things_and_the_words_of_the_language_lead_nowhere(lang, tmp_path):
    from cavewright.publish.reference.reference import Reference, Translated

    (tmp_path / "two.cave").write_text(RULES, "utf-8")
    terms = Translated(lang)(Reference.of([str(tmp_path)], with_figures=False).games[0]).terms
    assert [bool(terms[each].path) for each in ("worth", "gem")] == [False, True]
    assert not any(each.path and said.split()[-1] in ("que", "that", "die") for said, each in terms.items())


RULES = """ruleset two 1.0 "Two"
    language 1

kind gem "Gems."
    | gem  | worth: 1..9 |
    | ruby | 2           |

players player 2..2
    keeps worth: 0..9

to play
    finish

scoring
    score worth = worth
    highest total wins
"""
