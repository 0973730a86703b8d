"""Points in the middle of a game: what each stands at by category, and why somebody is not in the running now."""

from __future__ import annotations

from ...foundation.source.frozen import frozen
from ...play.positions.sight import Viewer
from ...play.states.game import State
from ...play.states.preview import standings


@frozen
class StandingRows:
    """Points of each by category, the total last; a star behind those who are not in the running now, and why that is."""

    rows: tuple[tuple[str, ...], ...]
    why: str


def standing_rows(state: State, viewer: Viewer, lang: str) -> StandingRows | None:
    """Returns the points as things stand; None where all are in the running, or somebody's points are not known."""
    found, scoring = standings(state, viewer), state.game.rules_model.scoring
    is_whole = len(found) == len(state.names) and not all(each.counted for each in found)
    if state.is_terminal or not is_whole or scoring is None or scoring.among is None:
        return None
    from ...publish.sentences.sentences import Sentences

    words = state.game.wording(lang)
    names = words.people(state.names)
    rows = tuple(
        (names[each.player] + ("" if each.counted else " *"), *map(str, each.parts), str(each.points)) for each in found
    )
    why = f"{words.texts.phrase('* not if it ended now')}. {Sentences(words, tuple(names)).demand(scoring.among)}"
    return StandingRows(rows, why)
