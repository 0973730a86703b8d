"""What a player is shown: nothing that is hidden, and while all choose at once nothing that another has chosen."""

import copy
import pickle
import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.play.positions import domain
from tests.play.states.walks import known_walk, the_cave, uniform, walk

import cavewright as cw

SECRETS = """ruleset purses 1.0 "Secret purses"
    language 1
kind coin "What a purse holds."
    | coin |
    | gold |
    | lead |
game
    keeps pot: bag of coin hidden "What nobody has seen."
    keeps round: 0..9 "Rounds so far."
players child 2..3
    keeps purse: bag of coin secret "What only its owner knows."
    keeps wish: coin or none secret "What only its owner wants."
    keeps shown: 0..9 "How often something was shown."
to play
    set_up: for each c in coin
        gain 5 c in pot
    repeat 3 times
        each child from round_starter
            offer tricks reveals
        all: each child at once
            wishing: choose it in coin "What do you wish for?"
                set wish = it
define round_starter = first(c in child)
menu tricks "What a child may do."
action take(of it in coin) in tricks "Take a coin"
    there: require pot[it] > 0 reveals "There is none left."
    move 1 it from pot to purse
action show in tricks "Show the purse"
    any: require size(purse) > 0 "There is nothing to show."
    set shown = size(purse)
scoring
    score coins = purse[gold] * 2 + purse[lead]
    highest total wins
"""


@pytest.fixture
def purses(tmp_path: Path):
    (tmp_path / "purses.cave").write_text(SECRETS)
    return cw.load_game(tmp_path)


def players_of(state):
    return (None, *range(len(state.names)))


def other_piles(state):
    """The same position with other tiles in the stacks, as many as before."""
    twin, layout = state.clone(), state.game.program.layout
    for stack in range(4):
        pile = layout.base["stack", "pile"] + stack
        for slots in (twin._h, *(twin._branches or ())):
            slots[pile] = (*reversed(slots[pile][:-1]), 0)
    return twin


def shown(state, player, asked):
    """All that a player is shown of a state: view, events, own actions, and why others are refused."""
    own = state.legal_actions(player) if player is not None else ()
    why = [state.check(action).reasons for action in asked if action.player == player]
    return state.view(player), [each.text() for each in state.events_for(player)], [str(each) for each in own], why


@pytest.mark.parametrize("which", [(1, 500, "steered"), (2, 300, "uniform")])
@pytest.mark.gate("which1")
def test_no_view_tells_what_the_stacks_hold(which):
    rng = random.Random(2)
    for state in known_walk(*which)[0][::12]:
        twin = other_piles(state)
        assert state.current_player == cw.TERMINAL or twin != state
        asked = list(domain.actions(state, rng, 0.02)) if state.current_player != cw.CHANCE else []
        for player in players_of(state):
            assert shown(state, player, asked) == shown(twin, player, asked)
            stack, whole = state.view(player).kinds["stack"]["i"], state.view(cw.ALL).kinds["stack"]["i"].values
            assert (
                "pile" not in stack.values
                and "left" in stack.values
                and stack.sizes["pile"] == sum(whole["pile"].values())
            )


def test_views_hold_what_is_open():
    for state in known_walk(1, 500)[0][::50]:
        for player in players_of(state):
            view = state.view(player)
            assert [each.name for each in view.players] == list(
                state.names
            ) and view.active_players == state.active_players
            assert [each.may_act for each in view.players] == [
                n in state.active_players for n in range(len(state.names))
            ]
            assert (view.viewer, view.current_player, view.is_terminal) == (
                player,
                state.current_player,
                state.is_terminal,
            )
            if state.current_player != cw.SIMULTANEOUS:
                assert replace(view, viewer=None) == state.view()
            assert set(view.boards["place"].places) == set(state.cave)


def chosen_apart(game, rng, mover, others_first):
    """Two positions in which one player has chosen alike and the others have not."""
    states = []
    for seed in (1, 2):
        state, own = game.new_initial_state(3), random.Random(9)
        turns = [*others_first, mover, *(p for p in range(3) if p not in (*others_first, mover))][
            : len(others_first) + 1
        ]
        for player in turns:
            choices = own if player == mover else random.Random(seed * 7 + player)
            for _ in range(3):
                if player in state.active_players and len(state.active_players) > 1:
                    state = state.apply(choices.choice(state.legal_actions(player)[:3]))
        states.append(state)
    return states


@pytest.mark.parametrize("mover, others_first", [(0, (1,)), (1, (0, 2)), (2, (0,)), (0, ())])
def test_nobody_sees_what_another_packs(mover, others_first):
    game, rng = the_cave(), random.Random(3)
    one, two = chosen_apart(game, rng, mover, others_first)
    assert one.current_player == two.current_player == cw.SIMULTANEOUS and (one != two) == bool(others_first)
    asked = list(domain.actions(one, rng, 0.1))
    for player in (None, mover):
        assert shown(one, player, asked) == shown(two, player, asked)
    assert one.legal_actions(mover) == two.legal_actions(mover)


def test_events_of_another_who_packs_are_not_shown():
    state, rng = the_cave().new_initial_state(3), random.Random(6)
    own = 0
    while state.current_player == cw.SIMULTANEOUS:
        player = rng.choice(state.active_players)
        state = state.apply(rng.choice(state.legal_actions(player)))
        if state.current_player != cw.SIMULTANEOUS:
            break
        assert all(event.owner == state.names[player] for event in state.events)
        assert state.events_for(player) == state.events
        assert not any(state.events_for(other) for other in players_of(state) if other != player)
        own += len(state.events)
    assert own > 10


def test_all_is_shown_once_all_have_packed():
    state = next(s for s in known_walk(1, 500)[0] if s.current_player == cw.CHANCE)
    packed = state.view(0).players
    assert all(team.values["backpack"] for team in packed) and state.view(1).players == packed == state.view().players
    for state in known_walk(1, 500)[0]:
        if state.current_player != cw.SIMULTANEOUS:
            assert state.events_for(0) == state.events == state.events_for(None)


def test_a_players_own_choices_are_seen_by_it_alone():
    state = the_cave().new_initial_state(2).apply("1: take_camp no").apply("1: fill_pack consumable 5")
    assert state.view(1).players[1].values["backpack"] == {"consumable": 5}
    assert state.view(0).players[1].values["backpack"] == {} == state.view().players[1].values["backpack"]
    text = "5 consumables packed into backpack"
    assert [e.text() for e in state.events_for(1)] == [f"Player 2: {text}"] and state.events_for(0) == ()


def test_hidden_things_are_in_no_view_and_secret_ones_in_one(purses):
    states, _ = walk(purses, 5, 40, uniform, players=3)
    told = 0
    for state in states:
        for player in players_of(state):
            view = state.view(player)
            assert "pot" not in view.game.values and "round" in view.game.values and "pot" in view.game.sizes
            for row in view.players:
                assert ("purse" in row.values) == ("wish" in row.values) == (
                    row.number == player
                ) and "shown" in row.values
                assert ("purse" in row.sizes) == (row.number != player)
            events = state.events_for(player)
            assert not any(event.subject == "pot" for event in events)
            assert all(event.owner == state.names[player] for event in events if event.subject in ("purse", "wish"))
            told += len(events)
        assert state.game.parse_action("0: show")
    assert told > 10 and any(event.subject == "shown" for state in states for event in state.events_for(None))


def test_reasons_do_not_tell_what_is_hidden(purses):
    state, rng = purses.new_initial_state(2), random.Random(0)
    for _ in range(40):
        if state.current_player >= 0:
            for other in range(2):
                twin = state.clone()
                purse = state.game.program.layout.base["child", "purse"] + other
                twin._h[purse] = (*reversed(twin._h[purse][:-1]), 0)
                asked = [a for a in domain.actions(state) if a.player != other and a.player < 2]
                assert [state.check(a) for a in asked] == [twin.check(a) for a in asked]
        if state.is_terminal:
            break
        state = state.apply(uniform(state, rng))
    short = purses.new_initial_state(2)
    short._h[state.game.program.layout.base["game", "pot"]] = (0, 1, 0)
    reason = short.check("0: take of gold").reasons[0]
    assert (reason.rule, reason.current, reason.needed) == ("take.there", "", "pot[it] > 0")


def test_views_are_plain_and_their_own(purses):
    state = walk(purses, 5, 20, uniform, players=2)[0][-1]
    before, key = state.view(1), state.key()
    purse = state.view(1).players[1].values["purse"]
    with pytest.raises(TypeError):
        purse["gold"] = 99
    assert state.view(1) == before and state.key() == key
    assert pickle.loads(pickle.dumps(before)) == before == copy.deepcopy(before)


DRAWN = """ruleset deal 1.0 "Cards in the hand"
    language 1
kind card "What is dealt."
    | card  | worth: 1..9 |
    | ace   | 9           |
    | deuce | 2           |
game
    keeps deck: bag of card hidden
players child 2..3
    keeps hand: bag of card secret
    keeps shown: 0..9
to play
    gain 9 ace, 9 deuce in deck
    repeat 4 times
        each child from first(c in child)
            draw open_card from deck
            draw own_card from deck secret
            let twice = 2 * own_card.worth
            may "Show it?"
                set shown = own_card.worth
            each child from me
                may_too: may "And you?"
                    set shown = 0
            gain 1 own_card in hand
scoring
    score aces = hand[ace]
    highest total wins
"""


def test_what_is_drawn_secretly_is_known_to_one_alone(tmp_path: Path):
    (tmp_path / "deal.cave").write_text(DRAWN)
    state = cw.load_game(tmp_path).new_initial_state(2)
    state = state.apply("draw ace")
    assert [[e.text() for e in state.events_for(p)] for p in (None, 0, 1)] == [["draw: ace"]] * 3
    twins = [state.apply(f"draw {card}") for card in ("ace", "deuce")]
    for twin, worth in zip(twins, (9, 2), strict=True):
        assert [e.after for e in twin.events_for(0)] == ["ace" if worth == 9 else "deuce"]
        assert twin.view(0).named == {"open_card": "ace", "own_card": twin.events_for(0)[0].after, "twice": 2 * worth}
    for player in (None, 1):
        assert (
            twins[0].view(player) == twins[1].view(player)
            and twins[0].events_for(player) == twins[1].events_for(player) == ()
        )
        assert twins[0].view(player).named == {"open_card": "ace"}
    after = [twin.apply("may no") for twin in twins]
    for _ in range(2):
        for one, twin in zip(after, twins, strict=True):
            assert one.view(0).named == twin.view(0).named and one.view(1).named == one.view().named == {
                "open_card": "ace"
            }
        after = [one.apply("may_too no") for one in after]
        assert [one.current_player for one in after] in ([1, 1], [0, 0], [cw.CHANCE] * 2)
    shown = [twin.apply("may yes").view(1).players[0].values["shown"] for twin in twins]
    assert shown == [9, 2]
