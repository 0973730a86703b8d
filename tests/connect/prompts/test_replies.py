"""The law of replies: a text is never taken for another action than the one that it names, and every refusal has a rule and a reason."""

import pickle
import random
from collections import Counter

import pytest
from tests.connect.prompts.replies import look_at, replies, written

import cavewright as cw
from cavewright.connect.prompts.reply import Reader

SPECS = (*cw.registered_games(), "the-cave+long-rope", "the-cave+survey-goals", "cave-vs-cave+cave-vs-cave-era2")


def game_of(spec):
    base, *overlays = spec.split("+")
    return cw.load_game(base, overlays=overlays)


def tried(spec, wanted, seed=1):
    """How many replies were taken, and how many were refused, along random matches."""
    game, rng, taken = game_of(spec), random.Random(f"{spec} {seed}"), Counter()
    while taken.total() < wanted:
        match = cw.Match(game, rng.choice(game.players), seed=rng.randrange(1000))
        for _ in range(rng.randrange(60)):
            if not match.state.is_terminal:
                match.push(rng.choice(match.state.legal_actions(match.state.active_players[0])))
        if match.state.is_terminal:
            continue
        player = rng.choice(match.state.active_players)
        reader, legal = Reader(match.state, player), match.state.legal_actions(player)
        known = written(legal)
        for _ in range(6):
            for text, meant, is_certain in replies(legal, known, rng):
                taken[look_at(match.state, player, text, meant, is_certain, reader.read(text))] += 1
    return taken


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.gate("connect-four")
def test_a_reply_is_the_action_that_it_names(spec):
    taken = tried(spec, 120)
    assert taken[True] > 25 and taken[False] > 25


@pytest.mark.long
@pytest.mark.parametrize("spec", SPECS)
def test_ten_thousand_replies(spec):
    assert tried(spec, 10_000, 2).total() >= 10_000


def begun(spec="connect-four", *moves):
    match = cw.Match(game_of(spec), ["Anna", "Jola"], seed=7)
    for each in moves:
        match.push(each)
    return match.state


TAKEN = {
    "ACTION: drop 3": "drop 3",
    "I'd go for column 3.\n\nACTION: Drop 3!": "drop 3",
    "Sure! **ACTION:** drop 3": "drop 3",
    "ACTION: drop 3. Action: drop 4": None,
    'action = "DROP 3"': "drop 3",
    "My final move is: drop 3": "drop 3",
    "ACTION: 0: drop 3": "drop 3",
    "0: drop 3": "drop 3",
    "<think>drop 4? No. ACTION: drop 5</think>drop 3": "drop 3",
    "drop 5 is bad... </think>\nACTION: drop 3": "drop 3",
    "Sure, I'll take drop 3, since it is the middle.": "drop 3",
    "ACTION: drop 3 (the middle)": "drop 3",
    "ACTION: drop 3 because drop 4 loses": None,
    "ACTION: drop 3 because it wins": "drop 3",
    '{"action": "drop 3", "confidence": 4}': "drop 3",
    "~~drop 4~~\ndrop 3": "drop 3",
    "ACTION: drop 3\n\nACTION: drop 3": "drop 3",
    "ACTION: drop 3.": "drop 3",
    "ACTION: drop 3.5": None,
    "ACTION: drop 3,5": None,
    "ACTION: drop 3, 4": None,
    "ACTION: drop 34": None,
    "ACTION: drop -3": None,
    "ACTION: drop −3": None,
    "ACTION: drop 3 4": None,
    "ACTION: drop 3...": None,
    "ACTION: drop ³": None,
    "ACTION: 1: drop 3": None,
    "1: drop 3": None,
    "Anna: drop 3": None,
    "1. drop 3": None,
    "I could do many things, e.g. drop 3.": None,
    "I play drop 3? No.": None,
    "Instead of drop 3, something else.": None,
    "drop 3 would be a mistake.": None,
    "ACTION: drop 3\nACTION: pass": None,
    "drop 3\ndrop 4": None,
    "take drop 3 or leave it": None,
    "ACTION: column 3": None,
    "The answer is three.": None,
    "3": None,
}


@pytest.mark.parametrize("text", TAKEN, ids=ascii)
def test_what_a_reply_is_taken_for(text):
    state = begun()
    read = cw.read_reply(state, 0, text)
    look_at(state, 0, text, {read} if isinstance(read, cw.Action) else set(), False, read)
    assert (read.text if isinstance(read, cw.Action) else None) == TAKEN[text], read


@pytest.mark.parametrize(
    "text, code, why",
    [
        ("ACTION: drop 9", "illegal", "9 cannot be chosen here."),
        (
            "ACTION: drop",
            "unread",
            "“drop” cannot be read: `drop` lacks a value: write `drop 1..7`. Reply with one that is legal now: ACTION: drop 1",
        ),
        (
            "ACTION: jump 3",
            "unread",
            "“jump 3” is no action of this game. Reply with one that is legal now: ACTION: drop 3",
        ),
        (
            "I like drop 4 a lot.",
            "unclear",
            "The reply speaks of drop 4, and does not say that it is chosen. To choose: ACTION: drop 4",
        ),
        (
            "drop 4 or drop 5",
            "several",
            "The reply names several actions: drop 4; drop 5. Reply with one of them: ACTION: drop 4",
        ),
        ("", "nothing", "The reply names no action. Reply with one line: ACTION: drop 1"),
        (
            "x" * 100_001,
            "long",
            "The reply is longer than 100000 characters, and was not read. Reply with one line: ACTION: drop 1",
        ),
        ("ACTION: 1: drop 3", "illegal", "It is Anna’s turn."),
    ],
)
def test_refusals_say_what_is_wrong(text, code, why):
    read = cw.read_reply(begun(), 0, text)
    assert (read.code, read.reasons[0].text()) == (code, why)
    assert read.text().startswith(why) and "Legal now, among others: drop " in read.text()
    assert read.text("de") != read.text() != read.text("es") and "Jetzt" in read.text("de")


def test_an_illegal_action_is_refused_by_its_rule():
    state = begun("connect-four", *["drop 1"] * 6)
    read = cw.read_reply(state, 0, "I drop 1.")
    assert (read.code, read.said, read.rule) == ("illegal", "drop 1", "drop.1") or read.reasons == state.check(
        "0: drop 1"
    ).reasons
    assert read.reasons[0].text() == "That column is full." and read.nearest[0].text == "drop 2"


def test_who_may_not_act_is_told_so():
    state = begun()
    for text in ("ACTION: drop 3", "hm"):
        read = cw.read_reply(state, 1, text)
        assert read.reasons[0].code == "turn" and read.reasons[0].text() == "It is Anna’s turn." and read.nearest == ()
        assert read.text() == "It is Anna’s turn."
    with pytest.raises(ValueError, match="player"):
        cw.read_reply(state, 2, "drop 3")


def test_wrong_arguments_are_named():
    for given, name in (((None, 0, "x"), "state"), ((begun(), 0, None), "text"), ((begun(), 0, b"drop 3"), "text")):
        with pytest.raises(TypeError, match=name):
            cw.read_reply(*given)


def test_a_refusal_is_a_value():
    read = cw.read_reply(begun(), 0, "drop 9")
    assert pickle.loads(pickle.dumps(read)) == read == cw.read_reply(begun(), 0, "drop 9")
    again = pickle.loads(pickle.dumps(cw.read_reply(begun(), 0, "hm")))
    assert again.text("de") == cw.read_reply(begun(), 0, "hm").text("de")


def test_german_and_spanish_names_are_read():
    state = begun("the-cave")
    for lang in ("de", "es"):
        for each in state.legal_actions(0):
            assert cw.read_reply(state, 0, f"AKTION: {each.label(lang)}") == each
