"""Tells about rulesets: how two differ, and whether overlays for one still fit the other."""
