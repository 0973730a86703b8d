"""Chance of playouts within a module: one row of what chance may bring, one row of all."""


def at_point(point: MANY) -> CHOICE:
    """The row of what chance may bring, at a point of its weight."""
    row: CHOICE = 0
    left: WORD = point
    while True:
        left = wrapped_add(left, wrapped_mul(rows[row * 2 + 1], -1))
        if left < 0:
            break
        row += 1
    return row


def any_row() -> CHOICE:
    """The row that is next in a playout: of one row that one, else by chance."""
    many: COUNT = counted()
    if many <= 1:
        return 0
    if waiting() == CHANCE:
        return at_point(below(weight))
    return below(many)
