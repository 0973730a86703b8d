"""Actions that a program makes by hand, of rows that there are not: refused with reasons like any other."""

import pytest

import cavewright as cw

GAMES = ("tic-tac-toe", "nine-mens-morris", "breakthrough", "the-cave")
NUMBERS = (-5, -2, 99, 10**12)


def actions_of(state, number):
    """Every kind of action that is offered, with a number in the place of each of its rows, one at a time."""
    player = state.active_players[0]
    for action in {each.name: each for each in state.legal_actions(player)}.values():
        plain = action.plain
        for n in (n for n, (_, type_) in enumerate(plain.signature.parameters) if type_.form == "row"):
            values = (*plain.values[:n], number, *plain.values[n + 1 :])
            yield cw.Action(player, plain.name, values, plain.signature, plain.game)


@pytest.mark.parametrize("engine", ["python", "interpreter"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.gate(
    "tic-tac-toe-python",
    "tic-tac-toe-interpreter",
    "nine-mens-morris-python",
    "nine-mens-morris-interpreter",
    "breakthrough-interpreter",
    "the-cave-python",
    "the-cave-interpreter",
)
def test_a_row_that_there_is_not_is_refused_with_its_number(name, engine):
    game = cw.load_game(name, engine=engine)
    state = game.new_initial_state()
    for _ in range(2):
        for number in NUMBERS:
            for action in actions_of(state, number):
                assert str(number) in str(action)
                with pytest.raises(cw.IllegalActionError) as refused:
                    state.apply(action)
                assert str(number) in str(refused.value)
                assert all(reason.text("de") and reason.text("es") for reason in refused.value.verdict.reasons)
                assert action not in state.legal_actions(action.player)
        state = state.apply(state.legal_actions(state.active_players[0])[0])
