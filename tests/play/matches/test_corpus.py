"""Recorded matches of every ruleset, all numbers of players, several options and overlays: replayed to the exact end.

`python tests/play/matches/test_corpus.py` plays and writes them anew, which is right only where the meaning of rules was changed on purpose.
"""

import gzip
import hashlib
import json
import random
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

import cavewright as cw

CORPUS = Path(__file__).with_name("matches.json.gz")
OVERLAYS = [
    ("the-cave", ("solo",), 1),
    ("the-cave", ("long-rope", "short-game"), 3),
    ("the-cave", ("rockfall", "survey-goals"), 4),
    ("the-cave", ("alliances",), 4),
    ("the-cave", ("tiles-return", "heavy-ropes", "lamp-oil"), 2),
    ("the-cave-de", ("short-turns",), 3),
    ("cave-vs-cave", ("cave-vs-cave-era2",), 2),
]
MOVES = 160


def settings():
    """Rules as they are set, and how many play: every number of players, and each value of every option once."""
    for id in cw.registered_games():
        game = cw.load_game(id)
        for players in game.players:
            yield id, (), {}, players
        for seed in range(2):
            options = other_options(game, random.Random(seed))
            if options:
                yield id, (), options, game.players[-1]
    for id, overlays, players in OVERLAYS:
        yield id, overlays, {}, players


def other_options(game, rng):
    """Other values for about half of the options, that go together."""
    choices = {
        each.name: [word for word, _ in each.choices] for each in game.rules_model.options.values() if each.choices
    }
    for _ in range(50 if choices else 0):
        with suppress(cw.RulesetError):
            options = {name: rng.choice(words) for name, words in choices.items() if rng.random() < 0.5}
            return cw.load_game(game.id, (), options) and options
    return {}


@cache
def recorded():
    return json.loads(gzip.decompress(CORPUS.read_bytes()))


def digest(state):
    return hashlib.sha256(state.to_json().encode()).hexdigest()[:16]


def ids(each):
    save = each["save"]
    return (
        "+".join([save["ruleset"], *save["overlays"]])
        + f", {len(save['players'])}"
        + (", options" if save["options"] else "")
    )


@pytest.mark.parametrize("each", recorded() if CORPUS.exists() else [], ids=ids)
@pytest.mark.gate("breakthrough, 2")
def test_a_recorded_match_comes_to_its_end(each):
    """Under the same rules the same position and scores; under rules that have changed since, that or the action that no longer fits, with the rule."""
    try:
        match = cw.Match.from_json(json.dumps(each["save"]))
    except cw.SaveError as error:
        assert error.action is not None and error.reasons and "rules have changed" in str(error), (
            "a save of these very rules is refused"
        )
        return
    if match.game.hash == each["save"]["hash"]:
        assert (
            digest(match.state) == each["position"] and match.state.returns() == each["returns"] and not match.entered
        )


@pytest.mark.long
def test_the_corpus_holds_all_there_is():
    """Every ruleset and number of players, overlays and options; nothing is left out when a ruleset is added."""
    have = {(each["save"]["ruleset"], len(each["save"]["players"])) for each in recorded()}
    assert {(id, n) for id in cw.registered_games() for n in cw.load_game(id).players} <= have
    assert (
        sum(bool(each["save"]["overlays"]) for each in recorded()) >= 6
        and sum(bool(each["save"]["options"]) for each in recorded()) >= 6
    )
    assert CORPUS.stat().st_size < 200_000


# ---- rules that change ---------------------------------------------------------------------------------------------------

CHANGES = [
    ("connect-four", "drop", "4"),
    ("hex", "place", "f6"),
    ("breakthrough", "move", "d2"),
    ("nine-mens-morris", "place", "d1"),
    ("the-cave", "throw_away", "rope"),
    ("the-cave", "throw_away", "consumable"),
]
"""A ruleset, an action, and a first value of it that is barred from now on."""


@pytest.mark.parametrize("id, name, barred", CHANGES)
@pytest.mark.gate("connect-four-drop-4")
def test_the_first_action_that_the_changed_rule_refuses_is_named(id, name, barred, tmp_path):
    """One requirement more: the replay stops at the first action that it bars, whatever came before, and names it; where none is barred, it goes through."""
    base = cw.load_game(id)
    (tmp_path / "barred.cave").write_text(
        f'overlay barred 1.0 "Barred"\n    language 1\n    extends {id}\n    why "One more requirement."\n\n'
        f'amend action {name}\n    add barred: require {base.signatures[name].values[0]} is not {barred} "That is barred."\n',
        "utf-8",
    )
    changed, found = cw.load_game(id, [tmp_path / "barred.cave"]), set()
    for seed in range(6):
        match, rng = cw.Match(base, base.players[0], seed), random.Random(seed)
        while not match.state.is_terminal and len(match.move_stack) < (seed + 1) * 12:
            match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
        first = next(
            (n for n, each in enumerate(match.move_stack, 1) if each.name == name and str(each.arguments[0]) == barred),
            None,
        )
        found.add(first is not None)
        if first is None:
            assert cw.Match.from_json(match.to_json(), lambda *rules, **set: changed).move_stack == match.move_stack
            continue
        with pytest.raises(cw.SaveError, match="the rules have changed since it was saved") as raised:
            cw.Match.from_json(match.to_json(), lambda *rules, **set: changed)
        error = raised.value
        assert error.action == first and str(match.move_stack[first - 1]) in str(error)
        assert [each.rule for each in error.reasons] == [f"{name}.barred"] and "That is barred." in str(error)
    assert True in found or id == "the-cave"


def record():
    """Plays the matches."""
    made = []
    for seed, (id, overlays, options, players) in enumerate(settings()):
        match, rng = cw.Match(cw.load_game(id, overlays, options), players, seed), random.Random(seed)
        bot = cw.bots.make("greedy", match.game, seed) if id.startswith("the-cave") else None
        while not match.state.is_terminal and len(match.move_stack) < MOVES:
            player = rng.choice(match.state.active_players)
            match.push(
                bot.choose(match.state, player)
                if bot and rng.random() < 0.7
                else rng.choice(match.state.legal_actions(player))
            )
        made.append(
            {"save": json.loads(match.to_json()), "position": digest(match.state), "returns": match.state.returns()}
        )
    return made


if __name__ == "__main__":
    CORPUS.write_bytes(gzip.compress(json.dumps(record(), separators=(",", ":")).encode(), mtime=0))
