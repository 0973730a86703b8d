"""Every construct that the language has gained has all that a construct has: one small ruleset each, one question a column."""

import re

import pytest
from tests.fuzz.mixed_rules import CONSTRUCTS
from tests.rules.constructs import columns as c

NAMES = tuple(sorted(path.stem for path in c.CASES.glob("*.cave")))
AT_ONCE = (c.check, c.layout, c.explain, c.generated, c.edits, c.sentences)
"""Columns that read the rules and play nothing."""
PLAYED = (c.engines, c.in_c, c.secrecy, c.odds, c.encodings, c.pictures, c.page)


def name_of(column):
    return column.__name__


@pytest.mark.parametrize("column", AT_ONCE, ids=name_of)
def test_rules_have_it(column):
    assert {name: found for name in NAMES if (found := column(name))} == {}


@pytest.mark.long
@pytest.mark.parametrize("column", PLAYED, ids=name_of)
@pytest.mark.parametrize("name", NAMES)
def test_play_has_it(name, column):
    assert column(name) == []


def test_what_generated_rules_say_stands_in_the_table():
    texts = "\n".join(map(c.text_of, NAMES))
    assert [name for name, pattern in CONSTRUCTS.items() if not re.search(pattern, texts)] == []
