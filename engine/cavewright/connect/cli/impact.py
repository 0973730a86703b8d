"""`impact`: pairs of games by base and variant, and how the variant's differ."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from ...bots.impact import Impact, measure_impact
from ...bots.study.simulate import ROUNDS
from ...foundation.storage.durable_writes import write_over
from ...foundation.texts import Texts, texts
from ...play.loading.load import load_game
from ...publish.changes.difference_sentences import DifferenceSentences
from ...publish.changes.differences import differences
from . import output as s
from .impact_page import page_of
from .impact_text import caveats_of, heading_of, lists_of, row_of, title_of
from .rules_argument import open_sides
from .simulate import FEW, interrupted_once, progress


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
