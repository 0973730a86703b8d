"""Files for translators: a catalogue to be filled in, a template, the terms of a game, and the set-up of a platform."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from ...foundation.texts import Entry, name_of, write_catalogue
from ...foundation.texts.catalogue import Key
from ...language.syntax import text_values
from ...play.positions.grammar_keys import GRAMMAR
from ...play.states.game import Game
from .translations import Part, to_say, told_besides, translatable_texts

PLACES = (
    (" (name)", "A name, as a list, a table or a button shows it."),
    (" (label)", "An action with its values, as a button and a log show it."),
    (" (column)", "The head of a column, in tables and comparisons."),
    (" (noun)", "A noun with its article and its plural, for made sentences."),
    (" (counted)", "A noun with its article and its plural, for each of what a number of somebody counts."),
    (" (content)", "Things that somebody has, as a sentence about a position says it behind “has”."),
    (" (without)", "A sentence about a position: that a set has not one thing in it."),
    (" (state)", "A sentence about a position: what something kept is; behind | where it is nothing."),
    (" (word)", "A word that the glossary of the book explains."),
    (" (find)", "Words under which a reader may look for this rule, with commas between."),
)
"""Where a text is shown, by the end of its key."""
HEADS = (
    ("action ", "What an action is called, in the list of actions and above its rules."),
    ("option ", "A question about the rules, or an answer to it, before a game begins."),
    ("menu ", "What is to be chosen, above the list of actions."),
    ("example ", "The heading of an example in the rulebook."),
    ("note ", "A remark in the rulebook."),
    ("chapter ", "The heading of a chapter."),
    ("fact ", "A sentence of the printed rulebook, in own words."),
    ("book ", "A sentence of the book from which people learn the game; * is bold, {5.3} a rule."),
    ("ruleset", "About the game as a whole, on its first page."),
    ("overlay ", "About a house rule, on its sheet."),
    ("counted ", "Something that is counted, one and several."),
    ("scoring.", "A line of the scoring."),
)
"""Where a text is shown, by the beginning of its key."""
CLAUSE = "A line of a rule: the reason for a refusal, a question, or a step of the game."
PLATFORM = """[weblate]
url = https://hosted.weblate.org/api/

[component]
name = {name}
slug = {slug}
file_format = po
filemask = {mask}
new_base = {template}
source_language = {source}
edit_template = false
check_flags = python-brace-format
"""
"""The set-up of a component for Weblate and its client."""


def notes_for(entry: Entry) -> tuple[str, ...]:
    """Notes for the translator of a text: where it is shown, and what stands in its braces."""
    key = entry.context
    where = next((said for end, said in PLACES if key.endswith(end)), "")
    where = where or next((said for head, said in HEADS if key.startswith(head)), CLAUSE)
    values = list(dict.fromkeys(each.value for each in text_values(entry.sources[0])))
    return (where, *(f"{{{each}}}: {_value(each)}" for each in values))


def _value(value: str) -> str:
    if value[:1].isdigit():
        return "the number of another rule"
    if value.startswith("price "):
        return f"the price of the action {value[6:]}"
    return "a value of the rules; behind | stand its noun for one and for several"


def share_done(entries: tuple[Entry, ...]) -> int:
    """The share of entries that are translated, in whole per cent; all of it only if none is open."""
    return 100 * sum(each.is_full for each in entries) // len(entries) if entries else 100


def template_of(game: Game, part: Part) -> str:
    """All texts of a part without a translation, with notes: a `.pot` file."""
    entries = tuple(each.entry for each in to_say(part, "", translatable_texts(game)))
    notes = {each.key: notes_for(each) for each in entries}
    return write_catalogue(entries, "", f"The texts of {part.id}, to be translated.", (), notes)


def terms_of(game: Game, part: Part, lang: str) -> str:
    """Returns the words of a game with their translations, as CSV for termbases: whatever has a name, each once. The heads of
    columns are those that programs for termbases know."""
    known: Mapping[Key, Entry] = {each.key: each for each in part.catalogue(lang).entries}
    found: dict[str, tuple[str, str]] = {}
    for each in translatable_texts(game):
        key = each.entry.context
        if each.origin == part.id and key.endswith((" (name)", " (column)", " (word)")):
            entry = known.get(each.entry.key)
            said = entry.said[0] if entry is not None and entry.is_full else ""
            found.setdefault(each.entry.sources[0], (said, key))
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("source", "target", "comment"))
    rows.writerows((source, *found[source]) for source in sorted(found, key=str.casefold))
    return out.getvalue()


def platform_setup(part: Part, folder: str, template: str) -> str:
    """The set-up with which Weblate takes the catalogues of a part: where they lie, and how they are read."""
    stem = "" if template == "texts.pot" else f"{part.id}."
    return PLATFORM.format(
        name=part.id, slug=part.id, mask=f"{folder}/{stem}*.po", template=f"{folder}/{template}", source=part.language
    )


def update_catalogue(game: Game, part: Part, lang: str) -> str:
    """The catalogue of a part with every text of it: translated as far as it was, doubtful where the text has changed,
    empty where it is new."""
    known: Mapping[Key, Entry] = {each.key: each for each in part.catalogue(lang).entries}
    by_context = {each.context: each for each in known.values() if any(each.said)}
    entries, texts = [], translatable_texts(game)
    kept = [each for each in texts if each.origin == part.id and lang == part.language and each.entry.key in known]
    own = [*kept, *to_say(part, lang, texts)]
    told = {each.entry.context for each in own}
    own += [each for each in told_besides(game) if each.entry.context in by_context.keys() - told]
    for each in own:
        same = known.get(each.entry.key)
        other = by_context.get(each.entry.context)
        old = same or other
        is_alike = old is not None and (len(old.said) > 1) == (len(each.entry.sources) > 1)
        said = old.said if old is not None and is_alike else ()
        entries.append(
            Entry(each.entry.context, each.entry.sources, said, fuzzy=bool(said) and (same is None or same.fuzzy))
        )
    entries += [each for each in known.values() if each.context.endswith(GRAMMAR)]
    return write_catalogue(
        entries,
        lang,
        f"The texts of {part.id} in {name_of(lang)}.",
        ("`cavewright check` says what is missing or stale.",),
        {each.key: notes_for(each) for each in entries},
        part.catalogue(lang).counting,
    )
