"""`after OTHER`: an edit repeats what the rules say, or what the other leaves, and holds whether the other is played or not."""

import pytest

from cavewright.play.loading.load import try_load

BASE = """ruleset base 1.0 "Base"
    language 2

constant days = 5 "Days"

kind gem
    | gem  | worth: 0..9 | into: set of tool |
    | ruby | 2           | rope              |
    | opal | 3           |                   |

kind tool
    | tool | weight: 0..9 |
    | rope | 1            |
    | lamp | 2            |

players player 2..3
    keeps points: 0..9 = 5
    keeps coins: 0..9 = 5

board cell
    grid 3 by 3
    keeps wet: yes_no

game
    keeps flood: 0..9 = 3

define rich = points > 4
define finds(n: 0..9) = n + 1

menu deeds

to play
    turns: each player from first(p in player)
        offer deeds
    night: gain 1 flood

action dig(g in gem) in deeds "Dig"
    can: require rich "Too poor."
    cost 1 coins
    got: gain finds(1) points

whenever dig as echo
    gain 1 coins

scoring
    among points > 0
    score points = points
    score wealth = 2 * coins
    score wet = count(c in cell where c.wet) + flood + days
    highest total wins
"""
DIG, GEM, PLAYER, NIGHT = "amend action dig", "amend kind gem", "amend players player", "amend to play"
PAIRS = {
    "price": (f"{DIG}\n    change cost: cost 1 coins to cost 2 coins", f"{DIG}\n    change cost: cost 1 coins to cost 3 coins"),
    "price added": (f"{DIG}\n    add to cost: + 1", f"{DIG}\n    change cost: cost 1 coins to cost 3 coins"),
    "price dropped": (f"{DIG}\n    change cost: cost 1 coins to cost 2 coins", f"{DIG}\n    drop cost: cost 1 coins"),
    "dropped twice": (f"{DIG}\n    drop cost: cost 1 coins", f"{DIG}\n    drop cost: cost 1 coins"),
    "text": (f'{DIG}\n    change can: "Too poor." to "Poor."', f'{DIG}\n    change can: "Too poor." to "So poor."'),
    "cell": (f"{GEM}\n    change ruby.worth: 2 to 3", f"{GEM}\n    change ruby.worth: 2 to 4"),
    "cell at the margin": ("change ruby.worth: 2 to 3", "change ruby.worth: 2 to 4"),
    "cell added": ("add to ruby.worth: + 1", "change ruby.worth: 2 to 4"),
    "set": (f"{GEM}\n    add ruby.into: lamp", f"{GEM}\n    change ruby.into: rope to lamp"),
    "the same value": (f"{GEM}\n    add ruby.into: lamp", f"{GEM}\n    add ruby.into: lamp"),
    "value dropped": (f"{GEM}\n    drop ruby.into: rope", f"{GEM}\n    drop ruby.into: rope"),
    "row": (f"{GEM}\n    change opal.worth: 3 to 4", f"{GEM}\n    drop | opal | 3 |"),
    "constant": ("change days: 5 to 6", "change days: 5 to 7"),
    "constant added": ("add to days: + 1", "change days: 5 to 7"),
    "constant replaced": ("replace constant days = 6", "change days: 5 to 7"),
    "definition": ("change define rich: points > 4 to points > 5", "change define rich: points > 4 to points > 6"),
    "players": ("change players player: 2..3 to 2..2", "change players player: 2..3 to 3..3"),
    "keeps": (f"{PLAYER}\n    change points: 5 to 6", f"{PLAYER}\n    change points: 5 to 7"),
    "column": (f"{GEM}\n    change worth: 0..9 to 0..7", f"{GEM}\n    change worth: 0..9 to 0..8"),
    "score": ("amend scoring\n    change wealth: 2 * coins to 3 * coins", "amend scoring\n    change wealth: 2 * coins to coins"),
    "winner": ("amend scoring\n    change wins: highest to lowest", "amend scoring\n    change wins: highest to lowest"),
    "line": (f"{NIGHT}\n    change night: gain 1 flood to gain 2 flood", f"{NIGHT}\n    change night: gain 1 flood to gain 3 flood"),
    "trigger": ("amend whenever echo\n    change gain: gain 1 coins to gain 2 coins", "amend whenever echo\n    change gain: gain 1 coins to gain 3 coins"),
    "grid": ("amend board cell\n    change grid: grid 3 by 3 to grid 4 by 4", "amend board cell\n    change grid: grid 3 by 3 to grid 5 by 5"),
    "name": ('change action dig: "Dig" to "Dug"', 'change action dig: "Dig" to "Digs"'),
}  # fmt: skip
"""What the other overlay writes, and what ours writes behind it, of the line as the rules have it."""


def load(*overlays):
    files = [
        {f"{name}.cave": f'overlay {name} 1.0 "{name}"\n    language 2\n    extends base ^1.0\n{after}\n{edits}\n'}
        for name, edits, after in overlays
    ]
    game, found = try_load({"base.cave": BASE}, files)
    return game, [each for each in found if each.severity == "error"]


AFTER = "    after other\n"


@pytest.mark.parametrize("name", PAIRS)
def test_an_edit_holds_whether_the_other_is_played_or_not(name):
    other, ours = PAIRS[name]
    alone, found = load(("ours", ours, AFTER))
    assert found == [] and load(("other", other, ""))[1] == []
    both, found = load(("ours", ours, AFTER), ("other", other, ""))
    assert found == [] and both.hash == alone.hash


@pytest.mark.parametrize(
    ("now", "ours"),
    [
        ("3", "change ruby.worth: 3 to 4"),
        ("7", "change days: 7 to 8"),
        ("8", "change define rich: points > 8 to points > 9"),
        ('"Dug"', 'change action dig: "Dug" to "Digs"'),
    ],
)
def test_or_it_repeats_what_the_other_leaves(now, ours):
    path, _, rest = ours.removeprefix("change ").partition(": ")
    before = {"ruby.worth": "2", "days": "5", "define rich": "points > 4", "action dig": '"Dig"'}[path]
    other = f"change {path}: {before} to {rest.partition(' to ')[0]}"
    both, found = load(("ours", ours, AFTER), ("other", other, ""))
    direct, _ = load(("ours", f"change {path}: {before} to {rest.partition(' to ')[2]}", ""))
    assert found == [] and both.hash == direct.hash and now in other


def test_without_after_two_that_change_one_value_clash():
    _, found = load(("ours", PAIRS["cell"][1], ""), ("other", PAIRS["cell"][0], ""))
    assert [each.code for each in found] == ["C0305"]


def test_what_neither_says_is_stale():
    _, found = load(("ours", "change ruby.worth: 5 to 4", AFTER), ("other", PAIRS["cell"][0], ""))
    assert [each.code for each in found] == ["C0303"] and "`change ruby.worth: 3 to …`" in found[0].help


ADDED = {
    "numbers": ("add to ruby.worth: + 1", f"{GEM}\n    add to ruby.worth: + 2", "change ruby.worth: 2 to 5"),
    "the same number": ("add to ruby.worth: + 1", "add to ruby.worth: + 1", "change ruby.worth: 2 to 4"),
    "less": ("add to ruby.worth: - 1", "add to ruby.worth: + 2", "change ruby.worth: 2 to 3"),
    "below the least for a moment": ("add to ruby.worth: - 4", "add to ruby.worth: + 5", "change ruby.worth: 2 to 3"),
    "values": ("add to opal.into: lamp", f"{GEM}\n    add to opal.into: rope", f"{GEM}\n    add opal.into: lamp, rope"),
    "value beside": ("add to ruby.into: lamp", "change ruby.worth: 2 to 5", "change ruby.worth: 2 to 5\nadd to ruby.into: lamp"),
}  # fmt: skip


@pytest.mark.parametrize("name", ADDED)
def test_what_is_added_to_cells_is_one_rule_in_any_order(name):
    one, other, wanted = ADDED[name]
    games = [load(("a", one, ""), ("b", other, ""))[0], load(("b", one, ""), ("a", other, ""))[0]]
    assert {each.hash for each in games} == {load(("c", wanted, ""))[0].hash}


@pytest.mark.parametrize(
    ("edit", "way"),
    [
        ("add to ruby.worth: and rich", "write `add to ruby.worth: + 1`"),
        ("add to ruby.into: + 1", "write `add to ruby.into: VALUE`"),
        ("add to ruby.worth: lamp", "write `change ruby.worth: … to …`"),
        ("add to rich: or flood > 7", "write `add to define rich: or flood > 7`"),
        ("add to rubi.worth: + 1", "did you mean `ruby`?"),
    ],
)
def test_what_a_cell_does_not_take_is_refused_with_what_to_write(edit, way):
    _, found = load(("a", edit, ""))
    assert [each.help for each in found] == [way]


def test_a_number_added_to_clashes_with_another_value():
    _, found = load(("a", "add to ruby.worth: + 1", ""), ("b", "change ruby.worth: 2 to 5", ""))
    assert [each.code for each in found] == ["C0305"]
