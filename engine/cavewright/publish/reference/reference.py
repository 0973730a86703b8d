"""Reference of one game or of several, in several languages: all files by path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...foundation.source import Diagnostic
from ...foundation.texts import Texts, texts
from ...play.examples.runner import rehearse, variants_of
from ...play.loading.load import load_game
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...play.states.game import Game
from ...rules.model.ruleset import Action, Require
from .action_pages import action_pages
from .chapter_pages import chapter_pages
from .components_page import components_page
from .course_page import course_page
from .credits import disclaimer
from .differences_page import differences_page
from .example_blocks import actions_of
from .facts_page import facts_page
from .game_reference import GameReference
from .glossary_page import glossary_page
from .history_page import history_page
from .long_sentences import long_sentences
from .markdown import Admonition, Heading, Item, Items, Link, Page, Paragraph, Strong, anchor_of
from .options_page import options_page
from .overview_page import overview_page
from .player_aid import as_pdf, player_aid
from .position_links import other_games
from .publication import Entry, Publication, Section
from .rules_page import rules_page
from .scoring_page import scoring_page
from .simulated_figures import figures_of
from .written_book import WrittenBook


class UnpublishableError(ValueError):
    """Rules that cannot be published as they are; `diagnostics` are what is wrong with their examples."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


AFTER = (scoring_page, options_page, components_page, glossary_page, history_page)
"""The pages behind those of the actions, in the order in which one looks things up."""
SOURCES = (facts_page, rules_page)
"""The pages from which all others are made."""


def game_section(game: GameReference, more: tuple[Entry, ...] = ()) -> Section:
    """All pages of a game, those of its variants behind them."""
    game.files[game.path("aid.html")] = player_aid(game)
    game.files.update({game.path(f"play/{name}"): made for name, made in game.playing.items()})
    actions = action_pages(game)
    written = chapter_pages(game)
    entries: list[Entry] = [Section(game.phrase("The rules by number"), written)] if written else []
    entries.append(course_page(game))
    entries += [Section(game.phrase("Actions"), actions)] if actions else []
    entries += [made for make in AFTER if (made := make(game)) is not None]
    entries += more
    entries.append(
        Section(game.phrase("Behind the rules"), tuple(made for make in SOURCES if (made := make(game)) is not None))
    )
    chapters = tuple(each if isinstance(each, Page) else first_page(each) for each in entries)
    return Section(game.opened.title or game.rules.id, (overview_page(game, chapters), *entries), game.summary())


def first_page(section: Section) -> Page:
    """The page with which a part of the navigation begins."""
    first = section.entries[0]
    return first if isinstance(first, Page) else first_page(first)


class Translated:
    """Games in one language; each is made once, with the sentences that several pages ask."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.made: dict[int, GameReference] = {}

    def __call__(self, game: GameReference) -> GameReference:
        """A game in the language."""
        if id(game) not in self.made:
            opened = replace(game.opened, words=game.game.wording(self.lang))
            self.made[id(game)] = replace(game, opened=opened, files={})
        return self.made[id(game)]


@dataclass(frozen=True)
class Variant:
    """An edition or house rules that are told by their differences from the game below."""

    below: GameReference
    above: GameReference
    has_pages: bool = False
    """Whether the game above has pages of its own."""

    @property
    def path(self) -> str:
        """Path of its page: with the game above, if that has pages of its own, or else in the folder of the one
        below."""
        name = anchor_of(*self.above.rules.overlays[len(self.below.rules.overlays) :]) or self.above.rules.id
        return self.above.path("changes.md") if self.has_pages else self.below.path(f"variants/{name}.md")

    def page(self, translated: Translated) -> Page:
        """Its page."""
        return differences_page(translated(self.below), translated(self.above), self.path, self.has_pages)


@dataclass(frozen=True)
class Reference:
    """References of games, opened once for all languages."""

    games: tuple[GameReference, ...]
    variants: tuple[Variant, ...] = ()

    @classmethod
    def of(
        cls,
        specs: Iterable[str],
        variants: Iterable[tuple[str, str]] = (),
        settings: Mapping[str, str] = {},
        *,
        with_figures: bool = True,
    ) -> Reference:
        """Opens the rules of some specs, and pairs of a game and its variant; carries out their examples.

        Raises RulesetError for rules that cannot be played, and UnpublishableError where an example does not hold.
        """
        opened: dict[str, GameReference] = {}

        def open_once(spec: str, has_pages: bool) -> GameReference:
            if spec not in opened:
                opened[spec] = _open_reference(spec, settings, has_pages, with_figures)
            return opened[spec]

        games = tuple(open_once(spec, True) for spec in specs)
        changed = [Variant(open_once(below, False), open_once(above, False)) for below, above in variants]
        for each in games:
            below = ground_spec(each)
            if below:
                changed.append(Variant(open_once(below, False), each, True))
        return cls(games, tuple(changed))

    def with_play_pages(
        self, pages: Callable[[Game, OpenedRules, Mapping[Game, Iterable[int]]], Mapping[str, bytes]]
    ) -> Reference:
        """Returns the pages with one for each game on which it is played: its files by name, those for examples with other
        options among them."""

        def with_page(each: GameReference) -> GameReference:
            others = other_games(each.game, each.steps.values())
            return replace(each, playing=pages(each.game, each.opened, others))

        return replace(self, games=tuple(map(with_page, self.games)))

    def with_written_rules(self, write_book: Callable[[GameReference], WrittenBook]) -> Reference:
        """Returns the reference with the chapters that authors wrote."""

        made: dict[int, GameReference] = {}

        def write(game: GameReference) -> GameReference:
            return made.setdefault(id(game), replace(game, write_book=write_book))

        variants = (replace(each, below=write(each.below), above=write(each.above)) for each in self.variants)
        return replace(self, games=tuple(map(write, self.games)), variants=tuple(variants))

    def with_earlier(self, earlier: Iterable[OpenedRules]) -> Reference:
        """Returns the reference with earlier versions of its games, each beside the game that has its id, the oldest first."""
        known: dict[str, list[OpenedRules]] = {}
        for each in earlier:
            known.setdefault(each.rules.id, []).append(each)
        games = (replace(each, earlier=tuple(known.get(each.rules.id, ()))) for each in self.games)
        return replace(self, games=tuple(games))

    def missing(self, strict: bool = False) -> list[str]:
        """Rules that cannot be told in words; if `strict`, actions without a text or an example too."""
        return [f"{game.opened.full_id}: {each}" for game in self.games for each in untold(game, strict)]

    def require_whole(self, strict: bool = False) -> None:
        """Raises UnpublishableError with everything that `missing` names."""
        missing = self.missing(strict)
        if missing:
            raise UnpublishableError("\n".join((f"the reference lacks {len(missing)} of what it must have", *missing)))

    def long_sentences(self) -> tuple[Diagnostic, ...]:
        """C0543 where rules read as sentences too long to be understood."""
        return tuple(dict.fromkeys(each for game in self.games for each in long_sentences(game.opened)))

    def in_language(self, lang: str, *, pdf: bool = False) -> Publication:
        """Everything in one language. UnpublishableError where a link leads nowhere, ImportError for PDF without the extra."""
        return in_one((self.part(lang, pdf=pdf),), lang)

    def part(self, lang: str, *, pdf: bool = False) -> Publication:
        """Returns the reference without a first page, as a part of a larger publication."""
        translated = Translated(lang)
        games = [translated(each) for each in self.games]
        sections = tuple(game_section(each, self._variants(each, translated)) for each in games)
        alone = [each.page(translated) for each in self.variants if not self._is_below(each)]
        files = {path: made for each in games for path, made in each.files.items()}
        if pdf:
            aids = {path: made for path, made in files.items() if isinstance(made, str) and path.endswith("/aid.html")}
            files |= {f"{path.removesuffix('html')}pdf": as_pdf(made) for path, made in aids.items()}
        return Publication((*sections, *alone), files)

    def _variants(self, game: GameReference, translated: Translated) -> tuple[Entry, ...]:
        """Returns the pages of a game with house rules, or of an edition; and a list of all that is laid over it, with
        a page each."""
        id = game.opened.full_id
        above = [each for each in self.variants if each.above.opened.full_id == id]
        below = [each for each in self.variants if each.below.opened.full_id == id]
        found: list[Entry] = [replace(each.page(translated), title=game.phrase("What is different")) for each in above]
        if below:
            pages = [(each.page(translated), not each.has_pages) for each in below]
            title = game.phrase("Editions and house rules")
            own = tuple(each for each, is_here in pages if is_here)
            found.append(
                Section(title, (game.page("variants.md", title, (list_entries(each for each, _ in pages),)), *own))
            )
        return tuple(found)

    def _is_below(self, variant: Variant) -> bool:
        ids = {each.opened.full_id for each in self.games}
        return variant.below.opened.full_id in ids or variant.above.opened.full_id in ids


def untold(game: GameReference, strict: bool) -> Iterator[str]:
    """Yields the rules of a game that have no sentence; if `strict`, actions that have no text or no example."""
    for each in game.sentences.all():
        if each.source == "fallback":
            yield f"there is no sentence for {each.clause or each.text}"
    for node in game.declarations.values():
        if node.kind == "option" and not all(each.text for each in node.block):
            yield f"what {node.label} requires has no text"
    for name, action in game.rules.actions.items() if strict else ():
        if not action.text:
            yield f"action {name} has no text"
        if not any(name in actions_of(each) for each in game.rules.examples):
            yield f"action {name} has no example"
        yield from (f"no example refuses {each}" for each in never_refused(game, action)) if game.steps else ()


def never_refused(game: GameReference, action: Action) -> Iterator[str]:
    """Yields the requirements of an action that no example shows."""
    shown = {reason.rule for steps in game.steps.values() for step in steps for reason in step.reasons}
    for step in action.header:
        if isinstance(step.statement, Require) and step.clause.name not in shown:
            yield step.clause.name


def ground_spec(game: GameReference) -> str:
    """The spec of the game below one with house rules or of an edition; "" of a game that stands alone."""
    if game.rules.overlays:
        return game.opened.folders[0].id_or_path if len(game.rules.grounds) < 2 else game.rules.id
    return game.opened.folders[0].id_or_path if len(game.rules.grounds) > 1 else ""


def _open_reference(spec: str, settings: Mapping[str, str], has_pages: bool, with_figures: bool) -> GameReference:
    opened = open_rules(spec, settings)
    game = _load(spec, settings, "interpreter")
    own = {each.name for each in game.examples if not game.overlays or each.origin in game.overlays}
    variant = variants_of(game)
    wanted = [each for each in game.examples if has_pages or each.name in own]
    rehearsals = {each.name: rehearse(game, each, variant) for each in wanted}
    failed = [each for each, _ in rehearsals.values() if not each.ok and each.name in own]
    if failed and not settings:
        names = ", ".join(each.name for each in failed)
        found = tuple(finding for each in failed for finding in each.diagnostics)
        raise UnpublishableError(f"examples of {spec} do not hold: {names} ({found[0].message})", found)
    # With options that a table has chosen, examples of other choices are left out as those are that house rules change.
    changed = frozenset(name for name, (each, _) in rehearsals.items() if not each.ok)
    steps = {name: each for name, (_, each) in rehearsals.items()}
    figures = figures_of(game, may_play=False) if has_pages else None
    if figures is None and has_pages and with_figures:
        figures = figures_of(_load(spec, settings, "python"))
    return GameReference(opened, game, figures, {}, steps, changed)


def _load(spec: str, settings: Mapping[str, str], engine: str) -> Game:
    """The game of a spec. Examples are a few steps of many games, for which no code is worth being written."""
    base, *overlays = spec.split("+")
    return load_game(base, overlays=overlays, options=settings, engine=engine)


def in_one(parts: Sequence[Publication], lang: str) -> Publication:
    """Parts as one publication with a first page, games before what stands alone. UnpublishableError where a link leads
    nowhere."""
    contents = sorted((entry for each in parts for entry in each.contents), key=lambda each: isinstance(each, Page))
    files = {path: made for each in parts for path, made in each.files.items()}
    publication = Publication((_front(texts(lang), contents), *contents), files)
    wrong = [*publication.dead_links(), *publication.twice()]
    if wrong:
        raise UnpublishableError("; ".join(f"{page} leads to {where}, which is not there" for page, where in wrong))
    return publication


def _front(words: Texts, contents: Sequence[Entry]) -> Page:
    """The first page: all games."""
    title = words.phrase("Rules of games")
    blocks = (Heading(1, title), list_entries(contents), Admonition((Paragraph(disclaimer(words)),)))
    return Page("index.md", title, blocks)


def list_entries(contents: Iterable[Entry]) -> Items:
    """Entries as a list, with what each is about."""
    return Items(tuple(map(_list_entry, contents)))


def _list_entry(entry: Entry) -> Item:
    page = entry if isinstance(entry, Page) else first_page(entry)
    said = entry.summary if isinstance(entry.summary, tuple) else (entry.summary,)
    between = (" – ",) if any(said) else ()
    return Item((Strong(Link(entry.title, page.path)), *between, *said))
