"""Rulesets that are nothing but tests stand beside these tests."""
