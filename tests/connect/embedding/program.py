"""A program against the package, of somebody who lets type checkers look at it: all that is public, with the types that it promises."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction

import cavewright as cw


class First:
    """A bot of one's own."""

    def choose(self, state: cw.State, player: int) -> cw.Action:
        actions: Sequence[cw.Action] = state.legal_actions(player)
        return actions[0]


def bot_named(name: str, game: cw.Game) -> cw.bots.Bot:
    return First() if name == "first" else cw.bots.make(name, game, seed=7)


def play(id: str, seats: list[str], moves: int) -> cw.Match:
    game: cw.Game = cw.load_game(id)
    match = cw.Match(game, players=[each.title() for each in seats], seed=7)
    players: list[cw.bots.Bot] = [bot_named(each, game) for each in seats]
    while not match.state.is_terminal and len(match.move_stack) < moves:
        player: int = match.state.active_players[0]
        action: cw.Action = match.push(players[player].choose(match.state, player))
        events: tuple[cw.Event, ...] = match.state.events_for(player)
        assert action.text and all(each.text("de") for each in events)
    return match


def told(state: cw.State, player: int) -> dict[str, int | float | str]:
    """What a screen could show."""
    view: cw.View = state.view(player)
    mine: cw.PlayerView = view.players[player]
    outcome: cw.Outcome = state.outcome(viewer=player)
    worth: int = state.value(player)
    picture: str = state.svg(player, lang="es")
    chances: Sequence[tuple[cw.Action, Fraction]] = state.chance_outcomes()
    return {
        "who": mine.name,
        "worth": worth,
        "winners": len(outcome.winners or ()),
        "picture": len(picture),
        "chances": len(chances),
    }


def why_not(state: cw.State, text: str) -> list[str]:
    verdict: cw.Verdict = state.check(text)
    return [f"{each.rule}: {each.text('de')}" for each in verdict.reasons]


def encoded(match: cw.Match, player: int) -> tuple[list[int], array[float], str]:
    actions = cw.encodings.Actions(match.game, len(match.names))
    observations = cw.encodings.Observations(match.game, len(match.names))
    parts: tuple[cw.encodings.Part, ...] = observations.parts
    view = match.state.view(player)
    assert parts[0].name == "turn"
    return actions.legal(match.state, player), observations.tensor(view), observations.text(view)


def corrected(match: cw.Match) -> cw.Match:
    correction: cw.Correction = match.correct(match.at(1), "the table agreed")
    try:
        again = cw.Match.from_json(match.to_json())
    except cw.SaveError as error:
        number: int | None = error.action
        raise SystemExit(f"action {number}: {[each.text() for each in error.reasons]}") from error
    assert again.corrections == (correction,)
    return again


def main() -> None:
    match = play("connect-four", ["first", "greedy"], 6)
    print(told(match.state, 0), why_not(match.state, "drop 4"), encoded(match, match.state.active_players[0])[0])
    print(corrected(match).state.current_player)


if __name__ == "__main__":
    main()
