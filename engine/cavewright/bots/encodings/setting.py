"""Setting of an encoding: a game, a number of players, and how far boards that grow may reach."""

from __future__ import annotations

from ...foundation.source.argument_checks import instance, whole_number, wrong_value
from ...foundation.source.lazy_property import lazy_property
from ...play.positions.sight import ALL
from ...play.states.game import Game, State
from ...rules.check.cardinality import PLACES
from ...rules.model.types import Type
from .tile_supply import TileSupply

FURTHEST = 500
"""As far as a board that grows reaches in any direction."""


class Setting:
    """Game, players and reach that an encoding is made for. `reach` is how many columns and rows together from the
    middle places of boards that grow have numbers; by default as many as there are tiles (of hexagons twice as many),
    which no chain of them passes."""

    def __init__(self, game: Game, players: int | None = None, reach: int | None = None) -> None:
        instance("game", game, Game, "a Game, as `load_game` gives it")
        players = game.players.start if players is None else players
        if players not in game.players or isinstance(players, bool) or not isinstance(players, int):
            low, high = game.players.start, game.players.stop - 1
            raise wrong_value("players", players, f"a number of players, {low} to {high}")
        self.game, self.players, self.rules = game, players, game.rules_model
        self._alike = game
        """The game of the state that was looked at last, which may be another object."""
        if reach is not None:
            whole_number("reach", reach, 1, f"a whole number from 1 to {2 * FURTHEST}")
            if reach > 2 * FURTHEST:
                raise wrong_value("reach", reach, f"a whole number from 1 to {2 * FURTHEST}")
        by_hexagons = any(self.rules.boards[name].hexagonal for name in self.rules.growing)
        self.reach = self.tiles * (2 if by_hexagons else 1) if reach is None else reach

    def fits(self, state: State) -> None:
        """Sees to it that a state is one of this game, with as many players. TypeError and ValueError if not."""
        instance("state", state, State, "a State")
        game = state.game
        if (game is not self.game and game is not self._alike and game != self.game) or len(
            state.names
        ) != self.players:
            said = f"a state of {self.game.id} for {self.players} players, by the same rules and options"
            raise wrong_value("state", state, said)
        self._alike = game

    @lazy_property
    def tiles(self) -> int:
        """Most tiles that may come to lie on boards that grow: those in bags and on boards in the beginning, or
        where others may come as many as the rules can lay, and no more than `FURTHEST`."""
        growing = [self.rules.boards[name] for name in self.rules.growing]
        if not growing:
            return 0
        kinds, first = {board.kind for board in growing}, self.game.new_initial_state(self.players)
        view, found = first.view(ALL), 0
        bags = {each.name for each in self.rules.fields if each.type.is_bag and each.type.name in kinds}
        for kept in (view.game, *view.players, *(row for rows in view.kinds.values() for row in rows.values())):
            found += sum(sum(kept.values[name].values()) for name in bags if name in kept.values)
        laid = sum(len(view.boards[board.name].places) for board in growing)
        supply = TileSupply(self.game, self.players)
        most = found + laid if found and supply.is_kept else supply.most_laid
        return int(min(most + 1, FURTHEST))

    @property
    def room(self) -> int:
        """Number of places of a growing board that have room in a tensor."""
        return min(self.tiles, PLACES)

    def rows(self, kind: str) -> tuple[str, ...]:
        """The rows of a kind that are in play, by name: of players those who are there."""
        rows = tuple(self.rules.kinds[kind].rows)
        return rows[: self.players] if kind == self.rules.players else rows

    def count_values(self, type_: Type) -> int:
        """Returns the number of values that a type has, none apart: rows in play, or as many as its bounds hold."""
        return len(self.rows(type_.name)) if type_.is_row else (type_.high - type_.low) // max(type_.step, 1) + 1

    def owners(self, type_: Type) -> int:
        """Returns the number of boards of the name of a type."""
        return self.players if self.rules.boards[type_.name].private else 1
