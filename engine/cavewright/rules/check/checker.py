"""Makes the checked ruleset of composed declarations. Sections run in order; each needs only those before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...foundation.source import Diagnostic, Span, errors
from ...language.compose.csv_rows import TableOf
from ...language.syntax import tree as t
from ...language.syntax.tree.node import walk
from ..model import ruleset as m
from .behaviour import Behaviour, is_interrupting
from .boards import Boards
from .definitions import Definitions
from .fields import Fields
from .interchangeable import interchangeable
from .kinds import Kinds
from .loop_numbers import LoopNumbers
from .options import Options
from .passes import after, before
from .scoring import Scoring
from .secrets import Analysed
from .section import CheckerInput, Section
from .statements import Statements
from .symbols import Findings, SymbolTable
from .translatable_texts import TextCollector, language_of
from .values_in_texts import TextValues


class Checker(Section):
    """One run over one ruleset."""

    def __init__(self, given: CheckerInput) -> None:
        super().__init__(given)
        self.loops = LoopNumbers(given)
        self.options = Options(given)
        self.kinds = Kinds(given)
        self.keeping = Fields(given)
        self.definitions = Definitions(given, self.kinds)
        self.rules = Behaviour(given)
        self.scoring = Scoring(given)

    def check(self, composed: Any, whole_program: bool = True) -> tuple[m.Ruleset | None, tuple[Diagnostic, ...]]:
        """All sections in order; a ruleset only when nothing forbids playing it. Without the passes over the whole
        program there is none."""
        self.findings.add(*before(self.given.declarations))
        if self.is_too_large("C0603", "C0608"):
            return None, tuple(self.findings.found)
        self.options.units_and_constants()
        self.options.declare()
        self.kinds.declare()
        if self.is_too_large("C0611"):
            return None, tuple(self.findings.found)
        self.definitions.declare()
        self.rules.declare()
        self.keeping.declare()
        self.loops.declare()
        self.kinds.hidden_rows(composed.head.name)
        self.definitions.read_all()
        rules = self.rules.read_all()
        scoring, demands = self.scoring.whole(), self.scoring.demands()
        advice = self.scoring.advice()
        heads = (*(composed.grounds or (composed.head,)), *composed.heads)
        in_texts = TextValues(self.given)
        stated, notices = in_texts.read_all(heads), tuple(in_texts.notices())
        for needed, hint in (
            ("players", "`players team 2..5`"),
            ("scoring", "`scoring` with at least one `score` line"),
        ):
            if not self.of(needed):
                self.wrong("C0226", f"a ruleset needs `{needed}`", composed.head, help=f"declare {hint}")
        if "play" not in rules["processes"]:
            self.wrong(
                "C0226", "a ruleset needs a process `play`, where the game begins", composed.head, help="`to play`"
            )
        if any(not isinstance(each, t.Score) for node in self.of("scoring") for each in node.members) and not (
            scoring and scoring.lines
        ):
            self.wrong(
                "C0226",
                "`scoring` needs at least one `score` line",
                self.of("scoring")[0].name_span,
                help="`score NAME = …`",
            )
        read = {**rules, "scoring": scoring, "advice": advice, "demands": demands, "stated": stated, "notices": notices}
        read["spoken"] = in_texts.spoken
        read["deeds"] = tuple(self.names.deeds)
        if not whole_program:
            return None, tuple(self.findings.found)
        ruleset = self._ruleset(composed, read)
        whole = Analysed(ruleset, self.given.declarations)
        self.findings.add(*(after(whole) if not errors(self.findings.found) else ()))
        found = tuple(self.findings.found)
        if errors(found):
            return None, found
        secrets = whole.secrets
        alike = interchangeable(whole, self.names.named, secrets.unknown_kinds)
        return replace(ruleset, interchangeable=alike, secrecy=secrets.secrecy), found

    def _ruleset(self, composed: Any, read: dict[str, Any]) -> m.Ruleset:
        head: t.Declaration = composed.head
        properties = [each for node in (head, *composed.heads) for each in node.every(t.Property)]
        examples = tuple(
            m.Example(e.name, e.text, e.cites, e.members, e.span, self.origin(e)) for e in self.of("example")
        )
        notes = tuple(self.clause(f"note {e.name}", e) for e in self.of("note"))
        lessons = tuple(self._lessons())
        presets = {p.name: self.options.preset(p) for p in self.of("preset")}
        names = self.names
        made = m.Ruleset(
            head.name,
            head.version,
            head.text,
            composed.hash,
            composed.overlays,
            {p.word: p.text for p in properties if p.name == "source"},
            tuple(p.text for p in properties if p.name == "reconstruction"),
            names.players,
            names.player_range,
            names.units,
            names.constants,
            names.options,
            presets,
            names.kinds,
            names.boards,
            tuple(names.fields.values()),
            names.defines,
            names.rankings,
            names.menus,
            examples=examples,
            clauses=(*self._declaration_clauses(head), *self.read.clauses),
            notes=notes,
            lessons=lessons,
            **read,
            grounds=tuple(each.name for each in composed.grounds),
            always=tuple(each.name for each in self.of("menu") if each.always and not is_interrupting(each)),
        )
        heads = (*(composed.grounds or (head,)), *composed.heads)
        return replace(
            made,
            texts=TextCollector(made, self.origin).all(heads, self.given.declarations, self.read.clauses),
            languages={each.name: language_of(each) for each in heads},
            changed=_last_changes(composed.provenance),
            chapters=tuple(self._chapters(composed, heads)),
        )

    def _lessons(self) -> Iterator[m.Clause]:
        """Yields the lessons of a first game; each names an action, or the line at which somebody decides."""
        nodes = list(walk(self.given.declarations)) if self.of("lesson") else []
        known = {"done", *(each.key for each in nodes if isinstance(each, t.Line))}
        known |= {each.name for each in nodes if isinstance(each, t.Declaration) and each.kind == "action"}
        for node in self.of("lesson"):
            if node.name not in known:
                self.wrong("C0215", f"there is no action or decision `{node.name}` to teach", node.name_span)
            yield self.clause(f"lesson {node.name}", node)

    def _chapters(self, composed: Any, heads: Iterable[t.Declaration]) -> Iterator[m.Chapter]:
        """The chapters that are declared, then those of overlays that named none. Examples come last in a chapter, and
        chapters of nothing else after the others."""
        below: dict[str, list[t.Declaration]] = {}
        for node in sorted(self.given.declarations, key=_is_example):
            if node.kind != "chapter":
                below.setdefault(composed.chapters[node.label], []).append(node)
        declared = {each.name: each for each in self.of("chapter")}
        own = [each for each in heads if each.name in below and each.name not in declared]

        def has_only_examples(head: t.Declaration) -> bool:
            return all(map(_is_example, below.get(head.name, ())))

        for each in sorted((*declared.values(), *own), key=has_only_examples):
            labels = tuple(node.label for node in below.get(each.name, ()))
            key = each.label if each.kind in ("chapter", "overlay") else "ruleset"
            yield m.Chapter(each.name, each.text, key, each.cites, labels, each.name_span, self.origin(each))

    def _declaration_clauses(self, head: t.Declaration) -> list[m.Clause]:
        """A clause for whatever is declared and cites something."""
        made = [self.clause("ruleset", e, e.name) for e in head.every(t.Property) if e.cites]
        for node in self.given.declarations:
            if node.kind in ("example", "note", "notice", "lesson"):
                continue
            made.append(self.clause(node.label, node))
            for each in node.members:
                cites = getattr(each, "cites", ())
                if cites and not isinstance(each, t.Score):
                    key = getattr(each, "name", "") or (
                        each.raw.split("|")[1].strip() if isinstance(each, t.Row) else type(each).__name__.lower()
                    )
                    made.append(
                        m.Clause(node.label, key, getattr(each, "text", ""), cites, each.span, self.origin(each))
                    )
        return made


def _is_example(node: t.Declaration) -> bool:
    return node.kind == "example"


def check(
    composed: Any,
    table: TableOf,
    settings: Mapping[str, Any],
    origin: Callable[[Any], str] | None = None,
    without: Iterable[Span] = (),
    whole_program: bool = True,
) -> tuple[m.Ruleset | None, tuple[Diagnostic, ...]]:
    """The checked ruleset, or none, and all findings; if not of the whole program, those about names and types.

    `table` finds the CSV file of a `rows` line, `settings` are option values from outside (words or numbers). `origin`
    tells which ruleset or overlay wrote a clause. Of tables, what stands at the places `without` is not read.
    """
    names = SymbolTable()
    findings = Findings()
    where = origin or (lambda node: composed.head.name)
    ground = next((each.name for each in composed.grounds), composed.head.name)
    read = Statements(names, findings, where, composed.head.name, ground)
    boards = Boards(names, read, findings)
    given = CheckerInput(tuple(composed.declarations), table, settings, where, Counter(without), read, boards)
    return Checker(given).check(composed, whole_program)


def _last_changes(provenance: Mapping[tuple[str, str], Sequence[Any]]) -> dict[str, str]:
    """Returns the overlay that was the last to change a clause, by its name; a clause of an action or a process goes by
    the name of that."""
    found: dict[str, str] = {}
    for (label, key), history in provenance.items():
        kind, _, name = label.partition(" ")
        if key and history:
            found[f"{name if kind in ('action', 'to') else label}.{key}"] = history[-1].overlay
    return found
