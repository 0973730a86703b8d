"""The sentences about differences, each from named fields, in one language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...foundation.texts import SOURCE, capitalise, translatable
from ...foundation.texts.english_nouns import one_and_many
from ...language.syntax import fill_values
from ...play.positions.wording import Wording
from ...rules.check.translatable_texts import spoken
from .line_sentences import ToldLines

_SENTENCE = re.compile(r"[.:;?(]")
_WHOLE_SENTENCE = re.compile(r"[.?](?= |$)")
"""End of a note's first sentence: what stands behind a semicolon may be the rule itself."""
_KINDS = {
    "to": translatable("process"),
    "whenever": translatable("consequence"),
    "define": translatable("word of the rules"),
    "game": translatable("what the game remembers"),
    "action": translatable("action"),
    "kind": translatable("kind"),
    "constant": translatable("constant"),
    "option": translatable("option"),
    "preset": translatable("preset"),
    "menu": translatable("menu"),
    "board": translatable("board"),
    "note": translatable("note"),
    "notice": translatable("notice"),
    "lesson": translatable("lesson"),
    "chapter": translatable("chapter"),
    "example": translatable("example"),
    "advice": translatable("advice"),
    "unit": translatable("unit"),
    "currency": translatable("currency"),
    "ranking": translatable("ranking"),
    "scoring": translatable("scoring"),
    "players": translatable("players"),
    "event": translatable("event"),
}
_TITLES = {
    "scoring": translatable("Scoring"),
    "game": translatable("The game"),
    "advice": translatable("Advice for bots"),
    "ruleset": translatable("The rules"),
    "edition": translatable("The rules"),
    "players": translatable("Players"),
}
_ONLY = {
    ("cost", "added"): translatable("also costs {new}"),
    ("cost", "removed"): translatable("no longer costs {old}"),
    ("requirement", "added"): translatable("also requires {new}"),
    ("requirement", "removed"): translatable("no longer requires {old}"),
    ("score", "added"): translatable("also scores {what}"),
    ("score", "removed"): translatable("no longer scores {what}"),
    ("menu", "added"): translatable("now also offered under “{menu}”"),
    ("menu", "removed"): translatable("no longer offered under “{menu}”"),
    ("upon", "added"): translatable("now also follows “{action}”"),
    ("upon", "removed"): translatable("no longer follows “{action}”"),
    ("confirmation", "added"): translatable("now asked once more: “{what}”"),
    ("confirmation", "removed"): translatable("no longer asked once more: “{what}”"),
    ("step", "added"): translatable("also: {what}"),
    ("step", "removed"): translatable("no longer: {what}"),
}


_FLAGS = {
    "hidden": translatable("seen by nobody"),
    "secret": translatable("seen by its owner alone"),
    "uncounted": translatable("nobody is told how much there is"),
    "endless": translatable("never runs out"),
    "internal": translatable("not shown"),
}


def behind(text: str) -> str:
    """The text of a clause behind what is said of it."""
    return f" – {text}" if text else ""


class DifferenceSentences:
    """Sentences about differences, in the language in which two rulesets are worded.

    >>> from cavewright import load_game
    >>> words = load_game("tic-tac-toe").wording("en")
    >>> DifferenceSentences(words, words).costs("2 points", "1")
    'costs 2 points instead of 1'
    """

    def __init__(self, new: Wording, old: Wording) -> None:
        self.said, self.rules = new.texts, (new, old)
        self.phrase, self.lines = self.said.phrase, ToldLines(new, old)

    # ---- what the rules say -----------------------------------------------------------------------------------------

    def text(self, source: str, *keys: str) -> str:
        """A text of the rules by the first of the keys under which it is translated."""
        found = (words.text(key, source) for key in keys for words in self.rules)
        return next((each for each in found if each != source), source)

    def title(self, kind: str, name: str, text: str) -> str:
        """Returns the name of a rule: the first words of its text, else its name.

        >>> from cavewright import load_game
        >>> words = load_game("tic-tac-toe").wording("en")
        >>> DifferenceSentences(words, words).title("kind", "way", "Ways into a tile: what they cost.")
        'Ways into a tile'
        """
        if kind in _TITLES and (kind in (name, "ruleset", "edition") or not text):
            return self.phrase(_TITLES[kind])
        text = fill_values(self.text(text, f"{kind} {name}", name), _dots)
        if kind in ("constant", "option"):
            first = text.strip(".?¿").strip()
        else:
            first = (_WHOLE_SENTENCE if kind == "note" else _SENTENCE).split(text)[0].lstrip("¿¡").strip()
        return first or self._name(kind, name)

    def _name(self, kind: str, name: str) -> str:
        """Returns the name of a rule without a text; in another language than that of the names its kind, and the name
        as it is written."""
        called = self.text(spoken(name), f"{name} (name)", f"{kind} {name} (name)")
        if called == spoken(name) and self.said.lang != SOURCE and kind in _KINDS:
            told = self.lines.side(True)
            called = told.phrase_of(kind, name) or f"{self._kind(kind)} {told.message('a-quote', text=spoken(name))}"
        return capitalise(called)

    def clause(self, rule: str, key: str, text: str, path: str = "") -> str:
        """The text of a clause of a rule; `path` is where it stands below an offer. What a row does goes by the row."""
        keys = (path, key, key.rpartition(".")[2], key.partition(".")[0])
        return self.text(text, *(f"{rule}.{each}" for each in keys if each), key) if text else ""

    def row(self, kind: str, row: str, label: str) -> str:
        """Returns the name of a row of a kind for people."""
        return self.text(label or spoken(row), f"{kind}.{row} (name)", f"{row} (name)")

    def column(self, of: str, name: str) -> str:
        """Returns the name of a column of a kind or a ranking for people."""
        return self.text(spoken(name), f"{of}.{name} (column)", f"kind {name} (name)")

    def field_name(self, owner: str, name: str) -> str:
        """Returns the name of a field for people, where it is another than that of the rules; else ""."""
        called = self.text(spoken(name), f"{owner}.{name} (name)")
        return "" if called == spoken(name) else called

    def show_cell(self, cell: str, type_: str) -> str:
        """A cell of a column of a type: labels of rows, `yes`, `no` and `none` in words.

        >>> from cavewright import load_game
        >>> words = load_game("tic-tac-toe").wording("en")
        >>> DifferenceSentences(words, words).show_cell("dark_blue", "colour or none")
        'dark_blue'
        """
        of = type_.removesuffix(" or none")
        if of.startswith("set of "):
            members = [(each, self.show_cell(each, of.removeprefix("set of "))) for each in re.split(r"[,\s]+", cell)]
            return cell if all(each == said for each, said in members) else ", ".join(said for _, said in members)
        for words in self.rules:
            kind = words.rules.kinds.get(of)
            if kind is not None and cell in kind.rows:
                return words.row(kind, kind.rows.index(cell))
        return self.rules[0].plain(cell)

    def points(self, name: str) -> str:
        """Returns the name of a line of the scoring for people."""
        return self.text(spoken(name), f"scoring.{name} (name)")

    def count_with_noun(self, number: str, unit: str) -> str:
        """A number of things.

        >>> from cavewright import load_game
        >>> words = load_game("tic-tac-toe").wording("en")
        >>> DifferenceSentences(words, words).count_with_noun("2", "point"), DifferenceSentences(words, words).count_with_noun("25", "")
        ('2 points', '25')
        """
        plain = f"{number} {one_and_many(spoken(unit))[number != '1'] if unit else ''}".strip()
        for words in self.rules if unit else ():
            said = words.price(int(number), unit)
            if said != f"{number} {one_and_many(unit)[number != '1']}":
                return said
        return plain

    # ---- rules and clauses ------------------------------------------------------------------------------------------

    def rule(self, template: str, kind: str, more: str) -> str:
        """A rule of a kind that is new or gone, and what more there is to say of it."""
        return self.phrase(template, what=self._kind(kind)) + (f": {more}" if more else "")

    def tell_answer(self, answer: str) -> str:
        """Returns the sentence about a question that is new, with the answer that is given to it."""
        return self.phrase("new question, answered here with “{text}”", text=answer)

    def _kind(self, kind: str) -> str:
        return self.phrase(_KINDS[kind]) if kind in _KINDS else kind

    def only(self, what: str, done: str, it: str, text: str) -> str:
        """A clause that was added or removed, and the text that people read with it.

        >>> from cavewright import load_game
        >>> words = load_game("tic-tac-toe").wording("en")
        >>> DifferenceSentences(words, words).only("cost", "added", "1 rope", "Ropes wear out.")
        'also costs 1 rope – Ropes wear out.'
        """
        if (what, done) == ("requirement", "removed") and text:
            return self.phrase("no longer requires {old}, so never refused with “{text}”", old=it, text=text)
        template = _ONLY.get((what, done)) or _ONLY["step", done]
        said = self.phrase(template, **dict.fromkeys(("what", "new", "old", "menu", "action"), it))
        match what, done:
            case "cost", _:
                return said + behind(text)
            case "requirement", _:
                return said + self.quote_refusal(text)
            case "score", "added":
                return said + (f": {text}" if text else "")
        return said

    def quote_refusal(self, text: str) -> str:
        """A text that a refused player reads, behind a requirement."""
        return ": " + self.phrase("“{text}”", text=text) if text else ""

    # ---- values -----------------------------------------------------------------------------------------------------

    def value(self, new: str, old: str) -> str:
        """A number or a word that is another."""
        return self.phrase("{new} instead of {old}", new=new, old=old)

    def option(self, new: str, new_text: str, old: str, old_text: str) -> str:
        """An option that has another value unless it is set.

        >>> from cavewright import load_game
        >>> words = load_game("tic-tac-toe").wording("en")
        >>> DifferenceSentences(words, words).option("fast", "Two.", "slow", "One.")
        'here: Two. Formerly: One.'
        """
        if not (new_text and old_text):
            return self.value(self.show_cell(new, ""), self.show_cell(old, ""))
        return self.phrase("here: {new} Formerly: {old}", new=_end_sentence(new_text), old=_end_sentence(old_text))

    def range(self, low: str, high: str) -> str:
        """A number, or from one to another."""
        return low if low == high else self.phrase("{low} to {high}", low=low, high=high)

    def visibility(self, flags: Sequence[str]) -> str:
        """Returns the players who see a field, and the way in which they do."""
        return ", ".join(self.phrase(_FLAGS[each]) for each in flags) or self.phrase("seen by all")

    def costs(self, new: str, old: str) -> str:
        """A price that is another."""
        return self.phrase("costs {new} instead of {old}", new=new, old=old)

    def is_called(self, new: str, old: str) -> str:
        """Returns the sentence about rules with another title."""
        return self.phrase("the game is called “{new}”, no longer “{old}”", new=new, old=old)

    def stands_for(self, old: str) -> str:
        """Returns the sentence about a rule that is called by its own text, and was called otherwise."""
        return self.phrase("formerly “{old}”", old=old)

    def reads(self, new: str, old: str) -> str:
        """Returns the sentence about a text that people read."""
        if not (new and old):
            return (
                self.phrase("now says “{text}”", text=new) if new else self.phrase("no longer says “{text}”", text=old)
            )
        return self.phrase("here “{new}” instead of “{old}”", new=new, old=old)

    # ---- sums -------------------------------------------------------------------------------------------------------

    def sum_up(self, differing: int, same: int, wording: int, with_texts: bool) -> str:
        """Returns the number of rules that differ, in words."""
        plural = self.said.plural
        found = plural("{n} rule differs, ", "{n} rules differ, ", differing) + plural(
            "{n} is the same.", "{n} are the same.", same
        )
        if wording and not with_texts:
            found += " " + plural(
                "{n} more difference of wording and notes: --texts shows it.",
                "{n} more differences of wording and notes: --texts shows them.",
                wording,
            )
        return found

    def nothing(self, wording: int) -> str:
        """There is no difference."""
        return self.phrase("Nothing differs in play.") if wording else self.phrase("Nothing differs.")


def _end_sentence(text: str) -> str:
    """Returns a text with a full stop, where it ends without a mark."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def _dots(value: str, forms: tuple[str, ...]) -> str:
    """Returns what stands in a title for a value of the moment, which no game says here: dots, and the noun for many.

    >>> fill_values("Food for {food|turn|turns} more", _dots)
    'Food for … turns more'
    """
    return " ".join(("…", *forms[-1:]))
