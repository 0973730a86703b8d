"""Systems that nobody could try: what Windows and macOS lack or take otherwise, as far as the source shows it."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.engine_modules import ENGINE, INSIDE, tree_of

ROOT = Path(__file__).parents[2]
UNIX = {"fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "syslog", "crypt", "posix", "readline"}
"""Modules of Python that Windows has not."""
LACKING = {
    "os": {"fork", "forkpty", "getuid", "geteuid", "getgid", "killpg", "setsid", "getpgid", "fchmod", "chown", "fchown", "mkfifo", "statvfs", "nice", "wait3", "wait4", "getloadavg", "sched_getaffinity", "register_at_fork", "sysconf", "O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK"},
    "signal": {"SIGKILL", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "SIGQUIT", "alarm", "setitimer", "pause"},
    "socket": {"AF_UNIX", "SO_REUSEPORT"},
    "time": {"tzset", "pthread_getcpuclockid"},
}  # fmt: skip
"""Names of modules of Python that Windows has not."""
FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')
DEVICES = {"con", "prn", "aux", "nul", *(f"{each}{n}" for each in ("com", "lpt") for n in range(1, 10))}
LONGEST = 180
"""Signs of a path inside the tree; Windows takes 260 with all folders above it."""


def guards(tree: ast.AST) -> list[ast.AST]:
    """What is reached only where somebody asked whether the system has it: with `hasattr`, by the name of the system, or by
    catching that it has not."""
    asks = re.compile(r"hasattr\(|sys\.platform|os\.name|ImportError|AttributeError")
    return [
        each
        for each in ast.walk(tree)
        if (isinstance(each, (ast.If, ast.IfExp)) and asks.search(ast.unparse(each.test)))
        or (isinstance(each, ast.BoolOp) and asks.search(ast.unparse(each)))
        or (isinstance(each, ast.With) and asks.search(ast.unparse(each.items[0])))
        or (isinstance(each, ast.Try) and any(h.type and asks.search(ast.unparse(h.type)) for h in each.handlers))
    ]


def lacking(tree: ast.AST) -> list[str]:
    """Modules and names that some system has not, where nobody asked for them first."""
    source = ast.unparse(tree)
    asked = {id(inner) for each in guards(tree) for inner in ast.walk(each)}
    found = []
    for node in ast.walk(tree):
        if id(node) in asked:
            continue
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names if each.name in UNIX]
        elif isinstance(node, ast.ImportFrom) and node.module in UNIX:
            found.append(node.module)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in LACKING.get(node.value.id, ())
        ) and f"hasattr({node.value.id}, {node.attr!r})" not in source:
            found.append(f"{node.value.id}.{node.attr}")
    return found


def test_what_a_system_may_lack_is_asked_for() -> None:
    assert {each: found for each in INSIDE if (found := lacking(tree_of(each)))} == {}


@pytest.mark.parametrize(
    "line", ["import fcntl", "from termios import tcgetattr", "os.fork()", "os.kill(1, signal.SIGKILL)"]
)
def test_a_line_that_needs_unix_is_found(line: str) -> None:
    assert lacking(ast.parse(line)) and not lacking(
        ast.parse(f"try:\n    {line}\nexcept (ImportError, AttributeError):\n    pass")
    )


def test_every_text_is_opened_with_its_encoding() -> None:
    words = [sys.executable, "-m", "ruff", "check", "--preview", "--select", "PLW1514", "--no-cache", str(ENGINE)]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout


def test_every_text_is_written_with_its_line_breaks() -> None:
    """Python writes others on Windows; then no hash of a file would be that of another system."""
    found = []
    for each in INSIDE:
        for node in ast.walk(tree_of(each)):
            writes = (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "write_text"
            )
            if writes and not any(keyword.arg == "newline" for keyword in node.keywords):
                found.append(f"{each}:{node.lineno}")
    assert found == []


def test_names_of_files_are_names_everywhere() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode("utf-8")
    paths = [each for each in listed.split("\0") if each]
    if not paths:
        pytest.skip("no list of files here")
    parts = {part for each in paths for part in each.split("/")}
    assert {each for each in parts if FORBIDDEN.search(each) or each.split(".")[0].lower() in DEVICES} == set()
    assert [each for each in paths if len(each) > LONGEST] == []
    assert len({each.lower() for each in paths}) == len(set(paths))
