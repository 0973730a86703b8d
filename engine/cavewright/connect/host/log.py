"""Log of a host: that of the standard library, with fields in each record."""

from __future__ import annotations

import logging

LOG = logging.getLogger("cavewright.host")
