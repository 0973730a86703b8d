"""Go: the same moves and scores as in a few lines of another program, on small boards, with and without suicide."""

import random

import pytest
from tests.rulesets.cited import carried_out, forgotten, loaded, misspelt, without_example

import cavewright as cw
from cavewright.play.examples.runner import run_examples

KOMI = 15


class Board:
    """A board of Go by sets: what lies where, and all positions that there were."""

    def __init__(self, width, suicide):
        self.points = [(x, y) for y in range(width) for x in range(width)]
        self.stones, self.seen, self.suicide = {}, set(), suicide

    def around(self, point):
        x, y = point
        return [each for each in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if each in self.points]

    def chain(self, stones, point):
        """The points that hang together with one, and what colours they touch, none for empty points."""
        found, left, touched = {point}, [point], set()
        while left:
            for each in self.around(left.pop()):
                if stones.get(each) != stones.get(point):
                    touched.add(stones.get(each))
                elif each not in found:
                    found.add(each)
                    left.append(each)
        return found, touched

    def after(self, point, player):
        """The stones after a move; none where it is not allowed."""
        if point in self.stones:
            return None
        stones = {**self.stones, point: player}
        for each in self.around(point):
            if stones.get(each) == 1 - player:
                self.clear(stones, each)
        if None not in self.chain(stones, point)[1]:
            if not self.suicide:
                return None
            self.clear(stones, point)
        return None if frozenset(stones.items()) in self.seen else stones

    def clear(self, stones, point):
        """Takes a chain that touches no free point."""
        chain, touched = self.chain(stones, point)
        if None not in touched:
            for each in chain:
                del stones[each]

    def area(self, player):
        """The stones of a player, and the empty points that only they touch."""
        empty = (self.chain(self.stones, each)[1] for each in self.points if each not in self.stones)
        return [*self.stones.values()].count(player) + sum(touched == {player} for touched in empty)


@pytest.mark.parametrize("suicide", ["no", "yes"])
@pytest.mark.parametrize(
    "width, seed", [(5, 1), (5, 2), (7, 3), *(pytest.param(6, n, marks=pytest.mark.long) for n in range(9))]
)
@pytest.mark.gate("5-2-yes")
def test_moves_and_scores_are_those_of_another_program(width, seed, suicide):
    game = cw.load_game("go", options={"width": width, "suicide": suicide}, engine="interpreter")
    rng, board, state, passes, player = random.Random(seed), Board(width, suicide == "yes"), None, 0, 0
    state = game.new_initial_state()
    board.seen.add(frozenset())
    for _ in range(60):
        known = {each: board.after(each, player) for each in board.points}
        ours = {each.text.removeprefix("place "): each for each in state.legal_actions()}
        names = {"abcdefgh"[x] + str(y + 1): (x, y) for (x, y), stones in known.items() if stones is not None}
        assert sorted(ours) == sorted([*names, "pass"])
        chosen = rng.choice(sorted(names)) if names and rng.random() < 0.98 else "pass"
        passes = passes + 1 if chosen == "pass" else 0
        if chosen != "pass":
            board.stones = known[names[chosen]]
            board.seen.add(frozenset(board.stones.items()))
        state, player = state.apply(ours[chosen]), 1 - player
        if passes == 2:
            break
    assert state.is_terminal == (passes == 2)
    if state.is_terminal:
        assert list(state.outcome().totals) == [2 * board.area(0), 2 * board.area(1) + KOMI]


def test_every_point_may_be_chosen_at_first():
    assert len(cw.load_game("go", engine="interpreter").new_initial_state().legal_actions()) == 19 * 19 + 1


def test_every_fact_is_carried_out_and_shown():
    game = loaded("go")[0]
    assert len(game.facts) == 10 and forgotten(game) == [] and misspelt(game) == []
    assert without_example(game, carried_out(game, "none")) == []


def test_the_examples_hold():
    assert [each.name for each in run_examples(cw.load_game("go")) if not each.ok] == []


@pytest.mark.long
def test_one_stone_on_an_empty_board_holds_it():
    state = cw.load_game("go", engine="interpreter").new_initial_state().apply("0: place k10")
    assert state.apply("1: pass").apply("0: pass").returns() == [2 * 19 * 19, 15]
