"""Differences of two composed rulesets as values, rule by rule and clause by clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..compose import Composed, Provenance
from ..compose.clause_keys import with_parts
from ..compose.overlay_order import properties
from ..compose.row_cells import cells, columns, first_cell, plain
from ..source import Span
from ..syntax import print_expr
from ..syntax import tree as t
from ..syntax.unparse import spell_declaration
from .alignment import Entry, Pair, entries, pairs, row_entries
from .difference_sentences import Telling, code

SILENT = ("note", "example", "advice")
"""Declarations that no player notices in play."""

WORDING = ("text", "citation", *SILENT)

FEW = 12
"""Rows of a new kind that are told one by one."""

Facts = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs.

    `rule` is the label of a declaration, `key` that of a clause in it (`climb.points` for a cell, "" for the rule
    itself); `what` says what kind of thing it is: rule, value, option, players, cell, row, column, cost, requirement,
    step, score, kept, parameter, choice, menu, upon, head, text, citation, note, example, advice. `done` is added,
    removed, changed or moved. `old` and `new` are as they are written. `by` is the overlay that says so, `why` the
    reason that it gives; `cites` are the facts that this difference carries out, `was` those of what stood there
    before. `plays`: it touches play, or a figure; otherwise only wording. `title`, `text`, `author` (by which house
    rule) and `sentence` (all three) are for people.
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
    sentence: str = ""
    author: str = ""
    span: Span | None = field(default=None, compare=False, repr=False)


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


def differences(old: Composed, new: Composed, facts: Facts | None = None, say: Telling | None = None) -> Differences:
    """How the second ruleset differs from the first.

    A note that cites a fact of class `figure` or `play` counts as a figure; `facts` tell the class of each id that only
    one of them has.

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
    before = _as_called(before, after)
    say = say or Telling()
    found: list[Difference] = []
    for label in (*before, *(each for each in after if each not in before)):
        found += _Rule(old, new, before.get(label), after.get(label), facts or {}, say).differences()
    found += _Rule(old, new, old.head, new.head, facts or {}, say).heads()
    return Differences(tuple(found), sum(each.split()[0] not in SILENT for each in {**before, **after}))


def _as_called(before: dict[str, t.Declaration], after: dict[str, t.Declaration]) -> dict[str, t.Declaration]:
    """The rules of the first by what the second calls them: a trigger goes by its first action, and is the same with
    another."""
    others = [each for label, each in after.items() if each.kind == "whenever" and label not in before]
    called: dict[str, t.Declaration] = {}
    for label, each in before.items():
        alike = (
            []
            if each.kind != "whenever" or label in after
            else [other for other in others if other.name_span == each.name_span or other.block == each.block]
        )
        called[alike[0].label if alike and alike[0].label not in called else label] = each
    return called


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule in two rulesets, at least in one of them."""

    before: Composed
    after: Composed
    old: t.Declaration | None
    new: t.Declaration | None
    facts: Facts
    say: Telling

    @property
    def node(self) -> t.Declaration:
        """The declaration as it is now, or as it was."""
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
        moved = {
            key
            for (label, key), did in self.after.provenance.items()
            if label == self.new.label and any(each.verb == "move" for each in did)
        }
        added = {
            key
            for (label, key), did in self.after.provenance.items()
            if label == self.new.label and did[0].verb == "add"
        }
        dropped = {label.partition(".")[2] for label in self.after.removed if label.partition(".")[0] == self.new.label}
        for pair in pairs(entries(self.old), entries(self.new), moved, added, dropped):
            yield from self._clause(pair)

    # -- who says so --------------------------------------------------------------------------------------------------

    def _did(self, key: str, is_gone: bool = False) -> Provenance | None:
        """What an overlay did to a clause that the first ruleset does not have; the last if there are several."""
        label = self.node.label
        if is_gone:
            whole = [each for each in self.after.provenance.get((label, ""), ()) if each.verb in ("replace", "add")]
            return self.after.removed.get(f"{label}.{key}" if key else label) or next(reversed(whole), None)
        history = self.after.provenance.get((label, key), ()) or self.after.provenance.get((label, ""), ())
        new = [each for each in history if each.overlay not in self.before.overlays] or list(history)
        return new[-1] if new else None

    def _head(self, name: str) -> t.Declaration | None:
        return next((each for each in (*self.after.grounds[1:], *self.after.heads) if each.name == name), None)

    def _make(
        self,
        key: str,
        what: str,
        done: str,
        text: str,
        old: str = "",
        new: str = "",
        *,
        did: Provenance | None = None,
        cites: tuple[str, ...] = (),
        was: tuple[str, ...] = (),
    ) -> Difference:
        head = self._head(did.overlay) if did is not None else None
        why = next((each.text for each in properties(head, "why")), "") if head is not None else ""
        ids = tuple(
            dict.fromkeys((*(did.cites if did is not None else ()), *(each for each in cites if each not in was)))
        )
        by, is_edition = (
            did.overlay if did is not None else "",
            head is not None and (head.kind == "edition" or bool(properties(head, "source"))),
        )
        title, author = (
            self.say.title(self.node.kind, self.node.name, self.node.text),
            self.say.author(by, is_edition) if by else "",
        )
        return Difference(
            self.node.label,
            key,
            what,
            done,
            old,
            new,
            title,
            text,
            by,
            is_edition,
            (did.because if did is not None else "") or why,
            ids,
            was,
            self._plays(what, ids),
            self.say.sentence(title, text, author),
            author,
            did.span if did is not None else None,
        )

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
            text = self.say.rule_removed(node.kind, did.because if did is not None else "")
            return self._make("", what, "removed", text, old=_head_line(node), did=did, was=cites)
        text = self.say.rule_added(node.kind, self._told(self._with_setting(node, self.after)))
        return self._make("", what, "added", text, new=_head_line(node), did=did, cites=cites)

    def _told(self, node: t.Declaration) -> str:
        """What is said of a new rule: its value, its few rows, else its first line if it has no text and says more than
        its name."""
        if node.kind == "kind" and (rows := self._all_rows(node)):
            return rows
        if node.kind == "option":
            return self.say.choice(_value(node), self._choice(_value(node), _choices(node)))
        line = _head_line(node)
        return (
            _value(node)
            if node.kind == "constant"
            else ""
            if node.text or line == f"{node.kind} {node.name}"
            else code(line)
        )

    def _first_line(self, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        old, new = (with_parts(self._with_setting(*each), ()) for each in ((old, self.before), (new, self.after)))
        if _head_line(old) == _head_line(new):
            return
        did = self._did("value")
        cites: dict[str, Any] = {"cites": new.cites, "was": old.cites}
        if old.kind == "advice":
            yield self._make(
                "",
                "advice",
                "changed",
                self.say.declared(_value(new), _value(old)),
                _value(old),
                _value(new),
                did=did,
                **cites,
            )
        elif replace(old, value=None) == replace(
            new, value=None, text=old.text, cites=old.cites, members=old.members, block=old.block
        ):
            yield self._make("value", *self._value(old, new), _value(old), _value(new), did=did, **cites)
        elif old.kind == "players" and old.second is not None and new.second is not None and old.name == new.name:
            ranges = [_range(each.second, self.say) for each in (new, old)]
            yield self._make(
                "value", "players", "changed", self.say.players(*ranges), ranges[1], ranges[0], did=did, **cites
            )
        else:
            text = self.say.declared(_head_line(new), _head_line(old))
            yield self._make("", "head", "changed", text, _head_line(old), _head_line(new), did=did, **cites)

    @staticmethod
    def _with_setting(node: t.Declaration, composed: Composed) -> t.Declaration:
        is_set = node.kind == "option" and node.name in composed.options
        return replace(node, value=composed.options[node.name]) if is_set else node

    def _value(self, old: t.Declaration, new: t.Declaration) -> tuple[str, str, str]:
        before, after = _value(old), _value(new)
        if old.kind != "option":
            shown = (after, before) if old.kind == "constant" else (code(after), code(before))
            return "value", "changed", self.say.value(*shown)
        texts = {**_choices(old), **_choices(new)}
        return (
            "option",
            "changed",
            self.say.option(new.name, after, self._choice(after, texts), before, self._choice(before, texts)),
        )

    def _choice(self, choice: str, texts: Mapping[str, str]) -> str:
        return self.say.text(texts.get(choice, ""), f"option {self.node.name}.{choice}")

    # -- tables -------------------------------------------------------------------------------------------------------

    def _table(self, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        (before, rows), (after, new_rows) = _table_of(old), _table_of(new)
        yield from self._columns(before, after)
        for name, row in rows.items():
            if name not in new_rows:
                did = self._did(name, True)
                yield self._make(
                    name,
                    "row",
                    "removed",
                    self.say.row_removed(self._called(name, row, before)),
                    old=row.raw,
                    did=did,
                    was=row.cites,
                )
            else:
                yield from self._cells(name, row, new_rows[name], before, after)
                yield from self._abilities(name, row, new_rows[name], after)
        for name, row in new_rows.items():
            if name not in rows:
                yield self._new_row(name, row, after)
        called = {name: self._called(name, row, after) for name, row in new_rows.items()}
        yield from self._row_order(
            [each for each in rows if each in new_rows], [each for each in new_rows if each in rows], called
        )

    def _printed(self, row: t.Row, header: Mapping[str, str]) -> str:
        """What stands in the cells of a row, texts apart."""
        filled = zip(header.items(), _plain_cells(row), strict=False)
        shown = ((column, cell, type_) for (column, type_), cell in filled if cell and type_ not in ("", "text"))
        return ", ".join(f"{self._column(column)} {self.say.shown(cell, type_)}" for column, cell, type_ in shown)

    def _all_rows(self, node: t.Declaration) -> str:
        """The rows of a new kind, if they are few."""
        header, rows = _table_of(node)
        told = [(self._called(name, row, header), self._printed(row, header)) for name, row in rows.items()]
        return (
            ", ".join(f"{name} ({printed})" if printed else name for name, printed in told) if len(told) <= FEW else ""
        )

    def _new_row(self, name: str, row: t.Row, header: Mapping[str, str]) -> Difference:
        does = [self.say.text(each.text, f"{name}.{each.key}") for each in row.abilities if each.text]
        text = self.say.row_added(self._called(name, row, header), self._printed(row, header), " ".join(does))
        return self._make(name, "row", "added", text, new=row.raw, did=self._did(name), cites=row.cites)

    def _columns(self, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Difference]:
        did = self._did("")
        for name in {**old, **new}:
            if name not in new:
                yield self._make(
                    name, "column", "removed", self.say.column_removed(self._column(name)), old=name, did=did
                )
            elif name not in old:
                yield self._make(name, "column", "added", self.say.column_added(self._column(name)), new=name, did=did)
            elif old[name] != new[name]:
                text = self.say.column_changed(self._column(name), new[name], old[name])
                yield self._make(name, "column", "changed", text, old[name], new[name], did=did)

    def _column(self, name: str) -> str:
        return self.say.column(self.node.name, name)

    def _cells(
        self, name: str, old: t.Row, new: t.Row, before: Mapping[str, str], after: Mapping[str, str]
    ) -> Iterator[Difference]:
        olds, news = (
            dict(zip(header, _plain_cells(row), strict=False)) for header, row in ((before, old), (after, new))
        )
        done = False
        for column in (each for each in before if each in after):
            was, now = olds.get(column, ""), news.get(column, "")
            if was != now:
                what = "text" if after[column] == "text" or self.node.kind == "option" else "cell"
                now_said, was_said = (self.say.shown(each, after[column]) for each in (now, was))
                text = self.say.cell(self._called(name, new, after), self._column(column), now_said, was_said)
                cites: dict[str, Any] = {} if done else {"cites": new.cites, "was": old.cites}
                yield self._make(
                    f"{name}.{column}", what, "changed", text, was, now, did=self._did(f"{name}.{column}"), **cites
                )
                done = True
        if old.cites != new.cites and not done:
            yield self._citations(name, old.cites, new.cites)

    def _abilities(self, name: str, old: t.Row, new: t.Row, header: Mapping[str, str]) -> Iterator[Difference]:
        """What a row does otherwise, or no more."""
        called = self._called(name, new, header)
        for pair in pairs(row_entries(name, old), row_entries(name, new)):
            for each in self._clause(pair):
                text = f"{called}: {each.text}"
                yield replace(each, text=text, sentence=self.say.sentence(each.title, text, each.author))

    def _row_order(self, old: list[str], new: list[str], called: Mapping[str, str]) -> Iterator[Difference]:
        """The rows that an overlay moved; otherwise the first that stands elsewhere."""
        moved = [
            name
            for name in new
            if any(each.verb == "move" for each in self.after.provenance.get((self.node.label, name), ()))
        ]
        for name in (moved or [a for a, b in zip(new, old, strict=True) if a != b][:1]) if old != new else ():
            before = new.index(name) - 1
            text = self.say.row_moved(called[name], called[new[before]] if before >= 0 else "")
            yield self._make(name, "row", "moved", text, did=self._did(name))

    def _called(self, name: str, row: t.Row, header: Mapping[str, str]) -> str:
        """What people call a row."""
        label = dict(zip(header, _plain_cells(row), strict=False)).get("label", "")
        if self.node.kind == "option":
            return self.say.choice(name, self._choice(name, {name: _plain_cells(row)[-1]}))
        return self.say.row(self.node.name, name, label)

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
                text = self.say.step_moved(new.line, pair.anchor.line if pair.anchor is not None else "")
                yield self._make(new.key, "step", "moved", text, old.line, new.line, did=self._did(new.key))
            yield from self._text(new.key, _text(old.node), _text(new.node), new.path)

    def _gone(self, old: Entry) -> Difference:
        what, cites, said = _what(old.node), _all_cites(old.node), self._said(old)
        text = {
            "cost": lambda: self.say.costs_not(_prices(old.node, self.say), said),
            "score": lambda: self.say.score_removed(old.key),
            "requirement": lambda: self.say.requires_not(_bare(old), said),
            "menu": lambda: self.say.offered_not(self._menu(old)),
            "upon": lambda: self.say.follows_not(self._followed(old)),
        }.get(what, lambda: self.say.step_removed(old.all_lines, said))()
        return self._make(old.key, what, "removed", text, old=old.line, did=self._did(old.key, True), was=cites)

    def _new(self, new: Entry) -> Difference:
        what, cites, said = _what(new.node), _all_cites(new.node), self._said(new)
        text = {
            "cost": lambda: self.say.costs_too(_prices(new.node, self.say), said),
            "score": lambda: self.say.score_added(new.key, said),
            "requirement": lambda: self.say.requires_too(_bare(new), said),
            "menu": lambda: self.say.offered_too(self._menu(new)),
            "upon": lambda: self.say.follows_too(self._followed(new)),
        }.get(what, lambda: self.say.step_added(new.all_lines, said))()
        return self._make(new.key, what, "added", text, new=new.line, did=self._did(new.key), cites=cites)

    def _changed(self, old: Entry, new: Entry) -> Difference:
        what = _what(new.node)
        reveals = any(
            isinstance(each.node, t.Line) and getattr(each.node.statement, "reveals", False) for each in (old, new)
        )
        if what == "cost" and _what(old.node) == "cost" and not reveals:
            text = _cost(old.node, new.node, self.say)
        elif what == "score":
            text = self.say.score_changed(new.key, _bare(new), _bare(old))
        elif what == "requirement" and _what(old.node) == "requirement" and not reveals:
            text = self.say.requires(_bare(new), _bare(old), self._said(new))
        else:
            text = self.say.step_changed(new.line, old.line, self._said(new))
        return self._make(
            new.key,
            what,
            "changed",
            text,
            old.line,
            new.line,
            did=self._did(new.key),
            cites=_cites(new.node),
            was=_cites(old.node),
        )

    def _menu(self, entry: Entry) -> str:
        """What people call a menu of an action."""
        return self._called_in("menu", entry.node.menu if isinstance(entry.node, t.Within) else "")

    def _followed(self, entry: Entry) -> str:
        """What people call an action that a trigger follows."""
        action = entry.node.action if isinstance(entry.node, t.Upon) else ""
        return self.say.every_action() if action == t.EVERY else self._called_in("action", action)

    def _called_in(self, kind: str, name: str) -> str:
        texts = [
            each.text
            for side in (self.after, self.before)
            for each in side.declarations
            if each.label == f"{kind} {name}"
        ]
        return self.say.title(kind, name, next(filter(None, texts), ""))

    # -- wording ------------------------------------------------------------------------------------------------------

    def _wording(self, key: str, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        if old.kind in SILENT:
            if (old.text, old.members) != (new.text, new.members):
                text = (
                    self.say.reads(self._read("", new.text), self._read("", old.text))
                    if old.text != new.text
                    else self.say.remade()
                )
                yield self._make(
                    "",
                    old.kind,
                    "changed",
                    text,
                    old.text,
                    new.text,
                    did=self._did(""),
                    cites=_cited(new),
                    was=_cited(old),
                )
            return
        yield from self._text(key, old.text, new.text)
        if old.cites != new.cites:
            yield self._citations(key, old.cites, new.cites)

    def _text(self, key: str, old: str, new: str, path: str = "") -> Iterator[Difference]:
        if old != new:
            text = self.say.reads(self._read(key, new, path), self._read(key, old, path))
            yield self._make(key, "text", "changed", text, old, new, did=self._did(key or "text"))

    def _read(self, key: str, text: str, path: str = "") -> str:
        """A text of the rule or of one of its clauses, in the language."""
        if self.node.kind in ("ruleset", "edition"):
            return self.say.text(text, "ruleset")
        return (
            self.say.clause(self.node.name, key, text, path)
            if key
            else self.say.text(text, self.node.label, self.node.name)
        )

    def _said(self, entry: Entry) -> str:
        """The text of a clause; before that of something that is kept, what people call it."""
        name = self.say.kept(self.node.name, entry.node.name) if isinstance(entry.node, t.Keeps) else ""
        return ": ".join(filter(None, (name, self._read(entry.key, _text(entry.node), entry.path))))

    def _citations(self, key: str, old: tuple[str, ...], new: tuple[str, ...]) -> Difference:
        more, less = (
            ", ".join(each for each in new if each not in old),
            ", ".join(each for each in old if each not in new),
        )
        return self._make(
            key,
            "citation",
            "changed",
            self.say.citations(more, less),
            ", ".join(old),
            ", ".join(new),
            did=self._did(key or "text"),
            cites=new,
            was=old,
        )

    def heads(self) -> Iterator[Difference]:
        """The title of the ruleset."""
        assert self.old is not None and self.new is not None
        yield from self._text("title", self.old.text, self.new.text)


# ---- what is written ------------------------------------------------------------------------------------------------


def _head_line(node: t.Declaration) -> str:
    return spell_declaration(node)


def _value(node: t.Declaration) -> str:
    return print_expr(node.value) if node.value is not None else ""


def _range(node: t.TypeNode | None, say: Telling) -> str:
    low, high = (print_expr(each) for each in (node.low, node.high)) if node and node.low and node.high else ("", "")
    return say.range(low, high)


def _table_of(node: t.Declaration) -> tuple[dict[str, str], dict[str, t.Row]]:
    """The columns with their types, and the rows by name; an example has no table of this kind."""
    rows = [each for each in node.members if isinstance(each, t.Row)] if node.kind not in SILENT else []
    header = [plain(each).partition(":") for each in cells(rows[0].raw)] if rows else []
    typed = zip(
        columns(rows[0].raw) if rows else (),
        ("".join(each[2].split()) and each[2].strip() for each in header),
        strict=True,
    )
    return dict(typed), {first_cell(each.raw): each for each in rows[1:]}


def _plain_cells(row: t.Row) -> list[str]:
    return [plain(each) for each in cells(row.raw)]


def _choices(node: t.Declaration) -> dict[str, str]:
    """The values of an option, each with its text."""
    rows = [cells(each.raw) for each in node.members if isinstance(each, t.Row)]
    return {plain(each[0]): plain(each[1]) for each in rows if len(each) > 1}


def _what(node: Any) -> str:
    if isinstance(node, t.Line):
        return {t.Cost: "cost", t.Require: "requirement"}.get(type(node.statement), "step")
    return {
        t.Keeps: "kept",
        t.Score: "score",
        t.Setting: "value",
        t.Parameter: "parameter",
        t.Choice: "choice",
        t.Within: "menu",
        t.Upon: "upon",
    }.get(type(node), "step")


def _bare(entry: Entry) -> str:
    """The condition of a requirement, the value of a score."""
    node = entry.node
    if isinstance(node, t.Line) and isinstance(node.statement, t.Require):
        return print_expr(node.statement.condition)
    return print_expr(node.value) if isinstance(node, t.Score) else entry.line


def _text(node: Any) -> str:
    """What people read; the action that an example has done is none of that."""
    return "" if isinstance(node, t.Said) else str(getattr(node, "text", ""))


def _cites(node: Any) -> tuple[str, ...]:
    return tuple(getattr(node, "cites", ()))


def _all_cites(node: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite for each in t.walk(node) for cite in _cites(each)))


def _cited(node: t.Declaration) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys((*node.cites, *(cite for each in (*node.members, *node.block) for cite in _all_cites(each))))
    )


# ---- costs ----------------------------------------------------------------------------------------------------------


def _cost(old: Any, new: Any, say: Telling) -> str:
    before, after = _by_unit(old.statement), _by_unit(new.statement)
    told = []
    for unit in {**before, **after}:
        was, now = before.get(unit), after.get(unit)
        if was is None and now is not None:
            told.append(say.costs_too(_price(now, say)))
        elif now is None and was is not None:
            told.append(say.costs_not(_price(was, say)))
        elif was != now and was is not None and now is not None:
            told.append(
                say.costs(_price(now, say), _number(was) if _number(was) and _number(now) else _price(was, say))
            )
    return "; ".join(told)


def _by_unit(cost: t.Cost) -> dict[str, t.Price]:
    return {print_expr(each.quantity.unit) if each.quantity.unit is not None else "": each for each in cost.prices}


def _prices(node: Any, say: Telling) -> str:
    return ", ".join(_price(each, say) for each in node.statement.prices)


def _price(price: t.Price, say: Telling) -> str:
    number = _number(price)
    return (
        say.counted(number, print_expr(price.quantity.unit))
        if number and price.quantity.unit is not None
        else code(print_expr(price))
    )


def _number(price: t.Price) -> str:
    return str(price.quantity.amount.value) if isinstance(price.quantity.amount, t.Number) else ""
