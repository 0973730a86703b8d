"""Impact of a variant: pairs of games by base and variant, and intervals of how they differ.

In: two games. Out: figures with intervals that stay valid while one watches. Look here for how games stay aligned
(`chance_streams`, `paired_games`), the intervals (`betting`), what is compared (`figures`, `usage`, `impact`), what needs
games of its own (`questions`, `abstaining`), and whether a clause can come to pass (`clause_search`).
"""

from .impact import Impact, StoppedImpact, measure_impact

__all__ = ["Impact", "StoppedImpact", "measure_impact"]
