"""Sums of totals that rules promise: kept by who plays, and believed by who solves."""

from pathlib import Path

import pytest

import cavewright as cw
from cavewright.bots.encodings.payoffs import payoffs, utility_sum
from cavewright.sentences import Sentences
from cavewright.study import simulate

KUHN = Path(__file__).with_name("kuhn.cave")
POT = """ruleset pot 1.0 "Into the pot"
    language 1

players gambler 2..3
    keeps stake: 0..9

menu bets

action bet(n in 1..9) in bets
    set stake = n

to play
    each gambler from first(g in gambler)
        offer bets

scoring
    constant total TOTAL
    score stake = VALUE
    highest total wins
"""


def pot(total, value, head=""):
    return cw.load_rules(
        {"pot.cave": POT.replace("TOTAL", total).replace("VALUE", value).replace("players", head + "players", 1)}
    )


def codes(total, value, head=""):
    try:
        pot(total, value, head)
    except cw.RulesetError as error:
        return [each.code for each in error.diagnostics if each.severity == "error"]
    return []


@pytest.mark.parametrize(
    ("total", "value", "found"),
    [
        ("0", "stake", []),
        ("27", "stake", []),
        ("28", "stake", ["C0426"]),
        ("-1", "stake", ["C0426"]),
        ("18", "9", []),
        ("27", "9", []),
        ("26", "9 + 0 * stake", ["C0426"]),
        ("10 - 1", "stake", []),
        ("stake", "stake", ["C0417"]),
        ("gambler", "stake", ["C0401"]),
        ("prize", "stake", []),
    ],
)
def test_a_sum_is_known_before_play_and_within_reach(total, value, found):
    assert codes(total, value, "constant prize = 12\n\n" if total == "prize" else "") == found


@pytest.mark.long
def test_a_promise_that_does_not_hold_is_told_wherever_games_end():
    """With the numbers of the game, by simulations in one process or several and by what learners are paid; not by a game that is on its way."""
    game = pot("10", "stake")
    state = game.new_initial_state(2).apply("bet 3")
    assert payoffs(state, "score") == [3, 0] and state.apply("bet 7").outcome().totals == (3, 7)
    assert payoffs(state.apply("bet 7"), "score") == [3, 7]
    ended = state.apply("bet 8")
    with pytest.raises(cw.RulesetError, match="all totals together are 11, not 10: Player 1 3, Player 2 8") as told:
        payoffs(ended, "score")
    assert (
        [each.code for each in told.value.diagnostics] == ["C0907"]
        and payoffs(ended, "win") == [-1, 1]
        and payoffs(ended, "margin") == [-2.5, 2.5]
    )
    for jobs in (1, 2):
        with pytest.raises(cw.RulesetError, match="not 10: Player 1"):
            simulate(game, games=12, bots=["random"], jobs=jobs)


@pytest.mark.long
def test_who_solves_believes_it():
    """Of Kuhn poker as it is scored, OpenSpiel's solvers in Python and C++ give its figures."""
    pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from cavewright.adapters import openspiel

    rules = cw.load_game(KUHN)
    assert (
        [utility_sum(rules, each, 2) for each in ("win", "score", "margin")] == [0, 0, 0]
        and utility_sum(pot("10", "stake"), "score", 2) == 10
        and utility_sum(pot("10", "stake"), "win", 3) is None
    )
    (name,) = openspiel.register([rules])
    game = pyspiel.load_game(name, {"utility": "score", "max_moves": 20})
    assert (game.get_type().utility.name, game.utility_sum(), game.min_utility(), game.max_utility()) == (
        "ZERO_SUM",
        0,
        -2,
        2,
    )
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(11 / 12)
    solver = pyspiel.CFRSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(11 / 12)
    assert pyspiel.expected_returns(
        game.new_initial_state(), solver.tabular_average_policy(), -1, True
    ) == pytest.approx([-1 / 18, 1 / 18], abs=5e-3)
    (ten,) = openspiel.register([pot("10", "stake")])
    kind = pyspiel.load_game(ten, {"utility": "score"})
    assert kind.utility_sum() == 10 and kind.new_initial_state().get_game().get_type().short_name == ten


def test_what_was_imagined_breaks_no_promise():
    """What a player cannot know may be dealt as it never lies; searches go on."""
    pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")
    from cavewright.adapters import openspiel

    (name,) = openspiel.register([cw.load_game(KUHN)])
    state = pyspiel.load_game(name, {"utility": "score", "max_moves": 20}).new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    paid = []
    for n in range(12):
        dealt = state.resample_from_infostate(0, lambda seed=n: seed)
        while not dealt.is_terminal():
            dealt.apply_action(dealt.legal_actions()[0])
        paid.append(sum(dealt.returns()))
    assert len(paid) == 12


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "All totals together are always 0"),
        ("de", "Alle Summen zusammen ergeben immer 0"),
        ("es", "Todos los totales juntos suman siempre 0"),
    ],
)
@pytest.mark.gate("de-Alle Summen zusammen ergeben immer 0")
def test_it_is_told_in_words(lang, said):
    assert said in "\n".join(each.text for each in Sentences(cw.load_game(KUHN).wording(lang)).scoring())


def test_an_overlay_adds_changes_and_drops_it():
    base = "overlay house 1.0\n    extends pot 1.0\n    language 1\n\namend scoring\n    "
    files = {"pot.cave": POT.replace("TOTAL", "10").replace("VALUE", "stake")}
    for edit, total in (("change constant: 10 to 9", 9), ("drop constant: 10", None)):
        scoring = cw.load_rules(files, overlays=[{"house.cave": f"{base}{edit}\n"}]).rules_model.scoring
        assert (scoring.constant_total and scoring.constant_total.args[0]) == total
