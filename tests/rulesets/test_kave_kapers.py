"""Kave Kapers: every fact is carried out and shown, all options play, another map is another set of tables, mistakes in tables are told."""

from __future__ import annotations

import datetime
import random
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from cited import clauses_of, examples_of, loaded, noticed

import cavewright as cw
from cavewright.model import ruleset as m
from cavewright.play.load import try_load
from cavewright.source import errors
from cavewright.study.bots import make_bot
from cavewright.syntax import tree as t

RULESET = "kave-kapers"
FOLDER = Path(__file__).resolve().parents[2] / "rulesets" / RULESET
LITTLE = Path(__file__).parent / "little-cave"
READINGS = {"bonus_card": "extra", "water_walk": "next_turn", "perils_played": "any_turn", "crowding": "entry", "digging": "dark",
            "flood_counts": "now", "adjacent": "all", "leaving": "stepping", "back_order": "reversed", "rigging": "next_turn", "naming": "before",
            "free_marker": "next_turn", "wading": "yes"}
GAMES: list[dict[str, str]] = [
    {}, {"race": "yes"}, {"back_survey": "yes"}, {"vertical": "yes"}, {"teams": "yes"}, {"cards": "six", "outside": "yes", "rescue": "yes"},
    {"race": "yes", "vertical": "yes", "outside": "yes", "cards": "six"}, {"back_survey": "yes", "vertical": "yes", "teams": "yes"},
    {"layout": "chosen", "vertical": "yes", "rescue": "yes"}, {**READINGS, "layout": "chosen"}, {**READINGS, "vertical": "yes", "back_survey": "yes"},
]


# ---- Facts ------------------------------------------------------------------------------------------------------------


def carried_out() -> list[str]:
    """Ids that clauses carry out, missing data apart: that is labelled, not played."""
    game = loaded(RULESET)[0]
    return [fact for fact in game.facts if fact in clauses_of(game) and not fact.startswith("KK-DM")]


def today(ids: list[str], size: int) -> list[str]:
    """Some of the ids, others every day."""
    start = datetime.date.today().toordinal() * size % len(ids)
    return (ids * 2)[start : start + size]


def test_facts_are_carried_out_or_noted():
    """132 facts: each stands at a clause or at a note with a reason; nothing else is cited."""
    game = loaded(RULESET)[0]
    noted = {fact for note in game.rules_model.notes if note.text for fact in note.cites}
    shown = {fact for fact in examples_of(game) if "EXAMPLE" in fact}
    assert len(game.facts) == 132
    assert [f for f in game.facts if f not in clauses_of(game) and f not in noted and f not in shown] == []
    assert sorted({*clauses_of(game), *examples_of(game), *noted} - set(game.facts)) == []


def test_each_has_an_example():
    """Every id that clauses carry out is shown by an example, and all examples hold."""
    game = loaded(RULESET)[0]
    assert [fact for fact in carried_out() if fact not in examples_of(game)] == []
    assert [each.name for each in cw.run_examples(game) if not each.ok] == []


@pytest.mark.parametrize("fact", today(carried_out(), 2))
def test_some_are_noticed(fact):
    """A change to what carries out the fact fails an example, or the ruleset no longer checks."""
    assert noticed(RULESET, fact)


@pytest.mark.long
@pytest.mark.parametrize("fact", carried_out())
def test_all_are_noticed(fact):
    """The same for every fact."""
    assert noticed(RULESET, fact)


def test_every_action_is_shown():
    """Every action is legal in some example, and refused for every reason in one."""
    rules = loaded(RULESET)[0].rules_model
    said = [(member.verb, *member.text.partition(" because ")[::2]) for each in rules.examples for member in each.members
            if isinstance(member, t.Said)]
    names = [(verb, text.split(":", 1)[-1].split()[0], because.replace(" ", "").split(",")) for verb, text, because in said]
    assert [a for a in rules.actions if not any(verb in ("when", "allow") and a == name for verb, name, _ in names)] == []
    keys = [(a.name, step.clause.key) for a in rules.actions.values() for step in a.header if isinstance(step.statement, m.Require)]
    assert [k for k in keys if not any(verb == "refuse" and k[0] == name and k[1] in because for verb, name, because in names)] == []


# ---- Playing ----------------------------------------------------------------------------------------------------------


def played(game: cw.Game, players: int, bot: str, bound: int) -> cw.State:
    """The state after so many actions, or at the end."""
    state, chance = game.new_initial_state(players), random.Random(7)
    bots = [make_bot(bot, seat) for seat in range(players)]
    for _ in range(bound):
        if state.is_terminal:
            break
        player = state.current_player
        outcomes = state.chance_outcomes() if player < 0 else []
        action = chance.choices([a for a, _ in outcomes], [float(w) for _, w in outcomes])[0] if outcomes else bots[player].choose(state, player)
        state = state.apply(action)
    return state


@pytest.fixture(scope="module")
def little(tmp_path_factory) -> cw.Game:
    """The same rules in another cave: seven stations on two boards."""
    folder = tmp_path_factory.mktemp("little")
    for each in (*FOLDER.glob("*.csv"), FOLDER / "kave-kapers.cave", *LITTLE.glob("*.csv")):
        shutil.copy(each, folder)
    return cw.load_game(folder)


@pytest.mark.parametrize("options", GAMES, ids=lambda o: "-".join(o) or "basic")
def test_greedy_ends_in_the_little_cave(little: cw.Game, options: Mapping[str, str]):
    """With every optional rule, alone and together, somebody wins."""
    state = played(little.with_options(options), 4 if "teams" in options else 3, "greedy", 900)
    assert state.is_terminal
    assert sum(state.returns()) >= 1


@pytest.mark.parametrize("options", [GAMES[0], GAMES[7], GAMES[9]], ids=["basic", "optional rules", "readings"])
def test_random_in_the_large_cave(options: Mapping[str, str]):
    """Whatever happens, somebody can act, and positions agree with the rules."""
    state = played(loaded(RULESET)[0].with_options(options), 6, "random", 80)
    assert state.is_terminal or state.current_player < 0 or state.legal_actions()


@pytest.mark.parametrize("option", READINGS)
def test_each_reading_alone(little: cw.Game, option: str):
    """Each other reading by itself."""
    assert played(little.with_options({option: READINGS[option], "vertical": "yes"}), 2, "random", 120).view()


def test_a_race_is_no_survey(little: cw.Game):
    """Options that the text does not combine are refused together."""
    for other in ("back_survey", "teams"):
        with pytest.raises(cw.RulesetError):
            little.with_options({"race": "yes", other: "yes"})


# ---- Tables -----------------------------------------------------------------------------------------------------------

MISTAKES = {
    "lines.csv": ("A1-A2,A1 A2", "A1-A2,A1 A22", "C0412", "A1 A22"),
    "stations.csv": ("A6,A,", "A6,D,", "C0412", "D"),
    "courses.csv": ("AW A12 A11 A10", "AW A11 A10", "C0425", "AW A11 A10 A13 A14 AS"),
    "cards.csv": ("−1,8", "−1,-8", "C0410", "-8"),
}


@pytest.mark.parametrize("names", [(each,) for each in MISTAKES] + [tuple(MISTAKES)], ids=lambda names: "+".join(names))
def test_mistakes_are_told_at_their_cells(tmp_path: Path, names: tuple[str, ...]):
    """A line to an unknown station, a station on no board, a stream that breaks, a negative number of cards: all at once."""
    for each in (*FOLDER.glob("*.csv"), FOLDER / "kave-kapers.cave"):
        text = each.read_text("utf-8")
        wrong = MISTAKES.get(each.name) if each.name in names else None
        assert wrong is None or wrong[0] in text
        (tmp_path / each.name).write_text(text.replace(wrong[0], wrong[1], 1) if wrong else text, "utf-8")
    game, found = try_load(tmp_path)
    told = {(Path(e.labels[0].span.source.name).name, e.code, e.labels[0].span.text) for e in errors(found) if e.labels}
    assert game is None
    assert {(name, MISTAKES[name][2], MISTAKES[name][3]) for name in names} <= told


def test_joints_are_complete():
    """For each half station there is a line to each half further west, for every line that leads to it."""
    rules = loaded(RULESET)[0].rules_model
    station, line, sheet = rules.kinds["station"], rules.kinds["line"], rules.kinds["sheet"]
    side = {n: sheet.columns["side"].values[station.columns["sheet"].values[n]] for n in range(len(station.rows))}
    halves = [n for n in side if station.columns["half"].values[n]]
    ends = [frozenset(n for n in side if bits >> n & 1) for bits in line.columns["ends"].values[: len(line.rows)]]
    depends = line.columns["half"].values[: len(line.rows)]
    printed = [pair for pair, half in zip(ends, depends, strict=True) if half < 0]
    wanted = {(h, pair - {h} | {o}) for h in halves for o in halves if side[o] < side[h] for pair in printed if h in pair}
    assert wanted == {(half, pair) for pair, half in zip(ends, depends, strict=True) if half >= 0}


def test_gaps_are_labelled():
    """What is ours, and what is reconstructed, says so in the head, at the options and at the actions."""
    rules = loaded(RULESET)[0].rules_model
    assert len(rules.reconstructions) == 3
    assert all("A gap filled, no printed rule" in rules.options[name].text for name in ("outside", "rescue"))
    assert all("our procedure" in next(e.text for e in rules.clauses if e.rule == f"action {name}" and not e.key) for name in ("go_outside", "call_rescue"))
    for each in FOLDER.glob("*.csv"):
        assert each.name == "facts.csv" or "reconstruction" in each.read_text("utf-8").splitlines()[0], each.name
