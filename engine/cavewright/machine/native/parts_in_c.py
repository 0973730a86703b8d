"""Parts of every extension module that are written in C, whatever the rules are."""

from __future__ import annotations

from functools import cache
from importlib import resources

NAME = "_cavewright_rules"
"""The name of every extension module. None is entered among the modules of Python."""
PARTS = (
    "memory",
    "canonical",
    "actions",
    "sequences",
    "positions",
    "steps",
    "encodings",
    "position_type",
    "states",
    "module",
)
"""The files in C, in order: each uses those before it."""


@cache
def parts_in_c() -> str:
    """The files in C, one behind another."""
    folder = resources.files(__package__) / "extension_parts"
    return "\n".join((folder / f"{each}.c").read_text("utf-8") for each in PARTS)
