"""One match at one terminal: who sits there, who has the screen, and its files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from shlex import quote

from ...engine.interpret.step import WorkLimitError
from ...foundation.draw.characters import columns
from ...foundation.texts import Texts
from ...play.matches.match import Match
from ...play.matches.rounds import Rounds
from ...play.positions.action import SIMULTANEOUS, Action
from ...play.states.preview import has_secrets
from .match_files import write_match, write_svg
from .play_screen import Table
from .seats import Seats
from .yes_or_no import yes_or_no

Read = Callable[[str], str]
ROOM_TO_TYPE = 4
"""Columns behind a prompt, at least."""


class Left(Exception):
    """Somebody has left the match."""


class TerminalMatch:
    """One match at one terminal. `told` counts the entries of the match that have been told to all, or to each person
    with secrets."""

    def __init__(
        self,
        match: Match,
        seats: Seats,
        table: Table,
        read: Read,
        save: Path | None,
        svg: Path | None,
        resumed: bool,
    ) -> None:
        self.match, self.seats, self.table, self.read = match, seats, table, read
        self.phrase, self.lang, self.texts, self.announce = table.phrase, table.lang, table.texts, table.announce
        self.rounds = Rounds(match)
        self.wording = match.game.wording(table.lang)
        self.bots = seats.make_bots(match.game, match.seed)
        self.save, self.svg = save, svg
        self.begun = length(match) if resumed else 0
        self.kept = length(match)
        self.resumed = resumed
        self.changed = False
        self.told: dict[int | None, int] = {}
        self.kits: dict[str, str] = {}
        self.secrets = has_secrets(match.game)
        self.holder: int | None = None
        self.meant: tuple[Action, ...] = ()
        """What was just typed and waits to be typed once more."""
        self.stale = True
        self.teaches = False
        self.lessons_told: dict[str, int] = {}
        """How often the teacher has said each lesson."""
        self.all_listed = False
        """Whether the choices are to be listed one by one, however many."""

    # ---- the screen -------------------------------------------------------------------------------------------------

    @property
    def _is_private(self) -> bool:
        """True if one person now sees something that is not for the others."""
        return len(self.seats.people) > 1 and (self.secrets or self.match.state.current_player == SIMULTANEOUS)

    def _clear(self) -> None:
        self.table.board_shown = []
        if self.table.console.is_terminal:
            self.table.console.clear()
        else:
            self.table.line()

    def _close(self) -> None:
        """Takes away what was for one person only."""
        if self.holder is not None:
            self.holder = None
            self.stale = True
            self.table.board_shown = []
            if self.table.console.is_terminal:
                self.table.console.set_alt_screen(False)

    def _line(self, prompt: str) -> str:
        """Reads a line behind the last line of a prompt."""
        *above, last = self.table.wrap(prompt.rstrip(), width=self.table.width - ROOM_TO_TYPE)
        self.table.print_lines(above)
        try:
            typed = self.read(f"{last} ")
        except EOFError:
            self.table.line()
            raise
        if not (self.table.console.is_terminal and sys.stdin.isatty()):
            self.table.line(typed)
        return typed

    # ---- files -------------------------------------------------------------------------------------------------------

    def _save(self, path: Path) -> None:
        write_match(path, self.match, self.seats.bots)
        self.kept = length(self.match)
        if self.match.state.is_terminal:
            self.table.line(self.phrase("Saved: {path}", path=path))
            return
        command = f"cavewright play --resume {quote(str(path))}" + ("" if self.lang == "en" else f" --lang {self.lang}")
        said = self.phrase("Saved. To go on:")
        if columns(f"{said} {command}") <= self.table.width:
            self.table.line(f"{said} {command}")
        else:
            self.table.paragraph(said)
            self.table.line(command)

    def _draw(self, path: Path) -> None:
        write_svg(path, self.match.state, self.lang)
        self.table.line(self.phrase("Drawn: {path}", path=path))

    def _offer_to_save(self) -> None:
        """Offers to save what is not saved yet; asks again when it cannot be."""
        if self.save is not None or self.kept == length(self.match):
            return
        while True:
            try:
                name = self._named_file()
                if name:
                    self._save(Path(name).expanduser())
                return
            except (EOFError, KeyboardInterrupt):
                self.table.line()
                return
            except (ValueError, OSError) as error:
                self.table.paragraph(sentence(error, self.texts))

    def _named_file(self) -> str:
        """The name of the file into which somebody wants to save; "" for whoever wants none. A word that may be an
        answer is never taken for a file."""
        while True:
            typed = self._line(self.phrase("Save the match first? FILE, or Enter to leave without:") + " ").strip()
            meant = yes_or_no(typed)
            if not typed or meant is False:
                return ""
            if meant:
                typed = self._line(self.phrase("Into which file?") + " ").strip()
                if typed:
                    return typed
            elif Path(typed).suffix or Path(typed).name != typed:
                return typed
            else:
                self.table.paragraph(
                    self.phrase("Say yes or no, or a name that is one of a file, such as {name}.json.", name=typed)
                )


def length(match: Match) -> int:
    """Returns the number of entries of a match."""
    return len(match.move_stack)


def sentence(error: Exception, texts: Texts) -> str:
    """An error as a line at the table."""
    if isinstance(error, OSError) and error.strerror:
        why = texts.translate(error.strerror) + (f" ({error.filename})" if error.filename else "")
        return texts.phrase("That did not work: {why}", why=why)
    said = (
        error.text(texts.lang)
        if isinstance(error, WorkLimitError)
        else texts.translate(str(error)) or type(error).__name__
    )
    begin = said[:1].upper() if said.partition(" ")[0].isalpha() else said[:1]
    return begin + said[1:] + ("" if said.endswith((".", "?", "…")) else ".")
