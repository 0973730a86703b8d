"""Holdings of examples as sentences: one verb, what is there first, a general noun for its kinds, points with their word."""

from functools import partial

import pytest

from cavewright.publish.reference.joined_clauses import Clause
from cavewright.publish.reference.reference import Reference, Translated
from cavewright.publish.reference.told_holdings import Holding, Reward, join_told
from cavewright.publish.sentences import Sentences

HAS = partial(Holding, "Anna", "told-has")
LACKS = partial(HAS, is_none=True)
GETS = partial(Reward, message="told-gets", name="the bonus for water", nothing="no bonus for water")
HAS_POINTS = partial(Reward, message="told-totals")
TOLD = {
    "what is there first": ([LACKS("no token"), HAS("4 points left")], "Anna has 4 points left and no token"),
    "a general noun": (
        [LACKS("no tokens"), HAS("4 points left"), LACKS("no depth tokens")],
        "Anna has 4 points left and no tokens",
    ),
    "as many of others": (
        [HAS("2 turns of Anna’s", later="2 of Anna’s"), HAS("1 turn of Bo’s", later="1 of Bo’s")],
        "Anna has 2 turns of Anna’s and 1 of Bo’s",
    ),
    "only what is lacking": ([LACKS("no token"), LACKS("no rope")], "Anna has no token and no rope"),
    "one verb with others between": (
        [LACKS("no points"), Clause("n2 is a descent"), HAS("1 rope")],
        "Anna has 1 rope and no points; n2 is a descent",
    ),
    "others' things": ([HAS("1 rope"), Holding("Bo", "told-has", "2 ropes")], "Anna has 1 rope and Bo 2"),
    "others' other things": (
        [HAS("♣5 in hand"), Holding("Bo", "told-has", "♠4 in hand")],
        "Anna has ♣5 in hand and Bo ♠4",
    ),
    "others' none": (
        [HAS("2 ropes"), Holding("Bo", "told-has", "no rope", is_none=True)],
        "Anna has 2 ropes; Bo has no rope",
    ),
    "others' other nouns": (
        [HAS("1 flood card left"), Holding("Bo", "told-has", "2 flood tokens left")],
        "Anna has 1 flood card left; Bo has 2 flood tokens left",
    ),
    "two that are one": (
        [Clause("A and B are one place", "A"), Clause("C and D are one place", "C")],
        "A and B are one place; C and D are one place",
    ),
    "others elsewhere": (
        [Clause("Anna stands on n2", "Anna"), Clause("Bo waits at n3", "Bo")],
        "Anna stands on n2; Bo waits at n3",
    ),
    "alike but for their subjects": (
        [Clause("A5 is flooded", "A5"), Clause("A6 is flooded", "A6"), Clause("on A7 lies 1 rope", "A7")],
        "A5 and A6 are flooded; on A7 lies 1 rope",
    ),
    "alike behind the same word": (
        [Clause("on A5 lies no rope", "A5"), Clause("on A6 lies no rope", "A6"), Clause("on AW lies no rope", "AW")],
        "on A5, A6 and AW lies no rope",
    ),
    "alike with a number each": (
        [Clause("stack I has 15 tiles left", "stack I"), Clause("stack II has 15 tiles left", "stack II")],
        "stack I and stack II each have 15 tiles left",
    ),
    "alike with a noun each": (
        [Clause("n1 is a space", "n1"), Clause("s1 is a space", "s1")],
        "n1 and s1 are each a space",
    ),
    "alike with a verb that has no form for many": (
        [Clause("A5 glows", "A5"), Clause("A6 glows", "A6")],
        "A5 glows; A6 glows",
    ),
    "one subject, others between": (
        [Clause("n3 is a choke", "n3"), Clause("no token lies on n3", place="n3"), Clause("n3 lies 25 m deep", "n3")],
        "n3 is a choke and lies 25 m deep; no token lies there",
    ),
    "a verb with two things": (
        [Clause("n3 has a token", "n3"), Clause("n3 has no rope", "n3")],
        "n3 has a token and no rope",
    ),
    "a verb with two places": (
        [Clause("AE is next to A8", "AE"), Clause("AE is next to B11", "AE"), Clause("BE is next to C9", "BE")],
        "AE is next to A8 and B11; BE is next to C9",
    ),
    "what somebody reads": (
        [Clause(f"Anna sees the warning “{each}”", "Anna", is_warning=True) for each in ("It is wet and dark.", "Go.")],
        "Anna sees the warning “It is wet and dark.” and the warning “Go.”",
    ),
    "several next to one": (
        [Clause("c2 is next to c3", "c2"), Clause("b4 is next to c3", "b4")],
        "c2 and b4 are next to c3",
    ),
    "what begins with a verb of two": (
        [Clause("Anna has to go", "Anna"), Clause("Anna has 1 rope", "Anna")],
        "Anna has to go and has 1 rope",
    ),
    "a list among others": (
        [Clause(f"Anna {each}", "Anna") for each in ("stands at A3", "has A1, A2 and A3", "waits")],
        "Anna stands at A3 and has A1, A2 and A3; Anna waits",
    ),
    "what is at places": (
        [Clause(f"{thing} stands on {place}", place) for thing, place in (("a king", "g1"), ("a rook", "f1"))],
        "a king stands on g1 and a rook on f1",
    ),
    "what lies and stands at places": (
        [Clause("a king stands on g1", "g1"), Clause("a rook lies on f1", "f1")],
        "a king stands on g1; a rook lies on f1",
    ),
    "a place just named": (
        [Clause("a rope lies on n3", place="n3"), Clause("no token lies on n3", place="n3")],
        "a rope lies on n3; no token lies there",
    ),
    "a place among others": (
        [Clause("Anna waits at n2 on n3", "Anna"), Clause("no token lies on n3", place="n3")],
        "Anna waits at n2 on n3; no token lies on n3",
    ),
    "a place whose name begins another": (
        [Clause("n3 is a choke", "n3"), Clause("no token lies on n3e1", place="n3e1")],
        "n3 is a choke; no token lies on n3e1",
    ),
    "its own name": ([Clause("the home base is a home base"), Clause("n1 is flat")], "n1 is flat"),
    "what no catalogue says": ([Clause("–"), Clause("n1 is flat")], "n1 is flat"),
    "points": ([HAS_POINTS("Anna", 1)], "Anna has 1 point"),
    "no points": ([HAS_POINTS("Anna", 0)], "Anna has no points"),
    "fewer than none": ([HAS_POINTS("Anna", 2), HAS_POINTS("Bo", -2)], "Anna has 2 points and Bo −2"),
    "equal points": ([HAS_POINTS("Anna", 1), HAS_POINTS("Bo", 1)], "Anna and Bo have 1 point each"),
    "bonus": ([GETS("Anna", 8), GETS("Bo", 0)], "Anna gets 8 points and Bo none as the bonus for water"),
    "no bonus": ([GETS("Anna", 0)], "Anna gets no bonus for water"),
    "no bonus for several": ([GETS("Anna", 0), GETS("Bo", 0)], "Anna and Bo get no bonus for water"),
}


@pytest.fixture(scope="module")
def game():
    return Translated("en")(Reference.of(["tic-tac-toe"], with_figures=False).games[0])


@pytest.mark.parametrize(("parts", "said"), TOLD.values(), ids=TOLD)
def test_holdings_are_one_sentence(game, parts, said):
    assert join_told(parts, Sentences(game.opened.words), game.texts.both) == said
