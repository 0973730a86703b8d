"""Values of every sort, for fields, messages and arguments that expect something else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

MISSING = object()
TEXTS = st.one_of(
    st.sampled_from(
        [
            "",
            "x",
            "0: done",
            "chance: first 1",
            "../../etc/passwd",
            "~",
            "the-cave",
            "hex+x",
            "x" * 300,
            "\ud800",
            "\x00",
            "\x85",
            "\u202e",
            "1e400",
            "done" * 99,
        ]
    ),
    st.text(max_size=20),
)
NUMBERS = st.one_of(
    st.sampled_from([0, 1, -1, 2, 3, 2**31, 2**63, -(2**63), 2**128, 10**400, 1.5, -0.0, 1e300, True, False]),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
)
ANYTHING = st.one_of(
    st.just(MISSING),
    st.none(),
    NUMBERS,
    TEXTS,
    st.recursive(
        st.one_of(st.none(), NUMBERS, TEXTS),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
        max_leaves=4,
    ),
)
FEW = 25
"""The gate tries so many inputs, the same each time."""
SEVERAL = pytest.mark.parametrize("examples", [FEW, pytest.param(2_500, marks=pytest.mark.long)])


def tried(examples, *strategies):
    """Tries a function on so many inputs."""
    return lambda law: settings(max_examples=examples, derandomize=examples <= FEW)(given(*strategies)(law))()
