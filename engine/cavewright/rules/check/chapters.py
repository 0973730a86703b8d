"""Chapters that have no title, or nothing below them."""

from __future__ import annotations

from ...foundation.source import Diagnostics, warning
from .whole_program import WholeProgram


def check_chapters(whole: WholeProgram) -> Diagnostics:
    """C0541, a warning."""
    for each in whole.ruleset.chapters:
        if not each.declared:
            yield warning(
                "C0541",
                f"nothing stands in the chapter `{each.name}`",
                each.span,
                help=f"take it out, or let rules follow it; `chapter {each.name}` without a title goes on with it elsewhere",
            )
