"""How two composed rulesets differ, rule by rule and clause by clause, as values and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..compose import Composed, Provenance
from ..compose.order import properties
from ..compose.rowtext import cells, columns, first_cell, plain
from ..source import Span
from ..syntax import print_expr
from ..syntax import tree as t
from ..syntax.spell import spell_declaration
from . import words
from .aligned import Entry, Pair, entries, pairs

SILENT = ("note", "example", "advice")
"""Declarations that no player notices in play."""

WORDING = ("text", "citation", *SILENT)

Facts = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs.

    `rule` is the label of a declaration, `key` that of a clause in it (`climb.points` for a cell, "" for the rule
    itself); `what` says what kind of thing it is: rule, value, option, players, cell, row, column, cost, requirement,
    step, score, kept, head, text, citation, note, example, advice. `done` is added, removed, changed or moved. `old`
    and `new` are as they are written. `by` is the overlay that says so, `why` the reason that it gives; `cites` are
    the facts that this difference carries out, `was` those of what stood there before. `plays`: it touches play, or a
    figure; otherwise only wording.
    """

    rule: str
    key: str
    what: str
    done: str
    old: str
    new: str
    title: str
    text: str
    by: str = ""
    is_edition: bool = False
    why: str = ""
    cites: tuple[str, ...] = ()
    was: tuple[str, ...] = ()
    plays: bool = True
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """It in full."""
        return words.sentence(self.title, self.text, words.overlay(self.by, self.is_edition) if self.by else "")


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs between two rulesets, by rule in their order, and how many rules are the same."""

    all: tuple[Difference, ...]
    rules: int

    @property
    def in_play(self) -> tuple[Difference, ...]:
        """Those that touch play, or a figure."""
        return tuple(each for each in self.all if each.plays)

    @property
    def in_words(self) -> tuple[Difference, ...]:
        """Those of wording, and of what has no effect on play."""
        return tuple(each for each in self.all if not each.plays)

    def same(self, shown: Iterable[Difference]) -> int:
        """How many rules are the same, as far as these differences go."""
        return self.rules - len({each.rule for each in shown if each.rule.split()[0] not in SILENT})


def differences(old: Composed, new: Composed, facts: Facts | None = None) -> Differences:
    """How the second ruleset differs from the first.

    A note that cites a fact of class `figure` or `play` counts as a figure; `facts` tell the class of each id that only one of them has.

    >>> from cavewright.compose import compose
    >>> from cavewright.source import Source
    >>> from cavewright.syntax import parse_file
    >>> base, house = (parse_file(Source(name, text))[0] for name, text in (
    ...     ("core.cave", "ruleset core 1.0\\n  language 1\\nconstant days = 5 \\"Days in a week.\\"\\n"),
    ...     ("long.cave", "overlay long 1.0\\n  language 1\\n  extends core ^1.0\\nchange days: 5 to 6\\n")))
    >>> found = differences(compose([base], [])[0], compose([base], [[house]])[0])
    >>> found.all[0].sentence
    'Days in a week: 6 instead of 5 (by house rule long)'
    """
    before, after = ({each.label: side.inlined(each) for each in side.declarations} for side in (old, new))
    found: list[Difference] = []
    for label in (*before, *(each for each in after if each not in before)):
        found += _Rule(old, new, before.get(label), after.get(label), facts or {}).differences()
    found += _Rule(old, new, old.head, new.head, facts or {}).heads()
    return Differences(tuple(found), sum(each.split()[0] not in SILENT for each in {**before, **after}))


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule in two rulesets, at least in one of them."""

    before: Composed
    after: Composed
    old: t.Declaration | None
    new: t.Declaration | None
    facts: Facts

    @property
    def node(self) -> t.Declaration:
        node = self.new or self.old
        assert node is not None
        return node

    def differences(self) -> Iterator[Difference]:
        """All of the rule."""
        if self.new is None or self.old is None:
            yield self._whole()
            return
        yield from self._first_line(self.old, self.new)
        yield from self._wording("", self.old, self.new)
        yield from self._table(self.old, self.new)
        moved = {key for (label, key), did in self.after.provenance.items() if label == self.new.label and any(each.verb == "move" for each in did)}
        for pair in pairs(entries(self.old), entries(self.new), moved):
            yield from self._clause(pair)

    # -- who says so --------------------------------------------------------------------------------------------------

    def _did(self, key: str, is_gone: bool = False) -> Provenance | None:
        """What an overlay did to a clause that the first ruleset does not have; the last if there are several."""
        label = self.node.label
        if is_gone:
            return self.after.removed.get(f"{label}.{key}" if key else label)
        history = self.after.provenance.get((label, key), ()) or self.after.provenance.get((label, ""), ())
        new = [each for each in history if each.overlay not in self.before.overlays] or list(history)
        return new[-1] if new else None

    def _head(self, name: str) -> t.Declaration | None:
        return next((each for each in (*self.after.grounds[1:], *self.after.heads) if each.name == name), None)

    def _make(self, key: str, what: str, done: str, text: str, old: str = "", new: str = "", *, did: Provenance | None = None,
              cites: tuple[str, ...] = (), was: tuple[str, ...] = ()) -> Difference:
        head = self._head(did.overlay) if did is not None else None
        why = next((each.text for each in properties(head, "why")), "") if head is not None else ""
        ids = tuple(dict.fromkeys((*(did.cites if did is not None else ()), *(each for each in cites if each not in was))))
        return Difference(
            self.node.label, key, what, done, old, new, words.title(self.node.kind, self.node.name, self.node.text), text,
            did.overlay if did is not None else "", head is not None and (head.kind == "edition" or bool(properties(head, "source"))),
            (did.because if did is not None else "") or why, ids, was, self._plays(what, ids),
            did.span if did is not None else None)

    def _plays(self, what: str, ids: Iterable[str]) -> bool:
        """Whether it touches play; nothing within an example or a note does, but a note may tell a figure."""
        if what not in WORDING and self.node.kind not in SILENT:
            return True
        return what == "note" and any(self.facts.get(each, {}).get("class") in ("figure", "play") for each in ids)

    # -- the rule itself ----------------------------------------------------------------------------------------------

    def _whole(self) -> Difference:
        node, is_gone = self.node, self.new is None
        what = node.kind if node.kind in SILENT else "rule"
        did = self._did("", is_gone)
        cites = _cited(node)
        if is_gone:
            text = words.rule_removed(node.kind, did.because if did is not None else "")
            return self._make("", what, "removed", text, old=_head_line(node), did=did, was=cites)
        told = _value(node) if node.kind in ("constant", "option") else "" if node.text else _head_line(node)
        text = words.rule_added(node.kind, told)
        return self._make("", what, "added", text, new=_head_line(node), did=did, cites=cites)

    def _first_line(self, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        old, new = self._with_setting(old, self.before), self._with_setting(new, self.after)
        if _head_line(old) == _head_line(new):
            return
        did = self._did("value")
        cites: dict[str, Any] = {"cites": new.cites, "was": old.cites}
        if old.kind == "advice":
            yield self._make("", "advice", "changed", words.declared(_value(new), _value(old)), _value(old), _value(new), did=did, **cites)
        elif replace(old, value=None) == replace(new, value=None, text=old.text, cites=old.cites, members=old.members, block=old.block):
            yield self._make("value", *self._value(old, new), _value(old), _value(new), did=did, **cites)
        elif old.kind == "players" and old.second is not None and new.second is not None and old.name == new.name:
            ranges = [_range(each.second) for each in (new, old)]
            yield self._make("value", "players", "changed", words.players(*ranges), ranges[1], ranges[0], did=did, **cites)
        else:
            text = words.declared(_head_line(new), _head_line(old))
            yield self._make("", "head", "changed", text, _head_line(old), _head_line(new), did=did, **cites)

    @staticmethod
    def _with_setting(node: t.Declaration, composed: Composed) -> t.Declaration:
        is_set = node.kind == "option" and node.name in composed.options
        return replace(node, value=composed.options[node.name]) if is_set else node

    def _value(self, old: t.Declaration, new: t.Declaration) -> tuple[str, str, str]:
        before, after = _value(old), _value(new)
        if old.kind != "option":
            shown = (after, before) if old.kind == "constant" else (words.code(after), words.code(before))
            return "value", "changed", words.value(*shown)
        texts = {first_cell(each.raw): plain(cells(each.raw)[1]) for node in (old, new) for each in node.members
                 if isinstance(each, t.Row) and len(cells(each.raw)) > 1}
        return "option", "changed", words.option(after, texts.get(after, ""), before, texts.get(before, ""))

    # -- tables -------------------------------------------------------------------------------------------------------

    def _table(self, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        (before, rows), (after, new_rows) = _table_of(old), _table_of(new)
        yield from self._columns(before, after)
        for name, row in rows.items():
            if name not in new_rows:
                did = self._did(name, True)
                yield self._make(name, "row", "removed", words.row_removed(self._called(name, row, before)), old=row.raw, did=did, was=row.cites)
            else:
                yield from self._cells(name, row, new_rows[name], before, after)
        for name, row in new_rows.items():
            if name not in rows:
                yield self._new_row(name, row, after)
        yield from self._row_order([each for each in rows if each in new_rows], [each for each in new_rows if each in rows])

    def _new_row(self, name: str, row: t.Row, header: Mapping[str, str]) -> Difference:
        told = [f"{words.spaced(column)} {cell}" for (column, type_), cell in zip(header.items(), _plain_cells(row), strict=False)
                if cell and type_ not in ("", "text")]
        text = words.row_added(self._called(name, row, header), ", ".join(told))
        return self._make(name, "row", "added", text, new=row.raw, did=self._did(name), cites=row.cites)

    def _columns(self, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Difference]:
        did = self._did("")
        for name in {**old, **new}:
            if name not in new:
                yield self._make(name, "column", "removed", words.column_removed(name), old=name, did=did)
            elif name not in old:
                yield self._make(name, "column", "added", words.column_added(name), new=name, did=did)
            elif old[name] != new[name]:
                yield self._make(name, "column", "changed", words.column_changed(name, new[name], old[name]), old[name], new[name], did=did)

    def _cells(self, name: str, old: t.Row, new: t.Row, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Difference]:
        olds, news = (dict(zip(header, _plain_cells(row), strict=False)) for header, row in ((before, old), (after, new)))
        done = False
        for column in (each for each in before if each in after):
            was, now = olds.get(column, ""), news.get(column, "")
            if was != now:
                what = "text" if after[column] == "text" or self.node.kind == "option" else "cell"
                text = words.cell(self._called(name, new, after), column, now, was)
                cites: dict[str, Any] = {} if done else {"cites": new.cites, "was": old.cites}
                yield self._make(f"{name}.{column}", what, "changed", text, was, now, did=self._did(f"{name}.{column}"), **cites)
                done = True
        if old.cites != new.cites and not done:
            yield self._citations(name, old.cites, new.cites)

    def _row_order(self, old: list[str], new: list[str]) -> Iterator[Difference]:
        """The rows that an overlay moved; otherwise the first that stands elsewhere."""
        moved = [name for name in new if any(each.verb == "move" for each in self.after.provenance.get((self.node.label, name), ()))]
        for name in (moved or [a for a, b in zip(new, old, strict=True) if a != b][:1]) if old != new else ():
            before = new.index(name) - 1
            text = words.row_moved(name, new[before] if before >= 0 else "")
            yield self._make(name, "row", "moved", text, did=self._did(name))

    @staticmethod
    def _called(name: str, row: t.Row, header: Mapping[str, str]) -> str:
        """What people call a row."""
        label = dict(zip(header, _plain_cells(row), strict=False)).get("label", "")
        return label or words.spaced(name)

    # -- clauses ------------------------------------------------------------------------------------------------------

    def _clause(self, pair: Pair) -> Iterator[Difference]:
        old, new = pair.old, pair.new
        if new is None:
            assert old is not None
            yield self._gone(old)
        elif old is None:
            yield self._new(new)
        else:
            if old.says != new.says:
                yield self._changed(old, new)
            elif getattr(old.node, "cites", ()) != getattr(new.node, "cites", ()) and not pair.moved:
                yield self._citations(new.key, old.node.cites, new.node.cites)  # type: ignore[union-attr]
            if pair.moved:
                text = words.step_moved(new.line, pair.anchor.line if pair.anchor is not None else "")
                yield self._make(new.key, "step", "moved", text, old.line, new.line, did=self._did(new.key))
            yield from self._text(new.key, _text(old.node), _text(new.node))

    def _gone(self, old: Entry) -> Difference:
        what, cites = _what(old.node), _all_cites(old.node)
        text = {"cost": lambda: words.costs_not(_prices(old.node)), "score": lambda: words.score_removed(words.spaced(old.key)),
                "requirement": lambda: words.requires_not(_bare(old), _text(old.node))}.get(
                    what, lambda: words.step_removed(old.all_lines, _text(old.node)))()
        return self._make(old.key, what, "removed", text, old=old.line, did=self._did(old.key, True), was=cites)

    def _new(self, new: Entry) -> Difference:
        what, cites = _what(new.node), _all_cites(new.node)
        text = {"cost": lambda: words.costs_too(_prices(new.node)), "score": lambda: words.score_added(words.spaced(new.key), _text(new.node)),
                "requirement": lambda: words.requires_too(_bare(new), _text(new.node))}.get(
                    what, lambda: words.step_added(new.all_lines, _text(new.node)))()
        return self._make(new.key, what, "added", text, new=new.line, did=self._did(new.key), cites=cites)

    def _changed(self, old: Entry, new: Entry) -> Difference:
        what = _what(new.node)
        if what == "cost" and _what(old.node) == "cost":
            text = _cost(old.node, new.node)
        elif what == "score":
            text = words.score_changed(words.spaced(new.key), _bare(new), _bare(old))
        elif what == "requirement" and _what(old.node) == "requirement":
            text = words.requires(_bare(new), _bare(old), _text(new.node))
        else:
            text = words.step_changed(new.line, old.line, _text(new.node))
        return self._make(new.key, what, "changed", text, old.line, new.line, did=self._did(new.key), cites=_cites(new.node), was=_cites(old.node))

    # -- wording ------------------------------------------------------------------------------------------------------

    def _wording(self, key: str, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        if old.kind in SILENT:
            if (old.text, old.members) != (new.text, new.members):
                text = words.text(new.text, old.text) if old.text != new.text else words.VERBS["change"]
                yield self._make("", old.kind, "changed", text, old.text, new.text, did=self._did(""), cites=_cited(new), was=_cited(old))
            return
        yield from self._text(key, old.text, new.text)
        if old.cites != new.cites:
            yield self._citations(key, old.cites, new.cites)

    def _text(self, key: str, old: str, new: str) -> Iterator[Difference]:
        if old != new:
            yield self._make(key, "text", "changed", words.text(new, old), old, new, did=self._did(key))

    def _citations(self, key: str, old: tuple[str, ...], new: tuple[str, ...]) -> Difference:
        more, less = ", ".join(each for each in new if each not in old), ", ".join(each for each in old if each not in new)
        return self._make(key, "citation", "changed", words.citations(more, less), ", ".join(old), ", ".join(new), did=self._did(key),
                          cites=new, was=old)

    def heads(self) -> Iterator[Difference]:
        """The title of the ruleset."""
        assert self.old is not None and self.new is not None
        yield from self._text("title", self.old.text, self.new.text)


# ---- what is written ------------------------------------------------------------------------------------------------


def _head_line(node: t.Declaration) -> str:
    return spell_declaration(node)


def _value(node: t.Declaration) -> str:
    return print_expr(node.value) if node.value is not None else ""


def _range(node: t.TypeNode | None) -> str:
    low, high = (print_expr(each) for each in (node.low, node.high)) if node and node.low and node.high else ("", "")
    return low if low == high else f"{low} to {high}"


def _table_of(node: t.Declaration) -> tuple[dict[str, str], dict[str, t.Row]]:
    """The columns with their types, and the rows by name; an example has no table of this kind."""
    rows = [each for each in node.members if isinstance(each, t.Row)] if node.kind not in SILENT else []
    header = [plain(each).partition(":") for each in cells(rows[0].raw)] if rows else []
    typed = zip(columns(rows[0].raw) if rows else (), ("".join(each[2].split()) and each[2].strip() for each in header), strict=True)
    return dict(typed), {first_cell(each.raw): each for each in rows[1:]}


def _plain_cells(row: t.Row) -> list[str]:
    return [plain(each) for each in cells(row.raw)]


def _what(node: Any) -> str:
    if isinstance(node, t.Line):
        return {t.Cost: "cost", t.Require: "requirement"}.get(type(node.statement), "step")
    return {t.Keeps: "kept", t.Score: "score", t.Setting: "value"}.get(type(node), "step")


def _bare(entry: Entry) -> str:
    """The condition of a requirement, the value of a score."""
    node = entry.node
    if isinstance(node, t.Line) and isinstance(node.statement, t.Require):
        return print_expr(node.statement.condition)
    return print_expr(node.value) if isinstance(node, t.Score) else entry.line


def _text(node: Any) -> str:
    return str(getattr(node, "text", ""))


def _cites(node: Any) -> tuple[str, ...]:
    return tuple(getattr(node, "cites", ()))


def _all_cites(node: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite for each in t.walk(node) for cite in _cites(each)))


def _cited(node: t.Declaration) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*node.cites, *(cite for each in (*node.members, *node.block) for cite in _all_cites(each)))))


# ---- costs ----------------------------------------------------------------------------------------------------------


def _cost(old: Any, new: Any) -> str:
    before, after = _by_unit(old.statement), _by_unit(new.statement)
    told = []
    for unit in {**before, **after}:
        was, now = before.get(unit), after.get(unit)
        if was is None and now is not None:
            told.append(words.costs_too(_price(now)))
        elif now is None and was is not None:
            told.append(words.costs_not(_price(was)))
        elif was != now and was is not None and now is not None:
            told.append(words.costs(_price(now), _number(was) if _number(was) and _number(now) else _price(was)))
    return "; ".join(told)


def _by_unit(cost: t.Cost) -> dict[str, t.Price]:
    return {print_expr(each.quantity.unit) if each.quantity.unit is not None else "": each for each in cost.prices}


def _prices(node: Any) -> str:
    return ", ".join(map(_price, node.statement.prices))


def _price(price: t.Price) -> str:
    number = _number(price)
    return words.counted(number, print_expr(price.quantity.unit)) if number and price.quantity.unit is not None else words.code(print_expr(price))


def _number(price: t.Price) -> str:
    return str(price.quantity.amount.value) if isinstance(price.quantity.amount, t.Number) else ""


