"""Any field of a save, of a position and of a message, replaced by anything: what is refused is refused by field, value and expectation."""

import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cavewright as cw
from cavewright.matches.save_text import save_text

MISSING = object()
TEXTS = st.one_of(st.sampled_from(["", "x", "0: done", "chance: first 1", "../../etc/passwd", "~", "the-cave", "hex+x", "x" * 300, "\ud800", "\x00", "\x85", "\u202e", "1e400", "done" * 99]), st.text(max_size=20))
NUMBERS = st.one_of(st.sampled_from([0, 1, -1, 2, 3, 2**31, 2**63, -(2**63), 2**128, 10**400, 1.5, -0.0, 1e300, True, False]), st.integers(), st.floats(allow_nan=False, allow_infinity=False))
ANYTHING = st.one_of(st.just(MISSING), st.none(), NUMBERS, TEXTS, st.recursive(st.one_of(st.none(), NUMBERS, TEXTS), lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)), max_leaves=4))
SEVERAL = pytest.mark.parametrize("examples", [150, pytest.param(2_500, marks=pytest.mark.long)])


def tried(examples, *strategies):
    """Tries a function on so many inputs."""
    return lambda law: settings(max_examples=examples)(given(*strategies)(law))()


def ways(data, way=()):
    """The way to every field of some JSON; of lists to the first and the last."""
    inner = data.items() if isinstance(data, dict) else [(n, data[n]) for n in sorted({0, len(data) - 1})] if isinstance(data, list) and data else ()
    for name, value in inner:
        yield (*way, name)
        yield from ways(value, (*way, name))


def replaced(data, way, value):
    """The same JSON with another value in a field, or without it."""
    made = json.loads(json.dumps(data))
    at = made
    for each in way[:-1]:
        at = at[each]
    if value is MISSING:
        del at[way[-1]]
    else:
        at[way[-1]] = value
    return made


def written(way):
    return ".".join(map(str, way))


@cache
def game_of(ruleset, overlays, options):
    return cw.load_game(ruleset, list(overlays), dict(options))


def load(ruleset, overlays=(), options=()):
    return game_of(ruleset, tuple(overlays), tuple(dict(options or {}).items()))


@cache
def save():
    """A save with all there is in one: options, draws by hand, a correction, bots."""
    match, rng = cw.Match(load("cave-vs-cave", options={"exchange_time": "any_time"}), ["Anna", "Jola"], 7, by_hand=True), random.Random(1)
    while len(match.move_stack) < 12:
        chance = match.state.current_player == cw.CHANCE
        match.push(match.state.chance_outcomes()[-1][0] if chance else rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
    match.correct(match.at(9), "put back")
    return {name: value for name, value in json.loads(match.to_json()).items() if name != "checksum"} | {"bots": ["greedy", ""]}


def refused(text):
    """What is wrong with a save: the error, or None where it is none. Nothing else may be raised."""
    try:
        match = cw.Match.from_json(text, load)
    except (cw.SaveError, cw.RulesetError) as error:
        said = str(error)
        assert said.isprintable() and "Traceback" not in said and len(said) < 900, said
        return error
    assert cw.Match.from_json(match.to_json(), load) == match
    return None


CONSEQUENCES = {"ruleset": ("players", "actions", "entered", "corrections"), "options": ("actions", "corrections"), "overlays": ("actions", "corrections"), "players": ("actions", "corrections"), "seed": ("actions",), "by_hand": (),
                "actions": ("entered", "corrections"), "entered": ("actions",), "hash": (), "corrections": ("actions", "entered")}
"""Where it may show that a field is another, besides in itself."""


@SEVERAL
def test_any_field_of_a_save(examples):
    """With the checksum that belongs to it."""
    @tried(examples, st.sampled_from([*ways(save()), ("more",)]), ANYTHING)
    def law(way, value):
        if way == ("more",) and value is MISSING:
            return
        error = refused(save_text(replaced(save(), way, value)))
        if isinstance(error, cw.RulesetError):
            assert way[0] in ("ruleset", "overlays", "options") and error.diagnostics
        elif error is not None:
            assert error.fields and all(each.field.split(".")[-1] not in ("str", "int", "bool") and each.expected and len(each.value) < 450 for each in error.fields), error
            if way[0] == "cavewright":
                return
            here = {each.field.split(".")[0] for each in error.fields}
            assert here <= {way[0], *CONSEQUENCES.get(way[0], ())}, (way, error)
            if way[0] in here and not error.action:
                assert any(each.field.startswith(written(way)) or written(way).startswith(each.field) for each in error.fields), (way, error)
                assert all(f"`{each.field}`" in str(error) or "behind action" in str(error) for each in error.fields[:5]), error


@SEVERAL
def test_any_field_of_a_position(examples):
    """By itself, and within the correction of a save."""
    text = save()["corrections"][0]["position"]
    game, position = load("cave-vs-cave", options={"exchange_time": "any_time"}), json.loads(text)
    assert game.read_state(text).to_json() == text

    @tried(examples, st.sampled_from([*ways(position), *(("slots", n) for n in range(0, len(position["slots"]), 7)), ("more",)]), ANYTHING)
    def law(way, value):
        if way == ("more",) and value is MISSING:
            return
        changed = json.dumps(replaced(position, way, value))
        try:
            state = game.read_state(changed)
        except ValueError as error:
            said = str(error)
            assert said.isprintable() and len(said) < 900 and said.startswith(("this is no position: ", "this position ", "a player's name is", "two players", "Cave vs Cave is played by")), said
            assert not said.startswith("this is no position") or f"`{way[0]}" in said or "`the text`" in said, (way, said)
        else:
            assert game.read_state(state.to_json()) == state
            return
        error = refused(save_text(replaced(save(), ("corrections", 0, "position"), changed)))
        assert [each.field for each in error.fields] == ["corrections.0.position"] and said.partition(": ")[0] in str(error)
