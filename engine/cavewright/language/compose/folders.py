"""Rule files on disk: what may be read, and how much of it.

This is the only module that reads rule files. A ruleset or overlay is a folder of `*.cave` files with its `*.csv`
tables beside them, or a single `.cave` file with those tables beside it that it names. Nothing is followed out of the
folder where it was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path, PurePosixPath
from stat import S_ISDIR, S_ISREG
from types import MappingProxyType

from ...foundation.source import Diagnostic, Label, Source, Span, at
from ...foundation.source.argument_checks import shorten
from ...foundation.source.frozen import frozen
from ...foundation.storage.plain_files import NotPlainError, read_plain
from ...foundation.texts import is_language

RULES, TABLE, FACTS, TEXTS, PICTURE = ".cave", ".csv", "facts.csv", ".po", ".svg"
BOOK, LOCK = "book.cave", "book.lock"
"""The sentences that people read, beside the rules of a folder, and the digests of what they were written for. A rule
file that stands alone, `my-rule.cave`, has them in `my-rule.book` and `my-rule.lock`."""
LOCALE = "locale"
"""The folder beside rule files in which catalogues of translations stand: `de.po`, or `my-rule.de.po` for a rule file
that stands alone."""
LIMITS: Mapping[str, int] = {
    RULES: 256 * 1024,
    TABLE: 1024 * 1024,
    TEXTS: 1024 * 1024,
    PICTURE: 64 * 1024,
    ".lock": 256 * 1024,
    ".book": 256 * 1024,
}
"""Bytes in a file, by suffix."""

MOST_FILES, MOST_LANGUAGES = 200, 40
MOST_BYTES = 2 * 1024 * 1024
"""In all files of a folder."""
_ROWS = re.compile(r'^[ \t]*(?:add[ \t]+)?(?:(?:before|after)[ \t]+\S+[ \t]+)?rows[ \t]+"([^"\n]+)"', re.MULTILINE)
_PICTURES = re.compile(r'"([^"/\\\n]+\.svg)"')
_HEAD = re.compile(r"(ruleset|edition|overlay)[ \t]+([^\W\d_][\w-]*)")


@frozen
class Folder:
    """All files of one ruleset or overlay, read. `tables` are by file name, `catalogues` by language; the facts that it
    cites are no table."""

    id_or_path: str
    sources: tuple[Source, ...]
    tables: Mapping[str, Source]
    facts: Source | None = None
    catalogues: Mapping[str, Source] = field(default_factory=dict)
    path: Path | None = None
    """The folder, or the rule file that stands alone; none for files that lie in memory."""
    registered: bool = False
    """Whether it is bundled, or offered by an installed package, so that its id alone finds it."""
    book: Source | None = None
    """The sentences that its author wrote for people, which no rule depends on."""
    lock: Source | None = None
    """The digests of the lines for which these were written."""
    pictures: Mapping[str, Source] = field(default_factory=dict)
    """Pictures of rows, by the names of their files, on which no rule depends."""

    def catalogue_path(self, lang: str) -> Path | None:
        """Returns the path of the catalogue of a language, if it exists or not."""
        if self.path is None:
            return None
        return (
            self.path.parent / LOCALE / f"{self.path.stem}.{lang}{TEXTS}"
            if self.path.suffix == RULES
            else self.path / LOCALE / f"{lang}{TEXTS}"
        )

    def lock_path(self) -> Path | None:
        """Returns the path of the digests beside its sentences, if it exists or not."""
        if self.path is None:
            return None
        return self.path.with_suffix(Path(LOCK).suffix) if self.path.suffix == RULES else self.path / LOCK


Reading = Folder | tuple[Diagnostic, ...]
"""The files of a ruleset or overlay, or why they cannot be had."""


# ---- Reading -------------------------------------------------------------------------------------------------------


def read_rules(name: str, path: Path, shown: str) -> Reading:
    """The files of a folder, or the rule file with the tables that it names, or why they cannot be had."""
    mode = mode_of(path)
    if S_ISDIR(mode):
        return _read_folder(name, path, shown)
    if not S_ISREG(mode) or path.suffix != RULES:
        shown = shorten(shown, 200)
        wrong = f"`{shown}` is no rule file; those end in `.cave`" if mode else f"`{shown}` does not exist"
        return (Diagnostic("C0105", wrong, help="give a folder with `.cave` files, or one such file"),)
    source = _read_file(path, shown)
    return (source,) if isinstance(source, Diagnostic) else _with_tables(name, path, source)


def _with_tables(name: str, path: Path, source: Source) -> Reading:
    """A single rule file with those tables beside it that its `rows` lines name; they are plain names, not paths."""
    names = dict.fromkeys(
        each for each in _ROWS.findall(source.text) if PurePosixPath(each).name == each and each.endswith(TABLE)
    )
    there = [each for each in names if mode_of(path.with_name(each)) and "\\" not in each][:MOST_FILES]
    folder = PurePosixPath(source.name).parent
    tables, bad = _separate(
        {each: _read_within(path.parent, path.with_name(each), str(folder / each)) for each in there}
    )
    texts, bad_texts = _catalogues(path.parent, (path.stem + ".",), source.name.rpartition("/")[0])
    beside = {each: path.with_suffix(Path(each).suffix if each == LOCK else ".book") for each in (BOOK, LOCK)}
    said, bad_said = _separate(
        {
            each: _read_within(path.parent, file, str(folder / file.name))
            for each, file in beside.items()
            if mode_of(file)
        }
    )
    drawn, bad_drawn = _pictures(path.parent, _PICTURES.findall(source.text), str(folder))
    if bad or bad_texts or bad_said or bad_drawn:
        return (*bad, *bad_texts, *bad_said, *bad_drawn)
    return Folder(name, (source,), tables, None, texts, path, False, said.get(BOOK), said.get(LOCK), drawn)


def _pictures(folder: Path, names: Iterable[str], shown: str) -> tuple[Mapping[str, Source], tuple[Diagnostic, ...]]:
    """The pictures of these names that there are, and what is wrong with them as files; C0601 for too many or too much."""
    there = [each for each in sorted(dict.fromkeys(names)) if mode_of(folder / each)]
    size = sum(_size(folder / each) for each in there)
    if len(there) > MOST_FILES or size > MOST_BYTES:
        message = f"`{shown}` holds {len(there)} pictures of {size // 1024:,} KiB, more than {MOST_FILES} or {MOST_BYTES // 1024:,} KiB"
        return {}, (too_much(message),)
    return _separate({each: _read_within(folder, folder / each, f"{shown}/{each}") for each in there})


def _separate(read: Mapping[str, Source | Diagnostic]) -> tuple[Mapping[str, Source], tuple[Diagnostic, ...]]:
    """Files that were read, and what is wrong with the others."""
    good = MappingProxyType({name: each for name, each in read.items() if isinstance(each, Source)})
    return good, tuple(each for each in read.values() if isinstance(each, Diagnostic))


def _catalogues(folder: Path, begins: Iterable[str], shown: str) -> tuple[Mapping[str, Source], tuple[Diagnostic, ...]]:
    """The catalogues of a folder by language, and what is wrong with them as files. Their names begin in one of these
    ways, best first."""
    found: dict[str, Source | Diagnostic] = {}
    for begin in begins:
        for each in entries_of(folder / LOCALE, TEXTS):
            lang = each.name.removeprefix(begin).removesuffix(TEXTS)
            if each.name.startswith(begin) and is_language(lang) and lang not in found and len(found) < MOST_LANGUAGES:
                found[lang] = _read_within(folder, each, f"{shown}/{LOCALE}/{each.name}".removeprefix("/"))
    return _separate(found)


def _read_folder(name: str, path: Path, shown: str) -> Reading:
    rules = [each for each in entries_of(path, RULES) if each.name != BOOK]
    tables = entries_of(path, TABLE)
    books = [path / each for each in (BOOK, LOCK) if mode_of(path / each)]
    if not rules:
        return (without_rules(f"`{shown}` holds no rule file"),)
    if len(rules) + len(tables) > MOST_FILES:
        message = f"`{shown}` holds {len(rules) + len(tables)} files, more than {MOST_FILES}"
        return (Diagnostic("C0601", message, help="put some of them together"),)
    size = sum(map(_size, (*rules, *tables, *books)))
    if size > MOST_BYTES:
        return (
            too_much(f"the files in `{shown}` hold {size // 1024:,} KiB together, more than {MOST_BYTES // 1024:,}"),
        )
    good, bad = _separate(
        {each.name: _read_within(path, each, f"{shown}/{each.name}") for each in (*rules, *tables, *books)}
    )
    texts, bad_texts = _catalogues(path, ("", *(f"{each.stem}." for each in rules)), shown)
    drawn, bad_drawn = _pictures(path, (each.name for each in entries_of(path, PICTURE)), shown)
    if bad or bad_texts or bad_drawn:
        return (*bad, *bad_texts, *bad_drawn)
    named = MappingProxyType({each.name: good[each.name] for each in tables if each.name != FACTS})
    return Folder(
        name,
        tuple(good[each.name] for each in rules),
        named,
        good.get(FACTS),
        texts,
        path,
        False,
        good.get(BOOK),
        good.get(LOCK),
        drawn,
    )


def entries_of(path: Path, suffix: str) -> list[Path]:
    """The files in a folder that end so, by name; hidden ones are left out."""
    return [each for each in sorted_entries(path) if each.name.endswith(suffix) and not each.name.startswith(".")]


def sorted_entries(path: Path) -> list[Path]:
    """All that stands in a folder, by name."""
    try:
        return sorted(path.iterdir(), key=lambda each: each.name)
    except (OSError, ValueError):
        return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def _read_within(folder: Path, path: Path, shown: str) -> Source | Diagnostic:
    if mode_of(path) and not path.resolve().is_relative_to(folder.resolve()):
        return outside(shown)
    return _read_file(path, shown)


def outside(shown: str) -> Diagnostic:
    """C0105 for what leads out of its folder."""
    return Diagnostic("C0105", f"`{shown}` is a link out of its folder", help="put the file itself there")


def without_rules(message: str) -> Diagnostic:
    """C0105 for files without a rule file among them."""
    return Diagnostic("C0105", message, help="rule files end in `.cave` and stand in the folder itself")


def too_much(message: str) -> Diagnostic:
    """C0601 for files that are too large together."""
    return Diagnostic("C0601", message, help="do without some of them")


def too_large(shown: str, limit: int) -> Diagnostic:
    """C0601 for a file that is larger than it may be."""
    return Diagnostic(
        "C0601",
        f"`{shown}` is larger than {limit // 1024} KiB",
        (Label(Span(Source(shown, ""), 0, 0)),),
        help="split it into several files of the same folder",
    )


def _read_file(path: Path, shown: str) -> Source | Diagnostic:
    """The text of a file. What is no plain file (a pipe, say) is not opened."""
    limit = LIMITS[path.suffix]
    try:
        data = read_plain(path, limit)
    except NotPlainError:
        return not_plain(shown)
    except (OSError, ValueError):
        if not S_ISREG(mode_of(path)):
            return not_plain(shown)
        return Diagnostic("C0105", f"`{shown}` cannot be read", help="look who may read it")
    if len(data) > limit:
        return too_large(shown, limit)
    return _decode(data, shown)


def not_plain(shown: str) -> Diagnostic:
    """C0105 for what is no plain file."""
    return Diagnostic("C0105", f"`{shown}` is no file that can be read", help="put a plain file there, or take it away")


def _decode(data: bytes, shown: str) -> Source | Diagnostic:
    try:
        return Source(shown, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        start = len(data[: error.start].decode("utf-8"))
        bad = " ".join(f"{each:02X}" for each in data[error.start : error.end])
        return at(
            "C0103",
            f"rules and tables are UTF-8 text; the byte {bad} cannot stand here",
            Span(Source(shown, data.decode("utf-8", "replace")), start, start + 1),
            help="save the file as UTF-8 text",
        )


def is_rule_path(path: Path) -> bool:
    """Tells if a path is a rule file, or a folder with one."""
    mode = mode_of(path)
    return bool(entries_of(path, RULES)) if S_ISDIR(mode) else S_ISREG(mode) and path.suffix == RULES


def mode_of(path: Path) -> int:
    """Returns the sort of a file; 0 for none."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def rule_files_of(path: Path) -> list[Path]:
    """The rule files of a folder, or the one that stands alone."""
    return entries_of(path, RULES) if S_ISDIR(mode_of(path)) else [path]


def head_line(path: Path) -> tuple[str, str]:
    """Word and name of the first line that is neither blank nor a comment, if that is a head."""
    if not S_ISREG(mode_of(path)) or path.is_symlink():
        return "", ""
    try:
        lines = read_plain(path, LIMITS[RULES]).decode("utf-8", "replace").split("\n")
    except OSError:
        return "", ""
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    found = _HEAD.match(first)
    return (found[1], found[2]) if found else ("", "")
