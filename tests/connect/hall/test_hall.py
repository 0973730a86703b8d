"""An evening at the hall: a table is set up, guests come, a match is played, its rematch begins."""

import re

import pytest
from tests.connect.hall.hall_client import Evening, words_in

from cavewright.connect.hall.offers import read_offers
from cavewright.connect.web.server import Server
from cavewright.connect.web.table_card import LONGEST_NAME


@pytest.fixture
def evening(tmp_path):
    made = Evening(tmp_path)
    yield made
    made.tables.close()


def play_out(evening, host):
    """Plays tic-tac-toe from one screen."""
    for act in ("mark a1", "mark b1", "mark a2", "mark b2", "mark a3"):
        evening.act(host, act)


def test_every_game_is_offered_with_all_that_can_be_chosen(evening):
    for offer in read_offers("en").games:
        text = evening.get(f"{evening.start}?lang=en&game={offer.id}").text
        assert [
            f'name="option-{each.name}"' for each in offer.choices if f'name="option-{each.name}"' not in text
        ] == []
        assert [each.id for each in offer.house_rules if f'value="{each.id}"' not in text] == []
        assert text.count('<select name="who-') == offer.high


def test_an_evening_from_the_invitation_to_the_rematch(evening):
    host = evening.set_up(chat="1")
    invitation = evening.invitation(host)
    assert "waiting …" in words_in(evening.get(host))
    guest = evening.sit_down(invitation, "Rafał").url.path
    assert "has come" in words_in(evening.get(host)) and "as Rafał" in words_in(evening.get(f"{guest}?lang=en"))
    evening.do(host, "room", act="begin")
    assert evening.table(host).match.names == ("Anna", "Rafał")
    evening.act(host, "mark a1")
    assert "mark b2" in evening.act(guest, "mark c3").text or "c3" in evening.get(guest).text
    evening.do(guest, "say", text="well <i>played</i>")
    assert "well &lt;i&gt;played" in evening.get(host).text
    for link, act in ((host, "mark a2"), (guest, "mark b2"), (host, "mark a3")):
        evening.act(link, act)
    assert "Rematch, seats turned" in words_in(evening.get(f"{host}?lang=en"))
    assert "Rematch" not in words_in(evening.get(f"{guest}?lang=en"))
    again = evening.do(host, "again").url.path
    assert evening.table(again).match.names == ("Rafał", "Anna")
    follows = re.search(r'id="to-rematch" href="(/t/[\w-]+/)', evening.get(f"{guest}?lang=en").text)[1]
    assert (
        evening.table(follows) is evening.table(again) and evening.tables.role(*id_and_word(evening, follows)).seat == 0
    )
    assert evening.do(host, "again").url.path == again, "a rematch begins once"


def id_and_word(evening, link):
    word = link.split("/")[2]
    return evening.tables.find(word), word


def test_rules_and_chairs_are_those_of_the_form(evening):
    chairs = {"who-2": "mcts:easy", "name-2": "", "who-1": "here", "name-1": "Ben"}
    host = evening.set_up("the-cave", rule=["long-rope", "no-litter"], **{"option-starting_kit": "suggested"}, **chairs)
    table = evening.table(host)
    assert sorted(table.match.game.overlays) == ["long-rope", "no-litter"] and table.bots == ["", "", "mcts:easy"]
    assert table.match.game.options["starting_kit"] == "suggested"


@pytest.mark.parametrize(
    "game, form, said",
    [
        ("the-cave", {"who-1": ""}, "2 to 5"),
        ("the-cave", {"rule": ["alliances"]}, "4"),
        ("tic-tac-toe", {"who-1": "deep blue"}, "deep blue"),
        ("the-cave", {"option-starting_kit": "everything"}, "starting_kit"),
    ],
)
@pytest.mark.gate("tic-tac-toe-form2-deep blue")
def test_what_does_not_go_together_is_said_and_the_form_is_kept(evening, game, form, said):
    answer = evening.set_up(game, **form)
    word = re.search(r'id="word"[^>]*>([^<]*)', answer.text)[1]
    assert answer.status_code == 400 and said in word and 'value="Anna"' in answer.text
    assert list(evening.tables.ids()) == []


def test_a_server_that_starts_anew_has_all_tables(evening, tmp_path):
    waiting, going = evening.set_up(), evening.set_up(**{"who-1": "here", "name-1": "Ben"})
    invitation = evening.invitation(waiting)
    guest = evening.sit_down(invitation, "Rafał").url.path
    evening.act(going, "mark b2")
    later = evening.again()
    assert later.start == evening.start
    assert "Rafał" in words_in(later.get(waiting)) and "as Rafał" in words_in(later.get(f"{guest}?lang=en"))
    assert [str(each) for each in later.table(going).match.move_stack] == ["0: mark b2"]
    assert {"waiting for guests", "Ben to move"} <= set(
        re.findall(r"waiting for guests|Ben to move", words_in(later.get(later.start + "?lang=en")))
    )
    later.tables.close()


def test_a_finished_match_is_listed_with_its_points(evening):
    host = evening.set_up(**{"who-1": "here", "name-1": "Ben"})
    play_out(evening, host)
    assert "Anna 1, Ben 0" in words_in(evening.get(f"{evening.start}?lang=en"))
    later = evening.again()
    assert "Anna 1, Ben 0" in words_in(later.get(f"{later.start}?lang=en"))
    later.tables.close()


# ---- bad input -------------------------------------------------------------------------------------------------------


def test_thirty_guests_for_one_chair(evening):
    host = evening.set_up()
    invitation = evening.invitation(host)
    answers = [evening.sit_down(invitation, f"Guest {n}", f"form {n}") for n in range(30)]
    assert [each.status_code for each in answers] == [200, *[409] * 29]
    assert "No seat is free" in words_in(answers[5])


@pytest.mark.long
def test_a_form_that_is_sent_twice_takes_one_chair_and_begins_one_match(evening):
    host = evening.set_up("the-cave", **{"who-2": "guest", "name-2": ""})
    invitation = evening.invitation(host)
    once, twice = (evening.sit_down(invitation, "Rafał", "one form").url.path for _ in range(2))
    assert once == twice and words_in(evening.get(host)).count("has come") == 1
    pages = [evening.do(host, "room", act="begin") for _ in range(2)]
    assert [each.status_code for each in pages] == [200, 200] and len(list(evening.folder.glob("*.match"))) == 1


@pytest.mark.parametrize(
    "name",
    ["x" * 10_000, "\u202egnirts\u202c", "אבג דהו", "a\nb\0c", "<script>alert(1)</script>", "   ", "👩‍🚀", "Anna"],
)
@pytest.mark.gate("<script>alert(1)</script>", "a\\nb\\x00c", "Anna")
def test_names_of_any_kind_are_names_or_left_out(evening, name):
    host = evening.set_up()
    guest = evening.sit_down(evening.invitation(host), name)
    evening.do(host, "room", act="begin")
    shown = evening.table(host).match.names[1]
    assert guest.status_code == 200 and 0 < len(shown) <= LONGEST_NAME and shown != "Anna"
    assert not set(shown) & set("\u202e\u202c\n\0") and "<script>alert" not in evening.get(host).text


def test_two_browsers_on_one_chair_see_one_match(evening):
    host = evening.set_up()
    guest = evening.sit_down(evening.invitation(host), "Rafał").url.path
    evening.do(host, "room", act="begin")
    evening.act(host, "mark a1")
    from tests.connect.web.table_client import Read

    stale = Read(evening.get(f"{guest}?lang=en").text).hidden
    evening.act(guest, "mark b2")
    answer = evening.client.post(f"{guest}do?lang=en", data={**stale, "act": "mark c3"})
    assert answer.status_code == 409 and len(evening.table(host).match.move_stack) == 2


@pytest.mark.parametrize("path", ["room", "again", "time"])
@pytest.mark.gate("again")
def test_what_is_the_hosts_a_guest_may_not(evening, path):
    host = evening.set_up(minutes="5")
    guest = evening.sit_down(evening.invitation(host), "Rafał").url.path
    assert evening.do(guest, path, act="begin", seat="0").status_code in (403, 409)
    evening.do(host, "room", act="begin")
    assert evening.do(guest, path, act="begin", seat="0").status_code == 403


def test_links_of_other_halls_and_old_ones_lead_nowhere(evening):
    for path in ("/", "/h/wrong/", "/join/wrong", "/t/wrong/", "/t//", "/join/", f"{evening.start}picture/nothing.svg"):
        assert evening.get(path).status_code == 404, path
    host = evening.set_up()
    evening.do(host, "room", act="away")
    assert evening.get(host).status_code == 404 and list(evening.tables.ids()) == []


def test_who_is_sent_away_comes_no_more_by_the_old_link(evening):
    host = evening.set_up()
    guest = evening.sit_down(evening.invitation(host), "Rafał").url.path
    evening.do(host, "room", act="free", seat="1")
    assert evening.get(guest).status_code == 404 and "waiting …" in words_in(evening.get(f"{host}?lang=en"))


def test_without_spectators_nobody_watches(evening):
    shut, open_ = evening.set_up(spectators=[]), evening.set_up()
    for host, status in ((shut, 404), (open_, 200)):
        watch = evening.tables.companies[evening.tables.find(host.split("/")[2])].card.links.watch
        assert evening.get(f"/t/{watch}/").status_code == status
        evening.do(host, "room", act="begin")
        assert evening.get(f"/t/{watch}/").status_code == status


@pytest.mark.long
def test_a_file_that_cannot_be_read_is_named_and_hides_no_other(evening):
    host, other = (evening.set_up(**{"who-1": "here", "name-1": "Ben"}) for _ in range(2))
    path = evening.table(host).file.path
    evening.tables.close()
    path.write_bytes(path.read_bytes() + b"{}\n")
    later = Evening(evening.folder)
    answer = later.get(f"{host}?lang=en")
    assert answer.status_code == 409 and "line 2" in words_in(answer)
    assert later.get(f"{later.start}?lang=en").status_code == 200 and later.get(other).status_code == 200
    later.tables.close()


def test_the_table_that_nobody_asked_for_longest_is_closed(evening, monkeypatch):
    """Whatever the order in which tables were opened: those at which somebody plays stay open, and no more is kept of the others."""
    monkeypatch.setattr("cavewright.connect.hall.tables.MOST_OPEN", 3)
    links = [evening.set_up(**{"who-1": "here"}) for _ in range(5)]
    ids = [evening.tables.find(each.split("/")[2]) for each in links]
    evening.get(links[0])
    played = evening.tables.open_table(ids[0])
    for asked in (1, 2, 0, 3, 0, 1, 4):
        evening.get(links[asked])
    assert evening.tables.open_table(ids[0]) is played
    assert [evening.tables.open_table(each) is not None for each in ids] == [True, True, False, False, True]
    assert set(evening.server._at_tables) == {ids[0], ids[1], ids[4]}


def test_tables_share_one_set_of_templates_and_files(evening):
    one, other = (
        Server(evening.table(evening.set_up(game, **{"who-1": "here"}))) for game in ("tic-tac-toe", "connect-four")
    )
    assert one.templates is other.templates and "number_of" not in one.templates.globals
    assert all(one.files[name][0] is other.files[name][0] for name in one.files)


def test_a_match_that_is_over_goes_on_from_an_earlier_move_at_a_table_of_its_own(evening):
    host = evening.set_up(**{"who-1": "here", "name-1": "Ben"})
    evening.do(host, "room", act="begin")
    assert evening.client.post(f"{host}from?lang=en&before=1").status_code == 403, "it goes on"
    for act in ("mark a1", "mark c3", "mark a2", "mark b2", "mark b1", "mark c1", "mark a3"):
        evening.act(host, act)
    old = evening.table(host)
    assert 'id="from-5"' in evening.get(f"{host}review?lang=en").text
    other = evening.client.post(f"{host}from?lang=en&before=5").url.path
    made = evening.table(other)
    assert [str(each) for each in made.match.move_stack] == ["0: mark a1", "1: mark c3", "0: mark a2", "1: mark b2"]
    assert made is not old and made.match.names == old.match.names and len(old.match.move_stack) == 7
    evening.act(other, "mark a3")
    assert len(evening.again().table(other).match.move_stack) == 5, "it is kept as any other"
    assert {f"/t/{old.links.seats[0]}/", f"/t/{old.links.watch}/"}.isdisjoint({other})
    assert evening.client.post(f"/t/{old.links.watch}/from?lang=en&before=2").status_code == 403


def test_a_table_that_plays_on_keeps_what_was_agreed_and_a_form_sent_twice_sets_up_one(evening):
    agreed = {"chat": "1", "minutes": "5", "at_end": "pass", "spectators": []}
    host = evening.set_up(form="one", **{"who-1": "here", "name-1": "Ben"}, **agreed)
    assert evening.set_up(form="one", **{"who-1": "here", "name-1": "Ben"}, **agreed) == host
    for act in ("mark a1", "mark c3", "mark a2", "mark b2", "mark b1", "mark c1", "mark a3"):
        evening.act(host, act)
    form = re.search(r'name="form" value="([^"]+)"', evening.get(f"{host}review?lang=en").text)[1]
    one, twice = (evening.client.post(f"{host}from?lang=en&before=5", data={"form": form}).url.path for _ in range(2))
    assert one == twice != host and len(list(evening.tables.ids())) == 2
    company = evening.table(one).company
    assert company.agreement == evening.table(host).company.agreement and company.agreement.minutes == 5
    assert company.card.said == () and company.seconds_left(1) == 300


def test_a_line_that_is_sent_twice_is_said_once(evening):
    host = evening.set_up(chat="1", **{"who-1": "here", "name-1": "Ben"})
    for text, form in (("hello", "one"), ("hello", "one"), ("well", "one"), ("hello", "two"), ("hello", "")):
        evening.do(host, "say", text=text, form=form)
    assert [each.text for each in evening.table(host).company.card.said] == ["hello", "well", "hello", "hello"]


def test_whoever_comes_reads_what_was_agreed_before_sitting_down(evening):
    fields = {"chat": "1", "minutes": "20", "rule": "short-game", "option-starting_kit": "suggested"}
    host = evening.set_up("the-cave", **fields)
    invitation = evening.invitation(host)
    room, join = words_in(evening.get(f"{host}?lang=en")), words_in(evening.get(f"{invitation}?lang=en"))
    for said in (
        "A short game",
        "All teams take the equipment advised",
        "with chat",
        "a clock with 20 minutes",
        "spectators may",
    ):
        assert said in room and said in join, said
    plain = evening.invitation(evening.set_up())
    assert "chat" not in words_in(evening.get(f"{plain}?lang=en")).lower()
