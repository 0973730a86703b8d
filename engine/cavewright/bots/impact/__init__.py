"""Impact of a variant: pairs of games by base and variant, and intervals of how they differ.

In: two games. Out: figures with intervals that stay valid while one watches. Look here for how games stay aligned
(`chance_streams`, `paired_games`), the intervals (`betting`) and what is compared (`figures`, `impact`).
"""

from .impact import Impact, measure_impact

__all__ = ["Impact", "measure_impact"]
