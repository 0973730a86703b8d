"""Texts of routines: algorithms that are the same for all rules, as Python that `routine_compiler` makes functions of the form
of. Nobody imports them: their names are ranges, arrays and functions of a module.

In: nothing. Out: text. Look here for the sampler of playouts (`sampler`), the tree search (`tree`) and the plan of greedy bots (`beam`).
"""
