"""A bot that fails, for whatever reason, is reported at the table in plain words; others play on, and somebody else may sit there."""

from time import monotonic, sleep

import pytest
from tests.connect.web.table_client import client, new_table, page, send

import cavewright as cw
from cavewright.bots import make
from cavewright.connect.host import live_match as tables
from cavewright.connect.web import hints as pages
from cavewright.foundation.texts import texts
from cavewright.machine.native.native_error import NativeError

PATIENCE = 300
"""Seconds: however busy the machine is, by then it has happened."""
ERRORS = (
    RecursionError("maximum recursion depth exceeded"),
    KeyError("place"),
    NativeError("no module"),
    ZeroDivisionError(),
    MemoryError(),
    ValueError("the dice are gone"),
    OSError(28, "No space left on device"),
    cw.WorkLimitError("to play"),
)


class Failing:
    """A bot that raises."""

    def __init__(self, error):
        self.error = error

    def choose(self, state, player):
        raise self.error


class Illegal:
    """A bot that chooses what another player may do."""

    def choose(self, state, player):
        return state.game.parse_action("mark a1", 1 - player)


def seat_failing(monkeypatch, bot, module=tables, name="greedy"):
    """Puts a bot in the place of that which has a name."""
    monkeypatch.setattr(module, "make", lambda given, *more: bot if given == name else make(given, *more))


def wait_for(holds):
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, "nothing happened"
        sleep(0.01)


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Tables whose bots play, closed in the end."""
    made = []

    def start(bot, **more):
        seat_failing(monkeypatch, bot)
        table = new_table(tmp_path, **more)
        made.append(table)
        return table, table.start()

    yield start
    for each in made:
        each.close()


@pytest.mark.parametrize("error", ERRORS, ids=lambda each: type(each).__name__)
@pytest.mark.gate("WorkLimitError")
def test_a_failure_is_told_and_another_bot_goes_on(started, error):
    table, thread = started(Failing(error), bots=("greedy", ""))
    wait_for(lambda: table.failures)
    guests, host = client(table), table.links.host
    shown = page(guests, host)
    assert (
        "The bot greedy that plays for Player 1 could not go on" in shown.word and "Let another bot play" in shown.word
    )
    assert thread.is_alive() and "Traceback" not in shown.text and any("/seats" in each for each in shown.links)
    assert '<noscript><meta http-equiv="refresh"' in shown.text, "who has no JavaScript sees it, too"
    seats = guests.get(f"/t/{host}/seats?lang=en").text
    assert "could not go on" in seats and 'id="greedy-0"' in seats and 'id="random-0"' in seats
    guests.post(f"/t/{host}/seats", data={"seat": "0", "bot": "random"})
    wait_for(lambda: table.match.move_stack)
    assert page(guests, host).word == "" and table.match.move_stack[0].player == 0


def test_a_person_takes_the_seat(started):
    table, _ = started(Failing(KeyError("x")), bots=("greedy", ""))
    wait_for(lambda: table.failures)
    guests, host = client(table), table.links.host
    assert page(guests, host).acts == []
    guests.post(f"/t/{host}/seats", data={"seat": "0", "bot": ""})
    shown = page(guests, host)
    assert (
        shown.word == ""
        and send(guests, host, act=shown.acts[0], **shown.hidden)[0] == 200
        and len(table.match.move_stack) == 1
    )


def test_the_same_bot_may_try_again(started, monkeypatch):
    table, _ = started(Failing(KeyError("x")), bots=("greedy", ""))
    wait_for(lambda: table.failures)
    monkeypatch.setattr(tables, "make", make)
    client(table).post(f"/t/{table.links.host}/seats", data={"seat": "0", "bot": "greedy"})
    wait_for(lambda: table.match.move_stack)


def test_a_bot_that_chooses_what_it_may_not_is_one_that_fails(started):
    table, _ = started(Illegal(), bots=("greedy", ""))
    wait_for(lambda: table.failures)
    assert not table.match.move_stack and "could not go on" in page(client(table), table.links.host).word


def test_other_bots_play_on_where_all_act_at_once(started):
    """Each seat has a failure of its own."""
    table, _ = started(Failing(KeyError("x")), spec="the-cave", players=2, bots=("greedy", "random"), seed=1)
    wait_for(lambda: table.failures and table.bot_to_act is None)
    assert set(table.failures) == {0} and any(each.player == 1 for each in table.match.move_stack)


@pytest.mark.parametrize("lang", ["en", "de", "es"])
@pytest.mark.gate("de")
def test_a_failure_is_told_to_everybody_in_a_language(started, lang):
    table, _ = started(Failing(RecursionError("deep")), bots=("greedy", ""))
    guests, before = client(table), None
    wait_for(lambda: table.failures)
    words = texts(lang)
    for token in (table.links.host, table.links.watch, table.links.seats[1]):
        before = page(guests, token, f"?lang={lang}").word
        assert (
            words.phrase("the program has a fault ({kind})", kind="RecursionError") in before and "deep" not in before
        )
    assert words.phrase("The host can let another bot play, or a person.") in before


def test_an_open_page_hears_of_it(tmp_path, monkeypatch):
    seat_failing(monkeypatch, Failing(KeyError("x")))
    table = new_table(tmp_path, bots=("greedy", ""))
    guests, watch = client(table), table.links.watch
    before = guests.get(f"/t/{watch}/stamp").text
    table.start()
    wait_for(lambda: table.failures)
    after = guests.get(f"/t/{watch}/stamp").text
    assert after != before and f'data-now="{after}"' in guests.get(f"/t/{watch}/").text
    table.close()


@pytest.mark.parametrize("error", ERRORS[:3], ids=lambda each: type(each).__name__)
@pytest.mark.gate("NativeError")
def test_a_hint_that_fails_leaves_the_page_as_it_is(tmp_path, monkeypatch, error):
    seat_failing(monkeypatch, Failing(error), pages)
    table = new_table(tmp_path)
    shown = page(client(table), table.links.host, "?lang=en&hint=1")
    assert shown.word.startswith("There is no hint") and len(shown.acts) == 9
    table.close()
