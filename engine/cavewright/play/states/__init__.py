"""Games, their states, and lines of play."""
