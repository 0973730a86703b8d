"""Viewers of requests: a hook that names the player of a match by whom a request was made, and links as the example."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest
from typing import TypeAlias

from starlette.requests import Request

from .refusal import Refusal
from .store import Beginning, digest_key

NameViewer: TypeAlias = Callable[[Request, Beginning], int | None]
"""A function that names the player of a match by whom a request was made, or None for a spectator; it raises Refusal
(with 401 or 403) for whoever may not even watch. Threads call it."""
MayBegin: TypeAlias = Callable[[Request], None]
"""A function that raises Refusal where whoever made a request may not begin a match."""


def viewer_of_key(request: Request, beginning: Beginning) -> int | None:
    """Names the player whose key a request has, in its header (`Authorization: Bearer KEY`) or its link (`?key=KEY`);
    a spectator without one."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    key = key if kind.lower() == "bearer" else request.query_params.get("key", "")
    if not key:
        return None
    digest = digest_key(key)
    found = [seat for seat, each in enumerate(beginning.keys) if compare_digest(each, digest)]
    if not found:
        raise Refusal(403, "viewer", "this is no key of this match")
    return found[0]


def anybody_may_begin(request: Request) -> None:
    """Lets anybody begin a match."""
