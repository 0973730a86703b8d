"""States, actions and options of one game given to what was made for another, whose rules are a little different: an error
that says so, or what they say under the rules here, and the position as it was."""

import dataclasses
from functools import partial
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.encodings import Actions, Observations
from cavewright.machine.native.machine import compiler, has_wasm

RULES = Path(__file__).parents[3] / "rulesets/classics/tic-tac-toe/tic-tac-toe.cave"
CHANGES = {
    "wider": ("grid 3 by 3", "grid 4 by 3"),
    "shorter": ("lines(3)", "lines(2)"),
    "fields": ("    keeps mark: player or none", "    keeps mark: player or none\n    keeps age: 0..9"),
    "renamed": ("mark: choose", "write: choose"),
}
WAYS = {
    "python": {},
    "interpreter": {"engine": "interpreter"},
    "machine": {"engine": "machine", "backend": "wasm"},
    "extension": {"engine": "machine", "backend": "c"},
}


@pytest.fixture(params=CHANGES)
def changed(request, tmp_path):
    """The rules of tic-tac-toe with a change."""
    text = RULES.read_text(encoding="utf-8")
    before, after = CHANGES[request.param]
    assert before in text
    folder = tmp_path / "tic-tac-toe"
    folder.mkdir()
    (folder / "tic-tac-toe.cave").write_text(text.replace(before, after), encoding="utf-8")
    return folder


@pytest.fixture(params=WAYS)
def games(request, changed):
    """The game and the one of changed rules, carried out in one way."""
    if (request.param == "machine" and not has_wasm()) or (request.param == "extension" and not compiler()):
        pytest.skip("this computer has no such way")
    found = [cw.load_game(each, **WAYS[request.param]) for each in ("tic-tac-toe", str(changed))]
    for each in found if request.param in ("machine", "extension") else ():
        each.make_module()
    return found


in_the_gate = pytest.mark.gate("python-wider", "machine-shorter")


@in_the_gate
def test_states_of_changed_rules_are_refused(games):
    game, other = games
    ours, theirs = (each.new_initial_state().apply(each.new_initial_state().legal_actions()[0]) for each in games)
    assert game != other and ours != theirs and ours.key() != theirs.key()
    actions, observations = Actions(game), Observations(game)
    asked = [actions.legal, actions.numbers, actions.mask, lambda it: actions.apply(it, 3), observations.observe]
    asked += [partial(choose, cw.bots.make(name, game, 1)) for name in cw.bots.names()]
    for ask in asked:
        with pytest.raises(
            ValueError, match=r"^state is a state of tic-tac-toe.*, by the same rules and options, not "
        ):
            ask(theirs)
        ask(ours)
    with pytest.raises(ValueError, match="this position was made under other rules"):
        game.read_state(theirs.to_json())


def choose(bot, state):
    return bot.choose(state, 1)


@in_the_gate
def test_native_counts_refuse_states_of_changed_rules(games):
    game, other = games
    made = cw.Native(game)
    with pytest.raises(
        ValueError, match=r"^state is a State of tic-tac-toe for 2 players, by the same rules and options"
    ):
        made.leaves(other.new_initial_state(), 1)


@in_the_gate
def test_what_is_offered_elsewhere_is_taken_by_what_it_says(games):
    """An action that is no longer there, or not legal here, is refused; an option or number that is not offered too."""
    game, other = games
    state = game.new_initial_state().apply(game.new_initial_state().legal_actions()[0])
    key, lines = state.key(), [cw.Line(state), cw.Line(state, engine="native")]
    for theirs in other.new_initial_state().legal_actions():
        mine = dataclasses.replace(theirs, player=1)
        try:
            meant = state.apply(str(mine))
        except ValueError as error:
            with pytest.raises(type(error)):
                state.apply(mine)
        else:
            assert state.apply(mine) == meant
        with pytest.raises(ValueError):
            state.apply(theirs)  # it is not the first player's turn
    for line in lines:
        for wrong in ((0, (0,)), (0, (12,)), (1, (3,)), (0, (2**40,)), (0, ())):
            with pytest.raises(cw.InvalidActionError, match=r"^option is one of the 8 of `options\(\)` here, not "):
                line.push(wrong)
        for wrong in (-9, 8, 2**63):
            with pytest.raises(cw.InvalidActionError, match=r"^n is one of the 8 of `options\(\)` here, not "):
                line.push_nth(wrong)
        assert line.state == state and line.depth == 0 and len(line.options()) == 8
    for wrong in (0, 12, -1, 2**63):
        with pytest.raises(ValueError):
            Actions(game).apply(state, wrong)
    assert state.key() == key
