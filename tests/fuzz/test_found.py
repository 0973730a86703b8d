"""What was once found by chance or by thought, kept: rules that load, and would once have gone wrong in play."""

import random

import pytest
from tests.fuzz.law import in_time, play, verdict, written

import cavewright as cw

RULES = """ruleset found 1.0 "Found"
    language 1

kind ware
    | ware  |
    | flint |
    | jade  |

game
    keeps chest: bag of ware
    keeps level: 0..1000000000

players mole 2..16
    keeps points: 0..9
    keeps friend: mole or none
    keeps pouch: bag of ware

menu deeds

action rest in deeds
    gain 0 points

scoring
    score points = points
    highest total wins
"""
NOBODY = """
to play
    as friend
        may
            gain 1 point
    offer deeds
"""
EMPTY_BAG = """
to play
    offer deeds
    repeat 200 times
        repeat 200 times
            repeat 200 times
                draw x from chest
    gain 1 jade in chest
"""
EMPTY_MENU = """
to play
    offer deeds
    repeat until points is 9
        offer dreams
    set points = 9

menu dreams

action dream in dreams
    require points > 8
    gain 1 point
"""
ALL_AT_ONCE = """
to play
    offer deeds
    repeat 10000 times
        each mole at once
            choose x in ware where x in pouch
                gain 1 point
    gain 1 jade in pouch
"""
STRICT = """
to play
    offer deeds
    offer dares

menu dares

action dare in dares
    gain 1 point
    each mole at once
        cost 1 point
        may
            gain 1 point
"""
SQUARES = """
define d0 = level + 2
{defines}
to play
    set level = 1000000000
    offer deeds
    let n = 9
    repeat 30 times
        set n = n * n
        set n = n + n
    set level = n
    gain 1000000000 jade in chest
    repeat 40 times
        gain (chest[jade]) jade in chest
    offer deeds
""".format(defines="\n".join(f"define d{n + 1} = d{n} * d{n}" for n in range(9)) + "\nadvice = d9")
CHAIN = (
    "\n".join(
        f"menu m{n}\naction a{n} in m{n}\n    lose 0 points\n    lose 1 point\n    gain 1 point\n    offer m{n + 1}"
        for n in range(300)
    )
    + """
menu m300
action last in m300
    gain 1 point

to play
    offer deeds
    set points = 5
    offer m0
"""
)


def game_of(rules, tmp_path):
    """The game of some rules; they have to load."""
    return cw.load_game(written(tmp_path / "found", {"found.cave": RULES + rules}))


@pytest.mark.parametrize("rules", (NOBODY, EMPTY_BAG, EMPTY_MENU, ALL_AT_ONCE, STRICT, SQUARES, CHAIN))
@pytest.mark.gate(0, 4, 5)
def test_what_was_found_is_lawful(rules, tmp_path):
    game = game_of(rules, tmp_path)
    with in_time(60):
        play(game, random.Random(7))


@pytest.mark.long
def test_rules_that_come_to_no_decision_say_so_and_change_nothing(tmp_path):
    state = game_of(EMPTY_BAG, tmp_path).new_initial_state()
    before = state.key()
    with pytest.raises(cw.WorkLimitError, match="no decision within 2,000,000"):
        state.apply("0: rest")
    assert state.key() == before and state.check("0: rest").ok


def test_a_round_that_changes_nothing_ends_its_loop(tmp_path):
    state = game_of(EMPTY_MENU, tmp_path).new_initial_state().apply("0: rest")
    assert state.is_terminal
    assert [each.kind for each in state.events] == ["ended", "set"]


@pytest.mark.long
def test_all_at_once_without_a_choice_goes_on(tmp_path):
    state = game_of(ALL_AT_ONCE, tmp_path).new_initial_state()
    assert state.apply("0: rest").is_terminal


def test_nobody_acts_as_nobody(tmp_path):
    state = game_of(NOBODY, tmp_path).new_initial_state()
    assert state.current_player == 0 and [str(each) for each in state.legal_actions()] == ["0: rest"]


def test_numbers_end_at_the_largest(tmp_path):
    state = game_of(SQUARES, tmp_path).new_initial_state()
    with pytest.raises(cw.WorkLimitError, match=r"beyond 9,007,199,254,740,991 .*found\.cave:\d+"):
        state.apply("0: rest")
    assert state.view().game.values["level"] <= 1_000_000_000


def test_many_files_and_many_words_are_refused_at_once(tmp_path):
    many = written(tmp_path / "many", {f"f{n:03}.cave": "# " + "x" * 200_000 for n in range(20)})
    assert verdict(many) == "refused"
    words = written(tmp_path / "words", {f"f{n}.cave": "constant a = 1 " * 9_000 for n in range(5)})
    assert verdict(words) == "refused"


BORDERS = """
kind slab
    | slab | open: set of side |
    | full | n e s w           |

board place of slab by open
    grid growing
    passage keeps dug: yes_no

to play
    lay full at cell(0, 0)
    set passage(cell(0, 0), cell(1, 0)).dug = yes
    offer deeds
    lay full at cell(1, 0)
    set passage(cell(0, 0), cell(1, 0)).dug = yes
    offer deeds
"""


def test_no_passage_leads_to_a_place_that_is_not_there(tmp_path):
    state = game_of(BORDERS, tmp_path).new_initial_state()
    assert state.view().boards["place"].passages == {} and not state.problems()
    assert state.apply("0: rest").view().boards["place"].passages == {"o–e1": cw.Kept({"dug": True}, {})}


FEW = """
to play
    set level = 9
    set seen[level] = yes
    offer deeds
    set seen[level - 6] = yes
    offer deeds
"""


def test_a_set_takes_no_number_outside_its_range(tmp_path):
    (tmp_path / "found.cave").write_text(
        RULES.replace("    keeps chest", "    keeps seen: set of 0..3\n    keeps chest") + FEW
    )
    state = cw.load_game(tmp_path).new_initial_state()
    assert state.view().game.values["seen"] == () and not state.problems()
    assert state.apply("0: rest").view().game.values["seen"] == (3,)


@pytest.mark.parametrize(
    ("facts", "code"),
    [("id,text\rF-1,a\n", "C0132"), ('id,text\nF-1,"open\n', "C0130"), ("id,text\nF-1,a,b,c\n", "C0131")],
)
def test_facts_that_cannot_be_read_are_told(tmp_path, facts, code):
    (tmp_path / "facts.csv").write_bytes(facts.encode())
    (tmp_path / "found.cave").write_text(RULES + "\nto play\n    offer deeds\n")
    with pytest.raises(cw.RulesetError, match=code):
        cw.load_game(tmp_path)


def test_a_bag_that_holds_all_is_told(tmp_path):
    (tmp_path / "found.cave").write_text(
        RULES.replace("pouch: bag of ware", "pouch: bag of ware holding all") + "\nto play\n    offer deeds\n"
    )
    with pytest.raises(cw.RulesetError, match="C0417"):
        cw.load_game(tmp_path)
