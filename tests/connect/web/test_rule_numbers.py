"""From the table to the book: a refusal names the number of its rule, which leads to it, and on to the book itself."""

import html
import re

import pytest
from starlette.testclient import TestClient
from tests.connect.web.table_client import new_table

from cavewright.connect.web.server import Server
from cavewright.play.loading.opened_rules import open_rules
from cavewright.publish.book.rule_numbers import RuleNumbers

ADDRESS = "https://books.example/cave"


@pytest.fixture(scope="module")
def numbers():
    return RuleNumbers(open_rules("the-cave", {}))


@pytest.mark.parametrize(
    ("clause", "number"),
    [
        ("discover.place", "5.3"),
        ("discover.base", "5.1"),
        ("enter.gear", "6.2"),
        ("define base", "3.2"),
        ("action enter", "6.1"),
        ("enter.no_such_line", "6.1"),
        ("nothing", ""),
        ("", ""),
    ],
)
def test_a_clause_has_the_number_of_the_rule_that_says_it(numbers, clause, number):
    assert numbers.number_of(clause) == number


def test_every_refusal_of_the_game_leads_to_a_rule_that_is_there(numbers):
    known = {each.number for each in numbers.book.entries}
    clauses = [each.name for each in numbers.opened.rules.clauses if each.rule in numbers.opened.rules.actions]
    found = [numbers.number_of(each) for each in clauses]
    assert found and all(found) and set(found) <= known


@pytest.mark.long
def test_the_rules_beside_a_table_stand_by_their_numbers_and_lead_to_the_book(tmp_path):
    table = new_table(tmp_path, "the-cave", 2, options={"starting_kit": "suggested"})
    client = TestClient(Server(table, book=ADDRESS).application(), base_url="http://localhost", follow_redirects=True)
    root = f"/t/{table.links.host}/"
    text = client.get(f"{root}rules?lang=en&of=discover").text
    assert f'<a href="{ADDRESS}#r5.3">5.3</a>' in text and 'id="r5.3"' in text
    pages = [client.get(root).text]
    while "discover" not in pages[-1] and len(pages) < 4:
        table.match.apply(table.match.state.legal_actions()[0])
        pages.append(client.get(root).text)
    refused = re.findall(r'class="number" href="([^"]+)#r([\d.]+)">\2<', "".join(pages))
    assert refused and all(
        client.get(html.unescape(link)).text.count(f'id="r{number}"') == 1 for link, number in refused
    )
