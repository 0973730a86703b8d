"""Arguments and options of commands: what is typed, how it is read, and what `--help` says of it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ...foundation.texts import UnknownLanguage, is_language, texts
from .rules_argument import settings_of


def argument(metavar: str, *, help: str) -> Any:
    """Something that is typed by itself."""
    return typer.Argument(metavar=metavar, help=help, show_default=False)


def option(flag: str, metavar: str | None = None, *, help: str, show_default: bool = False, **more: Any) -> Any:
    """Something that is typed behind its name."""
    return typer.Option(flag, metavar=metavar, help=help, show_default=show_default, **more)


# ---- how words are read ---------------------------------------------------------------------------------------------


def _settings(pairs: list[str] | None) -> list[str] | None:
    """Looks at `name=value` texts before the command begins."""
    try:
        settings_of(pairs)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return pairs


def one_of(*known: str) -> Any:
    """A callback that takes these words only, or nothing."""

    def look(word: str) -> str:
        if word and word not in known:
            raise typer.BadParameter(f"{word!r} is not known; there is {', '.join(known)}")
        return word

    return look


def _language(word: str) -> str:
    """Takes a language that the program speaks."""
    try:
        return texts(word).lang
    except UnknownLanguage as error:
        raise typer.BadParameter(str(error)) from None


def any_language(word: str) -> str:
    """Takes the code of any language, or nothing."""
    if word and not is_language(word):
        raise typer.BadParameter(f"{word!r} is no code of a language, such as `de` or `pt-BR`")
    return word


def whole(low: int, high: int) -> Any:
    """Reads a whole number within bounds."""

    def read(text: Any) -> int:
        word = str(text).strip()
        if not word.lstrip("+-").isdecimal() or not word.isascii() or len(word) > 30 or not low <= int(word) <= high:
            raise typer.BadParameter(f"a whole number from {low} to {high} is needed, not {word[:40]!r}")
        return int(word)

    return read


def words(text: str) -> tuple[str, ...]:
    """A list with commas between."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def players_of(text: str) -> tuple[int | None, tuple[str, ...]]:
    """A number of players, or their names."""
    names = words(text)
    if len(names) == 1 and names[0].lstrip("+-").isdecimal():
        return int(names[0][:20]), ()
    return (len(names) or None), names


# ---- what several commands take -------------------------------------------------------------------------------------

Rules = Annotated[str, argument("RULESET", help="Id or path, with overlays: ID+my-rule.")]
SetOptions = Annotated[
    list[str] | None,
    option("--set", "NAME=VALUE", help="Set an option, or a preset by its NAME; may be repeated.", callback=_settings),
]
Language = Annotated[str, option("--lang", "LANG", help="Language of texts.", show_default=True, callback=_language)]
AsJson = Annotated[bool, option("--json", help="For programs: JSON on the standard output.")]
Seed = Annotated[
    int,
    option(
        "--seed",
        "N",
        help="What resolves chance; a whole number from 0.",
        show_default=True,
        parser=whole(0, 2**63 - 1),
    ),
]
Bots = Annotated[str, option("--bots", "NAMES", help="Who plays, seat by seat: greedy,random.", show_default=True)]
Players = Annotated[
    int, option("--players", "N", help="How many play; as few as may, if not said.", parser=whole(0, 99))
]
Seated = Annotated[str, option("--players", "N|NAMES", help="How many play, or their names: Anna,Rafał.")]
LastSeats = Annotated[str, option("--bots", "NAMES", help="Bots at the last seats: greedy,random,mcts:easy,mcts:2s.")]
MatchSeed = Annotated[
    int | None,
    option(
        "--seed",
        "N",
        help="What resolves chance; a whole number from 0. Without it, one that nobody can guess.",
        parser=whole(0, 2**128 - 1),
    ),
]
Bound = Annotated[
    int | None,
    option("--bound", "N", help="Rounds after which a game is left unfinished.", parser=whole(1, 1_000_000)),
]


def games_up_to(most: int) -> Any:
    """Returns the option for the number of games."""
    return option("--games", "N", help="How many games.", show_default=True, parser=whole(1, most))
