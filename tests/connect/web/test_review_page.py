"""The review of a match on the page: what cost most, with a save of how it was before; of a match that goes on nothing."""

import json
import re

from tests.connect.web.table_client import client, new_table, page

import cavewright as cw


def ended(folder):
    """A table at which the sixth choice overlooks a win, which the seventh overlooks again."""
    table = new_table(folder, "connect-four")
    for each in ("drop 1", "drop 2", "drop 1", "drop 2", "drop 1", "drop 7", "drop 5", "drop 2", "drop 5", "drop 2"):
        table.match.push(each)
    return table


def test_what_cost_most_is_named_and_can_be_played_again(tmp_path):
    table = ended(tmp_path)
    guests, host = client(table), table.links.host
    assert 'id="review" href="/t/' in page(guests, host).text
    answer = guests.get(f"/t/{host}/review?lang=de")
    assert answer.status_code == 200 and "Was am meisten gekostet hat" in answer.text
    before = [int(each) for each in re.findall(r"before=(\d+)", answer.text)]
    assert 7 in before and "Besser: " in answer.text
    save = guests.get(f"/t/{host}/save?lang=de&before=7").text
    again = cw.Match.from_json(save)
    assert len(again.move_stack) == 6 and again.state.current_player == 0
    assert json.loads(save)["actions"][-1].endswith("drop 7")


def test_a_match_that_goes_on_has_no_review_and_no_earlier_save(tmp_path):
    table = new_table(tmp_path, "connect-four")
    table.match.push("drop 1")
    guests, host = client(table), table.links.host
    assert guests.get(f"/t/{host}/review").status_code == 404
    assert len(json.loads(guests.get(f"/t/{host}/save?before=1").text)["actions"]) == 1
