"""What is known of slots while a function is written: what has to be put there, and what may be left out."""

import ast
from contextlib import suppress

import pytest

import cavewright as cw
from cavewright.engine.generate import TooLarge
from cavewright.engine.generate import python_syntax as py
from cavewright.engine.generate.constant_propagation import SlotState, common, join_states, same
from cavewright.engine.generate.step_functions import StepFunctions
from cavewright.engine.jit.compiled import Compiled
from cavewright.rules.program import instructions as i
from cavewright.rules.program.seats import clockwise

X8, ME = py.name("x8"), py.name("me")
X, ZERO, ONE, NONE, NO = py.name("x5"), py.const(0), py.const(1), py.const(()), py.const(False)
BEHIND = [
    ("a value that is another", ZERO, [X], {5}),
    ("a value, and back", ZERO, [X, ZERO], set()),
    ("zero where zero lies", ZERO, [ZERO], set()),
    ("no truth value is a number", ZERO, [NO], {5}),
    ("nothing to go through is no zero", ZERO, [NONE], {5}),
    ("where nothing is known", None, [ZERO], {5}),
    ("the same value twice, where nothing is known", None, [ONE, ONE], {5}),
    ("what a variable held before may be another value now", X, [X], {5}),
    ("several, and back", ONE, [X, ZERO, X, ONE], set()),
]
"""What lies in a slot, which values it gets one after another, and whether it has to be written in the end."""
MEETING = [
    ("the same on both ways", [X], [X], {5}, True),
    ("one way writes", [X], [], set(), False),
    ("two values", [ZERO], [ONE], set(), False),
]
"""What is written on two ways that meet: what is pending on both, and whether the value is known behind."""
GAMES = ["tic-tac-toe", "connect-four", "nine-mens-morris", "the-cave", "kave-kapers", "cave-vs-cave"]


def after(known, nodes):
    """What is known when a slot has got some values."""
    for node in nodes:
        known = known.having(5, node)
    return known


@pytest.mark.parametrize(("lies", "nodes", "pending"), [each[1:] for each in BEHIND], ids=[each[0] for each in BEHIND])
def test_only_what_is_another_value_has_to_be_written(lies, nodes, pending):
    known = after(SlotState({5: lies} if lies is not None else {}), nodes)
    assert known.pending == pending and same(known.slots[5], nodes[-1])
    assert known.with_values_put({5}).pending == set() and not known.without({5}).slots


@pytest.mark.parametrize(
    ("one", "other", "pending", "is_known"), [each[1:] for each in MEETING], ids=[each[0] for each in MEETING]
)
def test_where_ways_meet(one, other, pending, is_known):
    ways = [after(SlotState(), one), after(SlotState(), other)]
    assert common(ways) == pending
    both = join_states([each.with_values_put(each.pending - common(ways)) for each in ways])
    assert both.pending == pending and (5 in both.slots) == is_known


def test_what_lies_is_forgotten_where_ways_differ():
    """Behind a way on which a slot was written it is not known to hold what it held."""
    begin = SlotState({5: ZERO})
    ways = [begin.having(5, X), begin.having(5, X).with_values_put({5}).having(5, X)]
    assert ways[0].lying(5) is ZERO and ways[1].lying(5) is None
    assert join_states(ways).having(5, ZERO).pending == {5}


def test_what_is_full_is_so_until_something_is_taken_out_of_it():
    known = SlotState().having(5, X, full=True)
    assert known.full == {5} and join_states([known, known]).full == {5}
    assert (
        not known.having(5, X).full
        and not known.without({5}).full
        and not join_states([known, known.having(5, X)]).full
    )


def test_a_slot_whose_value_another_variable_tells():
    """As long as the variable does not change, what lies in the slot is logged from it, and is not put there again."""
    told = SlotState().telling(5, "me")
    cleared = told.having(5, ZERO)
    assert same(told.lying(5), ME) and not told.pending
    assert cleared.pending == {5} and same(cleared.held[5], ME)
    assert not cleared.again(5, ME).pending and not cleared.again(5, ME).held
    assert told.being(5, NONE).lying(5) is NONE


CHANGES = {
    "the variable gets another value": lambda known: known.having(i.ME, ME),
    "it tells of another slot": lambda known: known.telling(6, "me"),
    "something is carried out elsewhere": lambda known: known.without({7}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_variable_that_has_changed_tells_nothing(change):
    known = SlotState({8: X8}).telling(5, "me")
    assert change(known).lying(5) is None and 5 not in change(known).slots
    cleared = change(known.having(5, ZERO))
    assert 5 in cleared.pending and 5 not in cleared.held and cleared.slots[5] is ZERO
    assert change(known).slots[8] is X8, "its own variable tells of a slot whatever happens elsewhere"


def functions(game, logged):
    """All functions of a game's program."""
    write = Compiled(game.interpreter, logged=logged, noted=not logged).generator
    for pc, node in enumerate(game.program.code):
        with suppress(TooLarge):
            yield write.at(pc).module.body[-1]
        for n in range(len(getattr(node, "options", ()))):
            with suppress(TooLarge):
                yield write.option(pc, n).module.body[-1]


def stretches(body):
    """Statements in a row, between which nobody can look into the slots."""
    row = []
    for each in body:
        inner = [part for part in (getattr(each, "body", []), getattr(each, "orelse", [])) if part]
        asks = any(
            isinstance(node, ast.Call) and any(isinstance(part, ast.Name) and part.id == "h" for part in node.args)
            for node in ast.walk(each)
        )
        for part in inner:
            yield from stretches(part)
        if inner or asks:
            yield row
            row = []
        else:
            row.append(each)
    yield row


@pytest.mark.parametrize("logged", [False, True])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_a_slot_is_written_once(name, logged):
    """No slot of a name or of control gets two values in a row of statements, and none what it is known to hold."""
    game, written = cw.load_game(name), 0
    for function in functions(game, logged):
        for row in stretches(function.body):
            slots = [
                each.targets[0].slice.value
                for each in row
                if isinstance(each, ast.Assign)
                and isinstance(each.targets[0], ast.Subscript)
                and isinstance(each.targets[0].slice, ast.Constant)
            ]
            assert len(slots) == len(set(slots)), ast.unparse(function)
            written += len(slots)
    assert written > 10


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_the_same_decision_is_not_written_again(name):
    """Where the next player decides at the instruction at which the one before did, it stands in its slot, and the options are listed directly."""
    game = cw.load_game(name)
    pc = game.new_initial_state()._h[0]
    function = game.mechanics.in_place.generator.option(pc, 0).module.body[-1]
    whole = ast.unparse(function)
    assert (
        f"h[0] = {pc}" not in whole
        and whole.count(f"found = l{pc}(h, s, run)") + whole.count("found = s[0].options[-1]") >= 2
    )


def test_what_is_known_of_a_turn_is_not_asked():
    """Two players in turn are known beforehand; a slot that holds what it shall hold is not written, and what lies in one is logged as it is known."""
    game = cw.load_game("tic-tac-toe")
    function = ast.unparse(game.mechanics.in_place.generator.option(game.new_initial_state()._h[0], 0).module.body[-1])
    assert "clockwise" not in function and "= (1,)" in function
    assert function.count("h[17] = ") == 1 and "me, 17)" in function, (
        "the player before the turns is put back there at the end only"
    )
    assert "left, 16)" in function and "(), 16)" in function


@pytest.mark.parametrize("name", ["tic-tac-toe", "hex"])
def test_work_is_counted_where_more_follows(name):
    """In place a stretch without loops that ends the step is not counted; one behind which play goes on is. States count all."""
    game, ends = cw.load_game(name), {True: 0, False: 0}
    pc = game.new_initial_state()._h[0]
    for row in rows_of(game.mechanics.in_place.generator.option(pc, 0).module.body[-1].body):
        if isinstance(row[-1], ast.Return):
            is_over = isinstance(row[-1].value, ast.Constant) and row[-1].value.value == -1
            assert is_over != any(map(is_charge, row))
            ends[is_over] += 1
    assert min(ends.values()) >= 2
    assert is_charge(game.engine.generator.option(pc, 0).module.body[-1].body[2])


@pytest.mark.parametrize("first", range(-1, 4))
@pytest.mark.parametrize("count", range(2, 5))
def test_players_in_turn_are_those_of_play(count, first):
    """Where the number of players and the first of them are known, so is the row of them."""
    assert StepFunctions.clockwise(None, py.const(count), py.const(first)).value == clockwise(count, first)
    assert clockwise(3, 1) == (1, 2, 0) and clockwise(3, -1) == (0, 1, 2)


def is_charge(statement):
    return (
        isinstance(statement, ast.AugAssign)
        and isinstance(statement.target, ast.Attribute)
        and statement.target.attr == "work"
    )


def rows_of(body):
    """The rows of statements of a function."""
    yield body
    for each in body:
        for part in (getattr(each, "body", []), getattr(each, "orelse", [])):
            if part:
                yield from rows_of(part)
