"""Meaning of a program: each instruction, expression and decision as a function of slots and boards."""
