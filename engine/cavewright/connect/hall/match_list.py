"""List of the tables of a hall: who plays what, how it stands or ended, when something was done last."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Literal

from babel.dates import format_timedelta

from ...foundation.source.frozen import frozen
from ...foundation.storage import cache
from ...foundation.texts import Texts, texts
from ...play.matches.match import SaveError
from ...play.states.preview import standings
from ..web.table import Table
from .offers import Offers, rules_words
from .tables import Tables
from .texts import HALL

MOST_LISTED = 40
MOST_READ = 2
"""Matches that were not looked at before and are played through for one list; of the others it says who plays."""


@frozen
class Standing:
    """Standing of a match: whether it is over, who is to act, and the points of all."""

    over: bool
    acting: tuple[int, ...]
    points: tuple[int, ...]


@frozen
class Listed:
    """One line of the list. `link` is the word of the link of the host."""

    id: str
    title: str
    names: tuple[str, ...]
    stage: Literal["waits", "going", "over"]
    said: str
    link: str


def list_tables(tables: Tables, offers: Offers, lang: str) -> tuple[Listed, ...]:
    """Returns the tables at which something was done last, the latest first."""
    said, budget, found = texts(lang), MOST_READ, []
    for id in islice(tables.ids(), MOST_LISTED):
        card = tables.companies[id].card
        title = rules_words(card.rules, offers, lang)
        names = tuple(each.name for each in card.chairs)
        if not tables.has_begun(id):
            found.append(Listed(id, title, names, "waits", said.phrase(HALL["waits"]), card.links.host))
            continue
        stood, cost = standing_of(tables, id, budget)
        budget -= cost
        ago = _ago(tables.path(id), lang)
        if stood is None:
            found.append(Listed(id, title, names, "going", ago, card.links.host))
            continue
        words = " · ".join(filter(None, (_stand_words(stood, names, card.resigned, said), ago)))
        found.append(Listed(id, title, names, "over" if stood.over else "going", words, card.links.host))
    return tuple(found)


def standing_of(tables: Tables, id: str, budget: int) -> tuple[Standing | None, int]:
    """Returns how a match stands, and how many matches were played through for that: of one that is not open and was not
    looked at since it last went on only if the budget allows it."""
    table = tables.open_table(id)
    if table is not None:
        return standing_at(table), 0
    try:
        stat = tables.path(id).stat()
    except OSError:
        return None, 0
    key = cache.key_of(
        ["standing of a match", cache.program(), str(tables.path(id)), f"{stat.st_size} {stat.st_mtime_ns}"]
    )
    kept = cache.read(key)
    if kept is not None:
        with suppress(ValueError, TypeError, KeyError):
            read = json.loads(kept)
            return Standing(bool(read["over"]), tuple(read["acting"]), tuple(read["points"])), 0
    if not budget:
        return None, 0
    try:
        table = Table.resume(tables.path(id), tables.load)
    except (SaveError, OSError, ValueError):
        return None, 1
    try:
        found = standing_at(table)
    finally:
        table.close()
    cache.write(key, json.dumps({"over": found.over, "acting": found.acting, "points": found.points}).encode())
    return found, 1


def standing_at(table: Table) -> Standing:
    """Returns how the match of a table stands, as those see it who only watch."""
    with table.lock:
        state = table.match.state
        points = {each.player: each.points for each in standings(state, None)}
        everybody = range(len(state.names))
        told = tuple(points[n] for n in everybody) if len(points) == len(everybody) else ()
        return Standing(table.is_over, () if table.is_over else tuple(state.active_players), told)


def _stand_words(stood: Standing, names: tuple[str, ...], resigned: tuple[int, ...], said: Texts) -> str:
    """Returns the points of a match that is over, otherwise who is to act."""
    if stood.over:
        gone = [said.phrase(HALL["resigned"], name=names[n]) for n in resigned if n < len(names)]
        points = ", ".join(f"{name} {each}" for name, each in zip(names, stood.points, strict=False))
        return " ".join((*gone, points or said.phrase(HALL["over"])))
    acting = [names[n] for n in stood.acting if n < len(names)]
    return said.phrase(HALL["to_move"], name=said.both(acting)) if acting else said.phrase(HALL["going"])


def _ago(path: Path, lang: str) -> str:
    with suppress(OSError, ValueError, LookupError):
        passed = timedelta(seconds=path.stat().st_mtime - time.time())
        return str(format_timedelta(passed, add_direction=True, locale=lang))
    return ""
