"""Points in the middle of a game: what each would have is told, and why it does not count now."""

import pytest
from tests.connect.cli.test_play import Session

import cavewright as cw
from cavewright.connect.prompts.standing_rows import standing_rows
from cavewright.play.states.preview import standings


def match_of(spec, moves, bot="greedy"):
    game = cw.load_game(spec)
    match = cw.Match(game, ["Anna", "Ben"], seed=7)
    bots = [cw.bots.make(bot, game, seed=n) for n in range(2)]
    while len(match.move_stack) < moves and not match.state.is_terminal:
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
    return match


@pytest.mark.parametrize(
    ("lang", "why"), [("en", "Only if the team is back."), ("de", "Nur, wenn das Team zurück ist.")]
)
def test_whoever_is_not_in_the_running_has_points_a_star_and_a_reason(lang, why):
    match = match_of("the-cave", 40)
    found = standing_rows(match.state, None, lang)
    assert [each[0] for each in found.rows] == ["Anna *", "Ben *"] and found.why.endswith(why)
    for row, standing in zip(found.rows, standings(match.state), strict=True):
        assert int(row[-1]) == standing.points == sum(map(int, row[1:-1])) > 0


def test_where_all_are_in_the_running_nothing_is_added():
    assert standing_rows(match_of("connect-four", 5, "random").state, None, "en") is None


def test_the_terminal_tells_it():
    from tests.connect.cli.test_play import KIT

    session = Session(["enter n1 by walk", "score"]).play("the-cave", settings=KIT, names=("Anna", "Jola"), seed=3)
    assert "Only if the team is back." in session.seen and "lost" not in session.seen
