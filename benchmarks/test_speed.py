"""The same work under pytest-benchmark, for histories and comparisons: make bench."""

from __future__ import annotations

import measure as m
import pytest


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("where", ["start", "middle"])
def test_decisions(benchmark, players, where):
    """Random play; divide by the yardstick's time for the ratio."""
    work = m.decisions if where == "start" else m.middle_decisions
    assert benchmark(work, players, 500) > 100


@pytest.mark.parametrize("tiles", [20, 200, 2000])
def test_edge(benchmark, tiles):
    """Decisions at the edge of caves of three sizes."""
    m.grown(tiles)
    assert benchmark(m.edge_decisions, tiles, 3) > 10


def test_load(benchmark):
    """Parsing, checking and lowering the ruleset."""
    assert benchmark(m.load) == 1


def test_key(benchmark):
    """The position as a hashable value."""
    assert benchmark(m.middle(3).key)


def test_yardstick(benchmark):
    """Plain-Python connect four, 20 playouts."""
    assert benchmark(m.yard, 20) > 100


def test_greedy(benchmark):
    """A game of three greedy bots."""
    assert benchmark.pedantic(m.greedy, rounds=2) == 1
