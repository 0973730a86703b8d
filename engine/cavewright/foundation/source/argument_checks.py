"""Arguments of public calls: whether they are what is expected, and errors that name argument, value and
expectation."""

from __future__ import annotations

from typing import Any


def wrong_type(name: str, value: object, expected: str) -> TypeError:
    """The error for a value of a kind that an argument cannot be.

    >>> wrong_type("game", None, "a Game, as `load_game` gives it")
    TypeError('game is a Game, as `load_game` gives it, not None')
    """
    return TypeError(f"{name} is {expected}, not {show_value(value)}")


def wrong_value(name: str, value: object, expected: str) -> ValueError:
    """The error for a value that is of the right kind, and out of range.

    >>> wrong_value("bound", -1, "a whole number from 0")
    ValueError('bound is a whole number from 0, not -1')
    """
    return ValueError(f"{name} is {expected}, not {show_value(value)}")


def instance(name: str, value: Any, kind: Any, expected: str) -> None:
    """Sees to it that a value is an instance. TypeError if not."""
    if not isinstance(value, kind):
        raise wrong_type(name, value, expected)


def whole_number(name: str, value: Any, least: int, expected: str) -> None:
    """Sees to it that a value is a whole number from `least`. TypeError for what is no whole number, ValueError for one
    below."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong_type(name, value, expected)
    if value < least:
        raise wrong_value(name, value, expected)


def shorten(text: str, most: int = 40) -> str:
    """A text short enough for a message, and such that any terminal shows it.

    >>> shorten("9" * 5000), shorten(chr(8238)).isprintable()
    ('999999999999999999999999999999999999999…', True)
    """
    kept = text if len(text) <= most else f"{text[: most - 1]}…"
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in kept)


def show_value(value: object) -> str:
    """A value in a message, not more than the beginning of it."""
    try:
        said = repr(value)
    except Exception:
        said = f"<{type(value).__name__}>"
    return ascii(said)[1:-1][:60] if not said.isprintable() else said[:60]
