"""Types of the rule language. Every value at play is an integer; its type says what the integer means."""

from __future__ import annotations

from dataclasses import replace

from ...foundation.source.frozen import frozen
from .forms import FORMS, Form, FormName

NONE = -1
MOST = 1_000_000_000
EXACT = 2**53 - 1
"""Numbers are worked out exactly up to here, either way; JSON and JavaScript say them exactly, too."""
NO_WAY = 999
"""The distance between places that no way joins."""


@frozen
class Type:
    """Type of a value.

    number: `low`..`high` by `step`, in `unit` ("" for plain numbers). row: one of the rows of kind `name`. place and
    passage: of board `name`. sides: which of the four or six sides are open, as bits. set and list: of `element`. bag: how
    many of each row of kind `name`, at most `room` measured by column `measure` (0 for no bound). pile: a bag with an order. positions: of the
    fields in `name`, `room` of them, each at most `high` times. A set of known size has it as `high`. `optional`: may be none, which is -1.

    >>> import cavewright as cw
    >>> word, column = cw.load_game("connect-four").signatures["drop"].parameters[0]
    >>> column.form, column.low, column.high, str(column)
    ('number', 1, 7, '1..7')
    """

    form: FormName
    name: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    unit: str = ""
    optional: bool = False
    element: Type | None = None
    room: int = 0
    measure: str = ""
    endless: bool = False

    def __str__(self) -> str:
        return self._text() + (" or none" if self.optional and not self.is_none else "")

    def _text(self) -> str:
        match self.form:
            case "number":
                unit = f" {self.unit}" if self.unit else ""
                step = f" by {self.step}" if self.step > 1 else ""
                return f"{self.low}{unit}" if self.low == self.high else f"{self.low}..{self.high}{unit}{step}"
            case "row" | "place":
                return self.name
            case "passage" | "bag" | "pile":
                return f"{self.form} of {self.name}"
            case "positions":
                return f"{'set' if self.high == 1 else 'bag'} of {self.name}"
            case "sides":
                return "set of side"
            case "set" | "list":
                return f"{'set' if self.form == 'set' else 'several'} of {self.element}"
        return self.form

    @property
    def facts(self) -> Form:
        """The facts about its form."""
        return FORMS[self.form]

    @property
    def is_number(self) -> bool:
        """True for numbers, with or without a unit."""
        return self.form == "number"

    @property
    def is_truth(self) -> bool:
        """True for yes or no."""
        return self.form == "yes_no"

    @property
    def is_row(self) -> bool:
        """True for rows of a table."""
        return self.form == "row"

    def is_row_of(self, kind: str) -> bool:
        """Tells if a value is a row of a kind, such as a player."""
        return self.form == "row" and self.name == kind

    @property
    def is_place(self) -> bool:
        """True for places of a board that grows; those of others are rows."""
        return self.form == "place"

    @property
    def is_passage(self) -> bool:
        """True for a passage of a board."""
        return self.form == "passage"

    @property
    def is_sides(self) -> bool:
        """True for sides."""
        return self.form == "sides"

    @property
    def is_set(self) -> bool:
        """True for sets of rows or numbers."""
        return self.form == "set"

    @property
    def is_bag(self) -> bool:
        """True for bags, and for piles, which are bags with an order."""
        return self.form in ("bag", "pile")

    @property
    def is_pile(self) -> bool:
        """True for piles."""
        return self.form == "pile"

    @property
    def is_positions(self) -> bool:
        """True for sets and bags of positions."""
        return self.form == "positions"

    @property
    def is_text(self) -> bool:
        """True for words for people."""
        return self.form == "text"

    @property
    def is_none(self) -> bool:
        """True for the type of `none` alone."""
        return self.form == "none"

    @property
    def is_unknown(self) -> bool:
        """True where a mistake in the rules leaves the type open."""
        return self.form == "unknown"

    def may_be(self, form: FormName) -> bool:
        """Tells if its values may have a form; where a mistake leaves the type open, any."""
        return self.form in (form, "unknown") or form == "bag" and self.is_pile

    @property
    def starts_empty(self) -> bool:
        """True if what keeps a value holds none until something is put there."""
        return self.optional or self.facts.empty_at_first

    @property
    def member(self) -> Type | None:
        """The type of what lies in a set; none for all others."""
        return self.element if self.form == "set" else None

    @property
    def numbering(self) -> tuple[int, int]:
        """The first value and the step to the next, by which bits of sets and digits of actions are numbered."""
        return (self.low, self.step) if self.is_number else (0, 1)

    @property
    def least_kept(self) -> int:
        """The least value that what keeps one takes; none is not taken where there always is something."""
        if self.is_number:
            return min(self.low, NONE)
        return 0 if self.facts.empty_at_first and not self.optional else NONE

    @property
    def content(self) -> Type | None:
        """The type of what a value holds, one by one: of members, sides, pieces; none for what holds nothing."""
        if not self.facts.has_members:
            return None
        if self.form == "sides":
            return row("side")
        return row(self.name) if self.is_bag else self.element

    def covers(self, other: Type) -> bool:
        """Tells if every number of another type lies within the bounds of this one."""
        return self.low <= other.low and other.high <= self.high

    def without_none(self) -> Type:
        """Returns the type without none."""
        return replace(self, optional=False) if self.optional else self


YES_NO = Type("yes_no", high=1)
NOTHING = Type("none", optional=True)
TEXT = Type("text")
UNKNOWN = Type("unknown")
SIDES, SIX_SIDES = Type("sides", high=15), Type("sides", high=63)


def number(low: int, high: int, unit: str = "", step: int = 1) -> Type:
    """A number type, its bounds kept within what numbers may be."""
    return Type("number", low=max(low, -MOST), high=min(high, MOST), unit=unit, step=max(step, 1))


def row(kind: str, optional: bool = False) -> Type:
    """One of the rows of a kind."""
    return Type("row", kind, optional=optional)


def place(board: str, optional: bool = False) -> Type:
    """A place of a board."""
    return Type("place", board, optional=optional)


def a_list(element: Type) -> Type:
    """Returns the type of a list that can be gone through one by one."""
    return Type("list", element=element)


def a_set(element: Type) -> Type:
    """A set of rows or numbers, kept as bits."""
    return Type("set", element=element)


def fits_type(given: Type, wanted: Type) -> bool:
    """Tells if a value of one type may stand where the other is wanted (bounds of numbers apart)."""
    if given.is_unknown or wanted.is_unknown:
        return True
    if given.is_none:
        return wanted.optional
    if given.optional and not wanted.optional and given.facts.may_be_none:
        return given.without_none() == wanted or fits_type(given.without_none(), wanted)
    if given.form != wanted.form:
        return False
    if given.is_number:
        return given.unit == wanted.unit or (given.low == given.high == 0 and not given.unit)
    if given.element is not None and wanted.element is not None:
        return fits_type(given.element, wanted.element)
    return given.name == wanted.name


def union(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other, or none when they do not mix."""
    if a.is_none or b.is_none:
        other = b if a.is_none else a
        return replace(other, optional=True) if other.facts.may_be_none else None
    if a.form != b.form or a.name != b.name:
        return a if a.is_unknown or b.is_unknown else None
    if a.is_number:
        if a.unit != b.unit and not (a.low == a.high == 0 or b.low == b.high == 0):
            return None
        low, high = min(a.low, b.low), max(a.high, b.high)
        whole = number(low, high, a.unit or b.unit)
        return replace(whole, optional=a.optional or b.optional)
    return replace(a, optional=a.optional or b.optional)
