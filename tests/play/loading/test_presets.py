"""Presets are chosen by name; what is set itself comes first, and two that clash are refused."""

from pathlib import Path

import pytest

import cavewright as cw

OVERLAY = """overlay bundles 1.0 "Bundles"
    language 1
    extends the-cave ^2.0

add preset quick "Quick."
    set fullness = exactly
    set hunger_test = after

add preset slow
    set hunger_test = before

set rope_entry = flat
"""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"quick": True}, ("exactly", "after", "flat")),
        ({"quick": "yes", "fullness": "up_to"}, ("up_to", "after", "flat")),
        ({"quick": False}, ("up_to", "before", "flat")),
        ({"rope-entry": "forbidden"}, ("up_to", "before", "forbidden")),
        ({"quick": True, "slow": True, "hunger_test": "before"}, ("exactly", "before", "flat")),
    ],
)
@pytest.mark.gate("options3-expected3")
def test_which_values_hold(options: dict[str, object], expected: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "bundles.cave"
    path.write_text(OVERLAY)
    game = cw.load_game("the-cave", overlays=[path], options=options)
    assert tuple(game.options[name] for name in ("fullness", "hunger_test", "rope_entry")) == expected


def test_presets_that_clash(tmp_path: Path) -> None:
    path = tmp_path / "bundles.cave"
    path.write_text(OVERLAY)
    with pytest.raises(cw.RulesetError) as error:
        cw.load_game("the-cave", overlays=[path], options={"quick": True, "slow": True})
    assert [(each.code, len(each.labels)) for each in error.value.diagnostics] == [("C0221", 2)]
