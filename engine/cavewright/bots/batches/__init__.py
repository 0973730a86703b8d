"""Batches: many games at once in a module, as arrays of numpy."""

from .vector import Vector, vector

__all__ = ["Vector", "vector"]
