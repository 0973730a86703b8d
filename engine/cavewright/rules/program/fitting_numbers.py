"""Proofs that numbers fit wherever play comes to their lines: conditions, prices and assignments before them are followed
through the program, from the beginning of play.

A position that was set by hand may have other numbers; whoever acts there is told by the line itself.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..check.whole_program import field_of
from ..model import ruleset as m
from ..model.types import MOST, NONE, number
from . import instructions as i
from .known_bounds import ACTING, Bounds, Range, Source, Term, Terms, amount_of, assume, opposite
from .refusal_reach import can_fail, returns

PATIENCE = 3
"""How often bounds may grow at one instruction before they grow up to the next number that is compared with."""
Way = tuple[int, Bounds]


def with_proofs(code: Sequence[Any], begin: int, slots: Mapping[int, int], is_interrupted: bool) -> list[Any]:
    """Returns the instructions, those marked of which the number always fits in play that begins at an instruction.
    `slots` are those of names, by number; where play `is_interrupted`, nothing is known behind decisions."""
    failing = [at for at, node in enumerate(code) if isinstance(node, i.Set | i.Pieces) and can_fail(node)]
    found = list(code)
    if failing:
        known = _Following(code, slots, is_interrupted).follow(begin)
        for at, node in enumerate(code):
            if isinstance(node, i.Chance) and at in known and _comes_up(node, known[at]):
                found[at] = replace(node, is_sure=True)
        for at in failing:
            if at in known and (known[at].is_tried or _fits(code[at], known[at])):
                found[at] = replace(code[at], fits=True)
    return found


# ---- does it fit? ----------------------------------------------------------------------------------------------------


def _fits(node: i.Set | i.Pieces, known: Bounds) -> bool:
    """Tells if the numbers of an instruction fit where something is known."""
    if isinstance(node, i.Set):
        wanted, given = node.target.type, node.value.type
        low, high = known.range_of(node.value)
        is_none = wanted.optional and low == NONE and given.optional and given.low >= wanted.low
        bounded = node.target.op != "amount" and wanted.is_number
        return bounded and (low >= wanted.low or is_none) and high <= wanted.high
    moved = node.transfer
    if moved.taker is not None and moved.taker.type.room:
        return False
    for each in moved.pieces:
        if each.amount is None or each.piece is None or moved.giver is None:
            continue
        if not known.is_enough(amount_of(moved.giver, each.piece), each.amount):
            return False
    pieces = [each.piece for each in moved.pieces]
    return len(set(pieces)) == len(pieces) and (len(pieces) == 1 or all(_is_row(each) for each in pieces))


def _comes_up(node: i.Chance, known: Bounds) -> bool:
    """Tells if it is known that something can come up."""
    if node.bag is not None:
        return known.range_of(m.Expr("size", (node.bag,), number(0, MOST), node.bag.span))[0] > 0
    domain = node.domain
    return domain is not None and domain.op in ("rows", "range") and all(not isinstance(e, m.Expr) for e in domain.args)


def _is_row(piece: m.Expr | None) -> bool:
    return piece is not None and piece.op == "const"


# ---- following play --------------------------------------------------------------------------------------------------


class _Following:
    """Search for what is known before each instruction to which play may come."""

    def __init__(self, code: Sequence[Any], slots: Mapping[int, int], is_interrupted: bool) -> None:
        self.code, self.back = code, returns(code)
        self.nothing = Bounds(Terms())
        self.names = defaultdict[int, set[Source]](set)
        for name, slot in slots.items():
            self.names[slot].add(name)
        self.names[i.ME].add(ACTING)
        self.ends = {each.back for node in code if isinstance(node, i.Decide) for each in node.options}
        self.is_interrupted, self.together = is_interrupted, self._acting_at_once()
        self.compared = sorted({n + by for n in _numbers(code) for by in (-1, 0, 1)})
        self.known: dict[int, Bounds] = {}
        self.changed: dict[int, frozenset[Source] | None] = {}
        calls = [node for node in code if isinstance(node, i.Call)]
        self.brief = {node.back for node in calls if self._changed_by(node.to) is not None} - self.ends
        self.met = defaultdict[int, int](int)

    def follow(self, begin: int) -> Mapping[int, Bounds]:
        """Returns what is known before each instruction."""
        self.known[begin], open_ = self._beginning(), [begin]
        for option in (each for node in self.code if isinstance(node, i.Trial) for each in node.options):
            if self._learn(option.to, replace(self._choose(option, self.nothing), is_tried=True)):
                open_.append(option.to)
        while open_:
            at = open_.pop()
            for to, known in self._ways(at, self.known[at]):
                if self._learn(to, known):
                    open_.append(to)
        return self.known

    def _beginning(self) -> Bounds:
        """Returns what is known when play begins: what the game keeps is as it was declared."""
        known = self.nothing
        for target in (node.target for node in self.code if isinstance(node, i.Set) and node.target.op == "field"):
            field, start = target.args[0], 0
            if field.owner == "game" and field.type.is_number and not field.type.optional:
                start = field.start.args[0] if field.start is not None and field.start.op == "const" else field.type.low
                if field.start is None or field.start.op == "const":
                    known = known.with_range(target, start, start)
        return known

    def _learn(self, at: int, known: Bounds) -> bool:
        """Joins what is known on one more way to an instruction; tells if that changes anything."""
        if at not in self.known:
            self.known[at] = known
            return True
        before = self.known[at]
        joined = before.join(known)
        self.met[at] += 1
        if self.met[at] > PATIENCE:
            ranges = {each: self._widen(before.ranges[each], held) for each, held in joined.ranges.items()}
            joined = replace(joined, ranges=ranges)
        self.known[at] = joined
        return joined != before

    def _widen(self, before: Range, now: Range) -> Range:
        low, high = now
        if low < before[0]:
            at = bisect_right(self.compared, low) - 1
            low = self.compared[at] if at >= 0 else -MOST
        if high > before[1]:
            at = bisect_left(self.compared, high)
            high = self.compared[at] if at < len(self.compared) else MOST
        return low, high

    def _changed_by(self, begin: int) -> frozenset[Source] | None:
        """Returns what a process may change that begins at an instruction; none if somebody decides in it, or a tile is laid."""
        if begin not in self.changed:
            self.changed[begin] = None
            found, open_, gone = set[int](), [begin], set[Source]()
            while open_:
                at = open_.pop()
                if at in found:
                    continue
                found.add(at)
                changes = self._changes(self.code[at])
                if changes is None:
                    return None
                gone |= changes
                is_end = isinstance(self.code[at], i.Return | i.Call)
                open_ += [] if is_end else i.successors(self.code[at], at, self.back)
                open_ += [at + 1] if isinstance(self.code[at], i.Call) else []
            self.changed[begin] = frozenset(gone)
        return self.changed[begin]

    def _changes(self, node: Any) -> frozenset[Source] | set[Source] | None:
        """Returns what an instruction changes; none where that is not known."""
        match node:
            case i.Set(target=target):
                return {target.args[0].number} if target.op == "local" else _sources_of(target)
            case i.Pieces(transfer=moved):
                return _sources_of(moved.giver) | _sources_of(moved.taker)
            case i.Call(arguments=arguments, to=to):
                within = self._changed_by(to)
                return None if within is None else within.union(*(self.names[slot] for slot, _ in arguments))
            case i.Return(clear=slots) | i.Clear(slots=slots):
                return set[Source]().union(*(self.names[slot] for slot in slots))
            case i.Copy(target=slot) | i.Collect(slot=slot) | i.Next(slot=slot):
                return self.names[slot]
            case i.Jump() | i.JumpUnless() | i.Check() | i.Reveal():
                return set()
        return None

    def _acting_at_once(self) -> set[int]:
        """The instructions that are carried out while all act at once."""
        found = set[int]()
        open_ = [at + 1 for at, node in enumerate(self.code) if isinstance(node, i.Fork)]
        while open_:
            at = open_.pop()
            if at not in found:
                found.add(at)
                node = self.code[at]
                open_ += i.successors(node, at, self.back)
                open_ += [each.to for each in node.options] if isinstance(node, i.Decide) else []
        return found

    def _without_slots(self, known: Bounds, slots: Iterable[int]) -> Bounds:
        return known.without(set[Source]().union(*(self.names[slot] for slot in slots)))

    def _ways(self, at: int, known: Bounds) -> Iterable[Way]:
        """Returns the ways from an instruction, with what is known behind it."""
        node = self.code[at]
        match node:
            case i.Decide():
                return self._decisions(at, node, known)
            case i.JumpUnless(condition=condition, to=to):
                return [(at + 1, assume(known, condition)), (to, assume(known, *opposite(condition)))]
            case i.Fork(to=to):
                return [(at + 1, self.nothing), (to, self.nothing)]
            case i.Next(slot=slot, to=to):
                return [(at + 1, known.without(self.names[slot])), (to, known)]
            case i.Call(arguments=arguments, to=to) if (gone := self._changed_by(to)) is not None:
                names = set[Source]().union(*(self.names[slot] for slot, _ in arguments))
                return [(to, known.without(names)), (at + 1, known.without(names | gone))]
            case i.Return(back=back) if back in self.brief:
                return []
        after = self._after(node, known)
        return [(to, after) for to in i.successors(node, at, self.back)]

    def _after(self, node: Any, known: Bounds) -> Bounds:
        match node:
            case i.Set():
                return self._assign(node, known)
            case i.Pieces(transfer=moved):
                return self._move(moved, known)
            case i.Call(arguments=arguments):
                return self._without_slots(known, (slot for slot, _ in arguments))
            case i.Return(back=back, clear=slots):
                known = self._without_slots(known, slots)
                return replace(known, is_tried=known.is_tried and back not in self.ends)
            case i.Clear(slots=slots):
                return self._without_slots(known, slots)
            case i.Copy(target=slot) | i.Collect(slot=slot):
                return known.without(self.names[slot])
            case i.Chance(slot=slot, bag=bag):
                return replace(known.without(self.names[slot] | _sources_of(bag)), is_tried=False)
            case i.Check(condition=condition) if known.is_tried:
                return assume(known, condition)
            case i.Freely():
                return replace(known, is_tried=False)
            case i.Jump() | i.Check() | i.Reveal():
                return known
            case i.Repack() | i.Fork():
                return self.nothing
        return replace(self.nothing, is_tried=known.is_tried)

    def _assign(self, node: i.Set, known: Bounds) -> Bounds:
        low, high = known.range_of(node.value)
        wanted = node.target.type
        target = node.target
        gone = {target.args[0].number} if target.op == "local" else _sources_of(target)
        if target.op == "local" and target.args[0].number == -1:
            gone = gone | {ACTING}
        known = known.without(gone)
        if (
            target.op in ("field", "local")
            and wanted.is_number
            and gone.isdisjoint(known.terms.behind(target.args[1:]))
        ):
            low = max(low, min(wanted.low, NONE if wanted.optional else wanted.low))
            high = min(high, wanted.high)
            known = known.with_range(target, low, max(low, high))
        return known

    def _move(self, moved: m.Transfer, known: Bounds) -> Bounds:
        """Returns what is known behind pieces that moved: of others in the bags, the numbers stay."""
        changes = [
            (amount_of(bag, each.piece), *_times(known.range_of(each.amount), sign))
            for bag, sign in ((moved.giver, -1), (moved.taker, 1))
            if bag is not None
            for each in moved.pieces
            if each.amount is not None and each.piece is not None
        ]
        bags = {each for bag in (moved.giver, moved.taker) for each in _sources_of(bag)}
        new = [(held, known.range_of(held)[0] + low, known.range_of(held)[1] + high) for held, low, high in changes]
        known = self._beside(moved, known, bags)
        for held, low, high in new if len(moved.pieces) == 1 else ():
            known = known.with_range(held, max(0, low), max(0, high))
        return known

    def _beside(self, moved: m.Transfer, known: Bounds, bags: set[Source]) -> Bounds:
        """Returns what stays known when pieces move; of what lies in the bags, the numbers of other pieces."""
        rows = {known.terms.of(each.piece) for each in moved.pieces if each.piece is not None}
        is_known = len(rows) == len(moved.pieces) and all(each[0] == "const" for each in rows)

        def stays(term: Term) -> bool:
            if known.terms.sources[term].isdisjoint(bags):
                return True
            aside = is_known and term[0] == "amount" and term[1][0] == "field" and term[2][0] == "const"
            return aside and term[2] not in rows

        ranges = {term: held for term, held in known.ranges.items() if stays(term)}
        compared = frozenset(each for each in known.compared if stays(each[1]) and stays(each[2]))
        return replace(known, ranges=ranges, compared=compared)

    def _decisions(self, at: int, node: i.Decide, known: Bounds) -> Iterator[Way]:
        known = replace(known, is_tried=False)
        if self.is_interrupted or at in self.together:
            known = self.nothing
        if node.otherwise >= 0:
            yield node.otherwise, known
        for option in node.options:
            yield option.to, self._choose(option, known)

    def _choose(self, option: i.Option, known: Bounds) -> Bounds:
        """Returns what is known where an option has been chosen: what it takes is there, and what it asks for holds."""
        known = self._without_slots(known, option.slots)
        for local, domain in zip(option.binds, option.domains, strict=False):
            if domain.type.is_bag:
                known = assume(known, m.holds("has", domain, local.at(domain.span)))
        for guard in option.guards:
            if guard.form == "let" and guard.condition is not None:
                low, high = known.range_of(guard.condition) if guard.condition.type.is_number else (NONE, NONE)
                known = known.without(self.names[guard.slot])
                if guard.local is not None and guard.condition.type.is_number:
                    known = known.with_range(guard.local.at(guard.condition.span), low, high)
            elif guard.form == "cost" and guard.held is not None and guard.amount is not None:
                known = assume(known, m.holds("ge", guard.held, guard.amount))
            elif guard.condition is not None and guard.form in ("require", "where"):
                known = assume(known, guard.condition)
        return replace(known, is_tried=option.back >= 0)


def _times(held: Range, sign: int) -> Range:
    return held if sign > 0 else (-held[1], -held[0])


def _sources_of(target: m.Expr | None) -> set[Source]:
    """The kept thing that is written."""
    field = None if target is None else field_of(target)
    return set() if field is None else {(field.owner, field.name)}


def _numbers(part: Any) -> Iterator[int]:
    """The numbers that stand in conditions, guards and bounds of some instructions."""
    for node in part:
        if isinstance(node, i.JumpUnless):
            yield from _constants_in(node.condition)
        elif isinstance(node, i.Set) and node.target.type.is_number:
            yield from (node.target.type.low, node.target.type.high)
        for option in node.options if isinstance(node, i.Decide) else ():
            for guard in option.guards:
                yield from _constants_in((guard.condition, guard.amount))


def _constants_in(part: Any) -> Iterator[int]:
    match part:
        case m.Expr(op="const", args=(int() as known,)):
            yield known
        case m.Expr(args=inner) | m.Define(body=inner):
            yield from _constants_in(inner)
        case tuple():
            for each in part:
                yield from _constants_in(each)
