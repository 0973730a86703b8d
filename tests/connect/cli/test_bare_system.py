"""Terminal, files and server without what only Unix has: locks, limits, signals to groups, opening of folders, Unicode at the console."""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("bare_system.py")
PATIENCE = 240


def command(*words):
    return [sys.executable, "-u", "-X", "warn_default_encoding", str(PROGRAM), *map(str, words)]


def surroundings(encoding):
    """The environment of a console of that encoding, without colours."""
    return {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "NO_COLOR": "1", "COLUMNS": "80"}


def run(*words, encoding="ascii"):
    done = subprocess.run(command(*words), capture_output=True, env=surroundings(encoding), timeout=PATIENCE)
    assert b"Traceback" not in done.stderr and b"rror" not in done.stderr, done.stderr.decode("utf-8", "replace")
    return done.returncode, done.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", pytest.param("cp1252", marks=pytest.mark.long)])
@pytest.mark.gate("ascii")
def test_a_match_is_played_at_a_plain_console(encoding):
    code, told = run("play", "tic-tac-toe", "--bots", "greedy,random", "--seed", "3", encoding=encoding)
    assert code == 0 and "wins" in told


def test_sockets_in_files_are_refused_where_there_are_none(tmp_path):
    words = command("serve", "tic-tac-toe", "--socket", tmp_path / "socket")
    done = subprocess.run(words, capture_output=True, env=surroundings("ascii"), timeout=PATIENCE)
    assert done.returncode == 1 and b"no sockets in files" in done.stderr and b"itself failed" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("test", "tic-tac-toe"),
        ("simulate", "tic-tac-toe", "--games", "20", "--bots", "random,random"),
        ("build", "hex", "--page", "--players", "2", "--out", "{folder}"),
        ("docs", "hex", "--out", "{folder}"),
    ],
    ids=lambda words: words[0],
)
@pytest.mark.long
def test_commands_do_without_what_some_systems_lack(tmp_path, words):
    done = subprocess.run(
        command(*(each.format(folder=tmp_path / "made") for each in words)),
        capture_output=True,
        env=surroundings("cp1252"),
        timeout=PATIENCE,
        cwd=tmp_path,
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr.decode("utf-8", "replace")


@pytest.mark.long
def test_a_match_is_kept_in_a_file(tmp_path):
    assert run("match-file", tmp_path / "a.match") == (0, "1 True\n")


@pytest.mark.long
def test_a_match_is_served(tmp_path):
    around = {**surroundings("ascii"), "XDG_DATA_HOME": str(tmp_path)}
    words = command("serve", "tic-tac-toe", "--port", "0")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=around, cwd=tmp_path) as server:
        try:
            link = next(found for line in server.stdout if (found := re.search(rb"http://\S+", line)))
            with urllib.request.urlopen(link[0].decode(), timeout=PATIENCE) as answer:
                assert answer.status == 200 and b"<html" in answer.read()
        finally:
            server.kill()
