"""Words of the commands at the table of `play`, in English and in the language of the screen."""

from __future__ import annotations

from ...foundation.source.frozen import frozen
from ...foundation.texts import Texts, translatable


@frozen
class Command:
    """A command: how it begins in English, what may follow, what it does, and other words for it."""

    word: str
    argument: str
    says: str
    aliases: tuple[str, ...] = ()


COMMANDS = (
    Command(
        translatable("why not"),
        translatable("ACTION"),
        translatable("every reason why it is not possible now, and when it would be"),
        ("why can't", "why"),
    ),
    Command(translatable("hint"), "", translatable("what a bot would do, and what it expects of that")),
    Command(
        translatable("rules"),
        translatable("ACTION"),
        translatable("what the rules say about it, and how it is written"),
    ),
    Command(
        translatable("rules"),
        translatable("THING"),
        translatable("what is printed on something that has a name, and what it does"),
    ),
    Command(
        translatable("map"),
        "",
        translatable("the whole board with its legend; map wide in one piece, through which the arrow keys lead"),
    ),
    Command(translatable("players"), "", translatable("what everybody has")),
    Command(translatable("score"), "", translatable("the points by category")),
    Command(
        translatable("kit"),
        translatable("NAME CONTENTS"),
        translatable("a name for what you pack: kit usual 4 apples, 1 hammer"),
    ),
    Command(translatable("undo"), "", translatable("takes your last action back; with a number behind it, so many")),
    Command(translatable("teach"), "", translatable("a teacher says what to try next, or no longer does")),
    Command(
        translatable("save"), translatable("FILE"), translatable("saves the match; play --resume FILE goes on with it")
    ),
    Command(
        translatable("help"),
        "",
        translatable("what the game is about, what you can do now, and what you can type"),
        ("?",),
    ),
    Command(translatable("quit"), "", translatable("leaves"), ("exit", "q")),
)
"""In the order in which they are listed."""
TYPED = (
    (
        translatable("a number"),
        translatable("the action of that number; where it is asked how many, that many; y or n"),
    ),
    (
        translatable("its text"),
        translatable("the action, as it is listed. The beginning will do where nothing else begins so"),
    ),
    (
        translatable("contents"),
        translatable("where it is asked how many of one thing after another, all at once: 4 apples, 1 hammer"),
    ),
    (translatable("Enter"), translatable("shows the list again, or does the only thing that is possible")),
)
"""What else may be typed."""


def spoken(typed: str, texts: Texts) -> tuple[str, str] | None:
    """The English word of the command that a line begins with, and what follows it; none if it is no command.

    >>> from cavewright.foundation.texts import texts
    >>> spoken("warum nicht tauchen", texts("de")), spoken("why not dive", texts("de")), spoken("dive", texts("de"))
    (('why not', 'tauchen'), ('why not', 'dive'), None)
    """
    words = " ".join(typed.split())
    said = {
        each: command.word
        for command in COMMANDS
        for each in (command.word, texts.phrase(command.word), *command.aliases)
    }
    for each in sorted(said, key=len, reverse=True):
        if words.lower() == each.lower() or words.lower().startswith(f"{each.lower()} "):
            return said[each], words[len(each) :].strip()
    return None


def list_commands(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Returns the commands with their purposes, in a language."""
    typed = tuple((texts.phrase(what), texts.phrase(says)) for what, says in TYPED)
    commands = tuple(
        (f"{texts.phrase(each.word).lower()} {texts.phrase(each.argument)}".strip(), texts.phrase(each.says))
        for each in COMMANDS
    )
    return (*typed, *commands)
