"""The program beside this file runs, and type checkers that are strict find nothing in it."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("program.py")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PROGRAM.parent)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
def test_it_runs():
    code, said = run(sys.executable, str(PROGRAM))
    assert code == 0 and "'who': 'First'" in said, said


@pytest.mark.long
def test_mypy_finds_nothing():
    code, said = run(
        sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", str(PROGRAM)
    )
    assert code == 0, said


@pytest.mark.long
@pytest.mark.skipif(not (find_spec("pyright") and shutil.which("node")), reason="needs pyright and node")
def test_pyright_finds_nothing():
    code, said = run(sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(PROGRAM))
    assert code == 0, said
