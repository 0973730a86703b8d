"""Generated functions of one program as they are kept between runs, and taken up again."""

from __future__ import annotations

from typing import Any

from ...foundation.source.ample_stack import with_room
from ...foundation.source.build_lock import BUILD_LOCK
from ...rules.program import instructions as i
from ..generate import CodeBundle, FunctionCode, FunctionKey
from ..interpret.expressions import Evaluator
from ..interpret.interpreter import Interpreter
from . import code_cache
from .indexes import Indexes
from .instructions import Function


class KeptFunctions(Indexes):
    """The part of `Compiled` that knows what was kept."""

    interpreter: Interpreter
    program: i.Program
    evaluate: Evaluator
    key: str
    given: dict[str, Any]
    bound: dict[FunctionKey, Function | None]
    functions: dict[FunctionKey, FunctionCode]
    vain: list[FunctionKey]

    def bind(self, made: FunctionCode, names: dict[str, Any]) -> Function:
        """A generated function, ready to be called."""
        raise NotImplementedError

    def open(self) -> None:
        """Takes up what was kept between runs, once."""
        if self.bundles is None:
            self.bundles = []
            for each in code_cache.read(self.key, self.roots):
                self.take(each)

    @with_room
    def take(self, bundle: CodeBundle) -> None:
        """Takes up functions that were written elsewhere for the same program, under names of their own."""
        with BUILD_LOCK:
            self.open()
            assert self.bundles is not None
            self.bundles.append(bundle)
            names = dict(self.given)
            for ask, made in bundle.functions.items():
                self.bound.setdefault(ask, self.bind(made, names))
            for ask in bundle.vain:
                self.bound.setdefault(ask, None)

    def bundle(self, left: tuple[int, ...] | None = None) -> CodeBundle:
        """Returns the functions that were written here."""
        return CodeBundle(dict(self.functions), tuple(self.vain), left, self.plan)

    @property
    def roots(self) -> code_cache.Roots:
        """The values of which the functions refer to parts."""
        return code_cache.roots(self.interpreter.ruleset, self.program, self.evaluate.nets)

    @with_room
    def keep(self) -> None:
        """Keeps what was written here between runs."""
        with BUILD_LOCK:
            if self.key and self.functions:
                code_cache.keep(self.key, self.roots, self.bundle())

    @property
    @with_room
    def left_in_all(self) -> tuple[int, ...] | None:
        """The points at which something is left to the interpreter, if all is known that play could ask for."""
        with BUILD_LOCK:
            self.open()
            return next((each.left for each in self.bundles or () if each.left is not None), None)

    @with_room
    def take_all(self, bundle: CodeBundle) -> None:
        """Takes up all that play could ask for, and keeps it between runs."""
        self.take(bundle)
        if self.key:
            code_cache.keep(self.key, self.roots, bundle)
