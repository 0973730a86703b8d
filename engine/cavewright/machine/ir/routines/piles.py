"""The piles of a field: pieces are put on them, are taken from them and move together.

Entries lie from the bottom to the top. An entry is a piece, and in the uppermost of a heap who knows what lies there."""


@inline
def is_uppermost(code) -> TRUTH:
    """Tells if an entry is the uppermost of its heap."""
    return code > PIECES


def stack(at: AT, code: CODE, below: TRUTH):
    """Puts a heap of one on a pile, or below it."""
    many: MANY = pile[at + SIZE]
    if many >= MOST:
        outgrow()
    amount: AMOUNT = at + (code & PIECES) + 1
    pile[amount] = pile[amount] + 1
    if below:
        for n in range(many):
            pile[at + FIRST + many - n] = pile[at + FIRST + many - n - 1]
        pile[at + FIRST] = code
    else:
        pile[at + FIRST + many] = code
    pile[at + SIZE] = many + 1


def remove(at: AT, place: PLACE):
    """Takes the entry at a place away; of what is left of its heap nobody knows anything."""
    many: MANY = pile[at + SIZE]
    code: CODE = pile[at + FIRST + place]
    amount: AMOUNT = at + (code & PIECES) + 1
    pile[amount] = pile[amount] - 1
    uppermost: PLACE = place
    while True:
        if uppermost >= many - 1 or is_uppermost(pile[at + FIRST + uppermost]):
            break
        uppermost += 1
    if uppermost > place:
        pile[at + FIRST + uppermost] = pile[at + FIRST + uppermost] & PIECES | UNKNOWN
    elif place > 0 and not is_uppermost(pile[at + FIRST + place - 1]):
        pile[at + FIRST + place - 1] = pile[at + FIRST + place - 1] | UNKNOWN
    for n in range(place + 1, many):
        pile[at + FIRST + n - 1] = pile[at + FIRST + n]
    pile[at + FIRST + many - 1] = 0
    pile[at + SIZE] = many - 1


def take(at: AT, piece: PIECE, below: TRUTH):
    """Takes the piece of a kind that lies next to an end."""
    place: PLACE = 0
    if not below:
        place = pile[at + SIZE] - 1
    while True:
        if pile[at + FIRST + place] & PIECES == piece:
            break
        if below:
            place += 1
        else:
            place = place - 1
    remove(at, place)


def shuffle(at: AT):
    """Makes one heap of all, in the order of their table."""
    many: MANY = pile[at + SIZE]
    left: MANY = many
    for piece in range(KINDS):
        for copy_of in range(pile[at + piece + 1]):
            left = left - 1
            pile[at + FIRST + left] = piece
    if many > 0:
        pile[at + FIRST + many - 1] = pile[at + FIRST + many - 1] | UNKNOWN


def find_drawn(at: AT, below: TRUTH):
    """Counts how many there are of each kind of piece in the heap at an end."""
    many: MANY = pile[at + SIZE]
    for kind in range(KINDS):
        drawn[kind] = 0
    drawn_count[0] = 0
    place: MANY = 0
    while True:
        if place >= many:
            break
        code: CODE = pile[at + FIRST + (place if below else many - 1 - place)]
        if not below and place > 0 and is_uppermost(code):
            break
        drawn[code & PIECES] = drawn[code & PIECES] + 1
        drawn_count[0] = drawn_count[0] + 1
        if below and is_uppermost(code):
            break
        place += 1


def lift(at: AT, heaps: MANY, below: TRUTH):
    """Takes so many heaps away from an end, as far as there are, and writes them down in their order."""
    many: MANY = pile[at + SIZE]
    left: MANY = heaps
    lifted: MANY = 0
    while True:
        if left == 0 or lifted >= many:
            break
        if below:
            if is_uppermost(pile[at + FIRST + lifted]):
                left = left - 1
        elif lifted + 1 >= many:
            left = 0
        elif is_uppermost(pile[at + FIRST + many - 2 - lifted]):
            left = left - 1
        lifted += 1
    rest: MANY = many - lifted
    first: MANY = 0 if below else rest
    for n in range(lifted):
        code: CODE = pile[at + FIRST + first + n]
        amount: AMOUNT = at + (code & PIECES) + 1
        moved[n] = code
        pile[amount] = pile[amount] - 1
    if below:
        for lower in range(rest):
            pile[at + FIRST + lower] = pile[at + FIRST + lifted + lower]
    for empty in range(rest, many):
        pile[at + FIRST + empty] = 0
    pile[at + SIZE] = rest
    moved_count[0] = lifted


def land(at: AT, seen: SEEN, below: TRUTH):
    """Puts what was lifted on a pile, or below it. Each piece is a heap of one where all see the order; else `seen` says
    who knows a piece that is alone."""
    many: MANY = pile[at + SIZE]
    more: MANY = moved_count[0]
    if many + more > MOST:
        outgrow()
    if below:
        for n in range(many):
            pile[at + FIRST + more + many - 1 - n] = pile[at + FIRST + many - 1 - n]
    start: MANY = 0 if below else many
    for k in range(more):
        code: CODE = moved[k]
        known: SEEN = code >> BITS
        amount: AMOUNT = at + (code & PIECES) + 1
        pile[amount] = pile[amount] + 1
        if IS_SEEN:
            known = NOBODY
        elif known > 0:
            if k > 0 and not is_uppermost(moved[k - 1 if k > 0 else 0]):
                known = NOBODY
            elif known == ALL or seen == ALL:
                known = ALL
            else:
                known = NOBODY + (known - NOBODY | seen - NOBODY)
        pile[at + FIRST + start + k] = (code & PIECES) + (known << BITS)
    pile[at + SIZE] = many + more
