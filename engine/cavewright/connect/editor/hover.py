"""Words about what stands at a place: a clause as people read it, its price, its facts, and examples that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ...foundation.source import Span
from ...foundation.source.frozen import frozen
from ...language.syntax import tree as t
from ...play.loading.opened_rules import OpenedRules
from ...publish.sentences import Sentence, Sentences, all_of
from .name_index import Declared, Occurrence, Symbol, find_occurrences, symbol_at
from .positions import Position, Range, position_of
from .workspace import Project, Workspace

MOST = 6
"""Facts, examples and sentences that are shown, of each."""
MOST_LINES = 24


@frozen
class Hover:
    """Markdown about what stands between two places."""

    markdown: str
    range: Range


def hover(workspace: Workspace, path: Path, position: Position, lang: str = "en") -> Hover | None:
    """Returns the words about a place; none where nothing stands that rules know of."""
    project = workspace.project(path)
    offset = project.offset(path, position)
    fact = _fact_at(project, path, offset, lang)
    if fact is not None:
        return fact
    found = symbol_at(project, path, offset)
    if found is None or not found[0].declared:
        return None
    symbol, here = found
    opened = project.open_rules(lang)
    parts = [part for each in symbol.declared[:MOST] for part in _about(each, project, opened)]
    examples = _examples(project, symbol)
    parts += [f"*Examples:* {', '.join(f'`{each}`' for each in examples)}"] if examples else []
    return Hover("\n\n".join(parts), _range(project, path, here))


def _range(project: Project, path: Path, here: Occurrence) -> Range:
    source = project.source(path)
    return Range(position_of(source, here.start), position_of(source, here.end))


def _fact_at(project: Project, path: Path, offset: int, lang: str) -> Hover | None:
    """The fact of an id in brackets."""
    source = project.source(path)
    start = end = offset
    text = source.text
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] in "-."):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] in "-."):
        end += 1
    opened = project.open_rules(lang) if "-" in text[start:end] else None
    id = text[start:end].partition("..")[0]
    fact = opened.facts.get(id) if opened is not None else None
    if fact is None or opened is None:
        return None
    said = f"**{id}** {opened.words.fact(id, fact.get('text', ''))}"
    place = f"\n\n*{fact['place']}*" if fact.get("place") else ""
    return Hover(said + place, Range(position_of(source, start), position_of(source, end)))


def _about(declared: Declared, project: Project, opened: OpenedRules | None) -> Iterator[str]:
    text = getattr(declared.node, "text", "")
    place, span = project.place(declared.span)
    head = (
        f"**{declared.label}**"
        if declared.kind in declared.label.split()
        else f"**{declared.name}** · {declared.kind} of {declared.label}"
    )
    yield f"{head} — {place.name}:{span.line}"
    if text:
        yield opened.words.text(declared.label, text) if opened is not None and declared.node == text else text
    yield f"```cave\n{_source_of(declared)}\n```"
    if opened is None:
        return
    told = list(_sentences(declared, Sentences(opened.words)))
    price = [each.text for each in all_of(told) if each.kind == "cost"]
    if price:
        yield f"*Price:* {' '.join(price[:MOST])}"
    if told:
        yield "\n".join(_items(told))
    facts = [each for each in _cites(declared.node) if each in opened.facts]
    if facts:
        yield "\n".join(f"- {id}: {opened.words.fact(id, opened.facts[id].get('text', ''))}" for id in facts[:MOST])


def _items(told: Iterable[Sentence], depth: int = 0) -> Iterator[str]:
    for each in list(told)[: 2 * MOST]:
        yield f"{'  ' * depth}- {each.text}"
        if depth < 2:
            yield from _items(each.inner, depth + 1)


def _source_of(declared: Declared) -> str:
    """The declaration as it is written, cut where it is long; of a line, a row or a field that line."""
    node = declared.node
    span: Span = node.span if not declared.is_local else declared.span
    text = span.text.rstrip() if not declared.is_local else span.source.line(span.line).strip()
    lines = text.split("\n")
    more = ["…"] if len(lines) > MOST_LINES else []
    return "\n".join([*lines[:MOST_LINES], *more])


def _sentences(declared: Declared, sentences: Sentences) -> tuple[Sentence, ...]:
    """Returns the sentences that tell what is declared."""
    name, rules = declared.name, sentences.rules
    if declared.kind == "action" and name in rules.actions:
        return sentences.action(name)
    if declared.kind == "to" and name in rules.processes:
        return sentences.process(name)
    if declared.kind in ("define", "notice") and name in rules.defines:
        return (sentences.define(name),)
    if declared.kind == "option" and name in rules.options:
        return (sentences.option(name),)
    if declared.kind == "ranking" and name in rules.rankings:
        return sentences.ranking(name)
    if declared.kind == "scoring":
        return sentences.scoring()
    if declared.kind == "key" and isinstance(declared.node, t.Line):
        return sentences.clause(f"{declared.label.partition(' ')[2] or declared.label}.{name}")
    owner = "game" if declared.label == "game" else declared.label.partition(" ")[2]
    fields = (each for each in rules.fields if each.name == name and each.owner == owner)
    return tuple(sentences.field(each) for each in fields) if declared.kind == "field" else ()


def _cites(node: object) -> list[str]:
    return list(dict.fromkeys(id for each in t.walk(node) for id in getattr(each, "cites", ())))


def _examples(project: Project, symbol: Symbol) -> list[str]:
    """The examples of these rules in which the name stands."""
    scopes = [each.scope for each in find_occurrences([project], symbol) if each.scope.startswith("example ")]
    return [each.removeprefix("example ") for each in dict.fromkeys(scopes)][:MOST]
