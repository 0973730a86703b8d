"""Files, places in them, and diagnostics as values with their renderers."""

from .diagnostic import Diagnostic, Diagnostics, Label, Where, at, did_you_mean, errors, nearest, warning
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
    "nearest",
    "warning",
]
