"""Rules: what a ruleset means.

In come composed declarations. `check` reads them into the `model` and reports all findings at once; `program` lowers the
model to instructions over numbered slots, on the boards of `cave`. Begin with `model/ruleset.py`, then `program/instructions.py`.
"""
