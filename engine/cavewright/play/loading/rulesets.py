"""Rulesets out of files: read, composed, checked, with options set."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from ...engine.jit.garbage_collection import without_collector
from ...foundation.source import Diagnostic, Label, Source, Span, at, errors
from ...foundation.source.ample_stack import with_room
from ...foundation.source.lazy_property import lazy_property
from ...foundation.texts import SOURCE, texts
from ...language.compose import Composed, Folder, compose, with_blame
from ...language.compose.declaration_edits import HEADS
from ...language.compose.rule_files import Named, read_stack, standing_on
from ...language.compose.rules_hash import hash_of
from ...language.syntax import beyond_words, parse_file
from ...language.syntax.tree import Declaration, File, Setting
from ...language.tables import read_csv
from ...rules.model.ruleset import Ruleset
from ..positions.rulebook import Facts
from ..positions.wording import Wording
from .absent_overlays import advise_absent
from .ruleset_cache import CheckedRules, keep, key_of, stored_ruleset

Value = TypeVar("Value")
_PLAY_IT_ON = re.compile(r"play it on `([^`]+)`: \1\+(.+)")
"""What a finding advises about an overlay that is played without its base."""


class RulesetError(ValueError):
    """Rule files that cannot be played. `diagnostics` are all findings; `str` is the first of them.

    >>> import cavewright as cw
    >>> try:
    ...     cw.load_game("the-cav")
    ... except cw.RulesetError as error:
    ...     print(error.diagnostics[0].code, error.diagnostics[0].help)
    C0201 did you mean `the-cave`?
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        wrong = errors(self.diagnostics) or self.diagnostics
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        helps = f"; {wrong[0].help}" if wrong and wrong[0].help else ""
        super().__init__((str(wrong[0]) if wrong else "these rules cannot be played") + helps + more)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics,)


Checked = tuple[Ruleset | None, tuple[Diagnostic, ...]]
"""A checked ruleset, or none, and all findings."""


@lru_cache(64)
def _parse(source: Source) -> tuple[File, tuple[Diagnostic, ...]]:
    """A file as it was parsed before, if it says the same: many rulesets of a process stand on the same base."""
    return parse_file(source)


@dataclass(frozen=True)
class RuleSources:
    """Files that rules are made from: the files of a base and of overlays. What they say, and come to before options
    are set, is found out once."""

    folders: list[Folder]
    registered_only: bool = False
    """Whether nothing is looked for but what is installed."""
    with_hash: bool = True

    @lazy_property
    def parse_results(self) -> tuple[tuple[tuple[File, tuple[Diagnostic, ...]], ...], ...]:
        """The trees of every folder, each with what could not be read."""
        return tuple(tuple(_parse(source) for source in folder.sources) for folder in self.folders)

    @property
    def trees(self) -> tuple[tuple[File, ...], ...]:
        """The trees of the base, then of each overlay."""
        return tuple(tuple(file for file, _ in each) for each in self.parse_results)

    @property
    def tables(self) -> list[Source]:
        """The CSV files beside the rules."""
        return [table for folder in self.folders for table in folder.tables.values()]

    @lazy_property
    def composition(self) -> tuple[Composed, dict[str, str], list[Diagnostic]]:
        """The declarations as one list, whose each file is, and all findings."""
        found: list[Diagnostic] = []
        owners: dict[str, str] = {}
        for folder, parsed in zip(self.folders, self.parse_results, strict=True):
            found += [each for _, problems in parsed for each in problems]
            declared = (each for file, _ in parsed for each in file.items if isinstance(each, Declaration))
            owner = next((each.name for each in declared if each.kind in HEADS), folder.id_or_path)
            owners |= {source.name: owner for source in (*folder.sources, *folder.tables.values())}
        base, *overlays = self.trees
        composed, composed_badly = compose(base, overlays, self.tables, self.with_hash)
        problems = advise_absent(composed_badly, composed, self.trees, self.folders, self.registered_only)
        untold = ("C0312", "C0313") if found else ()
        told = [_with_all_below(each, self.registered_only) for each in problems if each.code not in untold]
        return composed, owners, [*found, *told]

    def with_declaration(self, changed: Declaration) -> RuleSources:
        """Returns the sources with a declaration in the place of the one that has its label; the hash covers the change."""
        composed, owners, found = self.composition
        declarations = tuple(changed if each.label == changed.label else each for each in composed.declarations)
        hash = hash_of(declarations, composed.options, composed.table)
        made = replace(self)
        made.__dict__["composition"] = replace(composed, declarations=declarations, hash=hash), owners, found
        return made


@with_room
@without_collector
def read_files(
    ruleset: Named, overlays: Named | Iterable[Named] = (), options: Mapping[str, Any] | None = None
) -> tuple[Ruleset | None, RuleSources, tuple[Diagnostic, ...]]:
    """The checked ruleset, or none, what its files say, and all findings, those of the tables of facts too."""
    folders, found = read_stack(ruleset, overlays)
    files = RuleSources(folders)
    if found:
        return None, files, found
    ready = ready_in(files, options or {})
    return ready.rules, files, ready.found


def ready_in(files: RuleSources, options: Mapping[str, Any]) -> CheckedRules:
    """Returns the checked rules of the files of a base and of overlays; from the cache, if the files are as they
    were."""
    key = key_of(files.folders, options)
    ready = stored_ruleset(key, files.folders)
    if ready is None:
        rules, wrong = rules_in(files, options)
        facts, unread = facts_of(files.folders)
        ready = CheckedRules(
            None if errors(unread) or rules is None else rules.with_key(key or ""), (*wrong, *unread), facts
        )
        keep(key, files.folders, ready)
    return ready


def rules_in(files: RuleSources, options: Mapping[str, Any] | None = None, whole_program: bool = True) -> Checked:
    """The checked ruleset of the files of a base and of overlays, or none, and all findings; if not of the whole
    program, those about reading, names and types."""
    large = beyond_words(source for folder in files.folders for source in folder.sources)
    if large is not None:
        return None, (large,)
    composed, owners, found = files.composition
    problems = [*found]
    if errors(problems):
        return None, tuple(problems)
    settings, clashes = effective_settings(options or {}, composed)
    problems += clashes
    if clashes:
        return None, tuple(problems)
    rules, wrong = _check(composed, settings, owners, whole_program)
    everything = (*problems, *with_blame(wrong, composed))
    return (None, everything) if rules is None or errors(everything) else (_with_hash_of_options(rules), everything)


CELLS = frozenset(
    {
        "C0130",
        "C0131",
        "C0132",
        "C0134",
        "C0135",
        "C0136",
        "C0410",
        "C0411",
        "C0412",
        "C0413",
        "C0414",
        "C0423",
        "C0424",
    }
)
"""Codes of what is wrong in one row of a table."""
AGAIN = 4
"""How often tables are read again without what is wrong in them."""


def _check(
    composed: Composed, settings: Mapping[str, Any], owners: Mapping[str, str], whole_program: bool = True
) -> Checked:
    """The checked ruleset, or none, and all findings. Where only tables are wrong, what can be read of them is asked
    what kinds require."""

    from ...engine.interpret.initial_position import unmet
    from ...rules.check.checker import check

    def lazy_property(without: list[Span]) -> Checked:
        return check(
            composed,
            composed.table,
            settings,
            lambda node: owners.get(node.span.source.name, composed.head.name),
            without,
            whole_program,
        )

    rules, wrong = lazy_property([])
    left, found, without = rules, wrong, list[Span]()
    for _ in range(AGAIN):
        bad = errors(found)
        if not whole_program or left is not None or any(each.code not in CELLS or not each.labels for each in bad):
            break
        without += [each.labels[0].span for each in bad]
        left, found = lazy_property(without)
    beyond = tuple(unmet(left)) if left is not None else ()
    return (None if beyond else rules), (*wrong, *beyond)


def _with_all_below(problem: Diagnostic, registered_only: bool) -> Diagnostic:
    """Advice to play something on an overlay, with all that this stands on."""
    advice = _PLAY_IT_ON.fullmatch(problem.help)
    below = standing_on(advice[1], registered_only) if advice else []
    return (
        replace(problem, help=f"play it on `{below[0]}`: {'+'.join([*below, advice[2]])}")
        if advice and len(below) > 1
        else problem
    )


def effective_settings(options: Mapping[str, Any], composed: Composed) -> tuple[dict[str, Any], list[Diagnostic]]:
    """Returns the settings of overlays, then those of presets that are chosen by name, then those that are set
    themselves; and presets that clash."""
    known = {each.name for each in composed.declarations if each.kind == "option"}
    named = {_option_name(name, known): value for name, value in options.items()}
    presets = {each.name: each for each in composed.declarations if each.kind == "preset" and each.name not in known}
    chosen = [presets[name] for name, value in named.items() if name in presets and value in (True, "yes")]
    bundled: dict[str, tuple[str, Any]] = {}
    clashes = []
    for preset in sorted(chosen, key=lambda each: each.name):
        for each in preset.members:
            if isinstance(each, Setting):
                first, value = bundled.setdefault(each.name, (preset.name, each.value))
                if value != each.value and each.name not in named:
                    clashes.append(_clash(each, first, preset.name, value))
    given = {
        name: value for name, value in named.items() if name not in presets or value not in (True, False, "yes", "no")
    }
    return {**composed.options, **{name: value for name, (_, value) in bundled.items()}, **given}, clashes


def those_of(settings: Mapping[str, Value], names: Container[str]) -> dict[str, Value]:
    """The settings whose option or preset is among some names; hyphens stand for underscores."""
    return {name: value for name, value in settings.items() if name in names or name.replace("-", "_") in names}


def _clash(setting: Setting, first: str, second: str, value: Any) -> Diagnostic:
    return at(
        "C0221",
        f"the presets `{first}` and `{second}` set option `{setting.name}` differently",
        setting,
        more=[Label(value.span, "and here")],
        help=f"choose one of the two, or set `{setting.name}` itself",
    )


def _option_name(name: str, known: Container[str]) -> str:
    """An option may be named with hyphens instead of underscores, as on a command line."""
    word = str(name).replace("-", "_")
    return word if name not in known and word in known else str(name)


def _with_hash_of_options(rules: Ruleset) -> Ruleset:
    """The ruleset with a hash that covers the values of its options as well."""
    values = ";".join(f"{name}={option.value}" for name, option in sorted(rules.options.items()))
    return replace(rules, hash=hashlib.sha256(f"{rules.hash};{values}".encode()).hexdigest())


def with_remarks(facts: Facts, rules: Ruleset) -> dict[str, Mapping[str, str]]:
    """The facts of a game, those that are carried out and that a note cites too with the text of the note as their
    `remark`."""
    carried = {id for each in rules.clauses for id in each.cites}
    said = Wording(rules, (), texts(), SOURCE).fill_values
    remarks = {id: said(each.text) for each in rules.notes for id in each.cites if id in carried}
    return {id: {**row, "remark": remarks[id]} if id in remarks else dict(row) for id, row in facts.items()}


def catalogues_of(folders: Iterable[Folder]) -> dict[str, tuple[Source, ...]]:
    """The catalogues beside the rule files, by language: that of the base first, then those of overlays."""
    found: dict[str, tuple[Source, ...]] = {}
    for folder in folders:
        for lang, source in folder.catalogues.items():
            found[lang] = (*found.get(lang, ()), source)
    return found


def facts_of(folders: Iterable[Folder]) -> tuple[dict[str, Mapping[str, str]], list[Diagnostic]]:
    """The facts that ids stand for, by id: `text`, `class` and `place` of each; and what is wrong with their tables."""
    facts, found = dict[str, Mapping[str, str]](), list[Diagnostic]()
    for source in (folder.facts for folder in folders if folder.facts is not None):
        table, wrong = read_csv(source)
        found += wrong
        names = [each.text for each in table.header]
        for row in table.rows:
            fact = dict(zip(names, (cell.text for cell in row.cells), strict=False))
            facts[fact.get("id", "")] = fact
    return facts, found
