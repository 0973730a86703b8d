"""The adventure of the docs: a loop of its own, and the rules for everything else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


@pytest.mark.long
def test_the_adventure_can_be_played():
    """A loop of its own: it looks, asks why not, goes somewhere, takes it back, and ends with the points."""
    typed = "look\nwhy enter n9 by walk\nfly\nenter n1 by walk\nundo\npack\nquit\n"
    done = subprocess.run(
        [sys.executable, EXAMPLES / "adventure.py", "7"],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0 and done.stderr == ""
    for said in (
        "Anna, you are at o: base.",
        "enter: No passage leads from here to n9.",
        "“fly” is no action of this game.",
        "Anna, you are at n1: hall.",
        "total",
    ):
        assert said in done.stdout
    done = subprocess.run(
        [sys.executable, EXAMPLES / "adventure.py"],
        input="",
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0 and len((EXAMPLES / "adventure.py").read_text("utf-8").splitlines()) < 80
