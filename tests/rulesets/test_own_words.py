"""No text in the product repeats nine words in a row of a source text.

The source texts are not part of the repository. The test of the product runs where a folder of them (`*.txt`) is at
hand: the one that `CAVEWRIGHT_SOURCES` names, or `../shared/rulebooks` seen from the root of the repository.
"""

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

RUN = 9
ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(os.environ.get("CAVEWRIGHT_SOURCES") or ROOT / ".." / "shared" / "rulebooks")
PLACES = ("rulesets", "docs", "README.md", "engine")

Run = tuple[str, ...]


def words(text: str) -> Iterator[tuple[int, str]]:
    """The words and numbers of a text, each with its line; case, accents' encoding and punctuation are gone."""
    for number, line in enumerate(text.splitlines(), start=1):
        plain = re.sub(r"['\u2019]", "", unicodedata.normalize("NFKC", line).casefold())
        for word in re.findall(r"[^\W_]+", plain):
            yield number, word


def runs(text: str) -> Iterator[tuple[int, Run]]:
    """Every run of nine words, with the line on which it starts."""
    counted = list(words(text))
    said = [word for _, word in counted]
    parts = zip(*(said[first:] for first in range(RUN)), strict=False)
    return ((line, part) for (line, _), part in zip(counted, parts, strict=False))


def shared(text: str, source: set[Run]) -> list[tuple[int, str]]:
    return [(line, " ".join(run)) for line, run in runs(text) if run in source]


def read(path: Path) -> str | None:
    """The text of a file, or nothing where it holds no text (a picture, a compiled module)."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def product_files() -> list[Path]:
    found = [path for place in PLACES for path in [ROOT / place, *(ROOT / place).rglob("*")]]
    return sorted(path for path in found if path.is_file())


def product_findings(source: set[Run]) -> list[str]:
    texts = [(path.relative_to(ROOT), read(path)) for path in product_files()]
    return [f"{path}:{line}: {run}" for path, text in texts if text for line, run in shared(text, source)]


def source_files() -> list[Path]:
    return sorted(SOURCES.rglob("*.txt")) if SOURCES.is_dir() else []


@pytest.mark.long
@pytest.mark.skipif(not source_files(), reason="no folder of source texts at hand")
def test_product_is_in_own_words() -> None:
    source = {run for path in source_files() for _, run in runs(path.read_text(encoding="utf-8"))}
    assert source
    assert product_findings(source) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("one two three four five six seven eight 9", 1),
        ("# One, TWO three - four\n# five_six (seven); eight: **9**!", 1),
        ("zero one two three four five six seven eight 9 ten", 1),
        ("one two three four five six seven eight", 0),
        ("one two three four five six seven eight 10", 0),
        ("one two three four and five six seven eight 9", 0),
    ],
)
def test_shared_runs(text: str, found: int) -> None:
    source = {run for _, run in runs("One two three; four five six,\nseven eight 9.")}
    assert len(shared(text, source)) == found
