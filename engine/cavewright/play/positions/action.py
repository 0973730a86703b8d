"""Actions, and reasons and verdicts about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from ...foundation.source.argument_checks import show_value
from ...foundation.source.frozen import frozen
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.ruleset import Expr, Local
from ...rules.model.types import MOST, Type
from ...rules.program.instructions import Signature
from .rulebook import Rulebook, Unchanging
from .value_text import own_words, read_own, write_value

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4


class InvalidActionError(ValueError):
    """The text or value is no action of this game at all.

    >>> import cavewright as cw
    >>> cw.load_game("connect-four").new_initial_state().apply("drip 4")
    Traceback (most recent call last):
    ...
    cavewright.play.positions.action.InvalidActionError: connect-four has no action `drip`; did you mean `drop`?
    """


class AmbiguousActionError(ValueError):
    """The text could be the action of more than one player; say whose, `0: …`.

    >>> import cavewright as cw
    >>> cw.load_game("connect-four").parse_action("drop 4")
    Traceback (most recent call last):
    ...
    cavewright.play.positions.action.AmbiguousActionError: whose action is `drop 4`? Write `0: drop 4` for the first player
    """


class IllegalActionError(ValueError):
    """The action can be read but is refused; `verdict` says why.

    >>> import cavewright as cw
    >>> try:
    ...     cw.load_game("connect-four").new_initial_state().apply("drop 9")
    ... except cw.IllegalActionError as error:
    ...     print(error.verdict.reasons[0].text())
    9 cannot be chosen here.
    """

    def __init__(self, action: Action, verdict: Verdict) -> None:
        super().__init__(f"{action}: " + "; ".join(reason.text() for reason in verdict.reasons))
        self.action, self.verdict = action, verdict

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.action, self.verdict)


@frozen
class Action(Unchanging):
    """Something done by a player (by chance: player -1), with its values.

    `values` are the engine's numbers, `arguments` the same as words and numbers for programs. Two actions are equal
    when player, name and values are. `str(action)` is its canonical text, which `Game.parse_action` reads back.

    >>> import cavewright as cw
    >>> action = cw.load_game("the-cave").parse_action("1: enter n2 by walk")
    >>> action.player, action.name, action.arguments, str(action)
    (1, 'enter', ('n2', 'walk'), '1: enter n2 by walk')
    """

    player: int
    name: str
    values: tuple[int, ...]
    signature: Signature = field(compare=False, repr=False)
    game: Rulebook = field(compare=False, repr=False)

    @property
    def plain(self) -> Action:
        """The action without what else an engine knows of it, for whoever keeps it for long."""
        return self

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The values as Python values: names as str, numbers as int, yes and no as bool."""
        types = (type_ for _, type_ in self.signature.parameters)
        return tuple(_python(value, type_, self.game) for value, type_ in zip(self.values, types, strict=True))

    def __repr__(self) -> str:
        try:
            return f"<Action {self}>"
        except (LookupError, ValueError, TypeError):
            return f"<Action {self.player}: {self.name} {self.values}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, self.player, self.name, self.values)

    def __str__(self) -> str:
        who = "chance" if self.player == CHANCE else str(self.player)
        return f"{who}: {self.text}"

    @property
    def text(self) -> str:
        """The canonical text without the player."""
        words = [self.name]
        for value, (word, type_) in zip(self.values, self.signature.parameters, strict=True):
            words += [word] if word else []
            words.append(own_words(value, type_, self.game.rules_model, self.player))
        return " ".join(words)

    def label(self, lang: str = "en") -> str:
        """The action for people, in a language. Raises UnknownLanguage (a ValueError) for one in which there are no
        texts."""
        return self.game.wording(lang).label(self.signature, self.values, self.player)


def _again(game: Rulebook, player: int, name: str, values: tuple[int, ...]) -> Action:
    """The action of a pickle."""
    return Action(player, name, values, game.signatures[name], game)


def _python(value: int, type_: Type, game: Rulebook) -> int | str:
    if type_.is_number:
        return value
    if type_.is_truth:
        return bool(value)
    return write_value(value, type_, game.rules_model)


CODES = (
    "over", "turn", "offered", "domain", "requirement", "cost", "room", "lack", "range", "occupied", "full", "nothing",
)  # fmt: skip
"""What reasons may be, besides the clause that gives them."""


@frozen
class Reason:
    """Why an action is refused.

    `code` is one of over, turn, offered, domain, requirement, cost, room, lack, range, occupied, full, nothing. `rule`
    names the clause that refuses (`enter.gear`), `origin` the ruleset or overlay that wrote it, `citation` the facts it
    carries out, or those of its declaration where it names none itself. `current` and `needed` are what there is and
    what there would have to be, as text, where that can be said. `by` says whose rule it is,
    `by house rule long-rope`, if the clause is not one of the base, or an overlay changed it. `message` and these are in
    English, `said` gives all in another language.

    >>> import cavewright as cw
    >>> state = cw.load_game("connect-four").new_initial_state()
    >>> reason = state.check("drop 9").reasons[0]
    >>> reason.code, reason.rule, reason.current, reason.needed, reason.text("de")
    ('domain', 'drop', '9', '1..7', '9 ist hier nicht wählbar.')
    """

    code: str
    rule: str
    message: str
    origin: str = ""
    citation: tuple[str, ...] = ()
    current: str = ""
    needed: str = ""
    place: str = ""
    by: str = ""
    condition: Expr | None = field(default=None, compare=False, repr=False)
    """What does not hold, where the clause has no text for it; `sentences.reasons.reason_text` says it."""
    chosen: tuple[tuple[Local, int], ...] = field(default=(), compare=False, repr=False)
    """Values that the names in that condition stand for."""
    is_of_values: bool = field(default=False, compare=False, repr=False)
    """Says that a value is none of those that may be chosen, and no more."""
    again: Callable[[str], Reason] | None = field(default=None, compare=False, repr=False)
    """Says the same in another language."""

    def text(self, lang: str = "en") -> str:
        """The reason as a sentence, in a language. Raises UnknownLanguage (a ValueError) for one in which there are no
        texts."""
        return self.in_language(lang).message

    def in_language(self, lang: str) -> Reason:
        """The reason with all its texts in a language."""
        return self.again(lang) if lang != "en" and self.again is not None else self


@frozen
class Verdict:
    """The answer to `check`: ok exactly when there are no reasons.

    >>> import cavewright as cw
    >>> state = cw.load_game("tic-tac-toe").new_initial_state().apply("mark b2")
    >>> state.check("mark a1").ok, bool(state.check("mark b2"))
    (True, False)
    """

    reasons: tuple[Reason, ...] = ()

    @property
    def ok(self) -> bool:
        """True if the action is legal."""
        return not self.reasons

    def __bool__(self) -> bool:
        return self.ok


LONGEST = 60
"""Of a word in a message, in characters."""


def parse_action(text: str, game: Rulebook, player: int | None = None) -> Action:
    """The action that a text says. `player` is used when the text names none.

    Raises InvalidActionError with what was expected.
    """
    if not isinstance(text, str):
        raise InvalidActionError(f"an action is a text or an Action, not {show_value(text)}")
    if not "".join(text.split()).isprintable():
        raise InvalidActionError(f"an action is a text that can be printed, not {show_value(text)}")
    who, said = _split_player(text, game)
    who = who if who is not None else player
    words = said.split()
    name = words[0] if words else ""
    signature = game.signatures.get(name)
    if signature is None:
        near = game.nearest_action(name) if words else ""
        word = name[:LONGEST]
        raise InvalidActionError(
            f"{game.id} has no action `{word}`; did you mean `{near}`?" if near else f"{game.id} has no action `{word}`"
        )
    if signature.chance:
        who = CHANCE
    values = _values(words, signature, game, who)
    if who is None:
        raise AmbiguousActionError(f"whose action is `{said}`? Write `0: {said}` for the first player")
    if who == CHANCE and not signature.chance:
        raise InvalidActionError(f"`{signature.name}` is not up to chance")
    return Action(who, signature.name, values, signature, game)


def _split_player(text: str, game: Rulebook) -> tuple[int | None, str]:
    head, colon, rest = text.partition(":")
    if not colon:
        return None, text.strip()
    head = head.strip()
    if head in ("chance", "-1"):
        return CHANCE, rest.strip()
    if head.isdecimal() and head.isascii() and len(head) < 3 and int(head) < game.players.stop - 1:
        return int(head), rest.strip()
    raise InvalidActionError(
        f"`{head[:LONGEST]}` is no player; players are numbered 0 to {game.players.stop - 2}, or `chance`"
    )


def _values(words: list[str], signature: Signature, game: Rulebook, player: int | None) -> tuple[int, ...]:
    values, at = [], 1
    for word, type_ in signature.parameters:
        if word and at < len(words) and words[at] == word:
            at += 1
        if at >= len(words):
            raise InvalidActionError(f"`{' '.join(words)[:LONGEST]}` lacks a value: {usage(signature)}")
        value = read_own(words[at], type_, game.rules_model, player)
        if value is None or abs(value) > MOST:
            if type_.is_truth:
                raise InvalidActionError(f"`{words[at][:LONGEST]}` is neither `yes` nor `no`: {usage(signature)}")
            known = _sides_in(game.rules_model) if type_.is_sides else str(type_)
            raise InvalidActionError(f"`{words[at][:LONGEST]}` is no {known}: {usage(signature)}")
        values.append(value)
        at += 1
    if at < len(words):
        raise InvalidActionError(f"`{words[at][:LONGEST]}` is one word too many: {usage(signature)}")
    return tuple(values)


def _sides_in(rules: m.Ruleset) -> str:
    """Returns how sides are written in one word, on the boards of these rules."""
    shape = grid.shape_of(rules)
    return f"set of sides such as `{shape.between.join(shape.letters[::2][:2])}`"


def usage(signature: Signature) -> str:
    """Returns the advice on how to write an action: "write `enter PLACE by WAY`"."""
    return f"write `{form_of(signature)}`"


def form_of(signature: Signature) -> str:
    """Returns the written form of an action: `enter PLACE by WAY`."""
    parts = [signature.name]
    for word, type_ in signature.parameters:
        parts += [word] if word else []
        parts.append(
            str(type_.name or type_).upper() if type_.facts.is_thing else "SIDES" if type_.is_sides else str(type_)
        )
    return " ".join(parts)
