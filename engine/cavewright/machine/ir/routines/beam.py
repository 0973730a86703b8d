"""Beam search within a module: the plan of the greedy bot, as `bots.players.beam_search` makes it.

Positions of a level lie in one half of `beam_positions`, those of the next in the other. Of other nodes only what led
there is kept.
"""

# ---- one node --------------------------------------------------------------------------------------------------------


def draw_on(chances: MANY) -> MANY:
    """Samples chance until somebody decides: the nth time in a plan at the same point, whatever was done before. Chance
    that is due again and again is left at that."""
    begun: MANY = chances
    while True:
        if waiting() != CHANCE or chances - begun >= LOOKED_DRAWS:
            break
        options()
        weighed: MANY = weight
        point: WORD = points[chances % POINTS]
        advance(at_point(high_mul(point, weighed)))
        chances += 1
    return chances


def look_at(parent: NODE, row: ROW) -> TRUTH:
    """Looks at the position behind a row of a node that is followed up, and notes its node; whether that was fruitful."""
    copy(position, beam_positions, 0, node_place[parent])
    anew()
    only(row)
    advance(0)
    chances: MANY = draw_on(node_chances[parent])
    if at_fork:
        gave_up = 1
        return
    waits: WORD = waiting()
    value: WORD = worth(planner)
    if waits == planner:
        print_position()
    node: NODE = nodes
    nodes = node + 1
    node_parent[node] = parent
    node_row[node] = row
    node_value[node] = value
    node_chances[node] = chances
    node_over[node] = waits != planner
    node_at[node] = pc
    node_print[node] = print_of
    node_other_print[node] = other_print_of
    node_grouped[node] = waits != planner
    return waits != planner or value >= node_value[parent]


def expand(node: NODE):
    """Looks at what each option of a node leads to, as far as nodes are left."""
    row: ROW
    copy(position, beam_positions, 0, node_place[node])
    anew()
    many: COUNT = options()
    if many > MOST_CHILDREN:
        gave_up = 1
        return
    keep_rows(many)
    for row in range(many):
        kind: KIND = kind_of(row)
        tried: TRIED = tries[kind]
        if not (node > 0 and (nodes_left <= 0 or tried >= FRUITLESS)):
            nodes_left = nodes_left - 1
            fruitful: TRUTH = look_at(node, row)
            tries[kind] = -1 if fruitful or tried < 0 else tried + 1


# ---- the nodes that are followed up ----------------------------------------------------------------------------------


def follow_up(node: NODE, first: BEAMS, most: MANY):
    """Follows up a node, if there are not too many of its worth, and none in the same position."""
    at: BEAM_INDEX
    other: BEAM_INDEX
    if count(node_value[beam[at]] == node_value[node] for at in range(first, beam_count)) < most and not some(
        node_value[beam[other]] == node_value[node]
        and node_print[beam[other]] == node_print[node]
        and node_other_print[beam[other]] == node_other_print[node]
        for other in range(first, beam_count)
    ):
        if beam_count >= MOST_BEAM:
            gave_up = 1
            return
        beam[beam_count] = node
        beam_count = beam_count + 1


@inline
def before(place) -> NODE:
    """The place before one."""
    return place - 1


def pick(first: FIRST, half: TRUTH):
    """Chooses the nodes of the next level, and puts their positions into the half that is not `half`.

    First those whose turn is not over are sorted, the best first; then each group at one decision has its share.
    """
    node: NODE
    peer: NODE
    total: FIRST = 0
    for node in range(first, nodes):
        if not node_over[node]:
            place: FIRST = total
            while True:
                if place <= 0:
                    break
                if not node_value[level[before(place)]] < node_value[node]:
                    break
                level[place] = level[before(place)]
                place = before(place)
            level[place] = node
            total += 1
    beam_count = 0
    for at in range(total):
        head: NODE = level[at]
        if not node_grouped[head]:
            begun: BEAMS = beam_count
            width: MANY = PACKING if packing[node_at[head]] else WIDTH
            for turn in range(2 - packing[node_at[head]]):
                for peer in range(at, total):
                    other: NODE = level[peer]
                    if node_at[other] == node_at[head] and beam_count - begun < width:
                        node_grouped[other] = 1
                        follow_up(other, begun, TWINS if turn == 0 else width)
                    elif node_at[other] == node_at[head]:
                        node_grouped[other] = 1
    if beam_count > 0:
        last_count = 0
    for n in range(beam_count):
        leaf: NODE = beam[n]
        parent: NODE = node_parent[leaf]
        copy(position, beam_positions, 0, node_place[parent])
        anew()
        options()
        advance(node_row[leaf])
        draw_on(node_chances[parent])
        copy(beam_positions, position, n + (1 - half) * MOST_BEAM)
        node_place[leaf] = n + (1 - half) * MOST_BEAM
        last[n] = beam[n]
        last_count = n + 1


# ---- the plan --------------------------------------------------------------------------------------------------------


def best_end() -> NODE:
    """The best end of the turn that is found; the best position of all where no end is in reach."""
    node: NODE
    best: NODE = 0
    half: TRUTH = 0
    for depth in range(DEPTH):
        first: FIRST = nodes
        for at in range(beam_count):
            expand(beam[at])
        if gave_up:
            break
        for node in range(first, nodes):
            if node_over[node] and (not node_over[best] or node_value[node] > node_value[best]):
                best = node
        pick(first, half)
        half = 1 - half
        if gave_up or beam_count == 0 or nodes_left <= 0:
            break
    if not node_over[best] and last_count > 0:
        best = last[0]
        for at in range(last_count):
            if node_value[last[at]] > node_value[best]:
                best = last[at]
    return best


@inline
def step_before(at) -> STEP:
    """The step before one."""
    return at - 1


@exported
def plan(player: PLANNER) -> KNOWN:
    """The number of known steps that the plan of a player has; their rows stand in `plan_rows`.

    0 where all positions that were looked at are worth the same, `GAVE_UP` where they are too many.
    """
    kind: KIND
    node: NODE
    planner = player
    gave_up = 0
    nodes_left = NODES
    nodes = 1
    for kind in range(KINDS):
        tries[kind] = 0
    copy(beam_positions, position)
    node_parent[0] = -1
    node_value[0] = worth(planner)
    node_chances[0] = 0
    node_over[0] = 0
    node_place[0] = 0
    node_row[0] = 0
    beam[0] = 0
    beam_count = 1
    last[0] = 0
    last_count = 1
    end: NODE = best_end()
    if gave_up:
        return GAVE_UP
    if not some(node_value[node] != node_value[1] for node in range(1, nodes)):
        return 0
    best: NODE = end
    steps: STEPS = 0
    while True:
        if best <= 0:
            break
        steps += 1
        best = node_parent[best]
    known: STEPS = steps
    at: STEPS = steps
    while True:
        if at <= 0:
            break
        plan_rows[step_before(at)] = node_row[end]
        if node_chances[end] > 0:
            known = at
        end = node_parent[end]
        at = step_before(at)
    return known


@exported
def plan_here(player: PLANNER) -> KNOWN:
    """Plans as `plan`, and comes back to the position."""
    copy(planned_from, position)
    known: KNOWN = plan(player)
    copy(position, planned_from)
    anew()
    return known
