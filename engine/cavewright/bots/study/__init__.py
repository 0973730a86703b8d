"""Studies: many games by bots, and what came of them."""

from .profile import Profile, profile
from .simulate import Stopped, simulate
from .study import Played, Spread, Study

__all__ = ["Played", "Profile", "Spread", "Stopped", "Study", "profile", "simulate"]
