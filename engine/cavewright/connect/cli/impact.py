"""`impact`: pairs of games by base and variant, and how the variant's differ."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from ...bots.impact import Impact, StoppedImpact, measure_impact
from ...bots.impact.replays import replay_game
from ...bots.study.simulate import DECISIONS, ROUNDS
from ...foundation.storage.durable_writes import require_folder_of, write_over
from ...foundation.texts import Texts, texts
from ...play.loading.load import load_game
from ...play.states.game import Game
from ...publish.changes.difference_sentences import DifferenceSentences
from ...publish.changes.differences import differences
from . import output as s
from .impact_page import page_of
from .impact_text import caveats_of, heading_of, lists_of, row_of, title_of
from .kept_pairs import open_pairs
from .rules_argument import open_sides
from .simulate import FEW, interrupted_once, progress

SHARE_OF_MORE, MOST_MORE = 4, 100
"""Pairs for each further game, and how many of these there are at most, unless told otherwise."""


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
    more: int | None,
    keep: Path | None,
    out: Path | None,
    as_json: bool,
    lang: str,
) -> int:
    """Plays the pairs, and prints one page, or everything as JSON; with `out` it writes the page with plots. The exit
    status. Ctrl-C ends it with what is known."""
    said = texts(lang)
    if out is not None and find_spec("matplotlib") is None:
        raise ValueError(said.phrase('plots need an extra: pip install "cavewright[plots]"'))
    if out is not None:
        require_folder_of(out)
    before, after = open_sides((base, variant), settings, lang)
    one = load_game(base, options=before.settings)
    other = load_game(variant, options=after.settings)
    if one.rules_model.grounds[:1] != other.rules_model.grounds[:1]:
        raise ValueError(said.phrase("{one} and {other} are different games", one=one.title, other=other.title))
    processes = jobs if jobs is not None else 1 if games < FEW else -1
    rounds = ROUNDS if bound is None else bound
    head = {
        "base": one.hash,
        "variant": other.hash,
        "bots": list(bots),
        "players": players,
        "seed": seed,
        "bound": rounds,
    }
    further = min(games // SHARE_OF_MORE, MOST_MORE) if more is None else more
    status = 0
    try:
        with open_pairs(keep, head, seed, said) as (known, keeper), interrupted_once(), progress(games, lang) as tell:
            found = measure_impact(
                one, other, games, width, bots, players, seed, processes, rounds, tell, further, known, keeper
            )
    except StoppedImpact as stopped:
        found, status = stopped.found, s.INTERRUPTED
        text = said.phrase("stopped: {number} of {all} pairs are over", number=found.pairs, all=games)
        s.say(text, screen=s.console(stderr=True))
        if not found.pairs:
            return status
    sentences = DifferenceSentences(after.words, before.words)
    words = [each.sentence for each in differences(before.declarations, after.declarations, sentences).in_play]
    if as_json:
        sys.stdout.write(found.to_json() + "\n")
    else:
        print_impact(found, words, said)
    if out is not None:
        replays = write_replays(found, (one, other), (base, variant), rounds, out)
        write_over(out, page_of(found, words, said, replays))
        s.say(said.phrase("{path}: written", path=out), screen=s.console(stderr=True))
    return status


def write_replays(found: Impact, games: tuple[Game, Game], specs: tuple[str, str], rounds: int, out: Path) -> list[str]:
    """Writes the games that show the difference best beside a page. Returns the commands that replay them."""
    commands = []
    for seating in found.telling:
        for side, game, spec in zip(("base", "variant"), games, specs, strict=True):
            path = out.with_name(f"{out.stem}-{seating[0]}-{side}.json")
            write_over(path, replay_game(game, seating, (rounds, DECISIONS)).to_json())
            commands.append(f"cavewright replay {path.name} --rules {spec}")
    return commands


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
