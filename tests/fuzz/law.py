"""The law: rule files load, or are refused with diagnostics that have a place; what loads can be played."""

import random
import re
import signal
from contextlib import contextmanager
from pathlib import Path

import cavewright as cw
from cavewright.foundation.source.render import render_plain, render_terminal
from cavewright.play.examples.runner import run_examples
from cavewright.play.positions.action import Action
from cavewright.rules.cave import grid

SECONDS = 5
"""Of work to a verdict."""
STEPS = 30
NOWHERE = {"C0105", "C0201", "C0220", "C0221", "C0601"}
"""Findings about a ruleset, an option or a folder as a whole."""
RUBBISH = ("", "0: ", ":", "9: nothing", "nothing at all", "-1:", "0: done now", "chance: 7", "\u0661: x", "x" * 500)


class Slow(BaseException):
    """No verdict in time; nothing may catch it."""


@contextmanager
def in_time(seconds):
    """Interrupts what takes more time of the processor."""

    def stop(number, frame):
        raise Slow(f"nothing after {seconds} seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def verdict(folder, *overlays, options=None, seed=0, examples=True):
    """`refused`, or `played`; fails when the law is broken."""
    try:
        with in_time(SECONDS):
            game = cw.load_game(folder, overlays, options)
    except cw.RulesetError as error:
        assert error.diagnostics and str(error)
        for each in error.diagnostics:
            placed(each)
        return "refused"
    with in_time(60):
        for result in run_examples(game) if examples else ():
            for each in result.diagnostics:
                placed(each)
        play(game, random.Random(seed))
    return "played"


def placed(found):
    """A diagnostic says what, how bad, and where: a line and a column that are in the file."""
    assert re.fullmatch(r"C0\d{3}", found.code) and found.severity in ("error", "warning"), found
    assert found.message and str(found) and render_plain([found]) and render_terminal([found]), found
    assert found.labels or found.code in NOWHERE, found
    for span in (each.span for each in found.labels):
        text = span.source.text
        assert span.source.name and 0 <= span.start <= span.end <= len(text), found
        lines = text.split("\n")
        assert 1 <= span.line <= len(lines) and 1 <= span.column <= len(lines[span.line - 1]) + 1, found


def play(game, rng):
    """A random walk on which everything is looked at."""
    try:
        state = game.new_initial_state(rng.choice(game.players))
        odd = troubles(state)
        for _ in range(STEPS):
            look(state, rng)
            assert troubles(state) <= odd, troubles(state) - odd
            if state.is_terminal:
                break
            after = step(state, rng)
            assert all(each.text() for each in after.events)
            state = after
        look(state, rng)
    except cw.WorkLimitError as error:
        assert str(error)


def troubles(state):
    """What is impossible in a position; how tiles are laid is up to the rules."""
    return {each for each in state.problems() if "do not match" not in each}


def look(state, rng):
    """Everything that a position can be asked."""
    for player in (None, *range(len(state.names))):
        assert state.view(player) is not None
        assert all(each.text() for each in state.events_for(player))
    assert state.cave is not None and state.outcome() and state.returns() and repr(state)
    assert state == state.clone() and hash(state) == hash(state.clone())
    refused(state, rng)


def step(state, rng):
    """Any action or chance outcome."""
    if state.current_player == cw.CHANCE:
        outcomes = state.chance_outcomes()
        assert sum(weight for _, weight in outcomes) == 1
        return state.apply(rng.choice(outcomes)[0])
    legal = state.legal_actions(rng.choice(state.active_players))
    assert legal
    action = rng.choice(legal)
    assert state.check(action).ok and state.game.parse_action(str(action)) == action and action.label()
    return state.apply(str(action))


def refused(state, rng):
    """What is no action is not read; one that may not be done is refused with reasons."""
    try:
        state.check(rng.choice(RUBBISH))
    except ValueError as error:
        assert str(error)
    if not state.game.signatures:
        return
    action = anything(state, rng)
    verdict = state.check(action)
    legal = state.legal_actions(action.player) if action.player in state.active_players else ()
    if action.player == cw.CHANCE or verdict.ok:
        assert action.player == cw.CHANCE or action in legal
        return
    assert action not in legal and all(each.code and each.text() for each in verdict.reasons)
    try:
        state.apply(action)
    except cw.IllegalActionError as error:
        assert str(error)
    else:
        raise AssertionError(f"{action} was refused, and then carried out")


def anything(state, rng):
    """An action of somebody with values of the right types, legal or not."""
    signature = rng.choice(list(state.game.signatures.values()))
    values = tuple(value(type_, state, rng) for _, type_ in signature.parameters)
    player = cw.CHANCE if signature.chance else rng.randrange(len(state.names) + 1)
    return Action(player, signature.name, values, signature, state.game)


def value(type_, state, rng):
    if type_.optional and rng.random() < 0.3:
        return -1
    if type_.form == "row":
        return rng.randrange(max(1, len(state.game.rules_model.kinds[type_.name].rows)))
    if type_.form == "place":
        return rng.choice([*(place for cells in state._s[::3] for place in cells), grid.cell(0, 0), grid.cell(3, -7)])
    return rng.choice((0, 1, 2, 3, 99)) if type_.form == "number" else rng.randrange(2)


def written(folder, files):
    """The files in a folder, as bytes or as text."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return folder
