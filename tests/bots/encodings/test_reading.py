"""Reading of positions: views equal their definition field by field, tensors those that are made of views, and numbers those of the actions, for every viewer at every step of games at random."""

import random
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from tests.engine.agreement.chance_rules import Rules
from tests.fuzz.law import written
from tests.play.views.plain_view import plain_view
from tests.rulesets.settings import SETTINGS

import cavewright as cw
from cavewright.encodings import Actions, EncodingError, Observations
from cavewright.engine.interpret.step import NumberError

TESTS = Path(__file__).parents[2]
OVERLAID = [
    ("the-cave", ("survey-goals", "tiles-return"), 3),
    ("the-cave", ("solo",), 1),
    ("the-cave", ("alliances",), 4),
    ("cave-vs-cave", ("cave-vs-cave-era2",), 2),
]
SMALL = [
    path
    for folder in ("rules/boards", "play")
    for path in sorted((TESTS / folder).glob("*.cave"))
    if "\nruleset " in f"\n{path.read_text('utf-8')}"
]
SECRETS = """ruleset veils 1.0 "Veils"
    language 1
kind slab
    | slab | open: set of side |
    | full | n e s w           |
    | bend | n e               |
kind gem
    keeps stack: bag of gem hidden
    keeps mark: 0..9 hidden
    | gem  | worth: 0..9 |
    | ruby | 1           |
    | opal | 2           |
players team 2..3
    keeps points: 0..99
    keeps chips: 0..9 secret
    keeps debt: -5..5
    keeps hand: bag of gem secret
    keeps pouch: bag of gem secret
    keeps goal: gem or none secret
    keeps rival: team or none hidden
    keeps seen: set of gem secret
    keeps met: set of team
    keeps here: hall or none secret
    keeps lair: place = cell(place, 0, 0)
board place of slab by open
    grid growing
    keeps trap: 0..9 hidden
    keeps flag: team or none
    passage keeps web: -3..3
    passage keeps snare: yes_no hidden
board den of slab by open for each team
    grid growing
    keeps food: 0..9 hidden
    passage keeps dug: yes_no
board hall
    grid 2 by 2
    keeps ghost: team or none hidden
    keeps exit: hall or none
    passage keeps lock: 0..3
board nook for each team
    grid 2 by 1
    keeps coin: 0..9 hidden
game
    keeps clue: 0..9 hidden
    keeps round: 0..9
    keeps deck: bag of gem hidden
menu deeds
menu thoughts
action grow(p in frontier(place), q in slab) in deeds
    lay q at p
    set p.trap = 3
    set p.flag = me
action web(p in place) in deeds
    if some(q in neighbours(p))
        set passage(p, first(q in neighbours(p))).web = 2 - passage(p, first(q in neighbours(p))).web
        set passage(p, first(q in neighbours(p))).snare = not passage(p, first(q in neighbours(p))).snare
action dig(p in frontier(den)) in deeds
    lay full at p
    set p.food = 4
action find(g in gem) in deeds
    draw c from deck secret
    gain 1 c in hand
    gain 1 g in pouch
    gain 1 g in g.stack
    set g.mark = 5
    set goal = c
    set seen[g] = yes
    set rival = me
    set met[me] = yes
    gain 1 point
    may
        set chips = 7
action haunt(p in hall) in deeds
    set p.ghost = me
    set p.exit = p
    set here = p
    set clue = 4
action bet(n in 0..9) in thoughts
    set chips = n
action hide(g in gem) in thoughts
    gain 1 g in pouch
action borrow(n in -5..5) in thoughts
    set debt = n
to play
    gain 9 ruby, 9 opal in deck
    lay full at cell(place, 0, 0)
    for each t in team
        as t
            lay full at cell(den, 0, 0)
    roll n in 1..6 secret
    repeat until round >= 9
        each team at once
            offer thoughts
            offer thoughts
        for each t in team
            as t
                let doubled = n * 2
                let wish = goal
                offer deeds
        gain 1 round
scoring
    score points = points
    highest total wins
"""


def agree(game, players, seed, steps, liked=(), window=None):
    """Views, tensors, masks and numbers on a way at random, for every viewer; how many steps it had. Of some actions those that are liked are taken.
    A step that divides by zero ends it."""
    observations, actions = Observations(game, players, window=window), numbered(game, players)
    state, rng = game.new_initial_state(players), random.Random(seed)
    for n in range(steps):
        for viewer in (None, cw.ALL, *range(players)):
            view = state.view(viewer)
            assert view == plain_view(state, viewer)
            assert observed(partial(observations.tensor, view)) == observed(
                partial(observations.observe, state, viewer)
            )
        for player in state.active_players if actions is not None else ():
            counted(actions, state, player)
        if state.is_terminal:
            return n
        try:
            state = state.apply(after(state, rng, liked))
        except NumberError:
            return n
    return steps


def numbered(game, players):
    """Numbers of actions, if there are not too many."""
    with suppress(EncodingError):
        return Actions(game, players)


def after(state, rng, liked):
    """Any action of anybody, a liked one if there is one, or what chance brings."""
    if state.current_player == cw.CHANCE:
        return rng.choice(state.chance_outcomes())[0]
    legal = state.legal_actions(rng.choice(state.active_players))
    return rng.choice([each for text in liked for each in legal if each.text == text][:1] or legal)


def observed(look):
    """A tensor as bytes, or why there is none."""
    try:
        return look().tobytes()
    except EncodingError as error:
        return str(error)


def counted(actions, state, player):
    """Numbers of a decision are those of its actions one by one, in the same order, and sorted where they are said to be."""
    legal = state.legal_actions(player)
    one_by_one = [actions.encode(each) for each in legal]
    assert list(actions.numbers(state, player)) == one_by_one and actions.legal(state, player) == sorted(one_by_one)
    mask = actions.mask(state, player)
    assert (
        mask.count(1) == len(legal)
        and all(mask[each] for each in one_by_one)
        and mask.count(0) + len(legal) == actions.size
    )
    for number, each in [*zip(one_by_one, legal, strict=True)][:5]:
        assert position_or_error(partial(actions.apply, state, number, player)) == position_or_error(
            partial(state.apply, each)
        )


def position_or_error(step):
    """The position that a step leads to, or why it leads to none."""
    try:
        return step()
    except NumberError as error:
        return str(error)


@pytest.mark.parametrize(
    "id, overlays, players",
    [*((id, (), n) for id, n in SETTINGS), *OVERLAID],
    ids=lambda each: ("+".join(each) or "alone") if isinstance(each, tuple) else str(each),
)
@pytest.mark.gate("connect-four-alone-2")
def test_bundled_rulesets_are_read_as_they_are_defined(id, overlays, players):
    agree(cw.load_game(id, overlays), players, 3, 40)


@pytest.mark.parametrize("window", [None, 1], ids=["whole", "window"])
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
@pytest.mark.gate("comb-whole", "paths-whole", "comb-window", "burrow-window")
def test_boards_of_every_sort_are_read_as_they_are_defined(path, window):
    game = cw.load_game(path)
    agree(game, game.players[-1], 1, 30, window=window)


@pytest.mark.parametrize("engine", ["python", "interpreter"])
@pytest.mark.long
def test_secrets_are_read_as_they_are_defined(tmp_path, engine):
    """Of each form of value, of players, rows, places and passages; names bound to them; while all act at once, and behind it."""
    (tmp_path / "veils.cave").write_text(SECRETS, "utf-8")
    game = cw.load_game(tmp_path / "veils.cave", engine=engine)
    assert agree(game, 2, 1, 40) == agree(game, 3, 2, 40) == 40
    agree(game, 2, 3, 40, ("grow n1 full", "web o"))


def random_game(number):
    """The game of a random ruleset, or none if it is refused, or divides by zero before anybody decides."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            game = cw.load_game(written(Path(folder, "rules"), {"small.cave": Rules(random.Random(number)).whole()}))
            game.new_initial_state(game.players[-1])
            return game
        except (cw.RulesetError, NumberError):
            return None


@pytest.mark.long
@pytest.mark.parametrize("chunk", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 40))])
def test_random_rulesets_are_read_as_they_are_defined(chunk):
    games = [game for game in map(random_game, range(chunk * 6, chunk * 6 + 6)) if game is not None]
    assert games, "none of them loads"
    for game in games:
        agree(game, game.players[-1], chunk, 12)
