"""`play`: people and bots at one terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from ..interpret.step import WorkLimitError
from ..loading.load import load_game
from ..matches.match import Match
from ..model.ruleset import Kind
from ..positions.action import SIMULTANEOUS, IllegalActionError
from ..states.preview import has_secrets
from ..texts import Texts, marked
from .action_list import Choices, Unclear, choices_of, named
from .match_files import CHANGED, has_changed, look_at_target, read_match, write_match, write_svg
from .narration import narrate, of_move, public_label
from .output import complain
from .play_screen import Table
from .replay import replay
from .seats import SeatError, Seats, filled, seats_for

__all__ = ["play", "replay"]

Read = Callable[[str], str]

BOUND = 5_000
"""Actions after which a match of bots only is left: some never end by the rules."""
INTERRUPTED = 130
"""The exit status after Ctrl-C."""

HELP = (
    (marked("a number"), marked("the action of that number; where it is asked how many, that many; y or n")),
    (marked("its text"), marked("the action: enter n1 by walk. The beginning will do where nothing else begins so")),
    (marked("Enter"), marked("shows the list again, or does the only thing that is possible")),
    (marked("why not ACTION"), marked("every reason why it is not possible now")),
    (marked("rules ACTION"), marked("what the rules say about it")),
    (marked("rules THING"), marked("what is printed on something that has a name, and what it does")),
    ("map", marked("the whole board with its legend")),
    ("players", marked("what everybody has")),
    ("score", marked("the points by category")),
    ("undo", marked("takes your last action back; undo 3 takes back three")),
    (marked("save FILE"), marked("saves the match; play --resume FILE goes on with it")),
    ("quit", marked("leaves")),
)


class Left(Exception):
    """Somebody has left the match."""


def play(
    spec: str,
    *,
    players: int | None,
    names: tuple[str, ...],
    bots: tuple[str, ...],
    seed: int | None,
    resume: Path | None,
    svg: Path | None,
    save: Path | None,
    settings: Mapping[str, str],
    lang: str,
    console: Console,
    read: Read,
) -> int:
    """Plays a match, a new one or that of a save, and returns the exit status.

    `read` is given a prompt and returns a line; EOFError at the end of the input, which ends play as `quit` does.
    Status 0 when the match has ended or was left, 1 for rules, files and names that will not do, 2 for arguments that
    contradict each other, 130 after Ctrl-C.
    """
    try:
        if save is not None:
            look_at_target(save)
        if svg is not None:
            look_at_target(svg, is_save=False)
        if resume is not None:
            if settings or names or players is not None:
                raise SeatError("a saved match has its own players and options: leave out --players and --set")
            match, kept = read_match(resume, spec)
            seats = Seats(match.names, filled(bots, len(match.names)) if bots else kept)
        else:
            game = load_game(spec, options=settings)
            seats = seats_for(game, players, names, bots, lang)
            match = Match(game, seats.names, seed)
        sitting = Sitting(match, seats, Table(console, lang), read, save, svg, resume is not None)
        sitting.changed = resume is not None and has_changed(resume, match)
    except SeatError as error:
        complain(error, lang=lang)
        return 2
    except (ValueError, OSError) as error:
        return complain(error, lang=lang)
    return sitting.run()


class Sitting:
    """One match at one terminal. `told` counts the entries of the match that have been told to all, or to each person
    with secrets."""

    def __init__(
        self,
        match: Match,
        seats: Seats,
        table: Table,
        read: Read,
        save: Path | None = None,
        svg: Path | None = None,
        resumed: bool = False,
    ) -> None:
        self.match, self.seats, self.table, self.read = match, seats, table, read
        self.phrase, self.lang, self.texts = table.phrase, table.lang, table.texts
        self.bots = seats.made(match.seed)
        self.save, self.svg = save, svg
        self.begun, self.kept, self.resumed = length(match) if resumed else 0, length(match), resumed
        self.changed = False
        self.told: dict[int | None, int] = {}
        self.secrets = has_secrets(match.game)
        self.holder: int | None = None
        self.stale = True

    # ---- from beginning to end -----------------------------------------------------------------------------------------

    def run(self) -> int:
        """Plays until the match ends or is left; returns the exit status."""
        self._by_seed()
        try:
            status = self._played()
        finally:
            self._close()
        return max(status, self._written())

    def _by_seed(self) -> None:
        """At this table the seed brings what chance is due, also in a match in which it was entered by hand."""
        if self.match.by_hand:
            self.match.by_hand = False
            self.match.resolve()
            self.table.paragraph(
                self.phrase("What chance brought was entered by hand; from here on the seed brings it.")
            )

    def _played(self) -> int:
        try:
            self._opened()
            while not self.match.state.is_terminal:
                if not self.seats.people and length(self.match) >= BOUND:
                    self.table.line(self.phrase("Left unfinished after {bound} actions.", bound=BOUND), "bold")
                    return 0
                self._step()
            self._ended()
        except Left:
            pass
        except EOFError:
            self._close()
            unsaved = (
                []
                if self.save or self.kept == length(self.match)
                else [self.phrase("It was not saved; --save FILE does that.")]
            )
            self.table.paragraph(" ".join([self.phrase("The input has ended, and the match is left."), *unsaved]))
        except KeyboardInterrupt:
            self._close()
            self._offered()
            return INTERRUPTED
        return 0

    def _opened(self) -> None:
        """The first words of a match."""
        match, table, words = self.match, self.table, self.match.game.wording(self.lang)
        title = words.text("ruleset", match.game.title)
        if self.resumed:
            said = self.texts.plural(
                "{title}: going on after {n} action.",
                "{title}: going on after {n} actions.",
                length(match),
                title=title,
            )
            table.line(said, "bold")
            if self.changed:
                table.paragraph(self.phrase(CHANGED))
        elif self.seats.people:
            table.paragraph(self.phrase("{title}. ? lists what you can type.", title=title), style="bold")
        for text in match.game.rules_model.reconstructions:
            table.paragraph(words.head("reconstruction", text), style="dim")

    def _step(self) -> None:
        """One action, of a person who may act, or else of a bot."""
        active = self.match.state.active_players
        person = next((n for n in active if n in self.seats.people), None)
        if person is not None:
            self._asked(person)
        else:
            self._chosen(active[0])

    def _ended(self) -> None:
        """The end: board and scores."""
        self._tell(None)
        self._close()
        self.table.line()
        self.table.map(self.match.state, None)
        self.table.line()
        self.table.outcome(self.match.state, None)
        self.table.line(self.phrase("seed {seed}", seed=self.match.seed), "dim")

    def _written(self) -> int:
        """Saves and draws what was asked for on the command line; the exit status."""
        status = 0
        if self.save is not None:
            status = self._try(lambda: self._save(self.save))
        if self.svg is not None:
            status = self._try(lambda: self._draw(self.svg)) or status
        return status

    def _try(self, write: Callable[[], None]) -> int:
        try:
            write()
        except (ValueError, OSError) as error:
            return complain(error, lang=self.lang)
        return 0

    # ---- bots ------------------------------------------------------------------------------------------------------

    def _chosen(self, player: int) -> None:
        """A bot acts. What it did is told when its turn is over."""
        state = self.match.state
        with self._waiting(self.phrase("{name} is thinking", name=state.names[player])):
            action = self.bots[player].choose(state, player)
        self.match.push(action)
        if player not in self.match.state.active_players and not self.seats.people:
            self._tell(None)

    @contextmanager
    def _waiting(self, text: str) -> Iterator[None]:
        console = self.table.console
        if console.is_terminal and not self.table.plain:
            with console.status(self.table.words(text)):
                yield
        else:
            yield

    def _tell(self, viewer: int | None) -> None:
        """Tells what has happened since it was told last."""
        whom = viewer if self.secrets and len(self.seats.people) > 1 else None
        parts = list(narrate(self.match, self.told.get(whom, self.begun), viewer, self.lang))
        for told in parts:
            self.table.told(self.match.state, told)
        if parts and self.seats.people:
            self.table.line()
        if len({told.player for told in parts}) > 1:
            self.table.board_shown = []
        self.told[whom] = length(self.match)

    # ---- people ------------------------------------------------------------------------------------------------------

    @property
    def _is_private(self) -> bool:
        """Whether what one person is shown now is not for the others."""
        return len(self.seats.people) > 1 and (self.secrets or self.match.state.current_player == SIMULTANEOUS)

    def _asked(self, player: int) -> None:
        """A person acts, or asks for something."""
        self._handed(player)
        choices = choices_of(self.match.state, player, self.lang)
        if self.stale:
            self._shown(choices, player)
            self.stale = False
        typed = self._line(player, "> ")
        self._obey(typed, choices, player)

    def _handed(self, player: int) -> None:
        """Gives the screen to the next person when it is about to show what is for one of them only."""
        console = self.table.console
        if not self._is_private:
            self._close()
            return
        if self.holder != player:
            if self.holder is not None:
                self._cleared()
            elif console.is_terminal:
                console.set_alt_screen(True)
            self.holder = player
            self.stale = True
            if not self.secrets:
                self._tell(None)
            self._line(
                player, self.phrase("Hand the screen to {name}, then press Enter", name=self.match.names[player]) + " "
            )
            self._cleared()

    def _cleared(self) -> None:
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

    def _line(self, player: int, prompt: str) -> str:
        """What somebody types."""
        try:
            typed = self.read(self.table.words_kept(prompt))
        except EOFError:
            self.table.line()
            raise
        if not (self.table.console.is_terminal and sys.stdin.isatty()):
            self.table.line(typed)
        return typed

    def _shown(self, choices: Choices, player: int) -> None:
        """The table as a player sees it before a choice."""
        self.table.line()
        if self.save is not None:
            self._try(lambda: write_match(self.save or Path(), self.match, self.seats.bots))
        self._tell(player if self._is_private or len(self.seats.people) == 1 else None)
        console = self.table.console
        rows = max(7, console.height - 9 - min(len(choices.actions), 12)) if console.is_terminal else 0
        self.table.position(choices.state, player, rows, choices.mode == "number")
        self.table.line()
        self.table.choices(choices, player)

    def _obey(self, typed: str, choices: Choices, player: int) -> None:
        """Carries out what was typed; whatever is wrong with it is said in a line."""
        typed = typed.strip()
        word, _, rest = typed.partition(" ")
        command = self._commands().get(word.lower())
        try:
            if not typed and len(choices.actions) > 1:
                self.stale = True
            elif command is not None and not self._is_action(typed, choices):
                command(rest.strip(), choices, player)
            else:
                self.match.push(choices.pick(typed) if typed else choices.actions[0])
                self.stale = True
        except IllegalActionError as error:
            self.table.refused(error.action, error.verdict)
        except (Unclear, ValueError, OSError) as error:
            self.table.paragraph(_sentence(error, self.texts))

    def _commands(self) -> dict[str, Callable[[str, Choices, int], None]]:
        return {
            "why": self._why,
            "rules": self._rules,
            "map": self._map,
            "players": self._players,
            "score": self._score,
            "undo": self._undo,
            "save": self._saved,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
            "help": self._help,
            "?": self._help,
        }

    def _is_action(self, typed: str, choices: Choices) -> bool:
        """Whether a word that is a command is the text of an action, too."""
        return named(typed, choices.state, choices.lang).lower() in {each.text.lower() for each in choices.actions}

    # ---- what one may ask for -----------------------------------------------------------------------------------------

    def _help(self, rest: str, choices: Choices, player: int) -> None:
        rows = [(what if what in self._commands() else self.phrase(what), self.phrase(says)) for what, says in HELP]
        wide = max(len(each) for each, _ in rows)
        for what, says in rows:
            self.table.paragraph(says, f"  {what.ljust(wide)}  ", head="bold")

    def _map(self, rest: str, choices: Choices, player: int) -> None:
        self.table.map(choices.state, player)

    def _players(self, rest: str, choices: Choices, player: int) -> None:
        self.table.everybody(choices.state, player)

    def _score(self, rest: str, choices: Choices, player: int) -> None:
        self.table.outcome(choices.state, player)

    def _why(self, rest: str, choices: Choices, player: int) -> None:
        words = rest.split()
        asked = " ".join(words[1:] if words[:1] in (["not"], ["can't"]) else words)
        if not asked:
            raise Unclear(self.phrase("say of what: why not ACTION"))
        readings = choices.readings(asked)
        legal = [each for each in readings if each in choices.actions]
        facts = self.match.game.facts
        for action in legal:
            self.table.paragraph(
                self.phrase(
                    "That is possible now: {key} {action}.", key=choices.key(action), action=action.label(self.lang)
                )
            )
        if len(readings) == 1 and not legal:
            self.table.paragraph(self.phrase("Not now: {action}.", action=readings[0].label(self.lang)), style="bold")
            for reason in choices.state.check(readings[0]).reasons:
                self.table.reason_in_full(reason, facts)
        elif not legal:
            for action in readings:
                self.table.refused(action, choices.state.check(action))

    def _rules(self, rest: str, choices: Choices, player: int) -> None:
        game = self.match.game
        picked = choices.keyed(rest) if choices.mode == "list" else None
        name = picked.name if picked is not None else next(iter(named(rest, choices.state, choices.lang).split()), "")
        signature = game.signatures.get(name)
        printed = self._rows_called(rest) if picked is None and signature is None else []
        for kind, row in printed:
            self.table.row(kind, row, game.wording(self.lang))
        if printed:
            return
        if signature is None:
            near = game.nearest_action(name) if name else ""
            asked = (
                self.phrase("there is no action `{name}`", name=name)
                if name
                else self.phrase("say of what: rules ACTION")
            )
            raise Unclear("; ".join([asked, *([self.phrase("did you mean `{near}`?", near=near)] if near else [])]))
        self.table.rules(signature.rule, game.wording(self.lang), game.facts)

    def _rows_called(self, asked: str) -> list[tuple[Kind, int]]:
        """Rows of kinds by the name that people read, or that they have in the rules: `food corner`, `food_corner`."""
        rules, words = self.match.game.rules_model, self.match.game.wording(self.lang)
        called = " ".join(asked.lower().split())
        kinds = [kind for kind in rules.kinds.values() if kind.columns and kind.name != rules.players]
        return [
            (kind, row)
            for kind in kinds
            for row, name in enumerate(kind.rows)
            if called and called in (name.lower(), words.row(kind, row).lower())
        ]

    def _undo(self, rest: str, choices: Choices, player: int) -> None:
        if rest and not (rest.isdecimal() and 0 < int(rest[:6]) < 100_000):
            raise Unclear(self.phrase("say how many actions: undo 2"))
        wanted, back = int(rest[:6] or 1) if rest else 1, 0
        while back < wanted and self._may_undo(player):
            action = self.match.pop(fenced=True)
            self.table.line(self.phrase("Taken back: {action}.", action=action.label(self.lang)))
            back += 1
            self.stale = True
        self.told = {whom: min(told, length(self.match)) for whom, told in self.told.items()}
        if back and self._may_undo(player):
            self.table.paragraph(
                self.phrase("{n} more can be taken back.", n=length(self.match) - self.match.undo_fence)
            )
        else:
            why = marked("This is as far as it goes: {why}") if back else marked("Nothing can be taken back: {why}")
            self.table.paragraph(self.phrase(why, why=self._fence()))

    def _may_undo(self, player: int) -> bool:
        """Whether the last action may be taken back by whoever has the screen."""
        match = self.match
        if length(match) <= match.undo_fence:
            return False
        last = match.move_stack[-1].player
        return last == player if self._is_private else last in self.seats.people

    def _fence(self) -> str:
        """Why nothing more can be taken back."""
        moves = self.match.move_stack
        if not moves:
            return self.phrase("this is the beginning.")
        last, before = moves[-1], self.match.at(len(moves) - 1)
        if before.current_player == SIMULTANEOUS:
            over = self.match.state.current_player != SIMULTANEOUS
            return (
                self.phrase("everybody has seen what the others chose.")
                if over
                else self.phrase("others have chosen since.")
            )
        said = public_label(self.match, len(moves) - 1, None, self.lang)
        if last.player < 0:
            told = [said for _, said, _ in of_move(self.match, len(moves) - 1, None, self.lang)]
            return self.phrase("chance has decided since ({action}).", action=" · ".join(told) or said)
        return self.phrase("{name} has acted since ({action}).", name=self.match.names[last.player], action=said)

    def _saved(self, rest: str, choices: Choices, player: int) -> None:
        if not rest and self.save is None:
            raise Unclear(self.phrase("say where to: save FILE"))
        self._save(Path(rest).expanduser() if rest else self.save)

    def _quit(self, rest: str, choices: Choices, player: int) -> None:
        self._close()
        if self.save is None and length(self.match) > self.kept:
            self._offered()
        raise Left

    # ---- files -------------------------------------------------------------------------------------------------------

    def _save(self, path: Path | None) -> None:
        assert path is not None
        write_match(path, self.match, self.seats.bots)
        self.kept = length(self.match)
        go_on = "" if self.lang == "en" else f" --lang {self.lang}"
        said = (
            marked("Saved: {path}")
            if self.match.state.is_terminal
            else marked("Saved. To go on: cavewright play --resume {path}")
        )
        self.table.whole(self.phrase(said, path=path) + ("" if self.match.state.is_terminal else go_on))

    def _draw(self, path: Path | None) -> None:
        assert path is not None
        write_svg(path, self.match.state, lang=self.lang)
        self.table.whole(self.phrase("Drawn: {path}", path=path))

    def _offered(self) -> None:
        """Offers to save what is not saved yet; asks again when it cannot be."""
        if self.save is not None or self.kept == length(self.match):
            return
        self.table.line()
        while True:
            try:
                typed = self._line(
                    -1, self.phrase("Save the match first? FILE, or Enter to leave without:") + " "
                ).strip()
                if typed:
                    self._save(Path(typed).expanduser())
                return
            except (EOFError, KeyboardInterrupt):
                self.table.line()
                return
            except (ValueError, OSError) as error:
                self.table.paragraph(_sentence(error, self.texts))


def length(match: Match) -> int:
    """How many entries a match has."""
    return len(match.move_stack)


def _sentence(error: Exception, texts: Texts) -> str:
    """An error as a line at the table."""
    if isinstance(error, OSError) and error.strerror:
        why = texts.known(error.strerror) + (f" ({error.filename})" if error.filename else "")
        return texts.phrase("That did not work: {why}", why=why)
    said = (
        error.text(texts.lang) if isinstance(error, WorkLimitError) else texts.known(str(error)) or type(error).__name__
    )
    begin = said[:1].upper() if said.partition(" ")[0].isalpha() else said[:1]
    return begin + said[1:] + ("" if said.endswith((".", "?", "…")) else ".")
