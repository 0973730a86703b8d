"""Links from the words of a game to where they are explained, where each first appears on a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...foundation.source.frozen import frozen
from .markdown import Block, Inline, Item, Items, Link, Paragraph, Words

_ENDINGS = "(?:s|es|n|en|e|m|r)?"
"""Letters that a word may have more where it stands in a sentence."""
_SHORTEST = 3


@frozen
class Term:
    """Something that has a name in the rules, and where it is explained; "" where it is not, so that no word within
    its name leads elsewhere."""

    name: str
    path: str
    anchor: str


class TermLinks:
    """Links for one page, by the words for each term."""

    def __init__(self, terms: Mapping[str, Term], page: str) -> None:
        self.terms = {said: term for said, term in terms.items() if term.path != page and len(said) >= _SHORTEST}
        longest = sorted(self.terms, key=lambda each: (-len(each), each))
        self.names = dict(enumerate(longest))
        self.pattern = re.compile(
            "|".join(f"(?P<t{n}>{_pattern_of(each)})" for n, each in self.names.items()) or "(?!)"
        )
        self.seen: set[Term] = set()

    def link_terms(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """The blocks, with links in their paragraphs and lists."""
        for each in blocks:
            if isinstance(each, Paragraph):
                yield replace(each, words=self.words(each.words))
            elif isinstance(each, Items):
                yield Items(tuple(map(self.item, each.items)))
            else:
                yield each

    def item(self, item: Item) -> Item:
        """A line of a list, and what stands below it."""
        return replace(item, words=self.words(item.words), inner=tuple(map(self.item, item.inner)))

    def words(self, words: Words) -> Words:
        """Words of which only those are looked at that are nothing but text."""
        parts = words if isinstance(words, tuple) else (words,)
        return tuple(made for each in parts for made in (self.text(each) if isinstance(each, str) else [each]))

    def text(self, text: str) -> Iterator[Inline]:
        """A text in pieces: what is explained somewhere leads there, the first time."""
        at = 0
        for found in self.pattern.finditer(text):
            term = self.terms[self.names[int(str(found.lastgroup)[1:])]]
            if term.path and term not in self.seen:
                self.seen.add(term)
                yield text[at : found.start()]
                yield Link(found[0], term.path, term.anchor)
                at = found.end()
        yield text[at:]


def _pattern_of(term: str) -> str:
    """A pattern of a term as it may stand in a sentence: with endings, and with a capital where one begins."""
    words = [re.escape(each) + _ENDINGS for each in term.split(" ")]
    first = term[0]
    if first.islower():
        words[0] = f"[{first}{first.upper()}]{words[0][1:]}"
    return rf"(?<!\w){' '.join(words)}(?!\w)"
