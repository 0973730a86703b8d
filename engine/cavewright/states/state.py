"""States: a position at a decision, as a value. What can be done in it, what comes of it, and what it is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..interpret.step import Run
from ..positions.action import CHANCE, SIMULTANEOUS, TERMINAL, Action, IllegalActionError, Verdict, parse_action
from ..positions.sight import ALL, Sight, Viewer
from ..program import instructions as i
from ..source.argument_checks import shown
from ..views.events import Event, events_of
from ..views.outcome import Outcome, outcome_of
from ..views.reasons import Explainer

if TYPE_CHECKING:
    import networkx as nx

    from ..views.view import View
    from .game import Game


class State:
    """One position of a game. A value: nothing changes it, and two are equal when their positions are.

    Made by `Game.new_initial_state` and by `apply`; what led to it is kept by `Match`, not here.
    """

    __slots__ = ("_actions", "_branches", "_caves", "_effects", "_h", "_hash", "_listed", "_s", "game", "names")

    def __init__(
        self,
        game: Game,
        names: tuple[str, ...],
        h: list[Any],
        s: list[dict[int, Any]],
        branches: tuple[list[Any], ...] | None = None,
        effects: Collection[Any] | None = None,
        options: list[Any] | None = None,
    ) -> None:
        self.game, self.names = game, names
        self._h, self._s, self._branches = h, s, branches
        self._effects: Collection[Any] = () if effects is None else effects
        self._listed: list[Any] | dict[int, list[Any]] | None = options
        self._actions: tuple[Action, ...] | None = None
        self._caves: dict[Viewer, nx.Graph[str]] | None = None
        self._hash: int | None = None

    # ---- whose turn it is --------------------------------------------------------------------------------------------

    @property
    def _node(self) -> Any:
        return self.game.program.code[self._h[i.PC]]

    @property
    def current_player(self) -> int:
        """Who decides: a player from 0, CHANCE, SIMULTANEOUS while several may act, or TERMINAL."""
        who: int = self.game.waiting[self._h[i.PC]] or self._h[i.ME]
        return who

    @property
    def active_players(self) -> tuple[int, ...]:
        """All who may act now; empty at chance and at the end."""
        if self._branches is not None:
            return tuple(
                n for n, h in enumerate(self._branches) if not isinstance(self.game.program.code[h[i.PC]], i.Join)
            )
        who = self.game.waiting[self._h[i.PC]] or self._h[i.ME]
        return (who,) if who >= 0 else ()

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.waiting[self._h[i.PC]] == TERMINAL)

    def _slots(self, player: int) -> list[Any]:
        """The slots as one player has them: its own while all act at once."""
        return self._branches[player] if self._branches is not None else self._h

    # ---- what can be done ----------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> tuple[Action, ...]:
        """The legal actions of a player, always in the same order; empty when it may not act.

        Without a player when exactly one may act; ValueError when several may.
        """
        if self._branches is None:
            who = self.game.waiting[self._h[i.PC]] or self._h[i.ME]
            if who >= 0 and (player is None or player is who):
                if self._actions is None:
                    self._actions = self.game.actions(who, self._h[i.PC], self._options(who))
                return self._actions
        player = self._the_player(player)
        if player not in self.active_players:
            return ()
        return self.game.actions(player, self._slots(player)[i.PC], self._options(player))

    def _the_player(self, player: int | None) -> int:
        if player is not None:
            if type(player) is int and 0 <= player < len(self.names):
                return player
            if not isinstance(player, int) or isinstance(player, bool) or not 0 <= player < len(self.names):
                raise ValueError(f"there is no player {shown(player)}; players are numbered 0 to {len(self.names) - 1}")
            return player
        active = self.active_players
        if self.current_player == SIMULTANEOUS:
            raise ValueError(f"players act at once, now {', '.join(map(str, active))}; say whose actions")
        return active[0] if active else CHANCE

    def _options(self, player: int) -> list[tuple[int, tuple[int, ...]]]:
        """The options of the decision a player is at: which of its kinds, with which values. Computed once."""
        if self._branches is None:
            if self._listed is None:
                self._listed = self.game.engine.listed(self._h, self._s)
            return self._listed  # type: ignore[return-value]
        if self._listed is None:
            self._listed = {}
        assert isinstance(self._listed, dict)
        if player not in self._listed:
            self._listed[player] = self.game.engine.listed(self._branches[player], self._s)
        return self._listed[player]

    def chance_outcomes(self) -> list[tuple[Action, Fraction]]:
        """What chance may bring, with exact probabilities that add up to 1; empty unless chance is due."""
        if self.current_player != CHANCE:
            return []
        weights = self._weights()
        whole = sum(weight for _, weight in weights)
        return [(self._chance_action(value), Fraction(weight, whole)) for value, weight in weights]

    def _chance_action(self, value: int) -> Action:
        signature = self._node.signature
        return Action(CHANCE, signature.name, (value,), signature, self.game)

    def check(self, action: Action | str) -> Verdict:
        """Whether an action is legal here, and if not, every reason. Never raises for an action that can be read."""
        action = self._read(action)
        reasons = Explainer(self, action).reasons()
        return Verdict(tuple(reasons))

    def _read(self, action: Action | str) -> Action:
        if isinstance(action, Action):
            return (
                action if action.game is self.game or action.game == self.game else parse_action(str(action), self.game)
            )
        active = self.active_players
        player = active[0] if len(active) == 1 else None
        if player is None and not active:
            player = CHANCE if self.current_player == CHANCE else 0
        return parse_action(action, self.game, player)

    # ---- what comes of it ------------------------------------------------------------------------------------------------

    def apply(self, action: Action | str) -> State:
        """The state after an action; this one stays as it is.

        Raises IllegalActionError with the verdict, and WorkLimitError when the rules then come to no decision in the
        work that a step may take (`legal_actions` and `check` raise it too, where options have to be tried out).
        """
        for n, known in enumerate(self._actions or ()):
            if known is action:
                return self._apply_option(known.player, self._options(known.player)[n])
        action = self._read(action)
        if action.player == CHANCE:
            return self._apply_chance(action)
        chosen = self._find(action)
        if chosen is None:
            raise IllegalActionError(action, self.check(action))
        return self._apply_option(action.player, chosen)

    def _find(self, action: Action) -> tuple[int, tuple[int, ...]] | None:
        if not 0 <= action.player < len(self.names):
            return None
        for n, known in enumerate(self.legal_actions(action.player)):
            if known.values == action.values and known.name == action.name:
                return self._options(action.player)[n]
        return None

    def _apply_option(self, player: int, chosen: tuple[int, tuple[int, ...]]) -> State:
        if self._branches is None:
            return self._settled(*self.game.engine.stepped(self._h, self._s, chosen))
        h, s, run = self.game.engine.stepped(self._branches[player], self._s, chosen)
        branches = (*self._branches[:player], h, *self._branches[player + 1 :])
        return self._joined(self._h[:], s, run, branches)

    def _apply_chance(self, action: Action) -> State:
        outcomes = dict(self._weights()) if self.current_player == CHANCE else {}
        if not outcomes or action.name != self._node.signature.name or not self._may_come(action.values[0], outcomes):
            raise IllegalActionError(action, self.check(action))
        return self._drawn(action.values[0])

    def _drawn(self, value: int) -> State:
        """The state after chance has brought a value that it may bring."""
        return self._settled(*self.game.engine.drawn(self._h, self._s, value))

    def _weights(self) -> list[tuple[int, int]]:
        """What chance may bring, now that it is due, with whole-numbered weights."""
        return self.game.engine.weights(self._h, self._s)

    def _stands_as(self, other: State, player: int) -> bool:
        """Whether a player is in the same position in both states (what others do at the same time apart)."""
        size = self.game.program.layout.size
        mine, theirs = self._slots(player), other._slots(player)
        return self.game is other.game and mine[:size] == theirs[:size] and self._s == other._s

    def _may_come(self, value: int, outcomes: Mapping[int, int]) -> bool:
        """An outcome, or a piece that is there too and printed just like one."""
        bag = self._node.bag
        if value in outcomes or bag is None:
            return value in outcomes
        return bool(self.game.interpreter.evaluate.contents(bag)(self._h[:], self._s)[value])

    def _settled(self, h: list[Any], s: list[Any], run: Run) -> State:
        """The state at a decision that was reached. Where all act at once and nobody has to decide, it goes on behind
        that."""
        while self.game.waiting[h[i.PC]] == SIMULTANEOUS:
            run.bounded().strict = False
            branches = self._forked(h, s, run)
            if not self._all_done(branches):
                return State(self.game, self.names, h, s, branches, run.effects)
            self._join(h, branches)
            self.game.interpreter.go_on(h, s, run)
        return State(self.game, self.names, h, s, None, run.effects, run.options)

    def _forked(self, h: list[Any], s: list[Any], run: Run) -> tuple[list[Any], ...]:
        branches = []
        for player in range(len(self.names)):
            own = h[:]
            own[i.ME], own[i.PC] = player, h[i.PC] + 1
            self.game.interpreter.go_on(own, s, run)
            branches.append(own)
        return tuple(branches)

    def _joined(self, h: list[Any], s: list[Any], run: Run, branches: tuple[list[Any], ...]) -> State:
        """Goes on when all players are done; until then their branches stand beside each other."""
        if not self._all_done(branches):
            return State(self.game, self.names, h, s, branches, run.effects)
        self._join(h, branches)
        run.bounded().strict = False
        self.game.interpreter.go_on(h, s, run)
        return self._settled(h, s, run)

    def _all_done(self, branches: tuple[list[Any], ...]) -> bool:
        code = self.game.program.code
        return all(isinstance(code[each[i.PC]], i.Join) for each in branches)

    def _join(self, h: list[Any], branches: tuple[list[Any], ...]) -> None:
        """What each player has done by itself becomes part of the one position, and play goes on behind it."""
        for player, own in enumerate(branches):
            for slot in self.game.program.layout.own[player]:
                h[slot] = own[slot]
        fork = self.game.program.code[h[i.PC]]
        assert isinstance(fork, i.Fork)
        h[i.PC] = fork.to

    def goes_on_from(self, before: State) -> bool:
        """Whether in both several act at once, and nothing has been shown to all since `before`."""
        size = self.game.program.layout.size
        return self._branches is not None and before._branches is not None and self._h[:size] == before._h[:size]

    # ---- the position as a value -----------------------------------------------------------------------------------------

    def key(self) -> tuple[Any, ...]:
        """The position as a hashable value: equal for equal positions of one ruleset. Not its history, not its
        events."""
        size = self.game.program.layout.size
        boards = tuple(tuple(sorted(each.items())) for each in self._s)
        branches = None if self._branches is None else tuple(tuple(each[:size]) for each in self._branches)
        return (self.game.hash, self.names, tuple(self._h[:size]), boards, branches)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self is other or self.key() == other.key()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.key())
        return self._hash

    def clone(self) -> State:
        """A copy; as good as the state itself, since nothing changes either."""
        branches = None if self._branches is None else tuple(each[:] for each in self._branches)
        return State(self.game, self.names, self._h[:], [dict(each) for each in self._s], branches, list(self._effects))

    def _bare(self) -> State:
        """The same position, without its events and without what was found out about it."""
        return State(self.game, self.names, self._h, self._s, self._branches)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, known: object) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from ..loading.pickles import reduced_state

        return reduced_state(self)

    def to_json(self) -> str:
        """The position as text, without its history; `Game.read_state` reads it back."""
        from .position_json import position_text

        return position_text(self)

    def __repr__(self) -> str:
        who = self.current_player
        at = {TERMINAL: "the end", CHANCE: "chance", SIMULTANEOUS: "several at once"}.get(
            who
        ) or f"{self.names[who]}'s decision"
        return f"<State of {self.game.id}: {at}>"

    # ---- what can be known ---------------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action did, in order."""
        return events_of(self, self._effects)

    def events_for(self, viewer: Viewer = None) -> tuple[Event, ...]:
        """Those of the events that a viewer may know of: a player, None (a spectator), or `ALL`.

        While all act at once nobody sees what another does; what is hidden or another's secret is never told.
        """
        notices = Sight(self, viewer).notices
        return events_of(self, [each for each in self._effects if notices(each)])

    def view(self, viewer: Viewer = None) -> View:
        """What a viewer may know of the position, as plain data: a player, None (a spectator), or `ALL`."""
        from ..views.view import view_of

        return view_of(self, Sight(self, viewer))

    @property
    def cave(self) -> nx.Graph[str]:
        """All places of all boards as a frozen networkx graph, as a spectator knows them; see `docs/embedding.md` for
        its attributes."""
        return self.cave_for(None)

    def cave_for(self, viewer: Viewer) -> nx.Graph[str]:
        """The same with what a viewer knows of places and passages: a player, None (a spectator), or `ALL`."""
        sight = Sight(self, viewer)
        if self._caves is None:
            self._caves = {}
        if sight.viewer not in self._caves:
            from ..views.graph import graph_of

            self._caves[sight.viewer] = graph_of(self, sight)
        return self._caves[sight.viewer]

    def svg(self, viewer: Viewer = None, lang: str = "en") -> str:
        """A picture of all boards and of what lies there, as far as a viewer may know it, as SVG."""
        from ..views.scene import svg_of

        return svg_of(self, viewer, lang)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: what a spectator knows."""
        return self.svg()

    def returns(self, viewer: Viewer = ALL) -> list[int | None]:
        """The score of every player as things stand (0 for players out of the running; None where the viewer cannot
        know it)."""
        return list(self.outcome(viewer).totals)

    def outcome(self, viewer: Viewer = ALL) -> Outcome:
        """Winners and scores with their breakdown; before the end, as if the game ended now. What the viewer cannot
        know is None.

        What is counted at the end is told to all: of a game that is over, every viewer is told everything.
        """
        return outcome_of(self, Sight(self, viewer))

    def problems(self, viewer: Viewer = None) -> Iterable[str]:
        """What is impossible in a position made by hand; empty for one that was reached. Values that the viewer may not
        know are left out."""
        from ..views.problems import problems_of

        return problems_of(self, Sight(self, viewer))
