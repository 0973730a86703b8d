"""Numbers of places on boards that grow: rings around the middle, so that a place has one number for good."""

from __future__ import annotations

from ...rules.cave import grid


def diamond(reach: int) -> int:
    """Returns the number of places that lie at most so many steps from the middle.

    >>> diamond(0), diamond(1), diamond(2)
    (1, 5, 13)
    """
    return 2 * reach * (reach + 1) + 1


def ring_number(x: int, y: int) -> int:
    """The number of a place: ring after ring, each clockwise from its northernmost place. It does not depend on the
    reach.

    >>> [ring_number(x, y) for x, y in ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0), (0, -2), (1, -1))]
    [0, 1, 2, 3, 4, 5, 6]
    """
    far = abs(x) + abs(y)
    if y < 0 <= x:
        along = x
    elif x > 0:
        along = far + y
    elif y > 0:
        along = 2 * far - x
    else:
        along = 3 * far - y
    return diamond(far - 1) + along if far else 0


def ring_position(number: int) -> tuple[int, int]:
    """The place that has a number of `ring_number`.

    >>> all(ring_number(*ring_position(n)) == n for n in range(1000))
    True
    """
    far = 0
    while diamond(far) <= number:
        far += 1
    quarter, along = divmod(number - diamond(far - 1), far) if far else (0, 0)
    turned = ((along, along - far), (far - along, along), (-along, far - along), (along - far, -along))
    return turned[quarter]


def place_number(place: int, reach: int) -> int:
    """The number of a place of the engine, boards of later players behind those of earlier ones; -1 out of reach."""
    x, y = grid.position(place)
    if place < 0 or abs(x) + abs(y) > reach:
        return -1
    return place // grid.BEYOND * diamond(reach) + ring_number(x, y)


def place_numbered(number: int, reach: int) -> int:
    """The place of the engine that has a number."""
    owner, rest = divmod(number, diamond(reach))
    return grid.cell(*ring_position(rest), owner)
