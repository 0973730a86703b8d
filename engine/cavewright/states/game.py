"""A game: a checked ruleset made ready to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..interpret.interpreter import Interpreter
from ..interpret.step import Engine, Run
from ..jit.compiled import Compiled
from ..jit.mechanics import Mechanics
from ..model import ruleset as m
from ..model.initial_values import first_of
from ..positions.action import CHANCE, SIMULTANEOUS, TERMINAL, Action, InvalidActionError, parse_action
from ..positions.wording import Wording, Wordings
from ..program import instructions as i
from ..program.lookahead import Ahead
from ..program.lower import lower
from ..source import Source, nearest
from ..source.argument_checks import instance, shown, wrong_type, wrong_value
from ..source.cached_property import once
from .state import State

if TYPE_CHECKING:
    from ..loading.pickles import Origin
    from ..views.graph import Shown

PYTHON = "python"
ENGINES = (PYTHON, "interpreter")
"""What can carry out the rules: Python that is written for them, or the interpreter, which says what they mean."""
KEPT = 5_000
"""Actions of a player at one decision that are remembered, to be the same objects when they are offered again."""


class Game:
    """A ruleset with its overlays and options, ready to play. Made by `load_game`; never changes.

    `mechanics` are those of the rules, if there are any yet.
    """

    def __init__(
        self,
        rules: m.Ruleset,
        facts: Mapping[str, Mapping[str, str]] | None = None,
        again: Callable[[Mapping[str, Any]], Game] | None = None,
        catalogues: Mapping[str, Sequence[Source]] | None = None,
        mechanics: Mechanics | None = None,
        engine: str = PYTHON,
        *,
        origin: Origin | None = None,
    ) -> None:
        if engine not in ENGINES:
            raise ValueError(f"engine is {' or '.join(ENGINES)}, not {shown(engine)}")
        self.rules_model = rules
        self._wordings = Wordings(rules, catalogues or {})
        self.facts = facts or {}
        self._again = again
        self.origin, self.engine_name = origin, engine
        self.program = mechanics.program if mechanics is not None else lower(rules)
        self.mechanics = mechanics or Mechanics(rules, self.program, self._interpreter())
        self.interpreter = self.mechanics.interpreter
        self._by_python = engine == PYTHON
        self.signatures: Mapping[str, i.Signature] = self.program.signatures
        self.waiting = tuple(_waiting(each) for each in self.program.code)
        self.offered = tuple(_offered(each) for each in self.program.code)
        self._made: dict[tuple[int, int], dict[tuple[int, tuple[int, ...]], Action]] = {}
        shared = self.mechanics
        self.scoring_among, self.scoring_together, self.scoring_least = (
            shared.scoring_among,
            shared.scoring_together,
            shared.scoring_least,
        )
        self.score_lines, self.tie_breaks, self.advice = shared.score_lines, shared.tie_breaks, shared.advice
        self._first_states: dict[int, State] = {}
        self._named: dict[int | None, tuple[str, ...]] = {}

    def _interpreter(self) -> Interpreter:
        """The functions of the program; a study that looks at them has its own."""
        return Interpreter(self.rules_model, self.program)

    @once
    def engine(self) -> Engine:
        """What carries out the rules."""
        return self.mechanics.compiled if self._by_python else self.interpreter

    # ---- what it is ------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the base ruleset."""
        return self.rules_model.id

    @property
    def title(self) -> str:
        """What it is called."""
        return self.rules_model.title

    @property
    def version(self) -> str:
        """The version of the base ruleset."""
        return self.rules_model.version

    @property
    def hash(self) -> str:
        """Stands for what the rules mean: base, overlays and options, not texts or comments."""
        return self.rules_model.hash

    @property
    def overlays(self) -> tuple[str, ...]:
        """The ids of the overlays."""
        return self.rules_model.overlays

    @property
    def players(self) -> range:
        """The numbers of players it can be played by."""
        low, high = self.rules_model.player_range
        return range(low, high + 1)

    @property
    def rules(self) -> tuple[m.Clause, ...]:
        """Every clause of the rules, with name, text, citations and origin."""
        return self.rules_model.clauses

    @property
    def examples(self) -> tuple[m.Example, ...]:
        """The examples of the rules, in order; `cavewright.run_examples` carries them out."""
        return self.rules_model.examples

    @property
    def options(self) -> dict[str, Any]:
        """The value of every option, as it would be set."""
        return {name: _plain_option(o, o.value) for name, o in self.rules_model.options.items()}

    def with_options(self, options: Mapping[str, Any]) -> Game:
        """The same game with other values for some options, read from the same rules.

        Raises RulesetError (a ValueError) for a value that an option cannot have.
        """
        instance("options", options, Mapping, "a mapping of names to values, such as {'name': 'value'}")
        if self._again is None:
            raise ValueError(f"{self.id} was not loaded from rule files, and keeps its options")
        return self._again(options)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which something of it can be said; what a catalogue lacks is said as the rules say it."""
        return self._wordings.languages

    def wording(self, lang: str = "en") -> Wording:
        """What things are called in a language. Raises UnknownLanguage (a ValueError) for one in which there are no
        texts."""
        return self._wordings.of(lang)

    def options_schema(self) -> dict[str, Any]:
        """The options as a JSON schema: an object whose properties are the options."""
        properties = {name: _option_schema(o) for name, o in self.rules_model.options.items()}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "title": self.title,
            "properties": properties,
            "additionalProperties": False,
        }

    def __eq__(self, other: object) -> bool:
        return self.hash == other.hash if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.hash)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, known: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from ..loading.pickles import reduced_game

        return reduced_game(self)

    def __repr__(self) -> str:
        return f"<Game {'+'.join([self.id, *self.overlays])} {self.version}>"

    # ---- playing -----------------------------------------------------------------------------------------------------

    def new_initial_state(self, players: int | Sequence[str] | None = None) -> State:
        """The first state, for a number of players or their names; by default for as few as may play.

        Raises ValueError for a number of players that the rules do not allow, and for names that are not distinct.
        """
        plain = players is None or type(players) is int
        names = self._named.get(players) if plain else None  # type: ignore[arg-type]
        if names is None:
            names = self._names(self.players.start if players is None else players)
            if plain:
                self._named[players] = names  # type: ignore[index]
        first = self._first_states.get(len(names))
        if first is None:
            h, s, run = *self.blank(len(names)), Run()
            self.interpreter.go_on(h, s, run)
            first = self._first_states[len(names)] = State(self, names, h, s)._settled(h, s, run)
        return State(self, names, first._h, first._s, first._branches, first._effects)

    def blank(self, count: int) -> tuple[list[Any], list[dict[int, Any]]]:
        """Slots and boards before anything has happened."""
        h: list[Any] = [0] * self.interpreter.size
        h[i.COUNT] = count
        s: list[dict[int, Any]] = [{} for _ in range(3 * len(self.rules_model.growing))]
        for field, start in self.mechanics.starts:
            self._begin(field, start, h, s)
        return h, s

    def _begin(self, field: m.Field, start: Any, h: list[Any], s: list[Any]) -> None:
        layout, rules = self.program.layout, self.rules_model
        base = layout.slot(field)
        rows = 1 if field.owner == "game" else len(rules.kinds[field.owner].rows)
        if field.owner != "game":
            h[base - 1] = self._first(field)
        for row in range(rows):
            h[i.ME] = row if field.owner == rules.players else 0
            h[base + row] = start(h, s) if start is not None else self._first(field)
        h[i.ME] = 0

    @once
    def in_place(self) -> Compiled:
        """Functions that change a position in place, can be taken back and note no effects: those of `Line`."""
        return self.mechanics.in_place

    @once
    def watched(self) -> Compiled:
        """The same, which note effects: those of games that are counted."""
        return self.mechanics.watched

    def _first(self, field: m.Field) -> Any:
        """What a field holds before it is given a value."""
        return (
            (0,) * (len(self.rules_model.kinds[field.type.name].rows) + 1)
            if field.type.form == "bag"
            else first_of(field.type)
        )

    def _names(self, players: int | Sequence[str]) -> tuple[str, ...]:
        low, high = self.rules_model.player_range
        if isinstance(players, (bool, str)) or not isinstance(players, (int, Sequence)):
            raise ValueError(f"players is a number or a list of names, not {shown(players)}")
        names = (
            tuple(f"Player {n + 1}" for n in range(min(players, 99))) if isinstance(players, int) else tuple(players)
        )
        if not low <= len(names) <= high or (isinstance(players, int) and players < 0):
            raise ValueError(
                f"{self.title} is played by {low} to {high} players, not {players if isinstance(players, int) else len(names)}"
            )
        for name in names:
            if not isinstance(name, str) or not name.strip() or len(name) > 40 or not name.isprintable():
                raise ValueError(f"a player's name is a text of 1 to 40 printable characters, not {shown(name)}")
        bare = [name.strip() for name in names]
        twice = sorted({name for name in bare if bare.count(name) > 1})
        if twice:
            raise ValueError(f"two players are called {twice[0]!r}; names have to differ")
        return names

    def actions(self, player: int, at: int, options: Sequence[tuple[int, tuple[int, ...]]]) -> tuple[Action, ...]:
        """The options of a player at a decision as actions. The same ones are the same objects, as long as they are
        remembered."""
        known = self._made.get((player, at))
        if known is None or len(known) > KEPT:
            known = self._made[player, at] = {}
        try:
            return tuple([known[each] for each in options])
        except KeyError:
            for n, values in options:
                signature = self.offered[at][n]
                known.setdefault((n, values), Action(player, signature.name, values, signature, self))
            return tuple([known[each] for each in options])

    def parse_action(self, text: str, player: int | None = None) -> Action:
        """The action that a text says, `0: enter n2 by walk`; `str` of the result is that text again.

        `player` is whose it is where the text does not say it (-1: chance's). Raises InvalidActionError (a ValueError)
        when it is no action, or that of another than `player`, AmbiguousActionError when nobody says whose it is.
        """
        if player is not None and (isinstance(player, bool) or not isinstance(player, int)):
            raise wrong_type("player", player, "a number, from 0, -1 for chance, or None")
        if player is not None and not CHANCE <= player < self.players.stop - 1:
            raise wrong_value("player", player, f"a number from 0 to {self.players.stop - 2}, -1 for chance, or None")
        action = parse_action(text, self, player)
        if player is not None and action.player != player:
            whose = "of chance" if action.player == CHANCE else f"of player {action.player}"
            raise InvalidActionError(f"text is an action {whose}, not of player {player}: `{action}`"[:200])
        return action

    def read_state(self, text: str) -> State:
        """The state that `State.to_json` wrote, under the same rules and options.

        Raises ValueError when the text is no position, of other rules, or impossible.
        """
        from .position_json import read_position

        return read_position(text, self)

    @once
    def shown_boards(self) -> tuple[Shown, ...]:
        """What the graphs of all states show of boards; made when the first is asked for."""
        from ..views.graph import boards_shown

        return boards_shown(self)

    @once
    def _ahead(self) -> Ahead:
        """What lies ahead of choices, and whether it may tell whoever makes them something."""
        return Ahead(self.program, self.rules_model.secrecy.news)

    @once
    def concealed(self) -> frozenset[str]:
        """The clauses that work on something that whoever acts does not see, by name."""
        from ..views.disclosure import concealed

        return concealed(self.rules_model)

    def nearest_action(self, word: str) -> str:
        """The name of an action most like a word, or ""."""
        return nearest(word, self.signatures)


def _waiting(node: i.Instruction) -> int:
    """For whom play waits at an instruction: CHANCE, SIMULTANEOUS, TERMINAL, or 0 for the player whose turn it is."""
    return (
        TERMINAL
        if isinstance(node, i.End)
        else CHANCE
        if isinstance(node, i.Chance)
        else SIMULTANEOUS
        if isinstance(node, i.Fork)
        else 0
    )


def _offered(node: i.Instruction) -> tuple[i.Signature, ...]:
    """The signatures of what can be chosen at an instruction."""
    if isinstance(node, i.Decide):
        return tuple(each.signature for each in node.options)
    return (node.signature,) if isinstance(node, i.RepackDecide) else ()


def _plain_option(option: m.Option, value: int) -> Any:
    if option.type.form == "yes_no":
        return bool(value)
    return value if option.type.form == "number" else option.choices[value][0]


def _option_schema(option: m.Option) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": option.text, "default": _plain_option(option, option.default)}
    if option.type.form == "number":
        return {**schema, "type": "integer", "minimum": option.type.low, "maximum": option.type.high}
    if option.type.form == "yes_no":
        return {**schema, "type": "boolean", "x-choices": dict(option.choices)}
    return {**schema, "enum": [word for word, _ in option.choices], "x-choices": dict(option.choices)}
