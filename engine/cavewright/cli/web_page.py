"""`serve`: a page at which a match is played."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_data_path

from ..loading.load import load_game
from ..matches.match import Match
from ..states.game import Game
from ..texts import marked, texts
from .match_files import read_match, rules_named
from .output import complain, say
from .seats import SeatError, Seats, filled, seats_for

if TYPE_CHECKING:
    from ..web.table import Table

MISSING = marked("The page needs the extra `web`: pip install 'cavewright[web]'")
EVERYBODY = ("0.0.0.0", "::")


def serve_page(
    spec: str,
    *,
    players: int | None,
    names: tuple[str, ...],
    bots: tuple[str, ...],
    seed: int | None,
    resume: Path | None,
    file: Path | None,
    host: str,
    port: int,
    is_opened: bool,
    settings: Mapping[str, str],
    lang: str,
) -> int:
    """Serves a match until Ctrl-C; the exit status.

    1 for rules, files, names and addresses that will not do, and where the extra is missing; 2 for arguments that
    contradict each other.
    """
    try:
        from ..web.running import listening, run
        from ..web.server import Server
    except ImportError:
        return complain(ValueError(texts(lang).phrase(MISSING)), lang=lang)
    try:
        at = listening(host, port)
    except (OSError, OverflowError) as error:
        phrase = texts(lang).phrase("{host}, port {port}: {why}", host=host, port=port, why=str(error))
        return complain(ValueError(phrase), lang=lang)
    try:
        table = _table(spec, players, names, bots, seed, resume, file, settings, lang)
    except SeatError as error:
        complain(error, lang=lang)
        return 2
    except (ValueError, OSError) as error:
        return complain(error, lang=lang)
    server = Server(table, hosts_of(host), lang if lang != "en" else "")
    with suppress(KeyboardInterrupt):
        run(server, at, partial(_said, table, host, at.getsockname()[1], is_opened, lang))
    say(texts(lang).phrase("The match is kept. To go on: cavewright serve --resume {path}", path=table.file.path))
    return 0


def _table(
    spec: str,
    players: int | None,
    names: tuple[str, ...],
    bots: tuple[str, ...],
    seed: int | None,
    resume: Path | None,
    file: Path | None,
    settings: Mapping[str, str],
    lang: str,
) -> Table:
    """A new table, one that was left, or one with a match that was saved."""
    from ..web.match_file import is_match_file
    from ..web.table import Table

    if resume is not None and (settings or names or players is not None):
        raise SeatError("a saved match has its own players and options: leave out --players and --set")
    if resume is not None and is_match_file(resume):
        table = Table.resume(resume, partial(_rules, spec))
        if bots:
            for seat, bot in enumerate(filled(bots, len(table.match.names))):
                table.bots[seat] = bot
        return table
    if resume is not None:
        match, kept = read_match(resume, spec)
        seats = Seats(match.names, filled(bots, len(match.names)) if bots else kept)
    else:
        game = load_game(spec, options=settings)
        seats = seats_for(game, players, names, bots, lang)
        match = Match(game, seats.names, seed)
    path = file or user_data_path("cavewright") / "matches" / f"{match.game.id}-{secrets.token_hex(4)}.match"
    return Table.new(match, seats.bots, path, spec)


def _rules(spec: str, ruleset: str, overlays: list[str], options: dict[str, Any]) -> Game:
    """The rules of a match that was left: those that are named, or those that it names."""
    return rules_named(spec, ruleset, overlays, options) if spec else load_game(ruleset, overlays, options)


def hosts_of(host: str) -> frozenset[str]:
    """The names by which a server may be called, besides addresses in digits and `localhost`."""
    name = socket.gethostname().lower()
    return frozenset({host.lower()} | ({name, f"{name}.local"} if host in EVERYBODY else set()))


def _said(table: Table, host: str, port: int, is_opened: bool, lang: str) -> None:
    """Where the table is, and the links of its seats."""
    phrase = texts(lang).phrase
    shown = socket.gethostname() if host in EVERYBODY else f"[{host}]" if ":" in host else host
    start = f"http://{shown}:{port}/t/"
    own = f"http://localhost:{port}/t/{table.links.host}/" if host in EVERYBODY else f"{start}{table.links.host}/"
    say(
        phrase(
            "{title}. The page is there until Ctrl-C.",
            title=table.match.game.wording(lang).text("ruleset", table.match.game.title),
        )
    )
    say(phrase("  play here, every seat of a person: {link}", link=own))
    for name, bot, token in zip(table.match.names, table.bots, table.links.seats, strict=True):
        if not bot:
            say(phrase("  the seat of {name}: {link}", name=name, link=f"{start}{token}/"))
    say(phrase("  to watch: {link}", link=f"{start}{table.links.watch}/"))
    say(phrase("Every action is written to {path} before it is acknowledged.", path=table.file.path))
    if host in EVERYBODY:
        say(phrase("Everybody in your network who has a link can open it; nothing is encrypted on the way."))
    elif host not in ("127.0.0.1", "localhost", "::1"):
        say(phrase("Whoever reaches {host} and has a link can open it; nothing is encrypted on the way.", host=host))
    else:
        say(phrase("Only this machine reaches it; --host 0.0.0.0 opens it to your network."))
    if is_opened:
        webbrowser.open(own)
