"""What holds of every state of every game, tried along walks."""

import copy
import os
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.play.positions import domain
from tests.play.states.walks import known_walk, legal, steered, step, the_cave, uniform, walk

import cavewright as cw
from cavewright.engine.interpret.bags_and_sets import with_amount
from cavewright.engine.interpret.decisions import DecisionInstructions
from cavewright.rules.cave import grid
from cavewright.rules.program import instructions as i

WALKS = [(1, 500, "steered"), (2, 300, "uniform"), (3, 420, "steered")]
CHUNKS = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def all_states():
    return [state for each in WALKS for state in known_walk(*each)[0]]


def deep(state):
    """Everything in a state, copied."""
    return copy.deepcopy((state._h, state._s, state._branches, state.names))


# ---- states are values --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_old_state_never_changes():
    rng = random.Random(5)
    state = the_cave().new_initial_state(3)
    for _ in range(150):
        if state.is_terminal:
            break
        before, key, seen = deep(state), state.key(), [state.view(p) for p in (None, 0, 1, 2)]
        for action in [*legal(state)[:12], *rng.sample(list(domain.actions(state, rng, 0.02)), 5)]:
            state.check(action)
            if action.player in state.active_players and action in state.legal_actions(action.player):
                state.apply(action)
        _, after = step(state, rng, steered)
        assert state.outcome() and state.cave and state.problems() == []
        assert (deep(state), state.key(), [state.view(p) for p in (None, 0, 1, 2)]) == (before, key, seen)
        state = after


def test_a_clone_is_equal_and_as_good():
    for state in all_states()[::40]:
        twin = state.clone()
        assert twin == state and hash(twin) == hash(state) and twin.key() == state.key() and twin is not state
        assert [str(each) for each in legal(twin)] == [
            str(each) for each in legal(state)
        ] and twin.events == state.events
        for action in legal(state)[:3]:
            assert twin.apply(action) == state.apply(action)
        assert not any(a is b for a, b in zip(twin._s, state._s, strict=True)) and twin._h is not state._h


@pytest.mark.parametrize("which", WALKS)
@pytest.mark.gate("which0")
def test_the_same_actions_lead_to_the_same_states(which):
    states, actions = known_walk(*which)
    again = states[0].game.new_initial_state(len(states[0].names))
    for number, action in enumerate(actions):
        assert again == states[number] and again.view() == states[number].view()
        again = again.apply(str(action))
    assert again == states[-1] and again.events == states[-1].events


SEEDED = """
import cavewright as cw, hashlib, random
match, rng = cw.Match(cw.load_game("the-cave"), players=4, seed=11), random.Random(3)
for _ in range(250):
    if match.state.is_terminal: break
    match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
said = [str(a) for a in match.move_stack], [e.text() for n in range(250) for e in match.at(n).events], match.state.view(0), match.game.hash
print(hashlib.sha256(repr((said, match.state.key(), dict(match.state.cave.nodes(data=True)))).encode()).hexdigest())
"""


@pytest.mark.long
def test_the_same_seed_gives_the_same_match_under_different_hash_seeds():
    said = {
        subprocess.run(
            [sys.executable, "-c", SEEDED],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1 and len(said.pop()) == 65


def test_keys_are_equal_exactly_when_states_are():
    states = all_states()[::9]
    shown = [
        (
            s.game.hash,
            repr(s.view()),
            s.current_player,
            [str(a) for a in legal(s)],
            s._branches,
            s._h[: s.game.program.layout.size],
        )
        for s in states
    ]
    for a, b in ((a, b) for a in range(len(states)) for b in range(a)):
        same = states[a].key() == states[b].key()
        assert same == (states[a] == states[b]) == (shown[a] == shown[b])
        assert not same or hash(states[a]) == hash(states[b])
    assert all(hash(each.key()) == hash(each) for each in states)
    assert (
        states[0] != "a state"
        and states[0] != walk(the_cave(fullness="exactly"), 1, 0, players=len(states[0].names))[0][0]
    )


def one_thing_changed(state):
    """The same position with one slot, one record or one branch changed, each by itself."""
    size = state.game.program.layout.size
    for at in range(0, size, 7):
        twin = state.clone()
        twin._h[at] = 77
        yield twin
    for board in range(len(state._s)):
        twin = state.clone()
        twin._s[board][5] = (1, 2, 3, 4)
        yield twin
    for branch in range(len(state._branches or ())):
        twin = state.clone()
        twin._branches[branch][size - 1] = 77
        yield twin


def test_whatever_is_changed_makes_another_position():
    for state in all_states()[::150]:
        found = [state, *one_thing_changed(state)]
        assert len({each.key() for each in found}) == len(found) == len(set(found))
    one, other = (the_cave().new_initial_state(names) for names in (["Anna", "Zoë"], ["Anna", "Jola"]))
    assert one != other and one.key() != other.key()


def swapped(state):
    """Two legal actions of one player that can be done in either order, with the states that come of it."""
    done = [a for a in legal(state) if a.name in ("throw_away", "photograph", "dive", "place_camp", "abandon_camp")]
    for a in done:
        for b in done:
            after_a, after_b = state.apply(a), state.apply(b)
            if str(a) < str(b) and after_a.check(b).ok and after_b.check(a).ok:
                yield after_a.apply(b), after_b.apply(a)


def test_ways_that_lead_to_one_position_lead_to_equal_states():
    found = [pair for state in all_states()[::4] for pair in swapped(state)]
    assert len(found) > 30
    for one, other in found:
        assert one == other and one.key() == other.key() and hash(one) == hash(other)


def test_packing_in_any_order_of_players_gives_the_same_state():
    rng = random.Random(8)
    first = the_cave().new_initial_state(3)
    choices = {}
    for player in range(3):
        state, choices[player] = first, []
        while player in state.active_players:
            choices[player].append(rng.choice(state.legal_actions(player)))
            state = state.apply(choices[player][-1])
    ends = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        state = first
        for player in order:
            for action in choices[player]:
                state = state.apply(action)
        ends.add(state)
    assert len(ends) == 1 and next(iter(ends)).current_player == cw.CHANCE


# ---- chance, legality, texts ----------------------------------------------------------------------------------------------


def test_chance_outcomes_are_fractions_that_sum_to_one():
    chances = [state for state in all_states() if state.current_player == cw.CHANCE]
    assert len(chances) > 40
    for state in chances:
        outcomes = state.chance_outcomes()
        assert (
            all(type(share) is Fraction and share > 0 for _, share in outcomes)
            and sum(share for _, share in outcomes) == 1
        )
        assert len(dict(outcomes)) == len(outcomes) and state.legal_actions() == () == state.legal_actions(0)
        assert all(state.check(action).ok and action.player == cw.CHANCE for action, _ in outcomes)


def test_only_chance_has_chance_outcomes():
    assert not any(state.chance_outcomes() for state in all_states() if state.current_player != cw.CHANCE)


def agree(state, action, listed):
    """Listed, allowed and carried out, or none of these."""
    verdict = state.check(action)
    assert verdict.ok == (action in listed) == (not verdict.reasons) == bool(verdict), (str(action), verdict)
    if verdict.ok:
        assert state.apply(action) == state.apply(str(action))
        return
    assert all(each.code and each.text() and not each.text()[0].islower() for each in verdict.reasons), verdict
    with pytest.raises(cw.IllegalActionError) as raised:
        state.apply(action)
    assert (
        raised.value.verdict == verdict
        and raised.value.action == action
        and verdict.reasons[0].text() in str(raised.value)
    )


def check_domain(state, rng, share):
    if state.current_player == cw.CHANCE:
        listed = {action for action, _ in state.chance_outcomes()}
        node = state._node
        kind = node.signature.parameters[0][1].name
        same = state.game.rules_model.interchangeable.get(kind)
        alike = same.first if same else range(len(state.game.rules_model.kinds[kind].rows))
        listed |= {
            a
            for a in domain.actions(state, rng, 1)
            if a.player == cw.CHANCE
            and a.name == node.signature.name
            and node.bag
            and state.check(a).ok
            and any(alike[a.values[0]] == alike[o.values[0]] for o in listed)
        }
    else:
        listed = set(legal(state))
    for action in domain.actions(state, rng, share):
        agree(state, action, listed)


@pytest.mark.parametrize("which", WALKS)
@pytest.mark.gate("which0")
def test_an_action_is_listed_exactly_when_check_gives_no_reason(which):
    rng = random.Random(6)
    for number, state in enumerate(known_walk(*which)[0][::33]):
        check_domain(state, rng, 1 if number % 8 == 0 else 0.04)


@pytest.mark.long
@CHUNKS
@given(
    st.integers(0, 2**32),
    st.integers(0, 250),
    st.sampled_from(
        [
            {},
            {"rope_entry": "forbidden", "hunger_test": "after"},
            {"fullness": "exactly", "hardship_climbs": False, "dive_wait": "next_turn"},
            {"starting_kit": "suggested", "rope_entry": "flat"},
        ]
    ),
)
def test_so_it_is_under_other_options_and_anywhere(seed, length, options):
    states, _ = walk(the_cave(**options), seed, length, steered if seed % 2 else uniform)
    check_domain(states[-1], random.Random(seed), 0.15)


@pytest.mark.long
def test_so_it_is_in_whole_games():
    rng = random.Random(9)
    for seed in range(8):
        for state in walk(the_cave(), seed, 1200, steered)[0][::25]:
            check_domain(state, rng, 0.3)


def test_over_and_turn_are_reasons_like_others():
    over = next(s for s in known_walk(4, 3000, players=2)[0] if s.is_terminal)
    assert over.legal_actions() == over.legal_actions(1) == () and over.active_players == ()
    assert {r.code for a in domain.actions(over, random.Random(1), 0.1) for r in over.check(a).reasons} == {"over"}
    turn = known_walk(4, 3000, players=2)[0][60]
    codes = {r.code for a in domain.actions(turn) if a.player not in turn.active_players for r in turn.check(a).reasons}
    assert codes == {"turn"} and turn.legal_actions() and not turn.legal_actions(1 - turn.current_player)


def test_texts_come_back():
    for state in all_states()[::45]:
        for action in domain.actions(state, random.Random(4), 0.05):
            assert state.game.parse_action(str(action)) == action
            if action.player != cw.CHANCE:
                assert state.game.parse_action(action.text, action.player) == action
            assert action.label() and hash(state.game.parse_action(str(action))) == hash(action)


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", "has no action ``"),
        ("0:", "has no action"),
        ("fly n1", "has no action `fly`"),
        ("entre n1 by walk", "did you mean `enter`"),
        ("0: enter n1", "lacks a value"),
        ("0: enter", "lacks a value"),
        ("0: enter n1 by walk walk", "one word too many"),
        ("0: enter x9 by walk", "`x9` is no place"),
        ("0: enter n1 by swim", "`swim` is no way"),
        ("0: fill_pack rope x", "`x` is no 0..99"),
        ("0: fill_pack rope ٣", "is no 0..99"),
        ("0: fill_pack rope 99999999999", "is no 0..99"),
        ("0: place n1 ns e", "one word too many"),
        ("0: place n1 nn", "`nn` is no set of side"),
        ("0: place n1 nn", "such as `ns`: write `place PLACE SIDES`"),
        ("9: done", "`9` is no player"),
        ("5: done", "`5` is no player; players are numbered 0 to 4, or `chance`"),
        ("f" * 999, "no action `" + "f" * 60 + "`"),
        ("-2: done", "`-2` is no player"),
        ("Anna: done", "`Anna` is no player"),
        ("chance: done", "not up to chance"),
        ("0: take_camp maybe", "`maybe` is neither `yes` nor `no`"),
        ("0: enter n0 by walk", "`n0` is no place"),
        ("0: enter n01 by walk", "`n01` is no place"),
        ("0: fill_pack rope 02", "`02` is no 0..99"),
    ],
)
def test_what_is_no_action_says_what_was_expected(text, problem):
    with pytest.raises(cw.InvalidActionError) as raised:
        the_cave().parse_action(text)
    assert problem in str(raised.value) and "Error" not in str(raised.value)


def test_a_text_without_its_player_is_ambiguous_while_several_act():
    state = the_cave().new_initial_state(3)
    with pytest.raises(cw.AmbiguousActionError, match="whose action"):
        state.apply("take_camp yes")
    with pytest.raises(ValueError, match="0, 1, 2"):
        state.legal_actions()
    assert state.apply("1: take_camp yes").active_players == (0, 1, 2)


@pytest.mark.parametrize("player", [-1, 3, True, "0", 1.0])
def test_players_that_do_not_exist_are_refused(player):
    state = the_cave().new_initial_state(3)
    for ask in (state.legal_actions, state.view, state.events_for):
        with pytest.raises(ValueError, match="there is no player"):
            ask(player)


# ---- pieces -------------------------------------------------------------------------------------------------------------------


def bags(state):
    """How many of each piece lie in each bag: by field, owner and piece. For what chooses at once, of all branches together."""
    layout, rules = state.game.program.layout, state.game.rules_model
    found = Counter()
    for field in rules.fields:
        if field.owner in rules.boards or field.type.form != "bag":
            continue
        rows = (
            1
            if field.owner == "game"
            else len(state.names)
            if field.owner == rules.players
            else len(rules.kinds[field.owner].rows)
        )
        for row in range(rows):
            h = state._slots(row) if field.owner == rules.players else state._h
            contents = h[layout.slot(field) + row]
            found.update(
                {(field.name, row, piece): contents[n] for n, piece in enumerate(rules.kinds[field.type.name].rows)}
            )
    return found


def on_the_table(state):
    """The pieces that lie before the players in the middle of a repacking, by kind of piece."""
    rules, found = state.game.rules_model, Counter()
    tables = {(node.kind, node.left) for node in state.game.program.code if isinstance(node, i.Repack)}
    for kind, left in tables:
        for h in state._branches or (state._h,):
            for n, piece in enumerate(rules.kinds[kind].rows):
                found[piece] += max(0, h[left + n] - 1)
    return found


def limited(rules):
    """Kinds of pieces of which there is a fixed number."""
    return {
        piece: kind.columns["supply"].values[n]
        for kind in rules.kinds.values()
        if "supply" in kind.columns
        for n, piece in enumerate(kind.rows)
        if kind.columns["supply"].values[n] > 0
    }


@pytest.mark.long
@pytest.mark.parametrize("which", WALKS)
def test_limited_pieces_are_conserved(which):
    for state in known_walk(*which)[0]:
        total = on_the_table(state)
        for (_, _, piece), many in bags(state).items():
            total[piece] += many
        supply = limited(state.game.rules_model)
        assert {piece: total[piece] for piece in supply} == {
            piece: many * len(state.names) for piece, many in supply.items()
        }
    assert supply == {"camera": 1, "raft": 1, "camp": 1}


@pytest.mark.parametrize("which", WALKS)
@pytest.mark.gate("which1")
def test_every_change_of_pieces_is_accounted_for_by_an_event(which):
    states, _ = known_walk(*which)
    kinds = Counter()
    for before, after in pairwise(states):
        old, new, told = bags(before), bags(after), Counter()
        for effect in after._effects:
            kinds[effect.kind] += 1
            if effect.kind in ("pieces", "packed", "draw", "back") and effect.subject is not None:
                piece = after.game.rules_model.kinds[effect.subject.type.name].rows[effect.first]
                told[effect.subject.name, effect.where, piece] += {"draw": -1, "back": 1}.get(
                    effect.kind, effect.second
                )
        assert {k: new[k] - old[k] for k in new if new[k] != old[k]} == {k: n for k, n in told.items() if n}, (
            after.events
        )
    assert kinds["pieces"] > 20 and kinds["packed"] > 20 and kinds["draw"] > 2


@pytest.mark.parametrize("which", WALKS)
def test_events_say_what_changed(which):
    states, _ = known_walk(*which)
    for before, after in pairwise(states):
        assert len(after.events) == len(after._effects)
        for event in after.events:
            assert (
                event.text()
                and event.rule
                and event.origin == "the-cave"
                and (event.before != event.after or event.change)
            ), event
        changed = {n for n in after._s[0] if n not in before._s[0]}
        assert changed == {grid.SQUARE.place_by_name(e.owner) for e in after.events if e.kind == "lay"}


@pytest.mark.long
@pytest.mark.parametrize("which", WALKS)
def test_slots_are_never_exceeded_and_nothing_is_impossible(which):
    for state in known_walk(*which)[0]:
        rules = state.game.rules_model
        slots = rules.kinds["equipment"].columns["slots"].values
        for team, field, most in (
            (t, f, m) for t in range(len(state.names)) for f, m in (("backpack", 8), ("camp_box", 4))
        ):
            h = state._slots(team)
            contents = h[state.game.program.layout.base["team", field] + team]
            held = {name: contents[n] for n, name in enumerate(rules.kinds["equipment"].rows)}
            assert sum(many * slots[n] for n, many in enumerate(held.values())) <= most and min(held.values()) >= 0
            assert field == "backpack" or held["camp"] == 0
        assert list(state.problems()) == []


@pytest.mark.parametrize("which", WALKS)
def test_sides_that_touch_match_except_at_chokes(which):
    seen = 0
    for state in known_walk(*which)[0][::5]:
        nodes = {(a["x"], a["y"]): a for _, a in state.cave.nodes(data=True)}
        for (x, y), a in nodes.items():
            for side, other, step_ in (("e", "w", (1, 0)), ("s", "n", (0, 1))):
                b = nodes.get((x + step_[0], y + step_[1]))
                if b is not None and "choke" not in (a["feature"], b["feature"]):
                    assert (side in a["open"]) == (other in b["open"])
                    seen += 1
    assert seen > 100


def broken(state, change):
    twin = state.clone()
    change(twin)
    return twin


def put(field, owner, value, piece=0):
    def change(state):
        layout = state.game.program.layout
        slot = layout.base[owner, field]
        state._h[slot] = with_amount(state._h[slot], piece, value) if isinstance(state._h[slot], tuple) else value

    return change


def set_slot(owned, value):
    def change(state):
        state._h[state.game.program.layout.base["team", owned]] = value

    return change


def turned(state):
    """The first tile beside the base, closed on all sides."""
    place = next(iter(set(state._s[0]) - {grid.cell(0, 0)}))
    state._s[0][place] = (state._s[0][place][0], 0, *state._s[0][place][2:])


@pytest.mark.parametrize(
    "change, says",
    [
        (put("points", "team", 99), "points is 99"),
        (put("points", "team", -1), "points is -1"),
        (put("left", "stack", 150), "left is 150"),
        (put("backpack", "team", 9), "backpack holds"),
        (put("camp_box", "team", 5), "room for 4"),
        (put("stores", "team", -1, 4), "less than nothing"),
        (turned, "do not match"),
        (put("starter", "game", 7), "starter"),
        (put("here", "team", -1), "here"),
        (lambda s: s._s[0].update({k: (999, *v[1:]) for k, v in s._s[0].items()}), "no tile"),
        (lambda s: s._s[0].update({k: (v[0], v[1], 13, *v[3:]) for k, v in s._s[0].items()}), "depth"),
        (lambda s: s._s[1].clear(), "exits"),
        (put("sorted", "team", 2), "sorted"),
        (put("reached", "team", -5), "reached"),
        (set_slot("backpack", 3), "which is not bag of equipment"),
        (set_slot("backpack", (0, 1)), "a zero behind them"),
        (set_slot("points", (1,)), "points is (1,)"),
    ],
)
def test_problems_of_states_broken_by_hand(change, says):
    state = known_walk(1, 500)[0][200]
    assert list(state.problems()) == []
    found = list(broken(state, change).problems())
    assert found and any(says in each for each in found), found


# ---- how games end ----------------------------------------------------------------------------------------------------------------


MOST_IN_A_TURN = 120
"""No turn takes more decisions than this, whatever is chosen: points run out, and nothing that is free can be repeated for ever."""


def played(seed, choose, bound):
    """A game of two to its end or to a bound: the last state, and how many turns began once the cave was explored."""
    rng, decisions, late = random.Random(seed), 0, 0
    state = the_cave(starting_kit="suggested").new_initial_state(2)
    for _ in range(bound):
        if state.is_terminal:
            break
        explored = not any(each.values["left"] for each in state.view().kinds["stack"].values())
        action, state = step(state, rng, choose)
        began = sum(event.subject == "points" and event.after == "5" for event in state.events)
        decisions = 0 if began else decisions + 1
        assert decisions <= MOST_IN_A_TURN, action
        late += began if explored else 0
    return state, late


@pytest.mark.long
@pytest.mark.parametrize("seeds", [(0, 4), pytest.param(range(20, 40), marks=pytest.mark.long)])
def test_games_end_by_the_rules_after_three_more_rounds(seeds):
    ends = [played(seed, steered, 2500) for seed in seeds]
    for state, late in ends:
        if state.is_terminal:
            assert state.current_player == cw.TERMINAL and state.legal_actions() == () == state.active_players
            assert late in (6, 7) and state.returns() == list(state.outcome().totals)
    assert sum(state.is_terminal for state, _ in ends) * 3 > 2 * len(ends) - 3


@pytest.mark.parametrize("seed", [0, 1])
def test_whoever_plays_at_random_stops_at_the_bound(seed):
    state, _ = played(seed, uniform, 1500)
    assert not state.is_terminal and state.active_players


# ---- the graph ------------------------------------------------------------------------------------------------------------------------


def changes(graph):
    """Ways to change a graph."""
    node, edge = next(iter(graph.nodes)), next(iter(graph.edges))
    yield lambda: graph.add_node("zz")
    yield lambda: graph.remove_node(node)
    yield lambda: graph.add_edge(node, "zz")
    yield lambda: graph.remove_edge(*edge)
    yield lambda: graph.clear()
    yield lambda: graph.nodes[node].__setitem__("depth", 5)
    yield lambda: graph.nodes[node].update(depth=5)
    yield lambda: graph.nodes[node].pop("depth")
    yield lambda: graph.nodes[node].clear()
    yield lambda: graph.nodes[node].setdefault("x7", 5)
    yield lambda: graph.edges[edge].__setitem__("roped", True)
    yield lambda: graph.edges[edge[::-1]].__delitem__("roped")
    yield lambda: graph[edge[0]][edge[1]].update(roped=True)
    yield lambda: graph.graph.update(name="mine")


def test_changing_the_graph_raises_and_touches_no_state():
    state = known_walk(1, 500)[0][200]
    before, said = deep(state), (dict(state.cave.nodes(data=True)), list(state.cave.edges(data=True)))
    for change in changes(state.cave):
        with pytest.raises(nx.NetworkXError):
            change()
    assert deep(state) == before and (dict(state.cave.nodes(data=True)), list(state.cave.edges(data=True))) == said
    free = state.cave.copy()
    free.nodes["o"]["depth"] = 99
    free.add_node("zz")
    assert (
        state.cave.nodes["o"]["depth"] == 0
        and "zz" not in state.cave
        and copy.deepcopy(state.cave).nodes["o"] == state.cave.nodes["o"]
    )


def test_the_graph_shows_what_lies_there():
    for state in all_states()[::60]:
        graph, view = state.cave, state.view().boards["place"].places
        assert set(graph) == set(view) and nx.is_frozen(graph)
        for place, shown in view.items():
            assert all(graph.nodes[place][name] == value for name, value in shown.values.items())
        for team in state.view().players:
            assert team.name in graph.nodes[team.values["here"]]["here"]
        assert sum(len(a["here"]) for _, a in graph.nodes(data=True)) == len(state.names)
        for a, b in graph.edges:
            assert grid.SQUARE.passage(grid.SQUARE.place_by_name(a), grid.SQUARE.place_by_name(b)) >= 0


def test_the_first_options_are_listed_once(monkeypatch):
    """To list those of chess each move is tried, and the rules have done so to know that there is one."""
    tried = []
    refusal = DecisionInstructions.refusal
    monkeypatch.setattr(DecisionInstructions, "refusal", lambda *given: tried.append(given) or refusal(*given))
    game = cw.load_game("chess", engine="interpreter")
    first = [*map(str, game.new_initial_state().legal_actions())]
    assert len(first) == 20
    begun = len(tried)
    assert [*map(str, game.new_initial_state().legal_actions())] == first and len(tried) == begun
