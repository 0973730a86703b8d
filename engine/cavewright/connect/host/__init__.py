"""Host: matches of many people in a database, by HTTP, on as many processes and machines as are wanted.

In come requests, out go what a viewer may know, events and pictures. Look here for databases (`store`, which says what
each of them answers; `opening`), a match in memory (`live_match`), matches as they are asked for (`matches`), and HTTP
(`server`). An action is in the database before it is acknowledged, and each process reads on before it answers.
"""

from __future__ import annotations

from .matches import Matches
from .opening import back_up, open_store
from .refusal import Refusal
from .request_limits import Limits
from .retention import put_away_matches
from .server import create_app
from .store import Beginning, Entries, NoMatchError, OutrunError, Store, StoreError, copy_matches
from .viewers import MayBegin, NameViewer, anybody_may_begin, viewer_of_key

__all__ = [
    "Beginning",
    "Entries",
    "Limits",
    "Matches",
    "MayBegin",
    "NameViewer",
    "NoMatchError",
    "OutrunError",
    "Refusal",
    "Store",
    "StoreError",
    "anybody_may_begin",
    "back_up",
    "copy_matches",
    "create_app",
    "open_store",
    "put_away_matches",
    "viewer_of_key",
]
