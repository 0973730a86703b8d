"""Actions of players who are not asked, and of the host, beside the decision of another."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.step import Chosen, Run
from ...foundation.source.ample_stack import retried_with_room
from ...rules.program.instructions import PC
from ..positions.action import Action, IllegalActionError, Reason, Verdict
from ..positions.playable import Playable
from ..positions.position import Branches, Position
from ..views.reasons import Explainer

Kind = TypeVar("Kind", bound="Interruptible")


class Interruptible(Position):
    """A position at which players may act who are not asked."""

    __slots__ = ()

    if TYPE_CHECKING:

        def apply(self, action: Action | str) -> Any: ...

        def _settle(self, h: Slots, s: Boards, run: Run, branches: Branches | None = None) -> Any: ...

    def interrupts(self, player: int | None = None) -> tuple[Action, ...]:
        """Returns what a player may do beside the decision that is due, asked or not: give up, offer a draw, call. Of no
        player: of all of them.

        Bots and adapters leave these alone; `apply` takes them as it takes others.

        >>> import cavewright as cw
        >>> cw.load_game("tic-tac-toe").new_initial_state().interrupts(1)
        ()
        """
        host = self.game.rules_model.host_actions
        return tuple(each for each in self._beside(player) if each.signature.rule not in host)

    def host_actions(self, player: int | None = None) -> tuple[Action, ...]:
        """Returns what the host of a match may do here, about a player or about any: time has run out, a game is
        ended. Players are not offered it, and `apply` refuses it; `apply_by_host` carries it out."""
        host = self.game.rules_model.host_actions
        return tuple(each for each in self._beside(player) if each.signature.rule in host)

    def apply_by_host(self: Kind, action: Action | str) -> Kind:
        """The state after an action of anybody, those included that only the host does. A program that hosts a match
        calls this, and so does a replay.

        Raises what `apply` raises.
        """
        read = action if self.game.program.interrupts is None else self._read(action)
        if not isinstance(read, Action) or self._is_ordinary(read):
            found: Kind = self.apply(read)
            return found
        return self._interrupt(read, by_host=True)

    def _is_ordinary(self, action: Action) -> bool:
        """Tells if an action is chance's, or a way to decide."""
        is_alone = self.game.program.interrupts is None
        return is_alone or action.player < 0 or self._find(action) is not None

    def _beside(self, player: int | None) -> tuple[Action, ...]:
        """The actions beside the decision that is due, of a player or of all; without those that are a way to decide."""
        if player is None:
            return tuple(each for n in range(len(self.names)) for each in self._beside(n))
        player = self.player_meant(player)
        if self.game.program.interrupts is None:
            return ()
        known = self._memory
        if ("beside", player) not in known:
            known["beside", player] = tuple(each for each, _ in self._interruptions(player))
        return known["beside", player]  # type: ignore[no-any-return]

    def _interruptions(self, player: int) -> Iterable[tuple[Action, Chosen]]:
        stands = self._as_interrupting(player)
        if stands is None:
            return ()
        h, s = stands
        options = self.game.interpreter.list_options(h, s)
        own = {(each.name, each.values) for each in self._own_actions(player)}
        found = zip(self.game.actions(player, h[PC], options), options, strict=True)
        return [each for each in found if (each[0].name, each[0].values) not in own]

    def _when_not_asked(self, player: int) -> tuple[Action, ...]:
        return self.interrupts(player) if player >= 0 else ()

    def _own_actions(self, player: int) -> Iterable[Action]:
        """The ways in which a player may decide, if it is asked."""
        return self.legal_actions(player) if player in self.active_players else ()

    def _as_interrupting(self, player: int) -> tuple[Slots, Boards] | None:
        """Slots and boards as a player has them who acts beside the decision of another; none where nobody may."""
        entry = self.game.interruption_at(self._h)
        if entry < 0 or self._branches is not None:
            return None
        interrupts = self.game.program.interrupts
        assert interrupts is not None
        h, s = self._h[:], self._s[:]
        h[interrupts.who], h[PC] = player, entry
        self.game.interpreter.go_on(h, s, Run())
        return h, s

    def _interrupt(self: Kind, action: Action, by_host: bool = False) -> Kind:
        """The state after an action of a player who is not asked. Raises IllegalActionError."""
        interrupts = self._interruptions(action.player) if 0 <= action.player < len(self.names) else ()
        chosen = next((c for each, c in interrupts if (each.name, each.values) == (action.name, action.values)), None)
        stands = self._as_interrupting(action.player) if chosen is not None else None
        if stands is None or chosen is None or self._is_of_host(action) and not by_host:
            raise IllegalActionError(action, self.check(action))
        made: Kind = self._settle(*self.game.interpreter.apply_option(*stands, chosen))
        return made

    def _is_of_host(self, action: Action) -> bool:
        """Tells if only the host does an action, at this position."""
        return action.signature.rule in self.game.rules_model.host_actions

    @retried_with_room
    def check(self, action: Action | str) -> Verdict:
        """Returns the verdict on a readable action here, with every reason against it."""
        read = self._read(action)
        if 0 <= read.player < len(self.names) and self.game.program.interrupts is not None:
            reasons = self._reasons_beside(read)
            if reasons is not None:
                return Verdict(tuple(reasons))
        return Verdict(tuple(Explainer(self, read).reasons()))

    def _reasons_beside(self, action: Action) -> list[Reason] | None:
        """The reasons against an action beside the decision of another; none of one that is not offered there."""
        stands = self._as_interrupting(action.player)
        if stands is None:
            return None
        names = {each.name for each in self.game.offered[stands[0][PC]]}
        is_asked = action.player in self.active_players
        if action.name not in names or is_asked and self._is_offered(action):
            return None
        if self._is_of_host(action):
            return [_reason_of_host(self.game, action.name)]
        return Explainer(type(self)(self.game, self.names, *stands), action).reasons()

    def _is_offered(self, action: Action) -> bool:
        return any(each.name == action.name for each in self.game.offered[self._decision(action.player)])


def _reason_of_host(game: Playable, rule: str, lang: str = "en") -> Reason:
    """Returns the reason against an action that only the host does, in a language."""
    text = game.wording(lang).texts.phrase("Only the host of the match does this.")
    return Reason("turn", rule, text, again=partial(_reason_of_host, game, rule))
