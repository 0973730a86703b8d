"""The legal actions of a decision as a person picks them: numbered, or by a number that they ask for, or by yes and
no."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Literal

from ...foundation.source.diagnostic import nearest
from ...foundation.source.frozen import frozen
from ...foundation.texts import Texts, texts
from ...play.positions.action import LONGEST, Action, IllegalActionError, InvalidActionError, parse_action
from ...play.positions.moment import wording_at
from ...play.positions.wording import Wording
from ...play.states.game import Game, State
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import Type
from .yes_or_no import yes_or_no

Mode = Literal["list", "number", "yes_no"]
MOST_READINGS = 24
"""Ways to complete an action that are looked at."""


class AmbiguousInput(ValueError):
    """Input that cannot be taken for one action, with the reason."""


@frozen
class Choices:
    """Choices of a player now. In the mode `number` one types how many, in `yes_no` yes or no, otherwise a number of
    the list."""

    state: State
    player: int
    actions: tuple[Action, ...]
    mode: Mode
    lang: str = "en"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.state.game

    @property
    def wording(self) -> Wording:
        """Names of the things of the game on the screen."""
        return wording_at(self.state, self.lang, self.player, self.player)

    @property
    def texts(self) -> Texts:
        """The texts of the program."""
        return texts(self.lang)

    def key(self, action: Action) -> str:
        """Returns the key to type for an action."""
        if self.mode == "number":
            return str(action.values[-1])
        if self.mode == "list":
            return str(self.actions.index(action) + 1)
        return self.texts.phrase("yes") if action.values[-1] else self.texts.phrase("no")

    def keys(self) -> str:
        """Returns the keys to type, in words: `0 to 8`, `yes or no`."""
        return either([self.key(each) for each in self.actions], self.texts)

    def action_by_key(self, typed: str) -> Action | None:
        """The action with that key; for yes and no the first letter will do, in any language."""
        if self.mode == "yes_no":
            meant = yes_or_no(typed)
            return next((each for each in self.actions if meant is not None and each.values[-1] == meant), None)
        return next((each for each in self.actions if self.key(each) == typed), None)

    @property
    def asks_place(self) -> bool:
        """True if all actions are one thing at some place or other."""
        types = [type_ for _, type_ in self.actions[0].signature.parameters]
        return self.is_one_thing and any(map(self.game.rules_model.board_of, types))

    @property
    def question(self) -> str:
        """Question of the decision, if the rules have one."""
        signatures = {each.signature.text: each.signature for each in self.actions}
        return self.wording.question(signatures.popitem()[1]) if len(signatures) == 1 else ""

    def pick(self, typed: str) -> Action:
        """The action that somebody means: by its key, its text, its words for people, or as much of it as is unique.

        Raises Unclear, or IllegalActionError for an action that is not legal now.
        """
        words = " ".join(typed.lower().split())
        found = self.action_by_key(words) or self._action_by_words(words)
        if found is not None:
            return found
        if words.lstrip("-").isdecimal():
            raise AmbiguousInput(self._numbers(words))
        return self._illegal_action(typed)

    def _action_by_words(self, words: str) -> Action | None:
        """The action whose words these are, or begin, or whose values they are where only one thing can be done."""
        said = [(each, {text.lower() for text in self._ways_to_say(each)}) for each in self.actions]
        exact = [each for each, texts in said if words in texts]
        if exact:
            return exact[0]
        close = [each for each, texts in said if any(text.startswith(f"{words} ") for text in texts)]
        bare = {} if close else {each: self._values_of(each) for each in self.actions}
        values = [each for each, texts in bare.items() if words in texts] or [
            each for each, texts in bare.items() if any(text.startswith(f"{words} ") for text in texts)
        ]
        if len(close) > 1 or len(values) > self.is_one_thing:
            found = close or values
            many = "; ".join(f"{self.key(each)} {each.label(self.lang)}" for each in found[:6])
            raise AmbiguousInput(
                self.texts.phrase("that could be: {many}", many=many + ("; …" if len(found) > 6 else ""))
            )
        return next(iter(close or values), None)

    @property
    def is_one_thing(self) -> bool:
        """True if all actions are one thing with one value or another, so that the values alone say it."""
        return len({each.name for each in self.actions}) == 1 and bool(self.actions[0].values)

    def _in_rule_words(self, typed: str) -> str:
        """Returns the input as an action is written in the rules; of one thing that is chosen the values will do."""
        words = with_action_name(typed, self.state, self.lang)
        name = self.actions[0].name
        is_bare = self.is_one_thing and words.partition(" ")[0] not in self.game.signatures
        return f"{name} {words}" if is_bare and not words[:1].isdigit() else words

    def _ways_to_say(self, action: Action) -> tuple[str, ...]:
        return action.text, action.label(), action.label(self.lang), str(action)

    def _values_of(self, action: Action) -> set[str]:
        """The values of an action without its name, as they are written and as they are shown."""
        words = self.wording
        types = [type_ for _, type_ in action.signature.parameters]
        shown = [
            words.show_value(each, type_, self.state.names) for each, type_ in zip(action.values, types, strict=True)
        ]
        heads = (action.name, words.action(action.signature))
        texts = (*self._ways_to_say(action), " ".join(shown))
        return {text.lower().removeprefix(f"{head.lower()} ") for text in texts for head in heads} if shown else set()

    def _numbers(self, words: str) -> str:
        if self.mode == "list":
            return self.texts.phrase(
                "there is no {number} in the list; its numbers go from 1 to {last}",
                number=words,
                last=len(self.actions),
            )
        return self.texts.phrase("{number} is not possible; say {known}", number=words, known=self.keys())

    def _illegal_action(self, typed: str) -> Action:
        """An action that is none of the legal ones; a whole one is refused with its reasons."""
        words, game = self._in_rule_words(typed), self.game
        try:
            action = parse_action(words, game, self.player)
        except InvalidActionError as error:
            if bare := self._bare(words):
                raise AmbiguousInput(self.state.check(bare[0]).reasons[0].text(self.lang)) from None
            if self.mode != "list":
                raise AmbiguousInput(self._numbers(f"`{typed[:LONGEST]}`")) from None
            raise self._unread(typed, words) or error from None
        if action in self.actions:
            return action
        verdict = self.state.check(action)
        if verdict.ok:
            raise AmbiguousInput(
                self.texts.phrase("that is for {name} to choose", name=self.state.names[action.player])
            )
        raise IllegalActionError(action, verdict)

    def readings(self, typed: str) -> list[Action]:
        """The actions that a text may stand for, legal or not: what is not said may be anything of few. Raises
        InvalidActionError."""
        action = self.action_by_key(with_action_name(typed, self.state, self.lang))
        if action is not None:
            return [action]
        words = self._in_rule_words(typed)
        try:
            return [parse_action(words, self.game, self.player)]
        except InvalidActionError as error:
            found = list(self._completions(words)) or self._bare(words)
            if not found:
                raise self._unread(typed, words) or error from None
            return found

    def _unread(self, typed: str, words: str) -> AmbiguousInput | None:
        """Returns the answer to words that begin with no action, or name nothing that could be chosen."""
        head = words.partition(" ")[0]
        named_ = with_action_name(typed, self.state, self.lang).partition(" ")[0]
        if named_ in self.game.signatures:
            return None
        if head in self.game.signatures:
            return AmbiguousInput(self.texts.phrase("there is nothing called `{name}` to choose", name=typed[:LONGEST]))
        return AmbiguousInput(no_action(typed, self))

    def _bare(self, words: str) -> list[Action]:
        """An action without its values, where it is not asked for at all now."""
        signature = self.game.signatures.get(words.partition(" ")[0])
        asked = self.game.offered[self.state._decision(self.player)]
        if signature is None or any(each.name == signature.name for each in asked):
            return []
        return [Action(self.player, signature.name, (), signature, self.game)]

    def _completions(self, words: str) -> Iterator[Action]:
        """The text with values for the parameters that it lacks."""
        name, *values = words.split()
        signature = self.game.signatures.get(name)
        if signature is None:
            return
        given = [each for each in values if each not in {word for word, _ in signature.parameters}]
        missing = signature.parameters[len(given) :]
        domains = [ListedValues(self.state).find(type_) for _, type_ in missing]
        if missing and 0 < prod(map(len, domains)) <= MOST_READINGS:
            for rest in product(*domains):
                yield self.game.parse_action(" ".join([name, *given, *rest]), self.player)


def no_action(typed: str, choices: Choices) -> str:
    """That nothing is called so, and what may have been meant, in the language of the screen."""
    word, wording = typed.split()[0][:LONGEST], choices.wording
    signatures = choices.game.signatures
    known = {said.lower() for each in signatures.values() for said in (wording.action(each), each.name)}
    near = nearest(" ".join(typed.lower().split())[:LONGEST], known) or nearest(word.lower(), known)
    said = choices.texts.phrase("there is no action `{name}`", name=word)
    return said + (f"; {choices.texts.phrase('did you mean `{near}`?', near=near)}" if near else "")


def with_action_name(typed: str, state: State, lang: str = "en") -> str:
    """The text with the name of the action as it is written in the rules: `throw_away rope` for `throw away rope`,
    `discover` for `entdecken`."""
    words = " ".join(typed.split())
    wording = state.game.wording(lang)
    spoken = [
        (said.lower(), name)
        for name, each in state.game.signatures.items()
        for said in (name.replace("_", " "), wording.action(each), wording.about(each.rule, each.text))
    ]

    def longest_first(each: tuple[str, str]) -> tuple[int, int]:
        said, name = each
        return -len(said), len(state.game.signatures[name].parameters)

    for said, name in sorted(spoken, key=longest_first):
        if said and said != name and (words.lower() == said or words.lower().startswith(f"{said} ")):
            return name + words[len(said) :]
    return words


class ListedValues(
    Pass,
    over=FORMS,
    left=("number", "passage", "sides", "set", "bag", "pile", "positions", "list", "text", "none", "unknown"),
):
    """The values that a missing parameter may have, as far as they can be listed, by the forms of types."""

    def __init__(self, state: State) -> None:
        self.state, self.rules = state, state.game.rules_model

    def find(self, type_: Type) -> tuple[str, ...]:
        """Finds the values of a type as they are written; none of a form that has too many."""
        handler = self.handlers.get(type_.form)
        return handler(self, type_) if handler else ()

    @handles("yes_no")
    def _truth(self, type_: Type) -> tuple[str, ...]:
        return "yes", "no"

    @handles("row")
    def _row(self, type_: Type) -> tuple[str, ...]:
        rows = self.rules.kinds[type_.name].rows
        return rows[: len(self.state.names)] if type_.is_row_of(self.rules.players) else rows

    @handles("place")
    def _place(self, type_: Type) -> tuple[str, ...]:
        laid = self.state.cave.nodes(data=True)
        return tuple(data["name"] for _, data in laid if data["board"] == type_.name)


def choices_of(state: State, player: int, lang: str = "en") -> Choices:
    """Returns the choices of a player now.

    >>> from cavewright import load_game
    >>> choices_of(load_game("the-cave").new_initial_state(players=2), 0).mode
    'yes_no'
    """
    actions = tuple(state.legal_actions(player))
    return Choices(state, player, actions, _mode(actions), lang)


def _mode(actions: tuple[Action, ...]) -> Mode:
    """Returns the mode of a choice: if the actions differ in one last value only, its type."""
    if len({(each.name, each.values[:-1]) for each in actions}) != 1 or not actions[0].values:
        return "list"
    type_ = actions[0].signature.parameters[-1][1]
    return "number" if type_.is_number else "yes_no" if type_.is_truth else "list"


def either(words: list[str], said: Texts) -> str:
    """`a, b or c`; numbers without a gap as `0 to 8`.

    >>> either(["0", "1", "2", "3"], texts()), either(["yes", "no"], texts())
    ('0 to 3', 'yes or no')
    """
    numbers = [int(word) for word in words if word.isdecimal()]
    if len(numbers) == len(words) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return said.phrase("{low} to {high}", low=numbers[0], high=numbers[-1])
    return said.either(words)
