"""A game under a debugger: an interpreter that asks, before each line of the rules, if it is to wait there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ...bots.players import RANDOM, make
from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.decisions import GuardFunctions
from ...engine.interpret.interpreter import Interpreter
from ...engine.interpret.step import Refused, Run, Step, WorkLimitError
from ...engine.jit.mechanics import Mechanics
from ...foundation.source.frozen import frozen
from ...play.examples.runner import rehearse
from ...play.matches.match import Match
from ...play.positions.action import InvalidActionError
from ...play.positions.playable import INTERPRETER
from ...play.states.game import Game, State
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ...rules.program.lower import lower

MOST_DECISIONS = 100_000
"""Decisions of a match after which it ends."""
_WHY = re.compile(r"(?:why not|why)\s+(.+)", re.IGNORECASE)


@frozen
class Place:
    """A place in the rules where play may wait: a line that is carried out, one that is asked (`is_asked`), or, without a
    clause, a decision of a match."""

    clause: m.Clause | None
    rule: str
    text: str
    is_asked: bool = False

    @property
    def file(self) -> str:
        """Name of the file; "" for a decision of no rule."""
        return self.clause.span.source.name if self.clause is not None else ""

    @property
    def line(self) -> int:
        """Line in the file, from 1; 0 without one."""
        return self.clause.span.line if self.clause is not None else 0


@frozen
class Value:
    """A value by name, as people read it; `parts` are the values within."""

    name: str
    text: str
    parts: tuple[Value, ...] = ()


Watch = Callable[[Place, Slots, Boards], None]
"""Is called before each line, with the slots and boards there; play waits until it returns."""


class WatchedInterpreter(Interpreter):
    """Asks before each instruction that belongs to a line, and before each requirement and price."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program, watch: Watch) -> None:
        self.watch, self.trials = watch, 0
        super().__init__(ruleset, program)

    def refusal(self, option: i.Option, h: Slots, s: Boards, run: Run) -> Refused | None:
        """Why an option is refused by its effects. They are tried on copies, where nobody waits."""
        self.trials += 1
        try:
            return super().refusal(option, h, s, run)
        finally:
            self.trials -= 1

    def _step(self, at: int, instruction: Any) -> Step:
        made = super()._step(at, instruction)
        clause = getattr(instruction, "clause", None)
        if not isinstance(clause, m.Clause) or isinstance(instruction, i.Decide | i.Chance):
            return made
        place, watch = Place(clause, clause.rule, clause.line.strip()), self.watch

        def step(h: Slots, s: Boards, run: Run) -> int:
            if not self.trials:
                watch(place, h, s)
            return made(h, s, run)

        return step

    def guard_functions(self, guard: i.Guard) -> GuardFunctions:
        """A requirement or price, before which play may wait."""
        made = super().guard_functions(guard)
        place = Place(guard.clause, guard.clause.rule, guard.clause.line.strip(), True)
        ask, watch = made.holds, self.watch

        def holds(h: Slots, s: Boards) -> bool:
            watch(place, h, s)
            return ask(h, s)

        made.holds = holds
        return made


def watch_game(game: Game, watch: Watch) -> Game:
    """Returns the same game, carried out by an interpreter that asks before each line."""
    rules = game.rules_model
    program = lower(rules)
    mechanics = Mechanics(rules, program, WatchedInterpreter(rules, program, watch))
    return Game(rules, {}, None, {}, mechanics, INTERPRETER)


def places_of(game: Game) -> Iterator[Place]:
    """Yields every place at which play may wait.

    >>> from cavewright import load_game
    >>> sorted({each.text for each in places_of(load_game("tic-tac-toe"))})[0]
    'mark: choose s in square where s.mark is none "Which square do you mark?"'
    """
    for node in game.program.code:
        clause = getattr(node, "clause", None)
        if isinstance(clause, m.Clause) and not isinstance(node, i.Decide | i.Chance):
            yield Place(clause, clause.rule, clause.line.strip())
        for option in node.options if isinstance(node, i.Decide) else ():
            for guard in option.guards:
                yield Place(guard.clause, guard.clause.rule, guard.clause.line.strip(), True)


# ---- what is run --------------------------------------------------------------------------------------------------------


@frozen
class Decision:
    """A decision of a match: where it stands, and what a bot would choose."""

    state: State
    chosen: str


def find_example(game: Game, name: str) -> m.Example:
    """Returns an example by its name. Raises ValueError for a name that is none."""
    example = next((each for each in game.examples if each.name == name), None)
    if example is None:
        raise ValueError(f"there is no example `{name}`")
    return example


def play_example(game: Game, example: m.Example) -> str:
    """Carries out an example under the options that the game has; returns how it came out."""
    result, _ = rehearse(game, example, lambda settings: game)
    return "holds" if result.ok else "does not hold: " + "; ".join(each.message for each in result.diagnostics)


def play_match(
    game: Game, players: int, bot: str, seed: int, decide: Callable[[Decision], str], told: Callable[[str], None]
) -> str:
    """Plays a match; `decide` is asked at each decision and returns the action that is taken. Returns the outcome."""
    match = Match(game, players or game.players.start, seed)
    chooser = make(bot or RANDOM, game, seed)
    for _ in range(MOST_DECISIONS):
        if match.state.is_terminal:
            break
        player = match.state.active_players[0]
        chosen = decide(Decision(match.state, str(chooser.choose(match.state, player))))
        try:
            told(f"{match.state.names[player]}: {match.push(chosen)}")
        except (InvalidActionError, WorkLimitError) as error:
            told(str(error))
    outcome = match.state.outcome()
    return ", ".join(map(str, outcome.totals)) if outcome is not None else ""


# ---- what is asked ------------------------------------------------------------------------------------------------------


def position_values(game: Game, names: tuple[str, ...], h: Slots) -> Iterator[Value]:
    """Yields what is kept, field by field; of rows that keep something a value with parts. A board that grows is left out."""
    rules, words = game.rules_model, game.wording("en")
    owners: dict[str, list[m.Field]] = {}
    for field in rules.in_slots:
        owners.setdefault(field.owner, []).append(field)
    for owner, fields in owners.items():
        if owner == "game":
            yield from (Value(each.name, _text_at(game, h, each, 0, names, words)) for each in fields)
            continue
        people = owner == rules.players
        rows = names if people else rules.kinds[owner].rows
        for n, row in enumerate(rows[: rules.owners_of(fields[0])]):
            parts = tuple(Value(each.name, _text_at(game, h, each, n, names, words)) for each in fields)
            yield Value(row, owner, parts)


def _text_at(game: Game, h: Slots, field: m.Field, row: int, names: tuple[str, ...], words: Any) -> str:
    value = h[game.program.layout.slot(field) + row]
    return show_slot(game, value, field.type, names, words)


def show_slot(game: Game, value: Any, type_: Any, names: tuple[str, ...], words: Any) -> str:
    """A value of a slot as people read it: of a bag how many there are of each piece."""
    if type_.is_pile:
        rows = game.rules_model.kinds[type_.name].rows
        heaps = (" ".join(rows[each] for each in heap.pieces) for heap in value.heaps)
        return ", ".join(f"({each})" if " " in each else each for each in heaps) or "empty"
    if type_.is_bag:
        rows = game.rules_model.kinds[type_.name].rows
        return ", ".join(f"{n} {piece}" for n, piece in zip(value, rows, strict=False) if n) or "empty"
    try:
        return str(words.show_value(value, type_, names))
    except (KeyError, IndexError, TypeError, ValueError):
        return str(value)


def bound_values(game: Game, names: tuple[str, ...], h: Slots, rule: str) -> Iterator[Value]:
    """Yields the names that a rule has bound."""
    layout, words, known = game.program.layout, game.wording("en"), set[str]()
    for at, scope in enumerate(game.program.scopes):
        clause = getattr(game.program.code[at], "clause", None)
        if not isinstance(clause, m.Clause) or clause.rule != rule:
            continue
        for local in scope:
            if local.number in layout.locals and local.name not in known:
                known.add(local.name)
                yield Value(local.name, show_slot(game, h[layout.locals[local.number]], local.type, names, words))


def answer_question(state: State | None, text: str, values: tuple[Value, ...]) -> str:
    """Answers `why not ACTION`, `actions`, or the name of a value such as `points` or `Anna.points`. Raises ValueError for
    anything else."""
    why = _WHY.fullmatch(text.strip())
    if why is not None or text.strip() == "actions":
        if state is None or not state.active_players:
            raise ValueError("nobody decides here: wait at a decision (step over) and ask again")
        if why is None:
            return "\n".join(str(each) for each in state.legal_actions(state.active_players[0]))
        return explain_refusal(state, why[1])
    name, _, part = text.strip().partition(".")
    found = next((each for each in values if each.name == name), None)
    within = next((each for each in found.parts if each.name == part), None) if found is not None and part else found
    if within is None:
        raise ValueError(
            f"there is no value `{text.strip()}`; ask `why not ACTION`, `actions`, or a name such as `points`"
        )
    return within.text if not within.parts else ", ".join(f"{each.name} {each.text}" for each in within.parts)


def explain_refusal(state: State, text: str) -> str:
    """Says why an action is refused, with the clauses; or that it is not."""
    try:
        reasons = state.check(text).reasons
    except InvalidActionError as error:
        raise ValueError(str(error)) from None
    return (
        "\n".join(f"{each.rule or each.code}: {each.text()} {each.place}".strip() for each in reasons) or "it is legal"
    )
