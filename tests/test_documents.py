"""What the documents show is true: their Python runs, their rule files load, their links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

from cavewright.source import Source
from cavewright.syntax import parse_file

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "docs/language/card.md"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_python_runs(path):
    """Every session in a document gives what stands under it."""
    text = re.sub(r"```\w*", "", path.read_text("utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_links_lead_somewhere(path):
    """Every relative link names a file or folder of the repository."""
    for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
        assert (path.parent / link).exists(), link


@pytest.mark.parametrize("path", sorted((ROOT / "docs/language/sketches").glob("*.cave")), ids=lambda p: p.stem)
def test_sketches_are_in_the_language(path):
    """Pages of two other games, written to see that the language is not made for one, can be read."""
    file, found = parse_file(Source(path.name, path.read_text("utf-8")))
    assert len(file.items) > 20 and found == ()


def test_the_card_names_every_word():
    """Every word of the grammar stands on the card."""
    grammar = (ROOT / "grammar/cavewright.lark").read_text("utf-8")
    card = (ROOT / "docs/language/card.md").read_text("utf-8")
    words = re.findall(r'^[A-Z_]+: "([a-z]+)"$', grammar, re.MULTILINE)
    assert len(words) > 60
    assert [word for word in words if not re.search(rf"\b{word}\b", card)] == []
