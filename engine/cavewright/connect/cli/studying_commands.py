"""Commands of authors who study a rule, as they are typed: `falsify`, `impact`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from .arguments import AsJson, Bots, Bound, Language, Players, Rules, Seed, SetOptions, argument, option, whole


def impact_command(
    base: Annotated[str, argument("BASE", help="Id or path, with overlays.")],
    variant: Annotated[str, argument("VARIANT", help="The same game with a rule more, or an option.")],
    games: Annotated[
        int, option("--games", "N", help="How many pairs of games.", show_default=True, parser=whole(1, 100_000))
    ] = 400,
    width: Annotated[
        int | None,
        option("--width", "W", help="Stop when the best score is known to so many points.", parser=whole(1, 1_000_000)),
    ] = None,
    bots: Bots = "greedy",
    players: Players = 0,
    jobs: Annotated[
        int | None,
        option("--jobs", "N", help="Processes at once; one for each core, if not said.", parser=whole(1, 1024)),
    ] = None,
    seed: Seed = 0,
    bound: Bound = None,
    more: Annotated[
        int | None,
        option(
            "--more",
            "N",
            help="Games for each of two questions besides: what it costs never to use the new rule, how much skill decides; "
            "a quarter of the pairs, at most 100, if not said.",
            parser=whole(0, 100_000),
        ),
    ] = None,
    keep: Annotated[
        Path | None,
        option(
            "--keep", "FILE", help="Keep each pair as soon as it is over; those that are kept are not played again."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        option(
            "--out", "FILE", help="Write a page with plots, too: HTML in one file, and three pairs of games to replay."
        ),
    ] = None,
    settings: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Shows what a variant changes, by pairs of games with the same chance."""


def falsify_command(
    spec: Rules,
    only: Annotated[str, option("--only", "OVERLAY", help="Break only what this overlay or edition wrote.")] = "",
    changed: Annotated[bool, option("--changed", help="Break only lines that differ from the last commit.")] = False,
    write: Annotated[bool, option("--write", help="Write the examples that were found into the rule files.")] = False,
    search: Annotated[
        int,
        option(
            "--search",
            "N",
            help="Decisions to look at for an example that would notice; 0: no search.",
            show_default=True,
            parser=whole(0, 1_000_000),
        ),
    ] = 600,
    settings: SetOptions = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Break each clause of rules once, and see which of that no example notices."""


def review_command(
    path: Annotated[Path, argument("SAVE", help="A saved match.")],
    rules: Annotated[str, option("--rules", "RULESET", help="Id or path, if the save's rules are not found.")] = "",
    every: Annotated[bool, option("--all", help="How each choice stood, too.")] = False,
    at: Annotated[
        int | None, option("--from", "N", help="The move before which to play on.", parser=whole(1, 1_000_000))
    ] = None,
    out: Annotated[Path | None, option("--out", "FILE", help="The save to be written from there.")] = None,
    lang: Language = "en",
) -> None:
    """Tells which choices of a saved match cost most, and lets you play on from there."""
    if (at is None) != (out is None):
        raise typer.BadParameter("--from and --out go together")


STUDYING: dict[str, Callable[..., None]] = {
    "impact": impact_command,
    "falsify": falsify_command,
    "review": review_command,
}
"""By its name what each command takes."""
