"""Lookahead of choices: the instructions that may run before the next decision, chance included."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ..model.secrecy_facts import Place
from . import instructions as i


class Lookahead:
    """Lines that lie ahead of the choices of a program, and whether any of them tells, or reveals, something."""

    def __init__(self, program: i.Program, telling: Container[Place]) -> None:
        self.code: tuple[Any, ...] = program.code
        self.telling = telling
        self.calls: dict[int, set[int]] = {}
        for at, node in enumerate(self.code):
            if isinstance(node, i.Call):
                self.calls.setdefault(node.back, set()).add(at + 1)
        self.known: dict[tuple[int, str], bool] = {}
        self.silent = not any(map(self.tells, range(len(self.code))))

    def may_tell(self, at: int, name: str) -> bool:
        """Tells if a choice, by where it is decided and its name, may lead to a line that tells something."""
        if self.silent:
            return False
        if (at, name) not in self.known:
            self.known[at, name] = any(self.tells(each) for each in self.instructions_after(at, name))
        return self.known[at, name]

    def tells(self, at: int) -> bool:
        """Tells if an instruction may reveal something."""
        node = self.code[at]
        clause = getattr(node, "clause", None)
        return isinstance(node, i.Reveal) or clause is not None and clause.span.place in self.telling

    def instructions_after(self, at: int, name: str) -> set[int]:
        """The instructions that may be carried out after a choice."""
        node = self.code[at]
        options = [each for each in node.options if each.signature.name == name] if isinstance(node, i.Decide) else []
        todo = [each.to for each in options] or [getattr(node, "to", at)]
        back = self.calls | {
            each.back: {option.after for option in options if option.back == each.back}
            for each in options
            if each.back >= 0
        }
        found = set[int]()
        while todo:
            at = todo.pop()
            if at not in found:
                found.add(at)
                node = self.code[at]
                todo += () if isinstance(node, i.Chance) else i.successors(node, at, back)
        return found
