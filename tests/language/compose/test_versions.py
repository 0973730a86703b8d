"""Which versions of a base an overlay admits."""

import pytest

from cavewright.language.compose.versions import admits

RANGES = {
    "1.2": (["1.2", "1.2.0"], ["1.2.1", "1.3", "1.1", "2.0"]),
    "=1.2": (["1.2"], ["1.3"]),
    ">=1.2": (["1.2", "1.2.1", "1.10", "2.0"], ["1.1", "1.1.9", "0.9"]),
    "~1.2": (["1.2", "1.2.9"], ["1.3", "1.1", "2.2"]),
    "^1.2": (["1.2", "1.2.1", "1.9", "1.10"], ["1.1", "2.0"]),
    "^0.3": (["0.3", "0.3.5"], ["0.4", "1.3", "0.2"]),
    "~0.3": (["0.3.5"], ["0.4"]),
    "^ 1.2": (["1.3"], ["2.0"]),
}


@pytest.mark.parametrize(
    ("wanted", "version", "expected"),
    [
        (wanted, version, expected)
        for wanted, (good, bad) in RANGES.items()
        for expected, versions in ((True, good), (False, bad))
        for version in versions
    ],
)
def test_ranges(wanted: str, version: str, expected: bool) -> None:
    assert admits(wanted, version) is expected


@pytest.mark.parametrize("wanted", ["", "1", "soon", "^1.2.3.4", "<1.2", "1.2 1.3", "^" + "9" * 400, "^\u0661.2"])
def test_what_is_no_range(wanted: str) -> None:
    assert admits(wanted, "1.2") is None
    assert admits("1.2", wanted) is None
