"""`book`: a game as a book that people learn from, as HTML, PDF and EPUB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...foundation.source import Diagnostic, errors
from ...foundation.storage.durable_writes import replace_folder
from ...foundation.storage.plain_files import look_at_folder
from ...foundation.texts import texts
from ...play.loading.rulesets import RulesetError
from ...publish.book.chapters import BookContents
from ...publish.book.print_book import NoFontError, book_epub, book_html, book_pdf, unreadable_pictures
from ...publish.changes.translations import findings
from ...publish.reference.player_aid import NoLibraryError
from ...publish.reference.reference import Reference, Translated
from . import output as s

MADE = "book.html"
"""The file by which a folder is known as one that this command has filled."""
UNTRANSLATED = ("C0701", "C0702")
"""The findings on texts without a translation, and with one of an older text."""
FORMS = ("html", "pdf", "epub")


def book(
    spec: str,
    out: Path,
    languages: Sequence[str],
    settings: Mapping[str, str],
    *,
    forms: str,
    ids: bool,
    strict: bool,
    play: str = "",
) -> int:
    """Writes the book; the exit status. Raises RulesetError, UnpublishableError and OSError; ValueError for a form or an
    address that is none, and where a library is missing."""
    wanted = [each.strip() for each in forms.split(",") if each.strip()]
    said = [texts(lang).lang for lang in languages or ("en",)]
    phrase = texts(said[0]).phrase
    for each in wanted:
        if each not in FORMS:
            raise ValueError(
                phrase("there is no form {form}; write some of {forms}", form=each, forms=", ".join(FORMS))
            )
    if play and not play.startswith(("https://", "http://")):
        raise ValueError(phrase("{address} is no address; it begins with https://", address=play))
    for lang in said:
        _look_at(out / lang)
    reference = Reference.of([spec], settings=settings, with_figures=False)
    for lang in said:
        contents = BookContents(Translated(lang)(reference.games[0]), play)
        found = (*contents.book.findings(), *contents.game.row_pictures.findings)
        found += _find_untranslated(contents, lang) if strict else ()
        if errors(found) or strict and found:
            raise RulesetError(found)
        s.report(found, lang=lang)
        _tell_unreadable(contents, lang, strict)
        try:
            files = _files(contents, wanted, ids)
        except NoLibraryError as error:
            extra = phrase('A book needs an extra: pip install "cavewright[book]"')
            raise ValueError(no_library_words(error, lang, extra)) from error
        except NoFontError as error:
            raise ValueError(no_font_words(error, lang)) from error
        replace_folder(out / lang, files)
        s.say(texts(lang).phrase("{path}: {files}", path=out / lang, files=", ".join(files)))
    return 0


def _find_untranslated(contents: BookContents, lang: str) -> tuple[Diagnostic, ...]:
    """Returns what a language lacks, or says of an older text."""
    told = findings(contents.game.game, contents.game.opened.folders, lang)
    return tuple(each for each in told if each.code in UNTRANSLATED)


def _tell_unreadable(contents: BookContents, lang: str, strict: bool) -> None:
    """Says which pictures are too large for a page; ValueError for the first, if `strict`."""
    for rule in unreadable_pictures(contents):
        text = texts(lang).phrase(
            "The picture at {rule} is too large for a page: its letters would be too small to read. Show less of the board.",
            rule=rule,
        )
        if strict:
            raise ValueError(text)
        s.say(text)


def no_library_words(error: NoLibraryError, lang: str, extra: str) -> str:
    """Returns what can be done where a library is missing: `extra`, or where that is there, what it lacks itself."""
    if not error.lacking:
        return extra
    return texts(lang).phrase(
        "WeasyPrint, which prints, lacks a library of this machine: {library}", library=error.lacking
    )


def no_font_words(error: NoFontError, lang: str) -> str:
    """Returns what can be done where no font has some letters."""
    letters = " ".join(error.letters)
    return texts(lang).phrase(
        "No font of this machine has the letters {letters}, so they cannot be printed. Install one that has them; "
        "HTML and EPUB are read with the fonts of whoever reads.",
        letters=letters,
    )


def _files(contents: BookContents, forms: Sequence[str], ids: bool) -> dict[str, bytes]:
    files = {MADE: book_html(contents, ids).encode("utf-8")}
    if "pdf" in forms:
        files |= {f"book-{paper}.pdf": book_pdf(contents, paper, ids) for paper in ("a4", "a5")}
    if "epub" in forms:
        files["book.epub"] = book_epub(contents, ids)
    return files


def _look_at(folder: Path) -> None:
    """ValueError for a folder with files that this command has not written."""
    look_at_folder(folder)
    if folder.exists() and not (folder / MADE).is_file() and any(folder.iterdir()):
        raise ValueError(f"{folder} holds other files; name an empty folder, or one that `book` has filled")
