"""The lock under which rules are read and Python is written: one thread at a time does, and a fork waits for it.

A process that is forked has none of the threads that were at work, but all that they were in the middle of: locks that
nobody lets go of, modules that are half imported, a collector that is off. So nothing of that sort is begun while a
process is forked, and a process is forked only when nothing of that sort is going on.
"""

from __future__ import annotations

import os
from threading import RLock

BUILD_LOCK = RLock()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=BUILD_LOCK.acquire, after_in_parent=BUILD_LOCK.release, after_in_child=BUILD_LOCK.release
    )
