"""Puts the words of a line `keeps …` in the order in which the language reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE = re.compile(
    r"(?P<edit>\s*(?:add (?:(?:before|after) \S+ )?)?(?:passage )?)"
    r"(?P<before>[a-z_ ]*?)\bkeeps(?P<between>(?: [a-z_]+)*?) +(?P<name>[^\W\d][\w-]*) *:"
    r"(?P<type>[^\"\[=]*)(?P<start>=[^\"\[]*)?(?P<told>[\"\[].*)?"
)
"""A line up to `keeps` and the name behind it, its type, its first value, and its text and ids."""
_ORDER = ("endless", "hidden", "secret", "uncounted", "internal")
"""The words behind a type, in their order; only one of `hidden` and `secret` stands there."""
_MEANT = (
    (re.compile(r"\bface[ -]down\b|\bunseen\b|\bunknown\b"), "hidden"),
    (re.compile(r"\bprivate\b"), "secret"),
    (re.compile(r"\bface[ -]up\b|\bopen\b|\bpublic\b|\bvisible\b|\bordered\b"), ""),
    (re.compile(r"\b(?:stack|heap|deck|queue|list)(?= of\b)"), "pile"),
    (re.compile(r"\bnone or (\w+)"), r"\1 or none"),
    (re.compile(r"\boptional (\w+)"), r"\1 or none"),
)
"""Words that authors take for those of the language, and what they mean by them; what is open or in order says nothing."""
_HOLDING = re.compile(r"\bholding (?P<capacity>\w+)(?P<kind> (?!of\b|or\b|bag\b|pile\b|set\b)[^\W\d]\w*)?")
_COLLECTION = re.compile(r"\b(bag|set|pile)(?: of)? ")
_MODIFIER = re.compile(rf"\b(?:{'|'.join(_ORDER)})\b")


def reordered_kept_lines(line: str) -> Iterator[str]:
    """Yields readings of a line that says what is kept, each with its words in order and without its text and ids: as
    its words are, then with words of the language in place of those that authors take for them.

    >>> list(reordered_kept_lines('    keeps deck: hidden pile of card "All."'))
    ['keeps deck: pile of card hidden']
    """
    found, first = _LINE.fullmatch(line), ""
    if found is None:
        return
    for is_meant in (False, True):
        start, own = _without_modifiers(found["start"] or "")
        words = " ".join((found["before"], found["between"], found["type"]))
        for pattern, word in _MEANT if is_meant else ():
            words = pattern.sub(word, words)
        type_, others = _without_modifiers(words)
        modifiers = [each for each in _ORDER if each in (*own, *others)]
        made = " ".join([f"keeps {found['name']}:", *_type_in_order(type_), *modifiers, *start.split()])
        if not (is_meant and made == first):
            yield made
        first = made


def _without_modifiers(text: str) -> tuple[str, list[str]]:
    """Returns a text without the words that stand behind a type, and these."""
    return _MODIFIER.sub(" ", text), _MODIFIER.findall(text)


def _type_in_order(text: str) -> Iterator[str]:
    """Yields the words of a type: what it is of, and behind it how much it holds, of its own kind where nothing is said."""
    held = _HOLDING.search(text)
    rest = text if held is None else f"{text[: held.start()]} {text[held.end() :]}"
    rest = " ".join(_COLLECTION.sub(r"\1 of ", " ".join(rest.split()) + " ").split())
    yield rest
    if held is not None:
        yield f"holding {held['capacity']}{held['kind'] or ' ' + rest.rpartition(' ')[2]}"
