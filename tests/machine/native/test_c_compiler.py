"""The C compiler at hand: which one it is, what is said when there is none or it fails, and what is kept of what it made."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.engine.agreement.settings import load

from cavewright.machine.native import c_compiler, extension
from cavewright.machine.native.extension_pool import extension_pool
from cavewright.machine.native.extension_source import extension_source
from cavewright.machine.native.native_error import NativeError
from cavewright.machine.native.traps import CompilerError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the compilers here are scripts of a shell")
HERE = c_compiler.compiler_command()


def program(folder, text, name="cc-of-test"):
    """A compiler that is a script."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    """Nothing is kept but by the test, and nothing optimised."""
    (tmp_path / "kept").mkdir(mode=0o700)
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(extension, "FLAGS", tuple("-O0" if each == "-O2" else each for each in extension.FLAGS))


def made(game="tic-tac-toe"):
    return extension_pool(load(game), 2)


def has_entries_alone(folder):
    """Whether nothing else was left where things are kept."""
    return all(each.suffix == ".kept" and not each.name.startswith("new-") for each in (folder / "kept").iterdir())


# ---- which one -------------------------------------------------------------------------------------------------------


def test_cc_says_which_compiler_it_is(monkeypatch, tmp_path):
    named = program(tmp_path, "exit 0")
    monkeypatch.setenv("CC", f"{named} -pipe")
    assert c_compiler.compiler_command() == (named, "-pipe")
    monkeypatch.setenv("CC", "no-such-compiler-anywhere")
    assert c_compiler.compiler_command() is None
    monkeypatch.setenv("CC", '"unbalanced')
    assert c_compiler.compiler_command() is None


def test_without_cc_it_is_that_of_python_or_a_usual_one(monkeypatch, tmp_path):
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert c_compiler.compiler_command() is None
    usual = program(tmp_path, "exit 0", "clang")
    assert c_compiler.compiler_command() == (usual,)
    monkeypatch.setattr(
        c_compiler.sysconfig, "get_config_var", lambda name: f"{program(tmp_path, 'exit 0', 'own')} -pthread"
    )
    assert c_compiler.compiler_command() == (str(tmp_path / "own"), "-pthread")


def test_without_a_compiler_or_headers_it_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("CC", "no-such-compiler-anywhere")
    with pytest.raises(NativeError, match="no C compiler"):
        made()
    monkeypatch.setenv("CC", program(tmp_path, "exit 0"))
    monkeypatch.setattr(extension.sysconfig, "get_paths", lambda: {"include": str(tmp_path)})
    with pytest.raises(NativeError, match=r"no Python\.h in"):
        made()


# ---- one that fails --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "said"),
    (
        ("echo 'x.c:3: error: no such thing' >&2; exit 1", "error: no such thing"),
        ("exit 7", "does not take it"),
        ("exit 0", "there is no library"),
        ('while [ $# -gt 0 ]; do [ "$1" = -o ] && echo junk > "$2"; shift; done', "cannot be loaded"),
        ("kill -9 $$", "does not take it"),
    ),
)
def test_what_a_compiler_gets_wrong_is_said(script, said, monkeypatch, tmp_path):
    monkeypatch.setenv("CC", program(tmp_path, script))
    with pytest.raises(NativeError, match=said) as error:
        made()
    assert "tic-tac-toe" in str(error.value)
    assert has_entries_alone(tmp_path) and not extension.is_kept(load("tic-tac-toe"), 2)


def test_a_program_that_is_none_is_said(monkeypatch, tmp_path):
    path = tmp_path / "nothing"
    path.write_bytes(b"\x7fELF junk")
    path.chmod(0o755)
    monkeypatch.setenv("CC", str(path))
    with pytest.raises(NativeError, match="cannot be run"):
        made()


def hanging(folder):
    """A compiler that waits for a program of its own, which notes that it has begun."""
    return program(folder, f"sleep 600 &\necho $! > {folder}/inner\nwait")


def is_gone(number):
    """Whether a process has ended, in a little while."""
    for _ in range(200):
        try:
            os.kill(number, 0)
            if Path(f"/proc/{number}/stat").read_text().split()[2] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


def test_a_compiler_that_hangs_is_ended_with_all_that_it_started(monkeypatch, tmp_path):
    monkeypatch.setattr(c_compiler, "MOST_SECONDS", 1)
    monkeypatch.setenv("CC", hanging(tmp_path))
    with pytest.raises(NativeError, match="longer than 1 seconds"):
        made()
    assert is_gone(int((tmp_path / "inner").read_text()))


def test_a_compiler_that_is_interrupted_is_ended_with_all_that_it_started(monkeypatch, tmp_path):
    def interrupt(process, timeout=None):
        while not (tmp_path / "inner").exists() or not (tmp_path / "inner").read_text():
            time.sleep(0.01)
        monkeypatch.undo()
        raise KeyboardInterrupt

    command = hanging(tmp_path)
    monkeypatch.setattr(c_compiler.subprocess.Popen, "wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        c_compiler.compile_library((command,), b"", tmp_path / "library")
    assert is_gone(int((tmp_path / "inner").read_text()))
    assert not (tmp_path / "library").exists()


def test_a_compiler_that_does_not_know_this_processor_compiles_for_its_kind(monkeypatch, tmp_path):
    command = program(tmp_path, f'case "$*" in *march*) exit 1;; esac; echo "$*" > {tmp_path}/flags')
    c_compiler.compile_library((command,), b"", tmp_path / "library")
    assert "-shared" in (tmp_path / "flags").read_text()
    monkeypatch.setattr(c_compiler, "processor", lambda: None)
    assert [*c_compiler._processor_flags()] == [()]
    with pytest.raises(CompilerError):
        c_compiler.compile_library((program(tmp_path, "exit 1"),), b"", tmp_path / "library")


# ---- what is kept ----------------------------------------------------------------------------------------------------

needs_compiler = pytest.mark.skipif(HERE is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def library():
    """The bytes of a library of tic-tac-toe, compiled once."""
    game = load("tic-tac-toe")
    flags = tuple("-O0" if each == "-O2" else each for each in extension.FLAGS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extension, "FLAGS", flags)
        return extension._compile(*extension.look_for_compiler(), extension_source(extension.form_of(game, 2)).encode())


@pytest.fixture
def compiled(library, monkeypatch):
    """What is compiled from now on, which takes no time."""
    found = []

    def at_once(command, source, path, flags):
        found.append(command)
        path.write_bytes(library)

    extension.load_library.cache_clear()
    monkeypatch.setattr(extension, "compile_library", at_once)
    return found


@pytest.mark.long
@needs_compiler
def test_what_was_kept_is_loaded_and_what_is_broken_or_planted_compiled_anew(compiled, tmp_path):
    game = load("tic-tac-toe")
    made()
    assert len(compiled) == 1 and extension.is_kept(game, 2) and not extension.is_kept(load("hex"), 2)
    key = extension._key_of(game, 2, c_compiler.compiler_command())
    entry = tmp_path / "kept" / f"{key}.kept"
    whole = entry.read_bytes()
    extension.load_library.cache_clear()
    state = game.new_initial_state()
    assert made().store_position(state._h, state._s).legal_actions() == state.legal_actions() and len(compiled) == 1
    planted = (b"", whole[:-9], whole[:60] + b"x" + whole[61:])
    for n, content in enumerate(planted, start=2):
        entry.write_bytes(content)
        made()
        assert len(compiled) == n and entry.read_bytes() == whole
    for content in (b"no pickle", extension.pickle.dumps(("interface", b"no library")), extension.pickle.dumps(3)):
        extension.kept.write(key, content)
        made()
    assert len(compiled) == 7
    entry.chmod(0o666)
    made()
    assert len(compiled) == 8
    assert has_entries_alone(tmp_path)


@needs_compiler
def test_whatever_changes_a_library_is_part_of_its_key(monkeypatch):
    game, command = load("tic-tac-toe"), c_compiler.compiler_command()
    keys = {
        extension._key_of(game, 2, command),
        extension._key_of(load("hex"), 2, command),
        extension._key_of(game, 3, command),
    }
    keys.add(extension._key_of(game, 2, (*command, "-pipe")))
    others = (
        ("SUFFIX", ".other.so"),
        ("FLAGS", ()),
        ("WORK_LIMIT", 7),
        ("processor", lambda: "another"),
        ("identity", str),
        ("parts_in_c", str),
    )
    for what, value in others:
        with monkeypatch.context() as patch:
            patch.setattr(extension, what, value)
            keys.add(extension._key_of(game, 2, command))
    assert len(keys) == 10 and "" not in keys


@pytest.mark.long
@needs_compiler
def test_where_programs_may_not_lie_in_the_cache_they_lie_elsewhere(compiled, monkeypatch):
    tried, real = [], extension._load_from

    def refuse_first(place, code):
        tried.append(place)
        if len(tried) == 1:
            raise ImportError("failed to map segment from shared object: Operation not permitted")
        return real(place, code)

    monkeypatch.setattr(extension, "_load_from", refuse_first)
    made()
    assert tried == [extension.kept.directory(), None] and len(compiled) == 1


@needs_compiler
def test_several_may_compile_at_once(compiled, tmp_path):
    with ThreadPoolExecutor(3) as threads:
        pools = [*threads.map(lambda _: made(), range(3))]
    assert len(pools) == 3 and 1 <= len(compiled) <= 3
    assert has_entries_alone(tmp_path) and extension.is_kept(load("tic-tac-toe"), 2)
