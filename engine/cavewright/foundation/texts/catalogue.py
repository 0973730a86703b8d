"""Catalogues of translations: gettext's `.po` files, read and written by Babel.

They are read as they are: what somebody writes beside a rule file holds at once, and a wheel needs no step more. What was
parsed of a large one is kept between runs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from io import BytesIO, StringIO
from types import MappingProxyType
from typing import Any

from ..storage import cache

LINE = re.compile(r'(#.*|((msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\])\s*)?"(\\.|[^"\\])*")?')
"""What a line may be."""

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What cannot stand in a text, since it would change how the text around it is shown."""

Key = tuple[str, str]
"""Context and source text: two equal texts in different places are two entries."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One text: where it is used, how it reads in the source language (several forms: one, and many), and its
    translations."""

    context: str
    sources: tuple[str, ...]
    said: tuple[str, ...] = ()
    line: int = 0
    fuzzy: bool = False

    @property
    def key(self) -> Key:
        """Key of the entry in its catalogue."""
        return self.context, self.sources[0]

    @property
    def is_full(self) -> bool:
        """True if every form is translated, by somebody who was sure of it."""
        return bool(self.said) and all(self.said) and not self.fuzzy


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The entries of a file in their order. `problem` says at which line reading it failed, and why."""

    entries: tuple[Entry, ...] = ()
    plurals: str = ""
    forms: int = 0
    problem: tuple[int, str] | None = None

    @property
    def counting(self) -> tuple[int, str] | None:
        """Number of plural forms and the expression that chooses one, as the file declares them; None if it does not."""
        return (self.forms, self.plurals) if self.forms else None


def read_catalogue(text: str) -> Catalogue:
    r"""The entries of a `.po` file. Never fails: what cannot be read is told.

    >>> read_catalogue('msgctxt "way.walk"\nmsgid "walk"\nmsgstr "gehen"\n').entries[0].said
    ('gehen',)
    """
    key = cache.key_of(("catalogue", cache.program(), text))
    if key and (found := cache.read(key)) is not None:
        return _catalogue_of(found)
    read = _parse(text)
    if key and read.problem is None:
        cache.write(key, json.dumps([read.plurals, read.forms, [astuple(each) for each in read.entries]]).encode())
    return read


def _catalogue_of(content: bytes) -> Catalogue:
    """A catalogue as it was kept."""
    plurals, forms, entries = json.loads(content)
    return Catalogue(
        tuple(Entry(where, tuple(sources), tuple(said), *rest) for where, sources, said, *rest in entries),
        plurals,
        forms,
    )


def _parse(text: str) -> Catalogue:
    from babel.messages.pofile import PoFileError, read_po

    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if found := CONTROL.search(line):
            return _unread(number, _forbidden(found[0]))
    for number, line in enumerate(lines, 1):
        if not LINE.fullmatch(line.strip()):
            return _unread(
                number,
                "a line is a comment, a text in double quotes, or one behind `msgctxt`, `msgid`, `msgid_plural` or `msgstr`",
            )
    body = "\n".join("" if re.match(r'"(?!Plural-Forms:)[\w-]+:.*\\n"$', line) else line for line in lines)
    try:
        catalog = read_po(StringIO(body + "\n"), abort_invalid=True)
    except PoFileError as error:
        return _unread(int(getattr(error, "lineno", 0) or 0) + 1, str(error.args[0] if error.args else error))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, SyntaxError) as error:
        return _unread(1, str(error)[:200])
    entries = tuple(_entry(each, lines) for each in catalog if each.id)
    for each in entries:
        if found := CONTROL.search("".join((*each.sources, *each.said))):
            return _unread(each.line, _forbidden(found[0]))
    forms = re.search(r'^"Plural-Forms:\s*nplurals=(\d+);\s*plural=([^;"\\]+);?', text, re.MULTILINE)
    return Catalogue(entries, forms[2].strip(), int(forms[1])) if forms else Catalogue(entries)


def _unread(line: int, why: str) -> Catalogue:
    return Catalogue(problem=(line, why))


def _forbidden(character: str) -> str:
    return f"character U+{ord(character):04X} cannot stand in a text"


def _entry(message: Any, lines: Sequence[str]) -> Entry:
    sources, said = (
        tuple(each) if isinstance(each, (tuple, list)) else (each,) for each in (message.id, message.string)
    )
    line = message.lineno or 0
    line -= 1 < line <= len(lines) and lines[line - 2].startswith("msgctxt")
    return Entry(message.context or "", sources, tuple(each or "" for each in said), line, message.fuzzy)


def plural_forms(lang: str) -> tuple[int, str]:
    """The number of forms in which a language counts, and which of them a number takes, as Babel has it: in some
    versions French and Spanish have a form of their own for millions.

    >>> plural_forms("de"), plural_forms("ja")
    ((2, '(n != 1)'), (1, '0'))
    """
    from babel.messages.plurals import get_plural

    found = get_plural(lang.replace("-", "_"))
    return int(found.num_plurals), str(found.plural_expr)


def write_catalogue(
    entries: Iterable[Entry],
    lang: str,
    title: str,
    comments: Sequence[str] = (),
    notes: Mapping[Key, Sequence[str]] = MappingProxyType({}),
    counting: tuple[int, str] | None = None,
) -> str:
    """A `.po` file with these entries, the same for the same entries: no dates, no places in files. `notes` are for
    translators; without a language it is a template, `.pot`. A file that is written anew brings its `counting`, the
    number of its plural forms and the expression for them; a new one counts as its language does."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    catalog = Catalog(locale=lang.replace("-", "_") or None, fuzzy=False)
    number, which = counting or (plural_forms(lang) if lang else (2, "(n != 1)"))
    plural_header = f"nplurals={number}; plural={which};"
    catalog.mime_headers = [("Plural-Forms", plural_header)]
    for each in entries:
        plural = len(each.sources) > 1
        catalog.add(
            each.sources if plural else each.sources[0],
            (each.said or ("",) * number) if plural else "".join(each.said[:1]),
            auto_comments=notes.get(each.key, ()),
            context=each.context or None,
            flags={"fuzzy"} if each.fuzzy else (),
        )
    body = BytesIO()
    write_po(body, catalog, width=0, omit_header=True)
    forms = any(len(each.sources) > 1 for each in entries)
    head = (
        *(f"# {line}" for line in (title, *comments)),
        'msgid ""',
        'msgstr ""',
        f'"Language: {lang}\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        *([f'"Plural-Forms: {plural_header}\\n"'] if forms else []),
    )
    return "\n".join((*head, "", body.getvalue().decode("utf-8").strip(), ""))
