"""Unparses a node to one line, with parentheses only where precedence needs them.

A word of the language may also be a name wherever the grammar does not expect that word. Where a name would be taken
for the word (`repeat (until) times`), it stands in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import tree as t
from .clause_forms import FORMS, form_of
from .table_row import row_cells, row_text

_LEVELS = {"or": 1, "and": 2, "+": 5, "-": 5, "*": 6, "/": 6}
"""How tightly an operator holds its operands together, if it is no comparison."""
_COMPARISON, _NOT, _SUM, _UNARY, _ATOM = 4, 3, 5, 7, 8
_WORD = re.compile(r"\w+(-\w+)*")
_DIGITS = re.compile(r"\d+")
_NUMBERED = re.compile(r"(|.*\D)(\d{1,4})")

_TEMPLATES: dict[Any, str] = {
    t.Name: "{id}",
    t.Text: '"{value}"',
    t.Nothing: "none",
    t.Empty: "_",
    t.Bottom: "bottom of {of}",
    t.Price: "{quantity}[ from {holder}]",
    t.Binder: "{name} in {domain}",
    t.Argument: "{value}[ where {where}][: {body}]",
    # edits
    t.SetOption: "set {name} = {value}",
    t.ChangeValue: "change [{kind} ]{path}: {=old} to {=new}",
    t.Change: "change {path}: {=old} to {=new}",
    t.AddValue: "add {path}: {=value}",
    t.AddShare: "add to [{kind} ]{path}: {share}",
    t.Drop: "drop [{path}: ]{=old}",
    t.MoveClause: "move {key} {side} {anchor}",
    t.Cite: "cite {path}",
    t.RemoveDeclaration: 'remove {label} because "{because}"',
    t.Amend: "amend {label}",
}
"""How nodes are written that are no clauses (those stand in `clause_forms`): `{field}` is a field, `{=field}` what an
edit repeats, `{field!word}` a field in parentheses if it begins with that word. What stands in `[…]` is left out with
its field; one that is yes or no writes nothing."""
_PIECE = re.compile(r"(\[?)([^\[\]{}]*)\{(=?)(\w+)(?:!(\w+))?\}([^\[\]{}]*)(\]?)|([^\[\]{}]+)")
_WRITTEN: dict[Any, str] = _TEMPLATES | {kind: form.template for kind, form in FORMS.items()}
_PIECES = {kind: _PIECE.findall(template) for kind, template in _WRITTEN.items()}
STATEMENT_WORDS = frozenset(each.word for each in FORMS.values() if each.home == "lines") - {"", "action", "to"}
"""The words with which statements begin, but for those below an `offer` or a row."""
_EFFECTS = (*STATEMENT_WORDS, "keeps", "grid", "otherwise", "with", "in", "column")


def _fill_template(node: Any, name: str = "") -> str:
    """The text of a node by its template; `name` is that of what has none of its own."""
    text = ""
    for begin, before, is_clause, field, word, after, _, plain in _PIECES[type(node)]:
        value: Any = name if field == "name" and name else getattr(node, field) if field else plain
        if begin and (value is None or value is False or value in ("", ())):
            continue
        written = spell_clause(value) if is_clause else unparse(value)
        text += f"{before}{_apart(written, word) if word else written}{after}"
    return text


def unparse(value: Any) -> str:
    """The text of an expression, a statement or another node, or of a value of a field; parsing it gives the node again.

    Of a node with a block, of a member and of an edit that is its first line, without its text and its ids.

    >>> unparse(t.Binary("*", t.Name("a"), t.Binary("+", t.Name("b"), t.Number(25, "m"))))
    'a * (b + 25 m)'
    >>> unparse(t.Gain((t.Quantity(t.Number(2), t.Name("rope")),), t.Name("backpack")))
    'gain 2 rope in backpack'
    >>> unparse(t.Line("pay", t.Deed((), ()))), unparse(t.Line("pay", t.Finish()))
    ('action pay', 'finish')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return ", ".join(map(unparse, value))
    if isinstance(value, bool):
        return ""
    special = _SPECIAL.get(type(value))
    text = special(value) if special else _fill_template(value)
    return text + " reveals" * getattr(value, "reveals", False)


# ---- expressions ----------------------------------------------------------------------------------------------------


def _expression(node: t.Expr, level: int) -> str:
    """The text of an expression where one of at least this level stands: in parentheses, if it is looser."""
    own, text = _text_with_level(node)
    return text if own >= level else f"({text})"


def _text_with_level(node: t.Expr) -> tuple[int, str]:
    """Returns the level that says how tightly an expression holds together, and its text."""
    match node:
        case t.Conditional():
            parts = _expression(node.value, 1), _expression(node.condition, 1), _expression(node.otherwise, 0)
            return 0, "{} if {} otherwise {}".format(*parts)
        case t.Binary("..", left, right):
            return _SUM, f"{_expression(left, _SUM)}..{_expression(right, _SUM)}"
        case t.Unary("not", value):
            return _NOT, f"not {_expression(value, _NOT)}"
        case t.Unary(op, value):
            return _UNARY, f"{op}{_expression(value, _UNARY)}"
        case t.Binary(op, left, right):
            level = _LEVELS.get(op, _COMPARISON)
            first = _SUM if level == _COMPARISON else level
            return level, f"{_expression(left, first)} {op} {_expression(right, level + 1)}"
        case t.Number():
            return _ATOM, f"{_digits(node)} {node.unit}".rstrip()
        case t.Attribute():
            return _ATOM, f"{_expression(node.of, _ATOM)}.{node.name}"
        case t.Index():
            return _ATOM, f"{_expression(node.of, _ATOM)}[{unparse(node.at)}]"
        case t.Apply():
            return _ATOM, f"{_expression(node.function, _ATOM)}({unparse(node.arguments)})"
        case _:
            return _ATOM, _fill_template(node)


def _digits(node: t.Number) -> str:
    """The number; one past the largest as it was written, since the tree keeps no larger ones."""
    written = _DIGITS.match(node.span.text)
    return written[0] if written and len(written[0]) > 10 and node.value > 10**9 else str(node.value)


def _apart(text: str, *words: str) -> str:
    """In parentheses, if it would begin with a word that means something else there."""
    first = _WORD.match(text)
    return f"({text})" if first and first[0] in words else text


def _quantity(node: t.Quantity) -> str:
    if node.amount is None:
        return "all"
    amount = unparse(node.amount)
    if node.unit is None:
        return amount if isinstance(node.amount, t.Number) else f"({amount})"
    bare = isinstance(node.amount, t.Name | t.Attribute | t.Index | t.Apply)
    if isinstance(node.amount, t.Number):
        bare = not node.amount.unit
    return f"{_apart(amount, 'all') if bare else f'({amount})'} {unparse(node.unit)}"


def _type(node: t.TypeNode) -> str:
    what = node.name or " and ".join(map(unparse, node.fields))
    if node.low is not None and node.high is not None:
        low, high = _expression(node.low, _SUM), _expression(node.high, _SUM)
        what = f"{low if node.is_set else _apart(low, 'bag', 'set')}..{high}"
        what += f" by {_expression(node.step, _SUM)}" if node.step is not None else ""
    form = f"{node.form} of " if node.is_bag or node.is_pile or node.is_set else ""
    holding = f" holding {_quantity(node.holding)}" if node.holding is not None else ""
    return form + what + " or none" * node.optional + holding + "".join(f" {flag}" for flag in node.flags)


def _words(node: t.Words) -> str:
    """Several words, with the commas that stand between them."""
    return " ".join(node.span.text.split()) or " ".join(node.words)


_SHARES = {"and": 3, "or": 2, "+": 6, "-": 6}
"""How tightly what stands behind a sign has to hold together."""


def _share(node: t.Share) -> str:
    if isinstance(node.value, t.Cost | t.Words):
        return unparse(node.value)
    if node.sort == "bounds":
        alone = isinstance(node.value, t.Binary) and node.value.left == node.value.right
        return unparse(node.value.left if alone and isinstance(node.value, t.Binary) else node.value)
    return f"{node.sort} {_expression(node.value, _SHARES[node.sort])}"


def _spell_ranks(node: t.Ranked) -> str:
    """Conditions by their ranks, none of which may begin what the next one says."""
    return " otherwise ".join([*(_expression(each, 1) for each in node.conditions), *(["any"] if node.any else [])])


_SPECIAL: dict[type, Callable[[Any], str]] = {
    **dict.fromkeys(
        (t.Conditional, t.Binary, t.Unary, t.Number, t.Attribute, t.Index, t.Apply),
        lambda node: _text_with_level(node)[1],
    ),
    t.Quantity: _quantity,
    t.Ranked: _spell_ranks,
    t.Contents: lambda node: unparse(node.parts),
    t.Share: _share,
    t.TypeNode: _type,
    t.Grid: lambda node: "grid growing" + " hexagonal" * node.hexagonal if node.width is None else _fill_template(node),
    t.Words: _words,
    t.Rows: lambda node: (
        _fill_template(node) + (f' separated by "{node.separator}"' if node.separator is not None else "")
    ),
    t.Row: lambda node: row_text(row_cells(node.raw)),
    t.Line: lambda node: (
        _fill_template(node.statement, node.key) if form_of(node).is_named_by_key else unparse(node.statement)
    ),
}
"""How nodes are written for which there is no template."""


# ---- statements, members, declarations and edits --------------------------------------------------------------------


_BEFORE_VALUE = {"ranking": "by", "notice": "where", "menu": "where"}
"""Words that stand before the value of a declaration; before that of most stands `=`."""


def spell_declaration(node: t.Declaration) -> str:
    """The first line of a declaration without its text and its ids."""
    name = ", ".join(node.names) if node.kind == "whenever" else node.name
    words = [node.kind] if node.kind in ("game", "scoring") or node.label == "advice" else [node.kind, name]
    of = ("of " * bool(node.of)) + node.of
    by = ("by " * bool(node.by)) + node.by
    each = f"for each {node.each}" if node.each else ""
    order = ("always" * node.always, each) if node.kind == "menu" else (each,)
    head = " ".join(filter(None, (*words, node.version, of, by, *order)))
    head += f"({unparse(node.choices or node.parameters)})" if node.choices or node.parameters else ""
    head += f" in {', '.join(node.names)}" if node.kind == "action" else ""
    head += f" as {node.name}" if node.kind == "whenever" and node.names and node.name not in node.names else ""
    if node.second is not None:
        head += f"{' ' if node.kind == 'players' else ': '}{unparse(node.second)}"
    if node.value is not None:
        head += f" {_BEFORE_VALUE.get(node.kind, '=')} {unparse(node.value)}"
    return head + " internal" * node.internal


def spell_clause(node: t.Clause | t.Row) -> str:
    """Returns the text that an edit repeats: a statement, a member, a part, or a cell, which must not look like one of
    those.

    >>> spell_clause(t.Choice("by", "how", t.Name("way"))), spell_clause(t.Branch(t.Name("dry"), ()))
    ('with by how in way', 'otherwise if dry')
    """
    match node:
        case t.Parameter() | t.Choice():
            return f"with {unparse(node)}"
        case t.Cites():
            return spell_cites(node.ids)
        case t.Binary(op="..", left=left, right=right):
            return f"{_apart(_expression(left, _SUM), *_EFFECTS)}..{_expression(right, _SUM)}"
    is_whole = form_of(node).repeats_whole or isinstance(node, t.Words)
    return unparse(node) if is_whole else _apart(unparse(node), *_EFFECTS)


# ---- ids in brackets and rows ---------------------------------------------------------------------------------------


def spell_cites(ids: tuple[str, ...]) -> str:
    """Ids in brackets; three or more that count up are written as a range.

    >>> spell_cites(("TC-A-08", "TC-A-09", "TC-A-10", "TC-B-01", "TC-B-02"))
    '[TC-A-08..10, TC-B-01, TC-B-02]'
    """
    parts: list[str] = []
    at = 0
    while at < len(ids):
        length = _counting(ids, at)
        last = _NUMBERED.fullmatch(ids[at + length - 1])
        parts += [f"{ids[at]}..{last[2]}"] if length > 2 and last else ids[at : at + length]
        at += length
    return f"[{', '.join(parts)}]" if parts else ""


def _counting(ids: tuple[str, ...], at: int) -> int:
    """Counts the ids that go up by one from the one at this place."""
    first = _NUMBERED.fullmatch(ids[at])
    if not first:
        return 1
    stem, low = first.groups()
    length = 1
    while length <= 200 and ids[at + length : at + length + 1] == (f"{stem}{int(low) + length:0{len(low)}d}",):
        length += 1
    return length
