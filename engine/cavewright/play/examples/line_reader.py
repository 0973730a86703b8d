"""Lines of an example, read: what they name, and positions by hand. What is done with that, `runner` and `readings` say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from ...foundation.source import Diagnostic, Label, Span, Where, at, did_you_mean
from ...language.syntax import tree as t
from ...rules.check.definition_reader import number_of_values
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ..positions.action import CHANCE, Action, AmbiguousActionError, InvalidActionError, parse_action
from ..positions.sight import ALL
from ..states.game import Game, State
from .action_lines import Because
from .conditions import ExampleExpressions
from .givens import Given
from .option_settings import setting_span, settings_of
from .position_tables import PositionBuilder
from .table_rows import people_in, table_words, tables_of, unusable

Variant = Callable[[Mapping[str, str]], Game]


def prepare_example(
    game: Game, example: m.Example, variant: Variant | None = None
) -> tuple[Game, tuple[str, ...], list[Diagnostic]]:
    """The game with the options of an example, the players of the example, and why these cannot be, if so."""
    settings, found = settings_of(game, example)
    if not found and settings:
        try:
            game = (variant or game.with_options)(settings)
        except ValueError as error:
            found.append(
                at("C0904", f"example `{example.name}` cannot be run with its options: {error}", setting_span(example))
            )
    names = people_in(example.members, game.rules_model)
    if not found:
        found += unusable(game, names, example)
    return game, names, found


class LineReader:
    """Reads the lines of one example. `found` is what is wrong with them."""

    tables_by: type[PositionBuilder] = PositionBuilder
    givens_by: type[Given] = Given

    def __init__(self, game: Game, example: m.Example, names: tuple[str, ...]) -> None:
        self.game, self.example, self.names = game, example, names
        self.words = ExampleExpressions(game, names)
        h, s = game.blank(len(names))
        h[i.PC] = game.program.stop
        self.state = State(game, names, h, s)
        self.found: list[Diagnostic] = []
        self.doubts: dict[str, Span] = {}

    def _fail(
        self,
        code: str,
        message: str,
        place: Where,
        help: str = "",
        notes: Iterable[str] = (),
        more: Sequence[Label] = (),
    ) -> Literal[False]:
        """Notes a finding, after which no further line can be carried out."""
        self.found.append(at(code, message, place, help=help, notes=tuple(notes), more=more))
        return False

    # ---- the position by hand ----------------------------------------------------------------------------------------

    def _tables(self, rows: Iterable[t.Row]) -> bool:
        """Puts what rows say into the position, table by table."""
        for table in tables_of(rows, table_words(self.game.rules_model)):
            position = self.tables_by(self.state, self.words)
            for row in position.table(table):
                self._take(position, row.span)
            self.found += position.found
        return not any(each.code == "C0904" for each in self.found)

    def _read_given(self, node: t.Given) -> bool:
        self.words.state = self.state
        position = self.givens_by(self.state, self.words)
        position.set_value(node)
        self._take(position, node.span)
        self.found += position.found
        return not position.found

    def _take(self, position: PositionBuilder, span: Span) -> None:
        """Goes on from a position by hand. Notes which line brought about what is impossible; it may still be put right
        by the next."""
        self.state = position.state
        self.doubts = {problem: self.doubts.get(problem, span) for problem in self.state.problems(ALL)}

    def _check_position(self) -> None:
        """After the last line by hand: whatever is impossible now is said."""
        for problem, span in self.doubts.items():
            for n, name in enumerate(self.names):
                problem = problem.replace(f"{self.game.rules_model.players} {n}:", f"{name}:")
            self._fail("C0906", f"this position cannot be: {problem}", span)
        self.doubts = {}

    # ---- what lines name ---------------------------------------------------------------------------------------------

    def _is_process(self, node: t.Begin) -> bool:
        """Tells if something of this name can be begun by itself, and for that player; reports if not."""
        processes = self.game.rules_model.processes
        wrong, help = "", ""
        if node.process not in processes:
            alike = [name for name, each in processes.items() if len(each.parameters) == len(node.values)]
            wrong, help = f"there is no process `{node.process}`", did_you_mean(node.process, alike)
        elif (
            (wanted := processes[node.process].parameters)
            and len(wanted) != len(node.values)
            or (node.values and not wanted)
        ):
            names = ", ".join(each.name for each in wanted)
            wrong = f"`{node.process}` takes {number_of_values(len(wanted))}, not {len(node.values)}"
            help = f"write `begin {node.process}({names})`" if wanted else f"write `begin {node.process}`"
        elif node.player and node.player not in self.names:
            wrong, help = f"there is no player `{node.player}`", did_you_mean(node.player, self.names)
        return not wrong or self._fail("C0904", wrong, node, help)

    def _values_begun(self, node: t.Begin) -> tuple[m.Expr, ...] | None:
        """The values that something is begun with; none if one of them cannot be read."""
        self.words.state = self.state
        values = self.words.arguments(list(node.values), self.game.rules_model.processes[node.process].parameters)
        found = self.words.take_findings()
        self.found += found
        return None if found else values

    def _speaker(self, text: str, node: t.Said) -> tuple[int | None, str | None]:
        """Returns the speaker and the words; the words are none when nobody has that name."""
        head, colon, rest = text.partition(":")
        head = head.strip()
        if not colon:
            return None, text.strip()
        if head == "chance":
            return CHANCE, rest.strip()
        if head in self.names:
            return self.names.index(head), rest.strip()
        self._fail("C0904", f"there is no player `{head}`", node, did_you_mean(head, (*self.names, "chance")))
        return None, None

    def _signatures(self, said: str) -> list[i.Signature]:
        """Returns the written forms of the action that a line begins with, if there is one of that name."""
        return [self.game.signatures[name] for name in said.split()[:1] if name in self.game.signatures]

    def _read_action(self, who: int | None, said: str, node: t.Said) -> Action | None:
        """The action that a line says, of a player where it is known who acts."""
        types = [type_.name for each in self._signatures(said) for _, type_ in each.parameters]
        if self.game.rules_model.players in types:
            said = self._with_player_numbers(said)
        try:
            return parse_action(said if who is None else f"{'chance' if who == CHANCE else who}: {said}", self.game)
        except AmbiguousActionError:
            self._fail(
                "C0904", f"it does not say who does `{said}`", node, f"write `{node.verb} {self.names[0]}: {said}`"
            )
        except InvalidActionError as error:
            wrong, _, near = str(error).partition("; did you mean ")
            self._fail("C0904", wrong, node, near and f"did you mean {near}")
        return None

    def _are_keys(self, node: t.Said, because: Because) -> bool:
        """Tells if a word stands wherever a `refuse` line names a reason; reports if not."""
        help = "write keys with commas between them: `because KEY, KEY`"
        return "" not in because.keys or self._fail("C0904", "a reason is missing here", node, help)

    def _with_player_numbers(self, said: str) -> str:
        """The text with players as numbers, as actions are written."""
        first, *_ = said.split(None, 1)
        rest = said[len(first) :]
        for name in sorted(self.names, key=len, reverse=True):
            rest = re.sub(rf"(?<!\S){re.escape(name)}(?!\S)", str(self.names.index(name)), rest)
        return first + rest
