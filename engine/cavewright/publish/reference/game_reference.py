"""Game of a reference: its rules, sentences, facts and figures in one language, and where its pages are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...foundation.source.lazy_property import lazy_property
from ...foundation.texts import Texts, capitalise
from ...language.syntax import print_item
from ...language.syntax import tree as t
from ...play.examples.runner import ExampleStep
from ...play.loading.opened_rules import OpenedRules
from ...play.states.game import Game, State
from ...rules.check.translatable_texts import shown_kinds
from ...rules.model import ruleset as m
from ...rules.model.statement_effects import inner_blocks
from ..changes.citations import Fact, cited_facts
from ..changes.overlay_changes import PAST, changes
from ..sentences import Sentence, Sentences
from ..sentences.book_file import read_book
from ..sentences.mentions import NAMED, nodes
from .credits import credit_lines, whose
from .markdown import (
    Admonition,
    Block,
    CodeBlock,
    Heading,
    Inline,
    Item,
    Items,
    Link,
    Page,
    Paragraph,
    Picture,
    Quiet,
    Words,
    anchor_of,
)
from .position_links import layouts_of, module_of, position_link
from .row_pictures import RowPictures
from .simulated_figures import Figures
from .term_links import Term, TermLinks
from .written_book import WrittenBook

WIDE = 700
"""Pixels from which on a picture does not fit a page, or a telephone."""
_WIDTH = re.compile(r'<svg[^>]* width="([0-9.]+)"')
UNLINKED = ("glossary.md", "facts.md", "rules.md", "variants.md")
"""Pages on which words are not linked to where they are explained."""
BEHIND = {
    "facts.md": 0.0001,
    "rules.md": 0.0001,
    "history.md": 0.01,
    "variants.md": 0.01,
    "components.md": 0.1,
    "options.md": 0.01,
    "glossary.md": 0.01,
}
"""Pages that a search puts behind those of the rules."""
FEW = 24
"""Rows of a table that are shown; a longer one is folded away."""


def printed_columns(kind: m.Kind) -> Iterator[m.Column]:
    """Yields the columns of a kind of which readers see the values: not those that only say how rows are drawn."""
    drawn = (*m.DRAWN, m.PICTURE)
    return (each for each in kind.columns.values() if each.name not in drawn or not each.type.is_text)


@dataclass(frozen=True)
class GameReference:
    """Questions that the pages about a game ask. `files` are pictures by path, which pages add to."""

    opened: OpenedRules
    game: Game
    figures: Figures | None
    files: dict[str, str | bytes] = field(default_factory=dict)
    steps: Mapping[str, tuple[ExampleStep, ...]] = field(default_factory=dict)
    """What was done in each example."""
    changed: frozenset[str] = frozenset()
    """The examples of the game below that house rules change; they are not shown."""
    playing: Mapping[str, bytes] = field(default_factory=dict)
    """The files of a page on which it is played, if that is published with it."""
    earlier: tuple[OpenedRules, ...] = ()
    """Earlier versions of its rules, the oldest first."""
    write_book: Callable[[GameReference], WrittenBook] = lambda _: WrittenBook()
    """Makes the chapters that authors wrote."""

    @property
    def rules(self) -> m.Ruleset:
        """The checked rules."""
        return self.opened.rules

    @property
    def texts(self) -> Texts:
        """The words of the program."""
        return self.opened.words.texts

    @property
    def lang(self) -> str:
        """The language of the pages."""
        return self.opened.words.lang

    def phrase(self, template: str, /, **values: object) -> str:
        """A sentence of the program."""
        return self.texts.phrase(template, **values)

    @lazy_property
    def sentences(self) -> Sentences:
        """The rules as sentences."""
        return Sentences(self.opened.words)

    @lazy_property
    def book(self) -> WrittenBook:
        """The chapters that authors wrote."""
        return self.write_book(self)

    @lazy_property
    def row_pictures(self) -> RowPictures:
        """The pictures of rows."""
        return RowPictures(self.opened)

    @lazy_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of the rulebooks, with what carries them out."""
        return tuple(cited_facts(self.opened))

    @lazy_property
    def declarations(self) -> Mapping[str, t.Declaration]:
        """Every declaration by its label."""
        return {each.label: each for each in self.opened.declarations.declarations}

    @lazy_property
    def examples(self) -> tuple[m.Example, ...]:
        """The examples that are shown."""
        return tuple(each for each in self.rules.examples if each.name not in self.changed)

    @lazy_property
    def terms(self) -> Mapping[str, Term]:
        """The words of the game, and where each is explained: nowhere, if it stands for several things or a word of the
        language that is explained nowhere begins like one that is."""
        told = {f"{each.owner}.{each.name}" for each in self.rules.fields if self.is_explained(each)}
        found: dict[str, set[Term]] = {}
        for said, kind, name in self.sentences.terms():
            term = Term(name, "", "")
            if kind == "define" and not self.is_in_glossary(name):
                rules = self.book.rules_about(name)
                place = self.book.place(rules[0].number) if rules else None
                term = Term(name, self.path(place[0]), place[1]) if place else term
            elif f"{kind} {name}" in self.declarations or kind == "kept" and name in told:
                page = "components.md" if kind == "kind" else "glossary.md"
                is_known = kind != "kind" or self.is_explained_kind(self.rules.kinds[name])
                term = term if not is_known else Term(name, self.path(page), anchor_of(kind, name.partition(".")[0]))
            found.setdefault(said, set()).add(term)
        return {said: next(iter(terms)) if len(terms) == 1 else Term(said, "", "") for said, terms in found.items()}

    def is_in_glossary(self, define: str) -> bool:
        """Tells if a word of the rules is explained in the glossary: not if a chapter says it, nor, where there are
        chapters, if nobody wrote a text for it. Where rows define it, each says it by a text of its own."""
        node = self.declarations.get(f"define {define}")
        has_text = node is not None and bool(node.text)
        return f"define {define}" not in self.book.covered_keys and (has_text or not self.book.chapters)

    def is_explained(self, field: m.Field) -> bool:
        """Tells if there is more to say of a field than its name: a text, or that not everybody sees it."""
        return field.told and bool(field.text or self.sentences.sight(field) or self.sentences.beginning(field))

    def is_explained_kind(self, kind: m.Kind) -> bool:
        """Tells if the rows of a kind are more than numbers for the rules to count with, or somebody wrote a text for it."""
        if not kind.rows or is_mere_count(kind):
            return False
        printed = tuple(printed_columns(kind))
        is_named = kind.name in shown_kinds(self.rules) or "label" in kind.columns or not printed
        return is_named or bool(kind.text) or len(printed) > 1 or not printed[0].type.is_number

    def to_position(self, state: State) -> Link | None:
        """A link that opens a position in which an example begins on the page on which it is played, where there is one."""
        is_playable = self.playing and (state.game == self.game or f"{module_of(state.game)}.json" in self.playing)
        anchor = position_link(state, layouts_of(state.game), self.lang, begins=True) if is_playable else ""
        return Link(self.phrase("Open this position"), self.path("play/index.html"), anchor) if anchor else None

    # ---- where things are --------------------------------------------------------------------------------------------

    @property
    def folder(self) -> str:
        """The folder of its pages."""
        return self.opened.full_id.replace("+", "-with-")

    def path(self, name: str) -> str:
        """The path of one of its pages or pictures."""
        return f"{self.folder}/{name}"

    def page(self, name: str, title: str, blocks: Iterable[Block | None]) -> Page:
        """A page under its title, with whose game it is at its end."""
        kept = tuple(each for each in blocks if each is not None)
        if name not in UNLINKED:
            kept = tuple(TermLinks(self.terms, self.path(name)).link_terms(kept))
        whole = (Heading(1, f"{self.opened.title}: {title}"), *kept, *self.credits())
        return Page(self.path(name), title, whole, boost=BEHIND.get(name, 1))

    def picture(self, name: str, drawn: str, said: str) -> Picture:
        """Keeps a picture under a name; `said` is what it shows."""
        path = self.path(f"pictures/{name}.svg")
        self.files[path] = drawn
        found = _WIDTH.search(drawn)
        return Picture(path, said, found is not None and float(found[1]) > WIDE)

    def heading(self, kind: str, name: str, text: str = "") -> str:
        """Returns the name of a definition or a process where it is explained: its text, what a catalogue calls it, or
        its name in the rules."""
        words = self.opened.words
        key = kind if name in ("", kind) else f"{kind} {name}"
        said = (
            words.text(key, text) or self.sentences.phrase_of(kind, name) or words.name(name, name.rpartition(".")[2])
        )
        said = self.phrase("The game") if said == "play" or kind == "game" else said
        said = self.phrase("Scoring") if said == "scoring" else said
        triggers = (each for each in self.rules.triggers if each.clause.rule == f"whenever {name}")
        if kind == "whenever" and not text and (trigger := next(triggers, None)):
            said = self.sentences.trigger(trigger).text.rstrip(":")
        return capitalise(said).rstrip(".,")

    def to_rule(self, label: str, words: str = "") -> Inline:
        """A link to the lines of a rule."""
        if label not in self.declarations:
            return words or label
        return Link(words or label, self.path("rules.md"), anchor_of("rule", label))

    def to_facts(self, ids: Iterable[str]) -> list[Inline]:
        """Links to facts, with commas between them."""
        found: list[Inline] = []
        for id in dict.fromkeys(ids):
            found += [", "] if found else []
            found.append(Link(id, self.path("facts.md"), anchor_of("fact", id)))
        return found

    # ---- parts of pages ----------------------------------------------------------------------------------------------

    def sentence_list(self, sentences: Iterable[Sentence]) -> Iterator[Items]:
        """Sentences as a list, if there are any; what happens within one stands below it."""
        items = tuple(item for each in sentences for item in self._items(each))
        yield from [Items(items)] if items else []

    def _items(self, sentence: Sentence) -> Iterator[Item]:
        """A sentence with those within it; nothing of what is only the rules' own bookkeeping, nor of what an author says."""
        inner = tuple(item for each in sentence.inner for item in self._items(each))
        is_empty = not inner and sentence.text.endswith(":")
        if sentence.clause in self.bookkeeping or is_empty:
            return
        if inner or not sentence.inner and sentence.clause not in self.book.covered_keys:
            yield Item(sentence.text, inner)

    def is_for_readers(self, trigger: m.Trigger) -> bool:
        """Tells if a consequence of actions is more than bookkeeping of the rules."""
        return any(not self._is_kept_for_rules(each) for each in trigger.body)

    def _is_kept_for_rules(self, step: m.Step) -> bool:
        if isinstance(step.statement, m.Call):
            return all(map(self._is_kept_for_rules, self.rules.processes[step.statement.process].body))
        inner = [each for block in inner_blocks(step.statement) for each in block]
        return step.clause.name in self.bookkeeping or bool(inner) and all(map(self._is_kept_for_rules, inner))

    @lazy_property
    def bookkeeping(self) -> frozenset[str]:
        """The clauses that only change what is kept for the rules themselves and shown to nobody, and the lines and
        consequences that a book leaves out."""
        return frozenset((*_bookkeeping(self.rules), *self._quiet()))

    def _quiet(self) -> Iterator[str]:
        entries = (each for folder in self.opened.folders if folder.book for each in read_book(folder.book)[0])
        keys = [key for each in entries if each.word == "quiet" for key in each.keys]
        for clause in self.rules.clauses:
            if any(clause.name == key and "." in key or _is_within(clause.name, key) for key in keys):
                yield clause.name

    def credits(self) -> Iterator[Block]:
        """Yields the makers, the disclaimer and the licence of the wording, as the end of a page."""
        yield Admonition((Paragraph(" ".join(credit_lines(self.opened))),))

    def summary(self) -> Words:
        """The game in short, for a list of games."""
        made, licence = whose(self.opened)
        about = "".join(f"{each} " for each in self.opened.property_values("about"))
        return f"{self.opened.players}. {about}", Quiet(" ".join((*made, *licence)))

    def overlay_title(self, name: str) -> str:
        """Returns the title of an edition or of house rules between quotation marks; the name where there is none."""
        composed = self.opened.declarations
        heads = (*composed.heads, *composed.grounds)
        title = next((self.head_title(each) for each in heads if each.name == name), name)
        return self.phrase("“{text}”", text=title)

    def head_title(self, head: t.Declaration) -> str:
        """Returns the title in the head of rules; their name where there is none."""
        return self.opened.words.text(head.label, head.text) or head.name

    def rule_lines(self, label: str) -> tuple[Block, ...]:
        """The lines of a rule as they stand, and who changed them; not that an edition did, whose pages these are."""
        node = self.declarations[label]
        changed = [
            capitalise(self.phrase(PAST[verb], who=self.overlay_title(who))) + (f": {because}" if because else "")
            for _, verb, who, because, _ in changes(self.opened, label)
            if who != self.rules.id
        ]
        if not changed:
            return (CodeBlock(node.span.text),)
        return CodeBlock(print_item(node)), Paragraph(". ".join(dict.fromkeys(changed)) + ".")


def _bookkeeping(rules: m.Ruleset) -> Iterator[str]:
    """The names of steps that set a field which nobody is shown."""
    for step in nodes((rules.processes, rules.actions, rules.triggers), NAMED):
        if isinstance(step, m.Step) and isinstance(step.statement, m.Assign) and not step.clause.text:
            target = step.statement.target
            if target.op == "field" and not target.args[0].told:
                yield step.clause.name


def _is_within(clause: str, key: str) -> bool:
    return key.startswith("whenever ") and f"{clause}.".startswith(f"{key}.")


def join_with(parts: Iterable[Words], between: str = " · ") -> tuple[Inline, ...]:
    """Parts with something between them."""
    found: list[Inline] = []
    for each in parts:
        found += [between] if found else []
        found += each if isinstance(each, tuple) else [each]
    return tuple(found)


def is_mere_count(kind: m.Kind) -> bool:
    """Tells if the rows of a kind are many numbers and no more, by which rules count something."""
    if len(kind.rows) <= FEW:
        return False
    if kind.columns:
        return len(kind.columns) == 1 and all(each.type.is_number for each in kind.columns.values())
    return all(each.isdecimal() for each in kind.rows)
