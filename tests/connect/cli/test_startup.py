"""What commands import when what they need was kept by an earlier run: what is not imported takes no time."""

import json
import os
import subprocess
import sys

import pytest

SLOW = {"babel", "pydantic", "lark", "fluent", "attr", "networkx", "pygments", "starlette", "wasmtime"}
"""Packages of others that take long to import, and are for what has to be parsed, drawn, served or told in sentences."""
LATE = {
    "cavewright.language.syntax.lark_parser",
    "cavewright.rules.check.checker",
    "cavewright.connect.web",
    "cavewright.machine.native",
    "cavewright.machine.ir",
    "cavewright.connect.export",
    "cavewright.connect.serve",
    "cavewright.publish.reference",
}
"""What of the engine is for other commands, or for rules that were never read."""
PROGRAM = """
import json, sys
from cavewright.connect.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
sys.stderr.write(json.dumps(sorted(sys.modules)))
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("kept")


@pytest.mark.parametrize(
    "command",
    (
        "games",
        "show the-cave",
        "check the-cave",
        "play the-cave --players 2",
        "games --lang de",
        "show kave-kapers --lang es",
        "check the-cave --lang de",
        "play kave-kapers --players 2 --lang de",
    ),
)
@pytest.mark.long
def test_a_second_run_imports_little(command, place):
    def imported():
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM, *command.split()],
            input="quit\n",
            capture_output=True,
            text=True,
            env={**os.environ, "CAVEWRIGHT_CACHE": str(place)},
        )
        return set(json.loads(ran.stderr.splitlines()[-1]))

    first, second = imported(), imported()
    assert "cavewright.foundation.texts" in second and len(second) <= len(first)
    assert (SLOW | LATE) & second == set()
