"""Bots that look ahead choose the same within a module and without; what they may not know does not matter to them."""

import random
from importlib.resources import files

import pytest
from typer.testing import CliRunner

import cavewright as cw
from cavewright.bots.players import beam_search, tree_search
from cavewright.bots.players.beam_search import Search
from cavewright.bots.players.determinisation import determinise, keeps_secrets
from cavewright.bots.players.line_tree import LineTree
from cavewright.bots.players.tree_search import Budget, SearchResult, TreeSearch
from cavewright.bots.study.simulate import simulate
from cavewright.connect.cli import app, play_commands
from cavewright.machine.native.searcher import searcher
from cavewright.rules.model.tree_limits import MORE_POINTS, WON

RULESETS = {
    "tic-tac-toe": 2,
    "connect-four": 2,
    "nine-mens-morris": 2,
    "hex": 2,
    "breakthrough": 2,
    "cave-vs-cave": 2,
    "kave-kapers": 2,
    "the-cave": 3,
    "cave-vs-cave+cave-vs-cave-era2": 2,
    "the-cave+survey-goals": 3,
    "the-cave+alliances": 4,
}

SUSPECTS = """ruleset suspects 1.0 "Suspects"
    language 1
players team 2..5
    keeps suspect: team or none secret
    keeps said: team or none
to play
    each team from first(t in team)
        suspects: choose t in team "Whom do you suspect?"
            set suspect = t
    each team from first(t in team)
        says: choose t in team "Whom does the other suspect?"
            set said = t
scoring
    score points = 1 if some(t in team where t is not me and t.suspect is said) otherwise 0
"""


def positions(name, players, seed, most):
    """Positions of one game, most moves of which a greedy bot makes; each with somebody who may choose."""
    game, rng = cw.load_game(name), random.Random(seed)
    if searcher(game, players) is None:
        pytest.skip("nothing here runs machine code")
    bot, match = cw.bots.make("greedy", game, seed=seed), cw.Match(game, players, seed)
    while not match.state.is_terminal and most > 0:
        player = rng.choice(match.state.active_players)
        if len(match.state.legal_actions(player)) > 1:
            most -= 1
            yield match.state, player
        match.push(
            bot.choose(match.state, player) if rng.random() < 0.7 else rng.choice(match.state.legal_actions(player))
        )


@pytest.mark.gate("connect-four")
@pytest.mark.parametrize("name", RULESETS)
def test_a_plan_is_the_same_within_a_module(name):
    for state, player in positions(name, RULESETS[name], 3, 12):
        mine, theirs = (Search(state.game, native).plan(state, player, "seed") for native in (True, False))
        assert mine == theirs


@pytest.mark.gate("connect-four")
@pytest.mark.parametrize("name", RULESETS)
def test_a_tree_is_the_same_within_a_module(name):
    for number, (state, player) in enumerate(positions(name, RULESETS[name], 4, 5)):
        mine, theirs = (
            TreeSearch(state.game, native).look(state, player, 2**40 + 5, number, Budget(40, None))
            for native in (True, False)
        )
        assert mine == theirs and 40 <= sum(mine.visits) + 1 <= 42


@pytest.mark.parametrize("name", ["the-cave", "cave-vs-cave"])
@pytest.mark.long
def test_who_wants_points_more_plans_the_same_within_a_module(name):
    """And `greedy`, who plans behind it in the same module, does not want them more."""
    for state, player in positions(name, 2, 6, 6):
        mine, theirs = (Search(state.game, native, MORE_POINTS).plan(state, player, "seed") for native in (True, False))
        assert mine == theirs
        mine, theirs = (Search(state.game, native).plan(state, player, "seed") for native in (True, False))
        assert mine == theirs


def test_points_count_more_where_there_is_advice():
    assert [TreeSearch(cw.load_game(name)).more for name in ("tic-tac-toe", "the-cave")] == [0, MORE_POINTS]
    script = (files("cavewright") / "connect" / "web" / "pages" / "bots.mjs").read_text("utf-8")
    assert f"MORE_POINTS = {MORE_POINTS}," in script


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_many_plans_and_trees_are_the_same(name):
    for number, (state, player) in enumerate(positions(name, RULESETS[name], 5, 300)):
        plans = [Search(state.game, native).plan(state, player, f"seed {number}") for native in (True, False)]
        trees = [
            TreeSearch(state.game, native).look(state, player, number, 1, Budget(30, None)) for native in (True, False)
        ]
        assert plans[0] == plans[1] and trees[0] == trees[1]


@pytest.mark.parametrize(
    ("name", "bots", "players"),
    [("tic-tac-toe", ("mcts", "greedy"), 2), ("the-cave", ("greedy",), 2), ("connect-four", ("greedy", "random"), 2)],
)
@pytest.mark.gate("connect-four-bots2-2")
def test_a_study_is_the_same_without_machine_code(name, bots, players, monkeypatch):
    found = []
    for _ in range(2):
        found.append(simulate(cw.load_game(name), 2, bots, players, seed=3, rounds_bound=12).to_json())
        for module in (beam_search, tree_search):
            monkeypatch.setattr(module, "compiled_search", lambda game, players: None)
    assert found[0] == found[1]


def test_where_nothing_differs_greedy_chooses_by_its_seed():
    state = cw.load_game("connect-four").new_initial_state()
    chosen = {str(cw.bots.make("greedy", state.game, seed=seed).choose(state, 0)) for seed in range(30)}
    assert len(chosen) > 4


def test_a_win_is_seen_and_a_loss_is_prevented():
    game = cw.load_game("tic-tac-toe")
    state = game.new_initial_state(2)
    for each in ("mark a1", "mark b1", "mark a2"):
        state = state.apply(each)
    assert str(cw.bots.make("mcts", game, seed=1, playouts=400).choose(state, 1)) == "1: mark a3"


@pytest.mark.parametrize(
    ("visits", "shares", "is_won", "planned", "best"),
    [
        ((467, 409), (0.53, 0.61), True, 1, 0),
        ((1750, 494), (0.487, 0.618), False, 0, 1),
        ((400, 1), (0.5, 0.51), False, 0, 0),
        ((1504, 1497, 0), (0.5, 0.5, 0.0), False, 1, 1),
        ((1504, 1497), (0.51, 0.5), False, 1, 0),
    ],
)
def test_which_option_is_best(visits, shares, is_won, planned, best):
    """Of whole games the one that was tried most; of a turn the one of which most came for sure, of equal ones the plan."""
    assert SearchResult(visits, shares, tuple(0 for _ in visits), is_won, planned).best == best


@pytest.mark.parametrize(("name", "is_won"), [("tic-tac-toe", True), ("hex", True), ("cave-vs-cave", False)])
@pytest.mark.gate("tic-tac-toe-True")
def test_who_gives_advice_is_followed_to_the_end_of_the_turn(name, is_won):
    """Games of cave-vs-cave end at random too."""
    match = cw.Match(cw.load_game(name), 2, 1)
    assert (
        TreeSearch(match.game).look(match.state, match.state.active_players[0], 1, 1, Budget(5, None)).is_won == is_won
    )


@pytest.mark.long
def test_worlds_look_the_same_to_a_player_and_differ_elsewhere():
    game = cw.load_game("the-cave+survey-goals")
    assert not keeps_secrets(cw.load_game("the-cave")) and keeps_secrets(game)
    match, bot = cw.Match(game, 3, 1), cw.bots.make("greedy", game, seed=1)
    for _ in range(30):
        match.push(bot.choose(match.state, match.state.active_players[0]))
    guesses = [determinise(match.state, 1, random.Random(n)) for n in range(8)]
    assert all(each.view(1) == match.state.view(1) for each in guesses)
    assert len({str(each.view(0)) for each in guesses}) > 3


def test_worlds_name_nobody_who_does_not_play():
    game = cw.load_rules({"suspects.cave": SUSPECTS})
    match = cw.Match(game, ["Anna", "Ben"], seed=1)
    for each in (0, 1):
        match.push(match.state.legal_actions(each)[0])
    drawn = {
        determinise(match.state, 0, random.Random(seed)).view(cw.ALL).players[1].values["suspect"]
        for seed in range(300)
    }
    assert drawn == {None, 0, 1}, "two play, though five could; whether Ben has chosen, a position does not say"


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("advice", ["", 'advice = 1 if said is none otherwise 0 "Wait."\n'], ids=["won", "worth"])
@pytest.mark.gate("worth-False")
def test_the_answer_does_not_depend_on_what_others_keep_secret(native, advice):
    """Positions that look the same to a player are searched the same: the plan, how playouts are judged, and where they begin."""
    game, found = cw.load_rules({"suspects.cave": SUSPECTS + advice}), []
    for suspect in (0, 1):
        match = cw.Match(game, ["Anna", "Ben"], seed=1)
        match.push(match.state.legal_actions(0)[0])
        match.push(match.state.legal_actions(1)[suspect])
        assert len(match.state.legal_actions(0)) == 2
        found += [TreeSearch(game, native).look(match.state, 0, seed, 1, Budget(64, None)) for seed in range(5)]
    assert found[:5] == found[5:]


def test_greedy_does_not_know_what_others_keep_secret():
    """Though what it scores depends on that; seen from all that it could be, each answer is right for some."""
    game, chosen = cw.load_rules({"suspects.cave": SUSPECTS}), []
    for suspect in (0, 1):
        match = cw.Match(game, ["Anna", "Ben"], seed=1)
        match.push(match.state.legal_actions(0)[0])
        match.push(match.state.legal_actions(1)[suspect])
        chosen.append([str(cw.bots.make("greedy", game, seed=seed).choose(match.state, 0)) for seed in range(20)])
    assert chosen[0] == chosen[1] and len(set(chosen[0])) == 2


@pytest.mark.long
def test_a_world_is_made_of_what_the_player_knows_alone():
    game = cw.load_game("the-cave+survey-goals")
    match, bot = cw.Match(game, 3, 1), cw.bots.make("greedy", game, seed=1)
    for _ in range(30):
        match.push(bot.choose(match.state, match.state.active_players[0]))
    guesses = [match.state, *(determinise(match.state, 1, random.Random(n)) for n in range(6))]
    assert len({each.to_json() for each in guesses}) > 3
    assert len({determinise(each, 1, random.Random(5)).to_json() for each in guesses}) == 1


@pytest.mark.parametrize(
    "given", [{"playouts": 0}, {"playouts": -3}, {"milliseconds": 0}, {"playouts": 10**9}, {"milliseconds": 10**9}]
)
def test_a_budget_that_is_none(given):
    with pytest.raises(ValueError, match="a whole number from 1"):
        cw.bots.make("mcts", cw.load_game("tic-tac-toe"), **given)


def test_budgets_are_for_one_bot_and_whole():
    game = cw.load_game("tic-tac-toe")
    with pytest.raises(ValueError, match="has no budget"):
        cw.bots.make("greedy", game, playouts=5)
    with pytest.raises(TypeError):
        cw.bots.make("mcts", game, playouts=2.5)
    assert cw.bots.make("mcts", game, milliseconds=5).choose(game.new_initial_state(), 0).player == 0


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("mcts", Budget(1_000, None)),
        ("mcts:easy", Budget(30, None)),
        ("mcts:hard", Budget(8_000, None)),
        ("mcts:2s", Budget(None, 2_000)),
        ("mcts:0.25s", Budget(None, 250)),
    ],
)
def test_a_strength_is_a_budget(name, budget):
    assert cw.bots.make(name, cw.load_game("tic-tac-toe")).budget == budget


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mcts:", "is no strength"),
        ("mcts:strong", "`strong` is no strength; there are: `easy`, `normal`, `hard`, and a time such as `2s`"),
        ("mcts:hrd", "`hrd` is no strength; did you mean `hard`?"),
        ("mcts:0s", "`0s` is too short for a decision: give a time from `0.001s` to `3600s`"),
        ("mcts:9999s", "`9999s` is too long for a decision: give a time from `0.001s` to `3600s`"),
        ("mcts:99999999s", "is too long for a decision"),
        ("mcts:-1s", "is no strength"),
        ("mcts:٢s", "is no strength"),
        ("greedy:easy", "has one strength: leave out `:easy`"),
        ("monte:easy", "there is no bot `monte:easy`"),
    ],
)
def test_a_strength_that_is_none(name, says):
    with pytest.raises(ValueError, match=says):
        cw.bots.make(name, cw.load_game("tic-tac-toe"))


def test_a_strength_leaves_no_room_for_another_budget():
    with pytest.raises(ValueError, match="has a budget of its own"):
        cw.bots.make("mcts:easy", cw.load_game("tic-tac-toe"), playouts=5)


def test_who_may_not_act_is_not_answered():
    state = cw.load_game("tic-tac-toe").new_initial_state()
    over = state
    for each in ("a1", "b1", "a2", "b2", "a3"):
        over = over.apply(f"mark {each}")
    bot = cw.bots.make("mcts", state.game, playouts=5)
    for where, player in ((state, 1), (over, 0), (over, 1)):
        with pytest.raises(ValueError, match="may not act"):
            bot.choose(where, player)


def test_a_hint_at_the_table(monkeypatch):
    """With as much time as it asks for: a busy machine would choose otherwise."""
    monkeypatch.setattr(play_commands, "HINT_MILLISECONDS", 10**9)
    said = (
        CliRunner().invoke(app, ["play", "tic-tac-toe", "--players", "2", "--seed", "1"], input="hint\nquit\n").stdout
    )
    assert "A bot would choose: mark b2." in said.replace("\n", " "), said[-400:]


LAST_TURN = """ruleset last-turn 1.0 "The last turn"
    language 1
players team 2..2
    keeps coins: 0..20
    keeps out: yes_no
to play
    each team from first(t in team)
        set coins = 12
        if count(t in team where t.coins > 0) > 1
            set coins = 5
            offer any errands until out
menu errands "What now?"
action spend in errands "Spend a coin"
    cost 1 coins
action flee in errands "Run away with more"
    gain 4 coins
    set out = yes
scoring
    among not out
    score points = coins
advice = 0 "Keep what there is."
"""


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.gate("False")
def test_who_is_behind_ends_the_game_as_well_as_it_can(native):
    """Another end of the turn is no better than the end of the game because that one is lost, and who does not count
    at the end has nothing."""
    state = cw.load_rules({"last-turn.cave": LAST_TURN}).new_initial_state(2)
    found = TreeSearch(state.game, native).look(state, 1, 1, 1, Budget(300, None))
    best = dict(zip([each.name for each in state.legal_actions(1)], found.shares, strict=True))
    assert best["done"] > best["spend"] > best["flee"]
    assert str(cw.bots.make("mcts", state.game).choose(state, 1)) == "1: done"


CLIFF = """ruleset cliff 1.0 "The cliff"
    language 1
players team 2..2
    keeps coins: 0..20
    keeps fallen: yes_no
kind pot "What is in the jar."
    | pot   | coins: 0..9 |
    | empty | 0           |
    | half  | 1           |
    | full  | 4           |
to play
    repeat until some(t in team where t.coins > 15)
        each team from first(t in team)
            offer errands
menu errands "What now?"
action sweep in errands "Sweep"
    gain 1 coins
action carry in errands "Carry"
    gain 2 coins
action leap in errands "Leap"
    set fallen = yes
action dip in errands "Dip into the jar"
    roll drawn in pot
    may "Take it?"
        gain drawn.coins coins
scoring
    score points = coins
advice = 0 - 2500 if fallen otherwise 0 "Do not fall."
"""


def look_from_the_cliff(native, playouts):
    """The names of the first options of the game of the cliff, and what a search of so many playouts finds of them."""
    state = cw.load_rules({"cliff.cave": CLIFF}).new_initial_state(2)
    found = TreeSearch(state.game, native).look(state, 0, 1, 1, Budget(playouts, None))
    return [each.name for each in state.legal_actions(0)], found


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.gate("False")
def test_a_blunder_among_the_options_does_not_blur_the_others(native):
    """A point more is told from a point less by a multiple of what the plan of the greedy search has in advance."""
    names, found = look_from_the_cliff(native, 60)
    best = dict(zip(names, found.shares, strict=True))
    assert best["carry"] - best["sweep"] > 4 * tree_search.AS_GOOD and best["sweep"] - best["leap"] > 0.2


def test_before_chance_a_node_is_worth_the_mean_of_what_is_behind():
    """As it is known now, not as it was at every visit: nothing remains of that but the first look."""
    state = cw.load_rules({"cliff.cave": CLIFF}).new_initial_state(2)
    tree = LineTree(state.game, state.names)
    TreeSearch(state.game).search_tree(tree, state, 0, 1, 1, Budget(600, None), [0])
    behind: dict[int, list[int]] = {}
    for (node, _, row), child in tree.edges.items():
        if isinstance(row, int):
            behind.setdefault(node, []).append(child)
    assert max(map(len, behind.values())) > 1
    for node, children in behind.items():
        first = tree.visits[node] - sum(tree.visits[each] for each in children)
        rest = tree.sums[node] - sum(tree.sums[each] for each in children)
        assert first in (0, 1) and abs(rest - first * WON // 2) <= WON // 32, "of one look, which gained a little"


def test_before_a_choice_a_node_is_worth_the_best_that_is_behind_it_now():
    """What looked best once and is known to be worse by now is given up."""
    state = cw.load_rules({"cliff.cave": CLIFF}).new_initial_state(2)
    tree = LineTree(state.game, state.names)
    tree.visits, tree.sums, tree.bests, tree.behind = [0, 0, 0, 0], [0, 0, 0, 0], {}, [[1], [2, 3], [], []]
    for child, value in ((2, 900), (3, 600), (2, 100), (2, 100), (2, 100)):
        tree.best_back([(1, 0), (child, 0)], value)
    assert tree.mean(2) == 300 and tree.mean(1) == 600


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.gate("False")
def test_what_is_a_little_worse_is_looked_at_as_closely(native):
    """Else the option that was found first alone is followed to where its worth is seen."""
    names, found = look_from_the_cliff(native, 6000)
    tries = dict(zip(names, found.visits, strict=True))
    assert 2 * tries["sweep"] > tries["carry"] > 10 * tries["leap"]
