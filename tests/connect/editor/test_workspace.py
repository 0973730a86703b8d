"""Open texts: their findings are those of a check, wherever they stand, and what did not change is not read again."""

import re
from pathlib import Path

import pytest

from cavewright.connect.editor.positions import Position
from cavewright.connect.editor.workspace import Workspace
from cavewright.foundation.source import Source
from cavewright.language.syntax.parse import parse_file
from cavewright.language.syntax.pieces import PieceReader
from cavewright.play.loading.rulesets import read_files

PAGES = Path(__file__).parents[3] / "docs" / "diagnostics"
CASES = sorted(
    each
    for each in PAGES.glob("*/bad.cave")
    if not re.search(r"^overlay |^#[*:]", each.read_text("utf-8"), re.MULTILINE)
)
BASE = (PAGES / "base.cave").read_text("utf-8")
OVERLAY = 'overlay deep 1.0 "Deeper"\n    language 1\n    extends mine ^1.0\n\nchange days: 5 to 6\n'


def placed(found, text):
    """Findings by code, message and the line on which they stand."""
    return {(each.code, each.message, each.span.line if each.span else 0) for each in found}


def of_editor(found):
    return {
        (each.diagnostic.code, each.diagnostic.message, each.range.start.line + 1 if each.diagnostic.span else 0)
        for each in found
    }


@pytest.mark.gate("C0101", "C0202", "C0203", "C0311", "C0401", "C0412", "C0520", "C0102")
@pytest.mark.parametrize("case", CASES, ids=lambda each: each.parent.name)
def test_an_editor_is_told_what_a_check_finds(case):
    workspace = Workspace()
    workspace.write(case, case.read_text("utf-8"))
    rules, _, found = read_files(str(case))
    told = of_editor(workspace.look_closely(case))
    assert placed(found, "") <= told if rules is not None else placed(found, "") == told


def opened(**texts):
    workspace, folder = Workspace(), Path("/nowhere/rules")
    for name, text in texts.items():
        workspace.write(folder / f"{name}.cave", text)
    return workspace, folder


def test_unsaved_texts_of_other_files_count():
    workspace, folder = opened(mine=BASE, deep=OVERLAY)
    assert workspace.look_closely(folder / "deep.cave") == ()
    workspace.write(folder / "mine.cave", BASE.replace("days = 5", "days = 4"))
    assert folder / "deep.cave" in workspace.dependents(folder / "mine.cave")
    (found,) = workspace.look(folder / "deep.cave")
    assert (found.diagnostic.code, found.path.name, found.range.start) == ("C0303", "deep.cave", Position(4, 13))


def test_only_what_changed_is_read_again():
    reader = PieceReader("mine.cave")
    reader.parse(BASE)
    assert reader.read > 5
    reader.parse("# more\n" + BASE.replace("days = 5", "days = 7"))
    assert reader.read == 1
    reader.parse(BASE + "\nmenu other\n")
    assert reader.read <= 3


@pytest.mark.parametrize(
    "change", [("days", "dayz"), ("\n", "\n\n"), ("menu work", "menu work\nmenu work"), ("gain", "gian")]
)
def test_pieces_say_what_the_whole_file_says(change):
    text = BASE.replace(*change)
    reader = PieceReader("mine.cave")
    reader.parse(BASE)
    pieces, whole = reader.parse(text), parse_file(Source("mine.cave", text))
    assert pieces[0].items == whole[0].items
    assert [reader.place(each.span).start for each in pieces[0].items] == [each.span.start for each in whole[0].items]
    assert [(each.code, each.message, reader.place(each.span).start) for each in pieces[1]] == [
        (each.code, each.message, each.span.start) for each in whole[1]
    ]


def test_what_was_found_closely_stays_until_its_piece_changes():
    text = BASE + "\nconstant spare = 4\n"
    workspace, folder = opened(mine=text)
    path = folder / "mine.cave"
    assert [each.diagnostic.code for each in workspace.look_closely(path)] == ["C0520"]
    workspace.write(path, text.replace("ruleset", "# moved\nruleset", 1))
    (found,) = workspace.look(path)
    assert found.range.start.line == text.count("\n")
    workspace.write(path, text.replace("spare = 4", "spare = 5"))
    assert workspace.look(path) == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "\ud800",
        "(" * 5000,
        "|" * 5000,
        "x" * 3_000_000,
        "overlay a 1.0\n    extends a ^1.0\n",
        "ruleset \U0001f600",
    ],
)
def test_whatever_is_typed_has_an_answer(text):
    workspace, folder = opened(mine=text)
    assert isinstance(workspace.look_closely(folder / "mine.cave"), tuple)
    assert len(workspace.texts[folder / "mine.cave"]) < 2_000_000
    assert workspace.look(folder / "gone.cave")[0].diagnostic.code == "C0105"
