"""Reads plain words and switches as they were typed: adapters of typer would import pydantic, which takes a tenth of a second."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args, get_origin

PLAIN: tuple[Any, ...] = (str, bool, Path)
"""Types of arguments that are read here, alone and in lists; those that have a parser of ours are, too."""


def read_plainly(parameter: Any) -> None:
    """Has a parameter of a command read its words here, if that says all that there is to it. Versions of typer that
    know no adapters ask nobody."""
    described = getattr(parameter, "type_descriptor", None)
    if described is None:
        return
    kind = described.annotation
    read = described.parameter_info.parser or _reader(kind)
    if read is not None:
        plain = SimpleNamespace(coerce=lambda value, param, ctx: _all_read(param, value, read))
        parameter.get_runtime_param = lambda: plain


def _reader(kind: Any) -> Callable[[Any], Any] | None:
    inner = get_args(kind)[0] if get_origin(kind) is list else kind
    return inner if inner in PLAIN else None


def _all_read(parameter: Any, value: Any, read: Callable[[Any], Any]) -> Any:
    if parameter.nargs == -1 or getattr(parameter, "multiple", False):
        return tuple(map(read, value or ()))
    return None if value is None else read(value)
