"""Many rule files to one ruleset: a base, the overlays upon it, and where every clause came from.

`ruleset_search` finds rule files; `folders` alone reads them from disk. `compose` puts them together: `overlay_order`
orders overlays by what they declare, `declaration_edits` and `clause_edits` apply their edits to drafts of the
declarations, `overlay_session` finds two that touch the same clause without knowing each other, and `rules_hash` hashes
the result by its meaning.

In: trees. Out: one list of declarations. Look here for where rule files are found (`ruleset_search`) and read from
(`folders`, `in_memory`), which belong together (`rule_files`), edits of overlays (`declaration_edits`,
`clause_edits`, `clause_additions`), stale edits and conflicts (`overlay_session`), where a clause came from
(`provenance`), by which key an edit takes hold of a line (`edit_paths`), the hash (`rules_hash`).
"""

from .clause_keys import named_clauses
from .compose import Composed, compose
from .draft_clauses import Provenance
from .edit_paths import EditPath, edit_paths
from .folders import Folder
from .provenance import with_blame
from .ruleset_search import find_registered, find_ruleset, registered_games, registered_overlays, rules_called

__all__ = [
    "Composed",
    "EditPath",
    "Folder",
    "Provenance",
    "with_blame",
    "compose",
    "edit_paths",
    "find_registered",
    "find_ruleset",
    "named_clauses",
    "registered_games",
    "registered_overlays",
    "rules_called",
]
