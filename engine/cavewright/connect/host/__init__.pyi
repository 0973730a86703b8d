# Names of a host, each loaded when it is first asked for: `lazy_loader` reads them here, and mypy.

from .matches import Matches, MayUndo, anybody_may_undo
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
    "MayUndo",
    "NameViewer",
    "NoMatchError",
    "OutrunError",
    "Refusal",
    "Store",
    "StoreError",
    "anybody_may_begin",
    "anybody_may_undo",
    "back_up",
    "copy_matches",
    "create_app",
    "open_store",
    "put_away_matches",
    "viewer_of_key",
]
