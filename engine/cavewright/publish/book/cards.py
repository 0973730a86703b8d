"""Cards to lay beside the box: a player aid on one sheet, and what an edition or house rules change on another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import groupby

from ...foundation.source.frozen import frozen
from ...foundation.texts import capitalise
from ..changes.difference import Difference
from ..reference.differences_page import made_changes, split_sentences, variant_title
from ..reference.game_reference import GameReference
from ..reference.option_words import option_title
from .chapters import BookContents, Chapter, Rule
from .written_chapters import written_book

TURN = ("turn", "round", "play")
"""Processes of which the first that there is tells the course of a turn, where no author wrote one."""


@frozen
class Part:
    """A part of a card: its title, sentences, a table with its heading first, and a list of what is changed."""

    title: str
    texts: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    changes: tuple[str, ...] = ()


@frozen
class Card:
    """One card; `signed` leaves room for names and a date."""

    title: str
    parts: tuple[Part, ...]
    lead: str = ""
    signed: bool = False


def cards_of(contents: BookContents, below: BookContents | None = None) -> tuple[Card, ...]:
    """The player aid of a game, and what is different from the game below, if there is one."""
    game = contents.game
    aid = Card(game.phrase("{game}: player aid", game=game.opened.title), tuple(_aid(contents)))
    return (aid, _changes(below, contents)) if below is not None else (aid,)


def _aid(contents: BookContents) -> Iterator[Part]:
    game = contents.game
    listed = {each.chapter for each in contents.book.entries if each.word == "actions"}
    turns = listed or {each.number for each in contents.chapters if each.is_whole} or _chapter_of_actions(contents)
    if turns:
        for chapter in contents.chapters:
            if chapter.number in turns:
                texts = tuple(each.text for each in chapter.rules if each.number and len(each.text) < 400)
                yield Part(chapter.title, texts)
    else:
        name = next((each for each in TURN if each in game.rules.processes), "")
        if name:
            yield Part(game.phrase("The course of a turn"), (contents.lines(game.sentences.process(name)),))
    actions = contents.actions_table() if listed or not turns else ()
    if len(actions) > 1:
        yield Part(game.phrase("Actions"), table=actions if turns else tuple(row[:2] for row in actions))
    said = {each.number: each for each in contents.book.entries if each.word in ("says", "tell")}
    shown = set[str]()
    for entry in contents.book.entries:
        if entry.word == "table" and entry.chapter > max(listed, default=0):
            rule = said.get(entry.number)
            title = capitalise(game.opened.words.kind(entry.keys[0]))
            text = contents.book.text(rule) if rule is not None and len(rule.text) < 160 else ""
            shown.add(text)
            yield Part(title, (text,) if text else (), contents.table(entry.keys[0]))
    yield Part(game.phrase("Scoring"), tuple(each for each in _end(contents) if each not in shown))


def _chapter_of_actions(contents: BookContents) -> set[int]:
    """Returns the number of the only chapter in which an author says what can be done; none if there are several."""
    told = {contents.rule_about(each).partition(".")[0] for each in contents.game.rules.actions.values()} - {""}
    return set(map(int, told)) if len(told) == 1 else set()


def _end(contents: BookContents) -> Iterator[str]:
    """Yields the rules about the end: those of the chapter in which an author says the scoring, or what is made."""
    game = contents.game
    own = {each.chapter for each in contents.book.entries if any(key.startswith("scoring") for key in each.keys)}
    if own:
        yield from (each.text for chapter in contents.chapters if chapter.number in own for each in chapter.rules)
        return
    yield contents.lines(game.sentences.scoring())
    for name in game.rules.rankings:
        yield contents.lines(game.sentences.ranking(name))


def _changes(before: BookContents, contents: BookContents) -> Card:
    """Returns the card of all that is played otherwise, by the chapters in which it is said, before names and a date."""
    below, game = (replace(each.game, write_book=written_book) for each in (before, contents))
    by_phase: dict[str, list[str]] = {}
    for _, group in groupby(made_changes(below, game), key=lambda each: each.rule):
        several = list(group)
        said = join_told([_question_of(game, several[0]), *(_before_and_after(game, each) for each in several)])
        by_phase.setdefault(_phase_of(contents, several[0].rule), []).append(said)
    tables = {each.title: _sentences_changed(before, contents, each.title) for each in contents.chapters}
    new = {each.title: _rules_added(before, each) for each in contents.chapters}
    added = {title: tuple(f"*{each.number}* {each.text}" for each in rules) for title, rules in new.items()}
    shown = {title: next((table for each in rules for table in each.tables), ()) for title, rules in new.items()}
    titles = [title for title, table in tables.items() if table or added[title] or title in by_phase]
    titles += [each for each in by_phase if each not in titles]
    more = game.phrase("What else is different")
    parts = tuple(
        Part(
            title or more,
            added.get(title, ()),
            tables.get(title) or shown.get(title, ()),
            tuple(by_phase.get(title, ())),
        )
        for title in titles
    )
    is_house = bool(game.rules.overlays)
    title = game.phrase("Our house rules") if is_house else game.phrase("This edition")
    heads = (*game.opened.declarations.heads, *(() if is_house else game.opened.declarations.grounds[1:]))
    why = " ".join(reason for each in heads for reason in game.opened.reasons_for(each))
    return Card(title, parts, f"{variant_title(below, game)}. {why}".strip(), is_house)


def _question_of(game: GameReference, difference: Difference) -> str:
    """Returns the title of what differs; of an option the question, with its mark."""
    kind, _, name = difference.rule.partition(" ")
    option = game.rules.options.get(name) if kind == "option" else None
    return option_title(option, game.opened.words) if option is not None else difference.title


def join_told(parts: Sequence[str]) -> str:
    """Joins a title and what is said of it: behind a colon, or as sentences behind a question.

    >>> join_told(["Rounds", "5 → 6", "new: seven"]), join_told(["How many?", "here: Two.", "new choice: three"])
    ('Rounds: 5 → 6; new: seven', 'How many? Here: Two. New choice: three')
    """
    found, *others = parts
    found = found.rstrip(".")
    for n, each in enumerate(others):
        is_new = found.endswith((".", "?", "!"))
        found += f" {capitalise(each)}" if is_new else f"{'; ' if n else ': '}{each}"
    return found


def _before_and_after(game: GameReference, difference: Difference) -> str:
    """Returns a difference in words; of a value that is written so the old one before the new one: `5 → 6`."""
    old, new = difference.old, difference.new
    said = game.phrase("{new} instead of {old}", new=new, old=old)
    return difference.text.replace(said, f"{old} → {new}") if old and new else difference.text


def _phase_of(contents: BookContents, rule: str) -> str:
    """Returns the title of the chapter that first says something of a rule; "" where none does."""
    name = rule.rpartition(" ")[2]
    for entry in contents.book.entries:
        named = {part for key in entry.keys for part in (key, key.partition(".")[0].rpartition(" ")[2])}
        if entry.number and (name in named or re.search(rf"\{{{re.escape(name)}\b", entry.text)):
            return next((each.title for each in contents.chapters if each.number == entry.chapter), "")
    return ""


def _rules_added(before: BookContents, chapter: Chapter) -> tuple[Rule, ...]:
    """Returns the rules of a chapter that are new."""
    was = {rule.number for each in before.chapters for rule in each.rules}
    return tuple(rule for rule in chapter.rules if rule.number and rule.number not in was)


def _sentences_changed(before: BookContents, contents: BookContents, title: str) -> tuple[tuple[str, ...], ...]:
    """Returns the sentences of the rules of a chapter that read otherwise, each beside what it was."""
    was = {rule.number: rule.text for chapter in before.chapters for rule in chapter.rules if rule.number}
    own = (rule for chapter in contents.chapters if chapter.title == title for rule in chapter.rules)
    rows = [
        (rule.number, " ".join(old) or "–", " ".join(new) or "–")
        for rule in own
        if rule.number in was
        for old, new in _otherwise(was[rule.number], rule.text, contents.game.lang)
    ]
    head = (contents.game.phrase("Rule"), contents.game.phrase("Before"), contents.game.phrase("Now"))
    return (head, *rows) if rows else ()


def _otherwise(old: str, new: str, lang: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yields the sentences of a text that another text has not, with those in whose place they stand."""
    one, other = (split_sentences(each.replace("*", ""), lang) for each in (old, new))
    for sort, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if sort != "equal":
            yield one[a:b], other[c:d]
