"""Actions that a player may choose, on the screen of `play`: what they cost and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from ..draw import Scene
from ..draw.characters import columns, pad
from ..matches.narration import brief, label
from ..model.ruleset import Board
from ..positions.wording import Wording
from ..states.preview import Due, Preview, preview
from ..views.panel import board_of
from ..views.scene import scene_of
from .action_list import Choices
from .play_lines import Lines


class Options(Lines):
    """Prints the choices of a player."""

    def choices(self, choices: Choices, viewer: int) -> None:
        """The legal actions, numbered, with costs and effects; or the question that is asked."""
        if choices.mode != "list":
            self.asked(choices)
            return
        if choices.question and choices.actions[0].signature.parameters:
            self.paragraph(
                choices.question + (" " + self.phrase("Enter will do.") if len(choices.actions) == 1 else ""),
                style="bold",
            )
        seen = [preview(choices.state, each) for each in choices.actions]
        scene = scene_of(choices.state, viewer, self.lang)
        for compact, group in groupby(seen, key=lambda each: _compact(each, seen)):
            if compact:
                self.compact(list(group), choices)
            else:
                self.rows(list(group), seen, choices, scene)

    def asked(self, choices: Choices) -> None:
        """A question that is answered by a number, or by yes or no."""
        self.paragraph(f"{choices.question or self.unsaid(choices)} ({choices.keys()})", style="bold")

    def unsaid(self, choices: Choices) -> str:
        """What is asked where the rules do not say it."""
        first, words = choices.actions[0], self.wording(choices.state)
        if choices.mode != "number":
            return self.phrase("{what}?", what=words.subject(first.signature, first.values))
        pieces = [
            words.shown(value, type_)
            for value, (_, type_) in zip(first.values[:-1], first.signature.parameters, strict=False)
        ]
        what = words.action(first.signature)
        return (
            self.phrase("{what}: how many {piece}?", what=what, piece=", ".join(pieces))
            if pieces
            else self.phrase("{what}: how many?", what=what)
        )

    def rows(self, group: Sequence[Preview], seen: Sequence[Preview], choices: Choices, scene: Scene) -> None:
        """Some actions, one in a line: number, words, cost, what comes of it."""
        names = {
            id(each): self.words(label(each.action, self.lang) if not self.plain else each.action.label(self.lang))
            for each in seen
        }
        costs = {id(each): cost_words(each.dues, self.wording(choices.state)) for each in seen}
        wide = min(max(map(columns, names.values())), self.width // 2)
        cost_wide = min(max(map(columns, costs.values())), 24)
        alone = {each.action.name for each in seen if len(each.action.values) == 0}
        for each in group:
            first = f"{choices.key(each.action):>3}  {pad(names[id(each)], wide)}  " + (
                f"{pad(costs[id(each)], cost_wide)}  " if cost_wide else ""
            )
            says = self.effects(each, scene, each.action.name in alone, self.wording(choices.state))
            for number, said in enumerate(self.packed(says, first)):
                shown = Text(said)
                if number == 0:
                    shown.stylize("bold cyan", 0, 3)
                shown.stylize("dim", min(len(said), len(first)))
                self.console.print(shown, soft_wrap=True)

    def effects(self, each: Preview, scene: Scene, alone: bool, words: Wording) -> list[str]:
        """What is at the place that an action names, what the action brings, what chance decides then."""
        parts: list[str] = []
        for value, (_, type_) in zip(each.action.arguments, each.action.signature.parameters, strict=True):
            board = each.action.game.rules_model.board_of(type_)
            if board is not None:
                parts += about_place(scene, board, str(value), words)
        parts += brief(each.events, scene.players[each.action.player], self.lang, each.action)
        parts += [self.phrase("then {what}", what=words.to_come(each.chance))] if each.chance else []
        if each.turn is not None:
            parts.append(
                self.phrase("then {name}’s turn", name=scene.players[each.turn])
                if each.turn >= 0
                else self.phrase("ends the game")
            )
        if not parts and alone:
            parts = [words.question(each.action.signature)]
        return parts

    def compact(self, group: Sequence[Preview], choices: Choices) -> None:
        """Actions that differ in one value and cost nothing, in one line."""
        words = self.wording(choices.state)
        signature, names = group[0].action.signature, choices.state.names
        type_ = signature.parameters[0][1]
        keyed = [f"{choices.key(each.action)} {words.shown(each.action.values[0], type_, names)}" for each in group]
        lines = self.packed(keyed, f"     {words.action(signature)}:  ", between="   ")
        self.printed(lines, mark=(r"(?<=  )\d+(?= )", "bold cyan"))


def _compact(each: Preview, seen: Sequence[Preview]) -> str:
    """The name under which an action is listed with its like in one line, or ""."""
    alike = [other for other in seen if other.action.name == each.action.name]
    small = len(alike) > 2 and all(
        len(other.action.values) == 1 and not other.dues and not other.chance for other in alike
    )
    return each.action.name if small and each.action.signature.parameters[0][1].form in ("row", "number") else ""


def cost_words(dues: Iterable[Due], words: Wording) -> str:
    """`2 points, 1 rope`"""
    return ", ".join(words.counted(each.amount, each.unit) for each in dues)


def about_place(scene: Scene, board: Board, place: str, words: Wording) -> list[str]:
    """What is at a place: its kind and what it keeps that is not usual."""
    owner, _, name = place.rpartition(".") if board.private else ("", "", place)
    drawn = board_of(scene.players[int(owner)], board, words) if owner else board.name
    found = next((each for one in scene.boards if one.name == drawn for each in one.places if each.name == name), None)
    if found is None:
        return []
    tokens = [dict(scene.legend).get(each, each) for each in found.lying]
    return [each for each in (found.label, *found.notes, *tokens) if each]
