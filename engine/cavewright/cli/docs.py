"""`docs`: a rule reference of games, editions and house rules, as files."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ..compose import registered_games, registered_overlays
from ..loading.rulesets import RulesetError
from ..reference.reference import Reference, UnpublishableError
from ..texts import texts
from . import output as s
from .forked import side_by_side
from .rules_argument import grounds, head_of

MADE = "navigation.yml"
"""The file by which a folder is known as one that this command has filled."""


def docs(
    specs: Sequence[str],
    out: Path,
    languages: Sequence[str],
    settings: Mapping[str, str],
    *,
    strict: bool = False,
    pdf: bool = False,
    figures: bool = True,
    play: bool = False,
) -> int:
    """Writes the reference; the exit status. Raises RulesetError, UnpublishableError and OSError."""
    said = [texts(lang).lang for lang in languages or ("en",)]
    for lang in said:
        _look_at(out / lang)
    games, variants = chosen(specs or (*registered_games(), *registered_overlays()))
    reference = Reference.of(games, variants, settings, with_figures=figures)
    if play:
        from ..web.static_page import page_files

        reference = reference.played(lambda game: page_files(game, game.players, "game"))
    for missing in reference.missing(strict):
        raise UnpublishableError(missing)
    long = reference.long_sentences()
    if long and strict:
        raise RulesetError(long)
    s.report(long, lang=said[0])

    def write(lang: str) -> tuple[int, int]:
        publication = reference.in_language(lang, pdf=pdf)
        files = publication.written()
        _fill(out / lang, files)
        return sum(1 for _ in publication.pages()), sum(path.endswith(".svg") for path in files)

    for lang, (pages, pictures) in zip(said, side_by_side(write, said), strict=True):
        s.say(
            texts(lang).phrase(
                "{path}: {pages} pages, {pictures} pictures", path=out / lang, pages=pages, pictures=pictures
            )
        )
    return 0


def chosen(specs: Iterable[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """The games among some specs, and overlays that are named alone: each with the game below it.

    >>> chosen(["the-cave", "long-rope"])
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
    if folder.exists() and not (folder / MADE).is_file() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} holds other files; name an empty folder, or one that `docs` has filled")


def _fill(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Puts the files in the place of what a folder holds."""
    if folder.exists():
        shutil.rmtree(folder)
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
