"""What is done out of turn goes through every door: page, terminal, JSON-RPC, replies of language models. What only the host does, through its own."""

import re

import pytest
from tests.connect.leaving import RULES
from tests.connect.serve.conftest import Client
from tests.connect.web.table_client import client, new_table, page, send
from tests.connect.web.test_confirm import session

import cavewright as cw
from cavewright.bots.players import make
from cavewright.connect.web.table import Table


@pytest.fixture
def den(tmp_path):
    (tmp_path / "leaving.cave").write_text(RULES, encoding="utf-8")
    return str(tmp_path / "leaving.cave")


def test_a_seat_leaves_on_its_page_while_another_is_asked(den, tmp_path):
    table = new_table(tmp_path, den, ["Anna", "Jola", "Kim"])
    guests, (anna, jola, _) = client(table), table.links.seats
    waiting = page(guests, jola)
    assert "beside-1-leave" in waiting.ids and "dig" not in waiting.acts and "run_out" not in waiting.acts
    status, asked = send(guests, jola, act="leave", **waiting.hidden)
    assert status == 200 and asked.word == "You never come back." and not table.match.move_stack
    assert asked.hidden["me"] == "1"
    assert send(guests, jola, act="leave", **asked.hidden)[0] == 200
    assert [str(each) for each in table.match.move_stack] == ["1: leave"]
    assert "beside-1-leave" not in page(guests, jola).ids and "dig" in page(guests, anna).acts
    fields = page(guests, anna).hidden
    assert send(guests, anna, act="run_out", sure="1", **fields)[0] == 409
    assert send(guests, jola, act="leave", sure="1", **{**fields, "me": "0"})[0] == 403
    table.close()


def test_the_one_screen_of_all_offers_it_for_each(den, tmp_path):
    table = new_table(tmp_path, den, ["Anna", "Jola", "Kim"])
    guests = client(table)
    screen = page(guests, table.links.host)
    assert [each for each in screen.ids if each.startswith("beside-")] == [f"beside-{n}-leave" for n in range(3)]
    assert send(guests, table.links.host, act="leave", sure="1", **{**screen.hidden, "me": "2"})[0] == 200
    assert [str(each) for each in table.match.move_stack] == ["2: leave"]
    table.close()


def test_only_the_screen_of_the_host_does_what_the_host_does(den, tmp_path):
    table = new_table(tmp_path, den, ["Anna", "Jola", "Kim"])
    guests, host, (anna, *_) = client(table), table.links.host, table.links.seats
    screen = page(guests, host)
    assert [each for each in screen.ids if each.startswith("by-host-")] == [f"by-host-{n}-run_out" for n in range(3)]
    assert not [each for each in page(guests, anna).ids if each.startswith("by-host-")]
    sent = {**screen.hidden, "me": "1", "by_host": "1"}
    assert send(guests, anna, act="run_out", **sent)[0] == 403
    assert send(guests, host, act="run_out", **{**sent, "me": "7"})[0] == 403
    assert send(guests, host, act="run_out", **{**sent, "stamp": "9"})[0] == 409
    assert send(guests, host, act="run_out", **sent)[0] == 200
    assert send(guests, host, act="run_out", **{**page(guests, host).hidden, "me": "1", "by_host": "1"})[0] == 409
    assert [str(each) for each in table.match.move_stack] == ["1: run_out"]
    table.close()
    again = Table.resume(tmp_path / "a.match", lambda *given, **settings: cw.load_game(den))
    assert [str(each) for each in again.match.move_stack] == ["1: run_out"]
    again.close()


def test_at_a_terminal_it_is_typed_with_a_name(den):
    seen = session(den, "help", "Player 2: leave", "Player 2: leave", "run_out", "Player 1: run out", players=2)
    assert "At any time, also out of turn: Player 1: leave; Player 2: leave." in " ".join(seen.split())
    assert "Player 2: leave" in seen and seen.count("You never come back.") == 1


def test_a_protocol_lists_it_beside_and_lets_the_host_act(den):
    client = Client(den)
    match = client.ask("new", game="leaving", seed=1, players=["Anna", "Jola", "Kim"])["match"]
    found = client.ask("legal_actions", match=match, player=1)
    assert found["actions"] == [] and [each["action"] for each in found["beside"]] == ["leave"]
    assert client.ask("check", match=match, player=1, action="leave")["ok"]
    refused = client.refused("apply", match=match, player=1, action="run_out")
    assert "Only the host of the match does this." in str(refused)
    client.ask("apply", match=match, player=1, action="run_out", by_host=True)
    client.ask("apply", match=match, player=2, action="leave")
    assert client.ask("state", match=match)["is_terminal"]
    save = client.ask("save", match=match)["save"]
    assert '"1: run_out"' in save or "1: run_out" in str(save)


def test_a_reply_may_name_it_and_no_bot_does(den):
    state = cw.load_game(den).new_initial_state(3)
    assert str(cw.read_reply(state, 1, "ACTION: leave")) == "1: leave"
    assert "leave" in cw.prompt(state, 0)
    for player, listed in ((0, ["dig", "leave"]), (1, ["leave"])):
        said = cw.prompt(state, player)
        assert re.findall(r"^- `([^`]+)`", said, re.MULTILINE) == listed
        assert str(cw.read_reply(state, player, said.splitlines()[-1])) == f"{player}: {listed[0]}"
    with pytest.raises(ValueError, match="player 1 may not act now"):
        cw.prompt(state.apply("1: leave"), 1)
    for bot in ("random", "greedy", "mcts"):
        with pytest.raises(ValueError, match="player 1 may not act now"):
            make(bot, state.game, 3).choose(state, 1)
    for bot in ("random", "greedy"):
        match, player = cw.Match(state.game, 3, seed=3), make(bot, state.game, 3)
        while not match.state.is_terminal:
            match.push(player.choose(match.state, match.state.active_players[0]))
        assert all(each.name == "dig" for each in match.move_stack)
