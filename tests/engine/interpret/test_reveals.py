"""Lines that reveal: their event, who gets it, in which words, and where there is one at all; in both engines and in lines of play."""

import random

import pytest
from tests.play.views.veiled import by_what_was_rolled, veiled_game

import cavewright as cw
from cavewright.play.positions.playable import ENGINES
from cavewright.play.states.line import Line

DEALT = """    set goal = c
    gain 1 c in hand
    offer rests or none
"""
RESTS = "action none_of_it in rests\n    set points = points\n"
LOOK = "to look(z: card or none)\n    if z is six reveals\n        gain 1 point\n"
SHOWN = {
    "a branch that is taken": ("if goal is six reveals\n    gain 1 point", {"six": ["goal is six: yes"], "ace": []}),
    "a branch with a text": (
        'if goal is six reveals "The six"\n    gain 1 point',
        {"six": ["The six"], "ace": []},
    ),
    "a branch of another goal": ("if goal is ace reveals\n    gain 2 points", {"six": [], "ace": ["goal is ace: yes"]}),
    "otherwise": (
        "if goal is six reveals\n    gain 1 point\notherwise\n    gain 2 points",
        {"six": ["goal is six: yes"], "ace": ["goal is six: no"]},
    ),
    "all branches": (
        "if goal is six reveals\n    gain 1 point\notherwise if clue > 0\n    gain 2 points",
        {"six": ["goal is six: yes"], "ace": ["clue > 0: yes"]},
    ),
    "in a process": ("look(goal)", {"six": ["z is six: yes"], "ace": []}),
    "the end": ("if goal is six reveals\n    finish", {"six": ["goal is six: yes"], "ace": []}),
    "every one of a hand": (
        "for each x in hand reveals\n    gain x.v points",
        {"six": ["hand: six"], "ace": ["hand: ace"]},
    ),
    "those that fit": ("for each x in hand where x.v > 1 reveals\n    gain 1 point", {"six": ["hand: six"], "ace": []}),
    "so many times": ("repeat clue times reveals\n    gain 1 point", {"six": ["clue: 6"], "ace": ["clue: 1"]}),
    "a value": ("let k = clue reveals\nif k > 3\n    gain 1 point", {"six": ["clue: 6"], "ace": ["clue: 1"]}),
    "who it is": (
        "as first(t in team where t.goal is six) reveals\n    gain 1 point",
        {"six": ["first(t in team where t.goal is six): Player 1"], "ace": []},
    ),
    "nobody can choose": (
        "choose x in hand where x.v > 1 reveals\n    gain 1 point\notherwise\n    gain 2 points",
        {"six": [], "ace": ["x.v > 1: no"]},
    ),
    "what may be missing": ("lose 1 six from hand reveals", {"six": ["hand: yes"], "ace": ["hand: no"]}),
}


def game_of(folder, lines, action="", engine="python"):
    play = DEALT + "".join(f"    {each}\n" for each in lines.split("\n"))
    return veiled_game(folder, engine, RESTS + (LOOK if "look(" in lines else "") + action, play)


def revealed(state, viewer, lang=None):
    return [
        each.text() if lang is None else each.text(lang) for each in state.events_for(viewer) if each.kind == "reveal"
    ]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("lines, shown", SHOWN.values(), ids=SHOWN)
@pytest.mark.gate(
    "a branch that is taken-python",
    "a branch with a text-interpreter",
    "a branch of another goal-python",
    "otherwise-interpreter",
    "all branches-python",
    "in a process-interpreter",
    "the end-python",
    "every one of a hand-interpreter",
    "those that fit-interpreter",
    "so many times-python",
    "a value-interpreter",
    "who it is-python",
    "nobody can choose-interpreter",
    "what may be missing-interpreter",
)
def test_all_are_told_once_what_a_line_depends_on(lines, shown, engine, tmp_path):
    """The same in matches and in lines of play, for whoever looks; and nothing where nothing comes of it."""
    found = by_what_was_rolled(game_of(tmp_path, lines, engine=engine))
    for card, match in found.items():
        before = match.state
        match.push("done")
        for viewer in (None, 0, 1, cw.ALL):
            assert revealed(match.state, viewer) == [f"it turns out: {each}" for each in shown[card]], (card, viewer)
        noted = []
        line = Line(before, _effects=noted)
        line.push(line_option(line, "done"), 0)
        assert line.state == match.state and sum(each.kind == "reveal" for each in noted) == len(shown[card])
        assert match.undo_fence == len(match.move_stack)


def line_option(line, name):
    """The option of a line of play that goes by a name."""
    return next(each for each in line.options(0) if line.action(each, 0).name == name)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "lines",
    [
        "repeat until points >= clue reveals\n    roll d in card\n    gain d.v points",
        "offer any rests until points + 2 > clue reveals",
    ],
)
def test_the_end_of_a_loop_is_told_once(lines, engine, tmp_path):
    """When it ends, and not in each of its rounds."""
    match = by_what_was_rolled(game_of(tmp_path, lines, engine=engine))["ace"]
    for _ in range(20):
        if not match.state.is_terminal:
            match.push(match.state.legal_actions(0)[0])
    assert match.state.is_terminal
    told = [text for n in range(len(match.move_stack) + 1) for text in revealed(match.at(n), 1)]
    assert told == [f"it turns out: {lines.partition('until ')[2].partition(' reveals')[0]}: yes"]


def test_what_is_revealed_is_told_in_every_language(tmp_path):
    match = by_what_was_rolled(game_of(tmp_path, SHOWN["a branch that is taken"][0]))["six"]
    match.push("done")
    assert [revealed(match.state, 1, lang)[0].partition(":")[0] for lang in ("en", "de", "es")] == [
        "it turns out",
        "es zeigt sich",
        "se revela",
    ]


def test_an_event_that_reveals_says_what_came_of_it(tmp_path):
    match = by_what_was_rolled(game_of(tmp_path, SHOWN["so many times"][0]))["six"]
    match.push("done")
    (event,) = [each for each in match.state.events if each.kind == "reveal"]
    assert (event.rule.partition(".")[0], event.subject, event.after, event.player) == ("play", "clue", "6", 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_require_reveals_is_told_once_it_is_chosen(engine, tmp_path):
    game = game_of(
        tmp_path,
        "each team from first(t in team)\n    offer deeds or none",
        engine=engine,
        action="action claim in deeds\n    require goal is six reveals\n    gain 5 points\naction bluff in deeds\n    gain 1 point\n    if clue > 3 reveals\n        gain 1 point",
    )
    match = by_what_was_rolled(game)["six"]
    match.push("done")
    assert revealed(match.state, None) == []
    match.push("claim")
    assert [revealed(match.state, viewer) for viewer in (None, 0, 1)] == [["it turns out: goal is six: yes"]] * 3
    match.push("bluff")
    assert [revealed(match.state, viewer) for viewer in (None, 0, 1)] == [["it turns out: clue > 3: yes"]] * 3


@pytest.mark.parametrize("lines", [each[0] for each in SHOWN.values()], ids=SHOWN)
def test_lines_of_play_that_reveal_go_back_and_forth(lines, tmp_path):
    state = by_what_was_rolled(game_of(tmp_path, lines))["six"].state
    line, rng = cw.Line(state), random.Random(1)
    for _ in range(3):
        steps = 0
        while not line.state.is_terminal and steps < 20:
            options = list(line.options(line.current_player)) if line.current_player >= 0 else None
            line.push(rng.choice(options), line.current_player) if options else line.draw(rng.choice(line.weights())[0])
            steps += 1
        for _ in range(steps):
            line.pop()
        assert line.state == state
