"""Words of the commands at the table of `play`, in English and in the language of the screen."""

from __future__ import annotations

from ..source.frozen import frozen
from ..texts import Texts, marked


@frozen
class Command:
    """A command: how it begins in English, what may follow, what it does, and other words for it."""

    word: str
    argument: str
    says: str
    aliases: tuple[str, ...] = ()


COMMANDS = (
    Command(
        marked("why not"),
        marked("ACTION"),
        marked("every reason why it is not possible now, and when it would be"),
        ("why can't", "why"),
    ),
    Command(marked("hint"), "", marked("what a bot would do, and what it expects of that")),
    Command(marked("rules"), marked("ACTION"), marked("what the rules say about it, and how it is written")),
    Command(marked("rules"), marked("THING"), marked("what is printed on something that has a name, and what it does")),
    Command(marked("map"), "", marked("the whole board with its legend; map wide in one piece, through which the arrow keys lead")),
    Command(marked("players"), "", marked("what everybody has")),
    Command(marked("score"), "", marked("the points by category")),
    Command(marked("kit"), marked("NAME CONTENTS"), marked("a name for what you pack: kit usual 4 apples, 1 hammer")),
    Command(marked("undo"), "", marked("takes your last action back; with a number behind it, so many")),
    Command(marked("save"), marked("FILE"), marked("saves the match; play --resume FILE goes on with it")),
    Command(marked("help"), "", marked("lists what you can type"), ("?",)),
    Command(marked("quit"), "", marked("leaves"), ("exit", "q")),
)
"""In the order in which they are listed."""
TYPED = (
    (marked("a number"), marked("the action of that number; where it is asked how many, that many; y or n")),
    (marked("its text"), marked("the action, as it is listed. The beginning will do where nothing else begins so")),
    (
        marked("contents"),
        marked("where it is asked how many of one thing after another, all at once: 4 apples, 1 hammer"),
    ),
    (marked("Enter"), marked("shows the list again, or does the only thing that is possible")),
)
"""What else may be typed."""


def spoken(typed: str, texts: Texts) -> tuple[str, str] | None:
    """The English word of the command that a line begins with, and what follows it; none if it is no command.

    >>> from cavewright.texts import texts
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


def listed(texts: Texts) -> tuple[tuple[str, str], ...]:
    """What may be typed, and what it does, in a language."""
    typed = tuple((texts.phrase(what), texts.phrase(says)) for what, says in TYPED)
    commands = tuple(
        (f"{texts.phrase(each.word).lower()} {texts.phrase(each.argument)}".strip(), texts.phrase(each.says))
        for each in COMMANDS
    )
    return (*typed, *commands)
