"""Host: matches of many people in a database, by HTTP, on as many processes and machines as are wanted.

In come requests, out go what a viewer may know, events and pictures. Look here for databases and files (`store`, which
says what each of them answers; `opening`), a match in memory (`live_match`), matches as they are asked for (`matches`), and HTTP
(`server`). An action is in the database before it is acknowledged, and each process reads on before it answers.
"""

from __future__ import annotations

import lazy_loader

__getattr__, _, __all__ = lazy_loader.attach_stub(__name__, __file__)
"""Only a server needs the extra `host`: a match in memory is there without it."""
