"""Paging at a terminal: rules that are long go through the pager, `less` with the settings that it needs for colours."""

import os
import re
import subprocess
import sys

import pytest
from tests.connect.cli.test_interrupted import Screen

pty = pytest.importorskip("pty", reason="there are no terminals of that sort here")


@pytest.mark.parametrize(
    "own, told", [("", "<FRX -PsSpace goes on and q goes back to the table$>"), ("X", "<X>")], ids=["not said", "said"]
)
@pytest.mark.long
def test_less_is_told_to_show_colours_unless_the_user_says_how(own, told, tmp_path):
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "PAGER": 'echo "<$LESS>"; cat > shown.txt;'}
    environment |= {"LESS": own} if own else {}
    environment = environment if own else {name: value for name, value in environment.items() if name != "LESS"}
    playing = subprocess.Popen(
        [sys.executable, "-m", "cavewright.connect.cli", "play", "tic-tac-toe", "--seed", "1"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        cwd=tmp_path,
    )
    os.close(theirs)
    try:
        screen = Screen(ours)
        assert screen.until("> $")
        os.write(ours, b"rules mark\n")
        assert screen.until(re.escape(told))
        os.write(ours, b"quit\n")
        assert playing.wait(60) == 0
    finally:
        playing.kill()
        playing.wait()
        os.close(ours)
    assert "mark" in (tmp_path / "shown.txt").read_text("utf-8")


@pytest.mark.long
def test_a_closed_input_ends_the_match():
    """As an input does that has ended."""
    command = f"exec {sys.executable} -m cavewright.connect.cli play tic-tac-toe --seed 1 <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "The input has ended, and the match is left." in done.stdout and not done.stderr
