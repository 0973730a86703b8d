"""Rule files that lie in memory: the same names, the same limits and the same findings as those of files in a
folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from types import MappingProxyType

from ...foundation.source import Diagnostic, Source, Span, at
from ...foundation.source.argument_checks import show_value
from ...foundation.texts import is_language
from .folders import (
    BOOK,
    FACTS,
    LIMITS,
    LOCALE,
    LOCK,
    MOST_BYTES,
    MOST_FILES,
    MOST_LANGUAGES,
    PICTURE,
    RULES,
    TABLE,
    TEXTS,
    Folder,
    Reading,
    too_large,
    too_much,
    without_rules,
)

LONGEST_NAME = 100
_NAME = re.compile(r"(?!\.)[^/\\]+\.(cave|csv|svg)|book\.lock|locale/[^/\\]+\.po")


def folder_in_memory(files: Mapping[str, str], within: str = "") -> Reading:
    """The files of one ruleset or overlay by their names, or why they cannot be had. They are shown under their names,
    behind `within`.

    Names are those that the files would have in a folder: `my.cave`, `tiles.csv`, `facts.csv`, `locale/de.po`. C0105: a
    name that no such file can have, or no rule file. C0103: a text that no file can hold. C0601: too large, or too
    many. TypeError for what are no texts by name.

    >>> folder_in_memory({"my.cave": "ruleset my 1.0"}).sources[0].name
    'my.cave'
    >>> folder_in_memory({"../my.cave": ""})[0].code
    'C0105'
    """
    for name, text in files.items():
        if not isinstance(name, str) or not isinstance(text, str):
            raise TypeError(
                f"rule files are texts by name, such as {{'my.cave': 'ruleset …'}}, not {show_value(name)}: {show_value(text)}"
            )
    wrong = [each for name, text in files.items() for each in _wrong(name, text, within)] or _too_much(files)
    if wrong:
        return tuple(wrong)
    made = {name: Source(within + name, files[name]) for name in sorted(files)}
    rules = tuple(source for name, source in made.items() if name.endswith(RULES) and name != BOOK)
    tables = {name: source for name, source in made.items() if name.endswith(TABLE) and name != FACTS}
    catalogues = {_language(name): source for name, source in made.items() if name.endswith(TEXTS)}
    read = MappingProxyType(tables), made.get(FACTS), MappingProxyType(catalogues)
    drawn = MappingProxyType({name: source for name, source in made.items() if name.endswith(PICTURE)})
    return Folder(rules[0].name, rules, *read, book=made.get(BOOK), lock=made.get(LOCK), pictures=drawn)


def files_in(folder: Folder) -> dict[str, str]:
    """The files of a folder by the names that `folder_in_memory` takes."""
    plain = [*folder.sources, *folder.tables.values(), *folder.pictures.values()]
    roles = {FACTS: folder.facts, BOOK: folder.book, LOCK: folder.lock}
    return {
        **{PurePosixPath(each.name).name: each.text for each in plain},
        **{name: each.text for name, each in roles.items() if each is not None},
        **{f"{LOCALE}/{lang}{TEXTS}": each.text for lang, each in folder.catalogues.items()},
    }


def _wrong(name: str, text: str, within: str) -> list[Diagnostic]:
    """Returns the findings about one file."""
    if not _is_name(name):
        return [
            Diagnostic(
                "C0105",
                f"`{_printable(name)}` cannot be the name of a rule file, a table or a catalogue",
                help="write plain names: `my.cave`, `tiles.csv`, `facts.csv`, `locale/de.po`",
            )
        ]
    limit = LIMITS[PurePosixPath(name).suffix]
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        whole = Source(within + name, text.encode("utf-8", "replace").decode())
        return [
            at(
                "C0103",
                f"rules and tables are UTF-8 text; the character U+{ord(text[error.start]):04X} cannot stand here",
                Span(whole, error.start, error.start + 1),
                help="leave it out",
            )
        ]
    return [too_large(within + name, limit)] if size > limit else []


def _too_much(files: Mapping[str, str]) -> list[Diagnostic]:
    """Returns the findings about all files together."""
    plain = [name for name in files if not name.endswith(TEXTS)]
    if not any(name.endswith(RULES) for name in plain):
        return [without_rules("there is no rule file among these")]
    if len(plain) > MOST_FILES or len(files) - len(plain) > MOST_LANGUAGES:
        message = f"{len(files)} files are too many; {MOST_FILES} are allowed, and {MOST_LANGUAGES} catalogues"
        return [Diagnostic("C0601", message, help="put some of them together")]
    size = sum(len(files[name].encode()) for name in plain)
    if size > MOST_BYTES:
        return [too_much(f"these files hold {size // 1024:,} KiB together, more than {MOST_BYTES // 1024:,}")]
    return []


def _is_name(name: str) -> bool:
    """Tells if a file of a folder of rules can have this name: a plain name, or that of a catalogue in the folder for
    them."""
    fits = _NAME.fullmatch(name) and name.isprintable() and len(name) <= LONGEST_NAME
    return bool(fits) and (not name.endswith(TEXTS) or is_language(_language(name)))


def _language(name: str) -> str:
    """The language of a catalogue, `locale/de.po` or `locale/my-rule.de.po`."""
    return PurePosixPath(name).name.removesuffix(TEXTS).rpartition(".")[2]


def _printable(name: str) -> str:
    return repr(name[:LONGEST_NAME])[1:-1] if not name.isprintable() else name[:LONGEST_NAME]
