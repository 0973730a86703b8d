"""Diagnostics as values: what is wrong, where, and what would mend it. Rendering stands in `render`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache, partial
from typing import Literal, Protocol, TypeAlias

from .source_file import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Label:
    """A place that belongs to a diagnostic, with a few words on why.

    >>> import cavewright as cw
    >>> try:
    ...     cw.load_rules({"mine.cave": 'ruleset mine 1.0 "Mine"\\n    language 9'})
    ... except cw.RulesetError as error:
    ...     print(error.diagnostics[0].labels[0].span.line)
    2
    """

    span: Span
    text: str = ""


@dataclass(frozen=True)
class Diagnostic:
    """One finding. `message` makes sense alone; `labels[0]` is the guilty place, further labels may lie in any file.

    `code` is stable: C01xx reading, C02xx names, C03xx overlays, C04xx types and ranges, C05xx rule logic,
    C06xx limits, C07xx translations, C09xx while playing, C1001 machine code. `help` is one line that can be acted on.

    >>> import cavewright as cw
    >>> try:
    ...     cw.load_rules({"mine.cave": 'ruleset mine 1.0 "Mine"'})
    ... except cw.RulesetError as error:
    ...     print(error.diagnostics[0].code, error.diagnostics[0].severity)
    C0311 error
    """

    code: str
    message: str
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    severity: Severity = "error"

    @property
    def span(self) -> Span | None:
        """The guilty place; none only for findings about no file at all."""
        return self.labels[0].span if self.labels else None

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}"


class Spanned(Protocol):
    """Anything with a span: a node, an expression, a clause."""

    @property
    def span(self) -> Span: ...


Diagnostics: TypeAlias = Iterator[Diagnostic]
"""Findings, as they are made one after another."""
Where: TypeAlias = Span | Spanned
"""A place, or what stands there."""


def at(
    code: str,
    message: str,
    place: Where,
    label: str = "",
    *,
    help: str = "",
    more: Sequence[Label] = (),
    notes: Sequence[str] = (),
    severity: Severity = "error",
) -> Diagnostic:
    """A diagnostic with its main label; the shape nearly all of them have."""
    span = place if isinstance(place, Span) else place.span
    return Diagnostic(code, message, (Label(span, label), *more), tuple(notes), help, severity)


warning = partial(at, severity="warning")
"""The same, of what does not forbid playing."""


NEAR = 3
"""Words that are tried before one is offered."""


def nearest(word: str, known: Iterable[str], works: Callable[[str], bool] = bool) -> str:
    """The known word most like `word` of those that work in its place, or "" when none is near.

    >>> nearest("climd", ["walk", "climb"]), nearest("climd", ["climbs", "climb"], lambda each: each != "climb")
    ('climb', 'climbs')
    """
    return next(filter(works, _close_matches(word, tuple(sorted(known)))), "")


@lru_cache(maxsize=64)
def _close_matches(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The known words most like `word`; a constant that is gone is looked for at each line that names it."""
    return tuple(get_close_matches(word, known, n=NEAR, cutoff=0.6))


LISTED = 8
"""Names that a help line lists."""


def most_alike(word: str, known: Iterable[str]) -> list[str]:
    """The known names in their order, or of many those that are most like a word, the nearest first.

    >>> most_alike("climd", ["walk", "climb"]), most_alike("z9", [f"{letter}{n}" for n in range(5) for letter in "az"])[:2]
    (['walk', 'climb'], ['z0', 'z1'])
    """
    names = list(dict.fromkeys(known))
    if len(names) <= LISTED:
        return names
    return sorted(names, key=lambda each: -SequenceMatcher(None, word, each).ratio())[:LISTED]


def list_names(word: str, known: Iterable[str]) -> str:
    """A help line that lists the known names; of many those that are most like a word."""
    names = list(dict.fromkeys(known))
    listed = ", ".join(f"`{each}`" for each in most_alike(word, names))
    return f"there are: {listed}" if len(names) <= LISTED else f"of {len(names)} the nearest are: {listed}"


def did_you_mean(word: str, known: Iterable[str], works: Callable[[str], bool] = bool) -> str:
    """A help line that offers the nearest known word of those that work, or ""."""
    found = nearest(word, known, works)
    return f"did you mean `{found}`?" if found and found != word else ""


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Only those that forbid playing."""
    return tuple(each for each in diagnostics if each.severity == "error")
