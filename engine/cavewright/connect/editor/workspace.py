"""Texts that are open, and the rules that they are part of: read and checked again with every key that changes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any

from ...engine.jit.garbage_collection import without_collector
from ...foundation.source import Diagnostic, Label, Source, Span, errors
from ...foundation.source.ample_stack import with_room
from ...foundation.source.frozen import frozen
from ...foundation.source.lazy_property import lazy_property
from ...language.compose import Composed, Folder
from ...language.compose.folders import RULES
from ...language.syntax.parse import FILE_LIMIT
from ...language.syntax.pieces import PieceReader
from ...play.loading.opened_rules import OpenedRules
from ...play.loading.rulesets import RulesetError, RuleSources, catalogues_of, facts_of, rules_in
from ...play.positions.wording import Wordings
from ...play.states.game import Game
from ...rules.model.ruleset import Ruleset
from .positions import Position, Range, offset_of, range_of
from .rule_stack import EditedSources, Shelf, Texts, folder_of, layers_of, names_in, overlays_upon


@dataclass(frozen=True)
class Project:
    """All files that one open file belongs to: those of the base, then of each overlay."""

    path: Path
    folders: list[Folder]
    readers: Mapping[str, PieceReader]
    unread: tuple[Diagnostic, ...] = ()

    @lazy_property
    def paths(self) -> dict[str, Path]:
        """The path of every file, by the name under which it is shown."""
        return names_in(self.folders)

    @lazy_property
    def sources(self) -> dict[Path, Source]:
        """Every file as a whole, by its path."""
        whole: list[Source] = []
        for each in self.folders:
            whole += [*each.sources, *each.tables.values(), *each.catalogues.values()]
            whole += [each.facts] if each.facts is not None else []
        return {self.paths[each.name]: each for each in whole if each.name in self.paths}

    @lazy_property
    def files(self) -> EditedSources:
        """The rule files, without a hash of what they mean."""
        return EditedSources(self.folders, readers=self.readers, with_hash=False)

    @property
    def composition_of_files(self) -> Composed:
        """The declarations of all files as one list."""
        return self.files.composition[0]

    @lazy_property
    def name_findings(self) -> tuple[Diagnostic, ...]:
        """Findings about reading, overlays, names and types: what can be told while somebody types."""
        if self.unread:
            return self.unread
        return rules_in(self.files, whole_program=False)[1]

    @lazy_property
    def check_result(self) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
        """The rules, or none, and all that a check finds."""
        if self.unread:
            return None, self.unread
        rules, found = rules_in(replace(self.files, with_hash=True))
        return rules, (*found, *facts_of(self.folders)[1])

    @lazy_property
    def game(self) -> Game | None:
        """The game that these rules are; none where they cannot be played."""
        return self._game(self.check_result[0])

    def _game(self, rules: Ruleset | None) -> Game | None:
        return None if rules is None else Game(rules, facts_of(self.folders)[0], self._again, engine="interpreter")

    def _again(self, options: Mapping[str, Any]) -> Game:
        """The game with other options."""
        rules, found = rules_in(replace(self.files, with_hash=True), options)
        game = self._game(rules)
        if game is None:
            raise RulesetError(found)
        return game

    @lazy_property
    def whole_files(self) -> tuple[Ruleset | None, RuleSources]:
        """The rules as whole files give them: sentences and pages tell lines apart by their places in these."""
        files = RuleSources(self.folders)
        return (None if self.unread else rules_in(files)[0]), files

    def open_rules(self, lang: str = "en") -> OpenedRules | None:
        """The rules with their files in the words of a language; none where they cannot be played."""
        rules, files = self.whole_files
        if rules is None:
            return None
        return OpenedRules(rules, files, (), Wordings(rules, catalogues_of(self.folders)).of(lang))

    @property
    def game_of_files(self) -> Game | None:
        """The game of the whole files, for pages."""
        return self._game(self.whole_files[0])

    @lazy_property
    def whole(self) -> tuple[Diagnostic, ...]:
        """All findings, those about examples and catalogues too."""
        from ...publish.changes.changed_examples import find_misread
        from ...publish.changes.translations import findings

        game, found = self.game, self.check_result[1]
        if game is None:
            return found
        return (*found, *find_misread(game, self.files, {}), *findings(game, self.folders, ""))

    # ---- places ------------------------------------------------------------------------------------------------------

    def place(self, span: Span) -> tuple[Path, Span]:
        """The path and the place in the whole file of what stands anywhere in these rules."""
        reader = self.readers.get(span.source.name)
        if reader is not None and reader.owns(span.source):
            return self.paths.get(span.source.name, self.path), reader.place(span)
        if reader is not None:
            return self.paths.get(span.source.name, self.path), _found_again(span, reader.source)
        return self.paths.get(span.source.name, self.path), span

    def range(self, span: Span) -> tuple[Path, Range]:
        """The path and the places between which a span lies, as editors count."""
        path, placed = self.place(span)
        return path, range_of(placed)

    def source(self, path: Path) -> Source:
        """The text of one of the files; an empty one for another path."""
        return self.sources.get(path) or Source(str(path), "")

    def offset(self, path: Path, position: Position) -> int:
        """The offset of a place in one of the files."""
        return offset_of(self.source(path), position)


def _found_again(span: Span, whole: Source) -> Span:
    """Returns the place of a text that an overlay has changed: its line, as far as it says the same anywhere."""
    line = span.source.line(span.line).strip()
    at = whole.text.find(line) if line else -1
    return Span(whole, at, at + len(line)) if at >= 0 else Span(whole, 0, 0)


@frozen
class Finding:
    """A finding at its place in a file. `sort` is the source of the place: the piece in which it lies."""

    path: Path
    range: Range
    diagnostic: Diagnostic
    piece: int = 0
    related: tuple[tuple[Path, Range, str], ...] = ()


@dataclass
class Workspace:
    """The open texts of an editor. A text that is far too long is cut to where the limit refuses it."""

    roots: tuple[Path, ...] = ()
    texts: dict[Path, str] = field(default_factory=dict)
    _shelf: Shelf = field(init=False)
    _readers: dict[str, PieceReader] = field(default_factory=dict)
    _projects: dict[Path, Project] = field(default_factory=dict)
    _late: dict[Path, tuple[Finding, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._shelf = Shelf(self.texts)

    def write(self, path: Path, text: str) -> None:
        """Takes the text of a file that is open."""
        self.texts[path] = text if len(text) <= FILE_LIMIT else text[: 4 * FILE_LIMIT + 1]
        self._projects.clear()

    def close(self, path: Path) -> None:
        """Forgets a text: what the disk holds counts again."""
        self.texts.pop(path, None)
        self.forget()

    def forget(self) -> None:
        """Looks at the disk again."""
        self._projects.clear()
        self._shelf.forget()

    def project(self, path: Path) -> Project:
        """The files that a file belongs to; where it cannot be read, the findings that say why."""
        if path not in self._projects:
            self._projects[path] = self._open_project(path)
        return self._projects[path]

    def _open_project(self, path: Path) -> Project:
        folder = folder_of(path, self._shelf)
        if not isinstance(folder, Folder):
            return Project(path, [], {}, tuple(folder))
        layers = layers_of(folder, self._shelf)
        readers = {}
        for each in (source for layer in layers for source in layer.sources):
            key = f"{each.name}\0{names_in(layers).get(each.name)}"
            readers[each.name] = self._readers.setdefault(key, PieceReader(each.name))
            readers[each.name].parse(each.text)
        return Project(path, layers, readers)

    def trial(self, changed: Texts) -> Workspace:
        """The workspace as it would be with other texts; this one stays as it is."""
        made = Workspace(self.roots, {**self.texts, **changed})
        made._shelf.rulesets.update(self._shelf.rulesets)
        made._shelf.grounds.update(self._shelf.grounds)
        return made

    def find_related(self, path: Path) -> list[Project]:
        """The project of a file, and those of the overlays upon its rules."""
        here = self.project(path)
        if not here.folders:
            return [here]
        upon = overlays_upon(here.folders[0], self.roots, self._shelf)
        paths = [next(iter(names_in([each]).values())) for each in upon]
        others = [self.project(each) for each in paths]
        return [here, *(each for each in others if each.folders[-1].path != here.folders[-1].path)]

    def dependents(self, path: Path) -> list[Path]:
        """The open files whose findings a change of one may change, itself first."""
        others = [each for each in self.texts if each != path and each.suffix == RULES]
        return [path, *(each for each in others if path in self.project(each).paths.values())]

    # ---- findings ----------------------------------------------------------------------------------------------------

    @with_room
    @without_collector
    def look(self, path: Path) -> tuple[Finding, ...]:
        """Reports what can be told at once of the rules of a file, and what was found before of what has not changed since."""
        project = self.project(path)
        found = tuple(_findings(project, project.name_findings))
        if errors(each.diagnostic for each in found):
            return found
        pieces = _pieces(project)
        late = [each for each in self._late.get(path, ()) if each.piece in pieces]
        moved = [_move_finding(project, each) for each in late]
        return (*found, *(each for each in moved if each.diagnostic not in {one.diagnostic for one in found}))

    @with_room
    @without_collector
    def look_closely(self, path: Path) -> tuple[Finding, ...]:
        """All that can be told of the rules of a file, examples and catalogues included."""
        project = self.project(path)
        with suppress(RecursionError):
            found = tuple(_findings(project, project.whole))
            self._late[path] = found
            return found
        return self.look(path)


def _pieces(project: Project) -> set[int]:
    return {id(each) for reader in project.readers.values() for each in reader.sources()}


def _move_finding(project: Project, finding: Finding) -> Finding:
    """A finding where its piece stands now."""
    return next(_findings(project, [finding.diagnostic]), finding)


def _findings(project: Project, found: Iterable[Diagnostic]) -> Iterator[Finding]:
    for each in dict.fromkeys(found):
        if each.span is None:
            nowhere = Range(Position(0, 0), Position(0, 0))
            yield Finding(project.path, nowhere, each)
            continue
        path, range = project.range(each.span)
        yield Finding(path, range, each, id(each.span.source), tuple(_related_places(project, each.labels[1:])))


def _related_places(project: Project, labels: Iterable[Label]) -> Iterator[tuple[Path, Range, str]]:
    for each in labels:
        path, range = project.range(each.span)
        yield path, range, each.text or PurePath(path).name
