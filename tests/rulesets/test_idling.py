"""Bots do not idle.

A turn idles where its player had a choice, nothing was drawn, and its player stands at its end as at the end of an earlier
turn of its own: it changed nothing, went back and forth, or round in a circle. What belongs to other players does not
count, since they change it. Turns that chance decides are no idling: a roll may fail twice. Nor is waiting at the very end:
a match may have last rounds in which nothing is left to gain. (Tree search gained nothing there either.)
"""

from itertools import groupby

import pytest

import cavewright as cw
from cavewright.play.positions.action import CHANCE

MOST_MOVES = 6000
LAST_TURNS = 3
"""Turns of a player at the end of a match in which it may wait."""


def turns_of(match: cw.Match) -> list[tuple[int, list[int]]]:
    """The turns of a match: whose each is, and the numbers of its moves; what chance does belongs to the turn before it."""
    owner, found = CHANCE, list[tuple[int, int]]()
    for number, action in enumerate(match.move_stack):
        owner = owner if action.player == CHANCE else action.player
        found.append((owner, number))
    return [(player, [number for _, number in each]) for player, each in groupby(found, key=lambda each: each[0])]


def idle_turns(match: cw.Match, player: int) -> list[int]:
    """The numbers of the last moves of a player's turns that idled."""
    idle, seen = list[int](), set[str]()
    own = [moves for owner, moves in turns_of(match) if owner == player]
    for moves in own:
        stands = repr(match.at(moves[-1] + 1).view(player).players[player].values)
        by_chance = any(match.move_stack[number].player == CHANCE for number in moves)
        chosen = any(len(match.at(number).legal_actions(player)) > 1 for number in moves if not by_chance)
        if chosen and stands in seen:
            idle.append(moves[-1])
        seen.add(stands)
    waited = 0
    while match.state.is_terminal and waited < LAST_TURNS and idle and idle[-1] == own[-1 - waited][-1]:
        idle.pop()
        waited += 1
    return idle


def played(game: cw.Game, kind: str, players: int, seed: int) -> cw.Match:
    """A match of equal bots to its end."""
    match, bots = cw.Match(game, players, seed), [cw.bots.make(kind, game, seed + n) for n in range(players)]
    while not match.state.is_terminal and len(match.move_stack) < MOST_MOVES:
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
    return match


def share_of_idling(name: str, kind: str, players: int, seeds: range) -> float:
    """Share of the turns of some matches that idled."""
    game, idle, turns = cw.load_game(name), 0, 0
    for seed in seeds:
        match = played(game, kind, players, seed)
        assert match.state.is_terminal, f"{name} does not end with seed {seed}"
        idle += sum(len(idle_turns(match, player)) for player in range(players))
        turns += len(turns_of(match))
    return idle / turns


@pytest.mark.long
@pytest.mark.parametrize("kind", ["greedy", "mcts"])
@pytest.mark.parametrize(
    "name, players",
    [
        ("kave-kapers", 2),
        ("kave-kapers", 3),
        ("kave-kapers", 5),
        ("cave-vs-cave", 2),
        ("cave-vs-cave+cave-vs-cave-era2", 2),
        ("the-cave", 3),
    ],
)
def test_of_the_turns_of_bots_hardly_any_idles(name, players, kind):
    assert share_of_idling(name, kind, players, range(100, 104 if kind == "greedy" else 102)) < 0.03


WALK = """ruleset walk 1.0 "Walk"
    language 2

kind place
    | place |
    | a     |
    | b     |
    | c     |
    | d     |

players walker 2..2
    keeps here: place = a

to play
    repeat each walker until every(w in walker: w.here is d)
        offer ways

menu ways

action go(to there in place) in ways "Go"
    away: require there is not here "You stand on that station already."
    set here = there

scoring
    score zero = 0
    highest total wins
"""


@pytest.mark.parametrize("way, idle", [("bab", 1), ("bcdb", 1), ("bcd", 0)])
def test_to_and_fro_and_round_idles(tmp_path, way, idle):
    """A player that comes again to where a turn of its own ended idles; one that goes on does not."""
    (tmp_path / "walk.cave").write_text(WALK, encoding="utf-8")
    match = cw.Match(cw.load_game(tmp_path), 2, 1)
    for place, others in zip(way, "bcbc", strict=False):
        match.push(f"0: go {place}")
        match.push(f"1: go {others}")
    assert len(idle_turns(match, 0)) == idle
