"""JavaScript draws positions of built games as Python draws them, word for word."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.engine.agreement.settings import BASES, RULESETS, load
from tests.engine.agreement.test_pile_engines import GAMES as PILES

import cavewright as cw
from cavewright.connect.export.build import build_files
from cavewright.foundation.draw import draw_picture
from cavewright.play.views.scene import scene_of

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
NAMES = ("Anna", "Rafał", "Jola", "Émile")
LANGUAGES = ("en", "de", "es")


def drawn(state, viewer, lang):
    """A picture as Python draws it, with where its places are in hundredths of a pixel."""
    picture = draw_picture(scene_of(state, cw.ALL if viewer == "all" else viewer, lang))
    places = [[board, name, *(int(each * 100 + 0.5) for each in area)] for board, name, area in picture.places]
    return {"viewer": viewer, "lang": lang, "svg": picture.svg, "places": places}


def played(game, names, seed, most, every):
    """A game at random: what was done, and now and then a picture of it for a viewer, in a language."""
    rng = random.Random(f"{game.id} {seed}")
    state, steps = game.new_initial_state(names), []
    action = ""
    for n in range(most + 1):
        looks = [(rng.choice((None, 0, "all")), rng.choice(LANGUAGES))] if n % every == 0 else []
        steps.append({"action": str(action), "pictures": [drawn(state, *each) for each in looks]})
        if state.is_terminal:
            break
        if state.current_player == cw.CHANCE:
            action = rng.choice(state.chance_outcomes())[0]
        else:
            actions = state.legal_actions(rng.choice(state.active_players))
            action = rng.choice(actions)
            if rng.random() < 0.6 and game.mechanics.advice is not None and state.current_player != cw.SIMULTANEOUS:
                action = max(
                    rng.sample(actions, min(4, len(actions))), key=lambda each: state.apply(each).value(each.player)
                )
        state = state.apply(action)
    return steps


@pytest.mark.parametrize(
    ("games", "most", "every"),
    [pytest.param(1, 60, 12, id="one"), pytest.param(3, 300, 6, id="many", marks=pytest.mark.long)],
)
@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("breakthrough-one")
def test_a_position_is_drawn_as_python_draws_it(name, games, most, every, tmp_path):
    base, *overlays = name.split("+")
    check_pictures(load(base, tuple(overlays)), games, most, every, tmp_path)


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.long if each != "quarry" else ()) for each in PILES]
)
def test_piles_are_drawn_as_python_draws_them(name, tmp_path):
    check_pictures(cw.load_game(PILES[name]), 1, 40, 8, tmp_path)


def test_a_board_that_goes_round_is_drawn_so(tmp_path):
    rules = (RULESETS / "classics/breakthrough/breakthrough.cave").read_text("utf-8")
    round_rules = rules.replace("grid 8 by 8", "grid 8 round by 8")
    assert "round" in round_rules
    check_pictures(cw.load_rules({"breakthrough.cave": round_rules}), 1, 12, 6, tmp_path)


def check_pictures(game, games, most, every, tmp_path):
    """Draws positions of games at random by both, and compares."""
    low, high = game.rules_model.player_range
    names = NAMES[: max(low, min(3, high))]
    for file, data in build_files(game, [len(names)], "game").items():
        (tmp_path / file).write_bytes(data)
    told = {
        "players": len(names),
        "names": names,
        "games": [played(game, names, seed, most, every) for seed in range(games)],
    }
    (tmp_path / "games.json").write_text(json.dumps(told), "utf-8")
    script = Path(__file__).with_name("pictures.mjs")
    done = subprocess.run(
        ["node", script, tmp_path / "game.mjs", tmp_path / "picture.mjs", tmp_path / "games.json"],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert int(done.stdout) == sum(len(step["pictures"]) for steps in told["games"] for step in steps)
