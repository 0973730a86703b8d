"""Replies of language models: the one action that a text names, or why it is none.

A reply names an action where it stands behind `ACTION:`, alone on a line, or in a sentence that says no more than that it
is chosen. Everything else is refused: a text that names several, that asks, denies or supposes. So a reply is never
taken for another action than the one that it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from typing import Literal, TypeAlias

from ...foundation.source.ample_stack import retried_with_room
from ...foundation.source.argument_checks import instance
from ...foundation.source.frozen import frozen
from ...foundation.texts import translatable as translated
from ...play.positions.action import Action, Reason
from ...play.states.game import Game, State
from .action_names import ActionNames, whose
from .reply_words import MARKER, Word, lines_of, marked_answers, words

Code: TypeAlias = Literal["nothing", "several", "unclear", "unread", "illegal", "long"]
LONGEST = 100_000
"""Characters of a reply that is looked at."""
MOST_NEAR = 5
"""Legal actions that are offered in the place of what was replied."""
SHOWN = 120
"""Characters of a reply that are repeated."""
_LEADING = """
i i'll i'd i'm am will shall would like want choose pick play take select go going to with for my the a action move is be
answer final decision choice let me us let's so then therefore now ok okay sure well please thus hence alright yes turn
this here ich wähle nehme spiele möchte will mache also gut mein meine zug aktion ist die der ja jetzt nun elijo quiero
voy juego hago mi jugada acción es la el sí bien ahora entonces
"""
LEADING = frozenset(_LEADING.split())
"""Words that say no more than that what follows is chosen."""
_TRAILING = """
because since as so to for please now this here thanks weil da denn um bitte jetzt porque para pues ya ahora
"""
TRAILING = frozenset(_TRAILING.split())
"""Words with which a sentence may go on behind what is chosen."""
SAID = {
    "nothing": translated("The reply names no action. Reply with one line: {marker}: {example}"),
    "several": translated("The reply names several actions: {many}. Reply with one of them: {marker}: {example}"),
    "unclear": translated(
        "The reply speaks of {many}, and does not say that it is chosen. To choose: {marker}: {example}"
    ),
    "unread": translated("“{said}” is no action of this game. Reply with one that is legal now: {marker}: {example}"),
    "expected": translated("“{said}” cannot be read: {why}. Reply with one that is legal now: {marker}: {example}"),
    "long": translated(
        "The reply is longer than {most} characters, and was not read. Reply with one line: {marker}: {example}"
    ),
}


@frozen
class RefusedReply:
    """A reply that is no legal action.

    `code` is `illegal` where the reply names an action that the rules refuse now; `several`, `unclear` or `nothing` where
    it names more than one action, speaks of one without choosing it, or names none; `unread` where what it names is no
    action of the game; `long` for more than 100,000 characters. `said` is the part that was read, `reasons` say what is
    wrong (of an illegal action, those of `State.check`), and `nearest` are at most five legal actions, the one most like
    the reply first.

    >>> import cavewright as cw
    >>> state = cw.load_game("connect-four").new_initial_state()
    >>> reply = cw.read_reply(state, 0, "ACTION: drop 9")
    >>> reply.code, str(reply.nearest[0]), cw.read_reply(state, 0, "I play **drop 3**, the middle.")
    ('illegal', '0: drop 1', <Action 0: drop 3>)
    """

    code: Code
    said: str
    reasons: tuple[Reason, ...]
    nearest: tuple[Action, ...]

    @property
    def rule(self) -> str:
        """The rule that refuses, or what the player decides about now; "" where it is not the player's turn."""
        decided = [each.signature.rule for each in self.nearest]
        return next(filter(None, [*(each.rule for each in self.reasons), *decided]), "")

    def text(self, lang: str = "en") -> str:
        """Returns the fault and the possible replies, in a language. Raises UnknownLanguage (a ValueError) for one in
        which there are no texts."""
        told = [each.text(lang) for each in self.reasons]
        if self.nearest:
            phrase = self.nearest[0].game.wording(lang).texts.phrase
            many = "; ".join(each.text for each in self.nearest)
            told.append(phrase("Legal now, among others: {many}", many=many))
        return " ".join(told)


@retried_with_room
def read_reply(state: State, player: int, text: str) -> Action | RefusedReply:
    """The legal action that a reply names, or why it is none. It is never another action than the one that is named.

    The reply may be long, polite, in Markdown or JSON, in capitals, in any language of the game, and may hold thoughts in
    `<think>`. What stands behind `ACTION:` counts alone; a reply that marks two different actions is refused.

    Raises TypeError for what is no text, ValueError for a player who is not in the match.

    >>> import cavewright as cw
    >>> state = cw.load_game("tic-tac-toe").new_initial_state()
    >>> cw.read_reply(state, 0, "The middle is best.\\nACTION: Mark B2").text
    'mark b2'
    >>> cw.read_reply(state, 0, "mark a1 or mark b2?").code
    'several'
    """
    instance("state", state, State, "a State")
    instance("text", text, str, "a text, what was replied")
    return Reader(state, player).read(text)


class Reader:
    """Reads replies of a player at one decision; quicker than `read_reply` for more than one."""

    def __init__(self, state: State, player: int) -> None:
        self.state, self.player = state, state.player_meant(player)
        asked = state.legal_actions(self.player) if self.player in state.active_players else ()
        self.legal = (*asked, *state.interrupts(self.player))
        self.names = ActionNames(state, self.player, self.legal)

    def read(self, text: str) -> Action | RefusedReply:
        """The action that a reply names, or why it is none."""
        if len(text) > LONGEST:
            return self._refuse("long", "", most=LONGEST)
        said = marked_answers(text)
        if said:
            return self._read_marked(list(dict.fromkeys(each.strip() for each in said)))
        return self._spoken([words(line) for line in lines_of(text)])

    def _read_marked(self, answers: Sequence[str]) -> Action | RefusedReply:
        """Returns the action behind `ACTION:`, which may stand there more than once."""
        found = [self._answer(words(each)) for each in answers]
        if len(found) == 1:
            return found[0] if isinstance(found[0], Action) else self._spoken([words(answers[0])])
        chosen = dict.fromkeys(each for each in found if isinstance(each, Action))
        if len(chosen) == 1 and None not in found:
            return next(iter(chosen))
        return self._refuse("several", "; ".join(answers), many="; ".join(answers))

    def _answer(self, said: Sequence[Word]) -> Action | None:
        """The legal action that some words are, all of them; none if they are no one."""
        if said and whose(said[0]) == self.player:
            said = said[1:]
        if any(each.is_open for each in said):
            return None
        found = self.names.whole(tuple(each.said for each in said))
        return next(iter(found)) if len(found) == 1 else None

    # ---- sentences -----------------------------------------------------------------------------------------------

    def _spoken(self, lines: Sequence[Sequence[Word]]) -> Action | RefusedReply:
        """Returns the action in lines that mark nothing."""
        chosen = dict.fromkeys(each for line in lines for each in self._choices_in(line))
        spoken = dict.fromkeys(each for line in lines for each in self._spoken_of(line))
        named = dict.fromkeys((*chosen, *spoken))
        if len(chosen) == 1 and len(named) == 1:
            return next(iter(chosen))
        first = " ".join(each.written for each in next(iter(lines), ()))
        if len(named) > 1:
            return self._refuse("several", first, many="; ".join(each.text for each in named), near=tuple(named))
        if named:
            return self._named_one(next(iter(named)), first)
        return self._unread(lines)

    def _named_one(self, action: Action, said: str) -> RefusedReply:
        """The one action that is spoken of: it is not legal, or it is not said that it is chosen."""
        if action not in self.legal:
            return self._illegal(action)
        return self._refuse("unclear", said, many=action.text, near=(action,))

    def _choices_in(self, line: Sequence[Word]) -> Iterator[Action]:
        """Yields the actions that a line chooses: the whole of it, or a sentence that says no more."""
        whole = self._answer(line)
        if whole is not None:
            yield whole
            return
        begins = True
        for n, word in enumerate(line):
            if begins:
                found = self._sentence(line, n)
                if found is not None:
                    yield found
            begins = word.ends and not (begins and word.said.isdecimal())

    def _sentence(self, line: Sequence[Word], start: int) -> Action | None:
        """Returns the action of a sentence that begins at a word."""
        said, n = tuple(each.said for each in line), start
        while n < len(line):
            span, found = self.names.at(said, n)
            if span > 1 and len(found) == 1 and self._may_end(line, n + span):
                return next(iter(found))
            is_own = whose(line[n]) == self.player and n == start
            if not is_own and (said[n] not in LEADING or line[n].ends or line[n].is_open):
                return None
            n += 1
        return None

    def _may_end(self, line: Sequence[Word], n: int) -> bool:
        """Tells if a choice may end before a word: nothing follows that could belong to it."""
        last = line[n - 1]
        if last.is_open:
            return False
        if n == len(line):
            return True
        next_word = line[n]
        if next_word.said in self.names.values or any(map(str.isnumeric, next_word.said)):
            return False
        signs = last.after + next_word.before
        return last.ends or next_word.said in TRAILING or any(sign in signs for sign in ":,()—–")

    def _spoken_of(self, line: Sequence[Word]) -> Iterator[Action]:
        """All actions with values that a line speaks of, legal or not."""
        said, n = tuple(each.said for each in line), 0
        while n < len(line):
            owner = whose(line[n - 1]) if n else None
            other = owner if owner is not None and owner != self.player else None
            written = self.names.action_at(line, n, other)
            span, found = self.names.at(said, n)
            if other is None and span > 1 and (written is None or written[0] <= span):
                yield from found
                n += span
            elif written is not None and written[1].values:
                yield written[1]
                n += written[0]
            else:
                n += 1

    # ---- refusals ------------------------------------------------------------------------------------------------

    def _unread(self, lines: Sequence[Sequence[Word]]) -> RefusedReply:
        """Nothing that is an action was found. An action without values is one only alone on a line."""
        for line in lines:
            written = self.names.action_at(line, 0)
            if written is not None and written[0] == len(line) and written[1] not in self.legal:
                return self._illegal(written[1])
        for line in lines:
            why = self.names.mistake(line)
            if why:
                return self._refuse("expected", " ".join(each.written for each in line), why=why)
        if sum(map(len, lines)) > 12 or not any(lines):
            return self._refuse("nothing", " ".join(each.written for line in lines for each in line))
        return self._refuse("unread", " ".join(each.written for line in lines for each in line))

    def _illegal(self, action: Action) -> RefusedReply:
        return RefusedReply("illegal", action.text, self.state.check(action).reasons, self.nearest(action.text))

    def _refuse(self, code: str, said: str, *, near: tuple[Action, ...] = (), **values: object) -> RefusedReply:
        """A reply that was not understood, with the rule at which the decision stands; where it is not the player's turn
        the reason is that."""
        offered = [each for each in near if each in self.legal]
        nearest = tuple(dict.fromkeys((*offered, *self.nearest(said))))[:MOST_NEAR]
        kind: Code = "unread" if code == "expected" else code  # type: ignore[assignment]
        if not self.legal:
            anything = next(iter(self.state.game.signatures.values()))
            nothing = Action(self.player, anything.name, (), anything, self.state.game)
            return RefusedReply(kind, said[:SHOWN], self.state.check(nothing).reasons, ())
        told = {"said": said[:SHOWN], "marker": MARKER, "example": nearest[0].text, **values}
        shown = {name: str(value)[: 4 * SHOWN] for name, value in told.items()}
        needed = "; ".join(each.text for each in nearest)
        bare = Reason(kind, self.legal[0].signature.rule, "", needed=needed)
        again = partial(_reason, self.state.game, bare, SAID[code], shown)
        return RefusedReply(kind, said[:SHOWN], (again("en"),), nearest)

    def nearest(self, said: str) -> tuple[Action, ...]:
        """The legal actions most like a text, the best one first."""
        wanted = {each.said for each in words(said)}

        def alike(action: Action) -> int:
            return len(wanted & {each.said for each in words(action.text)})

        close = sorted(self.legal, key=alike, reverse=True)[:40]
        text = said.casefold()[:SHOWN]
        return tuple(sorted(close, key=lambda each: -SequenceMatcher(None, text, each.text).ratio())[:MOST_NEAR])


def _reason(game: Game, bare: Reason, template: str, values: dict[str, str], lang: str) -> Reason:
    """The reason for which a reply was not understood, in a language."""
    said = game.wording(lang).texts
    known = {name: said.translate(value) if name == "why" else value for name, value in values.items()}
    again = partial(_reason, game, bare, template, values)
    return replace(bare, message=said.phrase(template, **known), again=again)
