"""What a player may know of a position, as plain data: names as text, numbers as numbers, what is unseen left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..cave import grid
from ..model import ruleset as m
from ..program.instructions import ME, PC
from .events import Effect
from .words import border_words, place_words, set_members, written

if TYPE_CHECKING:
    from .game import Game
    from .state import State


def view_of(state: State, player: int | None) -> Mapping[str, Any]:
    """The view of a player, or of a spectator (None).

    Keys: `players` (names), `current_player`, `active_players`, `named` (what the rule that is being carried out has given a name,
    a tile just drawn, say), `boards`, and `kept`: what the game keeps under `game`, and for the players and every kind that
    keeps something, under its name, a list or mapping of what each keeps. While all act at once, a player sees its own choices
    and nobody else's.
    """
    rules = state.game.rules_model
    seen: dict[str, Any] = {"players": list(state.names), "current_player": state.current_player,
                            "active_players": list(state.active_players)}
    on_boards = {*rules.boards, *(board.passages for board in rules.boards.values())}
    slots = state._h if player is None or state._branches is None else state._branches[player]
    seen["named"] = _named(state, player, slots)
    kept: dict[str, Any] = {rules.players: [{} for _ in state.names]}
    for field in rules.fields:
        if field.owner in on_boards or not visible(field):
            continue
        if field.owner == "game":
            kept.setdefault("game", {})[field.name] = value_of(state.game, field, 0, slots)
        elif field.owner == rules.players:
            rows = kept.setdefault(field.owner, [{} for _ in state.names])
            for n, row in enumerate(rows):
                if field.shown != "secret" or n == player:
                    row[field.name] = value_of(state.game, field, n, slots if n == player else state._h)
        else:
            kind = rules.kinds[field.owner]
            rows = kept.setdefault(field.owner, {name: {} for name in kind.rows})
            for n, name in enumerate(kind.rows):
                rows[name][field.name] = value_of(state.game, field, n, slots)
    seen["kept"] = kept
    seen["boards"] = {name: _board(state, board) for name, board in rules.boards.items()}
    return seen


def _named(state: State, player: int | None, h: list[Any]) -> dict[str, Any]:
    """What the rule around the present decision has bound, as far as a player may know it."""
    program, rules = state.game.program, state.game.rules_model
    may_know = ("open", "secret") if player is not None and player == h[ME] else ("open",)
    return {local.name: plain(h[program.layout.locals[local.number]], local.type, rules)
            for local in program.bound.get(h[PC], ()) if local.shown in may_know}


def seen_by(state: State, effect: Effect, player: int | None) -> bool:
    """Whether a player sees a change: what changed is open to it, and not done unseen by another while all act at once."""
    field = effect.subject
    if effect.kind in ("draw", "back") and effect.second:
        return effect.player == player
    if effect.kind in ("draw", "back", "lay") or not isinstance(field, m.Field):
        return True
    if state._branches is not None and field.owner == state.game.rules_model.players and effect.where != player:
        return False
    return visible(field) and (field.shown != "secret" or effect.where == player)


def visible(field: m.Field) -> bool:
    """Whether anybody ever sees what a field keeps."""
    return field.shown != "hidden"


def value_of(game: Game, field: m.Field, row: int, h: list[Any]) -> Any:
    """What a field keeps of a row, as plain data."""
    rules, layout = game.rules_model, game.program.layout
    base = layout.slot(field)
    if field.type.form == "bag":
        kind = rules.kinds[field.type.name]
        return {name: many for name, many in zip(kind.rows, h[base + row], strict=False) if many}
    return plain(h[base + row], field.type, rules)


def plain(value: int, type_: Any, rules: m.Ruleset) -> Any:
    """A value as plain data."""
    if type_.form == "number":
        return None if value < 0 and type_.optional else value
    if type_.form == "yes_no":
        return bool(value)
    if type_.form == "set":
        return [plain(v, type_.element, rules) for v in set_members(value, type_.element)]
    text = written(value, type_, rules)
    return None if text == "none" else text


def _board(state: State, board: m.Board) -> dict[str, Any]:
    if board.fixed:
        return {"places": _rows(state, board, board.name), "passages": _rows(state, board, board.passages)}
    rules, n = state.game.rules_model, state.game.interpreter.evaluate.boards[board.name]
    places = {place_words(at, board): {board.kind: rules.kinds[board.kind].rows[record[0]], board.sides: grid.shown(record[1]),
                              **{f.name: plain(record[2 + k], f.type, rules) for k, f in enumerate(board.fields)}}
              for at, record in sorted(state._s[n].items())}
    passages = [border_words(key, board) for key in sorted(state._s[n + 2])]
    kept = [{f.name: plain(record[k], f.type, rules) for k, f in enumerate(board.passage_fields)}
            for _, record in sorted(state._s[n + 2].items())]
    return {"places": places, "passages": dict(zip(passages, kept, strict=True))}


def _rows(state: State, board: m.Board, kind: str) -> dict[str, Any]:
    """What the places or the passages of a board keep, by name; nothing, if they keep nothing."""
    rules = state.game.rules_model
    fields = [f for f in rules.fields if f.owner == kind and visible(f)]
    names = rules.kinds[kind].rows
    count = len(names) * len(state.names) // rules.player_range[1] if board.private else len(names)
    return {name: {f.name: value_of(state.game, f, n, state._h) for f in fields} for n, name in enumerate(names[:count])} if fields else {}
