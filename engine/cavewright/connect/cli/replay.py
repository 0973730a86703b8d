"""`replay`: going through a saved match."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

from rich.console import Console

from ...play.matches.match import Match
from ...play.matches.narration import narrate, of_move, told_of
from ...play.positions.action import CHANCE
from .match_files import changed_words, has_changed, look_at_target, other_rules, read_match, write_svg
from .play_screen import Table


def replay(
    path: Path,
    *,
    svg: Path | None,
    step: bool,
    console: Console,
    read: Callable[[str], str],
    rules: str = "",
    lang: str = "en",
) -> int:
    """Tells a saved match from its first action to its last, then shows the board and the scores. Returns the exit
    status; raises ValueError and OSError.

    `rules` are those to replay it under, if they are not to be looked for by name.

    With `step` it waits after every action for Enter; a number goes to that action, `q` to the end of the telling.
    """
    table = Table(console, lang)
    if svg is not None:
        look_at_target(svg, is_save=False)
    match, _ = read_match(path, rules)
    title = match.game.wording(lang).text("ruleset", match.game.title)
    sums = table.texts.plural(
        "seed {seed} · {n} action", "seed {seed} · {n} actions", len(match.move_stack), seed=match.seed
    )
    table.paragraph(f"{title} · {', '.join(match.names)} · {sums}", style="bold")
    if has_changed(path, match):
        table.paragraph(changed_words(match, table.texts))
    if match.entered:
        table.paragraph(
            table.texts.plural(
                "{n} draw is not what the seed brings: it was entered by hand, or drawn under other rules.",
                "{n} draws are not what the seed brings: they were entered by hand, or drawn under other rules.",
                len(match.entered),
            )
        )
    last = step_through(match, table, read) if step else show_match(match, table)
    show_position(match, last, svg, table)
    return 0


def show_divergence(path: Path, rules: str, against: str, console: Console, lang: str = "en") -> int:
    """Says where a saved match would go another way under other rules; 1 if it would. Returns the exit status; raises ValueError and OSError."""
    table = Table(console, lang)
    match, _ = read_match(path, rules)
    found = match.divergence(other_rules(against, match))
    table.paragraph(
        found.text(lang) if found is not None else table.phrase("Under these rules the match comes to the same end.")
    )
    return int(found is not None)


def show_match(match: Match, table: Table) -> int:
    """The whole match in words."""
    for part in narrate(match, 0, None, table.lang):
        table.show_account(match.state, part)
    return len(match.move_stack)


def step_through(match: Match, table: Table, read: Callable[[str], str]) -> int:
    """The match action by action, with the board whenever it has changed. Returns up to which entry."""
    at, end = 0, len(match.move_stack)
    while at < end:
        at = show_action(match, at, table)
        try:
            typed = read(table.words_kept(f"{at}/{end} " + table.phrase("Enter, a number, or q:") + " ")).strip()
        except EOFError:
            typed = "q"
        if not table.console.is_terminal:
            table.line(typed)
        if typed.lower() in ("q", "quit"):
            return at
        if typed.isdecimal() and typed.isascii() and len(typed) < 9:
            at = max(0, min(int(typed), end) - 1)
    return end


def show_action(match: Match, at: int, table: Table) -> int:
    """An action with the chance that follows it; returns the next entry."""
    after = at + 1
    while after < len(match.move_stack) and match.move_stack[after].player == CHANCE:
        after += 1
    state = match.at(after)
    lines = [line for n in range(at, after) for line in of_move(match, n, actor(match, n), table.lang)]
    for _, deeds in groupby(lines, key=lambda each: each.player):
        table.show_account(state, told_of(list(deeds), 0))
    if table.has_changed(state):
        table.position(state, None)
    return after


def show_position(match: Match, moves: int, svg: Path | None, table: Table) -> None:
    """Board and scores after so many entries, and the picture that was asked for."""
    state = match.at(moves)
    table.line()
    table.map(state, None)
    table.line()
    table.outcome(state, None)
    if svg is not None:
        write_svg(svg, state, table.lang)
        table.line(table.phrase("Drawn: {path}", path=svg))


def actor(match: Match, at: int) -> int | None:
    """Returns the player who acted; none for chance."""
    player = match.move_stack[at].player
    return player if player >= 0 else None
