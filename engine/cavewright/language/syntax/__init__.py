"""Text to tree and back.

`parse` turns a source into the nodes of `tree`; it accepts slightly more than makes sense and leaves the refusal to the
checker, which can say more. `format` prints any tree in the one layout there is, and `spell` every node on one line.

In: text. Out: a tree of frozen nodes with spans; and text again. Look here for the nodes (`tree`), which grammar rule
makes which node (`rule_table`; `builder` for the others), recovery (`parse`; `lark_parser`, which alone needs the
grammar) and what it says (`parse_findings`), what a clause is to printing and to overlays (the table in `clause_forms`;
`clause_blocks` for what stands below it), how other nodes are written (`unparse`), the formatter (`format`, `comments`,
`layout`).
"""

from .format import format_source, print_item
from .parse import FILE_LIMIT, beyond_words, parse_beginning, parse_file, parse_text
from .text_values import fill_values, names_in_text, text_values
from .unparse import unparse

__all__ = [
    "FILE_LIMIT",
    "beyond_words",
    "fill_values",
    "format_source",
    "names_in_text",
    "parse_beginning",
    "parse_file",
    "parse_text",
    "print_item",
    "text_values",
    "unparse",
]
