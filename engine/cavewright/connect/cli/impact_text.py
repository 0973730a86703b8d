"""Text of an impact study: its title, what has to be known of it, its figures and lists, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Sequence

from ...bots.impact import Impact
from ...bots.impact.betting import Interval
from ...bots.impact.figures import LITTLE, MATTERS, NONE, OPEN, Difference
from ...bots.impact.paired_games import SLIPPING
from ...bots.impact.usage import Share
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
IMPOSSIBLE = translatable(
    "{name}: not within {decisions} decisions of a search by random play and from examples either"
)
UNSEARCHED = translatable("{name}: not in these games; the study was interrupted before a search for it")
SLIPPING_TEXT = translatable("a greedy bot that takes any option in one decision of four")
BLIND = translatable(
    "Bots look ahead within their own turn, by score and advice: they see nothing of plans, threats or talk."
)
BASE = translatable("No game of the base ended: its figures are those of games in the middle, given up at the bound.")
VARIANT = translatable(
    "No game of the variant ended: its figures are those of games in the middle, given up at the bound."
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
    unfinished = [side for side, (ended, _) in zip((BASE, VARIANT), found.ends, strict=True) if not ended]
    lines = [
        said.phrase(
            "{n} of {all} pairs ended alike. Given up: {one} of the base, {other} of the variant; they count as they stood.",
            n=found.same_games,
            all=found.pairs,
            one=found.ends[0][1],
            other=found.ends[1][1],
        )
    ]
    lines += [said.phrase(each) for each in unfinished]
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
    return (
        "",
        said.phrase("base"),
        said.phrase("variant"),
        said.phrase("difference"),
        said.phrase("interval"),
        said.phrase("pairs it takes"),
    )


def row_of(each: Difference, said: Texts) -> tuple[str, ...]:
    """A figure as a row of text."""
    interval = f"{each.interval.low:+.2f} … {each.interval.high:+.2f}"
    difference = f"{each.variant - each.base:+.2f}"
    verdict = said.phrase(VERDICTS[each.verdict])
    if each.verdict == OPEN:
        verdict = said.phrase("open: ~{pairs}", pairs=f"{round_up(each.needed):,}")
    means = [f"{mean:.2f}" if each.verdict != NONE else "–" for mean in (each.base, each.variant)]
    return name_of(each, said), *means, difference, interval, verdict


def round_up(number: int) -> int:
    """A number with two digits that count.

    >>> round_up(1_263), round_up(85)
    (1300, 85)
    """
    step = int(10 ** max(len(str(number)) - 2, 0))
    return -(-number // step) * step


def name_of(each: Difference, said: Texts) -> str:
    """Name of a figure for people."""
    if each.name in NAMES:
        return said.phrase(NAMES[each.name])
    kind, _, rest = each.name.rpartition(" ")
    if kind == "won by seat":
        return said.phrase("won by seat {number}", number=rest)
    return said.phrase("points for {name}", name=each.name.removeprefix("points: ").replace("_", " "))


def lists_of(found: Impact, said: Texts) -> list[tuple[str, list[str]]]:
    """Lists what shares of games mean, what is used more and less and by whom, who was out, how games ended, what never came
    to pass, and games to look at, each with a title."""
    seeds = [str(seed) for seed, _ in found.telling]
    lists = [
        (said.phrase("Shares of wins, with exact intervals"), wins_of(found, said) if found.pairs else []),
        (said.phrase("Used more or less"), used_of(found, said)),
        (said.phrase("Who never uses the new rule"), abstinence_of(found, said)),
        (said.phrase("How much skill decides"), skill_of(found, said)),
        (said.phrase("Out of the running, by the rule that did it"), list_shares(found.losses, said)),
        (said.phrase("Last action of games that ended"), list_shares(found.endings, said)[:MOST_SHOWN]),
        (said.phrase("Rules of the variant that never came to pass"), silent_of(found, said)),
        (said.phrase("Seeds of games that show the difference"), [", ".join(seeds)] if seeds else []),
    ]
    return [(title, lines) for title, lines in lists if lines]


def wins_of(found: Impact, said: Texts) -> list[str]:
    """Lists by seat the share of games that it won."""
    return [
        said.phrase(
            "seat {number}: {one} of games, now {other}", number=n + 1, one=share_text(one), other=share_text(other)
        )
        for n, (one, other) in enumerate(zip(*found.shares, strict=True))
    ]


def used_of(found: Impact, said: Texts) -> list[str]:
    """Lists what is used more or less a game, and by whom where somebody chooses it."""
    lines = []
    for each in found.usage[:MOST_SHOWN]:
        if abs(each.base - each.variant) < 1e-9:
            continue
        line = said.phrase(
            "{name}: {one} a game, now {other}", name=each.name, one=f"{each.base:.2f}", other=f"{each.variant:.2f}"
        )
        if each.seats:
            line += " · " + said.phrase(
                "a winner {one}, another player {other}", one=f"{each.winners:.2f}", other=f"{each.others:.2f}"
            )
        lines.append(line)
    return lines


def abstinence_of(found: Impact, said: Texts) -> list[str]:
    """Says what a player has more or less who never uses the new actions."""
    loss = found.abstinence
    if loss is None:
        return []
    return [
        said.phrase(
            "{actions}: {pairs} games again in which one player may not: {points} points ({low} … {high}), {wins} wins a game "
            "({least} … {most})",
            actions=", ".join(loss.actions),
            pairs=loss.pairs,
            points=f"{loss.points.estimate:+.2f}",
            low=f"{loss.points.low:+.2f}",
            high=f"{loss.points.high:+.2f}",
            wins=f"{loss.wins.estimate:+.2f}",
            least=f"{loss.wins.low:+.2f}",
            most=f"{loss.wins.high:+.2f}",
        )
    ]


def skill_of(found: Impact, said: Texts) -> list[str]:
    """Says how often a stronger bot wins against weaker ones, in base and variant."""
    skill = found.skill
    if skill is None:
        return []
    weaker = said.phrase(SLIPPING_TEXT) if skill.weaker == SLIPPING else skill.weaker
    return [
        said.phrase(
            "{stronger} against {weaker}, {games} games each: wins {one}, now {other}; by chance alone {chance}",
            stronger=skill.stronger,
            weaker=weaker,
            games=skill.games,
            one=share_text(skill.base),
            other=share_text(skill.variant),
            chance=f"{100 * skill.chance:.0f} %",
        )
    ]


def list_shares(shares: Sequence[Share], said: Texts) -> list[str]:
    """Lists shares of players or games, in base and variant."""
    return [
        said.phrase(
            "{name}: {one}, now {other}",
            name=each.name or said.phrase("from the start"),
            one=f"{100 * each.base:.1f} %",
            other=f"{100 * each.variant:.1f} %",
        )
        for each in shares
    ]


def silent_of(found: Impact, said: Texts) -> list[str]:
    """Lists rules of the variant that never came to pass, new ones first, and if a search brought them about."""
    order = sorted(found.silent, key=lambda each: not each.is_new)
    new = sum(each.is_new for each in order)
    shown = order[: max(new, MOST_SHOWN)]
    never = IMPOSSIBLE if found.searched else UNSEARCHED
    lines = [
        said.phrase(POSSIBLE if each.is_possible else never, name=each.name, decisions=f"{found.searched:,}")
        for each in shown
    ]
    rest = len(order) - len(shown)
    return [*lines, said.phrase("and {n} more", n=rest)] if rest else lines


def share_text(found: Interval) -> str:
    """A share with its interval, in per cent."""
    low = 100 * found.low
    high = 100 * found.high
    estimate = 100 * found.estimate
    return f"{estimate:.0f} % ({low:.0f} … {high:.0f} %)"
