"""What cannot be made good again is asked for once more: at a terminal and on a page; where `confirm` may stand."""

import io

import pytest
from rich.console import Console
from tests.connect.web.table_client import client, new_table, page, send

import cavewright as cw
from cavewright.connect.cli.play import play
from cavewright.connect.cli.seats import MatchRequest
from cavewright.foundation.texts import texts

RULES = """ruleset den 1.0 "Den"
    language 1

players mole 1..2
    keeps home: yes_no = yes
    keeps dug: 0..9

to play
    repeat 3 times
        each mole from first(m in mole)
            offer turn

menu turn "A turn."

action leave in turn "Leave the den"
    confirm "You never come back."
    still: require home "You have left."
    set home = no

action dig in turn "Dig"
    gain 1 dug

scoring
    score dug = dug
    highest total wins
"""


@pytest.fixture
def den(tmp_path):
    (tmp_path / "den.cave").write_text(RULES, encoding="utf-8")
    return str(tmp_path / "den.cave")


def session(den, *lines, players=1):
    """What is seen where somebody types that."""
    file, waiting = io.StringIO(), iter(lines)

    def read(prompt):
        line = next(waiting, None)
        if line is None:
            raise EOFError
        file.write(f"> {line}\n")
        return line

    console = Console(file=file, width=80, markup=False, highlight=False, emoji=False)
    assert play(MatchRequest(den, players, (), (), 7, None, {}, "en"), None, None, console, read) == 0
    return file.getvalue()


@pytest.mark.parametrize(
    ("lines", "asked", "gone"),
    [
        (["leave", "leave"], 1, True),
        (["leave"], 1, False),
        (["leave", "score", "leave"], 2, False),
        (["leave", "dig", "leave"], 2, False),
        (["dig", "dig"], 0, False),
    ],
)
def test_a_terminal_asks_once_more(den, lines, asked, gone):
    seen = session(den, *lines)
    assert seen.count("You never come back. Type it once more to do it.") == asked
    assert ("Player 1: leave" in seen) == gone


def test_a_page_asks_once_more(den, tmp_path):
    table = new_table(tmp_path, den, ["Anna", "Jola"])
    guests, (anna, jola) = client(table), table.links.seats
    first = page(guests, anna)
    status, asked = send(guests, anna, act="leave", **first.hidden)
    assert status == 200 and asked.word == "You never come back." and "sure" in asked.ids and not table.match.move_stack
    for token, me, act in ((jola, 1, "leave"), (jola, 0, "leave"), (anna, 0, "leave now")):
        other = send(guests, token, act=act, **{**first.hidden, "me": str(me)})[1]
        assert "sure" not in other.ids and not table.match.move_stack, (me, act)
    assert send(guests, anna, act="leave", **asked.hidden)[0] == 200
    assert [str(each) for each in table.match.move_stack] == ["0: leave"]
    table.close()


LINES = [
    ('confirm "You never come back."', "", ""),
    ("confirm", "C0101", "needs a text"),
    ('if home\n        confirm "You never come back."', "C0101", "in no block below"),
]


@pytest.mark.parametrize(("line", "code", "said"), LINES)
def test_where_it_stands(line, code, said):
    rules = RULES.replace('confirm "You never come back."', line)
    game, found = tried(rules)
    assert (game is None) == bool(code)
    assert [(each.code, said in each.message) for each in found if each.severity == "error"] == (
        [(code, True)] if code else []
    )


def tried(rules):
    try:
        return cw.load_rules({"den.cave": rules}), ()
    except cw.RulesetError as error:
        return None, error.diagnostics


def test_it_is_no_line_of_a_process():
    with pytest.raises(cw.RulesetError, match="`confirm` stands in an action"):
        cw.load_rules({"den.cave": RULES.replace("to play\n", 'to play\n    confirm "It begins."\n')})


def test_an_overlay_takes_it_away_and_adds_another(den, tmp_path):
    overlay = 'overlay bold 1.0\n    language 1\n    extends den ^1.0\namend action leave\n    drop confirm: confirm\namend action dig\n    add confirm "It gets deep."\n'
    (tmp_path / "bold.cave").write_text(overlay, encoding="utf-8")
    game = cw.load_game(den, overlays=[str(tmp_path / "bold.cave")])
    words = game.wording("en")
    assert {name: words.confirmation(game.signatures[name]) for name in ("leave", "dig")} == {
        "leave": "",
        "dig": "It gets deep.",
    }


@pytest.mark.parametrize("lang", ["de", "es"])
@pytest.mark.parametrize("line", [each for each, code, _ in LINES if code])
def test_what_is_wrong_with_it_is_said_in_the_language(lang, line):
    (found,) = tried(RULES.replace('confirm "You never come back."', line))[1]
    said = texts(lang)
    assert said.translate(found.message) != found.message and said.translate(found.help) != found.help
