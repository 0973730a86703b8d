"""Where on the boards a choice is made: places that it names, passages, and where it brings something."""

import pytest

import cavewright as cw
from cavewright.connect.web.choices import Spots, choices_of
from cavewright.play.views.scene import scene_of

RULES = """ruleset hush 1.0 "Hush"
    language 1
kind way
    | way | east: -1..1 |
    | w   | -1          |
    | e   | 1           |
players team 2..2
board hall
    grid 3 by 2
    keeps owner: team or none
    keeps lamp: yes_no
    passage keeps door: yes_no
to play
    for each h in hall where h.x is 2 and h.y is 1
        set h.owner = first(t in team)
    for each h in hall where h.y is 2
        set h.owner = first(t in team where t is not first(u in team))
    repeat 9 times
        each team from first(t in team)
            offer turn
menu turn "A turn."
action slide(h in hall, w in way) in turn "Slide"
    mine: require h.owner is me and h.y is 1 "This is not yours."
    out:  require cell(h.x + w.east, h.y) is not none "There is no more hall."
    set cell(h.x + w.east, h.y).owner = me
    set h.owner = none
    set cell(h.x + w.east, 2).owner = none
action light(n in 1..2) in turn "Light both lamps of a row"
    set cell(1, n).lamp = yes
    set cell(2, n).lamp = yes
action shut(p in hall) in turn "Shut the door to the north"
    wall: require p.y is 1 "Here is no door."
    set passage(p, cell(p.x, 2)).door = yes
scoring "Nothing."
    score none_at_all = 0
    highest total wins
"""


def made(spec, name):
    """The choices of a name where they are offered first, played there at random."""
    game = cw.load_game(spec)
    match = cw.Match(game, ["Anna", "Ben"], seed=1)
    bots = [cw.bots.make("random", game, seed=n) for n in range(2)]
    while True:
        player = match.state.active_players[0]
        if any(each.name == name for each in match.state.legal_actions(player)):
            spots = Spots(match.state, scene_of(match.state, player), game.wording("en"))
            found = choices_of(match.state, player, spots, game.wording("en"))
            return [each for each in found if each.action.name == name], spots
        match.push(bots[player].choose(match.state, player))


@pytest.mark.parametrize(
    ("spec", "name", "many", "passages"),
    [
        ("draughts", "move", 2, 0),
        ("breakthrough", "move", 2, 0),
        ("chess", "move", 2, 0),
        ("connect-four", "drop", 1, 0),
        ("cave-vs-cave", "wall", 1, 1),
        ("kave-kapers", "rock_fall", 1, 1),
    ],
)
@pytest.mark.gate("draughts-move-2-0", "cave-vs-cave-wall-1-1")
def test_each_choice_has_a_way_over_the_boards_of_its_own(spec, name, many, passages):
    choices, spots = made(spec, name)
    assert len({each.spots for each in choices}) == len(choices)
    assert {len(each.spots) for each in choices} == {many}
    assert {sum(map(spots.is_passage, each.spots)) for each in choices} == {passages}
    assert all(spots.is_shown(spot) for each in choices for spot in each.spots)


@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("slide", [((0, "b1"), (0, "a1")), ((0, "b1"), (0, "c1"))]),
        ("light", [(), ()]),
        ("shut", [((0, "a1"),), ((0, "b1"),), ((0, "c1"),)]),
    ],
    ids=["goes from place to place and takes what is there", "brings two things", "names one place each"],
)
def test_what_two_choices_name_alike_is_told_apart_by_where_it_comes_to_lie(tmp_path, name, ways):
    (tmp_path / "rules.cave").write_text(RULES, "utf-8")
    choices, _ = made(tmp_path / "rules.cave", name)
    assert [each.spots for each in choices] == ways
