"""Searches for an example that would notice a broken clause, from the positions of examples that evaluate it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ...engine.interpret.step import WorkLimitError
from ...foundation.source import Source
from ...foundation.source.frozen import frozen
from ...language.syntax import parse_file
from ...language.syntax import tree as t
from ...play.examples.runner import ExampleStep, rehearse, run_example
from ...play.positions.action import CHANCE
from ...play.states.game import Game, State
from ...rules.model import ruleset as m
from .comparison import find_differences, write_action

LENGTHS = (2, 6, 20, 60)
"""Decisions by which play goes on from a position, after the position itself; short ones are tried first."""
_IDS = re.compile(r"\s+\[[^\]|]*\]\s*$")


@frozen
class SearchResult:
    """Result of a search: how many decisions were looked at, if any tells the rules apart, and the text of an example
    that notices it; "" where none could be written."""

    decisions: int
    differs: bool
    text: str = ""


@dataclass(frozen=True)
class Start:
    """A position in an example under both rules, and the lines that lead there."""

    example: m.Example
    lines: tuple[str, ...]
    right: State
    broken: State


class Rehearsals:
    """The steps of examples under one game, each gone through once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[str, tuple[ExampleStep, ...]] = {}

    def steps(self, example: m.Example) -> tuple[ExampleStep, ...]:
        """The steps of an example."""
        text = example.span.text
        if text not in self.known:
            self.known[text] = rehearse(self.game, example)[1]
        return self.known[text]


def search_example(
    right: Rehearsals,
    broken: Game,
    examples: Iterable[m.Example],
    rule: str,
    name: str,
    most: int,
    settings: Sequence[tuple[str, str]] = (),
) -> SearchResult:
    """Looks at so many decisions under both rules. Where they differ it writes an example, drops every line that it can
    do without, and runs it under both: it holds under the first rules, and not under the broken ones. `settings` are the
    options of both, which the example sets."""
    sampler = random.Random(f"falsify {rule}")
    done = 0
    differs = False
    starts = list[Start]()
    options = [f"    set {option} = {value}" for option, value in settings]
    for start, length in _rounds(right, broken, examples, starts, sampler):
        for looked, lines in _walk(start, length, rule, sampler):
            done += looked
            if lines is not None:
                differs = True
                text = _write_shortest(right.game, broken, [*options, *start.lines], lines, name)
                if text:
                    return SearchResult(done, True, text)
        if done >= most:
            break
    return SearchResult(done, differs)


def _rounds(
    right: Rehearsals, broken: Game, examples: Iterable[m.Example], starts: list[Start], sampler: random.Random
) -> Iterator[tuple[Start, int]]:
    """Yields positions, each with by how many decisions play is to go on from there: all as they stand, while they are
    found, then in any order, and further each time."""
    for each in examples:
        for start in starts_of(right, broken, each):
            starts.append(start)
            yield start, 0
    while starts:
        for length in LENGTHS:
            yield from ((each, length) for each in sampler.sample(starts, len(starts)))


def starts_of(right: Rehearsals, broken: Game, example: m.Example) -> Iterator[Start]:
    """Yields the decisions in an example, under both rules, as far as its lines do the same under both."""
    one, other = right.steps(example), rehearse(broken, example)[1]
    lines, read = lines_of(example), 0
    for step, twin, many in zip(one, other, sizes_of_steps(example), strict=False):
        read += many
        if step.after is not step.before or read == len(example.members):
            yield Start(example, tuple(line for each in lines[:read] for line in each), step.after, twin.after)


def sizes_of_steps(example: m.Example) -> list[int]:
    """By step of an example, how many of its members that is: of a table all its rows."""
    sizes: list[int] = []
    for is_row, members in groupby(example.members, lambda each: isinstance(each, t.Row)):
        many = len(list(members))
        sizes += [many] if is_row else [1] * many
    return sizes


def lines_of(example: m.Example) -> list[list[str]]:
    """The text of an example, member by member, as it stands in its file, without ids of facts. An empty line before a
    table stays with its first row."""
    source = example.span.source
    found, before = [], ""
    for each in example.members:
        text = _IDS.sub("", source.line(each.span.line)).split("  #")[0].rstrip()
        is_table = isinstance(each, t.Row)
        apart = [""] if is_table and before == "table" and not source.line(each.span.line - 1).strip() else []
        found.append([*apart, "    " + text.strip()])
        before = "table" if is_table else ""
    return found


def _walk(start: Start, length: int, rule: str, sampler: random.Random) -> Iterator[tuple[int, list[str] | None]]:
    """Goes on from a position by the same choices under both rules. Yields how many decisions were looked at, and the
    lines that lead to a difference and say it, as soon as there is one."""
    right, broken, lines = start.right, start.broken, list[str]()
    for n in range(length + 1):
        try:
            differences = list(find_differences(right, broken, rule)) if n or not length else []
            if differences:
                said = sorted(
                    {each for each in differences if each}, key=lambda each: (each.count(","), len(each), each)
                )
                yield from ((0, [*lines, each]) for each in said[:4])
                yield 1, [*lines, ""]
                return
            if right.is_terminal or n == length:
                break
            line, right, broken = _go_on(right, broken, rule, sampler)
        except WorkLimitError:
            break
        lines.append(line)
    yield max(len(lines), 1), None


def _go_on(right: State, broken: State, rule: str, sampler: random.Random) -> tuple[str, State, State]:
    """One choice under both rules: an action first, then its values; the action of the rule more often than others."""
    if right.current_player == CHANCE:
        weights = right._weights()
        value = sampler.choices([each for each, _ in weights], [weight for _, weight in weights])[0]
        line = f"when {write_action(right, right._chance_action(value))}"
        return line, right._after_chance(value), broken._after_chance(value)
    player = sampler.choice(right.active_players)
    options = right.legal_actions(player)
    by_name: dict[str, list[int]] = {}
    for n, each in enumerate(options):
        by_name.setdefault(each.name, []).append(n)
    own = [name for name in by_name if f"action {name}" == rule]
    name = own[0] if own and sampler.random() < 0.5 else sampler.choice(sorted(by_name))
    action = options[sampler.choice(by_name[name])]
    twin = next(
        n for n, each in enumerate(broken.legal_actions(player)) if (each.name, each.values) == (name, action.values)
    )
    line = f"when {write_action(right, action)}"
    after = right._apply_option(player, right._options(player)[options.index(action)])
    return line, after, broken._apply_option(player, broken._options(player)[twin])


# ---- the example ----------------------------------------------------------------------------------------------------


def _write_shortest(right: Game, broken: Game, before: Sequence[str], lines: Sequence[str], name: str) -> str:
    """The text of an example that tells both rules apart, without what it can do without; "" if it does not."""
    body = [*dict.fromkeys(each for each in before if each.startswith("    set ")), *_moves(before)]
    body += ["    " + each for each in lines]
    if not lines[-1] or not _notices(right, broken, body, name):
        return ""
    for n in reversed(range(len(body) - 1)):
        shorter = body[:n] + body[n + 1 :]
        is_kept = body[n].lstrip().startswith(("|", "set ")) or not body[n].strip()
        if not is_kept and _notices(right, broken, shorter, name):
            body = shorter
    return example_text(name, body)


def _moves(lines: Sequence[str]) -> list[str]:
    """The lines that change a position; those that set options, or ask for something, are left out."""
    return [each for each in lines if not each.lstrip().startswith(("set ", "then ", "refuse ", "allow "))]


def example_text(name: str, body: Sequence[str]) -> str:
    """An example as it is written in a rule file."""
    return "\n".join([f"example {name}", *body, ""])


def _notices(right: Game, broken: Game, body: Sequence[str], name: str) -> bool:
    example = read_example(example_text(name, body))
    return example is not None and run_example(right, example).ok and not run_example(broken, example).ok


def read_example(text: str) -> m.Example | None:
    """The example that a text is; none if it is none."""
    file, found = parse_file(Source("found.cave", text))
    node: Any = file.items[0] if len(file.items) == 1 and not found else None
    if not isinstance(node, t.Declaration) or node.kind != "example":
        return None
    return m.Example(node.name, node.text, node.cites, node.members, node.span)
