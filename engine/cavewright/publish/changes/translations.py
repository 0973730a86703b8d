"""Catalogues of rule texts and facts: what has to be translated, what is missing or stale, and a file to begin with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...foundation.source import Diagnostic, Diagnostics, Label, Source, Span, at, warning
from ...foundation.source.frozen import frozen
from ...foundation.texts import SOURCE, Catalogue, Entry, read_catalogue
from ...foundation.texts.catalogue import Key
from ...foundation.texts.english_nouns import one_and_many
from ...language.compose import Folder
from ...language.compose.csv_rows import line_of
from ...language.compose.overlay_findings import first_line
from ...language.syntax import text_values
from ...language.tables import read_csv
from ...play.loading.rulesets import RuleSources, rules_in
from ...play.positions.grammar_keys import GRAMMAR
from ...play.positions.wording import label_of
from ...play.states.game import Game
from ...rules.check.refusal_proofs import payments_in
from ...rules.check.translatable_texts import spoken
from ...rules.model import ruleset as m
from ..sentences.book_file import read_book, texts_of


@frozen
class TranslatableText:
    """A text that is shown to people: its key and forms, where it stands, and which ruleset or overlay wrote it."""

    entry: Entry
    span: Span
    origin: str

    @classmethod
    def at(cls, place: m.Clause, key: str, *forms: str) -> TranslatableText:
        """A text of a clause, by its key."""
        return cls(Entry(key, forms), place.span, place.origin)


@frozen
class Part:
    """A base or an overlay: its id, the language of its texts, and its catalogues."""

    id: str
    language: str
    folder: Folder

    def catalogue(self, lang: str) -> Catalogue:
        """Its catalogue of a language; an empty one if there is none."""
        source = self.folder.catalogues.get(lang)
        return read_catalogue(source.text) if source is not None else Catalogue()


# ---- what there is to translate -------------------------------------------------------------------------------------


def translatable_texts(game: Game) -> tuple[TranslatableText, ...]:
    """Every text of a game, in the order of its rules: sentences, names, and how actions are said.

    >>> from cavewright import load_game
    >>> [each.entry.sources for each in translatable_texts(load_game("the-cave")) if each.entry.context == "enter (label)"]
    [('enter {there} by {how}',)]
    """
    rules = game.rules_model
    found: dict[Key, TranslatableText] = {}
    texts = (TranslatableText.at(each, each.rule, each.text) for each in rules.texts)
    for each in (*texts, *_of_signatures(game), *_of_units(rules), *_of_plurals(rules)):
        if each.entry.sources[0]:
            found.setdefault(each.entry.key, each)
    return tuple(found.values())


def _of_signatures(game: Game) -> Iterator[TranslatableText]:
    places: dict[str, m.Clause] = {}
    for clause in game.rules_model.clauses:
        places.setdefault(clause.name, clause)
    for signature in game.signatures.values():
        clause = places.get(f"action {signature.rule}") or places[signature.rule]
        if signature.name != "done" or signature.rule in game.rules_model.actions:
            yield TranslatableText.at(clause, f"{signature.name} (name)", spoken(signature.name))
            if signature.parameters:
                yield TranslatableText.at(clause, f"{signature.name} (label)", label_of(signature))


def _of_units(rules: m.Ruleset) -> Iterator[TranslatableText]:
    """Yields the units of payments, one and many; and the measures of bags."""
    for step in (step for action in rules.actions.values() for step in action.header):
        for unit in (each.unit for each in payments_in((step,))):
            yield TranslatableText.at(step.clause, f"counted {unit}", *one_and_many(unit))
    for field in rules.fields:
        if field.type.is_bag and field.type.measure and field.span is not None:
            name = f"{field.type.name}.{field.type.measure} (name)"
            origin = next((each.origin for each in rules.texts if each.span == field.span), rules.id)
            yield TranslatableText(Entry(name, (spoken(field.type.measure),)), field.span, origin)


def _of_plurals(rules: m.Ruleset) -> Iterator[TranslatableText]:
    """Rows of which the rules say how several are called."""
    places = {each.rule: each for each in rules.texts}
    for kind in rules.kinds.values():
        for number, row in enumerate(kind.rows):
            place = places.get(f"{kind.name}.{row} (name)") or places.get(f"kind {kind.name} (name)")
            if place is not None and kind.plural(number):
                yield TranslatableText.at(place, f"counted {row}", kind.label(number), kind.plural(number))


def told_besides(game: Game) -> tuple[TranslatableText, ...]:
    """Yields the texts that the rule reference alone has, or has otherwise, and that need not be translated: rows that
    nobody is shown in play, how several pieces are called, what processes, definitions and presets are called."""
    rules, found = game.rules_model, list[TranslatableText]()
    places = {each.rule.removesuffix(" (name)"): each for each in rules.texts}

    def add(place: str, key: str, *forms: str) -> None:
        found.append(TranslatableText.at(places.get(place, rules.texts[0]), key, *map(spoken, forms)))

    for kind in rules.kinds.values():
        for number, row in enumerate(kind.rows):
            label = kind.label(number)
            add(f"kind {kind.name}", f"{kind.name}.{row} (name)", label)
            add(f"kind {kind.name}", f"counted {row}", label, kind.plural(number) or one_and_many(label)[1])
    for word, names in (("to", rules.processes), ("define", rules.defines)):
        for name in names:
            add(f"{word} {name}", f"{name} (name)", name.rpartition(".")[2])
    for name in rules.presets:
        add(f"preset {name}", f"preset {name} (name)", name)
    return tuple(found)


def facts_asked(part: Part) -> tuple[TranslatableText, ...]:
    """The facts beside the rules of a part, which are in English."""
    source = part.folder.facts
    table, _ = read_csv(source) if source is not None else (None, ())
    names = [each.text for each in table.header] if table is not None else []
    if table is None or "id" not in names or "text" not in names:
        return ()
    cells = ([row.cells[names.index(each)] for each in ("id", "text")] for row in table.rows)
    return tuple(
        TranslatableText(Entry(f"fact {id.text}", (text.text,)), text.span, part.id) for id, text in cells if text.text
    )


def book_asked(part: Part) -> tuple[TranslatableText, ...]:
    """The sentences that the author of a part wrote beside its rules."""
    entries = read_book(part.folder.book)[0] if part.folder.book is not None else ()
    found = ((key, text, each.span) for each in entries for key, text in texts_of(each))
    return tuple(TranslatableText(Entry(key, (text,)), span, part.id) for key, text, span in found)


def to_say(part: Part, lang: str, texts: Sequence[TranslatableText]) -> list[TranslatableText]:
    """Returns the texts of a part that need words in a language: of its texts, if they are not in that language, of
    its facts, and of the sentences of its book."""
    said = [each for each in texts if each.origin == part.id and lang != part.language]
    book = book_asked(part) if lang != part.language else ()
    return [*said, *(facts_asked(part) if lang != SOURCE else ()), *book]


def parts_of(game: Game, folders: Sequence[Folder]) -> tuple[Part, ...]:
    """The base and the overlays of a game with the folders that they were read from, in that order."""
    owners = {
        each.span.source: each.origin
        for each in game.rules_model.texts
        if each.rule == "ruleset" or each.rule.startswith("overlay ")
    }
    known = [(owners[source], folder) for folder in folders for source in folder.sources if source in owners]
    return tuple(Part(id, game.rules_model.languages.get(id, "en"), folder) for id, folder in dict(known).items())


# ---- findings -------------------------------------------------------------------------------------------------------


def findings(game: Game, folders: Sequence[Folder], lang: str = "") -> tuple[Diagnostic, ...]:
    """C0701 to C0706: what is wrong with the catalogues of a language; of all languages of which a part has one, if
    none is named. Facts are asked for in a language that is named, and where one of them is translated. A text of the
    base that overlays change is theirs to translate, in the languages that they have."""
    parts = parts_of(game, folders)
    texts = translatable_texts(game)
    besides = told_besides(game)
    found: list[Diagnostic] = []
    for number, part in enumerate(parts):
        over = parts[number + 1 :]
        for each in [lang] if lang else sorted(part.folder.catalogues):
            is_asked = lang or not over or any(each in other.folder.catalogues for other in over)
            told = [*_of_part(part, each, parts, texts, besides, bool(lang))]
            told = [one for one in told if is_asked or one.code != "C0702"]
            if over and any(one.code == "C0701" for one in told):
                own = _texts_without(texts, parts[: number + 1])
                missing = _of_part(part, each, parts, own, besides, bool(lang))
                told = [one for one in told if one.code != "C0701"] + [one for one in missing if one.code == "C0701"]
            found += told
    return tuple(found)


def _texts_without(texts: Sequence[TranslatableText], parts: Sequence[Part]) -> Sequence[TranslatableText]:
    """The texts but for those of the last of these parts that it has only because of overlays upon it, as the words of
    a currency where an overlay pays with it: no catalogue of its own can hold them all."""
    alone, _ = rules_in(RuleSources([each.folder for each in parts]), {})
    if alone is None:
        return texts
    asked = {each.entry.key for each in translatable_texts(Game(alone))}
    return [each for each in texts if each.origin != parts[-1].id or each.entry.key in asked]


def _of_part(
    part: Part,
    lang: str,
    parts: Sequence[Part],
    texts: Sequence[TranslatableText],
    besides: Sequence[TranslatableText],
    is_named: bool,
) -> Diagnostics:
    own = to_say(part, lang, texts)
    source = part.folder.catalogues.get(lang)
    if source is None:
        if own:
            yield warning(
                "C0701",
                f"none of the {len(own)} texts of `{part.id}` is translated into `{lang}`",
                first_line(own[0].span),
                help=f"`cavewright translate {part.id} --lang {lang}` writes a catalogue to begin with",
            )
        return
    catalogue = part.catalogue(lang)
    if not is_named and not any(_is_fact(each) and any(each.said) for each in catalogue.entries):
        own = [each for each in own if not _is_fact(each.entry)]
    if not any(_is_of_book(each) and any(each.said) for each in catalogue.entries):
        own = [each for each in own if not _is_of_book(each.entry)]
    if catalogue.problem is not None:
        yield at(
            "C0704",
            f"this catalogue cannot be read: {catalogue.problem[1]}",
            line_of(source, catalogue.problem[0]),
            help="catalogues are gettext files; every text stands in quotes on its line",
        )
        return
    full = {each.key for other in parts for each in other.catalogue(lang).entries if each.is_full}
    known = {each.entry.context for each in (*texts, *(one for one in besides if one.entry.key in full))}
    said = {each.context for each in catalogue.entries if any(each.said)} - known
    own += [each for each in besides if each.entry.context in said]
    yield from _missing_translations(own, catalogue, full, lang, source)
    yield from _unfit(catalogue, source)
    yield from _one_name_for_two(catalogue, source)
    asked = {each.entry.context for each in (*texts, *besides, *facts_asked(part), *book_asked(part))}
    for entry in catalogue.entries if part is not parts[0] or len(parts) == 1 else ():
        if entry.context not in asked and not entry.context.endswith(GRAMMAR):
            yield warning(
                "C0705",
                f"there is no text `{entry.context}` to translate",
                line_of(source, entry.line),
                help="take the entry out, or look what the rule is called now",
            )


def _missing_translations(
    own: Iterable[TranslatableText], catalogue: Catalogue, full: set[Key], lang: str, source: Source
) -> Diagnostics:
    by_key: dict[str, list[Entry]] = {}
    for entry in catalogue.entries:
        by_key.setdefault(entry.context, []).append(entry)
    wanted = {each.entry.key for each in own}
    facts = []
    for each in (one for one in own if one.entry.key not in full):
        old = next(
            (entry for entry in by_key.get(each.entry.context, ()) if entry.key not in wanted and any(entry.said)), None
        )
        if old is not None:
            yield warning(
                "C0702",
                f"the translation of `{each.entry.context}` is of another text",
                first_line(each.span),
                f"it reads “{_short(each.entry.sources[0])}” now",
                more=[Label(line_of(source, old.line), f"this translates “{_short(old.sources[0])}”")],
                help="look whether the translation still holds, and write the new text as its `msgid`",
            )
        elif _is_fact(each.entry):
            facts.append(each)
        else:
            text = _short(each.entry.sources[0])
            yield _open(f"`{each.entry.context}` is not translated into `{lang}`: “{text}”", each, source)
    if facts:
        yield _open(f"facts are not translated into `{lang}`, this one and {len(facts) - 1} more", facts[0], source)


def _is_of_book(entry: Entry) -> bool:
    """Tells if an entry is a sentence of a book: those are asked for where one of them is translated."""
    return entry.context.startswith("book ")


def _is_fact(entry: Entry) -> bool:
    return entry.context.startswith("fact ")


def _open(message: str, each: TranslatableText, source: Source) -> Diagnostic:
    return warning("C0701", message, first_line(each.span), help=f"translate it in `{source.name}`")


def _unfit(catalogue: Catalogue, source: Source) -> Diagnostics:
    """Translations that fill in other values than their source."""
    for each in catalogue.entries:
        if each.context.endswith(GRAMMAR):
            continue
        wanted = _filled_in(each.sources[0])
        strange = [f"`{{{value}}}`" for said in each.said for value in sorted(_filled_in(said) - wanted)]
        missing = [
            f"`{{{value}}}`"
            for value in sorted(wanted)
            if each.is_full and any(value not in _filled_in(said) for said in each.said)
        ]
        if strange or missing:
            what = (
                f"does not say {', '.join(missing)}"
                if missing
                else f"says {', '.join(strange)}, which its source does not"
            )
            yield warning(
                "C0703",
                f"the translation of `{each.context}` {what}",
                line_of(source, each.line),
                help=f"its source is “{_short(each.sources[0])}”",
            )


def _one_name_for_two(catalogue: Catalogue, source: Source) -> Diagnostics:
    """Yields C0706 for names under which readers of a translation meet two things of one owner."""
    first: dict[tuple[str, str], Entry] = {}
    for each in catalogue.entries:
        owner, _, name = each.context.removesuffix(" (name)").partition(".")
        if each.is_full and name and each.context.endswith(" (name)"):
            known = first.setdefault((owner, each.said[0].casefold()), each)
            if known.sources != each.sources:
                yield warning(
                    "C0706",
                    f"`{known.context}` and `{each.context}` are both called “{_short(each.said[0])}”",
                    line_of(source, each.line),
                    more=[Label(line_of(source, known.line), "this is called so, too")],
                    help="use one word for one thing",
                )


def _filled_in(text: str) -> set[str]:
    """The values in a text."""
    return {each.value for each in text_values(text)}


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
