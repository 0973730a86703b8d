"""Running of a server until it is told to stop, with as many connections as the machine allows."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn

from .connections import Limits, connections
from .server import Server

MOST_AT_ONCE = 4_000
"""Connections that are answered at once; who comes then is told to come again."""
MOST_FILES = 8_192
LIMITS = Limits()


def listening(host: str, port: int) -> socket.socket:
    """A socket at which the server is called; port 0 takes one that is free. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(2048)
    except BaseException:
        made.close()
        raise
    return made


def run(server: Server, at: socket.socket, ready: Callable[[], Any] = lambda: None, limits: Limits = LIMITS) -> None:
    """Answers until it is told to stop (Ctrl-C), which it passes on as KeyboardInterrupt; bots play meanwhile."""
    _allow_many()
    config = uvicorn.Config(
        server.application(),
        http=connections(limits),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_keep_alive=int(limits.idle) + 5,
        timeout_graceful_shutdown=2,
    )
    server.table.start()
    try:
        ready()
        uvicorn.Server(config).run(sockets=[at])
    finally:
        server.table.close()
        at.close()


def _allow_many() -> None:
    """Lets this process hold as many connections as the machine allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
