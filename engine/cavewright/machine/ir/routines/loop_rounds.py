"""Rounds of loops within a step: a loop that stands at its beginning once more, with everything as it was, ends there.

Of where a loop stood the module keeps 64 bits that all of the position went into. `SPANS` are runs of its words; what
is left to go through counts as far as it is left. Where there is no room for more of them, the step is too much work."""


def forget_rounds():
    """Empties the table."""
    for entry in range(ENTRIES):
        stood[entry] = 0
    stood_many = 0


def stands_again(head: HEAD) -> TRUTH:
    """Tells if a loop has stood at its beginning before, in this step or trial, with everything as it is now."""
    one: WORD = wrapped_mul(standing_run ^ wrapped_mul(2 * head + strict + 1, AGAIN), ONCE)
    other: WORD = wrapped_mul(one ^ head, AGAIN)
    word: WORD = 0
    for span in range(SPANS):
        for n in range(span_first[span], span_stop[span]):
            word = position[n]
            one = wrapped_mul(one ^ word, ONCE)
            one = one ^ one >> 15
            other = wrapped_mul(wrapped_add(other << 7 | other >> 25, word), AGAIN)
            other = other ^ other >> 13
    for list in range(LISTS):
        begin: PLACE = list_first[list]
        taken: WORD = position[begin]
        if taken > 0:
            for n in range(begin + 1 + taken, begin + 2 + position[begin + 1]):
                one = wrapped_mul(one ^ position[n], ONCE)
                one = one ^ one >> 15
                other = wrapped_mul(wrapped_add(other << 7 | other >> 25, position[n]), AGAIN)
                other = other ^ other >> 13
        one = wrapped_mul(one, ONCE)
        other = wrapped_add(other, list)
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
