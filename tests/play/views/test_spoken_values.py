"""Values of the moment in texts of lines: as they are for whoever reads them, in every language, and never a secret."""

import pytest
from tests.play.views.spoken_rules import AUCTION

import cavewright as cw
from cavewright.play.loading.load import try_load
from cavewright.play.positions.moment import UNKNOWN, wording_at
from cavewright.play.positions.sight import ALL
from cavewright.publish.sentences import Sentences

CATALOGUE = """msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);"

msgctxt "action raise_to"
msgid "Bid more than {bid}"
msgstr "Mehr als {bid} bieten"

msgctxt "pass"
msgid "x"
msgstr ""

msgctxt "pass.fine"
msgid "You have {coins|coin|coins} left."
msgstr "Du hast noch {coins|Münze|Münzen}."
"""


@pytest.fixture
def game(tmp_path):
    (tmp_path / "auction").mkdir()
    (tmp_path / "auction" / "auction.cave").write_text(AUCTION)
    (tmp_path / "auction" / "locale").mkdir()
    (tmp_path / "auction" / "locale" / "de.po").write_text(CATALOGUE)
    return cw.load_game(tmp_path / "auction")


def played(game, *actions):
    state = game.new_initial_state(["Anna", "Ben"])
    for each in actions:
        state = state.apply(each)
    return state


BEGUN = "0: limit 4", "1: limit 7", "chance: hasty 1", "0: doubts no"


def refusals(state, action, lang="en"):
    return [each.in_language(lang).message for each in state.check(action).reasons]


def test_questions_say_what_is_due_now(game):
    start = played(game)
    (first, *_) = start.legal_actions(0)
    assert wording_at(start, "en", 0, 0).question(first.signature) == "Your limit, out of 10 coins?"
    state = played(game, *BEGUN[:3])
    asked = state.legal_actions()[0].signature
    assert wording_at(state, "en", 0, 0).question(asked) == "Think about the vase at 3 coins?"
    state = played(game, *BEGUN, "0: raise_to 3", "1: doubts no")
    bidding, passing = (next(a for a in state.legal_actions() if a.name == name) for name in ("raise_to", "pass"))
    said = {lang: wording_at(state, lang, 1, 1) for lang in ("en", "de", "es")}
    assert said["en"].question(bidding.signature) == "Bid more than 3"
    assert said["de"].question(bidding.signature) == "Mehr als 3 bieten"
    assert said["en"].confirmation(passing.signature) == "Anna would have the vase for 3 coins."
    assert f"**{said['en'].action(bidding.signature)}**: Bid more than 3" in cw.prompt(state, 1)


def test_refusals_say_the_values_of_the_action_and_of_its_player(game):
    state = played(game, *BEGUN, "0: raise_to 3", "1: doubts no", "1: raise_to 4", "0: doubts yes")
    assert refusals(state, "0: raise_to 2") == ["2 is too little: it has to be 5 coins or more, for the vase."]
    assert refusals(state, "0: raise_to 9") == ["Your limit is 4, and 9 is 5 beyond it."]
    state = state.apply("0: pass").apply("1: doubts no")
    assert refusals(state, "1: pass") == ["You, Ben, bid 4."]


def test_a_spectator_reads_no_secret(game):
    state = played(game, *BEGUN)
    clause = next(each for each in game.rules if each.name == "raise_to.far")
    slots = state._slots(0)[:]
    said = [wording_at(state, "en", 0, viewer, slots).clause(clause) for viewer in (0, 1, None, ALL)]
    assert [each.startswith("Your limit is 4") for each in said] == [True, False, False, True]
    assert said[1] == said[2] and said[1].startswith(f"Your limit is {UNKNOWN}")


def test_what_is_written_of_rules_tells_values_in_words(game):
    (told, *_) = [e for s in Sentences(game.wording("en")).action("raise_to") for e in s.inner if e.kind == "refusal"]
    assert told.text == "The n is too little: it has to be the bid plus 1 (coins) or more, for the sale."


@pytest.mark.parametrize(
    ("line", "wrong", "code", "named"),
    [
        (
            "set bid = n",
            'draw_it: require high is none or high.limit < n "It is {high.limit}."',
            "C0524 C0525",
            "limit",
        ),
        ("Bid more than {bid}", "Bid more than {high.limit}", "C0525", "limit"),
        ("Think about {sale}", "Think about {next(me).limit}", "C0525", "limit"),
        ("Think about {sale}", "Think about {loest}", "C0203", "loest"),
        ("You have {coins|", "You have {more|", "C0203", "more"),
        ("Bid more than {bid}", "Bid more than {more}", "C0203", "more"),
        ("Bid more than {bid}", "Bid more than {passed}", "C0401", "yes_no"),
    ],
)
def test_what_its_reader_may_not_know_is_refused(line, wrong, code, named):
    game, found = try_load({"auction.cave": AUCTION.replace(line, wrong)})
    told = [each for each in found if each.severity == "error"]
    assert game is None and told and {each.code for each in told} <= set(code.split())
    assert any(named in each.message for each in told)
