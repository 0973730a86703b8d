"""Names of rules and examples stand between quotation marks, and what is quoted in them between single ones."""

from types import SimpleNamespace

import pytest

from cavewright.foundation.texts import texts
from cavewright.publish.reference.facts_page import quote
from cavewright.publish.reference.markdown import Link, plain

QUOTED = {
    "en": ("The “big” tile", "“The ‘big’ tile”"),
    "de": ("Das „große“ Plättchen", "„Das ‚große‘ Plättchen“"),
    "es": ("La loseta «grande»", "«La loseta ‹grande›»"),
    "fr": ("La «grande» tuile", "“La «grande» tuile”"),
}


@pytest.mark.parametrize("lang", QUOTED)
def test_marks_within_marks_are_single(lang):
    game, (name, said) = SimpleNamespace(phrase=texts(lang).phrase), QUOTED[lang]
    assert plain(quote(game, Link(name, "a.md", "b"))) == said
    assert [each.path for each in quote(game, Link(name, "a.md", "b")) if isinstance(each, Link)] == ["a.md"]
