"""Conditions of examples that go through things: told where people have a plain sentence for them, else left out of pages (the
example tests them all the same)."""

import pytest

from cavewright.language.syntax import tree as t
from cavewright.publish.reference.example_words import ExampleWords
from cavewright.publish.reference.reference import Reference, Translated
from cavewright.rules.model import ruleset as m
from cavewright.rules.model.operators import LOOPS

TOLD = {
    ("chess", "opening", "count(s in square where s.owner is White) is 16"): "White has 16 men",
    ("draughts", "opening", "count(s in square where s.man is Bo) is 12"): "Bo has 12 men",
    ("kave-kapers", "two_entrances", "count(p in station where p.entrance) is 2"): "there are 2 Entrances",
    ("kave-kapers", "joined_in_a_row", "count(s in sheet) is 3"): "there are 3 boards",
    ("kave-kapers", "joined_in_a_row", "count(p in neighbours(AN)) is 1"): "1 passage leads from AN",
    (
        "kave-kapers",
        "joined_as_wished",
        "C1 in reach(A1)",
    ): "the Sinkhole Entrance can be reached from the North Entrance",
    ("kave-kapers", "joined_as_wished", "B1 in reach(A1)"): "B1 can be reached from the North Entrance",
    ("kave-kapers", "two_to_six", "count(c in caver) is 6"): "there are 6 Cavers",
    ("the-cave", "five_at_the_base", "count(p in place) is 7"): "there are 7 tiles",
    ("the-cave", "five_at_the_base", "count(e in frontier(place)) is 6"): "there are 6 unexplored exits",
    (
        "the-cave",
        "three_share_the_most",
        "not some(t in team where t.bonus(photos) > 0)",
    ): "nobody gets the bonus for photographs",
    ("chess", "capture", "count(s in square where s.owner is Black) is 2"): "Black has 2 men",
    ("draughts", "opening", "count(s in square where s.man is Ann) is 12"): "Ann has 12 men",
}
LEFT_OUT = {
    ("kave-kapers", "sealed_off", "B10 not in reach(A1 where not passage.blocked and passage is not B8-B9)"),
    ("kave-kapers", "joined_in_a_row", "every(p in station: BW not in neighbours(p))"),
    ("cave-vs-cave", "parlor_refills", "every(g in good: Anna.goods[g] >= 1)"),
    ("cave-vs-cave", "laid_out", "count(p in Anna.cave where p.ground is debris) is 9"),
    ("cave-vs-cave", "laid_out", "every(g in good: Anna.goods[g] is 1 and Bo.goods[g] is 1)"),
    ("cave-vs-cave", "eaten_meanwhile", "not some(g in good where g.paid)"),
}
GAMES = ("the-cave", "kave-kapers", "cave-vs-cave", "chess", "draughts", "backgammon", "hearts", "go")


def operators_in(e):
    if isinstance(e, m.Expr):
        yield e.op
    for each in e.args if isinstance(e, m.Expr) else e if isinstance(e, tuple) else ():
        yield from operators_in(each)


def conditions_that_go_through_things(name):
    game = Translated("en")(Reference.of([name], with_figures=False).games[0])
    for example in game.examples:
        for step in game.steps[example.name]:
            if isinstance(step.node, t.Then):
                words = ExampleWords(game, step.after)
                for each in m.conjuncts(words.read.condition(step.node.condition)):
                    if {*LOOPS, "reach"} & set(operators_in(each)):
                        yield (name, example.name, each.span.text), words._join([words._part(each)])


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_condition_is_told_plainly_or_not_at_all(name):
    found = dict(conditions_that_go_through_things(name))
    assert found == {key: TOLD.get(key, "") for key in found}
    assert {key for key, said in found.items() if not said} == {each for each in LEFT_OUT if each[0] == name}


def test_whose_things_lie_at_a_place_and_how_many_is_one_sentence():
    """The owner may be whoever the rules name, such as the first player."""
    game = Translated("en")(Reference.of(["backgammon"], with_figures=False).games[0])
    told = [
        ExampleWords.of_step(game, step)
        for step in game.steps["beginning"]
        if isinstance(step.node, t.Then) and step.node.span.text.startswith(("then p24", "then p1."))
    ]
    assert told == ["White has 2 men on the 24-point", "Black has 2 men on the 1-point"]
