"""The networkx graph of all boards, for embedders: a frozen view that reads a position when it is asked, and touches no
state."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, NoReturn

import networkx as nx

from ..positions.position import Position
from ..positions.sight import Sight
from .board_reading import FrozenAttributes, GraphView

if TYPE_CHECKING:
    Graph = nx.Graph[str]
else:
    Graph = nx.Graph


def refuse(*given: Any, **named: Any) -> NoReturn:
    """Stands in the place of everything that would change the graph."""
    raise nx.NetworkXError("the graph of a state cannot be changed; work on a copy of it")


def graph_of(state: Position, sight: Sight) -> nx.Graph[str]:
    """The graph as one viewer knows it: a node for every place (of boards that grow, for every laid one), an edge for
    every passage.

    A node goes by the name of its place; where there are several boards, by `board.place`. Node attributes: `board`,
    `name`, `x`, `y` (of a grid), what is printed there and what the place keeps, where tiles are laid the tile's row
    under the name of its kind (or none), its printed columns and its open sides as letters, and `here`, the names of
    players that something they keep puts there. Edge attributes: `board`, what is printed on the passage, and what it
    keeps. What the viewer does not know is left out. Where it cannot know whether a passage is there, since a secret
    decides it, the passage is shown as if it were.
    """
    known, key = state._memory, ("graph", sight.viewer)
    if key not in known:
        known[key] = CaveGraph(state, sight)
    return known[key]  # type: ignore[no-any-return]


class CaveGraph(Graph):
    """A frozen graph over a position: nothing of it is built before somebody asks. Copies of it, and what is made from
    it, are plain graphs."""

    frozen = True
    graph = FrozenAttributes()
    add_node = add_nodes_from = remove_node = remove_nodes_from = refuse
    add_edge = add_edges_from = add_weighted_edges_from = remove_edge = remove_edges_from = refuse
    update = clear = clear_edges = refuse

    def __new__(cls, *looked: Any) -> Any:
        """networkx makes new graphs of the class of an old one; those are empty and plain."""
        return object.__new__(cls) if looked else nx.Graph()

    def __init__(self, state: Position, sight: Sight) -> None:
        ground = GraphView(state, sight)
        self._node, self._adj = ground.places, ground.near
        self.__networkx_cache__: dict[str, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        graph: Any = nx.Graph()
        near = {name: dict(each) for name, each in self._adj.items()}
        graph._node, graph._adj = deepcopy((dict(self._node), near))
        return nx.freeze, (graph,)
