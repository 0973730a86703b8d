"""Values in texts: finds what stands in braces, `{turn_points}` or `{turn_points|point|points}`, and fills it in.

A brace that is written twice, `{{` or `}}`, is a brace that is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ...foundation.source.frozen import frozen

_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_LITERAL = ("{{", "}}")
_NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")


@frozen
class TextValue:
    """A value in a text, from `start` to `end` of it: the expression as it is written, and the noun behind it, for one
    and for several.

    `value` is "" for braces that hold nothing, or that nothing closes.
    """

    value: str
    forms: tuple[str, ...]
    start: int
    end: int


def text_values(text: str) -> Iterator[TextValue]:
    """Yields the values in braces in a text, in order.

    >>> [(each.value, each.forms) for each in text_values("Pay {price} of {most|point|points}, not {{1}}.")]
    [('price', ()), ('most', ('point', 'points'))]
    """
    return (_value(found) for found in _BRACES.finditer(text) if found[0] not in _LITERAL)


def names_in_text(text: str) -> Iterator[str]:
    """Yields the names that stand in the braces of a text.

    >>> list(names_in_text("Pay {price} of {team.most|point|points}."))
    ['price', 'team', 'most']
    """
    return (name for each in text_values(text) for name in _NAME.findall(each.value))


def fill_values(text: str, say: Callable[[str, tuple[str, ...]], str | None]) -> str:
    """The text with its values as `say` says them; what that does not know stays as it is.

    >>> fill_values("{there} betreten ({how.x}, {{1}})", lambda value, forms: {"there": "n1"}.get(value))
    'n1 betreten ({how.x}, {1})'
    """

    def replace_value(found: re.Match[str]) -> str:
        if found[0] in _LITERAL:
            return found[0][0]
        each = _value(found)
        known = say(each.value, each.forms) if each.value else None
        return found[0] if known is None else known

    return _BRACES.sub(replace_value, text) if "{" in text or "}" in text else text


def _value(found: re.Match[str]) -> TextValue:
    value, *forms = (found[1] or "").split("|")
    return TextValue(value.strip(), tuple(each.strip() for each in forms), *found.span())
