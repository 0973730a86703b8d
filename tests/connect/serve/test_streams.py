"""Clients of `cavewright serve --stdio` that flood, stall and leave: the process answers or ends, its memory is bounded, and others go on."""

import json
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

LEFT = 300
"""Seconds after which a process that should have ended has hung."""
MOST_MEMORY = 400 * 1024
"""KiB that a server may take; one that has loaded a game takes a quarter of it."""


def line(number, method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


@contextmanager
def served(*specs):
    """A server process; what it says on its standard error is kept."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cavewright", "serve", "--stdio", *specs],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for each in (process.stdin, process.stdout, process.stderr):
            each.close()


def said(process, *sent):
    process.stdin.write(b"".join(sent))
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def ends(process):
    """The process ends by itself, with success and without a word."""
    return process.wait(LEFT) == 0 and process.stderr.read() == b""


def most_memory(process):
    """The most memory that a process has had, in KiB; 0 where the system does not say it."""
    status = Path(f"/proc/{process.pid}/status")
    found = (
        [each.split()[1] for each in status.read_text("utf-8").splitlines() if each.startswith("VmHWM")]
        if status.exists()
        else []
    )
    return int(found[0]) if found else 0


def flood(process, lines):
    """Writes lines as fast as they are taken, in a thread of its own, and ends the input."""

    def write():
        try:
            process.stdin.write(lines)
            process.stdin.close()
        except OSError:
            pass

    thread = threading.Thread(target=write)
    thread.start()
    return thread


@pytest.fixture(scope="module")
def other():
    """Somebody else's server, with a match, that goes on whatever a client does to its own."""
    with served("tic-tac-toe") as process:
        assert said(process, line(1, "new", game="tic-tac-toe"))["result"]["match"] == "m1"
        yield process


@pytest.mark.long
@pytest.mark.parametrize("many", [600, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_flood_is_answered_line_by_line(other, many):
    """Many lines at once, one in ten of them nonsense; somebody else's server answers meanwhile."""
    with served("tic-tac-toe") as process:
        lines = [
            line(0, "new", game="tic-tac-toe", seed=1),
            *(
                line(n, "check", match="m1", player=0, action="mark b2") if n % 10 else b"nonsense\n"
                for n in range(1, many)
            ),
        ]
        thread = flood(process, b"".join(lines))
        answers = []
        for n, each in enumerate(process.stdout):
            answers.append(json.loads(each))
            if n % 200 == 0:
                assert said(other, line(n, "state", match="m1"))["id"] == n
                assert most_memory(process) < MOST_MEMORY
        thread.join()
        assert len(answers) == many and ends(process)
        for n, answer in enumerate(answers):
            assert ("result" in answer and answer["id"] == n) if n % 10 or not n else answer["error"]["code"] == -32700


@pytest.mark.long
def test_a_client_that_reads_nothing_holds_up_itself_alone(other):
    """The server waits until somebody reads, keeps nothing meanwhile, and ends when the client leaves."""
    with served("hex") as process:
        assert (
            said(process, line(1, "new", game="hex"))["result"]
            and said(process, line(2, "picture", match="m1"))["result"]
        )
        before = most_memory(process)
        thread = flood(process, line(2, "picture", match="m1") * 500)
        for n in range(10):
            assert said(other, line(n, "picture", match="m1"))["id"] == n
        assert process.poll() is None and most_memory(process) < before + 8 * 1024
        process.stdout.close()
        assert ends(process)
        thread.join()


@pytest.mark.long
def test_a_client_that_stalls_within_a_line_is_waited_for():
    """However long the line becomes; of one that is too long nothing is kept."""
    whole = line(1, "new", game="tic-tac-toe")
    with served("tic-tac-toe") as process:
        for n in range(0, len(whole) - 9, 9):
            process.stdin.write(whole[n : n + 9])
            process.stdin.flush()
        assert process.poll() is None
        assert said(process, whole[(len(whole) - 1) // 9 * 9 :])["result"]["match"] == "m1"
        for _ in range(100):
            process.stdin.write(b"x" * 1_000_000)
        assert said(process, b"\n")["error"]["data"]["kind"] == "line"
        assert said(process, line(2, "state", match="m1"))["id"] == 2 and most_memory(process) < MOST_MEMORY
        process.stdin.write(whole[:30])
        process.stdin.close()
        assert json.loads(process.stdout.readline())["error"]["code"] == -32700 and ends(process)


@pytest.mark.long
@pytest.mark.parametrize(
    "leaves", ["input", *(pytest.param(each, marks=pytest.mark.long) for each in ("output", "both"))]
)
def test_a_client_that_leaves_ends_its_server(leaves):
    """In the middle of a simulation, whichever end it closes first; who still reads is told how far it came."""
    with served("tic-tac-toe") as process:
        begun = said(process, line(1, "simulate", game="tic-tac-toe", games=100_000, bots=["random"]))
        assert begun["method"] == "progress"
        if leaves in ("output", "both"):
            process.stdout.close()
        if leaves == "output":
            process.stdin.write(line(2, "games"))
        process.stdin.close()
        if leaves == "input":
            assert json.loads(process.stdout.readlines()[-1])["result"]["stopped"]
        assert ends(process)
