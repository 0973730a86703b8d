"""Studies: bots, many games by them, and what came of those."""

from .bots import BOTS, Bot, make_bot
from .simulate import simulate
from .study import Played, Spread, Study

__all__ = ["BOTS", "Bot", "Played", "Spread", "Study", "make_bot", "simulate"]
