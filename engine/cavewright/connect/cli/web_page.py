"""`serve`: a page at which a match is played."""

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
from ...play.states.game import Game
from .match_files import rules_named
from .output import say
from .seats import MatchRequest, fill_seats

if TYPE_CHECKING:
    from ..web.table import Table

MISSING = translatable("The page needs the extra `web`: pip install 'cavewright[web]'")
EVERYBODY = ("0.0.0.0", "::")


def serve_page(wanted: MatchRequest, file: Path | None, host: str, port: int, is_opened: bool, book: str = "") -> int:
    """Serves a match until Ctrl-C; the exit status. Raises ValueError and OSError for rules, files, names and addresses
    that will not do, and where the extra is missing."""
    phrase = texts(wanted.lang).phrase
    if book and not book.startswith(("https://", "http://")):
        raise ValueError(phrase("{address} is no address; it begins with https://", address=book))
    try:
        from ..web.running import listening, serve
        from ..web.server import Server
    except ImportError:
        raise ValueError(phrase(MISSING)) from None
    try:
        at = listening(host, port)
    except (OSError, OverflowError) as error:
        raise ValueError(phrase("{host}, port {port}: {why}", host=host, port=port, why=str(error))) from None
    table = _table(wanted, file)
    server = Server(table, hosts_of(host), wanted.lang if wanted.lang != "en" else "", book)
    with suppress(KeyboardInterrupt):
        serve(server, at, partial(_print_address, table, host, at.getsockname()[1], is_opened, wanted.lang))
    say(phrase("The match is kept. To go on: cavewright serve --resume {path}", path=table.file.path))
    return 0


def _table(wanted: MatchRequest, file: Path | None) -> Table:
    """A new table, one that was left, or one with a match that was saved."""
    from ..host.match_file import is_match_file
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
    path = file or user_data_path("cavewright") / "matches" / f"{match.game.id}-{secrets.token_hex(4)}.match"
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
    if host in EVERYBODY:
        say(phrase("Everybody in your network who has a link can open it; nothing is encrypted on the way."))
    elif host not in ("127.0.0.1", "localhost", "::1"):
        say(phrase("Whoever reaches {host} and has a link can open it; nothing is encrypted on the way.", host=host))
    else:
        say(phrase("Only this machine reaches it; --host 0.0.0.0 opens it to your network."))
    if is_opened:
        webbrowser.open(own)
