"""Checks of menus that are there for whoever is not asked: secrets, languages, words for players, overlays' edits."""

import pytest
from tests.fuzz.hands import HEAD

from cavewright.foundation.source import errors
from cavewright.play.loading.load import try_load

RULES = (
    HEAD.replace("language 1", "language 2")
    + """to play
    gain 2 ace in deck
    repeat 3 times
        each team
            offer deeds
"""
)
CALL = "{menu}\naction call in calls\n    {line}\n    set shown = 3\n"
CASES = {
    "open to all": ("menu calls always for each team", "require points < 3", ""),
    "of what all know": ("menu calls always for each team where points < 3 and shown < 2", "let n = points", ""),
    "asks for an own secret": ("menu calls always for each team", "require bid < 3", ""),
    "open by a secret": ("menu calls always for each team where bid < 3", "let n = points", "C0524"),
    "open by what nobody sees": ("menu calls always for each team where clue < 3", "let n = points", "C0524"),
    "asks for the secret of another": ("menu calls always for each team", "require first(t in team).bid < 3", "C0524"),
    "asks for what nobody sees": ("menu calls always for each team", "require clue < 3", "C0524"),
    "other players": ("menu calls always for each card", "let n = points", "C0212"),
    "no condition": ("menu calls always for each team where points", "let n = points", "C0401"),
    "of the host": ("menu calls always internal", "let n = points", ""),
    "draws": ("menu calls always for each team", "draw c from deck", "C0548"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_said_of_a_menu(case):
    menu, line, code = CASES[case]
    found = errors(try_load({"calls.cave": RULES + CALL.format(menu=menu, line=line)})[1])
    assert [each.code for each in found][:1] == ([code] if code else []), [each.message for each in found]


def test_words_of_language_2_are_named_under_language_1():
    rules = RULES.replace("language 2", "language 1")
    for menu in ("menu calls always for each team", "menu calls always internal"):
        found = errors(try_load({"calls.cave": rules + CALL.format(menu=menu, line="let n = points")})[1])
        assert [each.code for each in found] == ["C0319"]


def test_overlays_add_to_who_may_act(tmp_path):
    (tmp_path / "calls.cave").write_text(
        RULES + CALL.format(menu="menu calls always for each team where points < 9", line="let n = points"), "utf-8"
    )
    overlays = []
    for name, edit in (
        ("early", "add to menu calls: and shown < 3"),
        ("other", "change menu calls: points < 9 to points < 5"),
    ):
        path = tmp_path / f"{name}.cave"
        path.write_text(f'overlay {name} 1.0 "It"\n    language 2\n    extends hands ^1.0\n{edit}\n', "utf-8")
        overlays.append(str(path))
    for path in overlays:
        game, found = try_load(str(tmp_path / "calls.cave"), [path])
        assert game is not None, [each.message for each in found]
        assert game.new_initial_state(2).interrupts(1)
