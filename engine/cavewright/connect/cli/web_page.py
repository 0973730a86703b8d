"""`serve`: a page at which a match is played, or the hall where tables are set up."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_data_path

from ...foundation.texts import texts, translatable
from ...play.loading.load import load_game
from ...play.loading.opened_rules import open_rules
from ...play.states.game import Game
from .match_files import rules_named
from .output import say
from .seats import MatchRequest, fill_seats

if TYPE_CHECKING:
    from ..hall.tables import Tables
    from ..web.table import Table

MISSING = translatable("The page needs the extra `web`: pip install 'cavewright[web]'")
EVERYBODY = ("0.0.0.0", "::")


def serve_page(wanted: MatchRequest, file: Path | None, host: str, port: int, is_opened: bool, book: str = "") -> int:
    """Serves a match, or without one the hall, until Ctrl-C; the exit status. Raises ValueError and OSError for rules, files, names and addresses
    that will not do, and where the extra is missing."""
    phrase = texts(wanted.lang).phrase
    if book and not book.startswith(("https://", "http://")):
        raise ValueError(phrase("{address} is no address; it begins with https://", address=book))
    try:
        from ..hall.server import HallServer
        from ..hall.tables import Tables
        from ..web.running import listening, serve
    except ImportError:
        raise ValueError(phrase(MISSING)) from None
    try:
        at = listening(host, port)
    except (OSError, OverflowError) as error:
        raise ValueError(phrase("{host}, port {port}: {why}", host=host, port=port, why=str(error))) from None
    own_port = at.getsockname()[1]
    table = _table(wanted, file) if wanted.spec or wanted.resume is not None else None
    try:
        tables = Tables(file if table is None and file is not None else folder_of_matches())
    except BaseException:
        if table is not None:
            table.close()
        raise
    if table is not None:
        tables.adopt(table)
    server = HallServer(
        tables, hosts_of(host), wanted.lang if wanted.lang != "en" else "", book, public_start(host, own_port)
    )
    ready = (
        partial(_print_address, table, host, own_port, is_opened, wanted.lang)
        if table is not None
        else partial(_print_hall, tables, host, own_port, is_opened, wanted.lang)
    )
    with suppress(KeyboardInterrupt):
        serve(server, at, ready)
    if table is not None:
        say(phrase("The match is kept. To go on: cavewright serve --resume {path}", path=table.file.path))
    else:
        say(phrase("All matches are kept. To go on: cavewright serve"))
    return 0


def folder_of_matches() -> Path:
    """Returns the folder in which matches are kept."""
    return user_data_path("cavewright") / "matches"


def public_start(host: str, port: int) -> str:
    """Returns the beginning of links that other machines can open, as an address in digits; "" where only this one reaches
    the server, or no address is known."""
    if host not in EVERYBODY:
        return ""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: the system only says from where it would send
        address = probe.getsockname()[0]
        return "" if address.startswith("127.") else f"http://{address}:{port}"
    return ""


def _table(wanted: MatchRequest, file: Path | None) -> Table:
    """A new table, one that was left, or one with a match that was saved."""
    from ..host.match_file import is_match_file
    from ..web.row_icons import RowIcons
    from ..web.table import Table

    if wanted.save_to_resume is not None and is_match_file(wanted.save_to_resume):
        table = Table.resume(wanted.save_to_resume, partial(_rules, wanted.spec))
        if wanted.bots:
            try:
                table.seat_bots(fill_seats(wanted.bots, len(table.match.names)))
            except BaseException:
                table.close()
                raise
        return table
    match, seats = wanted.match()
    if wanted.spec:
        RowIcons(open_rules(wanted.spec, {}, wanted.lang)).require()
    path = file or folder_of_matches() / f"{match.game.id}-{secrets.token_hex(4)}.match"
    return Table.new(match, seats.bots, path, wanted.spec)


def _rules(spec: str, ruleset: str, overlays: list[str], options: dict[str, Any]) -> Game:
    """The rules of a match that was left: those that are named, or those that it names."""
    return rules_named(spec, ruleset, overlays, options) if spec else load_game(ruleset, overlays, options)


def hosts_of(host: str) -> frozenset[str]:
    """The names by which a server may be called, besides addresses in digits and `localhost`."""
    name = socket.gethostname().lower()
    return frozenset({host.lower()} | ({name, f"{name}.local"} if host in EVERYBODY else set()))


def _print_address(table: Table, host: str, port: int, is_opened: bool, lang: str) -> None:
    """Prints the address of the table, and the links of its seats."""
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
    _print_reach(host, lang)
    if is_opened:
        webbrowser.open(own)


def _print_hall(tables: Tables, host: str, port: int, is_opened: bool, lang: str) -> None:
    """Prints the address of the hall."""
    phrase = texts(lang).phrase
    shown = "localhost" if host in EVERYBODY else f"[{host}]" if ":" in host else host
    own = f"http://{shown}:{port}/h/{tables.link}/"
    say(phrase("A table for tonight. The page is there until Ctrl-C."))
    say(phrase("  choose a game and invite: {link}", link=own))
    if public := public_start(host, port):
        say(phrase("  the same from another machine: {link}", link=f"{public}/h/{tables.link}/"))
    say(phrase("Matches are kept in {path}.", path=tables.folder))
    _print_reach(host, lang)
    if is_opened:
        webbrowser.open(own)


def _print_reach(host: str, lang: str) -> None:
    """Prints who can reach the server."""
    phrase = texts(lang).phrase
    if host in EVERYBODY:
        say(phrase("Everybody in your network who has a link can open it; nothing is encrypted on the way."))
    elif host not in ("127.0.0.1", "localhost", "::1"):
        say(phrase("Whoever reaches {host} and has a link can open it; nothing is encrypted on the way.", host=host))
    else:
        say(phrase("Only this machine reaches it; --host 0.0.0.0 opens it to your network."))
