"""Rules that do not check in the playground and in the debugger: a finding with its place, and nothing is played."""

import pytest
from tests.connect.editor.test_debug_adapter import debugging
from tests.connect.editor.test_workspace import BASE, CASES, PAGES

from cavewright.connect.editor.playground import Playground
from cavewright.play.loading.rulesets import read_files

GATE = ("C0101", "C0202", "C0203", "C0401", "C0412", "C0520")
MACHINES = "C1001"
"""Of rules that are right, and cannot be played by a page."""


def is_refused(path):
    return read_files(str(path))[0] is None


@pytest.mark.gate(*GATE)
@pytest.mark.parametrize("case", CASES, ids=lambda each: each.parent.name)
def test_a_playground_names_what_is_wrong_and_plays_what_can_be_played(case):
    """The page is refused exactly where the check refuses the rules; whatever is asked has an answer, also twice."""
    visitor = Playground()
    for _ in range(2):
        assert visitor.ask("write", {case.name: case.read_text("utf-8")}) == {}
        codes = {each["code"] for each in visitor.ask("closely")["findings"]}
        page = visitor.page()
        assert ("error" in page) == (is_refused(case) or case.parent.name == MACHINES)
        assert codes or not is_refused(case)
        visitor.ask("look")
        visitor.ask("run", "no_such_example")
    visitor.ask("write", {"mine.cave": BASE})
    assert "error" not in visitor.page()


def test_a_text_beyond_all_bounds_is_one_finding():
    """However much is pasted, it is measured and not read."""
    visitor = Playground()
    visitor.ask("write", {"mine.cave": "x" * 20_000_000})
    assert [each["code"] for each in visitor.ask("closely")["findings"]] == ["C0601"] and "error" in visitor.page()


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda each: each.parent.name)
def test_a_debugger_says_what_is_wrong_and_begins_nothing(case, tmp_path):
    """Rules that do not check are refused with their finding, and the next launch is answered."""
    if not is_refused(case):
        pytest.skip("these rules can be played")
    with debugging(tmp_path) as (session, path):
        wrong = session.ask("launch", program=str(case))
        assert not wrong["success"] and wrong["message"] and "Traceback" not in wrong["message"]
        assert "does not wait" in session.ask("next", threadId=1)["message"]
        session.launch(path, [], example="dry")
        assert "dry: holds" in session.event("output")["output"]
        session.event("terminated")


@pytest.mark.long
def test_a_debugger_names_file_line_and_finding(tmp_path):
    case = PAGES / "C0203" / "bad.cave"
    with debugging(tmp_path) as (session, _):
        said = session.ask("launch", program=str(case))["message"]
    assert "bad.cave:" in said and "C0203" in said


@pytest.mark.long
def test_rules_that_vanish_or_break_between_launches_are_said(tmp_path):
    """A file that was there at the first launch, then is empty, then is gone."""
    with debugging(tmp_path) as (session, path):
        path.write_text("", "utf-8")
        assert not session.ask("launch", program=str(path), example="dry")["success"]
        path.unlink()
        assert not session.ask("launch", program=str(path), example="dry")["success"]
