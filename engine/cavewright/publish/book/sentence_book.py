"""Sentences of a game that its authors wrote: which stand where, which are stale, and which lines have none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ...foundation.source import Diagnostic, Span, at, did_you_mean, warning
from ...foundation.source.lazy_property import lazy_property
from ...foundation.texts import SOURCE
from ...language.compose import Folder
from ...language.syntax import fill_values, text_values
from ...play.loading.opened_rules import OpenedRules
from ...rules.model import ruleset as m
from ...rules.model.types import Type
from ..sentences import Sentences
from ..sentences.book_file import Entry, read_book, texts_of
from .meanings import Meanings

MOST_SHOWN = 12
"""Keys of lines without a sentence that are named."""
BOUND = ("says", "quiet")
"""Words of entries that hold for lines of rules."""
HEAD = "# What the sentences of book.cave were written for. `cavewright check RULESET --accept NUMBER` renews it."
FIRST = "book"
"""The line of a lock with the version of the rules for which the book was first written."""
SINCE, RETIRED, FREE = "since", "retired", "tell"
"""Words of a lock: the version in which a sentence changed last, or in which its number was given up; and a sentence that
stands for no line."""


@dataclass(frozen=True)
class SentenceBook:
    """The sentences beside the rules of a game, those of an overlay instead of those below it that have its number."""

    opened: OpenedRules

    @lazy_property
    def _read(self) -> tuple[tuple[tuple[Entry, Folder], ...], tuple[Diagnostic, ...]]:
        entries: list[tuple[Entry, Folder]] = []
        found: list[Diagnostic] = []
        for folder in self.opened.folders:
            if folder.book is not None:
                own, wrong = read_book(folder.book)
                entries += [(each, folder) for each in own] if self._is_in_language(own, folder) else []
                found += wrong
        return tuple(entries), tuple(found)

    def _is_in_language(self, entries: Iterable[Entry], folder: Folder) -> bool:
        """Tells if the sentences of a folder are in the language of the rules' words, or some of them are translated into
        it: nobody reads pages in two languages where nothing but the sentences that are made is in one."""
        words = self.opened.words
        named = {each.span.source: each.origin for each in self.opened.rules.texts}
        origin = next((named[each] for each in folder.sources if each in named), "")
        if words.lang == self.opened.rules.languages.get(origin, SOURCE):
            return True
        said = (text for each in entries for text in texts_of(each))
        return any(words.template(key, text) != text for key, text in said)

    @lazy_property
    def entries(self) -> tuple[Entry, ...]:
        """All entries that count, in the order of their numbers; lines that are left out last. Of an entry below an overlay
        stays what the overlay left in the rules."""
        left = (each for _, _, each in self._remaining_entries if each is not None)
        return tuple(sorted(left, key=lambda each: _order(each.number)))

    @lazy_property
    def _remaining_entries(self) -> tuple[tuple[Entry, Folder, Entry | None], ...]:
        """The entries that stand, each as its author wrote it, with its folder, and as the rules leave it."""
        return tuple(
            (each, folder, each if folder is self._last else self._left_of(each)) for each, folder in self._standing
        )

    @lazy_property
    def _standing(self) -> tuple[tuple[Entry, Folder], ...]:
        """The entries as their authors wrote them, without those whose place one of an overlay takes."""
        found = {_place_of(each): (each, folder) for each, folder in self._read[0] if self._counts(each)}
        return tuple(found.values())

    @property
    def _last(self) -> Folder:
        """The folder whose author sees what is wrong with an entry: those below are looked at without it."""
        return self.opened.folders[-1]

    def _left_of(self, entry: Entry) -> Entry | None:
        """Returns an entry with those of its keys that the rules have, if there are any or it never had one; None, too, for
        one that says a value that the rules have no more."""
        removed = {each for each, _ in self._unknown_names(entry)}
        if entry.word in BOUND:
            removed = {each for each in entry.keys if not self.meanings.keys(each)}
        left = tuple(each for each in entry.keys if each not in removed)
        is_gone = entry.keys and (not left or left[0] != entry.keys[0] and entry.word == "drawn")
        is_gone = is_gone or any(self._unknown_values(entry))
        return None if is_gone else replace(entry, keys=left)

    def _counts(self, entry: Entry) -> bool:
        """Tells if a line is one of these rules: if the option that it names has the choice that it names."""
        option = self.opened.rules.options.get(entry.when[0]) if entry.when else None
        return option is None or option.write_value(option.value) == entry.when[1]

    @lazy_property
    def since(self) -> Mapping[str, str]:
        """The version of the rules in which a sentence last came to say something else, by its number."""
        found: dict[str, str] = {}
        for folder in self.opened.folders:
            found |= {number: version for (number, key), version in locked_in(folder).items() if key == SINCE}
        return found

    @lazy_property
    def meanings(self) -> Meanings:
        """The lines of the rules."""
        return Meanings(self.opened)

    @lazy_property
    def stale(self) -> Mapping[Entry, tuple[str, ...]]:
        """The sentences of which a line has another meaning now than when they were written, with its keys."""
        locked = {id(folder): locked_in(folder) for folder in self.opened.folders}
        found = {}
        for written, folder, entry in self._remaining_entries:
            known = locked[id(folder)]
            keys = tuple(
                key
                for key in self.keys(written)
                if known.get((written.number, key), "") not in ("", self.meanings.digest(key, written.text))
                and not self._is_in_table(written, key)
            )
            keys += self._removed_keys(written, known)
            keys += self._removed_numbers(written) if folder is not self._last else ()
            if keys and entry is not None:
                found[entry] = keys
        return found

    def _removed_keys(self, entry: Entry, known: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
        """The keys of lines that a sentence was written for and that the rules have no more."""
        named = entry.keys if entry.word == "says" else ()
        below = (key for number, key in known if number == entry.number and key not in self.meanings.texts)
        return tuple(key for key in below if any(f"{key}.".startswith(f"{each}.") for each in named))

    def _removed_numbers(self, entry: Entry) -> tuple[str, ...]:
        """The numbers that a sentence refers to and under which nothing stands any more."""
        said = {each.value for each in text_values(entry.text)} & self._numbers_without_entry
        return (*self.keys(entry), *sorted(said)) if said else ()

    @lazy_property
    def _numbers_without_entry(self) -> frozenset[str]:
        """The numbers of which the rules leave no entry."""
        return self._numbers - {number for each in self.entries for number in (each.number, str(each.chapter))}

    def _is_in_table(self, entry: Entry, key: str) -> bool:
        """Tells if a key stands for rows that a table below the sentence shows as they are now."""
        kinds = (
            f"kind {each.keys[0]}." for each in self.entries if each.word == "table" and each.number == entry.number
        )
        return any(f"{key}.".startswith(kind) for kind in kinds)

    def keys(self, entry: Entry) -> tuple[str, ...]:
        """The keys of all lines that a sentence says."""
        return tuple(each for key in (entry.keys if entry.word == "says" else ()) for each in self.meanings.keys(key))

    def _covered_keys(self) -> Iterator[str]:
        """Yields the keys of lines that are said or left out; a line that was added below a key is neither."""
        for entry, folder in self._read[0]:
            if folder is not self._last and self._left_of(entry) is None:
                continue
            known = locked_in(folder)
            is_new = not any(number == entry.number for number, _ in known)
            for key in entry.keys if entry.word in BOUND else ():
                is_all = is_new or entry.word == "quiet"
                below = self.meanings.keys(key)
                yield from (each for each in below if is_all or each == key or (entry.number, each) in known)

    @lazy_property
    def covered_keys(self) -> frozenset[str]:
        """The keys of the lines that a sentence says, or that are left out for a reason; the choice of what an action is
        about with that action, and a ranking under its name."""
        keys = {*self._covered_keys()}
        named = {each for entry, _ in self._read[0] if entry.word in BOUND for each in entry.keys}
        return frozenset(
            {*keys, *(f"action {each}" for each in named), *(each.removeprefix("ranking ") for each in keys)}
        )

    @lazy_property
    def lines_without(self) -> tuple[str, ...]:
        """The keys of lines for which no sentence stands, and that are not left out for a reason."""
        asked = dict.fromkeys(self.meanings.to_tell())
        return tuple(key for key in asked if key not in self.covered_keys) if self.entries else ()

    def findings(self) -> tuple[Diagnostic, ...]:
        """C0711 for what cannot be read or names nothing, C0712 for stale sentences, C0713 for lines without one."""
        return (*self._read[1], *self._wrong_names(), *self._stale(), *self._coverage())

    def _wrong_names(self) -> Iterator[Diagnostic]:
        numbers: dict[tuple[str, ...], Entry] = {}
        for entry, folder in self._read[0]:
            if folder is self._last:
                yield from self._missing_names(entry)
                yield from self._unknown_values(entry)
            if entry.word in ("says", "tell", "chapter"):
                place = (folder.id_or_path, entry.number, *entry.when)
                if numbers.setdefault(place, entry) is not entry or (entry.number, RETIRED) in locked_in(folder):
                    wrong = f"the number `{entry.number}` is given twice"
                    yield at("C0711", wrong, entry.span, help="a number stands for one rule, and is never given again")

    def _missing_names(self, entry: Entry) -> Iterator[Diagnostic]:
        for key in entry.keys if entry.word in BOUND else ():
            if not self.meanings.keys(key):
                help = did_you_mean(key, self.meanings.texts) or "`cavewright show RULESET --rule` prints keys"
                yield at("C0711", f"no line of the rules has the key `{key}`", entry.span, help=help)
        for wrong, known in self._unknown_names(entry):
            help = did_you_mean(wrong, known) or "look at its name"
            yield at("C0711", f"there is no `{wrong}` in the rules", entry.span, help=help)

    def _unknown_names(self, entry: Entry) -> Iterator[tuple[str, Iterable[str]]]:
        """Yields the names in an entry that stand for nothing, with those that there are."""
        rules = self.opened.rules
        kinds, examples = rules.kinds, [each.name for each in rules.examples]
        known: Iterable[str] | None = {
            "price": rules.actions,
            "actions": rules.actions,
            "table": kinds,
            "drawn": kinds,
            "pictured": examples,
            "scored": examples,
            "mark": [f"{each.owner}.{each.name}" for each in rules.fields] + list(rules.boards),
        }.get(entry.word)
        first = entry.keys[:1] if entry.word == "drawn" else entry.keys
        yield from ((each, known) for each in first if known is not None and each not in known)
        if entry.word == "drawn" and entry.keys[0] in kinds:
            rows = kinds[entry.keys[0]].rows
            yield from ((each, rows) for each in entry.keys[1:] if each not in rows)
        if entry.when:
            name, choice = entry.when
            option = rules.options.get(name)
            if option is None:
                yield name, rules.options
            elif not option.admits(choice):
                yield choice, [each for each, _ in option.choices] or ("yes", "no")

    def _unknown_values(self, entry: Entry) -> Iterator[Diagnostic]:
        unknown: list[str] = []

        example = self._example(entry)

        def look(value: str, forms: tuple[str, ...]) -> str | None:
            said = self.value(value, forms)
            if said is None and not (example and re.search(rf"\b{re.escape(value)}\b", example)):
                unknown.append(value)
            return said

        fill_values(entry.text, look)
        for value in unknown:
            yield at(
                "C0711",
                f"the value `{value}` is not known before play",
                entry.span,
                help="name a constant, an option that is a number, a cell as in `ROW.column`, `price ACTION` or another rule, `5.1`",
            )

    def _stale(self) -> Iterator[Diagnostic]:
        for entry, keys in self.stale.items():
            lines = ", ".join(keys)
            yield warning(
                "C0712",
                f"the sentence `{entry.number}` was written for another meaning of `{lines}`",
                entry.span,
                help=f"write it anew, or say that it still holds: `cavewright check RULESET --accept {entry.number}`",
            )

    def _coverage(self) -> Iterator[Diagnostic]:
        if self.lines_without:
            shown = ", ".join(self.lines_without[:MOST_SHOWN]) + (", …" if len(self.lines_without) > MOST_SHOWN else "")
            help = "write `says NUMBER KEY`, or `quiet KEY` with a reason"
            yield warning("C0713", f"no sentence of the book covers `{shown}`", self._place(), help=help)

    def _place(self) -> Span:
        return self._read[0][0][0].span

    # ---- what sentences say ------------------------------------------------------------------------------------------

    def text(self, entry: Entry) -> str:
        """The sentence in the language of the rules' words, its values filled in."""
        said = self.opened.words.template(entry.context, entry.text)
        return fill_values(said, self.value)

    def caption(self, entry: Entry) -> str:
        """Returns the line below an example: places that it names stay in their braces."""
        said = self.opened.words.template(entry.context, entry.text)
        return fill_values(said, lambda value, forms: self.value(value, forms) or f"{{{value}}}")

    def _example(self, entry: Entry) -> str:
        """The text of the example of an entry; "" for other entries."""
        named = {each.name: each for each in self.opened.rules.examples} if entry.word == "pictured" else {}
        return named[entry.keys[0]].span.text if entry.keys and entry.keys[0] in named else ""

    def value(self, value: str, forms: tuple[str, ...] = ()) -> str | None:
        """Returns the words for what stands in braces: a constant, a number that is an option, a cell, the price of an
        action, or the number of another rule; None for what is none of them."""
        rules = self.opened.rules
        known, option = rules.constants.get(value), rules.options.get(value)
        if option is not None and option.type.is_number:
            return self._number(option.value, option.type, forms)
        if known is not None and known.op == "const":
            return self._number(int(known.args[0]), known.type, forms)
        if value.startswith("price ") and value[6:] in rules.actions:
            return self._price(rules.actions[value[6:]])
        row, _, column = value.partition(".")
        for kind in rules.kinds.values():
            if row in kind.rows and column in kind.columns:
                found = kind.columns[column]
                return self._number(found.values[kind.index(row)], found.type, forms)
        return value if value in self._numbers else None

    @lazy_property
    def _numbers(self) -> frozenset[str]:
        """The numbers of sentences and chapters, those of sentences that go with what an overlay takes out among them."""
        return frozenset(number for each, _ in self._standing for number in (each.number, str(each.chapter)))

    def _number(self, value: int, type_: Type, forms: tuple[str, ...]) -> str:
        """Returns a value with the form of the noun behind it that its number asks for."""
        if forms:
            return f"{value} {forms[0] if value == 1 else forms[-1]}"
        return self.opened.words.show_value(value, type_)

    def _price(self, action: m.Action) -> str:
        told = Sentences(self.opened.words)
        costs = (each.statement for each in (*action.header, *action.body) if isinstance(each.statement, m.Cost))
        return ", ".join(filter(None, map(told.price, costs))) or self.opened.phrase("nothing")


def _place_of(entry: Entry) -> tuple[str, ...]:
    """Whatever an entry takes the place of in a book below."""
    is_rule = entry.word in ("says", "tell")
    return ("rule" if is_rule else entry.word, entry.number, *(() if is_rule else entry.keys))


def _order(number: str) -> tuple[float, ...]:
    return tuple(map(float, number.split("."))) if number else (float("inf"),)


# ---- digests beside the file -----------------------------------------------------------------------------------------


def locked_in(folder: Folder) -> dict[tuple[str, str], str]:
    """The digests that lie beside a book, by the number of a sentence and the key of a line."""
    found = {}
    for line in folder.lock.text.splitlines() if folder.lock is not None else ():
        number, _, rest = line.partition(" ")
        key, _, digest = rest.rpartition(" ")
        if number and key and not line.startswith("#"):
            found[number, key] = digest
    return found


def keys_of(book: SentenceBook, folder: Folder) -> Iterator[str]:
    """Yields the numbers of the sentences of one folder, and the keys of all lines that they say."""
    for entry in read_book(folder.book)[0] if folder.book is not None else ():
        yield from (entry.number, *book.keys(entry))


def accept(book: SentenceBook, folder: Folder, wanted: Iterable[str]) -> str:
    """The digests of a folder, written anew for those numbers or keys, or for `all`; new sentences are always taken. A
    sentence that is taken with another meaning than before, or that is new in a later version, has that version; a number
    that is given up stays in the list, so that nothing else is called by it."""
    wanted = set(wanted)
    known = locked_in(folder)
    version = book.opened.rules.version
    own = read_book(folder.book)[0] if folder.book is not None else ()
    lines, written = [], {number for number, key in known if key != RETIRED}
    for entry in own:
        lines += [f"{entry.number} {FREE} -"] if entry.word == "tell" else []
        is_other = bool(_first_version(known)) and entry.word in ("says", "tell") and entry.number not in written
        for key in book.keys(entry):
            old = known.get((entry.number, key))
            new = book.meanings.digest(key, entry.text)
            is_taken = old is None or wanted & {"all", entry.number, key}
            is_other |= bool(is_taken and old not in (None, new))
            lines.append(f"{entry.number} {key} {new if is_taken else old}")
        since = version if is_other and version != _first_version(known) else known.get((entry.number, SINCE), "")
        lines += [f"{entry.number} {SINCE} {since}"] if since else []
    numbers = {each.number for each in own}
    lost = {number for number, _ in known} - numbers - {FIRST}
    gone = {number: known.get((number, RETIRED), version) for number in lost}
    gone |= {number: since for (number, key), since in known.items() if key == RETIRED}
    lines += [f"{number} {RETIRED} {gone[number]}" for number in sorted(gone, key=_order)]
    return "\n".join([HEAD, f"{FIRST} version {_first_version(known) or version}", *lines]) + "\n"


def _first_version(known: Mapping[tuple[str, str], str]) -> str:
    """The version of the rules for which a book was first written."""
    return known.get((FIRST, "version"), "")
