"""Piles in play: engines agree, odds are exact, and whoever saw a piece knows it from then on, until the pile is shuffled."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.bots.players.determinisation import imagine
from cavewright.encodings import Observations
from cavewright.play.loading.load import try_load
from cavewright.rules.model.piles import MOST_IN_PILE

HERE = Path(__file__).parent
GAMES = ("spell_duel", "deep_well")
SEEDS = range(4)


def path_of(name):
    return HERE / f"{name}.cave"


def choices_of(state):
    """All that may come next, with odds."""
    if state.current_player == cw.CHANCE:
        return state.chance_outcomes()
    return [(each, 1) for each in state.legal_actions()]


def states_of(game, seed, players=3):
    """The states of a game at random."""
    rng, state = random.Random(seed), game.new_initial_state(players)
    yield state
    while not state.is_terminal:
        actions, odds = zip(*choices_of(state), strict=True)
        state = state.apply(rng.choices(actions, [float(each) for each in odds])[0])
        yield state


def viewers_of(state):
    return (None, cw.ALL, *range(len(state.names)))


@pytest.mark.parametrize("name", GAMES)
def test_examples_hold(name):
    game = cw.load_game(path_of(name))
    assert [each.name for each in cw.run_examples(game) if not each.ok] == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_engines_tell_and_do_the_same(name, seed):
    one, other = (cw.load_game(path_of(name), engine=engine) for engine in ("interpreter", "python"))
    for a, b in zip(states_of(one, seed), states_of(other, seed), strict=True):
        assert a.to_json() == b.to_json() and choices_of(a) == choices_of(b)
        assert [each.text() for each in a.events] == [each.text() for each in b.events]
        assert [a.view(each) for each in viewers_of(a)] == [b.view(each) for each in viewers_of(b)]


@pytest.mark.parametrize("name", GAMES)
def test_states_are_written_and_read_and_have_no_problems(name):
    game = cw.load_game(path_of(name))
    for state in states_of(game, 5):
        again = game.read_state(state.to_json())
        assert again == state and hash(again) == hash(state) and not list(state.problems())


@pytest.mark.parametrize("name", GAMES)
def test_tensors_of_positions_are_those_of_views(name):
    game = cw.load_game(path_of(name))
    observations = Observations(game, 3)
    for state in states_of(game, 6):
        for viewer in viewers_of(state):
            assert observations.observe(state, viewer) == observations.tensor(state.view(viewer))


@pytest.mark.parametrize("name", GAMES)
def test_a_line_stands_where_the_states_do(name):
    game, rng = cw.load_game(path_of(name)), random.Random(7)
    line = cw.Line(game.new_initial_state(3))
    states = [line.state]
    while states[-1].current_player != cw.TERMINAL and len(states) < 60:
        if states[-1].current_player == cw.CHANCE:
            line.draw(rng.choice(line.weights())[0])
        else:
            line.push(rng.choice(line.options()))
        states.append(line.state)
    while len(states) > 1:
        assert line.state == states.pop()
        line.pop()


# ---- who knows what ---------------------------------------------------------------------------------------------------


def played(name, *texts, players=2):
    state = cw.load_game(path_of(name)).new_initial_state(players)
    for text in texts:
        state = state.apply(next(each for each, _ in choices_of(state) if str(each).endswith(text)))
    return state


DEALT = ("draw mud", "draw stone", "draw mud", "draw stone")
LOOKED = (*DEALT, ": look", "draw gold", "draw silver", "back gold", ": up", "last silver")


def decks(state):
    return [state.view(viewer).game.values["deck"] for viewer in (None, 0, 1)]


def test_what_was_looked_at_stays_known_to_whoever_did():
    """It put the gold back first, so the silver lies upon it; the other one sees two backs."""
    unseen, seen, other = decks(played("deep_well", *LOOKED))
    assert seen == ("silver", "gold", None, None, None, None) and unseen == other == (None,) * 6


def test_a_piece_below_is_known_and_known_until_it_is_drawn():
    state = played("deep_well", *DEALT, "bury mud", "draw gold")
    assert decks(state)[1] == (None,) * 5 + ("mud",)
    state = state.apply("win")
    assert decks(state)[1] == (None,) * 5 + ("mud",)
    assert {str(each) for each, _ in state.chance_outcomes()} == {
        "chance: draw mud",
        "chance: draw stone",
        "chance: draw silver",
    }


def test_shuffling_forgets_and_odds_are_those_of_all_that_lie_there():
    rules = path_of("deep_well").read_text("utf-8")
    shuffling = rules.replace(
        "action win in turn", 'action mix in turn "Shuffle"\n    shuffle deck\n\naction win in turn'
    )
    game, _ = try_load({"well.cave": shuffling})
    state = game.new_initial_state(2)
    for text in (*LOOKED, ": mix"):
        state = state.apply(next(each for each, _ in choices_of(state) if str(each).endswith(text)))
    assert decks(state) == [(None,) * 6] * 3
    odds = dict(game.read_state(state.to_json()).apply("win").chance_outcomes())
    assert {str(each)[8:]: share for each, share in odds.items()} == {
        "draw mud": Fraction(1, 3),
        "draw stone": Fraction(1, 6),
        "draw silver": Fraction(1, 3),
        "draw gold": Fraction(1, 6),
    }


def test_a_known_piece_comes_for_certain_and_chance_is_asked_all_the_same():
    state = played("deep_well", *LOOKED, "win")
    assert [(str(each), share) for each, share in state.chance_outcomes()] == [("chance: draw silver", Fraction(1))]


@pytest.mark.parametrize("name", GAMES)
def test_imagined_worlds_keep_what_a_player_knows(name):
    """They look alike to the player, and what it does not know is another thing sooner or later."""
    game, others = cw.load_game(path_of(name)), 0
    for n, state in enumerate(states_of(game, 8)):
        for player in range(3) if n % 4 == 0 else ():
            made = imagine(state, player, f"{n}")
            assert made.view(player) == state.view(player) and not list(made.problems())
            others += made.view(cw.ALL) != state.view(cw.ALL)
    assert others > 3


# ---- asked for more than there is --------------------------------------------------------------------------------------

SHORT = """ruleset short 1.0
    language 2
kind card
    | card |
    | hut  |
    | hill |
players miner 2..2
    keeps mine: pile of card{holding}
    keeps points: 0..9
game
    keeps waste: pile of card
menu deeds
to play
    for each p in miner
        gain 2 hut in p.mine
{line}
    each miner
        offer deeds
action take in deeds
    move 3 from mine to waste
action rest in deeds
    gain up to 1 points
scoring
    score points = points
    score cards = size(mine)
    highest total wins
"""


def short(line="", holding=""):
    game, found = try_load({"short.cave": SHORT.format(line=line, holding=holding)})
    assert [each.code for each in found if each.severity == "error"] == []
    return game


def test_a_player_is_not_offered_to_take_more_than_lies_there():
    state = short().new_initial_state(2)
    assert [str(each) for each in state.legal_actions()] == ["0: rest"]
    assert [each.rule for each in state.check("take").reasons] == ["take.move"]


@pytest.mark.parametrize(
    ("line", "holding", "due", "possible"),
    [
        ("    as first(p in miner)\n        move 3 from mine to waste", "", 3, 2),
        ("    as first(p in miner)\n        lose 4 from bottom of mine", "", 4, 2),
        ("    as first(p in miner)\n        gain 2 hill in mine", " holding 3 card", 2, 1),
        ("    gain (500 * 3) hill in waste", "", 1500, MOST_IN_PILE),
    ],
)
def test_a_step_that_asks_for_more_names_its_line_and_both_numbers(line, holding, due, possible):
    with pytest.raises(ValueError, match=f"{due} is due, and {possible} is possible .*short.cave:1[67]"):
        short(line, holding).new_initial_state(2)


def test_up_to_moves_what_there_is():
    line = "    as first(p in miner)\n        move up to 3 from mine to waste"
    assert short(line).new_initial_state(2).view().game.values["waste"] == ("hut", "hut")


def test_from_an_empty_pile_nothing_is_drawn():
    line = "    as first(p in miner)\n        draw up to 1 from waste to mine\n        draw c from waste\n        if c is none\n            gain 3 points"
    first = short(line).new_initial_state(2).view().players[0].values
    assert (first["mine"], first["points"]) == (("hut", "hut"), 3)
    with pytest.raises(ValueError, match=r"1 is due, and 0 is possible .*short\.cave:17"):
        short(line.replace("up to ", "")).new_initial_state(2)


def test_answers_without_end_end_where_the_pile_is_full():
    """Whoever answers for ever is stopped at the piece for which there is no room."""
    line = "    repeat until size(waste) > 2000\n        gain 7 hill in waste"
    with pytest.raises(ValueError, match="7 is due, and 6 is possible"):
        short(line).new_initial_state(2)


# ---- overlays ------------------------------------------------------------------------------------------------------------

OVERLAY = """overlay deeper 1.0
    language 2
    extends short ^1.0
amend players miner
    change mine: keeps mine: pile of card to keeps mine: pile of card holding 2 card
amend action take
    change move: move 3 from mine to waste to move 1 from bottom of mine to bottom of waste
    add dig: lose up to 1 from mine
"""


def test_overlays_change_piles_and_their_lines():
    game, found = try_load({"short.cave": SHORT.format(line="", holding="")}, [{"deeper.cave": OVERLAY}])
    assert game is not None, found
    state = game.new_initial_state(2).apply("take")
    assert state.view().game.values["waste"] == ("hut",) and state.view().players[0].values["mine"] == ()
