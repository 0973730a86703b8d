"""Findings that say where to look and what to write: loops without a decision, two decisions of one name, rules that take too long."""

from pathlib import Path

import pytest

from cavewright.foundation.source import Diagnostic
from cavewright.play.loading.load import try_load

GAME = """\
ruleset heap 1.0 "A heap"
    language 1

kind gem "A gem."
    | gem  | worth: 0..9 |
    | ruby | 3           |
    | opal | 1           |

game
    keeps heap: bag of gem

players team 1..2
    keeps gold: 0..99

to play
    for each g in gem
        gain 3 g in heap
    repeat until size(heap) < 3
{body}

menu work

action rest(far in 1..3) in work "Rest"
    gain far gold

scoring
    score gold = gold
    highest total wins
"""
WAYS = {
    "        if some(t in team where t.gold > 3)\n            draw g from heap": (
        "if some(t in team where t.gold > 3)",
        "where no condition of this holds",
    ),
    "        if some(t in team where t.gold > 3)\n            draw g from heap\n        otherwise\n            gain 1 ruby in heap": (
        "gain 1 ruby in heap",
        "where this is done",
    ),
    "        choose g in gem where g.worth > 2\n            draw h from heap": (
        "choose g in gem where g.worth > 2",
        "nothing to choose",
    ),
    "        for each t in team\n            draw g from heap": ("for each t in team", "goes through nothing"),
    "        if some(t in team where t.gold > 3)\n            if some(t in team where t.gold > 4)\n                draw g from heap\n        otherwise\n            draw h from heap": (
        "if some(t in team where t.gold > 4)",
        "where no condition of this holds",
    ),
}


def findings(folder: Path, body: str, *overlays: str) -> tuple[Diagnostic, ...]:
    (folder / "heap.cave").write_text(GAME.format(body=body), "utf-8")
    for number, text in enumerate(overlays):
        (folder / f"over{number}.cave").write_text(
            f"overlay over{number} 1.0\n    language 1\n    extends heap\n\n{text}\n", "utf-8"
        )
    return try_load(str(folder / "heap.cave"), [str(folder / f"over{number}.cave") for number in range(len(overlays))])[
        1
    ]


@pytest.mark.parametrize("body", WAYS)
def test_a_loop_without_a_decision_says_which_way_meets_none(body: str, tmp_path: Path) -> None:
    found = next(each for each in findings(tmp_path, body) if each.code == "C0505")
    place, why = WAYS[body]
    _, way = found.labels
    assert way.span.text.startswith(place) and why in way.text


def test_the_overlay_is_to_name_its_decision_otherwise_wherever_it_stands(tmp_path: Path) -> None:
    """Its line comes first, and the rules at hand are those of the base: still it is not the base that has to change."""
    body = "        draw g from heap\n        roll t in team"
    found = findings(tmp_path, body, "amend to play\n    add before repeat roll n in 1..6")
    (one,) = [each for each in found if each.code == "C0210"]
    assert (
        "over0_roll: …" in one.help
        and "heap.cave" in one.labels[1].span.source.name
        and "over0" in one.labels[0].span.source.name
    )


def test_what_takes_too_long_names_what_to_write_instead(tmp_path: Path) -> None:
    body = "        choose a in 0..150, b in 0..150, c in 0..150 where a + b + c < 9\n            draw g from heap\n        otherwise\n            draw h from heap"
    (one,) = [each for each in findings(tmp_path, body) if each.code == "C0609"]
    assert "`first(p in reach(base) where …)`" in one.help
