"""Boards as pictures: for a page as SVG, for a terminal as text.

In comes a `Scene`, plain values that say what lies where; out comes a string. This room knows no game, reads no
state, asks no rule and writes no file. A board is of one of three forms: a growing board of tiles with open and
closed sides, a grid of cells, or a printed map of spots and links.

    scene.py        the values, and what one may ask them (what is beyond this side?)
    characters.py   characters: what may be drawn, how wide it is, how it reads in ASCII
    grid_labels.py  what stands along the edges of a grid
    svg.py          the page; svg_growing.py, svg_grid.py, svg_map.py the boards; svg_writer.py, svg_shapes.py the pen
    text.py         the terminal; text_growing.py, text_grid.py, text_map.py the boards

Nothing depends on time, chance or the order of a set: the same scene gives the same string.
"""

from .scene import Board, Form, Link, Piece, Place, Scene
from .svg import draw_svg
from .text import draw_text

__all__ = ["Board", "Form", "Link", "Piece", "Place", "Scene", "draw_svg", "draw_text"]
