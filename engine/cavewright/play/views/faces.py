"""Faces of rows: the symbols, colours and labels by which they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from ...foundation.source.lazy_property import lazy_property
from ...rules.model import ruleset as m
from ...rules.model import statements as st
from ...rules.model.statement_effects import steps_within
from ..positions.wording import Wording

SHORT = 4
"""Letters of a row that are enough to know it by."""


def abbreviate(kind: m.Kind, row: int) -> str:
    """The first letters of what a row is called, as many as tell it from the others if few do.

    >>> kind = m.Kind("fish", ("perch", "pike", "trout"), {})
    >>> [abbreviate(kind, row) for row in range(3)]
    ['pe', 'pi', 'tr']
    """
    names = [kind.label(each) for each in range(len(kind.rows))]
    for size in range(2, SHORT):
        if sum(each.startswith(names[row][:size]) for each in names) == 1:
            return names[row][:size]
    return names[row][:SHORT]


class Face:
    """Look of the rows of a kind: their own reserved columns, or those of a row that they show."""

    def __init__(self, kind: m.Kind, words: Wording) -> None:
        self.kind, self.words = kind, words
        rules = words.rules
        columns = [c for c in kind.columns.values() if c.type.is_row and c.type.name in rules.kinds]
        ranked = sorted(columns, key=lambda c: (c.type.optional, "symbol" not in rules.kinds[c.type.name].columns))
        self.shows = [
            (c, rules.kinds[c.type.name]) for c in ranked if set(m.DRAWN) & set(rules.kinds[c.type.name].columns)
        ]
        numbers = [c for c in kind.columns.values() if c.type.is_number]
        self.number = numbers[0] if len(numbers) == 1 else None

    @property
    def is_labelled(self) -> bool:
        """True if the name of its rows for people is printed somewhere."""
        return "label" in self.kind.columns or any("label" in kind.columns for _, kind in self.shows)

    def row_with_text(self, row: int, name: str) -> tuple[m.Kind, int]:
        """The row from which a reserved text of a row is: itself, or one that it shows."""
        own = self.kind.columns.get(name)
        if own is None or not own.texts or not (own.texts[row] or name == "label"):
            for column, kind in self.shows:
                there = kind.columns.get(name)
                if column.values[row] >= 0 and (there is None or there.texts):
                    return kind, column.values[row]
        return self.kind, row

    def text(self, row: int, name: str) -> str:
        """A reserved text of a row, or ""."""
        kind, of = self.row_with_text(row, name)
        column = kind.columns.get(name)
        text = column.texts[of] if column is not None and column.texts else None
        is_called = name == "label" and not (kind is self.kind and text == "")
        return self.words.row(kind, of) if is_called else text or ""

    def thing(self, row: int) -> str:
        """Returns the name of the thing, as the rules write it: `chamber.shelf`."""
        kind, of = self.row_with_text(row, "label")
        return f"{kind.name}.{kind.rows[of]}"

    def number_on(self, row: int) -> int:
        """The only number that is printed on it, or 0."""
        return max(0, self.number.values[row]) if self.number is not None else 0

    def symbol(self, row: int) -> str:
        """Returns the sign on it, with the only number that is printed there if it is short."""
        sign, number = self.text(row, "symbol").strip(), self.number_on(row)
        return f"{sign}{number}" if len(sign) <= 1 and 0 < number < 10 else sign

    def label(self, row: int) -> str:
        """Returns the name, with that number."""
        number = self.number_on(row)
        return f"{self.text(row, 'label')} {number}" if number else self.text(row, "label")

    def facts(self, row: int) -> tuple[str, ...]:
        """Returns the other things that are printed on it: its numbers in one line, then what its rules say it does,
        line by line."""
        numbers = [
            f"{self.words.column(self.kind.name, column.name)} {column.values[row]}"
            for column in self.kind.columns.values()
            if column.type.is_number and column.values[row] > 0
        ]
        return (*([" · ".join(numbers)] if numbers else ()), *self.deeds(row))

    def deeds(self, row: int) -> Iterator[str]:
        """The texts of what the rules of a row do: the outermost that are said in words. Of things of which only one may
        be done, *or* stands behind every one that another follows."""
        found = list(self._deed_clauses(row))
        offers = [self._offer_of_one(each) for each in found]
        for n, clause in enumerate(found):
            text = self.words.clause(clause)
            has_other = bool(offers[n]) and offers[n] in offers[n + 1 :]
            yield self.words.texts.phrase("{deed} or", deed=text.rstrip(".")) if has_other else text

    def _deed_clauses(self, row: int) -> Iterator[m.Clause]:
        """Yields the outermost clauses of the rules of a row that are said in words."""
        rules, told = self.words.rules, ""
        named = (*rules.processes, *rules.defines)
        abilities = [each.partition(".")[2] for each in named if each.startswith(f"{self.kind.name}.")]
        starts = tuple(f"{self.kind.rows[row]}.{each}" for each in abilities)
        for clause in rules.clauses:
            inner = told and clause.name.startswith(f"{told}.")
            if clause.text and not inner and any(f"{clause.name}.".startswith(f"{start}.") for start in starts):
                told = clause.name
                yield clause

    def _offer_of_one(self, clause: m.Clause) -> str:
        """Returns the menu of a choice of one thing among which a clause is; "" where it is among none."""
        action = self.words.rules.actions.get(clause.name)
        menus = self._menus_of_one if action is not None else ()
        return next((each for each in action.menus if each in menus), "") if action is not None else ""

    @lazy_property
    def _menus_of_one(self) -> frozenset[str]:
        """The menus below the rules of rows of which one thing is chosen."""
        rules = self.words.rules
        own = (process.body for name, process in rules.processes.items() if name.startswith(f"{self.kind.name}."))
        offers = (each.statement for body in own for each in steps_within(body) if isinstance(each.statement, st.Offer))
        return frozenset(each.menu for each in offers if not each.any)
