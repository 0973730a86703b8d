"""`review`: how each choice of a saved match stood, those that cost most, and a save from which to play on."""

from __future__ import annotations

from pathlib import Path

from ...bots.players.judgement import Decision, costliest, review_match
from ...foundation.storage.durable_writes import write_over
from ...play.matches.match import Match
from ...play.matches.narration import full_label
from ..prompts.judged_words import tell_changes
from .match_files import look_at_target, read_match
from .output import console
from .play_screen import Table


def review(path: Path, rules: str, every: bool, at: int | None, out: Path | None, lang: str) -> int:
    """Tells how the choices of a match stood, or writes the match as it was before one. Returns the exit status; raises
    ValueError and OSError."""
    table = Table(console(), lang)
    match, _ = read_match(path, rules)
    if at is not None and out is not None:
        look_at_target(out, is_save=True)
        write_over(out, rewind(match, at).to_json())
        table.paragraph(table.phrase("Play on with: {command}", command=f"cavewright play --resume {out}"))
        return 0
    decisions = review_match(match)
    for player, name in enumerate(match.game.wording(lang).people(match.names)):
        own = [each for each in decisions if each.player == player]
        lost = sum(each.loss for each in own)
        table.paragraph(
            table.texts.plural(
                "{name}: {n} choice, which cost {lost} in all",
                "{name}: {n} choices, which cost {lost} in all",
                len(own),
                name=name,
                lost=lost,
            )
        )
    if every:
        for each in decisions:
            table.paragraph(f"{each.number + 1:>5}  {full_label(each.action, lang)}  {each.worth:+}" + _loss(each))
    worst = costliest(decisions)
    if not worst:
        table.paragraph(table.phrase("No choice was worse than what a bot finds."))
    for each in worst:
        tell_decision(each, match, table)
    if worst:
        command = f"cavewright review {path} --from {worst[0].number + 1} --out again.json"
        table.paragraph(table.phrase("To play on from there: {command}", command=command))
    return 0


def tell_decision(each: Decision, match: Match, table: Table) -> None:
    """Tells a choice that cost something, what a bot would have done, and why."""
    words = match.game.wording(table.lang)
    table.paragraph(
        table.phrase(
            "Move {number}, {name}: {action}. Better by {loss}: {better}.",
            number=each.number + 1,
            name=words.people(match.names)[each.player],
            action=full_label(each.action, table.lang),
            loss=each.loss,
            better=full_label(each.better, table.lang),
        ),
        style="bold",
    )
    table.paragraph(
        table.phrase("What differs at the end of the turn: {terms}.", terms=tell_changes(each.changes, words))
    )


def rewind(match: Match, number: int) -> Match:
    """Returns a match as it stood before the move of a number, from 1. Raises ValueError where there is no such move."""
    if not 1 <= number <= len(match.move_stack):
        raise ValueError(f"there is no move {number}: the match has {len(match.move_stack)}")
    while len(match.move_stack) >= number:
        match.pop()
    return match


def _loss(each: Decision) -> str:
    return f"  (-{each.loss})" if each.loss else ""
