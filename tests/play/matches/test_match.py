"""Matches: seeds, undo and its fence, saves and what is wrong with them; and what a new game refuses."""

import json
import random
from pathlib import Path

import pytest
from tests.play.states.walks import steered, the_cave, uniform

import cavewright as cw
from cavewright.engine.interpret.chance import outcome_of_seed
from cavewright.play.matches.save_text import save_text

SUGGESTED = {"starting_kit": "suggested"}


def match_of(moves, seed=7, players=3, choose=uniform, **options):
    """A match after some players' actions."""
    match, rng = cw.Match(the_cave(**options), players=players, seed=seed), random.Random(seed)
    for _ in range(moves):
        if not match.state.is_terminal:
            match.push(choose(match.state, rng))
    return match


def record(match):
    return (
        match.state.key(),
        [str(a) for a in match.move_stack],
        match.undo_fence,
        match.seed,
        match.names,
        match.peek(),
    )


# ---- pushing ------------------------------------------------------------------------------------------------------------


def test_chance_is_resolved_as_soon_as_it_is_due():
    match = match_of(160, choose=steered, **SUGGESTED)
    assert match.state.current_player != cw.CHANCE and sum(a.player == cw.CHANCE for a in match.move_stack) > 5
    assert (
        match.move_stack[0].name == "first" and match.at(1) == cw.Match(the_cave(**SUGGESTED), players=3, seed=7).state
    )


def test_the_seed_decides_and_nothing_else():
    assert record(match_of(60, seed=3)) == record(match_of(60, seed=3))
    firsts = {str(cw.Match(the_cave(**SUGGESTED), players=5, seed=seed).peek()) for seed in range(40)}
    assert firsts == {f"chance: first {n}" for n in (1, 2, 3, 4, 5)} or len(firsts) == 5


def test_what_was_taken_back_does_not_change_what_chance_brings():
    match = cw.Match(the_cave(**SUGGESTED), players=2, seed=5)
    match.push(match.state.legal_actions()[0])
    plain = [str(a) for a in match.move_stack]
    while match.move_stack[-1].player != cw.CHANCE:
        match.pop()
    for action in match.state.legal_actions()[::-1][:2]:
        match.push(action)
        match.pop()
    match.push(plain[-1])
    assert [str(a) for a in match.move_stack] == plain


def test_push_takes_texts_and_refuses_what_state_refuses():
    match = cw.Match(the_cave(**SUGGESTED), players=["Anna", "Rafał"], seed=7)
    before = record(match)
    for wrong, error in (
        ("enter n9 by walk", cw.IllegalActionError),
        ("fly", cw.InvalidActionError),
        ("chance: draw I-01", cw.InvalidActionError),
        (f"{1 - match.state.current_player}: done", cw.IllegalActionError),
        (7, cw.InvalidActionError),
    ):
        with pytest.raises(error):
            match.push(wrong)
        assert record(match) == before
    text = match.state.legal_actions()[0].text
    assert match.push(text) == match.peek() and match.peek().text == text


SMALL = [89, 9, 32, 99, 55, 81]


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "7", True])
def test_seeds_are_whole_numbers(seed):
    with pytest.raises(
        ValueError, match=r"seed is a whole number from 0 to 340282366920938463463374607431768211455, not"
    ):
        cw.Match(the_cave(), players=2, seed=seed)


def test_large_seeds_are_seeds():
    match = cw.Match(the_cave(), players=2, seed=2**128 - 1)
    assert match.state.active_players == (0, 1) and cw.Match.from_json(match.to_json()).seed == 2**128 - 1
    assert outcome_of_seed(2**128 - 1, 3, [(n, 1) for n in range(1000)]) != outcome_of_seed(
        2**127 - 1, 3, [(n, 1) for n in range(1000)]
    )


def test_a_match_without_a_seed_has_one_that_nobody_can_guess():
    """128 fresh bits each, kept in the save; the same seed gives the same match again."""
    matches = [cw.Match(the_cave(), 2) for _ in range(8)]
    seeds = {each.seed for each in matches}
    assert (
        len(seeds) == 8
        and max(seeds) >= 2**100
        and all(json.loads(each.to_json())["seed"] == each.seed for each in matches)
    )
    assert cw.Match(the_cave(), 2, seed=matches[0].seed).state == matches[0].state


def test_small_seeds_bring_what_they_always_brought():
    assert [outcome_of_seed(7, moves, [(n, 1) for n in range(100)]) for moves in range(6)] == SMALL


# ---- at, pop, fence ---------------------------------------------------------------------------------------------------------


def test_at_gives_every_state():
    match = match_of(80)
    state = match.game.new_initial_state(3)
    for number, action in enumerate(match.move_stack):
        assert match.at(number) == state
        state = state.apply(action)
    assert match.at(len(match.move_stack)) == state == match.state
    for wrong in (-1, len(match.move_stack) + 1):
        with pytest.raises(ValueError, match="this match has states 0 to"):
            match.at(wrong)
    for wrong in ("x", None, 1.0, True):
        with pytest.raises(TypeError, match=f"moves is a whole number.*, not {wrong!r}"):
            match.at(wrong)


def test_pop_restores_everything():
    match, rng, before = cw.Match(the_cave(), players=3, seed=2), random.Random(2), []
    for _ in range(120):
        before.append(record(match))
        match.push(steered(match.state, rng))
    while before:
        pushed = next(a for a in reversed(match.move_stack) if a.player != cw.CHANCE)
        assert match.pop() == pushed and record(match) == before.pop()
    with pytest.raises(ValueError, match="there is no action to take back"):
        match.pop()
    with pytest.raises(ValueError, match="there is no action to take back"):
        cw.Match(the_cave(**SUGGESTED), players=3, seed=2).pop()


def fence_by_hand(match):
    """The last point at which another acted, chance spoke, or choices made at once were laid open."""
    moves = match.move_stack
    for fence in range(len(moves), 0, -1):
        told = moves[fence - 1].player == cw.CHANCE or (
            match.at(fence - 1).current_player == cw.SIMULTANEOUS != match.at(fence).current_player
        )
        if told or moves[fence - 1].player != moves[-1].player:
            return fence
    return 0


def test_the_fence_stands_where_somebody_learned_something_or_acted():
    match, rng, fenced, free = cw.Match(the_cave(), players=2, seed=4), random.Random(4), 0, 0
    for _ in range(200):
        match.push(steered(match.state, rng))
        assert match.undo_fence == fence_by_hand(match)
        before = record(match)
        last = next(n for n in range(len(match.move_stack), 0, -1) if match.move_stack[n - 1].player != cw.CHANCE)
        if last > match.undo_fence:
            again = match.pop(fenced=True)
            assert match.undo_fence <= len(match.move_stack) == last - 1
            match.push(again)
            free += 1
        else:
            with pytest.raises(ValueError, match="cannot be taken back"):
                match.pop(fenced=True)
            fenced += 1
        assert record(match) == before
    assert fenced > 10 and free > 10


AT_ONCE = """ruleset hands 1.0 "Two show their hands"
    language 1
kind hand "What one can show."
    | hand |
    | rock |
    | leaf |
game
    keeps rounds: 0..9 "Rounds so far."
players child 2..2
    keeps shown: hand or none "What was shown."
    keeps points: 0..99 "Points so far."
to play
    repeat 3 times
        showing: each child at once
            show: choose it in hand "What do you show?"
                set shown = it
        set rounds = rounds + 1
        for each c in child where c.shown is leaf
            set c.points = c.points + 1
scoring
    score points = points
    highest total wins
"""


def test_choices_made_at_once_stand_once_they_are_shown(tmp_path):
    (tmp_path / "hands.cave").write_text(AT_ONCE)
    match = cw.Match(cw.load_game(tmp_path), players=2, seed=0)
    match.push("1: show leaf")
    assert match.undo_fence == 0
    match.push("0: show rock")
    assert match.undo_fence == 2 and match.state.active_players == (0, 1)
    with pytest.raises(ValueError, match="cannot be taken back"):
        match.pop(fenced=True)
    match.push("0: show rock")
    assert match.undo_fence == 2 and match.pop(fenced=True).name == "show"


# ---- saves --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves, players, options",
    [(0, 2, {}), (9, 3, {}), (150, 4, {"fullness": "exactly"}), (90, ["Anna", "Rafał"], SUGGESTED)],
)
@pytest.mark.gate("0-2-options0", "9-3-options1", "90-players3-options3")
def test_saves_come_back(moves, players, options):
    match = match_of(moves, players=players, choose=steered, **options)
    again = cw.Match.from_json(match.to_json())
    assert record(again) == record(match) and again.game.hash == match.game.hash and again.to_json() == match.to_json()
    assert all(again.at(n) == match.at(n) for n in range(len(match.move_stack) + 1))
    rng, twin = random.Random(1), random.Random(1)
    for _ in range(30):
        if not match.state.is_terminal:
            match.push(uniform(match.state, rng))
            again.push(uniform(again.state, twin))
    assert record(again) == record(match)


def test_a_save_says_what_it_was_made_of():
    save = json.loads(match_of(5, fullness="exactly", hardship_climbs=False).to_json())
    assert (
        save["options"] == {"fullness": "exactly", "hardship_climbs": False}
        and save["ruleset"] == "the-cave"
        and save["overlays"] == []
    )
    assert save["players"] == ["Player 1", "Player 2", "Player 3"] and save["seed"] == 7 and save["cavewright"] == 2
    assert set(save) == {
        "cavewright",
        "engine",
        "ruleset",
        "version",
        "hash",
        "overlays",
        "options",
        "players",
        "seed",
        "by_hand",
        "actions",
        "entered",
        "effects",
        "checksum",
    }


def loads(text):
    """The match of a save, with the games of these tests."""
    return cw.Match.from_json(
        text,
        load=lambda ruleset, overlays, options: (
            cw.load_game(ruleset, overlays, options) if (ruleset, overlays) != ("the-cave", []) else the_cave(**options)
        ),
    )


def refused(text):
    """The words with which a save is refused; nothing else may be raised."""
    with pytest.raises((cw.SaveError, cw.RulesetError)) as raised:
        loads(text)
    said = str(raised.value)
    assert said and "Traceback" not in said and "Error" not in said and len(said) < 600, said
    return said


def test_saves_that_were_cut_off_are_refused():
    text = match_of(40, players=["Zoë", "Rafał"], **SUGGESTED).to_json()
    raw = text.encode()
    for end in range(0, len(raw), 50):
        assert "no save" in refused(raw[:end].decode(errors="replace")), end
    assert loads(raw.decode()).names == ("Zoë", "Rafał")


def edited(**changes):
    save = json.loads(match_of(25, **SUGGESTED).to_json())
    for name, value in changes.items():
        if value is None:
            del save[name]
        else:
            save[name] = value
    return save_text({name: value for name, value in save.items() if name != "checksum"})


@pytest.mark.parametrize(
    "changes, says",
    [
        (
            {"cavewright": 3},
            f"this save is of format 3; this version of Cavewright, {cw.__version__}, reads formats up to 2",
        ),
        ({"cavewright": 0}, "`cavewright` has to be 1 or 2, not 0"),
        ({"cavewright": None}, "`cavewright` is missing"),
        ({"seed": -1}, "`seed`"),
        ({"seed": "7"}, '`seed` has to be a valid integer, not "7"'),
        ({"seed": 1.5}, "`seed`"),
        ({"seed": True}, "`seed`"),
        ({"seed": None}, "`seed` is missing"),
        ({"players": []}, "`players`"),
        ({"players": ["Anna"]}, "played by 2 to 5 players, not 1"),
        ({"players": ["A", "A", "B"]}, "two players are called 'A'"),
        ({"players": ["A", "", "B"]}, "a player's name is"),
        ({"players": "Anna"}, "`players`"),
        ({"players": ["A", "B\n", "C"]}, "a player's name"),
        ({"players": list("ABCDEF")}, "not 6"),
        ({"players": [1, 2, 3]}, "`players.0`"),
        ({"players": {"A": 1}}, "`players`"),
        ({"actions": "done" * 99}, '`actions` has to be a valid list, not "donedonedone'),
        ({"actions": [1]}, "`actions.0`"),
        ({"actions": ["x" * 999]}, "`actions.0`"),
        ({"actions": None}, "`actions`"),
        ({"actions": ["fly away"]}, "action 1 cannot be read: the-cave has no action `fly`"),
        ({"actions": [""]}, "action 1 cannot be read"),
        ({"actions": ["done"]}, "action 1"),
        ({"actions": ["0: discover"]}, "is no longer possible (Chance decides now.);"),
        ({"actions": ["0: done"]}, "action 1, `0: done`, is no longer possible"),
        ({"actions": ["chance: first 9"]}, "action 1 cannot be read"),
        ({"actions": ["chance: first 4"]}, "the save was edited"),
        ({"ruleset": "the-kave"}, "the-cave"),
        ({"ruleset": ""}, "`ruleset`"),
        ({"ruleset": 5}, "`ruleset`"),
        ({"ruleset": "a\0b"}, ""),
        ({"ruleset": "x" * 400}, ""),
        ({"ruleset": "../.."}, ""),
        ({"ruleset": "~"}, ""),
        ({"overlays": ["nothing-like-it"]}, "nothing-like-it"),
        ({"overlays": "none"}, "`overlays`"),
        ({"overlays": [None]}, "`overlays.0`"),
        ({"options": {"fulness": "up_to"}}, "fulness"),
        ({"options": {"fullness": "half"}}, "half"),
        ({"options": {"fullness": 3}}, "fullness"),
        ({"options": {"hardship_climbs": "maybe"}}, "hardship_climbs"),
        ({"options": []}, "`options`"),
        ({"options": {"fullness": None}}, "`options.fullness"),
        ({"hash": 5}, "`hash`"),
        ({"version": None}, "`version` is missing"),
        ({"engine": []}, "`engine`"),
        ({"more": 1}, "`more` is not known"),
    ],
)
def test_edited_saves_are_refused(changes, says):
    assert says in refused(edited(**changes))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "[]",
        "7",
        '"save"',
        "{}",
        "{",
        "[" * 100_000,
        '{"cavewright": 1}',
        '{"cavewright": 1' + "0" * 5000 + "}",
        '{"cavewright": NaN}',
        "\ud800",
        "\x00",
        "PK\x03\x04",
        "cavewright",
        "<save/>",
        "é" * 99,
        None,
        7,
        {},
        b"\xff\xfe",
    ],
)
def test_what_is_no_save_is_refused(text):
    assert "save" in refused(text)


def test_a_save_under_other_options_names_the_first_action_that_no_longer_fits():
    said = refused(edited(options={"starting_kit": "free"}))
    assert "action 1, `chance: first" in said and "the rules have changed since it was saved" in said


def test_every_action_of_a_save_is_checked_again():
    save = json.loads(match_of(60, **SUGGESTED).to_json())
    for number in range(0, len(save["actions"]) - 1, 4):
        actions = save["actions"][:number] + save["actions"][number + 1 :]
        text = save_text({**save, "actions": actions})
        try:
            assert record(loads(text))[1][: len(actions)] == actions
        except cw.SaveError as error:
            assert (
                "is no longer possible" in str(error)
                and "the save was edited" in str(error)
                or "is not what the seed brings" in str(error)
            )


# ---- new games ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players, says",
    [
        (1, "2 to 5 players, not 1"),
        (6, "not 6"),
        (0, "not 0"),
        (-1, "not -1"),
        (10**9, "not 1000000000"),
        ([], "not 0"),
        ((), "not 0"),
        (["Anna"], "not 1"),
        (list("ABCDEF"), "not 6"),
        (["Anna", "Anna"], "two players are called 'Anna'"),
        (["Anna", " Anna "], "two players are called 'Anna'"),
        (["Anna", ""], "not ''"),
        (["Anna", "  "], "a player's name"),
        (["Anna", "B" * 41], "1 to 40"),
        (["Anna", "B\nC"], "printable"),
        (["Anna", None], "not None"),
        (["Anna", 3], "not 3"),
        ("", "not ''"),
        ("Anna", "not 'Anna'"),
        (True, "not True"),
        (False, "not False"),
        (2.0, "not 2.0"),
        ({"A": 1}, "players is"),
    ],
)
def test_players_that_cannot_play_are_refused(players, says):
    for start in (the_cave().new_initial_state, lambda players: cw.Match(the_cave(), players=players)):
        with pytest.raises(ValueError) as raised:
            start(players)
        assert says in str(raised.value)


def test_players_that_can_play():
    game = the_cave()
    assert game.players == range(2, 6) and len(game.new_initial_state().names) == 2
    for count in game.players:
        assert (
            game.new_initial_state(count).names
            == tuple(f"Player {n + 1}" for n in range(count))
            == cw.Match(game, players=count).names
        )
    assert game.new_initial_state(("Zoë", "Rafał")).names == ("Zoë", "Rafał")


@pytest.mark.parametrize(
    "given", [{"overlays": 3}, {"overlays": [3]}, {"overlays": None}, {"options": ["pace"]}, {"options": "pace=fast"}]
)
def test_what_is_no_overlay_and_no_options_is_refused(given):
    ((name, value),) = given.items()
    with pytest.raises(TypeError) as raised:
        cw.load_game("the-cave", **given)
    assert str(raised.value).startswith(f"{name} is ") and str(raised.value).endswith(f"not {value!r}")


def test_one_overlay_needs_no_list():
    assert (
        cw.load_game("the-cave", "long-rope").hash
        == cw.load_game("the-cave", Path("long-rope")).hash
        == cw.load_game("the-cave+long-rope").hash
    )


@pytest.mark.parametrize(
    "options, says",
    [
        ({"fulness": "up_to"}, "did you mean `fullness`"),
        ({"fullness": "half"}, "half"),
        ({"fullness": 1}, "fullness"),
        ({"hardship_climbs": "maybe"}, "maybe"),
        ({"hardship_climbs": 2}, "hardship_climbs"),
        ({"fullness": None}, "fullness"),
        ({"": "x"}, "option"),
        ({5: "x"}, "5"),
        ({"fullness": ["up_to"]}, "fullness"),
    ],
)
@pytest.mark.gate("options4-hardship_climbs")
def test_options_that_cannot_be_set_are_refused(options, says):
    with pytest.raises(cw.RulesetError) as raised:
        cw.load_game("the-cave", options=options)
    assert says in str(raised.value) and raised.value.diagnostics


@pytest.mark.long
def test_options_are_set_by_words_and_truth_values():
    game = the_cave(fullness="exactly", hardship_climbs=False)
    assert (
        game.options["fullness"] == "exactly"
        and game.options["hardship_climbs"] is False
        and game.hash != the_cave().hash
    )
    schema = game.options_schema()["properties"]
    assert (
        len(schema) == 11
        and schema["fullness"]["enum"] == ["up_to", "exactly"]
        and schema["hardship_climbs"]["type"] == "boolean"
    )
    assert (
        cw.load_game("the-cave", options={"hardship_climbs": "no", "fullness": "up_to"}).hash
        == the_cave(hardship_climbs=False).hash
    )


FAILS_BY_CHANCE = """ruleset fines 1.0 "Fines"
    language 2

players bettor 2..2
    keeps gold: 0..9 = 1

menu table

action bet in table
    roll n in 1..2
    fined: lose 5 gold

action pass in table
    gain 0 gold

to play
    repeat 3 times
        each bettor
            offer table
    finish

scoring
    score gold = gold
    highest total wins
"""


def test_a_match_stands_where_it_stood_where_the_rules_fail_behind_chance():
    match = cw.Match(cw.load_rules({"fines.cave": FAILS_BY_CHANCE}), players=2, seed=1)
    match.push("pass")
    before = record(match)
    with pytest.raises(cw.WorkLimitError, match=r"-4 would be left, and 0 is the least possible \(fines.cave:11\)"):
        match.push("bet")
    assert record(match) == before and match.push("pass").player == 1
