"""Unparses a node to one line, with parentheses only where precedence needs them.

A word of the language may also be a name wherever the grammar does not expect that word. Where a name would be taken
for the word (`repeat (until) times`), it stands in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from . import tree as t
from .table_row import row_cells, row_text

_LEVELS = {"or": 1, "and": 2, "+": 5, "-": 5, "*": 6, "/": 6}
"""How tightly an operator holds its operands together, if it is no comparison."""
_COMPARISON, _NOT, _SUM, _UNARY, _ATOM = 4, 3, 5, 7, 8
_EFFECTS = (
    "require",
    "cost",
    "let",
    "set",
    "gain",
    "lose",
    "move",
    "lay",
    "draw",
    "roll",
    "offer",
    "repack",
    "finish",
    "if",
    "for",
    "each",
    "repeat",
    "choose",
    "may",
    "as",
    "keeps",
    "grid",
    "otherwise",
    "with",
    "in",
)
_WORD = re.compile(r"\w+(-\w+)*")
_DIGITS = re.compile(r"\d+")
_NUMBERED = re.compile(r"(|.*\D)(\d{1,4})")

Phrase = t.Expr | t.TypeNode | t.Quantity | t.Price | t.Binder | t.Argument | t.Parameter | t.Choice | t.Empty | t.Row


# ---- expressions ----------------------------------------------------------------------------------------------------


def print_expr(node: Phrase) -> str:
    """The text of an expression, a type, or another phrase within a line; parsing it gives the node again.

    >>> print_expr(t.Binary("*", t.Name("a"), t.Binary("+", t.Name("b"), t.Number(25, "m"))))
    'a * (b + 25 m)'
    """
    match node:
        case t.TypeNode():
            return _type(node)
        case t.Quantity():
            return _quantity(node)
        case t.Price():
            return print_expr(node.quantity) + _after("from", node.holder)
        case t.Binder():
            return f"{node.name} in {print_expr(node.domain)}"
        case t.Argument(value, where, body):
            return print_expr(value) + _after("where", where) + (f": {print_expr(body)}" if body else "")
        case t.Parameter():
            return f"{node.name}: {print_expr(node.type)}"
        case t.Choice():
            return f"{_before(node.word)}{node.name} in {print_expr(node.domain)}"
        case t.Empty():
            return "_"
        case t.Row():
            return row_text(row_cells(node.raw))
        case _:
            return _expression(node, 0)


def _expression(node: t.Expr, level: int) -> str:
    """The text of an expression where one of at least this level stands: in parentheses, if it is looser."""
    own, text = _levelled(node)
    return text if own >= level else f"({text})"


def _levelled(node: t.Expr) -> tuple[int, str]:
    """How tightly an expression holds together, and its text."""
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
        case _:
            return _ATOM, _atom(node)


def _atom(node: t.Expr) -> str:
    match node:
        case t.Name():
            return node.id
        case t.Number():
            return f"{_digits(node)} {node.unit}".rstrip()
        case t.Text():
            return f'"{node.value}"'
        case t.Attribute():
            return f"{_expression(node.of, _ATOM)}.{node.name}"
        case t.Index():
            return f"{_expression(node.of, _ATOM)}[{print_expr(node.at)}]"
        case t.Apply():
            return f"{_expression(node.function, _ATOM)}({_listed(node.arguments)})"
        case _:
            return "none"


def _digits(node: t.Number) -> str:
    """The number; one past the largest as it was written, since the tree keeps no larger ones."""
    written = _DIGITS.match(node.span.text)
    return written[0] if written and len(written[0]) > 10 and node.value > 10**9 else str(node.value)


def _listed(nodes: Iterable[Phrase]) -> str:
    return ", ".join(map(print_expr, nodes))


def _after(word: str, node: t.Expr | None) -> str:
    """The word and the expression behind it, or nothing."""
    return "" if node is None else f" {word} {print_expr(node)}"


def _before(word: str) -> str:
    return f"{word} " if word else ""


def _apart(text: str, *words: str) -> str:
    """In parentheses, if it would begin with a word that means something else there."""
    first = _WORD.match(text)
    return f"({text})" if first and first[0] in words else text


def _quantity(node: t.Quantity) -> str:
    if node.amount is None or node.unit is None:
        return "all"
    amount = print_expr(node.amount)
    bare = isinstance(node.amount, t.Name | t.Attribute | t.Index | t.Apply)
    if isinstance(node.amount, t.Number):
        bare = not node.amount.unit
    return f"{_apart(amount, 'all') if bare else f'({amount})'} {print_expr(node.unit)}"


def _type(node: t.TypeNode) -> str:
    what = node.name
    if node.low is not None and node.high is not None:
        low, high = _expression(node.low, _SUM), _expression(node.high, _SUM)
        what = f"{low if node.form == 'set' else _apart(low, 'bag', 'set')}..{high}"
        what += f" by {_expression(node.step, _SUM)}" if node.step is not None else ""
    form = f"{node.form} of " if node.form in ("bag", "set") else ""
    holding = f" holding {_quantity(node.holding)}" if node.holding is not None else ""
    return form + what + " or none" * node.optional + holding + "".join(f" {flag}" for flag in node.flags)


# ---- statements -----------------------------------------------------------------------------------------------------


def print_statement(node: t.Statement) -> str:
    """The text of a statement; of one with a block, its first line.

    >>> print_statement(t.Gain((t.Quantity(t.Number(2), t.Name("rope")),), t.Name("backpack")))
    'gain 2 rope in backpack'
    """
    return _statement(node) + " reveals" * getattr(node, "reveals", False)


def _statement(node: t.Statement) -> str:
    match node:
        case t.Let():
            return f"let {node.name} = {print_expr(node.value)}"
        case t.Set():
            return f"set {print_expr(node.target)} = {print_expr(node.value)}"
        case t.Call():
            return print_expr(node.target)
        case t.Require():
            return f"require {print_expr(node.condition)}"
        case t.Finish():
            return "finish"
        case t.Cost() | t.Gain() | t.Lose() | t.Move() | t.Repack():
            return _trade(node)
        case t.Lay() | t.Draw() | t.Roll() | t.Offer():
            return _deed(node)
        case t.Deed() | t.Ability():
            return spell_deed("", node)
        case _:
            return _opening(node)


def _trade(node: t.Cost | t.Gain | t.Lose | t.Move | t.Repack) -> str:
    """Statements about what holders hold."""
    match node:
        case t.Cost():
            return f"cost {_listed(node.prices)}"
        case t.Gain():
            return f"gain {_listed(node.quantities)}{_after('in', node.holder)}"
        case t.Lose():
            return f"lose {_listed(node.quantities)}{_after('from', node.holder)}"
        case t.Move():
            return f"move {_listed(node.quantities)}{_after('from', node.giver)}{_after('to', node.taker)}"
        case t.Repack():
            both = f"{print_expr(node.first)} with {print_expr(node.second)}"
            return f"repack {both}{_after('where', node.where)}{_after('filling', node.filling)}"


def _deed(node: t.Lay | t.Draw | t.Roll | t.Offer) -> str:
    match node:
        case t.Lay():
            return f"lay {print_expr(node.tile)} at {print_expr(node.at)}{_after('turned', node.turned)}"
        case t.Draw():
            return f"draw {node.name} from {print_expr(node.bag)}{_after('showing', node.showing)}{' secret' * node.secret}"
        case t.Roll():
            return (
                f"roll {node.name} in {print_expr(node.domain)}{_after('where', node.where)}{' secret' * node.secret}"
            )
        case t.Offer():
            words = ("offer", "any" * node.any, node.menu, "once" * node.once, "or none" * node.optional)
            return " ".join(filter(None, words)) + _after("until", node.until)


def _opening(node: t.If | t.ForEach | t.InTurn | t.AtOnce | t.Repeat | t.Choose | t.May | t.AsPlayer) -> str:
    """The first line of a statement that has a block."""
    match node:
        case t.If():
            return f"if {print_expr(node.branches[0][0])}"
        case t.ForEach():
            return f"for each {_listed(node.binders)}{_after('where', node.where)}"
        case t.Choose():
            return f"choose {_listed(node.binders)}{_after('where', node.where)}"
        case t.InTurn():
            return f"each {node.players} from {print_expr(node.first)}"
        case t.AtOnce():
            return f"each {node.players} at once"
        case t.Repeat():
            times = "" if node.times is None else f" {_apart(print_expr(node.times), 'until')} times"
            return f"repeat{_after('until', node.until)}{times}"
        case t.May():
            return "may"
        case t.AsPlayer():
            return f"as {print_expr(node.player)}"


# ---- members, declarations and edits --------------------------------------------------------------------------------


def spell_member(node: t.Member) -> str:
    """A member without its text and its ids."""
    match node:
        case t.Row() | t.Rows() | t.Property() | t.Setting() | t.Given() | t.Begin() | t.Said() | t.Then():
            return _note(node)
        case t.Keeps():
            start = "" if node.start is None else f" = {print_expr(node.start)}"
            return f"{'passage ' * node.passage}keeps {node.name}: {print_expr(node.type)}{start}"
        case t.Grid(width, height):
            if width is None or height is None:
                return "grid growing"
            return f"grid {_apart(print_expr(width), 'growing')} by {print_expr(height)}{' hexagonal' * node.hexagonal}"
        case t.Joined():
            return f"passage where {print_expr(node.condition)}"
        case t.Free():
            return f"free where {print_expr(node.condition)}"
        case t.Among():
            return f"among {print_expr(node.condition)}"
        case t.Least():
            return f"least {print_expr(node.value)}"
        case t.Together():
            return f"together{_after('by', node.by)}"
        case t.Score():
            return f"score {node.name} = {print_expr(node.value)}"
        case t.Winner():
            return f"{node.order} total wins"
        case t.Tie():
            return f"then {node.order} {print_expr(node.value)}"


def _note(node: t.Row | t.Rows | t.Property | t.Setting | t.Given | t.Begin | t.Said | t.Then) -> str:
    """Members of tables, heads, presets and examples."""
    match node:
        case t.Row():
            return row_text(row_cells(node.raw))
        case t.Rows():
            return f'rows "{node.file}"'
        case t.Property():
            return " ".join(filter(None, (node.name, node.word, node.number)))
        case t.Setting():
            return f"set {node.name} = {print_expr(node.value)}"
        case t.Given():
            return f"given {print_expr(node.target)} = {_words(node.value) if isinstance(node.value, t.Words) else print_expr(node.value)}"
        case t.Begin():
            return f"begin {node.process}{' as ' * bool(node.player)}{node.player}"
        case t.Said():
            return f"{node.verb} {node.text}"
        case t.Then():
            return f"then {print_expr(node.condition)}"


def spell_deed(name: str, node: t.Deed | t.Ability) -> str:
    """The first line of an action below an `offer`, or of what a row does, without its text and its ids.

    >>> spell_deed("pay", t.Deed((), ()))
    'action pay'
    """
    word, parts = ("action", node.choices) if isinstance(node, t.Deed) else ("to", node.parameters)
    return f"{word} {name}" + (f"({_listed(parts)})" if parts else "")


def spell_declaration(node: t.Declaration) -> str:
    """The first line of a declaration without its text and its ids."""
    name = ", ".join(node.names) if node.kind == "whenever" else node.name
    words = [node.kind] if node.kind in ("game", "scoring") or node.label == "advice" else [node.kind, name]
    of, by = ("of " * bool(node.of)) + node.of, ("by " * bool(node.by)) + node.by
    each = f"for each {node.each}" if node.each else ""
    head = " ".join(filter(None, (*words, node.version, of, by, each, "always" * node.always)))
    head += f"({_listed(node.choices or node.parameters)})" if node.choices or node.parameters else ""
    head += f" in {', '.join(node.names)}" if node.kind == "action" else ""
    if node.second is not None:
        head += f"{' ' if node.kind == 'players' else ': '}{print_expr(node.second)}"
    if node.value is not None:
        head += f" {'by' if node.kind == 'ranking' else '='} {print_expr(node.value)}"
    return head


def spell_edit(node: t.SetOption | t.ChangeValue | t.RemoveDeclaration | t.Amend) -> str:
    """The first line of an edit without its ids; those that hold a declaration begin with its first line instead."""
    match node:
        case t.SetOption():
            return f"set {node.name} = {print_expr(node.value)}"
        case t.ChangeValue():
            return f"change {_before(node.kind)}{print_expr(node.path)}: {spell_clause(node.old)} to {spell_clause(node.new)}"
        case t.RemoveDeclaration():
            return f"remove {node.kind}{f' {node.name}' * (node.name != node.kind)}" + f' because "{node.because}"'
        case t.Amend():
            return f"amend {node.kind}" + (f" {node.name}" if node.name != node.kind else "")


def spell_amendment(node: t.Change | t.Drop | t.MoveClause | t.Cite) -> str:
    """A line of an `amend`, except for `add`, which begins the line that it adds."""
    match node:
        case t.Change():
            return f"change {print_expr(node.path)}: {spell_clause(node.old)} to {spell_clause(node.new)}"
        case t.Drop():
            return f"drop {'' if node.path is None else f'{print_expr(node.path)}: '}{spell_clause(node.old)}"
        case t.MoveClause():
            return f"move {node.key} {node.side} {node.anchor}"
        case t.Cite():
            return f"cite {print_expr(node.path)}"


def spell_clause(node: t.Clause | t.Row) -> str:
    """What an edit repeats: a statement, a member, a part, or a cell, which must not look like one of those.

    >>> spell_clause(t.Choice("by", "how", t.Name("way"))), spell_clause(t.Branch(t.Name("dry"), ()))
    ('with by how in way', 'otherwise if dry')
    """
    match node:
        case t.Parameter() | t.Choice():
            return f"with {print_expr(node)}"
        case t.Within(menu=menu):
            return f"in {menu}"
        case t.Upon(action=action):
            return f"whenever {action}"
        case t.Branch(condition=condition):
            return f"otherwise{_after('if', condition)}"
        case t.Words():
            return _words(node)
        case t.Cites():
            return spell_cites(node.ids)
        case t.Keeps() | t.Grid():
            return spell_member(node)
        case t.Binary(op="..", left=left, right=right):
            return f"{_apart(_expression(left, _SUM), *_EFFECTS)}..{_expression(right, _SUM)}"
    if isinstance(node, t.Statement):
        return print_statement(node)
    return _apart(print_expr(node), *_EFFECTS)


def _words(node: t.Words) -> str:
    """Several words, with the commas that stand between them."""
    return " ".join(node.span.text.split()) or " ".join(node.words)


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
    """How many ids count up by one from the one at this place."""
    first = _NUMBERED.fullmatch(ids[at])
    if not first:
        return 1
    stem, low = first.groups()
    length = 1
    while length <= 200 and ids[at + length : at + length + 1] == (f"{stem}{int(low) + length:0{len(low)}d}",):
        length += 1
    return length
