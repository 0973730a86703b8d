"""`play`: people and bots at one terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from rich.console import Console

from ...foundation.texts import translatable
from ...play.matches.narration import narrate
from .action_list import Choices, choices_of
from .match_files import changed_words, has_changed, look_at_target, write_match
from .output import INTERRUPTED, complain
from .play_commands import Commands
from .play_screen import Table
from .seats import MatchRequest
from .terminal_match import Left, Read, length
from .yes_or_no import yes_or_no

BOUND = 5_000
"""Actions after which a match of bots only is left: some never end by the rules."""
LEFT = translatable("The match is left.")


def play(
    wanted: MatchRequest, save: Path | None, svg: Path | None, console: Console, read: Read, book: str = ""
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
        (match, seats), resume = wanted.match(), wanted.resume
        table = Table(console, wanted.lang)
        table.spec, table.book = wanted.spec, book
        playing = Play(match, seats, table, read, save, svg, resume is not None)
        playing.changed = resume is not None and has_changed(resume, match)
    except (ValueError, OSError) as error:
        return complain(error, wanted.lang)
    return playing.play()


class Play(Commands):
    """A match from beginning to end."""

    # ---- from beginning to end ---------------------------------------------------------------------------------

    def play(self) -> int:
        """Plays until the match ends or is left; returns the exit status."""
        self._by_seed()
        try:
            status = self._play_on()
        finally:
            self._close()
        return max(status, self._save_and_draw())

    def _by_seed(self) -> None:
        """At this table the seed brings what chance is due, also in a match in which it was entered by hand."""
        if self.match.by_hand:
            self.match.by_hand = False
            self.match.resolve()
            self.announce("What chance brought was entered by hand; from here on the seed brings it.")

    def _play_on(self) -> int:
        try:
            self._open()
            while not self.match.state.is_terminal:
                if not self.seats.people and length(self.match) >= BOUND:
                    self.announce("Left unfinished after {bound} actions.", "bold", bound=BOUND)
                    return 0
                self._step_or_stay()
            self._end()
        except Left:
            pass
        except EOFError:
            self._taken_leave(translatable("The input has ended, and the match is left."))
        except KeyboardInterrupt:
            self._taken_leave(LEFT)
            return INTERRUPTED
        return 0

    def _step_or_stay(self) -> None:
        """Takes one step. Whoever presses Ctrl-C at a terminal is asked whether to leave; no goes on where it stands."""
        try:
            self._step()
        except KeyboardInterrupt:
            if not self.table.console.is_terminal or not self.seats.people or self._means_to_leave():
                raise
            self.stale = True

    def _means_to_leave(self) -> bool:
        """Asks until the answer is yes or no; a second Ctrl-C, and the end of the input, mean yes."""
        self._close()
        self.table.line()
        while True:
            try:
                meant = yes_or_no(self._line(self.phrase("Leave the match? yes or no:") + " ").strip())
            except (EOFError, KeyboardInterrupt):
                return True
            if meant is not None:
                return meant

    def _taken_leave(self, said: str) -> None:
        """Says that the match is left, after a save was offered to people at a terminal; and if it is not saved, how to."""
        self._close()
        if said == LEFT:
            self.table.line()
        if self.table.console.is_terminal or said == LEFT:
            self._offer_to_save()
        is_saved = self.save is not None or self.kept == length(self.match)
        unsaved = [] if is_saved else [self.phrase("It was not saved; --save FILE does that.")]
        self.table.paragraph(" ".join([self.phrase(said), *unsaved]))

    def _open(self) -> None:
        """The first words of a match."""
        match, table, words = self.match, self.table, self.wording
        title = words.text("ruleset", match.game.title)
        if self.resumed:
            said = self.texts.plural(
                "{title}: going on after {n} action.",
                "{title}: going on after {n} actions.",
                length(match),
                title=title,
            )
            table.paragraph(said, style="bold")
            if self.changed:
                table.paragraph(changed_words(match, self.texts))
        elif self.seats.people:
            self.announce("{title}. ? lists what you can type.", "bold", title=title)
        for text in match.game.rules_model.reconstructions:
            table.paragraph(words.head("reconstruction", text), style="dim")

    def _step(self) -> None:
        """One action, of a person who may act, or else of a bot."""
        active = self.match.state.active_players
        person = next((n for n in active if n in self.seats.people), None)
        if person is not None:
            self._let_person_act(person)
        else:
            self._let_bot_act(active[0])

    def _end(self) -> None:
        """The end: board and scores."""
        if self.seats.people:
            self.table.line()
        self._tell(None)
        self._close()
        if not self.seats.people:
            self.table.line()
        self.table.map(self.match.state, None)
        self.table.line()
        self.table.outcome(self.match.state, None)
        self.table.line(self.phrase("seed {seed}", seed=self.match.seed), "dim")

    def _save_and_draw(self) -> int:
        """Saves and draws what was asked for on the command line; the exit status."""
        status = 0
        if self.save is not None:
            status = self._try(partial(self._save, self.save))
        if self.svg is not None:
            status = self._try(partial(self._draw, self.svg)) or status
        return status

    def _try(self, write: Callable[[], None]) -> int:
        try:
            write()
        except (ValueError, OSError) as error:
            return complain(error, lang=self.lang)
        return 0

    # ---- bots ------------------------------------------------------------------------------------------------------

    def _let_bot_act(self, player: int) -> None:
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
            self.table.show_account(self.match.state, told)
        if parts and self.seats.people:
            self.table.line()
        if len({told.player for told in parts}) > 1:
            self.table.board_shown = []
        self.told[whom] = length(self.match)

    # ---- people -----------------------------------------------------------------------------------------------------

    def _let_person_act(self, player: int) -> None:
        """A person acts, or asks for something."""
        self._hand_over(player)
        choices = choices_of(self.match.state, player, self.lang)
        if self.stale:
            self._show(choices)
            self.stale = False
        typed = self._line("> ")
        self._obey(typed, choices)

    def _hand_over(self, player: int) -> None:
        """Gives the screen to the next person when it is about to show what is for one of them only."""
        console = self.table.console
        if not self._is_private:
            self._close()
            return
        if self.holder != player:
            if self.holder is not None:
                self._clear()
            elif console.is_terminal:
                console.set_alt_screen(True)
            self.holder = player
            self.stale = True
            if not self.secrets:
                self._tell(None)
            self._line(self.phrase("Hand the screen to {name}, then press Enter", name=self.match.names[player]) + " ")
            self._clear()

    def _show(self, choices: Choices) -> None:
        """The table as a player sees it before a choice."""
        self.table.line()
        if self.save is not None:
            self._try(partial(write_match, self.save, self.match, self.seats.bots))
        self._tell(choices.player if self._is_private or len(self.seats.people) == 1 else None)
        self.table.round = self.rounds.words(length(self.match), self.lang)
        listed = self.table.choice_lines(choices, self.all_listed)
        self.all_listed = False
        self.table.position(
            choices.state, choices.player, len(listed) + 2, choices.mode == "number", choices.asks_place
        )
        self.table.line()
        self.tell_notices(choices)
        self.tell_lesson(choices)
        self.table.print_texts(listed)
