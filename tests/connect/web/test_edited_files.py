"""Files that somebody has edited: each edit of each field leads to a clear error or to the match that it was."""

import json
from functools import cache
from pathlib import Path

import pytest
from tests.connect.web.edits import as_text, edits
from tests.connect.web.table_client import new_table

import cavewright as cw
from cavewright.connect.host.match_rows import digest, read_lines
from cavewright.connect.web.table import Table
from cavewright.play.matches.match import SaveError
from cavewright.play.matches.save_text import checksum

game = cache(cw.load_game)
PLAYED = {"tic-tac-toe": ["mark b2", "mark a1", "mark c3"], "the-cave": ["take_camp yes", "take_camp yes"]}


def load(ruleset, overlays=(), options=None):
    return game(ruleset) if not overlays and not options else cw.load_game(ruleset, overlays, options or {})


def match_file(folder, spec="tic-tac-toe"):
    """The lines of a match with actions, a seat that was taken, one that was taken back, a bot, and an action that was taken back."""
    table = new_table(folder, spec, ["Anna", "Jola"])
    seats = [table.guest(each) for each in table.links.seats]
    for n, act in enumerate(PLAYED[spec]):
        table.act(seats[n % 2], n % 2, table.stamp(n % 2), [act])
    table.claim(table.guest(table.links.host), 1, False)
    table.sit(table.guest(table.links.host), 1, "random")
    last = table.match.move_stack[-1].player
    if table.undoable(last) is not None and last == 0:
        table.undo(seats[0], 0, table.stamp(0))
    table.close()
    return table.file.path, table.file.path.read_text("utf-8").splitlines()


def match_file_of_before(folder, spec="tic-tac-toe"):
    """The lines of the same match in a file of before, which had rows in the place of entries."""
    path = folder / "a.match"
    lines = (Path(__file__).parent / "tables-1.0" / f"{spec}.match").read_text("utf-8").splitlines()
    return path, lines


def facts(table):
    return table.match, table.bots, list(table.occupancy), table.links, table.rules


def resumed(path, lines):
    path.write_text("".join(f"{each}\n" for each in lines), "utf-8", errors="surrogatepass")
    table = Table.resume(path, load)
    try:
        return facts(table)
    finally:
        table.close()


def named(error):
    """Whether an error says something: the place, the value or what is expected; no more than anybody reads."""
    return 10 < len(str(error)) < 3_000 and ("line" in str(error) or "`" in str(error) or "ruleset" in str(error))


def tried(path, lines, number, step=1):
    """Every so many edits of a line: those that are neither refused clearly nor harmless."""
    right, wrong, count = resumed(path, lines), [], 0
    for what, line in list(edits(json.loads(lines[number])))[::step]:
        count += 1
        try:
            if resumed(path, [*lines[:number], line, *lines[number + 1 :]]) != right:
                wrong.append((what, "accepted"))
        except (SaveError, ValueError, OSError) as error:
            if not named(error) or (
                isinstance(error, SaveError) and "line " not in str(error) and "action " not in str(error)
            ):
                wrong.append((what, repr(error)[:300]))
        except BaseException as error:
            wrong.append((what, repr(error)[:300]))
    return wrong, count


@pytest.mark.parametrize("number", range(6))
@pytest.mark.gate("3")
def test_each_edit_of_a_match_file_is_named_or_harmless(tmp_path, number):
    path, lines = match_file(tmp_path)
    assert len(lines) == 7, (
        "head, three actions, two of them with a seat, a seat taken back, a bot, an action taken back"
    )
    found = [
        tried(path, lines, each, 1 if each else 3)
        for each in ({0: [0], 1: [1], 2: [2], 3: [3, 4], 4: [5], 5: [6]}[number])
    ]
    assert [each for wrong, _ in found for each in wrong] == [] and sum(count for _, count in found) > 50


@pytest.mark.parametrize("number", range(6))
@pytest.mark.gate("3")
def test_each_edit_of_a_file_of_before_is_named_or_harmless(tmp_path, number):
    path, lines = match_file_of_before(tmp_path)
    wrong, count = tried(path, lines, number, 1 if number else 9)
    assert wrong == [] and count > 30


@pytest.mark.long
@pytest.mark.parametrize("make", [match_file, match_file_of_before])
def test_each_edit_of_a_match_with_choices_at_once_is_named_or_harmless(tmp_path, make):
    path, lines = make(tmp_path, "the-cave")
    for number in range(1, len(lines)):
        wrong, count = tried(path, lines, number)
        assert wrong == [] and count > 30


@pytest.mark.parametrize("of", ["0", "1", "2", "3", "last"])
def test_lines_that_are_missing_doubled_or_exchanged_are_named(tmp_path, of):
    path, lines = match_file(tmp_path)
    right, at = resumed(path, lines), len(lines) - 1 if of == "last" else int(of)
    others = [
        [*lines[:at], *lines[at + 1 :]],
        [*lines[: at + 1], *lines[at:]],
        [*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]],
        [*lines[:at], "", *lines[at:]],
        [*lines[:at], "x" * 5000, *lines[at:]],
    ]
    for each in others:
        if each in (lines, lines[:-1]):  # a row that is missing at the end is as if it had never been written
            continue
        try:
            assert resumed(path, each) == right
        except SaveError as error:
            assert "line " in str(error)


@pytest.mark.long
def test_an_edit_with_a_right_digest_is_held_against_the_game(tmp_path):
    """Whoever makes digests anew changes the match, and cannot make one that is none."""
    path, lines = match_file(tmp_path)
    count = {"refused": 0, "another match": 0}
    for number in range(len(lines)):
        for _, line in list(edits(json.loads(lines[number])))[:: 1 if number else 9]:
            try:
                resumed(path, resealed([*lines[:number], line, *lines[number + 1 :]], path))
                count["another match"] += 1
            except (SaveError, ValueError) as error:
                assert named(error)
                count["refused"] += 1
    assert count["refused"] > 5 * count["another match"] > 0


def resealed(lines, path):
    """Lines with their digests made anew, where they can be read."""
    head, rows = read_lines("".join(f"{each}\n" for each in lines), path)
    save = {**head.save, "checksum": checksum(head.save)}
    head = head.model_copy(update={"save": save})
    before, made = digest(head), []
    made.append(head.model_copy(update={"sum": before}))
    for row in rows:
        before = digest(row, before)
        made.append(row.model_copy(update={"sum": before}))
    return [each.model_dump_json(exclude_none=True) for each in made]


WRONG_SEATS = {
    "a bot too few": {"bots": [""], "taken": [True, True]},
    "a seat too many": {"bots": ["", ""], "taken": [True, True, True]},
    "a seat too few": {"bots": ["", ""], "taken": []},
    "a bot that is none": {"bots": ["evil", ""], "taken": [True, True]},
    "bots alone": {"bots": ["", ""]},
    "seats alone": {"taken": [True, True]},
    "seats before the last action": {"at": 0, "bots": ["", ""], "taken": [True, True]},
    "an action before the last and seats": {"at": 0, "did": ["0: mark a1"], "bots": ["", ""], "taken": [True, True]},
    "an action and a seat too few": {"did": ["0: mark a1"], "bots": ["", ""], "taken": [True]},
    "nothing": {},
}


@pytest.mark.parametrize("name", WRONG_SEATS)
def test_a_wrong_seat_is_named(tmp_path, name):
    path, lines = match_file_of_before(tmp_path)
    with pytest.raises(SaveError, match=r"line 8: `(bots|taken|at|did)"):
        resumed(path, resealed([*lines, json.dumps({"at": 2, **WRONG_SEATS[name]})], path))


@pytest.mark.parametrize(
    "links",
    [
        {"watch": "HOST"},
        {"seats": ["HOST", "SECOND"]},
        {"seats": ["SECOND", "SECOND"]},
        {"seats": ["SECOND"]},
        {"seats": []},
    ],
)
def test_links_that_are_not_of_one_seat_each_are_named(tmp_path, links):
    path, lines = match_file(tmp_path)
    head = json.loads(lines[0])
    words = {"HOST": head["links"]["host"], "SECOND": head["links"]["seats"][1]}
    changed = {
        name: [words[each] for each in said] if isinstance(said, list) else words[said] for name, said in links.items()
    }
    with pytest.raises(SaveError, match=r"line 1: `links"):
        resumed(
            path,
            resealed([as_text({**head, "links": {**head["links"], **changed}}), *lines[1:]], path)
            if links.get("seats") != []
            else [as_text({**head, "links": {**head["links"], **changed}}), *lines[1:]],
        )


def test_a_match_file_of_before_is_the_same_match_and_goes_on(tmp_path):
    """It is read once, as the beginning; what comes then are entries."""
    path, lines = match_file_of_before(tmp_path)
    (tmp_path / "new").mkdir()
    new_path, new_lines = match_file(tmp_path / "new")
    one, other = resumed(path, lines), resumed(new_path, new_lines)
    assert (one[0].move_stack, *one[1:3]) == (other[0].move_stack, *other[1:3])
    path.write_text("".join(f"{each}\n" for each in lines), "utf-8")
    table = Table.resume(path, load)
    table.act(table.guest(table.links.seats[0]), 0, table.stamp(0), ["mark c3"])
    before = facts(table)
    table.close()
    now = path.read_text("utf-8").splitlines()
    assert now[:-1] == lines and "0: mark c3" in json.loads(now[-1])["entry"]
    assert resumed(path, now) == before
    with pytest.raises(SaveError, match="an entry has to follow an entry"):
        resumed(path, [*now, lines[1]])


def test_a_match_file_of_before_the_digests_goes_on(tmp_path):
    path, lines = match_file_of_before(tmp_path)
    plain = [as_text({name: value for name, value in json.loads(each).items() if name != "sum"}) for each in lines]
    assert resumed(path, plain) == resumed(path, lines)
    path.write_text("".join(f"{each}\n" for each in plain), "utf-8")
    table = Table.resume(path, load)
    table.act(table.guest(table.links.seats[0]), 0, table.stamp(0), ["mark c3"])
    before = facts(table)
    table.close()
    assert resumed(path, path.read_text("utf-8").splitlines()) == before


def test_a_match_file_that_has_seats_in_a_line_behind_their_action_goes_on(tmp_path):
    """Files of before had two lines for an action by which somebody sits down."""
    path, lines = match_file_of_before(tmp_path)
    apart = []
    for each in map(json.loads, lines):
        at = each.get("at", 0) + len(each.get("did", ()))
        seats = {name: each.pop(name) for name in ("bots", "taken") if each.get("did") and name in each}
        apart += [json.dumps(each)] + ([json.dumps({"at": at, **seats})] if seats else [])
    assert len(apart) == len(lines) + 2
    assert resumed(path, resealed(apart, path)) == resumed(path, lines)


# ---- saves, keepsakes, positions -------------------------------------------------------------------------------------


def saved_match():
    match = cw.Match(game("tic-tac-toe"), ["Anna", "Jola"], seed=7)
    for each in ("mark b2", "mark a1"):
        match.push(each)
    match.correct(match.at(1), "it lay wrong")
    match.push("mark c1")
    return match


def test_each_edit_of_a_save_is_named_or_harmless():
    match, count = saved_match(), 0
    for what, text in edits(json.loads(match.to_json())):
        count += 1
        try:
            assert cw.Match.from_json(text, load) == match, what
        except SaveError as error:
            assert named(error) or "save" in str(error), (what, error)
    assert count > 400


@pytest.mark.long
def test_each_edit_of_a_save_with_a_right_checksum_is_named_or_another_match():
    match, count = saved_match(), 0
    for what, text in edits({name: value for name, value in json.loads(match.to_json()).items() if name != "checksum"}):
        try:
            data = json.loads(text)
            cw.Match.from_json(json.dumps({**data, "checksum": checksum(data)}), load)
        except (SaveError, cw.RulesetError) as error:
            assert str(error), what
        except (
            ValueError,
            RecursionError,
        ) as error:  # no JSON that Python writes again, or an option that there is not
            assert str(error), what
        count += 1
    assert count > 400


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    sorted((Path(__file__).parents[2] / "play" / "matches" / "saves-0.1").glob("*.json"))[:1],
    ids=lambda path: path.name,
)
def test_each_edit_of_a_save_of_the_first_format_is_named_or_another_match(path):
    saved = json.loads(path.read_text("utf-8"))
    saved["actions"] = saved["actions"][:6]
    for what, text in list(edits(saved))[::3]:
        try:
            cw.Match.from_json(text, load)
        except ValueError as error:
            assert str(error), what


@pytest.mark.long
def test_a_keepsake_is_never_taken_for_a_save():
    match, count = saved_match(), 0
    for _, text in edits(json.loads(match.to_json(None))):
        count += 1
        with pytest.raises(SaveError):
            cw.Match.from_json(text, load)
    assert count > 400


@pytest.mark.long
def test_each_edit_of_a_position_is_named_or_a_position():
    count, state = {"refused": 0, "a position": 0}, saved_match().state
    for what, text in list(edits(json.loads(state.to_json())))[::3]:
        try:
            read = state.game.read_state(text)
            assert state.game.read_state(read.to_json()) == read, what
            list(read.problems(cw.ALL)), read.legal_actions(), read.outcome()
            count["a position"] += 1
        except ValueError as error:
            assert str(error), what
            count["refused"] += 1
    assert count["refused"] > 50
