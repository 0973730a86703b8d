"""Command line of Cavewright. The only place that prints, reads the terminal and exits.

Here stands what can be typed. What a command does stands in the module of its name, and is imported when it is needed.

In: arguments. Out: what a person sees. Look here for the only place that prints, reads the terminal and exits.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import copy
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from ...foundation.source.ample_stack import call_with_room
from .arguments import (
    AsJson,
    Bots,
    Bound,
    Language,
    LastSeats,
    MatchSeed,
    Players,
    Rules,
    Seated,
    Seed,
    SetOptions,
    any_language,
    argument,
    games_up_to,
    one_of,
    option,
    players_of,
    whole,
    words,
)
from .command_group import Commands, as_help_option, close_quietly
from .editing_commands import dap_command, lsp_command
from .output import FORMS, console, prepare
from .publishing_commands import PUBLISHING
from .rules_argument import settings_of
from .serving_command import serve_command
from .studying_commands import STUDYING

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    help="Board games as rule files: check, play, explain and change them.",
    epilog="RULESET is an id or a path; overlays stand behind it: ID+my-rule.",
)


GARBAGE = 200_000
"""How many values more than before are made until somebody looks for garbage: most of what a command makes stays."""


def main() -> None:
    """Runs the command line."""
    gc.set_threshold(GARBAGE, 20, 20)
    prepare()
    try:
        given = as_help_option(sys.argv[1:])
        _app_of(given[:1])(given, prog_name="cavewright")
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            close_quietly()


def _app_of(first: list[str]) -> typer.Typer:
    """All commands, or only the one that is typed first: to find out what all of them take would take longer."""
    asked = [each for each in app.registered_commands if each.name in first]
    if not asked:
        return app
    alone = copy(app)
    alone.registered_commands = asked
    return alone


# ---- the commands: each gives the exit status ----------------------------------------------------------------------


READ: Mapping[str, Callable[[Any], Any]] = {"settings": settings_of, "bots": words, "languages": words}
"""Words that are read before a command is carried out, by what they are called."""


AT_HAND = ("simulate", "profile", "falsify", "impact")
"""Commands that look after signals and processes: they stay on the thread on which they were called."""


def carried_out_by(module: str, function: str = "") -> Callable[[Callable[..., None]], Callable[..., int]]:
    """Makes a command of a function that says what can be typed, and refuses what contradicts itself. The function of a
    module of this room carries it out."""

    def command(declared: Callable[..., None]) -> Callable[..., int]:
        @app.command(function or module)
        @wraps(declared)
        def carried_out(**typed: Any) -> int:
            declared(**typed)
            asked = {name: READ[name](value) if name in READ else value for name, value in typed.items()}
            if module in AT_HAND:
                return _carry_out(module, function, asked)
            return call_with_room(lambda: _carry_out(module, function, asked))

        return carried_out

    return command


def _carry_out(module: str, function: str, asked: Mapping[str, Any]) -> int:
    status: int = getattr(import_module(f".{module}", __package__), function or module)(**asked)
    return status


def _version(wanted: bool) -> None:
    if wanted:
        from ... import __version__

        typer.echo(f"cavewright {__version__}")
        raise typer.Exit


@app.callback()
def all_commands(
    version: Annotated[
        bool, option("--version", help="Print the version and end.", callback=_version, is_eager=True)
    ] = False,
    lang: Language = "en",
) -> None:
    """Board games as rule files: check, play, explain and change them."""


@carried_out_by("games")
def games_command(
    spec: Annotated[str, argument("ID", help="One game, to see its options.")] = "",
    settings: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Lists what there is: games, overlays, options, numbers of players."""


@app.command("play")
def play_command(
    ctx: typer.Context,
    spec: Annotated[str, argument("RULESET", help="Id or path, with overlays; not needed to resume.")] = "",
    players: Seated = "",
    bots: LastSeats = "",
    seed: MatchSeed = None,
    resume: Annotated[Path | None, option("--resume", "SAVE", help="Go on with a saved match.")] = None,
    svg: Annotated[Path | None, option("--svg", "FILE", help="Draw the board into a file.")] = None,
    save: Annotated[Path | None, option("--save", "FILE", help="Save the match when it ends or is left.")] = None,
    book: Annotated[str, option("--book", "URL", help="Where the book of the game is, for links to its rules.")] = "",
    set_: SetOptions = None,
    lang: Language = "en",
) -> int:
    """Play at one terminal, people and bots."""
    from .play import play
    from .seats import MatchRequest

    if not spec and resume is None:
        raise typer.BadParameter("say which ruleset to play, or --resume SAVE", param_hint="RULESET")
    if resume is not None and getattr(ctx.get_parameter_source("seed"), "name", "") == "COMMANDLINE":
        raise typer.BadParameter("a saved match goes on with its own seed", param_hint="--seed")
    wanted = MatchRequest(spec, *players_of(players), words(bots), seed, resume, settings_of(set_), lang)
    return play(wanted, save, svg, console(), _reader(), book)


def _reader() -> Any:
    """Reads a line from people, who may edit it, or from a pipe; EOFError at the end."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401
        return input

    def read(prompt: str) -> str:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")

    return read


@app.command("check")
def check_command(
    names: Annotated[list[str], argument("RULESET|FILE", help="What to look at.")],
    form: Annotated[
        str,
        option(
            "--format",
            "FORM",
            help="How to print findings: terminal, plain, json, github.",
            callback=one_of(*FORMS),
        ),
    ] = "",
    against: Annotated[
        str, option("--against", "OLD", help="An older version: do overlays written for it still apply?")
    ] = "",
    accept: Annotated[
        str,
        option("--accept", "KEY", help="The sentence of a book, by its number or key, still holds; `all` of them."),
    ] = "",
    strict: Annotated[bool, option("--strict", help="Warnings about sentences of books are errors.")] = False,
    fix: Annotated[bool, option("--fix", help="Mend what a finding leaves no choice about; then check.")] = False,
    set_: SetOptions = None,
    lang: Annotated[
        str,
        option(
            "--lang",
            "LANG",
            help="Language of texts, and whose translations to look at; all that there are, if not said.",
            callback=any_language,
        ),
    ] = "",
    as_json: AsJson = False,
) -> int:
    """Everything that is wrong with rules, and where."""
    form, settings = "json" if as_json else form, settings_of(set_)
    return call_with_room(lambda: _check(names, against, settings, form, lang, accept, strict, fix))


def _check(
    names: list[str], against: str, settings: dict[str, str], form: str, lang: str, accept: str, strict: bool, fix: bool
) -> int:
    from .check_commands import check, spoken_in

    if fix and against:
        raise typer.BadParameter("one of --fix and --against")
    if fix:
        from .fix import fix as mend

        mend(names, spoken_in(lang))
    if against:
        from .check_against import against as compare

        return compare(names, against, settings, form, spoken_in(lang))
    return check(names, settings, form, lang, accept, strict)


@carried_out_by("check_commands", "test")
def test_command(
    names: Annotated[list[str], argument("RULESET", help="Whose examples to run.")],
    only: Annotated[list[str] | None, option("--only", "NAME", help="Only these examples; several, or a,b.")] = None,
    settings: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Run the examples that rules contain."""


@carried_out_by("check_commands", "fmt")
def fmt_command(
    names: Annotated[list[str], argument("FILE", help="Rule files, or folders of them.")],
    only_check: Annotated[bool, option("--check", help="Change nothing; say which files would change.")] = False,
    diff: Annotated[bool, option("--diff", help="Print what changes, or would change.")] = False,
    language: Annotated[
        str, option("--language", "2", help="Rewrite rules of language 1 so that they mean the same in language 2.")
    ] = "",
    lang: Language = "en",
) -> None:
    """Put rule files into the one layout."""
    if language not in ("", "2"):
        raise typer.BadParameter("--language 2 is all that there is to rewrite for")


@carried_out_by("show")
def show_command(
    spec: Rules,
    rule: Annotated[str, option("--rule", "NAME", help="One rule or clause, with the facts it carries out.")] = "",
    edit: Annotated[
        str, option("--edit", "KEY", help="The edit by which an overlay changes a line, to start from.")
    ] = "",
    flat: Annotated[bool, option("--flat", help="All rules as one plain ruleset.")] = False,
    citations: Annotated[bool, option("--citations", help="Every fact, and what carries it out.")] = False,
    ir: Annotated[bool, option("--ir", help="The intermediate form, of which machine code is made.")] = False,
    settings: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """The composed rules, each with where it came from."""
    if sum((bool(rule), bool(edit), flat, citations, ir)) > 1:
        raise typer.BadParameter("one of --rule, --edit, --flat, --citations and --ir at a time")


@carried_out_by("explain")
def explain_command(
    word: Annotated[
        str,
        argument(
            "CODE|ID|NAME",
            help="A diagnostic (C0201), a fact (TC-EN-SPEC-05); an option, an action (by its name); a line (enter.level).",
        ),
    ],
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Says what a diagnostic, a fact of a rulebook, an option, a rule or a line of one means."""


@carried_out_by("simulate")
def simulate_command(
    spec: Rules,
    games: Annotated[int, games_up_to(1_000_000)] = 100,
    bots: Bots = "greedy",
    players: Players = 0,
    jobs: Annotated[
        int | None,
        option("--jobs", "N", help="Processes at once; one for each core, if not said.", parser=whole(1, 1024)),
    ] = None,
    seed: Seed = 0,
    bound: Bound = None,
    rotate: Annotated[bool, option("--rotate", help="Move the bots on by a seat from game to game.")] = False,
    settings: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Many seeded games of bots, and what came of them."""


@carried_out_by("profile")
def profile_command(
    spec: Rules,
    games: Annotated[int, games_up_to(10_000)] = 3,
    bots: Bots = "greedy",
    players: Players = 0,
    seed: Seed = 0,
    bound: Bound = None,
    top: Annotated[
        int, option("--top", "N", help="How many clauses to show.", show_default=True, parser=whole(1, 100_000))
    ] = 20,
    settings: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Shows where the time of games goes, by rule and clause."""


@app.command("replay")
def replay_command(
    path: Annotated[Path, argument("SAVE", help="A saved match.")],
    rules: Annotated[str, option("--rules", "RULESET", help="Id or path, if the save's rules are not found.")] = "",
    against: Annotated[
        str, option("--against", "RULESET", help="Other rules; says where they first matter to the match.")
    ] = "",
    svg: Annotated[Path | None, option("--svg", "FILE", help="Draw the last position into a file.")] = None,
    step: Annotated[bool, option("--step", help="Wait for Enter after every action.")] = False,
    lang: Language = "en",
) -> int:
    """Go through a saved match; says which action no longer fits."""
    from .replay import replay, show_divergence

    if against:
        return show_divergence(path, rules, against, console(), lang)
    return replay(path, svg=svg, step=step, console=console(), read=_reader(), rules=rules, lang=lang)


@carried_out_by("new")
def new_command(
    name: Annotated[str, argument("NAME", help="What it is called: my-rule, my-game.")],
    base: Annotated[
        str, option("--on", "RULESET", help="The rules that it changes; without it, a game of its own.")
    ] = "",
    lang: Language = "en",
) -> None:
    """A house rule or a game to start from."""


@carried_out_by("playground")
def playground_command(
    out: Annotated[Path, option("--out", "DIR", help="The folder that is written.")],
    lang: Language = "en",
) -> None:
    """A folder of static files: an editor with the game beside it, in a browser."""


for _name, _declared in {**STUDYING, **PUBLISHING}.items():
    carried_out_by(_name)(_declared)
app.command("lsp")(lsp_command)
app.command("dap")(dap_command)
app.command("serve")(serve_command)
