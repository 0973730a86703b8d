"""Notices of the rules: sentences that tell a player in a position what matters soon."""

from __future__ import annotations

from typing import Any

from ...engine.interpret.step import WorkLimitError
from ...foundation.source.frozen import frozen
from ...language.syntax import fill_values
from ...rules.check.whole_program import notice_expressions
from ...rules.model import ruleset as m
from ...rules.model.secrecy import secrecy
from ...rules.model.types import Type
from ...rules.program import instructions as i
from ..positions.position import Position
from ..positions.sight import Viewer, knows
from ..positions.wording import Wording


@frozen
class Notice:
    """Notice that is shown to a player now: its name in the rules, and what it says."""

    name: str
    text: str


def notices_for(
    state: Position, player: int, viewer: Viewer, lang: str, *, is_of_part: bool = False
) -> tuple[Notice, ...]:
    """Returns the notices to a player that hold in a position, as far as a viewer may know them; of a game that is over
    none, unless the position `is_of_part` of a game, as in an example. One that takes more work than it may is left out.

    >>> from cavewright import load_game
    >>> state = load_game("tic-tac-toe").new_initial_state()
    >>> notices_for(state, 0, 0, "en")
    ()
    """
    rules, evaluate = state.game.rules_model, state.game.interpreter.evaluate
    if not rules.notices or state.is_terminal and not is_of_part:
        return ()
    words, asked = state.game.wording(lang), _questions(state.game)
    h = evaluate.with_scratch(state._slots(player)[:])
    h[i.ME], found = player, []
    for notice in rules.notices:
        if not knows(viewer, secrecy(notice_expressions(notice)), player):
            continue
        shown, values = asked[notice.name]
        try:
            said = {written: ask(h, state._s) for written, ask in values.items()} if shown(h, state._s) else None
        except WorkLimitError:
            continue
        if said is not None:
            types = {written: value.type for written, value in notice.values}
            found.append(Notice(notice.name, _fill_notice(notice, said, types, words, state.names)))
    return tuple(found)


def _questions(game: Any) -> dict[str, tuple[Any, dict[str, Any]]]:
    """The closures of each notice: of when it is shown, and of the values that it says."""
    ask = game.interpreter.evaluate.question
    return {
        each.name: (ask(each.shown), {written: ask(value) for written, value in each.values})
        for each in game.rules_model.notices
    }


def _fill_notice(
    notice: m.Notice, said: dict[str, int], types: dict[str, Type], words: Wording, names: tuple[str, ...]
) -> str:
    """The sentence of a notice with its values."""

    def say(written: str, forms: tuple[str, ...]) -> str | None:
        if written not in said:
            return None
        value = int(said[written])
        return words.count_with_forms(value, forms) if forms else words.show_value(value, types[written], names)

    return fill_values(words.template(notice.clause.name, notice.clause.text), say)
