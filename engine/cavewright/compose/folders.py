"""Rule files on disk: where they are looked for, what may be read, and how much of it.

This is the only module that reads rule files. A ruleset or overlay is a folder of `*.cave` files with its `*.csv`
tables beside them, or a single `.cave` file with those tables beside it that it names. Nothing is followed out of the
folder where it was found.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from stat import S_ISDIR, S_ISREG
from types import MappingProxyType

from ..source import Diagnostic, Label, Source, Span, at, did_you_mean
from ..texts import is_language

GROUP = "cavewright.rulesets"
"""Entry points under which installed packages offer folders of rulesets; each names a package, whose files are read."""

RULES, TABLE, FACTS, TEXTS = ".cave", ".csv", "facts.csv", ".po"
LOCALE = "locale"
"""The folder beside rule files in which catalogues of translations stand: `de.po`, or `my-rule.de.po` for a rule file
that stands alone."""
LIMITS: Mapping[str, int] = MappingProxyType({RULES: 256 * 1024, TABLE: 1024 * 1024, TEXTS: 1024 * 1024})
"""Bytes in a file, by suffix."""

MOST_FILES, MOST_LANGUAGES = 200, 40
MOST_BYTES = 2 * 1024 * 1024
"""In all files of a folder."""
GROUPS = ("house-rules", "classics")
"""Folders among the rulesets that are none themselves, but hold some."""

_ROWS = re.compile(r'^[ \t]*(?:add[ \t]+)?(?:(?:before|after)[ \t]+\S+[ \t]+)?rows[ \t]+"([^"\n]+)"', re.MULTILINE)
_ID = re.compile(r"[^\W\d_][\w-]{0,99}")
_HEAD = re.compile(r"(ruleset|edition|overlay)[ \t]+([^\W\d_][\w-]*)")
_PACKAGE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
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

    def catalogue_path(self, lang: str) -> Path | None:
        """Where its catalogue of a language stands, or would stand."""
        if self.path is None:
            return None
        return (
            self.path.parent / LOCALE / f"{self.path.stem}.{lang}{TEXTS}"
            if self.path.suffix == RULES
            else self.path / LOCALE / f"{lang}{TEXTS}"
        )


@dataclass(frozen=True, slots=True)
class _Shelf:
    """A folder that holds rulesets, and the name under which files in it are shown."""

    path: Path
    shown: str
    offers: bool = True
    """Whether what stands there is registered."""


# ---- Looking up ----------------------------------------------------------------------------------------------------


def find_ruleset(id_or_path: str, beside: Path | None = None) -> Folder | tuple[Diagnostic, ...]:
    """The files of a ruleset or overlay, or why they cannot be had.

    It is looked up as a path, then as `NAME.cave` or `NAME/` in the folder `beside` (for overlays: the current one),
    then among the bundled rulesets, then in installed packages. C0201: nothing has that name. C0105: a file or folder
    does not exist, cannot be read, or holds no rules. C0103: not UTF-8. C0601: too large, or too many files.

    >>> find_ruleset("the-cafe")[0].help
    'did you mean `the-cave`?'
    """
    path = _as_path(id_or_path)
    if path is not None and (_is_rule_path(path) or _looks_like_path(id_or_path)):
        return _read(id_or_path, path, id_or_path.replace(os.sep, "/").rstrip("/") or "/")
    found = _on_shelves(id_or_path, _shelves(beside))
    if found is not None:
        return found
    if path is not None and (_mode(path) or (path.suffix and "+" not in id_or_path)):
        return _read(id_or_path, path, id_or_path)
    return (_unknown(id_or_path, _shelves(beside)),)


def find_registered(name: str) -> Folder | tuple[Diagnostic, ...]:
    """The same of what is bundled or installed and has this id. Nothing else is looked at; what is no id is looked for
    nowhere.

    >>> find_registered("the-cave").registered, find_registered("./the-cave")[0].code
    (True, 'C0201')
    """
    return _on_shelves(name, _shelves(None)) or (
        _unknown(name, _shelves(None), "`cavewright games` lists what there is"),
    )


def _on_shelves(name: str, shelves: Iterable[_Shelf]) -> Folder | tuple[Diagnostic, ...] | None:
    """The files of an id, from the first of these shelves that has it."""
    for shelf in shelves if _is_id(name) else ():
        for place in (shelf.path, *(shelf.path / group for group in GROUPS)):
            for file in (name + RULES, name):
                if _is_rule_path(place / file):
                    return _from_shelf(name, place / file, shelf)
    return None


def rules_called(name: str, folder: Path) -> list[Path]:
    """Rules by the name in their head, whatever their file is called; those first whose file has that name too.

    That is the folder itself if this is the only head among its files, else files in it and folders in it.
    """
    heads = {each: _head(each)[1] for each in _entries(folder, RULES)[:MOST_FILES]}
    if [each for each in heads.values() if each] == [name]:
        return [folder]
    inside = [each for each in _sorted_entries(folder) if S_ISDIR(_mode(each)) and not each.is_symlink()]
    heads |= {
        each: name
        for each in inside[:MOST_FILES]
        if name in [_head(file)[1] for file in _entries(each, RULES)[:MOST_FILES]]
    }
    return sorted(
        (each for each, head in heads.items() if head == name), key=lambda each: each.name.removesuffix(RULES) != name
    )


def _unknown(
    name: str, shelves: Iterable[_Shelf], help: str = "`cavewright games` lists what there is; or give a path"
) -> Diagnostic:
    known = [each for shelf in shelves for each, _ in _listed(shelf)]
    shown = repr(name)[1:-1] if not name.isprintable() else name
    return Diagnostic("C0201", f"there is no ruleset `{shown[:100]}`", help=did_you_mean(name[:100], known) or help)


def _is_id(name: str) -> bool:
    return _ID.fullmatch(name) is not None and name not in GROUPS


def _as_path(text: str) -> Path | None:
    return Path(text) if text and "\0" not in text else None


def _looks_like_path(text: str) -> bool:
    return "/" in text or os.sep in text or text.endswith(RULES) or text in (".", "..")


def _is_rule_path(path: Path) -> bool:
    """Whether there is a rule file, or a folder with one."""
    mode = _mode(path)
    return bool(_entries(path, RULES)) if S_ISDIR(mode) else S_ISREG(mode) and path.suffix == RULES


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def _from_shelf(name: str, path: Path, shelf: _Shelf) -> Folder | tuple[Diagnostic, ...]:
    relative = path.relative_to(shelf.path).as_posix()
    shown = f"{shelf.shown}/{relative}" if shelf.shown else relative
    if not path.resolve().is_relative_to(shelf.path.resolve()):
        return (_outside(shown),)
    found = _read(name, path, shown)
    return replace(found, registered=shelf.offers) if isinstance(found, Folder) else found


# ---- Listing -------------------------------------------------------------------------------------------------------


def registered_games() -> tuple[str, ...]:
    """Ids of the rulesets and editions that are bundled and that installed packages offer, sorted.

    >>> "the-cave" in registered_games()
    True
    """
    return _registered("ruleset", "edition")


def registered_overlays() -> tuple[str, ...]:
    """Ids of the overlays that are bundled and that installed packages offer, sorted."""
    return _registered("overlay")


def _registered(*words: str) -> tuple[str, ...]:
    kinds: dict[str, str] = {}
    for shelf in _shelves(None):
        for name, kind in _listed(shelf):
            kinds.setdefault(name, kind)
    return tuple(sorted(name for name, kind in kinds.items() if kind in words))


def _listed(shelf: _Shelf) -> Iterator[tuple[str, str]]:
    """The ids on a shelf, each with the first word of its head, as they would be found."""
    for place in (shelf.path, *(shelf.path / group for group in GROUPS)):
        for path in _sorted_entries(place):
            name = path.name.removesuffix(RULES)
            if _is_id(name) and not path.is_symlink() and _is_rule_path(path):
                kind = next(filter(None, (_head(file)[0] for file in _rule_files(path))), "")
                if kind:
                    yield name, kind


def _rule_files(path: Path) -> list[Path]:
    return _entries(path, RULES) if S_ISDIR(_mode(path)) else [path]


def _head(path: Path) -> tuple[str, str]:
    """Word and name of the first line that is neither blank nor a comment, if that is a head."""
    if not S_ISREG(_mode(path)) or path.is_symlink():
        return "", ""
    try:
        with path.open("rb") as file:
            lines = file.read(LIMITS[RULES]).decode("utf-8", "replace").split("\n")
    except OSError:
        return "", ""
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    found = _HEAD.match(first)
    return (found[1], found[2]) if found else ("", "")


def _shelves(beside: Path | None) -> Iterator[_Shelf]:
    """Folders of rulesets, in the order in which they are searched. Installed packages are looked for last, and only if
    it comes to that."""
    here = Path(__file__).resolve().parent.parent
    inside = here / "rulesets"
    bundled = inside if inside.is_dir() else here.parent.parent / "rulesets"
    if beside is not None:
        yield _Shelf(beside, "" if str(beside) == "." else beside.as_posix(), offers=False)
    yield _Shelf(bundled, "rulesets")
    yield from _offered()


def _offered() -> Iterator[_Shelf]:
    found = {(each.name, each.value): each for each in entry_points(group=GROUP)}
    for _, entry in sorted(found.items()):
        path = _located(entry) if _PACKAGE.fullmatch(entry.value) else None
        if path is not None:
            yield _Shelf(path, entry.value.replace(".", "/"))


def _located(entry: EntryPoint) -> Path | None:
    """The folder of a package, found without running any of it: only its topmost package is asked for its place."""
    top, *rest = entry.value.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    places = [Path(each, *rest) for each in (spec.submodule_search_locations or ())] if spec else []
    return next((each for each in places if each.is_dir()), None)


# ---- Reading -------------------------------------------------------------------------------------------------------


def _read(name: str, path: Path, shown: str) -> Folder | tuple[Diagnostic, ...]:
    mode = _mode(path)
    if S_ISDIR(mode):
        return _read_folder(name, path, shown)
    if not S_ISREG(mode) or path.suffix != RULES:
        why = "is no rule file; those end in `.cave`" if mode else "does not exist"
        help = "give a folder with `.cave` files, or one such file"
        return (Diagnostic("C0105", f"`{shown[:200]}` {why}", help=help),)
    source = _read_file(path, shown)
    return (source,) if isinstance(source, Diagnostic) else _with_tables(name, path, source)


def _with_tables(name: str, path: Path, source: Source) -> Folder | tuple[Diagnostic, ...]:
    """A single rule file with those tables beside it that its `rows` lines name; they are plain names, not paths."""
    names = dict.fromkeys(
        each for each in _ROWS.findall(source.text) if PurePosixPath(each).name == each and each.endswith(TABLE)
    )
    there = [each for each in names if _mode(path.with_name(each)) and "\\" not in each][:MOST_FILES]
    folder = PurePosixPath(source.name).parent
    read = {each: _read_within(path.parent, path.with_name(each), str(folder / each)) for each in there}
    bad = tuple(each for each in read.values() if isinstance(each, Diagnostic))
    texts = _catalogues(path.parent, (path.stem + ".",), source.name.rpartition("/")[0])
    if bad or isinstance(texts, tuple):
        return bad + (texts if isinstance(texts, tuple) else ())
    tables = MappingProxyType({each: table for each, table in read.items() if isinstance(table, Source)})
    return Folder(name, (source,), tables, None, texts, path)


def _catalogues(folder: Path, begins: Iterable[str], shown: str) -> Mapping[str, Source] | tuple[Diagnostic, ...]:
    """The catalogues of a folder by language, or what is wrong with them as files. Their names begin in one of these
    ways, best first."""
    found: dict[str, Source | Diagnostic] = {}
    for begin in begins:
        for each in _entries(folder / LOCALE, TEXTS):
            lang = each.name.removeprefix(begin).removesuffix(TEXTS)
            if each.name.startswith(begin) and is_language(lang) and lang not in found and len(found) < MOST_LANGUAGES:
                found[lang] = _read_within(folder, each, f"{shown}/{LOCALE}/{each.name}".removeprefix("/"))
    bad = tuple(each for each in found.values() if isinstance(each, Diagnostic))
    return bad or MappingProxyType({lang: each for lang, each in found.items() if isinstance(each, Source)})


def _read_folder(name: str, path: Path, shown: str) -> Folder | tuple[Diagnostic, ...]:
    rules, tables = _entries(path, RULES), _entries(path, TABLE)
    if not rules:
        return (
            Diagnostic(
                "C0105",
                f"`{shown}` holds no rule file",
                help="rule files end in `.cave` and stand in the folder itself",
            ),
        )
    if len(rules) + len(tables) > MOST_FILES:
        return (
            Diagnostic(
                "C0601",
                f"`{shown}` holds {len(rules) + len(tables)} files, more than {MOST_FILES}",
                help="put some of them together",
            ),
        )
    size = sum(map(_size, (*rules, *tables)))
    if size > MOST_BYTES:
        return (
            Diagnostic(
                "C0601",
                f"the files in `{shown}` hold {size // 1024:,} KiB together, more than {MOST_BYTES // 1024:,}",
                help="do without some of them",
            ),
        )
    read = {each.name: _read_within(path, each, f"{shown}/{each.name}") for each in (*rules, *tables)}
    bad = tuple(each for each in read.values() if isinstance(each, Diagnostic))
    good = {each: source for each, source in read.items() if isinstance(source, Source)}
    named = {each.name: good[each.name] for each in tables if each.name in good and each.name != FACTS}
    texts = _catalogues(path, ("", *(f"{each.stem}." for each in rules)), shown)
    bad += texts if isinstance(texts, tuple) else ()
    if bad or isinstance(texts, tuple):
        return bad
    return Folder(name, tuple(good[each.name] for each in rules), MappingProxyType(named), good.get(FACTS), texts, path)


def _entries(path: Path, suffix: str) -> list[Path]:
    return [each for each in _sorted_entries(path) if each.name.endswith(suffix) and not each.name.startswith(".")]


def _sorted_entries(path: Path) -> list[Path]:
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
    if _mode(path) and not path.resolve().is_relative_to(folder.resolve()):
        return _outside(shown)
    return _read_file(path, shown)


def _outside(shown: str) -> Diagnostic:
    return Diagnostic("C0105", f"`{shown}` is a link out of its folder", help="put the file itself there")


def _read_file(path: Path, shown: str) -> Source | Diagnostic:
    """The text of a file. What is no plain file (a pipe, say) is not opened."""
    limit = LIMITS[path.suffix]
    if not S_ISREG(_mode(path)):
        return Diagnostic(
            "C0105", f"`{shown}` is no file that can be read", help="put a plain file there, or take it away"
        )
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError:
        return Diagnostic("C0105", f"`{shown}` cannot be read", help="look who may read it")
    if len(data) > limit:
        return Diagnostic(
            "C0601",
            f"`{shown}` is larger than {limit // 1024} KiB",
            (Label(Span(Source(shown, ""), 0, 0)),),
            help="split it into several files of the same folder",
        )
    return _decoded(data, shown)


def _decoded(data: bytes, shown: str) -> Source | Diagnostic:
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
