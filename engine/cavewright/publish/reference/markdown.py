"""Pages as values, and the Markdown that is written from them. Nothing of a text becomes markup.

A string is always text: what Markdown or HTML would read as a sign is escaped. Markup comes from the values alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from ...foundation.draw.characters import typeset
from ...foundation.source.frozen import frozen

_BACKSLASHED = re.compile(r"([\\*_{}\[\]])")
_ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    "|": "&#124;",
    "~": "&#126;",
    "^": "&#94;",
    "=": "&#61;",
    "$": "&#36;",
    "@": "&#64;",
    "`": "&#96;",
}
_ENTITY = re.compile("[" + re.escape("".join(_ENTITIES)) + "]")
_BEGINNING = re.compile(r"^([-+#:!?%]|\d+(?=[.)]))")
"""What begins a list, a heading or a block where it begins a line."""
_MEASURE = re.compile(r"(?<=\d) (?=[^\W\d_]{1,2}(?!\w))")
"""The space between a number and its unit."""
_UNSAFE = re.compile(r"[^A-Za-z0-9-]")


@frozen
class Strong:
    """Words that stand out."""

    words: Words


@frozen
class Quiet:
    """Words in italics."""

    words: Words


@frozen
class Link:
    """Words that lead to a page, by its path, or to an anchor of it."""

    words: Words
    path: str = ""
    anchor: str = ""


@frozen
class Icon:
    """A small picture within a line, by its path, beside the words for it."""

    path: str


Inline: TypeAlias = str | Strong | Quiet | Link | Icon
Words: TypeAlias = Inline | tuple[Inline, ...]
"""A text, or several parts that follow each other."""


@frozen
class Heading:
    """A heading, from 1 for the title of the page; with an anchor, if something leads to it. A search leaves out what
    stands below one that is not `sought`."""

    level: int
    words: Words
    anchor: str = ""
    sought: bool = True


@frozen
class Paragraph:
    """Some words; with an anchor, if something leads to them."""

    words: Words
    anchor: str = ""


@frozen
class Item:
    """A line of a list, with what stands below it."""

    words: Words
    inner: tuple[Item, ...] = ()


@frozen
class Items:
    """A list."""

    items: tuple[Item, ...]


@frozen
class Table:
    """A table: the words of its head, and its rows."""

    head: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]


@frozen
class Picture:
    """A picture by its path; `said` is what it shows, for those who do not see it. A wide one leads to itself, to be looked
    at alone."""

    path: str
    said: str
    is_wide: bool = False


@frozen
class Pictures:
    """Pictures beside each other, where there is room."""

    pictures: tuple[Picture, ...]


@frozen
class CodeBlock:
    """Lines of rule files, coloured."""

    text: str


@frozen
class Details:
    """Blocks that are folded away below a line."""

    summary: str
    blocks: tuple[Block, ...]


@frozen
class Admonition:
    """Blocks that are set off from the rest."""

    blocks: tuple[Block, ...]


Block: TypeAlias = Heading | Paragraph | Items | Table | Picture | CodeBlock | Details | Admonition | Pictures


@frozen
class Page:
    """A page: where it is, what it is called in the navigation, what stands on it, what a list says of it; how far it is
    put behind others in a search, 1 is not at all; and the words for which it is the page to be found."""

    path: str
    title: str
    blocks: tuple[Block, ...]
    summary: Words = ""
    boost: float = 1
    tags: tuple[str, ...] = ()


def anchor_of(*names: str) -> str:
    """An anchor that can stand in any address.

    >>> anchor_of("action", "enter"), anchor_of("constant", "stück")
    ('action-enter', 'constant-st-fc-ck')
    """
    letters = "-".join(names).replace("_", "-").replace(" ", "-")
    return _UNSAFE.sub(lambda found: f"-{ord(found[0]):x}-", letters)


def plain(words: Words) -> str:
    """The text of some words, without markup."""
    if isinstance(words, str):
        return words
    if isinstance(words, tuple):
        return "".join(map(plain, words))
    if isinstance(words, Icon):
        return ""
    return plain(words.words)


# ---- text --------------------------------------------------------------------------------------------------------------


def tidy(text: str) -> str:
    """A text on one line, without characters that are not for readers.

    >>> tidy("a\\nb\\u202e  c")
    'a b c'
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = "".join(" " if unicodedata.category(each) in ("Cc", "Zl", "Zp") else each for each in text)
    return " ".join("".join(each for each in kept if not _is_hidden(each)).split())


def _is_hidden(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cf", "Cs", "Cn", "Co") and letter not in "\u200c\u200d\u00ad"


def escape(text: str) -> str:
    """A text as Markdown that reads as this text, typeset, wherever it stands in a line.

    >>> print(escape("<b> *x* [y](z) 1. {#a}"))
    &lt;b&gt; \\*x\\* \\[y\\](z) 1. \\{#a\\}
    """
    said = _ENTITY.sub(lambda found: _ENTITIES[found[0]], _BACKSLASHED.sub(r"\\\1", typeset(tidy_ends(text))))
    return said if text.isascii() else _set_apart(said)


def tidy_ends(text: str) -> str:
    """A text as `tidy` has it, but for a space at an end, where another part goes on."""
    inner = tidy(text)
    if not inner:
        return " " if text else ""
    before, after = text[:1].isspace() and inner, text[-1:].isspace() and inner
    return f"{' ' if before else ''}{inner}{' ' if after else ''}"


def _set_apart(text: str) -> str:
    """Returns the text with every stretch that is read from right to left set apart, from its first letter to its last."""
    found, start, end = "", 0, 0
    for at, sort in enumerate(map(unicodedata.bidirectional, text)):
        if sort in ("R", "AL"):
            found += "" if end > start else f"{text[end:at]}<bdi>"
            start, end = (start if end > start else at), at + 1
        elif sort == "L" and end > start:
            found, start = f"{found}{text[start:end]}</bdi>", end
    return f"{found}{text[start:end]}</bdi>{text[end:]}" if end > start else found + text[end:]


def in_html(text: str) -> str:
    """A text within HTML; entities only, so that it reads the same to Markdown."""
    return "".join(each if each.isalnum() or each in " ,.;'’-–" else f"&#{ord(each)};" for each in typeset(tidy(text)))


# ---- writing -----------------------------------------------------------------------------------------------------------


class Writer:
    """Writes the blocks of one page. `refer` gives the address of a path and an anchor as this page has to say it."""

    def __init__(self, refer: Callable[[str, str], str]) -> None:
        self.refer = refer

    def page(self, blocks: Iterable[Block]) -> str:
        """All blocks, with an empty line between them."""
        return "\n\n".join(self.block(each) for each in blocks) + "\n"

    def words(self, words: Words) -> str:
        """Words within a line."""
        if isinstance(words, tuple):
            return "".join(map(self.words, words))
        if isinstance(words, str):
            return escape(words)
        if isinstance(words, Icon):
            return f"![]({self.refer(words.path, '')}){{ .icon }} "
        inner = self.words(words.words).strip()
        if not inner:
            return ""
        if isinstance(words, Link):
            return f"[{inner}]({self.refer(words.path, words.anchor)})"
        return f"**{inner}**" if isinstance(words, Strong) else f"*{inner}*"

    def line(self, words: Words) -> str:
        """Words that begin a line."""
        said = self.words(words).strip()
        begun = _BEGINNING.match(said)
        if begun is None:
            return said
        if begun[0].isdigit():
            return f"{begun[0]}\\{said[begun.end() :]}"
        return f"&#{ord(begun[0])};{said[1:]}"

    def block(self, block: Block) -> str:
        """One block."""
        match block:
            case Heading(level, words, anchor, is_sought):
                marks = [*([f"#{anchor}"] if anchor else []), *([] if is_sought else ["data-search-exclude"])]
                return f"{'#' * level} {self.line(words) or '–'}" + (f" {{ {' '.join(marks)} }}" if marks else "")
            case Paragraph(words, anchor):
                return self.line(words) + (f"\n{{ #{anchor} }}" if anchor else "")
            case Items(items):
                return "\n".join(self.items(items, ""))
            case Table(head, rows):
                return self.table(head, rows)
            case Picture(path, said, is_wide):
                shown, where = f"![{escape(said)}]", self.refer(path, "")
                return f"[{shown}({where}){{ .wide }}]({where})" if is_wide else f"{shown}({where})"
            case Pictures(pictures):
                several = (f"![{escape(each.said)}]({self.refer(each.path, '')}){{ .beside }}" for each in pictures)
                return " ".join(several)
            case CodeBlock(text):
                return self.lines(text)
            case Details(summary, blocks):
                return (
                    f'<details markdown="1">\n<summary>{in_html(summary)}</summary>\n\n{self.page(blocks)}\n</details>'
                )
            case Admonition(blocks):
                return "\n>\n".join(
                    "\n".join(f"> {line}".rstrip() for line in self.block(each).split("\n")) for each in blocks
                )

    def items(self, items: tuple[Item, ...], indent: str) -> Iterator[str]:
        """The lines of a list."""
        for each in items:
            yield f"{indent}- {self.line(each.words)}"
            yield from self.items(each.inner, f"{indent}    ")

    def table(self, head: tuple[Words, ...], rows: tuple[tuple[Words, ...], ...]) -> str:
        """A table. A cell without words shows a dash; no number stands in another line than what it counts."""
        written = [[_MEASURE.sub("&nbsp;", self.cell(each)) or "–" for each in row] for row in rows]
        names = [self.words(each).strip() or "&nbsp;" for each in head]
        return "\n".join(f"| {' | '.join(row)} |" for row in (names, ["---"] * len(head), *written))

    def cell(self, words: Words) -> str:
        """Words within a cell of a table, which may have several lines."""
        lines = words.split("\n") if isinstance(words, str) else [words]
        return "<br>".join(self.words(each).strip() for each in lines)

    def lines(self, text: str) -> str:
        """Lines of rule files in a fence that is longer than any within them."""
        longest = max((len(each) for each in re.findall("`+", text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}cave\n{text.rstrip()}\n{fence}"
