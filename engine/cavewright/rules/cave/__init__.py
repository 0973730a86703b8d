"""Places and passages: growing grids, graphs of places, and searches on both."""
