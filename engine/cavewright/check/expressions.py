"""Expressions: names resolved, types found, constants folded. One method for each shape of expression."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..model.ruleset import FOLDS, Board, Define, Expr, Local
from ..model.types import MOST, NO_WAY, NONE, NOTHING, SIDES, TEXT, UNKNOWN, YES_NO, Type, a_list, a_set, fits_type, number, place, row, union
from ..source import Label, Span, at, did_you_mean
from ..syntax import tree as t
from .folding import folded
from .names import BUILTINS, OPERATORS, Findings, Names
from .sizes import most_in

Scope = Mapping[str, Local]

MOST_DEPTH = 120
"""How deep an expression may be, counting what the definitions in it stand for."""
MOST_SUGGESTIONS = 40
FURTHEST = 500
"""How far from the middle a place can be."""


class Expressions:
    """Turns syntax into typed expressions; what is wrong goes to `findings`, and the result is then of unknown type."""

    def __init__(self, names: Names, findings: Findings) -> None:
        self.names, self.findings = names, findings
        self.open_defines: list[str] = []
        self.depths: dict[str, int] = {}
        self.level = self.deepest = 0
        self.suggestions = 0

    # ---- saying what is wrong --------------------------------------------------------------------------------------

    def wrong(self, code: str, message: str, span: Span, label: str = "", help: str = "") -> Expr:
        """Notes a finding; the expression goes on as one of unknown type."""
        self.findings.add(at(code, message, span, label, help=help))
        return Expr("const", (0,), UNKNOWN, span)

    def near(self, word: str, known: Iterable[str]) -> str:
        """A help line that offers the nearest known word; for the first findings only, since looking takes time."""
        self.suggestions += 1
        return did_you_mean(word, known) if self.suggestions <= MOST_SUGGESTIONS else ""

    def want(self, expr: Expr, wanted: Type, what: str = "") -> Expr:
        """The expression, after a check that its type will do."""
        if not fits_type(expr.type, wanted):
            units = expr.type.form == wanted.form == "number"
            code = "C0402" if units else "C0401"
            shown = (f"in `{wanted.unit}`" if wanted.unit else "without a unit") if units else f"of type `{wanted}`"
            found = (f"`{expr.type.unit}`" if expr.type.unit else "no unit") if units else f"`{expr.type}`"
            help = f"write the unit: `{expr.span.text} {wanted.unit}`" if units and wanted.unit and not expr.type.unit else ""
            self.wrong(code, f"{what or 'this'} has to be {shown}, not {found}", expr.span, help=help)
        return expr

    # ---- the entry -------------------------------------------------------------------------------------------------

    def expr(self, node: Any, scope: Scope, expected: Type | None = None) -> Expr:
        """The typed expression of a node. `expected` helps to tell rows of one name apart."""
        self.level += 1
        self.deepest = max(self.deepest, self.level)
        read = getattr(self, "_" + type(node).__name__.lower()) if self.level <= MOST_DEPTH else self._too_deep
        made = folded(read(node, scope, expected))
        self.level -= 1
        if made.op in ("add", "sub", "mul") and all(isinstance(each, Expr) and each.op == "const" for each in made.args):
            return self.wrong("C0415", f"this is beyond {MOST:,}, the largest number", node.span)
        return made

    def _too_deep(self, node: Any, scope: Scope, expected: Type | None) -> Expr:
        if any(each.code == "C0613" for each in self.findings.found):
            return Expr("const", (0,), UNKNOWN, node.span)
        return self.wrong("C0613", f"expressions are at most {MOST_DEPTH} deep, counting what definitions stand for", node.span,
                          help="say it with fewer definitions within definitions")

    def condition(self, node: Any, scope: Scope) -> Expr:
        """An expression that has to be yes or no."""
        return self.want(self.expr(node, scope, YES_NO), YES_NO, "a condition")

    def typed(self, node: Any, scope: Scope, wanted: Type, what: str = "") -> Expr:
        """An expression of a given type."""
        return self.want(self.expr(node, scope, wanted), wanted, what)

    # ---- leaves ----------------------------------------------------------------------------------------------------

    def _number(self, node: t.Number, scope: Scope, expected: Type | None) -> Expr:
        if node.value > MOST:
            return self.wrong("C0415", f"numbers go up to {MOST:,}", node.span, help="take a smaller one")
        if node.unit and node.unit not in self.names.units:
            return self.wrong("C0204", f"there is no unit `{node.unit}`", node.span,
                              help=self.near(node.unit, self.names.units) or f'declare it: `unit {node.unit} "…"`')
        return Expr("const", (node.value,), number(node.value, node.value, node.unit), node.span)

    def _text(self, node: t.Text, scope: Scope, expected: Type | None) -> Expr:
        return Expr("const", (0,), TEXT, node.span)

    def _nothing(self, node: t.Nothing, scope: Scope, expected: Type | None) -> Expr:
        return Expr("const", (NONE,), NOTHING, node.span)

    def _empty(self, node: t.Empty, scope: Scope, expected: Type | None) -> Expr:
        return Expr("const", (NONE,), NOTHING, node.span)

    def _name(self, node: t.Name, scope: Scope, expected: Type | None) -> Expr:
        found = self.lookup(node.id, scope, expected, node.span)
        if found is not None:
            return found
        if node.id in self.names.kinds or node.id in self.names.boards:
            return self.wrong("C0401", f"`{node.id}` means all there are, not one of them", node.span, help=f"go through them: `x in {node.id}`")
        parts = node.id.split("-")
        if len(parts) > 1 and all(self.lookup(part, scope, None, node.span) is not None for part in parts):
            return self.wrong("C0203", f"there is nothing called `{node.id}`", node.span,
                              help=f"to subtract, write blanks: `{' - '.join(parts)}`")
        return self.wrong("C0203", f"there is nothing called `{node.id}`", node.span,
                          help=self.near(node.id, [*scope, *self.names.known()]))

    def lookup(self, name: str, scope: Scope, expected: Type | None, span: Span) -> Expr | None:
        """What a name alone stands for: a local, a row of the expected kind, something kept, a constant, a definition, a row."""
        if name in scope:
            return Expr("local", (scope[name],), scope[name].type, span)
        if expected and expected.form == "row" and expected.name in self.names.kinds:
            index = self.names.row_of(expected.name, name)
            if index >= 0:
                return Expr("const", (index,), row(expected.name), span)
        return self._fixed(name, span) or self._kept(name, span) or self._defined(name, span) or self._row(name, span)

    def _fixed(self, name: str, span: Span) -> Expr | None:
        if name in ("yes", "no"):
            return Expr("const", (int(name == "yes"),), YES_NO, span)
        if name == "me" and self.names.players:
            return Expr("me", (), row(self.names.players), span)
        constant = self.names.resolve_constant(name)
        if constant is not None:
            return Expr("const", constant.args, constant.type, span)
        option = self.names.options.get(name)
        if option is not None:
            return Expr("const", (option.value,), option.type, span)
        return None

    def _kept(self, name: str, span: Span) -> Expr | None:
        kept = self.names.field_of(self.names.players, name) if self.names.players else None
        if kept is not None:
            return Expr("field", (kept, Expr("me", (), row(self.names.players), span)), kept.type, span)
        kept = self.names.field_of("game", name)
        return None if kept is None else Expr("field", (kept, None), kept.type, span)

    def _defined(self, name: str, span: Span) -> Expr | None:
        if name not in self.names.define_nodes or self.names.define_nodes[name].parameters:
            return None
        found = self.define(name, span)
        return Expr("call", (found, ()), found.body.type, span) if found else Expr("const", (0,), UNKNOWN, span)

    def _row(self, name: str, span: Span) -> Expr | None:
        rows = self.names.rows_called(name)
        if len(rows) == 1:
            return Expr("const", (rows[0][1],), row(rows[0][0].name), span)
        if len(rows) > 1:
            kinds = [kind.name for kind, _ in rows]
            return self.wrong("C0205", f"`{name}` is a row of {' and of '.join(f'`{each}`' for each in kinds)}", span,
                              help=f"say which: `{kinds[0]}.{name}`")
        return None

    def define(self, name: str, span: Span) -> Define | None:
        """A definition, read when first needed; one that leads back to itself is refused."""
        if name in self.names.defines:
            self.deepest = max(self.deepest, self.level + self.depths[name])
            if self.level + self.depths[name] > MOST_DEPTH:
                self._too_deep(t.Name(name, span=span), {}, None)
            return self.names.defines[name]
        node = self.names.define_nodes[name]
        if name in self.open_defines:
            way = " → ".join([*self.open_defines[self.open_defines.index(name):], name])
            self.findings.add(at("C0501", f"`{name}` is defined by itself: {way}", node.name_span, "declared here",
                                 more=[Label(span, "used here")], help="rules cannot recur; break the circle"))
            return None
        self.open_defines.append(name)
        before, self.deepest = self.deepest, self.level
        parameters = self.parameters(node.parameters)
        body = self.expr(node.value, {each.name: each for each in parameters})
        self.depths[name] = self.deepest - self.level
        self.deepest = max(before, self.deepest)
        self.open_defines.pop()
        self.names.defines[name] = Define(name, parameters, body, node.text, node.cites)
        return self.names.defines[name]

    def parameters(self, nodes: tuple[t.Parameter, ...]) -> tuple[Local, ...]:
        """The locals of declared parameters."""
        made: dict[str, Local] = {}
        for each in nodes:
            type_ = self.type_of(each.type)
            if type_.form in ("bag", "text"):
                self.wrong("C0419", f"`{type_}` cannot be handed over", each.span, help="name the bag where it is used")
                type_ = UNKNOWN
            if each.name in made:
                self.wrong("C0209", f"`{each.name}` already means something here", each.span, help="choose another name")
            made[each.name] = self.names.local(each.name, type_)
        return tuple(made.values())

    # ---- attributes and indexes ------------------------------------------------------------------------------------

    def _attribute(self, node: t.Attribute, scope: Scope, expected: Type | None) -> Expr:
        if isinstance(node.of, t.Name) and node.of.id not in scope:
            named = self._row_attribute(node)
            if named is not None:
                return named
        of = self.expr(node.of, scope)
        if of.type.form == "unknown":
            return of
        found = {"row": self._of_row, "place": self._of_place, "passage": self._of_passage}.get(of.type.form)
        result = found(of, node) if found else None
        if result is not None:
            return result
        return self.wrong("C0206", f"`{node.of.span.text or of.type}` has nothing called `{node.name}`", node.span,
                          help=self.near(node.name, self._attributes(of.type)))

    def _row_attribute(self, node: t.Attribute) -> Expr | None:
        """`token.water`, a row named in full, or `water.points`, where only one kind with a row `water` has `points`."""
        assert isinstance(node.of, t.Name)
        kind = self.names.kinds.get(node.of.id)
        if kind is not None and self.names.row_of(kind.name, node.name) >= 0:
            return Expr("const", (self.names.row_of(kind.name, node.name),), row(kind.name), node.span)
        rows = [(kind, index) for kind, index in self.names.rows_called(node.of.id)
                if node.name in kind.columns or self.names.field_of(kind.name, node.name)]
        if len(rows) == 1 and not self._fixed(node.of.id, node.span) and not self._kept(node.of.id, node.span):
            return self._of_row(Expr("const", (rows[0][1],), row(rows[0][0].name), node.of.span), node)
        return None

    def _of_row(self, of: Expr, node: t.Attribute) -> Expr | None:
        kind, board = self.names.kinds[of.type.name], self.board_of(of.type)
        if node.name in kind.columns:
            return Expr("column", (kind, node.name, of), kind.columns[node.name].type, node.span)
        if board is not None and board.kind and node.name in (board.kind, board.sides):
            return self._of_tile(board, of, node)
        kept = self.names.field_of(kind.name, node.name)
        if kept is not None:
            return Expr("field", (kept, of), kept.type, node.span)
        if kind.name == self.names.players and node.name in self.names.define_nodes:
            value = self._defined(node.name, node.span)
            return None if value is None else Expr("as", (of, value), value.type, node.span)
        if board is not None:
            return self._of_tile(board, of, node)
        own = self.names.boards.get(node.name)
        if own is not None and own.private and kind.name == self.names.players:
            return Expr("own_places", (own, of), a_list(self.place_of(own)), node.span)
        return None

    def board_of(self, type_: Type) -> Board | None:
        """The board of whose places a type is, if it is one of places."""
        board = self.names.boards.get(type_.name)
        return board if board is not None and type_.form == ("row" if board.fixed else "place") else None

    def place_of(self, board: Board, optional: bool = False) -> Type:
        """The type of a place of a board."""
        return row(board.name, optional) if board.fixed else place(board.name, optional)

    def _of_place(self, of: Expr, node: t.Attribute) -> Expr | None:
        board = self.names.boards[of.type.name]
        for index, kept in enumerate(board.fields):
            if kept.name == node.name:
                return Expr("record", (board, kept, index, of), kept.type, node.span)
        if node.name in ("x", "y"):
            return Expr("coordinate", (node.name, of), number(-FURTHEST, FURTHEST), node.span)
        if board.private and node.name == "owner":
            return Expr("owner", (of,), row(self.names.players), node.span)
        return self._of_tile(board, of, node)

    def _of_tile(self, board: Board, of: Expr, node: t.Attribute) -> Expr | None:
        """What a place shows of the tile that lies there."""
        if board.kind and node.name == board.sides:
            return Expr("open", (board, of), SIDES, node.span)
        if board.kind and node.name == board.kind:
            return Expr("tile", (board, of), row(board.kind, True), node.span)
        if board.kind and node.name in self.names.kinds[board.kind].columns:
            kind = self.names.kinds[board.kind]
            laid = Expr("tile", (board, of), row(board.kind, True), node.span)
            return Expr("column", (kind, node.name, laid), kind.columns[node.name].type, node.span)
        return None

    def _of_passage(self, of: Expr, node: t.Attribute) -> Expr | None:
        board = self.names.boards[of.type.name]
        for index, kept in enumerate(board.passage_fields):
            if kept.name == node.name:
                return Expr("edge", (board, kept, index, of), kept.type, node.span)
        return None

    def _attributes(self, type_: Type) -> list[str]:
        board = self.board_of(type_)
        tiles = [board.kind, board.sides, *self.names.kinds[board.kind].columns] if board is not None and board.kind else []
        if type_.form == "row":
            kind = self.names.kinds[type_.name]
            own = [name for owner, name in self.names.fields if owner == kind.name]
            return [*kind.columns, *own, *tiles, *(self.names.define_nodes if kind.name == self.names.players else ())]
        return [*(each.name for each in board.fields), *tiles] if board is not None else []

    def _index(self, node: t.Index, scope: Scope, expected: Type | None) -> Expr:
        of = self.expr(node.of, scope)
        if of.type.form == "bag":
            if self.as_bag(of).type.form != "bag":
                return Expr("const", (0,), UNKNOWN, node.span)
            return Expr("amount", (of, self.typed(node.at, scope, row(of.type.name))), number(0, 9999), node.span)
        if of.type.form == "set" and of.type.element:
            return Expr("in_set", (self.typed(node.at, scope, of.type.element), of), YES_NO, node.span)
        if of.type.form == "sides":
            return Expr("in_set", (self.typed(node.at, scope, row("side")), of), YES_NO, node.span)
        if of.type.form == "unknown":
            return of
        return self.wrong("C0401", f"only a bag or a set is asked with brackets, not `{of.type}`", node.span)

    # ---- operators -------------------------------------------------------------------------------------------------

    def _unary(self, node: t.Unary, scope: Scope, expected: Type | None) -> Expr:
        if node.op == "not":
            return Expr("not", (self.condition(node.value, scope),), YES_NO, node.span)
        value = self.expr(node.value, scope)
        if value.type.form not in ("number", "unknown"):
            return self.wrong("C0401", f"only a number has a negative, not `{value.type}`", node.span)
        return Expr("neg", (value,), number(-value.type.high, -value.type.low, value.type.unit), node.span)

    def _binary(self, node: t.Binary, scope: Scope, expected: Type | None) -> Expr:
        if node.op in ("and", "or"):
            return Expr(node.op, (self.condition(node.left, scope), self.condition(node.right, scope)), YES_NO, node.span)
        if node.op in ("in", "not in"):
            inside = self._membership(node, scope)
            return inside if node.op == "in" else Expr("not", (inside,), YES_NO, node.span)
        if node.op == "..":
            return self.wrong("C0401", "a range can only be gone through, rolled or chosen from", node.span)
        left, right = self._both(node, scope)
        if "unknown" in (left.type.form, right.type.form):
            return Expr("const", (0,), UNKNOWN, node.span)
        if node.op in ("is", "is not"):
            if union(left.type, right.type) is None or left.type.form in ("bag", "text", "list"):
                return self._mixed(node, left, right)
            return Expr(OPERATORS[node.op], (left, right), YES_NO, node.span)
        return self._arithmetic(node, left, right)

    def _both(self, node: t.Binary, scope: Scope) -> tuple[Expr, Expr]:
        """Both sides, each helping to read the other: `feature is water` and `water is feature`."""
        if isinstance(node.left, t.Name) and node.left.id not in scope and len(self.names.rows_called(node.left.id)) > 1:
            right = self.expr(node.right, scope)
            return self.expr(node.left, scope, right.type.required()), right
        left = self.expr(node.left, scope)
        return left, self.expr(node.right, scope, left.type.required())

    def _mixed(self, node: t.Binary, left: Expr, right: Expr) -> Expr:
        if left.type.form == right.type.form == "number":
            return self.wrong("C0402", f"`{left.type.unit or 'a plain number'}` and `{right.type.unit or 'a plain number'}`"
                              " do not go together", node.span, help="give both the same unit")
        return self.wrong("C0401", f"`{left.type}` cannot be compared with `{right.type}`", node.span)

    def _arithmetic(self, node: t.Binary, left: Expr, right: Expr) -> Expr:
        a, b, op = left.type, right.type, node.op
        if a.form != "number" or b.form != "number":
            wrong = left if a.form != "number" else right
            return self.wrong("C0401", f"`{op}` works on numbers, not on `{wrong.type}`", wrong.span)
        if op in ("+", "-", "<", "<=", ">", ">=") and union(a, b) is None:
            return self._mixed(node, left, right)
        if op in ("<", "<=", ">", ">="):
            return Expr(OPERATORS[op], (left, right), YES_NO, node.span)
        if op == "/" and right.op == "const" and not right.args[0]:
            return self.wrong("C0408", "nothing is divided by zero", right.span)
        return Expr(OPERATORS[op], (left, right), _arithmetic_type(op, a, b), node.span)

    def _membership(self, node: t.Binary, scope: Scope) -> Expr:
        right = self.expr(node.right, scope) if not self._is_domain_name(node.right, scope) else None
        if right is not None and right.type.form == "bag" and self.as_bag(right).type.form == "bag":
            return Expr("has", (right, self.typed(node.left, scope, row(right.type.name, True))), YES_NO, node.span)
        if right is not None and right.type.form == "set" and right.type.element:
            return Expr("in_set", (self.typed(node.left, scope, right.type.element), right), YES_NO, node.span)
        if right is not None and right.type.form == "sides":
            return Expr("in_set", (self.typed(node.left, scope, row("side")), right), YES_NO, node.span)
        if right is not None and right.type.form == "unknown":
            return right
        domain, element = self.domain(node.right, scope) if right is None else self.gone_through(right, node.right.span)
        return Expr("in_list", (self.typed(node.left, scope, element), domain), YES_NO, node.span)

    def _is_domain_name(self, node: Any, scope: Scope) -> bool:
        return (isinstance(node, t.Name) and node.id not in scope and (node.id in self.names.kinds or node.id in self.names.boards)
                or isinstance(node, t.Binary) and node.op == "..")

    def _conditional(self, node: t.Conditional, scope: Scope, expected: Type | None) -> Expr:
        condition = self.condition(node.condition, scope)
        value, other = self.expr(node.value, scope, expected), self.expr(node.otherwise, scope, expected)
        kind = union(value.type, other.type)
        if kind is None:
            return self.wrong("C0401", f"one way gives `{value.type}`, the other `{other.type}`", node.span)
        return Expr("if", (condition, value, other), kind, node.span)

    # ---- calls and folds -------------------------------------------------------------------------------------------

    def _apply(self, node: t.Apply, scope: Scope, expected: Type | None) -> Expr:
        name = node.function.id if isinstance(node.function, t.Name) else ""
        if name in FOLDS:
            return self._fold(name, node, scope, expected)
        if name in ("reach", "distance"):
            stray = next((each for each in node.arguments[:-1] if each.where or each.body), None)
            return self._ways(name, node, scope) if stray is None else self._stray(stray)
        stray = next((each for each in node.arguments if each.where or each.body), None)
        if stray is not None:
            return self._stray(stray)
        values = [each.value for each in node.arguments]
        if name in BUILTINS:
            return self._builtin(name, node, values, scope)
        if name in self.names.define_nodes:
            found = self.define(name, node.span)
            return self._call("call", found, found.parameters if found else (), values, node, scope)
        if name in self.names.ranking_nodes:
            ranking = self.names.resolve_ranking(name, node.span)
            return self._call("ranked", ranking, ranking.parameters if ranking else (), values, node, scope)
        known = [*FOLDS, *BUILTINS, *self.names.define_nodes, *self.names.ranking_nodes]
        return self.wrong("C0203", f"there is nothing called `{name or node.function.span.text}` that takes values", node.span,
                          help=self.near(name, known))

    def _stray(self, stray: t.Argument) -> Expr:
        return self.wrong("C0404", "`where` and `:` belong into a fold such as `sum(x in list where …: …)`", stray.span)

    def _call(self, op: str, what: Any, parameters: tuple[Local, ...], values: list[Any], node: t.Apply, scope: Scope) -> Expr:
        if what is None:
            return Expr("const", (0,), UNKNOWN, node.span)
        if len(values) != len(parameters):
            return self.wrong("C0404", f"`{what.name}` takes {_counted(len(parameters))}, not {len(values)}", node.span)
        arguments = self.arguments(values, parameters, scope)
        kind = what.body.type if op == "call" else number(0, MOST)
        return Expr(op, (what, arguments), kind, node.span)

    def arguments(self, values: list[Any], parameters: tuple[Local, ...], scope: Scope) -> tuple[Expr, ...]:
        """Values for parameters: what is known of them has to lie within the bounds, the others are kept within them while playing."""
        return tuple(self._argument(self.typed(value, scope, local.type), local.type) for value, local in zip(values, parameters, strict=True))

    def _argument(self, value: Expr, wanted: Type) -> Expr:
        self.in_range(value, wanted, value.span)
        if wanted.form != "number" or value.type.form != "number" or wanted.low <= value.type.low <= value.type.high <= wanted.high:
            return value
        return Expr("within", (value,), wanted, value.span)

    def in_range(self, value: Expr, wanted: Type, span: Span) -> None:
        """C0410 for a known number outside a range, C0401 for none where there is always something."""
        if value.op == "const" and wanted.form == value.type.form == "number" and not wanted.low <= value.args[0] <= wanted.high:
            self.wrong("C0410", f"{value.args[0]} is outside {wanted}", span)
        if value.type.form == "none" and not wanted.optional and wanted.form not in ("unknown",):
            self.wrong("C0401", f"this is never none: it is `{wanted}`", span, help="declare it `… or none`")

    def _fold(self, name: str, node: t.Apply, scope: Scope, expected: Type | None) -> Expr:
        if len(node.arguments) != 1:
            return self.wrong("C0404", f"`{name}` goes through one list: `{name}(x in list where …)`", node.span)
        argument = node.arguments[0]
        binder = argument.value
        if not (isinstance(binder, t.Binary) and binder.op == "in" and isinstance(binder.left, t.Name)):
            if name not in ("count", "some") or argument.where or argument.body:
                return self.wrong("C0404", f"`{name}` needs a name to go through: `{name}(x in list …)`", node.span)
            domain, element = self.domain(argument.value, scope)
            return self._folded(name, self.names.local("it", element), domain, None, None, node)
        domain, element = self.domain(binder.right, scope)
        local = self.names.local(binder.left.id, element)
        inner = {**scope, local.name: local}
        where = self.condition(argument.where, inner) if argument.where else None
        return self._folded(name, local, domain, where, self._fold_body(name, argument, inner, node), node)

    def _fold_body(self, name: str, argument: t.Argument, inner: Scope, node: t.Apply) -> Expr | None:
        if name in ("some", "first", "count"):
            if argument.body is not None:
                self.wrong("C0404", f"`{name}` has no value behind `:`", argument.body.span, help="put the condition behind `where`")
            return None
        if argument.body is None:
            return self.wrong("C0404", f"`{name}` needs a value behind `:`", node.span)
        if name == "every":
            return self.condition(argument.body, inner)
        body = self.expr(argument.body, inner)
        return body if body.type.form in ("number", "unknown") else self.want(body, number(0, 0))

    def _folded(self, name: str, local: Local, domain: Expr, where: Expr | None, body: Expr | None, node: t.Apply) -> Expr:
        kind = YES_NO
        if name == "count":
            kind = number(0, most_in(domain, self.names) if domain.op == "rows" else 99_999)
        elif name == "first":
            kind = union(local.type, NOTHING) or local.type
        elif body is not None and name != "every":
            times = most_in(domain, self.names) if name == "sum" else 1
            low, high = (min(0, body.type.low * times), max(0, body.type.high * times)) if name == "sum" else (body.type.low, body.type.high)
            kind = number(low, high, body.type.unit)
        return Expr(name, (local, domain, where, body), kind, node.span)

    # ---- domains -----------------------------------------------------------------------------------------------------

    def domain(self, node: Any, scope: Scope) -> tuple[Expr, Type]:
        """What can be gone through: a kind, the players, a board, a range, a set, a bag or a list; and what each is."""
        if isinstance(node, t.Binary) and node.op == "..":
            low, high = self.expr(node.left, scope), self.expr(node.right, scope)
            element = union(low.type, high.type)
            if element is None or element.form != "number":
                self.wrong("C0401", "a range goes from a number to a number", node.span)
                element = number(0, 0)
            return Expr("range", (low, high), a_list(element), node.span), element
        if isinstance(node, t.Name) and node.id not in scope:
            if node.id in self.names.kinds:
                kind = self.names.kinds[node.id]
                return Expr("rows", (kind,), a_list(row(kind.name)), node.span), row(kind.name)
            if node.id in self.names.boards:
                board = self.names.boards[node.id]
                return Expr("places", (board,), a_list(place(board.name)), node.span), place(board.name)
        return self.gone_through(self.expr(node, scope), node.span)

    def gone_through(self, value: Expr, span: Span) -> tuple[Expr, Type]:
        """The value, and what each thing in it is."""
        element = self._element(value)
        return (value, element) if element else (self.wrong("C0403", f"`{value.type}` cannot be gone through", span), UNKNOWN)

    def _element(self, value: Expr) -> Type | None:
        if value.type.form in ("list", "set"):
            return value.type.element
        if value.type.form == "sides":
            return row("side")
        if value.type.form == "bag" and value.op == "field":
            return row(value.type.name)
        return UNKNOWN if value.type.form == "unknown" else None

    # ---- builtins ------------------------------------------------------------------------------------------------------

    def _builtin(self, name: str, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        wanted = {"passage": (2, 2), "cell": (2, 3), "difference": (2, 2), "distance": (2, 2), "fits": (2, 2), "lines": (1, 2),
                  "turned": (2, 2), "beside": (2, 2)}.get(name, (1, 1))
        if not wanted[0] <= len(values) <= wanted[1]:
            return self.wrong("C0404", f"`{name}` takes {_counted(wanted[0])}, not {len(values)}", node.span)
        made: Expr = getattr(self, "_call_" + name)(node, values, scope)
        return made

    def _place(self, node: Any, scope: Scope) -> Expr:
        """An expression that has to be a place."""
        value = self.expr(node, scope)
        if value.type.form != "unknown" and self.board_of(value.type) is None:
            return self.wrong("C0401", f"a place is wanted here, not `{value.type}`", value.span)
        return value

    def _board_at(self, value: Expr) -> Board:
        """The board of a place that was found to be one."""
        return self.names.boards[value.type.name]

    def _around(self, op: str, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        value = self._place(values[0], scope)
        if value.type.form == "unknown":
            return value
        return Expr(op, (self._board_at(value), value), a_list(value.type.required()), node.span)

    def _with_sides(self, made: Expr) -> Expr:
        """What is asked of a board whose tiles have sides."""
        board = made.args[0] if made.args else None
        if isinstance(board, Board) and not board.sides:
            return self.wrong("C0407", f"what lies on `{board.name}` has no sides", made.span,
                              help=f"declare them: `board {board.name} of … by COLUMN`")
        return made

    def _call_neighbours(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        return self._around("neighbours", node, values, scope)

    def _call_exits(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        return self._with_sides(self._around("exits", node, values, scope))

    def _call_openers(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        return self._with_sides(self._around("openers", node, values, scope))

    def _call_laid(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        around = self._around("laid", node, values, scope)
        if around.op == "laid" and around.args[0].fixed and not around.args[0].kind:
            return self.wrong("C0407", f"nothing is laid on `{around.args[0].name}`", node.span,
                              help=f"declare what: `board {around.args[0].name} of …`")
        return Expr("laid", around.args, YES_NO, node.span) if around.op == "laid" else around

    def _whose(self, node: Any, scope: Scope) -> tuple[Board, Expr | None] | None:
        """A board by its name, or that of a player: `cavern`, `me.cavern`."""
        if isinstance(node, t.Name) and node.id in self.names.boards and node.id not in scope:
            return self.names.boards[node.id], None
        if isinstance(node, t.Attribute) and node.name in self.names.boards:
            own = self.expr(node, scope)
            return (own.args[0], own.args[1]) if own.op == "own_places" else None
        return None

    def _call_frontier(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        found = self._whose(values[0], scope)
        if found is None:
            return self.wrong("C0401", "`frontier` takes the name of a board", node.span, help=self.near(
                values[0].span.text, self.names.boards))
        board, owner = found
        return self._with_sides(Expr("frontier", (board, owner), a_list(self.place_of(board)), node.span))

    def _grid(self, name: str, node: t.Apply, values: list[Any], scope: Scope, count: int) -> tuple[Board, Expr | None] | None:
        """The grid that is meant where only some are: the one that is named, or the only one. On private boards that of the acting player."""
        if len(values) > count:
            found = self._whose(values[0], scope)
        else:
            grids = [each for each in self.names.boards.values() if each.form != "map"]
            found = (grids[0], None) if len(grids) == 1 else None
        if found is None or found[0].form == "map":
            self.wrong("C0401", f"`{name}` needs to know which grid is meant", node.span, help=f"name it first: `{name}(BOARD, …)`")
            return None
        board, owner = found
        return board, owner or (Expr("me", (), row(self.names.players), node.span) if board.private else None)

    def _call_cell(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        found = self._grid("cell", node, values, scope, 2)
        x, y = (self.want(self.expr(value, scope), number(0, 0)) for value in values[-2:])
        if found is None:
            return Expr("const", (0,), UNKNOWN, node.span)
        board, owner = found
        for each in (x, y):
            self.in_range(each, number(-FURTHEST, FURTHEST), each.span)
        return Expr("cell", (board, x, y, owner), self.place_of(board, board.fixed), node.span)

    def _call_lines(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        found = self._grid("lines", node, values, scope, 1)
        length = self._bound(values[-1])
        if found is None or length is None:
            return Expr("const", (0,), UNKNOWN, node.span)
        board, owner = found
        if not board.fixed:
            return self.wrong("C0421", f"`{board.name}` has no lines: its places come into being", node.span,
                              help="lines are of a grid such as `grid 8 by 8`")
        return Expr("lines", (board, owner, length[0]), a_list(Type("set", high=length[0], element=row(board.name))), node.span)

    def _side(self, node: Any, scope: Scope) -> Expr:
        return self.typed(node, scope, row("side"))

    def _squares(self, name: str, at_place: Expr, span: Span) -> bool:
        """Whether a place has four sides; said, if not."""
        if at_place.type.form != "unknown" and not self._board_at(at_place).squares:
            self.wrong("C0401", f"`{name}` asks for a side: the places of `{at_place.type.name}` have none", span)
        return at_place.type.form != "unknown" and self._board_at(at_place).squares

    def _call_beside(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        of, side = self._place(values[0], scope), self._side(values[1], scope)
        if not self._squares("beside", of, node.span):
            return Expr("const", (0,), UNKNOWN, node.span)
        board = self._board_at(of)
        return Expr("beside", (board, of, side), self.place_of(board, True), node.span)

    def _call_passage(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        a = self._place(values[0], scope)
        b = self.expr(values[1], scope, a.type)
        if "unknown" in (a.type.form, b.type.form):
            return Expr("const", (0,), UNKNOWN, node.span)
        board = self._board_at(a)
        op, wanted = ("border", row("side")) if b.type == row("side") else ("passage", a.type.required())
        if op == "border" and not self._squares("passage", a, node.span):
            return Expr("const", (0,), UNKNOWN, node.span)
        kind = row(board.passages, True) if board.fixed else Type("passage", board.name)
        return Expr(op, (board, a, self.want(b, wanted)), kind, node.span)

    def _call_turnings(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        return Expr("turnings", (self.typed(values[0], scope, SIDES),), a_list(SIDES), node.span)

    def _call_turned(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        return Expr("turned", (self.typed(values[0], scope, SIDES), self.want(self.expr(values[1], scope), number(0, 0))), SIDES, node.span)

    def _call_fits(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        at_place = self._place(values[1], scope)
        if at_place.type.form == "unknown":
            return at_place
        board = self._board_at(at_place)
        return self._with_sides(Expr("fits", (board, self.typed(values[0], scope, SIDES), at_place), YES_NO, node.span))

    # ---- ways over a board ---------------------------------------------------------------------------------------------

    def _ways(self, name: str, node: t.Apply, scope: Scope) -> Expr:
        """`reach(p where C)`, `distance(a, b where C: cost)`: in condition and cost, `it` is the next place and `passage` leads to it."""
        last = node.arguments[-1]
        values = [self._place(each.value, scope) for each in node.arguments]
        wanted = 1 if name == "reach" else 2
        if len(values) != wanted:
            return self.wrong("C0404", f"`{name}` takes {_counted(wanted)}, not {len(values)}", node.span)
        if any(each.type.form == "unknown" for each in values):
            return Expr("const", (0,), UNKNOWN, node.span)
        board = self._board_at(values[0])
        if values[-1].type.name != board.name:
            return self.wrong("C0401", f"no way leads from `{values[0].type}` to `{values[1].type}`: they are places of two boards", node.span)
        if name == "reach" and last.body is not None:
            self.wrong("C0404", "`reach` has no value behind `:`", last.body.span, help="a distance may have a cost")
        it = self.names.local("it", self.place_of(board))
        passage = self.names.local("passage", row(board.passages) if board.fixed else Type("passage", board.name))
        inner = {**scope, "it": it, "passage": passage}
        where = self.condition(last.where, inner) if last.where is not None else None
        cost = self.want(self.expr(last.body, inner), number(0, 0), "the cost of a step") if last.body is not None and name == "distance" else None
        kind = a_list(self.place_of(board)) if name == "reach" else number(0, NO_WAY)
        return Expr(name, (board, *values, where, cost, it, passage), kind, node.span)

    def _call_difference(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        one, other = self.expr(values[0], scope), self.expr(values[1], scope)
        if "unknown" in (one.type.form, other.type.form):
            return Expr("const", (0,), UNKNOWN, node.span)
        minus = self._arithmetic(t.Binary("-", values[0], values[1], span=node.span), one, other)
        high = max(abs(minus.type.low), abs(minus.type.high))
        return Expr("abs", (minus,), number(0, high, minus.type.unit), node.span) if minus.type.form == "number" else minus

    def _call_absolute(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        value = self.expr(values[0], scope)
        high = max(abs(value.type.low), abs(value.type.high))
        return Expr("abs", (self.want(value, number(0, 0, value.type.unit)),), number(0, high, value.type.unit), node.span)

    def bag(self, node: Any, scope: Scope) -> Expr:
        """An expression that has to be a bag."""
        return self.as_bag(self.expr(node, scope))

    def as_bag(self, value: Expr) -> Expr:
        """The expression, after a check that it is a bag."""
        if value.type.form not in ("bag", "unknown"):
            return self.wrong("C0401", f"a bag is wanted here, not `{value.type}`", value.span)
        if value.type.form == "bag" and value.op != "field":
            return self.wrong("C0422", "a bag is named by what keeps it, as in `other.purse`", value.span)
        return value

    def _call_size(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        value = self.expr(values[0], scope)
        if value.type.form in ("set", "sides"):
            return Expr("count_bits", (value,), number(0, 999), node.span)
        return Expr("size", (self.as_bag(value),), number(0, 99_999), node.span)

    def _call_room(self, node: t.Apply, values: list[Any], scope: Scope) -> Expr:
        value = self.bag(values[0], scope)
        return Expr("room", (value,), number(0, value.type.room or 99_999), node.span)

    # ---- types -----------------------------------------------------------------------------------------------------------

    def type_of(self, node: t.TypeNode) -> Type:
        """The type that is written; unknown when it names nothing."""
        if node.form == "range" or (node.form == "set" and node.low is not None):
            return self._range_type(node)
        if node.form == "bag":
            return self._bag_type(node)
        if node.form == "set":
            if node.name == "side":
                return SIDES
            return a_set(self._named_type(node.name, node))
        named = self._named_type(node.name, node)
        return union(named, NOTHING) or named if node.optional else named

    def _named_type(self, name: str, node: t.TypeNode) -> Type:
        if name == "yes_no":
            return YES_NO
        if name == "text":
            return TEXT
        if name == "side" or name in self.names.kinds:
            return row(name)
        if name in self.names.boards:
            return place(name)
        self.wrong("C0207", f"there is no type `{name}`", node.span,
                   help=self.near(name, ["yes_no", "text", "side", *self.names.kinds, *self.names.boards]))
        return UNKNOWN

    def _range_type(self, node: t.TypeNode) -> Type:
        low, high = self._bound(node.low), self._bound(node.high)
        stride = self._bound(node.step) if node.step is not None else (1, "")
        if low is None or high is None or stride is None:
            return UNKNOWN
        step, unit = stride[0], low[1] or high[1]
        if low[0] > high[0] or step < 1:
            self.wrong("C0416", f"this range is empty: {low[0]} to {high[0]}", node.span)
            return number(0, 0)
        if node.optional and low[0] < 0:
            self.wrong("C0416", "a number that may be none cannot be negative", node.span)
        bounds = number(low[0], high[0], unit, step)
        if node.form == "set":
            if (high[0] - low[0]) // step > 4096:
                self.wrong("C0604", "a set has at most 4,096 members", node.span)
            return a_set(bounds)
        return union(bounds, NOTHING) or bounds if node.optional else bounds

    def _bound(self, node: Any) -> tuple[int, str] | None:
        """A number that is known before play, and its unit."""
        level, self.level = self.level, 0
        value = self.expr(node, {})
        self.level = level
        if value.op != "const" or value.type.form != "number":
            if value.type.form != "unknown":
                self.wrong("C0417", "a bound has to be a number that is known before play", node.span,
                           help="use a number, a constant or an option")
            return None
        return value.args[0], value.type.unit

    def _bag_type(self, node: t.TypeNode) -> Type:
        if node.name not in self.names.kinds:
            self.wrong("C0207", f"there is no kind `{node.name}`", node.span, help=self.near(node.name, self.names.kinds))
            return UNKNOWN
        room, measure = 0, ""
        if node.holding is not None:
            room = (self._bound(node.holding.amount) or (0, ""))[0]
            measure = node.holding.unit.id if isinstance(node.holding.unit, t.Name) else ""
            columns = self.names.kinds[node.name].columns
            if measure not in columns or columns[measure].type.form != "number":
                self.wrong("C0206", f"`{node.name}` has no column `{measure}` to measure room by", node.holding.span,
                           help=self.near(measure, columns))
                measure = ""
        return Type("bag", node.name, room=room, measure=measure, endless="endless" in node.flags)


def _counted(n: int) -> str:
    return {0: "no values", 1: "one value"}.get(n, f"{n} values")


def _arithmetic_type(op: str, a: Type, b: Type) -> Type:
    if op in ("+", "-"):
        low, high = (a.low + b.low, a.high + b.high) if op == "+" else (a.low - b.high, a.high - b.low)
        return number(low, high, a.unit or b.unit)
    if op == "*":
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return number(min(ends), max(ends), a.unit or b.unit)
    unit = "" if a.unit == b.unit else a.unit
    divisor = max(1, min(abs(b.low), abs(b.high))) if b.low * b.high > 0 else 1
    bound = max(abs(a.low), abs(a.high)) // divisor
    return number(0 if a.low >= 0 and b.low >= 0 else -bound, bound, unit)
