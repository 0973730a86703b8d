"""The shipped rulesets in sentences: nothing in code, nothing without its grammar, in every language."""

import re

import pytest

from cavewright import load_game, load_rules
from cavewright.connect.cli.rules_argument import open_sides
from cavewright.publish.changes.difference_sentences import DifferenceSentences
from cavewright.publish.changes.differences import differences
from cavewright.publish.sentences.language import told_languages
from cavewright.sentences import Sentences, all_of

GAMES = (
    "the-cave",
    "the-cave-de",
    "the-cave-es",
    "kave-kapers",
    "cave-vs-cave",
    "cave-vs-cave+cave-vs-cave-era2",
    "tic-tac-toe",
    "connect-four",
    "hex",
    "breakthrough",
    "nine-mens-morris",
    "chess",
    "draughts",
    "backgammon",
    "go",
    "hearts",
    "kuhn-poker",
)
HOUSE = (
    "all-home",
    "alliances",
    "crystal-chambers",
    "flood-season",
    "heavy-ropes",
    "lamp-oil",
    "long-rope",
    "open-camps",
    "rockfall",
    "short-game",
    "short-turns",
    "solo",
    "survey-goals",
    "two-tiles",
)
PAIRS = [
    ("the-cave", "the-cave-de"),
    ("the-cave", "the-cave-es"),
    ("the-cave-de", "the-cave"),
    ("cave-vs-cave", "cave-vs-cave+cave-vs-cave-era2"),
    ("the-cave", "kave-kapers"),
    ("kave-kapers", "cave-vs-cave"),
    *(("the-cave", f"the-cave+{each}") for each in HOUSE),
]
BAD = re.compile(r"`|\{|\}|  | ,|,,|\.\.| \.|^\W*$")
"""What stands in no sentence: code, what was not filled in, blanks and marks too many."""


@pytest.mark.gate("breakthrough-es", "connect-four-de", "cave-vs-cave-en")
@pytest.mark.parametrize("lang", told_languages())
@pytest.mark.parametrize("game", (*GAMES, *(f"the-cave+{each}" for each in HOUSE)))
def test_every_sentence_is_in_words(game, lang):
    told = Sentences(load_game(game).wording(lang))
    assert [each.text for each in told.all() if BAD.search(each.text) or each.source == "fallback"] == []
    assert dict(told.missing) == {}, f"say in the catalogue how these stand in sentences in {lang}"


@pytest.mark.gate("the-cave the-cave+all-home")
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_no_difference_is_told_in_code(pair):
    for lang in told_languages():
        before, after = open_sides(pair, {}, lang)
        found = differences(before.declarations, after.declarations, DifferenceSentences(after.words, before.words))
        assert [each.sentence for each in found.all if "`" in each.sentence or "{" in each.sentence] == []


def test_options_that_are_set_are_not_asked_for():
    """A requirement of the other reading is told only with it."""
    plain, flat = (
        Sentences(load_game("the-cave", options=each).wording()) for each in ({}, {"rope_entry": "forbidden"})
    )
    kept = [[each.clause for each in told.action("enter") if each.kind == "requirement"] for told in (plain, flat)]
    assert ("enter.level" in kept[0], "enter.level" in kept[1]) == (False, True)


def test_what_the_author_wrote_is_what_is_told():
    told = Sentences(load_game("the-cave").wording())
    photo = told.action("photograph")
    assert [each.kind for each in photo] == ["requirement", "requirement", "requirement", "cost", "effect"]
    assert photo[0].text == "Only if the current tile is an underground wonder."
    assert [(each.text, each.source) for each in photo[0].inner] == [("There is no wonder here.", "text")]
    assert [each.clause for each in all_of(photo)][:2] == ["photograph.subject", "photograph.subject"]


def test_prices_agree_in_number_and_language():
    for lang, price in (
        ("en", "1 action point and 1 tank"),
        ("de", "1 Aktionspunkt und 1 Sauerstofffüllung"),
        ("es", "1 punto de acción y 1 botella"),
    ):
        told = Sentences(load_game("the-cave").wording(lang))
        cost = next(
            each.statement for each in told.rules.actions["dive"].header if type(each.statement).__name__ == "Cost"
        )
        assert told.price(cost).lower() == price.lower()


WHICH = """ruleset t 1.0 "T"
    language 1

board square "The squares."
    grid 3 by 3
    keeps disc: player or none

players player 1..1

to play
    offer turn

menu turn

action take(s in square) in turn "Take"
    edge: require loose(s, cell(s.x, s.y + 1))
    set s.disc = me

define loose(s: square, q: square or none) = q is none or q is not none and q.disc is none

scoring
    score discs = count(s in square where s.disc is me)
    highest total wins
"""


def test_one_thing_that_was_named_is_not_any_of_its_kind():
    """“there is a square B” would be one of several."""
    told = Sentences(load_rules({"t.cave": WHICH}).wording())
    assert told.define("loose").text.endswith("if square B does not exist or square B exists and square B has no disc.")


MARKET = """ruleset t 1.0 "T"
    language 1

option fair = no "Is there a fair?"

kind thing "Things."
    | thing | worth: 0..9 |
    | hat   | 1           |
        to use "A hat brings one more."
            gain 1 coins
    | boot  | 2           |
        to use
            gain 2 coins

players player 1..2
    keeps purse: bag of thing
    keeps shown: set of thing
    keeps coins: 0..9
    keeps shut: yes_no
    keeps best: thing or none

to play
    offer
        action sell(t in thing) "Sell"
            held: require t in purse "You have none."
            lose t.worth t from purse
            set shown[t] = yes
            idle
            set best = t
    offer or none
        alms: gain 1 coins "A coin"
        action rest
            set coins = 0
    for each p in player where p is not me and p.coins > 0
        set p.coins = 0
    for each p in player where p.coins > 0 and p is not me
        set p.coins = 1
    for each p in player where p is not me and p.coins > 0 and size(p.purse) > 0 and not p.shut
        set p.coins = 2
    set coins = count(p in player where p is not me)
    for each t in shown
        t.use

to idle
    if fair
        set coins = 9

scoring
    score coins = coins
    highest total wins
"""


def shown(told, depth=0):
    for each in told:
        yield f"{'  ' * depth}{each.text}"
        yield from shown(each.inner, depth + 1)


def test_a_decision_of_a_rules_own_says_what_it_offers():
    """One thing stands by itself; what its text says whole, has nothing below it; what does nothing is not told."""
    told = list(shown(Sentences(load_rules({"t.cave": MARKET}).wording()).process("play")))
    assert told[:12] == [
        "Sell:",
        "  Choose a thing.",
        "  Only if that thing is in the purse.",
        "    Otherwise: “You have none.”",
        "  Take this many of that thing out of the purse: the worth of that thing.",
        "  Add that thing to the shown.",
        "  That thing becomes the best.",
        "Choose from what follows, or do nothing:",
        "  A coin.",
        "  Rest:",
        "    The coins become 0.",
        "For every player A that is not the acting player and whose coins are at least 1:",
    ]


def test_a_condition_is_a_relative_clause_where_it_begins_with_what_it_is_about():
    told = [each.text for each in Sentences(load_rules({"t.cave": MARKET}).wording()).process("play")]
    assert told[2:6] == [
        "For every player A that is not the acting player and whose coins are at least 1:",
        "For every player B whose coins are at least 1 and that is not the acting player:",
        "For every player C that is not the acting player, whose coins are at least 1, for which the purse of player C is not empty and “the shut” does not hold for player C:",
        "The coins become the number of players D each of which is not the acting player.",
    ]


def test_the_rule_of_a_row_is_told_as_its_author_said_it():
    told = list(shown(Sentences(load_rules({"t.cave": MARKET}).wording()).process("thing.use")))
    assert told == [
        "If that thing is the hat:",
        "  A hat brings one more.",
        "Otherwise, if that thing is the boot:",
        "  The coins go up by 2.",
    ]


def test_what_is_kept_and_has_a_phrase_is_no_word_of_sentences():
    """“there is a winner” speaks of no line that is there."""
    words = {said for said, _, _ in Sentences(load_game("kave-kapers").wording()).terms()}
    assert ({"there", "out", "low"} & words, "drop" in words) == (set(), True)


def test_a_name_that_is_told_as_itself_is_not_told():
    told = {each.text for each in all_of(Sentences(load_game("the-cave+tiles-return").wording()).action("discover"))}
    assert "Draw a tile from the box." in told
    assert [each for each in told if each.startswith("The tile drawn:")] == []


RECKONED = """
ruleset reckoned 1.0 "Reckoned"
    language 1

players player 2..2

game
    keeps plus: 0..9
    keeps pile: 0..9

to play
    set pile = (plus + 1) * plus
    set pile = plus * plus + 1
    set pile = 9 - (plus - 1) - plus
    set pile = (plus - 1) / 2
    set pile = (plus if pile > 1 otherwise pile) + 1

scoring
    score pile = pile
    highest total wins
"""


@pytest.mark.parametrize(
    "lang, told",
    [
        (
            "en",
            [
                "(the plus plus 1) times the plus",
                "the plus times the plus plus 1",
                "9 minus (the plus minus 1) minus the plus",
                "(the plus minus 1) divided by 2, rounded down",
                "(the plus if the pile is more than 1, otherwise the pile) plus 1",
            ],
        ),
        ("es", ["el resultado de dividir («plus» menos 1) por 2, redondeado hacia abajo"]),
    ],
)
def test_what_is_reckoned_first_stands_within_brackets(lang, told):
    found = " ".join(each.text for each in Sentences(load_rules({"t.cave": RECKONED}).wording(lang)).process("play"))
    assert [each for each in told if each not in found] == []


SPANISH = {
    "kave-kapers": [
        "Quitar de la reserva 1 marcador de derrumbe.",
        "Poner esa carta en la mano.",
        "Esa estación pasa a ser la entrada usada.",
        "El espeleólogo A se queda sin estación actual.",
        "Llegar a la primera estación F que queda de camino a la estación B y para la que la longitud de la huida de la estación actual a la estación F es la distancia.",
        "Si ese espeleólogo topografía de vuelta, poner la estación B en el plano propio de ese espeleólogo; si no, quitar la estación B del plano propio de ese espeleólogo.",
        "Solo si hay una carta de crecida en la mano.",
    ],
    "cave-vs-cave": [
        "El número de salas propias de un color es el número de salas de la lista de salas propias (cuenta cada una que tiene ese color).",
        "Para cada sala A que tiene el dorso claro:",
        "Si esa loseta de acción es «Cultivo»:",
    ],
}


@pytest.mark.parametrize("game", SPANISH)
@pytest.mark.gate("cave-vs-cave")
def test_spanish_says_it_as_one_speaks(game):
    """Letters have their articles; a relative clause begins with “que”; what is counted stands behind where it goes."""
    told = {each.text for each in Sentences(load_game(game).wording("es")).all()}
    assert [each for each in SPANISH[game] if each not in told] == []
