"""Examples of bundled rules notice each requirement, cost, effect and branch that is broken, and of each column a cell."""

import pytest

from cavewright import load_game
from cavewright.bots.falsify import falsify
from cavewright.bots.falsify.declaration_mutations import DeclaredRules
from cavewright.bots.falsify.verdicts import NEEDED
from cavewright.language.compose import registered_overlays

GAMES = (
    "backgammon",
    "breakthrough",
    "cave-vs-cave",
    "chess",
    "connect-four",
    "draughts",
    "go",
    "hearts",
    "hex",
    "kuhn-poker",
    "nine-mens-morris",
    "the-cave",
    "tic-tac-toe",
)
PARTS = {
    "cave-vs-cave-era2": "cave-vs-cave+cave-vs-cave-era2",
    "the-cave-de": "the-cave-de",
    **{each: f"the-cave+{each}" for each in registered_overlays() if each != "cave-vs-cave-era2"},
}
"""Overlays and editions, with the game that they make."""


@pytest.mark.gate("tic-tac-toe")
@pytest.mark.parametrize("name", [*GAMES, *PARTS])
def test_what_is_broken_is_noticed(name):
    """Of overlays and editions what they write themselves; what no example can notice is marked in the file, with a
    reason."""
    game = load_game(PARTS.get(name, name), engine="interpreter")
    authors = DeclaredRules(game).authors
    lines = {each: None for each, author in authors.items() if author == name} if name in PARTS else None
    found = falsify(game, lines, most=0)
    unnoticed = {f"{each.place} {each.text}": each for each in found.verdicts if each.kind in NEEDED and each.is_open}
    assert found.verdicts
    assert set(unnoticed) == set()
