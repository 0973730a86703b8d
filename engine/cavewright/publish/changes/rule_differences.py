"""Differences of one rule in two rulesets: of its first line, its table, its clauses and its wording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from ...foundation.texts import translatable
from ...language.compose import Composed
from ...language.compose.clause_keys import with_parts
from ...language.syntax import tree as t
from ...language.syntax.unparse import spell_declaration, unparse
from ...rules.check.translatable_texts import spoken
from .alignment import Entry, Pair, entries, pairs, row_entries
from .difference import Compared, Difference
from .written_parts import (
    SILENT,
    all_cites,
    choices_of,
    citations,
    cites_of,
    plain_cells,
    prices,
    prices_told,
    range_of,
    table_of,
    text_of,
    value_of,
)

FEW = 12
"""Rows of a new kind that are told one by one."""


class RuleDifferences(Compared):
    """All that differs in a rule."""

    __slots__ = ()

    def all(self) -> Iterator[Difference]:
        """All of the rule."""
        old, new = self.old, self.new
        if new is None or old is None:
            yield self._whole()
            return
        yield from self._first_line(old, new)
        yield from self._wording(old, new)
        yield from self._table(old, new)
        if old.kind == "example":  # one that is played otherwise is told once
            if [each.says for each in entries(old)] != [each.says for each in entries(new)]:
                lines = (", ".join(each.line for each in entries(side)) for side in (old, new))
                yield self._make("", "example", "changed", self.say.phrase("changed"), *lines)
            return
        did = {key: did for (label, key), did in self.after.provenance.items() if label == new.label}
        moved = {key for key, each in did.items() if any(one.verb == "move" for one in each)}
        added = {key for key, each in did.items() if each[0].verb == "add"}
        removed = (label.partition(".") for label in self.after.removed)
        dropped = {key for label, _, key in removed if label == new.label}
        for pair in pairs(entries(old), entries(new), moved, added, dropped):
            yield from self._clause(pair)

    def heads(self) -> Iterator[Difference]:
        """The title of the ruleset."""
        assert self.old is not None and self.new is not None
        yield from self._text("title", self.old.text, self.new.text)

    # -- the rule itself ----------------------------------------------------------------------------------------------

    def _whole(self) -> Difference:
        node, line = self.node, spell_declaration(self.node)
        what = node.kind if node.kind in SILENT else "rule"
        if self.new is None:
            did = self._did("", True)
            text = self.say.rule(translatable("this {what} is gone"), node.kind, did.because if did is not None else "")
            return self._make("", what, "removed", text, old=line, was=citations(node))
        account = self._account(_with_setting(node, self.after))
        is_answered = node.kind == "option" and bool(account)
        text = (
            self.say.tell_answer(account)
            if is_answered
            else self.say.rule(translatable("new {what}"), node.kind, account)
        )
        return self._make("", what, "added", text, new=line, cites=citations(node))

    def _account(self, node: t.Declaration) -> str:
        """Returns the account of a new rule: its value, its few rows, else its first line if it has no text and says
        more than its name."""
        if node.kind == "kind" and (rows := self._all_rows(node)):
            return rows
        value, line = value_of(node), spell_declaration(node)
        if node.kind == "option":
            return self._choice(value, choices_of(node)) or value
        if node.kind == "constant":
            return value
        if whole := self.say.lines.whole_rule(node.kind, node.name, self.new is not None):
            return whole
        if node.text or line == f"{node.kind} {node.name}":
            return ""
        told = self.say.lines.side(self.new is not None)
        if node.value is not None:
            is_told = told.expression(node.value.span)
            return self.say.lines.value(node.value, self.new is not None) if is_told else ""
        return told.players().text if node.kind == "players" else ""

    def _first_line(self, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        old, new = (with_parts(_with_setting(*each), ()) for each in ((old, self.before), (new, self.after)))
        lines, values = ([print_(each) for each in (old, new)] for print_ in (spell_declaration, value_of))
        if lines[0] == lines[1]:
            return
        make = partial(self._make, done="changed", at="value", cites=new.cites, was=old.cites)
        same = replace(new, value=None, text=old.text, cites=old.cites, members=old.members, block=old.block)
        if old.kind == "advice":
            yield make("", "advice", text=self.say.phrase("changed"), old=values[0], new=values[1])
        elif replace(old, value=None) == same:
            what = "option" if old.kind == "option" else "value"
            yield make("value", what, text=self._value(old, new), old=values[0], new=values[1])
        elif old.kind == "players" and old.second is not None and new.second is not None and old.name == new.name:
            was, now = (range_of(each.second, self.say) for each in (old, new))
            text = self.say.phrase("for {new} instead of {old} players", new=now, old=was)
            yield make("value", "players", text=text, old=was, new=now)
        else:
            yield make("", "head", text=self.say.phrase("changed"), old=lines[0], new=lines[1])

    def _value(self, old: t.Declaration, new: t.Declaration) -> str:
        before, after = value_of(old), value_of(new)
        if old.kind != "option":
            if old.kind == "constant" or old.value is None or new.value is None:
                return self.say.value(after, before)
            return self.say.value(*self.say.lines.values(new.value, old.value))
        texts = {**choices_of(old), **choices_of(new)}
        return self.say.option(after, self._choice(after, texts), before, self._choice(before, texts))

    def _choice(self, choice: str, texts: Mapping[str, str]) -> str:
        return self.say.text(texts.get(choice, ""), f"option {self.node.name}.{choice}")

    # -- tables -------------------------------------------------------------------------------------------------------

    def _table(self, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        (before, rows), (after, new_rows) = table_of(old), table_of(new)
        yield from self._columns(before, after)
        for name, row in rows.items():
            if name in new_rows:
                yield from self._cells(name, row, new_rows[name], before, after)
                yield from self._abilities(name, row, new_rows[name], after)
            else:
                text = self.say.phrase("no more {what}", what=self._row_name(name, row, before))
                yield self._make(name, "row", "removed", text, old=row.raw, was=row.cites)
        for name, row in new_rows.items():
            if name not in rows:
                does = " ".join(self.say.text(each.text, f"{name}.{each.key}") for each in row.abilities if each.text)
                is_choice = self.node.kind == "option"
                template = translatable("new choice: {what}") if is_choice else translatable("new: {what}")
                text = self.say.phrase(template, what=self._row(name, row, after)) + (f": {does}" if does else "")
                yield self._make(name, "row", "added", text, new=row.raw, cites=row.cites)
        called = {name: self._row_name(name, row, after) for name, row in new_rows.items()}
        yield from self._row_order(
            [each for each in rows if each in new_rows], [each for each in new_rows if each in rows], called
        )

    def _row(self, name: str, row: t.Row, header: Mapping[str, str]) -> str:
        """Returns the name of a row for people, and the contents of its cells, texts apart."""
        filled = zip(header.items(), plain_cells(row), strict=False)
        shown = ((column, cell, type_) for (column, type_), cell in filled if cell and type_ not in ("", "text"))
        printed = ", ".join(
            f"{self._column(column)} {self.say.show_cell(cell, type_)}" for column, cell, type_ in shown
        )
        return self._row_name(name, row, header) + (f" ({printed})" if printed else "")

    def _all_rows(self, node: t.Declaration) -> str:
        """The rows of a new kind, if they are few."""
        header, rows = table_of(node)
        return ", ".join(self._row(name, row, header) for name, row in rows.items()) if len(rows) <= FEW else ""

    def _columns(self, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Difference]:
        for name in {**old, **new}:
            column = self._column(name)
            make = partial(self._make, f"column {name}", "column")
            if name not in new:
                yield make("removed", self.say.phrase("no longer tells: {what}", what=column), old=name)
            elif name not in old:
                yield make("added", self.say.phrase("now also tells: {what}", what=column), new=name)
            elif old[name] != new[name]:
                some = self.say.phrase("a name")
                text = f"{column}: {self.say.value(new[name] or some, old[name] or some)}"
                yield make("changed", text, old[name], new[name])

    def _column(self, name: str) -> str:
        return self.say.column(self.node.name, name)

    def _cells(
        self, name: str, old: t.Row, new: t.Row, before: Mapping[str, str], after: Mapping[str, str]
    ) -> Iterator[Difference]:
        olds, news = (
            dict(zip(header, plain_cells(row), strict=False)) for header, row in ((before, old), (after, new))
        )
        done = False
        for column in (each for each in before if each in after):
            was = olds.get(column, "")
            now = news.get(column, "")
            type_ = after[column]
            if was != now:
                what = "text" if type_ == "text" or self.node.kind == "option" else "cell"
                shown = (self.say.show_cell(each, type_) or self.say.phrase("nothing") for each in (now, was))
                text = f"{self._row_name(name, new, after)}: {self._column(column)} {self.say.value(*shown)}"
                yield self._make(
                    f"{name}.{column}",
                    what,
                    "changed",
                    text,
                    was,
                    now,
                    cites=() if done else new.cites,
                    was=() if done else old.cites,
                )
                done = True
        if not done and old.cites != new.cites:
            yield self._citations(name, old.cites, new.cites)

    def _abilities(self, name: str, old: t.Row, new: t.Row, header: Mapping[str, str]) -> Iterator[Difference]:
        """Yields the differences in the abilities of a row."""
        called = self._row_name(name, new, header)
        for pair in pairs(row_entries(name, old), row_entries(name, new)):
            for each in self._clause(pair):
                yield replace(each, text=f"{called}: {each.text}")

    def _row_order(self, old: list[str], new: list[str], called: Mapping[str, str]) -> Iterator[Difference]:
        """The rows that an overlay moved; otherwise the first that stands elsewhere."""
        did = {name: self.after.provenance.get((self.node.label, name), ()) for name in new}
        moved = [name for name, each in did.items() if any(one.verb == "move" for one in each)]
        for name in (moved or [a for a, b in zip(new, old, strict=True) if a != b][:1]) if old != new else ():
            row, before = called[name], new.index(name) - 1
            text = (
                self.say.phrase("{row} now stands after {anchor}", row=row, anchor=called[new[before]])
                if before >= 0
                else self.say.phrase("{row} now stands first", row=row)
            )
            yield self._make(name, "row", "moved", text)

    def _row_name(self, name: str, row: t.Row, header: Mapping[str, str]) -> str:
        """Returns the name of a row for people."""
        filled = plain_cells(row)
        if self.node.kind == "option":
            return self._choice(name, {name: filled[-1]}) or name
        return self.say.row(self.node.name, name, dict(zip(header, filled, strict=False)).get("label", ""))

    # -- clauses ------------------------------------------------------------------------------------------------------

    def _clause(self, pair: Pair) -> Iterator[Difference]:
        old, new = pair.old, pair.new
        if old is None or new is None:
            yield self._alone(new or old, "removed" if new is None else "added")
            return
        if old.says != new.says:
            yield self._change(old, new)
        elif (was := cites_of(old.node)) != (now := cites_of(new.node)) and not pair.moved:
            yield self._citations(new.key, was, now)
        if pair.moved:
            quoted, phrase = partial(self.say.lines.quote_line, is_new=True), self.say.phrase
            text = (
                phrase("{line} now comes before {before}", line=quoted(new), before=quoted(pair.anchor))
                if pair.anchor is not None
                else phrase("{line} now comes last", line=quoted(new))
            )
            yield self._make(new.key, "step", "moved", text, old.line, new.line)
        yield from self._text(new.key, text_of(old.node), text_of(new.node), new.path)

    def _alone(self, entry: Entry | None, done: str) -> Difference:
        """A clause that is only in one of them."""
        assert entry is not None
        what, said = entry.form.difference, self._text_with_name(entry)
        it = self._it(entry, said, done == "added")
        settled = self.say.lines.idle_line(entry, done == "added")
        text = (
            self.say.only("step", done, settled, "") + self.say.quote_refusal(said)
            if settled
            else self.say.only(what, done, it, said)
        )
        make = partial(self._make, entry.key, what, done, text)
        cites = all_cites(entry.node)
        return make(old=entry.line, was=cites) if done == "removed" else make(new=entry.line, cites=cites)

    def _it(self, entry: Entry, said: str, is_new: bool) -> str:
        """Returns the account of a clause by itself."""
        lines = self.say.lines
        match entry.node:
            case t.Line(statement=t.Cost() as cost):
                return prices(cost, self.say, is_new)
            case t.Line(statement=t.Require(condition=condition)):
                return lines.condition(condition, is_new)
            case t.Score(value=value):
                counted = lines.side(is_new).expression(value.span) if is_new and not said else ""
                return ": ".join(filter(None, (self.say.points(entry.key), counted)))
            case t.Keeps() if is_new and entry.node.name and said:
                owner = lines.owner(self.node.name, entry.node.name)
                return f"{said.rstrip('.')} ({owner})." if owner else said
            case t.Within(menu=menu):
                return self._called_in("menu", menu)
            case t.Setting() as setting:
                return self._setting(setting)
            case t.Line(statement=t.Confirm()):
                return said
            case t.Upon(action=action):
                every = action == t.EVERY
                return self.say.phrase("every action") if every else self._called_in("action", action)
        return said if said and isinstance(entry.node, t.Keeps) else lines.line(entry, is_new)

    def _change(self, old: Entry, new: Entry) -> Difference:
        what, say, lines = new.form.difference, self.say, self.say.lines
        is_same = what == old.form.difference and not any(
            getattr(getattr(each.node, "statement", None), "reveals", False) for each in (old, new)
        )
        match old.node, new.node:
            case _ if what == "cost" and is_same:
                text = prices_told(old.node, new.node, say)
            case t.Score(value=was), t.Score(value=now):
                text = f"{say.points(new.key)}: {say.value(*lines.values(now, was))}"
            case t.Line(statement=t.Require(condition=was)), t.Line(statement=t.Require(condition=now)) if is_same:
                before = lines.condition(was, False)
                after = lines.condition(now, True)
                text = say.phrase("requires {new} instead of {old}", new=after, old=before) + say.quote_refusal(
                    self._text_with_name(new)
                )
            case t.Keeps() as was, t.Keeps() as now if told := "; ".join(self._field_changes(was, now)):
                text = f"{self._text_with_name(new).rstrip('.') or spoken(now.name)}: {told}"
            case t.Setting() as was, t.Setting() as now:
                text = say.value(self._setting(now), self._setting(was))
            case t.Grid(), t.Grid():
                text = say.value(lines.board(self.node.name, True), lines.board(self.node.name, False))
            case _:
                text = say.value(*lines.both(new, old))
        ids = cites_of(new.node)
        return self._make(new.key, what, "changed", text, old.line, new.line, cites=ids, was=cites_of(old.node))

    def _field_changes(self, old: t.Keeps, new: t.Keeps) -> Iterator[str]:
        """Yields the changes of a field, as far as there are words for them."""
        say, lines, was, now = self.say, self.say.lines, old.type, new.type
        if now.low and was.low and lines.ends(new, True) != lines.ends(old, False):
            yield say.value(say.range(*lines.ends(new, True)), say.range(*lines.ends(old, False)))
        starts = [say.show_cell(unparse(each.start), each.type.name) if each.start else "" for each in (new, old)]
        if starts[0] != starts[1]:
            new_start, old_start = (each or say.phrase("nothing") for each in starts)
            yield say.phrase("{new} to begin with instead of {old}", new=new_start, old=old_start)
        if now.holding and was.holding and now.holding != was.holding:
            room, before = (spoken(unparse(each)) for each in (now.holding, was.holding))
            yield say.phrase("has room for {new} instead of {old}", new=room, old=before)
        if now.flags != was.flags:
            yield say.value(say.visibility(now.flags), say.visibility(was.flags))

    def _setting(self, node: t.Setting) -> str:
        """An option and what is chosen of it."""
        label, value = f"option {node.name}", unparse(node.value)
        option = next(each for side in (self.after, self.before) for each in side.declarations if each.label == label)
        text = self.say.text(choices_of(option).get(value, ""), f"{label}.{value}")
        title = self.say.title("option", node.name, option.text)
        return f"{title}: {self.say.phrase('“{text}”', text=text) if text else self.say.show_cell(value, '')}"

    def _called_in(self, kind: str, name: str) -> str:
        """Returns the name for people of a menu of an action, or of an action that a trigger follows."""
        label = f"{kind} {name}"
        texts = (each.text for side in (self.after, self.before) for each in side.declarations if each.label == label)
        return self.say.title(kind, name, next(filter(None, texts), ""))

    # -- wording ------------------------------------------------------------------------------------------------------

    def _wording(self, old: t.Declaration, new: t.Declaration) -> Iterator[Difference]:
        if old.kind not in SILENT:
            yield from self._text("", old.text, new.text)
            if old.cites != new.cites:
                yield self._citations("", old.cites, new.cites)
        elif (old.text, old.members) != (new.text, new.members):
            is_other = old.text != new.text
            text = self._says("", old.text, new.text) if is_other else self.say.phrase("changed")
            ids = citations(new)
            yield self._make("", old.kind, "changed", text, old.text, new.text, cites=ids, was=citations(old))

    def _text_with_name(self, entry: Entry) -> str:
        """The text of a clause; before that of something that is kept, what people call it."""
        name = self.say.field_name(self.node.name, entry.node.name) if isinstance(entry.node, t.Keeps) else ""
        return ": ".join(filter(None, (name, self._read(entry.key, text_of(entry.node), entry.path))))


def _with_setting(node: t.Declaration, composed: Composed) -> t.Declaration:
    is_set = node.kind == "option" and node.name in composed.options
    return replace(node, value=composed.options[node.name]) if is_set else node
