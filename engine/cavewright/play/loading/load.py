"""Loading of games: by an id or a path, of files in memory, and again out of pickles.

A pickled game is told by what it was made from. Whoever has it already takes that; whoever has not loads it, by id or
path. Only rules that lie in memory are written out. Pickles of strangers are not to be read, those of cavewright as
little as any others: reading one can run any program.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from pkgutil import resolve_name
from typing import Any
from weakref import WeakValueDictionary

from ...engine.jit.garbage_collection import without_collector
from ...engine.jit.mechanics import Mechanics
from ...foundation.source import Diagnostic, Span, at
from ...foundation.source.ample_stack import with_room
from ...foundation.source.argument_checks import instance, show_value, wrong_value
from ...foundation.source.build_lock import BUILD_LOCK
from ...foundation.source.version import VERSION
from ...language.compose import Folder, find_registered, find_ruleset
from ...language.compose.in_memory import files_in, folder_in_memory
from ...language.compose.rule_files import Named, read_stack
from ...rules.model.ruleset import Ruleset
from ..positions.playable import ENGINES as IN_PYTHON
from ..positions.playable import MACHINE, MACHINE_IN_C, PYTHON
from ..positions.rulebook import Facts
from ..states.game import Game
from .ruleset_cache import CheckedRules, key_of
from .rulesets import RulesetError, RuleSources, catalogues_of, ready_in, with_remarks
from .shared import SHARED

ENGINES = (*IN_PYTHON, MACHINE)
"""What can carry out the rules of a game that is loaded."""
GAME_TYPES = {
    **dict.fromkeys(IN_PYTHON, "cavewright.play.states.game:Game"),
    MACHINE: "cavewright.machine.native.machine_game:MachineGame",
    MACHINE_IN_C: "cavewright.machine.native.extension_game:ExtensionGame",
}
"""Names of the classes of games, by engine. A name is looked up when the first such game is loaded: whoever plays in
Python never imports what compiles modules."""
BACKENDS = {None: MACHINE, "wasm": MACHINE, "c": MACHINE_IN_C}
"""By what a machine may run, what is meant."""
MOST_HELD = 8
"""Games that came out of pickles and are held for the next ones; those go first that were not asked for for longest."""

Place = tuple[str, Any]
"""Where files are: an `id`, a `path`, or the `files` by name."""

Tried = tuple[Game | None, tuple[Diagnostic, ...]]
"""A game, or none, and all findings."""


def load_game(
    ruleset: str | Path,
    overlays: Named | Iterable[Named] = (),
    options: Mapping[str, Any] | None = None,
    engine: str = PYTHON,
    *,
    backend: str | None = None,
    registered_only: bool = False,
) -> Game:
    """A game from the id or the path of a ruleset, changed by overlays, with options set.

    `ruleset` may name overlays too, `the-cave+long-rope`; one overlay needs no list; one that lies in memory is a
    mapping of file names to texts. The order of overlays means nothing. With `registered_only` only ids of what is
    bundled and installed are known, and no path is looked at, for whoever takes ids from strangers. Option values are
    what `Game.options_schema` says: words, numbers, or truth values for yes and no; a preset is chosen by `{"its_name":
    True}`. `engine` says what carries the rules out: `python`, which writes Python for them; `machine`, which makes
    WebAssembly of them and plays in that (the interpreter does until it is there, and where it cannot be had); or
    `interpreter`, which is slower and does the same. With `backend="c"` the machine is C, compiled by the C compiler at
    hand for this Python, which is quicker than WebAssembly (`backend="wasm"`). Raises RulesetError (a ValueError) with all diagnostics when the rules
    cannot be played, TypeError for what is no overlay, or no mapping of options, NativeError (a ValueError) for `machine`
    where nothing runs WebAssembly, or for C where there is no compiler or no headers of Python.

    >>> game = load_game("the-cave", options={"starting_kit": "suggested"})
    >>> game.id, game.players
    ('the-cave', range(2, 6))
    """
    if isinstance(ruleset, Mapping):
        raise TypeError(f"ruleset is an id or a path; `load_rules` takes files, not {show_value(ruleset)}")
    return _game_of(try_load(ruleset, overlays, options, engine, backend=backend, registered_only=registered_only))


def resolve_game(
    game: Game | str, overlays: Named | Iterable[Named] = (), options: Mapping[str, Any] | None = None
) -> Game:
    """The game that is given, or that of an id or a path with overlays and options, as `load_game` makes it. Raises
    ValueError for a game with overlays or options, which it has already, and TypeError for anything else.

    >>> game = load_game("tic-tac-toe")
    >>> resolve_game(game) is game, resolve_game("tic-tac-toe") == game
    (True, True)
    """
    if isinstance(game, str | Path):
        return load_game(game, overlays, options)
    if options or overlays:
        raise ValueError("options and overlays are those of the game that was given; load it with them")
    instance("game", game, Game, "a Game, or the id of a ruleset")
    return game


def load_rules(
    files: Mapping[str, str],
    overlays: Named | Iterable[Named] = (),
    options: Mapping[str, Any] | None = None,
    engine: str = PYTHON,
    *,
    backend: str | None = None,
) -> Game:
    """A game from rule files that lie in memory, by name: `{"my.cave": …, "tiles.csv": …}`, as they would stand in a
    folder.

    Overlays, and what an edition extends, are ids of what is installed, or files by name themselves; no path is looked
    at. What is allowed, how large it may be and what is raised is as with `load_game`; diagnostics name the files as
    they are named here.

    >>> game = load_rules({"race.cave": '''ruleset race 1.0
    ...     language 1
    ... players runner 2..2
    ...     keeps steps: 0..9
    ... to play
    ...     each runner from first(p in runner)
    ...         choose n in 1..3
    ...             gain n steps
    ... scoring
    ...     score steps = steps
    ...     highest total wins
    ... '''})
    >>> game.id, len(game.new_initial_state().legal_actions())
    ('race', 3)
    """
    if not isinstance(files, Mapping):
        raise TypeError(
            f"files is a mapping of file names to texts, such as {{'my.cave': 'ruleset …'}}, not {show_value(files)}"
        )
    return _game_of(try_load(files, overlays, options, engine, backend=backend, registered_only=True))


def _game_of(tried: Tried) -> Game:
    game, found = tried
    if game is None:
        raise RulesetError(found)
    return game


@with_room
@without_collector
def try_load(
    ruleset: Named,
    overlays: Named | Iterable[Named] = (),
    options: Mapping[str, Any] | None = None,
    engine: str = PYTHON,
    *,
    backend: str | None = None,
    registered_only: bool = False,
) -> Tried:
    """The game, or none, and all findings (warnings too). Raises TypeError as `load_game`."""
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(
            f"options is a mapping of names to values, such as {{'name': 'value'}}, not {show_value(options)}"
        )
    instance("registered_only", registered_only, bool, "True or False")
    if engine not in ENGINES:
        raise wrong_value("engine", engine, " or ".join(ENGINES))
    if backend not in BACKENDS or backend is not None and engine != MACHINE:
        raise wrong_value("backend", backend, "wasm or c with engine='machine', or None")
    engine = BACKENDS[backend] if engine == MACHINE else engine
    folders, found = read_stack(ruleset, overlays, registered_only)
    try:
        return (None, found) if found else _playable(folders, options or {}, engine, registered_only)
    except RecursionError:
        return None, (_without_room(folders),)


def _without_room(folders: Sequence[Folder]) -> Diagnostic:
    """C0602: no stack of its own could be had, and the caller has left less of Python's than reading these files
    takes."""
    first = folders[0].sources[0]
    help = "call from fewer functions within each other, or set a higher `sys.setrecursionlimit`"
    return at("C0602", "this is nested too deep for what is left of Python's stack", Span(first, 0, 0), help=help)


@with_room
@without_collector
def load_from(origin: Origin) -> Game:
    """The game of an origin. RulesetError where it cannot be had."""
    return _game_of(_playable(folders_of(origin), origin.options, origin.engine))


def folders_of(origin: Origin) -> list[Folder]:
    """The files of the base and of each overlay of an origin, as they are now. RulesetError where they cannot be read."""
    found = [_folder_at(each) for each in origin.places]
    wrong = [problem for each in found if not isinstance(each, Folder) for problem in each]
    if wrong:
        raise RulesetError(wrong)
    return [each for each in found if isinstance(each, Folder)]


def _folder_at(place: Place) -> Folder | tuple[Diagnostic, ...]:
    """The files of a place that an origin names."""
    kind, what = place
    return find_registered(what) if kind == "id" else find_ruleset(what) if kind == "path" else folder_in_memory(what)


def _playable(folders: list[Folder], options: Mapping[str, Any], engine: str, registered_only: bool = False) -> Tried:
    """The game of these files, or none, and all findings."""
    ready, mechanics = playable_in(RuleSources(folders, registered_only), options)
    if mechanics is None:
        return None, ready.found
    afresh = RuleSources(folders)  # a game does not hold on to what was read, until it is asked for with other options
    return _game(mechanics.rules, ready.facts, afresh, options, mechanics, engine), ready.found


def _game(
    rules: Ruleset,
    facts: Facts,
    files: RuleSources,
    options: Mapping[str, Any],
    mechanics: Mechanics | None = None,
    engine: str = PYTHON,
) -> Game:
    """The game of a ruleset. It can be had again with other options, from the files as they were read, gone through
    once more for all of them."""

    @with_room
    @without_collector
    def again(changed: Mapping[str, Any]) -> Game:
        settings = {**options, **changed}
        ready, mechanics = playable_in(files, settings)
        if mechanics is None:
            raise RulesetError(ready.found)
        return _game(mechanics.rules, facts, files, settings, mechanics, engine)

    origin = origin_of(files.folders, options, engine, rules.hash)
    kind: type[Game] = resolve_name(GAME_TYPES[engine])
    game = kind(
        rules, with_remarks(facts, rules), again, catalogues_of(files.folders), mechanics, engine, origin=origin
    )
    KNOWN.note(game)
    return game


def playable_in(files: RuleSources, options: Mapping[str, Any]) -> tuple[CheckedRules, Mechanics | None]:
    """Returns the ruleset of the files of a base and of overlays, and the mechanics that carry it out: that of other
    games of this process, if they are the same."""
    key = key_of(files.folders, options)
    known = SHARED.of(key)
    if known is not None:
        return known
    ready = ready_in(files, options)
    return SHARED.hold(key, ready, Mechanics.of(ready.rules)) if ready.rules is not None else (ready, None)


# ---- games of pickles ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Origin:
    """Origin of a game: where the files of its base and overlays are, the options as they were set, the engine.

    `told` stands for all that is in the files, and the rest, to the letter: games of which it is the same cannot be
    told apart.
    """

    places: tuple[Place, ...]
    options: Mapping[str, Any]
    engine: str
    hash: str
    told: str
    version: str = VERSION

    def game(self) -> Game:
        """The game; the one that this process has already, or it is loaded."""
        return KNOWN.game_of(self)


def origin_of(folders: Sequence[Folder], options: Mapping[str, Any], engine: str, hash: str) -> Origin:
    """Returns the origin that is pickled for a game with these files."""
    whole = hashlib.sha256(
        repr((VERSION, engine, sorted(options.items(), key=repr))).encode("utf-8", "backslashreplace")
    )
    for folder in folders:
        facts = [folder.facts] if folder.facts is not None else []
        for each in (*folder.sources, *folder.tables.values(), *facts, *folder.catalogues.values()):
            text = each.text.encode("utf-8", "surrogatepass")
            whole.update(f"{PurePosixPath(each.name).name}\0{len(text)}\0".encode("utf-8", "surrogatepass"))
            whole.update(text)
        whole.update(b"\0")
    return Origin(tuple(map(_place, folders)), dict(options), engine, hash, whole.hexdigest())


def _place(folder: Folder) -> Place:
    if folder.registered:
        return "id", folder.id_or_path
    return ("path", os.path.abspath(folder.path)) if folder.path is not None else ("files", files_in(folder))


class GameCache:
    """The games of this process by what they were made from; a memory, it changes nothing but how long it takes to read
    a pickle."""

    def __init__(self) -> None:
        self.alive: WeakValueDictionary[str, Game] = WeakValueDictionary()
        self.held: deque[Game] = deque(maxlen=MOST_HELD)

    def note(self, game: Game) -> None:
        """A game that was loaded. Of several that are alike the first stays known, as long as it is used."""
        if game.origin is not None:
            with BUILD_LOCK:
                self.alive.setdefault(game.origin.told, game)

    @with_room
    def game_of(self, origin: Origin) -> Game:
        """The game of an origin; loaded, if need be. UnpicklingError where it cannot be had, or its rules are others
        now."""
        game = self.alive.get(origin.told)
        if game is not None:
            return game
        with BUILD_LOCK:
            game = self._load(origin)
            self.alive.setdefault(origin.told, game)
            self.held.append(game)
            return game

    def _load(self, origin: Origin) -> Game:
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
        for like in list(self.alive.values()):
            if like.hash == origin.hash and like.engine_name == origin.engine:
                return like
        shown = ", ".join(str(what) if kind != "files" else "rules in memory" for kind, what in origin.places)
        raise pickle.UnpicklingError(f"the game of this pickle ({shown}) cannot be had here: {why}")


KNOWN = GameCache()
