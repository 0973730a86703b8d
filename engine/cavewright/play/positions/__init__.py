"""Positions as values: actions, what may be known of them, and words for their values."""
