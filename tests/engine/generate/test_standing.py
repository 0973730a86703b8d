"""Questions whose answer only a laid tile can change are remembered until one is laid; no others are."""

from pathlib import Path

import pytest

import cavewright as cw
from cavewright.engine.generate import MemoizedQuery
from cavewright.engine.interpret.board_memory import TileQueryCache
from cavewright.rules.program import instructions as i

ATTACKS = Path(__file__).parents[2] / "engine/agreement/attacks"
RULE = """
action go in dares
    require {question}

to play
    lay full at cell(place, 0, 0)
    offer dares
    offer deeds
"""
STANDING = {
    "every(e in frontier(place): some(p in openers(e) where p.slab is full))": True,
    "sum(p in place where p.slab is half: count(exits(p))) > 2": True,
    "some(p in place where count(neighbours(p)) > 1)": True,
    "some(p in place where p.cold > 0)": False,
    "some(p in place where p.slab is full and p.cold > 0)": False,
    "some(p in place where some(n in neighbours(p) where passage(p, n).toll > 0))": False,
    "some(p in place where p.slab is full and points > 2)": False,
    "count(p in place where p.slab is half) > points": True,
    "count(p in place where count(neighbours(p)) > points) > 1": False,
    "every(e in frontier(place): fits(full.open, e))": False,
}
"""Conditions, and whether a part of them is such a question."""


def rules(tmp_path, question):
    (tmp_path / "ground.cave").write_text((ATTACKS / "ground.cave").read_text("utf-8"), "utf-8")
    (tmp_path / "more.cave").write_text(RULE.format(question=question), "utf-8")
    return cw.load_game(tmp_path, engine="python")


@pytest.mark.parametrize("question", STANDING)
def test_what_stands(question, tmp_path):
    game = rules(tmp_path, question)
    listers = [
        game.engine.generator.lister(at) for at, node in enumerate(game.program.code) if isinstance(node, i.Decide)
    ]
    assert (
        any(isinstance(each, MemoizedQuery) for made in listers for each in made.values.values()) == STANDING[question]
    )


def test_it_is_asked_once_for_every_tile():
    times = []
    cells, frontier = {5: (0, 15)}, {6: 8}
    stands = TileQueryCache(lambda h, s, me: times.append(len(s[0])) or len(s[0]), 0)
    assert [stands.of([], [cells, frontier, {}], 0) for _ in range(3)] == [1, 1, 1] and times == [1]
    more, further = {**cells, 6: (0, 15)}, dict(frontier)
    assert [stands.of([], [more, further, {}], 1) for _ in range(2)] == [2, 2] and times == [1, 2]
    assert stands.of([], [cells, frontier, {}], 0) == 1 and times == [1, 2], "the board before is remembered too"


def test_boards_beyond_those_that_are_kept_are_asked_again():
    times = []
    stands = TileQueryCache(lambda h, s, me: times.append(1) or len(s[1]), 0)
    boards = [[{}, dict.fromkeys(range(n)), {}] for n in range(stands.most + 1)]
    for _ in range(2):
        for n, each in enumerate(boards):
            assert stands.of([], each, 0) == n
    assert len(times) == 2 * len(boards) and len(stands.kept) == stands.most
