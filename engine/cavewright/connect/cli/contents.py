"""Contents typed in one line: `4 consumable, 1 rope, camera` for what is asked about one kind after another."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...foundation.texts import translatable
from ...play.positions.action import Action
from ...play.states.game import State
from .action_list import AmbiguousInput, Choices, choices_of

PACK = translatable("pack")
"""The word for packing that is always understood."""


def contents_of(typed: str, choices: Choices) -> dict[int, int] | None:
    """Returns the number of each row that a line names; none if the rows of the decision are not its parts.

    Raises Unclear where it begins so and goes on with something else.
    """
    if choices.mode != "number" or not _asks_of_kind(choices):
        return None
    names, found = _names(choices), dict[int, int]()
    rest = without_command(typed, choices)
    while rest:
        number = re.match(r"(\d{1,3}) ", rest)
        named = rest[number.end() :] if number else rest
        name = next((each for each in names if named == each or named.startswith(f"{each} ")), None)
        if name is None:
            if not found and rest == _plain(typed):
                return None
            unknown = re.split(rf" (?=\d|(?:{'|'.join(map(re.escape, names))})\b)", named)[0]
            raise AmbiguousInput(choices.texts.phrase("there is nothing called `{name}` to choose", name=unknown))
        found[names[name]] = found.get(names[name], 0) + (int(number[1]) if number else 1)
        rest = named[len(name) :].strip()
    return found or None


def without_command(typed: str, choices: Choices) -> str:
    """Returns the things to pack, without the word for packing or the name of the container, whole or by one of its
    words."""
    action = _plain(choices.wording.action(choices.actions[0].signature))
    rest = _plain(typed)
    for head in (action, *action.split(), PACK, choices.texts.phrase(PACK)):
        if rest.startswith(f"{head} "):
            return rest.removeprefix(head).strip()
    return rest


def packing(choices: Choices, wanted: Mapping[int, int]) -> tuple[Action, ...]:
    """The actions that answer one question after another by what is wanted, and by none of what is not.

    Raises Unclear where a number is not possible, or where nobody asks about what is wanted.
    """
    state, actions, asked = choices.state, list[Action](), set[int]()
    while (now := _next(state, choices)) is not None:
        row = _row(now.actions[0])
        asked.add(row)
        found = next((each for each in now.actions if each.values[-1] == wanted.get(row, 0)), None)
        if found is None:
            raise AmbiguousInput(_impossible(now, wanted.get(row, 0)))
        actions.append(found)
        state = state.apply(found)
    for row in (each for each in wanted if each not in asked):
        many = [f"{_row_name(choices, each)} ×{n}" for each, n in wanted.items() if each in asked and n]
        taken = choices.texts.both(many) if many else ""
        said = (
            translatable("after {taken} nothing is asked about {name}: there may be no room for it, or none to take")
            if taken
            else translatable("nothing is asked about {name} now")
        )
        raise AmbiguousInput(choices.texts.phrase(said, taken=taken, name=_row_name(choices, row)))
    return tuple(actions)


def _next(state: State, choices: Choices) -> Choices | None:
    """The next question of the same action, if there is one."""
    if choices.player not in state.active_players:
        return None
    now = choices_of(state, choices.player, choices.lang)
    return now if now.mode == "number" and now.actions[0].name == choices.actions[0].name else None


def _impossible(now: Choices, wanted: int) -> str:
    name = _row_name(now, _row(now.actions[0]))
    return now.texts.phrase(
        "{number} × {name} is not possible; say {known}", number=wanted, name=name, known=now.keys()
    )


def _plain(text: str) -> str:
    """A text without commas, in small letters."""
    return " ".join(text.lower().replace(",", " ").split())


def _asks_of_kind(choices: Choices) -> bool:
    parameters = choices.actions[0].signature.parameters
    return len(parameters) == 2 and parameters[0][1].is_row


def _row(action: Action) -> int:
    return int(action.values[0])


def _row_name(choices: Choices, row: int) -> str:
    return choices.wording.show_value(row, choices.actions[0].signature.parameters[0][1])


def _names(choices: Choices) -> dict[str, int]:
    """Returns the names of the rows of the kind, in the rules and on the screen, and up to a comma; longer names
    first."""
    kind = choices.game.rules_model.kinds[choices.actions[0].signature.parameters[0][1].name]
    wording, said = choices.wording, dict[str, int]()
    shown = [wording.row(kind, n) for n in range(len(kind.rows))]
    spaced = [row.replace("_", " ") for row in kind.rows]
    short = [name.partition(",")[0] for name in shown]
    for names in (shown, spaced, kind.rows, short):
        for n, name in enumerate(names):
            said.setdefault(_plain(name), n)
    return dict(sorted(said.items(), key=lambda each: -len(each[0])))
