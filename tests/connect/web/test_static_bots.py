"""Bots of a page without a server, asked in node: greedy ones do not go round for ever."""

import json
import shutil

import pytest
from tests.bots.players.test_repetition import AROUND
from tests.connect.web.test_static_page import HERE, node

import cavewright as cw
from cavewright.bots.players.judgement import Judge
from cavewright.connect.web.static_page import page_files

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def ended(folder, counting):
    """Tells of five matches which ended, where a position may come so often."""
    (folder / "around.cave").write_text(AROUND, encoding="utf-8")
    for file, data in page_files(cw.load_game(folder), [2], "game").items():
        (folder / file).write_bytes(data)
    bots = (folder / "bots.mjs").read_text("utf-8")
    assert bots.count("MOST_MET = 2") == 1
    (folder / "bots.mjs").write_text(bots.replace("MOST_MET = 2", f"MOST_MET = {counting}"), "utf-8")
    return node(HERE / "static_around.mjs", folder, 5, 100)


@pytest.mark.parametrize(("counting", "ends"), [(2, True), (1000, False)])
def test_a_way_that_pays_less_than_going_round_is_taken_at_last(tmp_path, counting, ends):
    assert ended(tmp_path, counting) == [ends] * 5


@pytest.mark.long
def test_terms_count_as_in_python_where_all_act_at_once(tmp_path):
    """Who is done waits for the others, and stands as it has packed."""
    game = cw.load_game("the-cave")
    for file, data in page_files(game, [2], "game").items():
        (tmp_path / file).write_bytes(data)
    match, judge, wanted = cw.Match(game, 2, 5), Judge(game), []
    while 0 in match.state.active_players:
        match.push(match.state.legal_actions(0)[-1])
        wanted.append(list(judge.values(match.state, 0)))
    moves = [str(each) for each in match.move_stack]
    assert match.state.current_player == cw.SIMULTANEOUS and match.state.active_players == (1,)
    assert node(HERE / "static_terms.mjs", tmp_path, 0, json.dumps(moves)) == wanted
