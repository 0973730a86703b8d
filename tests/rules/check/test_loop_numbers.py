"""Numbers of counted loops: `round_of(laps)` is how often a loop has begun, by every engine, and only where it is clear which one is meant."""

import random

import pytest
from tests.engine.agreement.lockstep import Pair, walk
from tests.machine.native.lockstep_native import Twin

from cavewright.play.loading.load import try_load
from cavewright.publish.sentences.sentence import all_of
from cavewright.publish.sentences.sentences import Sentences

HEAD = """ruleset laps 1.0 "Laps"
    language 1
option extra: 0..9 = {extra} "Extra laps"
players racer 2..2
    keeps way: 0..99
menu steps "Steps"
action go in steps "Go on"
    gain round_of({loop}) way
action wait in steps "Wait"
    require round_of({loop}) > 1 "Not in the first lap."
scoring
    score way = way
    highest total wins
advice = way + 10 * round_of({loop})
game
    keeps seen: 0..99
to play
"""
COURSES = {
    "alone": ("    laps: repeat 3 times\n        offer steps\n", [1, 2, 3]),
    "after it": ("    laps: repeat 2 times\n        offer steps\n    offer steps\n", [1, 2, 2]),
    "before it": ("    offer steps\n    laps: repeat 2 times\n        offer steps\n", [0, 1, 2]),
    "inner": (
        "    repeat 2 times\n        offer steps\n        laps: repeat 2 times\n            offer steps\n",
        [0, 1, 2, 2, 1, 2],
    ),
    "outer": ("    laps: repeat 2 times\n        repeat 2 times\n            offer steps\n", [1, 1, 2, 2]),
    "called twice": (
        "    lap\n    lap\n    offer steps\nto lap\n    laps: repeat 2 times\n        offer steps\n",
        [1, 2, 1, 2, 2],
    ),
    "an option": ("    laps: repeat extra times\n        offer steps\n    offer steps\n", [1, 2, 3, 4, 4]),
    "worked out": ("    laps: repeat 1 + seen times\n        offer steps\n        set seen = 5\n", [1]),
    "in turns": (
        '    laps: repeat 2 times "Laps"\n        each racer from first(r in racer)\n            offer steps\n',
        [1, 1, 2, 2],
    ),
}


def load_course(course, loop="laps", extra=4):
    return try_load({"laps.cave": HEAD.format(loop=loop, extra=extra) + course})


def numbers(game, seed):
    """The number at each decision of a game at random, as the advice tells it."""
    rng, state, found = random.Random(seed), game.new_initial_state(2), []
    while not state.is_terminal:
        me = state.active_players[0]
        found.append((state.value(me) - state.view(None).players[me].values["way"]) // 10)
        state = state.apply(rng.choice(state.legal_actions(me)))
    return found


@pytest.mark.parametrize("course", COURSES)
def test_a_number_is_how_often_the_loop_has_begun(course):
    written, expected = COURSES[course]
    assert numbers(load_course(written)[0], 1) == expected


@pytest.mark.parametrize("course", ["inner", "called twice"])
@pytest.mark.gate("called twice")
def test_every_engine_counts_alike(course):
    game, _ = load_course(COURSES[course][0])
    pair, twin = Pair(game), Twin(game, 2, "python", True)
    for seed in range(3):
        pair.begin()
        twin.begin()
        rng = random.Random(seed)
        assert walk(pair, rng, 99) > 3
        while not twin.state.is_terminal:
            twin.step(rng)


@pytest.mark.parametrize(
    "course,loop,code",
    [
        (COURSES["alone"][0], "turns", "C0203"),
        (COURSES["alone"][0], "3", "C0203"),
        ("    laps: repeat until seen is 1\n        offer steps\n        set seen = 1\n", "laps", "C0203"),
        (2 * COURSES["alone"][0], "laps", "C0202"),
        ("    each racer at once\n        laps: repeat 2 times\n            offer steps\n", "laps", "C0511"),
        (
            "    each racer at once\n        lap\nto lap\n    laps: repeat 2 times\n        offer steps\n",
            "laps",
            "C0511",
        ),
    ],
)
def test_a_loop_that_is_not_clear_is_a_finding(course, loop, code):
    _, found = load_course(course, loop)
    assert code in {each.code for each in found if each.severity == "error"}


@pytest.mark.parametrize(
    "lang,said", [("en", "the round of “laps”"), ("de", "Durchgangs von „laps“"), ("es", "la vuelta de «laps»")]
)
def test_a_number_is_told_and_the_counting_is_not(lang, said):
    sentences = Sentences(load_course(COURSES["alone"][0])[0].wording(lang))
    told = [each.text for each in all_of((*sentences.action("go"), *sentences.process("play")))]
    assert said in " ".join(told) and len(sentences.process("play")) == 1 and "round of(" not in " ".join(told)
