"""Actions that a player may choose, on the screen of `play`: what they cost and what comes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from ...foundation.draw import Scene
from ...foundation.draw.characters import columns, pad
from ...foundation.source.frozen import frozen
from ...play.matches.narration import brief, label
from ...play.positions.action import TERMINAL
from ...play.positions.wording import Wording
from ...play.states.preview import Due, Preview, preview, preview_price
from ...play.views.panel import board_of
from ...play.views.scene import scene_of
from ...rules.model.ruleset import Board
from .action_list import Choices
from .play_lines import Lines

TABLE = 60
"""Columns from which on the choices stand in columns."""
MOST_TRIED = 150
"""Actions of one name of which it is tried what comes of each; more are listed by their values and costs."""
MOST_LINES_OF_PLACES = 4
"""Lines of places that are listed one by one at a terminal; of more it is told that they can be typed."""


@frozen
class Row:
    """A choice as it is listed: what is typed for it, its words, what it costs, what comes of it."""

    seen: Preview
    key: str
    name: str
    cost: str
    says: tuple[str, ...]


class Options(Lines):
    """Prints the choices of a player."""

    def choice_lines(self, choices: Choices, is_whole: bool) -> list[Text]:
        """The legal actions, numbered, with costs and effects; or the question that is asked. `is_whole`: all places,
        however many."""
        if choices.mode != "list":
            return self.texts_of(
                self.wrap(f"{choices.question or self.unsaid(choices)} ({choices.keys()})"), style="bold"
            )
        lines = list[Text]()
        if choices.question and choices.actions[0].signature.parameters:
            only = self.phrase("Enter will do.") if len(choices.actions) == 1 else ""
            asked = choices.question + ("" if choices.question.endswith((".", "?", "!", "…")) or not only else ".")
            lines += self.texts_of(self.wrap(f"{asked} {only}".strip()), style="bold")
        rows = self.rows_of(choices)
        for compact, found in groupby(rows, key=lambda each: _compact(each, rows)):
            group = list(found)
            lines += self.compact(group, choices, is_whole) if compact else self.rows(group, rows)
        return lines

    def rows_of(self, choices: Choices) -> list[Row]:
        """All choices with what is told of them; whose turn it is then only where that depends on the choice."""
        words, scene = choices.wording, scene_of(choices.state, choices.player, self.lang)
        many = Counter(each.name for each in choices.actions)
        seen = [
            preview(choices.state, each) if many[each.name] <= MOST_TRIED else preview_price(choices.state, each)
            for each in choices.actions
        ]
        going_on = {each.turn for each in seen if each.turn != TERMINAL}
        is_same = len(seen) > 1 and len(going_on) == 1
        alone = {each.action.name for each in seen if not each.action.values}
        return [
            Row(
                each,
                choices.key(each.action),
                self.words(label(each.action, self.lang) if not self.plain else each.action.label(self.lang)),
                cost_words(each.dues, words),
                tuple(
                    self.effects(each, scene, each.action.name in alone, words, not is_same or each.turn == TERMINAL)
                ),
            )
            for each in seen
        ]

    def unsaid(self, choices: Choices) -> str:
        """Returns the question of a decision that the rules have no words for."""
        first, words = choices.actions[0], choices.wording
        if choices.mode != "number":
            return self.phrase("{what}?", what=words.subject(first.signature, first.values))
        pieces = [
            words.show_value(value, type_)
            for value, (_, type_) in zip(first.values[:-1], first.signature.parameters, strict=False)
        ]
        what = words.action(first.signature)
        return (
            self.phrase("{what}: how many {piece}?", what=what, piece=", ".join(pieces))
            if pieces
            else self.phrase("{what}: how many?", what=what)
        )

    def rows(self, group: Sequence[Row], rows: Sequence[Row]) -> list[Text]:
        """Some actions, one in a line: number, words, cost, what comes of it; on a narrow screen one below the other."""
        wide = min(max(columns(each.name) for each in rows), self.width // 2)
        cost_wide = min(max(columns(each.cost) for each in rows), 24)
        lines = list[Text]()
        for each in group:
            first = f"{each.key:>3}  "
            if self.width < TABLE:
                said = self.pack([each.name, *filter(None, (each.cost, *each.says))], first, later=len(first))
            else:
                first += f"{pad(each.name, wide)}  " + (f"{pad(each.cost, cost_wide)}  " if cost_wide else "")
                said = self.pack(each.says, first, later=min(columns(first), self.width // 2))
            lines += self.texts_of(said, "bold cyan", 3, columns(first) if self.width >= TABLE else 0)
        return lines

    def effects(self, each: Preview, scene: Scene, alone: bool, words: Wording, turns: bool) -> list[str]:
        """Returns the things at the place that an action names, the gains of the action, and the decisions of chance
        after it."""
        parts: list[str] = []
        for value, (_, type_) in zip(each.action.arguments, each.action.signature.parameters, strict=True):
            board = each.action.game.rules_model.board_of(type_)
            if board is not None:
                parts += about_place(scene, board, str(value), words)
        parts += brief(each.events, scene.players[each.action.player], self.lang, each.action)
        parts += [self.phrase("then: {what}", what=words.to_come(each.chance))] if each.chance else []
        if each.turn is not None and turns:
            parts.append(
                self.phrase("then {name}’s turn", name=scene.players[each.turn])
                if each.turn >= 0
                else self.phrase("ends the game")
            )
        if each.ended is not None:
            parts.append(self.phrase("ends: {what}", what=words.question(each.ended) or words.action(each.ended)))
        if not parts and alone:
            parts = [words.question(each.action.signature)]
        return parts

    def compact(self, group: Sequence[Row], choices: Choices, is_whole: bool) -> list[Text]:
        """Actions that differ in their values and cost nothing, in one line; of very many places that they can be
        typed."""
        words, first = choices.wording, group[0].seen.action
        head = words.action(first.signature)
        type_ = first.signature.parameters[0][1]
        keyed = [
            f"{each.key} "
            + (
                words.show_value(each.seen.action.values[0], type_, choices.state.names)
                if len(first.values) == 1
                else each.name.removeprefix(f"{head} ")
            )
            for each in group
        ]
        packed = self.pack(keyed, f"     {head}:  ", between="   ")
        is_place = len(first.values) == 1 and choices.game.rules_model.board_of(type_) is not None
        if is_place and len(packed) > MOST_LINES_OF_PLACES and self.console.is_terminal and not is_whole:
            shown = words.show_value(first.values[0], type_, choices.state.names)
            said = self.phrase(
                "{n} places are possible. Type one, such as {place}; Enter lists them all.", n=len(group), place=shown
            )
            return self.texts_of(self.wrap(said, f"     {head}:  "))
        lines = self.texts_of(packed)
        for line in lines:
            line.highlight_regex(r"(?<=  )\d+(?= )", "bold cyan")
        return lines


def _compact(each: Row, rows: Sequence[Row]) -> str:
    """The name under which an action is listed with its like in one line, or ""."""
    action = each.seen.action
    alike = [other for other in rows if other.seen.action.name == action.name]
    if len(alike) < 3 or not action.values:
        return ""
    if len(action.values) == 1:
        type_ = action.signature.parameters[0][1]
        is_short = type_.is_row or type_.is_number
        return action.name if is_short and all(not other.cost and not other.seen.chance for other in alike) else ""
    return action.name if not any(other.cost or other.says for other in alike) else ""


def cost_words(dues: Iterable[Due], words: Wording) -> str:
    """`2 points, 1 rope`"""
    return ", ".join(words.count_with_noun(each.amount, each.unit) for each in dues)


def about_place(scene: Scene, board: Board, place: str, words: Wording) -> list[str]:
    """Returns the things at a place: its kind and what it keeps that is not usual."""
    owner, _, name = place.rpartition(".") if board.private else ("", "", place)
    drawn = board_of(scene.players[int(owner)], board, words) if owner else board.name
    found = next((each for one in scene.boards if one.name == drawn for each in one.places if each.name == name), None)
    if found is None:
        return []
    tokens = [dict(scene.legend).get(each, each) for each in found.lying]
    return [each for each in (found.label, *found.notes, *tokens) if each]
