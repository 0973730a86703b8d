"""Piles on every engine: options, events, scores, views, chance, saved positions and work are those of the interpreter."""

import random
from pathlib import Path

import pytest
from tests.engine.agreement.engines import ENGINES, begin_on
from tests.machine.native.lockstep_native import Twin
from tests.machine.native.twin_lines import Pair
from tests.machine.native.twin_states import Twins

import cavewright as cw
from cavewright.bots.players.determinisation import imagine
from cavewright.machine.ir.position_layout import MOST_STACKED
from cavewright.machine.native.moves import NativeMoves

HERE = Path(__file__).parent
GAMES = {
    "deep_well": HERE.parent / "draws" / "deep_well.cave",
    "spell_duel": HERE.parent / "draws" / "spell_duel.cave",
    "stalls": HERE / "stalls.cave",
    "quarry": HERE / "quarry.cave",
}
SLOW = pytest.mark.long
BACKENDS = ("wasm", pytest.param("c", marks=SLOW), pytest.param("python", marks=SLOW))


def text_of(name):
    return GAMES[name].read_text("utf-8")


def game_of(name):
    return cw.load_game(GAMES[name])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("players", [2, pytest.param(3, marks=SLOW)])
def test_a_module_goes_step_for_step_with_the_interpreter(name, backend, players):
    twin = Twin(game_of(name), players, backend, checked=True)
    assert twin.walk(players, 90) >= 90


@pytest.mark.parametrize("name", [*list(GAMES)[1:], pytest.param("deep_well", marks=SLOW)])
def test_states_and_lines_of_a_module_say_what_the_others_say(name, monkeypatch):
    rng, rules = random.Random(name), text_of(name)
    assert Twins([begin_on(engine, rules, 3) for engine in ("interpreter", "wasm")], rng).walk(70) > 40
    if name != "stalls":  # where all act at once a line leaves the module
        monkeypatch.setattr(NativeMoves, "_give_up", lambda self, *given: pytest.fail("the module stopped"))
    assert Pair(game_of(name), 3, rng).walk(70) > 20


@pytest.mark.parametrize("name", ["stalls", *(pytest.param(each, marks=SLOW) for each in ("deep_well", "spell_duel"))])
def test_whoever_looks_sees_the_same_and_imagines_the_same(name):
    rng = random.Random(3)
    states = [begin_on(engine, text_of(name), 3) for engine in ("interpreter", "python", "wasm")]
    for step in range(25):
        for viewer in (None, cw.ALL, 0, 1, 2):
            assert len({repr(each.view(viewer)) for each in states}) == 1
        is_chance, active = states[0].current_player == cw.CHANCE, states[0].active_players
        for player in active if step % 3 == 0 and not is_chance else ():
            assert len({imagine(each, player, "seed").to_json() for each in states}) == 1
        listed = [
            each.chance_outcomes() if is_chance else each.legal_actions(active[0] if active else None)
            for each in states
        ]
        assert listed[0] == listed[1] == listed[2]
        if not listed[0]:
            break
        n = rng.randrange(len(listed[0]))
        actions = [each[n][0] if is_chance else each[n] for each in listed]
        states = [each.apply(action) for each, action in zip(states, actions, strict=True)]
    assert step > 15


# ---- values worked out by hand ------------------------------------------------------------------------------------------

RULES = """ruleset pieces 1.0
    language 2

kind card
    | card | v: 0..9 |
    | hut  | 1       |
    | hill | 2       |
    | lake | 5       |

players miner 2..2
    keeps mine: pile of card{holding}
    keeps points: -9..999

game
    keeps waste: pile of card

menu deeds

to play
    for each p in miner
        gain 2 hut in p.mine
        gain 1 hill in p.mine
        gain 1 hut in p.mine
        gain 1 lake in bottom of p.mine
    each miner
        offer deeds

action take(c in mine) in deeds
    {line}

scoring
    score points = points
    highest total wins
"""
"""From the top a hut, a hill, two huts and a lake."""
VALUES = {
    "count(x in mine)": 5,
    "sum(x in mine: x.v)": 10,
    "count(x in mine where x is hut)": 3,
    "sum(x in mine where x.v < 5: x.v * x.v)": 7,
    "first(x in mine where x.v > 1).v": 2,
    "most(x in mine: x.v)": 5,
    "size(mine)": 5,
    "mine[hut]": 3,
    "mine[2].v * 10 + mine[5].v": 25,
    "mine[size(mine)].v": 5,
}
ENGINE_NAMES = [*list(ENGINES)[:-1], pytest.param("c", marks=SLOW)]


def points_of(engine, line, holding=""):
    """What the first player has when each has taken the first thing that is offered."""
    state = begin_on(engine, RULES.format(line=line, holding=holding), 2)
    assert [str(each)[3:] for each in state.legal_actions()] == ["take hut", "take hill", "take lake"]
    while not state.is_terminal:
        state = state.apply(state.legal_actions()[0])
    return state.returns()[0]


@pytest.mark.parametrize("engine", ENGINE_NAMES)
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.gate("count(x in mine)-python", "first(x in mine where x.v > 1).v-wasm", "mine[2].v * 10 + mine[5].v-wasm")
def test_each_piece_of_a_pile_counts_and_each_kind_is_offered_once(engine, value):
    assert points_of(engine, f"gain ({value}) points") == VALUES[value]


LINES = {
    "move 2 from mine to waste\n    gain (10 * waste[1].v + waste[2].v) points": 12,
    "move 3 from mine to bottom of mine\n    gain (10 * mine[1].v + mine[4].v) points": 12,
    "move 1 hut from bottom of mine to waste\n    gain (10 * mine[3].v + mine[4].v) points": 15,
    "move all from mine to bottom of waste\n    gain (10 * waste[1].v + size(mine)) points": 10,
    "set mine[hill] = 3\n    gain (10 * mine[2].v + mine[3].v) points": 21,
    "set mine[hut] = 1\n    gain (10 * mine[1].v + mine[2].v) points": 21,
    "for each x in mine\n        if x is hill\n            move all from mine to waste\n        gain x.v points": 10,
}


@pytest.mark.parametrize("engine", ENGINE_NAMES)
@pytest.mark.parametrize("line", LINES)
def test_pieces_lie_where_they_were_put(engine, line):
    assert points_of(engine, line) == LINES[line]


# ---- more than a module has room for -------------------------------------------------------------------------------------


TOO_MANY = RULES.format(line=f"gain {MOST_STACKED - 5} hill in mine\n    gain 1 lake in mine", holding="")


def test_a_pile_that_outgrows_a_module_is_gone_on_with_elsewhere():
    plain, after = (begin_on(engine, TOO_MANY, 2).apply("take hut") for engine in ("interpreter", "wasm"))
    assert after.engine != "machine" and after.to_json() == plain.to_json()
    assert after.view(cw.ALL).players[0].values["mine"][:2] == ("lake", "hill")
    assert after.apply("take hill").is_terminal


@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm"])
def test_a_full_pile_says_which_line_asks_for_more(engine):
    line = "if c is hill\n        gain 2 hill in mine"
    state = begin_on(engine, RULES.format(line=line, holding=" holding 6 card"), 2)
    assert [str(each) for each in state.legal_actions()] == ["0: take hut", "0: take lake"]
    assert [(each.rule, each.code) for each in state.check("take hill").reasons] == [("take.gain", "room")]
