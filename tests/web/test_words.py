"""Words of the page that depend on who reads it, and on what is looked at."""

import re

import pytest
from table_client import client, new_table, page, send


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
    now, then = (re.search(r'<h2 id="says">([^<]*)', page(guests, token, f"?lang=en{more}").text)[1] for more in ("", "&then=1"))
    table.close()
    assert (now, then) == ("Your turn, Anna", "Jola’s turn")


def test_what_happens_within_a_condition_is_set_in_and_only_things_people_speak_of_are_listed(tmp_path):
    table = new_table(tmp_path, "the-cave")
    guests, rules = client(table), f"/t/{table.links.host}/rules?lang=en"
    enter, every = guests.get(f"{rules}&of=enter").text, guests.get(rules).text
    table.close()
    assert {deep for deep, _ in re.findall(r'style="--deep:(\d)">([^<]*)', enter)} == {"0", "1", "2"}
    assert "token.photo" in every and "feature.base" not in every and "I-01" not in every
