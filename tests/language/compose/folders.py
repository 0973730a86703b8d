"""Cases are folders: `base*.cave`, overlays `over-*.cave`, tables, and `expected.cave` or `expected.txt`, or both."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cavewright.foundation.source import Diagnostic, Source
from cavewright.language.compose import Composed, compose
from cavewright.language.syntax import parse_file
from cavewright.language.syntax import tree as t

CASES = Path(__file__).parent / "cases"


def parsed(name: str, text: str) -> t.File:
    file, found = parse_file(Source(name, text))
    assert found == (), [str(each) for each in found]
    return file


def read(paths: Iterable[Path]) -> list[t.File]:
    return [parsed(each.name, each.read_text("utf-8")) for each in sorted(paths)]


def base_of(case: Path) -> list[t.File]:
    return read(case.glob("base*.cave"))


def overlays_of(case: Path) -> list[list[t.File]]:
    return [read([each]) for each in sorted(case.glob("over-*.cave"))]


def tables_of(case: Path) -> list[Source]:
    return [Source(each.name, each.read_text("utf-8")) for each in sorted(case.glob("*.csv"))]


@cache
def composed(case: Path) -> tuple[Composed, tuple[Diagnostic, ...]]:
    return compose(base_of(case), overlays_of(case), tables_of(case))


def told(found: Sequence[Diagnostic]) -> str:
    """Diagnostics, three lines each: severity, code and all places; the message; the help."""
    return "".join(
        f"{each.severity} {' '.join([each.code, *(str(label.span) for label in each.labels)])}\n"
        f"    {each.message}\n    help: {each.help}\n"
        for each in found
    )


def law(most: int, *inputs: st.SearchStrategy[object]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A law that the gate tries on an eighth of so many inputs, and the longer run on all."""

    def tried(holds: Callable[..., None]) -> Callable[..., None]:
        @pytest.mark.parametrize("examples", [most // 8, pytest.param(most, marks=pytest.mark.long)])
        def test(examples: int) -> None:
            settings(max_examples=examples, derandomize=examples < most)(given(*inputs)(holds))()

        return test

    return tried
