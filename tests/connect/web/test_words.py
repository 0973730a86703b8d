"""Words of the page that depend on who reads it, and on what is looked at."""

import json
import re
from pathlib import Path

import pytest
from tests.connect.web.table_client import client, new_table, page, send

import cavewright as cw
from cavewright.connect.web import static_page
from cavewright.connect.web.static_page import page_files
from cavewright.connect.web.table import Table


@pytest.mark.parametrize(("lang", "said"), [("en", "another site"), ("de", "eine andere Seite"), ("es", "otro sitio")])
def test_what_is_refused_before_it_is_read_is_said_in_the_language(tmp_path, lang, said):
    table = new_table(tmp_path)
    guests, path, tongue = client(table), f"/t/{table.links.host}/", {"accept-language": f"{lang};q=0.8"}
    answers = [
        guests.post(f"{path}do", data={"act": "mark b2"}, headers={**tongue, "sec-fetch-site": "cross-site"}),
        guests.get(path, headers={**tongue, "host": "evil.example"}),
        guests.get(f"{path}?at={'a' * 5000}", headers=tongue),
    ]
    table.close()
    assert [each.status_code for each in answers] == [403, 421, 414] and said in answers[0].text
    english = ["another site", "does not go by that name", "too long"]
    assert [word in each.text for word, each in zip(english, answers, strict=True)] == [lang == "en"] * 3


def test_nobody_is_thinking_at_an_earlier_position(tmp_path):
    table = new_table(tmp_path, players=["Anna", "Jola"], bots=("", "random"))
    guests, token = client(table), table.links.host
    send(guests, token, act="mark b2", **page(guests, token).hidden)
    table.match.push("mark a1")
    now, then = (
        re.search(r'<h2 id="says">([^<]*)', page(guests, token, f"?lang=en{more}").text)[1] for more in ("", "&then=1")
    )
    table.close()
    assert (now, then) == ("Your turn, Anna", "Jola’s turn")


def test_what_happens_within_a_condition_is_set_in_and_only_things_people_speak_of_are_listed(tmp_path):
    table = new_table(tmp_path, "the-cave")
    guests, rules = client(table), f"/t/{table.links.host}/rules?lang=en"
    enter, every = guests.get(f"{rules}&of=enter").text, guests.get(rules).text
    table.close()
    assert {deep for deep, _ in re.findall(r'style="--deep:(\d)">([^<]*)', enter)} == {"0", "1", "2"}
    assert "token.photo" in every and "feature.base" not in every and "I-01" not in every


SOUP = """ruleset soup 1.0 "Soup"
    language 1
kind food
    | food | raw: yes_no |
    | leek | no          |
    | salt | no          |
    | rice | yes         |
    | eggs | yes         |
players cook 2..2
    keeps tasted: food or none
to play
    repeat 3 times
        each cook from first(c in cook)
            offer turn
menu turn "A turn."
action taste (f in food) in turn "Taste something"
    done: require not f.raw "It is raw."
    set tasted = f
action rest in turn "Rest"
    set tasted = none
scoring
    score points = 0
"""


def test_with_which_things_something_is_impossible_is_said_together_where_the_reason_is_the_same(tmp_path):
    (tmp_path / "soup.cave").write_text(SOUP, "utf-8")
    table = Table.new(
        cw.Match(cw.load_game(tmp_path / "soup.cave"), ["Anna", "Ben"], seed=1), (), tmp_path / "a.match", "soup"
    )
    text = page(client(table), table.links.seats[0]).text
    table.close()
    assert re.findall(r'<summary><span class="what">([^<]*)</span> <span class="short">([^<]*)', text) == [
        ("taste rice · taste eggs", "It is raw.")
    ]


@pytest.mark.parametrize(
    ("spec", "spot", "thing"),
    [("cave-vs-cave", "0:a2", "chamber.entrance"), ("cave-vs-cave", "2:shelf", "chamber.shelf")],
)
@pytest.mark.gate("cave-vs-cave-2:shelf-chamber.shelf")
def test_a_place_leads_to_the_rules_of_what_lies_there(tmp_path, spec, spot, thing):
    table = new_table(tmp_path, spec, ["Anna", "Ben"])
    guests, seat = client(table), table.links.seats[0]
    links = [each for each in page(guests, seat, f"?lang=de&at={spot}").links if f"of={thing}" in each]
    assert not re.search(r"<p>[^<]*,\s*</p>", page(guests, seat, f"?lang=de&at={spot}").text)
    assert len(links) == 1 and guests.get(links[0]).status_code == 200
    table.close()


def test_a_page_without_a_server_has_every_word_that_it_says():
    pages = Path(static_page.__file__).parent / "pages"
    said = {name for path in pages.glob("*.mjs") for name in re.findall(r'\bsay\("(\w+)"', path.read_text("utf-8"))}
    there = page_files(cw.load_game("tic-tac-toe"), [2], "game")
    for words in json.loads(there["play.json"])["words"].values():
        assert len(said) > 50 and sorted(said - set(words)) == []
