"""Translates headings of `--help` and usage errors of the command-line library."""

from __future__ import annotations

import re
import sys
from copy import copy
from functools import partial
from typing import Any

from ...foundation.texts import Texts, languages, texts, translatable

HEADINGS = (translatable("Arguments"), translatable("Options"), translatable("Commands"))
REQUIRED, DEFAULT = translatable("required"), translatable("default: {value}")
USAGE = translatable("Usage: {line}")
SHOWN = translatable("Show this message and exit.")
ERRORS = (
    "Missing argument {0}.",
    "Missing option {0}.",
    "Missing command.",
    "No such command {0}.",
    "No such command {0}. Did you mean {1}?",
    "No such option: {0} (Possible options: {1})",
    "Got unexpected extra argument(s) ({0})",
    "No such option: {0}",
    "No such option {0}.",
    "Option {0} requires an argument.",
    "Got unexpected extra argument ({0})",
    "Got unexpected extra arguments ({0})",
    "Option {0} does not take a value.",
    "Invalid value for {0}: {1}",
    "Invalid value: {0}",
)
"""What typer says most often; it stands here for the catalogues."""


def lang_of(words: list[str]) -> str:
    """The language that was asked for among what was typed, if the program speaks it; English otherwise."""
    wanted = next(
        (
            word.partition("=")[2] or "".join(words[at + 1 : at + 2])
            for at, word in enumerate(words)
            if word.partition("=")[0] == "--lang"
        ),
        "en",
    )
    return wanted if wanted in languages() else "en"


def in_language(command: Any, lang: str) -> Any:
    """A copy of a command that says in a language what it and its options are for."""
    words = texts(lang)
    made = copy(command)
    made.help, made.epilog = (text and words.phrase(text) for text in (command.help, command.epilog))
    made.params = [copy(each) for each in command.params]
    for each in made.params:
        if getattr(each, "help", None):
            each.help = words.phrase(each.help)
    owner: Any = type(command).__mro__[1] if hasattr(command, "commands") else type(command)
    whole = owner.get_help
    made.get_help = lambda ctx: translate_headings(whole(made, ctx), words)
    return made


def translate_headings(text: str, words: Texts) -> str:
    """A page of help with its headings in a language.

    >>> translate_headings("Usage: cavewright new NAME", texts("de"))
    'Aufruf: cavewright new NAME'
    """
    text = re.sub(r"\AUsage: (.*)", lambda found: words.phrase(USAGE, line=found[1]), text)
    text = re.sub(
        r"(?m)^(\w+):$", lambda found: f"{words.phrase(found[1])}:" if found[1] in HEADINGS else found[0], text
    )
    text = text.replace(SHOWN, words.phrase(SHOWN)).replace("[required]", f"[{words.phrase(REQUIRED)}]")
    return re.sub(r"\[default: ([^\]]*)\]", lambda found: f"[{words.phrase(DEFAULT, value=found[1])}]", text)


def told_in(error: Any, lang: str) -> Any:
    """A usage error that shows itself in a language."""
    if lang != "en" and hasattr(error, "format_message"):
        error.show = partial(_show, error, texts(lang))
    return error


def _show(error: Any, words: Texts, file: Any = None) -> None:
    out, ctx = file or sys.stderr, getattr(error, "ctx", None)
    if ctx is not None:
        print(translate_headings(ctx.get_usage(), words), file=out)
        print(words.phrase("Try '{command} -h' for help.", command=ctx.command_path), end="\n\n", file=out)
    print(words.phrase("Error: {message}", message=words.translate(error.format_message())), file=out)
