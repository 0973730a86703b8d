"""Many rule files to one ruleset: a base, the overlays upon it, and where every clause came from.

`library` finds rule files and is the only place that reads them from disk. `compose` puts them together: overlays are
ordered by what they declare (`order`), their edits are applied to drafts of the declarations (`whole`, `amend`), two
that touch the same clause without knowing each other are told (`desk`), and the result is hashed by meaning
(`meaning`).
"""

from .clause_keys import named_clauses
from .compose import Composed, compose
from .drafts import Provenance
from .folders import Folder
from .provenance import blamed
from .ruleset_search import find_registered, find_ruleset, registered_games, registered_overlays, rules_called

__all__ = [
    "Composed",
    "Folder",
    "Provenance",
    "blamed",
    "compose",
    "find_registered",
    "find_ruleset",
    "named_clauses",
    "registered_games",
    "registered_overlays",
    "rules_called",
]
