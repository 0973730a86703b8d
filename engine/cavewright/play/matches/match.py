"""A match: states one after another, with the chance between them resolved by a seed, undo, and saves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...engine.interpret.step import EndlessChanceError
from ...foundation.source.argument_checks import instance, show_value, wrong_type, wrong_value
from ...foundation.source.version import VERSION
from ..loading.load import load_game
from ..positions.action import CHANCE, Action, InvalidActionError
from ..positions.sight import ALL, Sight, Viewer
from ..states.game import Game, State
from .comparison import divergence
from .correction import Correction, looked_at
from .divergence import Divergence
from .history import History, draw_all_by_seed
from .keepsake import keepsake, told_moves
from .move_digests import digests
from .replay import Replay
from .save_text import FORMAT, SaveError, read_save, save_text
from .seed import BITS, fresh_seed, is_seed

__all__ = ["Correction", "Divergence", "Match", "SaveError"]


class Match:
    """The mutable convenience over states.

    `seed` resolves chance as soon as it is due, so `state` is always a player's decision or the end. The same seed and
    the same actions give the same match, whatever was taken back in between. It is a whole number from 0, of at most
    128 bits; without one, 128 bits that nobody can guess are drawn. Whoever knows the seed knows all that chance has
    brought and will bring.

    `by_hand` leaves it to whoever rolls dice or draws tiles: then `state` stays where chance is due, `push` takes what
    it brings, and `resolve` lets the seed bring it. `entered` tells such draws from those of the seed.

    >>> match = Match(load_game("the-cave", options={"starting_kit": "suggested"}), players=["Anna", "Rafał"], seed=7)
    >>> match.push("enter n1 by walk").player == match.move_stack[-1].player
    True
    >>> match = Match(match.game, players=2, by_hand=True)
    >>> str(match.push("first 1")), match.entered, match.state.current_player
    ('chance: first 1', (0,), 1)
    """

    def __init__(
        self, game: Game, players: int | Sequence[str] | None = None, seed: int | None = None, *, by_hand: bool = False
    ) -> None:
        instance("game", game, Game, "a Game, as `load_game` gives it")
        if seed is not None and not is_seed(seed):
            raise wrong_value("seed", seed, f"a whole number from 0 to {2**BITS - 1}")
        instance("by_hand", by_hand, bool, "True or False, whether you enter what chance brings")
        self.game, self.seed, self.by_hand = game, fresh_seed() if seed is None else seed, by_hand
        self._moves: list[Action] = []
        self._entered: list[int] = []
        self._corrections: list[Correction] = []
        self._parted: Divergence | None = None
        self._states = History(game.new_initial_state(players), self._moves)
        self._go_on()

    def __repr__(self) -> str:
        so_far = f"{len(self._moves)} moves, {repr(self.state).partition(': ')[2]}"
        return f"<Match of {self.game.id}, {', '.join(self.names)}: {so_far}"

    def _position(self) -> tuple[Any, ...]:
        """All that a match is; two are equal when this is."""
        moves, corrections = tuple(self._moves), tuple(self._corrections)
        return self.game, self.names, self.seed, self.by_hand, self.entered, moves, corrections, self.state

    def __eq__(self, other: object) -> bool:
        return self._position() == other._position() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]
    """A match changes, and so has no hash; `state` has one."""

    def __copy__(self) -> Match:
        made = type(self).__new__(type(self))
        made.__dict__.update(
            {name: value[:] if isinstance(value, list) else value for name, value in vars(self).items()}
        )
        made._states = self._states.copy(made._moves)
        return made

    def __deepcopy__(self, known: object) -> Match:
        return self.__copy__()

    def __getstate__(self) -> dict[str, Any]:
        """States are not pickled: the actions lead to them again."""
        return {**{name: value for name, value in vars(self).items() if name != "_states"}, "names": self.names}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        names = pickled.pop("names")
        vars(self).update(pickled)
        self._states = History(self.game.new_initial_state(names), self._moves)
        corrected = {each.after: each.state for each in self._corrections}
        for n, move in enumerate([None, *self._moves]):
            if move is not None:
                self._states.append(self.state.apply_by_host(move))
            if n in corrected:
                self._states.correct(corrected[n])

    # ---- where it stands -------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now: a player's decision, or the end; where chance is entered by hand, also one at which it is
        due."""
        return self._states.last

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return self.state.names

    @property
    def move_stack(self) -> tuple[Action, ...]:
        """All actions so far, chance among them."""
        return tuple(self._moves)

    @property
    def entered(self) -> tuple[int, ...]:
        """Indexes of the entries of `move_stack`, from 0, that chance has brought otherwise than by the seed.

        They were entered by hand, or stand in a save of 0.1 or of other rules, under which the seed brought something
        else.
        """
        return tuple(self._entered)

    def peek(self) -> Action | None:
        """The last action, or none before the first."""
        return self._moves[-1] if self._moves else None

    def at(self, moves: int) -> State:
        """The state after so many entries of `move_stack`. TypeError for what is no whole number, ValueError for one
        too large or below 0.

        The last 64 are kept as they are, and of the others every 32nd: what lies between is played again, at most 32
        steps.
        """
        return self._states[self._checked_count("moves", moves)]

    def _checked_count(self, name: str, moves: int) -> int:
        """Returns a number of entries of `move_stack`, checked; `name` is that of the argument."""
        if isinstance(moves, bool) or not isinstance(moves, int):
            raise TypeError(f"{name} is a whole number, how many entries of `move_stack`, not {show_value(moves)}")
        if not 0 <= moves < len(self._states):
            raise ValueError(f"this match has states 0 to {len(self._states) - 1}, not {moves}")
        return moves

    # ---- going on and back -----------------------------------------------------------------------------------------

    def push(self, action: Action | str, by_host: bool = False) -> Action:
        """Carries out an action, and the chance that follows unless that is entered by hand. Returns the action.
        `by_host`: also one that only the host does, as when time has run out (`State.host_actions`).

        Raises what `State.apply` raises, and InvalidActionError for what chance brings where the seed brings it. Where
        the rules fail in what follows by chance, the match stands where it stood before the action.
        """
        instance("by_host", by_host, bool, "True or False")
        before = self._states.last
        read = before._read(action)
        if read.player == CHANCE and not self.by_hand:
            raise InvalidActionError("chance is resolved by the seed of the match; with `by_hand=True` it is entered")
        state = before.apply_by_host(read) if by_host else before.apply(read)
        if read.player == CHANCE:
            self._entered.append(len(self._moves))
        self._moves.append(read.plain)
        self._states.append(state)
        try:
            self._go_on()
        except BaseException:
            self.pop()
            raise
        return read

    def resolve(self) -> tuple[Action, ...]:
        """Lets the seed bring what chance is due, until somebody decides or the match ends. Returns it; nothing unless
        chance is entered by hand. Raises EndlessChanceError where nobody comes to decide; the match stands as before.
        """
        at = len(self._moves)
        try:
            for action, state in draw_all_by_seed(self.state, self.seed, at):
                self._moves.append(action)
                self._states.append(state)
        except EndlessChanceError:
            del self._moves[at:]
            self._states.cut(at + 1)
            raise
        return tuple(self._moves[at:])

    def correct(self, state: State, reason: str) -> Correction:
        """Puts another position in the place of the present one, because the table agreed to: a tile lay wrong, a piece
        was forgotten. Play goes on from there.

        `state` is one of the same rules and players, from anywhere: `at(n)`, where something is put back as it was, or
        `Game.read_state`. The match is marked (`corrections`), saves keep position and reason, and a replay puts it
        there again. Free undoing (`undo_fence`) stops at it; `pop` takes it back with the action before it. Raises
        TypeError and ValueError for a state that is impossible or of another match, and without a reason.

        >>> match = Match(load_game("tic-tac-toe"), 2, seed=1)
        >>> for text in ("mark a1", "mark b2"):
        ...     _ = match.push(text)
        >>> match.correct(match.at(0), "we had agreed that Jola begins").after, match.state == match.at(0)
        (2, True)
        """
        made = looked_at(self._states, state, reason)
        self._corrections.append(made)
        self._states.correct(made.state)
        self._go_on()
        return made

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """Corrections in order; of several behind the same action the last one holds."""
        return tuple(self._corrections)

    def _go_on(self) -> None:
        if not self.by_hand and self._states.last.current_player == CHANCE:
            self.resolve()

    @property
    def undo_fence(self) -> int:
        """Number of entries of `move_stack` that stay when undoing freely.

        Up to there somebody else acted, or somebody learned something: from chance, when choices made at once were
        shown, or when something unseen may have come to where it is seen.
        """
        fence = len(self._moves)
        while fence and self._moves[fence - 1].player == self._moves[-1].player and not self._has_told(fence):
            fence -= 1
        return fence

    def _has_told(self, moves: int) -> bool:
        """Tells if the last of so many moves was chance, told something unseen, or ended a time in which all chose at
        once; or there was a correction behind it."""
        if self._moves[moves - 1].player == CHANCE or moves in self._states.corrected:
            return True
        return self._states.has_told(moves)

    def pop(self, fenced: bool = False) -> Action:
        """Takes back the last player's action with the chance after it, and returns it. Where chance is entered by
        hand, the last entry.

        `fenced` refuses to go behind `undo_fence`. Raises ValueError when there is nothing to take back.
        """
        instance("fenced", fenced, bool, "True or False")
        at = len(self._moves)
        while at and self._moves[at - 1].player == CHANCE and not (self.by_hand and at - 1 in self._entered):
            at -= 1
        if not at:
            raise ValueError("there is no action to take back")
        if fenced and at - 1 < self.undo_fence:
            raise ValueError("this cannot be taken back: somebody has learned something or acted since")
        action = self._moves[at - 1]
        self._states.cut(at)
        del self._moves[at - 1 :]
        self._entered = [each for each in self._entered if each < at - 1]
        self._corrections = [each for each in self._corrections if each.after < at]
        return action

    # ---- pictures and saves ------------------------------------------------------------------------------------------

    def svg(self, viewer: Viewer = None, lang: str = "en") -> str:
        """A picture of the position now, as far as a viewer may know it, as SVG.

        >>> from cavewright import Match, load_game
        >>> match = Match(load_game("tic-tac-toe"), ["Anna", "Jola"], seed=1)
        >>> match.svg() == match.state.svg()
        True
        """
        return self.state.svg(viewer, lang)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: what a spectator knows."""
        return self.svg()

    def told(
        self, viewer: Viewer = ALL, since: int = 0, lang: str = "en", until: int | None = None
    ) -> list[dict[str, Any]]:
        """The entries of `move_stack` behind so many that a viewer was told of, each with what it saw of it; of the
        first `until` alone, if that is given.

        `player`, `name` and `text` say who did what; they are None of what was done unseen and had consequences that
        the viewer saw. `events` are sentences in a language. Raises ValueError for a viewer that is no player, for a
        language that there is not, and for more moves than there are; TypeError for what is no whole number.

        >>> from cavewright import Match, load_game
        >>> match = Match(load_game("tic-tac-toe"), ["Anna", "Jola"], seed=1)
        >>> move = match.push("mark b2")
        >>> match.told(viewer=1)
        [{'player': 0, 'name': 'mark', 'text': 'mark b2', 'events': ['b2: mark Anna']}]
        >>> match.told(viewer=1, until=0)
        []
        """
        self.game.wording(lang)
        end = None if until is None else self._checked_count("until", until)
        begin = self._checked_count("since", since)
        found = told_moves(self._states, Sight(self.state, viewer).viewer, begin, lang, end)
        return [each.plain() for each in found]

    def to_json(self, viewer: Viewer = ALL) -> str:
        """The match as a save: rules by id and hash, seed, and every action. `from_json` reads it back; it must not
        leave a server.

        For another viewer than `ALL` what that viewer may keep, to be shown and not to be resumed: without the seed,
        without what was drawn or done unseen, with the events and the view of that viewer.
        """
        if viewer is not ALL:
            corrected = [{"after": each.after, "reason": each.reason} for each in self._corrections]
            return keepsake(self.game, self._states, Sight(self.state, viewer).viewer, corrected)
        rules = self.game.rules_model
        changed = {name: self.game.options[name] for name, o in rules.options.items() if o.value != o.default}
        return save_text(
            {
                "cavewright": FORMAT,
                "engine": VERSION,
                "ruleset": self.game.id,
                "version": self.game.version,
                "hash": self.game.hash,
                "overlays": list(self.game.overlays),
                "options": changed,
                "players": list(self.names),
                "seed": self.seed,
                "by_hand": self.by_hand,
                "actions": [str(each) for each in self._moves],
                "entered": self._entered,
                "effects": digests(self._states),
                **({"corrections": [each.plain() for each in self._corrections]} if self._corrections else {}),
            }
        )

    @classmethod
    def from_json(cls, text: str, load: Callable[..., Game] = load_game) -> Match:
        """The match of a save, replayed. Raises SaveError (a ValueError) naming what is wrong.

        What chance brought has to be what the seed says, but for draws that were entered by hand. Under rules that have
        changed since, and in saves of 0.1, it may be something else, which `entered` tells then; the first action that
        no longer fits is named, and the rule that refuses it.
        """
        if not callable(load):
            raise wrong_type("load", load, "a function such as `load_game`")
        save = read_save(text)
        game = load(save.ruleset, overlays=save.overlays, options=save.options)
        replay = Replay(save, game)
        match = cls.__new__(cls)
        match.game, match.seed, match.by_hand = game, save.seed, save.by_hand
        match._moves, match._states = replay.moves, replay.states
        match._entered, match._corrections = replay.entered, replay.corrections
        match._parted = replay.divergence
        match._go_on()
        return match

    def divergence(self, game: Game | None = None) -> Divergence | None:
        """Finds the place where this match would go another way under the rules of another game: the first action that
        they refuse, or that leads to another position, or a last one behind which points are counted otherwise, with
        the rule. None if it comes to the same end. A correction is made there as well, if it goes back, or changes only
        what is kept.

        Without a game: where it went another way when it was saved under other rules. A save says of each action that
        it did something else, not what. Raises ValueError for a number of players that the game does not have.

        >>> match = Match(load_game("the-cave"), ["Anna", "Jola"], seed=7)
        >>> match.divergence(match.game) is match.divergence() is None
        True
        """
        return self._parted if game is None else divergence(self._states, self._corrections, game)

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """The JSON schema of what `to_json` gives; `docs/save.schema.json` and a file of the wheel hold it too."""
        from .save_schema import schema

        return schema()
