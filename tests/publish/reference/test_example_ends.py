"""Examples on pages: what holds in the end is told, and what is set by hand before and after somebody has acted."""

import pytest

from cavewright.language.syntax import tree as t
from cavewright.publish.reference.example_blocks import ExampleBlocks
from cavewright.publish.reference.example_words import ExampleWords
from cavewright.publish.reference.markdown import plain
from cavewright.publish.reference.reference import Reference, Translated

RULES = """ruleset ends 1.0 "Ends"
    language 1

kind gem "Gems."
    | gem  | worth: 1..9 | label: text |
    | ruby | 2           | "ruby"      |
    | opal | 3           | "opal"      |

ranking prize(g: gem) by purse[g] "Most gems."
    | rank | place: 1..9 | level: 1..9 | points: 0..9 |
    | top  | 1           | 1           | 5            |

players player 2..2
    keeps purse: bag of gem
    keeps coins: 0..9
    keeps notes: 0..9 internal
    keeps rich: yes_no

to turn
    offer any moves

to play
    each player from first(p in player)
        turn

menu moves

action take(g in gem) in moves "Take a gem"
    few: require coins < 5 "Enough."
    gain 1 g in purse
    gain 1 coins

scoring
    score gems = sum(g in gem: purse[g] * g.worth)
    score prizes = sum(g in gem: prize(g))
    highest total wins

example taken "Anna takes a ruby."
    | player | coins |
    | Anna   | 2     |
    | Bo     | 0     |
    begin turn as Anna
    given Anna.coins = 3
    when Anna: take ruby
    given Anna.coins = 5
    given Anna.notes = 1
    given Anna.rich = yes
    refuse Anna: take opal
    then Anna.coins is 5 and Anna.purse[ruby] is 1 and opal not in Anna.purse and Anna.rich
    then Anna.notes is 1
    then total(Anna) is 7 and score(Anna, gems) is 2 and Anna.prize(ruby) is 5 and wins(Anna) and not wins(Bo)
    then size(Bo.purse) is 0
"""
TOLD = {
    "en": [
        "Anna takes: ruby",
        "Suppose the coins of Anna are 5",
        "Suppose “the rich” holds for Anna",
        "Then: the coins of Anna are 5; Anna has 1 ruby and no opal in the purse; “the rich” holds for Anna",
        "Then: Anna has 7 points, scores 2 points for gems, gets 5 points as “prize” of the ruby and wins",
        "Then: Bo has nothing in the purse",
    ],
}


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    path = tmp_path_factory.mktemp("ends") / "ends.cave"
    path.write_text(RULES, "utf-8")
    return Reference.of([str(path.parent)], with_figures=False)


def lines(reference, lang):
    game = Translated(lang)(reference.games[0])
    return [plain(each.words) for example in game.examples for each in ExampleBlocks(game, example).done()]


def test_an_example_says_how_it_ends_and_what_was_set_on_the_way(reference):
    """What only the rules keep is left out; what a player has before anybody acts stands in the table of the first position."""
    told = lines(reference, "en")
    assert [each for each in told if each.startswith(("Then", "Suppose"))] == TOLD["en"][1:]


BEFORE = RULES.replace(
    "to turn\n",
    "game\n    keeps closed: set of gem\n    keeps left: 0..9\n    keeps spent: 0..9 internal\n\nto turn\n",
    1,
)
OF_THE_GAME = [f"    given {each}\n" for each in ("closed[opal] = yes", "closed[ruby] = yes", "left = 3", "spent = 1")]


def test_what_no_table_shows_is_supposed_before_anybody_acts(tmp_path):
    begun = "    begin turn as Anna\n    given Anna.coins = 3\n"
    (tmp_path / "ends.cave").write_text(BEFORE.replace(begun, f"{begun}{''.join(OF_THE_GAME)}", 1), "utf-8")
    told = lines(Reference.of([str(tmp_path)], with_figures=False), "en")
    assert told[0] == "Suppose the opal and the ruby are in the closed; the left is 3"


@pytest.mark.parametrize(
    ("lang", "then", "given", "total"),
    [("de", "Danach", "Angenommen,", "hat 7 Punkte"), ("es", "Después", "Supongamos que", "tiene 7 puntos")],
)
def test_ends_are_told_in_each_language(reference, lang, then, given, total):
    told = lines(reference, lang)
    assert [sum(each.startswith(head) for each in told) for head in (then, given)] == [3, 2]
    assert any(total in each for each in told)


def test_an_example_begins_where_somebody_acts(reference):
    game = Translated("en")(reference.games[0])
    table = next(ExampleBlocks(game, game.examples[0]).position(ExampleBlocks(game, game.examples[0]).start))
    assert ("Coins", "3", "") in table.rows


SILENT = {
    "the-cave": {"warned_on_the_way", "nothing_fits", "who_begins"},
    "cave-vs-cave": {"parlor_refills", "laid_out", "warned_of_blue_rooms"},
    "kave-kapers": {
        "numbers_of_the_summary",
        "sealed_off",
        "warned_in_the_dark",
        "no_wading_to_water",
        "joined_in_a_row",
    },
}
"""Examples of which an end is left out of pages: a formula, numbers that stand in the rules, warnings that
nobody gets, tiles that only the rules name, that somebody is on no way, what the line before has just said, and the name of half a
station that has become another."""


@pytest.mark.long
@pytest.mark.parametrize("game", SILENT)
def test_every_end_of_the_rulesets_that_ship_is_told(game):
    """But for what the rules keep for themselves."""
    shown = Translated("de")(Reference.of([game], with_figures=False).games[0])
    steps = [(example.name, step) for example in shown.examples for step in shown.steps[example.name]]
    ends = ((name, step) for name, step in steps if isinstance(step.node, t.Then) and not _is_kept(shown, step))
    assert {name for name, step in ends if not ExampleWords.of_step(shown, step)} == SILENT[game]


def _is_kept(shown, step):
    kept = {each.name for each in shown.rules.fields if not each.told}
    return any(each in step.node.span.text for each in kept)
