"""Account of a match for one viewer in one language: the steps in which it saw the match go on."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from ...foundation.source.frozen import frozen
from ...foundation.source.lazy_property import lazy_property
from ...play.matches.match import Match
from ...play.matches.undoing import find_undoable
from ...play.positions.action import SIMULTANEOUS
from ...play.states.game import State
from ...play.views.view import View
from ...play.views.view_changes import find_changes
from .models import Look, Told
from .trail import Aside, Trail

MOST_KEPT = 3
"""Looks, and views, that are kept ready."""
_VIEWS = TypeAdapter(View)


@frozen
class Step:
    """A step: what the viewer was told with it, and behind how many entries of the match it stands, or the position, if
    something before it was taken back."""

    told: tuple[dict[str, Any], ...]
    entries: int
    state: State | None = None


class ShownView:
    """A view at a number, as text and as plain data."""

    def __init__(self, view: View) -> None:
        self.view = view

    @lazy_property
    def text(self) -> bytes:
        """The view as JSON."""
        return _VIEWS.dump_json(self.view)

    @lazy_property
    def plain(self) -> dict[str, Any]:
        """The view as JSON has it."""
        plain: dict[str, Any] = from_json(self.text)
        return plain


class Account:
    """The steps of a match for a viewer. Their count is the number of the match, as far as that viewer knows.

    While all act at once a viewer sees no step where others act; what they did is told in the one that ends it. So the
    number tells nobody what it may not know.
    """

    def __init__(self, id: str, match: Match, viewer: int | None, lang: str, has_undo: bool = True) -> None:
        self.id, self.match, self.viewer, self.lang, self.has_undo = id, match, viewer, lang, has_undo
        self._steps: list[Step] = []
        self._actions = -1
        self._untold: list[dict[str, Any]] = []
        self._looks: OrderedDict[tuple[int | None, int], bytes] = OrderedDict()
        self._views: OrderedDict[int, ShownView] = OrderedDict()

    @property
    def number(self) -> int:
        """The count of the steps that the viewer has seen."""
        return len(self._steps) - 1

    def catch_up(self, trail: Trail) -> None:
        """Looks at the entries that have come since."""
        for at in range(self._actions + 1, len(trail)):
            begin, end = trail.ends[at - 1] if at else 0, trail.ends[at]
            if (aside := trail.asides.get(at)) is not None:
                if not aside.is_for(self.viewer):
                    continue
                self._untold += [self._told_of_undoing(aside)] if aside.is_undoing else []
            else:
                self._untold += self.match.told(self.viewer, begin, self.lang, end)
                if at and not self._is_step(begin, end):
                    continue
            self._steps.append(Step(tuple(self._untold), end, trail.states.get(at)))
            self._untold = []
        self._actions = len(trail) - 1

    def _told_of_undoing(self, aside: Aside) -> dict[str, Any]:
        assert aside.player is not None
        words = self.match.game.wording(self.lang)
        name = words.people(self.match.names)[aside.player]
        said = words.texts.phrase("{name} has taken the last action back.", name=name)
        return {"player": aside.player, "name": None, "text": None, "events": [said]}

    def _is_step(self, begin: int, end: int) -> bool:
        before, after = self.match.at(begin), self.match.at(end)
        is_hidden = before.current_player == SIMULTANEOUS and after.goes_on_from(before)
        return not is_hidden or self.match.move_stack[begin].player == self.viewer

    # ---- looks -----------------------------------------------------------------------------------------------------

    def look(self, since: int | None = None, number: int | None = None) -> Look:
        """Returns what the viewer may know at a number, or at the last: whole, or since an earlier one."""
        return Look.model_validate_json(self.look_text(since, number))

    def look_text(self, since: int | None = None, number: int | None = None) -> bytes:
        """Returns a look as JSON."""
        at = self.number if number is None else number
        found = self._looks.get((since, at))
        if found is None:
            found = self._looks[since, at] = self._make_look(since, at)
            _shorten(self._looks)
        return found

    def _make_look(self, since: int | None, number: int) -> bytes:
        """Writes a look as its model has it; the view is JSON already."""
        state = self.state(number)
        behind = self._steps[number : number + 1] if since is None else self._steps[since + 1 : number + 1]
        changes = None
        if since is not None:
            found = find_changes(self._view(since).plain, self._view(number).plain)
            changes = [{"op": each.op, "path": each.path, "value": each.value} for each in found]
        head = {"match": self.id, "viewer": self.viewer, "number": number, "since": since}
        rest = {
            "changes": changes,
            "told": [each for step in behind for each in step.told],
            "actions": self._legal(state),
            "undo": number == self.number and self.may_undo,
            "picture": {"href": self._href(number), "etag": self.etag(number)},
        }
        view = b"null" if since is not None else self._view(number).text
        return to_json(head)[:-1] + b',"view":' + view + b"," + to_json(rest)[1:]

    def state(self, number: int) -> State:
        """The position at a number."""
        step = self._steps[number]
        return self.match.at(step.entries) if step.state is None else step.state

    @property
    def may_undo(self) -> bool:
        """True if the viewer may take its last action back now."""
        return self.has_undo and self.viewer is not None and find_undoable(self.match, self.viewer) is not None

    def told_since(self, number: int) -> list[Told]:
        """Returns the moves behind a number that the viewer was told of."""
        return [Told.model_construct(**each) for step in self._steps[number + 1 :] for each in step.told]

    def etag(self, number: int) -> str:
        """Names the picture at a number: another viewer, language or position has another name."""
        said = f"{self.id} {self.viewer} {self.lang} {number} ".encode()
        return hashlib.blake2b(said + self._view(number).text, digest_size=12).hexdigest()

    def _href(self, number: int) -> str:
        return f"picture?number={number}&lang={self.lang}"

    def _legal(self, state: State) -> list[dict[str, str]]:
        if self.viewer is None:
            return []
        asked = state.legal_actions(self.viewer) if self.viewer in state.active_players else ()
        legal = (*asked, *state.interrupts(self.viewer))
        return [{"action": each.text, "label": each.label(self.lang)} for each in legal]

    def _view(self, number: int) -> ShownView:
        found = self._views.get(number)
        if found is None:
            found = self._views[number] = ShownView(self.state(number).view(self.viewer))
            _shorten(self._views)
        return found


def _shorten(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
