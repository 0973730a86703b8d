"""Dispatch of passes: which method handles which operator, statement or instruction, said where it is defined.

>>> class Halving(Pass, over=("even", "odd", "zero"), left=("zero",)):
...     @handles("even")
...     def exactly(self, n):
...         return n // 2
>>> Halving.handlers["even"](Halving(), 8)
4
>>> sorted(Halving.over - Halving.handlers.keys() - Halving.leaves)
['odd']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any, ClassVar, TypeVar, get_args, overload

Key = str | type
"""What is handled: the name of an operator, or the class of a statement, an instruction or a node."""
Method = TypeVar("Method", bound=Callable[..., Any])


@overload
def handles(*keys: Key) -> Callable[[Method], Method]: ...
@overload
def handles(method: Method, /) -> Method: ...
def handles(*keys: Any) -> Any:
    """Says of a method of a pass what it handles; without brackets, the classes that its parameter `node` takes."""
    if isinstance(method := keys[0], FunctionType):
        taken = eval(method.__annotations__["node"], method.__globals__)
        return handles(*(get_args(taken) or (taken,)))(method)

    def mark(method: Method) -> Method:
        method.handles = keys  # type: ignore[attr-defined]
        return method

    return mark


class Pass:
    """A pass over everything of some sort.

    Its methods say with `handles` what they do; the class says over what it goes, and what it leaves to its default on
    purpose.
    """

    handlers: ClassVar[Mapping[Any, Callable[..., Any]]] = {}
    """By what is handled the function that does."""
    over: ClassVar[frozenset[Key]] = frozenset()
    leaves: ClassVar[frozenset[Key]] = frozenset()

    def __init_subclass__(cls, over: Iterable[Key] = (), left: Iterable[Key] = (), **more: Any) -> None:
        super().__init_subclass__(**more)
        own = {key: getattr(cls, name) for name, each in vars(cls).items() for key in getattr(each, "handles", ())}
        inherited = {
            key: getattr(cls, each.__name__)
            for base in reversed(cls.__mro__[1:])
            for key, each in getattr(base, "handlers", {}).items()
        }
        cls.handlers = {**inherited, **own}
        cls.over, cls.leaves = cls.over | frozenset(over), cls.leaves | frozenset(left)
