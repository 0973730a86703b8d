"""The same games in other programs, where those are installed: OpenSpiel from Python, boardgame.io in node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import random

SPIEL = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "breakthrough": "breakthrough",
    "hex": "hex",
    "nine-mens-morris": "nine_mens_morris",
}
"""How the classics are called in OpenSpiel."""
BOARDGAME = "boardgame.io@0.50.2"
PATIENCE = 180


def openspiel(name: str) -> Callable[[], int] | str:
    """Random games by OpenSpiel, each step asked for from Python: plays some and says how many moves they had. Or why
    it cannot."""
    try:
        import pyspiel
    except ImportError:
        return "open_spiel is not installed (it is in the `test` extra)"
    game = pyspiel.load_game(SPIEL[name])
    return lambda: sum(_spiel_playout(game) for _ in range(20))


def _spiel_playout(game: object) -> int:
    state, moves = game.new_initial_state(), 0  # type: ignore[attr-defined]
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random() * len(actions))])
        moves += 1
    return moves


def boardgame(seconds: float = 2.0) -> dict[str, float] | str:
    """Moves a second of tic-tac-toe by boardgame.io, as a client plays and as its bots do; or why there are none.

    npm installs it into a temporary folder.
    """
    if not shutil.which("node") or not shutil.which("npm"):
        return "node and npm are not there"
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(
                [
                    "npm",
                    "install",
                    "--silent",
                    "--no-audit",
                    "--no-fund",
                    "--ignore-scripts",
                    "--prefix",
                    folder,
                    BOARDGAME,
                ],
                check=True,
                capture_output=True,
                timeout=PATIENCE,
            )
            script = shutil.copy(Path(__file__).with_name("tictactoe.cjs"), folder)
            done = subprocess.run(
                ["node", script, str(seconds)],
                check=True,
                capture_output=True,
                timeout=PATIENCE,
                text=True,
                env={**os.environ, "NODE_ENV": "production"},
            )
        except (OSError, subprocess.SubprocessError) as error:
            return f"{BOARDGAME} could not be installed and run ({type(error).__name__})"
    said = json.loads(done.stdout)
    return {way: said[way]["moves"] for way in ("client", "reducer")}
