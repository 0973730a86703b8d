"""`simulate`: many seeded games of bots, and what came of them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from ...bots.players import RANDOM
from ...bots.study import Stopped, Study
from ...bots.study import simulate as run
from ...bots.study.sampled_work import SampledWork, sample_work
from ...bots.study.shared_work import handling
from ...bots.study.simulate import ROUNDS
from ...engine.jit.code_size import too_large
from ...foundation.texts import Texts, texts, translatable
from ...machine.native.machine import compiler, has_wasm
from ...play.loading.load import load_game
from ...play.positions.wording import Wording
from ...rules.check.limits import MOST_STEP
from . import output as s

FEW = 8
"""Games for which it is not worth while to start more processes."""


def simulate(
    spec: str,
    settings: dict[str, str],
    *,
    games: int,
    bots: Sequence[str],
    players: int,
    jobs: int | None,
    seed: int,
    bound: int | None,
    rotate: bool,
    as_json: bool,
    lang: str,
) -> int:
    """Plays the games and prints the table, or everything as JSON; the exit status. Ctrl-C prints that of the games
    which are over.

    What is left to the interpreter, and so takes longer, is said first.
    """
    game = load_game(spec, options=settings)
    s.report(too_large(game.interpreter, game.engine), lang=lang)
    if not is_quick(bots):
        said = texts(lang).phrase(
            'bots that look ahead are several times as fast with `pip install "cavewright[native]"`'
        )
        s.say(said, screen=s.console(stderr=True))
    processes = jobs if jobs is not None else 1 if games < FEW else -1
    status = 0
    try:
        with interrupted_once(), progress(games, lang) as tell:
            study = run(
                game,
                games,
                bots,
                players,
                seed,
                processes,
                ROUNDS if bound is None else bound,
                rotate=rotate,
                progress=tell,
            )
    except Stopped as stopped:
        study, status = stopped.study, s.INTERRUPTED
        said = texts(lang).phrase("stopped: {number} of {all} games are over", number=study.games, all=games)
        s.say(said, screen=s.console(stderr=True))
    if as_json:
        sys.stdout.write(study.to_json() + "\n")
    elif study.games:
        print_study(study, game.wording(lang))
        print_work(sample_work(game.rules_model, len(study.seats), seed), texts(lang))
    return status


def print_work(found: SampledWork, words: Texts) -> None:
    """Prints the work of decisions in play at random, if there were any, and where play stopped."""
    if not found.decisions and found.over is None:
        return
    s.paragraph(
        words.plural(
            "work of {n} decision at random: at most {most:,}, 99 of 100 within {percentile:,}; {limit:,} are allowed",
            "work of {n} decisions at random: at most {most:,}, 99 of 100 within {percentile:,}; {limit:,} are allowed",
            found.decisions,
            most=found.most,
            percentile=found.percentile,
            limit=MOST_STEP,
        ),
        rest="  ",
        style="dim",
    )
    if found.over is not None:
        s.paragraph(words.phrase("then play stopped: {why}", why=found.over.text(words.lang)), rest="  ")


def is_quick(bots: Sequence[str]) -> bool:
    """Tells if no bot would look ahead more quickly with the extra `native`."""
    return set(bots) <= {RANDOM} or bool(has_wasm() or compiler())


def interrupted_once() -> AbstractContextManager[None]:
    """The first Ctrl-C interrupts, further ones do not disturb what is then put in order; being ended from without is
    put in order too."""
    ends = signal.SIGINT, signal.SIGTERM

    def interrupt(number: int, frame: Any) -> None:
        for each in ends:
            signal.signal(each, signal.SIG_IGN)
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)

    return handling(interrupt, *ends)


@contextmanager
def progress(games: int, lang: str, said: str = translatable("playing")) -> Iterator[Callable[[int, int], None]]:
    """A bar on the standard error, if that is a screen: how many games are over (or what else is `said`), for how long
    it has been, how long it will still be."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    screen, words = s.console(stderr=True), texts(lang)

    class Time(ProgressColumn):
        max_refresh = 0.5

        def render(self, task: Task) -> Text:
            """Returns the time that is left, once it is known."""
            left = (
                words.phrase("{time} left", time=clock(task.time_remaining)) if task.time_remaining is not None else ""
            )
            return Text("  ".join(filter(None, (clock(task.elapsed or 0.0), left))), "dim")

    playing = words.phrase(said)
    columns = (TextColumn(playing), BarColumn(), MofNCompleteColumn(), Time())
    with Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal, speed_estimate_period=120
    ) as bar:
        task = bar.add_task(playing, total=games)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def clock(seconds: float) -> str:
    """Seconds as hours, minutes and seconds.

    >>> clock(3725.4)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def print_study(study: Study, words: Wording) -> None:
    """The table of a study, to the width of the screen."""
    title, figures, silent = study.parts_of_account(words)
    s.paragraph(title, rest="  ", style="bold")
    s.grid(figures, ("cyan",))
    s.paragraph(silent, rest="  ", style="dim")
