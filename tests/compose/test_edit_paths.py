"""What `show` prints beside a line: the path by which an overlay takes hold of it, and an edit that fits as it is printed."""

from functools import cache
from pathlib import Path

import pytest
from folders import parsed

from cavewright.compose import Composed, EditPath, compose, edit_paths
from cavewright.source import Source
from cavewright.syntax import tree as t

RULESETS = Path(__file__).parents[2] / "rulesets"
SHIPPED = ["the-cave", "kave-kapers", "cave-vs-cave", "classics/hex", "classics/nine-mens-morris", "classics/connect-four",
           "classics/breakthrough", "classics/tic-tac-toe"]
SAMPLE = 25


@cache
def shipped(name: str) -> tuple[list[t.File], list[Source]]:
    folder = RULESETS / name
    return ([parsed(each.name, each.read_text("utf-8")) for each in sorted(folder.glob("*.cave"))],
            [Source(each.name, each.read_text("utf-8")) for each in sorted(folder.glob("*.csv"))])


def laid(name: str, edits: list[str]) -> tuple[Composed, tuple[object, ...]]:
    base, tables = shipped(name)
    text = "\n\n".join([f"overlay tried 1.0\n    language 1\n    extends {name.split('/')[-1]}", *edits]) + "\n"
    return compose(base, [[parsed("tried.cave", text)]] if edits else [], tables)


def paths(name: str) -> list[EditPath]:
    plain, _ = laid(name, [])
    return [each for node in plain.declarations for each in edit_paths(plain.inlined(node)) if each.repeated]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.sample(4)
def test_edits_as_they_are_printed_fit_and_change_nothing(name: str) -> None:
    """All of them together; where that is too many for one game, a part of them, spread over all."""
    every = paths(name)
    some = every[:: max(1, len(every) // 400)]
    result, found = laid(name, [each.edit for each in some])
    assert [str(each) for each in found] == [] and result.hash == laid(name, [])[0].hash


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.sample(4)
def test_an_edit_that_no_longer_fits_is_told(name: str) -> None:
    """An edit repeats what stands there; of another text it is stale."""
    every = [each for each in paths(name) if each.repeated.isdigit() and each.path]
    for each in every[:: max(1, len(every) // SAMPLE)]:
        old = f"{each.repeated} to {each.repeated}"
        _, found = laid(name, [each.edit.replace(f": {old}", f": {int(each.repeated) + 1} to 0")])
        assert [one.code for one in found] == ["C0303"], each  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.sample(4)
def test_nearly_every_line_has_a_path(name: str) -> None:
    """Only lines that say the same as others beside them have none; they need a key before an overlay can speak of them."""
    plain, _ = laid(name, [])
    lines = [line for node in plain.declarations if node.kind in ("to", "action") for line in node.block]
    named = {each.span.start for each in paths(name)}
    assert sum(line.span.start in named for line in lines) >= 0.75 * len(lines)
