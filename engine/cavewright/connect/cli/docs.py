"""`docs`: a rule reference of games, editions and house rules, as files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...foundation.source import Diagnostic
from ...foundation.storage.durable_writes import replace_folder, write_over
from ...foundation.storage.plain_files import look_at_folder
from ...foundation.texts import texts
from ...language.compose import registered_games, registered_overlays
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...play.loading.rulesets import RulesetError
from ...publish.book.written_chapters import written_book
from ...publish.reference import site_files
from ...publish.reference.player_aid import NoLibraryError, printer
from ...publish.reference.publication import Publication
from ...publish.reference.reference import Reference, in_one
from . import output as s
from .book import no_library_words
from .forked import parallel_map
from .rules_argument import grounds, head_of

Family = tuple[list[str], list[tuple[str, str]]]
"""Games that stand on the same one, and pairs of a game and a variant of it."""
MADE = "navigation.yml"
"""The file by which a folder is known as one that this command has filled."""
LOGOS = (".svg", ".png", ".webp", ".jpg", ".jpeg")
"""Kinds of files that can be a logo."""


def docs(
    specs: Sequence[str],
    out: Path,
    languages: Sequence[str],
    settings: Mapping[str, str],
    *,
    strict: bool,
    pdf: bool,
    figures: bool,
    play: bool,
    earlier: Sequence[str] | None = None,
    title: str = "",
    logo: Path | None = None,
    colour: str = "",
    address: str = "",
) -> int:
    """Writes the reference; the exit status. Raises RulesetError, UnpublishableError and OSError; ValueError for PDF
    without its extra, a colour that is none and a logo that cannot be shown."""
    said = [texts(lang).lang for lang in languages or ("en",)]
    look = site_files.Look(title, "", colour, address)
    extra = _own_files(look, logo, said[0])
    old = _open_earlier(earlier or ())
    if pdf:
        _look_for_printer(said[0])
    for lang in said:
        _look_at(out / lang)
    families = families_of(*split_specs(specs or (*registered_games(), *registered_overlays())))
    published = {Path(each.partition("+")[0]).stem for games, _ in families for each in games}
    for opened in old:
        if opened.rules.id not in published:
            raise ValueError(
                texts(said[0]).phrase("{game} is no earlier version of what is published", game=opened.rules.full_id)
            )

    def open_family(family: Family) -> Reference:
        reference = Reference.of(*family, settings, with_figures=figures)
        reference = reference.with_written_rules(written_book).with_earlier(old)
        if play:
            from ..web.static_page import page_files

            reference = reference.with_play_pages(
                lambda game, opened, others: page_files(game, game.players, "game", opened, others)
            )
        for each in reference.games:
            each.row_pictures.require()
        reference.require_whole(strict)
        return reference

    def publish_family(family: Family) -> tuple[tuple[Diagnostic, ...], list[Publication]]:
        reference = open_family(family)
        return reference.long_sentences(), [reference.part(lang, pdf=pdf) for lang in said]

    if len(families) > 1:
        made = list(parallel_map(publish_family, families))
        long = tuple(each for found, _ in made for each in found)
        parts = list(zip(*(each for _, each in made), strict=True))
    else:
        reference = open_family(families[0])
        long = reference.long_sentences()
        parts = [(each,) for each in parallel_map(lambda lang: reference.part(lang, pdf=pdf), said)]
    if long and strict:
        raise RulesetError(long)
    s.report(long, lang=said[0])
    look = replace(look, logo=next((name for name in extra if name != site_files.STYLE), ""))
    for lang, each in zip(said, parts, strict=True):
        publication = in_one(each, lang)
        _write(out / lang, replace(publication, files={**publication.files, **extra}), lang)
        _write_configuration(out, publication, lang, said, look)
    return 0


def _open_earlier(specs: Sequence[str]) -> list[OpenedRules]:
    """Returns earlier versions of games, the oldest first. RulesetError for what cannot be read."""
    opened = [open_rules(each, {}) for each in specs]
    return sorted(opened, key=lambda each: [int(part) for part in re.findall(r"\d+", each.rules.version)])


def _own_files(look: site_files.Look, logo: Path | None, lang: str) -> dict[str, str | bytes]:
    """Returns the style of all pages, and the logo of the publisher."""
    phrase = texts(lang).phrase
    if look.colour and not site_files.is_colour(look.colour):
        raise ValueError(phrase("{colour} is no colour; write one such as #7a4b1f", colour=look.colour))
    found: dict[str, str | bytes] = {site_files.STYLE: site_files.style_sheet(look)}
    if logo is not None:
        if logo.suffix.lower() not in LOGOS or not logo.is_file():
            expected = ", ".join(LOGOS)
            raise ValueError(phrase("{path} is no picture; a logo is a file of {forms}", path=logo, forms=expected))
        found[f"logo{logo.suffix.lower()}"] = logo.read_bytes()
    return found


def _write_configuration(
    out: Path, publication: Publication, lang: str, languages: Sequence[str], look: site_files.Look
) -> None:
    """Writes the configuration of a site beside its pages, unless somebody has made the file their own."""
    path = out / f"mkdocs.{lang}.yml"
    if path.is_file() and not path.read_text("utf-8", "replace").startswith(site_files.MADE):
        s.say(texts(lang).phrase("{path} is yours and stays as it is", path=path))
        return
    front = publication.contents[0]
    navigation = publication.navigation("  ")
    write_over(path, site_files.site_configuration(lang, languages, front.title, navigation, look))


def families_of(games: Iterable[str], variants: Iterable[tuple[str, str]]) -> list[Family]:
    """Games and pairs of a game and its variant, those together that stand on the same game.

    >>> families_of(["hex", "the-cave-de"], [("the-cave", "the-cave+long-rope")])
    [(['hex'], []), (['the-cave-de'], [('the-cave', 'the-cave+long-rope')])]
    """
    found: dict[str, Family] = {}
    for each in games:
        found.setdefault(_lowest(each), ([], []))[0].append(each)
    for below, above in variants:
        found.setdefault(_lowest(below), ([], []))[1].append((below, above))
    return list(found.values())


def _lowest(spec: str) -> str:
    """The ruleset on which all others of a spec stand."""
    name, below = "", spec.partition("+")[0]
    while below != name:
        name, below = below, grounds(below)[0]
    return name


def split_specs(specs: Iterable[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """The games among some specs, and overlays that are named alone: each with the game below it.

    >>> split_specs(["the-cave", "long-rope"])
    (['the-cave'], [('the-cave', 'the-cave+long-rope')])
    """
    games: dict[str, None] = {}
    variants: dict[tuple[str, str], None] = {}
    for spec in specs:
        head = head_of(spec) if "+" not in spec else None
        if head is None or head.kind != "overlay":
            games[spec] = None
            continue
        base, overlays = grounds(spec)
        variants["+".join([base, *overlays[:-1]]), "+".join([base, *overlays])] = None
    return list(games), list(variants)


def _look_for_printer(lang: str) -> None:
    """ValueError where the library that prints is missing."""
    try:
        printer()
    except NoLibraryError as error:
        extra = texts(lang).phrase('PDF needs an extra: pip install "cavewright[pdf]"')
        raise ValueError(no_library_words(error, lang, extra)) from error


def _look_at(folder: Path) -> None:
    """ValueError for a folder with files that this command has not written."""
    look_at_folder(folder)
    if folder.exists() and not (folder / MADE).is_file() and any(folder.iterdir()):
        raise ValueError(f"{folder} holds other files; name an empty folder, or one that `docs` has filled")


def _write(folder: Path, publication: Publication, lang: str) -> None:
    """Writes what is published in a language, and says how much it is."""
    files = publication.files_by_path()
    replace_folder(
        folder, {path: each.encode("utf-8") if isinstance(each, str) else each for path, each in files.items()}
    )
    pages = sum(1 for _ in publication.pages())
    pictures = sum(path.endswith(".svg") for path in files)
    s.say(texts(lang).phrase("{path}: {pages} pages, {pictures} pictures", path=folder, pages=pages, pictures=pictures))
