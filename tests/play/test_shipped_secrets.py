"""The law of secrets over shipped rulesets: positions that differ in what a viewer cannot know are shown alike to it, by every channel."""

import random
from copy import copy

import pytest
from lookalike import differences

import cavewright as cw
from cavewright.positions.sight import Sight

GAMES = ("the-cave", "the-cave+survey-goals", "the-cave-de", "kave-kapers", "cave-vs-cave", "cave-vs-cave+cave-vs-cave-era2")


def game_of(spec):
    name, _, overlay = spec.partition("+")
    return cw.load_game(name, [overlay] if overlay else ())


def unlike(match, viewer, rng):
    """The same match, but for what the viewer cannot know of where it stands: pieces in bags whose contents it does not see are exchanged for others."""
    state = match.state
    twin, rules, layout = state.clone(), state.game.rules_model, state.game.program.layout
    sight, changed = Sight(state, viewer), False
    for field in rules.fields:
        if field.type.form != "bag" or (field.owner, field.name) not in layout.base:
            continue
        rows = 1 if field.owner == "game" else len(state.names) if field.owner == rules.players else len(rules.kinds[field.owner].rows)
        for row in range(rows):
            at = layout.base[field.owner, field.name] + row
            if sight.sees(field, row) or not any(twin._h[at]):
                continue
            other = exchanged(twin._h[at], rng)
            changed |= other != twin._h[at]
            for slots in (twin._h, *(twin._branches or ())):
                slots[at] = other
    other = copy(match)
    last = len(match.move_stack)
    other._states.told[last] = last > 0 and match._states.has_told(last)  # found out by the position before, in which nothing is exchanged
    other._states.last = twin
    return other if changed else None


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
    return [each.text for player in state.active_players for each in rng.sample(state.legal_actions(player), min(2, len(state.legal_actions(player))))]


def walked(spec, seed, steps, every):
    """How many pairs were compared on the way of one random match."""
    rng, game, pairs, past = random.Random(seed), game_of(spec), 0, []
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
def test_what_a_viewer_cannot_know_is_not_shown(spec):
    assert walked(spec, 1, 60, 29) > 1


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
def test_what_a_viewer_cannot_know_is_not_shown_in_many_matches(spec):
    assert sum(walked(spec, seed, 300, 23) for seed in range(6)) > 20
