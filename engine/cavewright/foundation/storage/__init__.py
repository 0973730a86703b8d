"""Storage between runs: what was worked out once, in the cache directory of the user."""
