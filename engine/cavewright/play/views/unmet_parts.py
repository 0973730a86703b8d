"""Conditions that have a name, are denied or joined, as the parts of which they are made: what a reason says is missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from ...foundation.source.frozen import frozen
from ...foundation.texts import translatable
from ...rules.model import ruleset as m
from ...rules.model.name_substitution import replace_names
from ..positions.wording import Wording

COMPARISONS = {
    "eq": "{value}",
    "ne": translatable("not {value}"),
    "lt": translatable("less than {value}"),
    "le": translatable("at most {value}"),
    "gt": translatable("more than {value}"),
    "ge": translatable("at least {value}"),
}
OPPOSITES = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
EITHER = translatable("{one} or {other}")
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")


@frozen
class Part:
    """A part of a condition: several that are joined, or one alone, which must not hold where it `is_denied`. `text` is
    the condition as it is written, `subject` what it compares, with what a definition is asked about filled in."""

    condition: m.Expr
    is_denied: bool = False
    joined: Literal["", "and", "or"] = ""
    parts: tuple[Part, ...] = ()
    text: str = ""
    subject: str = ""

    def comparison(self) -> tuple[str, m.Expr, m.Expr] | None:
        """The operator with both sides, where a value that can be said is compared, or a number of pieces with one of a
        row; a number that is written stands on the right, and what is denied is turned round."""
        op, args = self.condition.op, self.condition.args
        if op == "has":
            return "lt" if self.is_denied else "ge", args[0], args[1]
        if op not in COMPARISONS or not args[0].type.facts.is_plain:
            return None
        op = OPPOSITES[op] if self.is_denied else op
        return (MIRRORED[op], args[1], args[0]) if _is_turned(self.condition) else (op, args[0], args[1])


def _is_turned(comparison: m.Expr) -> bool:
    left, right = comparison.args
    return bool(comparison.op != "has" and left.op == "const" and right.op != "const" and right.type.facts.is_plain)


def is_composed(condition: m.Expr) -> bool:
    """Tells if a condition is said by its parts: it has a name, or joins or denies others that do not stand alone."""
    if condition.op == "not":
        return is_composed(condition.args[0]) or condition.args[0].op in (*COMPARISONS, "and", "not")
    return condition.op == "or" or (condition.op == "call" and condition.type.is_truth)


def pieces_in(holding: m.Expr) -> m.Expr:
    """Returns the number of the pieces of which a condition asks if there is one."""
    return m.Expr("amount", holding.args, holding.args[0].type, holding.span)


@frozen
class _Meaning:
    """Texts of what stands in the place of the parameters of a definition, and the text around it."""

    body: m.Expr | None = None
    texts: Mapping[str, str] | None = None
    around: _Meaning | None = None

    def write_part(self, part: m.Expr) -> str:
        """A part as it is written, with what a definition is asked about in the place of its parameters."""
        if self.body is None or self.texts is None or self.around is None:
            return part.span.text
        if not _stands_in(part, self.body):
            return self.around.write_part(part)
        return _NAME.sub(lambda found: (self.texts or {}).get(found[0], found[0]), part.span.text)


def _stands_in(part: m.Expr, whole: m.Expr) -> bool:
    inner, outer = part.span, whole.span
    return inner.source.name == outer.source.name and outer.start <= inner.start and inner.end <= outer.end


def parts_of(condition: m.Expr) -> Part:
    """Returns a condition with its definitions unfolded and what is denied told of each part."""
    return _part(condition, False, _Meaning())


def _part(condition: m.Expr, is_denied: bool, meaning: _Meaning) -> Part:
    op, args = condition.op, condition.args
    if op == "not":
        return _part(args[0], not is_denied, meaning)
    if op in ("and", "or"):
        joined: Literal["and", "or"] = "and" if (op == "and") != is_denied else "or"
        return Part(condition, is_denied, joined, tuple(_part(each, is_denied, meaning) for each in args))
    if op == "call" and condition.type.is_truth:
        define, given = args
        body = replace_names(define.body, dict(zip(define.parameters, given, strict=True)))
        names = [each.name for each in define.parameters]
        texts = dict(zip(names, map(meaning.write_part, given), strict=True))
        return _part(body, is_denied, _Meaning(define.body, texts, meaning))
    is_compared = op in (*COMPARISONS, "has")
    subject = meaning.write_part(args[1 if _is_turned(condition) else 0]) if is_compared else ""
    return Part(condition, is_denied, text=meaning.write_part(condition), subject=subject)


def unmet(part: Part, holds: Callable[[m.Expr], Any]) -> tuple[Part, ...]:
    """Returns the parts of which one would have to be otherwise: of several that must all hold those of the first that does
    not, since what stands behind it may have no meaning then. None if all is as it must be."""
    if part.joined == "and":
        return next((found for each in part.parts if (found := unmet(each, holds))), ())
    if part.joined == "or":
        every = [unmet(each, holds) for each in part.parts]
        return tuple(each for several in every for each in several) if all(every) else ()
    return (part,) if bool(holds(part.condition)) == part.is_denied else ()


def name_in_words(expr: m.Expr, text: str, words: Wording) -> str:
    """Returns the name of what is kept, for people; of anything else the text as it is written."""
    is_name = expr.op == "field" and text.isidentifier()
    return words.field(expr.args[0]) if is_name else words.plain(text)
