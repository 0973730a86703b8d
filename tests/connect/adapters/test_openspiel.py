"""Games of OpenSpiel: its own tests pass, its search plays, and what does not fit its model is said."""

import copy
import pickle
import random
import subprocess
import sys
import unittest
from pathlib import Path

import pytest

import cavewright as cw

pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")
pytest.importorskip("absl", reason="needs absl")
from absl import flags  # noqa: E402

from cavewright.adapters import openspiel  # noqa: E402

IDS = cw.registered_games()
SETTINGS = ["tic-tac-toe", "the-cave", "cave-vs-cave"]


def named(id, **params):
    return f"{openspiel.PREFIX}{id}({','.join(f'{name}={value}' for name, value in params.items())})"


@pytest.fixture(scope="module", autouse=True)
def registered():
    """All bundled rulesets, and flags that are parsed."""
    flags.FLAGS(["tests"])
    openspiel.register()


def shorter(first):
    """The first cases of a table in the short run, all in the longer one."""
    return [each if each in first else pytest.param(each, marks=pytest.mark.long) for each in IDS]


@pytest.mark.parametrize("id", shorter(["tic-tac-toe", "connect-four", "nine-mens-morris", "the-cave"]))
@pytest.mark.long
def test_openspiels_walks_at_random_pass(id, capfd):
    for players in cw.load_game(id).players if id != "the-cave" else (3,):
        game = pyspiel.load_game(named(id, max_moves=40, players=players))
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        assert game.num_players() == players


@pytest.mark.long
@pytest.mark.parametrize("id", shorter(["tic-tac-toe"]))
def test_openspiels_tests_of_its_interface_pass(id, capfd, monkeypatch):
    """On fewer states than OpenSpiel takes of its own games."""
    from open_spiel.integration_tests import api_test

    sampled = api_test.sample_some_states.sample_some_states
    monkeypatch.setattr(
        api_test.sample_some_states, "sample_some_states", lambda game, max_states: sampled(game, max_states=40)
    )
    name = named(id, max_moves=30)
    case = type(
        "Partial", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": pyspiel.load_game(name)}
    )
    result = unittest.TextTestRunner(stream=sys.stderr).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    assert result.testsRun == 5 and result.wasSuccessful() and not result.skipped, [
        text for _, text in result.failures + result.errors
    ]


@pytest.mark.parametrize("id", shorter(["tic-tac-toe", "connect-four", "hex", "nine-mens-morris", "the-cave"]))
@pytest.mark.long
def test_openspiels_simulation_passes(id, capfd):
    """Clones, pickles and texts of states are the same."""
    from open_spiel.python.tests import games_sim_test

    game = pyspiel.load_game(named(id, max_moves=30))
    games_sim_test.GamesSimTest("test_pig").sim_game(game)


@pytest.mark.parametrize("id", shorter(["tic-tac-toe", "connect-four", "hex", "cave-vs-cave"]))
@pytest.mark.gate("tic-tac-toe")
def test_playthroughs_are_played_again(id, tmp_path):
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(named(id, max_moves=8), None, seed=3)
    (tmp_path / "playthrough.txt").write_text(text, "utf-8")
    before, after = generate_playthrough.replay(str(tmp_path / "playthrough.txt"))
    assert before == after and "IsTerminal() = True" in text


def test_a_game_is_the_ruleset_as_it_is_set():
    game = pyspiel.load_game(
        named(
            "the-cave",
            players=3,
            overlays="long-rope+short-game",
            options="starting_kit:suggested",
            utility="score",
            max_moves=50,
        )
    )
    setting = openspiel.setting_of(game)
    assert (
        setting.ruleset.overlays == ("long-rope", "short-game")
        and setting.ruleset.options["starting_kit"] == "suggested"
    )
    assert (
        game.num_players() == 3
        and game.max_game_length() == 50
        and game.get_type().information.name == "IMPERFECT_INFORMATION"
    )
    assert game.num_distinct_actions() == cw.encodings.Actions(setting.ruleset, 3).size
    assert pyspiel.load_game(named("hex")).get_type().utility.name == "ZERO_SUM"


def test_states_are_those_of_cavewright():
    """Actions, chance, texts, payoffs."""
    game = pyspiel.load_game(named("the-cave", players=2))
    state = game.new_initial_state()
    while not state.is_chance_node():
        legal = state.legal_actions()
        assert [state.action_to_string(state.current_player(), n) for n in legal] == [
            openspiel.setting_of(game).actions.decode(n, state.current_player()).text for n in legal
        ]
        state.apply_action(legal[0])
    assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
    assert state.position.current_player == cw.CHANCE and state.returns() == [0, 0]
    twin = copy.deepcopy(state)
    state.apply_action(state.chance_outcomes()[0][0])
    assert twin.is_chance_node() and not state.is_chance_node() and str(pickle.loads(pickle.dumps(twin))) == str(twin)


def test_who_observes_is_told_what_it_may_know():
    """By each observer of OpenSpiel: a player, nobody in particular, all; with and without what was told before."""
    game = pyspiel.load_game(named("the-cave", players=2, overlays="survey-goals", options="starting_kit:suggested"))
    setting, state = openspiel.setting_of(game), game.new_initial_state()
    for _ in range(12):
        state.apply_action(state.chance_outcomes()[-1][0] if state.is_chance_node() else state.legal_actions()[0])
    private, seen = pyspiel.PrivateInfoType, set()
    for told, viewers in (
        (private.SINGLE_PLAYER, (0, 1)),
        (private.NONE, (None, None)),
        (private.ALL_PLAYERS, (cw.ALL, cw.ALL)),
    ):
        for recalls in (False, True):
            observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recalls, private_info=told))
            for player, viewer in enumerate(viewers):
                observer.set_from(state, player)
                view = state.position.view(viewer)
                meant = (
                    (setting.information.tensor(state.recall, viewer), setting.information.text(state.recall, viewer))
                    if recalls
                    else (setting.observations.tensor(view), setting.observations.text(view))
                )
                assert list(observer.tensor) == list(meant[0]) and observer.string_from(state, player) == meant[1]
                seen.add(meant[1])
    assert len(seen) == 8, "what one may know is otherwise than what another may"


def test_tic_tac_toe_pays_the_winner():
    state = pyspiel.load_game(named("tic-tac-toe")).new_initial_state()
    for square in ("a1", "a2", "b1", "b2", "c1"):
        state.apply_action(state.string_to_action(state.current_player(), f"mark {square}"))
    assert state.is_terminal() and state.returns() == [1, -1] and state.legal_actions() == []


def test_what_is_cut_pays_as_if_it_ended_there():
    state = pyspiel.load_game(named("connect-four", max_moves=2, utility="score")).new_initial_state()
    state.apply_action(0)
    state.apply_action(0)
    assert state.is_terminal() and state.returns() == [float(each) for each in state.position.returns()]


def misfit_rows():
    """The rows of the table of `docs/adapters.md`: rulesets with their numbers of players, what does not fit, and what is done."""
    found = {}
    for each in openspiel.misfits():
        what, _, so = each.reason.partition(": ")
        players = f"{each.players[0]} to {each.players[-1]}" if len(each.players) > 1 else str(each.players[0])
        found.setdefault((what, so if each.fits else "left out"), []).append(f"`{each.ruleset}` ({players})")
    return [f"| {', '.join(several)} | {what} | {so} |" for (what, so), several in found.items()]


def test_the_page_lists_what_does_not_fit():
    """As it is; and what it does not list fits."""
    page = (Path(__file__).parents[3] / "docs" / "adapters.md").read_text("utf-8")
    table = page.partition("`openspiel.misfits()` lists")[2].partition("| --- | --- | --- |\n")[2].partition("\n\n")[0]
    assert table.splitlines() == misfit_rows()
    found = openspiel.misfits()
    assert all(each.fits and each.players == tuple(cw.load_game(each.ruleset).players) for each in found)
    for id in {*IDS} - {each.ruleset for each in found}:
        game = pyspiel.load_game(named(id))
        assert (
            game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
            and game.max_game_length() == openspiel.MOVES
        )


@pytest.mark.parametrize("id", IDS)
@pytest.mark.gate("go")
def test_no_value_of_an_option_has_too_many_actions(id):
    """For as many players as may play."""
    for name, option in cw.load_game(id).rules_model.options.items():
        for n, (word, _) in enumerate(option.choices or ()):
            if n != option.default:
                has_few_actions(id, name, word)


def has_few_actions(id, name, word):
    """Options that do not go together with the others as they stand are refused when the rules are loaded."""
    try:
        game = cw.load_game(id, options={name: word})
    except cw.RulesetError as error:
        assert name in str(error)
        return
    actions = cw.encodings.Actions(game, game.players[-1])
    assert max(actions.size, actions.chance_size) < 2**31
    state = pyspiel.load_game(named(id, players=game.players[-1], options=f"{name}:{word}")).new_initial_state()
    assert openspiel.setting_of(state.get_game()).ruleset == game and state.legal_actions()


def test_what_cannot_be_is_said_with_its_reason(monkeypatch):
    """More actions than OpenSpiel counts to: here, than some lower bound."""
    monkeypatch.setattr("cavewright.bots.encodings.actions.MOST", 4_807)
    wide = [each for each in openspiel.misfits(["hex", "kave-kapers"]) if not each.fits]
    assert [(each.ruleset, each.players) for each in wide] == [("kave-kapers", (3, 4, 5, 6))]
    assert wide[0].reason == "`others` has 3,600 values within 0 steps, more than 4,807"


@pytest.mark.parametrize(
    "params, said",
    [
        ("players=9", "players is a number of players, 2 to 5, not 9"),
        ("utility=fun", "utility is `win` or `score`"),
        ("max_moves=0", "max_moves"),
        ("options=kit", "options is a text such as"),
        ("options=starting_kit:none", "starting_kit"),
        ("overlays=none-such", "none-such"),
    ],
)
@pytest.mark.gate(
    "players=9-players is a number of players, 2 to 5, not 9",
    "utility=fun-utility is `win` or `score`",
    "max_moves=0-max_moves",
    "options=kit-options is a text such as",
    "overlays=none-such-none-such",
)
def test_wrong_parameters_are_named(params, said):
    with pytest.raises(Exception, match=said):
        pyspiel.load_game(f"{openspiel.PREFIX}the-cave({params})")


def test_its_search_plays_the_cave():
    """MCTS of OpenSpiel, its positions valued by Cavewright; a short budget."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    class Worth(mcts.Evaluator):
        def evaluate(self, state):
            worth = [state.position.value(n) for n in range(state.num_players())]
            return np.tanh(np.array(worth, float) / 1000)

        def prior(self, state):
            if state.is_chance_node():
                return state.chance_outcomes()
            legal = state.legal_actions()
            return [(each, 1 / len(legal)) for each in legal]

    game = pyspiel.load_game(named("the-cave", players=2, options="starting_kit:suggested", max_moves=200))
    bot = mcts.MCTSBot(game, uct_c=1.4, max_simulations=8, evaluator=Worth(), random_state=np.random.RandomState(7))
    state, rng = game.new_initial_state(), np.random.RandomState(7)
    for _ in range(12):
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            state.apply_action(bot.step(state))
    assert state.recall.moves == 12 and not state.is_terminal()


@pytest.mark.long
def test_python_ends_quietly_with_games_registered():
    """OpenSpiel keeps what was registered until Python is gone."""
    code = "from cavewright.adapters import openspiel; openspiel.register(['tic-tac-toe']); print('fine')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "fine\n", "")


OTHERS = (
    "apply_action_struct",
    "get_action_struct_sampler",
    "undo_action",
    "update_distribution",
    "validate_action_struct",
)
"""Methods of OpenSpiel's states that no game of ours answers."""


def answers(state, clone):
    """All that methods of OpenSpiel's states say that are asked nothing, each of a clone of its own, as texts; of an error
    its kind."""
    found = {}
    for name in dir(pyspiel.State):
        if name.startswith("_") or name in OTHERS:
            continue
        try:
            made = getattr(clone(state), name)()
        except (TypeError, ValueError, RuntimeError) as error:
            made = type(error)
        if name == "full_history":
            made = [(each.player, each.action) for each in made]
        found[name] = str(made) if name != "clone" else str(made.history())
    return found


WAYS = {
    "in Python": lambda state, number: state.apply_action(number),
    "by OpenSpiel": lambda state, number: pyspiel.State.apply_action(state, number),
    "a child": lambda state, number: state.child(number),
    "OpenSpiel's clone": lambda state, number: pyspiel.State.clone(state).child(number),
    "a copy": lambda state, number: copy.deepcopy(state).child(number),
    "a pickle": lambda state, number: pickle.loads(pickle.dumps(state)).child(number),
    "a text": lambda state, number: pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )[1].child(number),
}


@pytest.mark.parametrize("id", ["connect-four", *(pytest.param(id, marks=pytest.mark.long) for id in SETTINGS)])
def test_openspiel_knows_all_moves_however_they_were_made(id):
    game = pyspiel.load_game(named(id, max_moves=16))
    rng, mine, plain, done = random.Random(id), game.new_initial_state(), game.new_initial_state(), []
    while not plain.is_terminal():
        number = rng.choice(mine.legal_actions())
        done.append(number)
        pyspiel.State.apply_action(plain, number)
        mine = WAYS[rng.choice([*WAYS])](mine, number) or mine
        if rng.random() < 0.3:
            assert answers(mine, type(mine).clone) == answers(plain, pyspiel.State.clone)
    assert answers(mine, type(mine).clone) == answers(plain, pyspiel.State.clone)
    assert mine.history() == plain.history() == done


def test_a_best_response_values_a_state_that_was_walked_in_python():
    name = openspiel.register([cw.load_game(str(Path(__file__).parent / "kuhn.cave"))])[0]
    game = pyspiel.load_game(name)
    policy = pyspiel.UniformRandomPolicy(game)
    values = pyspiel.TabularBestResponse(game, 0, dict(policy.policy_table()))
    mine, plain = game.new_initial_state(), game.new_initial_state()
    for number in (0, 1, 0):
        mine, plain = mine.child(number), plain.clone()
        pyspiel.State.apply_action(plain, number)
        plain.history()
        assert values.value_from_state(mine) == values.value_from_state(plain)
    assert values.value_from_state(mine) != values.value_from_state(game.new_initial_state())
