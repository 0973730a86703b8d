"""Examples that come out otherwise because of overlays that they do not know of, each with the edit that changes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ...foundation.source import Diagnostic, Source, Span
from ...foundation.source.frozen import frozen
from ...language.compose import Folder
from ...language.compose.overlay_order import head_in, properties
from ...language.compose.reachability import reachable
from ...language.syntax import parse_file
from ...language.syntax import tree as t
from ...play.examples.line_reader import Variant
from ...play.examples.readings import read_example
from ...play.examples.runner import run_example
from ...play.loading.rulesets import RulesetError, RuleSources, rules_in
from ...play.states.game import Game
from ...rules.model.ruleset import Example

MOST_TRIES = 12
"""Edits without which examples are tried, beginning with those that share most words with them."""
_WORD = re.compile(r"[^\W\d]\w*")


@frozen
class Change:
    """Change to an example: overlays, and the edit without which it holds, where it is a single one and was found."""

    overlays: tuple[str, ...]
    edit: Span | None = None


@frozen
class _Layer:
    id: str
    needs: tuple[str, ...]
    folder: Folder


def changed_by(folders: Sequence[Folder], settings: Mapping[str, Any], failing: Iterable[Example]) -> dict[str, Change]:
    """Of examples that fail, those that hold without the overlays that they do not stand on, by name; the others are
    wrong by themselves."""
    layers = [_layer(each) for each in folders]
    found: dict[str, Change] = {}
    for examples, others, alone in _by_ground(layers, settings, failing):
        changed = [each for each in examples if alone is not None and _holds(alone, each)]
        found |= dict.fromkeys((each.name for each in changed), Change(tuple(each.id for each in others)))
        found |= _edits(changed, layers, others, settings)
    return found


def find_misread(game: Game, files: RuleSources, settings: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yields the findings about the wording of examples. What overlays alone make wrong of an example that does not
    know of them, they change."""
    variant = _variants(game, files, settings)
    read = {each: read_example(game, each, variant) for each in game.examples}
    wrong = [each for each, found in read.items() if found]
    changed = {
        each
        for examples, _, alone in _by_ground([_layer(each) for each in files.folders], settings, wrong)
        for each in examples
        if alone is not None and not read_example(alone, each)
    }
    for each in wrong:
        if each not in changed:
            yield from read[each]


def _variants(game: Game, files: RuleSources, settings: Mapping[str, Any]) -> Variant:
    """The game for lines that set options: the same names and types whatever they are. Values that do not go together
    are a RulesetError; the rules are checked with them only where an option demands something of others."""
    has_demands = any(each.kind == "option" and each.block for each in files.composition[0].declarations)

    @cache
    def check_together(*changed: tuple[str, str]) -> None:
        rules, found = rules_in(files, {**settings, **dict(changed)})
        if rules is None:
            raise RulesetError(found)

    def variant(changed: Mapping[str, str]) -> Game:
        if has_demands:
            check_together(*sorted(changed.items()))
        return game

    return variant


def _by_ground(
    layers: Sequence[_Layer], settings: Mapping[str, Any], examples: Iterable[Example]
) -> Iterator[tuple[list[Example], list[_Layer], Game | None]]:
    """Examples by what they stand on, with the overlays that they do not know of, and the game without these; none
    where there are no such overlays."""
    by_origin: dict[str, list[Example]] = {}
    for each in examples:
        by_origin.setdefault(each.origin, []).append(each)
    for origin, of_it in by_origin.items():
        below = _below(origin, layers)
        others = [each for each in layers if each not in below]
        yield of_it, others, _trial([each.folder for each in below], settings) if others else None


def _layer(folder: Folder) -> _Layer:
    head = head_in(folder.sources)
    if head is None:
        return _Layer(folder.id_or_path, (), folder)
    return _Layer(
        head.name, tuple(each.word for each in (*properties(head, "extends"), *properties(head, "requires"))), folder
    )


def _below(origin: str, layers: Sequence[_Layer]) -> list[_Layer]:
    """The base, the layer of this name, and all that it stands on."""
    names = reachable({each.id: each.needs for each in layers}, (layers[0].id, origin))
    return [each for each in layers if each.id in names]


def _trial(folders: Sequence[Folder], settings: Mapping[str, Any]) -> Game | None:
    """The game of these files, of which nothing is kept; none where they are no game."""
    rules, _ = rules_in(RuleSources(list(folders)), settings)

    def again(changed: Mapping[str, Any]) -> Game:
        made = _trial(folders, {**settings, **changed})
        if made is None:
            raise RulesetError(())
        return made

    return None if rules is None else Game(rules, None, again, engine="interpreter")


def _holds(game: Game, example: Example) -> bool:
    return run_example(game, example).ok


def _edits(
    changed: Sequence[Example], layers: Sequence[_Layer], others: Sequence[_Layer], settings: Mapping[str, Any]
) -> dict[str, Change]:
    """The edit of each example without which it holds, where it was found."""
    found: dict[str, Change] = {}
    spoken = _words(each.span.text for each in changed)
    edits = [(layer, span) for layer in others for span in _edits_of(layer.folder)]
    ranked = sorted(edits, key=lambda each: -len(_words([each[1].text]) & spoken))
    for layer, span in ranked[:MOST_TRIES]:
        left = [each for each in changed if each.name not in found]
        if not left:
            break
        without = _trial([_without(each.folder, span) if each is layer else each.folder for each in layers], settings)
        if without is not None:
            found |= {each.name: Change((layer.id,), span) for each in left if _holds(without, each)}
    return found


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _WORD.findall(text)}


def _edits_of(folder: Folder) -> Iterator[Span]:
    """Yields the spans of edits, each line of an `amend` by itself; an edit that only adds examples changes none."""
    for source in folder.sources:
        for item in parse_file(source)[0].items:
            if isinstance(item, t.Amend):
                yield from (each.span for each in (item.edits if len(item.edits) > 1 else (item,)))
            elif not isinstance(item, t.Declaration) and not (
                isinstance(item, t.AddDeclaration) and item.declaration.kind == "example"
            ):
                yield item.span


def _without(folder: Folder, span: Span) -> Folder:
    """The files without a stretch, in which all lines stay where they are."""
    source, text = span.source, span.source.text
    blanked = Source(source.name, text[: span.start] + re.sub(r"[^\n]", " ", span.text) + text[span.end :])
    return replace(folder, sources=tuple(blanked if each is source else each for each in folder.sources))
