"""Company of a table as a guest sees it: chat, clock, and ways on behind the end."""

from __future__ import annotations

from bisect import bisect_right

from ...foundation.source.frozen import frozen
from ...foundation.texts import texts
from .company_texts import COMPANY
from .page_values import Page
from .table import Guest, Table
from .table_card import fresh_token

MOST_LINES = 40
"""Lines of the chat that a page shows."""


@frozen
class Line:
    """One line of the chat: who said it, `seat` -1 for the host; at which position that the viewer may look at."""

    seat: int
    name: str
    text: str
    position: int


@frozen
class TimeLeft:
    """The time of one seat; `up` says that it is over, `runs` that it is running out now."""

    seat: int
    name: str
    seconds: int
    words: str
    runs: bool
    up: bool


@frozen
class CompanyPage:
    """All of it. `at_end` is a label for each seat whose time is up, for the host; `next` is the word of the viewer's link
    to the rematch."""

    lines: tuple[Line, ...]
    may_say: bool
    has_chat: bool
    clock: tuple[TimeLeft, ...]
    at_end: tuple[tuple[int, str], ...]
    words: tuple[str, ...]
    over: bool
    may_rematch: bool
    next: str
    hall: str
    waits: bool
    """Tells a page to look whether the table has changed."""
    form: str
    """The word of the form of the chat: what is sent twice is said once."""


def company_of(table: Table, guest: Guest, page: Page, lang: str) -> CompanyPage:
    """Returns the company of a table as a guest sees it."""
    said, company, names = texts(lang), table.company, page.names
    card = company.card
    positions = table.shown.told_to(guest.seat) if company.agreement.chat else ()
    lines = tuple(
        Line(each.seat, each.name, each.text, max(0, bisect_right(positions, each.at) - 1))
        for each in card.said[-MOST_LINES:]
    )
    clock = () if table.is_over else tuple(_times(table, names))
    is_host = guest.role == "host"
    label = COMPANY[f"let_{company.agreement.at_end}"]
    ups = tuple((each.seat, said.phrase(label, name=each.name)) for each in clock if each.up and each.runs)
    words = [said.phrase(COMPANY["time_is_up"], name=each.name) for each in clock if each.up and each.runs]
    words += [said.phrase(COMPANY["resigned"], name=names[n]) for n in card.resigned]
    if table.is_over and card.resigned:
        left = [name for n, name in enumerate(names) if n not in card.resigned]
        words += [said.phrase(COMPANY["left_over"], name=said.both(left))] if left else []
    return CompanyPage(
        lines if company.agreement.chat else (),
        guest.role != "watch",
        company.agreement.chat,
        clock,
        ups if is_host else (),
        tuple(words),
        table.is_over,
        is_host and table.is_over and bool(company.hall) and not card.next,
        card.next.get(guest.token, ""),
        company.hall if is_host else "",
        not table.is_over or company.agreement.chat or bool(company.hall and not card.next),
        fresh_token(),
    )


def _times(table: Table, names: tuple[str, ...]) -> list[TimeLeft]:
    found = []
    for seat, name in enumerate(names):
        left = table.company.seconds_left(seat)
        if left is not None and not table.bots[seat]:
            seconds = int(left)
            found.append(TimeLeft(seat, name, seconds, clock_words(seconds), table.company.is_running(seat), left <= 0))
    return found


def clock_words(seconds: int) -> str:
    """Returns a time as clocks show it.

    >>> clock_words(754), clock_words(3_600), clock_words(-5)
    ('12:34', '1:00:00', '0:00')
    """
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
