"""Output of commands: consoles, diagnostics, JSON, and plain letters for screens that have few."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from traceback import extract_tb
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from ...foundation.draw.wrapping import pack, wrap
from ...foundation.source import Diagnostic, Label, render
from ...foundation.texts import Texts, texts
from ...play.loading.rulesets import RulesetError

if TYPE_CHECKING:
    from rich.console import Console

FORMS = ("terminal", "plain", "json", "github")
"""How findings can be printed. The last two are for programs."""

INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 and the number of the signal, as shells have it."""
LEAST_WIDTH, WIDEST = 20, 120
NARROW = 40
"""Columns of a screen below which words break that fit no line."""
LEAST_CELL = 16
"""Columns that a cell needs to be wrapped in."""
LONGEST_NAME = 200
"""Of a file in a message, in characters."""
TRAILING = re.compile(r" +((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)
SIGNS = (
    '…... ·. •* ×x ≈~ ≤<= ≥>= →-> ←<- ↓v ↑^ ✓v ✗x “" ”" „" ‘\' ’\' łl ŁL ßss øo ØO æae ÆAe œoe đd ĐD ıi █# ▒# ░. ±+/-'
)
"""Characters, each with what stands for it in ASCII."""
LETTERS = str.maketrans(
    {
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬╶╴", "+"),
        **dict.fromkeys("─━╌┄┈═−–—‐╼╾", "-"),
        **dict.fromkeys("│┃╎┆┊║", "|"),
        "°": " deg",
        **{each[0]: each[1:] for each in SIGNS.split()},
    }
)


# ---- letters --------------------------------------------------------------------------------------------------------


def ascii_letters(text: str) -> str:
    """The text in ASCII, as like as can be.

    >>> ascii_letters("Rafał → 2 × 3 …")
    'Rafal -> 2 x 3 ...'
    """
    return "".join(_ascii(character) for character in text.translate(LETTERS))


def _ascii(character: str) -> str:
    if character.isascii():
        return character
    return normalize("NFKD", character).encode("ascii", "ignore").decode("ascii") or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return ascii_letters(error.object[error.start : error.end]), error.end


def prepare() -> None:
    """Makes the streams take any text: characters that the screen lacks are shown by others. For the start of a
    program."""
    codecs.register_error("cavewright", _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="ascii" if _plain_locale() else None, errors="cavewright")
    if sys.stdin is None:  # closed
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _plain_locale() -> bool:
    """Tells if the locale was set to one without letters; Python itself would write UTF-8 even there."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return named in ("C", "POSIX") and "PYTHONIOENCODING" not in os.environ and os.environ.get("PYTHONUTF8") != "1"


def clean(text: str) -> str:
    """The text without what would disturb a screen; line breaks stay."""
    return "".join(character if character.isprintable() or character == "\n" else "?" for character in text)


# ---- consoles -------------------------------------------------------------------------------------------------------


def console(stderr: bool = False) -> Console:
    """Returns the console to print to: what is asked for to the standard output, all else to the standard error."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def is_plain(screen: Console) -> bool:
    """Tells if a console can show ASCII only."""
    return not (screen.encoding or "").lower().startswith("utf")


def width_of(screen: Console) -> int:
    """Columns to fill."""
    return max(LEAST_WIDTH, min(screen.width, WIDEST))


def say(text: str = "", style: str = "", screen: Console | None = None) -> None:
    """Prints lines as they are, neither wrapped nor cut; to the standard output, if no other screen is given."""
    (screen or console()).print(clean(text), style=style or None, soft_wrap=True)


def hang(text: str, width: int, first: str = "", rest: str | None = None, keep: bool = False) -> list[str]:
    """The text in lines of at most `width` columns, the first behind `first`, the others behind `rest`.

    `keep`: what fits one line stays as it is, blanks and all. On a narrow screen words break that fit no line.

    >>> hang("one two three, four five six", 20, "- ", "  ")
    ['- one two three,', '  four five six']
    """
    if keep and len(first) + len(text) <= width:
        return [first + clean(text)]
    if width < NARROW:
        return wrap(" ".join(clean(text).split("\n")), width, first, None if rest is None else len(rest))
    rest = " " * len(first) if rest is None else rest
    return textwrap.wrap(
        clean(text),
        max(width, len(rest) + 20),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def paragraph(text: str, first: str = "", rest: str | None = None, style: str = "") -> None:
    """Prints words, wrapped to the screen."""
    screen = console()
    for line in hang(text, width_of(screen), first, rest):
        say(line, style, screen)


def head(text: str) -> None:
    """Prints a heading with a blank line before it."""
    say()
    paragraph(text, rest="  ", style="bold")


def grid(
    rows: Iterable[Sequence[str]],
    styles: Sequence[str] = (),
    indent: int = 2,
    right: Sequence[int] = (),
) -> None:
    """Prints rows in columns; where there is too little room the widest column wraps, and any that takes half of the
    screen. Where even that leaves too little room, each row stands as a name with the rest below it."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    screen, table = console(), Table.grid(padding=(0, 2, 0, 0))
    lines = [[clean(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    wholes = [width < max(widths) and width <= width_of(screen) // 2 for width in widths]
    needed = sum((w if whole else min(w, LEAST_CELL)) + 2 for w, whole in zip(widths, wholes, strict=True)) - 2
    if indent + needed > width_of(screen):
        _stack(lines, styles, min(indent, 2), screen)
        return
    for number, is_whole in enumerate(wholes):
        style = styles[number] if number < len(styles) else ""
        table.add_column(style=style, no_wrap=is_whole, overflow="fold", justify="right" if number in right else "left")
    for line in lines:
        table.add_row(*(Text(cell) for cell in line))
    with screen.capture() as captured:
        screen.print(Padding(table, (0, 0, 0, indent), expand=False), width=width_of(screen))
    screen.file.write(TRAILING.sub(r"\1", captured.get()))


def _stack(rows: Iterable[Sequence[str]], styles: Sequence[str], indent: int, screen: Console, least: int = 0) -> None:
    """Prints rows one below the other: a cell with words in it behind those before it, from number `least` on; below it
    the others."""
    for row in rows:
        named = next((n for n, cell in enumerate(row) if n >= least and len(cell.strip()) > 1), len(row) - 1)
        style = styles[named] if named < len(styles) else ""
        for line in hang(" ".join(filter(str.strip, row[: named + 1])), width_of(screen), " " * indent):
            say(line, style, screen)
        others = [cell.strip() for cell in row[named + 1 :] if cell.strip()]
        for line in pack(others, width_of(screen), " " * (indent + 2)) if others else ():
            say(line, "", screen)


def entries(rows: Sequence[tuple[str, str, str]], styles: Sequence[str] = ("", "")) -> None:
    """Prints a mark, a name and a text a row, in columns. A name that is longer than a quarter of the screen has its
    line to itself."""
    from rich.text import Text

    screen, lines = console(), [tuple(map(clean, row)) for row in rows]
    width = width_of(screen)
    if width < NARROW:
        _stack(lines, styles, 2, screen, 1)
        return
    marks, names = (max((len(row[n]) for row in lines), default=0) for n in (0, 1))
    names = min(names, width // 4)
    column = marks + names + 6
    for mark, name, text in lines:
        body = hang(text, width, " " * column) if text else []
        rest = body if len(name) > names else body[1:]
        beside = body[0][column:] if body and len(name) <= names else ""
        shown = Text(f"  {mark:{marks}}  {name:{names}}  {beside}".rstrip())
        shown.stylize(styles[0], 2, 2 + len(mark))
        shown.stylize(styles[1], marks + 4, marks + 4 + len(name))
        for line in (shown, *map(Text, rest)):
            screen.print(line, soft_wrap=True)


# ---- findings and answers -------------------------------------------------------------------------------------------


def report(found: Sequence[Diagnostic], form: str = "", lang: str = "en") -> None:
    """Prints findings: for people to the standard error, for programs to the standard output."""
    found = [render.in_language(each, texts(lang)) for each in found] if lang != "en" else found
    if form == "json":
        sys.stdout.write(render.render_json(found))
    elif form == "github":
        sys.stdout.write(render.render_github(found, texts(lang)))
    elif found:
        screen = console(stderr=True)
        plain = form == "plain" or not form and is_plain(screen)
        shown = (
            render.render_plain(found, texts(lang))
            if plain
            else render.render_terminal(found, width_of(screen), _colours(screen), texts(lang))
        )
        sys.stderr.write(shown)


def _colours(screen: Console) -> bool:
    return screen.is_terminal and not screen.no_color and screen.color_system is not None


def answer(value: Any) -> None:
    """Prints a value as JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=True, indent=1) + "\n")


def complain(error: BaseException, lang: str) -> int:
    """Says what went wrong, and returns the exit status."""
    from ...engine.interpret.step import WorkLimitError

    if isinstance(error, RulesetError):
        found: Sequence[Diagnostic] = error.diagnostics
    elif not isinstance(error, (ValueError, OSError)):
        found = [_fault(error)]
    elif isinstance(error, WorkLimitError):
        found = [Diagnostic("", error.text(lang), (Label(error.span, ""),) if error.span is not None else ())]
    else:
        found = [_finding(error, texts(lang).translate)]
    report(found, lang=lang)
    return int(getattr(error, "status", 1))


def unknown(said: Texts, wrong: str, near: str, otherwise: str) -> ValueError:
    """The error for a name that is not known: what is wrong, and the name that is `near`, or else where to look."""
    help = said.phrase("did you mean `{near}`?", near=near) if near else otherwise
    return ValueError(f"{wrong}\n{help}")


SYSTEM = (
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "File name too long",
    "No space left on device",
    "Read-only file system",
    "File exists",
    "Too many levels of symbolic links",
)
"""What the system says of files most often; it stands here for the catalogues."""


def _finding(error: ValueError | OSError, known: Callable[[str], str]) -> Diagnostic:
    if isinstance(error, OSError) and error.strerror:
        place = f"`{str(error.filename)[:LONGEST_NAME]}`: " if error.filename else ""
        why = known(error.strerror)
        return Diagnostic("", f"{place}{why[:1].lower()}{why[1:]}")
    message, _, help = str(error).partition("\n")
    return Diagnostic("", message or type(error).__name__, help=help)


def _fault(error: BaseException) -> Diagnostic:
    """Returns the finding about a fault of the program."""
    last = extract_tb(error.__traceback__)[-1:]
    place = "".join(f" at {os.path.basename(each.filename)}:{each.lineno}" for each in last)
    return Diagnostic(
        "",
        f"the program itself failed ({type(error).__name__}: {str(error)[:200]}{place})",
        help="nothing that you wrote should do this: please report it with the files and the command",
    )
