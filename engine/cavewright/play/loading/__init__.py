"""Loading of games: from an id, a path, files in memory, a cache or a pickle."""
