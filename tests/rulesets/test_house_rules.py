"""House rules: each is played alone and in pairs by greedy and by random teams; pairs that do not fit are refused; secrets stay secret.

Here the game is a short one, with few tiles a stack. `make long` plays full games.
"""

import random
import re
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.bots.players.players import GreedyBot, RandomBot
from cavewright.foundation.source.render import render_terminal

MOST = 400
"""Decisions after which a short game is given up."""
SEATS = {"solo": (1,), "alliances": (4,)}
"""How many play a house rule that not everybody can play."""

RULES = [
    "short-turns",
    "heavy-ropes",
    "open-camps",
    "two-tiles",
    "lamp-oil",
    "crystal-chambers",
    "rockfall",
    "flood-season",
    "survey-goals",
    "solo",
    "all-home",
    "alliances",
    "long-rope",
]
PAIRS = [
    ("short-turns", "open-camps"),
    ("two-tiles", "crystal-chambers"),
    ("lamp-oil", "flood-season"),
    ("heavy-ropes", "long-rope"),
    ("rockfall", "flood-season"),
    ("survey-goals", "all-home"),
    ("survey-goals", "alliances"),
    ("solo", "lamp-oil"),
    ("solo", "two-tiles"),
    ("alliances", "heavy-ropes"),
    ("all-home", "rockfall"),
    ("crystal-chambers", "survey-goals"),
    ("rockfall", "alliances"),
]
CLASHES = [("long-rope", "short-turns"), ("alliances", "all-home"), ("alliances", "open-camps"), ("alliances", "solo")]

REFUSED = Path(__file__).parent / "refused"


@cache
def game_of(*overlays, **options):
    return cw.load_game("the-cave", overlays=overlays, options=options)


def seats_of(overlays):
    return next((SEATS[each][0] for each in overlays if each in SEATS), 2)


def greedy(game, seed):
    return GreedyBot(game, seed)


def played(game, count, bot, bound=MOST, seed=1):
    """The match, played to its end or to a bound of decisions."""
    match = cw.Match(game, players=count, seed=seed)
    bots = [bot(game, n) for n in range(count)]
    while not match.state.is_terminal and len(match.move_stack) < bound:
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
    assert not list(match.state.problems())
    return match


def chosen(match):
    """Names of all that was chosen or came up."""
    return {each.name for each in match.move_stack}


SUITES = [*((each,) for each in RULES), *PAIRS]


@pytest.mark.parametrize("overlays", SUITES, ids="+".join)
@pytest.mark.long
def test_greedy_teams_play_it_to_the_end(overlays):
    """All three matches end, in two of them somebody brings something home, and winners are those with the best total."""
    game = game_of("short-game", *overlays, starting_kit="suggested")
    matches = [played(game, seats_of(overlays), greedy, seed=seed) for seed in (1, 2, 3)]
    assert [each.state.is_terminal for each in matches] == [True] * 3
    outcomes = [each.state.outcome() for each in matches]
    assert sum(max(each.totals) > 0 for each in outcomes) >= 2
    assert all(each.totals[n] == max(each.totals) for each in outcomes for n in each.winners)


@pytest.mark.parametrize("overlays", SUITES, ids="+".join)
@pytest.mark.long
def test_random_teams_play_it(overlays):
    """Whatever is chosen, no position is impossible, and the match is the same when played again."""
    game = game_of("short-game", *overlays)
    match = played(game, seats_of(overlays), RandomBot, bound=120)
    again = cw.Match.from_json(match.to_json())
    assert again.state == match.state and len(match.move_stack) > 60


@pytest.mark.parametrize("rule", [*RULES, "short-game"])
@pytest.mark.gate("survey-goals")
def test_its_examples_hold(rule):
    """There is one, and each is true of it."""
    own = [each.name for each in game_of(rule).examples if each.origin == rule]
    assert own and [each.diagnostics for each in cw.run_examples(game_of(rule), own) if not each.ok] == []


@pytest.mark.parametrize("rule", [*RULES, "short-game"])
@pytest.mark.gate("survey-goals")
def test_it_is_short_and_says_why(rule):
    """A constant takes some ten lines, a new mechanism fewer than forty, its examples not counted."""
    path = Path(cw.__file__).parents[2] / "rulesets" / "house-rules" / f"{rule}.cave"
    rules = re.split(r"^(?:add )?example ", path.read_text("utf-8"), flags=re.MULTILINE)[0]
    lines = [line for line in rules.splitlines() if line.strip()]
    assert len(lines) < 40 and any(re.match(r' +why +"', line) for line in lines)
    assert game_of(rule).hash != game_of().hash


@pytest.mark.parametrize("pair", PAIRS[3:6], ids="+".join)
@pytest.mark.long
def test_the_order_of_listing_means_nothing(pair):
    assert len({game_of(*each).hash for each in permutations(pair)}) == 1


@pytest.mark.parametrize("pair", CLASHES, ids="+".join)
@pytest.mark.gate("alliances+all-home", "long-rope+short-turns")
def test_pairs_that_do_not_fit_are_refused(pair):
    """The conflict shows both places and says what to do; it is the same in either order."""
    texts = set()
    for each in permutations(pair):
        with pytest.raises(cw.RulesetError) as caught:
            game_of(*each)
        rendered = render_terminal(caught.value.diagnostics, width=100, colour=False)
        texts.add(re.sub(r"\S*rulesets/", "rulesets/", rendered) + "\n")
    assert texts == {(REFUSED / f"{'+'.join(pair)}.txt").read_text("utf-8")}


@pytest.mark.long
@pytest.mark.parametrize("pair", sorted(combinations(sorted([*RULES, "short-game"]), 2)), ids="+".join)
def test_any_two_fit_or_are_told_apart_as_overlays(pair):
    """Nothing but a conflict between the two keeps a pair from being played: no name that both happened to take."""
    try:
        assert game_of(*pair)
    except cw.RulesetError as error:
        assert tuple(sorted(pair)) in {tuple(sorted(each)) for each in CLASHES} and {
            each.code for each in error.diagnostics
        } <= {"C0305", "C0318"}


# ---- what each rule is about ------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_two_tiles_come_up_and_one_is_kept():
    match = played(game_of("short-game", "two-tiles", starting_kit="suggested"), 2, greedy, bound=60)
    names = [each.name for each in match.move_stack]
    at = names.index("discover")
    assert names[at : at + 4] == ["discover", "draw", "draw", "keep"]


def test_crystal_chambers_lie_in_their_stacks():
    """Two more tiles in each of the three later stacks than without."""
    stacks = [
        game_of(*each, starting_kit="suggested").new_initial_state(2).view().kinds["stack"]
        for each in ((), ("crystal-chambers",))
    ]
    assert [stacks[1][name].values["left"] - stacks[0][name].values["left"] for name in stacks[0]] == [0, 2, 2, 2]


@pytest.mark.long
def test_chokes_fall_once_the_third_stack_is_used_up():
    match = played(game_of("short-game", "rockfall", starting_kit="suggested"), 2, greedy)
    falls = [n for n, each in enumerate(match.move_stack) if each.name == "roll"]
    assert falls and all(match.at(n).view().kinds["stack"]["iii"].values["left"] == 0 for n in falls)
    assert all(
        match.at(n + 1).events[-1].after != ""
        and "choke" in match.at(n + 1).events[0].text() + match.at(n + 1).events[1].text()
        for n in falls
    )


@pytest.mark.long
def test_a_solo_player_wins_by_reaching_the_target():
    outcome = played(game_of("short-game", "solo", starting_kit="suggested"), 1, greedy).state.outcome()
    assert outcome.least == (70,) and outcome.winners == (() if outcome.totals[0] < 70 else (0,))


@pytest.mark.long
def test_all_home_is_won_by_all_or_by_nobody():
    match = played(game_of("short-game", "all-home", starting_kit="suggested"), 2, greedy)
    outcome = match.state.outcome()
    assert (
        outcome.sides == (0, 0)
        and outcome.winners in ((), (0, 1))
        and outcome.totals[0] == sum(map(sum, outcome.breakdown))
    )


@pytest.mark.long
def test_partners_share_a_total():
    match = played(game_of("short-game", "alliances", starting_kit="suggested"), 4, greedy)
    outcome = match.state.outcome()
    assert sorted(outcome.sides) == [0, 0, 1, 1] and len(outcome.winners) in (2, 4)
    assert all(outcome.totals[n] == sum(sum(outcome.breakdown[k]) for k in outcome.partners(n)) for n in range(4))


# ---- secret survey goals ----------------------------------------------------------------------------------------------------


def two_that_look_alike(game):
    """Two first states in which the first team was dealt the same, and the other teams other goals."""
    states = [game.new_initial_state(["Anna", "Rafał", "Jola"]) for _ in range(2)]
    for number in range(6):
        cards = [[each for each, _ in state.chance_outcomes()] for state in states]
        picks = (0, 0) if number < 2 else (0, len(cards[1]) - 1 - number)
        states = [state.apply(card[pick]) for state, card, pick in zip(states, cards, picks)]
    return states


def seen_by_first(state, pool):
    """All that the first team is shown: its view, what it may do and why not, what happened, and how it would count."""
    events = [(each.kind, each.player, each.rule, each.text()) for each in state.events_for(0)]
    reasons = [[each.text() for each in state.check(action).reasons] for action in sorted(pool)]
    return (
        state.view(0),
        [str(each) for each in state.legal_actions(0)],
        events,
        reasons,
        state.outcome(0).table(),
        state.view(None),
    )


def step(state, rng):
    """What happens next: an action of whoever may act, or of chance."""
    if state.chance_outcomes():
        return str(rng.choice([each for each, _ in state.chance_outcomes()]))
    return str(rng.choice(state.legal_actions(state.active_players[0])))


def test_goals_do_not_leak():
    """States that differ in others' goals alone look alike to a team, from the deal until they are shown."""
    game = game_of("short-game", "survey-goals", starting_kit="suggested")
    a, b = two_that_look_alike(game)
    rng, pool = random.Random(5), {"0: discover", "0: pack", "0: photograph", "0: struggle to n1", "0: done"}
    assert a != b and a.view(1) != b.view(1) and len(a.view(0).players[0].values["hand"]) == 2
    for _ in range(60):
        assert seen_by_first(a, pool) == seen_by_first(b, pool)
        action = step(a, rng)
        a, b = a.apply(action), b.apply(action)
    assert a != b and not a.is_terminal


def test_what_is_dealt_is_told_to_its_team_alone():
    game = game_of("survey-goals", starting_kit="suggested")
    state = game.new_initial_state(2)
    dealt = state.apply(state.chance_outcomes()[0][0])
    told = [" ".join(each.text() for each in dealt.events_for(who)) for who in (0, 1, None)]
    assert "climber" in told[0] and "climber" not in told[1] + told[2]


@pytest.mark.long
def test_goals_are_shown_at_the_end():
    match = played(game_of("short-game", "survey-goals", starting_kit="suggested"), 2, greedy)
    teams = match.state.view(None).players
    assert match.state.is_terminal and all(
        sum(each.values["shown"].values()) == 2 and "hand" not in each.values for each in teams
    )
    assert sum(match.state.view(0).players[0].values["hand"].values()) == 0


# ---- full games ---------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("overlays", SUITES, ids="+".join)
def test_full_games(overlays):
    """Greedy teams end a full game by the rules, if not all starve far from home; random ones meet the bound without an impossible position."""
    game, count = game_of(*overlays, starting_kit="suggested"), seats_of(overlays)
    assert any(played(game, count, GreedyBot, bound=1500, seed=seed).state.is_terminal for seed in (3, 1, 2))
    played(game_of(*overlays), seats_of(overlays), RandomBot, bound=600)


def written(path):
    """The lines of a house rule, head and rules; no blank ones, no comments, no examples."""
    blocks = re.split(r"\n(?=\S)", path.read_text("utf-8"))
    return [
        line
        for block in blocks
        if not block.startswith("add example")
        for line in block.splitlines()
        if line.strip() and not line.strip().startswith("#")
    ]


def test_house_rules_are_short():
    """Ten lines in the middle, as they were asked for: with the head, which is four of them, and without the examples."""
    lengths = sorted(len(written(path)) for path in (Path(__file__).parents[2] / "rulesets/house-rules").glob("*.cave"))
    assert len(lengths) >= 24 and (lengths[11] + lengths[12]) / 2 <= 10, lengths
