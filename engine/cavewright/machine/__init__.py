"""Machine: a program as WebAssembly and as C.

In comes an optimised program for a number of players. `ir` lowers it to an intermediate form, `emit` prints that, and
`native` runs what was printed; out come positions, lines and playouts at the machine's speed. Begin with `ir/form.py`.
"""
