"""Chance that is due again and again, and nobody decides: rules that never end in this way end whatever plays them."""

import pytest
from typer.testing import CliRunner

import cavewright as cw
from cavewright.adapters import pettingzoo
from cavewright.bots.players import beam_search, tree_search
from cavewright.connect.cli import app
from cavewright.engine.interpret.step import EndlessChanceError
from cavewright.machine.native.machine import has_wasm
from cavewright.play.matches import history

RULES = """ruleset endless 1.0 "Endless"
    language 1

kind face
    | face |
    | one  |
    | two  |

players team 1..2
    keeps n: 0..9

to play
    offer deeds
    offer deeds

menu deeds

action go in deeds "Go"
    repeat until n > 5
        look: roll f in face
        gain 1 n
        lose 1 n

action stay in deeds "Stay"
    gain 1 n

scoring
    score a = n
    highest total wins
"""
ONE_FACE = RULES.replace("    | two  |\n", "")
EXAMPLE = """
example goes_on
    begin play
    when go
    when stay
"""


@pytest.fixture
def few(monkeypatch):
    """Little chance is enough."""
    monkeypatch.setattr(history, "MOST_DRAWS", 300)


@pytest.fixture
def game():
    return cw.load_rules({"endless.cave": RULES})


def test_a_match_stands_as_before_and_goes_on_otherwise(few, game):
    match = cw.Match(game, 1, seed=1)
    with pytest.raises(EndlessChanceError, match="more than 100,000 times") as caught:
        match.push("go")
    assert caught.value.span.source.line(caught.value.line).strip() == "look: roll f in face"
    assert "ohne eine Entscheidung" in caught.value.text("de") and "sin una decisión" in caught.value.text("es")
    assert (match.move_stack, match.state) == ((), game.new_initial_state(1))
    match.push("stay")
    match.push("stay")
    assert match.state.is_terminal


def test_chance_by_hand_is_resolved_no_further(few, game):
    match = cw.Match(game, 1, seed=1, by_hand=True)
    match.push("go")
    before = match.state
    with pytest.raises(EndlessChanceError):
        match.resolve()
    assert (len(match.move_stack), match.state) == (1, before)


@pytest.mark.parametrize("bot", ["greedy", "mcts"])
def test_bots_look_no_further(game, bot, monkeypatch):
    """As far in machine code as without it."""
    budget = {"playouts": 20} if bot == "mcts" else {}

    def chosen():
        return str(cw.bots.make(bot, game, seed=1, **budget).choose(game.new_initial_state(2), 0))

    by_machine = chosen()
    for module in (beam_search, tree_search):
        monkeypatch.setattr(module, "compiled_search", lambda game, players: None)
    assert chosen() == by_machine


def test_an_environment_says_so(few, game):
    env = pettingzoo.env(game, players=1)
    env.reset(seed=1)
    going = int(env.last()[0]["action_mask"].argmax())
    with pytest.raises(EndlessChanceError):
        env.step(going)


@pytest.mark.skipif(not has_wasm(), reason="no WebAssembly here")
def test_a_batch_cuts_the_game(game):
    batch = cw.vector(game, players=1, size=3, seed=1)
    batch.reset()
    batch.step_options([0, 1, 1])
    assert list(batch.truncated) == [True, False, False]


def test_an_example_says_so(few, tmp_path):
    (tmp_path / "endless.cave").write_text(ONE_FACE + EXAMPLE, "utf-8")
    ended = CliRunner().invoke(app, ["test", str(tmp_path)], prog_name="cavewright")
    assert ended.exit_code == 1 and "chance does not come to a decision" in ended.output.replace("\n", " ")


def test_simulated_games_say_so(few, tmp_path):
    (tmp_path / "endless.cave").write_text(RULES, "utf-8")
    ended = CliRunner().invoke(
        app, ["simulate", str(tmp_path), "--games", "9", "--bots", "random"], prog_name="cavewright"
    )
    assert ended.exit_code == 1 and "look: roll f in face" in ended.output
