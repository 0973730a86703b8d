"""Places and passages: growing grids, graphs of places, and searches on both.

In: nothing. Out: boards as graphs. Look here for `grid`: growing grids of squares or hexagons (`Shape`), sides,
openings, how places are written; `fixed`: grids and printed maps, ways and their costs.
"""
