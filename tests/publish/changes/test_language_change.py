"""Rules that are rewritten in language 2 are played as before."""

import random
import re
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.connect.cli.check_commands import fmt
from cavewright.foundation.source import Source
from cavewright.language.syntax import format_source
from cavewright.publish.changes.language_change import rewrite_in_language_2

ROOT = Path(__file__).parents[3] / "rulesets"
GAMES = {
    "classics/hearts": 4,
    "classics/tic-tac-toe": 2,
    "classics/backgammon": 2,
    "the-cave": 2,
    "cave-vs-cave": 2,
    "kave-kapers": 2,
}
DEBT = """ruleset debt 1.0 "Debt"
    language 1

players player 1..1
    keeps money: 0..9 = 7
    keeps heat: 0..9 = 1

menu shop

to play
    repeat 3 times
        each player
            offer any shop until heat > 7
            lose 3 money
            rise
            set heat = heat + 2
            tax: lose 2 money

action buy in shop
    lose 2 money
    rise

to rise
    gain 4 heat

scoring
    score money = money - heat
    highest total wins
"""


def rewritten(sources):
    """The texts of the files of a game in language 2, by name."""
    rules = cw.load_rules(sources).rules_model
    found = {}
    for name, text in sources.items():
        if not name.endswith(".cave"):
            found[name] = text
            continue
        source = next((each.span.source for each in rules.clauses if each.span.source.name == name), Source(name, text))
        found[name], wrong = rewrite_in_language_2(rules, source)
        assert wrong == ()
    return found


def same_play(before, after, players, seed, steps=60):
    """Plays both by the same random choices, and tells how long they were the same."""
    rng, state, other = random.Random(seed), before.new_initial_state(players), after.new_initial_state(players)
    for n in range(steps):
        if state.is_terminal or other.is_terminal:
            assert state.is_terminal and other.is_terminal and state.returns() == other.returns()
            return n
        if state.current_player == cw.CHANCE:
            listed = state.chance_outcomes()
            assert [(str(a), odds) for a, odds in listed] == [(str(a), odds) for a, odds in other.chance_outcomes()]
            at = rng.randrange(len(listed))
            state, other = state.apply(listed[at][0]), other.apply(other.chance_outcomes()[at][0])
            continue
        player = rng.choice(state.active_players)
        listed, others = state.legal_actions(player), other.legal_actions(player)
        assert [*map(str, listed)] == [*map(str, others)]
        at = rng.randrange(len(listed))
        state, other = state.apply(listed[at]), other.apply(others[at])
    return steps


def files_of(name):
    """The files of a bundled ruleset as they would be in language 1, by the names of its parts."""
    folder = ROOT / name
    return {
        str(each.relative_to(folder)): in_language_1(each.read_text("utf-8"))
        for each in sorted(folder.rglob("*"))
        if each.suffix in (".cave", ".csv") and each.name != "book.cave"
    }


def in_language_1(text):
    """A text of bundled rules with nothing of language 2 in it."""
    old = text.replace("\n    language 2\n", "\n    language 1\n").replace(" or stop", "")
    return re.sub(r"(?<=(?:lose|gain|move) )up to ", "", old)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.gate("classics/hearts")
def test_a_bundled_game_is_played_as_before(name):
    sources = files_of(name)
    texts = rewritten(sources)
    before, after = cw.load_rules(sources), cw.load_rules(texts)
    assert before.hash != after.hash and "language 1" not in "".join(texts.values())
    assert same_play(before, after, GAMES[name], seed=1) > 5
    for file, text in texts.items():
        assert not file.endswith(".cave") or format_source(Source(file, text))[1] == ()


def test_lines_that_are_played_both_ways_say_so():
    texts = rewritten({"debt.cave": DEBT})
    lines = [each.strip() for each in texts["debt.cave"].splitlines()]
    assert lines[lines.index("lose up to 3 money") - 1] == "offer any shop or stop until heat > 7"
    assert "set heat = 9 if heat + 2 > 9 otherwise heat + 2" in lines and "tax: lose up to 2 money" in lines
    buy = lines.index("action buy in shop")
    assert lines[buy + 1] == "lose 2 money", "an action is refused, in either language"
    rise = lines.index("to rise")
    assert lines[rise + 1 : rise + 3] == ["require heat + 4 <= 9", "gain up to 4 heat"]
    for seed in range(5):
        same_play(cw.load_rules({"debt.cave": DEBT}), cw.load_rules(texts), 1, seed)


def test_lines_of_which_is_proven_that_they_fit_stay_as_they_are():
    """What a rule asks before a line is no reason to write `up to`."""
    text = DEBT.replace("            tax: lose 2 money\n", "            if money > 1\n                lose 2 money\n")
    lines = [each.strip() for each in rewritten({"debt.cave": text})["debt.cave"].splitlines()]
    assert lines[lines.index("if money > 1") + 1] == "lose 2 money" and "lose up to 3 money" in lines


def test_the_command_rewrites_a_file_once(tmp_path, capsys):
    file = tmp_path / "debt.cave"
    file.write_text(DEBT, "utf-8")
    assert fmt([str(file)], False, "en", language="2") == 0
    once = file.read_text("utf-8")
    assert "    language 2\n" in once and "or stop" in once
    assert fmt([str(file)], False, "en", language="2") == 0
    assert file.read_text("utf-8") == once


def test_what_cannot_be_said_is_named_and_left(tmp_path, capsys):
    text = DEBT.replace("            tax: lose 2 money\n", "            tax: cost 2 money\n")
    file = tmp_path / "debt.cave"
    file.write_text(text, "utf-8")
    assert fmt([str(file)], False, "en", language="2") == 1
    assert "C0319" in capsys.readouterr().err and file.read_text("utf-8") == text
