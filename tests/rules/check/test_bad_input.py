"""What an author may get wrong with the newer words of the language: each has a clear word with its place and its value, at the check or at the line
at which play stops, and nothing is silent."""

import pytest

import cavewright as cw
from cavewright.play.loading.load import try_load

FRAME = """ruleset bad 1.0 "Bad"
    language {language}

kind card
    | card | v: 1..4 |
    | ace  | 1       |
    | two  | 2       |

players team 2..3
    keeps points: 0..99
    keeps won: pile of card

game
    keeps deck: pile of card = 2 ace, 1 two
    keeps sack: bag of card = 2 ace
    keeps shown: 0..9
    keeps starter: team or none
    keeps queue: set of team

to play
{play}
    repeat 2 times
        each team
            offer deeds

menu deeds
action rest in deeds "Rest"
    set points = points + 1
{more}
scoring
    score points = points
    highest total wins
"""


def rules_of(line, more="", language=2):
    """The rules with some lines of play, and declarations more; without piles in language 1."""
    play = "\n".join(f"    {each}" for each in line.split("\n"))
    frame = FRAME.replace(": pile of card", ": bag of card") if language == 1 else FRAME
    return frame.format(language=language, play=play, more=f"\n{more}\n" if more else "")


REFUSED = {
    "more than may be gone through": ("for each a in 1..2000, b in 1..2000\n    set shown = 1", "", "C0609", "at least 4,002,000 things; at most 2,000,000"),
    "a loop that waits for what nothing changes": ("repeat until shown is 9\n    set points = 0", "", "C0509", "nothing in this loop changes what it waits for"),
    "a loop of turns that waits for nobody": ("repeat each team in queue\n    offer deeds", "", "C0509", "nothing in this loop changes what it waits for"),
    "a place above a pile": ("set shown = deck[0].v", "", "C0410", "nothing lies at place 0 of a pile"),
    "turns in an order of things": ("each team in card\n    offer deeds", "", "C0401", "turns go in an order of `team`, not of `card`"),
    "a reaction to itself": ("set shown = 1", "whenever rest\n    offer deeds", "C0502", "`action rest → action rest`"),
    "reactions to each other": (
        "offer others",
        "menu others\naction call in others\n    set shown = 1\n\nwhenever rest\n    offer others\n\nwhenever call\n    offer deeds",
        "C0502",
        "this leads back to itself: `action",
    ),
    "a process that calls itself": ("ping", "to ping\n    ping", "C0502", "`to ping → to ping`"),
    "a number outside what keeps it": ("set shown = 12", "", "C0410", "12 is outside 0..9"),
    "a number that is too large": ("set shown = 1", "constant big = 99999999999999999999", "C0415", "numbers go up to 1,000,000,000"),
    "a product that is too large": ("set shown = 40001 * 40000", "", "C0415", "beyond 1,000,000,000"),
    "a loop that is too long": ("repeat 100000 times\n    set shown = 1", "", "C0605", "at most 10,000 times"),
    "an action beside decisions that decides": ("set shown = 1", "menu swaps always\naction swap in swaps\n    may\n        set points = 1", "C0502", "`action swap → action swap`"),
    "a choice again and again of what never goes": ("each team\n    choose any c in card\n        gain up to 1 points", "", "C0509", "nothing in this loop changes what it waits for"),
    "a look in no direction": ("set shown = count(s in sight(a1, 0, 0))", "board spot\n    grid 3 by 3", "C0410", "0 columns and 0 rows"),
    "a look as far as nothing": ("set shown = count(s in sight(a1, 1, 0, 0))", "board spot\n    grid 3 by 3", "C0410", "nothing is seen as far as 0"),
    "a grid that is too large to go round": ("set shown = 1", "board spot\n    grid 99 round by 3", "C0421", "a grid has 1 to 50"),
    "a word in the wrong place of a grid": ("set shown = 1", "board spot\n    grid 5 hexagonal round", "C0101", "`by` or `round` was expected"),
    "a beginning with nothing": ("set shown = 1", "kind box\n    keeps inside: pile of card = none\n    | box |\n    | red |", "C0401", "none is no member"),
    "a beginning from high to low": ("set shown = 1", "kind box\n    keeps marks: set of 1..6 = 4..2\n    | box |\n    | red |", "C0410", "nothing lies in `4..2`"),
    "a beginning of another sort": ("set shown = 1", "kind box\n    keeps marks: set of 1..6 = ace\n    | box |\n    | red |", "C0401", "of type `1..6`, not `card`"),
    "division by zero": ("set shown = 4 / 0", "", "C0408", "nothing is divided by zero"),
    "nothing is left over by zero": ("set shown = remainder(4, 0)", "", "C0408", "nothing is divided by zero"),
}  # fmt: skip
ALONE = (
    "a look in no direction",
    "a grid that is too large to go round",
    "a beginning with nothing",
    "a beginning of another sort",
)
"""Of which nothing else is said."""
NOTED = {
    "a loop that waits for what it never brings": ("repeat until shown is 9\n    set shown = 2", "C0505"),
    "a loop that goes to and fro": ("repeat until shown is 9\n    set shown = 2 if shown is 1 otherwise 1", "C0505"),
    "turns of nobody": ("each team where points > 99\n    offer deeds", "C0506"),
    "turns from nobody": ("each team from starter\n    offer deeds", "C0523"),
    "turns of a set that nobody is put into": ("each team in queue\n    offer deeds", "C0523"),
}
STOPPED = {
    "more than lies in a pile": ("as first(t in team)\n    move 9 from deck to won", "9 is due, and 3 is possible (bad.cave:22)"),
    "more than is lost of a pile": ("lose 9 from deck", "9 is due, and 3 is possible (bad.cave:21)"),
    "more of a piece than there is": ("lose 9 ace from sack", "9 is due, and 2 is possible (bad.cave:21)"),
    "more than there is of a number": ("each team\n    lose 9 points", "-9 would be left, and 0 is the least possible (bad.cave:22)"),
    "a number beyond its bounds": ("set shown = 9\neach team\n    set points = shown * shown * shown", "729 is due, and 99 is possible (bad.cave:23)"),
    "division by a number that is zero": ("each team\n    set points = 4 / shown", "a number is divided by zero (bad.cave:22)"),
    "more work than a step may be": (
        "set shown = 9\nrepeat until shown is 0\n    for each a in 1..900, b in 1..900 where a < shown * 200\n        set points = 1\n    set shown = shown - 1",
        "within 2,000,000 steps of work",
    ),
}  # fmt: skip
OLD = {
    "or stop": ("each team\n    offer any deeds or stop", ""),
    "up to": ("each team\n    gain up to 1 points", ""),
    "choose any": ("each team\n    choose any c in card once\n        set points = 1", ""),
    "always for": ("set shown = 1", "menu calls always for each team\naction call in calls\n    set points = 1"),
    "pile of": ("set shown = 1", "kind box\n    keeps inside: pile of card\n    | box |\n    | red |"),
    "shuffle": ("shuffle deck", ""),
    "draw … from … to …": ("draw 1 from deck to sack", ""),
    "bottom of": ("move 1 ace from sack to bottom of deck", ""),
}


def errors_in(text):
    game, found = try_load({"bad.cave": text})
    return game, [each for each in found if each.severity == "error"]


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_is_said_with_its_place(case):
    line, more, code, said = REFUSED[case]
    game, errors = errors_in(rules_of(line, more))
    assert game is None and [each.code for each in errors][:1] == [code], [str(each) for each in errors]
    assert said in errors[0].message and errors[0].labels
    assert len(errors) == 1 or case not in ALONE, [str(each) for each in errors]


@pytest.mark.parametrize("case", NOTED)
def test_what_comes_to_nothing_is_noted(case):
    line, code = NOTED[case]
    found = try_load({"bad.cave": rules_of(line)})[1]
    assert code in {each.code for each in found} and not any(each.severity == "error" for each in found)


@pytest.mark.parametrize("engine", ["interpreter", "python"])
@pytest.mark.parametrize("case", STOPPED)
def test_play_stops_at_a_line_and_says_both_numbers(case, engine):
    line, said = STOPPED[case]
    game = cw.load_rules({"bad.cave": rules_of(line)}, engine=engine)
    with pytest.raises(cw.WorkLimitError) as stopped:
        game.new_initial_state(2)
    assert said in str(stopped.value) and stopped.value.file == "bad.cave"


@pytest.mark.parametrize("word", OLD)
def test_words_of_language_2_are_named_in_files_of_language_1(word):
    game, errors = errors_in(rules_of(*OLD[word], language=1))
    said = [each.message for each in errors if each.code == "C0319"]
    assert game is None and f"`{word}` is a word of language 2" in said, [str(each) for each in errors]
    assert all("language 2" in each.help for each in errors if each.code == "C0319")
