"""How much code each room may hold, in Python tokens: `budget.toml` has the figures."""

import io
import tokenize
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine" / "cavewright"
BUDGET = tomllib.loads((Path(__file__).parent / "budget.toml").read_text("utf-8"))["tokens"]
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
SLACK = 1.03
"""A budget that is this much larger than its room has been forgotten after something was deleted."""


def tokens_in(text):
    return sum(each.type not in LAYOUT for each in tokenize.generate_tokens(io.StringIO(text).readline))


@cache
def tokens_by_room():
    found = Counter()
    for path in ENGINE.rglob("*.py"):
        found[path.relative_to(ENGINE).parts[0] if path.parent != ENGINE else "cavewright"] += tokens_in(
            path.read_text("utf-8")
        )
    return found


def test_every_room_has_a_budget():
    assert set(tokens_by_room()) == set(BUDGET), (
        "name every room of engine/cavewright in tests/house/budget.toml, and no other"
    )


@pytest.mark.parametrize("room", sorted(BUDGET))
def test_a_room_keeps_its_budget(room):
    used, allowed = tokens_by_room()[room], BUDGET[room]
    assert used <= allowed, (
        f"{room}/ has {used:,} tokens, its budget is {allowed:,}: delete something, or raise the budget in tests/house/budget.toml and say in the commit what for"
    )
    assert allowed <= max(used * SLACK, used + 300), (
        f"{room}/ has only {used:,} tokens: lower its budget in tests/house/budget.toml from {allowed:,}"
    )


def test_layout_and_comments_are_not_counted():
    assert tokens_in("a = 1\n") == tokens_in("# why\n\na = 1  # so\n") == 3
    assert tokens_in("if a:\n    b()\n") == 6
