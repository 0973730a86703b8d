"""Locks on open files: one has the file until it closes it or dies, and a system without locks says so."""

import errno
import os
import subprocess
import sys

import pytest

from cavewright.foundation.storage import file_locks
from cavewright.foundation.storage.file_locks import NoLocksError, lock_open_file

HOLDS = """import os, sys
from cavewright.foundation.storage.file_locks import lock_open_file
print(lock_open_file(os.open(sys.argv[1], os.O_RDWR)), flush=True)
sys.stdin.read()
"""


def test_one_has_a_file_until_it_is_closed(tmp_path):
    path = tmp_path / "a"
    one, other = (os.open(path, os.O_RDWR | os.O_CREAT) for _ in range(2))
    assert lock_open_file(one) and not lock_open_file(other)
    os.close(one)
    assert lock_open_file(other)
    os.close(other)


def test_a_lock_ends_with_the_process_that_holds_it(tmp_path):
    path = tmp_path / "a"
    number = os.open(path, os.O_RDWR | os.O_CREAT)
    command = [sys.executable, "-c", HOLDS, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as held:
        assert held.stdout.readline().strip() == b"True" and not lock_open_file(number)
        held.kill()
    assert lock_open_file(number)
    os.close(number)


@pytest.mark.parametrize("code,kind", [(errno.ENOSYS, NoLocksError), (errno.EIO, OSError)])
def test_a_system_without_locks_says_so(monkeypatch, code, kind):
    def refuse(number, *, blocking):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(file_locks, "lock_descriptor", refuse)
    with pytest.raises(OSError) as caught:
        lock_open_file(0)
    assert type(caught.value) is kind
