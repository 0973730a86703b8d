"""The texts of the program in one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from gettext import c2py
from itertools import zip_longest
from pathlib import Path

from .catalogue import Catalogue, Key, plural_forms, read_catalogue
from .locale_files import file_languages, locale_folders, stamped_files

SOURCE, MESSAGE = "en", "message"
"""The language in which the program is written."""

NAMES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "es": "español"}
_CODE, _LIST = re.compile(r"`[^`]*`"), re.compile(r"(.+) (or|and) (.+)")
_PLACE = re.compile(r"`[^`]*`: ")
_BRACES = re.compile(r"\{[^{}]*\}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


_MARKED = re.compile(rf"\[{SOURCE}: ([^\[\]]*)\]")
_LETTERS = re.compile(r"[^\W\d_]")


class BrokenCatalogue(ValueError):
    """A catalogue of the program that cannot be read; says in which line, and why."""


class UnknownLanguage(ValueError):
    """There are no texts in a language; says in which there are.

    >>> texts("xx")
    Traceback (most recent call last):
    ...
    cavewright.foundation.texts.texts.UnknownLanguage: there are no texts in the language `xx`; there are texts in de, en, es
    """


class Texts:
    """Every sentence that the program says, in one language. What lacks a translation is said in English, and marked
    if the language `is_partial`."""

    def __init__(
        self,
        lang: str,
        said: Mapping[Key, tuple[str, ...]],
        plural: Callable[[int], int],
        *,
        is_partial: bool = False,
    ) -> None:
        self.lang, self._said, self._plural, self.is_partial = lang, said, plural, is_partial
        self._messages = [
            _Message.of(source, each[0]) for (context, source), each in said.items() if context == MESSAGE
        ]

    def phrase(self, template: str, /, **values: object) -> str:
        """A sentence with its values filled in.

        >>> texts("en").phrase("{name}’s turn", name="Anna")
        'Anna’s turn'
        """
        said = self._said.get(("", template))
        return said[0].format(**values) if said else self._mark_filled(template, values)

    def _mark_filled(self, template: str, values: Mapping[str, object]) -> str:
        """Returns an English text with its values, marked once: what is filled in goes without a mark of its own."""
        marked = self._mark(template)
        if marked != template:
            values = {
                name: _MARKED.sub(r"\1", each) if isinstance(each, str) else each for name, each in values.items()
            }
        return marked.format(**values)

    def _mark(self, template: str) -> str:
        """Returns an English text as it stands among those of another language, if it has words at all."""
        return mark_english(template) if self.is_partial and _LETTERS.search(_BRACES.sub("", template)) else template

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A sentence about a number of things, which is filled in as `n`.

        >>> texts("en").plural("{n} player", "{n} players", 2)
        '2 players'
        """
        said = self._said.get(("", one))
        if not said:
            return self._mark_filled(one if n == 1 else many, {"n": n, **values})
        return said[min(self._plural(n), len(said) - 1)].format(n=n, **values)

    def count_of_players(self, low: int, high: int) -> str:
        """Returns how many can play, in words.

        >>> texts("en").count_of_players(2, 5), texts("en").count_of_players(1, 2), texts("en").count_of_players(1, 1)
        ('2 to 5 players', '1 or 2 players', '1 player')
        """
        if low + 1 == high:
            return self.phrase("{low} or {high} players", low=low, high=high)
        if low < high:
            return self.phrase("{low} to {high} players", low=low, high=high)
        return self.plural("{n} player", "{n} players", low)

    def translate(self, message: str) -> str:
        """A finding or an error, which is made in English, in this language: found again by the template that it was
        made from.

        As it is, if no template of the catalogue fits. What was filled in is looked up in the same way, but for code,
        in backticks; so is what stands behind a name in backticks and a colon, and what is joined by semicolons, or in
        a list with `or` or `and`.
        """
        if place := _PLACE.match(message):
            return place[0] + self.translate(message[place.end() :])
        fitting = [(each, found) for each in self._messages if (found := each.found_in(message))]
        first, mark, rest = message.partition("; ")
        if not any(each.has_words for each, _ in fitting):
            if mark:
                return f"{self.translate(first)}{mark}{self.translate(rest)}"
            if listed := self._translate_list(message):
                return listed
        if not fitting:
            return message
        best, found = max(fitting, key=lambda each: each[0].weight)
        parts = zip(found.groups(), best.coded, strict=True)
        return best.said.format(
            *(part if is_code or part == message else self.translate(part) for part, is_code in parts)
        )

    def _translate_list(self, message: str) -> str:
        """A list with `or` or `and`, if each word of it is code or known; "" for what is no such list."""
        if not (found := _LIST.fullmatch(message)):
            return ""
        words = [*found[1].split(", "), found[3]]
        said = [*map(self.translate, words)]
        if any(each == one and not _CODE.fullmatch(each) for each, one in zip(words, said, strict=True)):
            return ""
        return (self.either if found[2] == "or" else self.both)(said)

    def either(self, words: Iterable[str]) -> str:
        """`a, b or c`"""
        return self._join_words(words, self.phrase("{first} or {last}", first="\0", last="\1"))

    def both(self, words: Iterable[str]) -> str:
        """`a, b and c`"""
        return self._join_words(words, self.phrase("{first} and {last}", first="\0", last="\1"))

    def _join_words(self, words: Iterable[str], pattern: str) -> str:
        *first, last = words
        return pattern.replace("\1", last).replace("\0", ", ".join(first)) if first else last


@dataclass(frozen=True, slots=True)
class _Message:
    """A template as a pattern; the more of it is fixed, the surer a match. What is filled in may be empty; between
    backticks it has no backtick."""

    pattern: str
    fixed: tuple[str, ...]
    said: str
    weight: int
    coded: tuple[bool, ...]
    """Of everything filled in, whether it stands between backticks."""
    has_words: bool
    """Whether it says anything, and does not only put other sentences together."""

    @classmethod
    def of(cls, source: str, said: str) -> _Message:
        """The pattern of a template, and what is said in its place."""
        parts = re.split(r"\{\d+\}", source)
        fixed = [part.replace("{{", "{").replace("}}", "}") for part in parts]
        coded = tuple("".join(parts[:number]).count("`") % 2 == 1 for number in range(1, len(parts)))
        values = ["([^`]*)" if is_code else "(.*?)" for is_code in coded]
        pattern = "".join(f"{re.escape(text)}{value}" for text, value in zip_longest(fixed, values, fillvalue=""))
        weight = sum(map(len, fixed))
        has_words = any(map(str.isalpha, "".join(fixed)))
        return cls(pattern, tuple(fixed), said, weight, coded, has_words)

    def found_in(self, message: str) -> re.Match[str] | None:
        """Returns the values in a message, if it is one of this pattern. A pattern takes long to compile, so what is
        fixed is sought first."""
        if any(part not in message for part in self.fixed):
            return None
        return re.compile(self.pattern, re.DOTALL).fullmatch(message)


def capitalise(text: str) -> str:
    """A text as it begins a line; the rest of it stays as it is.

    >>> capitalise("end of a Turn")
    'End of a Turn'
    """
    return text[:1].upper() + text[1:]


def translatable(template: str) -> str:
    """The text as it is; so marked it stands in the catalogues, and `phrase` says it in a language later."""
    return template


def languages() -> tuple[str, ...]:
    """The languages in which the program speaks.

    >>> languages()
    ('de', 'en', 'es')
    """
    return tuple(sorted({SOURCE, *file_languages(".po")}))


def texts(lang: str = SOURCE) -> Texts:
    """The texts in a language. Raises UnknownLanguage (a ValueError) for one that nobody speaks and that has no catalogue,
    BrokenCatalogue for a catalogue that cannot be read. Without a catalogue everything is said in English, and marked.

    >>> texts("xx")
    Traceback (most recent call last):
    cavewright.foundation.texts.texts.UnknownLanguage: there are no texts in the language `xx`; there are texts in de, en, es
    >>> texts("fr").phrase("Actions")
    '[en: Actions]'
    """
    is_code = lang != SOURCE and isinstance(lang, str) and is_language(lang)
    return _texts(lang, stamped_files(lang, ".po") if is_code else ())


@lru_cache(maxsize=16)
def _texts(lang: str, files: tuple[tuple[Path, int], ...]) -> Texts:
    if lang == SOURCE:
        return Texts(lang, {}, lambda n: int(n != 1))
    if not files and not (isinstance(lang, str) and is_spoken(lang)):
        raise UnknownLanguage(
            f"there are no texts in the language `{str(lang)[:20]}`; there are texts in {', '.join(languages())}"
        )
    said: dict[Key, tuple[str, ...]] = {}
    plurals = ""
    for path, _ in reversed(files):
        catalogue = _read_own(path)
        said |= {each.key: each.said for each in catalogue.entries if each.is_full}
        plurals = catalogue.plurals or plurals
    is_whole = any(path.parent == locale_folders()[-1] for path, _ in files)
    return Texts(lang, said, c2py(plurals or plural_forms(lang)[1]), is_partial=not is_whole)


def _read_own(path: Path) -> Catalogue:
    try:
        catalogue = read_catalogue(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BrokenCatalogue(f"{path}: this catalogue is no text in UTF-8") from error
    if catalogue.problem is not None:
        line, why = catalogue.problem
        raise BrokenCatalogue(f"{path}, line {line}: this catalogue cannot be read: {why}")
    return catalogue


def mark_english(text: str) -> str:
    """An English text that stands in for one in another language.

    >>> mark_english("Actions")
    '[en: Actions]'
    """
    return f"[{SOURCE}: {text}]"


def is_spoken(lang: str) -> bool:
    """Tells if a text is the code of a language that people speak.

    >>> is_spoken("fr"), is_spoken("pt-BR"), is_spoken("xx")
    (True, True, False)
    """
    from babel.localedata import exists

    return is_language(lang) and bool(exists(lang.replace("-", "_")))


def is_language(lang: str) -> bool:
    """Tells if a text can be the code of a language: `de`, `pt-BR`."""
    return _LANGUAGE.fullmatch(lang) is not None


def name_of(lang: str) -> str:
    """Returns the name of a language in itself, or its code.

    >>> name_of("de"), name_of("fr"), name_of("tlh")
    ('Deutsch', 'français', 'tlh')
    """
    if lang in NAMES or not is_spoken(lang):
        return NAMES.get(lang, lang)
    from babel import Locale

    return str(Locale.parse(lang, sep="-").get_display_name() or lang)
