"""A number of language 2 fits, is refused where it was chosen or is known to come of a choice, or is an error that names its line."""

import random

import pytest
from tests.engine.agreement.engines import load_on
from tests.engine.agreement.exact_rules import ExactRules

import cavewright as cw


def attempt(ask):
    """What is given, or what the error says."""
    try:
        return ask()
    except cw.WorkLimitError as error:
        return str(error)


def loaded(text, *engines):
    """The same rules on several engines."""
    return [load_on(each, text, 2) for each in engines]


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
            assert len(set(found)) == 1 and "rules.cave:" in found[0], found
        else:
            return
        states = found


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(n, marks=pytest.mark.long) for n in range(6, 60))])
def test_nothing_is_cut_off_without_a_word(seed):
    game = cw.load_rules({"rules.cave": ExactRules(random.Random(seed)).text()}, engine="interpreter")
    for state in play([game], seed, 40):
        for player in range(2):
            money, lost = (game.program.layout.base["player", each] + player for each in ("money", "lost"))
            assert state._h[money] + state._h[lost] == 6


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 60))])
@pytest.mark.parametrize("engine", ["python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.gate("python-0", "python-1", "python-2", "python-3", "wasm-0", "wasm-2", "wasm-3")
def test_every_engine_refuses_the_same(seed, engine):
    text = ExactRules(random.Random(seed), up_to=seed % 2 == 1).text()
    games = loaded(text, "interpreter", engine)
    assert sum(1 for _ in play(games, seed, 40)) > 0 or is_error(attempt(lambda: games[0].new_initial_state(2)))


DEBT = """ruleset debt 1.0 "Cards are bought first and paid for afterwards"
    language {language}

kind card
    | card | cost: 0..9 |
    | one  | 3          |
    | two  | 3          |
    | six  | 3          |

players player 1..3
    keeps money: 0..99 = 7
    keeps bought: set of card

menu buying

to play
    each player
        offer any buying{stop}
        lose {cut}(3 * size(bought)) money

action buy(c in card) in buying
    require c not in bought
    set bought[c] = yes

scoring
    score money = money
    highest total wins
"""


@pytest.mark.parametrize("stop", ["", " or stop"])
@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm"])
def test_what_cannot_be_paid_afterwards_is_not_offered(engine, stop):
    game = load_on(engine, DEBT.format(language=2, stop=stop, cut=""), 1)
    state = game.new_initial_state(1).apply("buy one")
    assert not state.check("buy two").reasons
    state = state.apply("buy two")
    if not stop:
        assert state.is_terminal and state.returns() == [1], "nothing is possible any more, so the offer is over"
        return
    assert [*map(str, state.legal_actions())] == ["0: done"]
    assert [each.rule for each in state.check("buy six").reasons] == ["play.buying"]


def test_language_1_and_up_to_take_what_there_is():
    for language, cut, stop in ((1, "", ""), (2, "up to ", " or stop")):
        game = cw.load_rules({"debt.cave": DEBT.format(language=language, stop=stop, cut=cut)})
        state = game.new_initial_state(1)
        for each in ("buy one", "buy two", "buy six", "done"):
            state = state.apply(each)
        assert state.returns() == [0]


def test_an_overlay_and_its_base_may_be_of_different_languages():
    base = DEBT.format(language=2, stop=" or stop", cut="up to ")
    overlay = """overlay dear 1.0 "Dearer"
    language 1
    extends debt ^1.0

amend to play
    change lose: lose (3 * size(bought)) money to lose (5 * size(bought)) money
    change offer: offer any buying to offer any buying once
"""
    assert cw.load_rules({"debt.cave": base}, overlays=[{"dear.cave": overlay}]).rules_model.hash
    other = overlay.replace("language 1", "language 2")
    old = DEBT.format(language=1, stop="", cut="")
    assert cw.load_rules({"debt.cave": old}, overlays=[{"dear.cave": other}]).rules_model.hash
