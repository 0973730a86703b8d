"""Files that belong together while some of them are open: the base, the overlays upon it, and their texts as they stand
in the editor."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path, PurePath
from types import MappingProxyType

from ...foundation.source import Diagnostic, Source
from ...foundation.source.lazy_property import lazy_property
from ...foundation.source.memo import Memo
from ...language.compose import Folder, find_ruleset
from ...language.compose.folders import FACTS, LOCALE, RULES, TABLE, TEXTS, Reading, head_line
from ...language.compose.in_memory import folder_in_memory
from ...language.compose.overlay_order import extended_ruleset, head_in, properties
from ...language.compose.rule_files import find, ground_of
from ...language.syntax import tree as t
from ...language.syntax.pieces import PieceReader
from ...play.loading.rulesets import RuleSources

MOST_LAYERS = 50
"""Rulesets and overlays that are read for one file."""
Texts = Mapping[Path, str]
"""Texts of open files, by their paths."""


class Shelf:
    """The texts that are open, and what was read of the disk until somebody says that it has changed."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.rulesets: Memo[str, Reading] = Memo(find_ruleset)
        self.grounds: Memo[tuple[str, str], Reading] = Memo(lambda names: find(ground_of(*names)))

    def forget(self) -> None:
        """Looks at the disk again."""
        self.rulesets.clear()
        self.grounds.clear()


@dataclass(frozen=True)
class EditedSources(RuleSources):
    """Files that rules are made from, read piece by piece: what did not change is not read again."""

    readers: Mapping[str, PieceReader] = field(default_factory=dict)

    @lazy_property
    def parse_results(self) -> tuple[tuple[tuple[t.File, tuple[Diagnostic, ...]], ...], ...]:
        """The trees of every folder, each with what could not be read."""
        return tuple(
            tuple(self.readers[source.name].parse(source.text) for source in folder.sources) for folder in self.folders
        )


def paths_of(folder: Folder) -> dict[str, Path]:
    """The path of each file of a folder, by the name under which it is shown."""
    if folder.path is None:
        return {}
    is_file = folder.path.suffix == RULES
    beside = folder.path.parent if is_file else folder.path
    plain = (*folder.sources, *folder.tables.values(), *((folder.facts,) if folder.facts else ()))
    found = {each.name: beside / PurePath(each.name).name for each in plain}
    return found | {each.name: beside / LOCALE / PurePath(each.name).name for each in folder.catalogues.values()}


def folder_with(folder: Folder, texts: Texts) -> Folder:
    """The folder with the texts of its files that are open, and with open rule files that nobody has saved yet."""
    if folder.path is None or not texts:
        return folder
    paths = paths_of(folder)

    def open_source(source: Source) -> Source:
        text = texts.get(paths[source.name])
        return source if text is None or text == source.text else Source(source.name, text)

    def all_opened(named: Mapping[str, Source]) -> Mapping[str, Source]:
        return MappingProxyType({name: open_source(each) for name, each in named.items()})

    new: tuple[Source, ...] = ()
    if folder.path.suffix != RULES:
        there = set(paths.values())
        shown = PurePath(folder.sources[0].name).parent
        unsaved = sorted(each for each in texts if each.parent == folder.path and each.suffix == RULES)
        new = tuple(Source(str(shown / each.name), texts[each]) for each in unsaved if each not in there)
    return replace(
        folder,
        sources=(*map(open_source, folder.sources), *new),
        tables=all_opened(folder.tables),
        facts=open_source(folder.facts) if folder.facts else None,
        catalogues=all_opened(folder.catalogues),
    )


def folder_of(path: Path, shelf: Shelf) -> Folder | tuple[Diagnostic, ...]:
    """The folder of a rule file that is open: all files beside it where together they are one game, else it alone."""
    if path.suffix in (TABLE, TEXTS):
        inside = path.parent.parent if path.parent.name == LOCALE else path.parent
        return _read(str(inside) + "/", shelf)
    if not path.exists():
        return _in_memory(path, shelf)
    alone = _read(str(path), shelf)
    if not isinstance(alone, Folder):
        return alone
    together = _read(f"{path.parent}/", shelf)
    return together if isinstance(together, Folder) and _is_one_game(together) else alone


def _read(name: str, shelf: Shelf) -> Folder | tuple[Diagnostic, ...]:
    found = shelf.rulesets[name]
    return folder_with(found, shelf.texts) if isinstance(found, Folder) else found


def _in_memory(path: Path, shelf: Shelf) -> Folder | tuple[Diagnostic, ...]:
    """The folder of a file that nobody has saved, or that has vanished."""
    text = shelf.texts.get(path)
    if text is None:
        return find_ruleset(str(path))
    beside = {each.relative_to(path.parent).as_posix(): shelf.texts[each] for each in _below(path.parent, shelf.texts)}
    together = folder_in_memory(beside, f"{path.parent}/")
    if isinstance(together, Folder) and _is_one_game(together):
        return replace(together, path=path.parent, id_or_path=str(path.parent))
    found = folder_in_memory({path.name: text}, f"{path.parent}/")
    return replace(found, path=path, id_or_path=str(path)) if isinstance(found, Folder) else found


def _below(folder: Path, texts: Texts) -> list[Path]:
    """The open files of a folder that nobody has saved, catalogues among them."""
    return [each for each in sorted(texts) if folder in (each.parent, each.parent.parent)]


def _is_one_game(folder: Folder) -> bool:
    """Tells if the files of a folder have one head among them, and that of no overlay."""
    heads = [head for each in folder.sources if (head := _head([each])) is not None]
    return len(heads) == 1 and heads[0].kind != "overlay"


def layers_of(folder: Folder, shelf: Shelf) -> list[Folder]:
    """The folder with all that it stands on: the base first, then overlays, itself last."""
    layers, todo, known = [folder], [folder], {folder.id_or_path}
    while todo and len(layers) < MOST_LAYERS:
        each = todo.pop()
        for below in _grounds(each, shelf):
            if below.id_or_path not in known:
                known.add(below.id_or_path)
                layers.insert(0, below)
                todo.append(below)
    layers.sort(key=_is_laid_over)
    return layers


def _head(sources: Sequence[Source]) -> t.Declaration | None:
    return _head_of_texts(tuple(sources))


@lru_cache(256)
def _head_of_texts(sources: tuple[Source, ...]) -> t.Declaration | None:
    return head_in(sources)


def _is_laid_over(folder: Folder) -> bool:
    head = _head(folder.sources)
    return head is not None and head.kind in ("overlay", "edition")


def _grounds(folder: Folder, shelf: Shelf) -> Iterator[Folder]:
    """The rulesets and overlays that the head of a folder names."""
    head = _head(folder.sources)
    if head is None or head.kind not in ("overlay", "edition"):
        return
    named = [extended_ruleset(head, head.kind), *(each.word for each in properties(head, "requires"))]
    more = [each.word for each in properties(head, "extends")]
    for name in dict.fromkeys(filter(None, (*named, *more))):
        found = shelf.grounds[folder.id_or_path, name]
        if not isinstance(found, Folder):
            found = _find_called(name, folder, shelf)
        if isinstance(found, Folder):
            yield folder_with(found, shelf.texts)


def _find_called(name: str, folder: Folder, shelf: Shelf) -> Folder | tuple[Diagnostic, ...]:
    """The folder of that name beside another that no search finds: the file of an overlay may be called otherwise."""
    if folder.path is None:
        return ()
    for path in sorted(shelf.texts):
        if path.parent == folder.path.parent and path.suffix == RULES:
            found = folder_of(path, shelf)
            head = _head(found.sources) if isinstance(found, Folder) else None
            if head is not None and head.name == name:
                return found
    return ()


def overlays_upon(folder: Folder, places: Iterable[Path], shelf: Shelf) -> list[Folder]:
    """The overlays in some places, and among open files, that stand on a folder."""
    head = _head(folder.sources)
    paths = dict.fromkeys((*shelf.texts, *(each for place in places for each in sorted(place.rglob(f"*{RULES}")))))
    found: dict[str, Folder] = {}
    for path in list(paths)[:MOST_FILES_LOOKED_AT]:
        if path.suffix == RULES and head is not None and (upon := _overlay_upon(path, head.name, shelf)) is not None:
            found.setdefault(str(upon.path), upon)
    return list(found.values())


MOST_FILES_LOOKED_AT = 500
"""Rule files in the folders of an editor that are looked at for overlays."""


def _overlay_upon(path: Path, name: str, shelf: Shelf) -> Folder | None:
    text = shelf.texts.get(path)
    word = head_line(path)[0] if text is None else ""
    if word not in ("overlay", "edition") and (text is None or name not in text):
        return None
    found = folder_of(path, shelf)
    head = _head(found.sources) if isinstance(found, Folder) else None
    upon = isinstance(found, Folder) and head is not None and extended_ruleset(head, head.kind) == name
    return found if upon and isinstance(found, Folder) else None


def is_rule_text(path: Path) -> bool:
    """Tells if findings are made for a file: a rule file, or what stands beside some."""
    return path.suffix in (RULES, TABLE, TEXTS) or path.name == FACTS


def path_of_uri(uri: str) -> Path:
    """The path that a URI names; that of a text without a file is its name, in no folder.

    >>> path_of_uri("file:///a/my%20rule.cave").as_posix(), path_of_uri("untitled:Untitled-1").name
    ('/a/my rule.cave', 'Untitled-1.cave')
    """
    from urllib.parse import unquote, urlparse

    parts = urlparse(uri)
    if parts.scheme == "file":
        return Path(os.path.abspath(unquote(parts.path) or "/"))
    name = "".join(each for each in unquote(parts.path).rpartition("/")[2] if each.isalnum() or each in "-_.") or "text"
    return Path(os.sep, "untitled", name if name.endswith(RULES) else f"{name}{RULES}")


def names_in(folders: Sequence[Folder]) -> dict[str, Path]:
    """The path of every file of some folders, by the name under which it is shown."""
    found: dict[str, Path] = {}
    for each in folders:
        found |= paths_of(each)
    return found
