"""The networkx graph of all boards, for embedders: made when asked for, frozen, a copy that touches no state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import networkx as nx

from ..cave import grid
from ..model import ruleset as m
from .view import plain

if TYPE_CHECKING:
    from .state import State


class Fixed(dict[str, Any]):
    """The attributes of a place or passage: a dictionary that refuses to be changed. Copies of it are plain ones."""

    def _refuse(self, *given: Any, **named: Any) -> NoReturn:
        raise nx.NetworkXError("the graph of a state cannot be changed; work on a copy of it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def graph_of(state: State) -> nx.Graph[str]:
    """The graph: a node for every laid place, an edge for every passage.

    Node attributes: `board`, `x`, `y`, `open` (open sides as letters), the tile's row under the name of its kind, its printed columns,
    what the place keeps, and `here`, the names of players that something they keep puts there. Edge attributes: `board`
    and what the passage keeps.
    """
    graph: nx.Graph[str] = nx.Graph()
    for board in state.game.rules_model.boards.values():
        _add(graph, state, board)
    for player, name in enumerate(state.names):
        for place in _standing(state, player):
            if place in graph:
                graph.nodes[place]["here"] = (*graph.nodes[place]["here"], name)
    _fix(graph)
    return graph


def _fix(graph: Any) -> None:
    """Freezes the graph with all its attributes."""
    for node, attributes in graph.nodes(data=True):
        graph._node[node] = Fixed(attributes)
    for a, b, attributes in list(graph.edges(data=True)):
        graph._adj[a][b] = graph._adj[b][a] = Fixed(attributes)
    graph.graph = Fixed(graph.graph)
    nx.freeze(graph)


def _add(graph: nx.Graph[str], state: State, board: m.Board) -> None:
    rules, at = state.game.rules_model, state.game.interpreter.evaluate.boards[board.name]
    cells, edges = state._s[at], state._s[at + 2]
    kind = rules.kinds[board.kind]
    printed = [{name: c.texts[n] if c.type.form == "text" else plain(c.values[n], c.type, rules) for name, c in kind.columns.items()}
               for n in range(len(kind.rows))]
    for place, record in cells.items():
        x, y = grid.position(place)
        kept = {f.name: plain(record[2 + k], f.type, rules) for k, f in enumerate(board.fields)}
        graph.add_node(grid.name(place), **{**printed[record[0]], **kept, "board": board.name, "x": x, "y": y,
                                            board.kind: kind.rows[record[0]], "open": grid.shown(record[1]), "here": ()})
    blank = state.game.interpreter.evaluate.blank_passage(board)
    for place in cells:
        for there in grid.neighbours(cells, place):
            if there > place:
                record = edges.get(grid.passage(place, there), blank)
                kept = {f.name: plain(record[k], f.type, rules) for k, f in enumerate(board.passage_fields)}
                graph.add_edge(grid.name(place), grid.name(there), board=board.name, **kept)


def _standing(state: State, player: int) -> list[str]:
    """The places where a player stands: the first field of type place that is never none."""
    layout = state.game.program.layout
    found: list[Any] = [f for f in state.game.rules_model.fields
                        if f.owner == state.game.rules_model.players and f.type.form == "place" and not f.type.optional]
    return [grid.name(state._h[layout.slot(f) + player]) for f in found[:1]]
