"""`simulate`: many seeded games of bots, and what came of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..play.load import load_game
from ..play.wording import Wording
from ..study import Study
from ..study import simulate as run
from ..study.simulate import ROUNDS
from ..texts import texts
from . import screen as s

FEW = 8
"""Games for which it is not worth while to start more processes."""


def simulate(spec: str, settings: dict[str, str], *, games: int, bots: Sequence[str], players: int = 0, jobs: int | None = None, seed: int = 0,
             bound: int | None = None, rotate: bool = False, as_json: bool = False, lang: str = "en") -> int:
    """Plays the games and prints the table, or everything as JSON; the exit status."""
    game = load_game(spec, options=settings)
    processes = jobs if jobs is not None else 1 if games < FEW else -1
    with progress(games, lang) as tell:
        study = run(game, games, bots, players, seed, processes, ROUNDS if bound is None else bound, rotate=rotate, progress=tell)
    if as_json:
        sys.stdout.write(study.to_json() + "\n")
    else:
        print_study(study, game.wording(lang))
    return 0


@contextmanager
def progress(games: int, lang: str = "en") -> Iterator[Callable[[int, int], None]]:
    """A bar on the standard error, if that is a screen."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    screen = s.console(stderr=True)
    playing = texts(lang).phrase("playing")
    columns = (TextColumn(playing), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(playing, total=games)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def print_study(study: Study, words: Wording) -> None:
    """The table of a study, to the width of the screen."""
    out = s.console()
    title, *lines, silent = study.table(words).split("\n")
    s.paragraph(out, title, rest="  ", style="bold")
    s.grid(out, [_parted(line) for line in lines], ("cyan",))
    s.paragraph(out, silent, rest="  ", style="dim")


def _parted(line: str) -> tuple[str, str]:
    """What a line is about, and the rest of it."""
    found = re.fullmatch(r"( *\S.*?) {2,}(.*)", line)
    return (found[1], found[2]) if found else (line, "")
