"""Studies: many games by bots, and what came of them.

In: games. Out: simulations, profiles. Look here for games of bots in place (`games_in_place`), processes, other
machines and Ctrl-C (`shared_work`), what is timed and how (`measured_play`, `profile`).
"""

from .played_games import Played
from .profile import Profile, profile
from .shared_work import spread_over_workers
from .simulate import Stopped, simulate
from .study import Spread, Study

__all__ = ["Played", "Profile", "Spread", "Stopped", "Study", "profile", "simulate", "spread_over_workers"]
