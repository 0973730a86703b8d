"""Turns that can go on without end: a round of choices that uses nothing up, after which the same can be chosen again.

A round of a loop is taken apart into its ways, each with the actions that are chosen on it and the changes that it makes.
A way that makes no headway can be gone again and again; so can two ways of which one gives back what the other takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice
from typing import TypeAlias

from ...foundation.source import Diagnostic, Diagnostics, Label, warning
from ..model import ruleset as m
from .round_ways import RoundWays, Way
from .stuck_loops import Location, locations_read
from .whole_program import WholeProgram, all_parts, kept_in, steps

MOST_COUNTED = 100
"""A number with at most so many values is an end that somebody will come to."""
MOST_PAIRS = 20_000
"""Pairs of ways that are looked at; of a loop with more the first."""
ORDERINGS = ("lt", "le", "gt", "ge")
Rounds: TypeAlias = tuple[m.Step, m.Expr | None, tuple[Way, ...]]
"""A loop, what ends it, and the ways through one of its rounds."""


def check_endless_turns(whole: WholeProgram) -> Diagnostics:
    """C0530: a turn in which something can be done again and again, for nothing."""
    known = RoundWays(whole)
    reached = whole.reachable_from(["to play"])
    callers = _first_callers(whole)
    told = set[tuple[str, ...]]()
    for name in sorted(reached):
        for step in steps(whole.bodies[name]):
            for loop, until, ways in _rounds(known, step):
                for actions in Headway(whole, until).find_repeatable(ways):
                    if actions not in told:
                        told.add(actions)
                        yield _finding(whole, loop, actions, _path_to(callers, name))


def _rounds(known: RoundWays, step: m.Step) -> Iterator[Rounds]:
    """Yields the rounds of a loop in which one player chooses as often as they wish; a loop that passes the turn on is
    none."""
    match step.statement:
        case m.Offer(any=True, once=False, menu=menu, until=until):
            yield step, until, known.of_menu(menu)
        case m.Repeat(until=m.Expr() as until, body=body) if not _passes_on(known.whole, body):
            yield step, until, known.of_block(body)


def _passes_on(whole: WholeProgram, body: m.Block) -> bool:
    """Tells if others act in a block, or in what it calls; then it is no turn of one player."""
    called = whole.reachable_from(whole.called_from(body))
    inside = (step.statement for block in (body, *map(whole.bodies.__getitem__, called)) for step in steps(block))
    return any(isinstance(each, (m.InTurn, m.AtOnce, m.AsPlayer)) for each in inside)


def _finding(whole: WholeProgram, loop: m.Step, actions: tuple[str, ...], path: list[str]) -> Diagnostic:
    words = [whole.ruleset.actions[name].word for name in actions]
    return warning(
        "C0530",
        f"a turn can go on without end: `{'`, `'.join(words)}` can be done again and again",
        whole.place_of_declaration(f"action {actions[0]}"),
        f"it uses nothing up; the way here is `{' → '.join([*path, *words, words[0]])}`",
        more=[Label(loop.clause.span, "this goes on as long as the player wishes")],
        help="let it cost something, or require what it changes; or offer each action once: `offer any once`",
    )


def _first_callers(whole: WholeProgram) -> dict[str, str]:
    """Returns by which other the shortest way from the beginning comes to each process and action; "" for the beginning."""
    callers = {"to play": ""}
    todo = ["to play"]
    for each in todo:
        new = [following for following in whole.graph.get(each, ()) if following not in callers]
        callers.update(dict.fromkeys(new, each))
        todo += new
    return callers


def _path_to(callers: Mapping[str, str], name: str) -> list[str]:
    """Returns the processes and actions that lead from the beginning to one of them, the shortest way."""
    path = [name]
    while callers[path[0]]:
        path.insert(0, callers[path[0]])
    return [each.partition(" ")[2] for each in path]


class Headway:
    """Judge of headway in a loop: a way that uses something up, or changes what has to hold for it to be chosen again."""

    def __init__(self, whole: WholeProgram, until: m.Expr | None) -> None:
        self.whole = whole
        self.fields = {(each.owner, each.name): each for each in kept_in(whole.ruleset)}
        self.ends = self._places_in(() if until is None else (until,))
        self.known: dict[tuple[str, ...], tuple[set[Location], set[Location]]] = {}

    def find_repeatable(self, ways: Iterable[Way]) -> list[tuple[str, ...]]:
        """The actions that can be done again and again: alone, or two in turn of which neither can be alone."""
        chosen = [each for each in ways if each.actions]
        found = sorted({each.actions for each in chosen if not self.is_made_by(each)})
        alone = {name for names in found for name in names}
        others = [each for each in chosen if alone.isdisjoint(each.actions)]
        for one, other in islice(combinations(others, 2), MOST_PAIRS):
            both = one.followed_by(other)
            is_new = one.actions != other.actions and both.actions not in found
            if is_new and self._gives_back(one, other, both):
                found.append(both.actions)
        return found

    def _gives_back(self, one: Way, other: Way, both: Way) -> bool:
        """Tells if two ways leave all as it was, each number and bag known to the piece."""
        if any(low != high or low < 0 for _, (low, high) in both.changes):
            return False
        before, after = dict(one.set_to), dict(other.set_to)
        set_back = {place for place, value in before.items() if after.get(place, value) != value} | both.moved
        changed = frozenset(each for each in both.changes if each[1] != (0, 0))
        unset = frozenset(each for each in both.set_to if each[0] not in set_back)
        return not self.is_made_by(replace(both, changes=changed, set_to=unset))

    def is_made_by(self, way: Way) -> bool:
        """Tells if a way, gone again and again, comes to an end by itself. Where somebody moves, what is given back of a price
        is given once: it may depend on where they came from."""
        read, compared = self._looked_at(way.actions)
        return (
            way.is_final
            or bool(way.moved and way.paid)
            or any(
                high < 0 or low > 0 and (place[:2] in read or self._is_narrow(place[:2]))
                for place, (low, high) in way.changes
            )
            or any(place in read for place in (*dict(way.set_to), *way.placed))
            or any(place in self.ends or place in compared for place in way.moved)
        )

    def _looked_at(self, actions: tuple[str, ...]) -> tuple[set[Location], set[Location]]:
        """Places that are read to choose actions and to end the loop, and those of which is asked which is more."""
        if actions not in self.known:
            asked = list(self._questions(actions))
            compared = (part for each in asked for part in all_parts(each) if part.op in ORDERINGS)
            self.known[actions] = self._places_in(asked) | self.ends, self._places_in(compared)
        return self.known[actions]

    def _is_narrow(self, place: Location) -> bool:
        """Tells if a number has few values, or a bag room for few pieces."""
        type_ = self.fields[place[0], place[1]].type
        return 0 < type_.room <= MOST_COUNTED if type_.is_bag else type_.high - type_.low <= MOST_COUNTED

    def _places_in(self, values: Iterable[m.Expr]) -> set[Location]:
        return {place for each in values for place in locations_read(self.whole, each)}

    def _questions(self, actions: Iterable[str]) -> Iterator[m.Expr]:
        """Yields what has to hold for actions to be chosen, and from what their values are."""
        for name in actions:
            action = self.whole.ruleset.actions[name]
            yield from (each.domain for each in action.binds)
            yield from (
                each.statement.condition for each in steps(action.header) if isinstance(each.statement, m.Require)
            )
