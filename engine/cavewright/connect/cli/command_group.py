"""Group of all commands: the language of what it says, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import chain, takewhile
from typing import Any

import typer
from typer.core import TyperGroup

from .output import INTERRUPTED, complain
from .plain_words import read_plainly
from .usage_texts import in_language, lang_of, told_in


class Commands(TyperGroup):
    """All commands; what goes wrong in one is told in words, never as a traceback. `--help` speaks the language that is
    asked for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Looks at what was typed, for the language first."""
        for parameter in chain.from_iterable(each.get_params(ctx) for each in (self, *self.commands.values())):
            read_plainly(parameter)
        ctx.obj = lang_of(args)
        general = lang_of([*takewhile(lambda word: word not in self.commands, args)])
        ctx.default_map = (
            {name: {"lang": general} for name in self.commands if name != "translate"} if general != "en" else None
        )
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            raise told_in(error, ctx.obj) from None

    def get_help(self, ctx: Any) -> str:
        """All commands, in the language."""
        return str(in_language(self, ctx.obj).get_help(ctx)) if isinstance(ctx.obj, str) else super().get_help(ctx)

    def get_command(self, ctx: Any, name: str) -> Any:
        """The command of that name, with what it says of itself in the language."""
        found = super().get_command(ctx, name)
        return in_language(found, ctx.obj) if found is not None and isinstance(ctx.obj, str) else found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands, each with all that it says of itself in short: wrapped, not cut."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help.partition("\n")[0]) for name, command in commands])

    def invoke(self, ctx: Any) -> None:
        """Carries out the command that was typed, and ends with the status that it gives."""
        lang = lang_of([*getattr(ctx, "_protected_args", ()), *ctx.args])
        lang = ctx.obj if lang == "en" and isinstance(ctx.obj, str) else lang
        status = status_of(lambda: super(Commands, self).invoke(ctx), lang)
        if status:
            raise typer.Exit(status)


def status_of(command: Callable[[], int], lang: str) -> int:
    """The exit status of a command; what it raises is told in a language."""
    try:
        return command()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        close_quietly()
        return 141
    except typer.Abort:
        raise
    except Exception as error:
        if hasattr(error, "exit_code"):
            raise told_in(error, lang) from None
        return complain(error, lang)


def close_quietly() -> None:
    """Nobody reads any more: what is still to be written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def as_help_option(given: list[str]) -> list[str]:
    """Returns what was typed with `help` and `?` as the option that they stand for.

    >>> as_help_option(["help"]), as_help_option(["?", "play"]), as_help_option(["play", "?"])
    (['--help'], ['play', '--help'], ['play', '--help'])
    """
    if given[:1] in (["help"], ["?"]):
        return [*given[1:], "--help"]
    return [*given[:1], "--help"] if given[1:] in (["help"], ["?"]) else given
