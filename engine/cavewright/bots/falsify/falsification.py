"""Falsification: every clause of a ruleset is broken once, and its examples are asked who notices.

The rules are checked once for each set of options. A mutant is made of the checked rules, so that it costs what making
them ready to play costs, and the examples that evaluate its clause.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from ...foundation.source import Source, Span
from ...foundation.source.ample_stack import with_room
from ...play.examples.runner import run_example
from ...play.states.game import Game
from ...rules.model import ruleset as m
from .column_trials import column_trials
from .declaration_mutations import DeclarationMutant, DeclaredRules, RefusedError
from .example_runs import ExampleRun, ExampleRuns, Settings, game_with, single_options
from .example_search import Rehearsals, SearchResult, example_text, read_example, search_example
from .mutations import Mutant, list_mutants
from .verdicts import (
    ALIKE,
    MARKED,
    NOTICED,
    REFUSED,
    SAME,
    UNNOTICED,
    UNREACHED,
    UNSEARCHED,
    UNTRIED,
    Falsification,
    Verdict,
)

MOST_SEARCHED = 600
"""Decisions at which a search looks for a mutant that no example notices, unless told otherwise."""
MOST_STARTED = 16
"""Examples from whose positions a search goes on."""
MOST_UNREACHED = 64
"""The same for a line that no example carries out."""
MOST_OPTIONS = 3
"""Sets of options, besides those of the game, under which a search looks where a clause reads them."""
A_PORTION = 8
"""Mutants of which a process is given so many at a time."""
IN_OTHERS = ("whenever ", "currency ")
"""Declarations whose lines become parts of others, so that any example may evaluate them."""
AnyMutant: TypeAlias = Mutant | DeclarationMutant
_MARK = re.compile(r"#\s*unnoticed:\s*(\S.*?)\s*$")

Spread: TypeAlias = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Carries out a task for several inputs, in order: `map`, or over several processes."""
Progress: TypeAlias = Callable[[int, int], None]
Lines: TypeAlias = Mapping[str, frozenset[int] | None]
"""By the name of a file the lines whose clauses are broken; None for all of them."""


def falsify(
    game: Game,
    lines: Lines | None = None,
    most: int = MOST_SEARCHED,
    spread: Spread = map,
    progress: Progress | None = None,
    known: Sequence[Verdict] = (),
) -> Falsification:
    """Breaks the clauses of a game's rules one by one, and says which of that its examples notice.

    `lines` are those to be broken, of some files (all, if not given); `most` is how many decisions a search looks at
    for a mutant that no example notices (0: there is no search). `spread` carries out the work, in this process if
    nothing is said; `study.spread_over_workers` has the workers of `joblib.parallel_config`. `progress` is called with
    how many mutants are done, and how many there are. `known` are the first verdicts of a run that was interrupted:
    after Ctrl-C there are fewer verdicts than mutants.

    >>> from cavewright import load_game
    >>> found = falsify(load_game("tic-tac-toe"), most=0)
    >>> found.counts["noticed"] > 0, found.share_noticed("effect")
    (True, (3, 3))
    """
    trial = Trial(game, lines or {}, most)
    portions = [trial.keys[n : n + A_PORTION] for n in range(len(known), len(trial.keys), A_PORTION)]
    verdicts = [*known]
    with suppress(KeyboardInterrupt):
        for found in spread(trial.judge_all, portions):
            verdicts += found
            if progress is not None:
                progress(len(verdicts), len(trial.keys))
    places = trial.clauses()
    unreached = tuple(f"{name}:{line}" for name, line, is_reached in places if not is_reached)
    return Falsification(
        game.rules_model.full_id,
        game.hash,
        len(game.examples),
        tuple(each.example.name for each in trial.runs.failing),
        tuple(verdicts),
        unreached,
        len(places),
        len(trial.keys),
        not lines,
    )


class Trial:
    """The mutants of a game under each set of options, and the examples that may notice them."""

    def __init__(self, game: Game, lines: Lines, most: int) -> None:
        self.game, self.lines, self.most = game, lines, most
        self.runs = ExampleRuns(game, frozenset(lines))
        for each in single_options(game, self.runs.options):
            self.runs.add_options(tuple(each.items()))
        self.games: dict[Settings, Game] = {}
        self.rehearsals: dict[Settings, Rehearsals] = {}
        self.mutants: dict[tuple[Any, ...], dict[Settings, Any]] = {}
        for settings, rules in self.runs.rules.items():
            for mutant in list_mutants(rules):
                if is_among(lines, mutant.span):
                    self.mutants.setdefault(mutant.key, {})[settings] = mutant
        for declared in DeclaredRules(game).list_mutants() if game.origin is not None else ():
            if is_among(lines, declared.span):
                self.mutants[declared.key] = dict.fromkeys(self.runs.rules, declared)
        self.keys = list(self.mutants)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process makes it anew, once."""
        return _ready_trial, (pickle.dumps((self.game, self.lines, self.most)),)

    @with_room
    def judge_all(self, keys: Sequence[tuple[Any, ...]]) -> list[Verdict]:
        """The verdicts about some mutants."""
        return [self.judge(key) for key in keys]

    def judge(self, key: tuple[Any, ...]) -> Verdict:
        """The verdict about one mutant, by its key."""
        by_options = self.mutants[key]
        mutant = next(iter(by_options.values()))
        if isinstance(mutant, DeclarationMutant) and mutant.more:
            return self._judge_column(mutant)
        return self._judge_one(mutant, by_options)

    def _judge_column(self, mutant: DeclarationMutant) -> Verdict:
        """The verdict about a column: noticed where a cell is, else that about the first that is open."""
        if mutant.proof:
            return self._judge_one(mutant, {(): mutant})
        cells = [replace(mutant, more=()), *(replace(each, span=mutant.span) for each in mutant.more)]
        first: Verdict | None = None
        for each, runs in column_trials(cells, self.runs):
            found = self._judge_one(each, dict.fromkeys((run.settings for run in runs), each), runs, is_searched=False)
            if found.fate == NOTICED:
                return found
            first = found if first is None or not first.is_open else first
        if first is None or not first.is_open:
            return first or self._judge_one(cells[0], {(): cells[0]})
        chosen = next(each for each in cells if each.detail == first.detail)
        runs = self.runs.reading(chosen.cell, self.runs.runs)
        settings = dict.fromkeys(sorted({(), *(each.settings for each in runs)}, key=len)[: 1 + MOST_OPTIONS])
        return self._judge_one(chosen, dict.fromkeys(settings, chosen), runs or None)

    def _judge_one(
        self,
        mutant: AnyMutant,
        by_options: Mapping[Settings, AnyMutant],
        runs: list[ExampleRun] | None = None,
        is_searched: bool = True,
    ) -> Verdict:
        broken = BrokenGames(self, by_options)
        try:
            runs = self._runs_for(mutant, by_options) if runs is None else runs
            return self._judge(mutant, by_options, broken, runs, is_searched)
        except RefusedError as error:
            return self._verdict(mutant, REFUSED, str(error))
        except (
            ArithmeticError,
            AssertionError,
            AttributeError,
            LookupError,
            TypeError,
            ValueError,
            RecursionError,
        ) as error:
            return self._verdict(mutant, UNTRIED, f"{type(error).__name__}: {error}"[:100])

    def _runs_for(self, mutant: AnyMutant, by_options: Mapping[Settings, AnyMutant]) -> list[ExampleRun]:
        """The examples that may notice a mutant, those first that carry out its line or read its name."""
        rule = "" if isinstance(mutant, DeclarationMutant) or mutant.rule.startswith(IN_OTHERS) else mutant.rule
        name = mutant.name if isinstance(mutant, DeclarationMutant) else ""
        return [each for each in self.runs.evaluating(rule, mutant.at, name) if each.settings in by_options]

    def _judge(
        self,
        mutant: AnyMutant,
        by_options: Mapping[Settings, AnyMutant],
        broken: BrokenGames,
        runs: list[ExampleRun],
        is_searched: bool,
    ) -> Verdict:
        for run in runs:
            if broken.notices(run):
                return self._verdict(mutant, NOTICED, run.example.name)
        if all(each.proof for each in by_options.values()):
            return self._verdict(mutant, SAME, mutant.proof)
        if all(broken.is_same_program(settings) for settings in by_options):
            return self._verdict(mutant, SAME, "the program is the same")
        nothing = SearchResult(0, False)
        settings, found = self._search(mutant, by_options, broken, runs) if is_searched else ((), nothing)
        mark = mark_of(mutant.span.source, mutant.span.line)
        unknown = ALIKE if found.decisions else UNSEARCHED
        fate = UNNOTICED if found.differs else MARKED if mark else unknown if runs else UNREACHED
        more = (found.decisions, found.differs, found.text)
        return self._verdict(mutant, fate, mark if fate == MARKED else "", settings, *more)

    def _verdict(self, mutant: AnyMutant, fate: str, by: str, *more: Any) -> Verdict:
        source, line = mutant.span.source, mutant.span.line
        text = " ".join(source.line(line).split())
        return Verdict(source.name, line, text, mutant.rule, mutant.kind, mutant.detail, fate, by, *more)

    # ---- examples that would notice ----------------------------------------------------------------------------------

    def _search(
        self, mutant: AnyMutant, by_options: Mapping[Settings, AnyMutant], broken: BrokenGames, runs: list[ExampleRun]
    ) -> tuple[Settings, SearchResult]:
        """Looks for an example, under the options of the game first, then under those that the clause reads."""
        done, last = 0, SearchResult(0, False)
        for settings in self._options_read(mutant, by_options) if self.most else ():
            examples = self._starting(mutant, settings, runs)
            last = search_example(
                self.rehearsals_under(settings),
                broken.under(settings),
                [each.example for each in examples],
                mutant.rule,
                f"{mutant.rule.split()[-1].split('.')[0].replace('-', '_')}_{mutant.span.line}",
                self.most,
                settings,
            )
            done += last.decisions
            if last.differs:
                return settings, SearchResult(done, True, last.text)
        return (), SearchResult(done, False)

    def _starting(self, mutant: AnyMutant, settings: Settings, runs: list[ExampleRun]) -> list[ExampleRun]:
        """The examples from which a search goes on: those that carry out the very line, or else its declaration, or else
        any, under these options or without any; those of its own file first. Of one that does not hold the lines before
        that are as good."""
        everything = [*(runs or self.runs.runs), *self.runs.failing]
        fitting = [each for each in everything if each.settings in (settings, ())]
        here = [each for each in fitting if mutant.at in each.evaluated] if mutant.at else []
        most = MOST_STARTED if here or not mutant.at else MOST_UNREACHED
        fitting = here or fitting
        own = [each for each in fitting if each.example.span.source.name == mutant.span.source.name]
        more = [each for each in fitting if each not in own]
        step = max(1, len(more) // max(1, most - len(own)))
        return [*own[:most], *more[::step]][:most] + self._beginnings(mutant.rule)

    def _beginnings(self, rule: str) -> list[ExampleRun]:
        """The beginning of the game, and of the process that a mutant stands in, as examples of one line."""
        kind, _, name = rule.partition(" ")
        process = self.game.rules_model.processes.get(name) if kind == "to" else None
        names = ["play"] if process is None or process.parameters or name == "play" else [name, "play"]
        made = (read_example(example_text("beginning", [f"    begin {each}"])) for each in names)
        return [ExampleRun(each, (), frozenset()) for each in made if each is not None]

    def _options_read(self, mutant: AnyMutant, by_options: Mapping[Settings, AnyMutant]) -> list[Settings]:
        """The sets of options under which a mutant is there, each under which its declaration is another one."""
        found: dict[Any, Settings] = {}
        for settings in sorted(by_options, key=len):
            found.setdefault(_declaration(self.runs.rules[settings], mutant.rule), settings)
        return list(found.values())[: 1 + MOST_OPTIONS]

    def rehearsals_under(self, settings: Settings) -> Rehearsals:
        """The examples as they go under the rules as they are, with options; each gone through once."""
        if settings not in self.rehearsals:
            self.rehearsals[settings] = Rehearsals(self.game_under(settings))
        return self.rehearsals[settings]

    def game_under(self, settings: Settings) -> Game:
        """The game as it is, with options."""
        if settings not in self.games:
            self.games[settings] = game_with(self.runs.rules[settings])
        return self.games[settings]

    # ---- coverage ----------------------------------------------------------------------------------------------------

    def clauses(self) -> list[tuple[str, int, bool]]:
        """The lines that can be broken, each with whether an example evaluates it: its own line, or where that is no
        line of its own, the declaration in which it stands."""
        evaluated = set().union(*(each.evaluated for each in self.runs.runs)) if self.runs.runs else set()
        found: dict[tuple[str, int], bool] = {}
        for by_options in self.mutants.values():
            for mutant in by_options.values():
                at = mutant.span.source.name, mutant.span.line
                if isinstance(mutant, DeclarationMutant) or not mutant.at and mutant.rule.startswith(IN_OTHERS):
                    continue
                is_reached = (
                    mutant.at in evaluated if mutant.at else mutant.rule in evaluated or mutant.rule == "scoring"
                )
                found[at] = found.get(at, False) or is_reached
        return [(name, line, is_reached) for (name, line), is_reached in sorted(found.items())]


@lru_cache(maxsize=1)
def _ready_trial(pickled: bytes) -> Trial:
    """The trial of a pickled game; a process makes it once."""
    return Trial(*pickle.loads(pickled))


def _declaration(rules: m.Ruleset, rule: str) -> Any:
    """The declaration of a name as text, to compare; that of none where there is none."""
    kind, _, name = rule.partition(" ")
    sections: dict[str, Any] = {
        "to": rules.processes,
        "action": rules.actions,
        "define": rules.defines,
        "notice": rules.defines,
        "ranking": rules.rankings,
    }
    found = sections[kind].get(name) if kind in sections else rules.scoring if kind == "scoring" else None
    return repr(found)


class BrokenGames:
    """One mutant made ready to play, under each set of options that somebody asks for."""

    def __init__(self, trial: Trial, by_options: Mapping[Settings, AnyMutant]) -> None:
        self.trial, self.by_options = trial, by_options
        self.made: dict[Settings, Game] = {}

    def under(self, settings: Settings) -> Game:
        """The game of the mutant with options."""
        if settings not in self.made:
            self.made[settings] = game_with(self.by_options[settings].apply_to(self.trial.runs.rules[settings]))
        return self.made[settings]

    def notices(self, run: ExampleRun) -> bool:
        """Tells if an example that holds does not hold any more. RefusedError where the check refuses the rules under
        the options of the game."""
        try:
            game = self.under(run.settings)
        except RefusedError:
            if not run.settings:
                raise
            return True
        return not run_example(game, run.example).ok

    def is_same_program(self, settings: Settings) -> bool:
        """Tells if the mutant comes to the same instructions and the same scores, as they are or once both are
        optimised: that folds what needs nothing of a position, and what effects do not change."""
        one, other = self.trial.game_under(settings), self.under(settings)
        sections = (
            (each.rules_model.scoring, each.rules_model.kinds, each.rules_model.fields, each.rules_model.boards)
            for each in (one, other)
        )
        if next(sections) != next(sections):
            return False
        return one.program.code == other.program.code or optimised_code(one) == optimised_code(other)


def optimised_code(game: Game) -> Any:
    """The instructions of a game once they are optimised."""
    return game.interpreter.optimised_program.program.code


def mark_of(source: Source, line: int) -> str:
    """The reason that a comment gives for a line that no example can notice, `# unnoticed: REASON`, on the line itself
    or alone on the line above; "" if there is none."""
    found = _MARK.search(source.line(line))
    above = source.line(line - 1).strip() if line > 1 else ""
    if found is None and above.startswith("#"):
        found = _MARK.search(above)
    return found[1] if found else ""


def is_among(lines: Lines, span: Span) -> bool:
    """Tells if something stands in lines that are to be broken."""
    name = span.source.name
    chosen = lines.get(name)
    return not lines or name in lines and (chosen is None or span.line in chosen)
