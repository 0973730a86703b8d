"""Narrowing: variables of a hot function get the range of what they are given, where that is less than what they were declared with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .form import LONG, Each, Fold, Function, Let, Put, Range, Var, With
from .ranges import range_of
from .rewriting import map_parts, within_all

MOST_ROUNDS = 4
"""Rounds of narrowing: a variable that is given another one is narrowed in the round behind that one."""


def with_narrow_variables(function: Function) -> Function:
    """A function whose variables have the ranges of their values."""
    for _ in range(MOST_ROUNDS):
        narrowed = _find_narrower(function)
        if not narrowed:
            break
        function = _rename(function, narrowed)
    return function


def _find_narrower(function: Function) -> dict[Var, Var]:
    """The variables whose values lie in a range that is less than theirs, with that range."""
    given: dict[Var, Range] = {}
    bound = set(function.parameters)
    for each in within_all(function.body):
        match each:
            case Let(var=var, value=value) | With(var=var, value=value):
                range_ = range_of(value)
                given[var] = given[var] | range_ if var in given else range_
            case Each(var=var) | Fold(var=var) | Put(count=var):
                bound.add(var)
    found = ((var, range_) for var, range_ in given.items() if var not in bound and var.range != LONG)
    return {var: replace(var, range=range_) for var, range_ in found if range_ != var.range and range_ in var.range}


def _rename(part: Any, by: dict[Var, Var]) -> Any:
    return by.get(part, part) if isinstance(part, Var) else map_parts(part, lambda each: _rename(each, by))
