"""Decisions in words: among what, under which condition and how often, whatever their authors ask or announce."""

from dataclasses import replace

import pytest

from cavewright import load_game, load_rules
from cavewright.foundation.texts import Catalogue, Entry, texts
from cavewright.play.positions.wording import Wording
from cavewright.publish.changes.translations import translatable_texts
from cavewright.publish.sentences.language import told_languages
from cavewright.publish.sentences.mentions import NAMED, nodes
from cavewright.rules.model import ruleset as m
from cavewright.sentences import Sentences, all_of

DECIDED = (m.Choose, m.Roll, m.Repack, m.Repeat, m.Offer, m.InTurn)
"""What a text may ask or announce without saying among what, on which condition, or how often."""

RULES = """ruleset t 1.0 "T"
    language 1

kind colour "Colours."
    | colour | size: 1..2 |
    | red    | 1          |
    | blue   | 1          |

players player 2..2
    keeps bag: bag of colour holding 3 size
    keeps store: bag of colour
    keeps best: colour or none

board square
    grid 3 by 3
    keeps mark: player or none

define corner(s: square) = count(n in neighbours(s)) < 3

to play
    rounds: repeat 2 times "Final rounds"
        each player from first(p in player) "Everybody goes."
            mark: choose s in square, c in colour where s.mark is none and corner(s) and c is not red "Which do you mark?"
                set s.mark = me
            otherwise
                lot: roll k in colour where k is not blue "Draw lots."
                set best = k
            sort: repack bag with store where it is red "Sort."
    until: repeat until best is red "Go on."
        offer any moves until best is red "What now?"

menu moves

action step(s in square, to t in neighbours(s), by c in colour) in moves "Step"
    set t.mark = s.mark
    set best = c

scoring
    score best = 1 if best is red otherwise 0
    highest total wins
"""


def decisions(rules):
    """The lines with a text by which somebody or chance decides, or that are done several times."""
    for step in nodes((rules.processes, rules.actions, rules.triggers), NAMED):
        if isinstance(step, m.Step) and isinstance(step.statement, DECIDED) and step.clause.text:
            yield step


def told_of(told, step):
    return {each.text.rstrip(".:") for each in all_of(told.step(step))}


def unsaid(told):
    """What is said of a decision without its text, and is not said with it."""
    for step in decisions(told.rules):
        plain = replace(step, clause=replace(step.clause, text=""))
        yield from told_of(told, plain) - told_of(told, step)


@pytest.mark.parametrize("lang", told_languages())
def test_a_text_takes_nothing_away_of_what_is_decided(lang):
    told = Sentences(load_rules({"t.cave": RULES}).wording(lang))
    assert (len(list(decisions(told.rules))), list(unsaid(told))) == (7, [])


@pytest.mark.gate("nine-mens-morris")
@pytest.mark.parametrize("game", ["the-cave", "the-cave-de", "cave-vs-cave", "kave-kapers", "nine-mens-morris"])
def test_no_ruleset_that_ships_asks_without_saying_among_what(game):
    loaded = load_game(game)
    assert [each for lang in told_languages() for each in unsaid(Sentences(loaded.wording(lang)))] == []
    told = Sentences(loaded.wording())
    assert [each for name, action in told.rules.actions.items() for each in unsaid_parameters(told, name, action)] == []


def unsaid_parameters(told, name, action):
    """The parameters of an action that no sentence tells with what they are among."""
    said = " ".join(each.text for each in told.action(name))
    for bind in action.binds:
        if bind.domain.op not in ("rows", "turnings", "range") and told.value(bind.domain) not in said:
            yield name, bind.local.name


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["2 times", "Choose a square and a colour A, so that that square has no mark"]),
        ("de", ["2-mal", "Square und colour A so wählen, dass „square“ keine mark hat"]),
        ("es", ["2 veces", "Elegir square y colour A; solo vale si «square» no tiene mark"]),
    ],
)
def test_condition_domain_and_count_stand_below_the_question(lang, said):
    told = " ".join(each.text for each in Sentences(load_rules({"t.cave": RULES}).wording(lang)).all())
    assert [each for each in said if each not in told] == []


def test_a_parameter_is_told_under_the_name_that_the_effects_say():
    told = [each.text for each in Sentences(load_game("the-cave").wording()).action("enter")][:2]
    assert told == [
        "Choose a tile among the neighbours that a passage joins to the current tile: the tile ahead.",
        "Choose a way: the way chosen.",
    ]


def test_a_bag_that_is_packed_says_how_much_it_holds():
    told = [each.text for each in Sentences(load_game("the-cave").wording()).action("exchange")]
    assert told[-1].startswith("Share out anew, between the backpack (at most 8 slots) and the camp (at most 4")


@pytest.mark.gate("the-cave")
@pytest.mark.parametrize("game", ["the-cave", "cave-vs-cave", "kave-kapers"])
def test_every_text_of_an_author_is_told_in_the_words_of_a_translator(game):
    """A catalogue that marks each text: none is told without its mark."""
    loaded = load_game(game)
    entries = (
        Entry(each.entry.context, each.entry.sources, tuple(f"⟦{said}⟧" for said in each.entry.sources))
        for each in translatable_texts(loaded)
    )
    marked = Wording(loaded.rules_model, (Catalogue(tuple(entries)),), texts("de"), "de")
    assert [each for each in Sentences(marked).all() if each.source == "text" and "⟦" not in each.text] == []
