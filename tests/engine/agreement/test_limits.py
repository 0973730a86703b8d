"""Rules that would make the generated source explode: it stays within bounds, the interpreter is the way out, and the play is the same."""

import pytest
from tests.engine.agreement.large import HEAD, LARGE
from tests.engine.agreement.lockstep import Pair, seeded, walk
from tests.engine.agreement.settings import BASES, load
from tests.fuzz.law import written

import cavewright as cw
from cavewright.engine.generate import generator
from cavewright.engine.generate.constant_pool import MOST_WRITTEN
from cavewright.engine.jit.code_size import SHOWN, CodeSizeEngine, too_large
from cavewright.play.states.game import Game

LEFT = {
    "hundreds of options",
    "hundreds of requirements",
    "more loops than Python nests",
    "loops in loops",
    "a long loop",
    "a long process",
    "hundreds of requirements that search",
}
"""Where something is left to the interpreter."""
SUPPOSING = {"backgammon": {"use_dice"}}
"""Rules of games that ask what would be, which the interpreter answers with all that stands around it."""


@pytest.fixture
def large(tmp_path):
    return lambda name: cw.load_game(written(tmp_path / "large", {"large.cave": HEAD + LARGE[name]}))


@pytest.fixture
def written_for(monkeypatch):
    """What every function asked for came to: what was written for it, its nodes of Python, and those in vain."""
    found, made = [], generator.Generator.finish_function

    def watched(self, write, pc):
        before = self.nodes, self.lost
        try:
            return made(self, write, pc)
        finally:
            found.append((self.pool.written, self.nodes - before[0], self.lost - before[1]))

    monkeypatch.setattr(generator.Generator, "finish_function", watched)
    return found


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.gate("more loops than Python nests")
def test_it_stays_within_bounds_and_plays_the_same(name, large, written_for):
    game = large(name)
    pair, rng = Pair(game), seeded(name)
    assert walk(pair, rng, 8, asked=0.2) >= 2
    assert max(each for each, _, _ in written_for) <= MOST_WRITTEN + 1
    assert max(each for _, each, _ in written_for) <= generator.MOST_NODES
    assert max(each for _, _, each in written_for) <= 4 * generator.MOST_NODES
    for made in (game.engine, game.mechanics.in_place):
        assert made.generator.nodes <= generator.MOST_IN_ALL + generator.MOST_NODES
        assert made.generator.lost <= generator.MOST_IN_ALL + 4 * generator.MOST_NODES
    assert bool(game.engine.interpreted_clauses) == (name in LEFT), game.engine.interpreted_clauses


@pytest.mark.long
def test_what_is_left_is_said(large):
    game = large("hundreds of options")
    pair = Pair(game)
    assert not game.engine.interpreted_clauses
    walk(pair, seeded(1), 3)
    assert [each.name for each in game.engine.interpreted_clauses] == ["play.more"]


SAID = {
    "hundreds of options": "offer more",
    "hundreds of requirements": "offer more",
    "hundreds of requirements that search": "offer more",
    "more loops than Python nests": "offer more",
    "loops in loops": "for each x0 in 0..0",
    "a long loop": "repeat 2 times",
    "a long process": "set s0 = s0 + 0",
    "menus offered often": "offer more",
}
"""Where that is said before anybody plays. Of a game that is too large as a whole, parts are left that a short play does not come to."""


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.gate("more loops than Python nests")
def test_what_will_be_left_is_said_with_its_place(name, large, written_for):
    game = large(name)
    found = too_large(game.interpreter, game.engine)
    assert [(each.code, each.severity, bool(each.help)) for each in found] == [("C0614", "warning", True)] * (
        name in SAID
    )
    assert [each.span.source.line(each.span.line).strip() for each in found] == [SAID.get(name)] * (name in SAID)
    assert all(1 <= len(each.labels) <= SHOWN for each in found)
    assert sum(nodes + lost for _, nodes, lost in written_for) <= 2 * (
        2 * generator.MOST_IN_ALL + 5 * generator.MOST_NODES
    )


@pytest.mark.long
def test_what_is_written_beforehand_is_what_play_asks_for(large):
    """All that some games had written for them, and hardly more than that."""
    game = Game(load("the-cave").rules_model)
    walk(Pair(game), seeded(1), 100)
    whole = CodeSizeEngine(game.interpreter, logged=False, noted=True)
    asked = {each for each in game.engine.generator.given if each[0] in "pal"}
    assert asked <= whole.generator.given and len(asked) > 20
    assert sum(each[0] in "pal" for each in whole.generator.given) < 2 * len(asked)


@pytest.mark.parametrize("bound", ["MOST_NODES", "MOST_IN_ALL"])
@pytest.mark.parametrize("name", ["the-cave", "connect-four"])
@pytest.mark.gate("connect-four-MOST_NODES")
def test_little_room_for_python_is_no_other_play(name, bound, monkeypatch):
    """With ever less that may be written, more is left to the interpreter; the game is the same."""
    shares = []
    for most in (0, 300, 3_000):
        monkeypatch.setattr(generator, bound, most)
        game = cw.load_game(name)
        pair = Pair(game)
        assert walk(pair, seeded(name, most), 30) > 5
        shares.append(len(game.engine.interpreted_clauses))
    assert shares[0] > shares[-1] and sorted(shares, reverse=True) == shares


@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("the-cave")
def test_nothing_of_the_games_is_left(name):
    game = load(name)
    walk(Pair(game), seeded(name), 60)
    assert {each.rule for each in game.engine.interpreted_clauses} == SUPPOSING.get(name, set())
    assert bool(game.engine.generator.lost) == (name in SUPPOSING)
    assert too_large(game.interpreter, game.engine) == ()
