"""Servers: matches for other programs and for language models, by messages."""
