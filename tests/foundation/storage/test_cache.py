"""What is kept between runs comes back whole or not at all, and only from a place where nobody else can write."""

import hashlib
import os
import zlib

import pytest

from cavewright.foundation.storage import cache


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A cache of its own."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def entry(content, mark=cache.MARK, key=b"a"):
    return mark + hashlib.sha256(key + b"\n" + content).digest() + content


PACKED = zlib.compress(b"content", 1)
WHOLE = entry(PACKED)


@pytest.mark.parametrize("content", [b"", b"content", bytes(range(256)) * 4000])
def test_what_is_kept_comes_back(place, content):
    assert cache.read("a") is None
    cache.write("a", content)
    assert cache.read("a") == content and cache.read("b") is None
    cache.write("a", b"other")
    assert cache.read("a") == b"other" and [each.name for each in place.iterdir()] == ["a.kept"]
    assert [each.stat().st_mode & 0o777 for each in (place, place / "a.kept")] == [0o700, 0o600]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        WHOLE[:-1],
        WHOLE + b" ",
        entry(PACKED, b"cavewright 1\n"),
        entry(PACKED, key=b"b"),
        WHOLE[:20],
        b"x" * 300,
        entry(b"content"),
        entry(PACKED[:-1]),
        entry(zlib.compress(bytes(cache.ONE_BYTES + 1))),
        *(WHOLE[:n] + bytes([WHOLE[n] ^ 1]) + WHOLE[n + 1 :] for n in range(0, len(WHOLE), 5)),
    ],
)
def test_what_is_broken_is_as_good_as_none_and_is_written_anew(place, data):
    cache.write("a", b"content")
    assert (place / "a.kept").read_bytes() == WHOLE
    (place / "a.kept").write_bytes(data)
    assert cache.read("a") is None
    cache.write("a", b"content")
    assert cache.read("a") == b"content"


def a_folder(path):
    path.mkdir()


def a_link(path):
    path.with_name("there").write_bytes(WHOLE)
    path.with_name("there").chmod(0o600)
    path.symlink_to(path.with_name("there"))


def for_all(path):
    path.write_bytes(WHOLE)
    path.chmod(0o666)


def of_another(path):
    path.write_bytes(WHOLE)
    os.chown(path, 12345, -1)


@pytest.mark.parametrize(
    "make",
    [
        a_folder,
        a_link,
        os.mkfifo,
        for_all,
        pytest.param(of_another, marks=pytest.mark.skipif(os.getuid() != 0, reason="root")),
    ],
)
def test_what_is_no_file_of_the_user_is_not_read(place, make):
    cache.write("other", b"")
    make(place / "a.kept")
    assert cache.read("a") is None
    cache.write("a", b"content")
    assert cache.read("a") == (None if make is a_folder else b"content")


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_nothing_is_kept_where_others_can_write(place, mode):
    cache.write("a", b"content")
    place.chmod(mode)
    cache.write("b", b"content")
    assert cache.directory() is None and cache.read("a") is None and not (place / "b.kept").exists()


@pytest.mark.parametrize("named", ["off", "OFF", "no", "0", "/dev/null/kept", "a\0b", "~nobody-of-this-name/kept"])
def test_it_can_be_turned_off_and_may_be_impossible(monkeypatch, named, place):
    monkeypatch.setattr(cache.os, "environ", {"CAVEWRIGHT_CACHE": named})
    cache.write("a", b"content")
    assert cache.directory() is None and cache.read("a") is None and not place.exists()


def test_a_file_in_the_place_of_the_directory_is_left_alone(place):
    place.write_text("mine")
    cache.write("a", b"content")
    assert cache.read("a") is None and place.read_text() == "mine"


def test_what_cannot_be_written_leaves_nothing_behind(place, monkeypatch):
    def fail(*given):
        raise OSError

    cache.write("a", b"content")
    monkeypatch.setattr(cache.os, "replace", fail)
    cache.write("b", b"content")
    assert [each.name for each in place.iterdir()] == ["a.kept"]


def test_by_default_it_is_the_cache_directory_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv("CAVEWRIGHT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.directory().name == "cavewright" and cache.directory().is_relative_to(tmp_path)


def test_what_was_used_longest_ago_goes_first(place, monkeypatch):
    monkeypatch.setattr(cache, "MOST_ENTRIES", 3)
    for number, name in enumerate("abc"):
        cache.write(name, b"content")
        os.utime(place / f"{name}.kept", (number, number))
    assert cache.read("a") == b"content"
    cache.write("d", b"content")
    assert sorted(each.name for each in place.iterdir()) == ["a.kept", "c.kept", "d.kept"]
    monkeypatch.setattr(cache, "MOST_BYTES", len(WHOLE) + 10)
    cache.write("e", b"content")
    assert [each.name for each in place.iterdir()] == ["e.kept"]
    monkeypatch.setattr(cache, "ONE_BYTES", 3)
    cache.write("f", b"content")
    assert cache.read("f") is None and not (place / "f.kept").exists()


def test_keys_tell_texts_apart():
    parts = [[], [""], ["a"], ["a", ""], ["", "a"], ["ab"], ["a", "b"], ["1 a"], ["ä"], ["\ud800"]]
    assert len({cache.key_of(each) for each in parts}) == len(parts)
    assert "engine/cavewright" not in cache.program() and "play/loading/load.py" in cache.program()
