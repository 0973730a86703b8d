"""The networkx graph of all boards, for embedders: made when asked for, frozen, a copy that touches no state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import networkx as nx

from ..cave import grid
from ..model import ruleset as m
from ..model.beginnings import blank_passage
from .view import plain, view_of
from .words import place_words, written

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
    """The graph: a node for every place (of boards that grow, for every laid one), an edge for every passage.

    A node goes by the name of its place; where there are several boards, by `board.place`. Node attributes: `board`, `name`, `x`, `y`
    (of a grid), what is printed there and what the place keeps, where tiles are laid the tile's row under the name of its kind (or none),
    its printed columns and its open sides as letters, and `here`, the names of players that something they keep puts there. Edge attributes:
    `board`, what is printed on the passage, and what it keeps.
    """
    graph: nx.Graph[str] = nx.Graph()
    boards = state.game.rules_model.boards
    for board in boards.values():
        before = f"{board.name}." if len(boards) > 1 else ""
        if board.fixed:
            _add_fixed(graph, state, board, before)
        else:
            _add(graph, state, board, before)
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


def _printed(kind: m.Kind, row: int, rules: m.Ruleset) -> dict[str, Any]:
    """What the columns of a kind say of a row."""
    return {name: c.texts[row] if c.type.form == "text" else plain(c.values[row], c.type, rules) for name, c in kind.columns.items()}


def _add(graph: nx.Graph[str], state: State, board: m.Board, before: str) -> None:
    rules, at = state.game.rules_model, state.game.interpreter.evaluate.boards[board.name]
    cells, edges = state._s[at], state._s[at + 2]
    kind = rules.kinds[board.kind]
    printed = [_printed(kind, n, rules) for n in range(len(kind.rows))]
    for place, record in cells.items():
        x, y = grid.position(place)
        kept = {f.name: plain(record[2 + k], f.type, rules) for k, f in enumerate(board.fields)}
        name = place_words(place, board)
        own = {"owner": state.names[place // grid.BEYOND]} if board.private else {}
        graph.add_node(before + name, **{**printed[record[0]], **kept, **own, "board": board.name, "name": name, "x": x, "y": y,
                                         board.kind: kind.rows[record[0]], "open": grid.shown(record[1]), "here": ()})
    evaluate = state.game.interpreter.evaluate
    blank, steps, h = blank_passage(board), evaluate.steps(board), [*state._h, *[0] * (evaluate.size - len(state._h))]
    for place in cells:
        for there in [way[0] for way in steps(h, state._s, place)] if board.joined else grid.neighbours(cells, place):
            if there > place:
                record = edges.get(grid.passage(place, there), blank)
                kept = {f.name: plain(record[k], f.type, rules) for k, f in enumerate(board.passage_fields)}
                graph.add_edge(before + place_words(place, board), before + place_words(there, board), board=board.name, **kept)


def _add_fixed(graph: nx.Graph[str], state: State, board: m.Board, before: str) -> None:
    """The places and passages of a grid or map, as they are in this position."""
    rules, evaluate = state.game.rules_model, state.game.interpreter.evaluate
    net, places = evaluate.nets[board.name], rules.kinds[board.name]
    count = len(state.names) * net.each if board.private else net.count
    seen = view_of(state, None)["boards"][board.name]
    tiles = rules.kinds[board.kind] if board.kind else None
    for n, name in enumerate(places.rows[:count]):
        kept = seen["places"].get(name, {})
        tile = tiles.index(kept[board.kind]) if tiles is not None and kept[board.kind] is not None else -1
        shown = _printed(tiles, tile, rules) if tiles is not None else {}
        shown |= {"open": kept[board.sides]} if board.sides else {}
        own = {"owner": state.names[n // net.each]} if board.private else {}
        graph.add_node(before + name, **{**shown, **_printed(places, n, rules), **kept, **own, "board": board.name, "name": name, "here": ()})
    passages = rules.kinds[board.passages]
    steps, h = evaluate.steps(board), [*state._h, *[0] * (evaluate.size - len(state._h))]
    for n, name in enumerate(places.rows[:count]):
        for there, passage in steps(h, state._s, n):
            if there > n:
                kept = {**_printed(passages, passage, rules), **seen["passages"].get(passages.rows[passage], {})}
                graph.add_edge(before + name, before + places.rows[there], **{**kept, "board": board.name, "passage": passages.rows[passage]})


def _standing(state: State, player: int) -> list[str]:
    """The places where a player stands: the first field of type place that is never none."""
    layout, rules = state.game.program.layout, state.game.rules_model
    field = standing_field(rules)
    board = rules.board_of(field.type) if field is not None else None
    if field is None or board is None:
        return []
    before = f"{board.name}." if len(rules.boards) > 1 else ""
    return [before + written(state._h[layout.slot(field) + player], field.type, rules)]


def standing_field(rules: m.Ruleset) -> m.Field | None:
    """What says where a player stands: the first kept place that is never none, or else the first."""
    fields = [f for f in rules.fields if f.owner == rules.players and rules.board_of(f.type) is not None]
    return next((f for f in fields if not f.type.optional), fields[0] if fields else None)
