"""Kave Kapers: every fact is carried out and shown, all options play, another map is another set of tables, mistakes in tables are told."""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.rulesets.cited import carried_out, failing, forgotten, loaded, misspelt, noticed, without_example

import cavewright as cw
from cavewright.foundation.source import errors
from cavewright.play.loading.load import try_load
from cavewright.play.views.scene import scene_of

RULESET, MISSING = "kave-kapers", "KK-DM"
GAME = loaded(RULESET)[0]
FOLDER = Path(__file__).resolve().parents[2] / "rulesets" / RULESET
LITTLE = Path(__file__).parent / "little-cave"
READINGS = {
    "bonus_card": "extra",
    "water_walk": "next_turn",
    "perils_played": "any_turn",
    "crowding": "entry",
    "digging": "dark",
    "flood_counts": "now",
    "adjacent": "all",
    "leaving": "stepping",
    "back_order": "reversed",
    "rigging": "next_turn",
    "naming": "before",
    "free_marker": "next_turn",
    "wading": "yes",
    "at_water": "chosen",
    "flood_again": "no",
    "water_way": "shortest",
    "rolling": "mappable",
}
GAMES: list[dict[str, str]] = [
    {},
    {"race": "yes"},
    {"back_survey": "yes"},
    {"vertical": "yes"},
    {"teams": "yes"},
    {"cards": "six", "outside": "yes", "rescue": "yes"},
    {"race": "yes", "vertical": "yes", "outside": "yes", "cards": "six"},
    {"back_survey": "yes", "vertical": "yes", "teams": "yes"},
    {"layout": "chosen", "vertical": "yes", "rescue": "yes"},
    {**READINGS, "layout": "chosen"},
    {**READINGS, "vertical": "yes", "back_survey": "yes"},
]


# ---- Facts ------------------------------------------------------------------------------------------------------------


def test_facts_are_carried_out_or_noted():
    """136 facts: each stands at a clause or at a note with a reason; nothing else is cited."""
    assert len(GAME.facts) == 136
    assert forgotten(GAME) == []
    assert misspelt(GAME) == []


@pytest.mark.long
def test_each_has_an_example():
    """Every id that clauses carry out is shown by an example, and all examples hold."""
    assert without_example(GAME, carried_out(GAME, MISSING)) == []
    assert failing(GAME) == []


@pytest.mark.parametrize("fact", carried_out(GAME, MISSING))
@pytest.mark.long
def test_every_one_is_noticed(fact):
    """A change to what carries out the fact fails an example, or the ruleset no longer checks."""
    assert noticed(RULESET, fact)


# ---- Playing ----------------------------------------------------------------------------------------------------------


def played(game: cw.Game, players: int, bot: str, bound: int) -> cw.State:
    """The state after so many actions, or at the end."""
    state, chance = game.new_initial_state(players), random.Random(7)
    bots = [cw.bots.make(bot, game, seat) for seat in range(players)]
    for _ in range(bound):
        if state.is_terminal:
            break
        player = state.current_player
        outcomes = state.chance_outcomes() if player < 0 else []
        action = (
            chance.choices([a for a, _ in outcomes], [float(w) for _, w in outcomes])[0]
            if outcomes
            else bots[player].choose(state, player)
        )
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
@pytest.mark.long
def test_greedy_ends_in_the_little_cave(little: cw.Game, options: Mapping[str, str]):
    """With every optional rule, alone and together, somebody wins."""
    state = played(little.with_options(options), 4 if "teams" in options else 3, "greedy", 900)
    assert state.is_terminal
    assert sum(state.returns()) >= 1


@pytest.mark.parametrize("options", [GAMES[0], GAMES[7], GAMES[9]], ids=["basic", "optional rules", "readings"])
@pytest.mark.long
def test_random_in_the_large_cave(options: Mapping[str, str]):
    """Whatever happens, somebody can act, and positions agree with the rules."""
    state = played(GAME.with_options(options), 6, "random", 80)
    assert state.is_terminal or state.current_player < 0 or state.legal_actions()


@pytest.mark.parametrize("option", READINGS)
@pytest.mark.long
def test_each_reading_alone(little: cw.Game, option: str):
    """Each other reading by itself."""
    assert played(little.with_options({option: READINGS[option], "vertical": "yes"}), 2, "random", 120).view()


@pytest.mark.long
def test_a_race_is_no_survey(little: cw.Game):
    """Options that the text does not combine are refused together."""
    for other in ("back_survey", "teams"):
        with pytest.raises(cw.RulesetError):
            little.with_options({"race": "yes", other: "yes"})


# ---- All optional rules together --------------------------------------------------------------------------------------

SURVEY = {"back_survey": "yes", "vertical": "yes", "teams": "yes", "rescue": "yes", "cards": "six", "outside": "yes"}
RACE = {"race": "yes", "vertical": "yes", "rescue": "yes", "cards": "six", "outside": "yes"}
TOGETHER = {
    "survey": SURVEY,
    "race": RACE,
    "survey, other readings": {**SURVEY, **READINGS},
    "race, other readings": {**RACE, **READINGS},
    "survey, chosen layout": {**SURVEY, "layout": "chosen"},
    "race, chosen layout, other readings": {**RACE, **READINGS, "layout": "chosen"},
}


def lost(state: cw.State) -> list[str]:
    """Kinds of pieces of which there are more or fewer than in the box, wherever they are now; none before all is laid out."""
    game, rules = state.game, state.game.rules_model
    fields = {(field.owner, field.name): game.program.layout.slot(field) for field in rules.fields}

    def held(owner: str, name: str, rows: int = 1) -> list:
        return [state._h[fields[owner, name] + n] for n in range(rows)]

    def printed(kind: str, column: str) -> list[int]:
        return list(rules.kinds[kind].columns[column].values[: len(rules.kinds[kind].rows)])

    def count(kind: str, *bags: tuple) -> bool:
        return [sum(each[n] for each in bags) for n in range(len(rules.kinds[kind].rows))] == printed(kind, "copies")

    players, lines, streams, stations = (
        len(state.names),
        len(rules.kinds["line"].rows),
        len(rules.kinds["stream"].rows),
        len(rules.kinds["station"].rows),
    )
    box, sealed = held("game", "box")[0], printed("line", "sealed") if held("game", "brink")[0] >= 0 else [0] * lines
    if not any(box):
        return []
    floods = sum(1 for each in held("stream", "waiting", streams) if any(each))
    fallen = sum(
        1 for blocked, firm in zip(held("line", "blocked", lines), sealed, strict=True) if blocked and not firm
    )
    turned_up = sum(1 for gear in held("caver", "gear", players) if gear)
    whole = dict(zip(rules.kinds["marker"].rows, zip(box, printed("marker", "count"), strict=False), strict=True))
    laws = {
        "cards": count("card", *held("game", "deck"), *held("game", "discard"), *held("caver", "hand", players)),
        "ascents": count("ascent", *held("game", "ascents"), *held("game", "climbed")),
        "equipment": sum(held("game", "cases")[0]) + turned_up == sum(printed("equipment", "copies")),
        "rocks": whole["fall-marker"][0] + fallen == whole["fall-marker"][1],
        "floods": whole["flood-marker"][0] + floods == whole["flood-marker"][1],
        "water": floods > 0 or not any(held("station", "floods", stations)),
    }
    return [name for name, holds in laws.items() if not holds]


def ended(game: cw.Game, players: int, bot: str, seed: int, bound: int) -> cw.State:
    """The state at the end, or after so many actions; no piece is ever lost, and somebody can always act."""
    match, bots = cw.Match(game, players, seed), [cw.bots.make(bot, game, seed + seat) for seat in range(players)]
    for _ in range(bound):
        if match.state.is_terminal:
            break
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
        assert lost(match.state) == []
    return match.state


def won(state: cw.State, options: Mapping[str, str]) -> bool:
    """Whether the game has ended by the rules: a caver has won, with teams its partner too."""
    winners = state.outcome().winners
    return state.is_terminal and len(winners) in ((1, 2) if "teams" in options else (1,)) and sum(state.returns()) > 0


@pytest.mark.parametrize("players, seed", [(3, 1), (6, 2)])
@pytest.mark.parametrize("options", TOGETHER.values(), ids=TOGETHER)
@pytest.mark.long
def test_all_options_together_in_the_little_cave(little: cw.Game, options: Mapping[str, str], players: int, seed: int):
    """Greedy bots play them to the end by the rules, and every piece is somewhere all the time."""
    assert won(ended(little.with_options(options), players, "greedy", seed, 900), options)


@pytest.mark.parametrize("options", TOGETHER.values(), ids=TOGETHER)
@pytest.mark.long
def test_all_options_together_at_random(options: Mapping[str, str]):
    """Whatever happens in the large cave, every piece is somewhere."""
    ended(loaded(RULESET)[0].with_options(options), 6, "random", 3, 150)


@pytest.mark.long
@pytest.mark.parametrize("players, seed", [(2, 1), (3, 1), (5, 2)])
@pytest.mark.parametrize("options", TOGETHER.values(), ids=TOGETHER)
def test_all_options_together_in_the_large_cave(options: Mapping[str, str], players: int, seed: int):
    """Long games, mapped out and back: they end by the rules."""
    assert won(ended(loaded(RULESET)[0].with_options(options), players, "greedy", seed, 9000), options)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("options", TOGETHER.values(), ids=TOGETHER)
def test_all_options_together_at_random_for_long(options: Mapping[str, str], players: int):
    """The same for many turns: no piece lost, no limit met."""
    ended(loaded(RULESET)[0].with_options(options), players, "random", players, 3000)


# ---- Tables -----------------------------------------------------------------------------------------------------------

MISTAKES = {
    "lines.csv": ("A1-A2,A1 A2", "A1-A2,A1 A22", "C0412", "A1 A22"),
    "stations.csv": ("A6,A,", "A6,D,", "C0412", "D"),
    "courses.csv": ("AW A12 A11 A10", "AW A11 A10", "C0425", "AW A11 A10 A13 A14 AS"),
    "cards.csv": ("−1,8", "−1,-8", "C0410", "-8"),
    "markers.csv": ("Rock Fall,6", "Rock Fall,many", "C0410", "many"),
    "seams.csv": ("AE-BW,AE,", "AE-BW,A8,", "C0425", "A8"),
}
SEVERAL = [("markers.csv", "seams.csv"), ("cards.csv", "courses.csv", "markers.csv", "seams.csv"), tuple(MISTAKES)]


@pytest.mark.parametrize("names", [(each,) for each in MISTAKES] + SEVERAL, ids=lambda names: "+".join(names))
@pytest.mark.long
def test_mistakes_are_told_at_their_cells(tmp_path: Path, names: tuple[str, ...]):
    """A line to an unknown station, a station on no board, a stream that breaks, a negative number of cards: all at once, and nothing else.

    The rules name cards and markers, so that a bad cell must not hide the names of their rows.
    """
    for each in (*FOLDER.glob("*.csv"), FOLDER / "kave-kapers.cave"):
        text = each.read_text("utf-8")
        wrong = MISTAKES.get(each.name) if each.name in names else None
        assert wrong is None or wrong[0] in text
        (tmp_path / each.name).write_text(text.replace(wrong[0], wrong[1], 1) if wrong else text, "utf-8")
    game, found = try_load(tmp_path)
    told = {(Path(e.span.source.name).name, e.code, e.span.text, e.span.line, e.span.column) for e in errors(found)}
    assert game is None
    for name in names:
        _, new, code, cell = MISTAKES[name]
        text = (tmp_path / name).read_text("utf-8")
        before = text[: text.index(cell, text.index(new) + new.index(cell) if cell in new else 0)]
        assert (name, code, cell, before.count("\n") + 1, len(before) - before.rfind("\n")) in told
    assert len(told) == len(names) + ("courses.csv" in names), "of a course that breaks the stream is told as well"


@pytest.mark.long
def test_a_row_that_lacks_a_cell_hides_nothing(tmp_path: Path):
    """The rules still know its name, and other tables are asked what they are asked at other times."""
    for each in (*FOLDER.glob("*.csv"), FOLDER / "kave-kapers.cave"):
        text = (
            each.read_text("utf-8")
            .replace("fall-marker,Rock Fall,6", "fall-marker,Rock Fall")
            .replace("AE-BW,AE,", "AE-BW,A8,")
        )
        (tmp_path / each.name).write_text(text, "utf-8")
    assert [(Path(each.span.source.name).name, each.code) for each in errors(try_load(tmp_path)[1])] == [
        ("markers.csv", "C0131"),
        ("seams.csv", "C0425"),
    ]


def test_joints_are_complete():
    """For each half station there is a line to each half further west, for every line that leads to it."""
    rules = GAME.rules_model
    station, line, sheet = rules.kinds["station"], rules.kinds["line"], rules.kinds["sheet"]
    side = {n: sheet.columns["side"].values[station.columns["sheet"].values[n]] for n in range(len(station.rows))}
    halves = [n for n in side if station.columns["half"].values[n]]
    ends = [frozenset(n for n in side if bits >> n & 1) for bits in line.columns["ends"].values[: len(line.rows)]]
    depends = line.columns["half"].values[: len(line.rows)]
    printed = [pair for pair, half in zip(ends, depends, strict=True) if half < 0]
    wanted = {
        (h, pair - {h} | {o}) for h in halves for o in halves if side[o] < side[h] for pair in printed if h in pair
    }
    assert wanted == {(half, pair) for pair, half in zip(ends, depends, strict=True) if half >= 0}


def test_gaps_are_labelled():
    """What is ours, and what is reconstructed, says so in the head, at the options and at the actions."""
    rules = GAME.rules_model
    assert len(rules.reconstructions) == 3
    assert all("no printed rule" in rules.options[name].text for name in ("outside", "rescue"))
    assert all(
        "no printed rule" in next(e.text for e in rules.clauses if e.rule == f"action {name}" and not e.key)
        for name in ("go_outside", "call_rescue")
    )
    for each in FOLDER.glob("*.csv"):
        assert each.name == "facts.csv" or "reconstruction" in each.read_text("utf-8").splitlines()[0], each.name


def test_streams_are_drawn():
    """Whoever has a Flood sees where streams run: at their stations, a half that is part of another station included."""
    state = cw.load_game(RULESET).new_initial_state(players=2)
    courses = {each.name: each.tracks for each in scene_of(state, None).boards[0].places}
    assert courses["A10"] == ("Muddy Run",) and courses["C7"] == ("Blind Fish River",) and courses["A1"] == ()
    assert courses["AE"] == ("Dusty Gully",) and courses["BE"] == ("Blind Fish River",)
