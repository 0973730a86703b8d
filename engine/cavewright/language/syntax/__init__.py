"""Text to tree and back.

`parse` turns a source into the nodes of `tree`; it accepts slightly more than makes sense and leaves the refusal to the
checker, which can say more. `format` prints any tree in the one layout there is, and `spell` every node on one line.
"""

from .format import format_source, print_item
from .parse import FILE_LIMIT, beyond_words, parse_beginning, parse_file, parse_text
from .text_values import filled, text_values
from .unparse import unparse

__all__ = [
    "FILE_LIMIT",
    "beyond_words",
    "filled",
    "format_source",
    "parse_beginning",
    "parse_file",
    "parse_text",
    "print_item",
    "text_values",
    "unparse",
]
