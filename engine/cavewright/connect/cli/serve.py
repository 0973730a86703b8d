"""`serve`: matches for other programs, by lines of JSON-RPC, and for language models, by the Model Context Protocol."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ..serve.json_rpc import serve as serve_lines
from ..serve.sessions import Sessions
from .command_group import close_quietly


def serve_stdio(specs: Sequence[str]) -> int:
    """Answers the lines of the standard input on the standard output until the input ends; the exit status."""
    out = sys.stdout.buffer

    def send(line: str) -> None:
        out.write(line.encode("utf-8") + b"\n")
        out.flush()

    try:
        serve_lines(sys.stdin.buffer, send, Sessions(specs))
        out.flush()
    except BrokenPipeError:
        close_quietly()
    return 0


def serve_socket(specs: Sequence[str], path: Path) -> int:
    """Answers the lines of many clients on a socket until Ctrl-C; the exit status. Raises OSError."""
    from ..serve.unix_socket import LineServer

    server = LineServer(path, Sessions(specs))
    with suppress(KeyboardInterrupt):
        try:
            server.serve_clients()
        finally:
            server.close()
    return 0


def serve_mcp(specs: Sequence[str], lang: str) -> int:
    """Serves a language model on the standard streams until the client leaves; the exit status."""
    sessions = Sessions(specs)
    try:
        from ..serve.mcp_server import mcp_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "anyio"):
            raise
        message = "`serve --mcp` needs the package `mcp`; it comes with `pip install cavewright[mcp]`"
        raise ValueError(message) from None
    mcp_server(sessions, lang).run("stdio")
    return 0


def serve_editor(lang: str) -> int:
    """Serves an editor on the standard streams until it leaves; the exit status."""
    try:
        from ..editor.bounded_messages import BoundedMessages
        from ..editor.language_server import rule_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attrs"):
            raise
        message = "`lsp` needs the package `pygls`; it comes with `pip install cavewright[lsp]`"
        raise ValueError(message) from None
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    with os.fdopen(os.dup(0), "rb") as typed, os.fdopen(os.dup(1), "wb") as shown, suppress(ValueError):
        rule_server(lang).start_io(BoundedMessages(typed), shown)
    return 0


def serve_debugger(lang: str) -> int:
    """Serves a debugger on the standard streams until it leaves; the exit status."""
    from ..editor.debug_adapter import serve_debugger as serve_streams

    with os.fdopen(os.dup(0), "rb") as typed, os.fdopen(os.dup(1), "wb") as shown, suppress(BrokenPipeError):
        serve_streams(typed, shown)
    return 0
