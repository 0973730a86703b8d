"""The law of look-alikes: two positions that look alike to a player give it the same hint, and its bot the same move, for the same seed."""

import random
from collections import Counter
from dataclasses import asdict
from functools import cache

import pytest
from tests.bots.players.look_alikes import NAMES, look_alikes, rules

import cavewright as cw
from cavewright.bots.players import determinisation as d
from cavewright.bots.players.tree_search import Budget, TreeSearch
from cavewright.connect.serve import messages as m
from cavewright.connect.serve.methods import Methods
from cavewright.connect.serve.sessions import Sessions
from cavewright.play.positions.deduction import unknowns
from cavewright.play.states.foresight import possible_when
from cavewright.play.states.preview import dues

BOTS = (("greedy", {}), ("mcts", {"playouts": 10}), ("random", {}))
ALWAYS = ("mines", "uncounted", "far_bid", "hands")
"""Cases that are tried whatever is drawn."""


@cache
def found_in(name):
    """A game, and positions of it that look alike."""
    game = cw.load_rules({"dark.cave": rules(name)})
    return game, look_alikes(game, range(24))


def of(name, most=3):
    """The same, those that are most."""
    game, found = found_in(name)
    assert found, "no two positions look alike"
    return game, sorted(found, key=lambda group: -len(group[1]))[:most]


def moves_of(game, state, player, seed):
    """What all bots choose, and what the one that plays out games found out."""
    chosen = [str(cw.bots.make(bot, game, seed=seed, **more).choose(state, player)) for bot, more in BOTS]
    return [*chosen, asdict(TreeSearch(game, native=False).look(state, player, seed, 1, Budget(6, None)))]


def differences(name):
    """Answers to positions that look alike, of which not all are the same."""
    game, groups = of(name)
    found = []
    for player, states in groups:
        answers = [moves_of(game, each, player, seed=3) for each in states[:6]]
        found += [each for each in answers if each != answers[0]]
    return found


@pytest.mark.parametrize("name", ALWAYS)
@pytest.mark.gate("hands")
def test_look_alikes_are_answered_alike(name):
    assert differences(name) == []


@pytest.mark.gate("first_of_some")
@pytest.mark.parametrize("name", [each for each in NAMES if each not in ALWAYS])
def test_all_sorts_of_look_alikes_are_answered_alike(name):
    assert differences(name) == []


@pytest.mark.gate("first_of_some")
@pytest.mark.parametrize("name", NAMES)
def test_who_goes_on_plays_alike_as_long_as_all_looks_alike(name):
    """A bot has plans, and goes by them in positions that it foresaw."""
    game, groups = of(name)
    for player, (one, other, *_) in groups:
        for bot, more in BOTS[:2]:
            mine, theirs, a, b = *(cw.bots.make(bot, game, seed=5, **more) for _ in "ab"), one, other
            while player in a.active_players and player in b.active_players and a.view(player) == b.view(player):
                assert a.legal_actions(player) == b.legal_actions(player)
                chosen, same = mine.choose(a, player), theirs.choose(b, player)
                assert chosen == same
                a, b = a.apply(chosen), b.apply(same)


@pytest.mark.gate("far_bid", "first_of_some", "in_a_loop_over_a_bag", "counted_in_the_open")
@pytest.mark.parametrize("name", NAMES)
def test_a_world_looks_the_same_and_comes_of_nothing_else(name):
    """Whatever is true. The truth is one of the worlds, or some of its parts are."""
    _, groups = of(name)
    for player, states in groups:
        for seed in range(3):
            made = [d.determinise(each, player, random.Random(seed)) for each in states]
            assert all(each.view(player) == states[0].view(player) for each in made)
            assert len({(tuple(each._slots(player)), str(each._s)) for each in made}) == 1
            assert all(not list(each.problems(cw.ALL)) for each in made)


@pytest.mark.parametrize(("name", "field"), [("mines", "mined"), ("an_index", "mined"), ("memory", "picture")])
@pytest.mark.gate("an_index-mined")
def test_a_world_may_be_any_that_is_possible(name, field):
    """Of each door everything that it may keep comes up."""
    _, groups = of(name, most=1)
    ((player, states),) = groups
    true = [
        [each.view(cw.ALL).kinds["door"][door].values[field] for door in ("left", "mid", "right")] for each in states
    ]
    worlds = [d.determinise(states[0], player, random.Random(seed)).view(cw.ALL).kinds["door"] for seed in range(400)]
    found = [[each[door].values[field] for door in ("left", "mid", "right")] for each in worlds]
    assert all(each in found for each in true) and len({str(each) for each in found}) >= len(true) > 1


@pytest.mark.parametrize(("name", "each"), [("drawn", 2), ("drawn_apart", 2), ("memory", 1)])
def test_pieces_that_were_drawn_are_dealt_from_those_that_there_are(name, each):
    """So many tins, ores and gems: some were drawn, all know that, and nobody else has them, be they in a bag or in a field."""
    _, groups = of(name, most=1)
    ((player, states),) = groups
    found = set()
    for seed in range(40):
        world = d.determinise(states[0], player, random.Random(seed)).view(cw.ALL)
        other, doors = world.players[1 - player].values, world.kinds["door"].values()
        kept = Counter(map(str, (other["role"], *(door.values["picture"] for door in doors))))
        assert {
            ware: world.game.values["deck"].get(ware, 0) + other["hand"].get(ware, 0) + kept[ware]
            for ware in ("tin", "ore", "gem")
        } == dict.fromkeys(("tin", "ore", "gem"), each)
        found.add(str((other["hand"], other["role"], *(door.values["picture"] for door in doors))))
    assert len(found) == (3 if each == 2 else 6)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("drawn", True),
        ("hands", True),
        ("put_back", True),
        ("face_down", True),
        ("content", False),
        ("drawn_apart", True),
        ("memory", True),
        ("drawn_over", False),
        ("drawn_in_rounds", False),
        ("drawn_and_gone", False),
        ("drawn_away", False),
        ("uncounted", False),
        ("supplied", False),
        ("written", False),
        ("lost", False),
    ],
)
@pytest.mark.gate("drawn_over-False", "face_down-True", "put_back-True", "content-False", "written-False")
def test_how_many_pieces_there_are_is_known_only_where_none_is_made_or_lost_unseen(name, known):
    assert (set(unknowns(found_in(name)[0]).conserved) == {"ware"}) is known


def test_uncounted_pieces_may_be_none_or_several():
    _, groups = of("uncounted", most=1)
    ((player, states),) = groups
    sizes = {
        sum(
            d.determinise(states[0], player, random.Random(seed))
            .view(cw.ALL)
            .players[1 - player]
            .values["fist"]
            .values()
        )
        for seed in range(60)
    }
    assert {0, 1, 2} <= sizes


@pytest.mark.parametrize(
    "name",
    [
        "the-cave",
        "tic-tac-toe",
        *(
            pytest.param(each, marks=pytest.mark.long)
            for each in ("cave-vs-cave", "kave-kapers", "cave-vs-cave+cave-vs-cave-era2")
        ),
    ],
)
def test_what_all_can_work_out_is_nothing_unknown(name):
    """Piles that are filled and emptied in the open: games of that sort are played as they are."""
    ruleset, *overlays = name.split("+")
    game = cw.load_game(ruleset, overlays)
    assert not unknowns(game) and not d.keeps_secrets(game)
    state = game.new_initial_state()
    assert d.imagine(state, 0, "seed") is state


def test_what_all_can_work_out_stays_as_it_is():
    _, groups = of("counted_in_the_open")
    for player, states in groups:
        worlds = [d.determinise(states[0], player, random.Random(seed)) for seed in range(20)]
        assert {each.view(cw.ALL).game.values["clue"] for each in worlds} == {
            states[0].view(cw.ALL).game.values["clue"]
        }
        assert len({each.view(cw.ALL).players[0].values["rank"] for each in worlds}) > 2


# ---- channels --------------------------------------------------------------------------------------------------------


def seeds_alike(game, most=25):
    """Seeds of matches whose first decisions look alike to who decides."""
    found = {}
    for seed in range(most):
        state = cw.Match(game, 2, seed=seed).state
        player = state.active_players[0]
        found.setdefault((player, state.view(player).to_json()), {}).setdefault(state.key(), seed)
    return next((key[0], [*seeds.values()]) for key, seeds in found.items() if len(seeds) > 1)


@pytest.mark.parametrize("name", ["mines", "sack"])
@pytest.mark.gate("sack")
def test_the_protocol_answers_alike(name):
    game = cw.load_rules({"dark.cave": rules(name)})
    player, seeds = seeds_alike(game)
    methods, told = Methods(Sessions(())), []
    for seed in seeds:
        match = methods.new(m.NewMatch(files={"dark.cave": rules(name)}, players=2, seed=seed)).match
        told.append(
            [
                methods.choose(m.Chosen(match=match, player=player, bot=bot, seed=2)).action
                for bot in ("greedy", "mcts", "random")
            ]
        )
    assert len(told) > 1 and all(each == told[0] for each in told)


GOLD = """ruleset gold 1.0 "Gold"
    language 1
kind spot
    keeps gold: yes_no hidden
    keeps found: yes_no
    | spot | n: 1..3 |
    | a    | 1       |
    | b    | 2       |
    | c    | 3       |
players team 2..2
    keeps points: 0..99
menu deeds
action dig(p in spot) in deeds
    if p.gold reveals "Gold"
        set p.found = yes
action take(p in spot) in deeds
    require p.found is yes "Nothing was found there."
    gain 5 points
action rest in deeds
    gain 1 point
to play
    let z = first(t in team)
    as z
        roll n in 1..3 secret
        for each p in spot where p.n is n
            set p.gold = yes
    for each t in team where t is not z
        as t
            repeat 2 times
                offer deeds
scoring
    score points = points
    highest total wins
"""


def test_when_something_would_be_possible_tells_nothing_unknown():
    """Where the gold lies, `why not take b` must not say."""
    game, said = cw.load_rules({"gold.cave": GOLD}), set()
    states = {state.key(): state for state in (cw.Match(game, 2, seed=seed).state for seed in range(12))}
    for state in states.values():
        said.add(str([possible_when(state, game.parse_action(f"take {spot}", 1)) for spot in "abc"]))
    assert len(states) == 3 and len(said) == 1


@pytest.mark.parametrize("required", ['require p.gold reveals "Gold"', 'cost 1 points reveals "Gold"'])
def test_when_something_would_be_possible_is_not_found_out_before_it_is_revealed(required):
    """It is revealed where it is offered, which may be later."""
    later = GOLD.replace('require p.found is yes "Nothing was found there."', required).replace(
        "cost 1", "cost (p.n * 90 if p.gold otherwise 1)"
    )
    later = later.replace(
        "repeat 2 times\n                offer deeds", "offer ready\n            offer deeds or none"
    ).replace("menu deeds", "menu ready\naction wake in ready\n    gain 1 point\nmenu deeds")
    game, said = cw.load_rules({"gold.cave": later}), set()
    states = {state.key(): state for state in (cw.Match(game, 2, seed=seed).state for seed in range(12))}
    for state in states.values():
        said.add(str([possible_when(state, game.parse_action(f"take {spot}", 1)) for spot in "abc"]))
    assert len(states) == 3 and len(said) == 1


def test_a_price_that_is_revealed_by_paying_is_not_said_before():
    """What stands beside a choice is no more than its player knows."""
    rules = GOLD.replace('require p.found is yes "Nothing was found there."', 'cost toll points reveals "Toll"')
    rules = rules.replace("menu deeds", "game\n    keeps toll: 0..3 hidden\nmenu deeds").replace(
        "        for each p in spot", "        set toll = n\n        for each p in spot"
    )
    rules = rules.replace("99\n", "99 = 20\n").replace("offer deeds", "offer deeds or none")
    game, said = cw.load_rules({"gold.cave": rules}), set()
    states = {state.key(): state for state in (cw.Match(game, 2, seed=seed).state for seed in range(12))}
    for state in states.values():
        said.add(str([(str(each), dues(state, each)) for each in state.legal_actions(1)]))
    assert len(states) == 3 and len(said) == 1


# ---- planted faults --------------------------------------------------------------------------------------------------


@pytest.mark.gate("values-mines")
@pytest.mark.parametrize(
    ("fault", "name"),
    [
        ("values", "mines"),
        ("values", "clue"),
        ("bags", "uncounted"),
        ("bags", "drawn"),
        ("boards", "trap"),
        ("boards", "passages"),
        ("names", "a_name"),
        ("loops", "in_a_loop"),
    ],
)
def test_a_fault_is_found(fault, name, monkeypatch):
    """What is not dealt anew is told by the moves: the law above can be broken."""
    monkeypatch.setattr(d._Deal, fault, lambda self: None)
    assert differences(name) != []
