"""Saving: nothing that was acknowledged is lost, whenever the program is killed."""

import errno
import os
import stat
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.connect.cli.match_files import read_match, write_match
from cavewright.foundation.storage import durable_writes

CALLS = ("open", "write", "fsync", "chmod", "replace", "close", "unlink", "link")


def match_of(seed):
    return cw.Match(cw.load_game("connect-four"), 2, seed)


@pytest.fixture
def calls(monkeypatch):
    """What is asked of the system, in order: the call, and the folder or file that it is about."""
    seen, names = [], {}

    def noting(name, real):
        def call(*given, **more):
            done = real(*given, **more)
            if name == "open":
                names[done] = given[0]
            about = names.get(given[0], given[0]) if isinstance(given[0], int) else given[0]
            seen.append((name, Path(about) if not isinstance(about, int) else about))
            return done

        return call

    for name in CALLS:
        monkeypatch.setattr(os, name, noting(name, getattr(os, name)))
    return seen


def test_file_and_folder_are_on_the_disk_before_anything_is_told(tmp_path, calls):
    """All bytes, then the file, then its name, then the folder; the folder is that of the save, also behind a link."""
    save, folder = tmp_path / "link.json", tmp_path / "there"
    folder.mkdir()
    save.symlink_to(folder / "a.json")
    match = match_of(1)
    calls.clear()
    write_match(save, match, ["", ""])
    told = [
        (name, about if name == "fsync" and isinstance(about, Path) and about == folder else "")
        for name, about in calls
        if name in ("write", "fsync", "replace")
    ]
    assert [name for name, _ in told] == ["write", "fsync", "replace", "fsync"] and told[-1][1] == folder


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_a_save_is_the_old_one_or_the_new_one_whenever_it_is_killed(tmp_path):
    """Killed at every call that is made of the system while it writes, before it and after it."""
    save = tmp_path / "a.json"
    old, new = match_of(1), match_of(2)
    outcomes, at = [], 0
    while not outcomes or outcomes[-1] != "done":
        write_match(save, old, ["", ""])
        child = os.fork()
        if not child:
            killed_at(at, lambda: write_match(save, new, ["", ""]))
        _, status = os.waitpid(child, 0)
        match, _ = read_match(save)
        assert match.seed in (1, 2)
        outcomes.append("done" if os.waitstatus_to_exitcode(status) == 0 else match.seed)
        at += 1
    assert outcomes[:-1] == sorted(outcomes[:-1]) and set(outcomes[:-1]) == {1, 2} and len(outcomes) > 8
    assert match.seed == 2


def killed_at(number, act):
    """Carries something out, and is gone before or after a call of the system, that of this number. Never returns."""
    count = 0

    def counted(real):
        def call(*given, **more):
            nonlocal count
            for step in (lambda: None, lambda: real(*given, **more)):
                done = step()
                count += 1
                if count > number:
                    os._exit(9)
            return done

        return call

    for name in CALLS:
        setattr(os, name, counted(getattr(os, name)))
    try:
        act()
        os._exit(0)
    except BaseException:
        os._exit(1)


@pytest.mark.parametrize("call, error", [("fsync", errno.EIO), ("write", errno.ENOSPC), ("replace", errno.EIO)])
def test_a_disk_that_fails_leaves_the_old_save(tmp_path, monkeypatch, call, error):
    """It is told, and nothing else remains in the folder."""
    save = tmp_path / "a.json"
    write_match(save, match_of(1), ["", ""])

    def fails(*given):
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fails)
        with pytest.raises(OSError, match=os.strerror(error)):
            write_match(save, match_of(2), ["", ""])
    assert read_match(save)[0].seed == 1 and list(tmp_path.iterdir()) == [save]


def test_a_folder_that_cannot_be_brought_to_the_disk_alone_will_do(tmp_path, monkeypatch):
    """Some file systems know no such thing; a disk that fails there is told."""
    real, number = os.fsync, errno.EINVAL

    def fails(given):
        if stat.S_ISDIR(os.fstat(given).st_mode):
            raise OSError(number, os.strerror(number))
        real(given)

    monkeypatch.setattr(os, "fsync", fails)
    durable_writes.write_over(tmp_path / "a", "text")
    assert (tmp_path / "a").read_text() == "text"
    durable_writes.write_new(tmp_path / "b", "text")
    number = errno.EIO
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        durable_writes.write_over(tmp_path / "a", "other")
