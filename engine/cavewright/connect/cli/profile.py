"""`profile`: where the time of a ruleset's games goes."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ...bots.study import Profile
from ...bots.study import profile as run
from ...bots.study.measured_play import ADVICE, BOT, DEFINITION, EFFECT, ENGINE, FLOW, GUARD, OPTIONS, SCORE
from ...bots.study.profile import Line
from ...bots.study.sampled_work import sample_work
from ...bots.study.simulate import ROUNDS
from ...engine.jit.code_size import too_large
from ...foundation.texts import texts, translatable
from ...play.loading.load import load_game
from ...play.positions.wording import Wording
from . import output as s
from .simulate import print_work, progress

LEAST = 24
"""Characters of a clause that are shown at least."""
SORTS = {
    DEFINITION: (translatable("definition"), translatable("definitions")),
    GUARD: (translatable("guard"), translatable("guards: `require`, `cost` and `let` before options")),
    OPTIONS: (translatable("options"), translatable("options: going through values")),
    EFFECT: (translatable("effect"), translatable("effects")),
    FLOW: (translatable("flow"), translatable("flow: conditions, loops and other statements")),
    SCORE: (translatable("score"), translatable("score lines")),
    ADVICE: (translatable("advice"), translatable("advice, for bots")),
    BOT: (translatable("bots"), translatable("bots looking ahead")),
    ENGINE: (translatable("engine"), translatable("the engine: copies of states, actions, events")),
}
"""What time goes into, as a row of the table says it, and in full."""


def profile(
    spec: str,
    settings: dict[str, str],
    *,
    games: int,
    bots: Sequence[str],
    players: int,
    seed: int,
    bound: int | None,
    top: int,
    as_json: bool,
    lang: str,
) -> int:
    """Plays the games and prints what took how long, the largest first, or everything as JSON; the exit status.

    What is left to the interpreter when the same games are played without being measured is said first.
    """
    game = load_game(spec, options=settings)
    s.report(too_large(game.interpreter, game.engine), lang=lang)
    with progress(games, lang) as tell:
        found = run(game, games, bots, players, seed, ROUNDS if bound is None else bound, progress=tell)
    if as_json:
        sys.stdout.write(found.to_json() + "\n")
    else:
        print_profile(found, game.wording(lang), top)
        print_work(sample_work(game.rules_model, len(found.seats), seed), texts(lang))
    return 0


def print_profile(found: Profile, words: Wording, top: int) -> None:
    """Shares of each sort, then the clauses that took most."""
    phrase = words.texts.phrase
    title = phrase(
        "{title} ({rules} {version}), {n} players: {bots}; seeds from {seed}",
        title=words.text("ruleset", found.title),
        rules=found.game,
        version=found.version,
        n=len(found.seats),
        bots=", ".join(found.seats),
        seed=found.seed,
    )
    s.paragraph(title, rest="  ", style="bold")
    s.paragraph(
        words.texts.plural(
            "{n} game, {decisions:,} decisions, {seconds:.2f} s; "
            "measuring took about {measuring:.2f} s more, which is taken off",
            "{n} games, {decisions:,} decisions, {seconds:.2f} s; "
            "measuring took about {measuring:.2f} s more, which is taken off",
            found.games,
            decisions=found.decisions,
            seconds=found.seconds,
            measuring=found.measuring,
        ),
        rest="  ",
        style="dim",
    )
    shares = [(percent(share), phrase(SORTS[what][1])) for what, share in found.whats.items()]
    s.grid(shares, ("cyan",), right=(0,))
    s.say()
    heads = tuple(
        map(
            phrase,
            (
                translatable("share"),
                translatable("ms"),
                translatable("calls"),
                translatable("what"),
                translatable("where"),
                translatable("clause"),
            ),
        )
    )
    rows = [heads, *(row_of(line, phrase(SORTS[line.what][0])) for line in found.lines[:top])]
    *columns, _ = zip(*rows, strict=True)
    taken = sum(2 + max(map(len, column)) for column in columns)
    room = max(LEAST, s.width_of(s.console()) - taken - 2)
    s.grid(
        [(*row[:-1], row[-1] if len(row[-1]) <= room else row[-1][: room - 1] + "…") for row in rows],
        ("cyan",),
        right=(0, 1, 2),
    )
    rest = found.lines[top:]
    if rest:
        s.paragraph(
            phrase(
                "and {n} more with {share} together (--top N shows more, --json all)",
                n=len(rest),
                share=percent(sum(line.share for line in rest)),
            ),
            "  ",
            style="dim",
        )


def percent(share: float) -> str:
    """A share as people read it.

    >>> percent(0.1234)
    '12.3 %'
    """
    return f"{100 * share:.1f} %"


def row_of(line: Line, what: str) -> tuple[str, ...]:
    """One row of the table."""
    inside = f"{line.rule}: " if line.rule and not line.text.startswith(line.rule.partition(" ")[0]) else ""
    place = f"{line.file}:{line.line}" if line.line else ""
    return percent(line.share), f"{1000 * line.seconds:,.0f}", f"{line.calls:,}", what, place, inside + line.text
