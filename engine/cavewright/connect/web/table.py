"""Table: one match, who sits at it, and the links by which they are known."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from ...bots.players import known_name, make
from ...bots.players.failure import BotFailure
from ...engine.interpret.step import WorkLimitError
from ...foundation.source.frozen import frozen
from ...foundation.source.wrong_fields import brief_json
from ...play.matches.match import Match, SaveError
from ...play.matches.rounds import Rounds
from ...play.matches.save_text import with_bots
from ...play.matches.undoing import REFUSED, find_undoable
from ...play.positions.action import SIMULTANEOUS, Action
from ...play.positions.moment import wording_at
from ...play.positions.sight import Viewer
from ...play.states.game import Game
from ...play.states.preview import has_secrets
from ..host.bot_runner import BotRunner
from ..host.entries import Actions, Entry, Seating, Undoing
from ..host.file_store import HeldFile
from ..host.live_match import LiveMatch
from ..host.match_file import MatchFile
from ..host.match_rows import Head, Links, resumed_save
from ..host.store import Beginning, StoreError, WaitsFor
from .company import Company
from .shown_positions import ShownPositions
from .table_card import Card, fresh_links, fresh_token

MOST_OF_BOTS = 5_000
"""Actions after which bots stop that play among themselves."""

MOST_OF_TURN = 200
"""Actions by which a bot ends somebody's turn."""


class OldPageError(ValueError):
    """Something was sent from a page that shows another position than the table has."""


class NotYoursError(ValueError):
    """Something was sent for a seat that is not that of the link."""


@frozen
class Guest:
    """Whoever came by a link: the host plays every seat at which nobody else sits, a seat its own, a spectator none."""

    token: str
    role: Literal["host", "seat", "watch"]
    seat: int | None = None


def guest_of(links: Links, token: str, *, has_spectators: bool) -> Guest | None:
    """Returns the guest who comes by one of the links of a table, or None; the link to watch leads in only where spectators
    may."""
    known = [Guest(links.host, "host"), Guest(links.watch, "watch")]
    known += [Guest(each, "seat", n) for n, each in enumerate(links.seats)]
    found = next((each for each in known if secrets.compare_digest(each.token.encode(), token.encode())), None)
    return None if found is not None and found.role == "watch" and not has_spectators else found


class Table:
    """One match in its file. Threads may use it at once; whatever changes it is done by one after the other.

    `rules` is how the ruleset was named. `bots` has for each seat the name of a bot, or "".
    """

    def __init__(self, match: Match, bots: Sequence[str], links: Links, file: MatchFile, rules: str) -> None:
        self.links, self.file, self.rules, self.store = links, file, rules, HeldFile(file)
        self.live = LiveMatch(file.path.stem)
        seated = tuple(bots) or ("",) * len(match.names)
        self.live.start(Beginning(self.live.id, "", match.game.hash, seated, ()), match)
        self.rounds = Rounds(match)
        self.shown = ShownPositions(match)
        self.lock = self.live.lock
        self.secret = has_secrets(match.game)
        self.failures: dict[int, BotFailure] = {}
        """Why bots have stopped, by their seats; until somebody else is seated there."""
        self.troubles = 0
        """Bots that have stopped so far, and those that were replaced."""
        self._runner: BotRunner | None = None
        self._closed = False
        self.company = Company(Card(links=links, join=fresh_token()))
        """What is at the table besides the match; whoever keeps a card puts another one here (`welcome`)."""

    def welcome(self, company: Company) -> None:
        """Takes the company of a table, whose clock runs from now on."""
        with self.lock:
            self.company = company
            company.note_turn(self.people_to_act)

    @property
    def people_to_act(self) -> tuple[int, ...]:
        """The seats of people who may act now."""
        if self.is_over:
            return ()
        return tuple(n for n in self.match.state.active_players if not self.bots[n])

    @property
    def is_over(self) -> bool:
        """True if the match has ended, or all but one of its players have resigned."""
        resigned, seats = self.company.card.resigned, len(self.match.names)
        return self.match.state.is_terminal or (bool(resigned) and seats - len(resigned) <= 1)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.live.playing

    @property
    def bots(self) -> list[str]:
        """The names of bots by seat, "" for a person."""
        return list(self.live.bots)

    @property
    def occupancy(self) -> list[bool]:
        """Of each seat whether somebody has come by its link."""
        return list(self.live.taken)

    # ---- from a file and back -----------------------------------------------------------------------------------

    @classmethod
    def new(cls, match: Match, bots: Sequence[str], path: Path, rules: str, links: Links | None = None) -> Table:
        """A table in a new file, with links that guests have already or with new ones. Raises OSError, and ValueError for the name of no bot."""
        for each in filter(None, bots):
            known_name(each)
        match.by_hand = False
        match.resolve()
        save = json.loads(with_bots(match.to_json(), list(bots)))
        links = links or fresh_links(len(match.names))
        file = MatchFile.create(path, Head(table=1, rules=rules, save=save, links=links))
        return cls(match, bots, links, file, rules)

    @classmethod
    def resume(cls, path: Path, load: Callable[..., Game]) -> Table:
        """The table of a file that was left. Raises OSError, and SaveError that says what no longer fits."""
        file = MatchFile.resume(path)
        try:
            if not isinstance(head := file.head, Head):
                raise SaveError("line 1: it is not of a table, but of a host, and has no links")
            text, taken = resumed_save(head, file.rows)
            match, read = Match.from_json(text, load), json.loads(text)
            table = cls(match, read["bots"], head.links, file, head.rules)
            table.live.taken = tuple(taken)
            table._carry_out_entries(2 + len(file.rows) - len(file.entries))
            file.check()
        except SaveError as error:
            file.close()
            raise SaveError(f"`{path}`: {error}", fields=error.fields) from error
        except BaseException:
            file.close()
            raise
        return table

    def _carry_out_entries(self, first: int) -> None:
        """Carries out the entries of the file, the first of which stands in that line. Raises SaveError."""
        for line, row in enumerate(self.file.entries, first):
            try:
                self.live.carry_out(row.entry)
            except (ValueError, TypeError, LookupError, WorkLimitError) as error:
                said = f"line {line}: `entry` {brief_json(row.entry)} is no longer possible: {error}"
                raise SaveError(said) from error

    def save(self) -> str:
        """The whole match as a save, which must not leave the host."""
        with self.lock:
            return with_bots(self.match.to_json(), self.bots)

    def close(self) -> None:
        """Ends the bots, and closes the file."""
        with self.lock:
            self._closed = True
            self.store.close()
        if self._runner is not None:
            self._runner.close(is_awaited=False)

    # ---- guests ---------------------------------------------------------------------------------------------------

    def guest(self, token: str) -> Guest | None:
        """Returns the guest of a link, or None."""
        return guest_of(self.links, token, has_spectators=self.company.agreement.spectators)

    def seats(self, guest: Guest) -> tuple[int, ...]:
        """The seats of people that a guest plays."""
        if guest.role == "watch" or self.is_over and not self.match.state.is_terminal:
            return ()
        mine = [guest.seat] if guest.role == "seat" else [n for n, taken in enumerate(self.occupancy) if not taken]
        return tuple(n for n in mine if n is not None and not self.bots[n])

    def is_private(self, guest: Guest) -> bool:
        """Tells if several people share a screen on which something is not for all of them."""
        return len(self.seats(guest)) > 1 and (self.secret or self.match.state.current_player == SIMULTANEOUS)

    def stamp(self, viewer: Viewer) -> str:
        """Names the position as far as a viewer sees it change: while all act at once, only its own actions count."""
        with self.lock:
            return str(self.live.account(viewer if isinstance(viewer, int) else None, "en").number)

    def mark(self, viewer: Viewer) -> str:
        """Names what a page shows: the position as a viewer sees it change, and which bots have stopped, and what the company has said."""
        return f"{self.stamp(viewer)}.{self.troubles}.{self.company.changes}"

    # ---- what guests do --------------------------------------------------------------------------------------------

    def act(self, guest: Guest, seat: int, stamp: str, texts: Sequence[str]) -> None:
        """Carries out the actions of a seat, all or none. On return they are on the disk.

        Raises OldPageError, NotYoursError, what `Match.push` raises, and OSError.
        """
        with self.lock:
            self._look(guest, seat, stamp)
            if texts:
                self._carry_out([self.match.game.parse_action(text, seat) for text in texts], guest, seat)
        self._go_on()

    def act_as_host(self, guest: Guest, stamp: str, text: str, seat: int) -> None:
        """Carries out an action about a seat that only the host does, as when time has run out. Raises what `act`
        raises."""
        with self.lock:
            if guest.role != "host" or not 0 <= seat < len(self.bots):
                raise NotYoursError
            if stamp != self.stamp(seat):
                raise OldPageError
            self._carry_out([self.match.game.parse_action(text, seat)], None, seat, by_host=True)
        self._go_on()

    def warning(self, guest: Guest, seat: int, text: str, lang: str) -> str:
        """Returns the warning before an action of a guest that cannot be made good again; "" if it is not possible, or
        the rules have no words for it."""
        with self.lock:
            state = self.match.state
            is_own = seat in self.seats(guest)
            legal = (*state.legal_actions(seat), *state.interrupts(seat)) if is_own else ()
            meant = next((each for each in legal if each.text == text), None)
            return "" if meant is None else wording_at(state, lang, seat, seat).confirmation(meant.signature)

    def undo(self, guest: Guest, seat: int, stamp: str) -> Action:
        """Takes back the last action of a seat, as far as nobody has learned anything; returns it.

        Raises OldPageError, NotYoursError, ValueError where that is as far as it goes, and OSError.
        """
        with self.lock:
            self._look(guest, seat, stamp)
            trial = self.live.undo_preview(seat)
            index = find_undoable(self.match, seat)
            if trial is None or index is None:
                raise ValueError(REFUSED)
            undone = self.match.move_stack[index]
            self._append(self.live.number, Undoing(seat), "people")
            self.live.undo(seat)
            self.shown.forget()
            self.company.note_turn(self.people_to_act)
            return undone

    def undoable(self, seat: int) -> Action | None:
        """Returns the action of a seat that may be taken back."""
        index = find_undoable(self.match, seat)
        return None if index is None else self.match.move_stack[index]

    def sit(self, guest: Guest, seat: int, bot: str) -> None:
        """Puts a bot on a seat, or takes it away (""); only the host may. Raises NotYoursError, ValueError, OSError."""
        if guest.role != "host" or not 0 <= seat < len(self.bots):
            raise NotYoursError
        if bot:
            known_name(bot)
        with self.lock:
            self._seat([bot if n == seat else each for n, each in enumerate(self.bots)], self.occupancy)
            if self.failures.pop(seat, None) is not None:
                self.troubles += 1
        self._go_on()

    def play_turn(self, guest: Guest, seat: int, bot: str) -> None:
        """Ends the turn of a seat for it: what has to be decided before, a bot decides. Only the host may. Raises
        NotYoursError, ValueError and OSError."""
        if guest.role != "host" or not 0 <= seat < len(self.bots):
            raise NotYoursError
        with self.lock:
            chooser, passes = make(bot, self.match.game, self.match.seed + seat), False
            for _ in range(MOST_OF_TURN):
                state = self.match.state
                if seat not in state.active_players or passes:
                    break
                ending = next((each for each in state.legal_actions(seat) if each.name == "done"), None)
                passes = ending is not None
                self._carry_out([ending or chooser.choose(state, seat)], None, seat)
        self._go_on()

    def seat_bots(self, bots: Sequence[str]) -> None:
        """Puts bots and people ("") on all seats, as whoever starts the server says. Raises ValueError and OSError."""
        for each in filter(None, bots):
            known_name(each)
        with self.lock:
            self._seat(bots, self.occupancy)

    def claim(self, guest: Guest, seat: int, taken: bool) -> None:
        """Somebody sits down by the link of a seat, or the host takes a seat back."""
        if (
            guest.role == "watch"
            or (guest.role == "seat" and guest.seat != seat)
            or not 0 <= seat < len(self.occupancy)
        ):
            raise NotYoursError
        with self.lock:
            if self.occupancy[seat] != taken:
                self._seat(self.bots, [taken if n == seat else each for n, each in enumerate(self.occupancy)])

    def _look(self, guest: Guest, seat: int, stamp: str) -> None:
        """Raises where a guest may not act for a seat, or acts by an old page."""
        if seat not in self.seats(guest):
            raise NotYoursError
        if stamp != self.stamp(seat):
            raise OldPageError

    def _carry_out(self, actions: Sequence[Action], guest: Guest | None, seat: int, by_host: bool = False) -> None:
        """Carries out actions, all or none, and brings them to the disk, with the seat that somebody takes by them."""
        sits = guest is not None and guest.role == "seat" and not self.occupancy[seat]
        self.live.push(*actions, by_host=by_host)
        try:
            self._append(self.live.number - 1, Actions(tuple(map(str, actions)), sits), self.live.waits_for)
        except BaseException:
            self.live.pop()
            self.shown.forget()
            raise
        if sits:
            self.live.take_seat(seat)
        self.company.note_turn(self.people_to_act)

    def _seat(self, bots: Sequence[str], taken: Sequence[bool]) -> None:
        seating = Seating(tuple(bots), tuple(taken))
        self._append(self.live.number, seating, self.live.find_waited_for(seating.bots))
        self.live.seat(seating.bots, seating.taken)
        self.company.note_turn(self.people_to_act)

    def _append(self, number: int, entry: Entry, waits_for: WaitsFor) -> None:
        """Brings an entry to the disk. Raises OSError, and then nothing of it stays."""
        try:
            self.store.append(self.live.id, number, str(entry), waits_for)
        except StoreError as error:
            raise error.__cause__ or error from None

    # ---- bots ------------------------------------------------------------------------------------------------------

    def start(self) -> threading.Thread:
        """Lets bots play in a thread of their own until the table is closed."""
        self._runner = BotRunner(self, lambda count: None)
        self._go_on()
        return self._runner.thread

    def _go_on(self) -> None:
        """Wakes the bots, if they play."""
        if self._runner is not None:
            self._runner.add(self.live.id)

    @property
    def bot_to_act(self) -> int | None:
        """The seat of a bot that may act now and has not stopped."""
        state = self.match.state
        if self._closed or self.is_over or (all(self.bots) and len(self.match.move_stack) >= MOST_OF_BOTS):
            return None
        return next((n for n in state.active_players if self.bots[n] and n not in self.failures), None)

    def waiting_for_bots(self) -> list[str]:
        """Returns the id of the match, if it waits for a bot."""
        return [] if self.bot_to_act is None else [self.live.id]

    def run_bots(self, id: str, go_on: Callable[[], bool]) -> int:
        """Lets bots act until people are to act; returns how often it let one."""
        count = 0
        while go_on() and (seat := self.bot_to_act) is not None:
            name, count = self.bots[seat], count + 1
            try:
                self.live.let_bot_act(seat, partial(self._carry_out_choice, seat))
            except Exception as error:
                self._bot_failed(seat, name, error)
        return count

    def _carry_out_choice(self, seat: int, action: Action) -> None:
        if not self._closed:
            self._carry_out([action], None, seat)

    def _bot_failed(self, seat: int, name: str, error: Exception) -> None:
        """Notes why a bot cannot go on, for whatever reason, unless somebody else sits there by now. Others play on."""
        with self.lock:
            self.live.forget_bot(seat)
            if name and self.bots[seat] == name and not self._closed:
                self.failures[seat] = BotFailure(name, error)
                self.troubles += 1
