"""Exchanging with the camp is possible again after any other action, one of a house rule too, and yet nobody exchanges for ever."""

import pytest

from cavewright.play.loading.load import load_game

HEAD = """overlay mine 1.0 "Mine"
    language 1
    extends the-cave ^2.0
"""
SING = 'add action sing in errands "Sing"\n    cost 1 point\n'
HUM = 'add action hum in errands "Hum"\n    require not struggled\n'
BORROW = """amend players team
    add keeps borrowed: yes_no

add action borrow in errands "Borrow a rope"
    once: require not borrowed
    set borrowed = yes
    gain 1 rope in backpack
"""
TWO_CAMPS = """amend players team
    add keeps visited: yes_no "Has done so and done nothing since."

amend whenever any
    add set visited = no

add action rummage in errands "Exchange once more, for nothing"
    again: require not visited
    sort_again: repack backpack with camp_box where it is not camp

add whenever rummage
    set visited = yes
"""
PLAYED = [("the-cave", "python"), ("the-cave-de", "interpreter")]


def at_the_camp(base, engine, folder, *rules):
    """A team in its first turn, on its camp at the home base."""
    paths = [folder / f"mine-{n}.cave" for n in range(len(rules))]
    for path, rule in zip(paths, rules, strict=True):
        path.write_text(HEAD.replace("overlay mine", f"overlay {path.stem}") + "\n" + rule, "utf-8")
    state = load_game(base, paths, engine=engine).new_initial_state(2)
    for first in ("0: take_camp yes", "1: take_camp no"):
        state = shared_out(state.apply(first), int(first[0]))
    return state.apply(state.chance_outcomes()[0][0]).apply("0: place_camp")


def shared_out(state, player=0):
    """The state after all kinds were shared out: one consumable, and one rope for the first bag, if there are any."""
    while player in state.active_players and state.legal_actions(player)[0].name.startswith(("fill", "sort")):
        options = state.legal_actions(player)
        few = 1 if options[0].arguments[0] in ("consumable", "rope") else 0
        state = state.apply(options[min(few, len(options) - 1)])
    return state


def exchanged(state, name="exchange"):
    """The state after an exchange, or after what is done in its place."""
    return shared_out(state.apply(f"0: {name}"))


def names(state):
    return {each.name for each in state.legal_actions(0)}


@pytest.mark.parametrize(("base", "engine"), PLAYED)
@pytest.mark.parametrize("rule", [SING, HUM, BORROW], ids=("costs a point", "costs nothing", "brings something"))
@pytest.mark.gate("brings something-the-cave-de-interpreter")
def test_an_action_of_a_house_rule_makes_it_possible_again(base, engine, rule, tmp_path):
    state = exchanged(at_the_camp(base, engine, tmp_path, rule))
    assert "exchange" not in names(state)
    done = state.apply("0: " + rule.split("add action ")[1].split()[0])
    assert "exchange" in names(done) and done.check("0: struggle to n1").reasons
    assert "exchange" not in names(exchanged(done))


@pytest.mark.parametrize(("base", "engine"), PLAYED)
@pytest.mark.parametrize(
    ("rules", "others"),
    [((HUM,), ("hum",)), ((TWO_CAMPS,), ("rummage",)), ((HUM, TWO_CAMPS), ("hum", "rummage"))],
    ids=("hum", "rummage", "both"),
)
@pytest.mark.gate("hum-the-cave-python")
def test_free_actions_in_turn_come_to_an_end(base, engine, rules, others, tmp_path):
    """Exchange, something else that is free, exchange, and so on: three times, until a point is spent; for both ways round."""
    state = at_the_camp(base, engine, tmp_path, *rules)
    most, count = 3, 0
    for n in range(40):
        if "exchange" in names(state):
            state, count = exchanged(state), count + 1
        elif others[n % len(others)] in names(state):
            state = exchanged(state, others[n % len(others)])
    assert count == most
    assert [reason.rule for reason in state.check("0: exchange").reasons if reason.rule != "exchange.again"] == [
        "exchange.often"
    ]
    walked = state.apply("0: enter n1 by walk").apply("0: enter o by walk")
    assert "exchange" in names(walked)


def longest(state, known):
    """How many exchanges a team can still make without spending a point or throwing something away, whatever else it does that is free."""
    key = state.key()
    if key not in known:
        known[key] = 0
        after = [
            (each.name, state.apply(each)) for each in state.legal_actions(0) if each.name not in ("throw_away", "done")
        ]
        known[key] = max(
            (
                (name == "exchange") + longest(then, known)
                for name, then in after
                if then.current_player == 0 and points(then) == points(state)
            ),
            default=0,
        )
    return known[key]


def points(state):
    return state.view().players[0].values["points"]


def test_whatever_is_done_that_is_free(tmp_path):
    """A search through all that a team can do for nothing, with two house rules that are free; no way leads round."""
    state = at_the_camp("the-cave", "python", tmp_path, BORROW, TWO_CAMPS)
    assert longest(state, {}) == 3
