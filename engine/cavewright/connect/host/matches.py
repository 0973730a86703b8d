"""Matches of a host, as requests ask for them: read on by number before anything is answered, written before it is
acknowledged."""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from ...bots.players import known_name
from ...engine.interpret.step import WorkLimitError
from ...play.loading.load import load_game
from ...play.matches.match import Match
from ...play.matches.undoing import REFUSED
from ...play.positions.action import Action, IllegalActionError, InvalidActionError
from ...play.states.game import Game
from .account import Account
from .entries import Undoing
from .live_match import LiveMatch
from .models import Act, Acted, Begun, NewMatch, Undo
from .pictures import Pictures
from .refusal import Refusal, refusal_of_verdict
from .store import Beginning, Entries, NoMatchError, OutrunError, Store, digest_key

IN_MEMORY = 1_000
"""Matches in memory; the one that was asked for longest ago is read from the store again."""
MOST_ACTIONS = 50_000
"""Of one match."""
MOST_UNDOINGS = 1_000
"""Of one match: the positions that were taken back are kept, since viewers have seen them."""
MOST_GAMES = 50
"""Games with their options that are kept loaded."""


MayUndo = Callable[[Beginning], bool]
"""A function that tells if the players of a match may take back what nobody has learned anything from."""


def anybody_may_undo(beginning: Beginning) -> bool:
    """Lets the players of any match take back."""
    return True


class Matches:
    """The matches of a store. Threads may use it at once."""

    def __init__(
        self,
        store: Store,
        in_memory: int = IN_MEMORY,
        load: Callable[..., Game] = load_game,
        may_undo: MayUndo = anybody_may_undo,
    ) -> None:
        self.store, self._in_memory, self._load, self._may_undo = store, in_memory, load, may_undo
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._pictures = Pictures()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._live)

    # ---- in memory -------------------------------------------------------------------------------------------------

    @contextmanager
    def open(self, id: str, is_fresh: bool = True) -> Iterator[LiveMatch]:
        """Gives a match to whoever asks for it, alone, with all actions that the store has; or, if it need not be
        fresh, as it was when somebody last looked."""
        live = self._find(id)
        with live.lock:
            if is_fresh or live.match is None:
                self._read_on(live)
            yield live

    def _take_at_once(self, id: str) -> LiveMatch | None:
        """Returns a match whose lock was taken, if that takes no waiting: nobody else has it, it is in memory, and what
        the store has of it can be read at once."""
        if not getattr(self.store, "reads_at_once", False):
            return None
        with self._lock:
            live = self._live.get(id)
            if live is None or not live.lock.acquire(blocking=False):
                return None
            self._live.move_to_end(id)
        if live.match is None:
            live.lock.release()
            return None
        return live

    def beginning(self, id: str) -> Beginning:
        """Returns how a match began; the store is asked where it is not in memory."""
        with self._lock:
            live = self._live.get(id)
        if live is not None and live.match is not None:
            return live.beginning
        with self.open(id) as opened:
            return opened.beginning

    def _find(self, id: str) -> LiveMatch:
        with self._lock:
            live = self._live.get(id)
            if live is None:
                live = self._keep(LiveMatch(id))
            self._live.move_to_end(id)
            return live

    def _keep(self, live: LiveMatch) -> LiveMatch:
        """Keeps a match in memory."""
        self._live[live.id] = live
        if len(self._live) > self._in_memory:
            self._live.popitem(last=False)
        return live

    def _drop(self, id: str) -> None:
        with self._lock:
            self._live.pop(id, None)

    def _read_beginning(self, live: LiveMatch) -> None:
        """Reads how a match began. A host with other rules than those under which it began refuses it."""
        beginning = self.store.read_beginning(live.id)
        try:
            match = Match.from_json(beginning.save, self._load_registered)
        except ValueError as error:
            raise Refusal(409, "rules", f"this host cannot play the match: {error}") from error
        if match.game.hash != beginning.rules:
            raise Refusal(409, "rules", f"this host has other rules of {match.game.id} than the match began with")
        live.start(beginning, match, self._may_undo(beginning))

    def _load_registered(self, id: str, **given: object) -> Game:
        """Loads a game, once for all matches of the same rules."""
        key = f"{id} {json.dumps(given, sort_keys=True, default=repr)}"
        found = self._games.get(key)
        if found is None:
            found = self._games[key] = self._load(id, registered_only=True, **given)
            with self._lock:
                while len(self._games) > MOST_GAMES:
                    self._games.popitem(last=False)
        return found

    def _read_on(self, live: LiveMatch) -> bool:
        """Carries out the actions that the store has and the memory does not; returns if the memory is another now."""
        before = live.match
        try:
            found = self._read_new(live)
        except NoMatchError as error:
            self._drop(live.id)
            raise Refusal(404, "match", "there is no such match") from error
        for each in found.actions:
            try:
                live.carry_out(each)
            except ValueError as error:
                number = live.number
                live.forget()
                raise Refusal(409, "rules", f"entry {number} of the match cannot be carried out: {error}") from error
        return bool(found.actions) or live.match is not before

    def _read_new(self, live: LiveMatch) -> Entries:
        """Returns the actions that the store has and the memory does not; those of all, where the memory holds some that
        the store does not, since it lost them or was put back."""
        if live.match is not None:
            found = self.store.read(live.id, live.number)
            if found.number >= live.number:
                return found
            live.forget()
        self._read_beginning(live)
        return self.store.read(live.id)

    # ---- what is asked -----------------------------------------------------------------------------------------------

    def begin(self, asked: NewMatch) -> Begun:
        """Begins a match; it is in the store when this returns."""
        with client_errors():
            game = self._load_registered(asked.game, options=asked.options)
            match = Match(game, asked.players)
            bots = tuple(asked.bots) or ("",) * len(match.names)
            if len(bots) != len(match.names):
                raise ValueError(f"bots is a list with an entry for each of the {len(match.names)} players")
            for each in filter(None, bots):
                known_name(each)
        id = secrets.token_hex(8)
        keys = [secrets.token_urlsafe(24) for _ in match.names]
        beginning = Beginning(id, match.to_json(), game.hash, bots, tuple(map(digest_key, keys)))
        live = LiveMatch(id)
        live.start(beginning, match, self._may_undo(beginning))
        live.written_for = live.waits_for
        self.store.begin(beginning, live.written_for)
        with self._lock:
            self._keep(live)
        return Begun(match=id, players=list(match.names), keys=keys)

    def look(self, id: str, viewer: int | None, since: int | None, lang: str) -> bytes:
        """Returns what a viewer may know, as JSON: whole, or since a number."""
        with self.open(id) as live:
            return self._tell(live, viewer, since, lang)

    def look_at_once(
        self, id: str, name_viewer: Callable[[Beginning], int | None], since: int | None, lang: str
    ) -> bytes | None:
        """Returns what `look` returns, for the viewer that a function names; None where that might have to wait."""
        live = self._take_at_once(id)
        if live is None:
            return None
        try:
            viewer = name_viewer(live.beginning)
            self._read_on(live)
            return self._tell(live, viewer, since, lang)
        finally:
            live.lock.release()

    def _tell(self, live: LiveMatch, viewer: int | None, since: int | None, lang: str) -> bytes:
        """Returns what a viewer may know of a match that has been read on."""
        account = self._account(live, viewer, lang)
        self._check_since(account, since)
        return account.look_text(since)

    def steps(self, id: str, viewer: int | None, since: int, lang: str, most: int) -> list[tuple[int, bytes]]:
        """Returns the steps behind a number, each with its own; where there are more than so many, the first holds
        those before it as well."""
        with self.open(id) as live:
            account = self._account(live, viewer, lang)
            self._check_since(account, since)
            numbers = range(max(since + 1, account.number - most + 1), account.number + 1)
            befores = [since, *numbers[:-1]] if numbers else []
            return [(now, account.look_text(before, now)) for before, now in zip(befores, numbers, strict=True)]

    def act(self, id: str, viewer: int | None, asked: Act, lang: str, by_host: bool = False) -> Acted:
        """Carries out an action of a viewer: it is refused, or it is in the store when this returns. `by_host`: also one
        that only whoever hosts the match does about that player; no request asks for that.

        What is in memory is tried first, for the store writes only behind what it has; whatever is refused has been
        tried on all that the store has.
        """
        if viewer is None:
            raise Refusal(403, "viewer", "whoever only watches does not act")
        with self.open(id, is_fresh=False) as live:
            return self._enter(live, lambda: self._try_act(live, viewer, asked, lang, by_host))

    def _enter(self, live: LiveMatch, attempt: Callable[[], Acted]) -> Acted:
        """Tries an entry until the store takes it behind what is in memory, or it is refused on all that the store has."""
        while True:
            try:
                return attempt()
            except OutrunError:
                self._read_on(live)
            except Refusal:
                if not self._read_on(live):
                    raise

    def _try_act(self, live: LiveMatch, viewer: int, asked: Act, lang: str, by_host: bool) -> Acted:
        """Carries out an action behind what is in memory."""
        account = self._account(live, viewer, lang)
        self._check_number(account, asked.number)
        with client_errors():
            action = live.playing.game.parse_action(asked.action, viewer)
        try:
            self._write(live, action, by_host)
        except IllegalActionError as error:
            raise refusal_of_verdict(error.verdict, lang) from error
        except InvalidActionError as error:
            raise Refusal(422, "value", str(error)) from error
        account.catch_up(live.trail)
        return Acted.model_construct(number=account.number, told=account.told_since(asked.number))

    def undo(self, id: str, viewer: int | None, asked: Undo, lang: str) -> Acted:
        """Takes the last action of a viewer back, as far as nobody has learned anything from it. It is refused, or the
        store has it when this returns."""
        if viewer is None:
            raise Refusal(403, "viewer", "whoever only watches takes nothing back")
        with self.open(id) as live:
            return self._enter(live, lambda: self._try_undo(live, viewer, asked, lang))

    def _try_undo(self, live: LiveMatch, viewer: int, asked: Undo, lang: str) -> Acted:
        """Takes the last action of a viewer back behind what is in memory."""
        account = self._account(live, viewer, lang)
        self._check_number(account, asked.number)
        if len(live.trail.asides) >= 2 * MOST_UNDOINGS:
            raise Refusal(422, "limit", f"in a match at most {MOST_UNDOINGS} actions are taken back")
        if not account.may_undo:
            raise Refusal(422, "undo", live.playing.game.wording(lang).texts.translate(REFUSED))
        self._write(live, Undoing(viewer))
        account = self._account(live, viewer, lang)
        return Acted(number=account.number, told=account.told_since(asked.number))

    def _write(self, live: LiveMatch, entry: Action | Undoing, by_host: bool = False) -> None:
        """Tries an entry in memory, and appends it to the store. Where that fails the memory is as the store is."""
        if live.number >= MOST_ACTIONS:
            raise Refusal(422, "limit", f"a match has at most {MOST_ACTIONS} actions")
        try:
            if isinstance(entry, Action):
                live.push(entry, by_host=by_host)
            else:
                live.undo(entry.player)
        except WorkLimitError as error:
            raise Refusal(422, "rules", str(error)) from error
        try:
            live.written_for = live.waits_for
            self.store.append(live.id, live.number - 1, str(entry), live.written_for)
        except OutrunError:
            if isinstance(entry, Action):
                live.pop()
            else:
                live.forget()
                self._read_beginning(live)
            raise
        except BaseException:
            live.forget()  # nobody knows if it was written; the store does
            raise

    def picture(self, id: str, viewer: int | None, number: int | None, lang: str) -> tuple[str, Callable[[], str]]:
        """Returns the tag of a picture, and a function that gives it: one that was made, or is made now."""
        with self.open(id) as live:
            account = self._account(live, viewer, lang)
            self._check_since(account, number)
            at = account.number if number is None else number
            tag, state = account.etag(at), account.state(at)
        return tag, lambda: self._pictures.find(tag, lambda: state.svg(viewer, lang))

    def keepsake(self, id: str, viewer: int | None) -> str:
        """Returns what a viewer may keep of a match."""
        with self.open(id) as live:
            self._check_viewer(live, viewer)
            return live.playing.to_json(viewer)

    # ---- bots ------------------------------------------------------------------------------------------------------

    def waits_for_bots(self, id: str) -> bool:
        """Returns if bots are to act in a match, as far as is known without a look at the store."""
        live = self._live.get(id)
        return live is None or live.written_for in (None, "bots")

    def waiting_for_bots(self) -> Iterable[str]:
        """Returns the ids of the matches that wait for bots."""
        return self.store.matches("bots")

    def run_bots(self, id: str, go_on: Callable[[], bool]) -> int:
        """Lets bots act until people are to act, unless another process does so already; returns how many actions."""
        acted = 0
        while go_on() and self.store.lease(id):
            try:
                has_turn = self._has_bot_turn(id, is_fresh=False) or self._has_bot_turn(id)
                while has_turn and go_on() and self._run_bot(id):
                    acted += 1
            finally:
                self.store.release(id)
            if not self._has_bot_turn(id):  # others who acted meanwhile were not given the lease
                break
        return acted

    def _has_bot_turn(self, id: str, is_fresh: bool = True) -> bool:
        with self.open(id, is_fresh) as live:
            return live.bot_seat is not None

    def _run_bot(self, id: str) -> bool:
        """Carries out an action of a bot; False if no bot is to act."""
        with self.open(id, is_fresh=False) as live:
            seat = live.bot_seat

        def write(action: Action) -> None:
            try:
                self._write(live, action)
            except OutrunError:
                self._read_on(live)

        if seat is not None:
            live.let_bot_act(seat, write)
        return seat is not None

    # ---- checks ------------------------------------------------------------------------------------------------------

    def _account(self, live: LiveMatch, viewer: int | None, lang: str) -> Account:
        self._check_viewer(live, viewer)
        with client_errors():
            return live.account(viewer, lang)

    def _check_viewer(self, live: LiveMatch, viewer: int | None) -> None:
        """Holds what an embedder names as a viewer against the match: a defect of the embedder, not of a client."""
        if viewer is not None and not 0 <= viewer < len(live.playing.names):
            raise TypeError(f"a viewer is a player of the match or None, not {viewer!r}")

    def _check_since(self, account: Account, number: int | None) -> None:
        if number is not None and not 0 <= number <= account.number:
            look = account.look()
            raise Refusal(409, "ahead", f"the match has come to {account.number}, not to {number}", happened=look)

    def _check_number(self, account: Account, number: int) -> None:
        self._check_since(account, number)
        if number != account.number:
            raise Refusal(409, "outrun", "the match has gone on since", happened=account.look(since=number))


@contextmanager
def client_errors() -> Iterator[None]:
    """Turns an error about what a client sent into a refusal that says it."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise Refusal(422, "value", str(error)) from error
