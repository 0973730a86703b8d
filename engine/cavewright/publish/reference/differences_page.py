"""Differences of an edition or a house rule from the game below it: in words, and side by side."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby

from ...foundation.texts import capitalise, translatable
from ...language.syntax import tree as t
from ..changes.difference import Difference
from ..changes.difference_sentences import DifferenceSentences
from ..changes.differences import Differences, differences
from ..sentences import Sentence
from ..sentences.language import language
from .fact_blocks import fact_details
from .game_reference import GameReference
from .markdown import (
    Block,
    CodeBlock,
    Details,
    Heading,
    Inline,
    Item,
    Items,
    Page,
    Paragraph,
    Quiet,
    Strong,
    Table,
    anchor_of,
)
from .option_words import option_title
from .written_book import WrittenRule

ELSEWHERE = ("citation", "example", "advice")
"""What is no wording, and is shown beside facts and rules."""


def differences_page(before: GameReference, after: GameReference, path: str, has_facts: bool = True) -> Page:
    """Everything in which the second differs from the first, rule by rule; with links to the page of facts, if there is
    one."""
    found = _differences(before, after)
    title = variant_title(before, after)
    why = tuple(_why(before, after))
    blocks: list[Block] = [Heading(1, title), Paragraph(_kind_of(before, after))]
    blocks += [Paragraph(Quiet(each)) for each in why]
    blocks += _rule_changes(before, after)
    for rule, group in groupby(_remaining_differences(before, after, found), key=lambda each: each.rule):
        blocks += _rule(before, after, rule, tuple(group), has_facts)
    if told := [each for each in found.in_words if each.what not in ELSEWHERE]:
        blocks.append(Heading(2, after.phrase("Other wording"), "wording"))
        blocks.append(Items(tuple(map(_wording_item, told))))
    lines = tuple(
        CodeBlock(source.text)
        for folder in after.opened.folders[len(before.opened.folders) :]
        for source in folder.sources
    )
    if lines:
        blocks.append(Details(after.phrase("These rules in the rule file"), lines))
    return Page(path, title, (*blocks, *after.credits()), " ".join(why))


def written_changes(before: GameReference, after: GameReference) -> Iterator[tuple[str, WrittenRule]]:
    """Yields the rules that authors say otherwise than below, each behind what it was there, or "" where it is new; not
    those that no longer say what is played."""
    was = {each.number: each.text for each in before.book.rules}
    for each in after.book.rules:
        if was.get(each.number) != each.text and not each.made:
            yield was.get(each.number, ""), each


def made_changes(before: GameReference, after: GameReference) -> Iterator[Difference]:
    """Yields the differences in play that are told by what is made of the rules, since no author says them."""
    return _remaining_differences(before, after, _differences(before, after))


def _differences(before: GameReference, after: GameReference) -> Differences:
    say = DifferenceSentences(after.opened.words, before.opened.words)
    facts = {id: row for one in (before, after) for id, row in one.opened.facts.items()}
    return differences(before.opened.declarations, after.opened.declarations, say, facts)


def _remaining_differences(before: GameReference, after: GameReference, found: Differences) -> Iterator[Difference]:
    kept = before.bookkeeping | after.bookkeeping | said_keys(before, after)
    return (each for each in found.in_play if not _is_within(each, kept))


def said_keys(before: GameReference, after: GameReference) -> frozenset[str]:
    """Returns the keys of the lines that such a rule says, or that are left out on purpose; and those that a rule says now
    in the words that it had."""
    known = {(each.number, key) for each in before.book.rules for key in each.keys}
    said = (key for _, rule in written_changes(before, after) for key in rule.keys)
    more = (key for each in after.book.rules for key in each.keys if not each.made and (each.number, key) not in known)
    return frozenset((*said, *more, *(after.book.quiet_keys - before.book.quiet_keys)))


def _is_within(difference: Difference, keys: Collection[str]) -> bool:
    """Tells if one of the keys stands for a difference: its rule, its line, or one that it lies in. A branch without a key
    of its own is said where another line of its rule is."""
    name = difference.rule.rpartition(" ")[2]
    key = difference.key.partition("#")[0]
    within = [each.rpartition(".")[2] for each in keys if each.partition(".")[0] == name]
    if within and ("[" in key or key.rpartition(".")[2] in within):
        return True
    lines = (f"{above}.{line}" for above in (difference.rule, name) for line in (key, key.rpartition(".")[2]))
    places = {difference.rule, name, *lines}
    return any(place.rsplit(".", n)[0] in keys for place in places for n in range(place.count(".") + 1))


def _rule_changes(before: GameReference, after: GameReference) -> Iterator[Block]:
    """Yields the rules that authors say otherwise: new ones, and those in whose place another stands beside it."""
    several = tuple(written_changes(before, after))
    if several:
        yield Heading(2, after.phrase("What is played differently"), "otherwise")
        new = tuple(Item((Strong(each.number), " ", *_bold(each.text))) for old, each in several if not old)
        yield from (Items(new),) if new else ()
    rows = tuple(
        (each.number, *sides)
        for old, each in several
        if old
        for sides in side_by_side(*(split_sentences(one.replace("*", ""), after.lang) for one in (old, each.text)))
    )
    for each in (table for old, rule in several if not old for table in rule.tables):
        yield Table(each[0], each[1:])
    if rows:
        yield Table((after.phrase("Rule"), after.phrase("Before"), after.phrase("Now")), rows)


def _bold(text: str) -> tuple[Inline, ...]:
    """A text in which `*…*` is bold."""
    return tuple(Strong(part) if n % 2 else part for n, part in enumerate(text.split("*")) if part)


def variant_title(before: GameReference, after: GameReference) -> str:
    """Returns the name of the edition or of the house rules."""
    heads = [each for each in after.opened.declarations.heads if each.name not in before.rules.overlays]
    if heads:
        return ", ".join(map(after.head_title, heads))
    return after.opened.title or after.rules.id


def _kind_of(before: GameReference, after: GameReference) -> str:
    """Returns the sentence that says what stands on the page: an edition, an addition from sources of its own, or house
    rules."""
    own = [each for each in after.opened.declarations.heads if each.name not in before.rules.overlays]
    title = before.opened.title
    if not own:
        return after.phrase("An edition of {name}.", name=title)
    has_source = any(line.name == "source" for head in own for line in head.every(t.Property))
    said = translatable("An addition to {game}.") if has_source else translatable("House rules for {game}.")
    return after.phrase(said, game=title)


def _why(before: GameReference, after: GameReference) -> Iterator[str]:
    """The reasons that the authors give."""
    for each in (*after.opened.declarations.grounds[1:], *after.opened.declarations.heads):
        if each.name not in (*before.rules.overlays, *before.rules.grounds):
            yield from after.opened.reasons_for(each)


def _wording_item(difference: Difference) -> Item:
    """A difference of wording; what is new, such as a note, and what the game is called, by its own words alone."""
    kind = difference.rule.partition(" ")[0]
    if kind in ("ruleset", "edition") and difference.what == "text":
        return Item(capitalise(difference.text))
    is_new = difference.done == "added" and kind in ("note", "chapter")
    return Item(difference.title if is_new else f"{difference.title}: {difference.text}")


def _rule(
    before: GameReference, after: GameReference, rule: str, group: tuple[Difference, ...], has_facts: bool
) -> Iterator[Block]:
    """One rule: what differs in words, and its sentences side by side."""
    option = after.rules.options.get(rule.rpartition(" ")[2]) if rule.startswith("option ") else None
    title = option_title(option, after.opened.words) if option is not None else group[0].title
    yield Heading(2, title.rstrip("."), anchor_of("rule", rule))
    items = []
    for each in group:
        items.append(Item(capitalise(each.text)))
    yield Items(tuple(items))
    yield from fact_details(after, (id for each in group for id in each.cites) if has_facts else ())
    is_written = any(each.book.rules_about(rule.rpartition(" ")[2]) for each in (before, after))
    rows = () if is_written else tuple(side_by_side(_sentences(before, rule), _sentences(after, rule)))
    if rows:
        yield Table((before.opened.title, variant_title(before, after)), rows)


def side_by_side(old: Iterable[str], new: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The sentences that differ, beside each other.

    >>> list(side_by_side(["Costs 2.", "Go."], ["Costs 3.", "Go."]))
    [('Costs 2.', 'Costs 3.')]
    """
    before, now = list(old), list(new)
    for sort, a, b, c, d in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if sort != "equal":
            yield " ".join(before[a:b]), " ".join(now[c:d])


def split_sentences(text: str, lang: str) -> list[str]:
    """Returns the sentences of a text of a language; an answer stays with its question, and one that begins with a word for
    what the sentence before it names with that.

    >>> split_sentences("Who begins? Draw lots. Blue rooms help. They need no action.", "en")
    ['Who begins? Draw lots.', 'Blue rooms help. They need no action.']
    >>> split_sentences("Cava donde empieza tu turno. Es tu turno entero.", "es")
    ['Cava donde empieza tu turno.', 'Es tu turno entero.']
    """
    found: list[str] = []
    leaning = language(lang).words_of("leaning")
    for each in re.split(r"(?<=[.!]) (?=\S)", text):
        first = re.split(r"\W", each, maxsplit=1)[0]
        if found and first.lower() in leaning:
            found[-1] = f"{found[-1]} {each}"
        else:
            found.append(each)
    return found


def _sentences(game: GameReference, rule: str) -> list[str]:
    """The sentences that are made of a rule, those within others behind them."""
    kind, _, name = rule.partition(" ")
    told: Iterable[Sentence] = ()
    if kind == "action" and name in game.rules.actions:
        told = game.sentences.action(name)
    elif kind == "to" and name in game.rules.processes:
        told = game.sentences.process(name)
    elif kind == "scoring":
        told = game.sentences.scoring()
    elif kind == "ranking" and name in game.rules.rankings:
        told = game.sentences.ranking(name)
    return [part.text for each in told for part in each.walk() if part.clause not in game.bookkeeping]
