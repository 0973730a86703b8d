"""The index of a book: words, each with the numbers of the rules in which it stands, in one form or another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ..reference.glossary_page import letters
from ..sentences.language import Language

MOST_NUMBERS = 12
"""Rules in which a word of the index may stand; one that is everywhere has those alone that explain it."""

Index = tuple[tuple[str, tuple[str, ...]], ...]


def index_words(rules: Mapping[str, str], explained: Mapping[str, Iterable[str]], nouns: WordForms) -> Index:
    """Returns words from A to Z with the numbers of rules: those in which a word stands, if these are not many, and those
    that explain it. Left out are words without a number, and forms of another word that add none.

    `rules` are texts by their numbers, `explained` numbers by the words of the index.

    >>> from ..sentences.language import language
    >>> rules = {"1.1": "Anna macht einen Zug.", "1.2": "Die Züge zählen.", "1.3": "Das Zugseil liegt im Übergang."}
    >>> explained = {"Zug": (), "Züge": (), "Zugseil": (), "Übergang": ["1.1"]}
    >>> index_words(rules, explained, WordForms(language("de")))
    (('Übergang', ('1.1', '1.3')), ('Zug', ('1.1', '1.2')), ('Zugseil', ('1.3',)))
    """
    found: dict[str, tuple[str, ...]] = {}
    for word in sorted(explained, key=letters):
        pattern = nouns.pattern(word)
        standing = {number for number, text in rules.items() if pattern.search(text)}
        wanted = {*explained[word], *(standing if len(standing) <= MOST_NUMBERS else ())}
        numbers = tuple(number for number in rules if number in wanted)
        is_form = any(nouns.pattern(other).fullmatch(word) and wanted <= {*found[other]} for other in found)
        if numbers and not is_form:
            found[word] = numbers
    return tuple(found.items())


def plurals_of(terms: Iterable[tuple[str, str, str]]) -> Mapping[str, str]:
    """Returns nouns of a game, as one is called, each with what several are called, in small letters, from its terms: words,
    what they stand for, and its name.

    >>> plurals_of([("Feld", "kind", "space"), ("Felder", "kind", "space"), ("frei", "define", "free"), ("", "define", "free")])
    {'feld': 'felder'}
    """
    singulars, plurals = dict[tuple[str, str], str](), dict[str, str]()
    for words, kind, name in terms:
        one = singulars.setdefault((kind, name), words.lower())
        if words.lower() not in ("", one):
            plurals[one] = words.lower()
    return plurals


class WordForms:
    """The forms of words in a language: with its endings, with a vowel that changes, and plurals that a game knows.

    >>> from ..sentences.language import language
    >>> bool(WordForms(language("de")).pattern("Zug").search("Annas Züge"))
    True
    """

    def __init__(self, language: Language, plurals: Mapping[str, str] | None = None) -> None:
        said = language.words_of
        self.plurals = plurals or {}
        self.endings = f"(?:{'|'.join(said('noun-endings'))})?"
        self.vowels = dict(each.split("=") for each in said("noun-vowels")) if language.has("noun-vowels") else {}

    def pattern(self, word: str) -> re.Pattern[str]:
        """Returns the pattern of a word in all its forms."""
        forms = "|".join(re.escape(each) + self.endings for each in self._stems(word.lower()))
        return re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)

    def _stems(self, word: str) -> Iterator[str]:
        """Yields what endings stand behind."""
        yield word
        if word in self.plurals:
            yield self.plurals[word]
        found = list(re.finditer("|".join(self.vowels), word)) if self.vowels else []
        if found:
            start, end = found[-1].span()
            yield word[:start] + self.vowels[found[-1][0]] + word[end:]
