"""Wording of the rules of a game in one language: texts of clauses, names of what is kept, rows, and actions.

A catalogue holds a text under its key and its source, so a translation of another text than the one that stands in the
rules is not used. What has no translation is said as the rules say it. Values in texts, `{turn_points}`, are filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from gettext import c2py
from typing import Any

from ...foundation.source import Source
from ...foundation.source.argument_checks import show_value
from ...foundation.texts import (
    SOURCE,
    Catalogue,
    Texts,
    UnknownLanguage,
    capitalise,
    is_language,
    languages,
    locale_files,
    read_catalogue,
    texts,
)
from ...foundation.texts.english_nouns import one_and_many, plural_of, singular_of
from ...language.syntax import fill_values
from ...rules.model import ruleset as m
from ...rules.model.types import NONE, Type
from ...rules.model.types import row as row_of
from ...rules.program.instructions import Signature
from .grammar_keys import grammar_in
from .shown_values import ShownValues
from .value_text import own_words

QUOTES = "'"


Catalogues = Mapping[str, Sequence[Source]]
"""The catalogues that stand beside rule files, by language."""


class Wording(ShownValues):
    """The words of one game in one language. `texts` are those of the program."""

    def __init__(self, rules: m.Ruleset, catalogues: Sequence[Catalogue], said: Texts, lang: str) -> None:
        self.rules, self.texts, self.lang = rules, said, lang
        self._entries = {each.key: each.said for catalogue in catalogues for each in catalogue.entries if each.is_full}
        self.plural = _plural_of(catalogues)
        self._same_lines: Mapping[tuple[str, str], Sequence[str]] | None = None

    # ---- texts and names -------------------------------------------------------------------------------------------

    def text(self, key: str, source: str) -> str:
        """A text of the rules by its key, with its values."""
        template = self.template(key, source)
        spoken = self.rules.spoken.get(key)
        if spoken is None:
            return self.fill_values(template)
        said = fill_values(template, partial(self._value, spoken))
        return capitalise(said) if self.is_in_words and template.startswith("{") else said

    def template(self, key: str, source: str) -> str:
        """A text of the rules by its key, as it stands in the rules or a catalogue."""
        found = self._entries.get((key, source)) or self._said_elsewhere(key, source)
        return found[0] if found else source

    def _said_elsewhere(self, key: str, source: str) -> Sequence[str]:
        """Returns the translation of the line that a text stands in by another of its keys: that of a currency is carried
        out in each rule that pays with it."""
        if self._same_lines is None:
            self._same_lines = _keys_by_line(self.rules)
        others = (self._entries.get((each, source)) for each in self._same_lines.get((key, source), ()))
        return next(filter(None, others), ())

    def fill_values(self, text: str) -> str:
        """A text with its values: what stands in braces, as it was worked out before play."""
        return fill_values(text, partial(self._value, {}))

    def _value(self, spoken: Mapping[str, m.Expr], written: str, forms: tuple[str, ...]) -> str | None:
        """Returns the value in braces, with its noun in the form for so many; none if no rule says it so."""
        if written in spoken:
            return self._say_spoken(spoken[written], forms)
        known = self.rules.stated.get(written)
        if known is None:
            return None
        amount = known.args[0]
        return self.count_with_forms(amount, forms) if forms else self.show_value(amount, known.type)

    def count_with_forms(self, amount: int, forms: Sequence[str]) -> str:
        """Returns a number with the noun behind it, in the form for so many."""
        return f"{amount} {self._form(amount, forms)}"

    def _form(self, amount: int, forms: Sequence[str]) -> str:
        number: int = self.plural(amount)
        return forms[min(number, len(forms) - 1)]

    def clause(self, clause: m.Clause) -> str:
        """The text of a clause."""
        return self.text(clause.name, clause.text)

    def ranking(self, name: str, text: str) -> str:
        """Returns the text of a ranking, which the rules give in their own language."""
        return self.text(f"ranking {name}", text)

    def fact(self, id: str, source: str) -> str:
        """Returns the text of a fact of a rulebook."""
        return self.template(f"fact {id}", source)

    def head(self, what: str, source: str) -> str:
        """A text from the head of the rules or of an overlay: of its `reconstruction`, of `source TC`."""
        keys = ("ruleset", *(f"overlay {each}" for each in self.rules.overlays))
        return next((said for key in keys if (said := self.text(f"{key}.{what}", source)) != source), source)

    def name(self, of: str, name: str) -> str:
        """Returns the name for people of something that has a name in the rules: `team.camp_at`."""
        return self.text(f"{of} (name)", name.replace("_", " "))

    def column(self, kind: str, name: str) -> str:
        """Returns the name of a column for people; a column that is called like a kind has the name of that kind."""
        spoken = name.replace("_", " ")
        keys = (f"{kind}.{name} (column)", f"{kind}.{name} (name)", f"kind {name} (name)")
        return next((said for key in keys if (said := self.text(key, spoken)) != spoken), spoken)

    def by(self, clause: str, origin: str) -> str:
        """Returns the rule that a clause belongs to, `by house rule long-rope`; "" if it is the base's own."""
        overlay = self.rules.author_of(clause, origin)
        return author(overlay, overlay in self.rules.grounds, self.texts) if overlay else ""

    def field(self, field: m.Field) -> str:
        """Returns the name of a field for people; on passages, too, by the name of the board."""
        return self.name(f"{field.owner.removesuffix(' passage')}.{field.name}", field.name)

    def kind(self, name: str) -> str:
        """Returns the name of a kind for people."""
        return self.name(f"kind {name}", name)

    def row(self, kind: m.Kind, row: int) -> str:
        """Returns the name of a row for people; of one that there is not its number."""
        if not NONE <= row < len(kind.rows):
            return str(row)
        return (
            self.text(f"{kind.name}.{kind.rows[row]} (name)", kind.label(row))
            if row >= 0
            else self.texts.phrase("none")
        )

    def count_with_noun(self, amount: int, unit: str) -> str:
        """A number of things that are paid with.

        >>> from cavewright import load_game
        >>> words = load_game("the-cave").wording()
        >>> words.count_with_noun(1, "points"), words.count_with_noun(2, "rope")
        ('1 action point', '2 ropes')
        """
        return self._count_with_noun(amount, unit, self.counted_forms(unit))

    def price(self, amount: int, unit: str) -> str:
        """A number of things, as a sentence says that something costs so much: in German, *1 Helden*.

        >>> from cavewright import load_game
        >>> load_game("the-cave").wording("de").price(1, "points")
        '1 Aktionspunkt'
        """
        return self._count_with_noun(amount, unit, self.price_forms(unit))

    def _count_with_noun(self, amount: int, unit: str, forms: Sequence[str]) -> str:
        return f"{amount} {self._form(amount, forms) if forms else one_and_many(self.paid_in(unit))[amount != 1]}"

    def price_forms(self, unit: str) -> tuple[str, ...]:
        """The translated names of something that is paid with, as prices say them: one by the third form of its noun,
        where a catalogue has that."""
        unit = self.paid_in(unit)
        forms, one = self.counted_forms(unit), one_and_many(unit)[0]
        _, _, oblique = (*self.text(f"counted {unit} (noun)", one).split(","), "", "")[:3]
        bare = oblique.strip().rpartition(" ")[2]
        at = self.plural(1)
        return tuple(bare if bare and n == at else form for n, form in enumerate(forms))

    def counted_forms(self, unit: str) -> tuple[str, ...]:
        """The translated names of something that is paid with, by the form for so many; none where there are none."""
        unit = self.paid_in(unit)
        return self._entries.get((f"counted {unit}", one_and_many(unit)[0]), ())

    def piece_forms(self, kind: m.Kind, row: int) -> tuple[str, ...]:
        """The names of a row by the form for so many: those of a catalogue, under what is paid with or what the row is
        called, or its label and its plural; none where nobody says how several are called."""
        key = f"counted {kind.rows[row]}"
        label = kind.label(row)
        plural = kind.plural(row)
        own = (label, plural) if plural and self.row(kind, row) == label else ()
        return self.counted_forms(kind.rows[row]) or self._entries.get((key, label)) or own

    def pieces(self, amount: int, kind: m.Kind, row: int, names: Sequence[str] = ()) -> str:
        """A number of pieces, `2 ropes`; of players by their names, if they are given."""
        forms = self.piece_forms(kind, row)
        return f"{amount} {self._form(amount, forms) if forms else self.show_value(row, row_of(kind.name), names)}"

    def paid_in(self, unit: str) -> str:
        """The name under which a unit is translated, whether rules write `cost 1 point` or `cost 2 points`."""
        names = (unit, plural_of(unit), singular_of(unit))
        known = (each for each in names if (f"counted {each}", one_and_many(each)[0]) in self._entries)
        return next(known, unit)

    # ---- what has happened -----------------------------------------------------------------------------------------

    def tell_deed(
        self, signature: Signature, values: Sequence[int], player: int = -1, names: Sequence[str] = ()
    ) -> str:
        """Returns the deed of somebody, as it stands behind the name, `walks to n1`; "" where no catalogue says it.

        >>> from cavewright import load_game
        >>> game = load_game("the-cave")
        >>> action = game.parse_action("0: enter n1 by walk")
        >>> game.wording().tell_deed(action.signature, action.values)
        'walks to n1'
        """
        found = dict(self._many(signature, values))
        for name, value, (_, type_) in zip(signature.values, values, signature.parameters, strict=True):
            found[name] = self.told_value(value, type_) or self._shown_to_player(value, type_, player, names)
            found.update(self.in_cases(name, found[name], value, type_))
        return self.fill_deed(signature, found)

    def _many(self, signature: Signature, values: Sequence[int]) -> dict[str, str]:
        """Of an answer to how many: so many of what, under the name `what`."""
        types = [type_ for _, type_ in signature.parameters]
        if len(types) != 2 or not (types[0].is_row and types[1].is_number):
            return {}
        kind = self.rules.kinds[types[0].name]
        return {"what": self.pieces(values[1], kind, values[0]) if values[1] else self.texts.phrase("nothing")}

    def fill_deed(self, signature: Signature, values: Mapping[str, str]) -> str:
        """Returns the sentence with values that are in words already; the second of two is for no, or for nothing."""
        first, second = split_phrase(self.pattern(signature.name, label_of(signature)))
        is_not = self.plain("no") in values.values() or values.get("what") == self.texts.phrase("nothing")
        return self._with(second if second and is_not else first, values)

    def told_value(self, value: int, type_: Type) -> str:
        """Returns a row in the words that sentences of a log have for it, `the 21-point`; "" where no catalogue has them."""
        kind = self.rules.kinds.get(type_.name) if type_.is_row else None
        if kind is None or not 0 <= value < len(kind.rows):
            return ""
        return self.pattern(f"{kind.name}.{kind.rows[value]}", kind.label(value))

    def pattern(self, of: str, source: str, way: str = "told") -> str:
        """Returns the pattern by which sentences of a log say something; "" where no catalogue has it."""
        found = self._entries.get((f"{of} ({way})", source))
        return found[0] if found else ""

    def change(self, field: m.Field, way: str, values: Mapping[str, str], *, is_second: bool = False) -> str:
        """Returns the sentence about a change of a field: `gained`, `lost`, or `told` anew; the second about nothing or several."""
        first, second = split_phrase(self.pattern(f"{field.owner}.{field.name}", field.name.replace("_", " "), way))
        return self._with(second if second and is_second else first, values)

    # ---- actions ---------------------------------------------------------------------------------------------------

    def action(self, signature: Signature) -> str:
        """Returns the name of an action or a decision for people, without its values."""
        name = signature.name
        return self.texts.phrase("done") if name == "done" and name not in self.rules.actions else self.name(name, name)

    def label(self, signature: Signature, values: Sequence[int], player: int = -1, names: Sequence[str] = ()) -> str:
        """An action with its values, for people. Players are numbers, unless `names` says how they are called."""
        if not values:
            return self.action(signature)
        said = [
            self._shown_to_player(value, type_, player, names)
            for value, (_, type_) in zip(values, signature.parameters, strict=True)
        ]
        return self._fill_label(signature, said)

    def _shown_to_player(self, value: int, type_: Type, player: int, names: Sequence[str]) -> str:
        """Returns a value as people read it, a place of a player's own board as that player names it, one with a label by code."""
        board = self.rules.board_of(type_)
        is_own = board is not None and (board.private or self.rules.is_labelled(board))
        return own_words(value, type_, self.rules, player) if is_own else self.show_value(value, type_, names)

    def _fill_label(self, signature: Signature, said: Sequence[str]) -> str:
        template = self.template(f"{signature.name} (label)", label_of(signature))
        return self._with(template, dict(zip(signature.values, said, strict=True)))

    def _with(self, template: str, values: Mapping[str, str]) -> str:
        return fill_values(template, lambda value, forms: values.get(value))

    def subject(self, signature: Signature, values: Sequence[int]) -> str:
        """An action with all its values but the last, for a question about that one."""
        said = [
            self.show_value(value, type_) for value, (_, type_) in zip(values[:-1], signature.parameters, strict=False)
        ]
        return self._fill_label(signature, [*said, ""]).strip(" :,–—")

    def to_come(self, chance: Signature) -> str:
        """Returns the words for a decision of chance, of a catalogue or of its question: `draw tile`; without a full stop."""
        kind = chance.parameters[0][1].name
        return (
            self.pattern(chance.name, label_of(chance), "to come")
            or self.question(chance).removesuffix(".")
            or self._fill_label(chance, [self.kind(kind) if kind in self.rules.kinds else kind]).strip()
        )

    def confirmation(self, signature: Signature) -> str:
        """Returns the warning before an action that cannot be made good again, for whoever is about to do it; "" if
        there is none."""
        action = self.rules.actions.get(signature.rule)
        return self.clause(action.confirm) if action is not None and action.confirm is not None else ""

    def question(self, signature: Signature) -> str:
        """Returns the question of a decision, or the subject of an action, in the words of the rules; "" when they say
        nothing."""
        return self.about(signature.rule, signature.text)

    def about(self, rule: str, source: str) -> str:
        """Returns the subject of an action, or the question of a decision: an action below an offer goes by its line,
        `spend` in `day.spend`."""
        return self.text(f"action {rule}" if rule in self.rules.actions and "." not in rule else rule, source)


def _keys_by_line(rules: m.Ruleset) -> dict[tuple[str, str], tuple[str, ...]]:
    """The other keys of texts of which several stand in one line, by key and text."""
    lines: dict[tuple[object, str], list[str]] = {}
    for each in rules.texts:
        lines.setdefault((each.span.place, each.text), []).append(each.rule)
    return {
        (key, text): tuple(each for each in keys if each != key)
        for (_, text), keys in lines.items()
        for key in keys
        if len(keys) > 1
    }


def author(overlay: str, is_edition: bool, said: Texts) -> str:
    """Returns the owner of a rule, in words.

    >>> author("long-rope", False, texts("en")), author("the-cave-de", True, texts("de"))
    ('by house rule long-rope', 'nach der Ausgabe the-cave-de')
    """
    return (
        said.phrase("by the edition {name}", name=overlay)
        if is_edition
        else said.phrase("by house rule {name}", name=overlay)
    )


def split_phrase(text: str) -> tuple[str, str]:
    """A phrase and its contrary, if it has one.

    >>> split_phrase("takes the camp along | leaves the camp behind")
    ('takes the camp along', 'leaves the camp behind')
    """
    said, _, contrary = text.partition(" | ")
    return said.strip(), contrary.strip()


def label_of(signature: Signature) -> str:
    """Returns the label of an action that nobody has worded: `enter {there} by {how}`."""
    parts = [signature.name.replace("_", " ")]
    for (word, _), value in zip(signature.parameters, signature.values, strict=True):
        parts += [word] if word else []
        parts.append(f"{{{value}}}")
    return " ".join(parts)


def _plural_of(catalogues: Iterable[Catalogue]) -> Any:
    expression = next((each.plurals for each in catalogues if each.plurals), "n != 1")
    try:
        return c2py(expression)
    except (ValueError, OverflowError):
        return lambda n: int(n != 1)


class Wordings:
    """The wordings of a game, each made when it is first asked for, from the catalogues that stand beside its rule
    files."""

    def __init__(self, rules: m.Ruleset, sources: Catalogues) -> None:
        self.rules, self.sources = rules, sources
        self._made: dict[str, Wording] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """All languages in which something of the game or of the program is said."""
        return tuple(sorted({*languages(), *self.sources, *self.rules.languages.values()}))

    def of(self, lang: str) -> Wording:
        """The wording in a language. Raises UnknownLanguage (a ValueError) with the languages that there are."""
        if lang not in self._made:
            if not isinstance(lang, str) or not is_language(lang) or lang not in self.languages:
                asked = show_value(lang).strip(QUOTES)
                raise UnknownLanguage(
                    f"there are no texts in the language `{asked}`; there are texts in {', '.join(self.languages)}"
                )
            read = [read_catalogue(source.text) for source in self.sources.get(lang, ())]
            if not locale_files(lang, ".ftl"):
                read.insert(0, grammar_in(self.sources.get(SOURCE, ())))
            self._made[lang] = Wording(self.rules, read, texts(lang), lang)
        return self._made[lang]
