"""A grid board for a terminal: one line a row, coordinates along the edges."""

from __future__ import annotations

from collections.abc import Mapping

from .canvas import hidden, window
from .letters import Lettering, columns, pad
from .rulers import rulers
from .scene import Board, Cell, Place
from .text_growing import crowded_lines, link_line

LONGEST_CELL = 6
LONGEST_ROW_NAME = 6


def grid_lines(board: Board, lettering: Lettering) -> list[str]:
    """The board as lines; only some columns of it if the terminal is too narrow for all."""
    cells = board.cells()
    if not cells:
        return []
    across, down = rulers(board)
    heads = {at: lettering.fit(lettering.words(text), LONGEST_CELL) for at, text in across.items()}
    sides = {at: lettering.fit(lettering.words(text), LONGEST_ROW_NAME) for at, text in down.items()}
    filled = {cell: lettering.fit(cell_text(place, lettering), LONGEST_CELL) for cell, place in cells.items()}
    wide = max(map(columns, (*heads.values(), *filled.values())))
    edge = max(map(columns, sides.values()))
    pieced = [place.cell[0] for place in board.places for _ in place.pieces]
    shown = window(min(across), max(across), max(1, (lettering.width - edge - 1) // (wide + 1)), pieced)
    seen = range(shown[0], shown[1] + 1)
    lean = (wide + 1) // 2 if board.form == "hexagonal" else 0
    rows = [(row, " " * lean * (max(sides) - row)) for row in sides]
    lines = [" " * (edge + 2) + rows[0][1] + " ".join(pad(heads[at], wide) for at in seen)]
    for row, shift in rows:
        lines += [f"{' ' * (edge + 1)}{border(cells, row, seen, wide, 'n')}".rstrip()] if has_walls(board) else []
        cellwise = "".join(closed(cells, (at, row), "w") + pad(filled.get((at, row), ""), wide) for at in seen)
        lines.append(f"{pad(sides[row], edge)} {shift}{cellwise}{closed(cells, (seen[-1], row), 'e')}")
    lines += [f"{' ' * (edge + 1)}{border(cells, max(sides), seen, wide, 's')}".rstrip()] if has_walls(board) else []
    return [*(line.rstrip() for line in lines), *hidden(min(across), max(across), shown, lettering),
            *crowded_lines(board, cells, lettering), *noted_lines(board, lettering),
            *(lettering.fit(link_line(link, lettering)) for link, _, _ in board.linked() if link.marked)]


def noted_lines(board: Board, lettering: Lettering) -> list[str]:
    """What cells keep that is not drawn in them: each note with the names of its cells."""
    noted: dict[str, list[str]] = {}
    for place in board.places:
        for note in place.notes:
            noted.setdefault(lettering.words(note), []).append(lettering.words(place.name))
    return [lettering.fit(f"{note}: {' '.join(names)}") for note, names in noted.items()]


def has_walls(board: Board) -> bool:
    """Whether any side of any cell is closed."""
    return any(place.walls for place in board.places)


def closed(cells: Mapping[Cell, Place], cell: Cell, side: str) -> str:
    """A stroke before a cell, or behind it, that is closed on that side."""
    place = cells.get(cell)
    return "|" if place is not None and side in place.walls else " "


def border(cells: Mapping[Cell, Place], row: int, seen: range, wide: int, side: str) -> str:
    """The line above a row of cells, or below it."""
    return "".join(" " + ("-" if side in cells[at, row].walls else " ") * wide if (at, row) in cells else " " * (wide + 1) for at in seen)


def cell_text(place: Place, lettering: Lettering) -> str:
    """Figures and tokens, or the symbol, or a dot; blank if the cell is not laid."""
    things = lettering.initials([*(piece.initial for piece in place.pieces), *place.tokens])
    return things or lettering.mark(place.symbol) or (lettering.strokes.dot if place.laid else "")
