"""Groups of places that hold equal values (union-find), updated by every write.

Every place leads to another of its group, the root to itself. At a root stand the sorts of places that its group has, as bits.
For every value each place knows which of those around it hold that, so nothing has to be guessed when groups are joined.
"""


def root(place: PLACE) -> PLACE:
    """The place that stands for the group of another. Few are further than two steps away: two are made before anything is asked."""
    at: PLACE = parents[parents[place]]
    while True:
        above: PLACE = parents[at]
        if above == at:
            return at
        at = above


@inline
def way(place, side):
    """The number of a side of a place in the tables of all sides."""
    return place * WAYS + side


def join(place: PLACE, value: VALUE):
    """A place that held nothing holds a value: all groups around it go below the first; for those that there are not it stands itself."""
    which: SHAPE = shapes[place] * HELD + around[value * PLACES + place]
    met = [beside[way(place, side[which])] for side in SIDES_TO_JOIN]
    first, *others = [root(each) for each in met]
    sorts[first] = union(sorts[place], sorts[first], *[sorts[each] for each in others])
    for each in (place, *met, *others):
        parents[each] = first
    for side in SIDES:
        around[value * PLACES + beside[way(place, side)]] |= own_side[way(place, side)]


@rare
def regroup():
    """Finds all groups anew."""
    for place in range(PLACES):
        parents[place] = place
        sorts[place] = own_sorts[place]
    for at in range(LOWEST, BEYOND):
        around[at] = 0
    for again in range(PLACES):
        if field[again] >= 0:
            join(again, field[again])
