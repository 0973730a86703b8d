"""The command line. The only place that prints, reads the terminal and exits.

Here stands what can be typed. What a command does stands in the module of its name, and is imported when it is needed.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

FORMS = ("terminal", "plain", "json", "github")


class Commands(TyperGroup):
    """All commands; what goes wrong in one is told in words, never as a traceback. `--help` speaks the language that is
    asked for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Looks at what was typed, for the language first."""
        from .usage_texts import lang_of, told_in

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
        from .usage_texts import in_language

        return str(in_language(self, ctx.obj).get_help(ctx)) if isinstance(ctx.obj, str) else super().get_help(ctx)

    def get_command(self, ctx: Any, name: str) -> Any:
        """The command of that name, with what it says of itself in the language."""
        from .usage_texts import in_language

        found = super().get_command(ctx, name)
        return in_language(found, ctx.obj) if found is not None and isinstance(ctx.obj, str) else found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands, each with all that it says of itself in short: wrapped, not cut."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help.partition("\n")[0]) for name, command in commands])

    def invoke(self, ctx: Any) -> Any:
        """Carries out the command that was typed."""
        from .usage_texts import lang_of, told_in

        lang = lang_of([*getattr(ctx, "_protected_args", ()), *ctx.args])
        lang = ctx.obj if lang == "en" and isinstance(ctx.obj, str) else lang
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except BrokenPipeError:
            _close_quietly()
            raise typer.Exit(141) from None
        except typer.Abort:
            raise
        except Exception as error:
            if hasattr(error, "exit_code"):
                raise told_in(error, lang) from None
            from .output import complain

            raise typer.Exit(complain(error, lang)) from None


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


def main() -> None:
    """Runs the command line."""
    from .output import prepare

    prepare()
    try:
        app(prog_name="cavewright")
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            _close_quietly()


def _close_quietly() -> None:
    """Nobody reads any more: what is still to be written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _end(status: int) -> None:
    if status:
        raise typer.Exit(status)


# ---- what is typed behind a command ---------------------------------------------------------------------------------


def _settings(pairs: list[str] | None) -> list[str] | None:
    """Looks at `name=value` texts before the command begins."""
    from .rules_argument import settings_of

    try:
        settings_of(pairs or ())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return pairs


def _one_of(*known: str) -> Any:
    """A callback that takes these words only, or nothing."""

    def look(word: str) -> str:
        if word and word not in known:
            raise typer.BadParameter(f"{word!r} is not known; there is {', '.join(known)}")
        return word

    return look


def _language(word: str) -> str:
    """Takes a language that the program speaks."""
    from ..texts import UnknownLanguage, texts

    try:
        return texts(word).lang
    except UnknownLanguage as error:
        raise typer.BadParameter(str(error)) from None


def _any_language(word: str) -> str:
    """Takes the code of any language, or nothing."""
    from ..texts import is_language

    if word and not is_language(word):
        raise typer.BadParameter(f"{word!r} is no code of a language, such as `de` or `pt-BR`")
    return word


def _whole(low: int, high: int) -> Any:
    """Reads a whole number within bounds."""

    def read(text: Any) -> int:
        word = str(text).strip()
        if not word.lstrip("+-").isdecimal() or not word.isascii() or len(word) > 30 or not low <= int(word) <= high:
            raise typer.BadParameter(f"a whole number from {low} to {high} is needed, not {word[:40]!r}")
        return int(word)

    return read


Rules = Annotated[
    str, typer.Argument(metavar="RULESET", help="Id or path, with overlays: ID+my-rule.", show_default=False)
]
SetOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Set an option, or a preset by its NAME; may be repeated.",
        callback=_settings,
        show_default=False,
    ),
]
Language = Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of texts.", callback=_language)]
AnyLanguage = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="LANG",
        callback=_any_language,
        show_default=False,
        help="Language of texts, and whose translations to look at; all that there are, if not said.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs: JSON on the standard output.")]
Seed = Annotated[
    int,
    typer.Option(
        "--seed", metavar="N", help="What resolves chance; a whole number from 0.", parser=_whole(0, 2**63 - 1)
    ),
]
OwnSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        parser=_whole(0, 2**128 - 1),
        show_default=False,
        help="What resolves chance; a whole number from 0. Without it, one that nobody can guess.",
    ),
]


def _set(pairs: list[str] | None) -> dict[str, str]:
    from .rules_argument import settings_of

    return settings_of(pairs or ())


def _words(text: str) -> tuple[str, ...]:
    """A list with commas between."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


# ---- the commands ---------------------------------------------------------------------------------------------------


def _version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        typer.echo(f"cavewright {__version__}")
        raise typer.Exit


@app.callback()
def all_commands(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_version, is_eager=True)
    ] = False,
    lang: Language = "en",
) -> None:
    """Board games as rule files: check, play, explain and change them."""


@app.command("games")
def games_command(
    spec: Annotated[str, typer.Argument(metavar="ID", help="One game, to see its options.", show_default=False)] = "",
    set_: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """What there is: games, overlays, options, numbers of players."""
    from .games import games

    _end(games(spec, _set(set_), as_json, lang))


@app.command("play")
def play_command(
    ctx: typer.Context,
    spec: Annotated[
        str,
        typer.Argument(metavar="RULESET", help="Id or path, with overlays; not needed to resume.", show_default=False),
    ] = "",
    players: Annotated[
        str,
        typer.Option(
            "--players", metavar="N|NAMES", help="How many play, or their names: Anna,Rafał.", show_default=False
        ),
    ] = "",
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAMES", help="Bots at the last seats: greedy,random.", show_default=False)
    ] = "",
    seed: OwnSeed = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="SAVE", help="Go on with a saved match.", show_default=False)
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the board into a file.", show_default=False)
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Save the match when it ends or is left.", show_default=False),
    ] = None,
    set_: SetOptions = None,
    lang: Language = "en",
) -> None:
    """Play at one terminal, people and bots."""
    from .output import console
    from .play import play

    if not spec and resume is None:
        raise typer.BadParameter("say which ruleset to play, or --resume SAVE", param_hint="RULESET")
    if resume is not None and getattr(ctx.get_parameter_source("seed"), "name", "") == "COMMANDLINE":
        raise typer.BadParameter("a saved match goes on with its own seed", param_hint="--seed")
    count, names = _players(players)
    screen = console()
    _end(
        play(
            spec,
            players=count,
            names=names,
            bots=_words(bots),
            seed=seed,
            resume=resume,
            svg=svg,
            save=save,
            settings=_set(set_),
            lang=lang,
            console=screen,
            read=_reader(),
        )
    )


def _players(text: str) -> tuple[int | None, tuple[str, ...]]:
    """A number of players, or their names."""
    names = _words(text)
    if len(names) == 1 and names[0].lstrip("+-").isdecimal():
        return int(names[0][:20]), ()
    return (len(names) or None), names


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
    names: Annotated[list[str], typer.Argument(metavar="RULESET|FILE", help="What to look at.", show_default=False)],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORM",
            help="How to print findings: terminal, plain, json, github.",
            callback=_one_of(*FORMS),
            show_default=False,
        ),
    ] = "",
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="OLD",
            show_default=False,
            help="An older version: do overlays written for it still apply?",
        ),
    ] = "",
    set_: SetOptions = None,
    lang: AnyLanguage = "",
    as_json: AsJson = False,
) -> None:
    """Everything that is wrong with rules, and where."""
    from .check_commands import check, spoken_in

    if against:
        from .check_against import against as compare

        _end(compare(names, against, _set(set_), "json" if as_json else form, spoken_in(lang)))
        return
    _end(check(names, _set(set_), "json" if as_json else form, lang))


@app.command("test")
def test_command(
    names: Annotated[list[str], typer.Argument(metavar="RULESET", help="Whose examples to run.", show_default=False)],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="NAME", help="Only these examples; several, or a,b.", show_default=False),
    ] = None,
    set_: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Run the examples that rules contain."""
    from .check_commands import test

    _end(test(names, _set(set_), as_json, lang, [name for each in only or () for name in each.split(",") if name]))


@app.command("fmt")
def fmt_command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Rule files, or folders of them.", show_default=False)
    ],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; say which files would change.")] = False,
    lang: Language = "en",
) -> None:
    """Put rule files into the one layout."""
    from .check_commands import fmt

    _end(fmt(files, check, lang))


@app.command("show")
def show_command(
    spec: Rules,
    rule: Annotated[
        str,
        typer.Option(
            "--rule", metavar="NAME", help="One rule or clause, with the facts it carries out.", show_default=False
        ),
    ] = "",
    flat: Annotated[bool, typer.Option("--flat", help="All rules as one plain ruleset.")] = False,
    citations: Annotated[bool, typer.Option("--citations", help="Every fact, and what carries it out.")] = False,
    set_: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """The composed rules, each with where it came from."""
    from .show import show

    if sum((bool(rule), flat, citations)) > 1:
        raise typer.BadParameter("one of --rule, --flat and --citations at a time")
    _end(show(spec, _set(set_), rule=rule, flat=flat, citations=citations, as_json=as_json, lang=lang))


@app.command("diff")
def diff_command(
    old: Annotated[str, typer.Argument(metavar="A", help="Id or path, with overlays: ID+my-rule.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="B", help="What to compare it with.", show_default=False)],
    texts: Annotated[
        bool, typer.Option("--texts", help="Also what differs in wording only, or has no effect on play.")
    ] = False,
    set_: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """How two rulesets differ, rule by rule, in words."""
    from .diff import diff

    _end(diff(old, new, _set(set_), texts=texts, as_json=as_json, lang=lang))


@app.command("explain")
def explain_command(
    word: Annotated[
        str,
        typer.Argument(
            metavar="CODE|ID|OPTION",
            show_default=False,
            help="A diagnostic (C0201), a fact (TC-EN-SPEC-05), an option (by its name).",
        ),
    ],
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """What a diagnostic, a fact of a rulebook, or an option means."""
    from .explain import explain

    _end(explain(word, as_json, lang))


@app.command("simulate")
def simulate_command(
    spec: Rules,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="How many games.", parser=_whole(1, 1_000_000))
    ] = 100,
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAMES", help="Who plays, seat by seat: greedy,random.")
    ] = "greedy",
    players: Annotated[
        int,
        typer.Option(
            "--players",
            metavar="N",
            parser=_whole(0, 99),
            show_default=False,
            help="How many play; as few as may, if not said.",
        ),
    ] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            parser=_whole(1, 1024),
            show_default=False,
            help="Processes at once; one for each core, if not said.",
        ),
    ] = None,
    seed: Seed = 0,
    bound: Annotated[
        int | None,
        typer.Option(
            "--bound",
            metavar="N",
            parser=_whole(1, 1_000_000),
            show_default=False,
            help="Rounds after which a game is left unfinished.",
        ),
    ] = None,
    rotate: Annotated[bool, typer.Option("--rotate", help="Move the bots on by a seat from game to game.")] = False,
    set_: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Many seeded games of bots, and what came of them."""
    from .simulate import simulate

    _end(
        simulate(
            spec,
            _set(set_),
            games=games,
            bots=_words(bots),
            players=players,
            jobs=jobs,
            seed=seed,
            bound=bound,
            rotate=rotate,
            as_json=as_json,
            lang=lang,
        )
    )


@app.command("profile")
def profile_command(
    spec: Rules,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games.", parser=_whole(1, 10_000))] = 3,
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAMES", help="Who plays, seat by seat: greedy,random.")
    ] = "greedy",
    players: Annotated[
        int,
        typer.Option(
            "--players",
            metavar="N",
            parser=_whole(0, 99),
            show_default=False,
            help="How many play; as few as may, if not said.",
        ),
    ] = 0,
    seed: Seed = 0,
    bound: Annotated[
        int | None,
        typer.Option(
            "--bound",
            metavar="N",
            parser=_whole(1, 1_000_000),
            show_default=False,
            help="Rounds after which a game is left unfinished.",
        ),
    ] = None,
    top: Annotated[
        int, typer.Option("--top", metavar="N", help="How many clauses to show.", parser=_whole(1, 100_000))
    ] = 20,
    set_: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Where the time of games goes, by rule and clause."""
    from .profile import profile

    _end(
        profile(
            spec,
            _set(set_),
            games=games,
            bots=_words(bots),
            players=players,
            seed=seed,
            bound=bound,
            top=top,
            as_json=as_json,
            lang=lang,
        )
    )


@app.command("replay")
def replay_command(
    path: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved match.", show_default=False)],
    rules: Annotated[
        str,
        typer.Option(
            "--rules", metavar="RULESET", help="Id or path, if the save's rules are not found.", show_default=False
        ),
    ] = "",
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw the last position into a file.", show_default=False),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every action.")] = False,
    lang: Language = "en",
) -> None:
    """Go through a saved match; says which action no longer fits."""
    from .output import console
    from .replay import replay

    _end(replay(path, svg=svg, step=step, console=console(), read=_reader(), rules=rules, lang=lang))


@app.command("new")
def new_command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What the house rule is called: my-rule.", show_default=False)
    ],
    on: Annotated[str, typer.Option("--on", metavar="RULESET", help="The rules that it changes.", show_default=False)],
    lang: Language = "en",
) -> None:
    """A house-rule file to start from."""
    from .new import new

    _end(new(name, on, lang))


@app.command("translate")
def translate_command(
    name: Annotated[
        str,
        typer.Argument(metavar="RULESET", help="Whose texts; the last overlay, if some are named.", show_default=False),
    ],
    lang: Annotated[
        str,
        typer.Option(
            "--lang", metavar="LANG", callback=_any_language, show_default=False, help="The language to translate into."
        ),
    ],
) -> None:
    """A catalogue of the texts of rules, to be filled in by a translator."""
    from .translate import translate

    _end(translate(name, lang))
