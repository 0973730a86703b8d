"""Grids that go round: what lies beside, between and around places is as on a ring, on every engine."""

from itertools import product

import pytest
from tests.engine.agreement.engines import begin_on

import cavewright as cw
from cavewright.rules.model.board_rows import HEXAGONAL, SQUARE, place_name

RULES = """ruleset ring 1.0 "Ring"
    language 1

constant wide = 5

players player 1..1
    keeps seen: 0..99
    keeps taken: 0..99

board square
    grid {shape}
    keeps owner: player or none

to play
    repeat until taken is 9
        offer turn

menu turn "A turn"

action claim(s in square) in turn "Claim"
    require s.owner is none "Taken"
    set s.owner = me
    gain 1 taken
    set seen = {value}

scoring
    score seen = seen
    highest total wins
"""
SHAPES = {
    "wide by 4": (5, 4, False, False),
    "wide round by 4": (5, 4, True, False),
    "wide by 4 round": (5, 4, False, True),
    "wide round by 4 round": (5, 4, True, True),
    "5 round by 4 round hexagonal": (5, 4, True, True),
    "19 round by 1": (19, 1, True, False),
}


class Torus:
    """A board that goes round, reckoned by hand: its cells, steps from one to another, and who lies on them."""

    def __init__(self, wide, high, across, upward, steps):
        self.size, self.closes, self.steps = (wide, high), (across, upward), steps
        self.cells = {place_name(x, y): (x, y) for y in range(1, high + 1) for x in range(1, wide + 1)}

    def cell(self, *at):
        """The cell there, counted on round the board; none beyond it."""
        found = [
            (n - 1) % most + 1 if closes else n for n, most, closes in zip(at, self.size, self.closes, strict=True)
        ]
        return tuple(found) if all(1 <= n <= most for n, most in zip(found, self.size, strict=True)) else None

    def beside(self, at):
        return {there for east, north in self.steps if (there := self.cell(at[0] + east, at[1] + north))}

    def lines(self, length):
        """All straight rows of so many cells."""
        ways = [(1, 0), (0, 1), (1, -1), *([(1, 1)] if self.steps is SQUARE else [])]
        rows = (
            frozenset(self.cell(x + n * east, y + n * north) for n in range(length))
            for (x, y), (east, north) in product(self.cells.values(), ways)
        )
        return {each for each in rows if None not in each and len(each) == length}

    def distance(self, start, end):
        found, edge, far = {start}, {start}, 0
        while end not in found:
            far += 1
            edge = {there for each in edge for there in self.beside(each)} - found
            found |= edge
        return far


VALUES = {
    "count(t in neighbours(s) where t.owner is me)": lambda torus, s, owned: len(torus.beside(s) & owned),
    "count(l in lines(3) where every(t in l: t.owner is me))": lambda torus, s, owned: sum(
        each <= owned for each in torus.lines(3)
    ),
    "1 if some(l in lines(4) where every(t in l: t.owner is me)) otherwise 0": lambda torus, s, owned: int(
        any(each <= owned for each in torus.lines(4))
    ),
    "distance(s, cell(1, 1))": lambda torus, s, owned: torus.distance(s, (1, 1)),
    "1 if cell(s.x + 3, s.y - 6).owner is me otherwise 0": lambda torus, s, owned: int(
        torus.cell(s[0] + 3, s[1] - 6) in owned
    ),
}
SIDED = {
    "1 if beside(s, e).owner is me otherwise 0": lambda torus, s, owned: int(torus.cell(s[0] + 1, s[1]) in owned),
    "1 if beside(s, n).owner is me otherwise 0": lambda torus, s, owned: int(torus.cell(s[0], s[1] + 1) in owned),
}


def check_game(shape, value, expected, engine):
    """Claims places one after another, and compares what each sees with the reckoning."""
    torus = Torus(*SHAPES[shape], HEXAGONAL if "hexagonal" in shape else SQUARE)
    state, owned = begin_on(engine, RULES.format(shape=shape, value=value), 1), set()
    for n in (0, 4, 3, 5, 1, 2, 9, 3, 7):
        action = state.legal_actions()[n]
        place = torus.cells[str(action).rpartition(" ")[2]]
        owned.add(place)
        state = state.apply(action)
        assert state.value(0) == expected(torus, place, owned), action


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.gate(
    *(
        f"{engine}-{value}-wide round by 4 round"
        for engine in ("python", "wasm")
        for value in VALUES
        if "3" in value or "neigh" in value
    )
)
def test_a_grid_goes_round(shape, value, engine):
    check_game(shape, value, VALUES[value], engine)


@pytest.mark.parametrize("value", SIDED)
@pytest.mark.parametrize("shape", ["wide round by 4", "wide by 4 round"])
@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.gate(0, 5, 10)
def test_a_side_lies_round_the_edge(shape, value, engine):
    check_game(shape, value, SIDED[value], engine)


def passages_of(shape):
    game = cw.load_rules({"ring.cave": RULES.format(shape=shape, value="1")})
    return set(game.rules_model.kinds["square passage"].rows)


@pytest.mark.parametrize(
    "shape, edges, many",
    [
        ("4 by 4", {"n", "e", "s", "w"}, 24 + 16),
        ("4 round by 4", {"n", "s"}, 28 + 8),
        ("4 by 4 round", {"e", "w"}, 28 + 8),
        ("4 round by 4 round", set(), 32),
    ],
)
def test_a_board_has_no_edges_where_it_goes_round(shape, edges, many):
    passages = passages_of(shape)
    assert {each.rpartition("-")[2] for each in passages} & set("nesw") == edges
    assert len(passages) == many
    assert ("a1-d1" in passages, "a1-a4" in passages) == ("w" not in edges, "s" not in edges)


def test_pictures_say_where_it_goes_round():
    state = cw.load_rules({"ring.cave": RULES.format(shape="4 round by 4", value="1")}).new_initial_state(1)
    assert state.svg().count('class="closed"') == 2
    flat = cw.load_rules({"ring.cave": RULES.format(shape="4 by 4", value="1")}).new_initial_state(1)
    assert 'class="closed"' not in flat.svg()


def test_what_is_too_short_does_not_go_round():
    for shape in ("2 round by 4", "5 by 1 round"):
        with pytest.raises(cw.RulesetError) as found:
            cw.load_rules({"ring.cave": RULES.format(shape=shape, value="1")})
        assert found.value.diagnostics[0].code == "C0421"


def test_round_is_a_word_of_grids_alone():
    """A unit, a field and a constant may be called so."""
    rules = RULES.format(shape="round by round round", value="seen + (2 if time < 9 round otherwise 0)")
    more = 'unit round "round"\nconstant round = 4\ngame\n    keeps time: 0 round..20 round by 5 round\n'
    state = cw.load_rules({"ring.cave": rules.replace("players", more + "\nplayers", 1)}).new_initial_state(1)
    assert state.apply(state.legal_actions()[0]).value(0) == 2
