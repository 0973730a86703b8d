"""Screens of many games at terminals of any width: nothing is too wide, nothing is cut, and no word is broken that fits a line."""

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.connect.cli.test_play import Session

from cavewright import Match, load_game
from cavewright.bots import make
from cavewright.connect.cli import main
from cavewright.foundation.draw.characters import columns
from cavewright.foundation.draw.wrapping import pack, wrap
from cavewright.foundation.texts import texts
from cavewright.foundation.texts.extraction import extract
from cavewright.language.compose import registered_games

LINES = [
    "?",
    "map",
    "players",
    "score",
    "1",
    "1",
    "1",
    "2",
    "",
    "dance",
    "99",
    "why not 1",
    "why not {action}",
    "rules {action}",
    "rules {thing}",
    "undo",
    "1",
    "1",
    "1",
    "1",
    "map",
    "save",
    "kit a b",
    "quit",
    "/no/such/folder/a.json",
    "",
]
"""What is typed in every game."""
GAMES = {
    "the-cave": ("photograph", "raft"),
    "the-cave-de": ("enter", "Seil"),
    "kave-kapers": ("walk", "A1"),
    "cave-vs-cave": ("furnish", "tunnel"),
    "hex": ("place", "a1"),
    "connect-four": ("drop", "a"),
    "breakthrough": ("move", "a1"),
    "nine-mens-morris": ("place", "a1"),
    "tic-tac-toe": ("mark", "a1"),
    "chess": ("move", "e4"),
    "draughts": ("move", "a1"),
    "kuhn-poker": ("bet", "king"),
    "backgammon": ("move", "bar"),
    "go": ("place", "a1"),
}
"""Games, each with an action that is asked for and a thing that is."""
WIDE = 400
LATE, SLOW = 80, 12
"""Moves after which a match is in its middle; few where each takes long."""
WORD = re.compile(r"[^\W\d_]{3,}")
CASES = list(product(GAMES, ("en", "de", "es"), (20, 40, 61, 80, 120)))


@cache
def seen(game: str, lang: str, width: int) -> str:
    """All that is shown in a session, the prompts left out."""
    action, thing = GAMES[game]
    typed = [each.format(action=action, thing=thing) for each in LINES]
    session = Session(typed, width=width).play(
        game, names=("Anna", "Jola"), bots=("random",), seed=3, settings={}, lang=lang
    )
    assert session.status == 0 and "Traceback" not in session.seen
    return "\n".join(
        line for line in session.seen.split("\n") if not line.startswith(tuple(filter(str.strip, session.prompts)))
    )


@cache
def words(lang: str) -> set[str]:
    """The words of the program in a language: on a narrow screen other sentences may stand than on a wide one."""
    said = [each.sources for each in extract()] if lang == "en" else list(texts(lang)._said.values())
    return set(WORD.findall(" ".join(form for forms in said for form in forms)))


@pytest.mark.gate("tic-tac-toe-de-40")
@pytest.mark.parametrize("game, lang, width", CASES)
def test_nothing_is_too_wide_and_no_word_is_broken(game: str, lang: str, width: int) -> None:
    """What stands in a line on a wide screen is a word; so is all on a narrow one, unless it is longer than a line."""
    narrow, known = seen(game, lang, width), set(WORD.findall(seen(game, lang, WIDE))) | words(lang)
    assert [line for line in narrow.splitlines() if columns(line) > width and "--resume" not in line] == []
    long = "".join(each for each in known if len(each) >= width)
    assert {each for each in WORD.findall(narrow) if each not in known and each not in long} == set()
    assert "…\n" not in narrow.replace("· …\n", "")


@cache
def late(game: str) -> str:
    """A match in its middle, as a save."""
    rules = load_game(game)
    match = Match(rules, ["Anna", "Jola", "Ben", "Eva"][: max(2, rules.players.start)], seed=4)
    bot = make("random", rules, 4)
    while len(match.move_stack) < (SLOW if game == "go" else LATE) and not match.state.is_terminal:
        before = match.to_json()
        match.push(bot.choose(match.state, match.state.active_players[0]))
    return before if match.state.is_terminal else match.to_json()


@pytest.mark.gate("the-cave-20")
@pytest.mark.parametrize("game, width", list(product(registered_games(), (20, 40, 80))))
def test_late_boards_keep_to_the_width(game: str, width: int, tmp_path: Path) -> None:
    """Of every game that is bundled: the board, what everybody has, the scores, help; with nothing lost of the names."""
    (tmp_path / "a.json").write_text(late(game), "utf-8")
    typed = ["map", "players", "score", "?", "", "quit", ""]
    session = Session(typed, width).play(game, names=(), resume=tmp_path / "a.json", seed=None)
    lines = session.seen.splitlines()
    assert session.status == 0 and len(lines) > 20
    assert [line for line in lines if columns(line) > width and "--resume" not in line] == []


@pytest.mark.parametrize("lang, said", [("en", "map wide"), ("de", "karte breit"), ("es", "mapa ancho")])
def test_a_board_in_parts_says_so(lang: str, said: str) -> None:
    """Names the width of the board and that of the screen, and nothing where the board has room."""
    typed = ["map", "quit"]

    def shown(width: int) -> str:
        """All that is read, in one line."""
        bots = ("random",)
        session = Session(typed, width).play(
            "the-cave", names=("Anna", "Rex"), bots=bots, seed=3, settings={}, lang=lang
        )
        return " ".join(session.seen.split())

    assert f"`{said}`" in shown(20) and " 20:" in shown(20)
    assert f"`{said}`" not in shown(80)


@pytest.mark.long
@pytest.mark.parametrize("lang, width", list(product(("en", "de", "es"), (20, 40, 80))))
def test_lists_and_findings_keep_to_the_width(
    lang: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games, overlays and options one by one, examples, and what is said of wrong names: nothing is cut."""
    names = registered_games()
    asked = [["games"], *(["games", each] for each in names), ["test", "hex"], ["play", "nosuch"]]

    def printed(wide: int) -> list[str]:
        """Returns the lines of all commands on a screen."""
        monkeypatch.setenv("COLUMNS", str(wide))
        for each in asked:
            monkeypatch.setattr("sys.argv", ["cavewright", "--lang", lang, *each])
            with pytest.raises(SystemExit):
                main()
        return "".join(capsys.readouterr()).splitlines()

    lines = printed(width)
    assert [line for line in lines if columns(line) > width] == []
    words = set(WORD.findall(" ".join(printed(WIDE))))
    assert {each for each in words if len(each) <= width - 6 and each not in " ".join(lines)} == set()


word = st.text("abc-äß漢·", min_size=1, max_size=30)


@given(st.lists(word, max_size=12), st.integers(8, 60), st.text(" abc", max_size=30), st.none() | st.integers(0, 40))
def test_lines_hold_all_words_in_their_order(found: list[str], width: int, head: str, later: int | None) -> None:
    """Each within the width; a word is whole where it fits, and none is lost."""
    for lines in (wrap(" ".join(found), width, head, later), pack(found, width, head, " · ", later)):
        assert all(columns(line) <= max(width, columns(head)) for line in lines)
        assert "".join("".join(lines).split()).replace("·", "") == "".join((head + "".join(found)).split()).replace(
            "·", ""
        )
    told = [each for line in wrap(" ".join(found), width, "", 0) for each in line.split()]
    assert all(each in told for each in found if columns(each) <= width)
