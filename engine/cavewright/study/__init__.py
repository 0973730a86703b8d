"""Studies: bots, many games by them, and what came of those."""

from .bots import BOTS, Bot, make_bot
from .simulate import Stopped, simulate
from .study import Played, Spread, Study

__all__ = ["BOTS", "Bot", "Played", "Spread", "Stopped", "Study", "make_bot", "simulate"]
