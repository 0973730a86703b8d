"""What can be packed: a number is offered exactly when the first bag can then still be filled as far as is asked, with all
the rest put away. Every arrangement of what lies on the table is tried to find that out."""

import random
from itertools import product

import pytest

import cavewright as cw
from cavewright.rules.program import instructions as i

STORE = """ruleset store 1.0
    language 2

kind gear
    | gear | weight: 1..4 |
    | rope | 1            |
    | food | 2            |
    | lamp | 3            |
    | boat | 4            |

game
    keeps shop: bag of gear endless
    keeps shelf: bag of gear holding 9 weight
    keeps round: 0..6

players mole 1..3
    keeps pack: bag of gear holding 12 weight
    keeps crate: bag of gear
    keeps points: 0..999

to play
    gain 1 lamp, 3 food in shelf
    repeat until round is 5
        set round = round + 1
        each mole
            refill: repack pack with shop filling 10
            choose n in 0..1
                if n is 1
                    gain 1 food, 1 lamp in crate
            back: repack pack with crate where it is food
            over: repack pack with shelf filling 2
            set points = size(pack)

scoring
    score points = points
    highest total wins
"""


@pytest.fixture(scope="module")
def store():
    return cw.load_rules({"store.cave": STORE})


class Table:
    """What lies on the table, and what the two bags hold and take, read from the slots of a position."""

    def __init__(self, state):
        node = state.game.program.code[state._decision(state.current_player)]
        first, second, _, filling, left = node.packing.args
        kind = state.game.rules_model.kinds[first.type.name]
        h, layout = state._slots(state.current_player), state.game.program.layout
        self.sizes = kind.columns["weight"].values
        self.rooms = [each.type.room or 10**6 for each in (first, second)]
        self.filling = filling.args[0] if filling is not None else 0
        self.left = {n: h[left + n] - 1 for n in range(len(kind.rows)) if h[left + n]}
        self.endless = set(self.left) if second.type.endless else set()
        owned = [h[i.ME] if each.args[1] is not None else 0 for each in (first, second)]
        bags = [h[layout.slot(each.args[0]) + n] for each, n in zip((first, second), owned, strict=True)]
        self.used = [self.weigh(dict(enumerate(bag[:-1]))) for bag in bags]

    def weigh(self, pieces):
        return sum(self.sizes[n] * many for n, many in pieces.items())

    def numbers(self, n):
        """Those of a kind that may go into the first bag, whether they fit or not."""
        most = min(99, self.rooms[0] // self.sizes[n]) if n in self.endless else self.left[n]
        return range(most + 1)

    def fullest(self):
        """By each number of the kind at hand: how full the first bag can become, if all can be put away."""
        here, *others = self.left
        found = {}
        for many in product(self.numbers(here), *map(self.numbers, others)):
            packed = dict(zip(self.left, many, strict=True))
            rest = {n: 0 if n in self.endless else self.left[n] - packed[n] for n in packed}
            full = self.used[0] + self.weigh(packed)
            if full <= self.rooms[0] and self.used[1] + self.weigh(rest) <= self.rooms[1]:
                found[many[0]] = max(full, found.get(many[0], 0))
        return found

    def offered(self):
        """The numbers that the law offers."""
        fullest = self.fullest()
        enough = min(self.filling, max(fullest.values()))
        return [n for n, full in sorted(fullest.items()) if full >= enough]


def packings(game, seed, most=40):
    """The positions of a game by chance at which somebody packs."""
    rng, state = random.Random(seed), game.new_initial_state(2)
    for _ in range(most):
        if state.is_terminal:
            return
        if state.game.program.code[state._decision(state.current_player)].packing is not None:
            yield state
        state = state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("seed", range(3))
def test_a_number_is_offered_when_the_rest_can_still_be_put_away(store, seed):
    seen = 0
    for state in packings(store, seed):
        table = Table(state)
        actions = state.legal_actions()
        assert {each.values[0] for each in actions} == {next(iter(table.left))}
        assert [each.values[1] for each in actions] == table.offered()
        assert len(actions) > 1, "nobody is asked where only one number is possible"
        seen += 1
    assert seen > 3


def test_a_position_in_the_middle_of_packing_is_read_again(store):
    for state in packings(store, 5):
        again = store.read_state(state.to_json())
        assert again == state
        assert again.apply(again.legal_actions()[-1]) == state.apply(state.legal_actions()[-1])


def test_a_decision_that_packs_is_told_from_others(store):
    decisions = [each for each in store.program.code if isinstance(each, i.Decide)]
    assert [each.packing is not None for each in decisions].count(True) == 3
    assert [each.packing is not None for each in decisions].count(False) == 1
