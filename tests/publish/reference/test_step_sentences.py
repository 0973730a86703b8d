"""Steps of examples as sentences: a deed with its price, what its player does, loses and gains besides, and what comes of
it for others; without signs, and without a colon where an author has worded it."""

import re
from types import SimpleNamespace

import pytest

from cavewright.language.syntax import tree as t
from cavewright.play.matches.consequences import DOES, GAINS, HOLDS, LOSES, NOTED, Consequence
from cavewright.play.matches.narration import Deed
from cavewright.publish.reference.example_blocks import ExampleBlocks, join_alike
from cavewright.publish.reference.markdown import Item, Strong, plain
from cavewright.publish.reference.reference import Reference, Translated
from cavewright.publish.reference.step_sentences import Lead, StepSentences, join_shared

TAKES = Consequence("takes 1 line", "takes 1 line", DOES, about="lines")
ROPE = Consequence("takes 1 rope", "takes 1 rope", DOES, about="lines")
DEEP = Consequence("reaches 25 m", "reaches 25 m", DOES, about="reached")
COIN = Consequence("takes a coin", "takes a coin", DOES, about="coins")
FOOD = Consequence("+4 food", "4 food", GAINS)
ROPE_GAINED = Consequence("+1 rope", "1 rope", GAINS)
EMMER = Consequence("−2 emmer", "2 emmer", LOSES)
CLEARED = Consequence("b2 is cleared", "b2 is cleared", HOLDS)
LANDS = Consequence("the man lands on c3", "the man lands on c3", HOLDS)
LIES, GETS, GETS_TWO, OPENS = (
    Consequence(f"it {each}", f"it {each}", HOLDS)
    for each in ("lies 25 m deep", "gets a token", "gets a token and a line", "opens to north, east and south")
)
WINS = Consequence("Anna wins", "Anna wins", HOLDS)
LOSS = [Consequence(f"Bo loses {each}", f"loses {each}", DOES, "Bo", "chart") for each in ("A3", "the Sinkhole")]
CAMP = Consequence("1 n3 from here to there", "moves 1 n3 from here to there", DOES, piece="n3")
NOTE = Consequence("rigged", "rigged", NOTED)
STEPS = {
    "a deed": ((), (), "Anna walks to n3"),
    "price": (("1 rope", "2 points"), (), "Anna walks to n3 (1 rope and 2 points)"),
    "price and verb": (("1 rope", "2 points"), (TAKES,), "Anna walks to n3 (1 rope and 2 points) and takes 1 line"),
    "several verbs": (("1 rope",), (TAKES, DEEP), "Anna walks to n3 (1 rope), takes 1 line and reaches 25 m"),
    "alike": ((), (TAKES, ROPE), "Anna walks to n3 and takes 1 line and 1 rope"),
    "alike with something between": (
        (),
        (TAKES, DEEP, COIN),
        "Anna walks to n3, takes 1 line and a coin and reaches 25 m",
    ),
    "gains and losses": ((), (FOOD, EMMER), "Anna walks to n3, gives up 2 emmer and gains 4 food"),
    "what the deed says": (("n3",), (), "Anna walks to n3"),
    "sentences beside it": ((), (CLEARED, LANDS), "Anna walks to n3; b2 is cleared; the man lands on c3"),
    "what has just been named": ((), (LIES, GETS), "Anna walks to n3; it lies 25 m deep and gets a token"),
    "what has just been named, with two things": (
        (),
        (GETS_TWO, LIES),
        "Anna walks to n3; it gets a token and a line, and lies 25 m deep",
    ),
    "what has just been named, with a list": (
        (),
        (OPENS, LIES),
        "Anna walks to n3; it opens to north, east and south; it lies 25 m deep",
    ),
    "what has just been named, once": ((), (LIES, CLEARED), "Anna walks to n3; it lies 25 m deep; b2 is cleared"),
    "its own name": ((), (WINS,), "Anna walks to n3 and wins"),
    "others": ((), tuple(LOSS), "Anna walks to n3; Bo loses A3 and the Sinkhole"),
    "what nobody words": ((), (NOTE,), "Anna walks to n3: rigged"),
    "the same thing twice": ((), (FOOD, FOOD), "Anna walks to n3 and gains 4 food and 4 food more"),
    "the same thing again among others": (
        (),
        (FOOD, ROPE_GAINED, FOOD, FOOD),
        "Anna walks to n3 and gains 4 food, 1 rope and twice 4 food more",
    ),
    "a piece that the deed names": ((), (CAMP,), "Anna walks to n3"),
    "all of it": (("1 rope",), (TAKES, CLEARED), "Anna walks to n3 (1 rope) and takes 1 line; b2 is cleared"),
}
GAMES = ["the-cave", "the-cave-de", "kave-kapers", "cave-vs-cave", "chess", "draughts", "backgammon", "hearts", "go"]
LEDGER = re.compile(r"[+−]\d+ \w|→|\b[IV]+-\d\d\b|^[^“„«]*?: ")
"""A sign before a number, an arrow, the code of a tile, or a colon outside of what is quoted."""


@pytest.fixture(scope="module")
def english():
    game = Reference.of(["tic-tac-toe"], with_figures=False).games[0]
    return StepSentences(Translated("en")(game))


@pytest.mark.parametrize("costs, came, said", STEPS.values(), ids=STEPS)
def test_a_step_is_one_sentence(english, costs, came, said):
    told, mark = english.behind(Deed(0, "", costs=costs, came=came), "walks to n3", "Anna")
    assert f"Anna{mark}{told}" == said


def test_a_consequence_with_a_subject_of_its_own_stands_without_a_name(english):
    assert english.behind(Deed(0, "", came=(CLEARED,)), "", "Anna") == ("b2 is cleared", None)


@pytest.mark.parametrize(
    "told, said",
    [
        (["loses A3", "loses the Sinkhole"], ["loses A3", "loses the Sinkhole"]),
        (["jumps to the left", "jumps to the right"], ["jumps to the left or the right"]),
        (["moves a1 to b1", "moves a1 to b2", "stays"], ["moves a1 to b1 or b2", "stays"]),
        (["the north of c3 has a wall", "the south of c4 has a wall"],) * 2,
        (["he goes from a1 to b1", "he goes from c1 to d1"], ["he goes from a1 to b1 or from c1 to d1"]),
    ],
)
def test_alike_are_told_once(told, said):
    assert join_shared(told, " or ".join, lead=Lead({"the"}, {"from"})) == said


@pytest.mark.parametrize(
    "deeds, said",
    [
        (["packs 1 rope", "packs 2 ropes"], "packs 1 rope or 2 ropes"),
        (["uses the shelf", "uses the gold vein"], "uses the shelf or the gold vein"),
        (["sells 1 flax", "sells 1 gold", "passes"], "sells 1 flax or 1 gold, or passes"),
    ],
)
def test_a_verb_that_deeds_share_is_told_once(english, deeds, said):
    assert english.any_of(deeds) == said


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de", "es"])
@pytest.mark.parametrize("name", GAMES)
def test_no_step_of_the_rulesets_that_ship_reads_like_a_ledger(name, lang):
    game = Translated(lang)(Reference.of([name], with_figures=False).games[0])
    for example in game.examples:
        blocks = ExampleBlocks(game, example)
        for step in blocks.steps:
            is_done = isinstance(step.node, t.Said) and step.node.verb == "when"
            if step.action is None or step.reasons or not is_done:
                continue
            for item in blocks.account(step, step.action, -1):
                assert not LEDGER.search(plain(item.words)), (example.name, plain(item.words))


def test_words_in_a_list_keep_their_article():
    items = [Item((Strong("Anna"), f" packs no {each}.")) for each in ("ropes", "oxygen", "food")]
    (joined,) = join_alike(items, " and ".join, " or ".join, articles={"no"})
    assert plain(joined.words) == "Anna packs no ropes and no oxygen and no food."


def test_moves_that_cost_so_much_each_are_not_one():
    items = [Item((Strong("Anna"), f" walks to {each} (1 point).")) for each in ("n1", "n2", "n3")]
    assert len(join_alike(items, " and ".join, " or ".join)) == 3


@pytest.mark.parametrize(
    "lang, said",
    [
        ("en", "lays it, open to the north and west"),
        ("de", "lays it, offen nach Norden und Westen"),
        ("es", "lays it, con salidas al norte y oeste"),
    ],
)
def test_a_thing_is_open_to_sides(lang, said):
    game = Translated(lang)(Reference.of(["tic-tac-toe"], with_figures=False).games[0])
    laid = SimpleNamespace(parameters=(("open", SimpleNamespace(is_sides=True)),))
    action = SimpleNamespace(arguments=("nw",), signature=laid)
    assert ExampleBlocks(game, game.examples[0]).with_openings(action, "lays it") == said
