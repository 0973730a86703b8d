"""Places and passages: growing grids, questions about them, and the networkx graph that embedders receive."""
