"""Aligns the clauses of two versions of a rule."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ...foundation.source.frozen import frozen
from ...language.compose.clause_keys import Clausal, main_key, number_keys, parts_of
from ...language.syntax import tree as t
from ...language.syntax.clause_blocks import blocks_of, opening
from ...language.syntax.clause_forms import ClauseForm, content_of, form_of
from ...language.syntax.unparse import unparse


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A clause in its place. `key` is unique within the rule; `under` is the clause in whose block it stands, and that
    block."""

    key: str
    node: Clausal
    under: Entry | None = None
    block: int = 0

    @property
    def form(self) -> ClauseForm:
        """The form of the clause."""
        return form_of(self.node)

    @property
    def line(self) -> str:
        """Text of the entry, blocks apart."""
        return unparse(self.node)

    @property
    def says(self) -> tuple[object, ...]:
        """Meaning of the entry by itself, without texts, ids, blocks, and the parts of its first line that are
        addressed by themselves."""
        if self.form.home != "lines":
            return self.plain_key, self.line
        key = getattr(self.node, "key", "")
        if self.form.has_parts:
            return key, self.form.word
        return key, opening(content_of(self.node)), len(blocks_of(self.node))

    @property
    def path(self) -> str:
        """The key by which its text is translated within the rule: below an offer, behind that of the action to which
        it belongs."""
        forms = [each.form for each in (*self.blocks, self)]
        named = (
            each.plain_key
            for each, of, form in zip(self.blocks, [None, *forms], forms, strict=False)
            if form.further == "parameters" or (of is not None and of.is_scope and form.home != "branches")
        )
        return ".".join((*named, self.plain_key))

    @property
    def blocks(self) -> tuple[Entry, ...]:
        """The clauses in whose blocks it stands, the outermost first."""
        return () if self.under is None else (*self.under.blocks, self.under)

    @property
    def place(self) -> tuple[str, ...]:
        """The keys of these clauses, before they are made unique."""
        return tuple(each.plain_key for each in self.blocks)

    @property
    def plain_key(self) -> str:
        """The key before it is made unique; what most likely stays when the clause is changed."""
        return self.form.word if self.form.home == "branches" else main_key(self.node)


@frozen
class Pair:
    """A clause before and after; none where there is no such. `moved`: it stands elsewhere, before the clause `anchor`
    or last."""

    old: Entry | None
    new: Entry | None
    moved: bool = False
    anchor: Entry | None = None


def entries(declaration: t.Declaration) -> list[Entry]:
    """The clauses of a declaration other than rows, in order, those in blocks behind the line that they belong to."""
    found = [Entry("", each) for each in declaration.members if not form_of(each).table]
    for clause in (*declaration.block, *parts_of(declaration)):
        found += _nested_entries(clause, None, 0) if not form_of(clause).table else ()
    return _with_keys(found, [main_key(each.node) for each in found])


def row_entries(name: str, row: t.Row) -> list[Entry]:
    """The clauses of what a row does, their keys behind its name: `tunnel.use`."""
    found = [each for line in row.abilities for each in _nested_entries(line, None, 0)]
    return _with_keys(found, [f"{name}.{each.path}" for each in found])


def _with_keys(found: Sequence[Entry], wanted: Sequence[str]) -> list[Entry]:
    keys, renamed = number_keys(wanted), dict[int, Entry]()
    for each, key in zip(found, keys, strict=True):
        under = renamed[id(each.under)] if each.under is not None else None
        renamed[id(each)] = Entry(key, each.node, under, each.block)
    return [renamed[id(each)] for each in found]


def _nested_entries(node: Clausal, under: Entry | None, block: int) -> Iterator[Entry]:
    entry = Entry("", node, under, block)
    yield entry
    for number, below in enumerate(blocks_of(node)):
        for each in below:
            yield from _nested_entries(each, entry, number)


def pairs(
    old: Sequence[Entry],
    new: Sequence[Entry],
    moved: Container[str] = (),
    added: Container[str] = (),
    dropped: Container[str] = (),
) -> list[Pair]:
    """Every clause of both once: the same ones, changed ones, moved ones, and those that are only in one of them.

    What stands in a block that is new or gone is not told apart from it. `moved` are the keys of new clauses of which
    somebody says that they were moved; where two have changed places, one of them stands still. `added` and `dropped`
    are the keys of new and old branches of which somebody says so: they are no other branches that were changed.
    """
    going = {(each.plain_key, repr(each.says)) for each in new if each.key in moved}
    sides = ((old, dropped), (new, added))
    steady = _in_order(
        *([each for each in side if not _goes(each, going) and not _is_apart(each, apart)] for side, apart in sides)
    )
    lost = [each for each in old if all(each is not a for a, _ in steady)]
    found = [each for each in new if all(each is not b for _, b in steady)]
    free, open_ = (
        [each for each in side if not _is_apart(each, apart)] for side, apart in ((lost, dropped), (found, added))
    )
    others = _match(free, open_, lambda each: (each.place, each.plain_key))
    free, open_ = ([each for each in side if not _is_in(each, side) or _goes(each, going)] for side in (free, open_))
    others += _match(free, open_, lambda each: (each.plain_key, each.says))
    lost, found = (
        [each for each in side if all(each is not one[n] for one in others)] for n, side in enumerate((lost, found))
    )
    told = [Pair(a, b) for a, b in steady] + [_pair(a, b, old, new, steady) for a, b in others]
    told += [Pair(each, None) for each in lost if not _is_in(each, lost)]
    order = {id(each): number for number, each in enumerate(old)}
    told.sort(key=lambda pair: order[id(pair.old)])
    return told + [Pair(None, each) for each in found if not _is_in(each, found)]


def _goes(entry: Entry, going: Container[tuple[str, str]]) -> bool:
    """Tells if a clause, or one in whose block it stands, is among those that were moved."""
    return any((each.plain_key, repr(each.says)) in going for each in (entry, *entry.blocks))


def _is_apart(entry: Entry, apart: Container[str]) -> bool:
    """Tells if a branch, or one in which a clause stands, is among those that were added or dropped."""
    return any(each.form.home == "branches" and each.key in apart for each in (entry, *entry.blocks))


def _in_order(old: Sequence[Entry], new: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """Those that say the same and follow each other in the same order."""
    before, after = ([repr((len(each.blocks), each.block, each.says)) for each in side] for side in (old, new))
    found = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    return [(old[a + n], new[b + n]) for a, b, size in found for n in range(size)]


def _match(lost: list[Entry], found: list[Entry], sign: Callable[[Entry], object]) -> list[tuple[Entry, Entry]]:
    """Takes those out of both lists that have the same sign."""
    matched = []
    for each in list(lost):
        other = next((one for one in found if sign(one) == sign(each)), None)
        if other is not None:
            matched.append((each, other))
            lost.remove(each)
            found.remove(other)
    return matched


def _pair(
    a: Entry, b: Entry, old: Sequence[Entry], new: Sequence[Entry], steady: Sequence[tuple[Entry, Entry]]
) -> Pair:
    """A pair, marked as moved if it stands in another block, or on the other side of something that stayed."""
    i, j = old.index(a), new.index(b)
    beside = [(c, d) for c, d in steady if d.under is b.under and d.block == b.block]
    is_crossed = any((old.index(c) < i) != (new.index(d) < j) for c, d in beside)
    if (a.place, a.block) == (b.place, b.block) and not is_crossed:
        return Pair(a, b)
    siblings = [each for each in new if each.under is b.under and each.block == b.block]
    index = siblings.index(b)
    return Pair(a, b, True, siblings[index + 1] if index + 1 < len(siblings) else None)


def _is_in(entry: Entry, lost: Sequence[Entry]) -> bool:
    return any(each in lost for each in entry.blocks)
