"""Command `serve`, as it is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .arguments import Language, LastSeats, MatchSeed, Seated, SetOptions, argument, option, players_of, whole, words
from .rules_argument import settings_of


def serve_command(
    specs: Annotated[
        list[str] | None,
        argument(
            "RULESET",
            help="What is played; without one a hall opens, where tables are set up. For other programs several, or all that there are.",
        ),
    ] = None,
    stdio: Annotated[bool, option("--stdio", help="JSON-RPC 2.0 on the standard streams, one message a line.")] = False,
    socket: Annotated[
        Path | None, option("--socket", "PATH", help="JSON-RPC 2.0 for many clients, on a socket that is made there.")
    ] = None,
    mcp: Annotated[
        bool, option("--mcp", help="The Model Context Protocol on the standard streams; needs the extra `mcp`.")
    ] = False,
    players: Seated = "",
    bots: LastSeats = "",
    seed: MatchSeed = None,
    resume: Annotated[
        Path | None, option("--resume", "FILE", help="Go on with a match that was left, or with a save.")
    ] = None,
    file: Annotated[
        Path | None, option("--file", "FILE", help="Where the match is kept; of a hall, the folder of its matches.")
    ] = None,
    host: Annotated[
        str,
        option(
            "--host",
            "HOST",
            help="Where the page can be reached: only on this machine, or from your network (0.0.0.0).",
            show_default=True,
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, option("--port", "N", help="The port; 0 takes a free one.", show_default=True, parser=whole(0, 65535))
    ] = 8000,
    open_: Annotated[bool, option("--open", help="Open the page in your browser.")] = False,
    book: Annotated[str, option("--book", "URL", help="Where the book of the game is, for links to its rules.")] = "",
    set_: SetOptions = None,
    lang: Language = "en",
) -> int:
    """A page on which a match is played, or matches for other programs (--stdio) and language models (--mcp)."""
    if stdio + mcp + (socket is not None) > 1:
        raise typer.BadParameter("one of --stdio, --socket and --mcp")
    if stdio or mcp or socket is not None:
        from .serve import serve_mcp, serve_socket, serve_stdio

        if socket is not None:
            return serve_socket(specs or [], socket)
        return serve_mcp(specs or [], lang) if mcp else serve_stdio(specs or [])
    from .seats import MatchRequest
    from .web_page import serve_page

    if len(specs or ()) > 1:
        raise typer.BadParameter("say which ruleset to play, none, or --resume FILE", param_hint="RULESET")
    if not specs and resume is None and (players or bots or seed is not None or set_):
        raise typer.BadParameter("players, bots, a seed and options go with a ruleset", param_hint="RULESET")
    spec, settings = (specs or [""])[0], settings_of(set_)
    wanted = MatchRequest(spec, *players_of(players), words(bots), seed, resume, settings, lang)
    return serve_page(wanted, file, host, port, open_, book)
