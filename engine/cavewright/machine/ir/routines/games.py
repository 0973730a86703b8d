"""Games within a module: many from the first position, and the ends of all ways of so many steps."""


@exported
def playouts(lower: WORD, upper: WORD, first: FIRST, many: GAMES, bound: MANY) -> GAMES:
    """Plays so many games from the first position, each with a number of its own behind the seed."""
    copy(position, initial)
    index()
    copy(initial, position)
    for game in range(many):
        copy(position, initial)
        anew()
        seed(lower, upper, first + game)
        decisions[game] = playout(bound)
        ended[game] = waiting() == ENDED
        score()
        winners_of[game] = winners if ended[game] else 0
        for player in range(PLAYERS):
            totals_of[game * PLAYERS + player] = totals[player]
    return many


@inline
def level(depth) -> LEVEL:
    """The place of a position that is kept."""
    return depth - 1


@exported
def leaves(depth: DEPTH) -> MANY:
    """The number of ends of all ways of so many steps."""
    row: CHOICE
    if depth == 0:
        return 1
    many: COUNT = counted()
    if depth == 1:
        return many
    stop_where_all_act()
    copy(saved, position, level(depth))
    total: MANY = 0
    for row in range(many):
        counted()
        take(row)
        total += leaves(depth - 1)
        copy(position, saved, 0, level(depth))
        anew()
    return total
