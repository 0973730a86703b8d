"""Every shipped combination, printed as one plain ruleset, means the same."""

from itertools import combinations

import pytest

from cavewright.connect.cli.rules_argument import grounds
from cavewright.connect.cli.show import flat_text
from cavewright.foundation.source import Source
from cavewright.language.compose import compose, registered_games, registered_overlays
from cavewright.language.syntax import parse_file
from cavewright.play.loading.load import try_load
from cavewright.play.loading.opened_rules import open_rules

SINGLE = ["+".join((grounds(each)[0], *grounds(each)[1])) for each in registered_overlays()]
PAIRS = [
    f"{one}+{other.partition('+')[2]}"
    for one, other in combinations(SINGLE, 2)
    if one.split("+")[0] == other.split("+")[0]
]


@pytest.mark.parametrize("spec", [*registered_games(), *SINGLE, *PAIRS[::7]])
@pytest.mark.gate("the-cave+all-home+gear-counts")
def test_the_flat_text_parses_to_the_same_hash(spec: str) -> None:
    if try_load(spec)[0] is None:
        pytest.skip("these do not go together")
    opened = open_rules(spec, {})
    file, found = parse_file(Source("flat.cave", flat_text(opened) + "\n"))
    assert not found
    again, found = compose([file], [])
    assert not found and again.hash == opened.declarations.hash
