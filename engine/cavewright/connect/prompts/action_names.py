"""Names of actions: all ways to write a legal action, and actions that a text writes though they are not legal now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...play.positions.action import CHANCE, Action
from ...play.states.game import Game, State
from .reply_words import Word, spoken

Said = tuple[str, ...]
LONGEST = 60
"""Words of which the name of an action may consist."""


class ActionNames:
    """The ways to write the legal actions of a player: their texts, and their labels in all languages of the game."""

    def __init__(self, state: State, player: int, actions: Sequence[Action]) -> None:
        self.state, self.player, self.game, self.legal = state, player, state.game, tuple(actions)
        self.ways: dict[Said, set[Action]] = {}
        for each in self.legal:
            for way in ways_of(each):
                if way:
                    self.ways.setdefault(way, set()).add(each)
        self.spans = sorted({len(way) for way in self.ways}, reverse=True)
        self.firsts = {way[0] for way in self.ways}
        self.names = dict(names_of(self.game))
        self.values = values_in(self.game)

    # ---- legal ones --------------------------------------------------------------------------------------------------

    def whole(self, said: Said) -> set[Action]:
        """The legal actions that are written exactly so; more than one where words are the same in two languages."""
        return self.ways.get(said, set())

    def at(self, said: Said, n: int) -> tuple[int, set[Action]]:
        """The longest name that begins at a word: how many words it has, and whose it is. 0 where none begins."""
        if n < len(said) and said[n] in self.firsts:
            for span in self.spans:
                found = self.ways.get(said[n : n + span])
                if found and n + span <= len(said):
                    return span, found
        return 0, set()

    # ---- others ------------------------------------------------------------------------------------------------------

    def action_at(self, words: Sequence[Word], n: int, player: int | None = None) -> tuple[int, Action] | None:
        """The action of this game that is written from a word on, legal or not, and how many words it takes."""
        for span in range(min(3, len(words) - n), 0, -1):
            name = self.names.get(tuple(each.said for each in words[n : n + span]))
            if name is not None:
                found = self._with_values(name, words[n + span :], self.player if player is None else player)
                if found is not None:
                    return span + found[0], found[1]
        return None

    def _with_values(self, name: str, rest: Sequence[Word], player: int) -> tuple[int, Action] | None:
        parameters = self.game.signatures[name].parameters
        most = len(parameters) + sum(bool(word) for word, _ in parameters)
        for count in range(min(most, len(rest)), len(parameters) - 1, -1):
            for texts in ([each.written for each in rest[:count]], [each.said for each in rest[:count]]):
                try:
                    return count, self.game.parse_action(" ".join([name, *texts]), player)
                except ValueError:
                    continue
        return None

    def mistake(self, words: Sequence[Word]) -> str:
        """Why the words are no action of this game: "" where they name none."""
        for n in range(len(words)):
            for span in range(min(3, len(words) - n), 0, -1):
                name = self.names.get(tuple(each.said for each in words[n : n + span]))
                if name is not None:
                    rest = [each.said for each in words[n + span :]]
                    try:
                        self.game.parse_action(" ".join([name, *rest]), self.player)
                    except ValueError as error:
                        return str(error)
        return ""


def ways_of(action: Action) -> Iterator[Said]:
    """All ways to write an action: its text, in each language its label, and its name before its values."""
    text = spoken(action.text)
    yield text
    rest = spoken(action.text[len(action.name) :])
    for lang in action.game.languages:
        words = action.game.wording(lang)
        yield spoken(words.label(action.signature, action.values, action.player))
        yield (*spoken(words.action(action.signature)), *rest)


def names_of(game: Game) -> Iterator[tuple[Said, str]]:
    """The names of all actions, as the rules write them and in each language."""
    for name, signature in game.signatures.items():
        for lang in game.languages:
            yield spoken(game.wording(lang).action(signature)), name
    for name in game.signatures:
        yield spoken(name), name


def values_in(game: Game) -> frozenset[str]:
    """Words that may belong to an action: rows of kinds, and the words between values."""
    rows = (row for kind in game.rules_model.kinds.values() for row in kind.rows)
    between = (word for each in game.signatures.values() for word, _ in each.parameters if word)
    return frozenset(word for text in (*rows, *between, "yes", "no", "none") for word in spoken(text))


def whose(word: Word) -> int | None:
    """The player whom a word before an action names, `0:`; None where it names none."""
    if ":" not in word.after:
        return None
    if word.said in ("chance", "-1"):
        return CHANCE
    return int(word.said) if word.said.isdecimal() and word.said.isascii() and len(word.said) < 3 else None
