"""Era II beside a second implementation: what can be done, what it brings, and the score, over games at random."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.rulesets.second_era import CHANCE, GOODS, ROOMS, SecondEra

import cavewright as cw

GAME = cw.load_game("cave-vs-cave", overlays=["cave-vs-cave-era2"])
GIFTS = sorted(set(ROOMS) - {"entrance"})


def goods_of(state: cw.State) -> list[dict[str, int]]:
    """What each player has of every good."""
    players = state.view(cw.ALL).players
    return [{g: each.values["goods"].get(g, 0) for g in GOODS} for each in players]


def outcomes(state: cw.State) -> dict[str, object]:
    """What can come next, by its words without who does it."""
    found = [each for each, _ in state.chance_outcomes()] if state.current_player < 0 else state.legal_actions()
    return {str(each).partition(": ")[2]: each for each in found}


def weight(said: str) -> int:
    """How likely a choice is: games in which much is dug, built and used go further than such as stop at once."""
    return {"done": 1, "eat": 1, "build": 12, "dig": 8, "use": 6, "take_bonus": 4}.get(said.split()[0], 4)


@cache
def rich() -> cw.Game:
    """The same game in which both begin with six of each good, and with half of all rooms each: so all of them are used."""
    lines = [f"    add gift{n}: set {('one', 'two')[n % 2]}.rooms[{room}] = yes" for n, room in enumerate(GIFTS)]
    text = "\n".join(
        [
            'overlay rich 1.0 "Rich"',
            "    language 1",
            "    extends cave-vs-cave",
            "    after cave-vs-cave-era2",
            '    why "All is used."',
            "",
            "amend to lay_out",
            "    add goods: for each p in player, g in good",
            "        set p.goods[g] = 6",
            "    add one: let one = first(p in player)",
            "    add two: let two = first(p in player where p is not one)",
            *lines,
            "",
        ]
    )
    with TemporaryDirectory() as folder:
        (Path(folder) / "rich.cave").write_text(text, "utf-8")
        return cw.load_game("cave-vs-cave", overlays=["cave-vs-cave-era2", Path(folder) / "rich.cave"])


def begin(players: int, gifts: bool) -> tuple[cw.State, SecondEra]:
    """The first position in both."""
    other = SecondEra(players)
    for number, each in enumerate(other.players if gifts else ()):
        each.goods, each.gifts = dict.fromkeys(GOODS, 6), {*GIFTS[number::2]}
    return (rich() if gifts else GAME).new_initial_state(players), other


def walk(players: int, seed: int, used: set[str] | None = None, gifts: bool = False) -> int:
    """One game in both; the number of decisions. `used` gets what was chosen."""
    state, other = begin(players, gifts)
    sampler, steps = random.Random(seed), 0
    course = other.play()
    asked = next(course)
    while True:
        who, options = asked
        ours = outcomes(state)
        here = f"seed {seed}, step {steps}: there {sorted({*options} - {*ours})}, here {sorted({*ours} - {*options})}"
        assert (max(state.current_player, CHANCE), sorted(options)) == (who, sorted(ours)), here
        said = sampler.choices(sorted(ours), [weight(each) for each in sorted(ours)])[0]
        if used is not None:
            used.add(said)
        state, steps = state.apply(ours[said]), steps + 1
        try:
            asked = course.send(said)
        except StopIteration:
            break
        assert goods_of(state) == [each.goods for each in other.players], f"seed {seed}, step {steps}: {said}"
    assert state.is_terminal and state.outcome().totals == other.totals(), f"seed {seed}"
    return steps


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (1, 1)])
@pytest.mark.long
def test_a_game_is_the_same_in_both(players, seed):
    assert walk(players, seed) > 100


@pytest.mark.long
def test_a_rich_game_is_the_same_in_both():
    """One in which rooms of both eras are used from the start."""
    used = set[str]()
    assert walk(2, 1, used, gifts=True) > 300
    assert len({each for each in used if each.startswith("use ")}) > 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 40))
def test_many_games_are_the_same_in_both(seed):
    assert walk(2, seed) > 100 and walk(1, seed) > 100 and walk(2, seed, gifts=True) > 200
