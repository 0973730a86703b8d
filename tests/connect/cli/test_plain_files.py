"""Paths that lead to no plain file are refused at once and with a clear word, whichever command is given them. What waits for ever would stall the test:
an alarm ends it."""

import contextlib
import os
import signal
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app, explain

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
SECONDS = 60


def fifo(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()
    (path / "x.txt").write_text("x")


def listening(path: Path) -> None:
    """A socket with a name, which may be no longer than 100 letters."""
    before = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


def link_to(target):
    return lambda path: path.symlink_to(target)


def link_to_fifo(path: Path) -> None:
    os.mkfifo(path.with_name("hidden"))
    path.symlink_to(path.with_name("hidden"))


THINGS = {
    "a pipe": fifo,
    "a folder": folder,
    "a socket": listening,
    "a link to a pipe": link_to_fifo,
    "a link to /dev/zero": link_to("/dev/zero"),
    "a link to /dev/null": link_to("/dev/null"),
    "a link to /dev/tty": link_to("/dev/tty"),
    "a link to itself": link_to("a.json"),
    "what the system makes up": link_to("/proc/self/status"),
    "what the system makes up for ever": link_to("/proc/kmsg"),
    "memory": link_to("/proc/self/mem"),
    "nothing": link_to("nowhere"),
}
READ = {
    "replay": ["replay", "{}"],
    "play --resume": ["play", "--resume", "{}"],
    "serve --resume": ["serve", "--resume", "{}", "--port", "0"],
    "serve --resume, by rules": ["serve", "tic-tac-toe", "--resume", "{}", "--port", "0"],
    "replay --rules": ["replay", "{}", "--rules", "tic-tac-toe"],
    "replay --against": ["replay", "{}", "--against", "tic-tac-toe"],
    "check": ["check", "{}"],
    "show": ["show", "{}"],
    "check with an overlay": ["check", "tic-tac-toe+{}"],
    "fmt": ["fmt", "{}"],
    "diff": ["diff", "tic-tac-toe", "{}"],
    "translate": ["translate", "{}", "--lang", "fr"],
    "simulate": ["simulate", "{}"],
    "build of it": ["build", "{}", "--out", "built"],
}
WRITTEN = {
    "build": ["build", "tic-tac-toe", "--out", "{}"],
    "docs": ["docs", "tic-tac-toe", "--out", "{}"],
    "play --save": ["play", "tic-tac-toe", "--bots", "random,random", "--seed", "1", "--save", "{}"],
    "play --svg": ["play", "tic-tac-toe", "--bots", "random,random", "--seed", "1", "--svg", "{}"],
    "serve --file": ["serve", "tic-tac-toe", "--file", "{}", "--port", "0"],
}


@contextlib.contextmanager
def in_time():
    """Ends what waits: no test may stall."""

    def late(*given):
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def refused(words, path):
    with in_time():
        result = CliRunner().invoke(app, [each.format(path) for each in words], prog_name="cavewright")
    said = result.output + (result.stderr or "")
    assert result.exception is None or isinstance(result.exception, SystemExit), (words, result.exception)
    assert result.exit_code in (1, 2) and "program itself failed" not in said and len(said) < 2_000, said
    return said


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("suffix", [".json", ".cave"])
def test_what_is_no_plain_file_is_not_read(thing, suffix, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"a{suffix}"
    THINGS[thing](path)
    for name, words in READ.items():
        is_rules = "resume" not in name and "replay" not in name
        if is_rules == (suffix == ".cave"):
            said = refused(words, path.name if is_rules else path)
            assert path.name in said or "a.json" in said or is_rules, (name, said)
            if not is_rules and thing not in ("a link to itself", "nothing"):
                assert "no plain file" in " ".join(said.split()), (name, said)


@pytest.mark.parametrize("thing", [each for each in THINGS if each != "nothing"])
@pytest.mark.gate("a pipe", "memory", "a link to /dev/null", "a link to /dev/tty")
def test_what_is_no_plain_file_is_not_written(thing, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.json"
    THINGS[thing](path)
    before = path.lstat()
    for name, words in WRITTEN.items():
        if thing != "a folder" or name not in ("build", "docs"):  # which fill one
            assert "marks" not in refused(words, path), "nothing is played for a file that cannot be had"
            if thing != "a folder":
                said = refused(words, path / "within")
                assert "marks" not in said and (name not in ("build", "docs") or "is no folder" in said), said
    after = path.lstat()
    assert (before.st_mode, before.st_ino) == (after.st_mode, after.st_ino)


def test_files_of_a_build_do_not_go_into_a_pipe(tmp_path):
    made = tmp_path / "out"
    made.mkdir()
    with in_time():
        CliRunner().invoke(app, ["build", "tic-tac-toe", "--players", "2", "--out", str(made)])
    name = next(each.name for each in made.iterdir() if each.suffix == ".json")
    (made / name).unlink()
    os.mkfifo(made / name)
    others = {each.name: each.read_bytes() for each in made.iterdir() if each.name != name}
    assert "no plain file" in " ".join(refused(["build", "tic-tac-toe", "--players", "2", "--out", "{}"], made).split())
    assert {each.name: each.read_bytes() for each in made.iterdir() if each.name != name} == others


def test_a_plain_file_behind_a_link_is_read(tmp_path):
    saved, link = tmp_path / "a.json", tmp_path / "link.json"
    with in_time():
        assert (
            CliRunner()
            .invoke(app, ["play", "tic-tac-toe", "--bots", "random,random", "--seed", "1", "--save", str(saved)])
            .exit_code
            == 0
        )
        link.symlink_to(saved)
        assert CliRunner().invoke(app, ["replay", str(link)]).exit_code == 0


def test_a_folder_that_cannot_be_written_to_is_named_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    for option in ("--save", "--svg"):
        said = refused(
            ["play", "tic-tac-toe", "--bots", "random,random", "--seed", "1", option, "{}"], tmp_path / "a.json"
        )
        assert "cannot be written to" in " ".join(said.split()) and "marks" not in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("word", ["qqxxzz", "/proc/self/mem", "a/b.cave", "", "\0", "é" * 300])
@pytest.mark.gate("a/b.cave", "/proc/self/mem")
def test_what_no_game_mentions_is_explained_without_opening_one(word, monkeypatch):
    monkeypatch.setattr(explain, "open_rules", lambda *given: pytest.fail("a game is opened"))
    result = CliRunner().invoke(app, ["explain", word], prog_name="cavewright")
    assert result.exit_code in (1, 2) and not isinstance(result.exception, pytest.fail.Exception), result.output


def test_what_is_no_rule_file_is_said_in_the_language_of_the_reader(tmp_path):
    for lang, said in (
        ("de", "ist keine Regeldatei; solche enden auf"),
        ("es", "no es un archivo de reglas; esos terminan en"),
    ):
        (tmp_path / "a.txt").write_text("x")
        assert said in " ".join(refused(["check", "{}", "--lang", lang], tmp_path / "a.txt").split())
