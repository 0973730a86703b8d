"""Generated rules that keep positions: what `now` finds is what a dictionary of the same values finds, on both engines."""

import random

import pytest
from tests.engine.agreement.lockstep import Pair, uniform, walk

import cavewright as cw

TYPES = (
    "yes_no",
    "-3..4",
    "0..2 or none",
    "5..260",
    "0..1000 by 250",
    "card",
    "card or none",
    "hand",
    "spot or none",
    "set of card",
    "set of 3..9",
)
VALUES = {
    "yes_no": ("yes", "no"),
    "-3..4": ("-3", "0", "4"),
    "0..2 or none": ("none", "0", "2"),
    "5..260": ("5", "255", "260"),
    "0..1000 by 250": ("0", "250", "1000"),
    "card": ("red", "blue", "gold"),
    "card or none": ("red", "none"),
    "hand": ("first(h in hand)", "me"),
    "spot or none": ("spot.a1", "none", "spot.b2"),
}
MEMBERS = {"set of card": ("red", "gold"), "set of 3..9": ("3", "9")}
OWNERS = {"game": "{}", "hand": "me.{}", "card": "blue.{}", "spot": "spot.b1.{}"}


def rules(rng):
    """A ruleset with fields of all sorts, actions that set them, and the fields of which positions are made."""
    kept = [(owner, f"f{n}", rng.choice(TYPES)) for n, owner in enumerate(rng.choices([*OWNERS], k=5))]
    made_of = rng.sample(kept, rng.randint(1, len(kept)))
    own = rng.random() < 0.5
    fields = {
        owner: "\n".join(f"    keeps {name}: {type_}" for each, name, type_ in kept if each == owner)
        for owner in OWNERS
    }
    past = f"    keeps past: bag of {' and '.join(f'{owner}.{name}' for owner, name, _ in made_of)}"
    deeds = "\n".join(deed(n, *each, rng) for n, each in enumerate(kept))
    text = f"""ruleset made 1.0
    language 2

kind card
{fields["card"]}
    | card |
    | red  |
    | blue |
    | gold |

players hand 2..2
{fields["hand"]}
{past if own else ""}

game
    keeps turns: 0..40
    keeps found: 0..99
{fields["game"]}
{"" if own else past}

board spot
    grid 2 by 2
    keeps plain: yes_no
{fields["spot"]}

to play
    repeat each hand until turns is 40
        gain 1 now in past
        set found = past[now] if now in past otherwise 99
        offer moves
        gain 1 turns

menu moves

{deeds}

scoring
    score found = found
    highest total wins
"""
    return text, made_of, own


def deed(n, owner, name, type_, rng):
    """An action that sets a field to one of a few values, or has a member of a set changed."""
    target = OWNERS[owner].format(name)
    lines = []
    if type_ in MEMBERS:
        lines += [f"    set {target}[{each}] = not {target}[{each}]" for each in rng.sample(MEMBERS[type_], 1)]
    else:
        one, other = rng.sample(VALUES[type_], 2)
        lines += [f"    set {target} = {one} if {target} is not {one} otherwise {other}"]
    return f"action a{n} in moves\n" + "\n".join(lines) + "\n"


def standing(state, made_of):
    """The values of fields, as a view tells them."""
    view = state.view(cw.ALL)
    owners = {
        "game": lambda name: view.game.values[name],
        "hand": lambda name: [each.values[name] for each in view.players],
        "card": lambda name: [each.values[name] for each in view.kinds["card"].values()],
        "spot": lambda name: [each.values[name] for each in view.boards["spot"].places.values()],
    }
    return repr([owners[owner](name) for owner, name, _ in made_of])


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(n, marks=pytest.mark.long) for n in range(6, 60))])
def test_a_position_is_found_as_often_as_it_was_there(seed):
    rng = random.Random(f"positions {seed}")
    text, made_of, own = rules(rng)
    for engine in ("interpreter", "python"):
        state, known, again = cw.load_rules({"made.cave": text}, engine=engine).new_initial_state(2), {}, 0
        while not state.is_terminal:
            key = standing(state, made_of), state.current_player if own else None
            known[key] = known.get(key, 0) + 1
            again += known[key] > 1
            assert state.view(cw.ALL).game.values["found"] == known[key], text
            state = state.apply(rng.choice(state.legal_actions()))
        assert again
    assert walk(Pair(cw.load_rules({"made.cave": text}), 2), rng, 20, uniform) >= 20
