"""Table of operators: what each takes and gives, on what its value depends, and what it means.

An `Expr` names one of these operators. Every pass says which of them it handles (`dispatch.py`); what several passes
have to know of all operators stands here once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from ...foundation.source.frozen import frozen

Asks = Literal["nothing", "shape", "tiles", "position"]
"""On what a value depends besides that of its parts: on nothing; on the shape of a board, which is known beforehand
where places are fixed; on the tiles that are laid; on anything else."""
Stage = Literal["check", "program", "optimise"]


@frozen
class Argument:
    """One thing that an operator works on: an expression of one of the `forms` of types, or a value of the model.

    `optional`: may be None. `many`: a tuple of such things; `rest`: all that follow are such things. `bound`: a name
    that the operator binds for its parts.
    """

    name: str
    forms: tuple[str, ...]
    optional: bool = False
    many: bool = False
    rest: bool = False
    bound: bool = False


@frozen
class Operator:
    """Operator of the model: its name, its parts and result, and its meaning.

    `gives` are forms of types. `sign` is how the language writes it, if it stands between its two parts. `made` is the
    first pass that makes it. `picks` is the argument of whose members it gives one, which the order of a table decides:
    chance then tells rows of that table apart, and what it gives is known to lie in a bag.
    """

    name: str
    takes: tuple[Argument, ...]
    gives: tuple[str, ...]
    meaning: str
    asks: Asks = "nothing"
    sign: str = ""
    made: Stage = "check"
    picks: str = ""

    @property
    def binds(self) -> bool:
        """True if it binds names for its parts."""
        return any(each.bound for each in self.takes)

    def picked_from(self, args: tuple[Any, ...]) -> Any:
        """Of whose members it gives one; none if it picks none."""
        names = [each.name for each in self.takes]
        return args[names.index(self.picks)] if self.picks else None


FORMS = {"bag": "bag|pile", "domain": "list|set|sides|bag|pile", "spot": "place|row|none", "one": "row|number|none"}
"""Short for several forms: what can be gone through, a place of any board, a member of something."""


def _argument(written: str) -> Argument:
    """`where: yes_no?` and the like: `?` is optional, `[]` a tuple, `*` the rest, `bound` a name that is bound."""
    name, _, forms = written.strip().partition(": ")
    bound = forms.startswith("bound ")
    kind = forms.removeprefix("bound ").rstrip("?*[]")
    marks = forms[len(forms.rstrip("?*[]")) :]
    return Argument(name, _forms(kind), "?" in marks, "[]" in marks, "*" in marks, bound)


def _forms(written: str) -> tuple[str, ...]:
    return tuple(FORMS.get(written, written).split("|"))


def _op(name: str, takes: str, gives: str, meaning: str, **more: Any) -> Operator:
    arguments = tuple(map(_argument, takes.split(","))) if takes else ()
    return Operator(name, arguments, _forms(gives), meaning, **more)


_FOLD = "name: bound Local, through: domain, where: yes_no?, what: any?"
_WAYS = "where: yes_no?, cost: number?, it: bound Local, passage: bound Local"
_TWO, _CONDITIONS = "left: number, right: number", "left: yes_no, right: yes_no"


_ALL = (
    # ---- leaves
    _op("const", "value: int", "any", "What is known before play."),
    _op(
        "values",
        "values: tuple",
        "list|yes_no",
        "Numbers that are known before play, one after another.",
        made="program",
    ),
    _op("local", "name: Local", "any", "What a name stands for."),
    _op("me", "", "row", "The acting player.", asks="position"),
    _op("column", "kind: Kind, name: str, row: spot", "any", "What is printed of a row."),
    _op("field", "field: Field, owner: spot?", "any", "What the game keeps, or a row.", asks="position"),
    _op(
        "record",
        "board: Board, field: Field, index: int, place: spot",
        "any",
        "What a growing place keeps.",
        asks="position",
    ),
    _op(
        "edge",
        "board: Board, field: Field, index: int, passage: passage",
        "any",
        "What its passage keeps.",
        asks="position",
    ),
    # ---- bags and sets
    _op("amount", "bag: bag, piece: one", "number", "How many of a piece lie in a bag.", asks="position"),
    _op("has", "bag: bag, piece: one", "yes_no", "Whether a piece lies in a bag.", asks="position"),
    _op("size", "bag: bag", "number", "How many pieces lie in a bag.", asks="position"),
    _op("room", "bag: bag", "number", "How much more a bag takes.", asks="position"),
    _op(
        "lying",
        "pile: bag, place: number",
        "row",
        "What lies at a place of a pile, counted from the top.",
        asks="position",
        picks="pile",
    ),
    _op("in_set", "member: one, set: set|sides", "yes_no", "Whether something is in a set."),
    _op("in_list", "member: any, list: domain", "yes_no", "Whether something is among what can be gone through."),
    # ---- positions
    _op(
        "occurrences",
        "kept: positions, parts: any[]",
        "number|yes_no",
        "How often the position at hand lies in a set or bag of positions.",
        asks="position",
    ),
    _op(
        "with_occurrences",
        "kept: positions, times: number|yes_no, parts: any[]",
        "positions",
        "A set or bag of positions, in which the one at hand lies so often.",
        asks="position",
    ),
    _op("count_bits", "set: set|sides", "number", "How many members a set has."),
    # ---- numbers and conditions
    _op("add", _TWO, "number", "The sum.", sign="+"),
    _op("sub", _TWO, "number", "The difference, which may be below zero.", sign="-"),
    _op("mul", _TWO, "number", "The product.", sign="*"),
    _op("div", _TWO, "number", "The quotient, rounded down; there is none where the divisor is 0.", sign="/"),
    _op(
        "remainder",
        _TWO,
        "number",
        "What a division that is rounded down leaves over; there is none where the divisor is 0.",
    ),
    _op("within", "number: number", "number", "A number kept within the bounds of its type."),
    _op("neg", "number: number", "number", "The number below zero."),
    _op("abs", "number: number", "number", "The number without its sign."),
    _op("eq", "left: any, right: any", "yes_no", "Whether both are the same.", sign="is"),
    _op("ne", "left: any, right: any", "yes_no", "Whether they are not the same.", sign="is not"),
    _op("lt", _TWO, "yes_no", "Whether the left is less.", sign="<"),
    _op("le", _TWO, "yes_no", "Whether the left is less, or both are the same.", sign="<="),
    _op("gt", _TWO, "yes_no", "Whether the left is more.", sign=">"),
    _op("ge", _TWO, "yes_no", "Whether the left is more, or both are the same.", sign=">="),
    _op("and", _CONDITIONS, "yes_no", "Whether both hold.", sign="and"),
    _op("or", _CONDITIONS, "yes_no", "Whether one holds.", sign="or"),
    _op("not", "condition: yes_no", "yes_no", "Whether a condition does not hold."),
    _op(
        "if", "condition: yes_no, then: any, otherwise: any", "any", "One value where a condition holds, else another."
    ),
    # ---- seats round the table
    _op("seat", "player: row|none", "number", "The number of a seat round the table, from 1 on; 0 of nobody's."),
    _op(
        "next_seat",
        "player: row|none, steps: number",
        "row",
        "Who sits so many seats further round the table; none from nobody.",
        asks="position",
    ),
    _op(
        "seats_between",
        "left: row|none, right: row|none",
        "number",
        "How many seats it is from one round the table to another; 0 where one of them is nobody.",
        asks="position",
    ),
    _op(
        "seats",
        "player: row|none, way: int",
        "list",
        "All players round the table, from the next one on, or the other way round.",
        asks="position",
    ),
    # ---- what has a name
    _op("call", "define: Define, values: any[]", "any", "What a definition says.", asks="position"),
    _op("as", "player: row|none, value: any", "any", "A value while another player acts.", asks="position"),
    _op("ranked", "ranking: Ranking, values: any[]", "number", "Points by place among all.", asks="position"),
    # ---- what would be
    _op(
        "possible",
        "deed: Deed, values: any[]",
        "yes_no",
        "Whether the acting player could carry something out, with nothing in it refused.",
        asks="position",
    ),
    _op(
        "after",
        "deed: Deed, values: any[], value: any",
        "any",
        "What a value would be after something; no, 0 or none where that would be refused.",
        asks="position",
    ),
    # ---- folds
    _op("sum", _FOLD, "number", "The sum of a value over all for which the condition holds."),
    _op("count", _FOLD, "number", "For how many the condition holds."),
    _op("some", _FOLD, "yes_no", "Whether the condition holds for one."),
    _op("every", _FOLD, "yes_no", "Whether, wherever the condition holds, another does."),
    _op("first", _FOLD, "any", "The first for which the condition holds, or none.", picks="through"),
    _op("most", _FOLD, "number", "The greatest value of all for which the condition holds; 0 of none."),
    _op("least", _FOLD, "number", "The least value of all for which the condition holds; 0 of none."),
    # ---- what can be gone through
    _op("rows", "kind: Kind", "list", "The rows of a kind.", asks="position"),
    _op("range", _TWO, "list", "The numbers from one to another."),
    _op("these", "things: any*", "list", "Some things, each once; none is left out."),
    _op("those", "name: bound Local, through: domain, where: yes_no", "list", "All for which the condition holds."),
    _op("turnings", "sides: sides", "list", "The ways in which a tile can be turned."),
    _op(
        "first_left",
        "kind: Kind, left: int",
        "list",
        "The first kind of piece that is left to be put away.",
        asks="position",
        made="program",
    ),
    _op(
        "allotments",
        "first: bag, second: bag, piece: row, filling: number?, left: int",
        "list",
        "How many of a kind of piece can go into the first of two bags, so that the others and all that is left can still be put away.",
        asks="position",
        made="program",
    ),
    _op("turned", "sides: sides, times: number", "sides", "Sides, a quarter further so many times."),
    # ---- boards
    _op("tile", "board: Board, place: spot", "row", "What lies at a place.", asks="tiles"),
    _op("open", "board: Board, place: spot", "sides", "The open sides of what lies at a place.", asks="tiles"),
    _op("laid", "board: Board, place: spot", "yes_no", "Whether something lies at a place.", asks="tiles"),
    _op(
        "fits", "board: Board, sides: sides, place: spot", "yes_no", "Whether sides meet those beside.", asks="position"
    ),
    _op("places", "board: Board", "list", "The places of a board that grows.", asks="tiles"),
    _op("own_places", "board: Board, player: row", "list", "The places of a player's board.", asks="position"),
    _op("neighbours", "board: Board, place: spot", "list", "Where passages lead from a place.", asks="tiles"),
    _op("exits", "board: Board, place: spot", "list", "The free places that a tile opens to.", asks="tiles"),
    _op("openers", "board: Board, place: spot", "list", "The tiles that open to a free place.", asks="tiles"),
    _op("frontier", "board: Board, player: row?", "list", "All free places that tiles open to.", asks="tiles"),
    _op("lines", "board: Board, player: row?, length: int", "list", "All straight lines of a length.", asks="position"),
    _op(
        "cell", "board: Board, x: number, y: number, player: row?", "place|row", "The place so far along.", asks="shape"
    ),
    _op("coordinate", "axis: str, place: spot", "number", "How far along a place of a growing grid lies."),
    _op("owner", "place: place", "row", "Whose board a place of a growing grid is on."),
    _op("beside", "board: Board, place: spot, side: row", "place|row", "The place on a side of another.", asks="shape"),
    _op(
        "passage", "board: Board, place: spot, other: spot", "passage|row", "The passage between places.", asks="shape"
    ),
    _op("border", "board: Board, place: spot, side: row", "passage|row", "The passage on a side.", asks="shape"),
    _op("distance", f"board: Board, place: spot, other: spot, {_WAYS}", "number", "How far it is.", asks="position"),
    _op("reach", f"board: Board, place: spot, {_WAYS}", "list", "All places to which ways lead.", asks="position"),
    _op(
        "sight",
        "board: Board, place: spot, east: number, north: number, far: number?, where: yes_no?, it: bound Local",
        "list",
        "Places seen in a direction, the nearest first, up to the first of which a condition does not hold.",
        asks="position",
    ),
    # ---- what optimised programs say besides
    _op("table", "values: tuple", "list", "Rows of values that are known before play.", made="optimise"),
    _op("pick", "table: any, at: any", "any", "An entry of a table; the last is for none.", made="optimise"),
    _op("found", "entries: tuple, key: any", "any", "What a table has for a key, or nothing.", made="optimise"),
    _op("slot", "at: any", "any", "What lies in a slot.", asks="position", made="optimise"),
    _op(
        "holding",
        "field: Field, value: any",
        "list",
        "The rows whose field is a value.",
        asks="position",
        made="optimise",
    ),
    _op(
        "linked",
        "field: Field, board: Board, start: any, value: any, sorts: any[]",
        "yes_no",
        "Whether places of every sort can be reached over places whose field is a value.",
        asks="position",
        made="optimise",
    ),
    _op(
        "across",
        "names: bound tuple, rows: any, test: yes_no",
        "yes_no",
        "Whether a condition on several names holds for some row of values.",
        made="optimise",
    ),
)

OPERATORS: Mapping[str, Operator] = {each.name: each for each in _ALL}
"""All operators, by name."""


def operators(fits: Callable[[Operator], bool]) -> frozenset[str]:
    """The names of the operators that are so."""
    return frozenset(name for name, each in OPERATORS.items() if fits(each))


FOLDS = tuple(name for name, each in OPERATORS.items() if each.takes == OPERATORS["sum"].takes)
"""Operators that go through things: their arguments are a local, what it goes through, and a condition and a value, or
none."""
LOOPS = frozenset({*FOLDS, "those"})
"""The same, and the one that gives the things themselves."""
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
SIGNS: Mapping[str, str] = {each.sign: name for name, each in OPERATORS.items() if each.sign}
"""The operators that stand between their two parts, by how the language writes them."""
LISTS = operators(lambda each: "list" in each.gives)
"""Operators that give what can be gone through."""
CLOSED = operators(lambda each: each.asks == "nothing")
"""Operators whose value is made of what they work on alone."""
OF_SHAPES = operators(lambda each: each.asks == "shape")
"""Those that are so on a board with fixed places."""
OF_TILES = CLOSED | operators(lambda each: each.asks == "tiles")
"""Operators whose value stays the same as long as no tile is laid, if that of what they work on does."""
