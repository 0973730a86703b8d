"""Batches: many games at once in a module, as arrays of numpy.

In: a game. Out: many games at once. Look here for what is asked of all of them (`vector`), arrays that lie in the
memory of a module, or copy it (`arrays`), tensors of all games by one operation (`observing`; of boards that grow
`board_filling`), steps that the interpreter makes where
the module stops itself (`python_steps`).
"""

from .vector import Vector, vector

__all__ = ["Vector", "vector"]
