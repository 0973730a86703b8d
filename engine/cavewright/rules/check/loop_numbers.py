"""Numbers of counted loops: how often a `repeat … times` that goes by a key has begun, kept where rules ask for it."""

from __future__ import annotations

from collections.abc import Iterator

from ...foundation.source import Label
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.types import number
from .control import MOST_TIMES
from .section import Section

ASKS = "round_of"
"""What the language asks for the number by: `round_of(laps)`."""


class LoopNumbers(Section):
    """Fields that hold the numbers of loops. Nobody else sets them, and screens and logs leave them out."""

    def declare(self) -> None:
        """Declares a field for each loop of which some rule asks the number."""
        counted = [(rule, line) for rule, line in self._counted_loops() if line.key]
        asked = set(self._names_in_use()) if counted else set[str]()
        loops: dict[str, t.Line] = {}
        rules: dict[str, str] = {}
        for rule, line in counted:
            rules[line.key] = rule
            if line.key in asked and line.key in loops:
                self.wrong(
                    "C0202",
                    f"two counted loops are called `{line.key}`, and `{ASKS}({line.key})` asks for one",
                    line.key_span,
                    more=[Label(loops[line.key].key_span, "already here")],
                    help="give one of them another name",
                )
            else:
                loops[line.key] = line
        self.names.counted_loops = tuple(loops)
        for name in sorted(asked & loops.keys()):
            self.names.fields["game", f"{ASKS}({name})"] = self._field(name, rules[name], loops[name])

    def _names_in_use(self) -> Iterator[str]:
        for each in t.walk(self.given.declarations):
            match each:
                case t.Apply(function=t.Name(id=name), arguments=(t.Argument(value=t.Name(id=loop)),)) if name == ASKS:
                    yield loop

    def _counted_loops(self) -> Iterator[tuple[str, t.Line]]:
        """Yields each line that is carried out so many times, with the rule that it stands in."""
        for node in self.of("to", "action", "whenever"):
            rule = f"whenever {node.name}" if node.kind == "whenever" else node.name
            for each in t.walk(node):
                if isinstance(each, t.Line) and isinstance(each.statement, t.Repeat) and each.statement.times:
                    yield rule, each

    def _field(self, name: str, rule: str, line: t.Line) -> m.Field:
        assert isinstance(line.statement, t.Repeat) and line.statement.times is not None
        type_ = number(0, self._most(line.statement.times))
        loop = self.clause(rule, line, name)
        return m.Field(f"{ASKS}({name})", "game", type_, None, span=line.key_span, told=False, loop=loop)

    def _most(self, times: t.Expr) -> int:
        """Returns how often a loop goes round at most: what is written, where that is known before play."""
        if isinstance(times, t.Number):
            return times.value
        known = self.read.lookup(times.id, None, times.span) if isinstance(times, t.Name) else None
        return int(known.args[0]) if known is not None and known.op == "const" else MOST_TIMES
