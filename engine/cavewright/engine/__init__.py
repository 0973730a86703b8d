"""Engine: carries instructions out.

In come a program and the slots of a position; out come the slots after a step, and the options of a decision. `interpret`
defines what each instruction means; `optimise` makes the program quicker, `generate` and `jit` write Python for it.
Begin with `interpret/interpreter.py`.
"""
