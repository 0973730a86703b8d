"""A first game with a teacher on the page: what a lesson is about is marked, one can pass on, and forms do all of it."""

import re

from tests.connect.web.table_client import Read, client, new_table, page


def at_table(folder):
    table = new_table(folder, "nine-mens-morris")
    return client(table), table.links.host


def lesson(read):
    found = re.search(r'<aside class="lesson"[^>]*><p role="status">([^<]*)', read.text)
    return found and found[1]


def test_a_teacher_comes_when_asked_and_what_it_says_is_marked(tmp_path):
    guests, host = at_table(tmp_path)
    read = page(guests, host)
    assert "teach" in read.ids and lesson(read) is None and "taught" not in read.text
    read = page(guests, host, "?lang=de&teach=1")
    assert lesson(read).startswith("Setze einen Stein") and "teach" not in read.ids
    marked = re.findall(r'<button name="act" value="([^"]+)" id="p0[^"]*" class="[^"]*taught', read.text)
    assert len(marked) == 24


def test_whoever_passes_on_or_does_it_is_told_no_more_of_it(tmp_path):
    guests, host = at_table(tmp_path)
    read = page(guests, host, "?lang=en&teach=1")
    onward = re.search(r'id="next-lesson" href="([^"]+)"', read.text)[1].replace("&amp;", "&")
    assert lesson(Read(guests.get(f"/t/{host}/{onward}").text)) is None
    fields = {**read.hidden, "act": "place d5"}
    other = Read(guests.post(f"/t/{host}/do?lang=en&teach=1", data=fields).text)
    assert lesson(other) and "no-lessons" in other.ids  # the other player's first
    third = Read(guests.post(f"/t/{host}/do?lang=en&teach=1", data={**other.hidden, "act": "place a1"}).text)
    assert lesson(third) is None and "teach" not in third.ids
