"""Games, states and what belongs to them as pickles: a position is written as its numbers, and rules are only pointed
to.

A game is told by what it was made from. Whoever has it already takes that; whoever has not loads it, by id or path.
Only rules that lie in memory are written out. Pickles of strangers are not to be read, those of cavewright as little as
any others: reading one can run any program.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from ..compose import Folder
from ..compose.in_memory import files_in
from ..interpret.effects import Effect, new_effect
from ..jit.build_lock import MAKING
from ..positions.action import Action
from ..program import instructions as i
from ..source.version import VERSION
from ..states.state import State
from ..views.events import Event

if TYPE_CHECKING:
    from ..states.game import Game

MOST_HELD = 8
"""Games that came out of pickles and are held for the next ones; those go first that were not asked for for longest."""

Place = tuple[str, Any]
"""Where files are: an `id`, a `path`, or the `files` by name."""


@dataclass(frozen=True)
class Origin:
    """What a game was made from: where the files of its base and overlays are, the options as they were set, the
    engine.

    `told` stands for all that is in the files, and the rest, to the letter: games of which it is the same cannot be
    told apart.
    """

    places: tuple[Place, ...]
    options: Mapping[str, Any]
    engine: str
    hash: str
    told: str
    version: str = VERSION

    def __reduce__(self) -> tuple[Any, ...]:
        return Origin, (self.places, dict(self.options), self.engine, self.hash, self.told, self.version)


def origin_of(folders: Sequence[Folder], options: Mapping[str, Any], engine: str, hash: str) -> Origin:
    """What is pickled of a game with these files."""
    whole = hashlib.sha256(
        repr((VERSION, engine, sorted(options.items(), key=repr))).encode("utf-8", "backslashreplace")
    )
    for folder in folders:
        files = [
            *folder.sources,
            *folder.tables.values(),
            *([folder.facts] if folder.facts is not None else []),
            *folder.catalogues.values(),
        ]
        for each in files:
            text = each.text.encode("utf-8", "surrogatepass")
            whole.update(f"{PurePosixPath(each.name).name}\0{len(text)}\0".encode("utf-8", "surrogatepass"))
            whole.update(text)
        whole.update(b"\0")
    return Origin(tuple(map(_place, folders)), dict(options), engine, hash, whole.hexdigest())


def _place(folder: Folder) -> Place:
    if folder.registered:
        return "id", folder.id_or_path
    return ("path", os.path.abspath(folder.path)) if folder.path is not None else ("files", files_in(folder))


class Known:
    """The games of this process by what they were made from; a memory, it changes nothing but how long it takes to read
    a pickle."""

    def __init__(self) -> None:
        self.alive: WeakValueDictionary[str, Game] = WeakValueDictionary()
        self.held: OrderedDict[str, Game] = OrderedDict()

    def note(self, game: Game) -> None:
        """A game that was loaded. Of several that are alike the first stays known, as long as it is used."""
        if game.origin is not None:
            with MAKING:
                self.alive.setdefault(game.origin.told, game)

    def had(self, origin: Origin) -> Game:
        """The game of an origin; loaded, if need be. UnpicklingError where it cannot be had, or its rules are others
        now."""
        game = self.alive.get(origin.told)
        if game is not None:
            return game
        with MAKING:
            game = self._loaded(origin)
            self.alive.setdefault(origin.told, game)
            self.held[origin.told] = game
            while len(self.held) > MOST_HELD:
                self.held.popitem(last=False)
            return game

    def _loaded(self, origin: Origin) -> Game:
        from .load import load_from

        if origin.version != VERSION:
            raise pickle.UnpicklingError(
                f"this was pickled by cavewright {origin.version}; this is {VERSION}, which cannot read it"
            )
        why = "its rules are others there now"
        try:
            game = load_from(origin)
            if game.hash == origin.hash:
                return game
        except ValueError as error:
            why = str(error)
        like = next(
            (
                each
                for each in list(self.alive.values())
                if each.hash == origin.hash and each.engine_name == origin.engine
            ),
            None,
        )
        if like is None:
            shown = ", ".join(str(what) if kind != "files" else "rules in memory" for kind, what in origin.places)
            raise pickle.UnpicklingError(f"the game of this pickle ({shown}) cannot be had here: {why}")
        return like


KNOWN = Known()


# ---- what pickles say ------------------------------------------------------------------------------------------------------


def game_again(origin: Origin) -> Game:
    """The game of a pickle."""
    return KNOWN.had(origin)


def bare_game(rules: Any, facts: Any, catalogues: Any, engine: str) -> Game:
    """The game of a pickle that was made from no files: its rules as they were checked."""
    from ..states.game import Game

    return Game(rules, facts, None, catalogues, engine=engine)


def reduced_game(game: Game) -> tuple[Any, ...]:
    """How a game is pickled."""
    if game.origin is not None:
        return game_again, (game.origin,)
    catalogues = {lang: tuple(sources) for lang, sources in game._wordings.sources.items()}
    return bare_game, (
        game.rules_model,
        {id: dict(row) for id, row in game.facts.items()},
        catalogues,
        game.engine_name,
    )


def reduced_state(state: State) -> tuple[Any, ...]:
    """How a state is pickled: its game, and numbers."""
    size = state.game.program.layout.size
    branches = None if state._branches is None else tuple([each[:size] for each in state._branches])
    effects = [written_effect(state.game, each) for each in state._effects]
    return state_again, (state.game, state.names, state._h[:size], state._s, branches, effects)


def state_again(
    game: Game,
    names: tuple[str, ...],
    slots: list[Any],
    boards: list[dict[int, Any]],
    branches: tuple[list[Any], ...] | None,
    effects: list[tuple[Any, ...]],
) -> State:
    """The state of a pickle."""
    size, scratch = game.program.layout.size, [0] * (game.interpreter.size - game.program.layout.size)
    if len(slots) != size or slots[i.COUNT] != len(names) or not 0 <= slots[i.PC] < len(game.program.code):
        raise pickle.UnpicklingError(
            f"this pickled state does not fit the rules of {game.id}: it has {len(slots)} numbers, not {size}"
        )
    more = None if branches is None else tuple([[*each, *scratch] for each in branches])
    return State(game, names, [*slots, *scratch], boards, more, [read_effect(game, each) for each in effects])


def action_again(game: Game, player: int, name: str, values: tuple[int, ...]) -> Action:
    """The action of a pickle."""
    return Action(player, name, values, game.signatures[name], game)


def reduced_event(event: Event) -> tuple[Any, ...]:
    """How an event is pickled: the state that it belongs to, and what it did there."""
    state = event._state
    return event_again, (state, written_effect(state.game, event._effect))


def event_again(state: State, effect: tuple[Any, ...]) -> Event:
    """The event of a pickle."""
    return Event(state, read_effect(state.game, effect))


def written_effect(game: Game, effect: Effect) -> tuple[Any, ...]:
    """An effect, with numbers in the place of parts of the rules."""
    numbers = game.mechanics.numbers
    return tuple([(numbers[id(each)],) if id(each) in numbers else each for each in effect])


def read_effect(game: Game, written: tuple[Any, ...]) -> Effect:
    """The effect that was written so."""
    parts = game.mechanics.parts
    return new_effect(
        Effect, tuple([parts[each[0]] if isinstance(each, tuple) and len(each) == 1 else each for each in written])
    )
