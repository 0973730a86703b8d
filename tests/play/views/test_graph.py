"""The graph of a state is a view: it says what a graph built node by node says, networkx works on it, and nothing changes it."""

import copy
import pickle
import random
from functools import cache
from pathlib import Path

import networkx as nx
import pytest
from tests.play.states.walks import known_walk, step
from tests.play.views.built_graph import built

import cavewright as cw

HERE = Path(__file__).parents[1]
GAMES = [*cw.registered_games(), *sorted((HERE.parent / "rules" / "boards").glob("*.cave")), HERE / "burrow.cave"]


@cache
def sampled(rules):
    """Some states of a game at random."""
    rng, state, found = random.Random(4), cw.load_game(rules).new_initial_state(), []
    for number in range(400):
        if number % 37 == 0:
            found.append(state)
        if state.is_terminal:
            break
        state = step(state, rng)[1]
    return [*found, state]


def whole(graph):
    """Everything in a graph, in order."""
    near = {name: {there: dict(found) for there, found in graph.adj[name].items()} for name in graph.adj}
    return (
        [(name, list(found.items())) for name, found in graph.nodes(data=True)],
        [(name, [(there, list(found.items())) for there, found in each.items()]) for name, each in near.items()],
        [(a, b, dict(found)) for a, b, found in graph.edges(data=True)],
        graph.graph,
        len(graph),
        graph.size(),
    )


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: Path(rules).stem)
@pytest.mark.gate("den", "breakthrough")
def test_the_view_says_what_a_built_graph_says(rules):
    states = sampled(rules)
    assert all(bool(len(state.cave)) == bool(state.game.rules_model.boards) for state in states[1:])
    for state in states:
        graph, other = state.cave, built(state)
        assert whole(graph) == whole(other)
        assert [graph[a][b] is graph.edges[b, a] for a, b in graph.edges] == [True] * graph.size()
        assert all(name in graph and graph.nodes[name] is graph.nodes[name] for name in other)


MADE = {
    "a copy": lambda graph: graph.copy(),
    "another graph": nx.Graph,
    "a directed one": lambda graph: graph.to_directed(),
    "an undirected one": lambda graph: graph.to_undirected(),
    "a part": lambda graph: graph.subgraph(list(graph)[::2]).copy(),
    "a part by edges": lambda graph: graph.edge_subgraph(list(graph.edges)[::2]).copy(),
    "a view of it": lambda graph: graph.copy(as_view=True),
    "a view filtered": lambda graph: nx.subgraph_view(graph, filter_node=lambda name: name != "n1"),
    "the rest": nx.complement,
    "without passages": lambda graph: nx.create_empty_copy(graph),
    "under other names": lambda graph: nx.relabel_nodes(graph, {name: name + "!" for name in graph}),
    "a deep copy": copy.deepcopy,
    "a shallow copy": copy.copy,
    "unpickled": lambda graph: pickle.loads(pickle.dumps(graph)),
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE.keys())
@pytest.mark.parametrize("rules", ["the-cave", "cave-vs-cave", "connect-four"])
def test_graphs_that_are_made_of_it_are_those_made_of_a_built_one(rules, make):
    for state in sampled(rules)[::4]:
        made, other = make(state.cave), make(nx.freeze(built(state)))
        assert whole(made) == whole(other) and nx.is_frozen(made) == nx.is_frozen(other)
        assert type(made) is type(other) or nx.is_frozen(made)


ASKED = {
    "components": lambda graph: [sorted(each) for each in nx.connected_components(graph)],
    "paths": lambda graph: nx.shortest_path(graph, "o"),
    "a path": lambda graph: nx.shortest_path(graph, "o", list(graph)[-1]),
    "weighted": lambda graph: nx.single_source_dijkstra_path_length(
        graph, "o", weight=lambda a, b, found: 1 + found["roped"]
    ),
    "centrality": nx.betweenness_centrality,
    "cycles": nx.cycle_basis,
    "cut": lambda graph: [*nx.articulation_points(graph)],
    "clusters": nx.clustering,
    "tree": lambda graph: sorted(nx.minimum_spanning_tree(graph).edges),
    "planar": nx.is_planar,
    "colours": nx.greedy_color,
    "degrees": lambda graph: dict(graph.degree),
    "written": lambda graph: nx.node_link_data(graph, edges="edges"),
    "attributes": lambda graph: nx.get_node_attributes(graph, "depth"),
    "not beside": lambda graph: sorted(nx.non_neighbors(graph, "o")),
    "in common": lambda graph: [sorted(nx.common_neighbors(graph, "o", name)) for name in graph if name != "o"],
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED.keys())
def test_what_networkx_answers_is_what_it_answers_of_a_built_one(ask):
    for state in known_walk(1, 500)[0][::150]:
        assert ask(state.cave) == ask(built(state))


def test_two_views_of_one_position_are_equal_and_isomorphic():
    state = known_walk(1, 500)[0][300]
    graph, other = state.cave, state.clone().cave
    assert (
        graph is state.cave
        and graph is not other
        and nx.utils.graphs_equal(graph, other)
        and nx.utils.graphs_equal(graph, built(state))
    )
    assert nx.is_isomorphic(graph, other) and nx.vf2pp_is_isomorphic(graph, built(state), node_label="feature")
    assert not nx.utils.graphs_equal(graph, known_walk(1, 500)[0][0].cave)


@pytest.mark.parametrize("name", ["n99", "", "N1", "o ", "n01", "n1٣", "0.o", "place.o", 5, None, ("o",)])
def test_what_is_no_place_is_no_node(name):
    graph = known_walk(1, 500)[0][200].cave
    assert name not in graph and not graph.has_node(name) and not graph.has_edge("o", name)
    for ask in (graph.nodes.__getitem__, graph.__getitem__, graph.adj.__getitem__):
        with pytest.raises(KeyError):
            ask(name)


@pytest.mark.parametrize("name", ["den.2.a1", "hill.00.o", "hill.2.o", "0.a1", "den.a1", "den.", "hill"])
def test_what_is_no_place_of_these_boards_is_no_node(name):
    graph = cw.load_game(HERE.parent / "rules/boards/den.cave").new_initial_state(2).cave
    assert (
        {"den.0.a1", "den.1.a1", "hill.0.o", "hill.1.o"} < set(graph) and name not in graph and name not in set(graph)
    )


def test_lists_are_no_nodes_either():
    graph = known_walk(1, 500)[0][200].cave
    assert [] not in graph and list(graph.nbunch_iter(["o", "zz", "n1"])) == ["o", "n1"]
    with pytest.raises(TypeError):
        graph.nodes[{}]
