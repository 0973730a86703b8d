"""`docs`: a rule reference of games, editions and house rules, as files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from ...foundation.source import Diagnostic
from ...foundation.storage.durable_writes import replace_folder
from ...foundation.storage.plain_files import look_at_folder
from ...foundation.texts import texts
from ...language.compose import registered_games, registered_overlays
from ...play.loading.rulesets import RulesetError
from ...publish.reference.publication import Publication
from ...publish.reference.reference import Reference, UnpublishableError, in_one
from . import output as s
from .forked import parallel_map
from .rules_argument import grounds, head_of

Family = tuple[list[str], list[tuple[str, str]]]
"""Games that stand on the same one, and pairs of a game and a variant of it."""
MADE = "navigation.yml"
"""The file by which a folder is known as one that this command has filled."""


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
) -> int:
    """Writes the reference; the exit status. Raises RulesetError, UnpublishableError and OSError; ValueError for PDF without its extra."""
    said = [texts(lang).lang for lang in languages or ("en",)]
    if pdf and find_spec("weasyprint") is None:
        raise ValueError(texts(said[0]).phrase('PDF needs an extra: pip install "cavewright[pdf]"'))
    for lang in said:
        _look_at(out / lang)
    families = families_of(*split_specs(specs or (*registered_games(), *registered_overlays())))

    def open_family(family: Family) -> Reference:
        reference = Reference.of(*family, settings, with_figures=figures)
        if play:
            from ..web.static_page import page_files

            reference = reference.with_play_pages(
                lambda game, opened, others: page_files(game, game.players, "game", opened, others)
            )
        for missing in reference.missing(strict):
            raise UnpublishableError(missing)
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
    for lang, each in zip(said, parts, strict=True):
        _write(out / lang, in_one(each, lang), lang)
    return 0


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
    pages, pictures = sum(1 for _ in publication.pages()), sum(path.endswith(".svg") for path in files)
    s.say(texts(lang).phrase("{path}: {pages} pages, {pictures} pictures", path=folder, pages=pages, pictures=pictures))
