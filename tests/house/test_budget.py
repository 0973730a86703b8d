"""How much code each package may hold, in Python tokens: `budget.toml` has the figures."""

import io
import tokenize
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.house.engine_modules import MODULES, room_of

BUDGET = tomllib.loads((Path(__file__).parent / "budget.toml").read_text("utf-8"))["tokens"]
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
SLACK = 1.03
"""A budget that is this much larger than its package has been forgotten after something was deleted."""


def tokens_in(text):
    return sum(each.type not in LAYOUT for each in tokenize.generate_tokens(io.StringIO(text).readline))


@cache
def tokens_by_package():
    found = Counter()
    for path in MODULES:
        found[room_of(path).partition("/")[0]] += tokens_in(path.read_text("utf-8"))
    return found


def test_every_package_has_a_budget():
    assert set(tokens_by_package()) == set(BUDGET), (
        "name every package of engine/cavewright in tests/house/budget.toml, and no other"
    )


@pytest.mark.parametrize("package", sorted(BUDGET))
def test_a_package_keeps_its_budget(package):
    used, allowed = tokens_by_package()[package], BUDGET[package]
    assert used <= allowed, (
        f"{package}/ has {used:,} tokens, its budget is {allowed:,}: delete something, or raise the budget in tests/house/budget.toml and say in the commit what for"
    )
    assert allowed <= max(used * SLACK, used + 300), (
        f"{package}/ has only {used:,} tokens: lower its budget in tests/house/budget.toml from {allowed:,}"
    )


def test_layout_and_comments_are_not_counted():
    assert tokens_in("a = 1\n") == tokens_in("# why\n\na = 1  # so\n") == 3
    assert tokens_in("if a:\n    b()\n") == 6
