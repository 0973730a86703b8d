"""A match: states one after another, with the chance between them resolved by a seed, undo, and saves."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from .action import CHANCE, SIMULTANEOUS, Action, IllegalActionError, InvalidActionError
from .chance import brought
from .game import Game
from .load import load_game
from .state import State

FORMAT = 1
ENGINE = "0.1.0"


class SaveError(ValueError):
    """A save that cannot be continued; says what in it is wrong and what was expected."""


class Match:
    """The mutable convenience over states.

    `seed` resolves chance as soon as it is due, so `state` is always a player's decision or the end. The same seed and the same
    actions give the same match, whatever was taken back in between.

    >>> match = Match(load_game("the-cave", options={"starting_kit": "suggested"}), players=["Anna", "Rafał"], seed=7)
    >>> match.push("enter n1 by walk").player == match.move_stack[-1].player
    True
    """

    def __init__(self, game: Game, players: int | Sequence[str] | None = None, seed: int = 0) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
            raise ValueError(f"a seed is a whole number from 0 to {2**63 - 1}, not {seed!r}")
        self.game, self.seed = game, seed
        self._states = [game.new_initial_state(players)]
        self._moves: list[Action] = []
        self._resolve()

    # ---- where it stands -------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now: a player's decision, or the end."""
        return self._states[-1]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return self.state.names

    @property
    def move_stack(self) -> tuple[Action, ...]:
        """All actions so far, chance among them."""
        return tuple(self._moves)

    def peek(self) -> Action | None:
        """The last action, or none before the first."""
        return self._moves[-1] if self._moves else None

    def at(self, moves: int) -> State:
        """The state after so many entries of `move_stack`. TypeError for what is no whole number, ValueError for one too large or below 0."""
        if isinstance(moves, bool) or not isinstance(moves, int):
            raise TypeError(f"moves is a whole number, how many entries of `move_stack`, not {moves!r:.60}")
        if not 0 <= moves < len(self._states):
            raise ValueError(f"this match has states 0 to {len(self._states) - 1}, not {moves}")
        return self._states[moves]

    # ---- going on and back -----------------------------------------------------------------------------------------

    def push(self, action: Action | str) -> Action:
        """Carries out an action, and the chance that follows. Returns the action; raises what `State.apply` raises."""
        read = self.state._read(action)
        if read.player == CHANCE:
            raise InvalidActionError("chance is resolved by the seed of the match")
        self._states.append(self.state.apply(read))
        self._moves.append(read)
        self._resolve()
        return read

    def _resolve(self) -> None:
        while self.state.current_player == CHANCE:
            value = brought(self.seed, len(self._moves), self.state._weights())
            self._moves.append(self.state._chance_action(value))
            self._states.append(self.state._drawn(value))

    @property
    def undo_fence(self) -> int:
        """How many entries of `move_stack` stay when undoing freely.

        Up to there somebody else acted, or everybody learned something: from chance, or when choices made at once were shown.
        """
        fence = len(self._moves)
        while fence and self._moves[fence - 1].player == self._moves[-1].player and not self._told(fence):
            fence -= 1
        return fence

    def _told(self, moves: int) -> bool:
        """Whether the last of so many moves was chance, or the choice that ended a time in which all chose at once."""
        before, after = self._states[moves - 1], self._states[moves]
        return self._moves[moves - 1].player == CHANCE or (before.current_player == SIMULTANEOUS and not after.goes_on_from(before))

    def pop(self, fenced: bool = False) -> Action:
        """Takes back the last player's action with the chance after it, and returns it.

        `fenced` refuses to go behind `undo_fence`. Raises ValueError when there is nothing to take back.
        """
        at = len(self._moves)
        while at and self._moves[at - 1].player == CHANCE:
            at -= 1
        if not at:
            raise ValueError("there is no action to take back")
        if fenced and at - 1 < self.undo_fence:
            raise ValueError("this cannot be taken back: somebody has learned something or acted since")
        action = self._moves[at - 1]
        del self._moves[at - 1 :], self._states[at:]
        return action

    # ---- saves -----------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The match as a save: rules by id and hash, and every action. `from_json` reads it back."""
        rules = self.game.rules_model
        changed = {name: self.game.options[name] for name, o in rules.options.items() if o.value != o.default}
        return json.dumps({"cavewright": FORMAT, "engine": ENGINE, "ruleset": self.game.id, "version": self.game.version, "hash": self.game.hash,
                           "overlays": list(self.game.overlays), "options": changed, "players": list(self.names), "seed": self.seed,
                           "actions": [str(each) for each in self._moves]}, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str, load: Callable[..., Game] = load_game) -> Match:
        """The match of a save, replayed. Raises SaveError (a ValueError) naming what is wrong.

        Under rules that have changed since, it replays and names the first action that no longer fits and the rule that refuses it.
        """
        save = _read(text)
        game = load(save.ruleset, overlays=save.overlays, options=save.options)
        match = cls.__new__(cls)
        match.game, match.seed = game, save.seed
        match._states, match._moves = [_start(game, save.players)], []
        for number, said in enumerate(save.actions, start=1):
            match._replay(number, said, changed=game.hash != save.hash)
        match._resolve()
        return match

    def _replay(self, number: int, said: str, changed: bool) -> None:
        try:
            action = self.game.parse_action(said)
            self._states.append(self.state.apply(action))
        except IllegalActionError as error:
            reason = error.verdict.reasons[0] if error.verdict.reasons else None
            rule = f" ({': '.join(filter(None, (reason.rule, reason.text())))})" if reason else ""
            why = "the rules have changed since it was saved" if changed else "the save was edited"
            raise SaveError(f"action {number}, `{said}`, is no longer possible{rule}; {why}") from error
        except ValueError as error:
            raise SaveError(f"action {number} cannot be read: {error}") from error
        self._moves.append(action)


def _start(game: Game, players: list[str]) -> State:
    try:
        return game.new_initial_state(players)
    except ValueError as error:
        raise SaveError(f"`players` of the save: {error}") from error


def _read(text: str) -> Any:
    """The save as a checked record. Every field that is missing or wrong is named."""
    from pydantic import ValidationError

    from .save import Save
    data = _parsed(text)
    if not isinstance(data, dict):
        raise SaveError(f"this is no save of format {FORMAT}: it is no JSON object")
    if "cavewright" not in data:
        raise SaveError(f"this is no save of format {FORMAT}: `cavewright` is missing")
    if data["cavewright"] != FORMAT:
        raise SaveError(f"this is no save of format {FORMAT}: `cavewright` is {_shown(data['cavewright'])}")
    try:
        return Save.model_validate(data)
    except ValidationError as error:
        wrong = "; ".join(map(_wrong, error.errors()[:5]))
        raise SaveError(f"this save cannot be read: {wrong}") from error


def _parsed(text: str) -> Any:
    """What a text says in JSON."""
    if not isinstance(text, str):
        raise SaveError(f"a save is a text, not {type(text).__name__}")
    if not text.strip():
        raise SaveError("this is no save: it is empty")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise SaveError(f"this is no save: in line {error.lineno}, column {error.colno} it is no JSON any more; it may have been cut off") from error
    except RecursionError as error:
        raise SaveError("this is no save: it is nested too deeply") from error
    except ValueError as error:
        raise SaveError("this is no save: a number in it is too long") from error


def _wrong(error: Any) -> str:
    """What is wrong with a field, and what stands there."""
    where = ".".join(map(str, error["loc"]))
    if error["type"] == "missing":
        return f"`{where}` is missing"
    if error["type"] == "extra_forbidden":
        return f"`{where}` is not known"
    return f"`{where}` {error['msg'].removeprefix('Input ').replace('should', 'has to', 1).lower()}, not {_shown(error['input'])}"


def _shown(value: Any) -> str:
    """A value as JSON writes it, not more than the beginning of it."""
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 40 else f"{said[:40]}…"
