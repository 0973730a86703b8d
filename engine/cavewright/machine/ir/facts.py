"""Facts of a point of a function: what variables and cells hold there, and in which sets of a field rows lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .bitmap_indexes import BitmapIndex
from .form import Array, Check, Choose, Const, Expr, Load, Op, Var, With

Cell: TypeAlias = tuple[Array, int]
Place: TypeAlias = Var | Cell
Entry: TypeAlias = tuple[BitmapIndex, int]
"""The set of the rows of a field that hold a value."""


def place_of(e: Expr) -> Place | None:
    """The variable or the cell that an expression reads."""
    match e:
        case Var():
            return e
        case Load(array=array, index=Const(value=at)) if array.values is None:
            return array, at
    return None


@dataclass
class Facts:
    """All that is known. `values` are numbers and other variables that a place equals; of a place in `members` an entry of the
    field, if it is the number of one, has a value; all rows of a variable in `subsets` do."""

    sets: Mapping[Array, BitmapIndex]
    """the index of a field, by the field and by its sets"""
    values: dict[Place, Const | Var] = field(default_factory=dict)
    members: dict[Place, Entry] = field(default_factory=dict)
    subsets: dict[Place, Entry] = field(default_factory=dict)

    def copy(self) -> Facts:
        """Returns these facts, to which others can be added."""
        return Facts(self.sets, {**self.values}, {**self.members}, {**self.subsets})

    def meet(self, others: Iterable[Facts]) -> Facts:
        """Returns all that holds by each of several ways."""
        found = self.copy()
        for each in others:
            for own, other in _pairs(found, each):
                for place in [place for place, fact in own.items() if other.get(place) != fact]:
                    del own[place]
        return found

    def assign(self, place: Place, value: Expr) -> None:
        """A variable or a cell gets a value."""
        source = place_of(value)
        member, subset = self.member(value), self.subset(value)
        self.forget(place)
        if isinstance(value, Const) or (isinstance(value, Var) and source != place):
            self.values[place] = value
        if member is not None:
            self.members[place] = member
        if subset is not None:
            self.subsets[place] = subset

    def forget(self, place: Place) -> None:
        """A place gets a value that nobody knows."""
        for facts in (self.values, self.members, self.subsets):
            facts.pop(place, None)
        for each in [each for each, value in self.values.items() if value == place]:
            del self.values[each]

    def forget_array(self, array: Array) -> None:
        """Entries of an array get values, and so do arrays that lie over it."""
        for facts in (self.values, self.members, self.subsets):
            for place in [each for each in facts if isinstance(each, tuple) and _meet(each[0], array)]:
                del facts[place]
        touched = [index for known, index in self.sets.items() if _meet(known, array)]
        for entries in (self.members, self.subsets) if touched else ():
            for row in [each for each, (index, _) in entries.items() if index in touched]:
                del entries[row]

    def assign_cell(self, array: Array, at: int, value: Expr) -> None:
        """An entry of an array gets a value."""
        member = self.member(value)
        self.forget_cell(array, at)
        if isinstance(value, (Const, Var)):
            self.values[array, at] = value
        if member is not None and array not in self.sets:
            self.members[array, at] = member

    def forget_cell(self, array: Array, at: int) -> None:
        """One entry of an array gets a value that nobody knows; other entries keep theirs."""
        others = [({**facts}, facts) for facts in (self.values, self.members)]
        self.forget_array(array)
        for before, facts in others if array not in self.sets else ():
            facts |= {each: fact for each, fact in before.items() if isinstance(each, tuple) and each[0] == array}  # type: ignore
        self.forget((array, at))

    def forget_memory(self) -> None:
        """Anything in memory may have changed."""
        for place in [each for each in self.values if isinstance(each, tuple)]:
            del self.values[place]
        self.members.clear()
        self.subsets.clear()

    def member(self, e: Expr) -> Entry | None:
        """The set in which a row lies, if the expression is the number of one."""
        match e:
            case Check(value=value) | Choose(then=value, otherwise=Const(value=-1)):
                return self.member(value)
            case With(var=var, value=value, inner=inner):
                return self.binding(var, value).member(inner)
            case Op(name="lowest", args=(word,)):
                return self.subset(word)
            case Op(name="nth bit", args=(word, _)):
                found = self.subset(word)
                return found if found is not None and found[0].rows < found[0].size else None
        place = place_of(e)
        return self.members.get(place) if place is not None else None

    def subset(self, e: Expr) -> Entry | None:
        """The set of which all bits of a word are rows."""
        match e:
            case Load(array=array, index=Const(value=at)) if (
                index := self.sets.get(array)
            ) is not None and index.sets == array:
                return index, at
            case Op(name="&", args=args):
                return next((found for each in args if (found := self.subset(each)) is not None), None)
            case With(var=var, value=value, inner=inner):
                return self.binding(var, value).subset(inner)
        place = place_of(e)
        return self.subsets.get(place) if place is not None else None

    def binding(self, var: Var, value: Expr) -> Facts:
        """The facts within an expression in which a variable stands for a value."""
        found = self.copy()
        found.assign(var, value)
        return found


def _pairs(a: Facts, b: Facts) -> Iterable[tuple[dict, dict]]:  # type: ignore[type-arg]
    return (a.values, b.values), (a.members, b.members), (a.subsets, b.subsets)


def _meet(a: Array, b: Array) -> bool:
    return a.at < b.end and b.at < a.end
