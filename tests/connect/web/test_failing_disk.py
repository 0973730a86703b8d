"""What a failing disk refused did not happen: each call of each write of each format fails once, in each way; then memory, answer and file agree, and
the file can be read."""

import json
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from tests.connect.web.table_client import client, new_table, page, send
from tests.foundation.storage.failing_disk import WAYS, Disk, failing

import cavewright as cw
from cavewright.connect.cli.build import build
from cavewright.connect.cli.docs import docs
from cavewright.connect.cli.match_files import write_match, write_svg
from cavewright.connect.cli.translate import translate
from cavewright.connect.web.table import Table
from cavewright.foundation.storage import cache as kept_cache
from cavewright.foundation.storage import durable_writes

game = cache(cw.load_game)


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch):
    """What is kept between runs would be written at any time."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")


def load(ruleset, overlays=(), options=None):
    return game(ruleset)


def match_of(seed, moves=("drop 4",)):
    match = cw.Match(game("connect-four"), ["Anna", "Jola"], seed)
    for each in moves:
        match.push(each)
    return match


# ---- the writes: each is begun in a folder, carried out, and looked at --------------------------------------------------


class Written:
    """A write of one file by `write(folder)`; `read(folder)` says what the file is to whoever opens it."""

    failed = ""
    """The call that failed."""

    def __init__(self, write, read, prepare=lambda folder: None):
        self.write, self.read, self.prepare = write, read, prepare

    def begin(self, folder):
        self.prepare(folder)
        return folder

    def act(self, folder):
        self.write(folder)

    def look(self, folder, said, before, after):
        found = self.read(folder)
        assert found == (after if said else before), (said, found)
        left = [each.name for each in folder.rglob("*") if each.name.startswith(".")]
        assert not left or self.failed in ("unlink", "open", "close"), "nothing is left over that could be taken away"

    def end(self, folder):
        pass


class Served:
    """What guests do at a table: the answer, what the table shows, and what it is after a restart."""

    def __init__(self, act, spec="tic-tac-toe", before=()):
        self.do, self.spec, self.before = act, spec, before

    def begin(self, folder):
        table = new_table(folder, self.spec, ["Anna", "Jola"])
        for act in self.before:
            act(table)
        return table

    def act(self, table):
        self.do(table)

    def facts(self, table):
        return (
            [str(each) for each in table.match.move_stack],
            list(table.bots),
            list(table.occupancy),
            table.stamp(0),
            table.stamp(1),
            table.stamp(None),
        )

    def look(self, table, said, before, after):
        now = self.facts(table)
        assert now[:3] == (after if said else before)[:3], "memory is as the answer says"
        assert said or now[3:] == before[3:], "no page is older for what did not happen"
        table.close()
        again = Table.resume(table.file.path, load)
        try:
            assert self.facts(again)[:3] == now[:3], "the file is as the answer says"
            seat = again.match.state.active_players[0]
            person = again.guest(again.links.seats[seat])
            if again.bots[seat]:
                again.sit(again.guest(again.links.host), seat, "")
            again.act(person, seat, again.stamp(seat), [again.match.state.legal_actions(seat)[0].text])
        finally:
            again.close()

    def end(self, table):
        table.close()


def by_seat(n, text):
    return lambda table: table.act(table.guest(table.links.seats[n]), n, table.stamp(n), [text])


def by_host(text):
    return lambda table: table.act(table.guest(table.links.host), 0, table.stamp(0), [text])


def content(name):
    return lambda folder: (folder / name).read_bytes() if (folder / name).exists() else None


def tree(name):
    return lambda folder: (
        {
            each.relative_to(folder).as_posix(): each.read_bytes()
            for each in sorted((folder / name).rglob("*"))
            if each.is_file()
        }
        if (folder / name).exists()
        else {}
    )


def saved(folder):
    path = folder / "save.json"
    return cw.Match.from_json(path.read_text("utf-8"), load).seed if path.exists() else None


OWN = "ruleset own 1.0\n"
SERVED = {
    "an action that takes a seat": Served(by_seat(0, "mark b2")),
    "an action of a seat that was taken": Served(
        by_seat(0, "mark c3"), before=(by_seat(0, "mark b2"), by_seat(1, "mark a1"))
    ),
    "an action of the host": Served(by_host("mark b2")),
    "taking back": Served(
        lambda table: table.undo(table.guest(table.links.host), 0, table.stamp(0)), before=(by_host("mark b2"),)
    ),
    "a bot sits down": Served(lambda table: table.sit(table.guest(table.links.host), 1, "random")),
    "a bot leaves": Served(
        lambda table: table.sit(table.guest(table.links.host), 1, ""),
        before=(lambda table: table.sit(table.guest(table.links.host), 1, "random"),),
    ),
    "bots from the command line": Served(lambda table: table.seat_bots(["", "greedy"])),
    "the host takes a seat back": Served(
        lambda table: table.claim(table.guest(table.links.host), 0, False), before=(by_seat(0, "mark b2"),)
    ),
    "an action with chance behind it": Served(by_seat(0, "take_camp yes"), "the-cave"),
}
WRITTEN = {
    "a new save": Written(lambda folder: write_match(folder / "save.json", match_of(2), ["", ""]), saved),
    "a save over another": Written(
        lambda folder: write_match(folder / "save.json", match_of(2), ["", "greedy"]),
        saved,
        lambda folder: write_match(folder / "save.json", match_of(1), ["", ""]),
    ),
    "a picture": Written(
        lambda folder: write_svg(folder / "a.svg", match_of(2).state, "en"),
        content("a.svg"),
        lambda folder: write_svg(folder / "a.svg", match_of(1, ()).state, "en"),
    ),
    "a new file": Written(lambda folder: durable_writes.write_new(folder / "a.cave", OWN), content("a.cave")),
    "several files": Written(
        lambda folder: durable_writes.write_all({folder / "a1": b"new", folder / "a2": b"new", folder / "a3": b"new"}),
        lambda folder: [content(f"a{n}")(folder) for n in (1, 2, 3)],
        lambda folder: durable_writes.write_all({folder / "a1": b"old", folder / "a3": b"old"}),
    ),
    "a folder": Written(
        lambda folder: durable_writes.replace_folder(folder / "out", {"x/y": b"new", "z": b"new"}), tree("out")
    ),
    "a folder over another": Written(
        lambda folder: durable_writes.replace_folder(folder / "out", {"x/y": b"new", "z": b"new"}),
        tree("out"),
        lambda folder: durable_writes.replace_folder(folder / "out", {"old": b"old"}),
    ),
}
LONG = {
    "a built game": Written(
        lambda folder: build("tic-tac-toe", folder / "out", {}, players=2, with_c=False, page=False, lang="en"),
        tree("out"),
        lambda folder: (folder / "out").mkdir(),
    ),
    "a catalogue": Written(
        lambda folder: translate(str(folder / "own.cave"), "de"),
        tree("locale"),
        lambda folder: (folder / "own.cave").write_text(
            (Path(cw.__file__).parents[2] / "rulesets/classics/tic-tac-toe/tic-tac-toe.cave").read_text("utf-8"),
            "utf-8",
        ),
    ),
    "a reference": Written(
        lambda folder: docs(
            ["tic-tac-toe"], folder / "out", ["en"], {}, strict=False, pdf=False, figures=False, play=False
        ),
        tree("out"),
    ),
}


def failures(monkeypatch, tmp_path, of, step=1):
    """Lets each call of a write fail once in each way; returns how many it were."""
    for name in ("warm", "right"):
        (tmp_path / name).mkdir()
    place = of.begin(tmp_path / "warm")
    of.act(place)
    of.end(place)
    place = of.begin(tmp_path / "right")
    before = of.facts(place) if isinstance(of, Served) else of.read(place)
    with failing(monkeypatch, Disk()) as disk:
        of.act(place)
    after = of.facts(place) if isinstance(of, Served) else of.read(place)
    of.end(place)
    assert disk.count >= 2 and before != after
    count = 0
    for number in range(1, disk.count + 1, step):
        for way in WAYS:
            folder = tmp_path / f"{number} {way}"
            folder.mkdir()
            place, said = of.begin(folder), True
            with failing(monkeypatch, Disk(number, way)) as broken:
                try:
                    of.act(place)
                except OSError:
                    said = False
            assert broken.failed is not None
            of.failed = broken.failed
            own = of.facts(place) if isinstance(of, Served) and said else after
            of.look(place, said, before, own)
            count += 1
    return count


@pytest.mark.parametrize("name", SERVED)
@pytest.mark.gate("taking back")
def test_what_is_refused_at_a_table_did_not_happen(monkeypatch, tmp_path, name):
    assert failures(monkeypatch, tmp_path, SERVED[name]) >= 6


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.gate("a folder over another")
def test_a_file_is_the_old_or_the_new_one_as_the_answer_says(monkeypatch, tmp_path, name):
    assert failures(monkeypatch, tmp_path, WRITTEN[name]) >= 12


@pytest.mark.parametrize("name", LONG)
@pytest.mark.gate("a catalogue")
def test_what_a_command_writes_is_whole_or_what_it_was(monkeypatch, tmp_path, name, capsys):
    assert (
        failures(monkeypatch, tmp_path, LONG[name], {"a catalogue": 1, "a built game": 23, "a reference": 31}[name])
        >= 6
    )


def test_a_table_that_cannot_be_begun_leaves_no_file(monkeypatch, tmp_path):
    with failing(monkeypatch, Disk()) as disk:
        new_table(tmp_path).close()
    (tmp_path / "a.match").unlink()
    failed = 0
    for number in range(1, disk.count):  # the last one closes the file
        for way in WAYS:
            with failing(monkeypatch, Disk(number, way)) as broken:
                try:
                    new_table(tmp_path).close()
                except OSError:
                    failed += 1
                else:
                    assert broken.failed == "mkdir", "that folder is there already"
                    (tmp_path / "a.match").unlink()
            assert not (tmp_path / "a.match").exists()
    new_table(tmp_path).close()
    assert failed >= 9


def test_a_table_that_cannot_be_resumed_can_be_later(monkeypatch, tmp_path):
    table = new_table(tmp_path)
    by_host("mark b2")(table)
    table.close()
    path = table.file.path
    whole = path.read_bytes()
    for torn in (b"", b'{"entry":"1: ma'):
        for number in range(1, 5):
            path.write_bytes(whole + torn)
            with failing(monkeypatch, Disk(number, "broken")), suppress(OSError):
                Table.resume(path, load).close()
            again = Table.resume(path, load)
            assert [str(each) for each in again.match.move_stack] == ["0: mark b2"] and path.read_bytes() == whole
            again.close()


def test_rows_behind_a_failure_that_cannot_be_taken_back_at_once_are_whole(monkeypatch, tmp_path):
    """The row cannot be cut off either; the next action cuts it off first, or is refused as well."""
    table = new_table(tmp_path, players=["Anna", "Jola"])
    disk = Disk(1, "a part of it")
    with failing(monkeypatch, disk):
        monkeypatch.setattr("os.ftruncate", lambda *given: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        for _ in range(3):
            with pytest.raises(OSError):
                by_seat(0, "mark b2")(table)
        monkeypatch.undo()
    assert table.match.move_stack == ()
    by_seat(0, "mark c3")(table)
    table.close()
    again = Table.resume(table.file.path, load)
    assert [str(each) for each in again.match.move_stack] == ["0: mark c3"] and again.occupancy == [True, False]
    again.close()


@pytest.mark.parametrize("act", ["mark b2", "take_camp yes"])
@pytest.mark.gate("mark b2")
def test_a_line_of_which_a_part_came_to_the_disk_did_not_happen(tmp_path, act):
    """The server died before it could acknowledge it or take it back, wherever the disk had stopped."""
    table = new_table(tmp_path, "tic-tac-toe" if "mark" in act else "the-cave", ["Anna", "Jola"])
    before = table.file.path.read_bytes()
    by_seat(0, act)(table)
    table.close()
    after, path = table.file.path.read_bytes(), tmp_path / "cut.match"
    for length in range(len(before), len(after)):
        path.write_bytes(after[:length])
        again = Table.resume(path, load)
        assert (again.match.move_stack, again.occupancy, path.read_bytes()) == ((), [False, False], before)
        again.close()


def exchanged(path):
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content)


HARMS = {
    "taken away": lambda path: path.unlink(),
    "moved": lambda path: path.rename(path.with_name("b")),
    "exchanged": exchanged,
    "a line more": lambda path: path.write_bytes(path.read_bytes() * 2),
    "cut": lambda path: os.truncate(path, 100),
    "a folder there": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.gate("taken away", "exchanged")
def test_nothing_is_acknowledged_that_a_file_taken_away_would_lose(tmp_path, harm):
    table = new_table(tmp_path, players=["Anna", "Jola"])
    guests, token, path = client(table), table.links.seats[0], table.file.path
    assert send(guests, token, act="mark b2", **page(guests, token).hidden)[0] == 200
    HARMS[harm](path)
    for act in (
        lambda: by_seat(1, "mark a1")(table),
        lambda: table.sit(table.guest(table.links.host), 1, "random"),
        lambda: table.claim(table.guest(table.links.host), 0, False),
    ):
        with pytest.raises(OSError, match="moved, replaced or changed"):
            act()
    status, answer = send(guests, table.links.seats[1], act="mark a1", **page(guests, table.links.seats[1]).hidden)
    assert (
        status == 507
        and "moved, replaced or changed" in answer.word
        and len(table.match.move_stack) == 1
        and not table.occupancy[1]
    )
    if harm == "moved":
        path.with_name("b").rename(path)
        assert send(guests, table.links.seats[1], act="mark a1", **page(guests, table.links.seats[1]).hidden)[0] == 200
    table.close()


def test_the_page_says_that_nothing_was_done(monkeypatch, tmp_path):
    table = new_table(tmp_path, players=["Anna", "Jola"])
    guests, token = client(table), table.links.seats[0]
    for number in (1, 2):
        with failing(monkeypatch, Disk(number)):
            status, answer = send(guests, token, act="mark b2", **page(guests, token).hidden)
        assert status == 507 and "not done" in answer.word and not table.match.move_stack and not table.occupancy[0]
        assert table.file.path.read_text("utf-8").count("\n") == 1
    assert send(guests, token, act="mark b2", **page(guests, token).hidden)[0] == 200 and table.occupancy[0]
    entries = [json.loads(each)["entry"] for each in table.file.path.read_text("utf-8").splitlines()[1:]]
    assert [json.loads(each) for each in entries] == [{"did": ["0: mark b2"], "takes_seat": True}]
    table.close()


def test_what_is_kept_between_runs_is_the_old_or_the_new_entry_or_none(monkeypatch, tmp_path):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path / "kept"))
    kept_cache.write("a", b"old")
    with failing(monkeypatch, Disk()) as disk:
        kept_cache.write("a", b"new")
    for number in range(1, disk.count + 1):
        for way in WAYS:
            monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path / f"{number} {way}"))
            kept_cache.write("a", b"old")
            with failing(monkeypatch, Disk(number, way)):
                kept_cache.write("a", b"new")
            assert kept_cache.read("a") in (b"old", b"new")
            kept_cache.write("a", b"newer")
            assert kept_cache.read("a") == b"newer"
