"""Files, places in them, and diagnostics as values with their renderers.

In: files. Out: spans, diagnostics, their renderers. Look here for how an error looks on a terminal, as JSON, as an
annotation; the decorator of values (`frozen`); the lock under which rules are read and Python is written
(`build_lock`), and the stack on which deep rules have room (`ample_stack`).
"""

from .diagnostic import Diagnostic, Diagnostics, Label, Where, at, did_you_mean, errors, list_names, nearest, warning
from .source_file import Source, Span

__all__ = [
    "Diagnostic",
    "Diagnostics",
    "Label",
    "Source",
    "Span",
    "Where",
    "at",
    "did_you_mean",
    "errors",
    "list_names",
    "nearest",
    "warning",
]
