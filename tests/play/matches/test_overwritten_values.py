"""Consequences of a step: of a value that is set anew within it the last is told."""

from types import SimpleNamespace

import pytest

from cavewright.play.matches.consequences import consequences


def event(value, said="it lies {} deep", owner="n3"):
    return SimpleNamespace(
        kind="set",
        owner=owner,
        subject="depth",
        piece=None,
        before="none",
        after=value,
        is_of_player=False,
        sentence=lambda lang: said.format(value),
        value=lambda lang: value,
    )


@pytest.mark.parametrize(
    "events, said",
    [
        ([event("25 m"), event("75 m")], ["it lies 75 m deep"]),
        ([event("25 m"), event("75 m", owner="n4")], ["it lies 25 m deep", "it lies 75 m deep"]),
        ([event("2", "gains 2 ropes"), event("3", "gains 1 rope")], ["gains 2 ropes", "gains 1 rope"]),
    ],
)
def test_a_value_that_is_overwritten_is_not_told(events, said):
    assert [each.said for each in consequences(events, "Anna")] == said
