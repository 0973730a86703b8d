"""What becomes of expressions: written out, narrowed, looked up. Each case is a rule and what has to be in it afterwards, or must not."""

import ast
import itertools

import pytest
from tests.fuzz.law import written

import cavewright as cw
from cavewright.engine.jit import compiled
from cavewright.engine.optimise import Ask, Each, Name, Offered
from cavewright.rules.model.expression_parts import all_in

RULES = """ruleset small 1.0 "Small"
    language 1

kind stone
    | stone  | weight: 0..9 | near: set of stone |
    | flint  | 3            | jade chalk basalt  |
    | jade   | 5            | flint              |
    | chalk  | 3            | flint              |
    | basalt | 9            | flint              |
    | slate  | 3            | flint              |
    | marl   | 2            | flint              |
    | gneiss | 2            | flint              |
    | tuff   | 2            | flint              |
    | opal   | 2            | flint              |
    | onyx   | 2            | flint              |

kind lot
    keeps taker: mole or none
    | lot | of: stone |
LOTS

players mole 2..2
    keeps points: 0..9
    keeps up: -1..1

board yard
    grid 9 by 9
    keeps flag: mole or none

menu deeds

action rest in deeds
    set points = 1

DEED

to play
    offer deeds
    offer deeds

scoring
    score points = points
    highest total wins
""".replace("LOTS", "\n".join(f"    | l{n} | {('flint', 'jade', 'chalk')[n % 3]} |" for n in range(12)))
CASES = {
    "a definition is written out": (
        "define twice = 2 * points\naction go in deeds\n    require twice > up + up",
        {"pick"},
        {"call", "mul"},
    ),
    "what never changes is worked out": (
        "define heavy = 4 + 5\naction go in deeds\n    require points > heavy - 3",
        {"gt"},
        {"add", "sub", "call"},
    ),
    "rows with a printed value are looked up": (
        "action go(s in stone) in deeds\n    require some(l in lot where l.of is s and l.taker is me)",
        {"found"},
        {"rows"},
    ),
    "what can be known of a row and a number is a table": (
        "action go(s in stone) in deeds\n    require some(t in stone where s in t.near and t.weight > points)",
        {"pick"},
        {"some", "in_set"},
    ),
    "what two rows print is a table": (
        "action go(a in stone, b in stone) in deeds\n    require a.weight + b.weight > 8 or b in a.near",
        {"pick"},
        {"add", "in_set"},
    ),
    "lines through a place by their places": (
        "action go(p in yard) in deeds\n    require some(l in lines(4) where p in l and every(q in l: q.flag is me))",
        {"across"},
        {"lines", "every"},
    ),
    "a field with few values value by value": (
        "action go in deeds\n    require some(p in yard where p.flag is not none and p.flag is not me)",
        {"some"},
        {"and some"},
    ),
    "one requirement or another narrows what is gone through": (
        "action go(p in yard, q in yard) in deeds\n    require points > 8 or q in neighbours(p)",
        {"if", "pick"},
        {"in_list"},
    ),
    "a way that is none is no question": (
        "action go(p in yard, e in -1..1) in deeds\n    let there = cell(p.x + e, p.y + up)\n    require there is not none\n    require there.flag is not me",
        {"slot"},
        {"cell", "field flag"},
    ),
}


def all_of(search, kind):
    """Steps of a kind in a tree."""
    for each in search:
        if isinstance(each, kind):
            yield each
        yield from all_of(getattr(each, "then", ()), kind)


def asked(search):
    """All expressions of a tree."""
    for each in all_of(search, (Ask, Name, Each)):
        found = getattr(each, "condition", None) or getattr(each, "value", None) or each.domain
        if not isinstance(each, Each) or found.op != "rows":
            yield found


def game_of(tmp_path, deed):
    return cw.load_game(written(tmp_path / "small", {"small.cave": RULES.replace("DEED", deed)}))


def search_of(game, in_place=False):
    """The tree of the last option of the first decision."""
    rules = game.interpreter.optimised_in_place if in_place else game.interpreter.optimised_program
    at = min(at for at, _ in rules.searches)
    return rules.searches[at, max(n for one, n in rules.searches if one == at)]


@pytest.mark.parametrize("name", CASES)
def test_a_form(name, tmp_path):
    deed, there, gone = CASES[name]
    found = {
        word
        for e in asked(search_of(game_of(tmp_path, deed)))
        for part in all_in(e)
        for word in (
            part.op,
            f"{part.op} {part.args[0].name}" if part.op == "field" else part.op,
            *(f"{one.op} {part.op}" for one in part.args[2:3] if part.op == "some" and one is not None),
        )
    }
    assert there <= found and not gone & found, found


def test_a_condition_of_two_is_asked_as_two_each_as_early_as_it_can(tmp_path):
    search = search_of(
        game_of(
            tmp_path,
            "action go(p in yard, q in yard) in deeds\n    require p.flag is me and q.flag is none and points > 3",
        )
    )
    first = search[0]
    assert isinstance(first, Ask) and isinstance(first.then[0], Each) and isinstance(first.then[0].then[0], Ask)
    assert isinstance(first.then[0].then[0].then[0], Each)


def test_few_values_have_no_loop(tmp_path):
    search = search_of(game_of(tmp_path, "action go(n in 1..3) in deeds\n    require points > n"))
    assert not list(all_of(search, Each)) and [each.values[0].args[0] for each in all_of(search, Offered)] == [1, 2, 3]


def test_few_rows_that_hold_a_value_are_kept_in_place_only(tmp_path):
    game = game_of(tmp_path, "action go(p in yard) in deeds\n    require p.flag is none\n    set p.flag = me")
    assert [each.domain.op for each in all_of(search_of(game, True), Each)] == ["holding"]
    assert [each.domain.op for each in all_of(search_of(game), Each)] == ["rows"]
    assert (
        set(game.interpreter.optimised_in_place.kept) == {("yard", "flag")}
        and not game.interpreter.optimised_program.kept
    )


DEMANDS = {
    "a number that may leave its bounds": ("    lose 1 point", 1),
    "one that is known to be there": ("    require points > 0\n    lose 1 point", 0),
    "known to be there once, lost twice": ("    require points > 0\n    lose 1 point\n    lose 1 point", None),
    "after a condition": ("    if up is 1\n        gain 2 points", 1),
    "a requirement among effects": ("    set up = 1\n    require points > 4", 1),
    "of what was written before": ("    set up = -1\n    require up < 0", None),
    "of another player": ("    as first(o in mole where o is not me)\n        lose 1 point", 1),
    "in a loop": ("    for each l in lot where l.taker is me\n        lose 1 point", None),
}
"""Effects, and how many conditions they demand beforehand; none where they are tried out."""


@pytest.mark.parametrize("name", DEMANDS)
def test_what_effects_demand(name, tmp_path):
    effects, many = DEMANDS[name]
    game = game_of(tmp_path, f"action go in deeds\n{effects}")
    search = search_of(game)
    offered = list(all_of(search, Offered))
    header = effects.count("require points > 0") if name.startswith(("one", "known")) else 0
    assert [each.tried for each in offered] == [many is None]
    assert len(list(all_of(search, Ask))) == header + (many or 0)


def test_a_number_that_would_leave_its_bounds_refuses_an_action(tmp_path):
    game = game_of(tmp_path, "action go in deeds\n    lose 1 point")
    state = game.new_initial_state()
    assert [str(each) for each in state.legal_actions()] == ["0: rest"]
    assert [(each.rule, each.code) for each in state.check("go").reasons] == [("go.lose", "range")]
    assert [str(each) for each in state.apply("rest").legal_actions()] == ["0: rest", "0: go"]


def test_what_several_lines_ask_is_asked_once():
    """In tic-tac-toe of four lines the middle, of two more each the corner; with the same answer on every board."""
    game = cw.load_game("tic-tac-toe", engine="python")
    won, names = game.interpreter.optimised_program.ruleset.scoring.lines[0].value, game.program.layout
    base = names.base["square", "mark"]
    expression = compiled.Compiled(game.interpreter)
    asked = expression.expression(won)
    made = expression.generator.pool.functions
    assert sum(isinstance(each, ast.Compare) for function in made for each in ast.walk(function)) == 1 + 8 + 2 * (1 + 4)
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    slots = [0] * names.size
    for marks in itertools.product((-1, 0, 1), repeat=9):
        slots[base : base + 9] = marks
        assert bool(asked(slots, [])) == any(all(marks[at] == 0 for at in line) for line in lines)
