"""Walking goes to every node, whatever the type of the field in which it stands."""

import pytest

from cavewright.language.compose.rule_files import read_stack
from cavewright.language.syntax import tree as t
from cavewright.language.syntax.parse import parse_file


def nodes_below(node):
    """The node and all below it, by every field it has."""
    if isinstance(node, tuple):
        return [found for each in node for found in nodes_below(each)]
    if not isinstance(node, t.Node):
        return []
    return [node, *(found for name in t.parts(type(node)) for found in nodes_below(getattr(node, name)))]


@pytest.mark.parametrize("name", ["the-cave+lamp-oil", "cave-vs-cave+cave-vs-cave-era2"])
@pytest.mark.gate("the-cave+lamp-oil")
def test_walking_leaves_no_node_out(name):
    folders, _ = read_stack(name, ())
    for source in (each for folder in folders for each in folder.sources):
        file, _ = parse_file(source)
        found, expected = list(t.walk(file)), nodes_below(file)
        assert len(expected) > 50 and [id(each) for each in found] == [id(each) for each in expected]
