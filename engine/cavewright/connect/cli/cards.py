"""`cards`: a player aid, and a sheet of what an edition or house rules change, fit to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...foundation.storage.durable_writes import replace_folder
from ...foundation.storage.plain_files import look_at_folder
from ...foundation.texts import texts
from ...publish.book.cards import cards_of
from ...publish.book.chapters import BookContents
from ...publish.book.print_book import NoFontError, cards_html, print_cards
from ...publish.reference.player_aid import NoLibraryError
from ...publish.reference.reference import Reference, Translated
from . import output as s
from .book import no_font_words, no_library_words

MADE = "cards.html"
"""The file by which a folder is known as one that this command has filled."""


def cards(spec: str, out: Path, languages: Sequence[str], settings: Mapping[str, str], address: str = "") -> int:
    """Writes the cards as HTML and PDF; the exit status. Raises RulesetError, UnpublishableError and OSError; ValueError
    where a library is missing, and for a folder with other files."""
    said = [texts(lang).lang for lang in languages or ("en",)]
    for lang in said:
        _look_at(out / lang)
    reference = Reference.of([spec], settings=settings, with_figures=False)
    for lang in said:
        translated = Translated(lang)
        contents = BookContents(translated(reference.games[0]))
        contents.game.row_pictures.require()
        below = BookContents(translated(reference.variants[0].below)) if reference.variants else None
        made = cards_of(contents, below)
        try:
            files = {
                MADE: cards_html(contents, made, address=address).encode("utf-8"),
                "cards-a5.pdf": print_cards(contents, made, address)[0],
            }
        except NoLibraryError as error:
            extra = texts(lang).phrase('A book needs an extra: pip install "cavewright[book]"')
            raise ValueError(no_library_words(error, lang, extra)) from error
        except NoFontError as error:
            raise ValueError(no_font_words(error, lang)) from error
        replace_folder(out / lang, files)
        s.say(texts(lang).phrase("{path}: {files}", path=out / lang, files=", ".join(files)))
    return 0


def _look_at(folder: Path) -> None:
    """ValueError for a folder with files that this command has not written."""
    look_at_folder(folder)
    if folder.exists() and not (folder / MADE).is_file() and any(folder.iterdir()):
        raise ValueError(f"{folder} holds other files; name an empty folder, or one that `cards` has filled")
