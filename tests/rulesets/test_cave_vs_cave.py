"""Cave vs Cave: every fact is carried out or noted and has an example, every room is used, bots play it to the end."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from tests.rulesets.cited import carried_out, failing, forgotten, loaded, misspelt, noticed, said, without_example

import cavewright as cw
from cavewright.language.compose import find_ruleset
from cavewright.language.syntax import tree as t
from cavewright.play.loading.load import try_load
from cavewright.rules.model.ruleset import Example

RULESET, MISSING = "cave-vs-cave", "CVC-DM"
GAME = loaded(RULESET)[0]
RULES = GAME.rules_model
FACTS = 149


def played(game: cw.Game, players: int, seed: int) -> cw.Match:
    """A game of random bots, to its end."""
    match, sampler = cw.Match(game, players=players, seed=seed), random.Random(seed)
    while match.state.current_player >= 0:
        match.push(sampler.choice(match.state.legal_actions()))
    return match


# ---- facts ------------------------------------------------------------------------------------------------------------


def test_their_number():
    """The inventory as it was taken down."""
    assert len(GAME.facts) == FACTS


def test_none_is_forgotten():
    """Every id stands at a clause or a note, or is the worked example that an example carries out."""
    assert forgotten(GAME) == []


def test_nothing_is_cited_that_is_no_fact():
    """A misspelt id would carry out nothing."""
    assert misspelt(GAME) == []


def test_each_has_an_example():
    """Every id that clauses carry out is shown by an example."""
    assert without_example(GAME, carried_out(GAME, MISSING)) == []


@pytest.mark.parametrize("fact", carried_out(GAME, MISSING))
@pytest.mark.long
def test_every_one_is_noticed(fact):
    """A change to what carries out the fact fails an example, or the ruleset no longer checks."""
    assert noticed(RULESET, fact)


# ---- examples and rooms --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(8))
@pytest.mark.gate("0")
def test_examples_hold(part):
    assert failing(GAME, part, 8) == []


def test_every_room_is_used_once():
    """Orange rooms are used in an example; blue ones stand in the cave of somebody for whom they do something."""
    kind = RULES.kinds["chamber"]
    orange = [name for name, colour in zip(kind.rows, kind.columns["colour"].values, strict=False) if colour == 0]
    blue = [name for name in kind.rows if name not in orange]
    used = {action.split()[1] for action, _ in said(GAME, "when") if action.startswith("use ")}
    there = " ".join(row.raw for example in RULES.examples for row in example.members if isinstance(row, t.Row))
    assert (len(orange), len(blue)) == (20, 5)
    assert sorted(set(orange) - used) == []
    assert [name for name in blue if not re.search(rf"\b{name}\b", there)] == []


# ---- play -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players, seeds", [(2, range(8)), (1, range(6))])
@pytest.mark.gate("1-seeds1")
def test_random_bots_come_to_the_end(players, seeds):
    """Whatever is chosen, the last round is reached, and positions stay possible."""
    for seed in seeds:
        match = played(GAME, players, seed)
        assert match.state.is_terminal and match.state.outcome().totals
        assert match.state.problems() == []


@pytest.mark.parametrize(
    "name, value",
    [(o.name, word) for o in RULES.options.values() for word, _ in o.choices if word != o.write_value(o.default)],
)
@pytest.mark.long
def test_options_are_played(name, value):
    """Every other choice of an option, by two and by one."""
    game = GAME.with_options({name: value})
    assert all(played(game, players, 1).state.is_terminal for players in (2, 1))


@pytest.mark.parametrize("players, least", [(2, 15), (1, 20)])
@pytest.mark.long
def test_greedy_bots_build(players, least):
    """They come to the end with something built."""
    match, bots = cw.Match(GAME, players=players, seed=3), [cw.bots.make("greedy", GAME, n) for n in range(players)]
    while match.state.current_player >= 0:
        match.push(bots[match.state.current_player].choose(match.state, match.state.current_player))
    assert max(match.state.outcome().totals) >= least


# ---- the second era, and bad tables -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_second_era_says_where_it_comes_from():
    """What an overlay cites and reconstructs is told with the game, in the reader's language; so is what is open about its score."""
    game = cw.load_game("cave-vs-cave", overlays=["cave-vs-cave-era2"])
    rules, words = game.rules_model, game.wording("de")
    assert {"CVC", "CV2-FAN", "CV2-REV", "CV2-AMB"} <= set(rules.sources)
    assert any("one fan source, unverified" in each for each in rules.reconstructions)
    assert any("last one dug holds none" in each for each in rules.reconstructions)
    assert all(words.head("reconstruction", each) != each for each in rules.reconstructions)
    assert "Fanquelle" in words.head("source CV2-FAN", rules.sources["CV2-FAN"])


SECOND = f"{RULESET}+cave-vs-cave-era2"


def facts_of_the_second_era() -> list[str]:
    return [each for each in loaded(SECOND)[0].facts if each.startswith("CV2")]


def test_facts_of_the_second_era_are_carried_out_and_shown():
    """Each stands at a clause or a note, what is filled in stands among them, and an example shows each that is carried out."""
    game, own = loaded(SECOND)[0], facts_of_the_second_era()
    assert len(own) == 61 and sum("AMB" in each for each in own) == 9
    assert misspelt(game) == [] and set(own).isdisjoint(forgotten(game))
    assert without_example(game, [each for each in carried_out(game, MISSING) if each in own]) == []


@pytest.mark.parametrize("fact", [each for each in carried_out(loaded(SECOND)[0], MISSING) if each.startswith("CV2")])
@pytest.mark.long
def test_every_fact_of_the_second_era_is_noticed(fact):
    assert noticed(SECOND, fact)


def examples_of_the_second_era() -> list[Example]:
    """Those that the overlay adds."""
    return [each for each in loaded(SECOND)[0].rules_model.examples if "era2" in each.span.source.name]


def test_the_second_era_is_shown():
    """Each of its rooms and tiles stands in one of its own examples; what they do not know is said at the head."""
    own, kinds = examples_of_the_second_era(), loaded(SECOND)[0].rules_model.kinds
    new = [name for kind in ("chamber", "tile") for name in kinds[kind].rows if name not in RULES.kinds[kind].rows]
    told = " ".join(each.span.text for each in own)
    assert len(own) >= 22 and len(new) == 25 and [name for name in new if not re.search(rf"\b{name}\b", told)] == []


@pytest.mark.parametrize("part", range(6))
@pytest.mark.gate("0")
def test_examples_of_the_second_era_hold(part: int):
    names = [each.name for each in examples_of_the_second_era()][part::6]
    assert [each.name for each in cw.run_examples(loaded(SECOND)[0], names) if not each.ok] == []


@pytest.mark.parametrize(
    "old, new, column", [("| n e w ", "| n q w ", "must"), ("| 3             | n ", "| -3            | n ", "points")]
)
@pytest.mark.gate(0)
def test_bad_rows_are_told_by_their_place(tmp_path, old, new, column):
    """A side that is none, a number below zero: at the row and the column where it stands."""
    folder = find_ruleset(RULESET)
    for each in folder.sources:
        text = each.text.replace(old, new, 1) if each.name.endswith("rooms.cave") else each.text
        (tmp_path / Path(each.name).name).write_text(text, "utf-8")
    assert old in (Path(__file__).parents[2] / "rulesets" / RULESET / "rooms.cave").read_text("utf-8")
    game, found = try_load(tmp_path, (), {})
    assert game is None and found[0].span.text.strip() in ("q", "n q w", "-3") and f"{column}" in str(found[0])


IMPOSSIBLE = {
    "grindstone": ("| 4             | n                 | w ", "| 4             | n w               | w ", "n w"),
    "stall": (
        "| 6             | n                 | e w              | 1          |             | 1 ",
        "| 6             | e                 | e w              | 1          |             | 1 ",
        "e",
    ),
}


@pytest.mark.parametrize("rows", [("grindstone",), ("stall",), ("grindstone", "stall")], ids="+".join)
@pytest.mark.long
def test_impossible_walls_are_told_by_their_place(tmp_path, rows):
    """A side on which a wall has to stand and may be missing: all such rooms at once, each at its row and in the column `must`."""
    for each in find_ruleset(RULESET).sources:
        text = each.text
        for old, new, _ in (IMPOSSIBLE[row] for row in rows if each.name.endswith("rooms.cave")):
            assert text.count(old) == 1
            text = text.replace(old, new)
        (tmp_path / Path(each.name).name).write_text(text, "utf-8")
    game, found = try_load(tmp_path, (), {})
    lines = (tmp_path / "rooms.cave").read_text("utf-8").splitlines()
    head = next(line for line in lines if "| must:" in line)
    wanted = [
        (n, head.index("must:") + 1)
        for n, line in enumerate(lines, 1)
        if line.split("|")[1:2] and line.split("|")[1].strip() in rows
    ]
    told = [
        (each.code, Path(each.span.source.name).name, each.span.line, each.span.column, each.span.text)
        for each in found
        if each.severity == "error"
    ]
    assert game is None
    assert told == [
        ("C0425", "rooms.cave", *place, IMPOSSIBLE[row][2]) for row, place in zip(rows, wanted, strict=True)
    ]
    assert all(f"`{row}`" in str(each) for row, each in zip(rows, found, strict=True))
