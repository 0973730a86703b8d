"""Information states: all that a viewer was told since the beginning, as a text and as a tensor."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator
from typing import Any

from ...foundation.source.argument_checks import whole_number
from ...play.matches.keepsake import event_sentences, move_rows
from ...play.positions.action import CHANCE, Action
from ...play.positions.sight import Viewer
from ...play.states.game import State
from ...play.views.disclosure import is_told, is_veiled
from .actions import Actions
from .observations import Observations
from .values import Tensor


class Recall:
    """A state with the way that led to it. A value: `after` gives the next, and shares what came before.

    >>> import cavewright as cw
    >>> state = cw.load_game("tic-tac-toe").new_initial_state()
    >>> recall = Recall(state).after(state.legal_actions()[4])
    >>> recall.moves, len(recall.state.legal_actions())
    (1, 8)
    """

    __slots__ = ("_told", "action", "before", "led_to", "moves", "state")

    def __init__(
        self, state: State, before: Recall | None = None, action: Action | None = None, led_to: State | None = None
    ) -> None:
        self.state, self.before, self.action = state, before, action
        self.led_to = state if led_to is None else led_to
        """The state to which the last action led: another one where `dealt` has put this one in its place."""
        self.moves: int = before.moves + 1 if before is not None else 0
        """How many moves led here, chance among them."""
        self._told: dict[Viewer, str] = {}

    def __copy__(self) -> Recall:
        return self

    def __deepcopy__(self, known: object) -> Recall:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        steps = [*self.steps()][::-1]
        return _recall_of, (steps[0][0] if steps else self.state, [action for _, action, _ in steps])

    def after(self, action: Action) -> Recall:
        """The recall behind an action. Raises what `State.apply` raises."""
        return Recall(self.state.apply(action), self, action)

    def dealt(self, state: State) -> Recall:
        """The recall of another state in the place of this one, to which the same moves led, for all that is known."""
        return Recall(state, self.before, self.action, self.led_to)

    def account(self, viewer: Viewer) -> str:
        """Returns the moves that led here, as a viewer saw them: a line for each of them, as JSON. It is remembered, so
        that the recalls that come of this one add their own."""
        way: list[Recall] = []
        here: Recall | None = self
        while here is not None and viewer not in here._told:
            way.append(here)
            here = here.before
        text = here._told[viewer] if here is not None else ""
        for each in reversed(way):
            if each.before is not None and each.action is not None:
                events = event_sentences(each.led_to, viewer, "en", {})
                lines = move_rows(each.before.state, each.action, viewer, events)
                text += "".join(json.dumps(line.plain(), ensure_ascii=False) + "\n" for line in lines)
            each._told[viewer] = text
        return text

    def steps(self) -> Iterator[tuple[State, Action, State]]:
        """The moves, the last first: the state before, the action, and the state after, as play reached it."""
        here = self
        while here.before is not None and here.action is not None:
            yield here.before.state, here.action, here.led_to
            here = here.before


def _recall_of(state: State, actions: Iterable[Action]) -> Recall:
    """The recall of a pickle."""
    recall = Recall(state)
    for action in actions:
        recall = recall.after(action)
    return recall


class Information:
    """Texts and tensors of what a viewer was told, from the first move on.

    The text is complete: each move that the viewer was told of, with its values unless they are veiled, and the events
    that it saw, then what it observes now. The tensor is the observation, and before it the last `remembered` moves
    that the viewer was told of, the last first: a row of 1 for a move that there was, who made it (players, then
    chance), which kind of action, and each of its values as a share of how many there are. It recalls all as long as
    there were no more moves.

    >>> import cavewright as cw
    >>> game = cw.load_game("tic-tac-toe")
    >>> information = Information(Actions(game), Observations(game), remembered=9)
    >>> recall = Recall(game.new_initial_state()).after(game.parse_action("0: mark b2"))
    >>> information.text(recall, 1).splitlines()[0]
    '{"player": 0, "name": "mark", "text": "mark b2", "events": ["b2: mark Player 1"]}'
    >>> information.row, list(information.tensor(recall, 1))[:6]
    (6, [1.0, 1.0, 0.0, 0.0, 1.0, 0.5555555820465088])
    """

    def __init__(self, actions: Actions, observations: Observations, remembered: int = 16) -> None:
        whole_number("remembered", remembered, 0, "a whole number from 0")
        if actions.game != observations.game or actions.players != observations.players:
            raise ValueError("actions and observations are those of one game for as many players")
        self.actions, self.observations, self.remembered = actions, observations, remembered
        signatures = actions.game.signatures
        self._kinds = {name: n for n, name in enumerate(signatures)}
        self._who = {**{n: n for n in range(actions.players)}, CHANCE: actions.players}
        self.row = (
            1
            + len(self._who)
            + len(signatures)
            + max((len(each.parameters) for each in signatures.values()), default=0)
        )
        """How many numbers a move takes."""
        self.size = remembered * self.row + observations.size

    def __reduce__(self) -> tuple[Any, ...]:
        return Information, (self.actions, self.observations, self.remembered)

    def text(self, recall: Recall, viewer: Viewer) -> str:
        """Returns the information state of a viewer: a move a line, as JSON, and in the last line what it observes."""
        return recall.account(viewer) + self.observations.text(recall.state.view(viewer))

    def tensor(self, recall: Recall, viewer: Viewer) -> Tensor:
        """The last moves that a viewer was told of and what it observes, as `size` numbers. EncodingError where an
        action or a tile has no room."""
        history = array("f", bytes(4 * self.remembered * self.row))
        at = 0
        for before, action, _ in recall.steps():
            if at == len(history):
                break
            if is_told(before, action, viewer):
                self._move(history, at, action, is_veiled(before, action, viewer))
                at += self.row
        return history + self.observations.observe(recall.state, viewer)

    def _move(self, history: Tensor, at: int, action: Action, veiled: bool) -> None:
        """Writes a move."""
        kinds = at + 1 + len(self._who)
        history[at] = history[at + 1 + self._who[action.player]] = history[kinds + self._kinds[action.name]] = 1
        for n, (digit, many) in enumerate(() if veiled else self.actions.digits(action)):
            history[kinds + len(self._kinds) + n] = (digit + 1) / many
