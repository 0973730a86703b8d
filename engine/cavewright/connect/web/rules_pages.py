"""Rules of one action or thing as they are shown beside the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from ...foundation.source.frozen import frozen
from ...play.loading.opened_rules import OpenedRules
from ...play.positions.wording import Wording
from ...play.states.game import Game
from ...publish.reference.credits import credit_lines
from ...publish.reference.option_words import name_choices
from ...publish.sentences import Sentences
from ...publish.sentences.sentence import Sentence
from ...rules.model.ruleset import Clause, Ruleset
from .packing import is_told, uses_of
from .refusals import Fact, facts_of

Line = tuple[int, str]


@frozen
class RulePage:
    """Rules about something: sentences, each with how deep it stands in others, the facts that they carry out, the
    lines as they stand."""

    name: str
    title: str
    lines: tuple[Line, ...]
    facts: tuple[Fact, ...]
    source: tuple[str, ...]


@frozen
class RuleLink:
    """Something whose rules can be looked up."""

    name: str
    title: str
    about: str


def aim_of(words: Wording, opened: OpenedRules | None) -> str:
    """Returns the aim of a game in the words of its rules; where they name none, what the game is about."""
    if opened is None:
        return ""
    told = replace(opened, words=words)
    return " ".join(told.property_values("aim") or told.property_values("about"))


def notes_of(game: Game, words: Wording, opened: OpenedRules | None) -> list[str]:
    """Returns the notes on the subject of the game, its reconstructed parts, and its owners."""
    notes = [name_choices(words.head("reconstruction", each), words) for each in game.rules_model.reconstructions]
    if opened is None:
        return notes
    told = replace(opened, words=words)
    return [*told.property_values("about"), *notes, " ".join(credit_lines(told))]


def rule_pages(game: Game, words: Wording) -> tuple[tuple[str, tuple[RuleLink, ...]], ...]:
    """All actions, then the rows of each kind that have a page."""
    rules = game.rules_model
    actions = tuple(
        RuleLink(name, words.action(each), words.question(each))
        for name, each in game.signatures.items()
        if not each.chance and name in rules.actions
    )
    kinds = []
    for kind in rules.kinds.values():
        if not is_told(rules, kind):
            continue
        rows = [(row, next(uses_of(kind, row, words), "")) for row in range(min(len(kind.rows), 200))]
        links = tuple(RuleLink(f"{kind.name}.{kind.rows[row]}", words.row(kind, row), use) for row, use in rows if use)
        kinds += [(words.kind(kind.name), links)] if links else []
    return (("", actions), *kinds)


@lru_cache(32)
def titles_of_things(game: Game, lang: str) -> Mapping[str, str]:
    """Returns the names that things with a page have there."""
    return {each.name: each.title for _, links in rule_pages(game, game.wording(lang))[1:] for each in links}


def rules_page(game: Game, name: str, words: Wording) -> RulePage | None:
    """Returns the rules about an action, or a row of a kind; none for anything else."""
    rules = game.rules_model
    signature = game.signatures.get(name)
    if signature is not None:
        head, _, below = signature.rule.partition(".")
        start = f"{signature.rule}." if below else ""
        clauses = [
            each
            for each in rules.clauses
            if (start and (each.rule == signature.rule or each.rule.startswith(start)))
            or (not start and each.rule in (head, f"action {head}", f"to {head}"))
        ]
        said = [(0, words.question(signature)), *_action_lines(rules, signature.rule, clauses, words)]
        cited = dict.fromkeys(id for each in clauses for id in each.cites)
        facts = tuple(facts_of(cited, game, words))
        source = tuple(each.span.source.line(each.span.line).rstrip() for each in clauses)
        return RulePage(
            name, words.action(signature), tuple(dict.fromkeys(each for each in said if each[1])), facts, source
        )
    kind_name, _, row_name = name.partition(".")
    kind = rules.kinds.get(kind_name)
    if kind is None or row_name not in kind.rows:
        return None
    row = kind.rows.index(row_name)
    return RulePage(name, words.row(kind, row), tuple((0, each) for each in uses_of(kind, row, words)), (), ())


def _action_lines(rules: Ruleset, rule: str, clauses: Iterable[Clause], words: Wording) -> list[Line]:
    """Returns the needs, the price and the effects of an action, as the reference has them; of a decision the texts of
    its lines."""
    if rule not in rules.actions:
        return [(0, words.clause(each)) for each in clauses if each.text]
    return list(_lines(Sentences(words).action(rule)))


def _lines(sentences: Iterable[Sentence], deep: int = 0) -> Iterator[Line]:
    for each in sentences:
        if each.kind != "refusal":
            yield deep, each.text
        yield from _lines(each.inner, deep + 1)
