"""Plays the bundled rulesets whose rules have changed, and writes what came of the games into `simulated.json` of the reference."""

import json
from dataclasses import asdict

from cavewright import load_game
from cavewright.language.compose import registered_games
from cavewright.publish.reference.simulated_figures import BUNDLED, bundled_figures, play_figures


def main() -> None:
    games = {game.hash: game for game in map(load_game, registered_games())}
    found = {hash: asdict(each) for hash, each in bundled_figures().items() if hash in games}
    for hash, game in games.items():
        if hash not in found:
            found[hash] = asdict(play_figures(game, -1))
            BUNDLED.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(game.id, found[hash]["ended"], flush=True)


if __name__ == "__main__":
    main()
