"""Cavewright: board games as rule files, that are parsed, checked, played and explained.

>>> import cavewright as cw
>>> game = cw.load_game("the-cave")
>>> state = game.new_initial_state(players=3)
>>> state.active_players
(0, 1, 2)
"""

import lazy_loader

from .foundation.source.version import VERSION as __version__

__getattr__, _, __all__ = lazy_loader.attach_stub(__name__, __file__)
__all__ += ["__version__"]


def __dir__() -> list[str]:
    """Returns what is promised, and nothing else; the rooms of the engine are details."""
    return sorted(__all__)
