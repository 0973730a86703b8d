"""Monte Carlo tree search within a module, as `bots.players.tree_search` makes it (UCT).

A node of the tree is what led there: a node and a row, or what chance brought. Node 0 is where the search begins. Nodes
are found by two words made of the decision and the row, so that rows mean the same whatever else is listed.
"""

# ---- nodes -----------------------------------------------------------------------------------------------------------


@exported
def set_root(anew: TRUTH):
    """Makes the position the first one, and cuts the tree down if that is asked for."""
    node: NODE
    copy(root, position)
    if anew:
        for node in range(1, tree_nodes):
            tree_table[homes[node]] = 0
        tree_nodes = 1
        visits[0] = 0
        sums[0] = 0
        last_behind[0] = 0


@inline
def spread(word):
    """A word whose upper bits reach the lower ones."""
    return word ^ word >> 15


def find_node(node: NODE, row: ROW) -> NODE:
    """The node that a row of the list leads to from a node, 0 if there is none yet; then `home` is its place in the table."""
    stride: STRIDE = strides[pc]
    first: MANY = row * stride
    key_0: WORD = wrapped_mul(pc + 1, FACTOR_0)
    key_1: WORD = wrapped_mul(pc + 1, FACTOR_1)
    for at in range(stride):
        key_0 = wrapped_mul(key_0 ^ rows[first + at], FACTOR_0) ^ key_0 >> 15
        key_1 = wrapped_mul(key_1 ^ rows[first + at], FACTOR_1) ^ key_1 >> 15
    place: HOME = spread(wrapped_add(key_0, wrapped_mul(node, FACTOR_1))) & TABLE - 1
    while True:
        found: NODE = tree_table[place]
        if found == 0 or parents[found] == node and keys[found] == key_0 and other_keys[found] == key_1:
            break
        place = place + 1 & TABLE - 1
    home = place
    key = key_0
    other_key = key_1
    return found


def add_node(parent: NODE) -> NODE:
    """A node more, where `find_node` has just found none."""
    node: NODE = tree_nodes
    tree_nodes = node + 1
    visits[node] = 0
    sums[node] = 0
    best_behind[node] = 0
    last_behind[node] = 0
    earlier_beside[node] = last_behind[parent]
    last_behind[parent] = node
    parents[node] = parent
    keys[node] = key
    other_keys[node] = other_key
    homes[node] = home
    tree_table[home] = node
    return node


# ---- the option that is tried next -----------------------------------------------------------------------------------


def inverse_root(tries: VISITS) -> INVERSE:
    """1 by the root of a number of visits."""
    half: HALVINGS = 0
    while True:
        if tries < ROOTS:
            break
        tries = tries >> 2
        half += 1
    return INVERSE_ROOTS[tries] >> half


@inline
def mean(node) -> REWARD:
    """The result of a node on average."""
    return sums[node] // visits[node]


@inline
def remainder(node) -> VISITS:
    """The part of the results of a node that its mean leaves out."""
    return sums[node] % visits[node]


@inline
def upper_bound(node, log, halvings):
    """The mean of a node, and how little that is worth after so many tries, halved so often."""
    return (
        mean(node) * PRECISION
        + remainder(node) * PRECISION // visits[node]
        + explore * log * inverse_root(visits[node] >> halvings) // 1024
    )


def select(node: NODE) -> ROW:
    """The row that is tried next from a node; the node behind it goes into `selected`."""
    row: ROW
    many: COUNT = options()
    tries: VISITS = visits[node]
    log: LOG = LOGS[tries] if tries < ROOTS else MORE_LOGS[tries // ROOTS]
    halvings: HALVINGS = DOUBTED if alone >= 0 and tries >= COMPARED else 0
    untried: WORD = UNTRIED if tree_nodes < MOST_NODES else -1
    best: WORD = -1
    chosen: ROW = 0
    equal: EQUAL = 1
    selected = 0
    for row in range(many):
        behind: NODE = find_node(node, row)
        value: WORD = untried if behind == 0 else upper_bound(behind, log, halvings)
        if value > best:
            best = value
            equal = 1
            chosen = row
            selected = behind
        elif value == best:
            equal += 1
            if below(equal) == 0:
                chosen = row
                selected = behind
    return chosen


# ---- playouts --------------------------------------------------------------------------------------------------------


@inline
def stops(waits):
    """The end of a playout: it is over, all act at once, or it is another's turn where that is not looked at."""
    return waits < CHANCE or (waits >= 0 and alone >= 0 and waits != alone)


@exported
def wander(bound: MANY) -> MANY:
    """Goes on at random until it is over or so many steps are done, and chance is not due, or is so again and again; how
    many it did."""
    done: MANY = 0
    while True:
        waits: WAITS = waiting()
        if stops(waits) or (done >= bound and (waits >= 0 or done - bound >= LOOKED_DRAWS)):
            break
        advance_unlisted(any_row())
        done += 1
    return done


@inline
def clamp(difference):
    """A difference that makes a difference, either way."""
    return CLAMPED if difference > CLAMPED else -CLAMPED if difference < -CLAMPED else difference


@exported
def compare():
    """Puts the worth of the position to each player into `ahead_by`; beside the best of the others, where their turns count."""
    other: PLAYER
    for player in range(PLAYERS):
        value: WORD = worth(player)
        worths[player] = clamp(value)
    for mine in range(PLAYERS):
        ahead_by[mine] = worths[mine] - (
            most(worths[other] for other in range(PLAYERS) if other != mine) if PLAYERS > 1 and alone < 0 else 0
        )


@inline
def winning_sides(mask):
    """The number of sides that have won; those who are together are one."""
    return count(
        mask >> one & 1 and not some(mask >> other & 1 and sides[other] == sides[one] for other in range(one))
        for one in range(PLAYERS)
    )


@inline
def end_of_turn(player):
    """The reward of a player who has not won, where a turn that alone is looked at ends the game."""
    return rewards[player] if counted[player] else 0


def judge():
    """Finds the reward of every player, where a playout has stopped.

    Those who have won share what there is to win, a side as one; where nobody has, all do. Of a game that goes on it is the
    gain since the beginning, between nothing and all. Where a turn alone is looked at and ends the game, winners have their
    share, who does not count has nothing, and to others this end is worth what any other is.
    """
    if PLAYERS > 1 and waiting() == ENDED and alone < 0:
        score()
        mask: WINNERS = winners
        many: SIDES = winning_sides(mask)
        for player in range(PLAYERS):
            rewards[player] = (WON // many if mask >> player & 1 else 0) if many > 0 else EVEN_SHARE
        return
    compare()
    for each in range(PLAYERS):
        by: WORD = ahead_by[each] - bases[each]
        near: NEAR = clamp(by)
        size: SIZE = 0 - near if near < 0 else near
        rewards[each] = near * HALF // (size + scale) + HALF
    if PLAYERS > 1 and waiting() == ENDED:
        score()
        mask = winners
        many = winning_sides(mask)
        for player in range(PLAYERS):
            rewards[player] = (
                (WON // many if mask >> player & 1 else end_of_turn(player)) if many > 0 else end_of_turn(player)
            )


@inline
def note_sums(depth):
    """Notes the result of a playout on the way back."""
    for step in range(depth):
        passed: NODE = path[step]
        mover: MOVER = movers[step]
        visits[passed] += 1
        if mover >= 0:
            sums[passed] += rewards[mover]


def better_beside(best: NODE) -> NODE:
    """The best node of those that have the same one before them, where the one that was the best has become worse."""
    beside: NODE = last_behind[parents[best]]
    while True:
        if beside == 0:
            break
        if mean(beside) > mean(best):
            best = beside
        beside = earlier_beside[beside]
    return best


@inline
def note_best(depth):
    """Notes it where one player alone decides: before a choice a node is worth what the best node behind it is now, before
    chance what all behind it are in the mean."""
    at: BACK = depth
    chooser: MOVER = CHANCE
    after: NODE = 0
    fell: TRUTH = 0
    change: CHANGE = rewards[alone]
    while True:
        at -= 1
        if at < 0:
            break
        here: NODE = path[at]
        visits[here] += 1
        before: SUM = sums[here]
        if chooser >= 0:
            best: NODE = best_behind[here]
            if best == after:
                best = better_beside(after) if fell else after
            elif best == 0 or mean(after) > mean(best):
                best = after
            best_behind[here] = best
            sums[here] = mean(best) * visits[here]
        else:
            sums[here] += change
        change = sums[here] - before
        fell = visits[here] > 1 and mean(here) < before // (visits[here] - 1)
        after = here
        chooser = movers[at]


@exported
def descend(guided: GUIDED):
    """One playout: down the tree, on at random, and back with what came of it."""
    row: ROW
    behind: NODE
    copy(position, root)
    anew()
    node: NODE = 0
    depth: DEPTH = 0
    added: TRUTH = 0
    given: GUIDED = 0
    while True:
        waits: WAITS = waiting()
        if stops(waits) or depth >= MOST_PATH:
            break
        many: COUNT = options()
        if many <= 1:
            if waits >= 0 and given < guided:
                given += 1
            advance(0)
            continue
        if waits == CHANCE:
            row = any_row()
            if many > MERGED and alone < 0:
                advance(row)
                continue
            behind = find_node(node, row)
        elif given < guided:
            row = guide[given]
            given += 1
            behind = find_node(node, row)
        else:
            row = select(node)
            behind = selected
        if behind == 0:
            if tree_nodes >= MOST_NODES:
                break
            find_node(node, row)
            behind = add_node(node)
            added = 1
        path[depth] = behind
        movers[depth] = waits
        depth += 1
        advance(row)
        node = behind
        if added and given >= guided:
            break
    wander(horizon)
    judge()
    visits[0] += 1
    if alone < 0:
        note_sums(depth)
    else:
        note_best(depth)


@exported
def grow(many: PLAYOUTS):
    """Makes so many playouts more."""
    for playout in range(many):
        descend(0)


@exported
def count_roots() -> COUNT:
    """Writes the tries of each row of the first node and their results; returns the number of rows."""
    row: ROW
    copy(position, root)
    anew()
    many: COUNT = options()
    for row in range(many):
        behind: NODE = find_node(0, row)
        row_visits[row] = visits[behind] if behind > 0 else 0
        row_sums[row] = sums[behind] if behind > 0 else 0
    return many
