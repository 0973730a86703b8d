"""A number of language 2 fits, is refused where it was chosen or is known to come of a choice, or is an error that names its line."""

import random

import pytest
from tests.engine.agreement.exact_rules import ExactRules

import cavewright as cw

ENGINES = {
    "interpreter": {"engine": "interpreter"},
    "python": {},
    "wasm": {"engine": "machine", "backend": "wasm"},
    "c": {"engine": "machine", "backend": "c"},
}


def attempt(ask):
    """What is given, or what the error says."""
    try:
        return ask()
    except cw.WorkLimitError as error:
        return str(error)


def loaded(text, *engines):
    """The same rules on several engines."""
    return [cw.load_rules({"exact.cave": text}, **ENGINES[each]) for each in engines]


def is_error(found):
    """Tells if an attempt ended with an error."""
    return isinstance(found, str)


def play(games, seed, steps):
    """Plays one game on all engines, and gives the states of the first; where a step is an error, another is tried."""
    rng = random.Random(seed)
    states = [attempt(lambda game=game: game.new_initial_state(2)) for game in games]
    for _ in range(steps):
        if is_error(states[0]):
            assert len(set(states)) == 1, states
            return
        yield states[0]
        if states[0].is_terminal:
            assert all(each.is_terminal for each in states)
            return
        listed = [[*map(str, each.legal_actions())] for each in states]
        assert all(each == listed[0] for each in listed), listed
        assert listed[0], "nobody can go on"
        for n in rng.sample(range(len(listed[0])), len(listed[0])):
            found = [attempt(lambda each=each, n=n: each.apply(each.legal_actions()[n])) for each in states]
            if not is_error(found[0]):
                break
            assert len(set(found)) == 1 and "exact.cave:" in found[0], found
        else:
            return
        states = found


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(n, marks=pytest.mark.long) for n in range(6, 60))])
def test_nothing_is_cut_off_without_a_word(seed):
    game = cw.load_rules({"exact.cave": ExactRules(random.Random(seed)).text()}, engine="interpreter")
    for state in play([game], seed, 40):
        for player in range(2):
            kept = dict(state.view(player).players[player].keeps)
            assert kept["money"] + kept["lost"] == 6


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 60))])
@pytest.mark.parametrize("engine", ["python", "wasm", pytest.param("c", marks=pytest.mark.long)])
def test_every_engine_refuses_the_same(seed, engine):
    text = ExactRules(random.Random(seed), up_to=seed % 2 == 1).text()
    assert sum(1 for _ in play(loaded(text, "interpreter", engine), seed, 40)) > 0
