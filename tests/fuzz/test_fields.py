"""Any field of a save and of a position, replaced by anything: what is refused is refused by field, value and expectation."""

import json
import random
from functools import cache

import pytest
from hypothesis import strategies as st
from tests.fuzz.anything import ANYTHING, MISSING, SEVERAL, tried

import cavewright as cw
from cavewright.play.matches.save_text import save_text


def ways(data, way=()):
    """The way to every field of some JSON; of lists to the first and the last."""
    inner = (
        data.items()
        if isinstance(data, dict)
        else [(n, data[n]) for n in sorted({0, len(data) - 1})]
        if isinstance(data, list) and data
        else ()
    )
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
    match, rng = (
        cw.Match(load("cave-vs-cave", options={"exchange_time": "any_time"}), ["Anna", "Jola"], 7, by_hand=True),
        random.Random(1),
    )
    while len(match.move_stack) < 12:
        chance = match.state.current_player == cw.CHANCE
        match.push(
            match.state.chance_outcomes()[-1][0]
            if chance
            else rng.choice(match.state.legal_actions(rng.choice(match.state.active_players)))
        )
    match.correct(match.at(9), "put back")
    return {name: value for name, value in json.loads(match.to_json()).items() if name != "checksum"} | {
        "bots": ["greedy", ""]
    }


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


CONSEQUENCES = {
    "ruleset": ("players", "actions", "entered", "corrections"),
    "options": ("actions", "corrections"),
    "overlays": ("actions", "corrections"),
    "players": ("actions", "corrections", "bots"),
    "seed": ("actions",),
    "by_hand": (),
    "actions": ("entered", "corrections"),
    "entered": ("actions",),
    "hash": (),
    "corrections": ("actions", "entered"),
}
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
            assert error.fields and all(
                each.field.split(".")[-1] not in ("str", "int", "bool") and each.expected and len(each.value) < 450
                for each in error.fields
            ), error
            if way[0] == "cavewright":
                return
            here = {each.field.split(".")[0] for each in error.fields}
            assert here <= {way[0], *CONSEQUENCES.get(way[0], ())}, (way, error)
            if way[0] in here and not error.action:
                assert any(
                    each.field.startswith(written(way)) or written(way).startswith(each.field) for each in error.fields
                ), (way, error)
                assert all(
                    f"`{each.field}`" in str(error) or "behind action" in str(error) for each in error.fields[:5]
                ), error


@cache
def position(ruleset):
    """A game and a position of it as JSON, in the middle of a match."""
    match, rng = cw.Match(load(ruleset), 2, 3), random.Random(1)
    while len(match.move_stack) < 30:
        match.push(rng.choice(match.state.legal_actions(match.state.active_players[0])))
    return match.game, json.loads(match.state.to_json())


def deep(data, way=()):
    """The way to everything in some JSON, however far back in a list."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        yield (*way, name)
        yield from deep(value, (*way, name))


OTHERS = st.one_of(ANYTHING, st.sampled_from([[], [0], [0, 0, 0], [5], 0, -1, 10**9, [0, []], [[]]]))


@pytest.mark.long
@SEVERAL
@pytest.mark.parametrize("ruleset", ["cave-vs-cave", "the-cave"])
def test_any_field_of_a_position(ruleset, examples):
    """What can be read can be shown and played from; what cannot is refused, whatever of it is wrong."""
    game, whole = position(ruleset)
    assert game.read_state(json.dumps(whole)).to_json() == json.dumps(whole, ensure_ascii=False)

    @tried(examples, st.sampled_from([*deep(whole), ("more",)]), OTHERS)
    def law(way, value):
        if way == ("more",) and value is MISSING:
            return
        try:
            state = game.read_state(json.dumps(replaced(whole, way, value)))
        except ValueError as error:
            said = str(error)
            assert (
                said.isprintable()
                and len(said) < 900
                and said.startswith(
                    ("this is no position: ", "this position ", "a player's name is", "two players", game.title)
                )
            ), said
            assert not said.startswith("this is no position") or f"`{way[0]}" in said or "`the text`" in said, (
                way,
                said,
            )
        else:
            assert game.read_state(state.to_json()) == state
            for viewer in (None, 0, cw.ALL):
                state.view(viewer)
            for player in state.active_players:
                state.legal_actions(player)


@pytest.mark.parametrize(
    "ruleset, way, value",
    [
        ("cave-vs-cave", ("slots", 0), 0),
        ("cave-vs-cave", ("slots", 0), []),
        ("the-cave", ("slots", 0), 2),
        ("the-cave", ("boards", 0, 0, 1), 0),
        ("the-cave", ("boards", 0, 0, 1), []),
    ],
)
def test_a_position_that_cannot_be_played_from(ruleset, way, value):
    """These were read once, and failed when somebody looked."""
    game, whole = position(ruleset)
    with pytest.raises(ValueError, match="this position does not fit its rules: "):
        game.read_state(json.dumps(replaced(whole, way, value)))


@pytest.mark.long
def test_a_position_that_cannot_be_read_is_that_of_its_correction():
    text = save()["corrections"][0]["position"]
    for way in (("slots", 0), ("hash",), ("players", 0)):
        error = refused(
            save_text(
                replaced(save(), ("corrections", 0, "position"), json.dumps(replaced(json.loads(text), way, "x")))
            )
        )
        assert [each.field for each in error.fields] == [
            "corrections.0.position"
        ] and "the correction behind action 12" in str(error)
