"""Builds the tree from Lark's parse tree: one method for each grammar rule or alias, under its name.

Expressions, statements, declarations and edits stand in a module each; each builder knows the rules of those before it.
"""

from .edits import Builder
from .tokens import cited_ids

__all__ = ["Builder", "cited_ids"]
