"""The clock of a table, and what the host does at its end."""

from types import SimpleNamespace

import pytest
from tests.connect.hall.hall_client import Evening, words_in
from tests.connect.web.table_client import new_table

from cavewright.connect.hall.besides import Besides
from cavewright.connect.web.company import Company
from cavewright.connect.web.table import Guest, NotYoursError
from cavewright.connect.web.table_card import MOST_LINES, Agreement, Card, fresh_links, fresh_token, read_card


class Time:
    """A clock that goes on when it is told to."""

    now = 0.0

    def __call__(self):
        return self.now


def company(path=None, seats=2, **agreed):
    time = Time()
    card = Card(agreement=Agreement(**agreed), links=fresh_links(seats), join=fresh_token())
    return Company(card, path, time), time


def test_a_clock_runs_for_those_who_are_to_act(tmp_path):
    at, time = company(tmp_path / "a.card", minutes=5)
    for acting, seconds in (([0], 10), ([1], 20), ([0, 1], 5), ([], 99)):
        at.note_turn(acting)
        time.now += seconds
    assert [at.seconds_left(n) for n in (0, 1)] == [300 - 15, 300 - 25]
    at.note_turn([0])
    assert read_card(tmp_path / "a.card").spent == (15, 25)


def test_without_a_clock_nothing_is_counted_or_written(tmp_path):
    at, _ = company(tmp_path / "a.card")
    at.note_turn([0])
    assert at.seconds_left(0) is None and not (tmp_path / "a.card").exists()


def test_a_chat_is_off_unless_agreed_on_and_keeps_the_last_lines():
    silent, _ = company()
    assert not silent.say(0, 0, "Anna", "hello")
    loud, _ = company(chat=True)
    assert not loud.say(0, 0, "Anna", " \u202e \n")
    for n in range(MOST_LINES + 5):
        loud.say(n, 0, "Anna" * 50, "x" * 10_000)
    assert len(loud.card.said) == MOST_LINES and loud.card.said[0].at == 5 and len(loud.card.said[0].text) == 500


@pytest.fixture
def evening(tmp_path):
    made = Evening(tmp_path)
    yield made
    made.tables.close()


def out_of_time(evening, game="tic-tac-toe", **form):
    """A table at which the time of the first seat is up: the host's link, and the table."""
    host = evening.set_up(game, minutes="5", **{"who-1": "here", "name-1": "Ben"}, **form)
    table = evening.table(host)
    with table.lock:
        time = Time()
        table.company._now, table.company._since = time, 0.0
        table.company.note_turn(table.people_to_act)
        time.now = 301.0
    return host, table


@pytest.mark.parametrize(
    "at_end, label", [("bot", "Let a bot play on"), ("pass", "End the turn"), ("resign", "resigns")]
)
@pytest.mark.gate("resign-resigns")
def test_the_end_of_a_clock_is_an_act_of_the_host(evening, at_end, label):
    host, table = out_of_time(evening, at_end=at_end)
    said = words_in(evening.get(f"{host}?lang=en"))
    assert "The time of Anna is up." in said and label in said and table.match.move_stack == ()
    evening.do(host, "time", seat="0")
    said = words_in(evening.get(f"{host}?lang=en"))
    assert (at_end == "bot") == bool(table.bots[0])
    assert (at_end == "resign") == table.is_over == ("Ben has won by that." in said)
    if at_end == "pass":
        assert [each.player for each in table.match.move_stack] == [0] and not table.is_over


def test_a_time_that_is_not_up_is_nobodys_to_end(evening):
    host = evening.set_up(minutes="5", **{"who-1": "here", "name-1": "Ben"})
    assert evening.do(host, "time", seat="0").status_code == 409
    for wrong in ("1", "7", "-1", "x", "", "999999999999"):
        assert evening.do(host, "time", seat=wrong).status_code in (403, 409)


@pytest.mark.long
def test_where_more_than_two_play_a_bot_plays_on_for_who_resigns(evening):
    host, table = out_of_time(evening, "the-cave", at_end="resign", **{"who-2": "here", "name-2": "Jola"})
    evening.do(host, "time", seat=str(table.people_to_act[0]))
    assert not table.is_over and len([each for each in table.bots if each]) == 1


CLOCK = """ruleset clocked 1.0 "Clocked"
    language 2

players mole 2..2
    keeps out: yes_no

to play
    repeat 9 times
        each mole where not out until count(m in mole where not m.out) is 1
            offer turn

menu turn "A turn."
menu clock always for each mole where not out internal

action dig in turn "Dig"
    set out = no

action run_out in clock "Time has run out"
    set out = yes

scoring
    among not out
    score moles = 1
    highest total wins
"""


def test_where_the_rules_say_what_the_host_does_that_is_done(tmp_path):
    (tmp_path / "clocked.cave").write_text(CLOCK, encoding="utf-8")
    table = new_table(tmp_path, str(tmp_path / "clocked.cave"), ["Anna", "Ben"])
    table.company, time = company(minutes=5, at_end="bot")
    table.company.note_turn([0])
    hall = SimpleNamespace(tables=SimpleNamespace(table={"a": table}.__getitem__))
    with pytest.raises(NotYoursError):
        Besides.end_time(hall, "a", Guest("", "host"), 0)
    time.now = 301.0
    Besides.end_time(hall, "a", Guest("", "host"), 0)
    assert [str(each) for each in table.match.move_stack] == ["0: run_out"] and table.is_over and not table.bots[0]
    table.close()
