"""The definition of a view, field by field: each is asked of `Sight`, in each position anew. What reads views quicker is held to it."""

import cavewright as cw
from cavewright.play.positions.sight import Sight
from cavewright.play.positions.value_text import border_words, place_words
from cavewright.play.views.view import BoardView, Kept, PlayerView, View, kept_values, plain
from cavewright.rules.cave import grid
from cavewright.rules.model.initial_values import blank_passage


def plain_view(state, viewer):
    """The view of a position."""
    sight, rules = Sight(state, viewer), state.game.rules_model
    fields = {}
    for field in rules.fields:
        fields.setdefault(field.owner, []).append(field)

    def row(owner, n):
        values = kept_values(sight, fields.get(owner, ()), n)
        bags = [
            each
            for each in fields.get(owner, ())
            if each.type.form == "bag" and each.name not in values and sight.counts(each, n)
        ]
        return Kept(values, {each.name: sum(sight.value(each, n)) for each in bags})

    def rows(owner, names):
        return {name: row(owner, n) for n, name in enumerate(names)} if owner in fields else {}

    def board(board):
        if not board.fixed:
            return growing(state, sight, board)
        mine, all_ = (len(state.names), rules.player_range[1]) if board.private else (1, 1)
        both = [tuple(rules.kinds[owner].rows) for owner in (board.name, board.passages)]
        return BoardView(
            *(
                rows(owner, names[: len(names) * mine // all_])
                for owner, names in zip((board.name, board.passages), both, strict=True)
            )
        )

    on_boards = {
        rules.players,
        "game",
        *(name for each in rules.boards.values() for name in (each.name, each.passages)),
    }
    kept = [row(rules.players, n) for n in range(len(state.names))]
    return View(
        "all" if viewer is cw.ALL else viewer,
        state.current_player,
        state.active_players,
        state.is_terminal,
        tuple(
            PlayerView(each.values, each.sizes, n, state.names[n], n in state.active_players)
            for n, each in enumerate(kept)
        ),
        row("game", 0),
        {owner: rows(owner, rules.kinds[owner].rows) for owner in fields if owner not in on_boards},
        {name: board(each) for name, each in rules.boards.items()},
        {local.name: plain(value, local.type, rules) for local, value in sight.names()},
    )


def growing(state, sight, board):
    """A board that grows."""
    at, rows, shape = (
        state.game.interpreter.evaluate.boards[board.name],
        state.game.rules_model.kinds[board.kind].rows,
        grid.shape_of(board),
    )
    places, passages = {}, {}
    for place, record in sorted(state._s[at].items()):
        kept = kept_values(sight, board.fields, place, record[2:])
        places[place_words(place, board)] = Kept(
            {board.kind: rows[record[0]], board.sides: shape.write_sides(record[1]), **kept}, {}
        )
    for key, record in sorted(state._s[at + 2].items()):
        kept, before = (kept_values(sight, board.passage_fields, key, each) for each in (record, blank_passage(board)))
        if kept != before:
            passages[border_words(key, board)] = Kept(kept, {})
    return BoardView(places, passages)
