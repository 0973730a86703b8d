"""Any argument of the adapters and encodings, replaced by anything: errors name argument, value and expectation."""

from functools import cache

import pytest
from hypothesis import strategies as st
from tests.fuzz.anything import ANYTHING, MISSING, SEVERAL, tried

import cavewright as cw

pytest.importorskip("pettingzoo", reason="needs pettingzoo")
pytest.importorskip("gymnasium", reason="needs gymnasium")
from cavewright.adapters import gymnasium, pettingzoo

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
BOTH = ("game", "players", "options", "overlays", "utility", "max_moves", "reach", "render_mode")
OF = {pettingzoo.env: BOTH, gymnasium.env: (*BOTH, "seat", "bots")}
WORDS = {
    "overlays": ("overlay", "ruleset", "extends", "C0105"),
    "options": ("option",),
    "game": ("game", "ruleset", "overlay", "C0105"),
    "bots": ("bot",),
    "viewer": ("player",),
}
"""By what an argument may be named, where not by its name."""


@cache
def loaded(*given):
    return cw.load_game(*given)


def named(error, argument, value):
    """Nothing but a ValueError or TypeError with words of its own."""
    assert isinstance(error, (ValueError, TypeError)), (argument, value, error)
    said = str(error)
    assert any(word in said for word in WORDS.get(argument, (argument,))), (argument, value, error)
    assert said.isprintable() and len(said) < 2_000, (argument, value, error)


@SEVERAL
def test_any_argument_of_an_environment(examples):
    @tried(examples, st.sampled_from([(make, name) for make, names in OF.items() for name in names]), ANYTHING)
    def law(place, value):
        make, name = place
        given = {"game": "tic-tac-toe", "max_moves": 5, **({} if value is MISSING else {name: value})}
        try:
            made = make(given.pop("game"), **given)
            made.reset(seed=1)
        except Exception as error:
            named(error, name, value)


@SEVERAL
def test_any_seed_and_any_action(examples):
    zoo, alone = pettingzoo.raw_env(loaded("tic-tac-toe")), gymnasium.env(loaded("tic-tac-toe"))

    @tried(examples, st.sampled_from(["seed", "action"]), ANYTHING.filter(lambda value: value is not MISSING))
    def law(name, value):
        for made in (zoo, alone):
            made.reset(seed=1)
            try:
                if name == "seed":
                    made.reset(seed=value)
                else:
                    made.step(value)
            except Exception as error:
                named(error, name, value)


@SEVERAL
def test_any_argument_of_an_encoding(examples):
    game = loaded("tic-tac-toe")
    actions, observations = cw.encodings.Actions(game), cw.encodings.Observations(game)
    state = game.new_initial_state()
    calls = {
        "game": lambda value: cw.encodings.Actions(value),
        "players": lambda value: cw.encodings.Observations(game, value),
        "reach": lambda value: cw.encodings.Actions(game, 2, value),
        "number": lambda value: actions.decode(value, 0),
        "player": lambda value: actions.decode(0, value),
        "state": lambda value: actions.legal(value),
        "action": lambda value: actions.encode(value),
        "view": lambda value: observations.tensor(value),
        "remembered": lambda value: cw.encodings.Information(actions, observations, value),
        "viewer": lambda value: state.view(value),
    }

    @tried(examples, st.sampled_from([*calls]), ANYTHING.filter(lambda value: value is not MISSING))
    def law(name, value):
        try:
            calls[name](value)
        except Exception as error:
            named(error, name, value)


@SEVERAL
def test_any_parameter_of_a_game_of_openspiel(examples):
    """As OpenSpiel hands them over: numbers and texts of the types that it was told."""
    pytest.importorskip("pyspiel", reason="needs open_spiel")
    from cavewright.adapters import openspiel

    numbers = st.one_of(st.sampled_from([-(2**31), -1, 0, 1, 2, 3, 10**6, 2**31 - 1]), st.integers(-(2**31), 2**31 - 1))
    texts = st.one_of(
        st.sampled_from(
            ["", "win", "score", "a:b", ";", ":", "a:b;a:c", "+", "long-rope", "../x", "starting_kit:free"]
        ),
        st.text(max_size=20),
    )
    places = st.sampled_from([*openspiel.DEFAULTS]).flatmap(
        lambda name: st.tuples(st.just(name), numbers if isinstance(openspiel.DEFAULTS[name], int) else texts)
    )

    @tried(examples, places)
    def law(place):
        name, value = place
        if name == "remembered" and value > 10**4:
            return
        try:
            openspiel.known_setting("tic-tac-toe", {name: value}).info()
        except Exception as error:
            named(error, name, value)
