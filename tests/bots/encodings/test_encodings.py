"""Encodings: numbers of actions and back, tensors and texts of views, for every ruleset; the same figures for good."""

import hashlib
import json
import random
from functools import lru_cache
from itertools import product
from pathlib import Path

import pytest
from tests.rulesets.settings import SETTINGS

import cavewright as cw
from cavewright.bots.encodings.places import diamond, place_number, place_numbered
from cavewright.encodings import Actions, EncodingError, Information, Observations, Recall
from cavewright.rules.cave import grid

FIGURES = Path(__file__).with_name("figures.json")
"""Of every ruleset and number of players: the bounds, and what stands for 40 moves at random. `python tests/bots/encodings/test_encodings.py` writes them."""
OVERLAYS = [
    ("the-cave", ("solo",), 1),
    ("the-cave", ("tiles-return", "survey-goals"), 3),
    ("cave-vs-cave", ("cave-vs-cave-era2",), 2),
]


@lru_cache(maxsize=2)
def encodings(id, players, overlays=()):
    game = cw.load_game(id, overlays)
    actions, observations = Actions(game, players), Observations(game, players)
    return game, actions, observations, Information(actions, observations, 8)


def walk(game, players, steps, seed):
    """States on the way of a match at random, with what leads on from each."""
    rng, state = random.Random(seed), game.new_initial_state(players)
    for _ in range(steps):
        if state.is_terminal:
            return
        if state.current_player == cw.CHANCE:
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, [float(each) for each in weights])[0]
        else:
            action = rng.choice(state.legal_actions(rng.choice(state.active_players)))
        yield state, action
        state = state.apply(action)


@pytest.mark.parametrize(
    "id, players, overlays",
    [*((id, n, ()) for id, n in SETTINGS), *((id, n, overlays) for id, overlays, n in OVERLAYS)],
    ids=lambda each: ("+".join(each) or "alone") if isinstance(each, tuple) else str(each),
)
@pytest.mark.gate("connect-four-2-alone")
def test_numbers_are_those_of_the_actions(id, players, overlays):
    """All legal actions and all that chance may bring, back and forth; no two have the same number."""
    game, actions, _, _ = encodings(id, players, overlays)
    for state, _ in walk(game, players, 80, 3):
        for player in state.active_players or (cw.CHANCE,):
            legal = state.legal_actions(player) if player >= 0 else [action for action, _ in state.chance_outcomes()]
            numbers = [actions.encode(each) for each in legal]
            assert sorted(set(numbers)) == sorted(numbers) == actions.legal(state, None if player < 0 else player)
            assert all(0 <= each < (actions.size if player >= 0 else actions.chance_size) for each in numbers)
            assert [actions.decode(each, player) for each in numbers] == list(legal)
            if player >= 0:
                assert [n for n, byte in enumerate(actions.mask(state, player)) if byte] == sorted(numbers)


@pytest.mark.parametrize("id", ["tic-tac-toe", "connect-four", "cave-vs-cave", "nine-mens-morris", "kave-kapers"])
@pytest.mark.gate("tic-tac-toe", "cave-vs-cave")
def test_every_number_is_an_action(id):
    """Also of those that are legal nowhere; and no text has two numbers."""
    _, actions, _, _ = encodings(id, 2)
    for player, size in ((0, actions.size), (cw.CHANCE, actions.chance_size)):
        made = [actions.decode(n, player) for n in range(size)]
        assert [actions.encode(each) for each in made] == list(range(size)) and len(
            {str(each) for each in made}
        ) == size


def test_places_have_one_number_whatever_the_reach():
    places = [grid.cell(x, y, owner) for x, y, owner in product(range(-6, 7), range(-6, 7), range(2))]
    within = [each for each in places if sum(map(abs, grid.position(each))) <= 6]
    numbers = [place_number(each, 6) for each in within]
    assert sorted(numbers) == list(range(2 * diamond(6))) and [place_numbered(each, 6) for each in numbers] == within
    assert all(place_number(each, 6) == -1 for each in places if each not in within)
    assert all(place_number(each, 6) == place_number(each, 40) for each in within if each < grid.BEYOND)


@pytest.mark.parametrize("id, players", SETTINGS)
@pytest.mark.gate("kuhn-poker-2")
def test_tensors_are_as_wide_as_stated_and_follow_the_view(id, players):
    """Equal views give equal tensors and texts, unlike ones unlike texts; names change nothing."""
    game, _, observations, _ = encodings(id, players)
    assert observations.size == sum(rows * columns for rows, columns in (each.shape for each in observations.parts))
    texts = {}
    for state, _ in walk(game, players, 25, 5):
        for viewer in (None, cw.ALL, *range(players)):
            view, named = (
                state.view(viewer),
                cw.State(game, tuple("abcdef"[:players]), state._h, state._s, state._branches).view(viewer),
            )
            text, tensor = observations.text(view), observations.tensor(view)
            assert (
                len(tensor) == observations.size
                and observations.tensor(named) == tensor
                and observations.text(named) == text
            )
            assert texts.setdefault(text, tensor) == tensor
    assert len(set(map(bytes, texts.values()))) == len(texts), "two views are alike as tensors"


def test_what_is_known_stands_in_the_tensor():
    """A place, a bag, a set, a number with a range, an open side, each where `parts` says it."""
    game, _, observations, _ = encodings("the-cave", 3)
    at = {each.name: each for each in observations.parts}
    state = game.new_initial_state(3)
    tensor = observations.tensor(state.view(1))

    def rows(name):
        part = at[name]
        return [
            list(tensor[part.at + n * part.shape[1] : part.at + (n + 1) * part.shape[1]]) for n in range(part.shape[0])
        ]

    assert rows("viewer") == [[0, 1, 0, 0, 0]] and rows("players.here") == [[0, 0]] * 3
    boards = state.view(1).boards["place"].places
    assert sum(each[0] for each in rows("boards.place.places")) == len(boards)
    assert (
        rows("kinds.stack.left")[0] == [pytest.approx(state.view(1).kinds["stack"]["S1"].values["left"] / 99)]
        if "S1" in state.view(1).kinds["stack"]
        else True
    )
    assert rows("kinds.stack.pile.size") == [[each.sizes["pile"]] for each in state.view(1).kinds["stack"].values()]
    assert not any(sum(each) for each in rows("kinds.stack.pile")), "a hidden stack tells nothing"
    told = observations.tensor(state.view(cw.ALL))
    assert any(told[at["kinds.stack.pile"].at : at["kinds.stack.pile"].at + 88])


def test_boards_of_hexagons_have_six_sides():
    """Numbers of actions and back, and rows of tiles, on a board that grows by hexagons."""
    game = cw.load_game(Path(__file__).parents[2] / "rules" / "boards" / "comb.cave")
    actions, observations = Actions(game), Observations(game)
    for state, _ in walk(game, actions.players, 30, 1):
        for player in state.active_players:
            assert [actions.decode(each, player) for each in map(actions.encode, state.legal_actions(player))] == list(
                state.legal_actions(player)
            )
        assert len(observations.tensor(state.view(0))) == observations.size


def test_what_is_out_of_reach_is_told():
    game = cw.load_game("the-cave")
    near = Actions(game, 2, reach=2)
    with pytest.raises(
        EncodingError, match=r"`enter s2e1 by walk` has no number: places have one up to 2 steps from the middle"
    ):
        near.encode(game.parse_action("0: enter s2e1 by walk"))
    assert near.encode(game.parse_action("0: enter s1e1 by walk")) < near.size < Actions(game, 2).size
    with pytest.raises(EncodingError, match=r"tic-tac-toe has no action `enter`"):
        Actions(cw.load_game("tic-tac-toe")).encode(game.parse_action("0: enter s1e1 by walk"))


WRONG = [
    (lambda game: Actions("hex"), TypeError, "game is a Game"),
    (lambda game: Actions(game, 3), ValueError, "players is a number of players, 2 to 2, not 3"),
    (lambda game: Actions(game, True), ValueError, "players"),
    (lambda game: Actions(game, reach=0), ValueError, "reach is a whole number from 1 to 1000, not 0"),
    (lambda game: Actions(game, reach=1001), ValueError, "reach"),
    (lambda game: Actions(game, reach="far"), TypeError, "reach"),
    (lambda game: Actions(game).encode("mark a1"), TypeError, "action is an Action"),
    (lambda game: Actions(game).decode(9, 0), ValueError, "number is a whole number from 0 to 8, not 9"),
    (lambda game: Actions(game).decode(-1, 0), ValueError, "number"),
    (lambda game: Actions(game).decode("0", 0), TypeError, "number"),
    (
        lambda game: Actions(game).decode(0, 2),
        ValueError,
        "player is a number from 0 to 1; nothing is left to chance, not 2",
    ),
    (lambda game: Actions(game).decode(0, None), ValueError, "player"),
    (lambda game: Actions(game).legal(3), TypeError, "state is a State"),
    (
        lambda game: Actions(game).legal(cw.load_game("hex").new_initial_state()),
        ValueError,
        "state is a state of tic-tac-toe for 2 players, by the same rules and options",
    ),
    (lambda game: Observations(game).tensor({}), TypeError, "view is a View"),
    (
        lambda game: Observations(game).text(cw.load_game("hex").new_initial_state().view()),
        ValueError,
        "view is one of tic-tac-toe",
    ),
    (lambda game: Information(Actions(game), Observations(game), -1), ValueError, "remembered"),
    (
        lambda game: Information(Actions(cw.load_game("hex")), Observations(game)),
        ValueError,
        "actions and observations",
    ),
]


@pytest.mark.parametrize("call, error, said", WRONG)
def test_wrong_arguments_are_named(call, error, said):
    with pytest.raises(error, match=said):
        call(cw.load_game("tic-tac-toe"))


def test_information_tells_every_move_that_was_told():
    game, _, _, information = encodings("the-cave", 2)
    recall = Recall(game.new_initial_state(2))
    for _, action in walk(game, 2, 12, 1):
        recall = recall.after(action)
    lines = [json.loads(each) for each in information.text(recall, cw.ALL).splitlines()]
    moves = [action for _, action, _ in recall.steps()][::-1]
    assert [each["text"] for each in lines[:-1] if each["player"] is not None] == [
        each.text for each in moves
    ] and recall.moves == 12
    tensor = information.tensor(recall, cw.ALL)
    assert len(tensor) == information.size
    assert [row[0] for row in (tensor[n * information.row : (n + 1) * information.row] for n in range(8))] == [1] * 8
    names = list(game.signatures)
    last = tensor[1 + 3 : 1 + 3 + len(names)]
    assert names[last.index(1)] == moves[-1].name


# ---- figures ---------------------------------------------------------------------------------------------------------


def figures(id, players):
    """The bounds of a setting, and a digest of what stands for 40 moves at random."""
    game, actions, observations, information = encodings(id, players)
    digest, recall = hashlib.sha256(), Recall(game.new_initial_state(players))
    for state, action in walk(game, players, 40, 7):
        recall = recall.after(action)
        view = state.view(0)
        digest.update(
            f"{actions.encode(action)} {observations.text(view)} ".encode() + observations.tensor(view).tobytes()
        )
    digest.update(information.text(recall, 0).encode() + information.tensor(recall, 0).tobytes())
    return {
        "reach": actions.reach,
        "actions": actions.size,
        "chance": actions.chance_size,
        "observation": observations.size,
        "information": information.size,
        "hash": game.hash[:12],
        "digest": digest.hexdigest()[:16],
    }


@pytest.mark.parametrize("id, players", SETTINGS)
@pytest.mark.gate("breakthrough-2", "kuhn-poker-2")
def test_figures_stay(id, players):
    """Numbers and tensors mean tomorrow what they mean today, as long as the rules do: who learned from them can go on."""
    known = json.loads(FIGURES.read_text("utf-8"))[f"{id}, {players}"]
    found = figures(id, players)
    if found["hash"] != known["hash"]:
        pytest.skip("the rules have changed; write the figures anew")
    assert found == known


if __name__ == "__main__":
    FIGURES.write_text(json.dumps({f"{id}, {n}": figures(id, n) for id, n in SETTINGS}, indent=1) + "\n", "utf-8")
