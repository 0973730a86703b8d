"""Plays the bundled rulesets whose rules have changed, and writes what came of the games into `simulated.json` of the reference."""

import json
from dataclasses import asdict

from cavewright import load_game
from cavewright.compose import registered_games
from cavewright.reference.simulated_figures import BUNDLED, bundled, played


def main() -> None:
    known, found = bundled(), {}
    for name in registered_games():
        game = load_game(name)
        found[game.hash] = asdict(known.get(game.hash) or played(game, -1))
        print(name, found[game.hash]["ended"], flush=True)
    BUNDLED.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
