"""The law of secrets, of generated rules: what the checker lets pass tells no viewer anything that it was not shown."""

import random

import pytest
from hands import HEAD, Hands

import cavewright as cw
from cavewright.loading.load import try_load
from cavewright.positions.sight import Sight
from cavewright.states.preview import preview


def loaded(folder, seed):
    """A generated game, or none where the checker refuses it; and the codes of what it found."""
    path = folder / "hands.cave"
    path.write_text(Hands(random.Random(seed)).text(), "utf-8")
    game, found = try_load(path)
    return game, {each.code for each in found if each.severity == "error"}


def seen(state, viewer):
    """All that a viewer is shown of a state, but for the points at the end, which tell of all that is counted."""
    own = state.legal_actions(viewer) if viewer is not None and viewer in state.active_players else ()
    events = [(each.kind, each.text()) for each in state.events_for(viewer)]
    previews = [(each.dues, [event.text() for event in each.events], each.turn) for each in (preview(state, each) for each in own)]
    outcome = "" if state.is_terminal else repr(state.outcome(viewer))
    return state.view(viewer).to_json(), state.svg(viewer), outcome, events, [str(each) for each in own], previews


def shuffled(state, viewer, rng):
    """A twin that differs in what chance brings in secret from here on: the other outcome of a secret draw that is not the viewer's."""
    node = state._node
    outcomes = [action for action, _ in state.chance_outcomes()]
    if not getattr(node, "secret", False) or state._h[1] == viewer or len(outcomes) < 2:
        return None
    return tuple(state.apply(each) for each in rng.sample(outcomes, 2))


def is_told(one, other, viewer):
    """Whether the viewer was just told what it did not know: by a line that reveals, or something that was moved or set to where it is seen."""
    telling = one.game.rules_model.secrecy.telling
    told = [{(each._effect.clause.span.place in telling, each.kind, each.text()) for each in state.events_for(viewer)} for state in (one, other)]
    return any(kind == "reveal" for _, kind, _ in told[0] | told[1]) or any(tells for tells, _, _ in told[0] ^ told[1])


def parted(one, other, viewer, rng, steps=12):
    """Plays two states that look alike side by side, and gives the step at which the viewer can tell them apart; none if it never can."""
    for _ in range(steps):
        if is_told(one, other, viewer):
            return None
        if seen(one, viewer) != seen(other, viewer):
            return one, other
        if one.is_terminal or other.is_terminal:
            return None
        choices = [{str(each): each for each in _choices(state)} for state in (one, other)]
        both = sorted(set(choices[0]) & set(choices[1]))
        if not both:
            return None
        text = rng.choice(both)
        one, other = one.apply(choices[0][text]), other.apply(choices[1][text])
    return None


def _choices(state):
    if state.current_player == cw.CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    return [each for player in state.active_players for each in state.legal_actions(player)]


def walked(game, rng, found):
    """One game at random; of every secret draw that is not a viewer's, twins are played on."""
    state = game.new_initial_state(players=rng.choice((2, 3)))
    for _ in range(25):
        if state.is_terminal:
            return
        if state.current_player == cw.CHANCE:
            for viewer in (None, *range(len(state.names))):
                twins = shuffled(state, viewer, rng)
                if twins is not None:
                    found["pairs"] += 1
                    leak = parted(*twins, viewer, rng)
                    assert leak is None, (viewer, *(seen(each, viewer) for each in leak))
        state = state.apply(rng.choice(_choices(state)))


def tried(folder, seeds):
    """How many rulesets were made, let pass and refused for telling, and how many pairs were played."""
    found = {"made": 0, "passed": 0, "telling": 0, "pairs": 0}
    for seed in seeds:
        game, codes = loaded(folder, seed)
        found["made"] += 1
        found["telling"] += "C0524" in codes
        if game is not None:
            found["passed"] += 1
            walked(game, random.Random(seed), found)
    return found


def test_what_passes_tells_nothing(tmp_path):
    found = tried(tmp_path, range(12))
    assert found["passed"] >= 3 and found["telling"] >= 3 and found["pairs"] >= 10, found


@pytest.mark.long
def test_what_passes_tells_nothing_of_many(tmp_path):
    found = tried(tmp_path, range(1_000, 1_500))
    assert found["passed"] >= 100, found


UNSEEN = """action keep(x in card) in deeds
    set goal = x
    may
        gain 1 point
to play
    offer deeds or none
"""


@pytest.mark.parametrize("engine", ["python", "interpreter"])
def test_a_name_of_what_was_chosen_unseen_is_known_to_who_chose_it(tmp_path, engine):
    path = tmp_path / "unseen.cave"
    path.write_text(HEAD.replace("action rest in deeds\n    may\n        gain 1 point\n", "") + UNSEEN, "utf-8")
    states = [cw.load_game(path, engine=engine).new_initial_state(players=2).apply(text) for text in ("keep ace", "keep six")]
    assert all(state.legal_actions(0) for state in states)
    assert [seen(states[0], viewer) == seen(states[1], viewer) for viewer in (None, 0, 1)] == [True, False, True]
    assert [[local.name for local, _ in Sight(states[0], viewer).names()] for viewer in (None, 0, 1)] == [[], ["x"], []]


@pytest.mark.parametrize("ruleset", ["the-cave", "kave-kapers", "cave-vs-cave"])
def test_names_where_a_shipped_match_stands_are_open(ruleset):
    shown = [each.local.shown for at in cw.load_game(ruleset).program.bound.values() for each in at]
    assert set(shown) == {"open"} and len(shown) > 5
