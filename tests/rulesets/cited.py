"""What cites a fact and what shows it; and clauses broken on purpose: does anything notice when a line that cites a fact is removed or altered?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

import cavewright as cw
from cavewright.foundation.source import Source, Span
from cavewright.language.compose import Folder
from cavewright.language.syntax import tree as t
from cavewright.play.loading.load import _game
from cavewright.play.loading.rulesets import RuleSources, facts_of, read_files, rules_in
from cavewright.rules.model.ruleset import Clause, Example


@cache
def loaded(ruleset: str) -> tuple[cw.Game, tuple[Folder, ...]]:
    """The game and the files it was made of, those of the base first."""
    rules, files, found = read_files(ruleset)
    folders = files.folders
    assert rules is not None, found
    return _game(rules, facts_of(folders)[0], RuleSources(folders), {}), tuple(folders)


def clauses_of(game: cw.Game) -> dict[str, list[Clause]]:
    """The clauses that carry out each fact, by id."""
    found: dict[str, list[Clause]] = {}
    for clause in game.rules:
        for fact in clause.cites:
            found.setdefault(fact, []).append(clause)
    return found


def examples_of(game: cw.Game) -> dict[str, list[str]]:
    """The names of the examples that show each fact, by id."""
    found: dict[str, list[str]] = {}
    for example in game.examples:
        for fact in {*example.cites, *(c for m in example.members for c in getattr(m, "cites", ()))}:
            found.setdefault(fact, []).append(example.name)
    return found


def without_effect(game: cw.Game) -> set[str]:
    """Ids that a note lists, with the reason."""
    return {fact for note in game.rules_model.notes if note.text for fact in note.cites}


def forgotten(game: cw.Game) -> list[str]:
    """Ids that stand at no clause and at no note, and are no worked example that an example carries out."""
    shown = {fact for fact in examples_of(game) if "EXAMPLE" in fact}
    known = {*clauses_of(game), *without_effect(game), *shown}
    return [fact for fact in game.facts if fact not in known]


def misspelt(game: cw.Game) -> list[str]:
    """What is cited that is no fact, and so would carry out nothing."""
    return sorted({*clauses_of(game), *examples_of(game), *without_effect(game)} - set(game.facts))


def carried_out(game: cw.Game, missing: str) -> list[str]:
    """Ids that clauses carry out, apart from missing data, whose ids begin so: that is labelled, not played."""
    return [fact for fact in clauses_of(game) if fact in game.facts and not fact.startswith(missing)]


def without_example(game: cw.Game, ids: Iterable[str]) -> list[str]:
    """Those of the ids that no example shows."""
    shown = examples_of(game)
    return [fact for fact in ids if fact not in shown]


def failing(game: cw.Game, first: int = 0, every: int = 1) -> list[str]:
    """The examples that do not hold, of all or of every so many."""
    return [
        each.name for each in cw.run_examples(game, [each.name for each in game.examples][first::every]) if not each.ok
    ]


def said(game: cw.Game, *verbs: str) -> list[tuple[str, list[str]]]:
    """The actions that examples do, allow or refuse, with the keys of the reasons."""
    return [each for example in game.examples for each in said_in(example, *verbs)]


def said_in(example: Example, *verbs: str) -> list[tuple[str, list[str]]]:
    """The same of one example."""
    lines = [each for each in example.members if isinstance(each, t.Said) and each.verb in verbs]
    parts = [each.text.partition(" because ") for each in lines]
    return [
        (action.split(":", 1)[-1].strip(), [key.strip() for key in because.removeprefix("at least ").split(",")])
        for action, _, because in parts
    ]


def mutants(span: Span) -> Iterator[str]:
    """The whole text of the file with the clause removed or altered, from the gentlest change to the roughest."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end - 1)
    end = len(text) if end < 0 else end + 1
    first_end = min(end, text.find("\n", start) + 1 or end)
    line = text[start:first_end]
    said = re.sub(r'"[^"]*"|\[[A-Z][^\]]*\]', lambda m: " " * len(m[0]), line)
    for match in re.finditer(r"(?<![\w-])\d+(?![\w-])", said):
        for other in (int(match[0]) + 1, max(0, int(match[0]) - 1)):
            yield text[: start + match.start()] + str(other) + text[start + match.end() :]
    for old, new in (
        (" is not ", " is "),
        (" is ", " is not "),
        (" + ", " - "),
        (" = no", " = yes"),
        (" = yes", " = no"),
        (" > ", " <= "),
        (" >= ", " < "),
        (" not in ", " in "),
        (" or ", " and "),
        (" and ", " or "),
        ("| yes ", "|     "),
        ("highest", "lowest"),
        (" any ", " "),
        (" until ", " until not "),
    ):
        at = said.find(old)
        if at >= 0:
            yield text[: start + at] + new + text[start + at + len(old) :]
    yield text[:start] + text[end:]


def requirements(game: cw.Game) -> list[Clause]:
    """What actions require, a line each."""
    return [each for each in game.rules if re.match(r"([\w-]+: *)?require ", each.span.text)]


def missed(ruleset: str, clause: Clause) -> list[str]:
    """The examples that no longer hold, of those that expect its key as a reason, when this line alone is taken out."""
    game, folders = loaded(ruleset)
    changed = Source(clause.span.source.name, list(mutants(clause.span))[-1])
    others = RuleSources([_with(folder, changed) for folder in folders])
    rules, found = rules_in(others)
    if rules is None:
        return [found[0].code]
    expecting = [
        each.name
        for each in game.examples
        if clause.key in (key for _, keys in said_in(each, "refuse") for key in keys)
    ]
    return [each.name for each in cw.run_examples(_game(rules, {}, others, {}), expecting) if not each.ok]


def noticed(ruleset: str, fact: str) -> str:
    """How a change to a clause of the fact is noticed: what notices it, or "" when nothing does."""
    game, folders = loaded(ruleset)
    names = examples_of(game).get(fact, [])
    for clause in clauses_of(game).get(fact, []):
        for text in mutants(clause.span):
            changed = Source(clause.span.source.name, text)
            others = RuleSources([_with(folder, changed) for folder in folders])
            rules, found = rules_in(others)
            if rules is None:
                return f"{clause.name}: the ruleset no longer checks ({found[0].code})"
            failed = (
                [each.name for each in cw.run_examples(_game(rules, {}, others, {}), names) if not each.ok]
                if names
                else []
            )
            if failed:
                return f"{clause.name}: example {failed[0]} fails"
    return ""


def _with(folder: Folder, changed: Source) -> Folder:
    """The folder with a file as it is changed, if that is one of its own."""
    sources = tuple(changed if each.name == changed.name else each for each in folder.sources)
    tables = {key: (changed if each.name == changed.name else each) for key, each in folder.tables.items()}
    return replace(folder, sources=sources, tables=tables)
