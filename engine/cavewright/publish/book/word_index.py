"""The index of a book: words, each with the numbers of the rules in which it stands, in one form or another."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ..reference.glossary_page import letters
from ..sentences.language import Language

MOST_NUMBERS = 12
"""Rules in which a word of the index may stand; one that is everywhere has those alone that explain it."""

Index = tuple[tuple[str, tuple[str, ...]], ...]


def index_words(rules: Mapping[str, str], explained: Mapping[str, Collection[str]], forms: WordForms) -> Index:
    """Returns words from A to Z with the numbers of rules: those in which a word stands, if these are not many, and those
    that explain it. Left out are words without a number, and forms of another word that no rule explains.

    `rules` are texts by their numbers, `explained` numbers by the words of the index.

    >>> from ..sentences.language import language
    >>> rules = {"1.1": "Anna macht einen Zug.", "1.2": "Die Züge zählen.", "1.3": "Das Zugseil liegt im Übergang."}
    >>> explained = {"Zug": (), "Züge": (), "Zugseil": (), "Übergang": ["1.1"]}
    >>> index_words(rules, explained, WordForms(language("de")))
    (('Übergang', ('1.1', '1.3')), ('Zug', ('1.1', '1.2')), ('Zugseil', ('1.3',)))
    """
    patterns = {word: forms.compile_pattern(word) for word in explained}
    found = []
    for word in sorted(explained, key=letters):
        if not explained[word] and any(each.fullmatch(word) for other, each in patterns.items() if other != word):
            continue
        standing = {number for number, text in rules.items() if patterns[word].search(text)}
        wanted = {*explained[word], *(standing if len(standing) <= MOST_NUMBERS else ())}
        if numbers := tuple(number for number in rules if number in wanted):
            found.append((word, numbers))
    return tuple(found)


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
    >>> bool(WordForms(language("de")).compile_pattern("Blauer Raum").search("zwei blaue Räume"))
    True
    """

    def __init__(self, language: Language, plurals: Mapping[str, str] | None = None) -> None:
        self.plurals = plurals or {}
        self.endings = f"(?:{'|'.join(language.words_of('index-endings'))})?"
        self.vowels = language.pairs_of("index-vowels")
        self.adjectives = "|".join(language.words_of("index-adjectives"))
        self.is_capital = language.noun(language.say("noun-thing")).bare()[:1].isupper()

    def compile_pattern(self, words: str) -> re.Pattern[str]:
        """Returns a pattern of words in all their forms."""
        *before, last = words.split(" ")
        pattern = " ".join((*map(self._describe_word, before), self._describe_noun(last)))
        if many := self.plurals.get(words.lower()):
            pattern = f"(?:{pattern}|{re.escape(many)}{self.endings})"
        return re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE)

    def _describe_word(self, word: str) -> str:
        """Returns a pattern of a word before the last one: an adjective, or a noun with what belongs to it behind."""
        stem = re.sub(f"(?:{self.adjectives})$", "", word) if self.adjectives else word
        return self._describe_noun(word) if stem == word else f"{re.escape(stem)}(?:{self.adjectives})?"

    def _describe_noun(self, word: str) -> str:
        """Returns a pattern of a word, also with a vowel that changes: as a noun, where nouns have a capital letter."""
        found = list(re.finditer("|".join(self.vowels), word[1:].lower())) if self.vowels else []
        if not found:
            return re.escape(word) + self.endings
        start, end = (1 + each for each in found[-1].span())
        first = f"(?-i:{re.escape(word[0])})" if self.is_capital else re.escape(word[0])
        changed = first + re.escape(word[1:start] + self.vowels[found[-1][0]] + word[end:])
        return f"(?:{re.escape(word)}|{changed}){self.endings}"
