"""Forms of clauses: a row for each class of the tree that can stand in a declaration, or that an edit repeats.

Whoever adds a clause to the language writes a row. Printing reads how it is written; overlays read by which names they
take hold of it, what stands below it, what an edit repeats, what may be added to it, and where it may stand;
differences read what they call it. `tests/language/syntax/test_clause_forms.py` names what has no row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from ...foundation.source.frozen import frozen
from . import tree as t

Home = Literal["lines", "members", "parts", "branches", ""]
"""Where clauses stand: among the lines of a block, the members of a declaration, the parts of its first line, or the
further branches of a line; what is only a value stands nowhere."""
Order = Literal["any", "written", "alphabet", "last"]
"""Order in which clauses of a form stand: none that matters, as they were written, by the alphabet, as they came."""
Effect = Literal["none", "writes", "decides", "refuses", "ends", "calls"]
"""Effect of a statement upon those that follow it; one that `ends` something may do anything."""
BRANCHED = ("branches", "otherwise")
"""Fields that hold further branches of a line."""
_WORD = re.compile(r"\w+(-\w+)*")


@frozen
class ClauseForm:
    """All that passes need to know of a class of clauses. Names of fields are those of its nodes."""

    template: str
    """How nodes are written: see `unparse`."""
    home: Home = ""
    word: str = ""
    """The word by which those can be addressed that go by no other name."""
    is_named_by_word: bool = False
    names: tuple[str, ...] = ()
    """Paths to its names: a field, or `binders.name` for the names of all binders."""
    told_by: str = ""
    """The field that tells it from others of its word, in brackets: `otherwise[dry]`."""
    is_unique: bool = False
    """True if nothing else in the declaration may have its names."""
    provenance: str = ""
    """What stands before its name where its provenance is kept."""
    table: Literal["", "row", "file", "column"] = ""
    """What it is of a table."""
    body: str = ""
    """The field with what stands below it."""
    is_bare: bool = False
    """True if nothing needs to stand below it."""
    instead: str = ""
    """The field that says something where nothing stands below it, and only there."""
    further: str = ""
    """The field with what else is edited by itself: further branches, or the parts in brackets behind its name."""
    is_scope: bool = False
    """True if keys below it are unlike each other only, and not unlike all keys of the declaration."""
    repeats_whole: bool = False
    """True if an edit may repeat all of it, but for its block."""
    stated: tuple[str, ...] = ()
    """The field that an edit repeats otherwise; the first of several that says something."""
    stated_as: type[t.Name | t.Text] | None = None
    """The node by which an edit repeats that field, if it holds no node."""
    is_optional: bool = False
    """True if `_` says that there is nothing in that field."""
    stays: tuple[tuple[str, object], ...] = ()
    """Fields that a change of all of it leaves as they are, and what stands in them where an edit repeats all of it."""
    shared: str = ""
    """The field to which overlays can add."""
    newer: tuple[tuple[str, str], ...] = ()
    """Fields that only files of language 2 fill, and how each is written."""
    open_end: str = ""
    """The field that says in language 2 that its player may end it; without it, it goes on as long as anything is possible."""
    has_bounds: bool = False
    """True if its type has bounds that overlays can widen."""
    plural: str = ""
    """Name of several in messages."""
    holders: tuple[str, ...] = ()
    """Declarations to which overlays add it; none if that is left to the check."""
    field: tuple[str, ...] = ()
    """Fields of a declaration or line that hold it as a part or branch."""
    order: Order = "any"
    leading: int = 0
    """Rank among what stands at the beginning of an action: requirements, then costs; 0 for all else."""
    effect: Effect = "none"
    is_named_by_key: bool = False
    """True if the key of its line is its name."""
    difference: str = "step"
    """Name of it in differences, as `Difference.what` gives it."""

    @property
    def has_parts(self) -> bool:
        """True if parts stand in brackets behind its name, which is the key of its line."""
        return bool(self.further) and self.further not in BRANCHED


# ---- Rows by their homes -------------------------------------------------------------------------------------------


_UP_TO = (("up_to", "up to"),)


def _line(template: str, effect: Effect, *, word: str = "", repeats_whole: bool = True, **facts: Any) -> ClauseForm:
    return ClauseForm(
        template,
        "lines",
        word or _first_word(template),
        effect=effect,
        repeats_whole=repeats_whole,
        plural="lines",
        **{"order": "written", "holders": ("currency", "to", "action", "whenever", "option")} | facts,
    )


def _below_row(template: str, **facts: Any) -> ClauseForm:
    return _line(template, "none", is_named_by_key=True, order="any", holders=("kind",), **facts)


def _member(template: str, plural: str = "", holders: str = "", **facts: Any) -> ClauseForm:
    return ClauseForm(template, "members", plural=plural, holders=tuple(holders.split()), **{"is_unique": True} | facts)


def _member_by_word(template: str, plural: str = "", holders: str = "", word: str = "", **facts: Any) -> ClauseForm:
    """A member that goes by its first word."""
    return _member(template, plural, holders, word=word or _first_word(template), is_named_by_word=True, **facts)


def _part(template: str, plural: str, holders: str, **facts: Any) -> ClauseForm:
    return ClauseForm(template, "parts", plural=plural, holders=tuple(holders.split()), repeats_whole=True, **facts)


def _first_word(template: str) -> str:
    found = _WORD.match(template)
    return found[0] if found else ""


# ---- The table -----------------------------------------------------------------------------------------------------


FORMS: Mapping[type, ClauseForm] = {
    # statements; of those with a block the first line
    t.Require: _line("require {condition}", "refuses", shared="condition", leading=1, difference="requirement"),
    t.Cost: _line(
        "cost {prices}",
        "refuses",
        is_named_by_word=True,
        names=("prices.quantity.unit",),
        shared="prices",
        leading=2,
        difference="cost",
    ),
    t.Let: _line("let {name} = {value}", "writes", names=("name",), shared="value"),
    t.Set: _line("set {target} = {value}", "writes", names=("target",), shared="value"),
    t.Call: _line("{target}", "calls", names=("target_name",), repeats_whole=False, stated=("target",)),
    t.Finish: _line("finish", "ends"),
    t.Confirm: _line("confirm", "none", difference="confirmation"),
    t.Gain: _line("gain[ up to{up_to}] {quantities}[ in {holder}]", "writes", shared="quantities", newer=_UP_TO),
    t.Lose: _line("lose[ up to{up_to}] {quantities}[ from {holder}]", "writes", shared="quantities", newer=_UP_TO),
    t.Move: _line(
        "move[ up to{up_to}] {quantities} from {giver} to {taker}", "writes", shared="quantities", newer=_UP_TO
    ),
    t.Repack: _line("repack {first} with {second}[ where {where}][ filling {filling}]", "decides", shared="where"),
    t.Lay: _line("lay {tile} at {at}[ turned {turned}]", "ends"),
    t.Draw: _line(
        "draw {name} from[ bottom of{bottom}] {bag}[ showing {showing}][ secret{secret}]", "decides", names=("name",)
    ),
    t.Deal: _line(
        "draw[ up to{up_to}] {amount} from {giver} to {taker}", "decides", newer=(("amount", "draw … from … to …"),)
    ),
    t.Shuffle: _line("shuffle {pile}", "writes", newer=(("pile", "shuffle"),)),
    t.Roll: _line(
        "roll {name} in {domain}[ where {where}][ secret{secret}]", "decides", names=("name",), shared="where"
    ),
    t.Offer: _line(
        "offer[ any{any}][ {menu}][ once{once}][ or none{optional}][ or stop{stop}][ until {until}]",
        "decides",
        newer=(("stop", "or stop"),),
        open_end="stop",
        body="actions",
        further="otherwise",
        is_bare=True,
        instead="menu",
        is_scope=True,
    ),
    t.If: _line(
        "if {condition}",
        "none",
        told_by="condition",
        body="body",
        further="branches",
        stated=("condition",),
        shared="condition",
    ),
    t.ForEach: _line(
        "for each {binders}[ where {where}]",
        "none",
        names=("binders.name",),
        body="body",
        stated=("where",),
        shared="where",
    ),
    t.Choose: _line(
        "choose[ any{any}] {binders}[ where {where}][ once{once}][ or stop{may_stop}][ until {until}]",
        "decides",
        names=("binders.name",),
        body="body",
        further="otherwise",
        stated=("where",),
        shared="where",
        newer=(("any", "choose any"), ("may_stop", "or stop")),
    ),
    t.InTurn: _line(
        "[repeat{again} ]each {players}[ backwards{backwards}][ from {first}][ in {order}][ where {where}][ until {until}]",
        "none",
        word="each",
        body="body",
        stated=("first", "order"),
    ),
    t.AtOnce: _line("each {players} at once", "decides", body="body"),
    t.Repeat: _line("repeat[ until {until}][ {times!until} times]", "none", body="body", stated=("until", "times")),
    t.May: _line("may", "decides", body="body"),
    t.AsPlayer: _line("as {player}", "none", body="body", stated=("player",)),
    t.Deed: _line("action {name}[({choices})]", "none", body="body", further="choices", is_named_by_key=True),
    t.Ability: _below_row("to {name}[({parameters})]", body="body", further="parameters"),
    t.Definition: _below_row(
        "define {name}[({parameters})] = {value}", repeats_whole=False, stated=("value",), shared="value"
    ),
    t.Branch: ClauseForm(
        "otherwise[ if {condition}]",
        "branches",
        "otherwise",
        is_named_by_word=True,
        told_by="condition",
        body="body",
        repeats_whole=True,
        stated=("condition",),
        stays=(("body", ()),),
        shared="condition",
        plural="branches",
        holders=("currency", "to", "action", "whenever"),
        field=BRANCHED,
    ),
    # members
    t.Row: _member(
        "",
        "rows",
        "kind option ranking example",
        names=("row_name",),
        table="row",
        body="abilities",
        is_bare=True,
        is_scope=True,
    ),
    t.Rows: _member_by_word(
        'rows "{file}"', "rows", "kind", is_unique=False, table="file", stated=("file",), stated_as=t.Text
    ),
    t.Property: _member("{name}[ {word}][ {number}]"),
    t.Setting: _member("set {name} = {value}", names=("name",), stated=("value",), shared="value", difference="value"),
    t.Given: _member("given {target} = {value}"),
    t.Begin: _member("begin {process}[({values})][ as {player}]"),
    t.Said: _member("{verb} {text}"),
    t.Then: _member("then {condition}"),
    t.Keeps: _member(
        "[passage {passage}]keeps {name}: {type}[ = {start}]",
        "`keeps`",
        "kind game players board",
        names=("name",),
        repeats_whole=True,
        stated=("start",),
        is_optional=True,
        stays=(("passage", False), ("text", ""), ("cites", ()), ("span", t.NOWHERE)),
        shared="start",
        has_bounds=True,
        difference="kept",
    ),
    t.Grid: _member_by_word(
        "grid {width!growing}[ round{closes_across}] by {height}[ round{closes_upward}][ hexagonal{hexagonal}]",
        "grids",
        "board",
        repeats_whole=True,
    ),
    t.Joined: _member_by_word(
        "passage where {condition}", "`passage where`", "board", stated=("condition",), shared="condition"
    ),
    t.Free: _member_by_word("free where {condition}", "`free`", "board", stated=("condition",), shared="condition"),
    t.Among: _member_by_word(
        "among {condition}", "`among`", "ranking scoring", stated=("condition",), shared="condition"
    ),
    t.Least: _member_by_word("least {value}", "`least`", "ranking scoring", stated=("value",), shared="value"),
    t.Together: _member_by_word("together[ by {by}]", "`together`", "scoring", stated=("by",), is_optional=True),
    t.ConstantTotal: _member_by_word(
        "constant total {value}", "`constant total`", "scoring", stated=("value",), shared="value"
    ),
    t.Score: _member(
        "score {name} = {value}",
        "scores",
        "scoring",
        names=("name",),
        stated=("value",),
        shared="value",
        difference="score",
    ),
    t.Winner: _member_by_word("{order} total wins", word="wins", stated=("order",), stated_as=t.Name),
    t.Tie: _member_by_word(
        "then {order} {value}", "tie-breaks", "scoring", told_by="value", stated=("value",), order="written"
    ),
    # parts of a first line
    t.Parameter: _part(
        "{name}: {type}",
        "parameters",
        "to define whenever ranking",
        names=("name",),
        stated=("type",),
        has_bounds=True,
        field=("parameters",),
        order="written",
        difference="parameter",
    ),
    t.Choice: _part(
        "[{word} ]{name} in {domain}",
        "choices",
        "action",
        names=("name",),
        stated=("domain",),
        field=("choices",),
        order="written",
        difference="choice",
    ),
    t.Within: _part(
        "in {menu}",
        "menus",
        "action",
        names=("menu",),
        stated=("menu",),
        stated_as=t.Name,
        field=("names",),
        difference="menu",
    ),
    t.Upon: _part(
        "whenever {action}",
        "actions to follow",
        "whenever",
        names=("action",),
        stated=("action",),
        stated_as=t.Name,
        field=("names",),
        order="alphabet",
        difference="upon",
    ),
    t.Column: _part(
        "column {name}: {type}[ = {=start}]",
        "columns",
        "kind",
        names=("name",),
        provenance="column ",
        table="column",
        stated=("type",),
        has_bounds=True,
        order="last",
    ),
}

_VALUE = ClauseForm("")


# ---- Reading it ----------------------------------------------------------------------------------------------------


def form_of(node: Any) -> ClauseForm:
    """The form of a clause, of a line that of its statement; of a value one that says nothing."""
    return FORMS.get(type(content_of(node)), _VALUE)


def content_of(node: Any) -> Any:
    """The statement of a line; any other clause itself."""
    return getattr(node, "statement", node)


def with_content(node: Any, content: Any) -> Any:
    """The clause with another statement in its line; what is no line becomes the other."""
    return content if content_of(node) is node else replace(node, statement=content)


def values_at(node: Any, path: str) -> Iterator[Any]:
    """Yields what stands in the fields of a path, of rows of nodes in each; leaves out what says nothing.

    >>> [*values_at(t.ForEach((t.Binder("x", t.Name("a")), t.Binder("y", t.Name("b"))), None, ()), "binders.name")]
    ['x', 'y']
    """
    name, _, below = path.partition(".")
    value = getattr(node, name)
    for each in value if isinstance(value, tuple) else (value,):
        if each is not None:
            yield from values_at(each, below) if below else (each,)
