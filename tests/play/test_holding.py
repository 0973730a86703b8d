"""What is kept with every write is what would be found anew, forwards and backwards."""

from hypothesis import given
from hypothesis import strategies as st

from cavewright.cave import fixed
from cavewright.interpret.step import take_back
from cavewright.jit.maintained import Held
from cavewright.optimise import Kept

ACROSS, ROWS, VALUES = 5, 25, 3
NEAR = tuple(tuple(sorted(y * ACROSS + x for x, y in ((at % ACROSS + dx, at // ACROSS + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)))
                          if 0 <= x < ACROSS and 0 <= y < ACROSS)) for at in range(ROWS))
BASE = 3
KEPT = {
    "all": Kept(BASE, ROWS, VALUES, frozenset((-1, 0, 1, 2)), NEAR, ((-1, 0), (1, 4))),
    "none only": Kept(BASE, ROWS, VALUES, frozenset((-1,)), NEAR),
    "no groups": Kept(BASE, ROWS, VALUES, frozenset((0, 2)), None),
}
WRITES = st.lists(st.tuples(st.integers(0, ROWS - 1), st.integers(-1, VALUES - 1)), max_size=40)


def written(held, h, log, writes):
    """Writes one after another, as generated functions do it."""
    for row, new in writes:
        old = h[BASE + row]
        if new != old:
            h[BASE + row] = new
            log += (old, BASE + row, old, (row, new), held)
            held.relisted(row, old, new)
            if held.near:
                held.joined(h, BASE + row, old, new, log)


def reached(h, start, value):
    """The places that are reached, found anew."""
    found = fixed.flood(start, lambda place: [(there, 0) for there in NEAR[place] if h[BASE + there] == value])
    return sum(1 << place for place in found)


@given(st.sampled_from(sorted(KEPT)), st.lists(st.integers(-1, VALUES - 1), min_size=ROWS, max_size=ROWS), WRITES, WRITES)
def test_writes_and_their_taking_back(name, begin, first, second):
    h, log = [9, 8, 7, *begin, 5], []
    held = Held(KEPT[name], h)
    written(held, h, log, first)
    assert held == Held(KEPT[name], h)
    middle, mark, copy = h[:], len(log), held.copy()
    written(held, h, log, second)
    assert held == Held(KEPT[name], h)
    assert copy == Held(KEPT[name], middle), "a copy changes by itself"
    take_back(h, log, mark)
    assert h == middle and held == copy
    take_back(h, log, 0)
    assert held == Held(KEPT[name], h) and h[BASE : BASE + ROWS] == begin


@given(st.lists(st.integers(-1, VALUES - 1), min_size=ROWS, max_size=ROWS), WRITES, st.integers(-1, ROWS - 1), st.integers(-1, VALUES - 1))
def test_what_can_be_reached(begin, writes, start, value):
    h, log = [9, 8, 7, *begin, 5], []
    held = Held(KEPT["all"], h)
    written(held, h, log, writes)
    assert held.reached(h, start, value) == (reached(h, start, value) if start >= 0 else 0)


def test_options_are_what_the_lists_are():
    h = [9, 8, 7, *[-1] * ROWS, 5]
    held, log = Held(KEPT["all"], h), []
    written(held, h, log, [(4, 1), (2, 1), (4, 0)])
    assert held.options[1] == [(4, (2,))] and held.lists[1] == [2]
    assert held.options[-1] == [(0, (row,)) for row in range(ROWS) if row not in (2, 4)]
    assert held.options[0] is None and held.lists[0] == [4]
