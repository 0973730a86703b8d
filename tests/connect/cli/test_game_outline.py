"""The list of games: what is read off first words is what the rules say once they are opened."""

import pytest

from cavewright.connect.cli.game_outline import outline_of
from cavewright.connect.cli.games import _summary
from cavewright.language.compose import find_ruleset, registered_games, registered_overlays
from cavewright.language.compose.overlay_order import head_in, properties


@pytest.mark.gate("go", "tic-tac-toe")
@pytest.mark.parametrize("name", registered_games())
def test_an_outline_is_what_the_opened_rules_say(name):
    for lang in ("en", "de", "es"):
        outline, opened = outline_of(name, lang), _summary(name, lang)
        assert outline is not None
        assert (outline.id, outline.version, outline.title) == (opened["id"], opened["version"], opened["title"])
        assert outline.players(lang) == opened["playable_by"]
        assert len(outline.options) == len(opened["options"])


def test_an_outline_of_an_overlay_is_its_head():
    for name in registered_overlays():
        head, outline = head_in(find_ruleset(name).sources), outline_of(name, "en")
        assert (outline.kind, outline.id, outline.version, outline.title) == (
            head.kind,
            head.name,
            head.version,
            head.text,
        )
        assert outline.extends == tuple(each.word for each in properties(head, "extends"))


EDITION = """edition tic-tac-toe-more 1.0 "More"
    language 1
    extends tic-tac-toe ^1.0
    texts en

{line}
"""


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("add to players player: 3", None),
        ("replace players player 2..3", None),
        ('add option fast = no "Fast?"', {"fast"}),
        ("# option old = no", set()),
        ("amend players player\n    add keeps points: 0..9", set()),
    ],
)
def test_what_first_words_do_not_say_is_opened(tmp_path, monkeypatch, line, options):
    folder = tmp_path / "tic-tac-toe-more"
    folder.mkdir()
    path = folder / "tic-tac-toe-more.cave"
    path.write_text(EDITION.format(line=line))
    outline = outline_of(str(path), "en")
    assert (None if outline is None else set(outline.options)) == options
    assert outline is None or (outline.low, outline.high) == (2, 2)
