"""Running of a server: connections that send nothing are closed, and there may be many of them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .server import Server

IDLE = 15.0
"""Seconds after which a connection is closed that has not sent a whole request."""
MOST_AT_ONCE = 4_000
"""Connections that are answered at once; who comes then is told to come again."""
MOST_FILES = 8_192


class Patient(H11Protocol):
    """HTTP on one connection, which is closed if no request comes."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.idle = self.loop.call_later(IDLE, self._close_idle)

    def _close_idle(self) -> None:
        """Closes what has never sent a whole head of a request."""
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.idle.cancel()
        super().connection_lost(exc)


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


def run(server: Server, at: socket.socket, ready: Callable[[], Any] = lambda: None) -> None:
    """Answers until it is told to stop (Ctrl-C), which it passes on as KeyboardInterrupt; bots play meanwhile."""
    _allow_many()
    config = uvicorn.Config(
        server.application(),
        http=Patient,
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_keep_alive=20,
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
