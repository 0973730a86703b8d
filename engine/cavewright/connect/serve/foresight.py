"""Methods about what an action brings: its places and prices, a hint with reasons, how the choices of a match stood."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from ...bots.players import make
from ...bots.players.judgement import Change, Judge, costliest, review_match
from ...play.matches.match import Match
from ...play.matches.narration import brief
from ...play.positions.action import Action
from ...play.positions.wording import Wording
from ...play.states.preview import preview
from ...play.views.disclosure import may_tell
from ...play.views.scene import scene_of
from ..prompts.judged_words import name_of
from . import foresight_messages as f
from . import messages as m
from .faults import faults_of, wrong
from .sessions import Sessions

HINTS = "greedy"
"""The bot that gives hints."""


class Foreseeing:
    """Methods that look ahead, or back at what could have been done instead."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions

    def _acting(self, id: str, player: int) -> Match:
        match = self.sessions.match(id)
        if player >= len(match.names):
            raise wrong("player", player, f"a number from 0 to {len(match.names) - 1}")
        return match

    def preview(self, given: m.OfAction) -> f.Foreseen:
        """Returns the places and prices of a legal action, and how it looks when it is done; nothing is done."""
        match = self._acting(given.match, given.player)
        with faults_of("lang", given.lang):
            words = match.game.wording(given.lang)
        with faults_of("action", given.action):
            action = match.state.game.parse_action(given.action, player=given.player)
            seen = preview(match.state, action)
        hides = may_tell(match.state, action)
        scene = None if hides else asdict(scene_of(match.state.apply(action), given.player, given.lang))
        name = match.names[given.player]
        return f.Foreseen(
            **text_and_label(action, given.lang),
            places=[f.NamedPlace(**each) for each in _places(action)],
            prices=[f.Price(unit=each.unit, amount=each.amount, held=each.held) for each in seen.dues],
            effects=list(brief(seen.events, name, given.lang, action)),
            chance=words.to_come(seen.chance) if seen.chance is not None else None,
            next_player=seen.turn,
            scene=json.loads(json.dumps(scene, default=sorted)) if scene is not None else None,
        )

    def hint(self, given: m.OfPlayer) -> f.Hint:
        """Returns the choice of a bot in the place of a player, with what it changes by the end of the turn."""
        match = self._acting(given.match, given.player)
        with faults_of("lang", given.lang):
            words = match.game.wording(given.lang)
        with faults_of("player", given.player):
            chosen = make(HINTS, match.game, 0).choose(match.state, given.player)
        option = match.state.legal_actions(given.player).index(chosen)
        found = Judge(match.game).explain(match.state, given.player, option, "hint").changes
        return f.Hint(**text_and_label(chosen, given.lang), changes=_differences(found, words))

    def review(self, given: m.Looked) -> f.Review:
        """Tells how each choice of a match stood, and names those that cost most."""
        match = self.sessions.match(given.match)
        with faults_of("lang", given.lang):
            words = match.game.wording(given.lang)
        decisions = review_match(match)
        choices = [
            f.Judged(
                **text_and_label(each.action, given.lang),
                number=each.number + 1,
                player=each.player,
                better=each.better.text,
                worth=each.worth,
                loss=each.loss,
                changes=_differences(each.changes, words),
            )
            for each in decisions
        ]
        return f.Review(choices=choices, costliest=[each.number + 1 for each in costliest(decisions)])


def _places(action: Action) -> Iterator[dict[str, str]]:
    """Yields the places and passages that an action names."""
    rules = action.game.rules_model
    passages = {each.passages: each for each in rules.boards.values() if each.passages}
    values = zip(action.signature.values, action.arguments, action.signature.parameters, strict=True)
    for name, value, (_, type_) in values:
        board = rules.board_of(type_) or (passages.get(type_.name) if type_.is_row else None)
        if board is not None and value not in (None, "none"):
            yield {"value": name, "board": board.name, "place": str(value)}


def _differences(changes: Iterable[Change], words: Wording) -> list[f.Difference]:
    return [f.Difference(name=name_of(each.term, words), by=each.by) for each in changes]


def text_and_label(action: Action, lang: str) -> dict[str, str]:
    """Returns an action as it is written, and in words."""
    return {"action": action.text, "label": action.label(lang)}
