"""From named positions: what may be done, and how many ways there are, as it is stored beside the positions."""

import pytest
from tests.play.states.leafcount import FOLDER, MOST, POSITIONS, leaves, shown, start, steps

import cavewright as cw

SHALLOW = 2500
"""Leaves up to which the usual run counts."""


def stored(name):
    """Stored: the counts by depth, and the steps with the steps after each."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    counts = [int(line.split(": ")[1]) for line in lines if line.startswith("depth ")]
    lists, now = {}, None
    for line in lines[lines.index(f"depth {len(counts)}: {counts[-1]}") + 1 :]:
        if line.startswith("    "):
            now.append(line.strip())
        elif line:
            now = lists.setdefault(line, [])
    return counts, lists


def test_every_position_is_stored_and_none_besides():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(POSITIONS) and len(POSITIONS) >= 12


@pytest.mark.parametrize("name", POSITIONS)
def test_the_steps_of_depth_one_and_two_are_those_stored(name):
    state, (counts, lists) = start(name), stored(name)
    assert [str(each) for each in steps(state)] == list(lists)
    for action in steps(state):
        after = state.apply(action)
        assert [str(each) for each in steps(after)] == [each for each in lists[str(action)] if each != "the end"], str(
            action
        )
        assert ("the end" in lists[str(action)]) == after.is_terminal
    assert counts[0] == len(lists) and counts[1] == sum(each != "the end" for after in lists.values() for each in after)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_leaves_are_as_many_as_stored(name):
    state, known = start(name), {}
    for depth, count in enumerate(stored(name)[0], start=1):
        if count <= SHALLOW:
            assert leaves(state, depth, known) == count, depth


@pytest.mark.long
@pytest.mark.parametrize("name", POSITIONS)
def test_all_counts_are_as_stored_and_as_deep_as_they_reach(name):
    assert shown(name) == (FOLDER / f"{name}.txt").read_text("utf-8")
    counts = stored(name)[0]
    assert counts[-1] <= MOST and (leaves(start(name), len(counts) + 1, {}) > MOST or counts[-1] == 0)


def test_counting_is_counting():
    """The count by equal states is the count by going through all ways."""

    def all_ways(state, depth):
        return 1 if depth == 0 else sum(all_ways(state.apply(each), depth - 1) for each in steps(state))

    for name in ("starving", "final_round", "first_packing"):
        assert all_ways(start(name), 3) == leaves(start(name), 3, {}) == stored(name)[0][2]


def test_positions_are_what_they_say():
    assert start("first_packing").current_player == cw.SIMULTANEOUS
    assert all(
        start(name).current_player == 0 for name in POSITIONS if name not in ("first_packing", "two_on_one_tile")
    )
    assert start("two_on_one_tile").current_player == 1
    assert start("starving").check("done").reasons and not start("wonder").check("photograph").reasons
    assert not any(start(name).problems() for name in POSITIONS)
