"""Socket of a server: many clients at once, each with lines of its own, and matches that all of them know."""

from __future__ import annotations

import os
import socket
import stat
import struct
import threading
from contextlib import suppress
from pathlib import Path

from .faults import REFUSED, Fault, as_json
from .json_rpc import serve
from .sessions import Sessions

MOST_CLIENTS = 64
"""Clients at once; another is told so and has to come again."""
PATIENCE = 30.0
"""Seconds in which a client takes what is answered; one that does not is left."""


class LineServer:
    """A server on a socket of the file system, which only its user may open."""

    def __init__(self, path: Path, sessions: Sessions, most: int = MOST_CLIENTS, patience: float = PATIENCE) -> None:
        """Begins to listen. Raises OSError, and where a server listens there already."""
        if not hasattr(socket, "AF_UNIX"):
            raise OSError("this system has no sockets in files; `serve --stdio` does the same for one program")
        self.path, self.sessions, self._patience = path, sessions, patience
        self._room = threading.Semaphore(most)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            _take_left_away(path)
            before = os.umask(0o177)
            try:
                self._socket.bind(str(path))
            finally:
                os.umask(before)
            self._socket.listen(128)
        except BaseException:
            self._socket.close()
            raise

    def serve_clients(self) -> None:
        """Serves clients until the server is closed."""
        while True:
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True, name="client").start()

    def close(self) -> None:
        """Ends listening, and takes the socket away."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self.path.unlink(missing_ok=True)

    def _serve(self, client: socket.socket) -> None:
        """Answers one client until it leaves."""

        def send(line: str) -> None:
            client.sendall(line.encode() + b"\n")

        seconds = struct.pack("@ll", int(self._patience), int(self._patience % 1 * 1_000_000))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, seconds)
        with client, suppress(OSError):
            if not self._room.acquire(blocking=False):
                fault = Fault(REFUSED, "limit", "there are as many clients as may be; come again later")
                send(as_json({"jsonrpc": "2.0", "id": None, "error": fault.data()}))
                return
            try:
                with client.makefile("rb") as lines:
                    serve(lines, send, self.sessions)
            finally:
                self._room.release()


def _take_left_away(path: Path) -> None:
    """Takes away the socket that a server has left which lives no more, and nothing else."""
    try:
        is_socket = stat.S_ISSOCK(path.lstat().st_mode)
    except FileNotFoundError:
        return
    if is_socket:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
            try:
                asked.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()
