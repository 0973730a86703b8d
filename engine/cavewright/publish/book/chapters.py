"""Chapters of a book: rules by their numbers, with tables and pictures, questions and answers, words and an index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ...foundation.source.frozen import frozen
from ...foundation.source.lazy_property import lazy_property
from ...foundation.texts import capitalise
from ...rules.model import ruleset as m
from ..reference.action_pages import LONGEST_COST, action_title, by_chapter, costs_of, reasons_of
from ..reference.course_page import processes_in_order
from ..reference.example_blocks import home_of
from ..reference.game_reference import GameReference
from ..reference.glossary_page import letters
from ..reference.position_links import layouts_of, opening, position_link
from ..sentences import Sentence
from ..sentences.book_file import Entry
from ..sentences.language import language
from .figures import Figure, Figures
from .sentence_book import SentenceBook
from .tables import Table, read_kind, read_scores
from .word_index import Index, WordForms, index_words, plurals_of

MOST_EXAMPLES = 2
"""Examples of an action that are drawn where no author chose any."""

_NUMBER = re.compile(r"(?<![\w.])\d{1,2}\.\d{1,2}(?![\w.%])")


@frozen
class Rule:
    """One numbered rule: its text, where `*…*` is bold; what stands below it; the facts behind it; what an author's
    sentence no longer says, if it is stale; the version of the rules in which it changed last."""

    number: str
    text: str
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    cites: str = ""
    made: tuple[str, ...] = ()
    since: str = ""


@frozen
class Chapter:
    """A chapter with its number, its title, the prices of its actions, and its rules."""

    number: int
    title: str
    prices: tuple[tuple[str, str], ...] = ()
    rules: tuple[Rule, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    questions: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    is_whole: bool = False
    """It is a page that people keep open: it begins a page, and is not parted if it fits on one."""


@dataclass(frozen=True)
class BookContents:
    """The chapters of the book of a game, in the order in which people learn it: those of its authors, if they wrote
    any, or else what is made of the rules."""

    game: GameReference
    play: str = ""
    """The address of a page on which the game is played, where positions of examples are opened; "" for none."""
    with_pictures: bool = True

    @lazy_property
    def book(self) -> SentenceBook:
        """The sentences of the authors."""
        return SentenceBook(self.game.opened)

    @lazy_property
    def icons(self) -> Mapping[tuple[str, str], str]:
        """The pictures of rows, by the heading of their kind and their name, as tables have them."""
        words, pictures = self.game.opened.words, self.game.row_pictures
        return {
            (capitalise(words.kind(kind.name)), words.row(kind, row)): drawn
            for kind in self.game.rules.kinds.values()
            for row, drawn in enumerate(pictures.of_rows(kind))
            if drawn
        }

    @lazy_property
    def chapters(self) -> tuple[Chapter, ...]:
        """All chapters; those without anything are left out."""
        written = (
            tuple(self._chapters_by_authors()) if any(each.word == "chapter" for each in self.book.entries) else ()
        )
        found = [*(written or self._chapters_by_rule())]
        number = max((each.number for each in found), default=0)
        for make in (self._questions, self._words):
            if (made := make(number + 1)) is not None:
                found.append(made)
                number += 1
        return tuple(found)

    # ---- the words of authors ----------------------------------------------------------------------------------------

    def _chapters_by_authors(self) -> Iterator[Chapter]:
        for head in (each for each in self.book.entries if each.word == "chapter"):
            own = [each for each in self.book.entries if each.number and each.chapter == head.chapter]
            prices = tuple(self._price(each) for each in own if each.word == "price")
            rules = [self._rule(each, own) for each in own if each.word in ("says", "tell")]
            is_whole = bool(head.keys)
            rules += self._unsaid(head.chapter)
            yield Chapter(head.chapter, self.book.text(head), prices, tuple(rules), is_whole=is_whole)

    def _price(self, entry: Entry) -> tuple[str, str]:
        """Returns the price of an action and what it is for; the price in an author's words where it is reckoned."""
        action = self.game.rules.actions[entry.keys[0]]
        text, cost = self.book.text(entry), costs_of(self.game, action)
        title = f"{action_title(self.game, action)}."
        if len(cost) > LONGEST_COST and text:
            return capitalise(text.rstrip(".")), title
        return capitalise(cost or self.game.phrase("free of charge")), capitalise(text) or title

    def _rule(self, entry: Entry, own: list[Entry]) -> Rule:
        beside = [each for each in own if each.number == entry.number]
        made = tuple(self._made_of(self.book.stale[entry])) if entry in self.book.stale else ()
        tables = tuple(table for each in beside if (table := self._table(each)))
        figures = tuple(figure for each in beside for figure in self._figures(each))
        since = self.book.since.get(entry.number, "")
        return Rule(entry.number, self.book.text(entry), tables, figures, entry.cites, made, since)

    def _table(self, entry: Entry) -> Table:
        if entry.word == "table":
            return self.table(entry.keys[0])
        if entry.word == "actions":
            return self.actions_table(entry.keys)
        return read_scores(self.game, entry.keys[0]) if entry.word == "scored" else ()

    def _figures(self, entry: Entry) -> Iterator[Figure]:
        if not self.with_pictures:
            return
        figures = Figures(self.game)
        if entry.word == "pictured":
            yield from self._example(entry.keys[0], self.book.caption(entry))
        elif entry.word == "start":
            marks = {each.keys[0]: each.number for each in self.book.entries if each.word == "mark"}
            yield from figures.starts(marks)
        elif entry.word == "drawn":
            yield from figures.rows(entry.keys[0], entry.keys[1:])

    def _example(self, name: str, caption: str) -> Iterator[Figure]:
        """Yields the figure of an example, if it has one, with the address at which its position is played."""
        figure = Figures(self.game).example(name, caption)
        if figure is not None:
            yield replace(figure, address=self._address_of(name))

    def _address_of(self, name: str) -> str:
        first = opening(self.game.steps[name]) if self.play else None
        if first is None or first.game != self.game.game:
            return ""
        part = position_link(first, layouts_of(first.game), self.game.lang, begins=True)
        return f"{self.play.partition('#')[0]}#{part}" if part else ""

    def table(self, kind: str) -> Table:
        """A kind as rows of words, its heading first."""
        return read_kind(self.game, kind)

    def actions_table(self, names: tuple[str, ...] = ()) -> Table:
        """Actions with their prices and the first rule about each: those of these names, or all."""
        game, rows = self.game, []
        for action in game.rules.actions.values():
            if action.name in names or not names and "." not in action.name:
                cost = costs_of(game, action)
                told = (each for each in self.book.entries if each.word == "price" and each.keys[0] == action.name)
                short = cost if len(cost) <= LONGEST_COST else next(map(self.book.text, told), "").rstrip(".")
                rows.append((action_title(game, action), short or game.phrase("nothing"), self.rule_about(action)))
        table = ((game.phrase("Action"), game.phrase("It costs"), game.phrase("Rule")), *rows)
        is_free = all(row[1] == game.phrase("nothing") for row in rows)
        return tuple((row[0], row[2]) for row in table) if is_free else table

    def rule_about(self, action: m.Action) -> str:
        """Returns the number of the first rule that says an action whole, or else lines of it; "" where there is none."""
        begins = (f"{action.name}.", f"action {action.name}.")
        said = [each for each in self.book.entries if each.word == "says"]
        own = [each.number for each in said if action.name in each.keys]
        own += [each.number for each in said if any(f"{key}.".startswith(begins) for key in each.keys)]
        return next(iter(own), "")

    def _unsaid(self, chapter: int) -> Iterator[Rule]:
        """Yields what is made of lines that nobody has said, behind the chapter in which most of their rule is said."""
        mine = [key for key in self.book.lines_without if self._chapter_of(key) == chapter]
        for text in self._made_of(mine):
            yield Rule("", text)

    def _chapter_of(self, key: str) -> int:
        rule = key.partition(".")[0]
        chapters = [each for each in self.book.entries if each.word == "chapter"]
        said = [each.chapter for each in self.book.entries for one in each.keys if one.partition(".")[0].endswith(rule)]
        return said[0] if said else chapters[-1].chapter

    def _made_of(self, keys: list[str] | tuple[str, ...]) -> Iterator[str]:
        """Yields the made sentences about some lines, with what happens within each."""
        wanted, said = set(keys), set[str]()
        for each in self._all_sentences:
            if each.clause in wanted and each.clause not in said and each.kind != "refusal":
                parts = [part for part in each.walk() if part.kind != "refusal"]
                said |= {part.clause for part in parts if part is not each}
                yield " ".join(part.text for part in parts)

    @lazy_property
    def _all_sentences(self) -> tuple[Sentence, ...]:
        return tuple(self.game.sentences.all())

    # ---- what is made ------------------------------------------------------------------------------------------------

    def _chapters_by_rule(self) -> Iterator[Chapter]:
        game, phrase = self.game, self.game.phrase
        about = tuple(Rule(f"1.{n}", text) for n, text in enumerate(game.opened.property_values("about"), 1))
        yield Chapter(1, phrase("What it is about"), (), about)
        kinds = [each for each in game.rules.kinds.values() if f"kind {each.name}" in game.declarations and each.text]
        box = [
            Rule(
                f"2.{n}",
                f"*{capitalise(game.opened.words.kind(each.name))}.* {self._kind_text(each)}",
                self._tables(each),
            )
            for n, each in enumerate(kinds, 1)
        ]
        yield Chapter(2, phrase("What is in the box"), (), tuple(box))
        yield self._course(3)
        number = 4
        actions = [each for each in game.rules.actions.values() if "." not in each.name]
        for title, several in by_chapter(game, actions):
            rules = [self._action(each, f"{number}.{n}") for n, each in enumerate(several, 1)]
            yield Chapter(number, title or phrase("Actions"), (), tuple(rules))
            number += 1
        yield self._scoring(number)

    def _kind_text(self, kind: m.Kind) -> str:
        return self.game.opened.words.text(f"kind {kind.name}", kind.text)

    def _tables(self, kind: m.Kind) -> tuple[Table, ...]:
        made = self.table(kind.name) if len(kind.rows) <= 12 else ()
        return (made,) if made else ()

    def _course(self, number: int) -> Chapter:
        rules, n = [], 1
        for process in processes_in_order(self.game.rules):
            told = self.lines(self.game.sentences.process(process.name))
            if told:
                title = self.game.heading("to", process.name, process.text)
                figures = tuple(Figures(self.game).starts({})) if n == 1 else ()
                rules.append(Rule(f"{number}.{n}", f"*{title}.* {told}", (), figures))
                n += 1
        return Chapter(number, self.game.phrase("The course of the game"), (), tuple(rules))

    def _action(self, action: m.Action, number: str) -> Rule:
        game = self.game
        told = [each for each in game.sentences.action(action.name) if each.kind not in ("requirement", "cost")]
        cost = costs_of(game, action)
        said = f"*{action_title(game, action)}*{f' ({cost})' if cost else ''}. {self.lines(told)}"
        refused = " ".join(each.text for each in reasons_of(game, action))
        if refused:
            said += f" {game.phrase('Not possible')}: {refused}"
        own = [each.name for each in game.examples if home_of(game, each) == action.name][:MOST_EXAMPLES]
        return Rule(number, said, (), tuple(figure for name in own for figure in self._example(name, "")))

    def lines(self, told: tuple[Sentence, ...] | list[Sentence]) -> str:
        """Sentences one after another, those within others behind them; bookkeeping is left out."""
        parts = []
        for each in told:
            if each.clause not in self.game.bookkeeping and each.kind != "refusal":
                inner = self.lines(each.inner)
                if inner or not each.inner:
                    parts.append(f"{each.text} {inner}".strip())
        return " ".join(parts)

    def _scoring(self, number: int) -> Chapter:
        told = [*self.game.sentences.scoring()]
        rules = [Rule(f"{number}.{n}", self.lines([each])) for n, each in enumerate(told, 1)]
        for name in self.game.rules.rankings:
            rules.append(Rule(f"{number}.{len(rules) + 1}", self.lines(self.game.sentences.ranking(name))))
        return Chapter(number, self.game.phrase("Scoring"), (), tuple(rules))

    # ---- questions and words -----------------------------------------------------------------------------------------

    def _questions(self, number: int) -> Chapter | None:
        found = []
        for name in self.game.rules.options:
            told = self.game.sentences.option(name)
            if told.inner:
                found.append((told.text, told.inner[0].text, tuple(each.text for each in told.inner[1:])))
        title = self.game.phrase("Questions and answers")
        return Chapter(number, title, questions=tuple(found)) if found else None

    def _words(self, number: int) -> Chapter | None:
        """The words of the game from A to Z, each with what the rules say of it and the rules that name it."""
        words, found = self.game.opened.words, dict[str, str]()
        if self.explanations:
            return Chapter(number, self.game.phrase("Words from A to Z"), words=self.explanations)
        for kind in self.game.rules.kinds.values():
            if kind.text and f"kind {kind.name}" in self.game.declarations:
                found[capitalise(words.kind(kind.name))] = words.text(f"kind {kind.name}", kind.text)
        for field in self.game.rules.fields:
            if field.told and field.text and not field.type.is_truth:
                key = f"{field.owner.removesuffix(' passage')}.{field.name}"
                found[capitalise(self.game.sentences.entry(field))] = words.text(key, field.text)
        entries = tuple((word, found[word]) for word in sorted(found, key=letters))
        return Chapter(number, self.game.phrase("Words from A to Z"), words=entries) if entries else None

    @lazy_property
    def explanations(self) -> tuple[tuple[str, str], ...]:
        """The words that authors explain, from A to Z."""
        words, own = self.game.opened.words, [each for each in self.book.entries if each.word == "word"]
        entries = ((words.text(f"{each.context} (word)", each.keys[0]), self.book.text(each)) for each in own)
        return tuple(sorted(entries, key=lambda each: letters(each[0])))

    @lazy_property
    def index(self) -> Index:
        """Words with the numbers of the rules in which they stand, if these are not many, and of those that explain them."""
        explained = {word: _NUMBER.findall(said) for chapter in self.chapters for word, said in chapter.words}
        if not any(each.word == "word" for each in self.book.entries):
            terms = (capitalise(words) for words, term in self.game.terms.items() if term.path and len(words) > 3)
            explained = {each: [] for each in terms} | explained
        rules = {each.number: each.text for chapter in self.chapters for each in chapter.rules if each.number}
        forms = WordForms(language(self.game.lang), plurals_of(self.game.sentences.terms()))
        return index_words(rules, explained, forms)


def cover_picture(contents: BookContents) -> str:
    """The picture of the cover: the one of all examples with the most on it; "" where none has a board."""
    drawn = (figure.drawn for chapter in contents.chapters for rule in chapter.rules for figure in rule.figures)
    return max((svg for several in drawn for svg in several), key=len, default="")
