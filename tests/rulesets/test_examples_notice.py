"""Examples of bundled rules notice each requirement, cost, effect and branch that is broken, and of each column a cell."""

import pytest

from cavewright import load_game
from cavewright.bots.falsify import falsify
from cavewright.bots.falsify.declaration_mutations import DeclaredRules
from cavewright.bots.falsify.verdicts import NEEDED
from cavewright.language.compose import registered_overlays

GAMES = (
    "tic-tac-toe",
    "breakthrough",
    "connect-four",
    "hearts",
    "hex",
    "kuhn-poker",
    "nine-mens-morris",
    "the-cave",
)
HOUSE_RULES = tuple(each for each in registered_overlays() if each != "cave-vs-cave-era2")


@pytest.mark.gate("tic-tac-toe")
@pytest.mark.parametrize("name", [*GAMES, *HOUSE_RULES])
def test_what_is_broken_is_noticed(name):
    """Of house rules what they write themselves; what no example can notice is marked in the file, with a reason."""
    game = load_game(name if name in GAMES else f"the-cave+{name}", engine="interpreter")
    authors = DeclaredRules(game).authors
    lines = None if name in GAMES else {each: None for each, author in authors.items() if author == name}
    found = falsify(game, lines, most=0)
    unnoticed = {f"{each.place} {each.text}": each for each in found.verdicts if each.kind in NEEDED and each.is_open}
    assert found.verdicts
    assert set(unnoticed) == set()
