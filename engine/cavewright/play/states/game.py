"""Games and their states: rules made ready to play, and positions at a decision, as values. Each gives the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...engine.interpret.chance import row_at_random
from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.step import MOST_EFFECTS, Chosen, Run, WorkLimitError
from ...engine.jit.mechanics import Mechanics
from ...foundation.source.ample_stack import retried_with_room, with_room
from ...foundation.source.argument_checks import instance
from ...foundation.source.lazy_property import lazy_property
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ...rules.program.instructions import ME, PC
from ..positions.action import CHANCE, SIMULTANEOUS, Action, IllegalActionError
from ..positions.playable import PYTHON, Playable
from ..positions.position import Branches
from ..positions.rulebook import Facts
from ..positions.sight import ALL, Sight, Viewer
from ..positions.wording import Catalogues
from ..views.events import Event, events_of
from ..views.outcome import Outcome, outcome_of
from ..views.position_value import PositionValue
from .interrupting import Interruptible
from .origin import Origin
from .soundness import ask_everything, check_pickled

if TYPE_CHECKING:
    import networkx as nx

    from ..views.view import View


class State(Interruptible):
    """One position of a game. A value: nothing changes it, and two are equal when their positions are.

    Made by `Game.new_initial_state` and by `apply`; what led to it is kept by `Match`, not here.

    >>> import cavewright as cw
    >>> before = cw.load_game("tic-tac-toe").new_initial_state(["Anna", "Jola"])
    >>> after = before.apply("mark b2")
    >>> before.current_player, after.current_player, len(after.legal_actions())
    (0, 1, 8)
    >>> [event.text() for event in after.events]
    ['b2: mark Anna']
    """

    __slots__ = ()
    game: Game

    def __new__(cls, game: Any, *given: Any, **named: Any) -> State:
        """A state of the kind that the game has."""
        made: State = object.__new__(game.state_type if cls is State else cls)
        return made

    @property
    def engine(self) -> str:
        """Name of the engine that carries out the rules here: `python`, `interpreter` or `machine`.

        With `load_game(…, engine="machine")` that is the interpreter as long as there is no module, and wherever the module
        cannot go on.
        """
        return self.game.engine_name

    # ---- what comes of it --------------------------------------------------------------------------------------------

    def apply(self, action: Action | str) -> State:
        """The state after an action; this one stays as it is.

        Raises IllegalActionError with the verdict, and WorkLimitError when the rules then come to no decision in the
        work that a step may take (`legal_actions` and `check` raise it too, where options have to be tried out).
        """
        if self._listed is None:
            h, row = self._h, self.game._by_row.get(id(action))
            if row is not None:
                _, at, player, value, slot, option = row
                if h[PC] == at and h[ME] == player and h[slot] == value:
                    return self._step(option)
        else:
            for n, known in enumerate(self._actions or ()):
                if known is action:
                    return self._apply_option(known.player, self._options(known.player)[n])
        action = self._read(action)
        if action.player == CHANCE:
            return self._apply_chance(action)
        chosen = self._find(action)
        return self._interrupt(action) if chosen is None else self._apply_option(action.player, chosen)

    def _apply_option(self, player: int, chosen: Chosen) -> State:
        if self._branches is None:
            return self._step(chosen)
        try:
            return self._settle(*self._act_apart(self.game.engine, player, chosen))
        except WorkLimitError:
            return self._settle(*self._act_apart(self.game.interpreter, player, chosen))

    def _step(self, chosen: Chosen) -> State:
        """The state after an option of the only one who decides."""
        game = self.game
        h, s, run = (game._step or game._first_step())(self._h, self._boards, chosen)
        if game.at_once and game.waiting[h[PC]] == SIMULTANEOUS:
            try:
                return self._settle(h, s, run)
            except WorkLimitError:
                return self._settle(*game.interpreter.apply_option(self._h, self._s, chosen))
        made = new_state(State)
        made.game, made.names = game, self.names
        made._h, made._boards = h, s
        made._noted, made._listed = run.effects, run.options
        made._branches = made._actions = made._known = None
        return made

    def _apply_chance(self, action: Action) -> State:
        outcomes = dict(self._weights()) if self.current_player == CHANCE else {}
        if not outcomes or action.name != self._node.signature.name or not self._may_come(action.values[0], outcomes):
            raise IllegalActionError(action, self.check(action))
        return self._after_chance(action.values[0])

    def draw_any(self, random: Callable[[], float]) -> State:
        """The state after chance has brought anything, as `chance_outcomes` has it. `random` gives numbers from 0 up to 1.
        Raises ValueError where nothing is left to chance.

        >>> import cavewright as cw, random
        >>> state = cw.load_game("the-cave").new_initial_state()
        >>> while state.current_player != cw.CHANCE:
        ...     state = state.apply(state.legal_actions(state.active_players[0])[0])
        >>> state.draw_any(random.Random(7).random) != state
        True
        """
        instance("random", random, Callable, "a function that gives numbers from 0 up to 1, such as `random.random`")
        weights = self._weights() if self.current_player == CHANCE else []
        return self._after_chance(weights[row_at_random(random, weights)][0])

    def _after_chance(self, value: int) -> State:
        """The state after chance has brought a value that it may bring."""
        try:
            return self._settle(*self.game.engine.apply_draw(self._h, self._boards, value))
        except WorkLimitError:
            return self._settle(*self.game.interpreter.apply_draw(self._h, self._s, value))

    def _settle(self, h: Slots, s: Boards, run: Run, branches: Branches | None = None) -> State:
        """The state at a decision that was reached. Where all act at once their branches stand beside each other; when
        all players are done, it goes on behind that. An engine that has counted too much may find it too much work."""
        while self.game.waiting[h[i.PC]] == SIMULTANEOUS:
            run.effects, run.strict, s = deque(run.effects, MOST_EFFECTS), False, s[: self.game.plain]
            branches = branches or self._fork(h, s, run)
            if not self._all_done(branches):
                return State(self.game, self.names, h, s, branches, run.effects)
            self._join(h, branches)
            self.game.interpreter.go_on(h, s, run)
            branches = None
        return State(self.game, self.names, h, s, None, run.effects, run.options)

    def goes_on_from(self, before: State) -> bool:
        """Tells if this goes on with the simultaneous turn of `before`, and nothing was shown to all since."""
        size = self.game.program.layout.size
        return self._branches is not None and before._branches is not None and self._h[:size] == before._h[:size]

    # ---- the position as a value -------------------------------------------------------------------------------------

    def clone(self) -> State:
        """A copy; as good as the state itself, since nothing changes either."""
        branches = None if self._branches is None else tuple(each[:] for each in self._branches)
        return State(self.game, self.names, self._h[:], [dict(each) for each in self._s], branches, list(self._effects))

    def _bare(self) -> State:
        """Returns the position without its events and without what was found out about it."""
        return State(self.game, self.names, self._h, self._boards, self._branches)

    def __reduce__(self) -> tuple[Any, ...]:
        size = self.game.program.layout.size
        branches = None if self._branches is None else tuple([each[:size] for each in self._branches])
        effects = [self.game.mechanics.write_effect(each) for each in self._effects]
        return _state_again, (self.game, self.names, self._h[:size], self._s, branches, effects)

    def to_json(self) -> str:
        """The position as text, without its history; `Game.read_state` reads it back."""
        from ..positions.position_json import position_text

        return position_text(self)

    # ---- what can be known -------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """Events of the last action, in order."""
        return events_of(self, self._noted)

    @retried_with_room
    def events_for(self, viewer: Viewer = None) -> tuple[Event, ...]:
        """Those of the events that a viewer may know of: a player, None (a spectator), or `ALL`.

        While all act at once nobody sees what another does; what is hidden or another's secret is never told.
        """
        notices = Sight(self, viewer).notices
        return events_of(self, [each for each in self._effects if notices(each)])

    @retried_with_room
    def view(self, viewer: Viewer = None) -> View:
        """Returns the part of the position that a viewer may know, as plain data: a player, None (a spectator), or
        `ALL`."""
        from ..views.view_reader import view_of

        return view_of(self, Sight(self, viewer))

    @property
    def cave(self) -> nx.Graph[str]:
        """All places of all boards as a frozen networkx graph, as a spectator knows them; see `docs/embedding.md` for
        its attributes."""
        return self.cave_for(None)

    @retried_with_room
    def cave_for(self, viewer: Viewer) -> nx.Graph[str]:
        """Returns the map with what a viewer knows of places and passages: a player, None (a spectator), or `ALL`."""
        from ..views.graph import graph_of

        return graph_of(self, Sight(self, viewer))

    @retried_with_room
    def svg(self, viewer: Viewer = None, lang: str = "en") -> str:
        """A picture of all boards and of what lies there, as far as a viewer may know it, as SVG.

        >>> from cavewright import load_game
        >>> picture = load_game("tic-tac-toe").new_initial_state(["Anna", "Jola"]).svg(lang="de")
        >>> picture.startswith("<svg"), "Anna ist am Zug" in picture
        (True, True)
        """
        from ...foundation.draw import draw_svg
        from ..views.scene import scene_of

        return draw_svg(scene_of(self, viewer, lang))

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: what a spectator knows."""
        return self.svg()

    def returns(self, viewer: Viewer = ALL) -> list[int | None]:
        """The score of every player as things stand (0 for players out of the running; None where the viewer cannot
        know it)."""
        return list(self.outcome(viewer).totals)

    @retried_with_room
    def outcome(self, viewer: Viewer = ALL) -> Outcome:
        """Winners and scores with their breakdown; before the end, as if the game ended now. What the viewer cannot
        know is None.

        What is counted at the end is told to all: of a game that is over, every viewer is told everything.
        """
        return outcome_of(self, Sight(self, viewer))

    @retried_with_room
    def value(self, player: int | None = None) -> int:
        """Returns the value that bots go by: the score lines of a player and the `advice` of the rules, as one number.
        It tells all that the player will score, which others may not know.

        Raises ValueError where there is no such player.

        >>> import cavewright as cw
        >>> state = cw.load_game("tic-tac-toe").new_initial_state()
        >>> state.value(0), state.value(1)
        (0, 0)
        """
        player = self.player_meant(player)
        return self.game._worth.of(self._slots(player)[:], self._s, player)

    @retried_with_room
    def problems(self, viewer: Viewer = None) -> Iterable[str]:
        """Yields the impossible things in a position made by hand; none for one that was reached. Values that the
        viewer may not know are left out."""
        from ..views.problems import problems_of

        return problems_of(self, Sight(self, viewer))


new_state: Callable[..., State] = object.__new__
"""Makes a state of which nothing is set yet."""


class Game(Playable):
    """A ruleset with its overlays and options, ready to play. Made by `load_game`; never changes.

    `mechanics` are those of the rules, if there are any yet.

    >>> import cavewright as cw
    >>> game = cw.load_game("tic-tac-toe")
    >>> game.id, game.players, game.new_initial_state().current_player
    ('tic-tac-toe', range(2, 3), 0)
    >>> str(game.parse_action("mark b2", player=1))
    '1: mark b2'
    """

    state_type: type[State] = State
    """The kind of its states."""

    def __init__(
        self,
        rules: m.Ruleset,
        facts: Facts | None = None,
        again: Callable[[Mapping[str, Any]], Game] | None = None,
        catalogues: Catalogues | None = None,
        mechanics: Mechanics | None = None,
        engine: str = PYTHON,
        *,
        origin: Origin | None = None,
    ) -> None:
        super().__init__(rules, facts, catalogues, mechanics, engine)
        self._again, self.origin = again, origin
        self._first_states: dict[int, State] = {}
        self._named: dict[int | None, tuple[str, ...]] = {}

    @lazy_property
    def _worth(self) -> PositionValue:
        """Worth of positions to bots."""
        return PositionValue(self)

    def with_options(self, options: Mapping[str, Any]) -> Game:
        """Returns the game with other values for some options, read from the same rules.

        Raises RulesetError (a ValueError) for a value that an option cannot have.
        """
        instance("options", options, Mapping, "a mapping of names to values, such as {'name': 'value'}")
        if self._again is None:
            raise ValueError(f"{self.id} was not loaded from rule files, and keeps its options")
        return self._again(options)

    def __eq__(self, other: object) -> bool:
        return self.hash == other.hash if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.origin is not None:
            return type(self.origin).game, (self.origin,)
        catalogues = {lang: tuple(sources) for lang, sources in self._wordings.sources.items()}
        facts = {id: dict(row) for id, row in self.facts.items()}
        return Game, (self.rules_model, facts, None, catalogues, None, self.engine_name)

    def __repr__(self) -> str:
        return f"<Game {'+'.join([self.id, *self.overlays])} {self.version}>"

    def new_initial_state(self, players: int | Sequence[str] | None = None) -> State:
        """The first state, for a number of players or their names; by default for as few as may play.

        Raises ValueError for a number of players that the rules do not allow, and for names that are not distinct.
        """
        plain = players is None or type(players) is int
        names = self._named.get(players) if plain else None  # type: ignore[arg-type]
        if names is None:
            names = self._names_of(self.players.start if players is None else players)
            if plain:
                self._named[players] = names  # type: ignore[index]
        first = self._first_states.get(len(names)) or self._begun_for(names)
        listed = first._listed if isinstance(first._listed, list) else None
        return State(self, names, first._h, first._s, first._branches, first._noted, listed)

    @with_room
    def _begun_for(self, names: tuple[str, ...]) -> State:
        h, s, run = *self.blank(len(names)), Run()
        self.interpreter.go_on(h, s, run)
        first = self._first_states[len(names)] = State(self, names, h, s)._settle(h, s, run)
        return first

    @with_room
    def read_state(self, text: str) -> State:
        """The state that `State.to_json` wrote, under the same rules and options.

        Raises ValueError when the text is no position, of other rules, or impossible.
        """
        from ..positions.position_json import read_position

        state = State(self, *read_position(text, self))
        try:
            wrong = list(state.problems()) or ask_everything(state)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            said = "what `slots` or `boards` hold cannot be played from"
            raise ValueError(f"this position does not fit its rules: {said}") from error
        if wrong:
            raise ValueError(f"this position is impossible: {wrong[0]}")
        return state


def _state_again(
    game: Game,
    names: tuple[str, ...],
    slots: Slots,
    boards: Boards,
    branches: Branches | None,
    effects: list[tuple[Any, ...]],
) -> State:
    """The state of a pickle."""
    check_pickled(game, names, slots)
    with_scratch = game.interpreter.evaluate.with_scratch
    more = None if branches is None else tuple(map(with_scratch, branches))
    return State(game, names, with_scratch(slots), boards, more, [game.mechanics.read(each) for each in effects])
