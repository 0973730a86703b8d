"""Filter of requests: it rejects foreign origins, unknown hosts, and bodies too large or too slow, and sets the
security headers."""

from __future__ import annotations

import asyncio
import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...foundation.texts import languages, texts
from .texts import REFUSED

LARGEST = 64 * 1024
LONGEST_ADDRESS = 4_000
PATIENCE = 10.0
"""Seconds in which what is sent has to arrive."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; script-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}


class Refused(Exception):
    """A request that is answered by a sentence: its status, and which sentence."""

    def __init__(self, status: int, what: str, why: str = "") -> None:
        super().__init__(what)
        self.status, self.what, self.why = status, what, why


class RequestFilter:
    """Looks at every request before the application does."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], lang: str = "") -> None:
        self.app, self.hosts, self.lang = app, hosts, lang

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self.look(scope)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if refused is None:
            await self.app(scope, receive, answer)
        else:
            word = texts(language_of(Request(scope), self.lang)).phrase(REFUSED[refused[1]])
            await PlainTextResponse(f"{word}\n", refused[0])(scope, receive, answer)

    def look(self, scope: Scope) -> tuple[int, str] | None:
        """Status, and which sentence is said against a request; or none."""
        headers = Headers(scope=scope)
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, "long"
        if not self.is_host(headers.get("host", "")):
            return 421, "host"
        if scope["method"] not in ("GET", "HEAD") and self.is_foreign(headers):
            return 403, "foreign"
        return None

    def is_host(self, host: str) -> bool:
        """Tells if the server goes by a name: an address in digits, which no other site can take, or one of its own."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if name in self.hosts or name == "localhost":
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    @staticmethod
    def is_foreign(headers: Headers) -> bool:
        """Tells if a browser says that another site sends this."""
        site = headers.get("sec-fetch-site", "")
        origin = headers.get("origin", "")
        if site and site not in ("same-origin", "none"):
            return True
        return bool(origin) and origin != "null" and urlsplit(origin).netloc != headers.get("host", "")


def language_of(request: Request, own: str) -> str:
    """The language that is asked for: by the address, by the host, by the browser."""
    accepted = [
        part.partition(";")[0].strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")
    ]
    for lang in (request.query_params.get("lang", ""), own, *accepted[:20]):
        if lang and (lang == own or lang in languages()):
            return lang
    return "en"


async def body_of(request: Request) -> bytes:
    """Returns the body of a request, if it is small and arrives in time. Raises Refused."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:12]) > LARGEST:
        raise Refused(413, "large")
    found = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                found += part
                if len(found) > LARGEST:
                    raise Refused(413, "large")
    except TimeoutError:
        raise Refused(408, "slow") from None
    except ClientDisconnect:
        raise Refused(400, "slow") from None
    return bytes(found)
