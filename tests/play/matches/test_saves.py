"""Saves: those of 0.1, what is entered by hand, what the seed has to have brought, and every way in which one can be damaged."""

import json
import random
from functools import cache
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.play.matches.save_schema import schema
from cavewright.play.matches.save_text import checksum, save_text

HERE = Path(__file__).parent
OLD = sorted((HERE / "saves-0.1").glob("*.json"))
STANDING = ("burrow", "connect-four")
"""Those whose rules stand as they were."""


@cache
def game_of(ruleset, overlays, options):
    return cw.load_game(HERE.parent / "burrow.cave" if ruleset == "burrow" else ruleset, list(overlays), dict(options))


def load(ruleset, overlays=(), options=()):
    """The rules of a save, loaded once."""
    return game_of(ruleset, tuple(overlays), tuple(dict(options or {}).items()))


def played(seed=7, moves=40, by_hand=False, ruleset="cave-vs-cave"):
    """A match of random players. What chance brings is entered by hand: the last that is possible, where the seed does not."""
    match, rng = cw.Match(load(ruleset), 2, seed, by_hand=by_hand), random.Random(seed)
    while len(match.move_stack) < moves and not match.state.is_terminal:
        if match.state.current_player == cw.CHANCE:
            match.push(match.state.chance_outcomes()[-1][0])
        else:
            match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
    return match


def refused(text):
    """The words with which a save is refused; nothing else may be raised."""
    with pytest.raises((cw.SaveError, cw.RulesetError)) as raised:
        cw.Match.from_json(text, load)
    said = str(raised.value)
    assert said and "Traceback" not in said and len(said) < 600, said
    said.encode("utf-8")
    return said


# ---- saves of 0.1 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
@pytest.mark.gate("connect-four")
def test_saves_of_the_first_version_are_read(path):
    """Whose rules have changed since may name an action that no longer fits; it says so, and which."""
    text = path.read_text("utf-8")
    old = json.loads(text)
    assert old["cavewright"] == 1 and "checksum" not in old
    try:
        match = cw.Match.from_json(text, load)
    except cw.SaveError as error:
        assert path.stem not in STANDING and "the rules have changed since it was saved" in str(error)
        return
    assert [str(each) for each in match.move_stack][: len(old["actions"])] == old["actions"] and match.seed == old[
        "seed"
    ]
    again = cw.Match.from_json(match.to_json(), load)
    assert (
        again.move_stack == match.move_stack and again.entered == match.entered and again.to_json() == match.to_json()
    )
    assert path.stem not in STANDING or match.entered == ()


def test_what_0_1_drew_otherwise_is_marked():
    """A save of 0.1 goes by what it says was drawn; what the seed brings otherwise today is told."""
    old = json.loads((HERE / "saves-0.1" / "burrow.json").read_text("utf-8"))
    at = next(n for n, said in enumerate(old["actions"]) if said == "chance: draw flint")
    match = cw.Match.from_json(json.dumps({**old, "actions": [*old["actions"][:at], "chance: draw jade"]}), load)
    assert match.entered == (at,) and str(match.move_stack[at]) == "chance: draw jade"


def test_fields_of_later_formats_are_none_of_the_first():
    old = json.loads((HERE / "saves-0.1" / "burrow.json").read_text("utf-8"))
    for field, value in (("entered", []), ("by_hand", False), ("checksum", "0" * 64)):
        assert f"`{field}` is not known" in refused(json.dumps({**old, field: value}))


# ---- chance ------------------------------------------------------------------------------------------------------------------


def test_chance_is_entered_by_hand():
    match = played(by_hand=True)
    draws = tuple(n for n, each in enumerate(match.move_stack) if each.player == cw.CHANCE)
    assert len(draws) > 4 and match.entered == draws and match.by_hand
    again = cw.Match.from_json(match.to_json(), load)
    assert (again.move_stack, again.entered, again.state, again.by_hand) == (match.move_stack, draws, match.state, True)


def test_what_is_entered_is_taken_back_by_itself():
    match = cw.Match(load("burrow"), 2, by_hand=True)
    while match.state.current_player != cw.CHANCE:
        match.push(
            next(a for a in match.state.legal_actions(match.state.active_players[0]) if a.name in ("dig", "bid"))
        )
    before = match.move_stack
    first, second = [action for action, _ in match.state.chance_outcomes()][:2]
    match.push(first)
    assert (
        match.entered == (len(before),) and match.pop() == first and match.move_stack == before and match.entered == ()
    )
    match.push(str(second))
    assert match.peek() == second and match.state.current_player != cw.CHANCE
    match.pop()
    assert match.pop() == before[-1]


def test_the_seed_brings_what_is_not_entered():
    match, twin = cw.Match(load("cave-vs-cave"), 2, 5, by_hand=True), cw.Match(load("cave-vs-cave"), 2, 5)
    assert match.state.current_player == cw.CHANCE
    assert (
        match.resolve() == twin.move_stack
        and match.resolve() == ()
        and match.entered == ()
        and match.state == twin.state
    )
    assert twin.resolve() == ()


def test_nobody_enters_what_the_seed_brings():
    match = cw.Match(load("cave-vs-cave"), 2, 5)
    with pytest.raises(cw.InvalidActionError, match="resolved by the seed"):
        match.push(match.move_stack[0])
    match = cw.Match(load("cave-vs-cave"), 2, 5, by_hand=True)
    with pytest.raises(cw.IllegalActionError):
        match.push("0: done")
    for wrong in (None, "yes", 1):
        with pytest.raises(TypeError, match="by_hand is True or False"):
            cw.Match(load("cave-vs-cave"), 2, by_hand=wrong)


def test_what_chance_brought_is_verified():
    """Every draw that is possible and is not the seed's is found, unless it is marked; and no mark stands at what players do."""
    match = played()
    save, tried = json.loads(match.to_json()), 0
    for at, action in enumerate(match.move_stack):
        if action.player != cw.CHANCE:
            assert "that is up to a player" in refused(save_text({**save, "entered": [at]}))
            continue
        for other, _ in match.at(at).chance_outcomes():
            if other != action:
                changed = {**save, "actions": [*save["actions"][:at], str(other)]}
                said = refused(save_text(changed))
                assert f"action {at + 1}, `{other}`, is not what the seed brings, `{action}`" in said
                assert cw.Match.from_json(save_text({**changed, "entered": [at]}), load).entered == (at,)
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("entered", [[3, 2], [1, 1], [10_000], [-1], ["1"], [1.0], [True], {}, None, 3])
def test_marks_name_entries(entered):
    save = json.loads(played().to_json())
    assert "entered" in refused(save_text({**save, "entered": entered}))


# ---- damage ------------------------------------------------------------------------------------------------------------------


def test_a_checksum_is_that_of_the_content():
    text = played().to_json()
    save = json.loads(text)
    assert (
        save["checksum"] == checksum(save)
        and cw.Match.from_json(json.dumps(save, indent=7, sort_keys=True), load).to_json() == text
    )
    for field in ("engine", "version", "hash", "seed"):
        value = save[field] + (1 if field == "seed" else "1")
        assert (
            refused(json.dumps({**save, field: value}))
            == "this save was damaged or edited: its content does not have its checksum"
        )


def test_every_flipped_bit_is_found():
    """Of each byte one bit, in order; a bit that changes nothing but the layout is none of it."""
    text = played(moves=12).to_json()
    raw, tried = text.encode(), 0
    for at in range(len(raw)):
        damaged = bytearray(raw)
        damaged[at] ^= 1 << at % 8
        said = damaged.decode("utf-8", "replace")
        try:
            same = json.loads(said) == json.loads(text)
        except ValueError:
            same = False
        if not same:
            refused(said)
            tried += 1
    assert tried > 500


def test_no_key_stands_twice():
    text = played(moves=12).to_json()
    for field, value in json.loads(text).items():
        assert f'"{field}" stands there twice' in refused(
            text.replace("{", "{" + json.dumps(field) + ": " + json.dumps(value) + ", ", 1)
        )
    options = save_text({**json.loads(text), "options": {"exchange_time": "any_time"}})
    assert '"exchange_time" stands there twice' in refused(
        options.replace('"options": {', '"options": {"exchange_time": "when_due", ')
    )


WRONG = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    3,
    2**63,
    2**128,
    10**400,
    1.5,
    1e400,
    "",
    "x",
    "x" * 300,
    "\x00",
    "\ud800",
    "\x85",
    [],
    [None],
    ["x"],
    [1],
    [[]],
    {},
    {"a": 1},
    {"a": None},
    {"": ""},
    ["x" * 300],
    [2**70],
)


def test_every_field_with_every_wrong_value():
    """With the checksum that belongs to it: either a match, or words."""
    save, tried = json.loads(played(moves=12).to_json()), 0
    for field in (*save, "bots", "more"):
        for value in WRONG:
            damaged = {**save, field: value}
            damaged = json.loads(json.dumps(damaged)) if field == "checksum" else {**damaged, "checksum": ""}
            text = json.dumps(damaged, allow_nan=True) if field == "checksum" else save_text(damaged)
            try:
                assert cw.Match.from_json(text, load).game.id == "cave-vs-cave"
            except (cw.SaveError, cw.RulesetError) as error:
                assert len(str(error)) < 900 and str(error).encode()
            except OSError:
                pytest.fail(f"{field} {value!r}")
            tried += 1
        if field not in ("bots", "effects", "more"):
            refused(
                save_text({name: value for name, value in save.items() if name != field})
                if field != "checksum"
                else json.dumps({name: value for name, value in save.items() if name != field})
            )
    assert tried == len(WRONG) * (len(save) + 2)


@pytest.mark.parametrize("version", [3, 4, 99, 10**9])
def test_newer_formats_are_refused_clearly(version):
    said = refused(save_text({**json.loads(played(moves=12).to_json()), "cavewright": version, "news": []}))
    assert f"this save is of format {version}" in said and "reads formats up to 2" in said


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_what_json_does_not_have(number):
    assert f"`{number}` is no number" in refused(played(moves=12).to_json().replace('"seed": 7', f'"seed": {number}'))


def test_the_schema_is_published():
    """`docs/save.schema.json` is `Match.json_schema()`, and names every field of a save."""
    published = json.loads((HERE.parents[2] / "docs" / "save.schema.json").read_text("utf-8"))
    assert published == schema() == cw.Match.json_schema(), (
        "write it anew: json.dumps(cw.Match.json_schema(), indent=2)"
    )
    save = json.loads(played(moves=12).to_json())
    assert set(published["properties"]) == {*save, "bots", "corrections"} and set(published["required"]) == set(
        save
    ) - {"effects"}
    assert (
        published["additionalProperties"] is False
        and published["properties"]["cavewright"]["const"] == save["cavewright"]
    )
