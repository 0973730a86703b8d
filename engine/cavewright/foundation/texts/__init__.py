"""Words of the program in several languages. The language is always an argument; there is no current one.

In: a language. Out: the program's words in it. Look here for `phrase`, `plural`, catalogues (`.po`), parsed once; the
language is always an argument; one and several in English (`english_nouns`).
"""

from .catalogue import Catalogue, Entry, read_catalogue, write_catalogue
from .texts import SOURCE, Texts, UnknownLanguage, capitalise, is_language, languages, name_of, texts, translatable

__all__ = [
    "SOURCE",
    "Catalogue",
    "Entry",
    "Texts",
    "UnknownLanguage",
    "capitalise",
    "is_language",
    "languages",
    "name_of",
    "read_catalogue",
    "texts",
    "translatable",
    "write_catalogue",
]
