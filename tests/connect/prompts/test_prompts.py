"""Prompts hold what a player needs and nothing that it may not know: every legal action, as replies name it."""

import re

import pytest

import cavewright as cw
from cavewright.connect.prompts import prompt as module

GAMES = cw.registered_games()


def walked(id, seed, steps):
    """The states of a match of random bots, each with who decides."""
    game = cw.load_game(id)
    match, bot = cw.Match(game, seed=seed), cw.bots.make("random", game, seed)
    for _ in range(steps):
        if match.state.is_terminal:
            return
        player = match.state.active_players[0]
        yield match.state, player
        match.push(bot.choose(match.state, player))


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.gate("the-cave")
def test_a_prompt_holds_every_legal_action(id):
    for n, (state, player) in enumerate(walked(id, 3, 40)):
        if n % 8 == 0:
            for lang in ("en", "de"):
                said = cw.prompt(state, player, lang)
                assert re.findall(r"^- `([^`]+)`", said, re.MULTILINE) == [
                    each.text for each in state.legal_actions(player)
                ]
                last = said.splitlines()[-1]
                assert cw.read_reply(state, player, last) == state.legal_actions(player)[0]
                assert f"{state.names[player]}" in said.splitlines()[0] and len(said) < 20_000
                assert len(re.findall("^## ", said, re.MULTILINE)) == 4


def test_what_a_player_may_not_know_is_not_in_the_prompt():
    """The law over pairs of positions is in tests/play; here one game, in which each has drawn a secret goal."""
    game = cw.load_game("the-cave", overlays=["survey-goals"])
    match = cw.Match(game, 2, seed=1)
    while match.state.current_player < 0 or not any(each.shown == "secret" for each in game.rules_model.fields):
        match.push(match.state.legal_actions(match.state.active_players[0])[0])
    player = match.state.current_player
    mine, other = (
        match.state.view(player).players[player].values,
        match.state.view(1 - player).players[1 - player].values,
    )
    secret = next(
        each.name
        for each in game.rules_model.fields
        if each.shown == "secret" and each.owner == game.rules_model.players
    )
    assert mine[secret] != other[secret] is not None
    said = module.prompt(match.state, player)
    wording = game.wording()
    field = next(each for each in game.rules_model.fields if each.name == secret)
    shown = [
        module.held_words(field, match.state.view(n).players[n], match.state, wording) for n in (player, 1 - player)
    ]
    assert shown[0] in said and shown[1] not in said


def test_a_prompt_is_for_who_may_act():
    state = cw.load_game("connect-four").new_initial_state(["Anna", "Jola"])
    with pytest.raises(ValueError, match="player 1 may not act now: Anna’s turn"):
        cw.prompt(state, 1)
    with pytest.raises(ValueError, match="player"):
        cw.prompt(state, 7)
    with pytest.raises(TypeError, match="state is a State, not 'x'"):
        cw.prompt("x", 0)
    with pytest.raises(ValueError, match="there are no texts in the language `xx`"):
        cw.prompt(state, 0, "xx")


def test_of_very_many_actions_one_of_each_kind_is_listed(monkeypatch):
    monkeypatch.setattr(module, "LISTED", 3)
    said = cw.prompt(cw.load_game("connect-four").new_initial_state(), 0)
    assert "- `drop 1`\nOne of each kind is listed; there are 7, with other values." in said and "drop 2" not in said
