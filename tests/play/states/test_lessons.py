"""Lessons of a first game: the first that fits what can be done and was not done, for whoever does otherwise, too."""

import pytest

import cavewright as cw
from cavewright.play.loading.rulesets import RulesetError
from cavewright.play.states.lessons import lesson_for, subject_of

RULES = """ruleset hush 1.0 "Hush"
    language 1
players team 2..2
    keeps points: 0..9
to play
    repeat 3 times
        each team from first(t in team)
            offer any turn
menu turn "A turn."
action sing in turn "Sing"
    once: require points < 5 "That is enough."
    gain 1 points
action dance in turn "Dance"
    gain 2 points
scoring "Points."
    score all = points
    highest total wins
{lessons}
"""
LESSONS = 'lesson dance "Dance first."\nlesson sing "Then sing."\nlesson done "That will do."'


def game(folder, lessons=LESSONS):
    path = folder / "hush.cave"
    path.write_text(RULES.format(lessons=lessons))
    return cw.load_game(path)


def told(match, passed=()):
    found = lesson_for(match.state, match.state.active_players[0], match.move_stack, passed)
    return found and subject_of(found)


@pytest.mark.parametrize(
    ("done", "passed", "lesson"),
    [
        ((), (), "dance"),
        (("dance",), (), "sing"),
        (("sing",), (), "dance"),
        (("sing", "dance"), (), "done"),
        ((), ("dance",), "sing"),
        ((), ("dance", "sing", "done"), None),
        (("done",), (), "dance"),
        (("done", "dance", "done"), (), "dance"),
    ],
)
def test_the_first_lesson_that_fits_is_told(tmp_path, done, passed, lesson):
    match = cw.Match(game(tmp_path), ["Anna", "Ben"], seed=1)
    for each in done:
        match.push(each)
    assert told(match, passed) == lesson


def test_a_lesson_about_what_cannot_be_done_waits(tmp_path):
    match = cw.Match(game(tmp_path, 'lesson sing "Sing."'), ["Anna", "Ben"], seed=1)
    for each in ("dance", "dance", "dance"):
        match.push(each)
    assert told(match) is None


def test_lessons_change_nothing_of_the_rules(tmp_path):
    with_lessons, without = game(tmp_path), game(tmp_path, "")
    assert with_lessons.hash == without.hash


def test_a_lesson_about_nothing_is_refused(tmp_path):
    with pytest.raises(RulesetError, match="C0215"):
        game(tmp_path, 'lesson swim "Swim."')


@pytest.mark.parametrize("spec", ["the-cave", "cave-vs-cave", "nine-mens-morris"])
def test_lessons_are_told_in_three_languages_and_come_to_an_end(spec):
    game = cw.load_game(spec)
    match, bot = cw.Match(game, 2, seed=4), cw.bots.make("random", game, seed=4)
    seen = {}
    while not match.state.is_terminal and len(match.move_stack) < 150:
        player = match.state.active_players[0]
        if found := lesson_for(match.state, player, match.move_stack):
            seen[subject_of(found)] = {game.wording(lang).clause(found) for lang in ("en", "de", "es")}
        match.push(bot.choose(match.state, player))
    assert len(seen) > 1 and all(len(each) == 3 for each in seen.values())
