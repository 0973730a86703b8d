"""Vector of games: many games of one ruleset side by side in a module, a step of each to a call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import get_ident
from typing import Any, cast

from ...engine.interpret.step import Run
from ...foundation.source.argument_checks import show_value, whole_number, wrong_value
from ...machine.ir.batches import MOST_NUMBERS, most_games
from ...machine.native.linking import linked_batch
from ...machine.native.native_error import NativeError
from ...machine.native.traps import TrapError
from ...machine.native.web_assembly import PoolMachine
from ...play.loading.load import resolve_game
from ...play.matches.seed import fresh_seed
from ...play.states.game import Game, State
from ...rules.program import instructions as i
from ..encodings import Actions, EncodingError, Observations
from ..encodings.payoffs import MARGIN, MOVES, WIN, known_utility
from .action_digits import numbers_of
from .arrays import arrays_of, numpy
from .observing import BatchObserver
from .python_steps import PythonSteps


def vector(game: Game | str, players: int | None = None, size: int = 1_024, **settings: Any) -> Vector:
    """Many games of a ruleset side by side; `settings` are those of `Vector`.

    >>> games = vector("tic-tac-toe", size=4, seed=7)
    >>> games.step(games.random_actions())
    >>> games.current_player.tolist(), games.mask.sum(axis=1).tolist()
    ([1, 1, 1, 1], [8, 8, 8, 8])
    """
    return Vector(game, players, size, **settings)


class Vector(PythonSteps):
    """Games of a number of players, of which each waits for a player; `step` makes a decision in each, chance brings
    what is due, and a game that is over begins anew. Equal seeds and equal decisions give equal games.

    `current_player` says who decides in each game, `option_counts` between how many options, and `mask` has 1 for the
    number of each action that is legal, as `cavewright.encodings.Actions` counts them. Of the last step `rewards` has
    what it paid each player, `terminated` which games it ended, `truncated` which became too long, with `max_moves`
    steps, and were cut; all else is then said of the game that has begun. `utility` is `win` (1 for who wins, -1 for
    who does not, 0 for all where nobody or everybody does), `score` (the totals) or `margin` (by how much a total
    passes the average of all). `observations` are the tensors of who decides, `window` is that of
    `cavewright.encodings.Observations`: so far they see on boards that grow. All of these but scores are the memory
    itself, which the next step writes anew.

    Needs numpy and the extra `native`. Raises NativeError (a ValueError) where rules cannot be compiled, and ValueError
    for a size that a batch cannot have. One thread at a time may use it.

    >>> games = Vector("connect-four", size=3, seed=7)
    >>> games.step([3, 3, 0])
    >>> games.observations.shape, games.rewards.tolist(), games.option_counts.tolist()
    ((3, 97), [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [7, 7, 7])
    """

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        size: int = 1_024,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        overlays: Sequence[str] = (),
        utility: str = WIN,
        max_moves: int = MOVES,
        window: int | None = None,
    ) -> None:
        self._numpy = numpy()
        game = resolve_game(game, overlays, options)
        whole_number("size", size, 1, "a whole number from 1")
        whole_number("max_moves", max_moves, 1, "a whole number from 1")
        self.game, self.size, self.utility, self.max_moves = game, size, known_utility(utility), max_moves
        self._first = game.new_initial_state(players)
        self.window = window
        self.players = len(self._first.names)
        self._is_observed = self._is_closed = False
        self._users: dict[str, int] = {}
        self._number_actions()
        self._make_room()
        self.reset(seed)

    def close(self) -> None:
        """Ends it: arrays that were taken from it stay, and anything else that is asked of it raises ValueError."""
        self._is_closed = True

    def __repr__(self) -> str:
        return f"<Vector of {self.size} games of {self.game.id}, {self.players} players>"

    def __reduce__(self) -> str:
        raise TypeError("a Vector changes in place and cannot be pickled or copied; `state(n)` is a value")

    # ---- making it -------------------------------------------------------------------------------------------------------

    def _number_actions(self) -> None:
        """The numbers of actions, if a mask of them is of any use."""
        self._why_no_numbers, self._numbers = "", None
        try:
            self.actions: Actions | None = Actions(self.game, self.players)
        except EncodingError as error:
            self.actions, self._why_no_numbers = None, f"{error}"
            return
        if self.actions.size > MOST_NUMBERS:
            self._why_no_numbers = f"there are {self.actions.size:,} numbers of actions, more than {MOST_NUMBERS:,}"
        elif any(isinstance(each, i.Decide) and each.packing is not None for each in self.game.program.code):
            self._why_no_numbers = "how much goes into a bag has no numbers in a batch"
        else:
            self._numbers = numbers_of(self.actions)

    def _make_room(self) -> None:
        """The module, with memory for all games, and what can be seen of it."""
        many = self.actions.size if self.actions is not None and self._numbers is not None else 0
        self._interface, start = linked_batch(self.game, self.players, self._numbers)
        symbols = self._interface.symbols
        most = min(most_games(many), symbols["who"].length)
        if self.size > most:
            raise wrong_value("size", self.size, f"a whole number from 1 to {most:,}")
        self._machine = machine = cast(PoolMachine, start())
        self._bytes = 4 * self._interface.encoding.whole.length
        try:
            machine.grow(symbols["pool"].at + (self.size + 1) * self._bytes)
        except MemoryError:
            raise NativeError(f"there is no memory for {self.size:,} games of {self.game.id}; take fewer") from None
        self._arrays = arrays_of(machine)
        self._write("by_score", int(self.utility != WIN))
        self._write("most_moves", self.max_moves)
        first = self._interface.encoding.encode(self._first._h, self._first._s)
        machine.write(symbols["first_position"].at, first)
        self._look(many)

    def _look(self, many: int) -> None:
        """Makes the arrays of what is said of all games."""
        view, symbols, size = self._arrays.view, self._interface.symbols, (self.size,)
        self.current_player = view(symbols["who"], size)
        self.option_counts = view(symbols["count"], size)
        self.terminated = view(symbols["over"], size, "bool")
        self.truncated = view(symbols["cut"], size, "bool")
        self._chosen = view(symbols["chosen"], size)
        self._drawn = view(symbols["drawn"], size)
        self._moves = view(symbols["moves_made"], size)
        self._paid = view(symbols["paid"], (self.size, self.players), "float32" if self.utility == WIN else "int32")
        self._mask = view(symbols["mask"], (self.size, many)) if many else None
        self._each = self._numpy.arange(self.size)
        self._has_forks = "fork_at" in symbols
        self._forks = view(symbols["fork_at"], size) if self._has_forks else self._numpy.full(size, -1)
        """Where all act at once in a game, who does now; else -1."""
        self.encoding = Observations(self.game, self.players, window=self.window)
        """What the columns of observations mean."""
        self._tensors = self._numpy.zeros((self.size, self.encoding.size), self._numpy.float32)
        self._observer = BatchObserver(self._numpy, self._interface, self.encoding, self._first)

    def _positions_in(self, name: str, before: int) -> Any:
        """The bytes of the positions of all games in an array that begins with so many others."""
        return self._arrays.read(self._interface.symbols[name], (self.size + before, self._bytes), "uint8")[before:]

    def _write(self, name: str, *words: int) -> None:
        """Writes numbers into the memory of the module."""
        array = self._interface.symbols[name]
        self._machine.write(array.at, b"".join(each.to_bytes(array.width, "little", signed=True) for each in words))

    # ---- how it stands ---------------------------------------------------------------------------------------------------

    @property
    def mask(self) -> Any:
        """For every game 1 in the column of each action that is legal. Raises NativeError where there are too many
        numbers of actions; `option_counts` and `step_options` do without."""
        if self._mask is None:
            raise NativeError(
                f"{self.game.id} has no mask: {self._why_no_numbers}; choose options by `option_counts` and "
                "`step_options`"
            )
        return self._mask

    @property
    def rewards(self) -> Any:
        """Payments of the last step, by game and player."""
        if self.utility == WIN:
            return self._paid
        paid = self._paid.astype(self._numpy.float32)
        return paid - paid.mean(axis=1, keepdims=True) if self.utility == MARGIN else paid

    @property
    def observations(self) -> Any:
        """For every game what the player may know whose turn it is, as the tensor that `encodings.Observations` makes of
        its view."""
        if not self._is_observed:
            self._observe()
            self._is_observed = True
        return self._tensors

    def _observe(self) -> None:
        """Writes the tensors: of all games at once, and one by one where the rules need it or all act at once."""
        np, observer, who = self._numpy, self._observer, self.current_player
        alone = range(self.size)
        if observer.fills is not None:
            observer.write(self._tensors, self._positions_in("pool", 1), who, who)
            alone = np.flatnonzero(self._forks >= 0)
        for n in map(int, alone):
            self._tensors[n] = self.encoding.observe(self.state(n), int(who[n]))

    def final_observations(self, players: Any) -> Any:
        """The tensors of the games that the last step ended or cut, where they ended: each as one player knows it, of
        whom there is one for every game. Zeros for all other games."""
        np, who = self._numpy, self._whole_numbers("players", players)
        self._refuse("players", who, (who >= 0) & (who < self.players), f"a number from 0 to {self.players - 1}")
        found = np.zeros_like(self._tensors)
        games = np.flatnonzero(self.terminated | self.truncated)
        if self._observer.fills is None or self._has_forks:
            for n in map(int, games):
                found[n] = self.encoding.observe(self.final_state(n), int(who[n]))
        elif len(games):
            some, ends = found[games], self._positions_in("finals", 0)[games]
            self._observer.write(some, ends, who[games], self._observer.players_at(ends))
            found[games] = some
        return found

    def state(self, n: int) -> State:
        """The position of a game, as a state without events."""
        self._check_game(n)
        return self._state_among(n, "pool", 1, "fork_at", "commons", "all_branches")

    def final_state(self, n: int) -> State:
        """The position at which the last step ended or cut a game. Raises ValueError where it did not."""
        self._check_game(n)
        if not self.terminated[n] and not self.truncated[n]:
            raise ValueError(f"game {n} was not ended by the last step")
        return self._state_among(n, "finals", 0, "final_fork", "final_commons", "final_branches")

    def _check_game(self, n: int) -> None:
        """Raises TypeError and ValueError for what is no game of these."""
        self._check_open()
        whole_number("n", n, 0, f"a whole number from 0 to {self.size - 1}")
        if n >= self.size:
            raise wrong_value("n", n, f"a whole number from 0 to {self.size - 1}")

    def _state_among(self, n: int, pool: str, before: int, fork: str, commons: str, branches: str) -> State:
        """The position of a game in arrays of these names, of which the first begins with so many others."""
        symbols, whole = self._interface.symbols, self._bytes
        here = self._state_of(symbols[pool].at + (n + before) * whole)
        done = int(self._arrays.read(symbols[fork], (self.size,))[n]) if self._has_forks else -1
        if done < 0:
            return here
        common = self._state_of(symbols[commons].at + n * whole)
        at = common._settle(common._h, common._s, Run())
        assert at._branches is not None
        apart = list(at._branches)
        for player in range(done):
            apart[player] = self._state_of(symbols[branches].at + (n * self.players + player) * whole)._h
        apart[done] = here._h
        return State(self.game, at.names, at._h, at._s, tuple(apart))

    def _state_of(self, at: int) -> State:
        """The position at an address, as a state."""
        h, s = self._interface.encoding.decode(self._machine.read(at, self._bytes))
        return State(self.game, self._first.names, self.game.interpreter.evaluate.with_scratch(h), s)

    # ---- going on --------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """All games begin anew, with a seed or with another than before."""
        self._check_open()
        seed = fresh_seed() % 2**64 if seed is None else seed
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise wrong_value("seed", seed, "a whole number from 0, below 2 to the power of 64")
        self.terminated[:] = self.truncated[:] = False
        self._paid[:] = 0
        self._is_observed = False
        self._options_drawn = self._numpy.random.default_rng(seed)
        words = [each - 2**32 if each >> 31 else each for each in (seed & 2**32 - 1, seed >> 32)]
        with self._alone():
            self._begin_all(*words)

    def step(self, actions: Any, where: Any = None) -> None:
        """Carries out an action in every game, by their numbers; with `where`, an array of truth values, only in the games
        at which it is true: the others stay where they are, and nothing is paid in them. Raises ValueError for a number
        that is not legal; then nothing has been done."""
        mask = self.mask
        chosen = self._whole_numbers("actions", actions)
        games = self._games(where)
        legal = (chosen >= 0) & (chosen < mask.shape[1])
        legal &= mask[self._each, self._numpy.where(legal, chosen, 0)] != 0
        self._refuse("actions", chosen, legal | ~games, "the number of a legal action")
        self._choose(chosen, games)
        self._step("step_numbers", 0)

    def step_options(self, rows: Any, where: Any = None) -> None:
        """Steps by the numbers of options, each from 0 to one less than `option_counts`."""
        chosen, games = self._whole_numbers("rows", rows), self._games(where)
        legal = (chosen >= 0) & (chosen < self.option_counts)
        self._refuse("rows", chosen, legal | ~games, "the number of an option, less than `option_counts`")
        self._choose(chosen, games)
        self._step("step_rows", 0)

    def _games(self, where: Any) -> Any:
        """In which games something is done, as truth values. Raises ValueError for anything else."""
        self._check_open()
        if where is None:
            return self._numpy.True_
        found = self._numpy.asarray(where)
        if found.shape != (self.size,) or found.dtype != bool:
            raise ValueError(f"where is an array of {self.size} truth values, not {show_value(where)}")
        return found

    def _choose(self, chosen: Any, games: Any) -> None:
        """Writes what is chosen where something is to be done, and of the other games that nothing has been."""
        self._chosen[:] = chosen
        if games.shape:
            rest = ~games
            self._chosen[rest] = -1
            self._paid[rest] = 0
            self.terminated[rest] = self.truncated[rest] = False

    def _check_open(self) -> None:
        """Raises ValueError for a batch that is closed."""
        if self._is_closed:
            raise ValueError(f"this batch of {self.game.id} is closed")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps other threads out. Raises RuntimeError where one is within. An entry is made at once
        and names its thread, so an interrupt at any line shuts nobody out."""
        thread = get_ident()
        try:
            if self._users.setdefault("thread", thread) != thread:
                raise RuntimeError(
                    f"two threads at once use this batch of {self.game.id}; give each a batch of its own"
                )
            yield
        finally:
            if self._users.get("thread") == thread:
                del self._users["thread"]

    def cut(self, n: int) -> None:
        """Cuts a game, which pays nobody, and begins the next."""
        self._check_game(n)
        self._is_observed = False
        with self._alone():
            self._cut(n)

    def random_actions(self) -> Any:
        """The number of a legal action for every game, each as likely as any other: those that the batch has drawn for
        where it stands. Raises NativeError where actions have no numbers."""
        return self._drawn.copy() if self.mask is not None else None

    def random_options(self) -> Any:
        """The number of an option for every game, each as likely as any other."""
        if self._mask is None:
            return self._drawn.copy()
        return (self._options_drawn.random(self.size) * self.option_counts).astype(self._numpy.int32)

    def _whole_numbers(self, name: str, given: Any) -> Any:
        """One number for every game. Raises ValueError for anything else."""
        found = self._numpy.asarray(given)
        if found.shape != (self.size,) or not self._numpy.issubdtype(found.dtype, self._numpy.integer):
            raise ValueError(f"{name} is an array of {self.size} whole numbers, not {show_value(given)}")
        return found

    def _refuse(self, name: str, chosen: Any, legal: Any, expected: str) -> None:
        """ValueError for the first number that is not legal."""
        if not legal.all():
            n = int(legal.argmin())
            raise ValueError(f"{name}[{n}] is {expected}, not {show_value(int(chosen[n]))}")

    def _step(self, name: str, first: int) -> None:
        """Carries out what is chosen, from one game on. A step that the module cannot make Python makes."""
        self._is_observed = False
        with self._alone():
            while first < self.size:
                moves = self._moves.copy()
                try:
                    self._call(name, first, self.size)
                    return
                except TrapError:
                    n = self._number_at("game")
                self._step_in_python(n, name == "step_numbers", int(moves[n]))
                first = n + 1
