"""Engines that are generated at run time: Python written for a program, kept between runs, and called.

In: an optimised program. Out: generated Python at work. Look here for which point is written when (`compiled`), what
written functions call (`runtime`), what is kept of them between runs (`code_cache`), what would be too large
(`code_size`), what is kept up with every write (`maintained`), what games of the same rules share (`mechanics`).
"""
