"""Studies: bots, many games by them, and what came of those."""

from .bots import BOTS, Bot, make_bot
from .profile import Profile, profile
from .simulate import Stopped, simulate
from .study import Played, Spread, Study

__all__ = ["BOTS", "Bot", "Played", "Profile", "Spread", "Stopped", "Study", "make_bot", "profile", "simulate"]
