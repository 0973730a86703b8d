"""Tables of a hall: those that wait for their people, those at which a match goes on, those whose match has ended.

All of them lie in one folder. A card is all that there is of a table until its match begins; then the file of the match
lies beside it. A table is opened when somebody comes by one of its links, and closed when many others were since.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path

from ...foundation.storage.durable_writes import write_new
from ...foundation.storage.plain_files import read_plain
from ...play.loading.load import load_game
from ...play.matches.match import Match, SaveError
from ...play.states.game import Game
from ..host.match_rows import Head
from ..web.company import Company
from ..web.review_page import rewind
from ..web.table import Guest, Table, guest_of
from ..web.table_card import (
    GUEST,
    HERE,
    LONGEST_FORM,
    LONGEST_NAME,
    Card,
    Chair,
    clean_text,
    distinct_names,
    fresh_token,
    read_card,
)
from .new_table import load_for, seat_anew, turn_seats

MOST_OPEN = 40
"""Tables that are open at once; the one that was asked for longest ago is closed."""
MOST_WAITING = 500
"""Tables whose match has not begun."""
LONGEST_HEAD = 4 * 1024 * 1024
MATCH, CARD, LINK = ".match", ".card", "hall.link"


class FullError(ValueError):
    """Somebody wants to sit down where no chair is free."""


class Tables:
    """The tables in a folder. Threads may use it at once. `load` finds the rules of a match that was left."""

    def __init__(self, folder: Path, load: Callable[..., Game] = load_game) -> None:
        self.folder, self.load, self.lock = folder, load, threading.RLock()
        self.link = _own_link(folder)
        self.companies: dict[str, Company] = {}
        self._paths: dict[str, Path] = {}
        """Files of matches by the ids of their tables; the file is there once the match has begun."""
        self._ids: dict[str, str] = {}
        """Ids by the words of links."""
        self._open: OrderedDict[str, Table] = OrderedDict()
        self.look_around()

    # ---- finding -----------------------------------------------------------------------------------------------------

    def look_around(self) -> None:
        """Finds the tables that lie in the folder. What cannot be read is left alone."""
        with self.lock:
            for path in sorted(self.folder.glob(f"*{MATCH}")) + sorted(self.folder.glob(f"*{CARD}")):
                if path.stem not in self._paths:
                    with suppress(SaveError, OSError, ValueError):
                        self._enter(path.with_suffix(MATCH))

    def _enter(self, path: Path, company: Company | None = None) -> str:
        """Notes a table by the path of its match; returns its id."""
        card = path.with_suffix(CARD)
        if company is None:
            company = Company(read_card(card) if card.exists() else _card_of(_read_head(path)), card)
        id = path.stem
        company.hall = f"/h/{self.link}/"
        self.companies[id], self._paths[id] = company, path
        links = company.card.links
        self._ids |= dict.fromkeys((links.host, links.watch, company.card.join, *links.seats), id)
        return id

    def find(self, word: str) -> str | None:
        """Returns the id of the table to which a link leads."""
        return self._ids.get(word)

    def role(self, id: str, word: str) -> Guest | None:
        """Returns the guest of a link of a table, whether its match has begun or not."""
        company = self.companies[id]
        return guest_of(company.card.links, word, has_spectators=company.agreement.spectators)

    def has_begun(self, id: str) -> bool:
        """Tells if the match of a table is there."""
        return id in self._open or self._paths[id].exists()

    def table(self, id: str) -> Table:
        """Returns a table whose match has begun, opened. Raises OSError, and SaveError that says what no longer fits."""
        found = self._open.get(id)
        if found is not None:
            with suppress(KeyError):  # it was closed meanwhile; whoever has it reads it on
                self._open.move_to_end(id)
            return found
        with self.lock:
            if id not in self._open:
                self._take(id, Table.resume(self._paths[id], self.load))
            self._open.move_to_end(id)
            return self._open[id]

    def open_table(self, id: str) -> Table | None:
        """Returns a table if it is open."""
        return self._open.get(id)

    def path(self, id: str) -> Path:
        """Returns the file of a match."""
        return self._paths[id]

    def adopt(self, table: Table) -> str:
        """Takes a table from anywhere; returns its id."""
        with self.lock:
            path = table.file.path
            card = path.with_suffix(CARD)
            made = None if card.exists() else Company(card_at(table), card)
            id = self._enter(path, made)
            self._take(id, table)
            return id

    def _take(self, id: str, table: Table) -> None:
        table.welcome(self.companies[id])
        self._open[id] = table
        table.start()
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)[1].close()

    def close(self) -> None:
        """Closes all tables."""
        with self.lock:
            for each in self._open.values():
                each.close()
            self._open.clear()

    # ---- before the match --------------------------------------------------------------------------------------------

    def set_up(self, card: Card) -> str:
        """Sets a table up whose people may come; returns its id, and that of the table of a form that was sent before. Raises
        OSError, and ValueError where too many wait."""
        with self.lock:
            known = (id for id, each in self.companies.items() if card.form and each.card.form == card.form)
            if (found := next(known, None)) is not None:
                return found
            if sum(not self.has_begun(id) for id in self.companies) >= MOST_WAITING:
                raise FullError
            path = self._fresh_path(card.rules)
            company = Company(card, path.with_suffix(CARD))
            company.change()
            return self._enter(path, company)

    def _fresh_path(self, rules: str) -> Path:
        return self.folder / f"{rules.partition('+')[0]}-{secrets.token_hex(4)}{MATCH}"

    def sit_down(self, id: str, name: str, form: str) -> str:
        """Gives whoever comes the next free chair, and returns the word of its link; a form that was sent before leads to
        the chair that it took. Raises FullError and OSError."""
        with self.lock:
            company = self.companies[id]
            card = company.card
            if form in card.came_by and card.came_by[form] < len(card.chairs):
                return card.links.seats[card.came_by[form]]
            seat = next((n for n, each in enumerate(card.chairs) if each.who == GUEST and not each.has_come), None)
            if seat is None:
                raise FullError
            begun = self.has_begun(id)
            others = [each.name for n, each in enumerate(card.chairs) if n != seat]
            wish = clean_text(name, LONGEST_NAME) or card.chairs[seat].name
            shown = card.chairs[seat].name if begun else distinct_names([*others, wish])[-1]
            chair = Chair(name=shown, who=GUEST, has_come=True)
            came_by = dict([*card.came_by.items(), (form[:64], seat)][-4 * len(card.chairs) :])
            company.change(chairs=_with_one(card.chairs, seat, chair), came_by=came_by)
            return card.links.seats[seat]

    def stand_up(self, id: str, seat: int) -> None:
        """Frees the chair of a guest, whose link no longer leads there. Raises OSError, and ValueError for another chair."""
        with self.lock:
            company = self.companies[id]
            card = company.card
            if self.has_begun(id) or not 0 <= seat < len(card.chairs) or card.chairs[seat].who != GUEST:
                raise ValueError("there is no guest on this chair")
            word = fresh_token()
            links = card.links.model_copy(update={"seats": _with_one(card.links.seats, seat, word)})
            chair = card.chairs[seat].model_copy(update={"has_come": False})
            came_by = {form: n for form, n in card.came_by.items() if n != seat}
            company.change(links=links, chairs=_with_one(card.chairs, seat, chair), came_by=came_by)
            self._ids.pop(card.links.seats[seat], None)
            self._ids[word] = id

    def rename(self, id: str, seat: int, name: str) -> None:
        """Gives a chair another name. Raises OSError and ValueError."""
        with self.lock:
            company = self.companies[id]
            chairs = company.card.chairs
            if self.has_begun(id) or not 0 <= seat < len(chairs):
                raise ValueError("there is no such chair")
            others = [each.name for n, each in enumerate(chairs) if n != seat]
            shown = distinct_names([*others, clean_text(name, LONGEST_NAME) or chairs[seat].name])[-1]
            company.change(chairs=_with_one(chairs, seat, chairs[seat].model_copy(update={"name": shown})))

    def rearrange(self, id: str, arrange: Callable[[Card], Card]) -> None:
        """Changes the card of a table that waits. Raises OSError."""
        with self.lock:
            if not self.has_begun(id):
                company = self.companies[id]
                made = arrange(company.card)
                company.change(chairs=made.chairs, links=made.links, came_by=made.came_by)

    def put_away(self, id: str) -> None:
        """Takes a table away whose match has not begun. Raises OSError."""
        with self.lock:
            if not self.has_begun(id):
                company = self.companies.pop(id)
                self._ids = {word: each for word, each in self._ids.items() if each != id}
                if company.path is not None:
                    company.path.unlink(missing_ok=True)

    def begin(self, id: str, game: Game | None = None) -> None:
        """Begins the match of a table, once: with the game of its card, or with one that is there already. Raises ValueError
        and OSError."""
        with self.lock:
            if self.has_begun(id):
                return
            card = self.companies[id].card
            self._begin_with(id, Match(game or load_for(card.rules, card.options), [each.name for each in card.chairs]))

    def _begin_with(self, id: str, match: Match) -> None:
        """Seats everybody of a card at a match."""
        card = self.companies[id].card
        table = Table.new(match, [each.bot for each in card.chairs], self._paths[id], card.rules, card.links)
        host = Guest(card.links.host, "host")
        for seat, each in enumerate(card.chairs):
            if each.who == GUEST:
                table.claim(host, seat, True)
        self._take(id, table)

    # ---- after the match ---------------------------------------------------------------------------------------------

    def rematch(self, id: str) -> None:
        """Begins the same game once more, with seats turned; whoever stays at this table finds the way. Raises ValueError
        and OSError."""
        with self.lock:
            company = self.companies[id]
            if company.card.next:
                return
            table = self.table(id)
            now = card_at(table).model_copy(update={"agreement": company.agreement, "links": table.links})
            fresh, leads = turn_seats(now)
            again = self.set_up(fresh)
            self.begin(again, table.match.game)
            company.change(next=leads)

    def play_on(self, id: str, number: int, form: str = "") -> str:
        """Sets a table up for the same people, with what they agreed on, at which a match that is over goes on from before its
        move of a number, from 1; returns the word of the host's link. The old table stays as it is. Raises ValueError and
        OSError."""
        with self.lock:
            table = self.table(id)
            agreed = {"agreement": self.companies[id].agreement, "form": form[:LONGEST_FORM]}
            other = self.set_up(seat_anew(card_at(table).model_copy(update=agreed)))
            if not self.has_begun(other):
                self._begin_with(other, rewind(table.match, number))
            return self.companies[other].card.links.host

    # ---- the list ----------------------------------------------------------------------------------------------------

    def ids(self) -> Iterator[str]:
        """Yields the ids of all tables, those first at which something was done last."""
        self.look_around()
        with self.lock:
            times = {id: _time_of(path) for id, path in self._paths.items() if id in self.companies}
        yield from sorted(times, key=lambda id: -times[id])


def card_at(table: Table) -> Card:
    """Returns the card of a table that was set up without one."""
    game = table.match.game
    chairs = tuple(
        Chair(name=clean_text(name, LONGEST_NAME), who=bot or (GUEST if taken else HERE), has_come=taken)
        for name, bot, taken in zip(table.match.names, table.bots, table.occupancy, strict=True)
    )
    rules = game.rules_model
    options = {name: each.write_value(each.value) for name, each in rules.options.items() if each.value != each.default}
    return Card(
        rules="+".join((game.id, *game.overlays)),
        options=options,
        chairs=chairs,
        links=table.links,
        join=fresh_token(),
    )


def _card_of(head: Head) -> Card:
    """The card of a match that was begun without one."""
    names, bots = head.save.get("players", ()), head.save.get("bots") or ()
    chairs = tuple(
        Chair(name=clean_text(str(each), LONGEST_NAME), who=str(bot or HERE)[:60])
        for each, bot in zip_longest(names, bots[: len(names)], fillvalue="")
    )
    rules = "+".join((str(head.save.get("ruleset", "")), *map(str, head.save.get("overlays") or ())))
    return Card(rules=rules, chairs=chairs, links=head.links, join=fresh_token())


def _read_head(path: Path) -> Head:
    """Returns the first line of the file of a match. Raises OSError, and ValueError for another file."""
    return Head.model_validate_json(read_plain(path, LONGEST_HEAD).partition(b"\n")[0])


def _with_one(found: tuple, at: int, one: object) -> tuple:  # type: ignore[type-arg]
    return tuple(one if n == at else each for n, each in enumerate(found))


def _own_link(folder: Path) -> str:
    """Returns the word of the link of a hall, which stays what it is. Raises OSError."""
    path = folder / LINK
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        write_new(path, f"{fresh_token()}\n")
        path.chmod(0o600)
    return read_plain(path, 200).decode("ascii", "replace").strip()


def _time_of(path: Path) -> float:
    for each in (path, path.with_suffix(CARD)):
        with suppress(OSError):
            return each.stat().st_mtime
    return 0.0
