"""Running of a server until it is told to stop, with as many connections as the machine allows."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

import uvicorn
from starlette.types import ASGIApp

from .connections import Limits, connections

MOST_FILES = 8_192
OWN_FILES = 64
"""Open files that a server needs besides its connections."""
LIMITS = Limits()


class Served(Protocol):
    """One table, or a hall with many."""

    def application(self) -> ASGIApp:
        """Returns the application that answers requests."""

    def start(self) -> None:
        """Lets bots play."""

    def close(self) -> None:
        """Ends bots, and closes all files."""


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


def serve(server: Served, at: socket.socket, ready: Callable[[], Any] = lambda: None, limits: Limits = LIMITS) -> None:
    """Answers until it is told to stop (Ctrl-C), which it passes on as KeyboardInterrupt; bots play meanwhile."""
    together = max(1, min(limits.together, _allow_many() - OWN_FILES))
    limits = replace(limits, together=together, strangers=min(limits.strangers, (together + 1) // 2))
    config = uvicorn.Config(
        server.application(),
        http=connections(limits),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=int(limits.idle) + 5,
        timeout_graceful_shutdown=2,
    )
    server.start()
    try:
        ready()
        uvicorn.Server(config).run(sockets=[at])
    finally:
        server.close()
        at.close()


def _allow_many() -> int:
    """Lets this process hold as many connections as the machine allows; returns how many files it may have open."""
    try:
        import resource
    except ImportError:  # pragma: no cover - not on this system
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):
        return int(soft)
    return wanted
