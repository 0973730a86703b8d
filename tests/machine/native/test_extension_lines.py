"""Lines whose positions are objects of an extension module: the same as lines in Python, whatever is done with them."""

import random

import pytest
from tests.machine.native.test_line import Pair

import cavewright as cw
from cavewright.machine.native.c_compiler import compiler_command
from cavewright.machine.native.moves import NativeMoves, PooledMoves

pytestmark = pytest.mark.skipif(compiler_command() is None, reason="there is no C compiler")


class PairInC(Pair):
    """A line in Python and one in an extension."""

    def __init__(self, name, players, rng):
        super().__init__(cw.load_game(name), players, rng)
        game = cw.load_game(name, engine="machine", backend="c")
        self.lines[1] = cw.Line(game.new_initial_state(players), engine="native")
        self.lines[1].make_module()


@pytest.mark.parametrize("name", ["tic-tac-toe", "nine-mens-morris", "the-cave", "kave-kapers"])
@pytest.mark.gate("tic-tac-toe")
def test_a_line_in_an_extension_is_the_line_of_python(name):
    pair = PairInC(name, 2, random.Random(name))
    assert isinstance(pair.lines[1], NativeMoves) and not isinstance(pair.lines[1], PooledMoves)
    assert pair.walk(300) > 100


def test_options_in_an_extension_are_a_sequence_equal_to_the_tuple():
    pair = PairInC("tic-tac-toe", 2, random.Random(1))
    plain, there = (line.options() for line in pair.lines)
    assert there == tuple(plain) and hash(there) == hash(tuple(plain)) and there[-1] == plain[-1] and len(there) == 9
    assert plain[3] in there and there.index(plain[3]) == 3 and list(there) == list(plain)
    for line, options in zip(pair.lines, (plain, there), strict=True):
        line.push_listed(options[4])
    assert there == tuple(plain) and pair.both(lambda line: tuple(line.options()))


def test_many_positions_are_given_up_and_had_again():
    """Memory of positions is used again; what was said of one before is not said of the next."""
    pair = PairInC("tic-tac-toe", 2, random.Random(2))
    for _ in range(30):
        pair.both(lambda line: (line.playout(random.Random(3).random), hash(tuple(line.options()))))
        while pair.lines[0].depth:
            pair.go_back()
    assert pair.both(lambda line: [line.action(each).text for each in line.options()])
