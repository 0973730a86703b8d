"""Rules that ask for much are refused, or every question to a position has an answer, or is told to be too much work."""

import random

import pytest
from tests.fuzz.heavy import folders
from tests.fuzz.law import in_time, written

import cavewright as cw
from cavewright.play.loading.load import try_load
from cavewright.play.states.preview import preview, standings
from cavewright.play.views.position_value import PositionValue

HEAVY = dict(folders())
IN_CI = (
    "scores 9 390 280 2",
    "scores 3 20 20 16",
    "ties 300",
    "advice 300",
    "passages 50 200",
    "passages 50 1",
    "sets 4000 4095",
    "sets 200 4095",
    "reasons 5",
    "options 300 300",
    "packed 3 50000",
    "packed 200 90",
    "packed 50 900 holding 40 weight",
    "grown 200",
    "tried 1000 200",
)
SECONDS = 60
"""Of the processor, for all questions to six positions: a guard against what does not end, far above what it takes."""


def questions(state, value):
    """All that can be asked of a position, one after another."""
    actions = [action for player in state.active_players for action in state.legal_actions(player)]
    yield from (state.outcome, state.returns, state.view, state.problems, state.key, state.to_json)
    yield from (lambda: list(state.cave.edges), lambda: standings(state), lambda: value.of(state._h[:], state._s, 0))
    yield from (
        lambda: [each.text() for each in state.events],
        lambda: [each.label() for each in actions],
        lambda: [str(each) for each in actions],
    )
    for each in {action.name: action for action in actions}.values():
        yield from (lambda each=each: state.check(each), lambda each=each: preview(state, each))


def asked(game):
    """Asks of six positions; says whether something was too much work, which then names its place."""
    rng, match, value, too_much = random.Random(7), cw.Match(game, 2, seed=7), PositionValue(game), False
    for _ in range(6):
        try:
            for ask in questions(match.state, value):
                ask()
            going_on = (
                [each for each in match.state.legal_actions() if each.name != "done"]
                if not match.state.is_terminal
                else ()
            )
            if going_on:
                match.push(rng.choice(going_on))
        except cw.WorkLimitError as error:
            assert error.file and error.line and error.rule
            too_much = True
    return too_much


def judged(name, folder):
    """What is said of a ruleset, or what comes of asking it."""
    game, found = try_load(written(folder / "heavy", {"heavy.cave": HEAVY[name]}))
    if game is None:
        codes = {each.code for each in found if each.severity == "error"}
        assert codes <= {"C0606", "C0609", "C0612"}, (name, codes)
        return "refused"
    with in_time(SECONDS):
        return "too much" if asked(game) else "answered"


@pytest.mark.parametrize("name", IN_CI)
@pytest.mark.gate("packed 50 900 holding 40 weight")
def test_questions_end(name, tmp_path):
    wanted = {
        "ties 300": "refused",
        "passages 50 200": "refused",
        "sets 4000 4095": "refused",
        "options 300 300": "too much",
    }
    assert judged(name, tmp_path) == wanted.get(name, "answered")


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in HEAVY if name not in IN_CI])
def test_more_questions_end(name, tmp_path):
    assert judged(name, tmp_path)
