"""Rounds of loops within a step: a loop that stands at its beginning once more, with everything as it was, ends there.

Of where a loop stood the module keeps 64 bits that all of the position went into. `SPANS` are runs of its words; what
is left to go through (a list: one more than were taken, how many there were, the things) counts as far as it is left.
Where there is no room for more of them, the step is too much work. A position at which a loop stands for the first time
in a step is only copied: mostly somebody decides before it stands there again."""


def forget_rounds():
    """Empties the table."""
    for entry in range(ENTRIES):
        stood[entry] = 0
    stood_many = 0


def keep_standing(head: HEAD) -> TRUTH:
    """Keeps where a loop stands, a position in `standing`; tells if it stood there before in this step or trial."""
    one: WORD = wrapped_mul(standing_run ^ wrapped_mul(2 * head + strict + 1, AGAIN), ONCE)
    other: WORD = wrapped_mul(one ^ head, AGAIN)
    for span in range(SPANS):
        first: PLACE = span_first[span]
        stop: STOP = span_stop[span]
        if is_list[span]:
            if standing[first] > 0:
                stop = first + 2 + standing[first + 1]
                first = first + 1 + standing[first]
            else:
                stop = first
        for n in range(first, stop):
            word: WORD = standing[n]
            one = wrapped_mul(one ^ word, ONCE)
            one = one ^ one >> 15
            other = wrapped_mul(wrapped_add(other << 7 | other >> 25, word), AGAIN)
            other = other ^ other >> 13
        one = wrapped_add(one, stop - first)
    other = other | 1
    if standing_step != stood_step:
        stood_step = standing_step
        if stood_many > HALF:
            forget_rounds()
    entry: ENTRY = (one ^ one >> 16) & LAST
    while True:
        if stood[2 * entry + 1] == 0:
            break
        if stood[2 * entry] == one and stood[2 * entry + 1] == other:
            return True
        entry = entry + 1 & LAST
    if stood_many >= MOST:
        stop_at_limit()
    stood[2 * entry] = one
    stood[2 * entry + 1] = other
    stood_many = stood_many + 1
    return False


def stands_again(head: HEAD, loop: LOOP) -> TRUTH:
    """Tells if a loop has stood at its beginning before, in this step or trial, with everything as it is now."""
    if trying == 0:
        if begun_in[loop] != standing_step:
            begun_in[loop] = standing_step
            copy(begun_at, position, loop)
            return False
        if kept_in[loop] != standing_step:
            kept_in[loop] = standing_step
            copy(standing, begun_at, 0, loop)
            keep_standing(head)
    copy(standing, position)
    return keep_standing(head)
