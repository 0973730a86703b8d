"""Leases of one machine: names without end share few files, and a name is held by one."""

from cavewright.connect.host import file_leases
from cavewright.connect.host.file_leases import FileLeases


def test_leases_share_a_bounded_number_of_files(tmp_path, monkeypatch):
    monkeypatch.setattr(file_leases, "MOST_FILES", 4)
    one, other = FileLeases(str(tmp_path / "locks")), FileLeases(str(tmp_path / "locks"))
    names = [f"m{n}" for n in range(20)]
    assert all(map(one.take, names)) and not any(map(other.take, names))
    for each in names[1:]:
        one.give_back(each)
    assert not other.take(names[0]), "a file is held until the last name that shares it is given back"
    one.give_back(names[0])
    assert all(map(other.take, names)) and len(list((tmp_path / "locks").iterdir())) == 4
    other.close()
