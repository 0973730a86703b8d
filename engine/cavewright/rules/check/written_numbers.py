"""Numbers that a text writes out, while the rule beside it takes them from a constant, an option or a cell.

Only numbers that stand for themselves count, as digits or as words from two to twelve, and only where the very clause
or declaration names the value. A number that the rule writes itself counts if a constant is just as much, and it has a
unit or is not a small one: small ones are alike by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...foundation.source import Diagnostic, Span, warning
from ...language.syntax import text_values, unparse
from ...language.syntax import tree as t
from ..model import ruleset as m
from .whole_program import WholeProgram

WORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce",
}
"""The numbers from two in the languages of texts."""
LEAST = 10
"""From how much on a number without a unit that the rule writes itself is taken for that of a constant."""
_NUMBER = re.compile(r"(?<![\w.,-])\d+(?![\w-]|[.,]\d)")
_UNSAID = ("example", "note", "lesson", "preset", "chapter", "ruleset", "edition", "overlay")


def check_written_numbers(whole: WholeProgram) -> Iterator[Diagnostic]:
    """C0540, a warning."""
    rules = whole.ruleset
    spoken = {each.text: rules.languages.get(each.origin, "en") for each in rules.texts}
    for node in whole.declarations:
        for each in t.walk(node) if node.kind not in _UNSAID else ():
            text = getattr(each, "text", "")
            numbers = _numbers(text, spoken.get(text, "en")) if isinstance(text, str) and text else {}
            for value, named in _numbers_in(each, rules) if numbers else ():
                if value in numbers:
                    unit = rules.constants[named].type.unit if named in rules.constants else ""
                    yield _stale_number(each.span, text, numbers.pop(value), named, unit)


def _numbers(text: str, lang: str) -> dict[int, str]:
    """The numbers in a text, each as it is written; not those in braces."""
    for each in reversed(list(text_values(text))):
        text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
    words = WORDS.get(lang, "").split()
    found = {int(each): each for each in _NUMBER.findall(text)}
    return found | {words.index(each.lower()) + 2: each for each in re.findall(r"\w+", text) if each.lower() in words}


def _numbers_in(node: t.Node, rules: m.Ruleset) -> Iterator[tuple[int, str]]:
    """The values that are known before play and named in a clause or a declaration, then those that it writes."""
    written = []
    for each in t.walk(node):
        if isinstance(each, t.Name | t.Attribute):
            value = _value(each, rules)
            if value is not None:
                yield value, unparse(each)
        elif isinstance(each, t.Number) and (each.unit or each.value >= LEAST):
            written.append(each)
    for each in written:
        like = (
            name for name, its in rules.constants.items() if (each.value, each.unit) == (its.args[0], its.type.unit)
        )
        yield from ((each.value, name) for name in like)


def _value(node: t.Name | t.Attribute, rules: m.Ruleset) -> int | None:
    """The number that a constant, an option or a cell of a table is."""
    match node:
        case t.Name(id=name) if name in rules.constants:
            return int(rules.constants[name].args[0])
        case t.Name(id=name) if name in rules.options and rules.options[name].type.is_number:
            return rules.options[name].value
        case t.Attribute(of=t.Name(id=row), name=name):
            columns = [
                (kind.columns[name], kind.index(row))
                for kind in rules.kinds.values()
                if name in kind.columns and row in kind.rows
            ]
            if len(columns) == 1 and columns[0][0].type.is_number:
                column, number = columns[0]
                return column.values[number]
    return None


def _stale_number(place: Span, text: str, number: str, named: str, unit: str) -> Diagnostic:
    """C0540 at the number, or at the clause of a text that an overlay gave it."""
    before, again = re.split(rf"(?<!\w){re.escape(number)}(?!\w)", text, maxsplit=1)
    quoted = place.text.find(f'"{text}"')
    start = place.start + quoted + 1 + len(before)
    return warning(
        "C0540",
        f"this text writes out `{number}`, which is `{named}` in the rule",
        Span(place.source, start, start + len(number)) if quoted >= 0 else place,
        help=f'let the text say it: "{before}{{{named}}}{again.removeprefix(f" {unit}") if unit else again}"',
    )
