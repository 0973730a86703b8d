"""A step of play: what it collects, how much work it may be, and what carries it out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from ...foundation.source import Span
from ...foundation.texts import texts
from ...rules.check.limits import MOST_STEP
from ...rules.model import ruleset as m
from ...rules.model.types import EXACT
from .closures import Boards, Slots
from .effect_records import Effect

WORK_LIMIT = MOST_STEP
"""Work that one step of play may take, and work that listing the options of one decision may take."""
MOST_EFFECTS = 10_000
"""Effects of one step that are kept, the last ones; what is told of a step stands on them."""
MANY_EFFECTS = 2 * MOST_EFFECTS
"""Effects of a step that are not over yet, after which all but the last are forgotten."""
MOST_OPTIONS = 20_000
"""Options that a decision may have."""
MOST_DRAWS = 100_000
"""Times that chance may be due, one after the other, before somebody decides or it is over."""
MOST_TRIALS = 30
"""Menus within menus, of which all have to be tried before it is known whether the first can be offered."""


class Refused(Exception):
    """An effect cannot be carried out where a player chose it; carries the clause and the values. `decision` is where
    there was nothing to choose: its instruction, slots and boards, which are for nobody to see."""

    def __init__(
        self,
        clause: m.Clause,
        code: str,
        current: Any = None,
        needed: Any = None,
        unit: str = "",
        decision: tuple[int, list[Any], Any] | None = None,
    ) -> None:
        super().__init__(clause.name)
        self.clause, self.code, self.current, self.needed, self.unit = clause, code, current, needed, unit
        self.decision = decision
        self.fit: tuple[int, ...] = ()
        """A number that does not fit, and how much of it would."""


class WorkLimitError(ValueError):
    """A step of play, or listing the options of a decision, is more work than it may be.

    The work is counted as it is done. The state in which it happened stays as it is. `rule` is the rule that most of
    the work goes to, `file` and `line` say where it stands ("" and 0 where that is not known), `span` is the same for
    programs. `options` says that there are too many of them.
    """

    def __init__(self, rule: str = "", span: Span | None = None, options: bool = False) -> None:
        self.rule, self.span, self.options = rule, span, options
        self.file, self.line = (span.source.name, span.line) if span is not None else ("", 0)
        super().__init__(self.text())

    def text(self, lang: str = "en") -> str:
        """Returns the message as a sentence, in a language. Raises UnknownLanguage (a ValueError) for one in which
        there are no texts."""
        phrase = texts(lang).phrase
        limit = f"{MOST_OPTIONS if self.options else WORK_LIMIT:,}"
        said = (
            phrase("a decision has more than {limit} options", limit=limit)
            if self.options
            else phrase("the rules come to no decision within {limit} steps of work", limit=limit)
        )
        if self.span is None:
            return said
        return phrase(
            "{said}; most of it goes to `{rule}` ({place})", said=said, rule=self.rule, place=f"{self.file}:{self.line}"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rule, self.span, self.options)


class EndlessChanceError(WorkLimitError):
    """Chance is due again and again, and nobody decides: more than `MOST_DRAWS` times. The state from which that began stays
    as it is; `span`, `file` and `line` say where chance is due."""

    def text(self, lang: str = "en") -> str:
        """Returns the message as a sentence, in a language. Raises UnknownLanguage (a ValueError) for one in which
        there are no texts."""
        phrase = texts(lang).phrase
        said = phrase("chance is due more than {limit} times without a decision", limit=f"{MOST_DRAWS:,}")
        if self.span is None:
            return said
        return phrase("{said} ({place})", said=said, place=f"{self.file}:{self.line}")


class NumberError(WorkLimitError):
    """A number cannot be worked out, being beyond what is exact or divided by zero; or it does not `fit` where it is to be
    kept. The state in which that happened stays as it is; `span`, `file` and `line` say where it stands."""

    def __init__(self, span: Span | None = None, by_zero: bool = False, fit: tuple[int, ...] | None = None) -> None:
        self.by_zero, self.fit = by_zero, fit
        super().__init__("", span)

    def text(self, lang: str = "en") -> str:
        """Returns the message as a sentence, in a language. Raises UnknownLanguage (a ValueError) for one in which
        there are no texts."""
        phrase = texts(lang).phrase
        if self.fit == ():
            said = phrase("whatever is chosen, a number does not fit")
        elif self.fit is not None:
            said = unfit_words(self.fit, phrase)
        elif self.by_zero:
            said = phrase("a number is divided by zero")
        else:
            said = phrase("a number is beyond {limit}", limit=f"{EXACT:,}")
        return said if self.span is None else phrase("{said} ({place})", said=said, place=f"{self.file}:{self.line}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.span, self.by_zero, self.fit)


def unfit_words(fit: tuple[int, ...], phrase: Callable[..., str]) -> str:
    """Returns the words about a number and the bound that it does not keep to."""
    number, bound = fit
    if number < bound:
        return phrase("{number} would be left, and {bound} is the least possible", number=number, bound=bound)
    return phrase("{number} is due, and {bound} is possible", number=number, bound=bound)


def stop_unfit(run: Run, clause: m.Clause, refused: Refused, number: int, bound: int) -> None:
    """Stops where a number does not fit. Raises Refused where a player chose what is carried out, or where it is tried
    out; NumberError where the line is exact; else nothing: the number stops at its bound."""
    if clause.fit == "up to":
        return
    refused.fit = number, bound
    if run.strict or clause.fit and run.trials:
        raise refused
    if clause.fit:
        raise NumberError(clause.span, fit=(number, bound))


Log = list[Any]
"""What was changed, for it to be taken back: what was there, and its slot; for boards what was there (None: nothing),
its key, the dictionary."""


NOWHERE: Any = deque(maxlen=0)
"""Where effects are noted of which nobody wants to know."""


class Run:
    """Effects and work of one step of play, with the options that it found and the boards that are its own copies."""

    __slots__ = ("copies", "effects", "log", "options", "rounds", "strict", "trials", "work")

    def __init__(
        self,
        strict: bool = False,
        work: int = 0,
        trials: int = 0,
        effects: deque[Effect] | list[Effect] | None = None,
    ) -> None:
        self.strict, self.work = strict, work
        self.trials = trials
        self.effects: deque[Effect] | list[Effect] = deque(maxlen=MOST_EFFECTS) if effects is None else effects
        self.copies: set[int] | None = None
        self.options: list[Chosen] | None = None
        self.log: Log | None = None
        self.rounds: dict[int, Any] | None = None
        """Rounds of loops in this step, by the instruction at which each begins."""


new_run: Callable[..., Run] = object.__new__
"""Makes a run of which nothing is set yet."""
Step = Callable[[Slots, Boards, Run], int]
Stepped = tuple[Slots, Boards, Run]
Chosen = tuple[int, tuple[int, ...]]
"""An option of a decision: which of its kinds, with which values."""
Lister = Callable[..., list[Chosen]]
"""Takes slots, boards and, where its work is part of a step, the run."""
Gatherer = Callable[..., None]
"""Takes slots, boards, the list to put options into, the run or none, and whether one option is enough."""
STOP = -1
"""What a function gives where somebody has to decide."""


def count_things(h: Slots, meter: int, many: int) -> None:
    """Counts so many things that were looked at. Raises WorkLimitError where that is more than the budget."""
    h[meter] += many
    if h[meter] > WORK_LIMIT:
        raise WorkLimitError


def count_work(run: Run, many: int) -> None:
    """Counts so much work of a run. Raises WorkLimitError where that is more than the budget."""
    run.work += many
    if run.work > WORK_LIMIT:
        raise WorkLimitError


def trial_of(run: Run, strict: bool) -> Run:
    """Returns the run by which an option is tried out; its work goes on from that of whoever asks. Raises
    WorkLimitError for one within too many."""
    if run.trials >= MOST_TRIALS:
        raise WorkLimitError
    return Run(strict, run.work, run.trials + 1, NOWHERE)


def forget(run: Run) -> None:
    """Forgets all effects but the last, as many as are kept. In place it is done when the step is over."""
    if isinstance(run.effects, list) and run.log is None:
        del run.effects[:-MOST_EFFECTS]


def copy_on_write(s: Boards, at: int, run: Run) -> dict[int, Any]:
    """Returns a board's dictionary to write in: a copy that the step makes at its first write."""
    if run.copies is None:
        run.copies = set()
    if at not in run.copies:
        s[at] = dict(s[at])
        run.copies.add(at)
    return s[at]


def take_back(h: Slots, log: Log, mark: int) -> None:
    """Takes back what was logged behind a mark, the last first."""
    pop = log.pop
    while len(log) > mark:
        at = pop()
        if type(at) is int or type(at) is slice:
            h[at] = pop()
            continue
        key, old = pop(), pop()
        if old is None:
            del at[key]
        else:
            at[key] = old
