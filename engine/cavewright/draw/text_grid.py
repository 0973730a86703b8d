"""A grid board for a terminal: one line a row, coordinates along the edges."""

from __future__ import annotations

from collections.abc import Mapping

from .characters import Lettering, columns, pad
from .grid_labels import rulers
from .scene import Board, Cell, Place, Side
from .text_canvas import hidden, window
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
    bars, high, upright = board.barred(), *lettering.strokes.barred
    closing = has_walls(board) or bool(bars)

    def border(row: int, side: Side) -> list[str]:
        """The line above a row of cells, or below it."""
        strokes = [closed(cells, bars, (at, row), side, ("-", high)) * wide for at in seen]
        return [f"{' ' * (edge + 1)}{''.join(f' {each}' for each in strokes)}".rstrip()] if closing else []

    lines = [" " * (edge + 2) + rows[0][1] + " ".join(pad(heads[at], wide) for at in seen)]
    for row, shift in rows:
        lines += border(row, "n")
        cellwise = "".join(
            closed(cells, bars, (at, row), "w", ("|", upright)) + pad(filled.get((at, row), ""), wide) for at in seen
        )
        lines.append(
            f"{pad(sides[row], edge)} {shift}{cellwise}{closed(cells, bars, (seen[-1], row), 'e', ('|', upright))}"
        )
    lines += border(max(sides), "s")
    return [
        *(line.rstrip() for line in lines),
        *hidden(min(across), max(across), shown, lettering),
        *crowded_lines(board, cells, lettering),
        *noted_lines(board, lettering),
        *(lettering.fit(link_line(link, lettering)) for link, _, _ in board.linked() if link.marked),
    ]


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


def closed(
    cells: Mapping[Cell, Place], bars: frozenset[tuple[Cell, Side]], cell: Cell, side: Side, strokes: tuple[str, str]
) -> str:
    """A stroke on a side of a cell that is closed, or another if something stands there."""
    place = cells.get(cell)
    return strokes[1] if (cell, side) in bars else strokes[0] if place is not None and side in place.walls else " "


def cell_text(place: Place, lettering: Lettering) -> str:
    """Figures and tokens, or the symbol, or a dot; blank if the cell is not laid."""
    things = lettering.initials([*(piece.initial for piece in place.pieces), *place.tokens])
    return things or lettering.mark(place.symbol) or (lettering.strokes.dot if place.laid else "")
