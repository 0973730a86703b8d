"""The checked ruleset as values; nothing here knows how it was written or how it is run."""
