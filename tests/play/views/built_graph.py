"""The graph of a state built node by node, as embedders would do it: what the view of a state has to be like."""

import networkx as nx

from cavewright.play.positions.value_text import place_words, write_value
from cavewright.play.views.board_reading import standing_field
from cavewright.play.views.view import plain
from cavewright.rules.cave import grid
from cavewright.rules.model.initial_values import blank_passage


def built(state):
    """All places and passages of all boards."""
    graph, boards = nx.Graph(), state.game.rules_model.boards
    for board in boards.values():
        before = f"{board.name}." if len(boards) > 1 else ""
        (add_fixed if board.fixed else add_growing)(graph, state, board, before)
    for player, name in enumerate(state.names):
        for place in standing(state, player):
            if place in graph:
                graph.nodes[place]["here"] = (*graph.nodes[place]["here"], name)
    return graph


def printed(kind, row, rules):
    """What the columns of a kind say of a row."""
    return {
        name: c.texts[row] if c.type.form == "text" else plain(c.values[row], c.type, rules)
        for name, c in kind.columns.items()
    }


def add_growing(graph, state, board, before):
    """The laid places of a board that grows, and its passages."""
    rules, evaluate = state.game.rules_model, state.game.interpreter.evaluate
    at = evaluate.boards[board.name]
    cells, edges, kind = state._s[at], state._s[at + 2], rules.kinds[board.kind]
    for place, record in cells.items():
        x, y = grid.position(place)
        kept = {f.name: plain(record[2 + k], f.type, rules) for k, f in enumerate(board.fields)}
        name = place_words(place, board)
        own = {"owner": state.names[place // grid.BEYOND]} if board.private else {}
        graph.add_node(
            before + name,
            **{
                **printed(kind, record[0], rules),
                **kept,
                **own,
                "board": board.name,
                "name": name,
                "x": x,
                "y": y,
                board.kind: kind.rows[record[0]],
                "open": grid.shape_of(board).write_sides(record[1]),
                "here": (),
            },
        )
    steps, h = evaluate.steps(board), [*state._h, *[0] * (evaluate.size - len(state._h))]
    for place in cells:
        for there, _ in steps(h, state._s, place):
            if there > place:
                record = edges.get(grid.shape_of(board).passage(place, there), blank_passage(board))
                kept = {f.name: plain(record[k], f.type, rules) for k, f in enumerate(board.passage_fields)}
                graph.add_edge(
                    before + place_words(place, board), before + place_words(there, board), board=board.name, **kept
                )


def add_fixed(graph, state, board, before):
    """The places and passages of a grid or map, as they are in this position."""
    rules, evaluate = state.game.rules_model, state.game.interpreter.evaluate
    net, places, seen = evaluate.nets[board.name], rules.kinds[board.name], state.view(None).boards[board.name]
    count = len(state.names) * net.each if board.private else net.count
    tiles = rules.kinds[board.kind] if board.kind else None
    for n, name in enumerate(places.rows[:count]):
        kept = seen.places[name].values if seen.places else {}
        tile = tiles.index(kept[board.kind]) if tiles is not None and kept[board.kind] is not None else -1
        shown = printed(tiles, tile, rules) if tiles is not None else {}
        shown |= {"open": kept[board.sides]} if board.sides else {}
        own = {"owner": state.names[n // net.each]} if board.private else {}
        graph.add_node(
            before + name,
            **{**shown, **printed(places, n, rules), **kept, **own, "board": board.name, "name": name, "here": ()},
        )
    steps, h, passages = (
        evaluate.steps(board),
        [*state._h, *[0] * (evaluate.size - len(state._h))],
        rules.kinds[board.passages],
    )
    for n, name in enumerate(places.rows[:count]):
        for there, passage in steps(h, state._s, n):
            if there > n:
                kept = {
                    **printed(passages, passage, rules),
                    **(seen.passages[passages.rows[passage]].values if seen.passages else {}),
                }
                graph.add_edge(
                    before + name,
                    before + places.rows[there],
                    **{**kept, "board": board.name, "passage": passages.rows[passage]},
                )


def standing(state, player):
    """Where a player stands: in the first field of type place that is never none."""
    layout, rules = state.game.program.layout, state.game.rules_model
    field = standing_field(rules)
    board = rules.board_of(field.type) if field is not None else None
    if board is None:
        return []
    before = f"{board.name}." if len(rules.boards) > 1 else ""
    return [before + write_value(state._h[layout.slot(field) + player], field.type, rules)]
