"""Stores the verdicts of the last falsification of a game, so that an editor can show which examples notice a line, and
those of a run that was interrupted.

Verdicts about one line are put together. A run of some lines replaces those lines alone, and each says under which rules
it was judged: a reader tells by that hash if the rules have changed since.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from ...foundation.source.frozen import frozen
from ...foundation.storage import cache
from ...play.states.game import Game
from .verdicts import MARKED, NOTICED, SAME, Falsification, Verdict

FORMAT = "falsified 1"


@frozen
class JudgedClause:
    """Verdict about a line of rules: the hash of the rules under which it was broken, how many mutants it had, how many
    of these nobody notices, and the examples that noticed the others.

    Of each mutant the first example that notices it is known, so there may be more.
    """

    hash: str
    mutants: int
    open: int
    equivalent: int
    examples: tuple[str, ...]


def clause_key(rule: str, text: str) -> str:
    """The key of a line: the declaration in which it stands, and its text, whatever spaces it has.

    >>> clause_key("action buy", "    few: require  goods[g] < 2")
    'action buy: few: require goods[g] < 2'
    """
    return f"{rule}: {' '.join(text.split())}"


def write_last_run(found: Falsification) -> None:
    """Stores what was found about each line. A run of all lines takes the place of what was stored before."""
    known = {} if found.is_whole else dict(read_last_run(found.game))
    known |= summarise_clauses(found.hash, found.verdicts)
    content = {key: [each.hash, each.mutants, each.open, each.equivalent, each.examples] for key, each in known.items()}
    cache.write(_storage_key(found.game), json.dumps(content, ensure_ascii=False).encode())


def read_last_run(game: str) -> Mapping[str, JudgedClause]:
    """By the key of a line what the last falsification of a game found about it, by the id of the game with those of its
    overlays; nothing where there was none."""
    stored = cache.read(_storage_key(game))
    if stored is None:
        return {}
    content: Mapping[str, Any] = json.loads(stored)
    return {
        key: JudgedClause(hash, mutants, open_, equivalent, tuple(examples))
        for key, (hash, mutants, open_, equivalent, examples) in content.items()
    }


def summarise_clauses(hash: str, verdicts: Iterable[Verdict]) -> Mapping[str, JudgedClause]:
    """Verdicts about the same line put together, by its key."""
    by_clause: dict[str, list[Verdict]] = {}
    for each in verdicts:
        by_clause.setdefault(clause_key(each.rule, each.text), []).append(each)
    return {
        key: JudgedClause(
            hash,
            len(found),
            sum(each.is_open for each in found),
            sum(each.fate in (SAME, MARKED) for each in found),
            tuple(dict.fromkeys(each.by for each in found if each.fate == NOTICED)),
        )
        for key, found in by_clause.items()
    }


# ---- a run that was interrupted --------------------------------------------------------------------------------------


def run_key(game: Game, lines: object, most: int) -> str:
    """The key of a run: it stands for the rules, the examples, the lines that are broken and the length of searches."""
    texts = (each.span.text for each in game.examples)
    return cache.key_of((FORMAT, cache.program(), game.hash, repr(lines), str(most), *texts))


def write_interrupted(key: str, found: Falsification) -> None:
    """Stores the verdicts of a run that was interrupted, so that the next one goes on from there; none of one that was
    not."""
    verdicts = [] if found.is_complete else [asdict(each) for each in found.verdicts]
    if verdicts or read_interrupted(key):
        cache.write(key, json.dumps(verdicts, ensure_ascii=False).encode())


def read_interrupted(key: str) -> list[Verdict]:
    """The verdicts of a run that was interrupted; none where there was none."""
    stored: list[dict[str, Any]] = json.loads(cache.read(key) or "[]")
    pairs = ((each, tuple((name, word) for name, word in each["options"])) for each in stored)
    return [Verdict(**{**each, "options": options}) for each, options in pairs]


def _storage_key(game: str) -> str:
    return cache.key_of((FORMAT, game))
