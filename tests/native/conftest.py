"""The helpers of these tests stand beside them; the positions of which leaves are counted among the tests of play."""

import sys
from pathlib import Path

import pytest

from cavewright.native.machine import PYTHON, WASM, C, compiler, has_wasm

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / each) for each in ("play", "engines"))]


@pytest.fixture(params=(WASM, C, PYTHON))
def backend(request):
    """Each machine that is there."""
    if request.param == WASM and not has_wasm():
        pytest.skip("wasmtime is not installed")
    if request.param == C and compiler() is None:
        pytest.skip("there is no C compiler")
    return request.param
