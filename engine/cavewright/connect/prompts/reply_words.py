"""Words of a reply: its lines and sentences, without markup, and what stands behind `ACTION:`.

No game is known here. Words are compared in small letters, without the marks around them; marks within a word stay, so
`a1-b2` and `3.5` are words of their own.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...foundation.source.frozen import frozen

MARKER = "ACTION"
"""Behind this word and a colon an action is expected."""
_MARKERS = (
    "action",
    "move",
    "answer",
    "choice",
    "decision",
    "aktion",
    "zug",
    "antwort",
    "wahl",
    "acción",
    "accion",
    "jugada",
    "respuesta",
)
_BEFORE = ("my", "the", "final", "next", "chosen", "meine", "mein", "nächste", "nächster", "mi", "la", "próxima")
_MARKED = re.compile(
    rf"(?:^|(?<=[.!?:;]\s))[^\w\n]*(?:(?:{'|'.join(_BEFORE)})\s+)*(?:{'|'.join(_MARKERS)})(?:\s+(?:is|ist|es))?[*_`\"']*\s*[:=]",
    re.IGNORECASE,
)
_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.IGNORECASE | re.DOTALL)
_OPEN_THOUGHT = re.compile(r"<(?:think|thinking|thought|reasoning)>.*\Z", re.IGNORECASE | re.DOTALL)
_END_OF_THOUGHT = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.IGNORECASE | re.DOTALL)
_STRUCK = re.compile(r"~~.*?~~", re.DOTALL)
_FENCE = re.compile(r"^\s*```\w*\s*$", re.MULTILINE)
_QUOTED = re.compile(r"^[*_]*([\"'`])(.+?)\1")
ENDS = ".!;"
"""Signs that end a sentence."""


@frozen
class Word:
    """A word of a reply: as it is compared, as it was written, and the signs around it."""

    said: str
    written: str
    before: str
    after: str

    @property
    def ends(self) -> bool:
        """True if a sentence ends behind it: not behind what may be an abbreviation."""
        is_short = len(self.said) < 4 and not self.said.isdecimal() and not any(map(str.isdecimal, self.said))
        return any(sign in ENDS for sign in self.after) and not is_short and "." not in self.said

    @property
    def is_open(self) -> bool:
        """True if it is part of a question, or breaks off."""
        return any(sign in self.after for sign in ("?", "…", ".."))


def words(line: str) -> tuple[Word, ...]:
    """The words of a line. What has neither letter nor digit belongs to the word before it.

    >>> [each.said for each in words("**Drop 3**, please: `enter N1`; −1")]
    ['drop', '3', 'please', 'enter', 'n1', '-1']
    """
    found: list[Word] = []
    for chunk in line.replace("_", " ").split():
        word = _word(chunk)
        if word is not None:
            found.append(word)
        elif found:
            found[-1] = replace(found[-1], after=found[-1].after + chunk)
    return tuple(found)


def _word(chunk: str) -> Word | None:
    letters = [n for n, letter in enumerate(chunk) if _belongs(chunk, n, letter)]
    if not letters:
        return None
    first, end = letters[0], letters[-1] + 1
    core = chunk[first:end].replace("−", "-").replace("’", "'")
    return Word(core.casefold(), core, chunk[:first], chunk[end:])


def _belongs(chunk: str, n: int, letter: str) -> bool:
    is_sign = letter in "-−+" and chunk[n + 1 : n + 2].isnumeric() and not chunk[:n].strip("([{\"'`*=:")
    return letter.isalnum() or is_sign or unicodedata.category(letter).startswith("M")


def spoken(text: str) -> tuple[str, ...]:
    """A text as the words by which it is compared."""
    return tuple(each.said for each in words(unicodedata.normalize("NFC", text)))


def lines_of(reply: str) -> list[str]:
    """The lines of a reply that say something, without thoughts and what is struck out."""
    text = unicodedata.normalize("NFC", reply)
    text = _END_OF_THOUGHT.sub("", _OPEN_THOUGHT.sub("", _THOUGHT.sub("\n", text)))
    return [line for line in _FENCE.sub("", _STRUCK.sub(" ", text)).splitlines() if line.strip()]


def marked_answers(reply: str) -> list[str]:
    """Returns the texts behind `ACTION:`, or in the field `action` of a reply in JSON; nothing where nothing is marked.

    >>> marked_answers("Let me see.\\nACTION: drop 3"), marked_answers('{"why": "x", "action": "drop 3"}'), marked_answers("drop 3")
    (['drop 3'], ['drop 3'], [])
    """
    lines = lines_of(reply)
    found = list(_fields("\n".join(lines)))
    if found:
        return found
    for n, line in enumerate(lines):
        begun = [each.end() for each in _MARKED.finditer(line)]
        until = [each.start() for each in _MARKED.finditer(line)][1:]
        for start, end in zip(begun, [*until, len(line)], strict=False):
            quoted = _QUOTED.match(line[start:end].strip())
            rest = quoted[2] if quoted else line[start:end].strip()
            found.append(rest if spoken(rest) else next(iter(lines[n + 1 : n + 2]), ""))
    return found


def _fields(text: str) -> Iterator[str]:
    """The fields of a JSON object that mark an action; each that stands there, also where one stands twice."""
    if not text.lstrip().startswith("{"):
        return
    pairs: list[tuple[str, Any]] = []

    def note(found: list[tuple[str, Any]]) -> None:
        pairs.extend(found)

    try:
        json.loads(text, object_pairs_hook=note)
    except (ValueError, RecursionError):
        return
    yield from (value for name, value in pairs if name.casefold() in _MARKERS and isinstance(value, str))
