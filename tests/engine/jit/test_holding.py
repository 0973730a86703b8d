"""What is kept with every write is what would be found anew: in place forwards and backwards, and from state to state."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cavewright as cw
from cavewright.engine.interpret.step import take_back
from cavewright.engine.jit.maintained import Column, MutableIndexValues, PersistentIndexValues
from cavewright.engine.optimise import MaintainedIndex
from cavewright.rules.cave import grid

ACROSS, ROWS, VALUES = 5, 25, 3
NEAR = tuple(
    tuple(
        sorted(
            y * ACROSS + x
            for x, y in (
                (at % ACROSS + dx, at // ACROSS + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1))
            )
            if 0 <= x < ACROSS and 0 <= y < ACROSS
        )
    )
    for at in range(ROWS)
)
BASE = 3
SORTS = (0b11111, 0b1000010000100001000010000, 1 << 12, (1 << ROWS) - 1)
KEPT = {
    "all": MaintainedIndex(BASE, ROWS, VALUES, frozenset((-1, 0, 1, 2)), NEAR, ((-1, 0), (1, 4)), SORTS),
    "none only": MaintainedIndex(BASE, ROWS, VALUES, frozenset((-1,)), NEAR, (), tuple(1 << n for n in range(20))),
    "no groups": MaintainedIndex(BASE, ROWS, VALUES, frozenset((0, 2)), None),
    "far behind": MaintainedIndex(BASE + 300, ROWS, VALUES, frozenset((-1, 1)), NEAR, (), SORTS),
}
WRITES = st.lists(st.tuples(st.integers(0, ROWS - 1), st.integers(-1, VALUES - 1)), max_size=40)
BOARD = st.lists(st.integers(-1, VALUES - 1), min_size=ROWS, max_size=ROWS)


def slots(kept, begin):
    """Slots in which a field holds something."""
    return [*[9] * kept.base, *begin, 5]


def by_state(kept, h):
    held = PersistentIndexValues(kept, h, [Column(range(ROWS)) for _ in kept.all_values])
    assert kept.near is None or held.find_groups(), "the groups are there before anything is written"
    return held


def written(held, h, log, writes):
    """Writes one after another, as generated functions do it."""
    base = held.kept.base
    for row, new in writes:
        old = h[base + row]
        if new != old:
            h[base + row] = new
            if log is None:
                assert held.kept.near is None or held.with_place_written(h, base + row, old, new) is held
                held.bits[old] ^= 1 << row
                held.bits[new] ^= 1 << row
            else:
                log += (old, base + row, old, (row, new), held)
                held.relist_row(row, old, new)
                if held.kept.near:
                    held.join_groups(base + row, old, new, log)


def reached(h, start, value):
    """The places that are reached, found anew."""
    found = grid.breadth_first(start, lambda place: [there for there in NEAR[place] if h[BASE + there] == value])
    return sum(1 << place for place in found)


@given(st.sampled_from(sorted(KEPT)), BOARD, WRITES, WRITES)
def test_writes_and_their_taking_back(name, begin, first, second):
    kept = KEPT[name]
    h, log = slots(kept, begin), []
    held = MutableIndexValues(kept, h)
    written(held, h, log, first)
    assert held == MutableIndexValues(kept, h)
    middle, mark = h[:], len(log)
    copied = held.copy(middle)
    written(held, h, log, second)
    assert held == MutableIndexValues(kept, h)
    assert copied == MutableIndexValues(kept, middle), "a copy changes by itself"
    take_back(h, log, mark)
    assert h == middle and held == copied
    take_back(h, log, 0)
    assert held == MutableIndexValues(kept, h) and h[kept.slots] == begin


@given(st.sampled_from(sorted(KEPT)), BOARD, st.lists(st.tuples(st.integers(0, 5), WRITES), max_size=5))
def test_states_that_come_of_each_other(name, begin, steps):
    """A tree of states: each step writes to a copy of what an earlier state keeps, which stays as it is."""
    kept = KEPT[name]
    h = slots(kept, begin)
    known = [(h, by_state(kept, h))]
    for parent, writes in steps:
        before, held = known[parent % len(known)]
        h = before[:]
        mine = held.of(h)
        assert mine is not held and mine.of(h) is mine
        written(mine, h, None, writes)
        known.append((h, mine))
        for slots_of, each in known:
            assert each == by_state(kept, slots_of)
            for value in sorted(kept.listed):
                assert [*each.rows(value)] == [row for row, at in enumerate(slots_of[kept.slots]) if at == value]


@given(BOARD, WRITES, st.integers(0, ROWS - 1), st.integers(-1, VALUES - 1), st.booleans())
def test_what_can_be_reached(begin, writes, start, value, in_place):
    kept = KEPT["all"]
    h = slots(kept, begin)
    held = MutableIndexValues(kept, h) if in_place else by_state(kept, h)
    written(held, h, [] if in_place else None, writes)
    places = reached(h, start, value)
    for n, sort in enumerate(SORTS):
        assert held.reaches(BASE + start, value, 1 << n) == bool(places & sort)
    assert held.reaches(BASE + start, value, 3) == bool(places & SORTS[0] and places & SORTS[1])


def test_the_newest_place_forgets_its_group_when_that_is_parted():
    """Which sorts the last place has reached is known, until something else is written."""
    kept = KEPT["all"]
    h = slots(kept, [-1] * ROWS)
    held = by_state(kept, h)
    written(held, h, None, [(2, 1), (7, 1), (12, 1)])
    assert held.reaches(BASE + 12, 1, 0b101) and not held.reaches(BASE + 12, 0, 0b101)
    written(held, h, None, [(7, -1)])
    assert held.reaches(BASE + 12, 1, 0b100) and not held.reaches(BASE + 12, 1, 0b001)


@given(st.lists(st.sets(st.integers(0, ROWS - 1)), max_size=8))
def test_columns_are_made_of_each_other(rows):
    column = Column([f"row {row}" for row in range(ROWS)])
    for each in rows:
        assert column.of(sum(1 << row for row in each)) == tuple(f"row {row}" for row in sorted(each))


def test_options_are_what_the_lists_are():
    h = slots(KEPT["all"], [-1] * ROWS)
    held, log = MutableIndexValues(KEPT["all"], h), []
    written(held, h, log, [(4, 1), (2, 1), (4, 0)])
    assert held.options[1] == [(4, (2,))] and held.lists[1] == [2]
    assert held.options[-1] == [(0, (row,)) for row in range(ROWS) if row not in (2, 4)]
    assert held.options[0] is None and held.lists[0] == [4]


def checked(state):
    """What a state keeps is found anew, and tells the same actions as a state that keeps nothing yet."""
    game = state.game
    bare = cw.State(game, state.names, state._h, state._s, state._branches)
    assert len(state._s) == game.plain == len(bare._boards)
    assert state._boards[game.plain :] in ([], game.engine.find_indexes(state._h))
    assert state.legal_actions() == bare.legal_actions() and state == bare and hash(state) == hash(bare)
    if not state.is_terminal:
        assert [option[1] for option in state._options(state.current_player)] == [
            each.values for each in state.legal_actions()
        ]
        assert all(state.check(action).ok for action in state.legal_actions()[:2])


WAYS = {
    "as it is": lambda state: state,
    "a pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "a text": lambda state: state.game.read_state(state.to_json()),
    "a clone": lambda state: state.clone(),
    "a copy": copy.deepcopy,
    "a line": lambda state: cw.Line(state).state,
}


@pytest.mark.parametrize("name", ["hex", "breakthrough", "tic-tac-toe"])
@given(data=st.data())
@pytest.mark.long
def test_states_of_games(name, data):
    """Steps from any earlier state, which may have come from outside meanwhile."""
    known = [cw.load_game(name).new_initial_state()]
    for _ in range(data.draw(st.integers(1, 6))):
        state = WAYS[data.draw(st.sampled_from(sorted(WAYS)))](data.draw(st.sampled_from(known)))
        for _ in range(data.draw(st.integers(1, 9))):
            if state.is_terminal:
                break
            state = state.apply(data.draw(st.sampled_from(state.legal_actions())))
        known.append(state)
        for each in known:
            checked(each)


def test_an_action_of_a_row_is_refused_where_it_cannot_be_done():
    """Actions of rows are known by what they are; whose turn it is and what the row holds is asked all the same."""
    first = cw.load_game("hex").new_initial_state()
    mine = first.legal_actions()
    second = first.apply(mine[3])
    theirs = second.legal_actions()
    third = second.apply(theirs[0])
    for state, action in (
        (second, mine[0]),
        (second, mine[3]),
        (third, theirs[1]),
        (third, mine[3]),
        (first, theirs[5]),
    ):
        with pytest.raises(cw.IllegalActionError):
            state.apply(action)
    assert third.apply(mine[5]).check("1: place k11").ok
