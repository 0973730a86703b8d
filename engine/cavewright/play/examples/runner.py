"""Examples, carried out: a position by hand, what is done in it, what is refused, and what must hold then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import count, groupby
from typing import Any

from ...engine.interpret.step import NumberError, Run, WorkLimitError
from ...foundation.source import Diagnostic, Label, Span, did_you_mean
from ...foundation.source.ample_stack import with_room
from ...foundation.source.argument_checks import instance, wrong_type
from ...foundation.source.frozen import frozen
from ...language.syntax import tree as t
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ..matches.history import check_draws
from ..positions.action import CHANCE, Action, Reason
from ..positions.value_text import write_value
from ..states.game import Game, State
from ..views.constant_total import broken_total
from .action_lines import ONLY, Because, also_possible, because_of, not_there, otherwise_refused, reason_note
from .kept_slots import at_rest, whole
from .line_reader import LineReader, Variant, prepare_example


@frozen
class ExampleStep:
    """A line of an example that was carried out, or a table: the position before and after it. Of what is done or
    refused the action, and the reasons against it; `only` are the actions of which no others are possible."""

    node: Any
    before: State
    after: State
    action: Action | None = None
    reasons: tuple[Reason, ...] = ()
    only: tuple[Action, ...] = ()


_SHOWN = 12
"""Actions of which a message lists so many."""


@frozen
class ExampleResult:
    """Result of an example. `fired` are the names of the clauses that acted in it, or refused something."""

    name: str
    ok: bool
    diagnostics: tuple[Diagnostic, ...]
    fired: frozenset[str]


@with_room
def run_examples(game: Game, names: Iterable[str] | None = None) -> tuple[ExampleResult, ...]:
    """The results of all examples of a game, or of those named, in the order of the rules.

    Raises ValueError for a name that no example has.

    >>> from cavewright.play.loading.load import load_game
    >>> [(result.name, result.ok) for result in run_examples(load_game("tic-tac-toe"))]
    [('diagonal', True), ('nobody', True)]
    """
    instance("game", game, Game, "a Game, as `load_game` gives it")
    known = {each.name: each for each in game.examples}
    if isinstance(names, str) or not isinstance(names, Iterable | None):
        raise wrong_type("names", names, "a list of names of examples, or None for all")
    wanted = tuple(known) if names is None else tuple(names)
    for name in wanted:
        instance("names", name, str, "a list of names of examples")
        if name not in known:
            raise ValueError(
                f"{game.id} has no example {name!r}" + (f"; {help}" if (help := did_you_mean(str(name), known)) else "")
            )
    variant = variants_of(game)
    return tuple(run_example(game, each, variant) for name, each in known.items() if name in wanted)


def variants_of(game: Game) -> Variant:
    """A game with other options, each made once."""
    made = cache(lambda *settings: game.with_options(dict(settings)))
    return lambda settings: made(*sorted(settings.items()))


def run_example(game: Game, example: m.Example, variant: Variant | None = None) -> ExampleResult:
    """Carries out one example; whatever it says, the result is data.

    `variant` makes the game with other options for its `set` lines; by default `Game.with_options`.
    """
    return rehearse(game, example, variant)[0]


def rehearse(
    game: Game, example: m.Example, variant: Variant | None = None
) -> tuple[ExampleResult, tuple[ExampleStep, ...]]:
    """Plays an example, and returns its result and all lines that were carried out, with the positions between them.

    >>> from cavewright.play.loading.load import load_game
    >>> game = load_game("tic-tac-toe")
    >>> [str(each.action) for each in rehearse(game, game.examples[0])[1] if each.action][:2]
    ['0: mark a1', '0: mark c3']
    """
    game, names, found = prepare_example(game, example, variant)
    if found:
        return ExampleResult(example.name, False, tuple(found), frozenset()), ()
    rehearsal = _Rehearsal(game, example, names)
    return rehearsal.result(), tuple(rehearsal.steps)


class _Rehearsal(LineReader):
    """One run of one example. Every kind of line has a method, which says whether the lines after it can be carried
    out."""

    def __init__(self, game: Game, example: m.Example, names: tuple[str, ...]) -> None:
        super().__init__(game, example, names)
        self.fired: set[str] = set()
        self.steps: list[ExampleStep] = []
        self.asked: tuple[Action | None, tuple[Reason, ...]] = (None, ())
        self.only: tuple[Action, ...] = ()
        self.lines: dict[type, Callable[[Any], bool]] = {
            t.Setting: lambda node: True,
            t.Given: self._read_given,
            t.Begin: self._begin,
            t.Said: self._read_said,
            t.Then: self._then,
        }

    def result(self) -> ExampleResult:
        """Carries out all lines."""
        groups = groupby(self.example.members, lambda each: isinstance(each, t.Row))
        if all(self._tables(group) if is_row else all(map(self._line, group)) for is_row, group in groups):
            self._check_position()
        fired = frozenset(self.fired | self.words.asked)
        return ExampleResult(self.example.name, not self.found, tuple(self.found), fired)

    def _line(self, node: Any) -> bool:
        carry_out = self.lines.get(type(node))
        if carry_out is not None:
            before, self.asked, self.only = self.state, (None, ()), ()
            goes_on = carry_out(node)
            self.steps.append(ExampleStep(node, before, self.state, *self.asked, self.only))
            return goes_on
        return self._fail("C0904", "this line has no place in an example", node)

    def _tables(self, rows: Iterable[t.Row]) -> bool:
        before = self.state
        goes_on = super()._tables(rows)
        self.steps.append(ExampleStep(None, before, self.state))
        return goes_on

    # ---- play --------------------------------------------------------------------------------------------------------

    def _begin(self, node: t.Begin) -> bool:
        self._check_position()
        if not self._is_process(node) or not self._lot_cast(node.span):
            return False
        if not self.state.is_terminal:
            waiting = ", ".join(self.names[each] for each in self.state.active_players)
            wrong = f"`{node.process}` cannot begin while {waiting} has to decide"
            return self._fail("C0904", wrong, node, "carry out what has begun to its end first")
        h = at_rest(self.state)
        h[i.PC] = self.game.program.entries[node.process]
        h[i.ME] = self.names.index(node.player) if node.player else 0
        if not self._hand_over(node, h):
            return False
        return self._go_on(lambda: self._from(h), node.span, f"`{node.process}`")

    def _hand_over(self, node: t.Begin, h: list[Any]) -> bool:
        """Writes the values that something is begun with into slots, worked out for whoever begins it."""
        values = self._values_begun(node)
        asking = h[:]
        wanted = self.game.rules_model.processes[node.process].parameters
        slots = self.game.program.layout.locals
        for name, value in zip(wanted, values or (), strict=values is not None):
            try:
                found = self.words.value(value, asking, self.state._s)
            except (NumberError, WorkLimitError) as error:
                return self._fail("C0904", f"this value cannot be worked out here: {error}", value.span)
            if name.number in slots:
                h[slots[name.number]] = +found
        return values is not None

    def _from(self, h: list[Any]) -> State:
        """The state at the first decision after an entry."""
        s, run = self.state._s[:], Run()
        self.state.game.interpreter.go_on(h, s, run)
        return self.state._settle(h, s, run)

    def _go_on(self, make: Callable[[], State], span: Span, what: str) -> bool:
        try:
            self.state = make()
        except WorkLimitError as error:
            return self._fail(
                "C0904", f"{what} does not come to a decision", span, notes=_stop_notes(error), more=_stop_labels(error)
            )
        self.fired |= {each.clause.name for each in self.state._effects}
        broken = broken_total(self.state, self.state.outcome()) if self.state.is_terminal else None
        if broken is not None:
            self.found.append(broken)
        return broken is None

    def _lot_cast(self, span: Span, may_wait: bool = False) -> bool:
        """Takes what chance must bring where there is no choice; says so where there is, unless it may wait."""
        for drawn in count():
            if self.state.current_player != CHANCE:
                break
            outcomes = [action for action, _ in self.state.chance_outcomes()]
            if len(outcomes) != 1 and may_wait:
                return True
            if len(outcomes) != 1:
                help = f"write before it, for instance, `when {self._write_action(outcomes[0])}`"
                note = f"it may be {self._list_actions(outcomes)}"
                return self._fail("C0905", "chance is due before this line", span, help, [note])
            if not self._go_on(partial(self._bring, outcomes[0], drawn), span, "chance"):
                return False
        return True

    def _bring(self, outcome: Action, drawn: int) -> State:
        """The state after what chance must bring, after so many times before. Raises WorkLimitError."""
        check_draws(self.state, drawn)
        return self.state.apply(outcome)

    def _chance_due(self) -> list[str]:
        """Returns the note that chance is due, if it is."""
        if self.state.current_player != CHANCE:
            return []
        return [
            f"chance is due here: it may be {self._list_actions([each for each, _ in self.state.chance_outcomes()])}"
        ]

    def _list_actions(self, actions: Sequence[Action]) -> str:
        """The first of some actions, and how many more there are."""
        shown = ", ".join(f"`{self._write_action(each)}`" for each in actions[:_SHOWN])
        more = len(actions) - _SHOWN
        return f"{shown} and {more} more" if more > 0 else shown

    # ---- what is done and what is refused ----------------------------------------------------------------------------

    def _read_said(self, node: t.Said) -> bool:
        self._check_position()
        text, because = because_of(node.text) if node.verb == "refuse" else (node.text, Because())
        player, said = self._speaker(text, node)
        if said is None:
            return False
        is_chance = player == CHANCE or any(each.chance for each in self._signatures(said))
        if not is_chance and not self._lot_cast(node.span):
            return False
        if node.verb == ONLY:
            return self._only(node, player, said)
        action = self._action(player, said, node)
        if action is None:
            return False
        self.asked = action, ()
        if node.verb == "refuse":
            return self._refuse(node, action, because)
        is_legal = self._legal(node, action)
        if node.verb == "allow" or not is_legal:
            return node.verb == "allow"
        return self._go_on(lambda: self.state.apply(action), node.span, f"`{self._write_action(action)}`")

    def _action(self, player: int | None, said: str, node: t.Said) -> Action | None:
        active = self.state.active_players
        return self._read_action(player if player is not None else active[0] if len(active) == 1 else None, said, node)

    def _write_action(self, action: Action) -> str:
        """An action as an example says it."""
        said, rules = [action.name], self.game.rules_model
        for value, (word, type_) in zip(action.values, action.signature.parameters, strict=True):
            named = type_.is_row_of(rules.players) and 0 <= value < len(self.names)
            said += [word, self.names[value] if named else write_value(value, type_, rules)]
        who = "" if action.player == CHANCE else f"{self.names[action.player]}: "
        return who + " ".join(filter(None, said))

    def _legal(self, node: t.Said, action: Action) -> bool:
        reasons = self.state.check(action).reasons
        if reasons:
            self._fail("C0902", f"`{self._write_action(action)}` is refused", node, notes=map(reason_note, reasons))
        return not reasons

    def _only(self, node: t.Said, player: int | None, said: str) -> bool:
        """All actions of a list are possible, and no others."""
        actions = [self._action(player, each.strip(), node) for each in said.split(",")]
        named = [each for each in actions if each is not None]
        if len(named) < len(actions):
            return False
        self.only = tuple(named)
        legal = [self._legal(node, each) for each in named]
        more = also_possible(self.state, named[0].player, named) if all(legal) else []
        if more:
            self._fail("C0903", f"this is possible too: {self._list_actions(more)}", node)
        return True

    def _refuse(self, node: t.Said, action: Action, because: Because) -> bool:
        reasons = self.state.check(action).reasons
        shown = self._write_action(action)
        self.asked = action, reasons
        self.fired |= {self._clause_name(each) for each in reasons}
        if not self._are_keys(node, because):
            return True
        code, wrong, help, notes = "C0903", "", "", map(reason_note, reasons)
        if not reasons:
            wrong = f"`{shown}` is legal here, and should be refused"
        elif (
            not because.keys
            and (place := not_there(self.state, action))
            and any(each.code == "domain" for each in reasons)
        ):
            wrong = f"`{shown}` is refused in any case: there is no `{place}` here"
            help = "write `because domain`, if that is what it shows"
        else:
            wrong, help = otherwise_refused(shown, because, reasons) or ("", "")
        if wrong:
            self._fail(code, wrong, node, help, notes)
        return True

    def _clause_name(self, reason: Reason) -> str:
        """The clause behind a reason; that of a cost names the currency instead."""
        if reason.code != "cost":
            return reason.rule
        rule = reason.rule.rpartition(".")[0]
        return next((c.name for c in self.game.rules if c.rule == rule and str(c.span) == reason.place), reason.rule)

    # ---- what must hold ----------------------------------------------------------------------------------------------

    def _then(self, node: t.Then) -> bool:
        self._check_position()
        if not self._lot_cast(node.span, may_wait=True):
            return False
        self.words.state = self.state
        condition = self.words.condition(node.condition)
        wrong = self.words.take_findings()
        self.found += wrong
        h, s = whole(self.state), self.state._s
        try:
            holds = bool(wrong) or self.words.value(condition, h, s)
        except WorkLimitError:
            return self._fail("C0609", "this goes through too many things: loops within loops multiply", condition)
        if not holds:
            failing = self.words.failing(condition, h, s)
            said = " ".join(failing.span.text.split())
            notes = [*self._chance_due(), *self.words.values_in(failing, h, s)]
            self._fail("C0901", f"`{said}` does not hold", failing, notes=notes)
        return True


def _stop_labels(error: WorkLimitError) -> list[Label]:
    """Labels the line at which play stopped, where that is known."""
    return [] if error.span is None else [Label(error.span, "play stops here")]


def _stop_notes(error: WorkLimitError) -> list[str]:
    """Notes by how much a number does not fit."""
    if not isinstance(error, NumberError) or not error.fit:
        return []
    due, bound = error.fit[:2]
    if due < bound:
        return [f"{due} would be left here, and {bound} is the least possible"]
    return [f"{due} is due here, and {bound} is possible"]
