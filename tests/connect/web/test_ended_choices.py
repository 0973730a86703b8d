"""Words behind an action that ends choosing again and again: whose turn it is then, or what it ends."""

import pytest
from tests.connect.web.table_client import client, new_table, page

import cavewright as cw
from cavewright.play.states.preview import preview

RULES = """ruleset errands 1.0 "Errands"
    language 2
players mole 2..2
    keeps food: 0..9
    keeps walls: 0..9
to play
    repeat each mole
        over: if food > 3
            finish
        offer any meals or stop
        offer any works or stop
menu meals
menu works
action eat in meals "Eat a worm"
    gain up to 1 food
action dig in works "Dig a wall"
    gain up to 1 walls
scoring
    score points = food
    highest total wins
"""
ENDS = [([], "Eat a worm", None), (["done"], "", 1), (["eat", "eat", "done", "dig"], "", 1)]


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "errands.cave").write_text(RULES, "utf-8")
    return str(tmp_path / "errands.cave")


@pytest.mark.parametrize(("acts", "ended", "turn"), ENDS, ids=[" ".join(each[0]) or "first" for each in ENDS])
def test_whoever_goes_on_is_told_what_is_ended(rules, acts, ended, turn):
    state = cw.load_game(rules).new_initial_state()
    for each in acts:
        state = state.apply(each)
    seen, words = preview(state, state.game.parse_action("done", player=0)), state.game.wording("en")
    assert (words.question(seen.ended) if seen.ended else "", seen.turn) == (ended, turn)
    eaten = next(each for each in state.legal_actions() if each.name != "done")
    assert preview(state, eaten).ended is None


@pytest.mark.parametrize(("lang", "said"), [("en", "ends: Eat a worm"), ("de", "beendet: Eat a worm")])
def test_the_page_says_so(rules, tmp_path, lang, said):
    table = new_table(tmp_path, rules)
    assert said in page(client(table), table.links.host, f"?lang={lang}").text


@pytest.mark.parametrize(("lang", "said"), [("en", "Board"), ("de", "Spielplan"), ("es", "Tablero")])
def test_a_board_that_stands_alone_is_called_a_board(tmp_path, lang, said):
    table = new_table(tmp_path, "backgammon")
    assert f'aria-label="{said}"' in page(client(table), table.links.host, f"?lang={lang}").text
