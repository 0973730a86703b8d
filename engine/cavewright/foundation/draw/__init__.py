"""Boards as pictures: for a page as SVG, for a terminal as text.

In comes a `Scene`, plain values that say what lies where; out comes a string. This room knows no game, reads no
state, asks no rule and writes no file. A scene is placed first: every tile, cell and spot gets an area, every passage
its ends, every label a spot of its own, in pixels or in characters (`Layout`). Then it is printed.

    scene.py                       the values, and what one may ask them (what is beyond this side?)
    characters.py                  characters: what may be drawn, how wide it is, how it reads in ASCII
    placement.py                   boards of all forms, in the units of a scale (scales.py): boxes, doors, lines
    picture_layout.py              what stands in boxes and beside them, for pictures; label_placement.py finds free spots
    text_layout.py                 the same for terminals
    svg.py, svg_board.py           a layout as SVG, svg_grid_sides.py sides of grids; svg_writer.py the pen, signs.py shapes of pieces
    own_pictures.py                SVG that others drew, checked and cleaned
    text.py, text_board.py         a layout as text; text_canvas.py the sheet

Nothing depends on time, chance or the order of a set: the same scene gives the same string.
"""

from .scene import Board, Entry, Form, Link, Piece, Place, Scene, Table
from .svg import WIDEST, Picture, draw_picture, draw_svg
from .text import draw_text

__all__ = [
    "WIDEST",
    "Board", "Entry", "Form", "Link", "Picture", "Piece", "Place", "Scene", "Table", "draw_picture", "draw_svg", "draw_text"
]  # fmt: skip
