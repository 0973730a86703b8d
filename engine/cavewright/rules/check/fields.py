"""Reads fields: what the game, rows of kinds, players, places and passages keep."""

from __future__ import annotations

from dataclasses import replace

from ...foundation.source import Label
from ...language.syntax import tree as t
from ..model import ruleset as m
from .first_contents import FirstContents
from .recorded_positions import reasons_against
from .section import Section


class Fields(Section):
    """Fields, and the boards whose places keep some."""

    def declare(self) -> None:
        """Fields of the game, of kinds, players, boards and passages. Their first values are read when all are
        known."""
        waiting: list[tuple[str, t.Keeps]] = []
        for node in self.of("game", "kind", "players", "board"):
            for each in node.every(t.Keeps):
                owner = self._owner(node, each)
                self._keep(owner, each)
                waiting.append((owner, each))
        for node in self.of("board"):
            self._board(node)
        for owner, each in waiting:
            if (
                each.start is not None
                and not (each.passage and owner in self.names.boards)
                and (owner, each.name) in self.names.fields
            ):
                self._start(owner, each)
        for owner, each in waiting:
            self._look_at_positions(owner, each)
        for node in self.of("board"):
            self._board(node)
        for node in self.of("board"):
            self.boards.conditions(node)

    def _owner(self, node: t.Declaration, each: t.Keeps) -> str:
        """Returns the owner of a field: the game, or a kind; fixed places and passages are kinds too."""
        board = self.names.boards.get(node.name)
        if node.kind == "board" and each.passage and board is not None and board.fixed:
            return board.passages
        return "game" if node.kind == "game" else node.name

    def _keep(self, owner: str, node: t.Keeps) -> None:
        loose = node.passage and owner in self.names.boards
        key = (owner + " passage" if loose else owner, node.name)
        if key in self.names.fields:
            self.wrong(
                "C0202",
                f"`{node.name}` is kept twice",
                node,
                more=[Label(self.names.fields[key].span or node.span, "already here")],
            )
        type_ = self.read.type_of(node.type, lambda each: each.facts.can_be_kept)
        shown = "hidden" if "hidden" in node.type.flags else "secret" if "secret" in node.type.flags else "open"
        if shown == "secret" and owner != self.names.players:
            self.wrong("C0420", "only what a player keeps can be secret to somebody", node.type, help="write `hidden`")
        if not type_.facts.can_be_kept:
            self.wrong("C0419", f"`{type_}` cannot be kept", node.type)
        if type_.is_bag and owner in self.names.boards and not self.names.boards[owner].fixed:
            pile, bag = "places that come into being keep no piles", "places that come into being keep no bags"
            self.wrong(
                "C0419",
                pile if type_.is_pile else bag,
                node.type,
                help="let a board of fixed size keep it, `grid 9 by 9`, or a table: each place keeps the row that stands for it",
            )
        counted = "uncounted" not in node.type.flags
        if not counted and type_.is_pile:
            self.wrong("C0420", "how many pieces lie in a pile all see", node.type, help="leave out `uncounted`")
        elif not counted and (not type_.is_bag or shown == "open"):
            self.wrong(
                "C0420",
                "only a hidden or secret bag can be `uncounted`",
                node.type,
                help="leave out `uncounted`, or write `hidden uncounted`",
            )
        self.names.fields[key] = m.Field(
            node.name,
            owner,
            type_,
            None,
            shown,
            node.text,
            node.cites,
            loose,
            node.span,
            counted,
            "internal" not in node.type.flags,
        )

    def _start(self, owner: str, node: t.Keeps) -> None:
        kept = self.names.fields[(owner, node.name)]
        if kept.type.is_positions:
            return
        value = FirstContents(self.read).value(kept, node.start)
        if value is not None:
            self.read.in_range(value, kept.type)
            self.names.fields[(owner, node.name)] = replace(kept, start=value)

    def _look_at_positions(self, owner: str, node: t.Keeps) -> None:
        """C0434 for fields that make no position, and for positions that are kept where they cannot be."""
        kept = self.names.fields.get((owner, node.name))
        if kept is None or not kept.type.is_positions:
            return
        for n, what, help in reasons_against(kept.type, self.names):
            self.wrong("C0434", what, node.type.fields[n], help=help)
        if kept.shown != "open" or "uncounted" in node.type.flags:
            self.wrong(
                "C0420",
                "how all see things lie is no secret",
                node.type,
                help="leave out `hidden`, `secret` and `uncounted`",
            )
        if (
            owner in self.names.boards
            and not self.names.boards[owner].fixed
            or node.passage
            and owner in self.names.boards
        ):
            self.wrong("C0419", "places that come into being keep no positions", node.type)
        if node.start is not None:
            self.wrong("C0434", "nothing was before the beginning", node.start, help="leave out the first value")

    def _board(self, node: t.Declaration) -> None:
        """A board with what its places and passages keep, as far as that is known."""
        board = self.names.boards[node.name]
        edges = board.passages if board.fixed else node.name + " passage"
        self.boards.complete(
            node, *([f for (owner, _), f in self.names.fields.items() if owner == each] for each in (node.name, edges))
        )
