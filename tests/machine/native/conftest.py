"""Tests of machine code run on each machine that is there."""

import pytest

from cavewright.machine.native import extension
from cavewright.machine.native.machine import PYTHON, WASM, C, compiler, has_wasm


@pytest.fixture(params=(WASM, C, PYTHON))
def backend(request):
    """Each machine that is there."""
    if request.param == WASM and not has_wasm():
        pytest.skip("wasmtime is not installed")
    if request.param == C and compiler() is None:
        pytest.skip("there is no C compiler")
    return request.param


@pytest.fixture
def quickly_compiled(monkeypatch):
    """Compiling an extension is most of the time of its tests, so nothing is optimised."""
    monkeypatch.setattr(extension, "FLAGS", tuple("-O0" if each == "-O2" else each for each in extension.FLAGS))
