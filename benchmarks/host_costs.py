"""What telling costs, by processor time in one run: made anew, as it was each time before, beside what is new alone.

python benchmarks/host_costs.py
"""

import json
import random
import tempfile
import time

import cavewright as cw
from cavewright.connect.host.models import Act, NewMatch
from cavewright.host import Matches, open_store

SUGGESTED = {"starting_kit": "suggested"}
MARKS = (20, 100, 300)
ROUNDS = 9


def milliseconds(work, prepare=lambda: None):
    """The median of some rounds."""
    found = []
    for _ in range(ROUNDS):
        given = prepare()
        begun = time.process_time()
        work(given) if given is not None else work()
        found.append((time.process_time() - begun) * 1000)
    return sorted(found)[ROUNDS // 2]


def copy_without_rows(match):
    """A match that nobody has asked for a keepsake."""
    made = match.__copy__()
    made._states.rows.clear()
    return made


def measure_keepsakes():
    match, rng = cw.Match(cw.load_game("the-cave", options=SUGGESTED), 3, seed=5), random.Random(3)
    for actions in range(1, MARKS[-1] + 1):
        match.push(rng.choice(match.state.legal_actions(match.state.active_players[0])))
        if actions in MARKS:
            anew = milliseconds(lambda each: each.to_json(0), lambda: copy_without_rows(match))
            match.to_json(0)
            print(
                f"keepsake at {actions:3} actions: {anew:6.2f} ms anew, {milliseconds(lambda: match.to_json(0)):5.2f} ms again"
            )


def measure_host(url):
    matches, rng = Matches(open_store(url)), random.Random(3)
    begun = matches.begin(NewMatch(game="the-cave", players=3, options=SUGGESTED))
    looks, acts, whole, again, numbers = [], [], [], [], [0, 0, 0]

    def timed(found, work, *given):
        begin = time.process_time()
        answer = work(*given)
        found.append((time.process_time() - begin) * 1000)
        return answer

    for _ in range(MARKS[-1]):
        seen = []
        for seat in range(3):
            seen.append(json.loads(timed(looks, matches.look, begun.match, seat, numbers[seat], "en")))
            timed(whole, matches.look, begun.match, seat, None, "en")
            timed(again, matches.look, begun.match, seat, None, "en")
            numbers[seat] = seen[seat]["number"]
        seat = next((seat for seat in range(3) if seen[seat]["actions"]), None)
        if seat is None:
            break
        act = Act(action=rng.choice(seen[seat]["actions"])["action"], number=numbers[seat])
        timed(acts, matches.act, begun.match, seat, act, "en")
    for name, found in (("look since", looks), ("look, whole", whole), ("look again", again), ("act", acts)):
        last = sorted(found[-60:])
        print(f"{name:12} at {MARKS[-1]} actions: median {last[len(last) // 2]:.2f} ms")
    _, draw = matches.picture(begun.match, 0, None, "en")
    with matches.open(begun.match) as live:
        drawn = milliseconds(lambda: live.playing.svg(0))
    print(f"picture: {drawn:.2f} ms drawn", end=", ")
    draw()
    print(f"{milliseconds(draw):.3f} ms again")


if __name__ == "__main__":
    measure_keepsakes()
    measure_host(f"sqlite:{tempfile.mkdtemp()}/costs.db")
