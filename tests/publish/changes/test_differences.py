"""Every kind of difference, by what an overlay says about a small game: its kind, its clause and its words."""

from functools import cache
from pathlib import Path

import pytest
from tests.publish.changes.tellings import differing

from cavewright import load_game
from cavewright.foundation.source import Source
from cavewright.language.compose import Composed, compose
from cavewright.language.syntax import parse_file
from cavewright.publish.changes.difference_sentences import DifferenceSentences

BASE = (Path(__file__).parent / "mine.cave").read_text("utf-8")
DIFFERENCES = {
    "change days: 5 to 6": ["value|value|Rounds of a game: 6 instead of 5"],
    "change option pace: slow to fast": ["option|value|How much does digging bring: here: Two. Formerly: One nugget."],
    "set pace = fast": ["option|value|How much does digging bring: here: Two. Formerly: One nugget."],
    "change players team: 2..4 to 1..4": ["players|value|Players: for 1 to 4 instead of 2 to 4 players"],
    "change define rich: gold > 10 to gold > 9": [
        "value|value|Rich: “the gold is more than 9” instead of “the gold is more than 10”"
    ],
    "amend kind tool\n    change lamp.price: 1 to 3": [
        "cell|lamp.price|What is for sale: oil lamp: price 3 instead of 1"
    ],
    'amend kind tool\n    change lamp.label: "oil lamp" to "lamp"': [
        "text|lamp.label|What is for sale: lamp: label lamp instead of oil lamp"
    ],
    "amend kind tool\n    drop | pick |": ["row|pick|What is for sale: no more pick-axe"],
    'amend kind tool\n    add | rope | 2 | "rope" |': ["row|rope|What is for sale: new: rope (price 2)"],
    "amend kind tool\n    move pick before lamp": ["row|pick|What is for sale: pick-axe now stands first"],
    'amend kind tool\n    add keeps left: 0..9 "Left."': ["kept|left|What is for sale: also: Left (tool)."],
    "amend action dig\n    change cost: cost 1 gold to cost 2 gold": [
        "cost|cost|Dig for gold: costs 2 gold instead of 1"
    ],
    "amend action dig\n    change cost: cost 1 gold to cost 1 gold, 1 lamp from bag": [
        "cost|cost|Dig for gold: also costs 1 lamp"
    ],
    "amend action dig\n    drop cost: cost 1 gold": ["cost|cost|Dig for gold: no longer costs 1 gold"],
    "amend action dig\n    add fee: cost gold gold": ["cost|fee|Dig for gold: also costs as much gold as the gold"],
    "amend action dig\n    drop light: require lamp in bag": [
        "requirement|light|Dig for gold: no longer requires that an oil lamp is in the bag, so never refused with “It is too dark.”"
    ],
    'amend action dig\n    add require gold > 0 "Poor."': [
        "requirement|require|Dig for gold: also requires that the gold is at least 1: “Poor.”"
    ],
    "amend action dig\n    change light: require lamp in bag to require pick in bag": [
        "requirement|light|Dig for gold: requires that a pick-axe is in the bag instead of that an oil lamp is in the bag: “It is too dark.”"
    ],
    'amend action dig\n    change light: "It is too dark." to "Dark."': [
        "text|light|Dig for gold: here “Dark.” instead of “It is too dark.”"
    ],
    "amend action dig\n    change light: _ to [M-1]": ["citation|light|Dig for gold: now cites M-1"],
    "amend action dig\n    change light: require lamp in bag to require lamp in bag reveals": [
        "requirement|light|Dig for gold: “Only if an oil lamp is in the bag. Everybody learns what this depended on” instead of “Only if an oil lamp is in the bag”"
    ],
    "amend action dig\n    change cost: cost 1 gold to cost 1 gold reveals": [
        "cost|cost|Dig for gold: “Costs 1 gold. Everybody learns what this depended on” instead of “Costs 1 gold”"
    ],
    "amend action dig\n    change more: if pace is fast to if pace is fast reveals": [
        "step|more|Dig for gold: this hangs on the answer to “How much does digging bring?” instead of this hangs on the answer to “How much does digging bring?”"
    ],
    "amend action dig\n    add gain 1 gold reveals": [
        "step|gain#3|Dig for gold: also: The gold goes up by 1. Everybody learns what this depended on"
    ],
    "amend action dig\n    add gain 1 gold": ["step|gain#3|Dig for gold: also: The gold goes up by 1"],
    "amend action dig\n    drop more: if pace is fast": [
        "step|more|Dig for gold: no longer: this hangs on the answer to “How much does digging bring?”"
    ],
    "amend action dig\n    change more: if pace is fast to if days > 3": [
        "step|more|Dig for gold: “The gold goes up by 1” instead of “this hangs on the answer to ‘How much does digging bring?’”"
    ],
    "amend action dig\n    move cost before light": [
        "step|cost|Dig for gold: “Costs 1 gold” now comes before “Only if an oil lamp is in the bag”"
    ],
    "amend scoring\n    change gold: gold to 2 * gold": [
        "score|gold|Scoring: gold: “2 times the gold” instead of “the gold”"
    ],
    'amend scoring\n    add score tools = size(bag) "A point a tool."': [
        "score|tools|Scoring: also scores tools: A point a tool."
    ],
    "amend action dig\n    change pit: spot to 1..3": [
        "choice|pit|Dig for gold: “a number from 1 to 3” instead of “a spot”"
    ],
    "amend action dig\n    add with deep in 1..2": ["choice|deep|Dig for gold: also: a number from 1 to 2"],
    "amend action dig\n    drop pit: with pit in spot": ["choice|pit|Dig for gold: no longer: a spot"],
    "amend action dig\n    add in leisure": ["menu|leisure|Dig for gold: now also offered under “Leisure”"],
    "amend action dig\n    change work: in work to in leisure": [
        "menu|work|Dig for gold: no longer offered under “What there is to do”",
        "menu|leisure|Dig for gold: now also offered under “Leisure”",
    ],
    "amend whenever rest\n    add whenever any": [
        "upon|any|Who rests finds something: now also follows “every action”"
    ],
    "amend whenever rest\n    add whenever dig": [
        "upon|dig|Who rests finds something: now also follows “Dig for gold”"
    ],
    "amend to yield\n    change n: 0..9 to 0..5": ["parameter|n|Yield: “n: 0–5” instead of “n: 0–9”"],
    "amend to yield\n    change more: otherwise if n > 2 to otherwise if n > 1": [
        "step|otherwise[n > 1]|Yield: “Otherwise, if the n is more than 1” instead of “Otherwise, if the n is more than 2”"
    ],
    "amend to yield\n    change otherwise: otherwise to otherwise if n > 1": [
        "step|otherwise[n > 1]|Yield: “Otherwise, if the n is more than 1” instead of “Otherwise”"
    ],
    "amend to yield\n    drop more: otherwise if n > 2\n    change otherwise: otherwise to otherwise if n > 2": [
        "step|otherwise[n > 2]|Yield: no longer: Otherwise, if the n is more than 2: The gold goes up by 2",
        "step|otherwise[n > 2]|Yield: “Otherwise, if the n is more than 2” instead of “Otherwise”",
    ],
    "amend to yield\n    drop more: otherwise if n > 2": [
        "step|otherwise[n > 2]|Yield: no longer: Otherwise, if the n is more than 2: The gold goes up by 2"
    ],
    "amend to yield\n    drop more: otherwise if n > 2\n    add after more otherwise if n > 3\n        gain 3 gold": [
        "step|otherwise[n > 2]|Yield: no longer: Otherwise, if the n is more than 2: The gold goes up by 2",
        "step|otherwise[n > 3]|Yield: also: Otherwise, if the n is more than 3: The gold goes up by 3",
    ],
    "amend to yield\n    add after otherwise[n > 2].gain gain 3 gold": [
        "step|gain#3|Yield: also: The gold goes up by 3"
    ],
    "amend to yield\n    change otherwise[n > 2].gain: gain 2 gold to gain 4 gold": [
        "step|gain#2|Yield: “The gold goes up by 4” instead of “The gold goes up by 2”"
    ],
    "amend to yield\n    drop otherwise: otherwise": [
        "step|otherwise|Yield: no longer: Otherwise: The gold goes down by 1"
    ],
    "amend action dig\n    drop more: if pace is fast\n    add after gain if gold < 9\n        if pace is fast\n            gain 1 gold": [
        "step|more|Dig for gold: no longer: this hangs on the answer to “How much does digging bring?”",
        "step|if|Dig for gold: also: If the gold is less than 9",
    ],
    "amend action rest\n    drop gain: gain 1 gold\n    add if gold < 9\n        gain 1 gold": [
        "step|gain|Rest: no longer: The gold goes up by 1",
        "step|if|Rest: also: If the gold is less than 9: The gold goes up by 1",
    ],
    "amend board spot\n    add passage where days > 2": [
        "step|passage|Spot: also: a passage is there if the rules have it so"
    ],
    'remove action dig because "nobody digs"': ["rule||Dig for gold: this action is gone: nobody digs"],
    'add action sing in work "Sing"\n    gain 1 gold': ["rule||Sing: new action: The gold goes up by 1."],
    'add constant songs = 3 "Songs."': ["rule||Songs: new constant: 3"],
    'add note rain "It may rain."': ["note||It may rain: new note"],
    'change constant days: "Rounds of a game." to "Rounds."': ["text||Rounds: formerly “Rounds of a game.”"],
}
WORDING = ("text", "citation", "note")
COVERING = (
    "change players team: 2..4 to 1..4",
    "change define rich: gold > 10 to gold > 9",
    10,
    17,
    18,
    25,
    27,
    29,
    35,
    43,
    48,
    'remove action dig because "nobody digs"',
    'add note rain "It may rain."',
    'change constant days: "Rounds of a game." to "Rounds."',
)
"""One edit for each sort of difference, for the gate."""


@cache
def composed(edits: str = "", head: str = "") -> Composed:
    base = parse_file(Source("mine.cave", BASE))[0]
    text = f"overlay my 1.0\n    language 1\n    extends mine ^1.0\n{head}\n{edits}\n"
    file, found = parse_file(Source("my.cave", text))
    assert not found, found
    result, problems = compose([base], [[file]] if edits else [])
    assert not problems, problems
    return result


@pytest.mark.parametrize("edits", DIFFERENCES)
@pytest.mark.gate(
    "change days: 5 to 6",
    "set pace = fast",
    "change players team: 2..4 to 1..4",
    "amend kind tool\\n    drop | pick |",
    "amend kind tool\\n    move pick before lamp",
    'amend kind tool\\n    add keeps left: 0..9 "Left."',
    "amend action dig\\n    change cost: cost 1 gold to cost 2 gold",
    "amend action dig\\n    drop light: require lamp in bag",
    "amend action dig\\n    change light: _ to [M-1]",
    "amend action dig\\n    change cost: cost 1 gold to cost 1 gold reveals",
    "amend action dig\\n    drop more: if pace is fast",
    "amend action dig\\n    move cost before light",
    'amend scoring\\n    add score tools = size(bag) "A point a tool."',
    "amend action dig\\n    change pit: spot to 1..3",
    "amend action dig\\n    add in leisure",
    "amend whenever rest\\n    add whenever any",
    "amend to yield\\n    change more: otherwise if n > 2 to otherwise if n > 1",
    "amend to yield\\n    drop otherwise: otherwise",
    "amend board spot\\n    add passage where days > 2",
    'remove action dig because "nobody digs"',
    'add action sing in work "Sing"\\n    gain 1 gold',
    'add note rain "It may rain."',
)
def test_what_differs_and_in_which_words(edits: str) -> None:
    found = differing(composed(), composed(edits))
    assert [f"{each.what}|{each.key}|{each.title}: {each.text}" for each in found.all] == DIFFERENCES[edits]
    assert [each.plays for each in found.all] == [each.what not in WORDING for each in found.all]


@pytest.mark.parametrize("edits", DIFFERENCES)
@pytest.mark.gate(*COVERING)
def test_what_touches_play_is_what_changes_the_hash(edits: str) -> None:
    before, after = composed(), composed(edits)
    assert (before.hash != after.hash) == bool(differing(before, after).in_play)


def test_a_trigger_is_the_same_one_with_another_first_action() -> None:
    found = differing(composed(), composed("amend whenever rest\n    change rest: rest to dig")).all
    assert [(each.rule, each.sentence) for each in found] == [
        ("whenever dig", "Who rests finds something: no longer follows “Rest” (by house rule my)"),
        ("whenever dig", "Who rests finds something: now also follows “Dig for gold” (by house rule my)"),
    ]


@pytest.mark.parametrize("edits", DIFFERENCES)
@pytest.mark.gate(*COVERING)
def test_the_other_way_round_as_much_differs(edits: str) -> None:
    before, after = composed(), composed(edits)
    there, back = differing(before, after), differing(after, before)
    assert [(each.rule, each.plays) for each in there.all] == [(each.rule, each.plays) for each in back.all]


def test_nothing_differs_from_itself() -> None:
    assert differing(composed(), composed()).all == ()
    assert differing(composed("change days: 5 to 6"), composed("change days: 5 to 6")).all == ()


def test_who_says_so_and_why_and_which_facts_it_carries_out() -> None:
    edits = (
        "amend action dig  [M-9]\n    change cost: cost 1 gold to cost 2 gold  [M-1]\n    drop light: require lamp in bag  [M-2]\n\n"
        'remove define rich because "no rest"  [M-3]\n\nadd constant songs = 3  [M-4]\n\nchange days: 5 to 6  [M-5]'
    )
    found = differing(composed(), composed(edits, '    why "It is fun."\n    source M "A second edition"'))
    told = {each.key or each.rule: (each.by, each.is_edition, each.why, each.cites) for each in found.in_play}
    assert told == {
        "cost": ("my", True, "It is fun.", ("M-1", "M-9")),
        "light": ("my", True, "It is fun.", ("M-2", "M-9")),
        "define rich": ("my", True, "no rest", ("M-3",)),
        "constant songs": ("my", True, "It is fun.", ("M-4",)),
        "value": ("my", True, "It is fun.", ("M-5",)),
    }
    assert (
        next(each for each in found.all if each.key == "cost").sentence
        == "Dig for gold: costs 2 gold instead of 1 (by the edition my)"
    )


def test_a_note_of_a_figure_is_a_figure() -> None:
    after = composed('add note chips "20 chips."  [M-1]')
    assert [
        differing(composed(), after, {"M-1": {"class": each}}).all[0].plays
        for each in ("figure", "play", "text", "none")
    ] == [True, True, False, False]


def test_of_two_editions_each_block_is_told_once() -> None:
    """Without an overlay: two texts, of which one has a block that the other has not."""
    longer = BASE.replace(
        "    gain 1 gold\n\nscoring",
        '    may "Again?"\n        gain 1 gold\n        gain 1 gold\n    gain 1 gold\n\nscoring',
    )
    assert longer != BASE
    before, after = (compose([parse_file(Source("mine.cave", each))[0]], [])[0] for each in (BASE, longer))
    assert [each.sentence for each in differing(before, after).all] == [
        "Rest: also: Again? The gold goes up by 1. The gold goes up by 1"
    ]


SHOP = """ruleset shop 1.0
    language 1
kind ware "Wares."
    | ware  | price: 0..9 |
    | apple | 1           |
        to sell "Sell it."
            offer any once
                whole: gain 2 coin "All of it"
                action half
                    poor: require coin > 0 "Poor."
                    gain 1 coin
    | plum  | 2           |

players team 2..2
    keeps coin: 0..9

to play
    each team from first(each in team)
        choose w in ware
            w.sell

scoring
    score coin = coin
    highest total wins
"""
SHOPS = {
    ("gain 1 coin", "gain 3 coin"): [
        "step|apple.sell.half.gain|apple: “The coin goes up by 3” instead of “The coin goes up by 1”"
    ],
    ('"Poor."', '"Broke."'): ["text|apple.sell.half.poor|apple: here “Broke.” instead of “Poor.”"],
    ('"All of it"', '"All"'): ["text|apple.sell.whole|apple: here “All” instead of “All of it”"],
    ('"Sell it."', '"Sell."'): ["text|apple.sell|apple: here “Sell.” instead of “Sell it.”"],
    (
        "    | plum  | 2           |\n",
        '    | plum  | 2           |\n        to sell "Sell."\n            gain 1 coin\n',
    ): ["step|plum.sell|plum: also: sell"],
    (
        "    | plum  | 2           |\n",
        '    | plum  | 2           |\n    | fig | 3 |\n        to sell "Sell."\n            gain 1 coin\n',
    ): ["row|fig|new: fig (price 3): Sell."],
}


@pytest.mark.parametrize("edit", SHOPS)
def test_what_a_row_does_is_part_of_it(edit: tuple[str, str]) -> None:
    """Under the key that goes with the row, and said of the row."""
    assert SHOP.count(edit[0]) == 1
    before, after = (compose([parse_file(Source("shop.cave", each))[0]], [])[0] for each in (SHOP, SHOP.replace(*edit)))
    found = differing(before, after).all
    assert [f"{each.what}|{each.key}|{each.text}" for each in found] == SHOPS[edit]
    assert [each.sentence for each in found] == [f"Wares: {each.text}" for each in found]
    assert (before.hash != after.hash) == any(each.plays for each in found)


def test_what_is_declared_is_called_by_its_label() -> None:
    """In the language of a catalogue; what has no text is told as it is written."""
    words = load_game("cave-vs-cave").wording("de")
    say = DifferenceSentences(words, words)
    assert [
        say.show_cell(*each)
        for each in (
            ("solid", "ground or none"),
            ("wood, stone", "set of good"),
            ("n e", "set of side"),
            ("none", "ground or none"),
            ("yes", "yes_no"),
            ("7", "0..9"),
        )
    ] == ["massiver Fels", "Holz, Stein", "n e", "keine", "ja", "7"]
    assert [say.title(*each) for each in (("to", "round", ""), ("define", "mouth", ""), ("kind", "nook", ""))] == [
        "Eine Runde spielen",
        "Der Höhleneingang",
        "Zusatzkammer",
    ]
    assert (say.column("chamber", "must"), say.column("chamber", "colour"), say.column("chamber", "shape")) == (
        "mit Wand",
        "Farbe",
        "shape",
    )
    assert (say.field_name("game", "walls"), say.field_name("game", "rest")) == ("Wände", "")
    assert (
        say.clause("masonry", "wood#2", "1 wood", "take.material.wood")
        == "1 Holz"
        == say.clause("tile", "masonry.take.material.wood", "1 wood")
    )
    words = load_game("tic-tac-toe").wording("en")
    english = DifferenceSentences(words, words)
    assert (english.title("to", "set_up", ""), english.field_name("game", "walls")) == ("Set up", "")
