"""Matches: states one after another with chance resolved, and their saves."""
