"""The file of a table is a store: a host reads the match of it, and counts its steps as the page does."""

import json

import pytest
from tests.connect.web.table_client import new_table
from tests.connect.web.test_edited_files import load, match_file, match_file_of_before

from cavewright.bots import make
from cavewright.connect.host import live_match
from cavewright.connect.host.file_store import HeldFile
from cavewright.connect.host.match_file import MatchFile
from cavewright.connect.host.match_rows import digest, read_lines
from cavewright.connect.host.matches import Matches
from cavewright.connect.host.refusal import Refusal
from cavewright.connect.web.table import Table
from cavewright.host import NoMatchError, OutrunError, StoreError
from cavewright.play.matches.save_text import checksum


def with_rules(path, lines, hash=""):
    """The lines of a match as if it had begun with rules of a hash, or with those that are bundled now."""
    head, rows = read_lines("".join(f"{each}\n" for each in lines), path)
    save = {**head.save, "hash": hash or load(head.rules).hash}
    head, said, sums = head.model_copy(update={"save": {**save, "checksum": checksum(save)}}), [], ""
    for each in (head, *rows):
        sums = digest(each, sums)
        said.append(each.model_copy(update={"sum": sums}).model_dump_json(exclude_none=True))
    return said


def test_a_host_refuses_a_match_of_other_rules(tmp_path):
    path, lines = match_file(tmp_path)
    path.write_text("".join(f"{each}\n" for each in with_rules(path, lines, "0" * 64)), "utf-8")
    store = HeldFile(MatchFile.resume(path))
    matches = Matches(store, load=lambda id, **given: load(id))
    with pytest.raises(Refusal, match="other rules"), matches.open("a"):
        pass
    store.close()


def facts(live):
    return live.playing, live.bots, live.taken


@pytest.mark.parametrize("spec", ["tic-tac-toe", "the-cave"])
@pytest.mark.parametrize("make", [match_file, match_file_of_before])
def test_a_host_reads_the_match_of_a_table(tmp_path, make, spec):
    path, lines = make(tmp_path, spec)
    lines = with_rules(path, lines)
    path.write_text("".join(f"{each}\n" for each in lines), "utf-8")
    table = Table.resume(path, load)
    stamps, page = [table.stamp(each) for each in (0, 1, None)], facts(table.live)
    table.close()
    store = HeldFile(MatchFile.resume(path))
    matches = Matches(store, load=lambda id, **given: load(id))
    with matches.open("a") as live:
        assert live.playing == page[0]
        if make is match_file:
            assert facts(live) == page
    numbers = [json.loads(matches.look("a", viewer, None, "en"))["number"] for viewer in (0, 1, None)]
    assert [str(each) for each in numbers] == stamps
    assert list(store.matches(store.file.entries[-1].waits if store.file.entries else "people")) == ["a"]
    store.close()


def test_the_store_of_a_table_has_one_match(tmp_path):
    table = new_table(tmp_path)
    with pytest.raises(NoMatchError):
        table.store.read("b")
    with pytest.raises(OutrunError):
        table.store.append("a", 1, "0: mark b2", "people")
    with pytest.raises(StoreError):
        table.store.begin(table.store.read_beginning("a"), "people")
    assert table.store.lease("a") and not table.store.lease("b")
    table.close()


def test_a_seat_change_is_no_step_and_an_undoing_is_one(tmp_path):
    """A page is old when its viewer has seen the match go on, and for no other reason."""
    table = new_table(tmp_path, players=["Anna", "Jola"])
    host = table.guest(table.links.host)
    before = table.stamp(0)
    table.sit(host, 1, "random")
    assert table.stamp(0) == before
    table.act(host, 0, before, ["mark b2"])
    acted = table.stamp(0)
    table.undo(host, 0, acted)
    assert len({before, acted, table.stamp(0)}) == 3
    table.close()


@pytest.mark.parametrize("change", ["a person sits down", "another bot sits down", "the action is taken back"])
def test_what_a_bot_chose_counts_only_where_nothing_has_changed(tmp_path, monkeypatch, change):
    """It thinks while others look at the table, and change it."""
    table = new_table(tmp_path, players=["Anna", "Jola"])
    host = table.guest(table.links.host)
    table.act(host, 0, table.stamp(0), ["mark b2"])
    chosen = []

    class Slow:
        def choose(self, state, player):
            chosen.append(player)
            if change == "the action is taken back":
                table.undo(host, 0, table.stamp(0))
            else:
                table.sit(host, 1, "random" if change == "another bot sits down" else "")
            return state.legal_actions(player)[0]

    monkeypatch.setattr(live_match, "make", lambda name, *more: Slow() if name == "greedy" else make(name, *more))
    table.sit(host, 1, "greedy")
    moves = iter([True, False])
    table.run_bots("a", lambda: next(moves))
    assert chosen == [1] and len(table.match.move_stack) == (0 if change == "the action is taken back" else 1)
    table.close()
