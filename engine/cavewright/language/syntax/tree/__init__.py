"""The tree of a rule file: one class for each thing that can be written.

Nodes are values: frozen, compared by content, not by where they stand. Every node carries its `span`.
A tree says what was written, not what it means: names are unresolved, and nothing has a type yet.
"""

from .declarations import *  # noqa: F403
from .edits import *  # noqa: F403
from .expressions import *  # noqa: F403
from .node import *  # noqa: F403
from .statements import *  # noqa: F403
