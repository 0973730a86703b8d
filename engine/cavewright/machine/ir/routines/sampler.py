"""Sampler of playouts: xoshiro128** on words of 32 bits, numbers below a bound by multiplication with rejection.

The four words begin as mixtures of the seed's lower word, its upper word, the number of the game, and of these three;
the first eight numbers are left out. What comes up is the upper word of a number times the bound; numbers whose lower
word would favour some are left out (Lemire). So equal seeds give equal games wherever the form runs.
"""


@inline
def rotate_left(x, bits):
    """A word with its bits moved round to the left."""
    return x << bits | x >> 32 - bits


def mix(x: WORD) -> WORD:
    """A word well mixed."""
    y = wrapped_mul(x ^ x >> 16, MIX)
    z = wrapped_mul(y ^ y >> 15, MIX_AGAIN)
    return z ^ z >> 15


def next_number() -> WORD:
    """The next 32 bits."""
    a = sampler[0]
    b = sampler[1]
    c = sampler[2]
    d = sampler[3]
    result = wrapped_mul(rotate_left(wrapped_mul(b, 5), 7), 9)
    c = c ^ a
    d = d ^ b
    sampler[1] = b ^ c
    sampler[0] = a ^ d
    sampler[2] = c ^ b << 9
    sampler[3] = rotate_left(d, 11)
    return result


@exported
def seed(lower: WORD, upper: WORD, game: WORD):
    """Begins anew with the words of a seed and the number of a game."""
    sampler[0] = mix(wrapped_add(lower, SALT_1))
    sampler[1] = mix(wrapped_add(upper, SALT_2))
    sampler[2] = mix(wrapped_add(game, SALT_3))
    sampler[3] = mix(wrapped_add(sampler[0] ^ sampler[1] ^ sampler[2], SALT_4)) | 1
    for time in range(LEFT_OUT):
        next_number()


@exported
def below(bound: BOUND) -> WORD:
    """A number from 0 up to a bound, each as likely."""
    while True:
        x = next_number()
        low = wrapped_mul(x, bound)
        if below_word(low, bound) and below_word(low, rest_of_word(0 - bound, bound)):
            pass
        else:
            break
    return high_mul(x, bound)
