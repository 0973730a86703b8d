"""A law over random settings: nobody is led to something to choose where nothing can be chosen, unless the rules say what is then.

An `offer` that has neither `done` nor `none`, and of which nothing is possible, is passed over, as a `choose` from nothing is; nobody is told. Here
it is told, by the interpreter, for every decision that is passed over while playing.
"""

import pytest
from tests.engine.agreement.lockstep import seeded
from tests.engine.agreement.settings import BASES, HOUSE, house_rules, load, with_random_options

import cavewright as cw
from cavewright.play.states.game import Game
from cavewright.play.views.position_value import PositionValue
from cavewright.rules.check.whole_program import steps
from cavewright.rules.model import ruleset as m
from cavewright.rules.program import instructions as i

EDITIONS = ("the-cave", "the-cave-de", "the-cave-es")


def passed_over(game):
    """The game by the interpreter, and a list that grows by the rule of every decision that is passed over with nothing said of it.

    In The Cave this is every decision. Elsewhere an effect of an action may come to nothing, a `choose` or an `offer` with what is offered below it;
    there it is every menu, which is where a turn could be lost.
    """
    plain, found = Game(game.rules_model, game.facts, engine="interpreter"), []
    code, said, menus_only = (
        plain.interpreter.code,
        said_otherwise(game.rules_model),
        game.rules_model.id not in EDITIONS,
    )
    for at, node in enumerate(plain.program.code):
        if not isinstance(node, i.Decide) or node.otherwise < 0 or node.clause.span in said:
            continue
        if not menus_only or not node.firm and any(each.back >= 0 and not each.beside for each in node.options):
            code[at] = telling(code[at], node, found)
    return plain, found


def telling(step, node, found):
    """An instruction that tells when it leads on because there is nothing to decide. What is only tried, to see whether it would be refused, does not count."""

    def told(h, s, run):
        to = step(h, s, run)
        if to == node.otherwise and not run.trials:
            found.append(node.clause.name)
        return to

    return told


def said_otherwise(rules):
    """Where choices are written below which `otherwise` says what happens if there is nothing to choose."""
    blocks = [each.body for each in (*rules.processes.values(), *rules.triggers)] + [
        (*each.header, *each.body) for each in rules.actions.values()
    ]
    return {
        step.clause.span
        for block in blocks
        for step in steps(block)
        if isinstance(step.statement, m.Choose) and step.statement.otherwise
    }


def walked(game, rng, most):
    """So many decisions of a game by random and by greedy players, and what was passed over meanwhile, or would have been by what a greedy one tried."""
    plain, found = passed_over(game)
    value, state, done = PositionValue(plain), plain.new_initial_state(rng.choice(plain.players)), 0
    while done < most and not state.is_terminal:
        done += 1
        if state.current_player == cw.CHANCE:
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state = state.apply(rng.choices(actions, [float(each) for each in weights])[0])
            continue
        player = rng.choice(state.active_players)
        options = state.legal_actions(player)
        assert options, "nothing to choose"
        tried = [state.apply(each) for each in rng.sample(options, min(len(options), rng.choice((1, 1, 4))))]
        state = max(tried, key=lambda after: worth(plain, value, after, player)) if len(tried) > 1 else tried[0]
    return done, found


def worth(game, value, state, player):
    """What the rules think of a position, for a player."""
    return value.of([*state._h, *[0] * (game.interpreter.size - len(state._h))], state._s, player)


def walks(name, seed, most):
    """Some decisions with options by chance; in The Cave also with house rules."""
    rng = seeded("nothing to do", name, seed)
    overlays = house_rules(rng, 2) if name in EDITIONS and rng.random() < 0.5 else ()
    return walked(with_random_options(name, rng, overlays), rng, most)[1]


@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("breakthrough")
def test_nobody_is_led_to_nothing(name):
    assert walks(name, 0, 120) == []


@pytest.mark.parametrize(
    "settings",
    [
        ("the-cave-de", {"hunger_test": "after", "kraftakt": "zweiter"}),
        ("the-cave-de", {"hunger_test": "after", "hardship_climbs": "no", "kraftakt": "zweiter"}),
        ("the-cave", {"fullness": "exactly", "hunger_test": "after"}),
    ],
    ids=lambda each: ",".join(each[1]),
)
@pytest.mark.gate("hunger_test,hardship_climbs,kraftakt")
def test_options_that_go_together(settings):
    """Pairs of options that once left a starving team without anything to do."""
    name, options = settings
    assert walked(load(name, (), tuple(options.items())), seeded(name, 1), 300)[1] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 41))
@pytest.mark.parametrize("name", BASES)
def test_nobody_is_led_to_nothing_for_long(name, seed):
    assert walks(name, seed, 1_500) == []


@pytest.mark.long
@pytest.mark.parametrize("overlay", HOUSE)
def test_nobody_is_led_to_nothing_by_a_house_rule(overlay):
    assert walked(load("the-cave", (overlay,)), seeded(overlay), 2_000)[1] == []


DEAD_END = """ruleset dead-end 1.0 "Dead end"
    language 1

players walker 2..2
    keeps steps: 0..3

menu walks

action walk in walks
    far: require steps < 2
    gain 1 step

to play
    repeat 3 times
        each walker from first(w in walker)
            {offer}

scoring
    score steps = steps
    highest total wins
"""


@pytest.mark.parametrize(("offer", "expected"), [("offer walks", ["play.walks"] * 2), ("offer walks or none", [])])
def test_what_is_passed_over_is_seen(tmp_path, offer, expected):
    path = tmp_path / "dead-end.cave"
    path.write_text(DEAD_END.format(offer=offer), "utf-8")
    assert walked(cw.load_game(path), seeded("dead end"), 50)[1] == expected
