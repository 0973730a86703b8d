"""From composed declarations to the checked ruleset. The sections below run in order; each needs only what came before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from ..model import ruleset as m
from ..model.types import MOST, NONE, YES_NO, Type, number, row
from ..source import Diagnostic, Label, Source, Span, at, errors
from ..syntax import tree as t
from ..syntax.parse import parse_text
from ..syntax.row import row_cells
from ..tables import Cell, Column, ColumnType, RawRow, read_csv, split_row, type_rows
from ..tables.findings import shorten
from .boards import Boards
from .limits import MOST_CELLS, MOST_ROWS
from .names import Findings, Names, side_kind
from .passes import after, before
from .sayings import language_of, sayings
from .statements import Statements, is_header
from .whole import Whole


class Checker:
    """One run over one ruleset."""

    def __init__(self, declarations: Iterable[t.Declaration], table: Callable[[t.Rows], Source | None],
                 settings: Mapping[str, Any], origin: Callable[[Any], str], without: Iterable[Span] = ()) -> None:
        self.declarations, self.without = tuple(declarations), tuple(without)
        self.table, self.settings, self.origin = table, settings, origin
        self.findings, self.names = Findings(), Names()
        self.read = Statements(self.names, self.findings)
        self.boards = Boards(self.names, self.read, self.findings)
        self.read.origins = origin
        self.raw: dict[str, tuple[list[Any], list[Any], list[Any]]] = {}
        self.rows = self.cells = 0

    def of(self, *kinds: str) -> list[t.Declaration]:
        """The declarations of some kinds, in order."""
        return [each for each in self.declarations if each.kind in kinds]

    # ---- numbers and options --------------------------------------------------------------------------------------------

    def units_and_constants(self) -> None:
        """Units, then constants, each computed when first needed."""
        for each in self.of("unit"):
            self.names.units[each.name] = each.text
        nodes = {each.name: each for each in self.of("constant")}
        open_names: list[str] = []

        def constant(name: str) -> m.Expr | None:
            if name not in nodes:
                return None
            if name not in self.names.constants:
                if name in open_names:
                    self.read.wrong("C0501", f"`{name}` is defined by itself", nodes[name].name_span)
                    return m.Expr("const", (0,), number(0, 0), nodes[name].span)
                open_names.append(name)
                value = self.read.expr(nodes[name].value, {})
                open_names.pop()
                if value.op != "const" and value.type.form != "unknown":
                    value = self.read.wrong("C0417", f"constant `{name}` has to be known before play", nodes[name].span)
                self.names.constants[name] = value
            return self.names.constants[name]

        self.names.resolve_constant = constant

    def options(self) -> None:
        """Options with their values: what was set, or the default."""
        for node in self.of("option"):
            self.names.options[node.name] = self._option(node)
        for name in self.settings:
            if name not in self.names.options:
                self.findings.add(Diagnostic("C0220", f"there is no option `{name}`",
                                             help=self.read.near(name, self.names.options) or _listed(self.names.options)))
        for node in self.of("option"):
            for line in node.block:
                self._demand(node, line)

    def _demand(self, node: t.Declaration, line: t.Line) -> None:
        """A condition on the values of options; what it may ask is known before play."""
        if not isinstance(line.statement, t.Require):
            self.read.wrong("C0229", "an option can only `require` something", line.span, help="write `require` and a condition on options")
            return
        condition = self.read.condition(line.statement.condition, {})
        if condition.op != "const" and condition.type.form != "unknown":
            self.read.wrong("C0417", "what an option requires has to be known before play", line.statement.condition.span,
                            help="ask for options and constants only")
        elif condition.op == "const" and not condition.args[0]:
            self.findings.add(self._refused(node, line))

    def _refused(self, node: t.Declaration, line: t.Line) -> Diagnostic:
        """C0229: the values of options do not go together."""
        named = dict.fromkeys(each.id for each in t.walk(line) if isinstance(each, t.Name) and each.id in self.names.options)
        places = {each.name: each.name_span for each in self.of("option")}
        labels = [Label(self._set_at(name) or places[name], f"`{name}` is `{self.names.options[name].shown(self.names.options[name].value)}`")
                  for name in dict.fromkeys((node.name, *named))]
        return at("C0229", f"these options do not go together{': ' * bool(line.text)}{line.text}", line.statement.span, "this has to hold",
                  more=labels, help=f"set one of them to another value: {', '.join(f'`{name}`' for name in dict.fromkeys((node.name, *named)))}")

    def _set_at(self, name: str) -> Span | None:
        """Where an overlay sets an option."""
        given = self.settings.get(name)
        return given.span if isinstance(given, t.Node) else None

    def _option(self, node: t.Declaration) -> m.Option:
        rows = [_split(each) for each in node.members if isinstance(each, t.Row)]
        choices = tuple((r.cells[0].text, r.cells[1].text if len(r.cells) > 1 else "") for r in rows[1:])
        words = [each[0] for each in choices]
        if node.second is not None:
            type_ = self.read.type_of(node.second)
        elif set(words) <= {"yes", "no"}:
            type_, choices = YES_NO, tuple((word, dict(choices).get(word, "")) for word in ("no", "yes"))
        else:
            type_ = Type("row", f"option {node.name}")
            self.names.kinds[type_.name] = m.Kind(type_.name, tuple(words), {})
        default = self._option_value(node.name, node.value, type_, choices)
        value = default
        if node.name in self.settings:
            value = self._setting(node.name, self.settings[node.name], type_, choices)
        return m.Option(node.name, type_, default, value, choices, node.text, node.cites)

    def _option_value(self, name: str, node: Any, type_: Type, choices: Any) -> int:
        value = self.read.typed(node, {}, type_, f"option `{name}`")
        self.read.in_range(value, type_, value.span)
        if value.op != "const":
            return 0
        return int(value.args[0])

    def _setting(self, name: str, given: Any, type_: Type, choices: tuple[tuple[str, str], ...]) -> int:
        """The value that was set from outside, or by an overlay."""
        words = [each[0] for each in choices]
        if isinstance(given, t.Node):
            if words and isinstance(given, t.Name) and given.id not in words:
                self.read.wrong("C0221", f"option `{name}` cannot be `{shorten(given.id)}`", given.span,
                                help=f"it is {' or '.join(f'`{each}`' for each in words)}")
                return 0
            return self._option_value(name, given, type_, choices)
        word = {True: "yes", False: "no"}.get(given, str(given)) if isinstance(given, bool) else str(given)
        if word in words:
            return words.index(word)
        if type_.form == "number" and not isinstance(given, bool) and _is_integer(word) and type_.low <= int(word) <= type_.high:
            return int(word)
        wanted = " or ".join(f"`{each}`" for each in words) if words else f"a number in {type_}"
        self.findings.add(Diagnostic("C0221", f"option `{name}` cannot be `{shorten(word)}`", help=f"it is {wanted}"))
        return 0

    # ---- kinds and tables -----------------------------------------------------------------------------------------------

    def kinds(self) -> None:
        """Names of all kinds first, then their columns: a column may hold rows of any kind."""
        self.names.kinds["side"] = side_kind
        for node in (each for each in self.of("kind") if each.name != "side"):
            rows = self._row_names(node)
            self.names.kinds[node.name] = m.Kind(node.name, tuple(rows), {}, node.text, node.cites, span=node.name_span)
        for node in self.of("players")[:1]:
            self._players(node)
        for node in self.of("board"):
            self.boards.declare(node)
        for node in (each for each in self.of("kind") if each.name != "side"):
            self._columns(node)
        self.names.index_rows()

    def _players(self, node: t.Declaration) -> None:
        type_ = self.read.type_of(node.second) if node.second else number(1, 1)
        low, high = type_.low, type_.high
        if type_.form != "number" or not 1 <= low <= high <= 16:
            self.read.wrong("C0418", "a game is played by 1 to 16 players, for instance `players team 2..5`", node.span)
            low, high = 1, 2
        self.names.players, self.names.player_range = node.name, (low, high)
        self.names.kinds[node.name] = m.Kind(node.name, tuple(str(n) for n in range(high)), {}, node.text, node.cites)

    def _raw_rows(self, node: t.Declaration) -> tuple[list[Any], list[Any], list[Any]]:
        """The header cells, the inline rows, and the rows of the files that the kind names."""
        if node.label not in self.raw:
            self.raw[node.label] = ([], [], []) if self._is_too_large("C0611") else self._read_rows(node)
            _, rows, files = self.raw[node.label]
            cells = [len(row.cells) for row in (*rows, *(r for _, f in files for r in f.rows))]
            self.rows, self.cells = self.rows + len(cells), self.cells + sum(cells)
            if self.rows > MOST_ROWS or self.cells > MOST_CELLS:
                self.read.wrong("C0611", f"all tables together have at most {MOST_ROWS:,} rows and {MOST_CELLS:,} cells", node.name_span,
                                "too many with this one", help="do without some of them")
        return self.raw[node.label]

    def _read_rows(self, node: t.Declaration) -> tuple[list[Any], list[Any], list[Any]]:
        rows = [_split(each) for each in node.members if isinstance(each, t.Row)]
        files = []
        for each in node.members:
            if isinstance(each, t.Rows):
                source = self.table(each)
                if source is None:
                    self.read.wrong("C0222", f"there is no table `{each.file}` beside this file", each.span,
                                    help="a table is a file that ends in `.csv`, in the same folder, and is named without one")
                    continue
                table, found = read_csv(source)
                for one in found:
                    self.findings.add(one)
                files.append((source, replace(table, rows=tuple(filter(self._kept, table.rows))) if self.without else table))
        return (list(rows[0].cells) if rows else []), [each for each in rows[1:] if self._kept(each)], files

    def _kept(self, each: Any) -> bool:
        """Whether a row is read, not one of those to be left out."""
        return not any(span.source is each.span.source and each.span.start <= span.start < each.span.end for span in self.without)

    def _row_names(self, node: t.Declaration) -> list[str]:
        _, rows, files = self._raw_rows(node)
        names = [r.cells[0].text for r in rows if r.cells] + [r.cells[0].text for _, f in files for r in f.rows if r.cells]
        return list(dict.fromkeys(names))[:5000]

    def _columns(self, node: t.Declaration) -> None:
        header, rows, files = self._raw_rows(node)
        columns = [self._column(cell, first=n == 0) for n, cell in enumerate(header)]
        if not columns:
            if files or not any(isinstance(each, t.Row) for each in node.members):
                self.read.wrong("C0223", f"kind `{node.name}` needs a row that names its columns", node.name_span,
                                help=f"`| {node.name} | … |`")
            return
        raw = [*rows, *(row for _, table in files for row in self._in_order(columns, table))]
        typed, found = type_rows(raw, [column for column, _ in columns], node.name)
        for each in found:
            self.findings.add(each)
        kind = self.names.kinds[node.name]
        self.boards.rows[node.name] = typed
        if not errors(found):
            made = {c.name: self._values(c, tn, n, typed) for n, (c, tn) in enumerate(columns[1:])}
            alike = _alike(typed, made)
            self.names.kinds[node.name] = m.Kind(node.name, tuple(r.name for r in typed), made, node.text, node.cites,
                                                 alike, node.name_span)
        else:
            empty = {c.name: m.Column(c.name, self._type(c, tn), (0,) * (len(kind.rows) + 1), ("",) * (len(kind.rows) + 1))
                     for c, tn in columns[1:]}
            self.names.kinds[node.name] = m.Kind(node.name, kind.rows, empty, node.text, node.cites, span=node.name_span)

    def _in_order(self, columns: list[tuple[Column, Any]], table: Any) -> list[Any]:
        """The rows of a file, their cells in the order of the declared columns."""
        names = [cell.text for cell in table.header]
        wanted = [column.name for column, _ in columns]
        missing = [name for name in wanted[1:] if name not in names[1:]]
        strange = [cell for cell in table.header[1:] if cell.text not in wanted[1:]]
        for cell in strange:
            self.findings.add(at("C0224", f"`{cell.text}` is no column of this table", cell.span, help=self.read.near(cell.text, wanted)))
        if missing and table.header:
            self.findings.add(at("C0224", f"the table lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}", table.header[0].span))
        if missing or strange or not table.header:
            return []
        order = [0, *(names.index(name, 1) for name in wanted[1:])]
        return [type(r)(tuple(r.cells[n] for n in order), r.span) for r in table.rows if len(r.cells) == len(names)]

    def _column(self, cell: Any, first: bool) -> tuple[Column, t.TypeNode | None]:
        name, _, written = cell.text.partition(":")
        if first or not written.strip():
            if not first:
                self.read.wrong("C0223", f"column `{name.strip()}` needs a type", cell.span, help=f"for instance `{name.strip()}: 0..9`")
            return Column(name.strip(), ColumnType("text"), cell.span), None
        start = cell.span.start + cell.span.text.index(":") + 1
        node, problem = parse_text(cell.span.source, start, cell.span.end, "type")
        if problem is not None:
            self.findings.add(problem)
            return Column(name.strip(), ColumnType("text"), cell.span), None
        return Column(name.strip(), self._column_type(node), cell.span), node

    def _column_type(self, node: t.TypeNode) -> ColumnType:
        type_ = self.read.type_of(node)
        if type_.form == "number":
            return ColumnType("number", type_.low, type_.high, type_.step, type_.unit, optional=type_.optional)
        if type_.form == "yes_no":
            return ColumnType("yes_no")
        if type_.form == "row":
            return ColumnType("choice", choices=self.names.kinds[type_.name].rows, of=type_.name, optional=type_.optional)
        if type_.form in ("set", "sides"):
            kind = "side" if type_.form == "sides" else type_.element.name if type_.element else ""
            if kind not in self.names.kinds:
                self.read.wrong("C0419", "a column holds numbers, rows, sets of rows, yes_no or text", node.span)
                return ColumnType("text")
            return ColumnType("set", choices=self.names.kinds[kind].rows, of=kind)
        if type_.form not in ("text", "unknown"):
            self.read.wrong("C0419", "a column holds numbers, rows, sets of rows, yes_no or text", node.span)
        return ColumnType("text")

    def _type(self, column: Column, node: t.TypeNode | None) -> Type:
        return self.read.type_of(node) if node is not None else Type("text")

    def _values(self, column: Column, node: t.TypeNode | None, n: int, rows: Any) -> m.Column:
        type_ = self._type(column, node)
        cells = [r.values[n] for r in rows]
        if "text" in (type_.form, column.type.form):
            return m.Column(column.name, type_, (0,) * (len(cells) + 1), tuple(str(c or "") for c in cells) + ("",))
        numbers = self._numbers(type_)
        coded = tuple(self._coded(cell, type_, numbers) for cell in cells)
        return m.Column(column.name, type_, (*coded, _default(type_)))

    def _numbers(self, type_: Type) -> Mapping[str, int]:
        """The rows that cells of a type may name, with their numbers."""
        kind = "side" if type_.form == "sides" else type_.element.name if type_.element else type_.name
        return self.names.numbers(kind) if type_.form in ("row", "set", "sides") else {}

    def _coded(self, cell: Any, type_: Type, numbers: Mapping[str, int]) -> int:
        if cell is None:
            return NONE if type_.optional else 0
        if type_.form == "row":
            return numbers.get(cell, NONE)
        if type_.form in ("set", "sides"):
            return sum(1 << numbers[word] for word in cell)
        return int(cell)

    # ---- what is kept -----------------------------------------------------------------------------------------------------

    def kept(self) -> None:
        """Fields of the game, of kinds, players, boards and passages. Their first values are read when all are known."""
        waiting: list[tuple[str, t.Keeps]] = []
        for node in self.of("game", "kind", "players", "board"):
            for each in node.members:
                if isinstance(each, t.Keeps):
                    owner = self._owner(node, each)
                    self._keep(owner, each)
                    waiting.append((owner, each))
        for node in self.of("board"):
            self._board(node)
        for owner, each in waiting:
            if each.start is not None and not (each.passage and owner in self.names.boards) and (owner, each.name) in self.names.fields:
                self._start(owner, each)
        for node in self.of("board"):
            self._board(node)
        for node in self.of("board"):
            self.boards.conditions(node)

    def _owner(self, node: t.Declaration, each: t.Keeps) -> str:
        """Who keeps something: the game, or a kind; fixed places and passages are kinds too."""
        board = self.names.boards.get(node.name)
        if node.kind == "board" and each.passage and board is not None and board.fixed:
            return board.passages
        return "game" if node.kind == "game" else node.name

    def _keep(self, owner: str, node: t.Keeps) -> None:
        loose = node.passage and owner in self.names.boards
        key = (owner + " passage" if loose else owner, node.name)
        if key in self.names.fields:
            self.findings.add(at("C0202", f"`{node.name}` is kept twice", node.span,
                                 more=[Label(self.names.fields[key].span or node.span, "already here")]))
        type_ = self.read.type_of(node.type)
        shown = "hidden" if "hidden" in node.type.flags else "secret" if "secret" in node.type.flags else "open"
        if shown == "secret" and owner != self.names.players:
            self.read.wrong("C0420", "only what a player keeps can be secret to somebody", node.type.span, help="write `hidden`")
        if type_.form in ("text", "list"):
            self.read.wrong("C0419", f"`{type_}` cannot be kept", node.type.span)
        if type_.form == "bag" and owner in self.names.boards and not self.names.boards[owner].fixed:
            self.read.wrong("C0419", "places that come into being keep no bags", node.type.span)
        self.names.fields[key] = m.Field(node.name, owner, type_, None, shown, node.text, node.cites, loose, node.span)

    def _start(self, owner: str, node: t.Keeps) -> None:
        kept = self.names.fields[(owner, node.name)]
        value = self.read.typed(node.start, {}, kept.type, "the first value")
        self.read.in_range(value, kept.type, node.start.span if node.start else node.span)
        self.names.fields[(owner, node.name)] = m.Field(kept.name, kept.owner, kept.type, value, kept.shown, kept.text,
                                                        kept.cites, kept.passage, kept.span)

    def _board(self, node: t.Declaration) -> None:
        """A board with what its places and passages keep, as far as that is known."""
        board = self.names.boards[node.name]
        edges = board.passages if board.fixed else node.name + " passage"
        self.boards.complete(node, *([f for (owner, _), f in self.names.fields.items() if owner == each] for each in (node.name, edges)))

    def hidden_rows(self, base: str) -> None:
        """C0230 for names and rows of the same name that different authors wrote: the name hides the row where it stands alone."""
        rows: dict[str, list[tuple[str, Span, str]]] = {}
        for node in self.of("kind"):
            for each in (each for each in node.members if isinstance(each, t.Row)):
                cells = split_row(each.span).cells
                if cells:
                    rows.setdefault(cells[0].text, []).append((node.name, cells[0].span, self.origin(each)))
            _, _, files = self.raw.get(node.label, ([], [], []))
            for cell in (each.cells[0] for _, table in files for each in table.rows if each.cells):
                rows.setdefault(cell.text, []).append((node.name, cell.span, self.origin(node)))
        named = [(each.name, each.name_span, self.origin(each)) for each in self.of("constant", "option", "define", "ranking")]
        named += [(each.name, each.span, self.origin(each)) for node in self.of("players", "game") for each in node.members
                  if isinstance(each, t.Keeps)]
        for name, span, author in named:
            for kind, place, other in rows.get(name, ()):
                if author != other:
                    self._hidden(name, kind, span, place, author == base)

    def _hidden(self, name: str, kind: str, span: Span, place: Span, is_old: bool) -> None:
        labels = [Label(span, "this name stands for it from here on"), Label(place, f"the row of `{kind}`")]
        first, second = reversed(labels) if is_old else labels
        self.findings.add(Diagnostic("C0230", f"`{name}` alone no longer means the row of `{kind}`", (first, second), (),
                                     f"choose another name, or write `{kind}.{name}` wherever the row is meant", "warning"))

    # ---- rules ------------------------------------------------------------------------------------------------------------

    def definitions(self) -> None:
        """Definitions, rankings and currencies."""
        for node in self.of("define"):
            self.names.define_nodes[node.name] = node
        for node in self.of("currency"):
            self.names.currencies[node.name] = node
        for node in self.of("ranking"):
            self.names.ranking_nodes[node.name] = node
        self.names.resolve_ranking = self._resolved

    def read_definitions(self) -> None:
        """Every constant and definition, also one that nothing uses."""
        for node in self.of("constant"):
            self.names.resolve_constant(node.name)
        for node in self.of("define"):
            self.read.define(node.name, node.name_span)
        for node in self.of("ranking"):
            self._resolved(node.name, node.name_span)

    def _resolved(self, name: str, span: Span) -> m.Ranking | None:
        """A ranking, read when first needed; one that leads back to itself is refused."""
        node = self.names.ranking_nodes[name]
        if name in self.read.open_defines:
            self.findings.add(at("C0501", f"`{name}` is ranked by itself", node.name_span, "declared here",
                                 more=[Label(span, "used here")], help="rules cannot recur; break the circle"))
            return None
        if name not in self.names.rankings:
            self.read.open_defines.append(name)
            self.read.level += 1
            self._ranking(node)
            self.read.level -= 1
            self.read.open_defines.pop()
        return self.names.rankings[name]

    def _ranking(self, node: t.Declaration) -> None:
        parameters = self.read.parameters(node.parameters)
        scope = {each.name: each for each in parameters}
        by = self.read.want(self.read.expr(node.value, scope), number(0, MOST), "what is ranked by")
        among = next((self.read.condition(e.condition, scope) for e in node.members if isinstance(e, t.Among)), None)
        least = next((self.read.want(self.read.expr(e.value, scope), number(0, 0)) for e in node.members if isinstance(e, t.Least)), None)
        rows = [_split(each) for each in node.members if isinstance(each, t.Row)]
        clause = m.Clause(node.name, "", node.text, node.cites, node.span, self.origin(node))
        self.names.rankings[node.name] = m.Ranking(node.name, parameters, by, among, least, self._lookup(node, rows), clause)

    def _lookup(self, node: t.Declaration, rows: list[Any]) -> dict[tuple[int, int], int]:
        columns = [self._column(cell, first=n == 0)[0] for n, cell in enumerate(rows[0].cells)] if rows else []
        if [c.name for c in columns[1:]] != ["place", "level", "points"]:
            self.read.wrong("C0225", "a ranking has the columns place, level and points", node.name_span,
                            help=f"`| {node.name} | place: 1..9 | level: 1..9 | points: 0..9 |`")
            return {}
        typed, found = type_rows(rows[1:], columns, node.name)
        for each in found:
            self.findings.add(each)
        return {(int(r.values[0] or 0), int(r.values[1] or 0)): int(r.values[2] or 0) for r in typed}  # type: ignore[arg-type]

    def rules(self) -> dict[str, Any]:
        """Processes, actions and triggers."""
        for node in self.of("menu"):
            self.names.menus[node.name] = node.text
        for node in self.of("to"):
            self.names.processes[node.name] = self.read.parameters(node.parameters)
        abilities = self._abilities()
        processes = {node.name: self._process(node) for node in self.of("to")}
        processes |= {name: self._dispatched(name, each) for name, each in abilities.items()}
        actions = {node.name: self._action(node) for node in self.of("action")} | self.read.offered
        triggers = tuple(self._trigger(node) for node in self.of("whenever"))
        return {"processes": processes, "actions": actions, "triggers": triggers}

    def _abilities(self) -> dict[str, list[tuple[int, str, t.Line]]]:
        """What rows do, by kind and name: `room.use`. All rows of a kind mean the same values by one name."""
        found: dict[str, list[tuple[int, str, t.Line]]] = {}
        for node in self.of("kind"):
            for row_, each in ((r, a) for r in node.members if isinstance(r, t.Row) for a in r.abilities):
                name, word = f"{node.name}.{each.key}", first_cell(row_)
                number_ = self.names.kinds[node.name].index(word)
                if number_ >= 0:
                    found.setdefault(name, []).append((number_, word, each))
                if name not in self.names.processes:
                    it = self.names.local("it", row(node.name, True))
                    self.names.processes[name] = (it, *self.read.parameters(_taken(each)))
        return found

    def _dispatched(self, name: str, rows: list[tuple[int, str, t.Line]]) -> m.Process:
        """A process that carries out what the row at hand says."""
        it, *wanted = self.names.processes[name]
        branches = []
        for number_, word, each in rows:
            self.read.rule, self.read.origin = f"{word}.{each.key}", self.origin(each)
            own = self.read.parameters(_taken(each))
            if [p.type for p in own] != [p.type for p in wanted]:
                first = rows[0][2]
                self.findings.add(at("C0404", f"`{each.key}` takes other values in another row", each.key_span, "here",
                                     more=[Label(first.key_span, "and here")], help="give it the same types in all rows, or another name"))
                continue
            self.read.clauses.append(m.Clause(self.read.rule, "", each.text, each.cites, each.span, self.read.origin))
            body = self.read.rule_block(_below(each), {p.name: local for p, local in zip(own, wanted, strict=True)})
            here = m.Expr("local", (it,), it.type, each.key_span)
            known = m.Expr("const", (number_,), it.type, each.key_span)
            branches.append((m.Expr("eq", (here, known), YES_NO, each.key_span), body))
        step = m.Step(m.Clause(name, "", "", (), rows[0][2].span, self.read.origin), m.If(tuple(branches), ()))
        return m.Process(name, (it, *wanted), (step,), "", (), rows[0][2].key_span)

    def _enter(self, node: t.Declaration) -> None:
        self.read.rule, self.read.origin = node.name, self.origin(node)

    def _process(self, node: t.Declaration) -> m.Process:
        self._enter(node)
        parameters = self.names.processes[node.name]
        body = self.read.rule_block(node.block, {each.name: each for each in parameters})
        return m.Process(node.name, parameters, body, node.text, node.cites, node.name_span)

    def _action(self, node: t.Declaration) -> m.Action:
        self._enter(node)
        for menu in node.names:
            if menu not in self.names.menus:
                self.read.wrong("C0211", f"there is no menu `{menu}`", node.name_span, help=self.read.near(menu, self.names.menus))
        scope: dict[str, m.Local] = {}
        binds = self.read.binds(node.choices, scope)
        self.read.decision(node.name, tuple(each.local.type for each in binds), node.name_span)
        self._keys_differ(node)
        steps = self.read.rule_block(node.block, scope)
        leading = next((n for n, step in enumerate(steps) if not is_header(step)), len(steps))
        return m.Action(node.name, node.names, binds, steps[:leading], steps[leading:], node.text, node.cites, span=node.name_span)

    def _keys_differ(self, node: t.Declaration) -> None:
        seen: dict[str, Span] = {}
        for line in node.block:
            if line.key and line.key in seen:
                self.findings.add(at("C0214", f"`{node.name}` has two clauses called `{line.key}`", line.key_span,
                                     more=[Label(seen[line.key], "the first")]))
            seen.setdefault(line.key, line.key_span)

    def _trigger(self, node: t.Declaration) -> m.Trigger:
        self._enter(node)
        names = (node.name, *node.names)
        actions = {each.name for each in self.of("action")} | {each.said for each in self.read.offered.values()}
        for name in names:
            if name not in actions:
                self.read.wrong("C0215", f"there is no action `{name}` to follow", node.name_span, help=self.read.near(name, actions))
        self.read.rule = "whenever " + node.name
        body = self.read.rule_block(node.block, {})
        clause = m.Clause(self.read.rule, "", node.text, node.cites, node.span, self.read.origin)
        return m.Trigger(names, body, clause)

    def scoring(self) -> m.Scoring | None:
        """How the game is won."""
        nodes = self.of("scoring")
        if not nodes:
            return None
        node = nodes[0]
        self._enter(node)
        clause = m.Clause("scoring", "", node.text, node.cites, node.span, self.read.origin)
        among = next((self.read.condition(e.condition, {}) for e in node.members if isinstance(e, t.Among)), None)
        lines = tuple(self._score(each) for each in node.members if isinstance(each, t.Score))
        highest = all(e.order == "highest" for e in node.members if isinstance(e, t.Winner))
        ties = tuple((e.order == "highest", self.read.want(self.read.expr(e.value, {}), number(0, 0), "what decides among equals"))
                     for e in node.members if isinstance(e, t.Tie))
        least = next((self.read.want(self.read.expr(e.value, {}), number(0, MOST)) for e in node.members if isinstance(e, t.Least)), None)
        return m.Scoring(among, lines, highest, clause, self._together(node), least, ties)

    def _together(self, node: t.Declaration) -> m.Expr | None:
        """By what players are one side; all are when nothing is said."""
        found = next((each for each in node.members if isinstance(each, t.Together)), None)
        if found is None:
            return None
        if found.by is None:
            return m.Expr("const", (0,), number(0, 0), found.span)
        by = self.read.expr(found.by, {})
        if by.type.form in ("row", "number", "yes_no", "place", "unknown"):
            return by
        return self.read.wrong("C0401", f"players are together by a row, a number or a place that they share, not by `{by.type}`", found.by.span)

    def _advice(self) -> m.Expr | None:
        """What bots are advised: all that is said of it, added up."""
        found = [self.read.want(self.read.expr(each.value, {}), number(0, 0)) for each in self.of("advice")]
        return reduce(lambda a, b: m.Expr("add", (a, b), number(-MOST, MOST), b.span), found) if found else None

    def _score(self, node: t.Score) -> m.ScoreLine:
        value = self.read.want(self.read.expr(node.value, {}), number(0, 0), "a score")
        clause = m.Clause("scoring", node.name, node.text, node.cites, node.span, self.origin(node))
        self.read.clauses.append(clause)
        return m.ScoreLine(node.name, value, clause)

    def demands(self) -> tuple[m.Demand, ...]:
        """What kinds require of their rows; in a condition the name of the kind is the row."""
        return tuple(made for node in self.of("kind") for line in node.block if (made := self._row_demand(node, line)) is not None)

    def _row_demand(self, node: t.Declaration, line: t.Line) -> m.Demand | None:
        if not isinstance(line.statement, t.Require):
            self.read.wrong("C0425", "a kind can only `require` something of its rows", line.span, help="write `require` and a condition")
            return None
        self._enter(node)
        local = self.names.local(node.name, row(node.name))
        condition = self.read.condition(line.statement.condition, {node.name: local})
        clause = self.read.clause(line)
        columns = [node.name, *self.names.kinds[node.name].columns]
        column = columns.index(clause.key) if clause.key in columns else 0
        spans = tuple(each.spans[column] for each in self.boards.rows.get(node.name, ()))
        return m.Demand(node.name, local, condition, clause, spans)

    # ---- all together -------------------------------------------------------------------------------------------------------

    def run(self, composed: Any) -> tuple[m.Ruleset | None, tuple[Diagnostic, ...]]:
        """All sections in order; a ruleset only when nothing forbids playing it."""
        for each in before(self.declarations):
            self.findings.add(each)
        if self._is_too_large("C0603", "C0608"):
            return None, tuple(self.findings.found)
        self.units_and_constants()
        self.options()
        self.kinds()
        if self._is_too_large("C0611"):
            return None, tuple(self.findings.found)
        self.definitions()
        self.kept()
        self.hidden_rows(composed.head.name)
        self.read_definitions()
        rules = self.rules()
        scoring, demands = self.scoring(), self.demands()
        advice = self._advice()
        for needed, hint in (("players", "`players team 2..5`"), ("scoring", "`scoring` with at least one `score` line")):
            if not self.of(needed):
                self.findings.add(at("C0226", f"a ruleset needs `{needed}`", composed.head.span, help=f"declare {hint}"))
        if "play" not in rules["processes"]:
            self.findings.add(at("C0226", "a ruleset needs a process `play`, where the game begins", composed.head.span, help="`to play`"))
        if any(not isinstance(each, t.Score) for node in self.of("scoring") for each in node.members) and not (scoring and scoring.lines):
            self.findings.add(at("C0226", "`scoring` needs at least one `score` line", self.of("scoring")[0].name_span, help="`score NAME = …`"))
        ruleset = self._ruleset(composed, rules, scoring, advice, demands)
        if not errors(self.findings.found):
            for each in after(Whole(ruleset, self.declarations)):
                self.findings.add(each)
        found = tuple(self.findings.found)
        return (None if errors(found) else ruleset), found

    def _is_too_large(self, *codes: str) -> bool:
        return any(each.code in codes for each in self.findings.found)

    def _ruleset(self, composed: Any, rules: dict[str, Any], scoring: m.Scoring | None, advice: m.Expr | None,
                 demands: tuple[m.Demand, ...]) -> m.Ruleset:
        head: t.Declaration = composed.head
        properties = [each for each in head.members if isinstance(each, t.Property)]
        examples = tuple(m.Example(e.name, e.text, e.cites, e.members, e.span, self.origin(e)) for e in self.of("example"))
        notes = tuple(m.Clause(f"note {e.name}", "", e.text, e.cites, e.span, self.origin(e)) for e in self.of("note"))
        presets = {p.name: self._preset(p) for p in self.of("preset")}
        made = m.Ruleset(
            head.name, head.version, head.text, composed.hash, composed.overlays,
            {p.word: p.text for p in properties if p.name == "source"},
            tuple(p.text for p in properties if p.name == "reconstruction"),
            self.names.players, self.names.player_range, self.names.units, self.names.constants, self.names.options,
            presets, self.names.kinds, self.names.boards, tuple(self.names.fields.values()), self.names.defines,
            self.names.rankings, self.names.menus, rules["processes"], rules["actions"], rules["triggers"], scoring, advice,
            examples, (*self._declaration_clauses(head), *self.read.clauses), notes, demands=demands,
            grounds=tuple(each.name for each in composed.grounds), always=tuple(each.name for each in self.of("menu") if each.always))
        heads = (*(composed.grounds or (head,)), *composed.heads)
        return replace(made, texts=sayings(heads, self.declarations, self.read.clauses, made, self.origin),
                       languages={each.name: language_of(each) for each in heads}, changed=_changed(composed.provenance))

    def _preset(self, node: t.Declaration) -> dict[str, int]:
        """The values that a preset gives to options."""
        found: dict[str, int] = {}
        for each in node.members:
            if not isinstance(each, t.Setting):
                continue
            option = self.names.options.get(each.name)
            if option is None:
                self.read.wrong("C0220", f"there is no option `{each.name}`", each.span,
                                help=self.read.near(each.name, self.names.options) or _listed(self.names.options))
            else:
                found[each.name] = self._option_value(each.name, each.value, option.type, option.choices)
        return found

    def _declaration_clauses(self, head: t.Declaration) -> list[m.Clause]:
        """A clause for whatever is declared and cites something."""
        made = [m.Clause("ruleset", e.name, e.text, e.cites, e.span, self.origin(e)) for e in head.members if isinstance(e, t.Property) and e.cites]
        for node in self.declarations:
            if node.kind in ("example", "note"):
                continue
            made.append(m.Clause(node.label, "", node.text, node.cites, node.span, self.origin(node)))
            for each in node.members:
                cites = getattr(each, "cites", ())
                if cites and not isinstance(each, t.Score):
                    key = getattr(each, "name", "") or (each.raw.split("|")[1].strip() if isinstance(each, t.Row) else type(each).__name__.lower())
                    made.append(m.Clause(node.label, key, getattr(each, "text", ""), cites, each.span, self.origin(each)))
        return made


def check(composed: Any, table: Callable[[t.Rows], Source | None], settings: Mapping[str, Any] | None = None,
          origin: Callable[[Any], str] | None = None, without: Iterable[Span] = ()) -> tuple[m.Ruleset | None, tuple[Diagnostic, ...]]:
    """The checked ruleset, or none, and all findings.

    `table` finds the CSV file of a `rows` line, `settings` are option values from outside (words or numbers). `origin` tells which
    ruleset or overlay wrote a clause. Rows of tables in which one of the places `without` lies are left out.
    """
    where = origin or (lambda node: composed.head.name)
    return Checker(composed.declarations, table, settings or {}, where, without).run(composed)


def _taken(ability: t.Line) -> tuple[t.Parameter, ...]:
    """The values that are handed to what a row does."""
    return ability.statement.parameters if isinstance(ability.statement, t.Ability) else ()


def _below(ability: t.Line) -> tuple[t.Line, ...]:
    return ability.statement.body if isinstance(ability.statement, t.Ability) else ()


def first_cell(row_: t.Row) -> str:
    """The name of a row."""
    cells = row_cells(row_.raw)
    return cells[0] if cells else ""


def _changed(provenance: Mapping[tuple[str, str], Sequence[Any]]) -> dict[str, str]:
    """Who was the last to change a clause, by its name; a clause of an action or a process goes by the name of that."""
    found: dict[str, str] = {}
    for (label, key), history in provenance.items():
        kind, _, name = label.partition(" ")
        if key and history:
            found[f"{name if kind in ('action', 'to') else label}.{key}"] = history[-1].overlay
    return found


def _split(row: t.Row) -> RawRow:
    """The cells of a row; those that an edit wrote have the place where it does."""
    raw, elsewhere = split_row(row.span), dict(row.elsewhere)
    return RawRow(tuple(Cell(each.text, elsewhere.get(n, each.span)) for n, each in enumerate(raw.cells)), raw.span)


def _is_integer(word: str) -> bool:
    return word.lstrip("-").isdigit() and len(word) < 12 and word.isascii()


def _default(type_: Type) -> int:
    return NONE if type_.optional or type_.form in ("row", "place") else 0


def _alike(rows: Any, columns: Mapping[str, m.Column]) -> tuple[int, ...]:
    """For every row the first that has the same printed values; texts do not count."""
    first: dict[tuple[int, ...], int] = {}
    printed = [c.values for c in columns.values() if c.type.form != "text"]
    return tuple(first.setdefault(tuple(values[n] for values in printed) if printed else (n,), n) for n in range(len(rows)))


def _listed(names: Iterable[str]) -> str:
    shown = ", ".join(sorted(names))
    return f"there are: {shown}" if shown else "this ruleset has no options"


__all__ = ["Checker", "check", "row"]
