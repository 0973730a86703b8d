"""From Lark's parse tree to our own: one method for each rule of the grammar, or name behind `->` in it, under that name.

Expressions, statements, declarations and edits stand in a module each; each builder knows the rules of those before it.
"""

from .edits import Builder
from .rules import cited_ids

__all__ = ["Builder", "cited_ids"]
