"""Language file: the messages from which sentences are made, and how they ask for the grammar of their parts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...foundation.texts import SOURCE, BrokenCatalogue, capitalise, locale_folders, mark_english
from ...foundation.texts.locale_files import file_languages, stamped_files
from .parts import OTHER, SUBJECT, Filled, Noun, Part, Plain, Told

_WHOSE = "whose-"
"""How messages begin that say a condition as a clause about what belongs to something."""
_SUBJECTS = ("left", "member", "owner", "piece", "deed")
"""Values of messages that a clause about them begins with."""
_FIRST = re.compile(r"(?:im |in |auf |am |an |bei |zu |(?:der|die|das) [A-ZÄÖÜ]\w+ von )?\{\w+(?::\w+)?\}")
"""What an author's words begin with: something that is filled in, or where that is."""
_SUBJECT = re.compile(
    r"(?:(?:nicht )?jede[rs]?|der|die|das|ein|eine|kein|keine) (?:[a-zäöüß]+ )*[A-ZÄÖÜ][\w-]*"
    r"(?: (?:des|der|von) (?:[a-zäöüß]+ )*[A-ZÄÖÜ][\w-]*)?"
    r"|(?:nichts|etwas|jede[rs]?)\b"
)
"""An article, and all up to the first word with a capital letter, with whose it is; else a pronoun by itself."""
_HOLDER = re.compile(r"i[nm] .+?(?= (?:mindestens |höchstens )?\d+ )")
"""What a clause about a number of pieces begins with: where these are."""
_THERE_IS = re.compile(r"es (.+?) gibt(?=$|, (?:(?:auf|in|an|bei|von) )?(?:der|die|das|dem|denen|dessen|deren)\b)")
"""A clause that there is something, before what is said of it."""
_HOLDS_FOR = re.compile(r"(?:nicht )?für [^;]*? gilt, dass ")
"""What a clause begins with that may stand by itself as it is."""
_SPARE_COMMA = re.compile(r",(?=[.,:;)?!“”»]| \()")
LONGEST = 1_000
"""Characters of a part at most where a message becomes too long for the library of messages."""


class Language:
    """The messages of one language, a file of Fluent. Sentences of English that stand in for another language are
    marked if it `is_marked`; what a file leaves out is said by the language `below`."""

    def __init__(self, lang: str, source: str, below: Language | None = None, *, is_marked: bool = False) -> None:
        from fluent.runtime import FluentBundle, FluentResource
        from fluent.syntax.ast import Junk

        self.lang, self._contractions, self._below = lang, tuple[tuple[str, str], ...](), below
        self._is_marked = is_marked
        self._bundle = FluentBundle([lang], functions=_FUNCTIONS, use_isolating=False)
        resource = FluentResource(source)
        wrong = [each for each in resource.body if isinstance(each, Junk)]
        if wrong:
            raise ValueError(f"{lang}.ftl cannot be read: {str(wrong[0].content).strip()[:80]}")
        self._bundle.add_resource(resource)
        self._contractions = tuple(self.pairs_of("contractions").items())
        """`de el=del`: words that become one wherever they meet."""

    def has(self, message: str) -> bool:
        """Tells if there is a message, or `message.not`, an attribute of one."""
        name, _, attribute = message.partition(".")
        if not self._bundle.has_message(name):
            return self._below is not None and self._below.has(message)
        return not attribute or attribute in self._bundle.get_message(name).attributes

    def say(self, message: str, values: Mapping[str, Any] = MappingProxyType({})) -> str:
        """A message with its values filled in.

        >>> language("en").say("sentence", {"text": "Lose a rope"})
        'Lose a rope.'
        """
        name, _, attribute = message.partition(".")
        if self._below is not None and not self._bundle.has_message(name):
            return self._below.say(message, values)
        found = self._bundle.get_message(name)
        pattern = found.attributes[attribute] if attribute else found.value
        assert pattern is not None
        said, wrong = self._bundle.format_pattern(pattern, dict(values))
        if wrong and (shorter := _shorten_parts(values)) != values:
            return self.say(message, shorter)
        if wrong:
            raise ValueError(f"{self.lang}.ftl: {message}: {wrong[0]}") from wrong[0]
        text = str(said)
        for apart, together in self._contractions:
            text = re.sub(rf"\b{apart} ", f"{together} ", text)
        text = _SPARE_COMMA.sub("", text)
        return mark_english(text) if self._is_marked and message == "sentence" else text

    def words_of(self, message: str) -> list[str]:
        """Returns the words of a message that lists some; none where the language lacks it.

        >>> language("en").words_of("before-places")
        ['on', 'at', 'in']
        """
        listed = self.say(message).split(",") if self.has(message) else []
        return [each.strip() for each in listed if each.strip()]

    def pairs_of(self, message: str) -> dict[str, str]:
        """Returns the words of a message that lists some, each with what it becomes; what becomes nothing is left out.

        >>> language("es").pairs_of("contractions")
        {'de el': 'del', 'a el': 'al'}
        """
        pairs = (each.partition("=") for each in self.words_of(message))
        return {word.strip(): other.strip() for word, mark, other in pairs if mark}

    def noun(self, entry: str) -> Noun:
        """A noun as a dictionary has it, with or without article and plural; what is not counted is itself its plural.

        >>> language("de").noun("das Seil, die Seile").form("dat")
        'dem Seil'
        """
        forms = [each.strip() for each in entry.split(",")]
        article, _, one = forms[0].partition(" ")
        gender = self.say("gender", {"article": article}) if one else "unknown"
        if entry[:1] in "“„«":
            return Noun(self.say, entry, entry, "name")
        if gender == "unknown":
            return Noun(self.say, forms[0], forms[1] if len(forms) > 1 else "")
        many, oblique = (self._without_article(each) for each in (*forms[1:], "", "")[:2])
        is_mass = many == one and many == forms[1]
        return Noun(self.say, one, "" if is_mass else many, gender, oblique)

    def _without_article(self, form: str) -> str:
        first, _, rest = form.partition(" ")
        return rest if self.say("gender", {"article": first}) != "unknown" else form

    def split(self, phrase: str) -> tuple[str, str]:
        """The gender of a phrase by its article, and the rest; "" and all of it if it has none."""
        first, _, rest = phrase.partition(" ")
        gender = self.say("gender", {"article": first}) if rest else "unknown"
        return ("", phrase) if gender == "unknown" else (gender, rest)


def _case(part: Any, case: Any = SUBJECT) -> Any:
    return part.form(str(case)) if isinstance(part, Part) else part


def _one(part: Any, case: Any = SUBJECT) -> Any:
    return part.bare(str(case)) if isinstance(part, Part) else part


def _many(part: Any, case: Any = SUBJECT) -> Any:
    return part.bare(str(case), "many") if isinstance(part, Part) else part


def _decline(part: Any, adjective: Any, main: Any = "", hissing: Any = "", form: Any = OTHER) -> Any:
    """A noun with endings at its adjectives, and at its main word unless that has a form of its own: the first with a
    capital letter. `hissing` is the ending behind s, x and z."""
    if not isinstance(part, Part):
        return part
    words = part.bare().split(" ")
    at = next((n for n, each in enumerate(words) if each[:1].isupper()), 0)
    others = part.bare(str(form)).split(" ")
    own = others[at] if len(others) == len(words) else words[at]
    letters = own.rstrip(",")
    ending = str(hissing if letters[-1:] in "sßxz" else main) if own == words[at] else ""
    found = [f"{each}{adjective}" if each[-1:] == "e" else each for each in words[:at]]
    return " ".join((*found, f"{letters}{ending}{own[len(letters) :]}", *words[at + 1 :]))


def _relative(where: Any, it: Any, own: Any, other: Any) -> Any:
    """A condition as a relative clause: `own` stands for what it begins with, if that is `it`, and `other` before
    anything else."""
    begins = f"{it.form()} " if isinstance(it, Part) else ""
    before = [""]

    def turn(part: Any) -> Part:
        if isinstance(part, Told) and part.message in ("and", "comma"):
            return replace(part, values={name: turn(each) for name, each in part.values.items()})
        if isinstance(part, Told) and part.message.startswith(_WHOSE):
            before.append("")
            return part
        text = part.form()
        rest = text.removeprefix(begins)
        if there := _where_it_is(text, it, str(other)):
            before.append("")
            return Plain(there)
        before.append(other if rest == text else own)
        return Plain(rest if before[-2:] == [other, other] else f"{before[-1]} {rest}")

    return turn(where).form()


def _where_it_is(text: str, it: Any, other: str) -> str:
    """Returns a clause that begins with a place, `auf diesem Feld ein Stein steht`, as a relative clause about it, `auf denen
    ein Stein steht`; "" for any other. `other` is the pronoun behind a preposition of its own."""
    preposition, _, pronoun = other.rpartition(" ")
    first, _, rest = text.partition(" ")
    place = f"{it.form('dat')} " if isinstance(it, Part) else ""
    is_there = preposition == "bei" and bool(place) and rest.startswith(place) and first in ("auf", "in", "an", "bei")
    return f"{first} {pronoun} {rest.removeprefix(place)}" if is_there else ""


def _every(what: Any, it: Any, each: Any, otherwise: Any) -> Any:
    """Returns the words for what holds for every one of several things: a clause about `each`, where all that is said begins with `it` and says
    it only there, and `otherwise` where it does not."""
    clauses = _distribute(what, it, str(each))
    return str(otherwise) if clauses is None else clauses.form()


def _distribute(part: Any, it: Any, each: str) -> Part | None:
    """Returns a clause, or several, with `each` in the place of `it`, said once; none where that cannot be."""
    if isinstance(part, Told) and part.message in ("and", "comma"):
        values: dict[str, Any] = {}
        for name, inner in part.values.items():
            told = _distribute(inner, it, "" if values else each) if isinstance(inner, Part) else inner
            if told is None:
                return None
            values[name] = told
        return replace(part, values=values)
    if isinstance(part, Told) and part.message in ("or", "either"):
        return None
    begins, text = f"{it.form()} " if isinstance(it, Part) else "", part.form() if isinstance(part, Part) else ""
    rest = text.removeprefix(begins)
    if not begins or rest == text or begins.strip() in rest or "," in rest:
        return None
    return Plain(f"{each} {rest}".strip())


def _verb_second(part: Any, otherwise: Any, *verbs: Any) -> Any:
    """A clause whose verb is its last word as a sentence of its own: subject, verb, and the rest. One of which the subject
    or the verb is not known stands behind `otherwise`."""
    if isinstance(part, Told) and part.message in ("and", "comma", "or"):
        turned = {name: Plain(_verb_second(each, otherwise, *verbs)) for name, each in part.values.items()}
        return replace(part, values=turned).form()
    text = part.form() if isinstance(part, Part) else str(part)
    if there_is := _THERE_IS.match(text):
        return f"es gibt {there_is[1]}{text[there_is.end() :]}"
    if _HOLDS_FOR.match(text):
        return text
    subject = _subject_of(part, text)
    *rest, verb = text[len(subject) :].split() or [""]
    if not subject or "," in text or verb not in " ".join(verbs).split():
        return f"{otherwise} {text}"
    return " ".join((subject, verb, *rest))


def _is_of_every(part: Told) -> bool:
    """Tells if a clause says one thing of every one of several."""
    what = part.values.get("what")
    return part.message.startswith("op-every") and not (isinstance(what, Told) and what.message in ("and", "comma"))


def _subject_of(part: Any, text: str) -> str:
    """Returns what a clause begins with, as far as its verb may follow; "" where that is not known."""
    begun = []
    if isinstance(part, Told):
        begun = [said.form() for name, said in part.values.items() if name in _SUBJECTS and isinstance(said, Part)]
    if isinstance(part, Filled) and (first := _FIRST.match(part.template)):
        begun.append(replace(part, template=first[0], gender="").bare())
    found = [each for each in begun if text.startswith(f"{each} ")]
    is_named = not isinstance(part, Told) or part.message.startswith(("op-has", "op-laid")) or _is_of_every(part)
    named = (_SUBJECT if is_named else _HOLDER).match(text)
    return max(found, key=len, default=named[0] if named else "")


def _inner(part: Any, *marks: Any) -> Any:
    """A text as it stands within quotation marks: each mark of the pairs becomes the one behind it."""
    text = str(part.form() if isinstance(part, Part) else part)
    return text.translate(dict(zip(map(ord, marks[::2]), marks[1::2], strict=True)))


def _gender(part: Any) -> Any:
    return (part.gender or "unknown") if isinstance(part, Part) else "unknown"


def _initial(part: Any) -> Any:
    return (part.bare() if isinstance(part, Part) else str(part))[:1].lower()


def _count(part: Any) -> Any:
    from fluent.runtime.types import fluent_number

    text = str(part.form()) if isinstance(part, Part) else str(part)
    return fluent_number(int(text)) if text.isdecimal() else fluent_number(2)


def _ending(part: Any, number: Any = "one") -> Any:
    text = part.bare(SUBJECT, str(number)) if isinstance(part, Part) else str(part)
    return "mark" if text.endswith((".", "?", "!", "…", ":")) else text[-1:]


def _capital(text: Any) -> Any:
    """A sentence with a capital letter; the name of a place that it begins with, `n2`, stays as it is, and what is no sentence but
    a list with a head of its own."""
    said = str(text)
    is_list = ":" in said.partition(";")[0]
    return capitalise(said) if said.partition(" ")[0].isalpha() and not is_list else said


_FUNCTIONS: dict[str, Any] = {
    "CAPITAL": _capital,
    "CASE": _case,
    "ONE": _one,
    "MANY": _many,
    "DECLINED": _decline,
    "RELATIVE": _relative,
    "EVERY": _every,
    "INNER": _inner,
    "VERBSECOND": _verb_second,
    "GENDER": _gender,
    "INITIAL": _initial,
    "ENDING": _ending,
    "COUNT": _count,
}


def _shorten_parts(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values of a message, long ones cut: nobody reads a condition of some pages in a sentence."""
    return {name: _shorten(each) if isinstance(each, Part) else each for name, each in values.items()}


def _shorten(part: Part) -> Part:
    text = part.form()
    return part if len(text) <= LONGEST else Plain(f"{text[:LONGEST].rpartition(' ')[0]} …")


def language(lang: str = SOURCE) -> Language:
    """The messages of a language; those of English for one that has no file, and for what its file leaves out. A file of
    the project's own folder comes before that of the program. Raises BrokenCatalogue for one that cannot be read."""
    return _language(lang, stamped_files(lang, ".ftl")[:1] or stamped_files(SOURCE, ".ftl")[-1:])


@lru_cache(maxsize=16)
def _language(lang: str, files: tuple[tuple[Path, int], ...]) -> Language:
    path, _ = files[0]
    is_own = path.parent != locale_folders()[-1]
    below = _language(SOURCE, stamped_files(SOURCE, ".ftl")[-1:]) if is_own else None
    try:
        return Language(path.stem, path.read_text(encoding="utf-8-sig"), below, is_marked=lang != path.stem)
    except UnicodeDecodeError as error:
        raise BrokenCatalogue(f"{path}: this file is no text in UTF-8") from error
    except ValueError as error:
        raise BrokenCatalogue(f"{path}: {error}") from error


def told_languages() -> tuple[str, ...]:
    """The languages in which sentences can be told.

    >>> told_languages()
    ('de', 'en', 'es')
    """
    return tuple(sorted(file_languages(".ftl")))
