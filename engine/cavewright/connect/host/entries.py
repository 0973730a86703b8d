"""Entries of a store: an action, several that are carried out as one, an undoing, or who sits where, each as a line of
text."""

from __future__ import annotations

import json

from ...foundation.source.frozen import frozen

UNDO, SEATS = "undo ", "seats "
"""Beginnings of entries that are no actions: in an action a colon stands behind its player."""


@frozen
class Actions:
    """Actions of one player, all carried out or none."""

    texts: tuple[str, ...]
    takes_seat: bool = False
    """True if the player sits down by them, whom nobody had seen at the table before."""

    def __str__(self) -> str:
        if self.takes_seat:
            return json.dumps({"did": self.texts, "takes_seat": True}, ensure_ascii=False)
        return self.texts[0] if len(self.texts) == 1 else json.dumps(self.texts, ensure_ascii=False)


@frozen
class Undoing:
    """Undoing of the last action of a player."""

    player: int

    def __str__(self) -> str:
        return f"{UNDO}{self.player}"


@frozen
class Seating:
    """Seats from now on: of each the name of a bot or "", and whether a person has come to it."""

    bots: tuple[str, ...]
    taken: tuple[bool, ...]

    def __str__(self) -> str:
        return SEATS + json.dumps([self.bots, self.taken])


Entry = Actions | Undoing | Seating


def read_entry(text: str) -> Entry:
    """Reads an entry. Raises ValueError for what is none; an action is looked at by whoever carries it out.

    >>> [read_entry(each) for each in ("0: mark b2", "undo 0", '["1: pack rope 1", "1: pack food 2"]')]
    [Actions(texts=('0: mark b2',), takes_seat=False), Undoing(player=0), Actions(texts=('1: pack rope 1', '1: pack food 2'), takes_seat=False)]
    """
    if text.startswith(UNDO):
        return Undoing(int(text[len(UNDO) :]))
    if text.startswith(SEATS):
        bots, taken = json.loads(text[len(SEATS) :])
        return Seating(tuple(bots), tuple(taken))
    if text.startswith("{"):
        return Actions(tuple(json.loads(text)["did"]), takes_seat=True)
    return Actions(tuple(json.loads(text))) if text.startswith("[") else Actions((text,))
