"""Text of an impact study: its title, what has to be known of it, its figures and lists, for the terminal and the page."""

from __future__ import annotations

from ...bots.impact import Impact
from ...bots.impact.betting import Interval
from ...bots.impact.figures import LITTLE, MATTERS, NONE, OPEN, Difference
from ...bots.players import RANDOM
from ...foundation.texts import Texts, translatable

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


def title_of(found: Impact, said: Texts) -> str:
    """Says what was compared, by how many games of which bots."""
    return said.phrase(
        "{variant} beside {base}: {pairs} pairs of games, by {bots}; seeds from {seed}",
        variant=found.variant,
        base=found.base,
        pairs=found.pairs,
        bots=", ".join(found.bots),
        seed=found.seed,
    )


def caveats_of(found: Impact, said: Texts) -> list[str]:
    """Says what has to be known before a figure is believed."""
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
    """Name of a figure for people."""
    if each.name in NAMES:
        return said.phrase(NAMES[each.name])
    kind, _, rest = each.name.rpartition(" ")
    if kind == "won by seat":
        return said.phrase("won by seat {number}", number=rest)
    return said.phrase("points for {name}", name=each.name.removeprefix("points: ").replace("_", " "))


def lists_of(found: Impact, said: Texts) -> list[tuple[str, list[str]]]:
    """Lists what is used more and less, what never came to pass, and games to look at, each with a title."""
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


def _share(found: Interval) -> str:
    low, high, estimate = 100 * found.low, 100 * found.high, 100 * found.estimate
    return f"{estimate:.0f} % ({low:.0f} … {high:.0f} %)"
