"""The law of secrets over shipped rulesets: positions that differ in what a viewer cannot know are shown alike to it, by every channel."""

import random
from copy import copy

import pytest
from tests.play.views.lookalike import differences

import cavewright as cw
from cavewright.play.positions.sight import Sight

GAMES = (
    "the-cave",
    "the-cave+survey-goals",
    "the-cave-de",
    "the-cave-es",
    "kave-kapers",
    "cave-vs-cave",
    "cave-vs-cave+cave-vs-cave-era2",
)


def game_of(spec, rng=None):
    """A game as it is set, or with other settings of about half of its options."""
    name, _, overlay = spec.partition("+")
    overlays = [overlay] if overlay else ()
    game = cw.load_game(name, overlays)
    if rng is None:
        return game
    choices = {
        each.name: [text for text, _ in each.choices] for each in game.rules_model.options.values() if each.choices
    }
    return cw.load_game(
        name, overlays, {each: rng.choice(texts) for each, texts in choices.items() if rng.random() < 0.5}
    )


def unlike(match, viewer, rng):
    """The same match, but for what the viewer cannot know of where it stands: pieces in bags whose contents it does not see are exchanged
    for others, and other things that are kept get another value. It has been so as long as nothing came or went there."""
    kept = list(unseen(match.state, viewer))
    new = {at: other for at, field in kept if (other := another(match.state, at, field, rng)) != match.state._h[at]}
    other = copy(match)
    for n in range(len(match.move_stack), -1, -1):
        twin = match.at(n).clone()
        new = {at: value for at, value in new.items() if twin._h[at] == match.state._h[at]}
        if not new:
            break
        for slots in (twin._h, *(twin._branches or ())):
            for at, value in new.items():
                slots[at] = value
        put(other._states, n, twin)
    return other if other.state != match.state else None


def put(states, n, state):
    """Puts a state in the place of one that is kept."""
    states.told.pop(n, None)
    states.told.pop(n + 1, None)
    if n == len(states) - 1:
        states.last = state
    elif n:
        states.near[n] = state
    else:
        states.marks[0] = state


def unseen(state, viewer):
    """The slots of what the viewer does not see, each with what is kept there."""
    rules, layout, sight = state.game.rules_model, state.game.program.layout, Sight(state, viewer)
    for field in rules.fields:
        if (field.owner, field.name) in layout.base:
            rows = (
                1
                if field.owner == "game"
                else len(state.names)
                if field.owner == rules.players
                else len(rules.kinds[field.owner].rows)
            )
            for row in range(rows):
                if not sight.sees(field, row):
                    yield layout.base[field.owner, field.name] + row, field


def another(state, at, field, rng):
    """What a slot could hold as well: as many pieces, or a value of its type; of players, one who plays."""
    type_, value = field.type, state._h[at]
    if type_.form == "bag":
        return exchanged(value, rng) if any(value) else value
    if type_.form == "number":
        return rng.randint(type_.low, type_.high)
    if type_.form == "yes_no":
        return 1 - value
    if type_.form == "row":
        rules = state.game.rules_model
        return rng.randrange(len(state.names) if type_.name == rules.players else len(rules.kinds[type_.name].rows))
    return value


def exchanged(bag, rng):
    """A bag with as many pieces, some of them others; the last number stands for none, and stays."""
    amounts = list(bag)
    have = [n for n, amount in enumerate(amounts[:-1]) if amount]
    rng.shuffle(have)
    for n in have[:3]:
        to = rng.randrange(len(amounts) - 1)
        amounts[n] -= 1
        amounts[to] += 1
    return tuple(amounts)


def asked(state, rng):
    """Texts of actions of which somebody asks why not: some that others, or the same player, could choose a while ago."""
    return [
        each.text
        for player in state.active_players
        for each in rng.sample(state.legal_actions(player), min(2, len(state.legal_actions(player))))
    ]


def walked(spec, seed, steps, every):
    """How many pairs were compared on the way of one random match."""
    rng, pairs, past = random.Random(seed), 0, []
    game = game_of(spec, rng if seed > 1 else None)
    match = cw.Match(game, rng.choice([each for each in game.players if each > 1]), seed=seed)
    for n in range(steps):
        if match.state.is_terminal:
            break
        past = [*asked(match.state, rng), *past][:6]
        if n % every == every - 1:
            for viewer in (None, *range(len(match.state.names))):
                other = unlike(match, viewer, rng)
                if other is not None:
                    pairs += 1
                    assert differences(match, other, viewer, past) == [], (spec, seed, n, viewer)
        player = rng.choice(match.state.active_players)
        match.push(rng.choice(match.state.legal_actions(player)))
    return pairs


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.long
def test_what_a_viewer_cannot_know_is_not_shown(spec):
    assert walked(spec, 1, 60, 29) > 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("spec", GAMES)
def test_what_a_viewer_cannot_know_is_not_shown_in_many_matches(spec, seed):
    assert walked(spec, seed, 300, 23) > 2
