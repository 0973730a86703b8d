"""Words of the program in several languages. The language is always an argument; there is no current one.

In: a language. Out: the program's words in it. Look here for `phrase`, `plural`, catalogues (`.po`), parsed once; the
language is always an argument; one and several in English (`english_nouns`).
"""

from .catalogue import Catalogue, Entry, read_catalogue, write_catalogue
from .locale_files import locale_files, locale_folders
from .texts import (
    SOURCE,
    BrokenCatalogue,
    Texts,
    UnknownLanguage,
    capitalise,
    is_language,
    languages,
    mark_english,
    name_of,
    texts,
    translatable,
)

__all__ = [
    "SOURCE",
    "BrokenCatalogue",
    "Catalogue",
    "Entry",
    "Texts",
    "UnknownLanguage",
    "capitalise",
    "is_language",
    "languages",
    "locale_files",
    "locale_folders",
    "mark_english",
    "name_of",
    "read_catalogue",
    "texts",
    "translatable",
    "write_catalogue",
]
