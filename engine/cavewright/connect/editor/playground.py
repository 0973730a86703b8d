"""One visitor of the playground: the files of a game as they stand on the page, and what is asked about them.

Questions and answers are plain data, so that they travel between a page and its worker as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...foundation.source.render import in_language
from ...foundation.texts import texts
from ...language.compose import Folder, find_registered, registered_games
from ...language.compose.folders import RULES
from ...language.compose.in_memory import files_in
from ...machine.native.native_error import NativeError
from ..export.build import BuildError
from ..web.static_page import page_files
from .lenses import run_named
from .workspace import Finding, Workspace

ROOT = Path("/playground")
"""Folder that no disk has: what is open lies in it."""
Answer = dict[str, Any]


class Playground:
    """The files of one visitor. `ask` answers questions by name; what goes wrong is an answer too."""

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang
        self.workspace = Workspace()
        self.main = ROOT / f"mine{RULES}"
        self._answers: Mapping[str, Callable[..., Answer]] = {
            "games": self.games,
            "open": self.open,
            "write": self.write,
            "look": self.look,
            "closely": self.look_closely,
            "run": self.run_example,
        }

    def ask(self, question: str, *given: Any) -> Answer:
        """Answers a question; `error` says why there is no answer.

        >>> Playground().ask("open", "no-game")["error"]
        'there is no ruleset `no-game`'
        """
        try:
            return self._answers[question](*given)
        except (BuildError, NativeError, ValueError, RecursionError) as error:
            return {"error": str(error) or type(error).__name__}

    def games(self) -> Answer:
        """The games whose files can be opened: those that stand on nothing else."""
        found = [(name, find_registered(name)) for name in registered_games()]
        return {"games": [name for name, each in found if isinstance(each, Folder) and _is_plain(each)]}

    def open(self, game: str) -> Answer:
        """The files of a bundled game."""
        found = find_registered(game)
        if not isinstance(found, Folder):
            return {"error": found[0].message}
        files = {name: text for name, text in files_in(found).items() if not name.startswith("locale/")}
        self._take(files)
        return {"files": files, "main": self.main.name}

    def _take(self, files: Mapping[str, str]) -> None:
        self.workspace = Workspace()
        for name, text in files.items():
            self.workspace.write(ROOT / name, text)
        rules = [name for name in sorted(files) if name.endswith(RULES)]
        heads = [name for name in rules if _begins_rules(files[name])]
        self.main = ROOT / next(iter((*heads, *rules)), f"mine{RULES}")

    def write(self, files: Mapping[str, str]) -> Answer:
        """Takes files as they stand on the page; those that are not among them are gone."""
        names = {ROOT / name for name in files}
        if names != set(self.workspace.texts):
            self._take(files)
        for name, text in files.items():
            if self.workspace.texts[ROOT / name] != text:
                self.workspace.write(ROOT / name, text)
        return {}

    # ---- what is found -----------------------------------------------------------------------------------------------

    def look(self) -> Answer:
        """Reports what can be told at once."""
        return {"findings": [self._record(each) for each in self.workspace.look(self.main)]}

    def look_closely(self) -> Answer:
        """All findings, and the examples that can be carried out."""
        found = self.workspace.look_closely(self.main)
        rules = self.workspace.project(self.main).check_result[0]
        examples = [each.name for each in rules.examples] if rules is not None else []
        return {"findings": [self._record(each) for each in found], "examples": examples}

    def _record(self, finding: Finding) -> Answer:
        said = in_language(finding.diagnostic, texts(self.lang))
        start, end = finding.range.start, finding.range.end
        return {
            "file": finding.path.name,
            "start": [start.line, start.character],
            "end": [end.line, end.character],
            "severity": said.severity,
            "code": said.code,
            "message": said.message,
            "help": said.help,
        }

    def run_example(self, name: str) -> Answer:
        """Reports what comes of one example."""
        made = run_named(self.workspace, self.main, name)
        return {"name": name, "holds": made.holds, "summary": made.summary}

    def page(self, players: int = 0) -> dict[str, bytes] | Answer:
        """The files of the page on which these rules are played."""
        project = self.workspace.project(self.main)
        game, opened = project.game_of_files, project.open_rules(self.lang)
        if game is None or opened is None:
            wrong = project.check_result[1]
            return {"error": str(wrong[0]) if wrong else "these rules cannot be played"}
        counts = [players] if players in game.players else list(game.players)[:1]
        try:
            return dict(page_files(game, counts, "game", opened))
        except (BuildError, NativeError) as error:
            return {"error": str(error)}


def _begins_rules(text: str) -> bool:
    lines = (each for each in text.split("\n") if each.strip() and not each.startswith("#"))
    return next(lines, "").startswith(("ruleset", "overlay", "edition"))


def _is_plain(folder: Folder) -> bool:
    return any(each.text.startswith("ruleset ") or "\nruleset " in each.text for each in folder.sources)
