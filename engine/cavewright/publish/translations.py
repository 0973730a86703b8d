"""Catalogues of rule texts: what has to be translated, what is missing or stale, and a file to begin with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..compose import Folder
from ..model import ruleset as m
from ..positions.wording import FILLED, label_of, one_and_many
from ..program.instructions import Signature
from ..source import Diagnostic, Label, Source, Span, at
from ..states.game import Game
from ..texts import Catalogue, Entry, name_of, read_catalogue, write_catalogue
from ..texts.catalogue import Key


@dataclass(frozen=True, slots=True)
class Asked:
    """A text that is shown to people: its key and forms, where it stands, and which ruleset or overlay wrote it."""

    entry: Entry
    span: Span
    origin: str


@dataclass(frozen=True, slots=True)
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


def asked(game: Game) -> tuple[Asked, ...]:
    """Every text of a game, in the order of its rules: sentences, names, and how actions are said.

    >>> from cavewright import load_game
    >>> [each.entry.sources for each in asked(load_game("the-cave")) if each.entry.context == "enter (label)"]
    [('enter {there} by {how}',)]
    """
    rules = game.rules_model
    found: dict[Key, Asked] = {}
    for each in (*map(_of_clause, rules.texts), *_of_signatures(game), *_of_units(rules)):
        if each.entry.sources[0]:
            found.setdefault(each.entry.key, each)
    return tuple(found.values())


def _of_clause(clause: m.Clause) -> Asked:
    return Asked(Entry(clause.rule, (clause.text,)), clause.span, clause.origin)


def _of_signatures(game: Game) -> Iterator[Asked]:
    places: dict[str, m.Clause] = {}
    for clause in game.rules_model.clauses:
        places.setdefault(clause.name, clause)
    for signature in game.signatures.values():
        clause = places.get(f"action {signature.rule}") or places[signature.rule]
        if signature.name != "done" or signature.rule in game.rules_model.actions:
            yield from (Asked(each, clause.span, clause.origin) for each in _entries_of(signature))


def _entries_of(signature: Signature) -> Iterator[Entry]:
    yield Entry(f"{signature.name} (name)", (signature.name.replace("_", " "),))
    if signature.parameters:
        yield Entry(f"{signature.name} (label)", (label_of(signature),))


def _of_units(rules: m.Ruleset) -> Iterator[Asked]:
    """What is paid with, one and many; and what bags are measured by."""
    for action in rules.actions.values():
        for step in action.header:
            if isinstance(step.statement, m.Cost):
                for payment in step.statement.payments:
                    yield Asked(
                        Entry(f"counted {payment.unit}", one_and_many(payment.unit)),
                        step.clause.span,
                        step.clause.origin,
                    )
    for field in rules.fields:
        if field.type.form == "bag" and field.type.measure and field.span is not None:
            name = f"{field.type.name}.{field.type.measure} (name)"
            origin = next((each.origin for each in rules.texts if each.span == field.span), rules.id)
            yield Asked(Entry(name, (field.type.measure.replace("_", " "),)), field.span, origin)


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
    """C0701 to C0705: what is wrong with the catalogues of a language; of all languages of which a part has one, if
    none is named. A text of the base that overlays change is theirs to translate, in the languages that they have."""
    parts, texts = parts_of(game, folders), asked(game)
    found: list[Diagnostic] = []
    for number, part in enumerate(parts):
        over = parts[number + 1 :]
        for each in [lang] if lang else sorted(part.folder.catalogues):
            if each != part.language:
                is_asked = lang or not over or any(each in other.folder.catalogues for other in over)
                told = _of_part(part, each, parts, texts)
                found += told if is_asked else (one for one in told if one.code != "C0702")
    return tuple(found)


def _of_part(part: Part, lang: str, parts: Sequence[Part], texts: Sequence[Asked]) -> Iterator[Diagnostic]:
    own = [each for each in texts if each.origin == part.id]
    source = part.folder.catalogues.get(lang)
    if source is None:
        yield from _none_at_all(part, lang, own)
        return
    catalogue = part.catalogue(lang)
    if catalogue.problem is not None:
        yield at(
            "C0704",
            f"this catalogue cannot be read: {catalogue.problem[1]}",
            _line(source, catalogue.problem[0]),
            help="catalogues are gettext files; every text stands in quotes on its line",
        )
        return
    full = {each.key for other in parts for each in other.catalogue(lang).entries if each.is_full}
    yield from _untranslated(own, catalogue, full, lang, source)
    yield from _unfit(catalogue, source)
    if part is not parts[0] or len(parts) == 1:
        yield from _unasked(catalogue, texts, source)


def _none_at_all(part: Part, lang: str, own: Sequence[Asked]) -> Iterator[Diagnostic]:
    if own:
        yield at(
            "C0701",
            f"none of the {len(own)} texts of `{part.id}` is translated into `{lang}`",
            _first(own[0].span),
            severity="warning",
            help=f"`cavewright translate {part.id} --lang {lang}` writes a catalogue to begin with",
        )


def _untranslated(
    own: Iterable[Asked], catalogue: Catalogue, full: set[Key], lang: str, source: Source
) -> Iterator[Diagnostic]:
    by_key: dict[str, list[Entry]] = {}
    for entry in catalogue.entries:
        by_key.setdefault(entry.context, []).append(entry)
    wanted = {each.entry.key for each in own}
    for each in own:
        if each.entry.key in full:
            continue
        old = next(
            (entry for entry in by_key.get(each.entry.context, ()) if entry.key not in wanted and any(entry.said)), None
        )
        if old is not None:
            yield _stale(each, old, source)
        else:
            yield at(
                "C0701",
                f"`{each.entry.context}` is not translated into `{lang}`: “{_short(each.entry.sources[0])}”",
                _first(each.span),
                severity="warning",
                help=f"translate it in `{source.name}`",
            )


def _stale(each: Asked, old: Entry, source: Source) -> Diagnostic:
    return at(
        "C0702",
        f"the translation of `{each.entry.context}` is of another text",
        _first(each.span),
        f"it reads “{_short(each.entry.sources[0])}” now",
        severity="warning",
        more=[Label(_line(source, old.line), f"this translates “{_short(old.sources[0])}”")],
        help="look whether the translation still holds, and write the new text as its `msgid`",
    )


def _unfit(catalogue: Catalogue, source: Source) -> Iterator[Diagnostic]:
    """Translations that fill in other values than their source."""
    for each in catalogue.entries:
        wanted = set(FILLED.findall(each.sources[0]))
        strange = [f"`{{{name}}}`" for said in each.said for name in FILLED.findall(said) if name not in wanted]
        missing = [
            f"`{{{name}}}`"
            for name in sorted(wanted)
            if each.is_full and any(f"{{{name}}}" not in said for said in each.said)
        ]
        if strange or missing:
            what = (
                f"does not say {', '.join(missing)}"
                if missing
                else f"says {', '.join(strange)}, which its source does not"
            )
            yield at(
                "C0703",
                f"the translation of `{each.context}` {what}",
                _line(source, each.line),
                severity="warning",
                help=f"its source is “{_short(each.sources[0])}”",
            )


def _unasked(catalogue: Catalogue, texts: Sequence[Asked], source: Source) -> Iterator[Diagnostic]:
    known = {each.entry.context for each in texts}
    for each in catalogue.entries:
        if each.context not in known:
            yield at(
                "C0705",
                f"there is no text `{each.context}` to translate",
                _line(source, each.line),
                severity="warning",
                help="take the entry out, or look what the rule is called now",
            )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


def _first(span: Span) -> Span:
    """The first line of a span."""
    end = span.source.text.find("\n", span.start, span.end)
    return Span(span.source, span.start, span.end if end < 0 else end)


def _line(source: Source, number: int) -> Span:
    """A line of a file, from 1."""
    lines = source.text.split("\n")
    number = max(1, min(number, len(lines)))
    start = sum(len(line) + 1 for line in lines[: number - 1])
    return Span(source, start, start + len(lines[number - 1].rstrip()))


# ---- writing --------------------------------------------------------------------------------------------------------


def updated(game: Game, part: Part, lang: str) -> str:
    """The catalogue of a part with every text of it: translated as far as it was, doubtful where the text has changed,
    empty where it is new."""
    known: Mapping[Key, Entry] = {each.key: each for each in part.catalogue(lang).entries}
    by_context = {each.context: each for each in known.values() if any(each.said)}
    entries = []
    for each in asked(game):
        if each.origin == part.id:
            same, other = known.get(each.entry.key), by_context.get(each.entry.context)
            old = same or other
            said = old.said if old is not None and len(old.said) == len(each.entry.sources) else ()
            entries.append(
                Entry(each.entry.context, each.entry.sources, said, fuzzy=bool(said) and (same is None or same.fuzzy))
            )
    return write_catalogue(
        entries,
        lang,
        f"The texts of {part.id} in {name_of(lang)}.",
        ("`cavewright check` says what is missing or stale.",),
    )
