"""Replay of a save: its actions under the rules as they are now, held against what it says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...foundation.source.version import VERSION
from ..positions.action import CHANCE, Action, IllegalActionError
from ..states.game import Game, State
from .correction import Correction, read_correction
from .divergence import Divergence
from .history import History, draw_by_seed
from .move_digests import first_other, take_digests
from .save_text import FORMAT, SaveError, field_of

if TYPE_CHECKING:
    from .save_schema import Save


class Replay:
    """The moves of a save, the states to which they lead, which draws the seed did not bring, and what was corrected.
    Raises SaveError where something does not fit."""

    def __init__(self, save: Save, game: Game) -> None:
        self.save, self.game, self.changed = save, game, game.hash != save.hash
        self.moves: list[Action] = []
        self.entered: list[int] = []
        self.corrections: list[Correction] = []
        self.states = History(_start(game, save.players), self.moves)
        self.divergence: Divergence | None = None
        marked = frozenset(save.entered)
        for number, said in enumerate(save.actions):
            self._correct(number)
            state = self.states.last
            due = draw_by_seed(state, save.seed, number)[1] if state.current_player == CHANCE else None
            self._act(number + 1, said)
            self._compare(due, number in marked)
        self._correct(len(save.actions))
        self.divergence = self._find_divergence()

    def _find_divergence(self) -> Divergence | None:
        """The first action that did something else when it was saved, as far as the save says what it did."""
        if not self.changed and self.save.engine == VERSION:
            take_digests(self.states, self.save.effects)
            return None
        at = first_other(self.states, self.save.effects)
        return (
            None if at is None else Divergence(at, self.moves[at], "", (), (), self.states[0].names, self.game.wording)
        )

    def _correct(self, after: int) -> None:
        """Makes the corrections that were made behind so many moves."""
        for n, saved in enumerate(self.save.corrections):
            if saved.after == after:
                made = read_correction(n, saved, self.game, self.states, self.changed)
                self.corrections.append(made)
                self.states.correct(made.state)

    def _act(self, number: int, said: str) -> None:
        fields = field_of(f"actions.{number - 1}", said, "an action that is legal where it stands")
        try:
            action = self.game.parse_action(said)
            state = self.states.last.apply_by_host(action)
        except IllegalActionError as error:
            reason = error.verdict.reasons[0] if error.verdict.reasons else None
            rule = f" ({': '.join(filter(None, (reason.rule, reason.text())))})" if reason else ""
            why = "the rules have changed since it was saved" if self.changed else "the save was edited"
            parted = self._find_divergence()
            since = f"; it went another way from action {parted.after + 1}, `{parted.action}`, on" if parted else ""
            message = f"action {number}, `{said}`, is no longer possible{rule}; {why}{since}"
            raise SaveError(message, number, error.verdict.reasons, fields, parted) from error
        except ValueError as error:
            raise SaveError(f"action {number} cannot be read: {error}", number, fields=fields) from error
        self.moves.append(action)
        self.states.append(state)

    def _compare(self, due: Action | None, marked: bool) -> None:
        """Notes a draw that is not what the seed brings; SaveError where it has to be."""
        number, action = len(self.moves), self.moves[-1]
        if marked and due is None:
            fields = field_of("entered", number - 1, "an entry that chance brought")
            raise SaveError(
                f"`entered` of the save names action {number}, `{action}`, and that is up to a player", fields=fields
            )
        if due is not None and (marked or action != due):
            if not marked and not self.changed and self.save.cavewright == FORMAT:
                fields = field_of(f"actions.{number - 1}", str(action), f"what the seed brings, `{due}`")
                raise SaveError(
                    f"action {number}, `{action}`, is not what the seed brings, `{due}`, and is not marked as entered by hand",
                    fields=fields,
                )
            self.entered.append(number - 1)


def _start(game: Game, players: list[str]) -> State:
    try:
        return game.new_initial_state(players)
    except ValueError as error:
        fields = field_of("players", players, "the names of as many players as may play")
        raise SaveError(f"`players` of the save: {error}", fields=fields) from error
