"""What is drawn: pieces are one outcome only if nothing tells them apart, and each is as likely as there are many of it."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from tests.engine.agreement.settings import BASES, house_rules, with_random_options
from tests.engine.draws.decks import PLAIN, Deck, apart, ends, loaded, odds
from tests.engine.draws.posteriors import posteriors, told

import cavewright as cw
from cavewright.engine.interpret.chance import outcome_of_seed

ALIKE = {"c1": Fraction(3, 4), "c4": Fraction(1, 4)}
SECOND = {"c1": Fraction(1, 2), "c2": Fraction(1, 4), "c4": Fraction(1, 4)}
"""The second card is another than the first and the third."""

TELLING = {
    "a column": ("| c2   | 1            | red ", "| c2   | 1            | blue"),
    "a text": ('| c2   | 1            | red            | "one"', '| c2   | 1            | red            | "uno"'),
    "what stands below it": (
        "    | c3   | 1",
        "        to glow\n            gain 1 total\n    | c3   | 1",
        "gain found.points total",
        "found.glow",
    ),
    "what it cites": (
        '| c2   | 1            | red            | "one"       |',
        '| c2   | 1            | red            | "one"       |  [D-02]',
    ),
    "a rule": ("gain found.points total", "gain (2 if found is c2 otherwise 1) total"),
    "a rule that says its kind": ("gain found.points total", "gain (2 if found is card.c2 otherwise 1) total"),
    "a rule that asks what is printed on it": ("gain found.points total", "gain c2.points total"),
    "a rule that an option puts out": ("gain found.points total", "gain (2 if wild and found is c2 otherwise 1) total"),
    "a definition that nothing uses": ("define tone", "define best(c: card) = c is c2\ndefine tone"),
    "a constant": ("option wild", "constant best = card.c2\noption wild"),
    "a cell of another table": ("game\n", "kind pair\n    | pair | card: card |\n    | p1   | c2         |\n\ngame\n"),
    "a set in a cell": (
        "game\n",
        "kind pair\n    | pair | cards: set of card |\n    | p1   | c2                |\n\ngame\n",
    ),
    "what begins with it": ("    keeps discard", "    keeps best: card = c2\n    keeps discard"),
    "a condition of an action": (
        '    require tone(red) is 1 or wild and card_ready "Not now."',
        '    require c2 in discard "Not now."',
    ),
    "a trigger": ("scoring\n", "whenever rest\n    if c2 in discard\n        gain 1 total\n\nscoring\n"),
    "a score": ("score total = total", "score total = total + discard[c2]"),
    "advice": ("advice = total", "advice = total + discard[c2]"),
}
"""What may tell the second card apart from the first and the third, by the words that say so."""


@pytest.mark.parametrize("change", TELLING.values(), ids=TELLING)
def test_what_tells_rows_apart(change):
    text = PLAIN
    for before, after in zip(change[::2], change[1::2], strict=True):
        assert text.count(before) == 1
        text = text.replace(before, after)
    assert odds(loaded(text).new_initial_state(1)) == SECOND


def test_an_example_changes_nothing():
    assert (
        odds(loaded(PLAIN).new_initial_state(1))
        == ALIKE
        == odds(loaded(PLAIN[: PLAIN.index("\nexample")]).new_initial_state(1))
    )


def test_an_overlay_tells_rows_apart(tmp_path):
    overlay = tmp_path / "tell.cave"
    overlay.write_text(
        'overlay tell 1.0 "Tell"\n    language 1\n    extends deck ^1.0\n    why "A card counts more"\n\n'
        "amend scoring\n    change total: total to total + discard[c2]\n",
        "utf-8",
    )
    assert odds(loaded(PLAIN, tmp_path, [str(overlay)]).new_initial_state(1)) == SECOND


def test_what_is_kept_for_rows_tells_all_of_them_apart():
    kept = PLAIN.replace("kind card\n", "kind card\n    keeps bent: yes_no\n")
    assert odds(loaded(kept).new_initial_state(1)) == {name: Fraction(1, 4) for name in ("c1", "c2", "c3", "c4")}


def test_names_alone_are_no_text():
    """A kind without columns is what its rows are called; otherwise a name only counts pieces."""
    bare = PLAIN.replace("| points: 0..9 | colour: colour | label: text |", "|").replace(
        "gain found.points total", "gain 1 total"
    )
    for row in ('| 1            | red            | "one"       |', '| 2            | red            | "two"       |'):
        bare = bare.replace(row, "|")
    assert len(odds(loaded(bare).new_initial_state(1))) == 4


def test_any_of_them_may_be_named():
    state = loaded(PLAIN).new_initial_state(1)
    after = {name: state.apply(f"draw {name}") for name in ("c1", "c2", "c3")}
    assert len(set(after.values())) == 3 and odds(after["c2"]) == {"c1": Fraction(2, 3), "c4": Fraction(1, 3)}


def test_a_position_tells_them_apart():
    """Two of each card: which was drawn first is one, but the second may be its twin."""
    pairs = PLAIN.replace("gain 1 c in deck", "gain 2 c in deck").replace(
        "score total = total", "score total = total + count(c in card where discard[c] is 2)"
    )
    state = loaded(pairs).new_initial_state(1)
    assert odds(state) == ALIKE
    assert odds(state.apply("draw c2")) == {"c1": Fraction(4, 7), "c2": Fraction(1, 7), "c4": Fraction(2, 7)}


HIDING = """ruleset deck 1.0 "Deck"
    language 1

kind card
    | card | points: 0..9 |
    | a1   | 1            |
    | a2   | 1            |
    | b1   | 2            |

players player 2..2
    keeps total: 0..99
    keeps hand: bag of card secret
    keeps goal: card or none secret

game
    keeps deck: bag of card hidden
    keeps grave: bag of card hidden uncounted
    keeps best: card or none hidden
    keeps table: bag of card

to play
    for each c in card
        gain 1 c in deck
    let z = first(p in player)
    as z
{hide}
    draw d from deck
    gain 1 d in table
    for each p in player
        as p
            may
                gain 1 total

scoring
    score total = total + sum(c in card: table[c] * c.points)
    highest total wins
"""
DRAWN = "draw x from deck secret\n"
HIDES = {
    "a hand": DRAWN + "gain 1 x in hand",
    "a goal": DRAWN + "set goal = x",
    "a hidden bag": DRAWN + "gain 1 x in grave",
    "a hidden field": DRAWN + "set best = x",
    "a name": DRAWN + "set goal = none",
    "a roll": "roll x in card secret\nif x.points is 1\n    set goal = x",
    "a roll that brings what is moved": "roll n in 1..3 secret\nset goal = first(c in card where c.points is n or n is 3)",
    "a choice": "keep: choose x in card\n    set goal = x",
    "what is chosen by a number": "roll n in 1..2 secret\nset goal = first(c in card where c.points is n)",
    "another's hand": DRAWN + "for each p in player where p is not me\n    gain 1 x in p.hand",
    "two draws": DRAWN + "gain 1 x in hand\ndraw y from deck secret\ngain 1 y in hand",
}
"""Ways in which a card, or that it was meant, comes to where not all see it."""


@pytest.mark.parametrize("name", HIDES)
def test_the_name_of_a_draw_tells_no_more_than_a_card_would(name):
    """Whoever is shown something knows as much of what is hidden as where each piece is drawn by itself."""
    lines = "\n".join(" " * 8 + line for line in HIDES[name].split("\n"))
    state = loaded(HIDING.format(hide=lines)).new_initial_state(2)
    together = posteriors(told(state, 1, lambda each: each.chance_outcomes()))
    by_itself = posteriors(told(state, 1, apart))
    assert together and [view for view, true in together.items() if by_itself.get(view) != true] == []


@pytest.mark.parametrize("seen", ["gain 1 x in table", "gain 1 x in deck", "gain 1 total"])
def test_rows_are_one_where_all_know_where_they_are(seen):
    """A deck that lies face down hides nothing of which all know what was taken from it."""
    game = loaded(HIDING.format(hide=f"        draw x from deck\n        {seen}"))
    assert game.rules_model.interchangeable["card"].first == (0, 0, 2)
    assert odds(game.new_initial_state(2)) == {"a1": Fraction(2, 3), "b1": Fraction(1, 3)}


# ---- the law ----------------------------------------------------------------------------------------------------------


def same_ends(number):
    """A random game of chance ends as it does when every piece is drawn by itself; whether any two cards were alike in it."""
    game = loaded(Deck(random.Random(number)).text())
    state = game.new_initial_state(1)
    assert ends(state, apart) == ends(state, lambda each: each.chance_outcomes()), number
    return bool(game.rules_model.interchangeable)


@pytest.mark.long
def test_games_end_as_if_every_piece_were_drawn_by_itself():
    assert sum(map(same_ends, range(20))) >= 2


@pytest.mark.long
def test_so_do_many_games():
    assert sum(map(same_ends, range(20, 1500))) >= 200


@cache
def games(name):
    """A base as it is, and twice with random options; The Cave with house rules."""
    rng = random.Random(name)
    return [with_random_options(name, rng, house_rules(rng) if name == "the-cave" and n else ()) for n in range(3)]


def walk(game, rng, steps):
    """The states of a random game at which chance is due."""
    state = game.new_initial_state(rng.choice(game.players))
    for _ in range(steps):
        if state.is_terminal:
            return
        if state.current_player == cw.CHANCE:
            yield state
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state = state.apply(rng.choices(actions, list(map(float, weights)))[0])
        else:
            state = state.apply(rng.choice(state.legal_actions(rng.choice(state.active_players))))


def whole(state):
    """Every piece has its share: an outcome has those of all pieces like it, which may be named too, and outcomes are in the bag."""
    pieces, outcomes = dict(apart(state)), state.chance_outcomes()
    assert sum(share for _, share in outcomes) == 1 and len({str(action) for action, _ in outcomes}) == len(outcomes)
    known = (
        state.game.rules_model.interchangeable.get(state._node.bag.type.name) if state._node.bag is not None else None
    )
    if known is None:
        assert dict(outcomes) == pieces
        return
    for action, share in outcomes:
        like = [each for each in pieces if known.first[each.values[0]] == known.first[action.values[0]]]
        assert (
            action in pieces
            and share <= sum(pieces[each] for each in like)
            and all(state.check(each).ok for each in like)
        )
    shares = Counter()
    for every in (pieces.items(), [(action, -share) for action, share in outcomes]):
        for action, share in every:
            shares[known.first[action.values[0]]] += share
    assert not any(shares.values())


@pytest.mark.parametrize("name", BASES)
@pytest.mark.long
def test_each_piece_comes_with_the_share_of_its_count(name):
    for n, game in enumerate(games(name)):
        for state in walk(game, random.Random(n), 80):
            whole(state)


@pytest.mark.long
@pytest.mark.parametrize("name", BASES)
def test_so_it_does_in_many_games(name):
    rng = random.Random(name)
    for n in range(25):
        for state in walk(
            with_random_options(name, rng, house_rules(rng) if name == "the-cave" else ()), random.Random(n), 1500
        ):
            whole(state)


def far_off(seen, expected, games):
    """How far counts are from what is expected: chi-square over its mean, which is about 1; there are `expected` shares by name."""
    assert set(seen) <= set(expected)
    return sum((seen[name] - games * share) ** 2 / (games * share) for name, share in expected.items()) / max(
        len(expected) - 1, 1
    )


def test_action_tiles_are_shuffled():
    """Over matches with seeds the first of the three tiles of a stack is each as often as the others."""
    game = cw.load_game("cave-vs-cave")
    matches = [cw.Match(game, 2, seed=seed) for seed in range(400)]
    seen = Counter(each.arguments[0] for match in matches for each in match.move_stack if each.name == "uncover")
    assert far_off(seen, {tile: Fraction(1, 3) for tile in ("furnishing", "masonry", "undermining")}, 400) < 4, seen


@pytest.mark.long
def test_cards_come_as_often_as_there_are_of_them():
    """Flood and Lost Notes are 2 of 40 each, and neither waits for the other."""
    copies = {
        "minus-two": 4,
        "minus-one": 8,
        "zero": 6,
        "plus-one": 5,
        "plus-two": 3,
        "lamp-out": 4,
        "need-water": 3,
        "rock-fall": 3,
        "flood": 2,
        "lost-notes": 2,
    }
    state = next(
        each
        for each in walk(cw.load_game("kave-kapers"), random.Random(3), 3000)
        if each._node.signature.name == "draw"
    )
    assert odds(state) == {card: Fraction(count, 40) for card, count in copies.items()}
    seen = Counter(
        state._chance_action(outcome_of_seed(seed, 20, state._weights())).arguments[0] for seed in range(4000)
    )
    assert far_off(seen, odds(state), 4000) < 4, seen


@pytest.mark.long
def test_the_four_tiles_of_the_second_era_are_shuffled():
    """Once a tile of the second era is due, each of the four is as likely."""
    game = cw.load_game("cave-vs-cave", ["cave-vs-cave-era2"])
    for seed in range(3):
        eras = [odds(each) for each in walk(game, random.Random(seed), 3000) if each._node.signature.name == "uncover"]
        assert set(eras[-4].values()) == {Fraction(1, 4)} and [len(each) for each in eras[-4:]] == [4, 3, 2, 1], eras
