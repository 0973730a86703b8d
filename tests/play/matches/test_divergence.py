"""Where a match parts from other rules: the first action or position at which the change matters, by the rule that was changed."""

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.play.matches.save_text import save_text

RULES = """ruleset mine 1.0 "Mine"
    language 1
players team 2..2
    keeps points: 0..90
    keeps stones: 0..90
menu deeds
action rest in deeds
    if wage is high
        gain 2 points
    otherwise
        gain 1 point
action dig in deeds
    more: gain 2 stones
action sell in deeds
    enough: require stones >= 2 "You have too few stones."
    lose 2 stones
    gain 3 points
option wage = low "What does a rest pay?"
    | choice | text |
    | low    | "One." |
    | high   | "Two." |
to play
    repeat 12 times
        for each t in team
            as t
                offer deeds
scoring
    score points = points
    highest total wins
"""
DROPPED = RULES.replace(
    "    if wage is high\n        gain 2 points\n    otherwise\n        gain 1 point\n", "    gain 1 point\n"
).replace(RULES[RULES.index("option wage") : RULES.index("to play")], "")
CHANGES = {
    "a number": (RULES.replace("gain 2 stones", "gain 3 stones"), {}, {}, "dig"),
    "an effect": (RULES.replace("    gain 3 points\n", "    gain 3 stones\n"), {}, {}, "sell"),
    "an option": (RULES, {}, {"wage": "high"}, "rest"),
    "an option that is dropped": (DROPPED, {"wage": "high"}, {}, "rest"),
    "a beginning": (RULES.replace("keeps stones: 0..90", "keeps stones: 0..90 = 2"), {}, {}, None),
}
"""Rules that are changed, options of the match and of the other rules, and the action to which that matters."""


def game_of(rules, options):
    return cw.load_rules({"mine.cave": rules}, options=options)


@pytest.mark.parametrize("rules, before, after, name", CHANGES.values(), ids=CHANGES)
@pytest.mark.gate("a number")
def test_the_first_position_to_which_a_change_matters_is_named(rules, before, after, name):
    """However the match goes; where it never matters, nothing is named."""
    game, other = game_of(RULES, before), game_of(rules, after)

    @given(st.lists(st.integers(0, 2), max_size=20))
    def law(choices):
        match = cw.Match(game, 2, 1)
        for each in choices:
            legal = match.state.legal_actions(match.state.active_players[0])
            match.push(legal[each % len(legal)])
        found, first = (
            match.divergence(other),
            next((n for n, each in enumerate(match.move_stack) if each.name == name), None),
        )
        if name is None:
            assert (
                found.after == 0
                and found.action is None
                and str(found).startswith("the beginning, leads to another position: ")
            )
            return
        assert (found is None) == (first is None)
        if found is not None:
            assert (
                found.after == first
                and found.action == match.move_stack[first]
                and found.rule == (f"{name}.more" if name == "dig" else f"{name}.gain")
                and not found.reasons
            )
            assert any(way.endswith((".points", ".stones")) and one != another for way, one, another in found.changes)
            assert (
                f"action {first + 1}, `{match.move_stack[first]}`, leads to another position ({found.rule}): "
                in str(found)
            )

    law()


def test_the_first_action_that_is_refused_is_named_with_its_reason():
    other = game_of(RULES.replace("stones >= 2", "stones >= 3"), {})
    match = cw.Match(game_of(RULES, {}), 2, 1)
    for text in ("dig", "rest", "sell", "rest"):
        match.push(text)
    found = match.divergence(other)
    assert (found.after, str(found.action), found.rule, [each.text() for each in found.reasons]) == (
        2,
        "0: sell",
        "sell.enough",
        ["You have too few stones."],
    )
    assert (
        str(found) == "action 3, `0: sell`, is no longer possible (sell.enough: You have too few stones.)"
        and found.changes == ()
    )
    with pytest.raises(cw.SaveError) as raised:
        cw.Match.from_json(match.to_json(), lambda *rules, **set: other)
    assert raised.value.action == found.after + 1 and raised.value.reasons == found.reasons


def test_an_action_that_the_other_rules_do_not_have_is_named():
    match = cw.Match(game_of(RULES, {}), 2, 1)
    match.push("rest")
    match.push("dig")
    found = match.divergence(game_of(RULES.replace("action dig", "action delve"), {}))
    assert found.after == 1 and found.rule == "dig" and "mine has no action `dig`" in str(found)


# ---- rulesets that ship, with one line written otherwise -------------------------------------------------------------------

SHIPPED = Path(__file__).parents[3] / "rulesets"


def a_line_of(length):
    """Whether somebody has so many chips in a row behind an action, by plain search."""

    def holds(match, n):
        chips = {(place["x"], place["y"]): place["chip"] for _, place in match.at(n + 1).cave.nodes(data=True)}
        return not match.at(n + 1).is_terminal and any(
            chips[x, y] is not None and all(chips.get((x + k * dx, y + k * dy)) == chips[x, y] for k in range(length))
            for x, y in chips
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    return holds


def men(state):
    return sum(place["man"] is not None for _, place in state.cave.nodes(data=True))


MATTERS = {
    "three in a row win": ("classics/connect-four", "lines(4)", "lines(3)", a_line_of(3)),
    "no man is taken": (
        "classics/breakthrough",
        "none or step is not onward",
        "none",
        lambda match, n: men(match.at(n + 1)) < men(match.at(n)),
    ),
    "a win counts two": (
        "classics/tic-tac-toe",
        "score won = 1 if",
        "score won = 2 if",
        lambda match, n: match.at(n + 1).is_terminal and 1 in match.at(n + 1).returns(),
    ),
    "eight men": ("classics/nine-mens-morris", "men       = 9", "men       = 8", None),
    "one wall more": ("cave-vs-cave", "walls_in_all = 7", "walls_in_all = 8", None),
    "lamps light on three": (
        "kave-kapers",
        "lit_up_to    = 4",
        "lit_up_to    = 3",
        lambda match, n: n and match.move_stack[n - 1].name == "light" and match.move_stack[n].text == "roll 4",
    ),
    "four points a turn": (
        "the-cave",
        "turn_points    = 5",
        "turn_points    = 4",
        lambda match, n: "turn.points" in {each.rule for each in match.at(n + 1).events},
    ),
}
"""A ruleset, what is written otherwise in it, and whether that matters to the action of a number; None: to the beginning."""


@pytest.mark.parametrize("path, line, other, matters", MATTERS.values(), ids=MATTERS)
@pytest.mark.gate("three in a row win")
def test_the_first_place_to_which_a_changed_line_matters_is_named(path, line, other, matters):
    """With both rules at hand, and by a save and the new rules alone."""
    files = {
        each.name: each.read_text("utf-8") for each in (SHIPPED / path).iterdir() if each.suffix in (".cave", ".csv")
    }
    files = {name: text for name, text in files.items() if not name.startswith(("examples", "situations"))}
    assert sum(text.count(line) for text in files.values()) == 1
    base, changed = (
        cw.load_rules(files),
        cw.load_rules({name: text.replace(line, other) for name, text in files.items()}),
    )
    seen = set()
    for seed in range(5):
        match, rng = cw.Match(base, 2, seed), random.Random(seed)
        while not match.state.is_terminal and len(match.move_stack) < 20 * (seed + 1):
            match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
        place = 0 if matters is None else next((n for n in range(len(match.move_stack)) if matters(match, n)), None)
        found = match.divergence(changed)
        assert (found and found.after) == place and (found is None or (found.action is None) == (matters is None)), (
            found
        )
        seen.add(place is None)
        if matters is not None:
            by_save(match, changed, found)
    assert False in seen


def by_save(match, changed, found):
    """What a save alone says under the changed rules is the same place."""
    try:
        again = cw.Match.from_json(match.to_json(), lambda *rules, **set: changed)
    except cw.SaveError as error:
        assert found.after == (error.divergence.after if error.divergence else error.action - 1), error
        assert (error.divergence is None) == bool(found.reasons) and (
            error.divergence is None or f"from action {found.after + 1}," in str(error)
        )
    else:
        assert (again.divergence() and again.divergence().after) == (found and found.after)


def test_a_save_by_its_own_rules_parts_nowhere_and_one_without_digests_says_nothing():
    match = played_cave(30)
    assert cw.Match.from_json(match.to_json()).divergence() is None
    save = {name: value for name, value in json.loads(match.to_json()).items() if name not in ("checksum", "effects")}
    changed = cw.load_game("the-cave", ["short-turns"])
    assert cw.Match.from_json(save_text(save), lambda *rules, **set: match.game).divergence() is None
    with suppress(cw.SaveError):
        assert cw.Match.from_json(save_text(save), lambda *rules, **set: changed).divergence() is None
    again = cw.Match.from_json(match.to_json())
    assert again.to_json() == match.to_json() and len(json.loads(match.to_json())["effects"]) == 6 * len(
        match.move_stack
    )


def played_cave(moves, seed=5):
    match, rng = cw.Match(cw.load_game("the-cave"), ["Anna", "Jola"], seed), random.Random(seed)
    for _ in range(moves):
        match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
    return match


@pytest.mark.parametrize(
    "lang, said",
    [
        ("en", "Action 1, Anna: dig, leads to another position: stones of Anna: 3, not 2 (dig.more)."),
        ("de", "Aktion 1, Anna: dig, führt zu einer anderen Stellung: stones von Anna: 3 statt 2 (dig.more)."),
        ("es", "La acción 1, Anna: dig, lleva a otra posición: stones de Anna: 3, no 2 (dig.more)."),
    ],
)
def test_people_are_told_in_their_language(lang, said):
    match = cw.Match(game_of(RULES, {}), ["Anna", "Jola"], 1)
    match.push("dig")
    assert match.divergence(game_of(RULES.replace("gain 2 stones", "gain 3 stones"), {})).text(lang) == said


@pytest.mark.parametrize(
    "change, moves, said",
    [
        (
            ("stones >= 2", "stones >= 3"),
            ("dig", "rest", "sell"),
            "Aktion 3, Anna: sell, ist nicht mehr möglich: You have too few stones (sell.enough).",
        ),
        (
            ("stones: 0..90", "stones: 0..90 = 2"),
            (),
            "Der Anfang ist eine andere Stellung: stones von Anna: 2 statt 0; stones von Jola: 2 statt 0 (…).",
        ),
        (
            ("score points = points", "score points = points + 1"),
            ("rest",) * 24,
            "Aktion 24, Jola: rest, führt zu einer anderen Stellung: Punkte insgesamt von Anna: 13 statt 12; Punkte insgesamt von Jola: 13 statt 12 (scoring.points).",
        ),
    ],
)
def test_each_sort_is_told(change, moves, said):
    match = cw.Match(game_of(RULES, {}), ["Anna", "Jola"], 1)
    for text in moves:
        match.push(text)
    assert match.divergence(game_of(RULES.replace(*change), {})).text("de") == said.replace(" (…)", "")


# ---- corrections -----------------------------------------------------------------------------------------------------------


def corrected(edit=None):
    """A match that goes back, or whose position is edited, behind its third action."""
    match = cw.Match(game_of(RULES, {}), ["Anna", "Jola"], 1)
    for text in ("dig", "rest", "dig"):
        match.push(text)
    state = match.at(1)
    if edit:
        data = json.loads(match.state.to_json())
        data["slots"][match.game.program.layout.base["team", "points"]] += edit
        state = match.game.read_state(json.dumps(data))
    match.correct(state, "so agreed")
    match.push("rest")
    match.push("sell")
    return match


@pytest.mark.parametrize("edit", [None, 5])
@pytest.mark.parametrize(
    "change, after, rule",
    [
        (("score points", "score  points"), None, ""),
        (("gain 3 points", "gain 4 points"), 4, "sell.gain"),
        (("gain 2 stones", "gain 3 stones"), 0, "dig.more"),
        (("stones >= 2", "stones >= 3"), 4, "sell.enough"),
        (("to play\n", "to play\n    for each t in team\n        gain 0 points\n"), None, ""),
    ],
)
def test_a_match_with_corrections_is_held_against_other_rules(edit, change, after, rule):
    """Which go back, or change what is kept: they are made under the other rules as well."""
    match, changed = corrected(edit), game_of(RULES.replace(*change), {})
    if edit and rule == "sell.enough":
        after, rule = None, ""  # who keeps both digs has enough
    found = match.divergence(changed)
    assert (found and found.after, found.rule if found else "") == (after, rule), found


def test_a_correction_that_goes_back_is_made_under_rules_that_have_changed():
    """By a save, too: to what the rules made of that position."""
    match, changed = corrected(), game_of(RULES.replace("gain 3 points", "gain 4 points"), {})
    again = cw.Match.from_json(match.to_json(), lambda *rules, **set: changed)
    assert (
        again.corrections[0].back_to == 1 == match.corrections[0].back_to
        and again.divergence() is None
        or again.divergence().after == 4
    )
    with pytest.raises(cw.SaveError, match="the correction behind action 3 cannot be made"):
        cw.Match.from_json(corrected(5).to_json(), lambda *rules, **set: changed)


def test_a_correction_that_cannot_be_made_is_named():
    """It changes something that the other rules do not keep."""
    match = cw.Match(game_of(RULES, {}), ["Anna", "Jola"], 1)
    data = json.loads(match.state.to_json())
    data["slots"][match.game.program.layout.base["team", "points"]] += 2
    match.push("dig")
    match.correct(match.game.read_state(json.dumps(data)), "so agreed")
    other = (
        RULES.replace("gain 1 point", "gain 1 mark")
        .replace("gain 2 points", "gain 2 marks")
        .replace("gain 3 points", "gain 3 marks")
        .replace("keeps points", "keeps marks")
        .replace("= points", "= marks")
    )
    found = match.divergence(game_of(other, {}))
    assert (found.after, found.action) == (1, None) and str(found) == "the correction behind action 1 cannot be made"
    assert found.text("de") == "Die Berichtigung hinter Aktion 1 lässt sich unter diesen Regeln nicht vornehmen."


@pytest.mark.parametrize(
    "id", ["the-cave", "cave-vs-cave", "connect-four", pytest.param("kave-kapers", marks=pytest.mark.long)]
)
@pytest.mark.gate("connect-four")
def test_a_match_does_not_part_from_its_own_rules(id):
    game = cw.load_game(id)
    match, rng = cw.Match(game, game.players[0], 5), random.Random(5)
    for _ in range(30):
        if not match.state.is_terminal:
            match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
    assert match.divergence(game) is None


def test_a_house_rule_matters_where_it_is_first_used():
    """Five points a turn become four: the first turn that begins has fewer."""
    base = cw.load_game("the-cave", options={"starting_kit": "suggested"})
    match = cw.Match(base, 2, 5)
    found = match.divergence(cw.load_game("the-cave", ["short-turns"], {"starting_kit": "suggested"}))
    assert found is not None and found.after <= len(match.move_stack) and found.changes


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda match: match.divergence("hex"), "game is a Game"),
        (lambda match: match.divergence(cw.load_game("cave-vs-cave")), None),
        (
            lambda match: cw.Match(cw.load_game("the-cave"), 3, 1).divergence(match.game),
            "Tic-tac-toe: the number of players is 2, not 3",
        ),
    ],
)
def test_what_cannot_be_held_against_rules_is_said(call, said):
    match = cw.Match(cw.load_game("tic-tac-toe"), 2, 1)
    if said is None:
        assert call(match).changes
        return
    with pytest.raises((TypeError, ValueError), match=said):
        call(match)


# ---- on the command line -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, lang, status, said",
    [
        ("the-cave+short-turns", "en", 1, "leads to another position: action points of Anna: 4, not 5 (turn.points)."),
        ("the-cave+short-turns", "de", 1, "führt zu einer anderen Stellung: Aktionspunkte von Anna: 4 statt 5"),
        ("the-cave", "es", 0, "Con estas reglas la partida llega al mismo final."),
        ("hex", "en", 1, "this is a match of the-cave, not of hex"),
        ("none-such", "en", 1, "none-such"),
    ],
)
@pytest.mark.gate("none-such-en-1-none-such")
def test_replay_says_where_other_rules_matter(spec, lang, status, said, tmp_path):
    match = cw.Match(cw.load_game("the-cave", options={"starting_kit": "suggested"}), ["Anna", "Jola"], 7)
    (tmp_path / "match.json").write_text(match.to_json(), "utf-8")
    done = CliRunner().invoke(app, ["replay", str(tmp_path / "match.json"), "--against", spec, "--lang", lang])
    assert done.exit_code == status and said in " ".join(done.output.split())


def test_replay_says_from_where_a_match_goes_another_way(tmp_path):
    """By the save and the rules as they are now."""
    (tmp_path / "mine.cave").write_text(RULES, "utf-8")
    match = cw.Match(cw.load_game(tmp_path / "mine.cave"), ["Anna", "Jola"], 1)
    for text in ("rest", "dig", "rest"):
        match.push(text)
    (tmp_path / "match.json").write_text(match.to_json(), "utf-8")
    (tmp_path / "mine.cave").write_text(RULES.replace("gain 2 stones", "gain 3 stones"), "utf-8")
    done = CliRunner().invoke(app, ["replay", str(tmp_path / "match.json"), "--rules", str(tmp_path / "mine.cave")])
    assert done.exit_code == 0 and "all its actions still fit. Action 2, Jola: dig, does something else." in " ".join(
        done.output.split()
    )
