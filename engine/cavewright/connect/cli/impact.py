"""`impact`: pairs of games by base and variant, and how the variant's differ."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from ...bots.impact import Impact, measure_impact
from ...bots.impact.figures import LITTLE, MATTERS, NONE, OPEN, Difference
from ...bots.players import RANDOM
from ...bots.study.simulate import ROUNDS
from ...foundation.storage.durable_writes import write_over
from ...foundation.texts import Texts, texts, translatable
from ...play.loading.load import load_game
from ...publish.changes.difference_sentences import DifferenceSentences
from ...publish.changes.differences import differences
from . import output as s
from .rules_argument import open_sides
from .simulate import FEW, interrupted_once, progress

VERDICTS = {
    NONE: translatable("the same"),
    MATTERS: translatable("differs"),
    LITTLE: translatable("does not matter"),
    OPEN: translatable("open"),
}
NAMES = {
    "given up": translatable("games given up"),
    "rounds": translatable("rounds"),
    "decisions a turn": translatable("decisions a turn"),
    "options a decision": translatable("options a decision"),
    "best score": translatable("best score"),
    "mean score": translatable("mean score"),
    "spread of scores": translatable("first to last"),
    "out of the running": translatable("out of the running"),
}
"""Figures, for people."""
POSSIBLE = translatable("{name}: it can happen, but these bots see no reason for it")
IMPOSSIBLE = translatable("{name}: not by random play either")
BLIND = translatable(
    "Bots look ahead within their own turn, by score and advice: they see nothing of plans, threats or talk."
)
MOST_SHOWN = 8
"""Things that are used more or less of which so many are shown."""


def impact(
    base: str,
    variant: str,
    settings: dict[str, str],
    *,
    games: int,
    width: int | None,
    bots: Sequence[str],
    players: int,
    jobs: int | None,
    seed: int,
    bound: int | None,
    out: Path | None,
    as_json: bool,
    lang: str,
) -> int:
    """Plays the pairs, and prints one page, or everything as JSON; with `out` it writes the page with plots. The exit
    status. Ctrl-C ends it."""
    said = texts(lang)
    if out is not None and find_spec("matplotlib") is None:
        raise ValueError(said.phrase('plots need an extra: pip install "cavewright[plots]"'))
    before, after = open_sides((base, variant), settings, lang)
    one, other = load_game(base, options=before.settings), load_game(variant, options=after.settings)
    if one.rules_model.grounds[:1] != other.rules_model.grounds[:1]:
        raise ValueError(said.phrase("{one} and {other} are different games", one=one.title, other=other.title))
    processes = jobs if jobs is not None else 1 if games < FEW else -1
    with interrupted_once(), progress(games, lang) as tell:
        found = measure_impact(
            one, other, games, width, bots, players, seed, processes, ROUNDS if bound is None else bound, tell
        )
    sentences = DifferenceSentences(after.words, before.words)
    words = [each.sentence for each in differences(before.declarations, after.declarations, sentences).in_play]
    if as_json:
        sys.stdout.write(found.to_json() + "\n")
    else:
        print_impact(found, words, said)
    if out is not None:
        from .impact_page import page_of

        write_over(out, page_of(found, words, said))
        s.say(said.phrase("{path}: written", path=out), screen=s.console(stderr=True))
    return 0


def print_impact(found: Impact, words: Sequence[str], said: Texts) -> None:
    """One page: what differs in words, then every figure with its interval, then what is used and what never came."""
    s.paragraph(title_of(found, said), style="bold")
    for each in caveats_of(found, said):
        s.paragraph(each, rest="  ")
    if words:
        s.head(said.phrase("In words"))
        for each in words[:20]:
            s.paragraph(each, "- ", "  ")
    s.head(said.phrase("Figures"))
    s.grid([heading_of(said), *(row_of(each, said) for each in found.differences)], right=(1, 2, 3))
    for title, lines in lists_of(found, said):
        s.head(title)
        for line in lines:
            s.paragraph(line, "- ", "  ")


def title_of(found: Impact, said: Texts) -> str:
    """What was compared, by how many games of which bots."""
    return said.phrase(
        "{variant} beside {base}: {pairs} pairs of games, by {bots}; seeds from {seed}",
        variant=found.variant,
        base=found.base,
        pairs=found.pairs,
        bots=", ".join(found.bots),
        seed=found.seed,
    )


def caveats_of(found: Impact, said: Texts) -> list[str]:
    """What has to be known before a figure is believed."""
    if found.is_same:
        return [said.phrase("Both are the same rules: nothing was played, and every difference is exactly 0.")]
    bots = set(found.bots)
    lines = [
        said.phrase(
            "{n} of {all} pairs ended alike. Given up: {one} of the base, {other} of the variant; they count as they stood.",
            n=found.same_games,
            all=found.pairs,
            one=found.ends[0][1],
            other=found.ends[1][1],
        )
    ]
    if RANDOM in bots:
        lines.append(said.phrase("Random bots see no rule at all: what they do says little about people."))
    if bots - {RANDOM}:
        lines.append(said.phrase(BLIND))
    if found.stuck:
        places = ", ".join(f"{place} ({many})" for place, many in found.stuck)
        lines.append(said.phrase("Games of the variant that were given up stood at {places}.", places=places))
    return lines


def heading_of(said: Texts) -> tuple[str, ...]:
    """The heads of the columns of figures."""
    return "", said.phrase("base"), said.phrase("variant"), said.phrase("difference"), said.phrase("interval"), ""


def row_of(each: Difference, said: Texts) -> tuple[str, ...]:
    """A figure as a row of text."""
    interval = f"{each.interval.low:+.2f} … {each.interval.high:+.2f}"
    difference = f"{each.variant - each.base:+.2f}"
    verdict = said.phrase(VERDICTS[each.verdict])
    return name_of(each, said), f"{each.base:.2f}", f"{each.variant:.2f}", difference, interval, verdict


def name_of(each: Difference, said: Texts) -> str:
    """What a figure is, for people."""
    if each.name in NAMES:
        return said.phrase(NAMES[each.name])
    kind, _, rest = each.name.rpartition(" ")
    if kind == "won by seat":
        return said.phrase("won by seat {number}", number=rest)
    return said.phrase("points for {name}", name=each.name.removeprefix("points: ").replace("_", " "))


def lists_of(found: Impact, said: Texts) -> list[tuple[str, list[str]]]:
    """What is used more and less, what never came to pass, and games to look at, each with a title."""
    used = [
        said.phrase(
            "{name}: {one} a game, now {other}", name=each.name, one=f"{each.base:.2f}", other=f"{each.variant:.2f}"
        )
        for each in found.usage[:MOST_SHOWN]
        if abs(each.base - each.variant) > 1e-9
    ]
    silent = [
        said.phrase(POSSIBLE if each.is_possible else IMPOSSIBLE, name=each.name)
        for each in found.silent
        if each.is_new or len(found.silent) <= MOST_SHOWN
    ]
    shares = [
        said.phrase(
            "seat {number}: {one} of games, now {other}",
            number=n + 1,
            one=_share(one),
            other=_share(other),
        )
        for n, (one, other) in enumerate(zip(*found.shares, strict=True))
    ]
    seeds = [", ".join(map(str, found.telling))] if found.telling else []
    lists = [
        (said.phrase("Shares of wins, with exact intervals"), shares if found.pairs else []),
        (said.phrase("Used more or less"), used),
        (said.phrase("Rules of the variant that never came to pass"), silent),
        (said.phrase("Seeds of games that show the difference"), seeds),
    ]
    return [(title, lines) for title, lines in lists if lines]


def _share(found: object) -> str:
    low, high, estimate = (100 * getattr(found, name) for name in ("low", "high", "estimate"))
    return f"{estimate:.0f} % ({low:.0f} … {high:.0f} %)"
